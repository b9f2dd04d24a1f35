// Functions that MLIR's C API lacks for walking and verifying IR: traits,
// dominance, branches, symbols, constants, registered ops and their attributes.

#ifndef BCAST_CAPI_IR_H
#define BCAST_CAPI_IR_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*BcastVisitText)(MlirStringRef text, void *userData);

// Returns whether ops inside `operation` may be unable to use values defined
// outside it. True for unregistered ops, of which nothing is known.
bool bcastOperationMayBeIsolatedFromAbove(MlirOperation operation);

// Returns whether an op may be removed if nothing uses its results.
bool bcastOperationIsRemovable(MlirOperation operation);

// Returns whether an op has MLIR's trait `ResultsBroadcastableShape`. Unregistered
// ops have no traits.
bool bcastOperationBroadcasts(MlirOperation operation);

// Returns the number of threads that the context has for its passes; 1 if
// multithreading is disabled.
unsigned bcastContextThreadCount(MlirContext context);

// Calls `work` with each number below `count`, on the context's threads.
// Diagnostics are emitted in the order of the numbers.
void bcastContextParallelFor(MlirContext context, size_t count,
                             void (*work)(size_t index, void *userData),
                             void *userData);

// Returns all attributes of the op as one dictionary. For an unregistered op,
// its properties are included: by name if they are a dictionary, otherwise
// under an empty name.
MlirAttribute bcastOperationAttributes(MlirOperation operation);

// Writes the types of an op's operands, then of its results, to `types`, unless
// there are more than `capacity`. Returns how many there are.
intptr_t bcastOperationTypes(MlirOperation operation, intptr_t capacity,
                             MlirType *types);

// The name of an op with its definition. The context owns it.
typedef struct BcastOpName {
  const void *ptr;
} BcastOpName;

BcastOpName bcastOpName(MlirContext context, MlirStringRef name);

// Creates an op without regions in no block. Unlike MLIR's function, it puts each
// attribute where the op keeps it, without making a dictionary of them first.
MlirOperation bcastOperationCreate(MlirLocation location, BcastOpName name,
                                   intptr_t operandCount,
                                   const MlirValue *operands,
                                   intptr_t resultCount,
                                   const MlirType *results,
                                   intptr_t attributeCount,
                                   const MlirNamedAttribute *attributes);

// Copies an op without regions, with other operands of the same types. Several
// threads may copy ops that use one value, because the value is not changed.
MlirOperation bcastOperationCloneOn(MlirOperation operation,
                                    const MlirValue *operands);

// Returns the value that a terminator passes to an argument of its nth
// successor; null if it produces the value itself or does not expose it.
MlirValue bcastOperationSuccessorOperand(MlirOperation terminator,
                                         intptr_t successor, intptr_t argument);

// Visits the terminators that branch to a block, each with the number of the successor
// that the block is. MLIR's C API walks over all earlier predecessors to find
// the nth one.
void bcastBlockVisitPredecessors(MlirBlock block,
                                 void (*visit)(MlirOperation terminator,
                                               intptr_t successor,
                                               void *userData),
                                 void *userData);

// Visits the uses of symbols in a symbol table's own attributes and in its regions, at
// any nesting, by the first part of the symbol's name. Returns false if
// a table in an unregistered op may have the symbols that it uses.
bool bcastVisitSymbolUses(MlirOperation symbolTable,
                          void (*visit)(MlirStringRef symbol,
                                        MlirOperation user, void *userData),
                          void *userData);

// Visits the region's reachable blocks along its dominator tree, depth first:
// a block dominates every block between its two visits. Among blocks with the
// same immediate dominator, a block comes before those that it branches to
// (except for loops).
void bcastRegionVisitDominatorTree(MlirRegion region,
                                   void (*visit)(MlirBlock block, bool entered,
                                                 void *userData),
                                   void *userData);

// Returns whether the value is a constant whose elements all equal one integer
// of at most 64 bits, and stores it in `result`.
bool bcastValueIsConstantInteger(MlirValue value, int64_t *result);

// Returns the value of a constant, or the one number in all its elements; null
// if the value is not a constant.
MlirAttribute bcastValueConstant(MlirValue value);

// Returns whether a value means that an optional operand is not given: it is
// PyTorch's `None`, or has the type `none`.
bool bcastValueIsAbsent(MlirValue value);

// Verifies an op without regions; error messages go to `visit` and are not
// emitted.
bool bcastOperationVerify(MlirOperation operation, BcastVisitText visit,
                          void *userData);

// Writes the `rank` sizes of an op's result that its definition infers from its
// operands and attributes, as MLIR writes them in types. Returns false, and
// writes nothing, if it infers none for a result of this rank.
bool bcastOperationInferSizes(MlirOperation operation, intptr_t result,
                              intptr_t rank, int64_t *sizes);

// Visits the names of all dialects that can be loaded.
void bcastContextVisitDialects(MlirContext context, BcastVisitText visit,
                               void *userData);

// Visits the full names of a loaded dialect's ops. MLIR's own list by dialect is
// incomplete, depending on the order in which dialects were loaded.
void bcastContextVisitOps(MlirContext context, MlirStringRef dialect,
                          BcastVisitText visit, void *userData);

// Loads the dialects that a module defines in IRDL, at any nesting. Returns false
// after an error.
bool bcastLoadIrdl(MlirModule module);

// Returns the number of operands of ops of this name; -1 if it is not fixed or
// the name is not registered.
intptr_t bcastContextOperandCount(MlirContext context, MlirStringRef op);

// Returns the number of results of ops of this name; -1 if it is not fixed or
// the name is not registered.
intptr_t bcastContextResultCount(MlirContext context, MlirStringRef op);

// Returns whether ops of this name have at least one region. False if the name
// is not registered.
bool bcastContextHasRegion(MlirContext context, MlirStringRef op);

// Visits the names of the attributes in the definition of ops of this name.
void bcastContextVisitAttributes(MlirContext context, MlirStringRef op,
                                 BcastVisitText visit, void *userData);

// Returns whether the operands of ops of this name must have equal, not merely
// compatible, types.
bool bcastContextTakesEqualTypes(MlirContext context, MlirStringRef op);

// Returns the elements of an attribute, copied from its resource if they are in
// one; null if it has none, or their number does not match its type.
MlirAttribute bcastDenseElements(MlirAttribute attribute);

// Visits the elements of a dense attribute of at most `max` signless integers of 32
// or 64 bits, or indices. Returns false, and visits none, for any other attribute.
bool bcastDenseElementsVisitInts(MlirAttribute attribute, size_t max,
                                 void (*visit)(int64_t element, void *userData),
                                 void *userData);

// Returns the number of parts of the attribute when printed; see `countParts`.
uint64_t bcastAttributeCountParts(MlirAttribute attribute);

// Returns the number of parts of the type when printed.
uint64_t bcastTypeCountParts(MlirType type);

// Returns whether ops of this name accept the attribute: an inherent attribute
// must be of the kind in the op's definition, otherwise MLIR's message is
// visited. When MLIR creates an op, it drops inherent attributes of another
// kind, and some ops print the resulting null attribute.
bool bcastContextTakesAttribute(MlirContext context, MlirStringRef op,
                                MlirStringRef attribute, MlirAttribute value,
                                BcastVisitText visit, void *userData);

// Canonicalizes the ops in the regions of an op as MLIR's pass does, except that ops of
// the dialect `without` are neither folded nor rewritten.
void bcastOperationCanonicalize(MlirOperation operation, MlirStringRef without);

#ifdef __cplusplus
}
#endif

#endif // BCAST_CAPI_IR_H
