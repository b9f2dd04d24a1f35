// The dialect `vhlo`. The properties of an op are an array of its attributes, sorted by name;
// bytecode stores them in the same order.

#include "vhlo/dialect.h"

#include "vhlo/encoding.h"
#include "stablehlo/dialect.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::vhlo;

MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::vhlo::EncodedType)
MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::vhlo::EncodedAttr)
MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::vhlo::VHLODialect)

namespace {

// Reads and writes the attributes of an op, in the order of their names.
struct PropertiesModel
    : public BytecodeOpInterface::FallbackModel<PropertiesModel> {
  static LogicalResult readProperties(DialectBytecodeReader &reader,
                                      OperationState &state) {
    for (StringAttr name : state.name.getAttributeNames()) {
      Attribute value;
      if (failed(reader.readAttribute(value)))
        return failure();
      state.addAttribute(name, value);
    }
    return success();
  }

  void writeProperties(Operation *op, DialectBytecodeWriter &writer) const {
    for (StringAttr name : op->getName().getAttributeNames())
      writer.writeAttribute(*op->getInherentAttr(name));
  }
};

// Answers what MLIR asks of an op's class; these ops have none.
class OpModel final : public OperationName::Impl {
public:
  OpModel(StringRef name, Dialect *dialect, TypeID id,
          mlir::detail::InterfaceMap interfaces, bool isTerminator)
      : Impl(name, dialect, id, std::move(interfaces)),
        isTerminator(isTerminator) {}

  LogicalResult foldHook(Operation *, ArrayRef<Attribute>,
                         SmallVectorImpl<OpFoldResult> &) final {
    return failure();
  }
  void getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) final {}
  bool hasTrait(TypeID trait) final {
    return isTerminator && trait == TypeID::get<OpTrait::IsTerminator>();
  }
  OperationName::ParseAssemblyFn getParseAssemblyFn() final {
    return [](OpAsmParser &parser, OperationState &) -> ParseResult {
      return parser.emitError(parser.getNameLoc(),
                              "ops of VHLO have the generic form only");
    };
  }
  void populateDefaultAttrs(const OperationName &, NamedAttrList &) final {}
  void printAssembly(Operation *op, OpAsmPrinter &printer, StringRef) final {
    printer.printGenericOp(op);
  }
  LogicalResult verifyInvariants(Operation *op) final {
    for (StringAttr name : getAttributeNames())
      if (!*getInherentAttr(op, name))
        return op->emitOpError() << "lacks attribute '" << name.getValue()
                                 << "'";
    return success();
  }
  LogicalResult verifyRegionInvariants(Operation *) final { return success(); }

  std::optional<Attribute> getInherentAttr(Operation *op,
                                           StringRef name) final {
    if (std::optional<size_t> index = find(name))
      return values(op->getPropertiesStorage())[*index];
    return std::nullopt;
  }
  void setInherentAttr(Operation *op, StringAttr name, Attribute value) final {
    if (std::optional<size_t> index = find(name))
      values(op->getPropertiesStorage())[*index] = value;
  }
  void populateInherentAttrs(Operation *op, NamedAttrList &attributes) final {
    for (auto [name, value] :
         llvm::zip_equal(getAttributeNames(), values(op->getPropertiesStorage())))
      if (value)
        attributes.set(name, value);
  }
  LogicalResult verifyInherentAttrs(OperationName, NamedAttrList &,
                                    function_ref<InFlightDiagnostic()>) final {
    return success();
  }

  int getOpPropertyByteSize() final {
    return getAttributeNames().size() * sizeof(Attribute);
  }
  void initProperties(OperationName, OpaqueProperties storage,
                      OpaqueProperties initial) final {
    for (Attribute &value : values(storage))
      new (&value) Attribute();
    if (initial)
      copyProperties(storage, initial);
  }
  void deleteProperties(OpaqueProperties) final {}
  void populateDefaultProperties(OperationName, OpaqueProperties) final {}
  LogicalResult
  setPropertiesFromAttr(OperationName, OpaqueProperties storage,
                        Attribute attribute,
                        function_ref<InFlightDiagnostic()> emitError) final {
    auto dictionary = dyn_cast_or_null<DictionaryAttr>(attribute);
    if (!dictionary)
      return emitError() << "expected a dictionary of attributes";
    for (auto [name, value] :
         llvm::zip_equal(getAttributeNames(), values(storage)))
      value = dictionary.get(name);
    return success();
  }
  Attribute getPropertiesAsAttr(Operation *op) final {
    NamedAttrList attributes;
    populateInherentAttrs(op, attributes);
    return attributes.getDictionary(op->getContext());
  }
  void copyProperties(OpaqueProperties to, OpaqueProperties from) final {
    llvm::copy(values(from), values(to).begin());
  }
  bool compareProperties(OpaqueProperties left, OpaqueProperties right) final {
    return values(left) == values(right);
  }
  llvm::hash_code hashProperties(OpaqueProperties storage) final {
    MutableArrayRef<Attribute> all = values(storage);
    return llvm::hash_combine_range(all.begin(), all.end());
  }

private:
  // The names are in the order of the alphabet.
  std::optional<size_t> find(StringRef name) const {
    ArrayRef<StringAttr> names = getAttributeNames();
    const StringAttr *found =
        llvm::lower_bound(names, name, [](StringAttr left, StringRef right) {
          return left.getValue() < right;
        });
    if (found == names.end() || found->getValue() != name)
      return std::nullopt;
    return found - names.begin();
  }

  MutableArrayRef<Attribute> values(OpaqueProperties storage) const {
    return {storage.as<Attribute *>(), getAttributeNames().size()};
  }

  bool isTerminator;
};

// Reads and writes types and attributes.
struct Encoding : public BytecodeDialectInterface {
  Encoding(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  Type readType(DialectBytecodeReader &reader) const final {
    return vhlo::readType(reader);
  }
  Attribute readAttribute(DialectBytecodeReader &reader) const final {
    return vhlo::readAttribute(reader);
  }
  LogicalResult writeType(Type type,
                          DialectBytecodeWriter &writer) const final {
    vhlo::write(cast<EncodedType>(type).getType(), writer);
    return success();
  }
  LogicalResult writeAttribute(Attribute attribute,
                               DialectBytecodeWriter &writer) const final {
    vhlo::write(cast<EncodedAttr>(attribute), writer);
    return success();
  }
};

} // namespace

VHLODialect::VHLODialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<VHLODialect>()) {
  // What is read belongs to them.
  context->getOrLoadDialect<stablehlo::StableHLODialect>();
  context->getOrLoadDialect<quant::QuantDialect>();
  context->getOrLoadDialect<shape::ShapeDialect>();
  addTypes<EncodedType>();
  addAttributes<EncodedAttr>();
  addInterfaces<Encoding>();
}

void VHLODialect::registerOps(ArrayRef<BcastVhloOp> ops) {
  if (std::exchange(hasOps, true))
    return;
  for (const BcastVhloOp &op : ops)
    registerOp(op);
}

void VHLODialect::registerOp(const BcastVhloOp &op) {
  mlir::detail::InterfaceMap interfaces;
  SmallVector<StringRef> names;
  for (MlirStringRef name : ArrayRef(op.attributes, op.attributeCount))
    names.push_back(unwrap(name));
  // Without attributes there are no properties, which only the interface encodes.
  if (!names.empty())
    interfaces.insertModels<PropertiesModel>();
  RegisteredOperationName::insert(
      std::make_unique<OpModel>(unwrap(op.name), this, identities.allocate(),
                                std::move(interfaces), op.isTerminator),
      names);
}

void VHLODialect::printType(Type type, DialectAsmPrinter &printer) const {
  printer << "encoded<" << cast<EncodedType>(type).getType() << '>';
}

void VHLODialect::printAttribute(Attribute attribute,
                                 DialectAsmPrinter &printer) const {
  printer << "encoded<" << cast<EncodedAttr>(attribute).getAttribute() << '>';
}
