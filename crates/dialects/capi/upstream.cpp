// Registers upstream passes one by one, because registering whole libraries of
// passes would link all of their dialects. Also registers the dialects whose
// ops these passes create, and the interface implementations, in separate
// libraries, that they need.

#include "capi/pipeline.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Conversion/ShapeToStandard/ShapeToStandard.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shape/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/TensorInferTypeOpInterfaceImpl.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

template <typename Create>
static void add(Create create) {
  registerPass([create]() -> std::unique_ptr<Pass> { return create(); });
}

extern "C" {

void bcastRegisterUpstreamPasses(void) {
  add([] { return createCanonicalizerPass(); });
  add([] { return createCSEPass(); });
  add([] { return createControlFlowSinkPass(); });
  add([] { return createInlinerPass(); });
  add([] { return createLoopInvariantCodeMotionPass(); });
  add([] { return createPrintIRPass(); });
  add([] { return createPrintOpStatsPass(); });
  add([] { return createSCCPPass(); });
  add([] { return createStripDebugInfoPass(); });
  add([] { return createSymbolDCEPass(); });
  add([] { return createSymbolPrivatizePass(); });
  add([] { return createTopologicalSortPass(); });

  add([] { return createConvertShapeConstraintsPass(); });
  add([] { return createConvertShapeToStandardPass(); });
  add([] { return createOutlineShapeComputationPass(); });
  add([] { return createRemoveShapeConstraintsPass(); });
  add([] { return createShapeToShapeLoweringPass(); });
}

void bcastRegisterUpstreamDialects(MlirDialectRegistry registry) {
  DialectRegistry &dialects = *unwrap(registry);
  dialects.insert<scf::SCFDialect, ub::UBDialect>();
  func::registerInlinerExtension(dialects);
  tensor::registerInferTypeOpInterfaceExternalModels(dialects);
}
}
