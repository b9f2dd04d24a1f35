// Functions that MLIR's C API lacks for running a pipeline: checks of its text
// without a context, reproducers, and printing of IR and timings to a given
// stream.

#include "capi/pipeline.h"

#include "capi/stream.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/Timing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <memory>

using namespace mlir;

namespace {

bool isListed(Pass *pass, MlirStringRef list) {
  return llvm::is_contained(llvm::split(unwrap(list), ','),
                            pass->getArgument());
}

bool printsBefore(const BcastIrPrinting &printing, Pass *pass) {
  return printing.before || isListed(pass, printing.beforePasses);
}

// Returns whether IR is printed after `pass`. IR that is printed only after a
// change or a failure is printed for the listed passes, or for all if none is
// listed.
bool printsAfter(const BcastIrPrinting &printing, Pass *pass) {
  if (printing.after || isListed(pass, printing.afterPasses))
    return true;
  return printing.afterPasses.length == 0 &&
         (printing.afterChange || printing.afterFailure);
}

OpPrintingFlags printingFlags(const BcastIrPrinting &printing) {
  return OpPrintingFlags().enableDebugInfo(printing.debugInfo);
}

// Flushes after each dump, because the last one before a crash is the most
// important.
class IrPrinter : public PassManager::IRPrinterConfig {
public:
  IrPrinter(const BcastIrPrinting &printing, BcastStream &stream)
      : IRPrinterConfig(printing.moduleScope, printing.afterChange,
                        printing.afterFailure,
                        printingFlags(printing)),
        printing(printing), stream(stream) {}

  void printBeforeIfEnabled(Pass *pass, Operation *,
                            PrintCallbackFn print) override {
    if (printsBefore(printing, pass))
      show(print);
  }
  void printAfterIfEnabled(Pass *pass, Operation *,
                           PrintCallbackFn print) override {
    if (printsAfter(printing, pass))
      show(print);
  }

private:
  void show(PrintCallbackFn print) {
    print(stream);
    stream.flush();
  }

  BcastIrPrinting printing;
  BcastStream &stream;
};

// Tells which passes run.
class Follower : public PassInstrumentation {
public:
  Follower(BcastFollowPass follow, void *data) : follow(follow), data(data) {}

  void runBeforePass(Pass *pass, Operation *) override { tell(pass, true); }
  void runAfterPass(Pass *pass, Operation *) override { tell(pass, false); }
  void runAfterPassFailed(Pass *pass, Operation *) override {
    tell(pass, false);
  }

private:
  void tell(Pass *pass, bool begins) {
    // The pass that runs a nested pipeline has no name.
    if (StringRef name = pass->getArgument(); !name.empty())
      follow(wrap(name), begins, data);
  }

  BcastFollowPass follow;
  void *data;
};

} // namespace

extern "C" {

MlirLogicalResult bcastPipelineCheck(MlirStringRef pipeline,
                                     BcastStream *stream) {
  LogicalResult result = parsePassPipeline(unwrap(pipeline), *stream);
  stream->flush();
  return wrap(result);
}

void bcastPassManagerPrintIr(MlirPassManager manager,
                             const BcastIrPrinting *printing,
                             BcastStream *stream) {
  if (printing->treeDirectory.length > 0) {
    BcastIrPrinting copy = *printing;
    unwrap(manager)->enableIRPrintingToFileTree(
        [copy](Pass *pass, Operation *) { return printsBefore(copy, pass); },
        [copy](Pass *pass, Operation *) { return printsAfter(copy, pass); },
        printing->moduleScope, printing->afterChange, printing->afterFailure,
        unwrap(printing->treeDirectory), printingFlags(*printing));
    return;
  }
  unwrap(manager)->enableIRPrinting(
      std::make_unique<IrPrinter>(*printing, *stream));
}

void bcastPassManagerReproduce(MlirPassManager manager, MlirOperation operation,
                               const BcastReproducers *reproducers,
                               bool verifiesEach) {
  PassManager &passes = *unwrap(manager);
  bool hasThreads = passes.getContext()->isMultithreadingEnabled();
  if (reproducers->always.length > 0)
    makeReproducer(passes.getOpAnchorName(), passes.getPasses(),
                   unwrap(operation), unwrap(reproducers->always),
                   /*disableThreads=*/!hasThreads, verifiesEach);
  if (reproducers->afterCrash.length > 0)
    passes.enableCrashReproducerGeneration(unwrap(reproducers->afterCrash),
                                           reproducers->isLocal);
}

void bcastPassManagerFollow(MlirPassManager manager, BcastFollowPass follow,
                            void *data) {
  unwrap(manager)->addInstrumentation(std::make_unique<Follower>(follow, data));
}

void bcastPassManagerPrintPipeline(MlirPassManager manager,
                                   MlirStringCallback print, void *data) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  unwrap(manager)->printAsTextualPipeline(stream, /*pretty=*/true);
  print(wrap(StringRef(text)), data);
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

struct BcastTiming {
  BcastStream &stream;
  DefaultTimingManager manager;
  TimingScope root;
};

BcastTiming *bcastTimingCreate(BcastStream *stream, bool isList, bool isJson) {
  using DisplayMode = DefaultTimingManager::DisplayMode;
  using OutputFormat = DefaultTimingManager::OutputFormat;
  auto *timing = new BcastTiming{*stream, {}, {}};
  timing->manager.setEnabled(true);
  timing->manager.setDisplayMode(isList ? DisplayMode::List
                                        : DisplayMode::Tree);
  timing->manager.setOutput(createOutputStrategy(
      isJson ? OutputFormat::Json : OutputFormat::Text, *stream));
  timing->root = timing->manager.getRootScope();
  return timing;
}

void bcastTimingDestroy(BcastTiming *timing) {
  BcastStream &stream = timing->stream;
  timing->root.stop();
  delete timing;
  stream.flush();
}

struct BcastTimingScope {
  TimingScope scope;
};

BcastTimingScope *bcastTimingScopeCreate(BcastTiming *timing,
                                         MlirStringRef name) {
  return new BcastTimingScope{timing->root.nest(unwrap(name))};
}

void bcastTimingScopeDestroy(BcastTimingScope *scope) { delete scope; }

void bcastPassManagerTime(MlirPassManager manager, BcastTiming *timing) {
  unwrap(manager)->enableTiming(timing->root);
}
}
