// Axes of meshes and their parts.

#ifndef BCAST_SDY_AXES_H
#define BCAST_SDY_AXES_H

#include "sdy/dialect.h"

namespace mlir::sdy {

/// Returns the product of two numbers, or the largest number if it is too
/// large. So malformed sizes fail a check, but no operation is undefined.
int64_t saturatingProduct(int64_t left, int64_t right);

/// A part of an axis: [begin, end) of its size, each a product of sizes.
///   "x":(2)4 => [2, 8)
///
/// The verifier of a sharding checks that both divide the size of the axis;
/// the functions below accept any numbers.
struct AxisPart {
  StringRef name;
  int64_t begin;
  int64_t end;
  /// The size of the whole axis; 0 if the mesh does not have it.
  int64_t axisSize;

  AxisPart(AxisRefAttr axis, MeshAttr mesh);

  bool isWhole() const { return begin == 1 && end == axisSize; }
  int64_t size() const { return begin > 0 ? end / begin : 0; }
  AxisRefAttr toAttribute(MLIRContext *context) const;
};

/// Returns the number of parts into which the axes divide a dim.
int64_t shardedSize(ArrayRef<AxisRefAttr> axes, MeshAttr mesh);

/// Returns whether the parts of two axes have a common part.
bool overlap(AxisRefAttr left, AxisRefAttr right);

/// Returns whether the second part of an axis follows directly after the first
/// one. A whole axis has no neighbour.
bool canMerge(AxisRefAttr left, AxisRefAttr right);

/// Returns whether one part of a mesh comes before another one: by the order of
/// the axes in the mesh, then by position in the axis.
bool isBefore(AxisRefAttr left, AxisRefAttr right, MeshAttr mesh);

/// Appends an axis; if it follows directly after the last one, both become one.
void appendAxis(SmallVectorImpl<AxisRefAttr> &axes, AxisRefAttr axis,
                MeshAttr mesh);

/// Orders axes as the mesh does and joins neighbours.
void sortAndMerge(SmallVectorImpl<AxisRefAttr> &axes, MeshAttr mesh);

/// Removes an axis from the end of a list: the last one or the end of it.
/// Returns false if the list does not end with it.
bool removeFromEnd(SmallVectorImpl<AxisRefAttr> &axes, AxisRefAttr axis,
                   MeshAttr mesh);

} // namespace mlir::sdy

#endif // BCAST_SDY_AXES_H
