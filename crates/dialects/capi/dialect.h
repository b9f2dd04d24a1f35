// The C API of the dialects, under OpenXLA's names, and of the extension that
// MLIR's own C API lacks.

#ifndef BCAST_CAPI_DIALECT_H
#define BCAST_CAPI_DIALECT_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

MlirDialectHandle mlirGetDialectHandle__stablehlo__(void);
MlirDialectHandle mlirGetDialectHandle__chlo__(void);
MlirDialectHandle mlirGetDialectHandle__sdy__(void);

// Enables inlining of calls, which MLIR implements outside the func dialect.
void bcastRegisterInlinerExtension(MlirDialectRegistry registry);

// Registers the dialect `tf`, whose ops are read in the generic form.
void bcastRegisterTensorFlow(MlirDialectRegistry registry);

// Returns whether this dialect has been used in the context.
bool bcastReadsTensorFlow(MlirContext context);

// For tests: from now on, ops of the signatures that are known to be valid are
// verified, too, and the process is aborted if one is invalid.
void bcastVerifyKnownSignatures(bool isOn);

// Returns whether the op is elementwise, so that its operands and results have
// equal shapes.
bool bcastOperationIsElementwise(MlirOperation operation);

//===----------------------------------------------------------------------===//
// Computations on parts of tensors
//===----------------------------------------------------------------------===//

// The values that enter the region of `sdy.manual_computation`, or leave it.
typedef enum BcastSdyValues {
  BcastSdyOperands,
  BcastSdyResults,
} BcastSdyValues;

// Returns the number of parts of a value's dim that the region sees one of; 0
// if it is not known, or for another op.
int64_t bcastSdyPartCount(MlirOperation op, BcastSdyValues values,
                          intptr_t index, intptr_t dim);

// Returns whether the region sees a value with all of its elements.
bool bcastSdyIsWhole(MlirOperation op, BcastSdyValues values, intptr_t index);

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// Generated from the definitions, for each attribute that is an enumerator or consists
// of numbers. What creates one returns null if the context lacks the dialect, or has
// another one of this name that does not accept the attribute.

#include "stablehlo_capi.h.inc"

#include "chlo_capi.h.inc"

// Attributes of upstream dialects that MLIR's C API lacks; null if the context lacks
// the dialect.
MlirAttribute bcastArithNoSignedWrap(MlirContext context);
// Returns `#linalg.iterator_type<reduction>` or `<parallel>`.
MlirAttribute bcastLinalgIterator(MlirContext context, bool isReduction);

// Returns whether an attribute is `#arith.overflow` with the flag `nsw`.
bool bcastArithHasNoSignedWrap(MlirAttribute attribute);

#ifdef __cplusplus
}
#endif

#endif // BCAST_CAPI_DIALECT_H
