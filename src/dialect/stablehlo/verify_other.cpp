// Verifiers of the remaining ops: contraction.td, collective.td, numeric.td,
// and the calls, tuples and tokens of control.td.

#include "dialect/stablehlo/dialect.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Dim;

static RankedTensorType tensorOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===-- Contractions ------------------------------------------------------===//

static LogicalResult verifyPrecision(Operation *op,
                                     std::optional<ArrayAttr> precision) {
  if (!precision || precision->size() <= 2)
    return success();
  return op->emitOpError("attribute 'precision_config' has ")
         << precision->size()
         << " elements, but needs at most 2: one for each operand";
}

LogicalResult DotOp::verify() {
  if (failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  SmallVector<Dim> lhs = hlo::getDims(getLhs().getType());
  SmallVector<Dim> rhs = hlo::getDims(getRhs().getType());
  if (lhs.empty() || lhs.size() > 2 || rhs.empty() || rhs.size() > 2)
    return emitOpError("requires vectors or matrices");
  if (!hlo::areCompatible(lhs.back(), rhs.front()))
    return emitOpError("requires equal sizes of the last dimension of operand "
                       "#0 and the first of operand #1, got ")
           << hlo::toString(lhs.back()) << " and "
           << hlo::toString(rhs.front());
  SmallVector<Dim> expected(llvm::drop_end(lhs));
  llvm::append_range(expected, llvm::drop_begin(rhs));
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

LogicalResult DotGeneralOp::verify() {
  if (failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  SmallVector<Dim> lhs = hlo::getDims(getLhs().getType());
  SmallVector<Dim> rhs = hlo::getDims(getRhs().getType());
  struct Pair {
    StringRef kind;
    ArrayRef<int64_t> lhs, rhs;
  } pairs[] = {{"batching", numbers.getLhsBatchingDimensions(),
                numbers.getRhsBatchingDimensions()},
               {"contracting", numbers.getLhsContractingDimensions(),
                numbers.getRhsContractingDimensions()}};
  SmallVector<int64_t> lhsUsed, rhsUsed;
  SmallVector<Dim> expected;
  for (const Pair &pair : pairs) {
    if (pair.lhs.size() != pair.rhs.size())
      return emitOpError("requires as many lhs_")
             << pair.kind << "_dimensions as rhs_" << pair.kind
             << "_dimensions, got " << pair.lhs.size() << " and "
             << pair.rhs.size();
    llvm::append_range(lhsUsed, pair.lhs);
    llvm::append_range(rhsUsed, pair.rhs);
  }
  if (failed(hlo::verifyDimensions(*this, "dot_dimension_numbers", lhsUsed,
                                   lhs.size())) ||
      failed(hlo::verifyDimensions(*this, "dot_dimension_numbers", rhsUsed,
                                   rhs.size())))
    return failure();
  for (const Pair &pair : pairs)
    for (auto [left, right] : llvm::zip_equal(pair.lhs, pair.rhs)) {
      if (!hlo::areCompatible(lhs[left], rhs[right]))
        return emitOpError("requires equal sizes of ")
               << pair.kind << " dimensions, but dimension " << left
               << " of operand #0 is " << hlo::toString(lhs[left])
               << " and dimension " << right << " of operand #1 is "
               << hlo::toString(rhs[right]);
      if (pair.kind == "batching")
        expected.push_back(lhs[left].isStatic() ? lhs[left] : rhs[right]);
    }
  for (auto [index, dim] : llvm::enumerate(lhs))
    if (!llvm::is_contained(lhsUsed, static_cast<int64_t>(index)))
      expected.push_back(dim);
  for (auto [index, dim] : llvm::enumerate(rhs))
    if (!llvm::is_contained(rhsUsed, static_cast<int64_t>(index)))
      expected.push_back(dim);
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

// Checks the parts that both convolutions have in common.
template <typename Op> static LogicalResult verifyConvolution(Op op) {
  if (failed(verifyPrecision(op, op.getPrecisionConfig())))
    return failure();
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  int64_t spatial = numbers.getInputSpatialDimensions().size();
  SmallVector<Dim> any(spatial + 2, Dim{ShapedType::kDynamic});
  if (failed(hlo::verifyShape(op, hlo::operandType(op, 0), any)) ||
      failed(hlo::verifyShape(op, hlo::operandType(op, 1), any)) ||
      failed(hlo::verifyShape(op, hlo::resultType(op, 0), any)))
    return failure();
  Type lhs = hlo::elementType(op.getLhs().getType());
  Type rhs = hlo::elementType(op.getRhs().getType());
  if (lhs != rhs && !isa<quant::QuantizedType>(lhs) &&
      !isa<quant::QuantizedType>(rhs))
    return op.emitOpError("requires equal element types, but ")
           << hlo::operandType(op, 0) << " and " << hlo::operandType(op, 1)
           << " differ";
  if (op.getFeatureGroupCount() > 1 && op.getBatchGroupCount() > 1)
    return op.emitOpError("requires feature_group_count or batch_group_count "
                          "to be 1");
  return success();
}

LogicalResult ConvolutionOp::verify() {
  int64_t spatial = getDimensionNumbers().getInputSpatialDimensions().size();
  if (failed(hlo::verifyPadding(*this, getPadding(), spatial)))
    return failure();
  StringRef reason = "one for each spatial dimension";
  std::pair<StringRef, std::optional<ArrayRef<int64_t>>> steps[] = {
      {"window_strides", getWindowStrides()},
      {"lhs_dilation", getLhsDilation()},
      {"rhs_dilation", getRhsDilation()}};
  for (auto [name, values] : steps)
    if (failed(hlo::verifySteps(*this, name, values, spatial, reason)))
      return failure();
  std::optional<ArrayRef<bool>> reversal = getWindowReversal();
  if (reversal && !reversal->empty() &&
      failed(hlo::verifySize(*this, "window_reversal",
                                         reversal->size(), spatial, reason)))
    return failure();
  return verifyConvolution(*this);
}

// Real programs have window attributes of other lengths here.
LogicalResult DynamicConvOp::verify() {
  int64_t spatial = getDimensionNumbers().getInputSpatialDimensions().size();
  if (failed(hlo::verifyShape(*this, hlo::operandType(*this, 2),
                              {Dim{spatial}, Dim{2}})))
    return failure();
  return verifyConvolution(*this);
}

//===-- Calls, tuples and tokens ------------------------------------------===//

// Returns the type at a path of tuple indices; null if the path is invalid.
static Type typeAt(Type type, ArrayRef<int64_t> path) {
  for (int64_t index : path) {
    auto tuple = dyn_cast<TupleType>(type);
    if (!tuple || index < 0 || index >= static_cast<int64_t>(tuple.size()))
      return {};
    type = tuple.getType(index);
  }
  return type;
}

LogicalResult CustomCallOp::verify() {
  if (getCallTargetName().empty())
    return emitOpError("requires a name in attribute 'call_target_name'");
  if (getOperandLayouts().has_value() != getResultLayouts().has_value())
    return emitOpError("requires both or none of the attributes "
                       "'operand_layouts' and 'result_layouts'");
  auto verifyLayouts = [&](StringRef name, ArrayAttr layouts,
                           TypeRange types) -> LogicalResult {
    if (failed(hlo::verifySize(*this, name, layouts.size(), types.size(),
                               "one for each value")))
      return failure();
    for (auto [type, layout] : llvm::zip_equal(
             types, layouts.getAsRange<DenseIntElementsAttr>())) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      SmallVector<int64_t> order =
          llvm::map_to_vector(layout.getValues<APInt>(), [](const APInt &dim) {
            return dim.getSExtValue();
          });
      if (failed(hlo::verifySize(*this, name, order.size(),
                                 tensor ? tensor.getRank() : 0,
                                 "one for each dimension")) ||
          failed(hlo::verifyDimensions(*this, name, order,
                                       tensor ? tensor.getRank() : 0)))
        return failure();
    }
    return success();
  };
  if (getOperandLayouts()) {
    // The results may be the elements of one tuple.
    SmallVector<Type> results(getResultTypes());
    if (results.size() == 1)
      if (auto tuple = dyn_cast<TupleType>(results.front()))
        results.assign(tuple.begin(), tuple.end());
    if (failed(verifyLayouts("operand_layouts", *getOperandLayouts(),
                             getOperandTypes())) ||
        failed(verifyLayouts("result_layouts", *getResultLayouts(), results)))
      return failure();
  }
  for (auto alias :
       getOutputOperandAliases().getAsRange<OutputOperandAliasAttr>()) {
    int64_t operand = alias.getOperandIndex();
    if (operand < 0 || operand >= static_cast<int64_t>(getNumOperands()))
      return emitOpError("attribute 'output_operand_aliases' names operand #")
             << operand << ", which does not exist";
    Type from = typeAt(getOperand(operand).getType(),
                       alias.getOperandTupleIndices());
    ArrayRef<int64_t> path = alias.getOutputTupleIndices();
    // Several results count as one tuple.
    Type to;
    if (getNumResults() == 1)
      to = typeAt(getResult(0).getType(), path);
    else if (!path.empty() && path.front() >= 0 &&
             path.front() < static_cast<int64_t>(getNumResults()))
      to = typeAt(getResult(path.front()).getType(), path.drop_front());
    if (!from || !to)
      return emitOpError("attribute 'output_operand_aliases' has tuple "
                         "indices that do not lead to a value");
    if (from != to)
      return emitOpError("attribute 'output_operand_aliases' joins ")
             << from << " and " << to;
  }
  return success();
}

LogicalResult CompositeOp::verify() {
  auto [space, name] = getName().split('.');
  auto isIdentifier = [](StringRef text) {
    return !text.empty() && (llvm::isAlpha(text.front()) || text[0] == '_') &&
           llvm::all_of(text, [](char c) {
             return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
           });
  };
  if (!isIdentifier(space) || !isIdentifier(name))
    return emitOpError("attribute 'name' must be <namespace>.<name>, got '")
           << getName() << "'";
  return success();
}

LogicalResult
CompositeOp::verifySymbolUses(SymbolTableCollection &symbolTables) {
  auto function =
      symbolTables.lookupNearestSymbolFrom<FunctionOpInterface>(
          *this, getDecompositionAttr());
  if (!function)
    return emitOpError("attribute 'decomposition' names ")
           << getDecompositionAttr() << ", which is not a function";
  if (!llvm::equal(function.getArgumentTypes(), getOperandTypes()) ||
      !llvm::equal(function.getResultTypes(), getResultTypes()))
    return emitOpError("requires the types of ") << getDecompositionAttr();
  return success();
}

LogicalResult TupleOp::verify() {
  auto tuple = cast<TupleType>(getResult().getType());
  if (llvm::equal(getOperandTypes(), tuple.getTypes()))
    return success();
  return emitOpError("requires result #0 to be a tuple of the operands' types");
}

LogicalResult GetTupleElementOp::verify() {
  auto tuple = cast<TupleType>(getOperand().getType());
  if (getIndex() >= tuple.size())
    return emitOpError("attribute 'index' holds ")
           << getIndex() << ", but operand #0 has " << tuple.size()
           << " elements";
  if (tuple.getType(getIndex()) != getType())
    return emitOpError("requires type ")
           << tuple.getType(getIndex()) << " of result #0, got " << getType();
  return success();
}

static LogicalResult verifyLastIsToken(Operation *op) {
  if (op->getNumResults() != 0 &&
      isa<TokenType>(op->getResults().back().getType()))
    return success();
  return op->emitOpError("requires the last result to be a token");
}

LogicalResult InfeedOp::verify() { return verifyLastIsToken(*this); }
LogicalResult RecvOp::verify() { return verifyLastIsToken(*this); }

//===-- Collectives -------------------------------------------------------===//

LogicalResult PartitionIdOp::verify() {
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), {});
}
LogicalResult ReplicaIdOp::verify() {
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), {});
}

// Checks groups that are listed; those along a mesh are not known.
static LogicalResult verifyReplicaGroups(Operation *op, Attribute attribute) {
  auto groups = dyn_cast<DenseIntElementsAttr>(attribute);
  if (!groups || groups.getType().getRank() == 2)
    return success();
  return op->emitOpError("attribute 'replica_groups' has rank ")
         << groups.getType().getRank() << ", but needs rank 2";
}

// Checks operands and results whose shapes differ at most in the size of some
// dims.
static LogicalResult verifyExchangedShapes(Operation *op,
                                           ArrayRef<int64_t> openDims) {
  if (op->getNumOperands() == 0 ||
      op->getNumOperands() != op->getNumResults())
    return op->emitOpError("requires as many results as operands, and one at "
                           "least");
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    SmallVector<Dim> expected = hlo::getDims(op->getOperand(i).getType());
    for (int64_t dim : openDims)
      if (dim < static_cast<int64_t>(expected.size()))
        expected[dim] = Dim{ShapedType::kDynamic};
    if (failed(hlo::verifyShape(op, hlo::resultType(op, i), expected)))
      return failure();
  }
  return success();
}

// Checks operands and results that differ at most in the size of some dims.
static LogicalResult verifyExchange(Operation *op,
                                    ArrayRef<int64_t> openDims) {
  if (failed(verifyExchangedShapes(op, openDims)))
    return failure();
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (failed(hlo::verifyCompatibleElements(op, hlo::operandType(op, i),
                                             hlo::resultType(op, i))))
      return failure();
  return success();
}

LogicalResult AllGatherOp::verify() {
  for (Value operand : getOperands())
    if (failed(hlo::verifyDimension(*this, "all_gather_dim", getAllGatherDim(),
                                    tensorOf(operand).getRank())))
      return failure();
  if (failed(verifyReplicaGroups(*this, getReplicaGroups())))
    return failure();
  return verifyExchange(*this, getAllGatherDim());
}

LogicalResult AllReduceOp::verify() {
  if (failed(verifyReplicaGroups(*this, getReplicaGroups())))
    return failure();
  if (getNumOperands() == 0 || getNumOperands() != getNumResults())
    return emitOpError("requires as many results as operands, and one at "
                       "least");
  for (unsigned i = 0; i < getNumOperands(); ++i)
    if (failed(hlo::verifyCompatibleShapes(*this, hlo::operandType(*this, i),
                                           hlo::resultType(*this, i))))
      return failure();
  return success();
}

// Checks a region that combines the elements of each operand that has a result.
static LogicalResult verifyCombination(Operation *op, Region &region) {
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    auto operand = hlo::operandType(op, i);
    if (failed(hlo::verifyReducer(op, region, "computation", operand, operand,
                                  hlo::resultType(op, i))))
      return failure();
  }
  return success();
}

LogicalResult AllReduceOp::verifyRegions() {
  return verifyCombination(*this, getComputation());
}

LogicalResult AllToAllOp::verify() {
  for (Value operand : getOperands()) {
    int64_t rank = tensorOf(operand).getRank();
    if (failed(hlo::verifyDimension(*this, "split_dimension",
                                    getSplitDimension(), rank)) ||
        failed(hlo::verifyDimension(*this, "concat_dimension",
                                    getConcatDimension(), rank)))
      return failure();
    int64_t size = tensorOf(operand).getDimSize(getSplitDimension());
    if (!ShapedType::isDynamic(size) &&
        size % static_cast<int64_t>(getSplitCount()) != 0)
      return emitOpError("attribute 'split_count' ")
             << getSplitCount() << " does not divide the size " << size
             << " of split_dimension";
  }
  if (failed(verifyReplicaGroups(*this, getReplicaGroups())))
    return failure();
  return verifyExchange(*this,
                        {static_cast<int64_t>(getSplitDimension()),
                         static_cast<int64_t>(getConcatDimension())});
}

LogicalResult ReduceScatterOp::verify() {
  if (failed(hlo::verifyDimension(*this, "scatter_dimension",
                                  getScatterDimension(),
                                  tensorOf(getOperand()).getRank())) ||
      failed(verifyReplicaGroups(*this, getReplicaGroups())))
    return failure();
  return verifyExchangedShapes(*this, getScatterDimension());
}

LogicalResult ReduceScatterOp::verifyRegions() {
  return verifyCombination(*this, getComputation());
}

// Checks the operands and results of an op for whose group one process is the root. A dynamic
// root is one more operand.
template <typename Op> static LogicalResult verifyRooted(Op op) {
  int64_t count = op->getNumOperands();
  if (op.getHasDynamicRoot())
    --count;
  if (count < 1)
    return op.emitOpError("requires at least one operand")
           << (op.getHasDynamicRoot() ? " before the one for the root" : "");
  if (count != op->getNumResults())
    return op.emitOpError("requires ")
           << count << " results, as many as operands, got "
           << op->getNumResults();
  if (op.getHasDynamicRoot()) {
    auto root = hlo::operandType(op, count);
    if (!hlo::elementType(root.type).isSignlessInteger(32))
      return op.emitOpError("requires element type i32 of ") << root;
    if (failed(hlo::verifyShape(op, root, {Dim{count}})) ||
        cast<RankedTensorType>(root.type).isDynamicDim(0))
      return op.emitOpError("requires one root for each of ")
             << count << " operands";
  }
  if (failed(verifyReplicaGroups(op, op.getReplicaGroups())))
    return failure();
  for (int64_t i = 0; i < count; ++i)
    if (failed(hlo::verifyCompatibleShapes(op, hlo::operandType(op, i),
                                           hlo::resultType(op, i))))
      return failure();
  return success();
}

LogicalResult CollectiveBroadcastOp::verify() {
  if (failed(verifyRooted(*this)))
    return failure();
  for (unsigned i = 0; i < getNumResults(); ++i)
    if (failed(hlo::verifyCompatibleElements(*this, hlo::operandType(*this, i),
                                             hlo::resultType(*this, i))))
      return failure();
  return success();
}

LogicalResult CollectiveReduceOp::verify() {
  if (getUseGlobalDeviceIds() &&
      (!getChannelHandle() || getChannelHandle()->getHandle() <= 0))
    return emitOpError("requires a channel id of at least 1, because "
                       "use_global_device_ids is set");
  return verifyRooted(*this);
}

LogicalResult CollectiveReduceOp::verifyRegions() {
  return verifyCombination(*this, getComputation());
}

LogicalResult AsyncStartOp::verifyRegions() {
  if (failed(hlo::verifyRegion(*this, getBody(), "body",
                               SmallVector<Type>(getOperandTypes()),
                               cast<FutureType>(getType()).getTypes())))
    return failure();
  Block &block = getBody().front();
  if (block.getOperations().size() != 2 ||
      !isa<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
           CollectivePermuteOp, CollectiveReduceOp, DynamicSliceOp,
           DynamicUpdateSliceOp, ReduceScatterOp, SliceOp>(block.front()))
    return emitOpError("requires a region of one collective op or one slice, "
                       "and a return");
  if (block.getTerminator()->getNumOperands() != 1)
    return emitOpError("requires a region that returns one value, got ")
           << block.getTerminator()->getNumOperands();
  return success();
}

LogicalResult AsyncDoneOp::verify() {
  auto future = cast<FutureType>(getOperand().getType());
  if (llvm::equal(future.getTypes(), getOperation()->getResultTypes()))
    return success();
  return emitOpError("requires the results that operand #0 has, ") << future;
}

//===-- Numerics ----------------------------------------------------------===//

// Checks element types: RFFT converts reals to complex numbers, IRFFT the
// reverse.
static LogicalResult verifyTransformed(FftOp op) {
  auto operand = hlo::operandType(op, 0), result = hlo::resultType(op, 0);
  bool takesReal = op.getFftType() == FftType::RFFT;
  if (takesReal == isa<ComplexType>(hlo::elementType(operand.type)))
    return op.emitOpError("requires a ")
           << (takesReal ? "float" : "complex") << " element type of "
           << operand;
  switch (op.getFftType()) {
  case FftType::FFT:
  case FftType::IFFT:
    return hlo::verifySameElements(op, operand, result);
  case FftType::RFFT:
    if (!hlo::isFloat32Or64(hlo::elementType(operand.type)))
      return op.emitOpError("requires element type f32 or f64 of ") << operand;
    return hlo::verifyComplexOf(op, operand, result);
  case FftType::IRFFT: {
    Type part = cast<ComplexType>(hlo::elementType(operand.type))
                    .getElementType();
    Type actual = hlo::elementType(result.type);
    if (actual == part)
      return success();
    return op.emitOpError("requires element type ")
           << part << " of " << result.name() << ", got " << actual;
  }
  }
  llvm_unreachable("all types are listed");
}

LogicalResult FftOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  int64_t count = getFftLength().size();
  if (count < 1 || count > 3 || count > rank)
    return emitOpError("attribute 'fft_length' has ")
           << count << " elements, but needs 1 to 3, at most the rank " << rank
           << " of operand #0";
  if (failed(hlo::verifyAtLeast(*this, "fft_length", getFftLength(), 0)) ||
      failed(verifyTransformed(*this)))
    return failure();
  return hlo::verifyShape(
      *this, hlo::resultType(*this, 0),
      SmallVector<Dim>(rank, Dim{ShapedType::kDynamic}));
}

LogicalResult RngOp::verify() {
  for (unsigned i : {0, 1})
    if (failed(hlo::verifySameElements(*this, hlo::operandType(*this, i),
                                       hlo::resultType(*this, 0))))
      return failure();
  return hlo::verifyShape(*this, hlo::operandType(*this, 2),
                          Dim{tensorOf(getResult()).getRank()});
}

LogicalResult RngBitGeneratorOp::verify() {
  // The state may change its element type.
  return hlo::verifyCompatibleShapes(*this, hlo::operandType(*this, 0),
                                     hlo::resultType(*this, 0));
}

// Checks a batch normalisation: `tensors` share one shape, and every other
// value is a vector along the feature dim.
static LogicalResult verifyBatchNorm(Operation *op, int64_t featureIndex) {
  auto operand = hlo::operandType(op, 0);
  SmallVector<Dim> dims = hlo::getDims(operand.type);
  if (failed(hlo::verifyDimension(op, "feature_index", featureIndex,
                                  dims.size())))
    return failure();
  auto verifyValue = [&](const hlo::NamedType &value, bool isVector) {
    return isVector ? hlo::verifyShape(op, value, dims[featureIndex])
                    : hlo::verifyCompatibleShapes(op, operand, value);
  };
  if (failed(hlo::verifyAllCompatibleElements(op, /*results=*/true)))
    return failure();
  for (unsigned i = 1; i < op->getNumOperands(); ++i)
    if (failed(verifyValue(hlo::operandType(op, i),
                           !(isa<BatchNormGradOp>(op) && i == 4))))
      return failure();
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (failed(verifyValue(hlo::resultType(op, i), i != 0)))
      return failure();
  return success();
}

LogicalResult BatchNormGradOp::verify() {
  return verifyBatchNorm(*this, getFeatureIndex());
}
LogicalResult BatchNormInferenceOp::verify() {
  return verifyBatchNorm(*this, getFeatureIndex());
}
LogicalResult BatchNormTrainingOp::verify() {
  return verifyBatchNorm(*this, getFeatureIndex());
}
