// The encoding of attributes in bytecode; the code is generated from
// bytecode.td.

#include "sdy/dialect.h"

#include "common/bytecode.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::sdy;

namespace {

LogicalResult readOptionalVarInt(DialectBytecodeReader &reader,
                                 std::optional<int64_t> &result) {
  uint64_t value;
  bool isPresent;
  if (failed(reader.readVarIntWithFlag(value, isPresent)))
    return failure();
  if (isPresent)
    result = value;
  return success();
}

void writeOptionalVarInt(DialectBytecodeWriter &writer,
                         std::optional<int64_t> value) {
  writer.writeVarIntWithFlag(value.value_or(0), value.has_value());
}

LogicalResult readReductionKind(DialectBytecodeReader &reader,
                                ReductionOp &result) {
  int64_t value;
  if (failed(reader.readSignedVarInt(value)))
    return failure();
  std::optional<ReductionOp> known = symbolizeReductionOp(value);
  if (!known)
    return reader.emitError("unknown combination of values: ") << value;
  result = *known;
  return success();
}

// Returns whether values along unreduced axes will be added.
bool isSum(TensorShardingAttr sharding) {
  return !sharding.getUnreducedAxes().empty() &&
         sharding.getReductionOp() == ReductionOp::SUM;
}

bool hasUnreducedAxes(TensorShardingPerValueAttr shardings) {
  return llvm::any_of(shardings.getShardings(), [](TensorShardingAttr each) {
    return !each.getUnreducedAxes().empty();
  });
}

// What a verifier's `getChecked` takes; another type would select the template
// that MLIR has for attributes without a verifier.
template <typename T> const T &view(const T &value) { return value; }
template <typename T> ArrayRef<T> view(const SmallVector<T> &list) {
  return list;
}

template <typename T, typename... Args>
Attribute getChecked(DialectBytecodeReader &reader, MLIRContext *context,
                     const Args &...args) {
  auto emitError = [&] { return reader.emitError(); };
  return T::getChecked(llvm::function_ref<InFlightDiagnostic()>(emitError),
                       context, view(args)...);
}

#include "sdy_bytecode.cpp.inc"

struct Bytecode : public BytecodeDialectInterface {
  Bytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const final {
    return ::readAttribute(getContext(), reader);
  }
  LogicalResult writeAttribute(Attribute attribute,
                               DialectBytecodeWriter &writer) const final {
    return ::writeAttribute(attribute, writer);
  }
  Type readType(DialectBytecodeReader &reader) const final {
    return ::readType(getContext(), reader);
  }
  LogicalResult writeType(Type type,
                          DialectBytecodeWriter &writer) const final {
    return ::writeType(type, writer);
  }
};

} // namespace

void SdyDialect::registerBytecode() { addInterfaces<Bytecode>(); }

//===-- Properties --------------------------------------------------------===//

// Shardy of jaxlib 0.10.2 lacks `reduction_op`, which is last.

template <typename AxesT>
static LogicalResult readReduction(DialectBytecodeReader &reader,
                                   TensorShardingAttr &sharding, AxesT &axes,
                                   ReductionOpAttr &reduction) {
  if (failed(reader.readAttribute(sharding)) ||
      failed(reader.readAttribute(axes)))
    return failure();
  hlo::readLastProperty(reader, reduction);
  if (!reduction)
    reduction = ReductionOpAttr::get(reader.getContext(), ReductionOp::SUM);
  return success();
}

LogicalResult AllReduceOp::readProperties(DialectBytecodeReader &reader,
                                          OperationState &state) {
  auto &all = state.getOrAddProperties<Properties>();
  return readReduction(reader, all.out_sharding, all.reduction_axes,
                       all.reduction_op);
}

void AllReduceOp::writeProperties(DialectBytecodeWriter &writer) {
  const Properties &all = getProperties();
  writer.writeAttribute(all.out_sharding);
  writer.writeAttribute(all.reduction_axes);
  writer.writeOptionalAttribute(all.reduction_op);
}

LogicalResult ReduceScatterOp::readProperties(DialectBytecodeReader &reader,
                                              OperationState &state) {
  auto &all = state.getOrAddProperties<Properties>();
  return readReduction(reader, all.out_sharding, all.reduce_scatter_axes,
                       all.reduction_op);
}

void ReduceScatterOp::writeProperties(DialectBytecodeWriter &writer) {
  const Properties &all = getProperties();
  writer.writeAttribute(all.out_sharding);
  writer.writeAttribute(all.reduce_scatter_axes);
  writer.writeOptionalAttribute(all.reduction_op);
}
