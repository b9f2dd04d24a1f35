// Functions that MLIR's C API lacks for walking and verifying IR: traits,
// dominance, branches, symbols, constants, registered ops and their attributes.

#include "capi/parts.h"
#include "capi/ir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/IRDL/IR/IRDL.h"
#include "mlir/Dialect/IRDL/IRDLLoading.h"
#include "mlir/Dialect/Traits.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Threading.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/Threading.h"

using namespace mlir;

namespace {
// Passes this thread's diagnostics to `handle` instead of emitting them.
// Diagnostics of other threads are emitted as usual.
class Listener : public ScopedDiagnosticHandler {
public:
  Listener(MLIRContext *context, function_ref<void(Diagnostic &)> handle)
      : ScopedDiagnosticHandler(
            context,
            [handle, thread = llvm::get_threadid()](Diagnostic &diagnostic) {
              if (llvm::get_threadid() != thread)
                return failure();
              handle(diagnostic);
              return success();
            }) {}
};
} // namespace

// The definition of the ops of this name, if they are registered.
static std::optional<RegisteredOperationName> lookup(MlirContext context,
                                                     MlirStringRef op) {
  return RegisteredOperationName::lookup(unwrap(op), unwrap(context));
}

namespace {
// What IRDL says of an op; MLIR keeps only a verifier of it.
struct IrdlOp {
  // -1 if the number is not fixed.
  intptr_t operandCount = 0, resultCount = 0;
  bool hasRegion = false;
  SmallVector<StringAttr> attributes;
};

// The ops of a dialect that is defined in IRDL, by their names in it.
class IrdlOps : public DialectInterface::Base<IrdlOps> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(IrdlOps)
  IrdlOps(Dialect *dialect) : Base(dialect) {}
  llvm::StringMap<IrdlOp> ops;
};
} // namespace

// The number of operands or results that IRDL declares.
template <typename ValuesOp>
static intptr_t irdlCount(ValuesOp values) {
  for (irdl::VariadicityAttr each : values.getVariadicity())
    if (each.getValue() != irdl::Variadicity::single)
      return -1;
  return values.getArgs().size();
}

static IrdlOp describe(irdl::OperationOp definition) {
  IrdlOp described;
  for (Operation &part : definition.getBody().getOps()) {
    if (auto operands = dyn_cast<irdl::OperandsOp>(part))
      described.operandCount = irdlCount(operands);
    else if (auto results = dyn_cast<irdl::ResultsOp>(part))
      described.resultCount = irdlCount(results);
    else if (auto regions = dyn_cast<irdl::RegionsOp>(part))
      described.hasRegion = !regions.getArgs().empty();
    else if (auto attributes = dyn_cast<irdl::AttributesOp>(part))
      for (auto name :
           attributes.getAttributeValueNames().getAsRange<StringAttr>())
        described.attributes.push_back(name);
  }
  return described;
}

// What IRDL says of ops of this name, if they are defined in it.
static const IrdlOp *lookupIrdl(RegisteredOperationName name) {
  auto *ops = name.getDialect().getRegisteredInterface<IrdlOps>();
  if (!ops)
    return nullptr;
  auto found = ops->ops.find(name.stripDialect());
  return found == ops->ops.end() ? nullptr : &found->second;
}

namespace {
// Canonicalizes the ops in an op that is isolated from above.
void canonicalize(Operation *op, StringRef without,
                  const FrozenRewritePatternSet &patterns) {
  SmallVector<Operation *> others;
  bool hasExcluded = false;
  op->walk([&](Operation *inner) {
    if (inner->getName().getDialectNamespace() == without)
      hasExcluded = true;
    else if (inner != op)
      others.push_back(inner);
  });
  GreedyRewriteConfig config;
  if (!hasExcluded) {
    (void)applyPatternsGreedily(op, patterns, config);
    return;
  }
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(others, patterns, config);
}
} // namespace

extern "C" {

bool bcastOperationMayBeIsolatedFromAbove(MlirOperation operation) {
  return unwrap(operation)->mightHaveTrait<OpTrait::IsIsolatedFromAbove>();
}

bool bcastOperationIsRemovable(MlirOperation operation) {
  return wouldOpBeTriviallyDead(unwrap(operation));
}

bool bcastOperationBroadcasts(MlirOperation operation) {
  return unwrap(operation)->hasTrait<OpTrait::ResultsBroadcastableShape>();
}

unsigned bcastContextThreadCount(MlirContext context) {
  MLIRContext *unwrapped = unwrap(context);
  if (!unwrapped->isMultithreadingEnabled())
    return 1;
  return unwrapped->getThreadPool().getMaxConcurrency();
}

void bcastContextParallelFor(MlirContext context, size_t count,
                             void (*work)(size_t index, void *),
                             void *userData) {
  parallelFor(unwrap(context), 0, count,
              [&](size_t index) { work(index, userData); });
}

MlirAttribute bcastOperationAttributes(MlirOperation operation) {
  Operation *op = unwrap(operation);
  Attribute properties;
  if (!op->isRegistered() && op->getPropertiesStorageSize() > 0)
    properties = op->getPropertiesAsAttribute();
  if (!properties)
    return wrap(op->getAttrDictionary());
  NamedAttrList all(op->getDiscardableAttrDictionary());
  if (auto dictionary = dyn_cast<DictionaryAttr>(properties)) {
    for (NamedAttribute attribute : dictionary)
      all.set(attribute.getName(), attribute.getValue());
  } else {
    all.set(StringAttr::get(op->getContext(), ""), properties);
  }
  return wrap(all.getDictionary(op->getContext()));
}

intptr_t bcastOperationTypes(MlirOperation operation, intptr_t capacity,
                             MlirType *types) {
  Operation *op = unwrap(operation);
  intptr_t count = op->getNumOperands() + op->getNumResults();
  if (count > capacity)
    return count;
  for (Value operand : op->getOperands())
    *types++ = wrap(operand.getType());
  for (Type type : op->getResultTypes())
    *types++ = wrap(type);
  return count;
}

BcastOpName bcastOpName(MlirContext context, MlirStringRef name) {
  return {OperationName(unwrap(name), unwrap(context)).getAsOpaquePointer()};
}

MlirOperation bcastOperationCreate(MlirLocation location, BcastOpName name,
                                   intptr_t operandCount,
                                   const MlirValue *operands,
                                   intptr_t resultCount,
                                   const MlirType *results,
                                   intptr_t attributeCount,
                                   const MlirNamedAttribute *attributes) {
  SmallVector<Value, 4> values;
  SmallVector<Type, 2> types;
  Operation *op = Operation::create(
      unwrap(location),
      OperationName::getFromOpaquePointer(name.ptr),
      unwrapList(resultCount, results, types),
      unwrapList(operandCount, operands, values),
      DictionaryAttr::get(unwrap(location).getContext()),
      OpaqueProperties(nullptr), BlockRange(), /*numRegions=*/0);
  for (intptr_t i = 0; i < attributeCount; ++i)
    op->setAttr(unwrap(attributes[i].name), unwrap(attributes[i].attribute));
  return wrap(op);
}

MlirOperation bcastOperationCloneOn(MlirOperation operation,
                                    const MlirValue *operands) {
  IRMapping mapping;
  for (auto [index, operand] : llvm::enumerate(unwrap(operation)->getOperands()))
    mapping.map(operand, unwrap(operands[index]));
  return wrap(unwrap(operation)->clone(mapping));
}

MlirValue bcastOperationSuccessorOperand(MlirOperation terminator,
                                         intptr_t successor,
                                         intptr_t argument) {
  auto branch = dyn_cast<BranchOpInterface>(unwrap(terminator));
  if (!branch)
    return wrap(Value());
  SuccessorOperands operands = branch.getSuccessorOperands(successor);
  if (argument >= static_cast<intptr_t>(operands.size()) ||
      operands.isOperandProduced(argument))
    return wrap(Value());
  return wrap(operands[argument]);
}

void bcastBlockVisitPredecessors(MlirBlock block,
                                 void (*visit)(MlirOperation terminator,
                                               intptr_t successor, void *),
                                 void *userData) {
  Block *unwrapped = unwrap(block);
  for (auto it = unwrapped->pred_begin(), end = unwrapped->pred_end();
       it != end; ++it)
    visit(wrap((*it)->getTerminator()), it.getSuccessorIndex(), userData);
}

bool bcastOperationInferSizes(MlirOperation operation, intptr_t result,
                              intptr_t rank, int64_t *sizes) {
  Operation *op = unwrap(operation);
  auto inferring = dyn_cast<InferShapedTypeOpInterface>(op);
  if (!inferring)
    return false;
  SmallVector<ShapedTypeComponents> shapes;
  // Without a location, it emits no diagnostics.
  if (failed(inferring.inferReturnTypeComponents(
          op->getContext(), std::nullopt, op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), shapes)))
    return false;
  if (result >= static_cast<intptr_t>(shapes.size()))
    return false;
  const ShapedTypeComponents &shape = shapes[result];
  if (!shape.hasRank() || static_cast<intptr_t>(shape.getDims().size()) != rank)
    return false;
  llvm::copy(shape.getDims(), sizes);
  return true;
}

/// Returns whether an op that is not registered may be a symbol table: it
/// defines symbols in its region. MLIR itself treats every unregistered op
/// with one region as a symbol table.
static bool mayBeSymbolTable(Operation *op) {
  if (op->getDialect() || op->getNumRegions() != 1)
    return false;
  return llvm::any_of(op->getRegion(0).getOps(), [](Operation &nested) {
    return nested.getAttr(SymbolTable::getSymbolAttrName()) != nullptr;
  });
}

bool bcastVisitSymbolUses(MlirOperation symbolTable,
                          void (*visit)(MlirStringRef symbol,
                                        MlirOperation user, void *),
                          void *userData) {
  Operation *table = unwrap(symbolTable);
  WalkResult result = table->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // The uses in the attributes of the op, and in its properties: those of an
    // op that is not registered are not among its attributes.
    auto visitAll = [&](Attribute attribute) {
      AttrTypeWalker walker;
      walker.addWalk([&](SymbolRefAttr symbol) {
        visit(wrap(symbol.getRootReference().getValue()), wrap(op), userData);
        return WalkResult::skip();
      });
      walker.walk<WalkOrder::PreOrder>(attribute);
    };
    visitAll(op->getAttrDictionary());
    if (!op->isRegistered() && op->getPropertiesStorageSize() != 0)
      if (Attribute properties = op->getPropertiesAsAttribute())
        visitAll(properties);
    if (op == table)
      return WalkResult::advance();
    // The symbols in another table are others.
    if (op->hasTrait<OpTrait::SymbolTable>())
      return WalkResult::skip();
    return mayBeSymbolTable(op) ? WalkResult::interrupt()
                                : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

void bcastRegionVisitDominatorTree(MlirRegion region,
                                   void (*visit)(MlirBlock, bool entered,
                                                 void *),
                                   void *userData) {
  Region *body = unwrap(region);
  DominanceInfo dominance(body->getParentOp());
  using Node = DominanceInfoNode;
  DenseMap<Block *, unsigned> order;
  for (Block *block : llvm::ReversePostOrderTraversal<Region *>(body))
    order.insert({block, order.size()});
  struct Frame {
    Node *node;
    SmallVector<Node *> children; // the next one last
  };
  SmallVector<Frame> stack;
  auto enter = [&](Node *node) {
    visit(wrap(node->getBlock()), /*entered=*/true, userData);
    SmallVector<Node *> children(node->begin(), node->end());
    llvm::sort(children, [&](Node *a, Node *b) {
      return order.lookup(a->getBlock()) > order.lookup(b->getBlock());
    });
    stack.push_back({node, std::move(children)});
  };
  enter(dominance.getRootNode(body));
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (!frame.children.empty()) {
      enter(frame.children.pop_back_val());
      continue;
    }
    visit(wrap(frame.node->getBlock()), /*entered=*/false, userData);
    stack.pop_back();
  }
}

MlirAttribute bcastDenseElements(MlirAttribute attribute) {
  if (isa<DenseElementsAttr>(unwrap(attribute)))
    return attribute;
  auto resource = dyn_cast<DenseResourceElementsAttr>(unwrap(attribute));
  AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob)
    return wrap(Attribute());
  ShapedType type = resource.getType();
  ArrayRef<char> bytes = blob->getData();
  if (type.getElementType().isInteger(1)) {
    // A resource has a byte for each truth value.
    if (static_cast<int64_t>(bytes.size()) != type.getNumElements())
      return wrap(Attribute());
    auto values = llvm::map_to_vector(bytes, [](char byte) { return byte != 0; });
    return wrap(DenseElementsAttr::get(type, values));
  }
  // MLIR would treat a single element as a splat.
  bool isSplat = false;
  if (!DenseElementsAttr::isValidRawBuffer(type, bytes, isSplat) ||
      (isSplat && type.getNumElements() != 1))
    return wrap(Attribute());
  return wrap(DenseElementsAttr::getFromRawBuffer(type, bytes));
}

bool bcastDenseElementsVisitInts(MlirAttribute attribute, size_t max,
                                 void (*visit)(int64_t element, void *),
                                 void *userData) {
  auto elements = dyn_cast<DenseIntElementsAttr>(unwrap(attribute));
  if (!elements || !isa<RankedTensorType>(elements.getType()) ||
      static_cast<uint64_t>(elements.getNumElements()) > max)
    return false;
  // A truth value is 0 or 1.
  auto type = dyn_cast<IntegerType>(elements.getElementType());
  bool isUnsigned = type && (type.isUnsigned() || type.getWidth() == 1);
  for (APInt element : elements.getValues<APInt>()) {
    if (isUnsigned)
      element = element.zext(element.getBitWidth() + 1);
    if (element.getSignificantBits() > 64)
      return false;
    visit(element.getSExtValue(), userData);
  }
  return true;
}

/// Ops of dialects that are not registered that are known to be constants, of
/// the value in their attribute `value`.
static constexpr StringLiteral foreignConstants[] = {
    "torch.constant.int", "torch.constant.float", "torch.constant.bool",
    "torch.constant.str", "onnx.Constant",        "tf.Const"};

/// Returns the value of a constant; null if it is not one.
static Attribute constantValue(Value value) {
  TypedAttr attribute;
  if (matchPattern(value, m_Constant(&attribute)))
    return attribute;
  Operation *op = value.getDefiningOp();
  if (op && !op->isRegistered() &&
      llvm::is_contained(foreignConstants, op->getName().getStringRef()))
    return op->getAttr("value");
  return {};
}

MlirAttribute bcastValueConstant(MlirValue value) {
  Attribute attribute = constantValue(unwrap(value));
  if (auto elements = dyn_cast_or_null<DenseElementsAttr>(attribute)) {
    // A number of an unknown dialect's element type may have no attribute.
    if (elements.isSplat() && elements.getElementType().isIntOrIndexOrFloat())
      return wrap(elements.getSplatValue<Attribute>());
  }
  return wrap(attribute);
}

bool bcastValueIsAbsent(MlirValue value) {
  if (isa<NoneType>(unwrap(value).getType()))
    return true;
  Operation *op = unwrap(value).getDefiningOp();
  return op && !op->isRegistered() &&
         op->getName().getStringRef() == "torch.constant.none";
}

bool bcastValueIsConstantInteger(MlirValue value, int64_t *result) {
  auto attribute = dyn_cast_or_null<TypedAttr>(constantValue(unwrap(value)));
  if (!attribute)
    return false;
  APInt integer;
  if (auto single = dyn_cast<IntegerAttr>(attribute)) {
    integer = single.getValue();
  } else if (auto elements = dyn_cast<DenseIntElementsAttr>(attribute)) {
    if (!elements.isSplat())
      return false;
    integer = elements.getSplatValue<APInt>();
  } else {
    return false;
  }
  // A truth value is 0 or 1.
  auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(attribute.getType()));
  bool isUnsigned = type && (type.isUnsigned() || type.getWidth() == 1);
  if (isUnsigned)
    integer = integer.zext(integer.getBitWidth() + 1);
  if (integer.getSignificantBits() > 64)
    return false;
  *result = integer.getSExtValue();
  return true;
}

bool bcastOperationVerify(MlirOperation operation, BcastVisitText visit,
                          void *userData) {
  Operation *op = unwrap(operation);
  auto handle = [=](Diagnostic &diagnostic) {
    visit(wrap(StringRef(diagnostic.str())), userData);
  };
  Listener listener(op->getContext(), handle);
  return succeeded(verify(op));
}

void bcastContextVisitDialects(MlirContext context, BcastVisitText visit,
                               void *userData) {
  for (StringRef name : unwrap(context)->getAvailableDialects())
    visit(wrap(name), userData);
}

void bcastContextVisitOps(MlirContext context, MlirStringRef dialect,
                          BcastVisitText visit, void *userData) {
  for (RegisteredOperationName name :
       unwrap(context)->getRegisteredOperations())
    if (name.getDialectNamespace() == unwrap(dialect))
      visit(wrap(name.getStringRef()), userData);
}

bool bcastLoadIrdl(MlirModule module) {
  ModuleOp root = unwrap(module);
  if (failed(irdl::loadDialects(root)))
    return false;
  root.walk([](irdl::DialectOp definition) {
    Dialect *dialect =
        definition.getContext()->getLoadedDialect(definition.getSymName());
    if (!dialect)
      return;
    auto &known = dialect->addInterface<IrdlOps>();
    for (auto op : definition.getBody().getOps<irdl::OperationOp>())
      known.ops[op.getSymName()] = describe(op);
  });
  return true;
}

intptr_t bcastContextOperandCount(MlirContext context, MlirStringRef op) {
  std::optional<RegisteredOperationName> name = lookup(context, op);
  if (!name)
    return -1;
  if (const IrdlOp *defined = lookupIrdl(*name))
    return defined->operandCount;
  if (name->hasTrait<OpTrait::ZeroOperands>())
    return 0;
  if (name->hasTrait<OpTrait::OneOperand>())
    return 1;
  if (name->hasTrait<OpTrait::NOperands<2>::Impl>())
    return 2;
  if (name->hasTrait<OpTrait::NOperands<3>::Impl>())
    return 3;
  if (name->hasTrait<OpTrait::NOperands<4>::Impl>())
    return 4;
  return -1;
}

intptr_t bcastContextResultCount(MlirContext context, MlirStringRef op) {
  std::optional<RegisteredOperationName> name = lookup(context, op);
  if (!name)
    return -1;
  if (const IrdlOp *defined = lookupIrdl(*name))
    return defined->resultCount;
  if (name->hasTrait<OpTrait::ZeroResults>())
    return 0;
  if (name->hasTrait<OpTrait::OneResult>())
    return 1;
  if (name->hasTrait<OpTrait::NResults<2>::Impl>())
    return 2;
  if (name->hasTrait<OpTrait::NResults<3>::Impl>())
    return 3;
  return -1;
}

bool bcastContextHasRegion(MlirContext context, MlirStringRef op) {
  std::optional<RegisteredOperationName> name = lookup(context, op);
  const IrdlOp *defined = name ? lookupIrdl(*name) : nullptr;
  if (defined)
    return defined->hasRegion;
  return name && (name->hasTrait<OpTrait::OneRegion>() ||
                  name->hasTrait<OpTrait::NRegions<2>::Impl>() ||
                  name->hasTrait<OpTrait::NRegions<3>::Impl>() ||
                  name->hasTrait<OpTrait::AtLeastNRegions<1>::Impl>());
}

void bcastContextVisitAttributes(MlirContext context, MlirStringRef op,
                                 BcastVisitText visit, void *userData) {
  std::optional<RegisteredOperationName> name = lookup(context, op);
  if (!name)
    return;
  const IrdlOp *defined = lookupIrdl(*name);
  for (StringAttr attribute : defined ? ArrayRef(defined->attributes)
                                      : name->getAttributeNames())
    visit(wrap(attribute.getValue()), userData);
}

bool bcastContextTakesEqualTypes(MlirContext context, MlirStringRef op) {
  std::optional<RegisteredOperationName> name = lookup(context, op);
  return name && (name->hasTrait<OpTrait::SameOperandsAndResultType>() ||
                  name->hasTrait<OpTrait::SameTypeOperands>() ||
                  // `arith.select`, for example, has neither of the other
                  // traits.
                  name->hasTrait<OpTrait::Tensorizable>());
}

uint64_t bcastAttributeCountParts(MlirAttribute attribute) {
  return countParts(unwrap(attribute));
}

uint64_t bcastTypeCountParts(MlirType type) { return countParts(unwrap(type)); }

bool bcastContextTakesAttribute(MlirContext context, MlirStringRef op,
                                MlirStringRef attribute, MlirAttribute value,
                                BcastVisitText visit, void *userData) {
  std::optional<RegisteredOperationName> name = lookup(context, op);
  if (!name)
    return true;
  NamedAttrList attributes;
  attributes.append(unwrap(attribute), unwrap(value));
  auto report = [&](Diagnostic &reported) {
    std::string message = reported.str();
    visit(wrap(StringRef(message)), userData);
  };
  Listener listener(unwrap(context), report);
  return succeeded(name->verifyInherentAttrs(attributes, [&] {
    return emitError(UnknownLoc::get(unwrap(context)));
  }));
}

void bcastOperationCanonicalize(MlirOperation operation,
                                MlirStringRef without) {
  Operation *root = unwrap(operation);
  StringRef excluded = unwrap(without);
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  for (Dialect *dialect : context->getLoadedDialects())
    if (dialect->getNamespace() != excluded)
      dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (name.getDialectNamespace() != excluded)
      name.getCanonicalizationPatterns(patterns, context);
  FrozenRewritePatternSet frozen(std::move(patterns));
  // Functions, but not the modules around them.
  SmallVector<Operation *> isolated;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return WalkResult::advance();
    if (op->hasTrait<OpTrait::SymbolTable>())
      return WalkResult::advance();
    isolated.push_back(op);
    return WalkResult::skip();
  });
  for (Operation *op : isolated)
    canonicalize(op, excluded, frozen);
}
}
