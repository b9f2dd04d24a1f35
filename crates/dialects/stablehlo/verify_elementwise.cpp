// Verifiers of elementwise ops; those of quantized types are in
// verify_quantized.cpp.

#include "stablehlo/verify.h"

using namespace mlir;
using namespace mlir::stablehlo;

// Returns the element type of a complex number's parts; otherwise the type
// itself.
static Type realElement(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

static LogicalResult verifyPart(Operation *op) {
  Type operand = hlo::elementType(op->getOperand(0).getType());
  Type result = hlo::elementType(op->getResult(0).getType());
  if (hlo::areCompatibleElements(realElement(operand), result))
    return success();
  return op->emitOpError("requires element type ")
         << realElement(operand) << " of result #0, got " << result;
}

// abs_c2, imag_c2, real_c2
LogicalResult AbsOp::verify() { return verifyPart(*this); }
LogicalResult RealOp::verify() { return verifyPart(*this); }
LogicalResult ImagOp::verify() { return verifyPart(*this); }

// complex_c3
LogicalResult ComplexOp::verify() {
  return hlo::verifyComplexOf(*this, hlo::operandType(*this, 0),
                              hlo::resultType(*this, 0));
}

// compare_c3
LogicalResult CompareOp::verify() {
  Type element = hlo::elementType(getLhs().getType());
  if (getCompareType() != ComparisonType::WEAKORDER || isa<FloatType>(element))
    return success();
  return emitOpError("requires floats in WEAKORDER, got ") << element;
}

LogicalResult SelectOp::verify() {
  auto pred = hlo::operandType(*this, 0), onTrue = hlo::operandType(*this, 1),
       onFalse = hlo::operandType(*this, 2), result = hlo::resultType(*this, 0);
  // select_c1
  if (tensorOf(getPred()).getRank() != 0 &&
      failed(hlo::verifyCompatibleSizes(*this, pred, onTrue)))
    return failure();
  if (onTrue.type == onFalse.type && onTrue.type == result.type)
    return success();
  // select_c2
  return failure(failed(hlo::verifySameElements(*this, onTrue, onFalse)) ||
                 failed(hlo::verifyCompatibleElements(*this, onTrue, result)) ||
                 failed(hlo::verifyCompatibleShapes(*this, onTrue, onFalse)) ||
                 failed(hlo::verifyCompatibleShapes(*this, onTrue, result)) ||
                 failed(hlo::verifyCompatibleShapes(*this, onFalse, result)));
}

LogicalResult ClampOp::verify() {
  auto operand = hlo::operandType(*this, 1);
  // clamp_c1, clamp_c2
  for (unsigned limit : {0, 2})
    if (tensorOf(getOperation()->getOperand(limit)).getRank() != 0 &&
        failed(hlo::verifyCompatibleSizes(
            *this, hlo::operandType(*this, limit), operand)))
      return failure();
  // clamp_c4
  return hlo::verifyShape(*this, hlo::resultType(*this, 0),
                          hlo::getUnboundedDims(operand.type));
}
