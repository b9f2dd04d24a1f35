// Verifiers of calls, tuples and tokens: the rest of control.td.

#include "stablehlo/verify.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace mlir;
using namespace mlir::stablehlo;

//===-- Custom calls ------------------------------------------------------===//

// Returns the type at a path of tuple indices; null if the path is invalid.
static Type typeAt(Type type, ArrayRef<int64_t> path) {
  for (int64_t index : path) {
    auto tuple = dyn_cast<TupleType>(type);
    if (!tuple || index < 0 || index >= static_cast<int64_t>(tuple.size()))
      return {};
    type = tuple.getType(index);
  }
  return type;
}

// Returns the result's type, or a tuple of several results.
static Type outputOf(CustomCallOp op) {
  if (op.getNumResults() == 1)
    return op.getResult(0).getType();
  return TupleType::get(op.getContext(), SmallVector<Type>(op.getResultTypes()));
}

// Checks the layouts of operands or results: permutations of their dims.
static LogicalResult verifyLayouts(CustomCallOp op, StringRef name,
                                   ArrayAttr layouts, TypeRange types) {
  if (failed(hlo::verifySize(op, name, layouts.size(), types.size(),
                             "one for each value")))
    return failure();
  for (auto [type, layout] : llvm::zip_equal(
           types, layouts.getAsRange<DenseIntElementsAttr>())) {
    if (isa<TupleType>(type))
      return op.emitOpError("attribute '")
             << name << "' cannot describe the tuple " << type;
    auto shaped = dyn_cast<ShapedType>(type);
    if (shaped && !shaped.hasRank())
      continue;
    int64_t rank = shaped ? shaped.getRank() : 0;
    // A constant of one value may be larger than the memory.
    if (failed(hlo::verifySize(op, name, layout.getNumElements(), rank,
                               "one for each dimension")))
      return failure();
    SmallVector<int64_t> order = llvm::map_to_vector(
        layout.getValues<APInt>(),
        [](const APInt &dim) { return dim.getSExtValue(); });
    if (failed(hlo::verifyDimensions(op, name, order, rank)))
      return failure();
  }
  return success();
}

// Checks that each alias joins an operand and a result of one type.
static LogicalResult verifyAliases(CustomCallOp op) {
  if (op.getOutputOperandAliases().empty())
    return success();
  Type output = outputOf(op);
  for (auto alias :
       op.getOutputOperandAliases().getAsRange<OutputOperandAliasAttr>()) {
    int64_t operand = alias.getOperandIndex();
    if (operand < 0 || operand >= static_cast<int64_t>(op.getNumOperands()))
      return op.emitOpError("attribute 'output_operand_aliases' names operand #")
             << operand << ", which does not exist";
    Type from = typeAt(op.getOperand(operand).getType(),
                       alias.getOperandTupleIndices());
    Type to = typeAt(output, alias.getOutputTupleIndices());
    if (!from || !to)
      return op.emitOpError("attribute 'output_operand_aliases' has tuple "
                            "indices that do not lead to a value");
    if (from != to)
      return op.emitOpError("attribute 'output_operand_aliases' joins ")
             << from << " and " << to;
  }
  return success();
}

// Adds the paths of all buffers in a type.
static void collectBuffers(Type type, std::vector<int64_t> &path,
                           std::set<std::vector<int64_t>> &buffers) {
  if (isa<MemRefType>(type))
    buffers.insert(path);
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple)
    return;
  for (auto [index, part] : llvm::enumerate(tuple.getTypes())) {
    path.push_back(index);
    collectBuffers(part, path, buffers);
    path.pop_back();
  }
}

// Checks that buffers are aliased: each result once, each operand at most once.
static LogicalResult verifyBuffers(CustomCallOp op) {
  std::set<std::vector<int64_t>> outputs, buffers;
  std::set<std::pair<int64_t, std::vector<int64_t>>> operands;
  for (auto alias :
       op.getOutputOperandAliases().getAsRange<OutputOperandAliasAttr>()) {
    int64_t operand = alias.getOperandIndex();
    ArrayRef<int64_t> path = alias.getOperandTupleIndices();
    if (!isa<MemRefType>(typeAt(op.getOperand(operand).getType(), path)))
      continue;
    if (!outputs.insert(alias.getOutputTupleIndices().vec()).second ||
        !operands.insert({operand, path.vec()}).second)
      return op.emitOpError("attribute 'output_operand_aliases' names a buffer "
                            "more than once");
  }
  std::vector<int64_t> path;
  collectBuffers(outputOf(op), path, buffers);
  for (const std::vector<int64_t> &buffer : buffers)
    if (!outputs.count(buffer))
      return op.emitOpError("requires each result that is a buffer in attribute "
                            "'output_operand_aliases'");
  return success();
}

// Checks the calls that create buffers and convert between them and tensors.
static LogicalResult verifyBufferCall(CustomCallOp op) {
  StringRef target = op.getCallTargetName();
  bool isPin = target == "Pin";
  size_t inputs = target == "CreateBuffer" ? 0 : 1;
  if (op.getNumOperands() != inputs || op.getNumResults() != 1)
    return op.emitOpError("requires ")
           << inputs << " operands and 1 result of " << target;
  Type result = op.getResult(0).getType();
  if (target != "Unpin" && !isa<MemRefType>(result))
    return op.emitOpError("requires a buffer as the result of ")
           << target << ", got " << result;
  if (inputs == 0)
    return success();
  Type operand = op.getOperand(0).getType();
  if (isPin ? !isa<TensorType>(operand) : !isa<MemRefType>(operand))
    return op.emitOpError("requires a ")
           << (isPin ? "tensor" : "buffer") << " as the operand of " << target
           << ", got " << operand;
  if (!isPin && !isa<TensorType>(result))
    return op.emitOpError("requires a tensor as the result of ")
           << target << ", got " << result;
  if (succeeded(verifyCompatibleShape(operand, result)) &&
      getElementTypeOrSelf(operand) == getElementTypeOrSelf(result))
    return success();
  return op.emitOpError("requires one shape and element type, got ")
         << operand << " and " << result;
}

LogicalResult CustomCallOp::verify() {
  if (getOperandLayouts().has_value() != getResultLayouts().has_value())
    return emitOpError("requires both or none of the attributes "
                       "'operand_layouts' and 'result_layouts'");
  if (getOperandLayouts()) {
    // The results may be the elements of one tuple.
    SmallVector<Type> results(getResultTypes());
    if (results.size() == 1)
      if (auto tuple = dyn_cast<TupleType>(results.front()))
        results.assign(tuple.begin(), tuple.end());
    if (failed(verifyLayouts(*this, "operand_layouts", *getOperandLayouts(),
                             getOperandTypes())) ||
        failed(verifyLayouts(*this, "result_layouts", *getResultLayouts(),
                             results)))
      return failure();
  }
  if (failed(verifyAliases(*this)))
    return failure();
  bool isTyped =
      getApiVersion() == CustomCallApiVersion::API_VERSION_TYPED_FFI;
  std::optional<Attribute> config = getBackendConfig();
  if (config && isTyped != isa<DictionaryAttr>(*config))
    return emitOpError("requires a ")
           << (isTyped ? "dictionary" : "string")
           << " in attribute 'backend_config' for this api_version, got "
           << *config;
  StringRef target = getCallTargetName();
  if (target == "CreateBuffer" || target == "Pin" || target == "Unpin")
    return verifyBufferCall(*this);
  return verifyBuffers(*this);
}

//===-- Composites --------------------------------------------------------===//

// Returns whether the text is `<namespace>.<name>`: a word of letters, digits
// and `_` that begins with a letter, and more words after dots, which may also
// contain `$`.
static bool isCompositeName(StringRef text) {
  auto [space, name] = text.split('.');
  if (space.empty() || !llvm::isAlpha(space.front()) || name.empty())
    return false;
  auto isWord = [](StringRef word, StringRef others) {
    return !word.empty() && llvm::all_of(word, [&](char c) {
      return llvm::isAlnum(c) || others.contains(c);
    });
  };
  return isWord(space, "_") &&
         llvm::all_of(llvm::split(name, '.'), [&](StringRef word) {
           return isWord(word, "_$");
         });
}

LogicalResult CompositeOp::verify() {
  // composite_c1
  if (isCompositeName(getName()))
    return success();
  return emitOpError("attribute 'name' must be <namespace>.<name>, got '")
         << getName() << "'";
}

LogicalResult
CompositeOp::verifySymbolUses(SymbolTableCollection &symbolTables) {
  // composite_c2
  auto function = symbolTables.lookupNearestSymbolFrom<func::FuncOp>(
      *this, getDecompositionAttr());
  if (!function)
    return emitOpError("attribute 'decomposition' names ")
           << getDecompositionAttr() << ", which is not a function";
  // composite_c3, composite_c4
  auto check = [&](TypeRange found, StringRef what, TypeRange expected,
                   StringRef of) -> LogicalResult {
    if (found.size() != expected.size())
      return emitOpError("has ")
             << found.size() << " " << what << "s, but "
             << getDecompositionAttr() << " has " << expected.size() << " "
             << of << "s";
    for (auto [index, types] : llvm::enumerate(llvm::zip(found, expected)))
      if (auto [type, other] = types; type != other)
        return emitOpError("has type ")
               << type << " of " << what << " #" << index << ", but "
               << getDecompositionAttr() << " has type " << other << " of "
               << of << " #" << index;
    return success();
  };
  if (failed(check(getOperandTypes(), "operand", function.getArgumentTypes(),
                   "argument")))
    return failure();
  return check(getResultTypes(), "result", function.getResultTypes(), "result");
}

//===-- Tuples ------------------------------------------------------------===//

LogicalResult TupleOp::verify() {
  auto tuple = cast<TupleType>(getResult().getType());
  // tuple_c1
  if (llvm::equal(getOperandTypes(), tuple.getTypes()))
    return success();
  return emitOpError("requires result #0 to be a tuple of the operands' types");
}

LogicalResult GetTupleElementOp::verify() {
  auto tuple = cast<TupleType>(getOperand().getType());
  // get_tuple_element_c1
  if (getIndex() >= tuple.size())
    return emitOpError("attribute 'index' holds ")
           << getIndex() << ", but operand #0 has " << tuple.size()
           << " elements";
  // get_tuple_element_c2
  if (tuple.getType(getIndex()) != getType())
    return emitOpError("requires type ")
           << tuple.getType(getIndex()) << " of result #0, got " << getType();
  return success();
}

//===-- Tokens ------------------------------------------------------------===//

// Checks results that are tensors, followed by a token.
static LogicalResult verifyReceived(Operation *op) {
  TypeRange types = op->getResultTypes();
  // infeed_c1, infeed_c3, recv_c2, recv_c4
  if (types.empty() || !isa<TokenType>(types.back()))
    return op->emitOpError("requires the last result to be a token");
  // infeed_c2, recv_c3
  for (auto [index, type] : llvm::enumerate(types.drop_back()))
    if (!isa<TensorType>(type))
      return op->emitOpError("requires a tensor as result #")
             << index << ", got " << type;
  return success();
}

LogicalResult InfeedOp::verify() {
  if (failed(verifyReceived(*this)))
    return failure();
  std::optional<ArrayAttr> layouts = getLayout();
  if (!layouts)
    return success();
  if (failed(hlo::verifySize(*this, "layout", layouts->size(),
                             getNumResults() - 1,
                             "one for each result but the token")))
    return failure();
  for (auto layout : layouts->getAsRange<ArrayAttr>())
    for (Attribute dim : layout)
      if (!isa<IntegerAttr>(dim))
        return emitOpError("attribute 'layout' holds ")
               << dim << ", but needs integers";
  return success();
}

// Checks the type of a channel, whose number for transfers from and to the host
// is `hostType`.
static LogicalResult verifyChannelType(Operation *op,
                                       ChannelHandleAttr channel, bool isHost,
                                       int64_t hostType) {
  // Channels between devices.
  constexpr int64_t kDeviceToDevice = 1;
  int64_t needed = isHost ? hostType : kDeviceToDevice;
  if (channel.getType() == needed)
    return success();
  return op->emitOpError("requires channel type ")
         << needed << " if is_host_transfer is "
         << (isHost ? "true" : "false") << ", got " << channel.getType();
}

// send_c1: the type 2 is a channel to the host.
LogicalResult SendOp::verify() {
  return verifyChannelType(*this, getChannelHandle(), getIsHostTransfer(), 2);
}

// recv_c1: the type 3 is a channel from the host.
LogicalResult RecvOp::verify() {
  if (failed(verifyChannelType(*this, getChannelHandle(), getIsHostTransfer(),
                               3)))
    return failure();
  return verifyReceived(*this);
}
