// Registration of passes with options, which MLIR's C API lacks.

#include "pipeline/capi.h"

#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <string>

using namespace mlir;

extern "C" {

void bcastRegisterPassPipeline(MlirStringRef name, MlirStringRef description,
                               BcastBuildPipeline build, const void *userData) {
  registerPassPipeline(
      unwrap(name), unwrap(description),
      [build, userData](OpPassManager &manager, StringRef options,
                        function_ref<LogicalResult(const Twine &)> onError) {
        auto report = [](MlirStringRef message, void *data) {
          (void)(*static_cast<function_ref<LogicalResult(const Twine &)> *>(
              data))(unwrap(message));
        };
        return unwrap(
            build(wrap(&manager), wrap(options), report, &onError, userData));
      },
      // MLIR requests the options only to list them in its own `--help`.
      [](function_ref<void(const detail::PassOptions &)>) {});
}
}
