// Functions for pipelines that MLIR's C API lacks: registration of passes with
// options, of single upstream passes and dialects, checks of a pipeline's text
// without a context, and printing of IR and timings to a given stream.

#ifndef BCAST_PIPELINE_CAPI_H
#define BCAST_PIPELINE_CAPI_H

#include "diagnostic/capi.h"

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Support.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Adds passes to `manager` for the option text `options`. On failure it reports
// through `report` (once, with `reportData`) and returns failure.
typedef MlirLogicalResult (*BcastBuildPipeline)(MlirOpPassManager manager,
                                                MlirStringRef options,
                                                MlirStringCallback report,
                                                void *reportData,
                                                const void *userData);

// Registers `name` with MLIR's pass registry, so that its pipeline parser
// passes the text between the braces of `name{...}` to `build`. `userData` must
// live as long as the process.
void bcastRegisterPassPipeline(MlirStringRef name, MlirStringRef description,
                               BcastBuildPipeline build, const void *userData);

// Must be called only once.
void bcastRegisterUpstreamPasses(void);
void bcastRegisterUpstreamDialects(MlirDialectRegistry registry);

typedef struct BcastIrPrinting {
  bool before;
  bool after;
  bool afterChange;
  bool afterFailure;
  bool moduleScope;
  bool debugInfo;
  // Passes by their arguments, separated by commas.
  MlirStringRef beforePasses;
  MlirStringRef afterPasses;
  // Where the IR is printed to, one file for each pass; empty for the stream.
  MlirStringRef treeDirectory;
} BcastIrPrinting;

// Parses `pipeline` with only the global registry; writes errors to `stream`.
MlirLogicalResult bcastPipelineCheck(MlirStringRef pipeline,
                                     BcastStream *stream);

// `manager`'s context must run without threads, and `stream` and the strings must
// outlive `manager`.
void bcastPassManagerPrintIr(MlirPassManager manager,
                             const BcastIrPrinting *printing,
                             BcastStream *stream);

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

typedef struct BcastTiming BcastTiming;
typedef struct BcastTimingScope BcastTimingScope;

BcastTiming *bcastTimingCreate(BcastStream *stream);

// Prints the report. All its scopes must have been destroyed.
void bcastTimingDestroy(BcastTiming *timing);

BcastTimingScope *bcastTimingScopeCreate(BcastTiming *timing,
                                         MlirStringRef name);
void bcastTimingScopeDestroy(BcastTimingScope *scope);

// The manager's passes are timed within `timing`, which must outlive `manager`.
void bcastPassManagerTime(MlirPassManager manager, BcastTiming *timing);

#ifdef __cplusplus
}
#endif

#endif // BCAST_PIPELINE_CAPI_H
