// Those ops of IREE's dialects that the passes emit: they state facts about sizes, take
// and return buffers, or compute what StableHLO has no op for. They are printed in the
// generic form. IREE itself has the whole dialects.

#include "capi/iree.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace {

/// The dialects.
constexpr StringLiteral kNames[] = {"flow", "hal", "iree_linalg_ext", "util"};

constexpr StringLiteral kAssumption = "int.assumption";
constexpr StringLiteral kTarget = "executable.target";

/// Returns `#util.int.assumption<...>`.
Attribute getAssumption(MLIRContext *context, StringRef members) {
  auto name = StringAttr::get(context, "util");
  std::string text = (kAssumption + "<" + members + ">").str();
  return OpaqueAttr::get(name, text, NoneType::get(context));
}

/// Functions with these ops are inlined as those with others.
struct IreeInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

/// Verifies that an op's result is a ranked tensor, and that the operands behind
/// the first one are its dynamic sizes.
LogicalResult verifyDynamicSizes(Operation *operation) {
  auto type = dyn_cast<RankedTensorType>(operation->getResult(0).getType());
  if (!type || type.getNumDynamicDims() + 1 != operation->getNumOperands())
    return operation->emitOpError("requires a ranked tensor and each of its dynamic sizes");
  return success();
}

/// A tensor whose dynamic sizes are the other operands.
class TieShapeOp
    : public Op<TieShapeOp, OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                OpTrait::OneResult, OpTrait::AtLeastNOperands<1>::Impl,
                MemoryEffectOpInterface::Trait> {
public:
  using Op::Op;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("flow.tensor.tie_shape");
  }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  LogicalResult verify() {
    if (getOperand(0).getType() != getOperation()->getResult(0).getType())
      return emitOpError("requires the result to have the type of the tensor");
    return verifyDynamicSizes(getOperation());
  }

  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TieShapeOp)
};

/// A tensor filled with the first operand, whose dynamic sizes are the others.
class SplatOp
    : public Op<SplatOp, OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                OpTrait::OneResult, OpTrait::AtLeastNOperands<1>::Impl,
                MemoryEffectOpInterface::Trait> {
public:
  using Op::Op;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("flow.tensor.splat");
  }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  LogicalResult verify() {
    if (failed(verifyDynamicSizes(getOperation())))
      return failure();
    if (getElementTypeOrSelf(getOperation()->getResult(0)) != getOperand(0).getType())
      return emitOpError("requires a scalar of the tensor's element type");
    return success();
  }

  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplatOp)
};

/// Numbers of which something is assumed.
class AssumeIntOp
    : public Op<AssumeIntOp, OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                OpTrait::VariadicResults, OpTrait::VariadicOperands,
                OpTrait::SameOperandsAndResultType,
                MemoryEffectOpInterface::Trait> {
public:
  using Op::Op;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("util.assume.int");
  }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AssumeIntOp)
};

/// An op without an effect that has one result.
template <typename ConcreteOp>
class PlainOp : public Op<ConcreteOp, OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                          OpTrait::OneResult, OpTrait::AtLeastNOperands<1>::Impl,
                          MemoryEffectOpInterface::Trait> {
public:
  using PlainOp::Op::Op;

  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &) {}
};

/// The buffer of a tensor; the other operands are its dynamic sizes.
class ExportOp : public PlainOp<ExportOp> {
public:
  using PlainOp::PlainOp;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("hal.tensor.export");
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExportOp)
};

/// The tensor in a buffer, which has the sizes of the tensor's type.
class ImportOp : public PlainOp<ImportOp> {
public:
  using PlainOp::PlainOp;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("hal.tensor.import");
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ImportOp)
};

/// The bytes of a buffer, without its sizes and elements.
class BytesOp : public PlainOp<BytesOp> {
public:
  using PlainOp::PlainOp;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("hal.buffer_view.buffer");
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BytesOp)
};

/// A number of bytes.
class LengthOp : public PlainOp<LengthOp> {
public:
  using PlainOp::PlainOp;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("hal.buffer.length");
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LengthOp)
};

/// The buffer of bytes: their part, elements, order, and sizes.
class CreateOp : public PlainOp<CreateOp> {
public:
  using PlainOp::PlainOp;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("hal.buffer_view.create");
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CreateOp)
};

/// The types: bytes, and such of a tensor.
constexpr StringLiteral kBuffers[] = {"buffer", "buffer_view"};

class HalDialect : public Dialect {
public:
  explicit HalDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<HalDialect>()) {
    addOperations<BytesOp, CreateOp, ExportOp, ImportOp, LengthOp>();
    addInterfaces<IreeInliner>();
  }

  static constexpr StringLiteral getDialectNamespace() {
    return StringLiteral("hal");
  }

  Type parseType(DialectAsmParser &parser) const override {
    SMLoc start = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return {};
    if (!llvm::is_contained(kBuffers, name)) {
      parser.emitError(start)
          << "'!hal." << name << "' is not known; '!hal." << kBuffers[0]
          << "' and '!hal." << kBuffers[1] << "' are";
      return {};
    }
    return OpaqueType::get(StringAttr::get(getContext(), "hal"), name);
  }

  /// Reads `executable.target<"BACKEND", "FORMAT", {CONFIGURATION}>`.
  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    SMLoc start = parser.getCurrentLocation();
    StringRef kind;
    std::string backend, format;
    NamedAttrList configuration;
    if (parser.parseKeyword(&kind))
      return {};
    if (kind != kTarget) {
      parser.emitError(start) << "'#hal." << kind << "' is not known; '#hal."
                              << kTarget << "' is";
      return {};
    }
    if (parser.parseLess() || parser.parseString(&backend) ||
        parser.parseComma() || parser.parseString(&format) ||
        parser.parseComma() || parser.parseOptionalAttrDict(configuration) ||
        parser.parseGreater())
      return {};
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << kTarget << "<" << StringAttr::get(getContext(), backend) << ", "
           << StringAttr::get(getContext(), format) << ", "
           << configuration.getDictionary(getContext()) << ">";
    return OpaqueAttr::get(StringAttr::get(getContext(), "hal"), text,
                           NoneType::get(getContext()));
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HalDialect)
};

class FlowDialect : public Dialect {
public:
  explicit FlowDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<FlowDialect>()) {
    addOperations<SplatOp, TieShapeOp>();
    addInterfaces<IreeInliner>();
  }

  static constexpr StringLiteral getDialectNamespace() {
    return StringLiteral("flow");
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FlowDialect)
};

/// Verifies an op on a tensor along one dim, and on one that each result begins as.
LogicalResult verifyDestinations(Operation *op) {
  if (op->getResultTypes() != op->getOperands().drop_front().getTypes())
    return op->emitOpError("requires results of the types of the last operands");
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto dim = op->getAttrOfType<IntegerAttr>("dimension");
  if (!type || !dim || !dim.getValue().ult(type.getRank()))
    return op->emitOpError("requires a ranked tensor and one of its dims");
  return success();
}

/// The reductions of a tensor's elements along a dim up to each one, and of all of
/// them. Operands: the tensor, then one for each result, whose elements it sets.
class ScanOp
    : public Op<ScanOp, OpTrait::OneRegion, OpTrait::ZeroSuccessors,
                OpTrait::NResults<2>::Impl, OpTrait::NOperands<3>::Impl,
                OpTrait::SingleBlock, MemoryEffectOpInterface::Trait> {
public:
  using Op::Op;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("iree_linalg_ext.scan");
  }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  LogicalResult verify() { return verifyDestinations(getOperation()); }

  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScanOp)
};

/// The greatest elements along a dim, the first in front of equal ones, and their
/// positions. Operands: the tensor, then one for each result, whose elements are
/// replaced by greater ones.
class TopKOp
    : public Op<TopKOp, OpTrait::OneRegion, OpTrait::ZeroSuccessors,
                OpTrait::NResults<2>::Impl, OpTrait::NOperands<3>::Impl,
                OpTrait::SingleBlock, MemoryEffectOpInterface::Trait> {
public:
  using Op::Op;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("iree_linalg_ext.topk");
  }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  LogicalResult verify() { return verifyDestinations(getOperation()); }

  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TopKOp)
};

/// Ends the region of an op of the dialect.
class YieldOp
    : public Op<YieldOp, OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                OpTrait::ZeroResults, OpTrait::VariadicOperands,
                OpTrait::IsTerminator,
                MemoryEffectOpInterface::Trait> {
public:
  using Op::Op;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("iree_linalg_ext.yield");
  }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(YieldOp)
};

class LinalgExtDialect : public Dialect {
public:
  explicit LinalgExtDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<LinalgExtDialect>()) {
    addOperations<ScanOp, TopKOp, YieldOp>();
    addInterfaces<IreeInliner>();
  }

  static constexpr StringLiteral getDialectNamespace() {
    return StringLiteral("iree_linalg_ext");
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LinalgExtDialect)
};

/// A value of which the compiler must not see what it is. It has an unknown effect,
/// so that two of the same value are not merged.
class BarrierOp
    : public Op<BarrierOp, OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                OpTrait::VariadicResults, OpTrait::VariadicOperands> {
public:
  using Op::Op;

  static constexpr StringLiteral getOperationName() {
    return StringLiteral("util.optimization_barrier");
  }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  LogicalResult verify() {
    if (getOperation()->getOperandTypes() != getOperation()->getResultTypes())
      return emitOpError("requires results of the types of the operands");
    return success();
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BarrierOp)
};

class UtilDialect : public Dialect {
public:
  explicit UtilDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<UtilDialect>()) {
    addOperations<AssumeIntOp, BarrierOp>();
    addInterfaces<IreeInliner>();
  }

  static constexpr StringLiteral getDialectNamespace() {
    return StringLiteral("util");
  }

  /// Reads `int.assumption<umin = 1, umax = 64, udiv = 16>`, each member of which
  /// may be absent.
  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    SmallVector<std::string> members;
    auto parseMember = [&]() -> ParseResult {
      StringRef name;
      uint64_t value;
      if (parser.parseKeyword(&name) || parser.parseEqual() ||
          parser.parseInteger(value))
        return failure();
      members.push_back((name + " = " + Twine(value)).str());
      return success();
    };
    SMLoc start = parser.getCurrentLocation();
    StringRef kind;
    if (parser.parseKeyword(&kind))
      return {};
    if (kind != kAssumption) {
      parser.emitError(start)
          << "'#util." << kind << "' is not known; '#util." << kAssumption
          << "' is";
      return {};
    }
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                       parseMember))
      return {};
    return getAssumption(getContext(), llvm::join(members, ", "));
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UtilDialect)
};

/// Registers a dialect, unless the program has its own of this name.
template <typename DialectT> void insertUnlessKnown(DialectRegistry &registry) {
  if (!registry.getDialectAllocator(DialectT::getDialectNamespace()))
    registry.insert<DialectT>();
}

} // namespace

extern "C" {

void bcastRegisterIree(MlirDialectRegistry registry) {
  insertUnlessKnown<FlowDialect>(*unwrap(registry));
  insertUnlessKnown<HalDialect>(*unwrap(registry));
  insertUnlessKnown<LinalgExtDialect>(*unwrap(registry));
  insertUnlessKnown<UtilDialect>(*unwrap(registry));
}

void bcastLoadIree(MlirContext context) {
  for (StringRef name : kNames)
    unwrap(context)->getOrLoadDialect(name);
}

bool bcastAcceptsIree(MlirContext wrapped) {
  MLIRContext *context = unwrap(wrapped);
  auto isLoaded = [&](StringRef name) { return context->getLoadedDialect(name); };
  return llvm::all_of(kNames, isLoaded) || context->allowsUnregisteredDialects();
}

MlirType bcastIreeBufferType(MlirContext wrapped, MlirStringRef name) {
  MLIRContext *context = unwrap(wrapped);
  // As text, because the context may have IREE's own type.
  ScopedDiagnosticHandler ignored(context, [](Diagnostic &) { return success(); });
  Type type = parseType(("!hal." + unwrap(name)).str(), context);
  return wrap(type);
}

MlirAttribute bcastIreeTarget(MlirContext wrapped, MlirStringRef triple) {
  MLIRContext *context = unwrap(wrapped);
  // As text, because the context may have IREE's own attribute.
  ScopedDiagnosticHandler ignored(context, [](Diagnostic &) { return success(); });
  std::string text =
      ("#hal." + kTarget + "<\"llvm-cpu\", \"embedded-elf-x86_64\", {target_triple = \"" +
       unwrap(triple) + "\"}>")
          .str();
  return wrap(parseAttribute(text, context));
}

MlirAttribute bcastIreeAssumptions(MlirContext wrapped, int64_t minimum,
                                   int64_t divisor) {
  MLIRContext *context = unwrap(wrapped);
  std::string members = ("umin = " + Twine(minimum)).str();
  if (divisor > 1)
    members += (", udiv = " + Twine(divisor)).str();
  // As text, because the context may have IREE's own attribute.
  ScopedDiagnosticHandler ignored(context, [](Diagnostic &) { return success(); });
  Attribute one =
      parseAttribute(("#util." + kAssumption + "<" + members + ">").str(), context);
  if (!one)
    return wrap(Attribute());
  Builder builder(context);
  return wrap(builder.getArrayAttr(builder.getArrayAttr(one)));
}
}
