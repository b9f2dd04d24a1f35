#include "chlo/dialect.h"

#include "chlo/bytecode.h"
#include "common/inliner.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::chlo;
using hlo::Dim;

#include "chlo_dialect.cpp.inc"
#include "chlo_enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "chlo_attributes.cpp.inc"

void CHLODialect::initialize() {
  addInterfaces<hlo::Inliner>();
  registerOps();
  registerAttributes();
  addEncoding(*this);
}

void CHLODialect::registerOps() { registerCHLODialectOperations(this); }

void CHLODialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "chlo_attributes.cpp.inc"
      >();
}

Operation *CHLODialect::materializeConstant(OpBuilder &builder,
                                            Attribute value, Type type,
                                            Location location) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, location, type, elements);
}

//===-- Attributes --------------------------------------------------------===//

static constexpr StringLiteral kRaggedDotFields[] = {
    "lhs_batching_dimensions",    "rhs_batching_dimensions",
    "lhs_contracting_dimensions", "rhs_contracting_dimensions",
    "lhs_ragged_dimensions",      "rhs_group_dimensions"};

Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lists[std::size(kRaggedDotFields)];
  if (hlo::parseDimensionNumbers(parser, kRaggedDotFields, lists))
    return {};
  return get(parser.getContext(), lists[0], lists[1], lists[2], lists[3],
             lists[4], lists[5]);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  hlo::printDimensionNumbers(
      printer, kRaggedDotFields,
      {getLhsBatchingDimensions(), getRhsBatchingDimensions(),
       getLhsContractingDimensions(), getRhsContractingDimensions(),
       getLhsRaggedDimensions(), getRhsGroupDimensions()});
}

//===-- Ops that broadcast ------------------------------------------------===//

LogicalResult BroadcastComplexOp::verify() {
  return hlo::verifyComplexOf(*this, hlo::operandType(*this, 0),
                              hlo::resultType(*this, 0));
}

LogicalResult BroadcastSelectOp::verify() {
  auto onTrue = hlo::operandType(*this, 1);
  if (failed(hlo::verifySameElements(*this, onTrue,
                                     hlo::operandType(*this, 2))))
    return failure();
  return hlo::verifyCompatibleElements(*this, onTrue,
                                       hlo::resultType(*this, 0));
}

//===-- Constants ---------------------------------------------------------===//

//   chlo.constant {note = "x"} dense<1> : tensor<2xi32>
ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  return hlo::parseConstant(parser, result);
}

void ConstantOp::print(OpAsmPrinter &printer) {
  hlo::printConstant(printer, *this, getValue());
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult ConstantOp::verify() {
  if (getValue().getShapedType() == getType())
    return success();
  return emitOpError("requires a value of the type of result #0 ")
         << getType() << ", got " << getValue().getShapedType();
}

LogicalResult ConstantLikeOp::verify() {
  Type value = getValue().getType();
  Type element = hlo::elementType(getType());
  if (value == element)
    return success();
  return emitOpError("requires a value of element type ")
         << element << " of result #0, got " << value;
}

//===-- Ops that see more than one element --------------------------------===//

LogicalResult TopKOp::verify() {
  auto operand = hlo::operandType(*this, 0);
  auto values = hlo::resultType(*this, 0);
  auto indices = hlo::resultType(*this, 1);
  if (failed(hlo::verifyCompatibleElements(*this, operand, values)))
    return failure();
  if (!hlo::elementType(indices.type).isSignlessInteger(32))
    return emitOpError("requires element type i32 of result #1");
  if (!isa<RankedTensorType>(operand.type))
    return success();
  SmallVector<Dim> expected = hlo::getDims(operand.type);
  if (expected.empty())
    return emitOpError("requires operand #0 of rank 1 at least");
  int64_t k = getK();
  if (expected.back().isStatic() && expected.back().size < k)
    return emitOpError("attribute 'k' holds ")
           << k << ", which is beyond the size " << expected.back().size
           << " of the last dimension of operand #0";
  expected.back() = Dim{k};
  if (failed(hlo::verifyShape(*this, values, expected)))
    return failure();
  return hlo::verifyShape(*this, indices, expected);
}
