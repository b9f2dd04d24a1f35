// Verifiers of gather and scatter.

#include "stablehlo/verify.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Dim;

namespace {
// A list of dims and its name.
struct Dims {
  StringRef name;
  ArrayRef<int64_t> values;
};

// The dims of a gather or scatter, under one set of names: `windowed` are dims
// of the result or the updates, `removed` and `batching` dims of the operand,
// `indexBatching` dims of the indices; `map` has a dim of the operand for each
// element of an index vector.
struct IndexedDims {
  Dims windowed, removed, batching, indexBatching, map;
  int64_t indexVectorDim;
};
} // namespace

static IndexedDims dimsOf(GatherDimensionNumbersAttr numbers) {
  return {{"offset_dims", numbers.getOffsetDims()},
          {"collapsed_slice_dims", numbers.getCollapsedSliceDims()},
          {"operand_batching_dims", numbers.getOperandBatchingDims()},
          {"start_indices_batching_dims",
           numbers.getStartIndicesBatchingDims()},
          {"start_index_map", numbers.getStartIndexMap()},
          numbers.getIndexVectorDim()};
}

static IndexedDims dimsOf(ScatterDimensionNumbersAttr numbers) {
  return {{"update_window_dims", numbers.getUpdateWindowDims()},
          {"inserted_window_dims", numbers.getInsertedWindowDims()},
          {"input_batching_dims", numbers.getInputBatchingDims()},
          {"scatter_indices_batching_dims",
           numbers.getScatterIndicesBatchingDims()},
          {"scatter_dims_to_operand_dims",
           numbers.getScatterDimsToOperandDims()},
          numbers.getIndexVectorDim()};
}

// Returns the dims of the indices, with a last one of size 1 if the index
// vectors have no dim of their own.
static SmallVector<Dim> expandedIndices(RankedTensorType indices,
                                        int64_t indexVectorDim) {
  SmallVector<Dim> dims = hlo::getDims(indices);
  if (indexVectorDim == indices.getRank())
    dims.push_back(Dim{1});
  return dims;
}

//===-- Dims of both ------------------------------------------------------===//

// Checks a list of dims: in range, without repetitions and, if it is
// `isSorted`, in order.
static LogicalResult verifyList(Operation *op, const Dims &dims, int64_t rank,
                                bool isSorted) {
  if (failed(hlo::verifyDimensions(op, dims.name, dims.values, rank)))
    return failure();
  return isSorted ? verifySorted(op, dims.name, dims.values) : success();
}

// Checks the dims of the indices, and where index vectors point to.
static LogicalResult verifyIndices(Operation *op, int64_t operandRank,
                                   RankedTensorType indices,
                                   const IndexedDims &dims) {
  int64_t rank = indices.getRank();
  // dynamic_gather_c2, gather_c2, scatter_c22
  if (dims.indexVectorDim < 0 || dims.indexVectorDim > rank)
    return op->emitOpError("index_vector_dim ")
           << dims.indexVectorDim << " is not in 0 to " << rank
           << ", the rank of the indices";
  // dynamic_gather_c13, dynamic_gather_c14, gather_c13, gather_c14, scatter_c14,
  // scatter_c15
  if (failed(verifyList(op, dims.indexBatching, rank, /*isSorted=*/false)))
    return failure();
  // dynamic_gather_c15, gather_c15, scatter_c16
  if (llvm::is_contained(dims.indexBatching.values, dims.indexVectorDim))
    return op->emitOpError(dims.indexBatching.name)
           << " must not hold index_vector_dim " << dims.indexVectorDim;
  // dynamic_gather_c19, gather_c19, scatter_c21
  if (failed(verifyList(op, dims.map, operandRank, /*isSorted=*/false)))
    return failure();
  // dynamic_gather_c3, gather_c3, scatter_c19
  Dim length = expandedIndices(indices, dims.indexVectorDim)[dims.indexVectorDim];
  if (!length.isStatic() ||
      length.size == static_cast<int64_t>(dims.map.values.size()))
    return success();
  return op->emitOpError(dims.map.name)
         << " has " << dims.map.values.size() << " elements, but an index has "
         << length.size;
}

// Checks the operand's dims that have no window, and how those of batches
// correspond to dims of the indices.
static LogicalResult verifyOperandDims(Operation *op, RankedTensorType operand,
                                       RankedTensorType indices,
                                       const IndexedDims &dims) {
  int64_t rank = operand.getRank();
  // dynamic_gather_c7, dynamic_gather_c8, dynamic_gather_c10,
  // dynamic_gather_c11, gather_c7, gather_c8, gather_c10, gather_c11,
  // scatter_c10...scatter_c13
  if (failed(verifyList(op, dims.removed, rank, /*isSorted=*/true)) ||
      failed(verifyList(op, dims.batching, rank, /*isSorted=*/true)))
    return failure();
  // dynamic_gather_c6, dynamic_gather_c18, gather_c6, gather_c18, scatter_c9,
  // scatter_c20
  for (const Dims *other : {&dims.removed, &dims.map})
    if (failed(verifyDisjoint(op, other->name, other->values,
                              dims.batching.name, dims.batching.values)))
      return failure();
  // dynamic_gather_c16, gather_c16, scatter_c17
  if (dims.batching.values.size() != dims.indexBatching.values.size())
    return op->emitOpError("requires as many ")
           << dims.batching.name << " as " << dims.indexBatching.name;
  // dynamic_gather_c17, gather_c17, scatter_c18
  for (auto [own, other] : llvm::zip_equal(dims.batching.values,
                                           dims.indexBatching.values)) {
    Dim left{operand.getDimSize(own)}, right{indices.getDimSize(other)};
    if (!hlo::areCompatibleSizes(left, right))
      return op->emitOpError("requires equal sizes of batching dimensions, but "
                             "dimension ")
             << own << " of the operand is " << hlo::toString(left)
             << " and dimension " << other << " of the indices is "
             << hlo::toString(right);
  }
  return success();
}

// Checks the dims that gather and scatter have in common.
static LogicalResult verifyIndexedDims(Operation *op, RankedTensorType operand,
                                       RankedTensorType indices,
                                       const IndexedDims &dims) {
  if (failed(verifyIndices(op, operand.getRank(), indices, dims)) ||
      failed(verifyOperandDims(op, operand, indices, dims)))
    return failure();
  int64_t windowRank = operand.getRank() -
                       static_cast<int64_t>(dims.removed.values.size() +
                                            dims.batching.values.size());
  // dynamic_gather_c1, gather_c1, scatter_c2
  if (windowRank == static_cast<int64_t>(dims.windowed.values.size()))
    return success();
  return op->emitOpError(dims.windowed.name)
         << " has " << dims.windowed.values.size() << " elements, but needs "
         << windowRank << ": one for each dimension of operand #0 in neither "
         << dims.removed.name << " nor " << dims.batching.name;
}

// Returns the values of the operand's dims that are in windows.
static SmallVector<Dim> windowDims(ArrayRef<Dim> all, const IndexedDims &dims) {
  SmallVector<Dim> kept;
  for (auto [index, dim] : llvm::enumerate(all))
    if (!llvm::is_contained(dims.removed.values,
                            static_cast<int64_t>(index)) &&
        !llvm::is_contained(dims.batching.values, static_cast<int64_t>(index)))
      kept.push_back(dim);
  return kept;
}

// Returns the dims of a gather's result or a scatter's updates: those of the
// windows, and between them those of the indices.
static SmallVector<Dim> joinDims(ArrayRef<Dim> window, ArrayRef<Dim> indices,
                                 const IndexedDims &dims) {
  SmallVector<Dim> joined;
  size_t nextWindow = 0, nextIndex = 0;
  for (size_t dim = 0; dim < window.size() + indices.size() - 1; ++dim) {
    if (llvm::is_contained(dims.windowed.values, static_cast<int64_t>(dim))) {
      joined.push_back(window[nextWindow++]);
      continue;
    }
    if (static_cast<int64_t>(nextIndex) == dims.indexVectorDim)
      ++nextIndex;
    joined.push_back(indices[nextIndex++]);
  }
  return joined;
}

//===-- Gather ------------------------------------------------------------===//

// Checks the sizes of slices; `sizes` is absent if they are unknown.
static LogicalResult
verifySliceSizes(Operation *op, RankedTensorType operand,
                 const IndexedDims &dims,
                 std::optional<ArrayRef<int64_t>> sizes) {
  if (!sizes)
    return success();
  // dynamic_gather_c9, dynamic_gather_c12, gather_c9, gather_c12
  for (const Dims *removed : {&dims.removed, &dims.batching})
    for (int64_t dim : removed->values)
      if ((*sizes)[dim] > 1)
        return op->emitOpError("requires slices of size 0 or 1 along each of ")
               << removed->name << ", got " << (*sizes)[dim]
               << " along dimension " << dim;
  // dynamic_gather_c21, gather_c21
  for (auto [index, size] : llvm::enumerate(*sizes)) {
    Dim dim{operand.getDimSize(index)};
    if (size < 0 || (dim.isStatic() && size > dim.size))
      return op->emitOpError("requires slice_sizes within the operand, got ")
             << size << " for dimension " << index << " of size "
             << hlo::toString(dim);
  }
  return success();
}

static LogicalResult verifyGather(Operation *op,
                                  GatherDimensionNumbersAttr numbers,
                                  std::optional<ArrayRef<int64_t>> sizes) {
  RankedTensorType operand = tensorOf(op->getOperand(0));
  RankedTensorType indices = tensorOf(op->getOperand(1));
  IndexedDims dims = dimsOf(numbers);
  if (failed(verifyIndexedDims(op, operand, indices, dims)) ||
      failed(verifySliceSizes(op, operand, dims, sizes)))
    return failure();
  SmallVector<Dim> slice(operand.getRank(), Dim{ShapedType::kDynamic});
  if (sizes)
    for (auto [dim, size] : llvm::zip_equal(slice, *sizes))
      dim = Dim{size};
  SmallVector<Dim> window = windowDims(slice, dims);
  SmallVector<Dim> expanded = expandedIndices(indices, dims.indexVectorDim);
  // dynamic_gather_c4, dynamic_gather_c5, gather_c4, gather_c5
  if (failed(verifyList(op, dims.windowed, window.size() + expanded.size() - 1,
                        /*isSorted=*/true)))
    return failure();
  auto result = hlo::resultType(op, 0);
  // dynamic_gather_c22, gather_c22
  if (failed(hlo::verifyShape(op, result, joinDims(window, expanded, dims))))
    return failure();
  // dynamic_gather_c23
  return hlo::verifyCompatibleElements(op, hlo::operandType(op, 0), result);
}

LogicalResult GatherOp::verify() {
  // gather_c23
  if (failed(hlo::verifySameElements(*this, hlo::operandType(*this, 0),
                                     hlo::resultType(*this, 0))))
    return failure();
  // gather_c20
  if (failed(hlo::verifySize(*this, "slice_sizes", getSliceSizes().size(),
                             tensorOf(getOperand()).getRank(),
                             "one for each dimension of operand #0")))
    return failure();
  return verifyGather(*this, getDimensionNumbers(), getSliceSizes());
}

LogicalResult DynamicGatherOp::verify() {
  // dynamic_gather_c20
  if (failed(hlo::verifyShape(*this, hlo::operandType(*this, 2),
                              Dim{tensorOf(getOperand()).getRank()})))
    return failure();
  std::optional<SmallVector<int64_t>> sizes = constantOperand(*this, 2);
  std::optional<ArrayRef<int64_t>> known;
  if (sizes)
    known = *sizes;
  return verifyGather(*this, getDimensionNumbers(), known);
}

//===-- Scatter -----------------------------------------------------------===//

// Checks the updates of one input.
static LogicalResult verifyUpdates(ScatterOp op, unsigned input,
                                   const IndexedDims &dims) {
  unsigned update = op.getInputs().size() + 1 + input;
  auto named = hlo::operandType(op, update);
  SmallVector<Dim> expanded =
      expandedIndices(tensorOf(op.getScatterIndices()), dims.indexVectorDim);
  int64_t rank = expanded.size() - 1 + dims.windowed.values.size();
  SmallVector<Dim> unknown(rank, Dim{ShapedType::kDynamic});
  // scatter_c4, scatter_c7, scatter_c8
  if (failed(hlo::verifyShape(op, named, unknown)) ||
      failed(verifyList(op, dims.windowed, rank, /*isSorted=*/true)))
    return failure();
  SmallVector<Dim> window =
      windowDims(hlo::getDims(op.getInputs()[input].getType()), dims);
  ArrayRef<int64_t> sizes = tensorOf(op->getOperand(update)).getShape();
  for (auto [dim, limit] : llvm::zip_equal(dims.windowed.values, window))
    if (limit.isStatic() && sizes[dim] > limit.size)
      return op.emitOpError("requires updates that fit into operand #")
             << input << ", but dimension " << dim << " of " << named
             << " is beyond its size " << limit.size;
  for (Dim &dim : window)
    dim = Dim{ShapedType::kDynamic};
  return hlo::verifySizes(op, named, joinDims(window, expanded, dims));
}

LogicalResult ScatterOp::verify() {
  // scatter_c5
  if (failed(verifyInputs(*this, getInputs().size())))
    return failure();
  IndexedDims dims = dimsOf(getScatterDimensionNumbers());
  RankedTensorType indices = tensorOf(getScatterIndices());
  unsigned firstUpdate = getInputs().size() + 1;
  for (unsigned i = 0; i < getInputs().size(); ++i) {
    auto input = hlo::operandType(*this, i);
    // scatter_c1, scatter_c3, scatter_c24
    if (failed(hlo::verifyCompatibleSizes(*this, hlo::operandType(*this, 0),
                                          input)) ||
        failed(hlo::verifyCompatibleSizes(
            *this, hlo::operandType(*this, firstUpdate),
            hlo::operandType(*this, firstUpdate + i))) ||
        failed(hlo::verifyCompatibleShapes(*this, input,
                                           hlo::resultType(*this, i))) ||
        failed(verifyIndexedDims(*this, tensorOf(getInputs()[i]), indices,
                                 dims)) ||
        failed(verifyUpdates(*this, i, dims)))
      return failure();
  }
  return success();
}

// scatter_c6, scatter_c23, scatter_c25
LogicalResult ScatterOp::verifyRegions() {
  size_t inputs = getInputs().size();
  auto initial = namesOf(*this, hlo::operandType, inputs + 1, inputs);
  for (hlo::NamedType &named : initial)
    named.type = RankedTensorType::get({}, hlo::elementType(named.type));
  return hlo::verifyReducer(*this, getUpdateComputation(),
                            "update_computation",
                            namesOf(*this, hlo::operandType, 0, inputs),
                            initial,
                            namesOf(*this, hlo::resultType, 0, inputs), {});
}
