// Verifiers of the ops that change between quantized and other types, and the
// checks of quantized types that several ops share.

#include "stablehlo/verify.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace mlir::stablehlo;
using quant::QuantizedType;
using quant::UniformQuantizedPerAxisType;
using quant::UniformQuantizedType;

static Type elementOf(Value value) {
  return hlo::elementType(value.getType());
}

bool stablehlo::isAnyQuantized(ArrayRef<Type> types) {
  return llvm::any_of(types, [](Type type) {
    return isa<QuantizedType>(hlo::elementType(type));
  });
}

//===-- Conversions -------------------------------------------------------===//

// Returns the expressed type of a quantized element type; otherwise the type
// itself.
static Type expressedType(Type element) {
  auto quantized = dyn_cast<QuantizedType>(element);
  return quantized ? quantized.getExpressedType() : element;
}

static LogicalResult verifyExpressedType(Operation *op) {
  Type operand = expressedType(elementOf(op->getOperand(0)));
  Type result = expressedType(elementOf(op->getResult(0)));
  if (operand == result)
    return success();
  return op->emitOpError("requires one expressed type, but operand #0 has ")
         << operand << " and result #0 has " << result;
}

// uniform_quantize_c2
LogicalResult UniformQuantizeOp::verify() { return verifyExpressedType(*this); }
LogicalResult UniformDequantizeOp::verify() {
  // uniform_dequantize_c2
  if (failed(verifyExpressedType(*this)))
    return failure();
  // uniform_dequantize_c1
  return hlo::verifyShape(*this, hlo::resultType(*this, 0),
                          hlo::getUnboundedDims(getOperand().getType()));
}

// Checks the quantized operands and result of a sum.
static LogicalResult verifyQuantizedSum(AddOp op) {
  auto lhs = dyn_cast<QuantizedType>(elementOf(op.getLhs()));
  auto rhs = dyn_cast<QuantizedType>(elementOf(op.getRhs()));
  auto result = dyn_cast<QuantizedType>(elementOf(op.getResult()));
  // add_c2
  if (!lhs || !rhs || !result)
    return op.emitOpError("requires both operands and the result to be "
                          "quantized if one of them is");
  // add_c3
  if (lhs.getStorageType() != rhs.getStorageType() ||
      lhs.getStorageType() != result.getStorageType())
    return op.emitOpError("requires one storage type, got ")
           << lhs.getStorageType() << ", " << rhs.getStorageType() << " and "
           << result.getStorageType();
  // add_c4
  if (lhs.getExpressedType() != rhs.getExpressedType() ||
      lhs.getExpressedType() != result.getExpressedType())
    return op.emitOpError("requires one expressed type, got ")
           << lhs.getExpressedType() << ", " << rhs.getExpressedType()
           << " and " << result.getExpressedType();
  // add_c5
  auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(result);
  bool isPerAxis = isa<UniformQuantizedPerAxisType>(lhs) ||
                   isa<UniformQuantizedPerAxisType>(rhs);
  if ((perAxis != nullptr) != isPerAxis)
    return op.emitOpError("requires result #0 to be quantized per axis if and "
                          "only if an operand is, got ")
           << Type(result);
  // add_c6, add_c7
  // The loop only refers to the list.
  QuantizedType operands[] = {lhs, rhs};
  for (auto [index, operand] : llvm::enumerate(operands)) {
    auto axis = dyn_cast<UniformQuantizedPerAxisType>(operand);
    if (axis &&
        axis.getQuantizedDimension() != perAxis.getQuantizedDimension())
      return op.emitOpError("requires one quantized dimension, but operand #")
             << index << " has " << axis.getQuantizedDimension()
             << " and result #0 has " << perAxis.getQuantizedDimension();
  }
  return hlo::verifyCompatibleElements(op, hlo::operandType(op, 0),
                                       hlo::resultType(op, 0));
}

LogicalResult AddOp::verify() {
  Type lhs = getLhs().getType(), rhs = getRhs().getType(), result = getType();
  if (lhs == rhs && lhs == result && !isa<QuantizedType>(elementOf(getLhs())))
    return success();
  if (failed(hlo::verifyAllCompatibleShapes(*this)))
    return failure();
  if (isAnyQuantized({lhs, rhs, result}))
    return verifyQuantizedSum(*this);
  // add_c1
  return hlo::verifyAllSameElements(*this);
}

//===-- Scales that an op keeps -------------------------------------------===//

static LogicalResult reportScales(Operation *op) {
  return op->emitOpError("requires the same scales and zero points of operand "
                         "#0 and result #0, got ")
         << elementOf(op->getOperand(0)) << " and "
         << elementOf(op->getResult(0));
}

// broadcast_in_dim_c1, reshape_c1, dynamic_reshape_c1, transpose_c1
LogicalResult stablehlo::verifyScalePerTensor(Operation *op) {
  auto operand = dyn_cast<UniformQuantizedType>(elementOf(op->getOperand(0)));
  auto result = dyn_cast<UniformQuantizedType>(elementOf(op->getResult(0)));
  return operand && result && operand != result ? reportScales(op) : success();
}

// reshape_c1, dynamic_reshape_c1, transpose_c1
LogicalResult stablehlo::verifySameScales(Operation *op) {
  if (!isAnyQuantized(op->getOperand(0).getType()))
    return success();
  auto operand =
      dyn_cast<UniformQuantizedPerAxisType>(elementOf(op->getOperand(0)));
  auto result =
      dyn_cast<UniformQuantizedPerAxisType>(elementOf(op->getResult(0)));
  if (operand && result &&
      (operand.getScales() != result.getScales() ||
       operand.getZeroPoints() != result.getZeroPoints()))
    return reportScales(op);
  return verifyScalePerTensor(op);
}

// Returns the number of elements in front of a dim, modulo 2^64.
static uint64_t countInFront(RankedTensorType type, int64_t dim) {
  uint64_t count = 1;
  for (int64_t size : type.getShape().take_front(dim))
    count *= size;
  return count;
}

LogicalResult stablehlo::verifyReshapedScales(Operation *op) {
  if (!isAnyQuantized(op->getOperand(0).getType()))
    return success();
  if (failed(verifySameScales(op)))
    return failure();
  auto from = dyn_cast<UniformQuantizedPerAxisType>(elementOf(op->getOperand(0)));
  auto to = dyn_cast<UniformQuantizedPerAxisType>(elementOf(op->getResult(0)));
  if (!from || !to)
    return success();
  RankedTensorType operand = tensorOf(op->getOperand(0));
  RankedTensorType result = tensorOf(op->getResult(0));
  int64_t fromDim = from.getQuantizedDimension();
  int64_t toDim = to.getQuantizedDimension();
  // reshape_c3, dynamic_reshape_c3
  if (!operand.isDynamicDim(fromDim) && !result.isDynamicDim(toDim) &&
      operand.getDimSize(fromDim) != result.getDimSize(toDim))
    return op->emitOpError("requires equal sizes of the quantized dimensions, "
                           "got ")
           << operand.getDimSize(fromDim) << " and "
           << result.getDimSize(toDim);
  if (operand.hasStaticShape() && result.hasStaticShape() &&
      countInFront(operand, fromDim) != countInFront(result, toDim))
    return op->emitOpError("requires as many elements in front of the "
                           "quantized dimension of result #0 as of operand #0, "
                           "got ")
           << countInFront(result, toDim) << " and "
           << countInFront(operand, fromDim);
  return success();
}

LogicalResult stablehlo::verifyBroadcastScales(
    Operation *op, ArrayRef<int64_t> broadcastDimensions) {
  auto from = dyn_cast<UniformQuantizedPerAxisType>(elementOf(op->getOperand(0)));
  auto to = dyn_cast<UniformQuantizedPerAxisType>(elementOf(op->getResult(0)));
  if (!to)
    return success();
  if (!from)
    return op->emitOpError("requires operand #0 to be quantized per axis as "
                           "result #0 is");
  int64_t dim = from.getQuantizedDimension();
  // broadcast_in_dim_c6, dynamic_broadcast_in_dim_c6
  if (to.getQuantizedDimension() != broadcastDimensions[dim])
    return op->emitOpError("requires result #0 to be quantized along dimension ")
           << broadcastDimensions[dim] << ", got "
           << to.getQuantizedDimension();
  if (tensorOf(op->getOperand(0)).getDimSize(dim) != 1)
    return success();
  auto isRepeated = [](auto values, auto value) {
    return llvm::all_of(values, [&](auto each) { return each == value; });
  };
  if (tensorOf(op->getResult(0)).isDynamicDim(to.getQuantizedDimension()) ||
      (isRepeated(to.getScales(), from.getScales().front()) &&
       isRepeated(to.getZeroPoints(), from.getZeroPoints().front())))
    return success();
  return op->emitOpError("requires the scale and zero point of operand #0 for "
                         "each element of result #0 along dimension ")
         << to.getQuantizedDimension();
}

//===-- Products ----------------------------------------------------------===//

LogicalResult stablehlo::verifyQuantizedProduct(Operation *op) {
  Type lhs = elementOf(op->getOperand(0)), result = elementOf(op->getResult(0));
  auto rhs = dyn_cast<QuantizedType>(elementOf(op->getOperand(1)));
  auto quantizedLhs = dyn_cast<QuantizedType>(lhs);
  auto quantizedResult = dyn_cast<QuantizedType>(result);
  // convolution_c28, dot_general_c14, dynamic_conv_c28
  if (!rhs || (quantizedLhs != nullptr) != (quantizedResult != nullptr))
    return op->emitOpError("requires operand #1 to be quantized, and both or "
                           "none of operand #0 and result #0");
  if (!quantizedLhs) {
    // convolution_c34, dot_general_c20, dynamic_conv_c34
    if (lhs == rhs.getExpressedType() && lhs == result)
      return success();
    return op->emitOpError("requires element type ")
           << rhs.getExpressedType()
           << " of operand #0 and result #0, which operand #1 expresses, got "
           << lhs << " and " << result;
  }
  // convolution_c31, dot_general_c17, dynamic_conv_c31
  if (quantizedLhs.getStorageType() != rhs.getStorageType())
    return op->emitOpError("requires one storage type of the operands, got ")
           << quantizedLhs.getStorageType() << " and " << rhs.getStorageType();
  // convolution_c32, dot_general_c18, dynamic_conv_c32
  Type expressed = quantizedLhs.getExpressedType();
  if (expressed != rhs.getExpressedType() ||
      expressed != quantizedResult.getExpressedType())
    return op->emitOpError("requires one expressed type, got ")
           << expressed << ", " << rhs.getExpressedType() << " and "
           << quantizedResult.getExpressedType();
  // convolution_c33, dot_general_c19, dynamic_conv_c33
  if (isa<UniformQuantizedType>(rhs) &&
      !isa<UniformQuantizedType>(quantizedResult))
    return op->emitOpError("requires result #0 not to be quantized per axis, "
                           "because operand #1 is not");
  return success();
}
