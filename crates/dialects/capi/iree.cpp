// The ops of IREE's dialects by which a program tells its compiler what is known
// of sizes, in the generic form. IREE itself has the whole dialects.

#include "capi/iree.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace {

constexpr StringLiteral kAssumption = "int.assumption";

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
    auto type = dyn_cast<RankedTensorType>(getOperand(0).getType());
    if (!type || type.getNumDynamicDims() + 1 != getNumOperands())
      return emitOpError("requires a ranked tensor and each of its dynamic sizes");
    return success();
  }

  void
  getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &) {}

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TieShapeOp)
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

class FlowDialect : public Dialect {
public:
  explicit FlowDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<FlowDialect>()) {
    addOperations<TieShapeOp>();
    addInterfaces<IreeInliner>();
  }

  static constexpr StringLiteral getDialectNamespace() {
    return StringLiteral("flow");
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FlowDialect)
};

class UtilDialect : public Dialect {
public:
  explicit UtilDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<UtilDialect>()) {
    addOperations<AssumeIntOp>();
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

} // namespace

extern "C" {

void bcastRegisterIree(MlirDialectRegistry registry) {
  unwrap(registry)->insert<FlowDialect, UtilDialect>();
}

void bcastLoadIree(MlirContext context) {
  for (StringRef name : {"flow", "util"})
    unwrap(context)->getOrLoadDialect(name);
}

bool bcastAcceptsIree(MlirContext wrapped) {
  MLIRContext *context = unwrap(wrapped);
  if (context->getLoadedDialect("flow") && context->getLoadedDialect("util"))
    return true;
  return context->allowsUnregisteredDialects();
}

MlirAttribute bcastIreeAssumptions(MlirContext wrapped, int64_t minimum,
                                   int64_t maximum, int64_t divisor) {
  MLIRContext *context = unwrap(wrapped);
  std::string members = ("umin = " + Twine(minimum)).str();
  if (maximum >= 0)
    members += (", umax = " + Twine(maximum)).str();
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
