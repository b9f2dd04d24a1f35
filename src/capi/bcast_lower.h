// bcast-lower for programs in C and C++: text or bytecode in, text out.
//
// Nothing of MLIR is needed to use this header. Functions may be called from several threads
// at the same time.

#ifndef BCAST_LOWER_H
#define BCAST_LOWER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum BcastLowerSeverity {
  BCAST_LOWER_ERROR = 0,
  BCAST_LOWER_WARNING = 1,
  BCAST_LOWER_REMARK = 2,
  // Explains the diagnostic before it.
  BCAST_LOWER_NOTE = 3,
} BcastLowerSeverity;

// The strings end with NUL and live as long as the call of the handler.
typedef struct BcastLowerDiagnostic {
  BcastLowerSeverity severity;
  const char *message;
  // Where: the name of the source; NULL if it is at no place in a file.
  const char *file;
  // Both from 1, the column in bytes; 0 if there is no file.
  size_t line;
  size_t column;
} BcastLowerDiagnostic;

typedef void (*BcastLowerDiagnosticHandler)(
    const BcastLowerDiagnostic *diagnostic, void *userData);

// Runs a pipeline on a source, and returns the text of what becomes of it, which ends with NUL
// and is to be freed by `bcastLowerFree`; NULL if anything is wrong, of which diagnostics tell.
//
// `name` is what locations call the source; NULL for "<source>". `source` has `length` bytes.
// `pipeline` is a pipeline as MLIR's tools take it, such as "builtin.module(target-xla)"; NULL
// lowers with the options that the tool has by default. `handler` may be NULL. The length of
// what is returned is written to `outputLength` unless that is NULL.
char *bcastLowerRun(const char *name, const char *source, size_t length,
                    const char *pipeline, BcastLowerDiagnosticHandler handler,
                    void *userData, size_t *outputLength);

void bcastLowerFree(char *output);

// The version, such as "0.1.0"; it lives as long as the process.
const char *bcastLowerVersion(void);

#ifdef __cplusplus
}
#endif

#endif // BCAST_LOWER_H
