// Functions on text that MLIR's C API lacks: a source manager, the handlers
// that render diagnostics with it or check them against `expected-...`
// comments, and parsing and printing that keep resources of unknown dialects.

#include "capi/text.h"

#include "capi/stream.h"
#include "capi/parts.h"
#include "capi/newer_types.h"
#include "common/bytecode.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

using namespace mlir;

namespace {

// The files whose lines a diagnostic may show. A location can name any path, so
// devices, pipes and huge files must not be read.
class SnippetFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const Twine &path) override {
    constexpr uint64_t maximumSize = 64 << 20;
    llvm::ErrorOr<llvm::vfs::Status> status = this->status(path);
    if (!status)
      return status.getError();
    if (!status->isRegularFile() || status->getSize() > maximumSize)
      return std::make_error_code(std::errc::permission_denied);
    return ProxyFileSystem::openFileForRead(path);
  }
};

} // namespace

// Adds advice to errors, and flushes after each diagnostic.
struct BcastRenderer : public SourceMgrDiagnosticHandler {
  BcastRenderer(llvm::SourceMgr &manager, MLIRContext *context,
                BcastStream &stream, BcastAdvise advise, void *data)
      : SourceMgrDiagnosticHandler(manager, context, stream) {
    setHandler([this, &stream, advise, data](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
        auto addNote = [](MlirStringRef note, void *diagnostic) {
          static_cast<Diagnostic *>(diagnostic)->attachNote() << unwrap(note);
        };
        advise(wrap(StringRef(diagnostic.str())), addNote, &diagnostic, data);
      }
      render(diagnostic);
      stream.flush();
    });
  }

private:
  // MLIR searches all paths through fused locations for call sites, and prints
  // locations that are not in a file in full.
  static constexpr uint64_t maximumParts = 1 << 20;

  void render(Diagnostic &diagnostic) {
    bool isTooLarge = isLarge(diagnostic.getLocation());
    for (Diagnostic &note : diagnostic.getNotes())
      isTooLarge |= isLarge(note.getLocation());
    if (!isTooLarge)
      return emitDiagnostic(diagnostic);
    Diagnostic shown(shorten(diagnostic.getLocation()),
                     diagnostic.getSeverity());
    shown << diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      shown.attachNote(shorten(note.getLocation())) << note.str();
    emitDiagnostic(shown);
  }

  static bool isLarge(Location location) {
    return countParts(LocationAttr(location)) > maximumParts;
  }

  // The first file location in a large location.
  static Location shorten(Location location) {
    if (!isLarge(location))
      return location;
    if (auto place = location->findInstanceOf<FileLineColLoc>())
      return place;
    return UnknownLoc::get(location.getContext());
  }
};

extern "C" {

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

struct BcastSource {
  // Shared, because bytecode resources may point into the buffer and keep it
  // alive.
  std::shared_ptr<llvm::SourceMgr> manager;
  FallbackAsmResourceMap resources;
};

struct BcastReproducer {
  LogicalResult read(AsmParsedResourceEntry &entry) {
    auto set = [](auto value, auto &field) {
      if (failed(value))
        return failure();
      field = *value;
      return success();
    };
    if (entry.getKey() == "pipeline")
      return set(entry.parseAsString(), pipeline);
    if (entry.getKey() == "disable_threading")
      return set(entry.parseAsBool(), disablesThreading);
    if (entry.getKey() == "verify_each")
      return set(entry.parseAsBool(), verifiesEach);
    return entry.emitError()
           << "unknown key '" << entry.getKey()
           << "' in the resource 'mlir_reproducer'; expected 'pipeline', "
              "'disable_threading' or 'verify_each'";
  }

  std::optional<std::string> pipeline;
  bool disablesThreading = false;
  bool verifiesEach = true;
};

BcastReproducer *bcastReproducerCreate(void) { return new BcastReproducer; }

void bcastReproducerDestroy(BcastReproducer *reproducer) { delete reproducer; }

MlirStringRef bcastReproducerPipeline(const BcastReproducer *reproducer) {
  return reproducer->pipeline ? wrap(StringRef(*reproducer->pipeline))
                              : wrap(StringRef());
}

bool bcastReproducerDisablesThreading(const BcastReproducer *reproducer) {
  return reproducer->disablesThreading;
}

bool bcastReproducerVerifiesEach(const BcastReproducer *reproducer) {
  return reproducer->verifiesEach;
}

static BcastSource *createSource(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  auto source = std::make_unique<BcastSource>();
  source->manager = std::make_shared<llvm::SourceMgr>();
  source->manager->setVirtualFileSystem(
      llvm::makeIntrusiveRefCnt<SnippetFileSystem>(
          llvm::vfs::getRealFileSystem()));
  source->manager->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return source.release();
}

BcastSource *bcastSourceCreate(MlirStringRef name, const BcastSegment *segments,
                               size_t count) {
  ArrayRef<BcastSegment> parts(segments, count);
  size_t size = 0;
  for (const BcastSegment &part : parts)
    size += part.emptyLines + part.text.length;
  // Aligned for bytecode, whose sections are read in place.
  std::unique_ptr<llvm::WritableMemoryBuffer> buffer =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(size, unwrap(name),
                                                        llvm::Align(64));
  if (!buffer)
    return nullptr;
  char *end = buffer->getBufferStart();
  for (const BcastSegment &part : parts) {
    end = std::fill_n(end, part.emptyLines, '\n');
    end = std::copy_n(part.text.data, part.text.length, end);
  }

  return createSource(std::move(buffer));
}

BcastSource *bcastSourceBorrow(MlirStringRef name, MlirStringRef text) {
  return createSource(llvm::MemoryBuffer::getMemBuffer(
      unwrap(text), unwrap(name), /*RequiresNullTerminator=*/true));
}

void bcastSourceDestroy(BcastSource *source) { delete source; }

// Checks what the bytecode reader does not check but the text parser does: the
// sizes and bounds in types, and the parameters of quantized types.
static LogicalResult verifyTypes(Operation *root) {
  auto emitAt = [](Location location) {
    return [location] {
      return emitError(location) << "malformed bytecode: ";
    };
  };
  Location location = root->getLoc();
  AttrTypeWalker walker;
  walker.addWalk([&](ShapedType type) -> WalkResult {
    if (!type.hasRank())
      return WalkResult::advance();
    for (int64_t size : type.getShape()) {
      if (size < 0 && !ShapedType::isDynamic(size)) {
        emitAt(location)() << "a type has a dim of size " << size
                           << "; sizes must be at least 0";
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  walker.addWalk([&](RankedTensorType type) -> WalkResult {
    auto encoding =
        dyn_cast_or_null<VerifiableTensorEncoding>(type.getEncoding());
    return WalkResult(!encoding ? success()
                                : encoding.verifyEncoding(
                                      type.getShape(), type.getElementType(),
                                      emitAt(location)));
  });
  walker.addWalk([&](quant::QuantizedType type) -> WalkResult {
    return quant::QuantizedType::verifyInvariants(
        emitAt(location), type.getFlags(), type.getStorageType(),
        type.getExpressedType(), type.getStorageTypeMin(),
        type.getStorageTypeMax());
  });
  // The walker visits each type and attribute once.
  WalkResult result = root->walk([&](Operation *op) -> WalkResult {
    location = op->getLoc();
    if (walker.walk(op->getAttrDictionary()).wasInterrupted())
      return WalkResult::interrupt();
    for (Type type : op->getResultTypes())
      if (walker.walk(type).wasInterrupted())
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          if (walker.walk(type).wasInterrupted())
            return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

static OwningOpRef<Operation *> checked(BcastSource *source,
                                        OwningOpRef<Operation *> operation) {
  const llvm::MemoryBuffer *buffer =
      source->manager->getMemoryBuffer(source->manager->getMainFileID());
  if (operation && isBytecode(*buffer) && failed(verifyTypes(*operation)))
    return nullptr;
  return operation;
}

static OwningOpRef<Operation *> parseOnce(BcastSource *source,
                                          MlirContext context,
                                          bool implicitModule,
                                          BcastReproducer *reproducer) {
  ParserConfig config(unwrap(context), /*verifyAfterParse=*/false,
                      &source->resources);
  readNewerTypes(config);
  if (reproducer)
    config.attachResourceParser("mlir_reproducer",
                                [reproducer](AsmParsedResourceEntry &entry) {
                                  return reproducer->read(entry);
                                });
  if (!implicitModule)
    return parseSourceFile<Operation *>(source->manager, config);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(source->manager, config);
  return module ? module.release().getOperation() : nullptr;
}

MlirOperation bcastSourceParse(BcastSource *source, MlirContext context,
                               bool implicitModule,
                               BcastReproducer *reproducer) {
  hlo::PropertiesForm &form = hlo::propertiesForm();
  form = hlo::PropertiesForm::Current;
  OwningOpRef<Operation *> operation =
      parseOnce(source, context, implicitModule, reproducer);
  if (!operation && form == hlo::PropertiesForm::CurrentButFoundOlder) {
    source->resources = FallbackAsmResourceMap();
    form = hlo::PropertiesForm::Older;
    operation = parseOnce(source, context, implicitModule, reproducer);
  }
  form = hlo::PropertiesForm::Current;
  return wrap(checked(source, std::move(operation)).release());
}

// The name of a value, at whose beginning the range begins.
static StringRef nameAt(llvm::SMRange range) {
  StringRef rest(range.Start.getPointer());
  return rest.substr(0, 1 + rest.drop_front().find_if_not([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
  }));
}

MlirOperation bcastSourceParseWithNames(BcastSource *source,
                                        MlirContext context,
                                        BcastNameValue nameValue, void *data) {
  ParserConfig config(unwrap(context), /*verifyAfterParse=*/false,
                      &source->resources);
  Block block;
  AsmParserState state;
  const llvm::SourceMgr &manager = *source->manager;
  if (failed(parseAsmSourceFile(manager, &block, config, &state)))
    return wrap(static_cast<Operation *>(nullptr));
  const llvm::MemoryBuffer *buffer =
      manager.getMemoryBuffer(manager.getMainFileID());
  Location location = FileLineColLoc::get(
      unwrap(context), buffer->getBufferIdentifier(), /*line=*/0, /*column=*/0);
  OwningOpRef<ModuleOp> module =
      mlir::detail::constructContainerOpForParserIfNecessary<ModuleOp>(
          &block, unwrap(context), location);
  if (!module)
    return wrap(static_cast<Operation *>(nullptr));
  for (const AsmParserState::OperationDefinition &definition :
       state.getOpDefs()) {
    unsigned count = definition.op->getNumResults();
    ArrayRef groups = definition.resultGroups;
    for (auto [index, group] : llvm::enumerate(groups)) {
      StringRef name = nameAt(group.definition.loc);
      unsigned end =
          index + 1 < groups.size() ? groups[index + 1].startIndex : count;
      for (unsigned i = group.startIndex; i < end && i < count; ++i) {
        std::string numbered =
            end - group.startIndex == 1
                ? name.str()
                : (name + "#" + Twine(i - group.startIndex)).str();
        nameValue(wrap(Value(definition.op->getResult(i))),
                  wrap(StringRef(numbered)), data);
      }
    }
  }
  for (const AsmParserState::BlockDefinition &definition : state.getBlockDefs())
    for (auto [argument, range] : llvm::zip(definition.block->getArguments(),
                                            definition.arguments))
      if (range.loc.isValid())
        nameValue(wrap(Value(argument)), wrap(nameAt(range.loc)), data);
  return wrap(module.release().getOperation());
}

static OpPrintingFlags printingFlags(const BcastPrintOptions *options) {
  OpPrintingFlags flags;
  flags.printGenericOpForm(options->generic);
  flags.enableDebugInfo(options->debugInfo, options->prettyDebugInfo);
  flags.useLocalScope(options->localScope);
  flags.assumeVerified(options->assumeVerified);
  flags.printNameLocAsPrefix(options->namesFromLocations);
  flags.skipRegions(options->skipRegions);
  flags.printUniqueSSAIDs(options->uniqueNames);
  flags.printValueUsers(options->valueUsers);
  if (options->elideElementsAttrsIfLarger >= 0)
    flags.elideLargeElementsAttrs(options->elideElementsAttrsIfLarger);
  if (options->elideResourceStringsIfLarger >= 0)
    flags.elideLargeResourceString(options->elideResourceStringsIfLarger);
  return flags;
}

void bcastSourcePrint(BcastSource *source, MlirOperation operation,
                      const BcastPrintOptions *options, BcastStream *stream) {
  OpPrintingFlags flags = printingFlags(options);
  AsmState state(unwrap(operation), flags, /*locationMap=*/nullptr,
                 &source->resources);
  unwrap(operation)->print(*stream, state);
  stream->flush();
}

MlirLogicalResult bcastSourceWriteBytecode(BcastSource *source,
                                           MlirOperation operation,
                                           int64_t version, bool elidesResources,
                                           BcastStream *stream) {
  BytecodeWriterConfig config(source->resources);
  config.setElideResourceDataFlag(elidesResources);
  if (version >= 0)
    config.setDesiredBytecodeVersion(version);
  LogicalResult result =
      writeBytecodeToFile(unwrap(operation), *stream, config);
  stream->flush();
  return wrap(result);
}

// Prints an op as MLIR's own check does: without locations, some of which
// upstream's custom assembly leaves out.
static std::string printForRoundtrip(Operation *op, bool isGeneric,
                                FallbackAsmResourceMap &resources) {
  OpPrintingFlags flags;
  flags.printGenericOpForm(isGeneric);
  std::string text;
  llvm::raw_string_ostream stream(text);
  AsmState state(op, flags, /*locationMap=*/nullptr, &resources);
  op->print(stream, state);
  return text;
}

// Reports the first line in which two texts differ.
static LogicalResult emitDifference(Operation *op, StringRef form,
                                    StringRef before, StringRef after) {
  for (size_t line = 1;; ++line) {
    auto [lineBefore, restBefore] = before.split('\n');
    auto [lineAfter, restAfter] = after.split('\n');
    if (lineBefore != lineAfter || (restBefore.empty() && restAfter.empty()))
      return emitError(op->getLoc())
             << "the " << form
             << " of the op is read back as another op: line " << line
             << " is `" << lineBefore.trim() << "` before and `"
             << lineAfter.trim() << "` after";
    std::tie(before, after) = std::pair(restBefore, restAfter);
  }
}

static LogicalResult verifyRoundtrip(BcastSource *source, Operation *op,
                                     MLIRContext &fresh, bool isBytecode) {
  StringRef form = isBytecode ? "bytecode" : "text";
  std::string written;
  if (isBytecode) {
    llvm::raw_string_ostream stream(written);
    BytecodeWriterConfig config(source->resources);
    if (failed(writeBytecodeToFile(op, stream, config)))
      return failure();
  } else {
    written = printForRoundtrip(op, /*isGeneric=*/false, source->resources);
  }
  FallbackAsmResourceMap resources;
  ParserConfig config(&fresh, /*verifyAfterParse=*/true, &resources);
  readNewerTypes(config);
  std::string reason;
  ScopedDiagnosticHandler handler(&fresh, [&](Diagnostic &diagnostic) {
    if (reason.empty())
      reason = diagnostic.str();
  });
  OwningOpRef<Operation *> copy = parseSourceString(written, config);
  if (!copy)
    return emitError(op->getLoc())
           << "the " << form << " of the op cannot be read back: " << reason;
  // Custom assembly may leave out attributes that have their default values.
  std::string before = printForRoundtrip(op, isBytecode, source->resources);
  std::string after = printForRoundtrip(*copy, isBytecode, resources);
  return before == after ? success() : emitDifference(op, form, before, after);
}

MlirLogicalResult bcastSourceVerifyRoundtrip(BcastSource *source,
                                             MlirOperation operation,
                                             MlirContext fresh,
                                             bool isBytecode) {
  return wrap(
      verifyRoundtrip(source, unwrap(operation), *unwrap(fresh), isBytecode));
}

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

BcastRenderer *bcastRendererCreate(BcastSource *source, MlirContext context,
                                   BcastStream *stream, BcastAdvise advise,
                                   void *data) {
  return new BcastRenderer(*source->manager, unwrap(context), *stream, advise,
                           data);
}

void bcastRendererDestroy(BcastRenderer *renderer) { delete renderer; }

struct BcastVerifier {
  BcastVerifier(BcastSource &source, MLIRContext *context, BcastStream &stream,
                SourceMgrDiagnosticVerifierHandler::Level level)
      : context(context), showsOp(context->shouldPrintOpOnDiagnostic()),
        stream(stream),
        handler(std::make_unique<SourceMgrDiagnosticVerifierHandler>(
            *source.manager, context, stream, level)) {
    // Otherwise the note that shows the op would have to be expected, too.
    context->printOpOnDiagnostic(false);
  }
  ~BcastVerifier() {
    // The handler's destructor would repeat part of the report.
    stream.mute(true);
    handler.reset();
    stream.mute(false);
    context->printOpOnDiagnostic(showsOp);
  }

  MLIRContext *context;
  bool showsOp;
  BcastStream &stream;
  std::unique_ptr<SourceMgrDiagnosticVerifierHandler> handler;
};

BcastVerifier *bcastVerifierCreate(BcastSource *source, MlirContext context,
                                   bool onlyExpected, BcastStream *stream) {
  using Level = SourceMgrDiagnosticVerifierHandler::Level;
  return new BcastVerifier(*source, unwrap(context), *stream,
                           onlyExpected ? Level::OnlyExpected : Level::All);
}

MlirLogicalResult bcastVerifierFinish(BcastVerifier *verifier) {
  LogicalResult result = verifier->handler->verify();
  verifier->stream.flush();
  return wrap(result);
}

void bcastVerifierDestroy(BcastVerifier *verifier) { delete verifier; }

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

void bcastContextSetNotes(MlirContext context, bool showsOp, bool showsStack) {
  unwrap(context)->printOpOnDiagnostic(showsOp);
  unwrap(context)->printStackTraceOnDiagnostic(showsStack);
}

//===----------------------------------------------------------------------===//
// Version
//===----------------------------------------------------------------------===//

MlirStringRef bcastLlvmVersion(void) {
  return mlirStringRefCreateFromCString(LLVM_VERSION_STRING);
}
}
