// Assembly directives that both dialects use in their declarative formats.
// Each function pair `parseX` / `printX` is the directive `custom<X>`.

#ifndef BCAST_COMMON_ASSEMBLY_H
#define BCAST_COMMON_ASSEMBLY_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::hlo {

//===-- Types -------------------------------------------------------------===//

// SameOperandsAndResultType: one type for all, or a function type.
//   tensor<2xf32>
//   (tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
ParseResult parseSameTypes(OpAsmParser &parser, ArrayRef<Type *> types);
void printSameTypes(OpAsmPrinter &printer, Operation *op, TypeRange types);

template <typename... Types>
ParseResult parseSameOperandsAndResultType(OpAsmParser &parser,
                                           Types &...types) {
  return parseSameTypes(parser, {&types...});
}
template <typename... Types>
void printSameOperandsAndResultType(OpAsmPrinter &printer, Operation *op,
                                    Types... types) {
  printSameTypes(printer, op, ArrayRef<Type>{types...});
}

// VariadicSameOperandsAndResultType: the same for any number of operands.
ParseResult parseVariadicSameOperandsAndResultType(
    OpAsmParser &parser, ArrayRef<OpAsmParser::UnresolvedOperand> operands,
    SmallVectorImpl<Type> &operandTypes, Type &result);
void printVariadicSameOperandsAndResultType(OpAsmPrinter &printer,
                                            Operation *op, OperandRange,
                                            TypeRange operandTypes,
                                            Type result);

// ComplexOpType: the complex type, whose parts are the operands' types, or a
// function type.
//   tensor<2xcomplex<f32>>
ParseResult parseComplexOpType(OpAsmParser &parser, Type &lhs, Type &rhs,
                               Type &result);
void printComplexOpType(OpAsmPrinter &printer, Operation *op, Type lhs,
                        Type rhs, Type result);

// SelectOpType: the predicate's and the result's type, or a function type.
//   tensor<i1>, tensor<2xf32>
ParseResult parseSelectOpType(OpAsmParser &parser, Type &pred, Type &onTrue,
                              Type &onFalse, Type &result);
void printSelectOpType(OpAsmPrinter &printer, Operation *op, Type pred,
                       Type onTrue, Type onFalse, Type result);

// TupleOpType: the tuple, whose elements are the operands' types.
//   tuple<tensor<2xf32>, tensor<i32>>
ParseResult parseTupleOpType(OpAsmParser &parser,
                             SmallVectorImpl<Type> &operands, Type &result);
void printTupleOpType(OpAsmPrinter &printer, Operation *op, TypeRange operands,
                      Type result);

// PairwiseOpType: one list for the operands and the results.
//   tensor<2xf32>, tensor<i32>
ParseResult parsePairwiseOpType(OpAsmParser &parser,
                                SmallVectorImpl<Type> &operands,
                                SmallVectorImpl<Type> &results);
void printPairwiseOpType(OpAsmPrinter &printer, Operation *op,
                         TypeRange operands, TypeRange results);

//===-- Operands ----------------------------------------------------------===//

// VariadicOperandWithAttribute: operands, each with a comma after it.
//   %a, %b,
ParseResult parseVariadicOperandWithAttribute(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands);
void printVariadicOperandWithAttribute(OpAsmPrinter &printer, Operation *op,
                                       OperandRange operands);

//===-- Attributes --------------------------------------------------------===//

// A list of integers in brackets.
//   [0, 1]
FailureOr<SmallVector<int64_t>> parseDims(AsmParser &parser);
void printDims(AsmPrinter &printer, ArrayRef<int64_t> dims);

// A field of an attribute, and the destination of its value.
struct Field {
  StringRef name;
  PointerUnion<int64_t *, SmallVector<int64_t> *> value;
};

// Fields in any order, each at most once, with an optional trailing comma, and
//   the closing bracket. Missing fields keep their values. offset_dims = [1],
//   index_vector_dim = 1>
ParseResult parseFields(AsmParser &parser, ArrayRef<Field> fields);

// Dimension numbers: a list of dims for each name, optionally followed by
//   `index_vector_dim`. Empty lists and zeros are not printed. <offset_dims =
//   [1], index_vector_dim = 1>
ParseResult parseDimensionNumbers(AsmParser &parser,
                                  ArrayRef<StringLiteral> names,
                                  MutableArrayRef<SmallVector<int64_t>> lists,
                                  int64_t *indexVectorDim = nullptr);
void printDimensionNumbers(AsmPrinter &printer, ArrayRef<StringLiteral> names,
                           ArrayRef<ArrayRef<int64_t>> lists,
                           int64_t indexVectorDim = 0);

// A list of integers without brackets, `?` for ShapedType::kDynamic.
//   3, ?
FailureOr<SmallVector<int64_t>> parseBounds(AsmParser &parser);
void printBounds(AsmPrinter &printer, ArrayRef<int64_t> bounds);

// A floating-point number, read as a double.
FailureOr<APFloat> parseDouble(AsmParser &parser);

// ExponentMantissa: the widths of a float format.
//   e5m10
ParseResult parseExponentMantissa(OpAsmParser &parser, IntegerAttr &exponent,
                                  IntegerAttr &mantissa);
void printExponentMantissa(OpAsmPrinter &printer, Operation *op,
                           IntegerAttr exponent, IntegerAttr mantissa);

// Constant values: attributes, then the value.
//   {note = "x"} dense<1> : tensor<2xi32>
ParseResult parseConstant(OpAsmParser &parser, OperationState &result);
void printConstant(OpAsmPrinter &printer, Operation *op, ElementsAttr value);

} // namespace mlir::hlo

#endif // BCAST_COMMON_ASSEMBLY_H
