// The Shardy dialect: the code that mlir-tblgen generates from the .td files,
// and the assembly directives that it calls.

#ifndef BCAST_SDY_DIALECT_H
#define BCAST_SDY_DIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <optional>

#include "sdy_dialect.h.inc"
#include "sdy_enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "sdy_attributes.h.inc"
#define GET_OP_CLASSES
#include "sdy_ops.h.inc"

namespace mlir::sdy {

/// The attribute of a function's argument or result, or of an op, that has the
/// sharding of that value or of the op's results.
inline constexpr StringLiteral kSharding = "sdy.sharding";

/// Returns the name of a factor in a sharding rule: i to z, then z_1 and so on.
std::string factorName(int64_t factor);

// The syntax of each directive is shown in assembly.cpp.
ParseResult parseMeshOrRef(AsmParser &parser, Attribute &meshOrRef);
void printMeshOrRef(AsmPrinter &printer, Attribute meshOrRef);

ParseResult parseReplicatedAndUnreducedAxes(
    AsmParser &parser, SmallVector<AxisRefAttr> &replicated,
    SmallVector<AxisRefAttr> &unreduced, ReductionOp &reduction);
void printReplicatedAndUnreducedAxes(AsmPrinter &printer,
                                     ArrayRef<AxisRefAttr> replicated,
                                     ArrayRef<AxisRefAttr> unreduced,
                                     ReductionOp reduction);

ParseResult parseFactorSizes(AsmParser &parser, SmallVector<int64_t> &sizes);
void printFactorSizes(AsmPrinter &printer, ArrayRef<int64_t> sizes);

ParseResult parseFactorsWithType(AsmParser &parser,
                                 SmallVector<int64_t> &factors, StringRef type);
void printFactorsWithType(AsmPrinter &printer, ArrayRef<int64_t> factors,
                          StringRef type);

ParseResult parseIsCustomRule(AsmParser &parser, bool &isCustom);
void printIsCustomRule(AsmPrinter &printer, bool isCustom);

// The argument only makes the number of arguments that a directive must have.
ParseResult parseMinus(AsmParser &parser, StringRef);
void printMinus(AsmPrinter &printer, StringRef);

ParseResult parseSingleBlockRegionNoBlockId(OpAsmParser &parser,
                                            Region &region);
void printSingleBlockRegionNoBlockId(OpAsmPrinter &printer, Operation *op,
                                     Region &region);

ParseResult
parseStrippedTensorShardingPerValueAttr(AsmParser &parser,
                                        TensorShardingPerValueAttr &shardings);
void printStrippedTensorShardingPerValueAttr(
    AsmPrinter &printer, Operation *op, TensorShardingPerValueAttr shardings);

} // namespace mlir::sdy

#endif // BCAST_SDY_DIALECT_H
