// The attributes that VHLO writes in another form than StableHLO, and writing an artifact.

#include "artifact/capi.h"

#include "artifact/dialect.h"
#include "diagnostic/stream.h"
#include "dialect/stablehlo/dialect.h"
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

  Splitter &add(int64_t number) {
    return add(builder.getI64IntegerAttr(number));
  }
  Splitter &add(ArrayRef<int64_t> list) {
    return add(builder.getI64TensorAttr(list));
  }
  Splitter &add(Type type) { return add(TypeAttr::get(type)); }
  Splitter &add(Attribute attribute) {
    members[count++] = wrap(attribute);
    return *this;
  }
  size_t size() const { return count; }

private:
  Builder builder;
  MlirAttribute *members;
  size_t count = 0;
};

// Takes members one by one; remembers whether one was of another kind.
class Joiner {
public:
  Joiner(ArrayRef<MlirAttribute> members) : members(members) {}

  int64_t number() {
    auto number = next<IntegerAttr>();
    if (!number || !number.getValue().isSignedIntN(64))
      return fail<int64_t>();
    return number.getValue().getSExtValue();
  }
  SmallVector<int64_t> list() {
    auto tensor = next<DenseIntElementsAttr>();
    if (!tensor || tensor.getType().getRank() != 1 ||
        !tensor.getElementType().isInteger(64))
      return fail<SmallVector<int64_t>>();
    return llvm::to_vector(tensor.getValues<int64_t>());
  }
  Type type() {
    auto type = next<TypeAttr>();
    return type ? type.getValue() : fail<Type>();
  }
  bool boolean() {
    auto value = next<BoolAttr>();
    return value ? value.getValue() : fail<bool>();
  }
  bool succeeded() const { return !hasFailed && members.empty(); }

private:
  template <typename T> T next() {
    if (members.empty())
      return {};
    Attribute member = unwrap(members.front());
    members = members.drop_front();
    return dyn_cast_or_null<T>(member);
  }
  template <typename T> T fail() {
    hasFailed = true;
    return {};
  }

  ArrayRef<MlirAttribute> members;
  bool hasFailed = false;
};

Attribute join(BcastStruct kind, Location location, Joiner joiner) {
  MLIRContext *context = location.getContext();
  auto emitError = [location] { return mlir::emitError(location); };
  switch (kind) {
  case BcastStructDot: {
    SmallVector<int64_t> lists[4];
    for (SmallVector<int64_t> &list : lists)
      list = joiner.list();
    if (!joiner.succeeded())
      return {};
    return DotDimensionNumbersAttr::get(context, lists[0], lists[1], lists[2],
                                        lists[3]);
  }
  case BcastStructDotAlgorithm: {
    Type lhs = joiner.type(), rhs = joiner.type(), sum = joiner.type();
    int64_t lhsCount = joiner.number(), rhsCount = joiner.number();
    int64_t operations = joiner.number();
    bool isImprecise = joiner.boolean();
    if (!joiner.succeeded())
      return {};
    return DotAlgorithmAttr::getChecked(emitError, context, lhs, rhs, sum,
                                        lhsCount, rhsCount, operations,
                                        isImprecise);
  }
  case BcastStructConvolution: {
    int64_t batch[3], feature[3];
    SmallVector<int64_t> spatial[3];
    for (unsigned index = 0; index < 3; ++index) {
      batch[index] = joiner.number();
      feature[index] = joiner.number();
      spatial[index] = joiner.list();
    }
    if (!joiner.succeeded())
      return {};
    using List = ArrayRef<int64_t>;
    return ConvDimensionNumbersAttr::getChecked(
        emitError, context, batch[0], feature[0], List(spatial[0]), batch[1],
        feature[1], List(spatial[1]), batch[2], feature[2], List(spatial[2]));
  }
  case BcastStructGather:
  case BcastStructScatter: {
    SmallVector<int64_t> lists[5];
    for (SmallVector<int64_t> &list : lists)
      list = joiner.list();
    int64_t dim = joiner.number();
    if (!joiner.succeeded())
      return {};
    if (kind == BcastStructGather)
      return GatherDimensionNumbersAttr::get(context, lists[0], lists[1],
                                             lists[2], lists[3], lists[4], dim);
    return ScatterDimensionNumbersAttr::get(context, lists[0], lists[1],
                                            lists[2], lists[3], lists[4], dim);
  }
  case BcastStructChannel: {
    int64_t handle = joiner.number(), type = joiner.number();
    if (!joiner.succeeded())
      return {};
    return ChannelHandleAttr::get(context, handle, type);
  }
  }
  return {};
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
  switch (kind) {
  case BcastStructDot:
    if (auto dims = dyn_cast<DotDimensionNumbersAttr>(whole))
      splitter.add(dims.getLhsBatchingDimensions())
          .add(dims.getRhsBatchingDimensions())
          .add(dims.getLhsContractingDimensions())
          .add(dims.getRhsContractingDimensions());
    break;
  case BcastStructDotAlgorithm:
    if (auto algorithm = dyn_cast<DotAlgorithmAttr>(whole))
      splitter.add(algorithm.getLhsPrecisionType())
          .add(algorithm.getRhsPrecisionType())
          .add(algorithm.getAccumulationType())
          .add(algorithm.getLhsComponentCount())
          .add(algorithm.getRhsComponentCount())
          .add(algorithm.getNumPrimitiveOperations())
          .add(BoolAttr::get(whole.getContext(),
                             algorithm.getAllowImpreciseAccumulation()));
    break;
  case BcastStructConvolution:
    if (auto dims = dyn_cast<ConvDimensionNumbersAttr>(whole))
      splitter.add(dims.getInputBatchDimension())
          .add(dims.getInputFeatureDimension())
          .add(dims.getInputSpatialDimensions())
          .add(dims.getKernelInputFeatureDimension())
          .add(dims.getKernelOutputFeatureDimension())
          .add(dims.getKernelSpatialDimensions())
          .add(dims.getOutputBatchDimension())
          .add(dims.getOutputFeatureDimension())
          .add(dims.getOutputSpatialDimensions());
    break;
  case BcastStructGather:
    if (auto dims = dyn_cast<GatherDimensionNumbersAttr>(whole))
      splitter.add(dims.getOffsetDims())
          .add(dims.getCollapsedSliceDims())
          .add(dims.getOperandBatchingDims())
          .add(dims.getStartIndicesBatchingDims())
          .add(dims.getStartIndexMap())
          .add(dims.getIndexVectorDim());
    break;
  case BcastStructScatter:
    if (auto dims = dyn_cast<ScatterDimensionNumbersAttr>(whole))
      splitter.add(dims.getUpdateWindowDims())
          .add(dims.getInsertedWindowDims())
          .add(dims.getInputBatchingDims())
          .add(dims.getScatterIndicesBatchingDims())
          .add(dims.getScatterDimsToOperandDims())
          .add(dims.getIndexVectorDim());
    break;
  case BcastStructChannel:
    if (auto channel = dyn_cast<ChannelHandleAttr>(whole))
      splitter.add(channel.getHandle()).add(channel.getType());
    break;
  }
  return splitter.size();
}

MlirAttribute bcastStructOfMembers(BcastStruct kind, MlirLocation location,
                                   const MlirAttribute *members, size_t count) {
  return wrap(join(kind, unwrap(location), Joiner({members, count})));
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
