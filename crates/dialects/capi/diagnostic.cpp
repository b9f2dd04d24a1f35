// Functions that MLIR's C API lacks for diagnostics: emission with notes, and
// streams.

#include "capi/stream.h"

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

static Diagnostic &unwrap(MlirDiagnostic diagnostic) {
  return *static_cast<Diagnostic *>(diagnostic.ptr);
}

// The metadata are the kind and perhaps an attribute: MLIR's own diagnostics have
// none.
static void addKind(Diagnostic &diagnostic, uint8_t kind) {
  diagnostic.getMetadata().push_back(DiagnosticArgument(unsigned(kind)));
}

extern "C" {

int32_t bcastDiagnosticGetKind(MlirDiagnostic diagnostic) {
  ArrayRef<DiagnosticArgument> metadata = unwrap(diagnostic).getMetadata();
  return metadata.empty() ? -1 : int32_t(metadata.front().getAsUnsigned());
}

MlirAttribute bcastDiagnosticGetData(MlirDiagnostic diagnostic) {
  ArrayRef<DiagnosticArgument> metadata = unwrap(diagnostic).getMetadata();
  return wrap(metadata.size() > 1 ? metadata[1].getAsAttribute() : Attribute());
}

void bcastDiagnosticSetDefaultKind(MlirDiagnostic diagnostic, uint8_t kind) {
  if (unwrap(diagnostic).getMetadata().empty())
    addKind(unwrap(diagnostic), kind);
}

void bcastEmitDiagnostic(MlirLocation location, MlirDiagnosticSeverity severity,
                         uint8_t kind, MlirAttribute data,
                         MlirStringRef message, intptr_t noteCount,
                         const BcastNote *notes) {
  Location loc = unwrap(location);
  InFlightDiagnostic diagnostic =
      loc.getContext()->getDiagEngine().emit(loc, toSeverity(severity));
  Diagnostic &underlying = *diagnostic.getUnderlyingDiagnostic();
  addKind(underlying, kind);
  if (Attribute attribute = unwrap(data))
    underlying.getMetadata().push_back(DiagnosticArgument(attribute));
  diagnostic << unwrap(message);
  for (intptr_t i = 0; i < noteCount; ++i)
    diagnostic.attachNote(unwrap(notes[i].location)) << unwrap(notes[i].message);
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

BcastStream *bcastStreamCreate(BcastWrite write, void *data, bool hasColors) {
  return new BcastStream(write, data, hasColors);
}

void bcastStreamWrite(BcastStream *stream, MlirStringRef bytes) {
  *stream << unwrap(bytes);
}

void bcastStreamFlush(BcastStream *stream) { stream->flush(); }

void bcastStreamDestroy(BcastStream *stream) { delete stream; }
}
