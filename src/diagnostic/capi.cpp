// What MLIR's C API lacks for diagnostics: emitting one with notes.

#include "diagnostic/capi.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

static DiagnosticSeverity toSeverity(MlirDiagnosticSeverity severity) {
  switch (severity) {
  case MlirDiagnosticError:
    return DiagnosticSeverity::Error;
  case MlirDiagnosticWarning:
    return DiagnosticSeverity::Warning;
  case MlirDiagnosticNote:
    return DiagnosticSeverity::Note;
  case MlirDiagnosticRemark:
    return DiagnosticSeverity::Remark;
  }
  return DiagnosticSeverity::Error;
}

extern "C" {

void bcastEmitDiagnostic(MlirLocation location, MlirDiagnosticSeverity severity,
                         MlirStringRef message, intptr_t noteCount,
                         const BcastNote *notes) {
  Location loc = unwrap(location);
  InFlightDiagnostic diagnostic =
      loc.getContext()->getDiagEngine().emit(loc, toSeverity(severity));
  diagnostic << unwrap(message);
  for (intptr_t i = 0; i < noteCount; ++i)
    diagnostic.attachNote(unwrap(notes[i].location)) << unwrap(notes[i].message);
}
}
