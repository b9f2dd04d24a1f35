// The entry points of a plugin for MLIR's tools: `--load-pass-plugin`,
// `--load-dialect-plugin`, `LD_PRELOAD`.

#include "bcast_lower_mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

// MLIR's tools have an option for each pass that is registered when they start to read their command
// line. They load plugins while they read it, so only `LD_PRELOAD` is early enough.
[[gnu::constructor]] static void registerPasses() { bcastLowerRegisterPasses(); }

extern "C" {

const char *bcastLowerVersion(void);

mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "bcast-lower", bcastLowerVersion(),
          bcastLowerRegisterPasses};
}

mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "bcast-lower", bcastLowerVersion(),
          [](mlir::DialectRegistry *registry) {
            bcastLowerRegisterDialects(wrap(registry));
          }};
}
}
