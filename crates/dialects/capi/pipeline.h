// Functions for pipelines that MLIR's C API lacks: registration of passes with
// options, of single upstream passes and dialects, passes with options and
// statistics, checks of a pipeline's text without a context, reproducers, and
// printing of IR and timings to a given stream.

#ifndef BCAST_CAPI_PIPELINE_H
#define BCAST_CAPI_PIPELINE_H

#include "capi/diagnostic.h"

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Support.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

// A pass of MLIR's C API has neither options, so that a pipeline is printed
// without them, nor statistics.

typedef struct BcastPassCallbacks {
  // Called once before passes run, on one thread.
  void (*initialize)(MlirContext context, void *data);
  // Adds to `counts`, which has one number for each statistic.
  MlirLogicalResult (*run)(MlirOperation operation, uint64_t *counts,
                           void *data);
  void *(*clone)(const void *data);
  void (*destruct)(void *data);
} BcastPassCallbacks;

// Both strings end with NUL and live as long as the process.
typedef struct BcastStatistic {
  const char *name;
  const char *description;
} BcastStatistic;

typedef struct BcastPassOption {
  MlirStringRef name;
  MlirStringRef value;
} BcastPassOption;

typedef struct BcastPassInfo {
  MlirTypeID id;
  // Its name in pipelines.
  MlirStringRef argument;
  MlirStringRef description;
  // The dialects of the ops that it creates; as long as the process.
  const MlirDialectHandle *dialects;
  size_t dialectCount;
  const BcastStatistic *statistics;
  size_t statisticCount;
  BcastPassCallbacks callbacks;
} BcastPassInfo;

// Creates a pass that runs on any op and owns `data`.
MlirPass bcastPassCreate(const BcastPassInfo *info, void *data);

// Sets the options that the pass is printed with in a pipeline, once, for a pass
// that `bcastPassCreate` created.
void bcastPassSetOptions(MlirPass pass, const BcastPassOption *options,
                         size_t count);

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

// Whether, and where, a reproducer is written: the op before the passes, with the
// pipeline that runs on it.
typedef struct BcastReproducers {
  // Written before the passes run; empty for none.
  MlirStringRef always;
  // Written if a pass crashes or fails; empty for none.
  MlirStringRef afterCrash;
  // Only the pass that failed, and the op in front of it. The context must run
  // without threads.
  bool isLocal;
} BcastReproducers;

// To be called after the pipeline and the other options are set. The strings
// must outlive `manager`.
void bcastPassManagerReproduce(MlirPassManager manager, MlirOperation operation,
                               const BcastReproducers *reproducers,
                               bool verifiesEach);

// Called with the name of a pass when it begins on an op and when it ends, by the
// thread that it runs on.
typedef void (*BcastFollowPass)(MlirStringRef pass, bool begins, void *data);
void bcastPassManagerFollow(MlirPassManager manager, BcastFollowPass follow,
                            void *data);

// Prints the manager's pipeline over several lines, one for each pass.
void bcastPassManagerPrintPipeline(MlirPassManager manager,
                                   MlirStringCallback print, void *data);

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

// A list shows each name once, a tree its parts too.
BcastTiming *bcastTimingCreate(BcastStream *stream, bool isList, bool isJson);

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

#endif // BCAST_CAPI_PIPELINE_H
