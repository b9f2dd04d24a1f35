// What MLIR's C API lacks for walking IR: traits, dominance, branches, symbols,
// constants, which ops there are and what attributes they take; and verifying them.

#ifndef BCAST_IR_CAPI_H
#define BCAST_IR_CAPI_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*BcastVisitText)(MlirStringRef text, void *userData);

// Whether ops inside of `operation` may not use values defined outside of it.
// True for unregistered operations, of which nothing is known.
bool bcastOperationMayBeIsolatedFromAbove(MlirOperation operation);

// Whether the op applies to each element alone, so that its operands and results
// have equal shapes.
bool bcastOperationIsElementwise(MlirOperation operation);

// How many threads the context has for work of its passes; 1 if it works without.
unsigned bcastContextThreadCount(MlirContext context);

// Calls `work` with each number below `count`, on the context's threads.
// Diagnostics come in the order of the numbers.
void bcastContextParallelFor(MlirContext context, size_t count,
                             void (*work)(size_t index, void *userData),
                             void *userData);

// All attributes of the op, as one. Those of an op that is not registered have its
// properties among them: by their names if they are a dictionary, else as what an
// empty name stands for.
MlirAttribute bcastOperationAttributes(MlirOperation operation);

// Copies an op without regions, with other operands of the same types. Threads may copy
// ops that use one value: it is not touched.
MlirOperation bcastOperationCloneOn(MlirOperation operation,
                                    const MlirValue *operands);

// The value that a terminator hands to an argument of its nth successor; null
// where it makes the value itself or does not tell.
MlirValue bcastOperationSuccessorOperand(MlirOperation terminator,
                                         intptr_t successor, intptr_t argument);

// Visits the terminators that branch to a block, each with the number of the successor
// that the block is. MLIR's C API finds the nth one by walking over all before it.
void bcastBlockVisitPredecessors(MlirBlock block,
                                 void (*visit)(MlirOperation terminator,
                                               intptr_t successor,
                                               void *userData),
                                 void *userData);

// Visits the uses of symbols in a symbol table's own attributes and in its regions, at
// any nesting, by the first part of the symbol's name. False if some may be hidden in
// ops of which nothing is known.
bool bcastVisitSymbolUses(MlirOperation symbolTable,
                          void (*visit)(MlirStringRef symbol,
                                        MlirOperation user, void *userData),
                          void *userData);

// Visits the region's reachable blocks along its dominator tree, depth first:
// every block between the two visits of a block is dominated by it. Of blocks
// with one dominator, those that branch to others come first (but for loops).
void bcastRegionVisitDominatorTree(MlirRegion region,
                                   void (*visit)(MlirBlock block, bool entered,
                                                 void *userData),
                                   void *userData);

// Whether the value is a constant whose elements are all one integer of at most
// 64 bits, which goes to `result`.
bool bcastValueIsConstantInteger(MlirValue value, int64_t *result);

// Verifies an op without regions; what is wrong goes to `visit`, and is not emitted.
bool bcastOperationVerify(MlirOperation operation, BcastVisitText visit,
                          void *userData);

// Visits the names of all dialects that can be loaded.
void bcastContextVisitDialects(MlirContext context, BcastVisitText visit,
                               void *userData);

// Visits the full names of a loaded dialect's ops. MLIR's own list by dialect is
// incomplete, depending on the order in which dialects were loaded.
void bcastContextVisitOps(MlirContext context, MlirStringRef dialect,
                          BcastVisitText visit, void *userData);

// How many operands ops of this name have; -1 if that is not fixed, or if the
// name is not registered.
intptr_t bcastContextOperandCount(MlirContext context, MlirStringRef op);

// How many results ops of this name have; -1 if that is not fixed, or if the name
// is not registered.
intptr_t bcastContextResultCount(MlirContext context, MlirStringRef op);

// Visits the names of the attributes that ops of this name are defined with.
void bcastContextVisitAttributes(MlirContext context, MlirStringRef op,
                                 BcastVisitText visit, void *userData);

// Whether the operands of ops of this name have equal types, and not types that
// merely fit.
bool bcastContextTakesEqualTypes(MlirContext context, MlirStringRef op);

// The elements of an attribute, copied from its resource if they are in one; null if it
// has none, or not as many as its type says.
MlirAttribute bcastDenseElements(MlirAttribute attribute);

// How many parts the attribute is printed with; see `countParts`.
uint64_t bcastAttributeCountParts(MlirAttribute attribute);

// How many parts the type is printed with.
uint64_t bcastTypeCountParts(MlirType type);

// Whether ops of this name take such an attribute: if it is one of their own, it
// is of the kind that they are defined with; what MLIR says if it is not, is visited.
// MLIR drops others as it makes an op, and prints of some ops what is then null.
bool bcastContextTakesAttribute(MlirContext context, MlirStringRef op,
                                MlirStringRef attribute, MlirAttribute value,
                                BcastVisitText visit, void *userData);

#ifdef __cplusplus
}
#endif

#endif // BCAST_IR_CAPI_H
