// Verifiers of the ops that have regions or select slices: region.td and the
// branches, loops and calls of control.td.

#include "dialect/stablehlo/dialect.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Dim;

static RankedTensorType tensorOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

// Returns scalar types with the values' element types.
static SmallVector<Type> scalarsOf(ValueRange values) {
  SmallVector<Type> scalars;
  for (Value value : values)
    scalars.push_back(RankedTensorType::get({}, hlo::elementType(value.getType())));
  return scalars;
}

// Returns an unranked tensor type, for shapes that a check does not restrict.
static Type boolScalar(MLIRContext *context) {
  return RankedTensorType::get({}, IntegerType::get(context, 1));
}

//===-- Reductions --------------------------------------------------------===//

// Checks inputs and initial values that are combined pairwise.
static LogicalResult verifyReduction(Operation *op, OperandRange inputs,
                                     OperandRange initValues) {
  if (inputs.empty())
    return op->emitOpError("requires at least one input");
  if (inputs.size() != initValues.size())
    return op->emitOpError("requires as many initial values as inputs");
  if (op->getNumResults() != inputs.size())
    return op->emitOpError("requires as many results as inputs, got ")
           << op->getNumResults() << " and " << inputs.size();
  for (unsigned i = 0; i < inputs.size(); ++i)
    if (failed(hlo::verifyCompatibleShapes(op, hlo::operandType(op, 0),
                                           hlo::operandType(op, i))))
      return failure();
  return success();
}

// Returns the types of operands or results from a position on.
static SmallVector<hlo::NamedType>
namesOf(Operation *op, hlo::NamedType (*name)(Operation *, unsigned),
        unsigned first, size_t count) {
  return llvm::map_to_vector(llvm::seq<size_t>(first, first + count),
                             [&](size_t index) { return name(op, index); });
}

// Checks the region of an op whose operands are inputs, followed by the initial
// values, which begin at position `initial`.
static LogicalResult verifyReducer(Operation *op, Region &region,
                                   StringRef name, size_t inputs,
                                   unsigned initial) {
  return hlo::verifyReducer(op, region, name,
                            namesOf(op, hlo::operandType, 0, inputs),
                            namesOf(op, hlo::operandType, initial, inputs),
                            namesOf(op, hlo::resultType, 0, inputs));
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyReduction(*this, getInputs(), getInitValues())))
    return failure();
  SmallVector<Dim> input = hlo::getDims(getInputs().front().getType());
  if (failed(hlo::verifyDimensions(*this, "dimensions", getDimensions(),
                                   input.size())))
    return failure();
  SmallVector<Dim> kept;
  for (auto [index, dim] : llvm::enumerate(input))
    if (!llvm::is_contained(getDimensions(), static_cast<int64_t>(index)))
      kept.push_back(dim);
  for (unsigned i = 0; i < getNumResults(); ++i)
    if (failed(hlo::verifyShape(*this, hlo::resultType(*this, i), kept)))
      return failure();
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  size_t inputs = getInputs().size();
  return verifyReducer(*this, getBody(), "body", inputs, inputs);
}

// Checks the attributes of a moving window, one value for each dim each.
static LogicalResult
verifyWindow(Operation *op, int64_t rank, ArrayRef<int64_t> sizes,
             ArrayRef<std::pair<StringRef, std::optional<ArrayRef<int64_t>>>>
                 steps,
             std::optional<DenseIntElementsAttr> padding) {
  StringRef reason = "one for each dimension of operand #0";
  if (failed(hlo::verifySize(op, "window_dimensions", sizes.size(), rank,
                             reason)) ||
      failed(hlo::verifyAtLeast(op, "window_dimensions", sizes, 1)))
    return failure();
  for (auto [name, values] : steps)
    if (failed(hlo::verifySteps(op, name, values, rank, reason)))
      return failure();
  return hlo::verifyPadding(op, padding, rank);
}

LogicalResult ReduceWindowOp::verify() {
  if (failed(verifyReduction(*this, getInputs(), getInitValues())))
    return failure();
  int64_t rank = tensorOf(getInputs().front()).getRank();
  if (failed(verifyWindow(*this, rank, getWindowDimensions(),
                          {{"window_strides", getWindowStrides()},
                           {"base_dilations", getBaseDilations()},
                           {"window_dilations", getWindowDilations()}},
                          getPadding())))
    return failure();
  for (unsigned i = 0; i < getNumResults(); ++i)
    if (failed(hlo::verifyShape(
            *this, hlo::resultType(*this, i),
            SmallVector<Dim>(rank, Dim{ShapedType::kDynamic}))))
      return failure();
  return success();
}

LogicalResult ReduceWindowOp::verifyRegions() {
  size_t inputs = getInputs().size();
  return verifyReducer(*this, getBody(), "body", inputs, inputs);
}

LogicalResult SelectAndScatterOp::verify() {
  auto operand = hlo::operandType(*this, 0);
  auto source = hlo::operandType(*this, 1);
  // Floats may differ in width.
  bool areFloats = hlo::isFloat(hlo::elementType(operand.type)) &&
                   hlo::isFloat(hlo::elementType(source.type));
  if ((!areFloats &&
       failed(hlo::verifyCompatibleElements(*this, operand, source))) ||
      failed(hlo::verifyShape(*this, hlo::operandType(*this, 2), {})))
    return failure();
  int64_t rank = tensorOf(getOperand()).getRank();
  SmallVector<int64_t> ones(rank, 1);
  if (failed(verifyWindow(
          *this, rank, getWindowDimensions().value_or(ArrayRef<int64_t>(ones)),
          {{"window_strides", getWindowStrides()}}, getPadding())))
    return failure();
  return hlo::verifyCompatibleShapes(*this, hlo::operandType(*this, 0),
                                     hlo::resultType(*this, 0));
}

LogicalResult SelectAndScatterOp::verifyRegions() {
  SmallVector<Type> pair = scalarsOf({getOperand(), getOperand()});
  // Floats may differ in width.
  for (auto [index, argument] : llvm::enumerate(getSelect().getArguments()))
    if (index < pair.size() &&
        hlo::isFloat(hlo::elementType(pair[index])) &&
        hlo::isFloat(hlo::elementType(argument.getType())))
      pair[index] =
          RankedTensorType::get({}, hlo::elementType(argument.getType()));
  if (failed(hlo::verifyRegion(*this, getSelect(), "select", pair,
                               boolScalar(getContext()))))
    return failure();
  return verifyReducer(*this, getScatter(), "scatter", 1, 2);
}

LogicalResult MapOp::verify() {
  if (getInputs().empty())
    return emitOpError("requires at least one input");
  for (unsigned i = 0; i < getInputs().size(); ++i)
    if (failed(hlo::verifyCompatibleShapes(*this, hlo::operandType(*this, i),
                                           hlo::resultType(*this, 0))))
      return failure();
  int64_t rank = tensorOf(getInputs().front()).getRank();
  if (failed(hlo::verifySize(*this, "dimensions", getDimensions().size(), rank,
                             "one for each dimension of operand #0")))
    return failure();
  for (auto [index, dimension] : llvm::enumerate(getDimensions()))
    if (dimension != static_cast<int64_t>(index))
      return emitOpError("attribute 'dimensions' must hold all dimensions in "
                         "order, got ")
             << dimension << " at " << index;
  return success();
}

LogicalResult MapOp::verifyRegions() {
  return hlo::verifyRegion(*this, getComputation(), "computation",
                           scalarsOf(getInputs()), scalarsOf(getResult()));
}

LogicalResult SortOp::verify() {
  if (getInputs().empty())
    return emitOpError("requires at least one input");
  if (getNumResults() != getInputs().size())
    return emitOpError("requires as many results as inputs, got ")
           << getNumResults() << " and " << getInputs().size();
  for (unsigned i = 0; i < getInputs().size(); ++i) {
    auto input = hlo::operandType(*this, i);
    auto result = hlo::resultType(*this, i);
    if (failed(hlo::verifyCompatibleShapes(*this, hlo::operandType(*this, 0),
                                           input)) ||
        failed(hlo::verifyCompatibleShapes(*this, input, result)) ||
        failed(hlo::verifyCompatibleElements(*this, input, result)))
      return failure();
  }
  // A negative dimension counts from the end.
  int64_t rank = tensorOf(getInputs().front()).getRank();
  int64_t dimension = getDimension();
  if (dimension >= -rank && dimension < rank)
    return success();
  return emitOpError("attribute 'dimension' holds ")
         << dimension << ", which is not a dimension of a tensor of rank "
         << rank;
}

LogicalResult SortOp::verifyRegions() {
  SmallVector<Type> pairs;
  for (Type scalar : scalarsOf(getInputs()))
    pairs.append(2, scalar);
  return hlo::verifyRegion(*this, getComparator(), "comparator", pairs,
                           boolScalar(getContext()));
}

//===-- Gather and scatter ------------------------------------------------===//

// Checks the indices of gather and scatter: `map` names a dim of the operand
// for each element of an index vector.
static LogicalResult
verifyIndices(Operation *op, int64_t operandRank, RankedTensorType indices,
              int64_t indexVectorDim, StringRef mapName, ArrayRef<int64_t> map,
              ArrayRef<std::pair<StringRef, ArrayRef<int64_t>>> operandDims,
              StringRef batchingName, ArrayRef<int64_t> indicesBatching) {
  int64_t rank = indices.getRank();
  if (indexVectorDim < 0 || indexVectorDim > rank)
    return op->emitOpError("index_vector_dim ")
           << indexVectorDim << " is not in 0 to " << rank
           << ", the rank of the indices";
  if (failed(hlo::verifyDimensions(op, mapName, map, operandRank)) ||
      failed(hlo::verifyDimensions(op, batchingName, indicesBatching, rank)))
    return failure();
  for (auto [name, dims] : operandDims)
    if (failed(hlo::verifyDimensions(op, name, dims, operandRank)))
      return failure();
  if (llvm::is_contained(indicesBatching, indexVectorDim))
    return op->emitOpError(batchingName)
           << " must not hold index_vector_dim " << indexVectorDim;
  int64_t length =
      indexVectorDim == rank ? 1 : indices.getDimSize(indexVectorDim);
  if (!ShapedType::isDynamic(length) &&
      length != static_cast<int64_t>(map.size()))
    return op->emitOpError(mapName)
           << " has " << map.size() << " elements, but an index has " << length;
  return success();
}

static LogicalResult verifyGather(Operation *op, Value operand,
                                  Value startIndices,
                                  GatherDimensionNumbersAttr numbers) {
  int64_t rank = tensorOf(operand).getRank();
  RankedTensorType indices = tensorOf(startIndices);
  if (failed(verifyIndices(
          op, rank, indices, numbers.getIndexVectorDim(), "start_index_map",
          numbers.getStartIndexMap(),
          {{"collapsed_slice_dims", numbers.getCollapsedSliceDims()},
           {"operand_batching_dims", numbers.getOperandBatchingDims()}},
          "start_indices_batching_dims",
          numbers.getStartIndicesBatchingDims())))
    return failure();
  if (numbers.getOperandBatchingDims().size() !=
      numbers.getStartIndicesBatchingDims().size())
    return op->emitOpError("requires as many operand_batching_dims as "
                           "start_indices_batching_dims");
  int64_t windowRank =
      rank - static_cast<int64_t>(numbers.getCollapsedSliceDims().size() +
                                  numbers.getOperandBatchingDims().size());
  if (windowRank != static_cast<int64_t>(numbers.getOffsetDims().size()))
    return op->emitOpError("offset_dims has ")
           << numbers.getOffsetDims().size() << " elements, but needs "
           << windowRank
           << ": one for each dimension of operand #0 that is neither "
              "collapsed nor batching";
  int64_t batchRank = indices.getRank() -
                      (numbers.getIndexVectorDim() < indices.getRank() ? 1 : 0);
  auto result = hlo::resultType(op, 0);
  if (failed(hlo::verifyShape(op, result,
                              SmallVector<Dim>(batchRank + windowRank,
                                               Dim{ShapedType::kDynamic}))) ||
      failed(hlo::verifyDimensions(op, "offset_dims", numbers.getOffsetDims(),
                                   batchRank + windowRank)))
    return failure();
  return hlo::verifyCompatibleElements(op, hlo::operandType(op, 0), result);
}

LogicalResult GatherOp::verify() {
  SmallVector<Dim> dims = hlo::getDims(getOperand().getType());
  if (failed(hlo::verifySize(*this, "slice_sizes", getSliceSizes().size(),
                             dims.size(),
                             "one for each dimension of operand #0")) ||
      failed(hlo::verifyAtLeast(*this, "slice_sizes", getSliceSizes(), 0)))
    return failure();
  for (auto [index, dim] : llvm::enumerate(dims))
    if (dim.isStatic() && getSliceSizes()[index] > dim.size)
      return emitOpError("attribute 'slice_sizes' holds ")
             << getSliceSizes()[index] << " for dimension " << index
             << ", which is beyond the size " << dim.size;
  return verifyGather(*this, getOperand(), getStartIndices(),
                      getDimensionNumbers());
}

LogicalResult DynamicGatherOp::verify() {
  if (failed(hlo::verifyShape(*this, hlo::operandType(*this, 2),
                              Dim{tensorOf(getOperand()).getRank()})))
    return failure();
  return verifyGather(*this, getOperand(), getStartIndices(),
                      getDimensionNumbers());
}

LogicalResult ScatterOp::verify() {
  if (getInputs().empty())
    return emitOpError("requires at least one input");
  if (getNumResults() != getInputs().size())
    return emitOpError("requires as many results as inputs");
  for (unsigned i = 0; i < getInputs().size(); ++i) {
    auto input = hlo::operandType(*this, i);
    auto result = hlo::resultType(*this, i);
    if (failed(hlo::verifyCompatibleShapes(*this, hlo::operandType(*this, 0),
                                           input)) ||
        failed(hlo::verifyCompatibleShapes(*this, input, result)))
      return failure();
  }
  ScatterDimensionNumbersAttr numbers = getScatterDimensionNumbers();
  int64_t rank = tensorOf(getInputs().front()).getRank();
  RankedTensorType indices = tensorOf(getScatterIndices());
  if (failed(verifyIndices(
          *this, rank, indices, numbers.getIndexVectorDim(),
          "scatter_dims_to_operand_dims",
          numbers.getScatterDimsToOperandDims(),
          {{"inserted_window_dims", numbers.getInsertedWindowDims()},
           {"input_batching_dims", numbers.getInputBatchingDims()}},
          "scatter_indices_batching_dims",
          numbers.getScatterIndicesBatchingDims())))
    return failure();
  if (numbers.getInputBatchingDims().size() !=
      numbers.getScatterIndicesBatchingDims().size())
    return emitOpError("requires as many input_batching_dims as "
                       "scatter_indices_batching_dims");
  int64_t windowRank =
      rank - static_cast<int64_t>(numbers.getInsertedWindowDims().size() +
                                  numbers.getInputBatchingDims().size());
  if (windowRank != static_cast<int64_t>(numbers.getUpdateWindowDims().size()))
    return emitOpError("update_window_dims has ")
           << numbers.getUpdateWindowDims().size() << " elements, but needs "
           << windowRank
           << ": one for each dimension of operand #0 that is neither "
              "inserted nor batching";
  int64_t updateRank =
      windowRank + indices.getRank() -
      (numbers.getIndexVectorDim() < indices.getRank() ? 1 : 0);
  for (unsigned i = 0; i < getUpdates().size(); ++i)
    if (failed(hlo::verifyShape(
            *this, hlo::operandType(*this, getInputs().size() + 1 + i),
            SmallVector<Dim>(updateRank, Dim{ShapedType::kDynamic}))))
      return failure();
  return hlo::verifyDimensions(*this, "update_window_dims",
                               numbers.getUpdateWindowDims(), updateRank);
}

LogicalResult ScatterOp::verifyRegions() {
  size_t inputs = getInputs().size();
  return hlo::verifyReducer(
      *this, getUpdateComputation(), "update_computation",
      namesOf(*this, hlo::operandType, inputs + 1, inputs),
      namesOf(*this, hlo::operandType, 0, inputs),
      namesOf(*this, hlo::resultType, 0, inputs));
}

//===-- Branches and loops ------------------------------------------------===//

static LogicalResult verifyBranch(Operation *op, Region &region,
                                  const Twine &name) {
  SmallVector<Type> results(op->getResultTypes());
  return hlo::verifyRegion(op, region, name.str(), {}, results);
}

LogicalResult IfOp::verify() {
  return hlo::verifyShape(*this, hlo::operandType(*this, 0), {});
}

LogicalResult IfOp::verifyRegions() {
  return failure(failed(verifyBranch(*this, getTrueBranch(), "true_branch")) ||
                 failed(verifyBranch(*this, getFalseBranch(), "false_branch")));
}

LogicalResult CaseOp::verify() {
  if (getBranches().empty())
    return emitOpError("requires at least one branch");
  return hlo::verifyShape(*this, hlo::operandType(*this, 0), {});
}

LogicalResult CaseOp::verifyRegions() {
  for (auto [index, region] : llvm::enumerate(getBranches()))
    if (failed(verifyBranch(*this, region, "branches #" + Twine(index))))
      return failure();
  return success();
}

LogicalResult WhileOp::verify() {
  if (getNumOperands() != getNumResults())
    return emitOpError("requires as many results as operands, got ")
           << getNumResults() << " and " << getNumOperands();
  for (unsigned i = 0; i < getNumOperands(); ++i) {
    auto operand = hlo::operandType(*this, i);
    auto result = hlo::resultType(*this, i);
    if (isa<TensorType>(operand.type) != isa<TensorType>(result.type) ||
        (!isa<TensorType>(operand.type) && operand.type != result.type))
      return emitOpError("requires equal types of operand #")
             << i << " and result #" << i;
    if (failed(hlo::verifyCompatibleElements(*this, operand, result)) ||
        failed(hlo::verifyCompatibleShapes(*this, operand, result)))
      return failure();
  }
  return success();
}

LogicalResult WhileOp::verifyRegions() {
  SmallVector<Type> carried(getOperandTypes());
  if (failed(hlo::verifyRegion(*this, getCond(), "cond", carried,
                               boolScalar(getContext()))))
    return failure();
  return hlo::verifyRegion(*this, getBody(), "body", carried, carried);
}
