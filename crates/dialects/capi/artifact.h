// The C++ side of portable artifacts: the dialect `vhlo`, in which they are written. Its ops
// are defined by a table; its types and attributes are the ones that they stand for, read and
// written in VHLO's encoding.

#ifndef BCAST_CAPI_ARTIFACT_H
#define BCAST_CAPI_ARTIFACT_H

#include "capi/diagnostic.h"

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

// An op of VHLO. It has all of its attributes.
typedef struct BcastVhloOp {
  // With the dialect: `vhlo.return_v1`.
  MlirStringRef name;
  // The names of its attributes, in the order of the alphabet.
  const MlirStringRef *attributes;
  size_t attributeCount;
  bool isTerminator;
} BcastVhloOp;

// Loads the dialect with these ops, which are copied; the ops that it has already stay.
void bcastVhloLoad(MlirContext context, const BcastVhloOp *ops, size_t count);

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

// The minor version that introduced a type, an attribute, and all they consist of; that of 1.x
// is 20 more. Negative if VHLO lacks them.
int64_t bcastVhloTypeVersion(MlirType type);
int64_t bcastVhloAttributeVersion(MlirAttribute attribute);

// Wraps a type that VHLO has, so that it is written in VHLO's encoding.
MlirType bcastVhloEncodeType(MlirType type);
// As `bcastVhloEncodeType`, of an attribute.
MlirAttribute bcastVhloEncodeAttribute(MlirAttribute attribute);
// Wraps the version of a custom call's interface, which is a number elsewhere.
MlirAttribute bcastVhloEncodeApiVersion(MlirAttribute number);

//===----------------------------------------------------------------------===//
// Attributes that VHLO writes in another form
//===----------------------------------------------------------------------===//

// The attributes of StableHLO for which VHLO has several.
typedef enum BcastStruct {
  BcastStructDot,
  BcastStructDotAlgorithm,
  BcastStructConvolution,
  BcastStructGather,
  BcastStructScatter,
  BcastStructChannel,
} BcastStruct;

#define BCAST_MAXIMUM_MEMBERS 9

// Writes the members of such an attribute, integers, types and lists of integers; returns how
// many they are, 0 if the attribute is of another kind.
size_t bcastStructMembers(BcastStruct kind, MlirAttribute attribute,
                          MlirAttribute members[BCAST_MAXIMUM_MEMBERS]);
// Returns the attribute of these members; null, perhaps after a diagnostic, if they make none.
MlirAttribute bcastStructOfMembers(BcastStruct kind, MlirLocation location,
                                   const MlirAttribute *members, size_t count);

// Returns the list of integers or Booleans that a tensor of rank 1 is; null of another one.
MlirAttribute bcastListOfTensor(MlirAttribute tensor);
// Whether the elements of a tensor, of which there is one at least, are this integer or Boolean.
bool bcastTensorIsAll(MlirAttribute tensor, int64_t value);
// Returns a tensor of i64.
MlirAttribute bcastTensorOfIntegers(MlirContext context, const int64_t *shape,
                                    size_t rank, int64_t value);
// Returns a tensor of rank 1 of `false`.
MlirAttribute bcastTensorOfFalse(MlirContext context, int64_t size);

// The attributes that ops have by default, which VHLO writes all the same.
MlirAttribute bcastDefaultComparisonType(MlirContext context);
MlirAttribute bcastDefaultPrecision(MlirContext context);
MlirAttribute bcastDefaultResultAccuracy(MlirContext context);

bool bcastTypeIsFuture(MlirType type);

// Moves all blocks of a region to the end of another one.
void bcastRegionMoveBlocks(MlirRegion from, MlirRegion to);

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

// Writes an op in a version of the bytecode.
MlirLogicalResult bcastArtifactWrite(MlirOperation operation,
                                     MlirStringRef producer,
                                     int64_t bytecodeVersion,
                                     BcastStream *stream);

#ifdef __cplusplus
}
#endif

#endif // BCAST_CAPI_ARTIFACT_H
