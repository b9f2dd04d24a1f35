// Functions on text that MLIR's C API lacks: a source manager, the handlers
// that render diagnostics with it or check them against `expected-...`
// comments, and parsing and printing that keep resources of unknown dialects.

#ifndef BCAST_CAPI_TEXT_H
#define BCAST_CAPI_TEXT_H

#include "capi/diagnostic.h"

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

typedef struct BcastSource BcastSource;

// Empty lines, then text.
typedef struct BcastSegment {
  size_t emptyLines;
  MlirStringRef text;
} BcastSegment;

typedef struct BcastPrintOptions {
  bool generic;
  bool debugInfo;
  bool prettyDebugInfo;
  bool localScope;
  bool assumeVerified;
  bool namesFromLocations;
  bool skipRegions;
  bool uniqueNames;
  bool valueUsers;
  // Negative: nothing is elided.
  int64_t elideElementsAttrsIfLarger;
  int64_t elideResourceStringsIfLarger;
} BcastPrintOptions;

// How a pipeline is run on a source, by its resource `mlir_reproducer`.
typedef struct BcastReproducer BcastReproducer;

BcastReproducer *bcastReproducerCreate(void);
void bcastReproducerDestroy(BcastReproducer *reproducer);
// Null if the source has none. As long as the reproducer.
MlirStringRef bcastReproducerPipeline(const BcastReproducer *reproducer);
bool bcastReproducerDisablesThreading(const BcastReproducer *reproducer);
bool bcastReproducerVerifiesEach(const BcastReproducer *reproducer);

// Copies segments into a buffer called `name`. Returns null if there is not
// enough memory.
BcastSource *bcastSourceCreate(MlirStringRef name, const BcastSegment *segments,
                               size_t count);
// Like `bcastSourceCreate`, but does not copy the text: it must outlive the
// source and everything parsed from it, and a NUL byte must follow it.
BcastSource *bcastSourceBorrow(MlirStringRef name, MlirStringRef text);
void bcastSourceDestroy(BcastSource *source);

// Parses text or bytecode without verifying it; null after an error, which has been reported to the
// context's handlers. With a `reproducer`, its resource is read instead of kept.
MlirOperation bcastSourceParse(BcastSource *source, MlirContext context,
                               bool implicitModule,
                               BcastReproducer *reproducer);

// Gets a value and its name in the text, such as `%x` or `%x#1`.
typedef void (*BcastNameValue)(MlirValue value, MlirStringRef name, void *data);

// Parses text into a module as `bcastSourceParse` does, and passes the names of
// all results and block arguments to `nameValue`.
MlirOperation bcastSourceParseWithNames(BcastSource *source,
                                        MlirContext context,
                                        BcastNameValue nameValue, void *data);

// Checks that an op that is printed, or written as bytecode, is read back as the
// same op in another context, `fresh`: in the same one, resources would get
// other names. Fails with an error on the op.
MlirLogicalResult bcastSourceVerifyRoundtrip(BcastSource *source,
                                             MlirOperation operation,
                                             MlirContext fresh,
                                             bool isBytecode);

void bcastSourcePrint(BcastSource *source, MlirOperation operation,
                      const BcastPrintOptions *options, BcastStream *stream);

// A negative version is the current one. If that fails, an error was emitted.
MlirLogicalResult bcastSourceWriteBytecode(BcastSource *source,
                                           MlirOperation operation,
                                           int64_t version, bool elidesResources,
                                           BcastStream *stream);

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

typedef struct BcastRenderer BcastRenderer;
typedef struct BcastVerifier BcastVerifier;

// Passes each piece of advice on an error message to `report`.
typedef void (*BcastAdvise)(MlirStringRef message, MlirStringCallback report,
                            void *reportData, void *data);

// Attaches a handler that renders diagnostics to `stream` until it is destroyed.
// The source, the context, the stream and `data` must outlive it.
BcastRenderer *bcastRendererCreate(BcastSource *source, MlirContext context,
                                   BcastStream *stream, BcastAdvise advise,
                                   void *data);
void bcastRendererDestroy(BcastRenderer *renderer);

// Like `bcastRendererCreate`, but checks diagnostics against the source's
// `expected-...` comments and renders only what does not match.
BcastVerifier *bcastVerifierCreate(BcastSource *source, MlirContext context,
                                   bool onlyExpected, BcastStream *stream);

// Reports the expectations that were not met, and succeeds if there were none
// and no unexpected diagnostics. Must be called once.
MlirLogicalResult bcastVerifierFinish(BcastVerifier *verifier);
void bcastVerifierDestroy(BcastVerifier *verifier);

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

// What MLIR adds to errors on ops as notes.
void bcastContextSetNotes(MlirContext context, bool showsOp, bool showsStack);

//===----------------------------------------------------------------------===//
// Version
//===----------------------------------------------------------------------===//

MlirStringRef bcastLlvmVersion(void);

#ifdef __cplusplus
}
#endif

#endif // BCAST_CAPI_TEXT_H
