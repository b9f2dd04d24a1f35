// The StableHLO dialect: the code that mlir-tblgen generates from the .td
// files, and the assembly directives that it calls.

#ifndef BCAST_STABLEHLO_DIALECT_H
#define BCAST_STABLEHLO_DIALECT_H

#include "common/assembly.h"
#include "common/interfaces.h"
#include "common/signature.h"
#include "common/verify.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "stablehlo_dialect.h.inc"
#include "stablehlo_enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "stablehlo_attributes.h.inc"
#define GET_TYPEDEF_CLASSES
#include "stablehlo_types.h.inc"
#define GET_OP_CLASSES
#include "stablehlo_ops.h.inc"

namespace mlir::stablehlo {

using hlo::parseComplexOpType;
using hlo::parseExponentMantissa;
using hlo::parsePairwiseOpType;
using hlo::parseSameOperandsAndResultType;
using hlo::parseSelectOpType;
using hlo::parseTupleOpType;
using hlo::parseVariadicOperandWithAttribute;
using hlo::parseVariadicSameOperandsAndResultType;
using hlo::printComplexOpType;
using hlo::printExponentMantissa;
using hlo::printPairwiseOpType;
using hlo::printSameOperandsAndResultType;
using hlo::printSelectOpType;
using hlo::printTupleOpType;
using hlo::printVariadicOperandWithAttribute;
using hlo::printVariadicSameOperandsAndResultType;

// The syntax of each directive is shown in assembly.cpp.
ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &start,
                             DenseI64ArrayAttr &limit,
                             DenseI64ArrayAttr &strides);
void printSliceRanges(OpAsmPrinter &printer, Operation *op,
                      DenseI64ArrayAttr start, DenseI64ArrayAttr limit,
                      DenseI64ArrayAttr strides);

ParseResult parseDotDimensionNumbers(OpAsmParser &parser,
                                     DotDimensionNumbersAttr &numbers);
void printDotDimensionNumbers(OpAsmPrinter &printer, Operation *op,
                              DotDimensionNumbersAttr numbers);

ParseResult parsePrecisionConfig(OpAsmParser &parser, ArrayAttr &precision);
void printPrecisionConfig(OpAsmPrinter &printer, Operation *op,
                          ArrayAttr precision);

ParseResult parsePrecisionConfigAndAlgorithm(OpAsmParser &parser,
                                             ArrayAttr &precision,
                                             DotAlgorithmAttr &algorithm);
void printPrecisionConfigAndAlgorithm(OpAsmPrinter &printer, Operation *op,
                                      ArrayAttr precision,
                                      DotAlgorithmAttr algorithm);

ParseResult parseConvolutionDimensions(AsmParser &parser,
                                       ConvDimensionNumbersAttr &numbers);
void printConvolutionDimensions(AsmPrinter &printer,
                                ConvDimensionNumbersAttr numbers);
inline void printConvolutionDimensions(OpAsmPrinter &printer, Operation *,
                                       ConvDimensionNumbersAttr numbers) {
  printConvolutionDimensions(printer, numbers);
}

ParseResult parseWindowAttributes(OpAsmParser &parser,
                                  DenseI64ArrayAttr &strides,
                                  DenseIntElementsAttr &padding,
                                  DenseI64ArrayAttr &lhsDilation,
                                  DenseI64ArrayAttr &rhsDilation,
                                  DenseBoolArrayAttr &reversal);
void printWindowAttributes(OpAsmPrinter &printer, Operation *op,
                           DenseI64ArrayAttr strides,
                           DenseIntElementsAttr padding,
                           DenseI64ArrayAttr lhsDilation,
                           DenseI64ArrayAttr rhsDilation,
                           DenseBoolArrayAttr reversal);

ParseResult parseCustomCallTarget(OpAsmParser &parser, StringAttr &target);
void printCustomCallTarget(OpAsmPrinter &printer, Operation *op,
                           StringAttr target);

} // namespace mlir::stablehlo

#endif // BCAST_STABLEHLO_DIALECT_H
