// Functions that MLIR's C API lacks for diagnostics: emission with notes, and
// streams that carry them.

#ifndef BCAST_CAPI_DIAGNOSTIC_H
#define BCAST_CAPI_DIAGNOSTIC_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BcastNote {
  MlirLocation location;
  MlirStringRef message;
} BcastNote;

// Emits one diagnostic of a kind with its notes through the location's context.
// `data` is for handlers; it may be null.
void bcastEmitDiagnostic(MlirLocation location, MlirDiagnosticSeverity severity,
                         uint8_t kind, MlirAttribute data,
                         MlirStringRef message, intptr_t noteCount,
                         const BcastNote *notes);

// Returns the kind of a diagnostic; -1 if it has none, such as MLIR's own.
int32_t bcastDiagnosticGetKind(MlirDiagnostic diagnostic);

// Returns what a diagnostic was emitted with; null if there is nothing.
MlirAttribute bcastDiagnosticGetData(MlirDiagnostic diagnostic);

// Gives a diagnostic a kind, unless it has one.
void bcastDiagnosticSetDefaultKind(MlirDiagnostic diagnostic, uint8_t kind);

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

typedef struct BcastStream BcastStream;

// An escape sequence, which ends with a zero byte, and its offset in the text
// in bytes.
typedef struct BcastEscape {
  size_t offset;
  const char *sequence;
} BcastEscape;

typedef void (*BcastWrite)(const char *bytes, size_t size,
                           const BcastEscape *escapes, size_t escapeCount,
                           void *data);

// `data` must outlive the stream; `write` may be called from any thread, but
// only one at a time.
BcastStream *bcastStreamCreate(BcastWrite write, void *data, bool hasColors);
void bcastStreamWrite(BcastStream *stream, MlirStringRef bytes);
void bcastStreamFlush(BcastStream *stream);
void bcastStreamDestroy(BcastStream *stream);

#ifdef __cplusplus
}
#endif

#endif // BCAST_CAPI_DIAGNOSTIC_H
