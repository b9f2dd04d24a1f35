// The attributes that VHLO writes in another form than StableHLO, and writing an artifact.

#include "capi/artifact.h"

#include "vhlo/dialect.h"
#include "capi/stream.h"
#include "stablehlo/bytecode.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::stablehlo;

namespace {

// Collects the members of an attribute.
class Splitter {
public:
  Splitter(MLIRContext *context, MlirAttribute *members)
      : builder(context), members(members) {}

  void add(int64_t number) { add(builder.getI64IntegerAttr(number)); }
  void add(bool value) { add(builder.getBoolAttr(value)); }
  void add(ArrayRef<int64_t> list) { add(builder.getI64TensorAttr(list)); }
  void add(Type type) { add(TypeAttr::get(type)); }
  void add(Attribute attribute) { members[count++] = wrap(attribute); }
  size_t size() const { return count; }

private:
  Builder builder;
  MlirAttribute *members;
  size_t count = 0;
};

// Takes members one by one; fails at one of another kind.
class Joiner {
public:
  Joiner(ArrayRef<MlirAttribute> members) : members(members) {}

  LogicalResult next(int64_t &value) {
    auto number = take<IntegerAttr>();
    if (!number || !number.getValue().isSignedIntN(64))
      return failure();
    value = number.getValue().getSExtValue();
    return success();
  }
  LogicalResult next(SmallVector<int64_t> &list) {
    auto tensor = take<DenseIntElementsAttr>();
    if (!tensor || tensor.getType().getRank() != 1 ||
        !tensor.getElementType().isInteger(64))
      return failure();
    list = llvm::to_vector(tensor.getValues<int64_t>());
    return success();
  }
  LogicalResult next(Type &type) {
    auto attribute = take<TypeAttr>();
    type = attribute ? attribute.getValue() : Type();
    return success(type != nullptr);
  }
  LogicalResult next(bool &value) {
    auto attribute = take<BoolAttr>();
    value = attribute && attribute.getValue();
    return success(attribute != nullptr);
  }
  bool isEmpty() const { return members.empty(); }

private:
  template <typename T> T take() {
    if (members.empty())
      return {};
    Attribute member = unwrap(members.front());
    members = members.drop_front();
    return dyn_cast_or_null<T>(member);
  }

  ArrayRef<MlirAttribute> members;
};

// Calls the function with the codec of an attribute.
template <typename FunctionT>
auto withCodec(BcastStruct kind, FunctionT function) {
  switch (kind) {
  case BcastStructDot:
    return function(codec::DotDimensionNumbers());
  case BcastStructDotAlgorithm:
    return function(codec::DotAlgorithm());
  case BcastStructConvolution:
    return function(codec::ConvDimensionNumbers());
  case BcastStructGather:
    return function(codec::GatherDimensionNumbers());
  case BcastStructScatter:
    return function(codec::ScatterDimensionNumbers());
  case BcastStructChannel:
    return function(codec::ChannelHandle());
  }
  llvm_unreachable("all kinds are listed");
}

// A tensor of equal elements. Without any, it has no bytes either.
template <typename T> Attribute filled(RankedTensorType type, T value) {
  if (type.getNumElements() == 0)
    return DenseElementsAttr::get(type, ArrayRef<T>());
  return DenseElementsAttr::get(type, value);
}

} // namespace

extern "C" {

void bcastVhloLoad(MlirContext context, const BcastVhloOp *ops, size_t count) {
  unwrap(context)->getOrLoadDialect<vhlo::VHLODialect>()->registerOps(
      {ops, count});
}

size_t bcastStructMembers(BcastStruct kind, MlirAttribute attribute,
                          MlirAttribute members[BCAST_MAXIMUM_MEMBERS]) {
  Attribute whole = unwrap(attribute);
  Splitter splitter(whole.getContext(), members);
  withCodec(kind, [&](auto codec) {
    if (codec.isKind(whole))
      codec.visit(whole, [&](const auto &member) { splitter.add(member); });
  });
  return splitter.size();
}

MlirAttribute bcastStructOfMembers(BcastStruct kind, MlirLocation location,
                                   const MlirAttribute *members, size_t count) {
  Location unwrapped = unwrap(location);
  Joiner joiner({members, count});
  Attribute attribute = withCodec(kind, [&](auto codec) {
    return codec.make(
        unwrapped.getContext(), [&] { return mlir::emitError(unwrapped); },
        [&](auto &member) { return joiner.next(member); });
  });
  return wrap(joiner.isEmpty() ? attribute : Attribute());
}

MlirAttribute bcastListOfTensor(MlirAttribute tensor) {
  auto elements = dyn_cast<DenseIntElementsAttr>(unwrap(tensor));
  if (!elements || elements.getType().getRank() != 1)
    return wrap(Attribute());
  MLIRContext *context = elements.getContext();
  if (elements.getElementType().isInteger(64))
    return wrap(static_cast<Attribute>(DenseI64ArrayAttr::get(
        context, llvm::to_vector(elements.getValues<int64_t>()))));
  if (elements.getElementType().isInteger(1))
    return wrap(static_cast<Attribute>(DenseBoolArrayAttr::get(
        context, llvm::to_vector(elements.getValues<bool>()))));
  return wrap(Attribute());
}

bool bcastTensorIsAll(MlirAttribute tensor, int64_t value) {
  auto elements = dyn_cast<DenseIntElementsAttr>(unwrap(tensor));
  return elements && elements.isSplat() &&
         elements.getSplatValue<APInt>().getZExtValue() ==
             static_cast<uint64_t>(value);
}

MlirAttribute bcastTensorOfIntegers(MlirContext context, const int64_t *shape,
                                    size_t rank, int64_t value) {
  auto type = RankedTensorType::get({shape, rank},
                                    IntegerType::get(unwrap(context), 64));
  return wrap(filled(type, value));
}

MlirAttribute bcastTensorOfFalse(MlirContext context, int64_t size) {
  auto type = RankedTensorType::get(size, IntegerType::get(unwrap(context), 1));
  return wrap(filled(type, false));
}

MlirAttribute bcastDefaultComparisonType(MlirContext context) {
  return wrap(static_cast<Attribute>(
      ComparisonTypeAttr::get(unwrap(context), ComparisonType::NOTYPE)));
}

MlirAttribute bcastDefaultPrecision(MlirContext context) {
  return wrap(static_cast<Attribute>(
      PrecisionAttr::get(unwrap(context), Precision::DEFAULT)));
}

MlirAttribute bcastDefaultResultAccuracy(MlirContext context) {
  MLIRContext *unwrapped = unwrap(context);
  return wrap(static_cast<Attribute>(ResultAccuracyAttr::get(
      unwrapped, APFloat(0.0), APFloat(0.0), 0,
      ResultAccuracyModeAttr::get(unwrapped, ResultAccuracyMode::DEFAULT))));
}

bool bcastTypeIsFuture(MlirType type) {
  return isa<FutureType>(unwrap(type));
}

void bcastRegionMoveBlocks(MlirRegion from, MlirRegion to) {
  Region::BlockListType &blocks = unwrap(to)->getBlocks();
  blocks.splice(blocks.end(), unwrap(from)->getBlocks());
}

MlirLogicalResult bcastArtifactWrite(MlirOperation operation,
                                     MlirStringRef producer,
                                     int64_t bytecodeVersion,
                                     BcastStream *stream) {
  BytecodeWriterConfig config(unwrap(producer));
  config.setDesiredBytecodeVersion(bytecodeVersion);
  LogicalResult result =
      writeBytecodeToFile(unwrap(operation), *stream, config);
  stream->flush();
  return wrap(result);
}
}
