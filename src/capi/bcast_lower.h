// bcast-lower for programs in C and C++, which converts text or bytecode to
// text.
//
// This header does not need MLIR. Functions may be called from several threads
// at the same time.

#ifndef BCAST_LOWER_H
#define BCAST_LOWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

// The strings are NUL-terminated and valid during the call of the handler.
typedef struct BcastLowerDiagnostic {
  BcastLowerSeverity severity;
  const char *message;
  // The name of the source; NULL if the diagnostic has no position in a file.
  const char *file;
  // Line and column, from 1, the column in bytes; 0 if there is no file.
  size_t line;
  size_t column;
} BcastLowerDiagnostic;

typedef void (*BcastLowerDiagnosticHandler)(
    const BcastLowerDiagnostic *diagnostic, void *userData);

// How a source is lowered; what is zero has its default.
typedef struct BcastLowerOptions {
  // "xla" or "iree"; NULL only lowers the ops that broadcast.
  const char *target;
  // The tool's options, as those of a pass: "facts=off bounds=b=8,s=512".
  const char *options;
  // Instead of both, a pipeline in the syntax of MLIR's tools, such as
  // "builtin.module(lower-broadcast{rules=mine},cse)".
  const char *pipeline;
  // Whether ops, types and attributes of unknown dialects are accepted.
  bool allowUnregisteredDialects;
} BcastLowerOptions;

// Lowers a source, and returns the text of the result, which is
// NUL-terminated and must be freed with `bcastLowerFree`. On failure, emits
// diagnostics and returns NULL.
//
// `name` is the name of the source in locations; NULL for "<source>". `source`
// has `length` bytes. `options` may be NULL. `handler` may be NULL. The length of the output in bytes is written
// to `outputLength` unless that is NULL.
char *bcastLowerRun(const char *name, const char *source, size_t length,
                    const BcastLowerOptions *options,
                    BcastLowerDiagnosticHandler handler, void *userData,
                    size_t *outputLength);

// Registers a rule table in TOML of `length` bytes, which options and pipelines
// name as they name a built-in one, whose name it cannot have: "rules=mine". A
// table that was registered by this name before is replaced. On failure, emits
// diagnostics and returns false.
bool bcastLowerRegisterRules(const char *name, const char *table, size_t length,
                             BcastLowerDiagnosticHandler handler,
                             void *userData);

// A call of a program for sizes up to bounds in which a check failed.
typedef struct BcastLowerFailedCall {
  // The name of the function; NULL if the module has only one that pad-to-bounds wrote.
  const char *function;
  // The sizes that were passed, in elements: the arguments with the attribute
  // `bcast.size_of`, in order.
  const int32_t *sizes;
  size_t sizeCount;
  // The last result: the number of the check, from 1.
  int32_t status;
} BcastLowerFailedCall;

// Returns the message of the check that failed, with the sizes of the call; it
// is NUL-terminated and must be freed with `bcastLowerFree`. A size that is no
// expression of the passed ones is "?". On failure, emits diagnostics and
// returns NULL: the source does not parse, has no such function, or the function
// takes another number of sizes or has no check of this number.
//
// `source` is the program that was called, as `--bounds` or the pass
// `pad-to-bounds` wrote it. The other arguments are those of `bcastLowerRun`.
char *bcastLowerCheckMessage(const char *name, const char *source,
                             size_t length, const BcastLowerFailedCall *call,
                             BcastLowerDiagnosticHandler handler,
                             void *userData);

// Frees what the functions above return; NULL is allowed.
void bcastLowerFree(char *output);

// Returns the version, such as "0.1.0", which is valid as long as the process
// runs.
const char *bcastLowerVersion(void);

#ifdef __cplusplus
}
#endif

#endif // BCAST_LOWER_H
