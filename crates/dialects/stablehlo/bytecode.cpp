// StableHLO's attributes and types in bytecode.
//
// Source: StablehloBytecode.cpp of OpenXLA, for the codes and the order of members.

#include "stablehlo/bytecode.h"

using namespace mlir;
using namespace mlir::stablehlo;

static const hlo::Enumeration enumerations[] = {
    BCAST_ENUMERATION(2, ComparisonDirection),
    BCAST_ENUMERATION(3, ComparisonType),
    BCAST_ENUMERATION(6, FftType),
    BCAST_ENUMERATION(8, Precision),
    BCAST_ENUMERATION(9, RngAlgorithm),
    BCAST_ENUMERATION(10, RngDistribution),
    BCAST_ENUMERATION(12, Transpose),
    BCAST_ENUMERATION(16, ResultAccuracyMode),
};

using MeshAxis = hlo::StructCodec<MeshAxisAttr, &MeshAxisAttr::getName,
                                  &MeshAxisAttr::getSize>;

Attribute stablehlo::makeMesh(DialectBytecodeReader &reader, ArrayAttr axes,
                              DenseIntElementsAttr devices) {
  SmallVector<MeshAxisAttr> known;
  for (Attribute axis : axes) {
    known.push_back(dyn_cast<MeshAxisAttr>(axis));
    if (!known.back()) {
      reader.emitError() << "a mesh has the axis " << axis;
      return {};
    }
  }
  return MeshAttr::get(reader.getContext(), known, devices);
}

ArrayAttr stablehlo::axesOf(MeshAttr mesh) {
  SmallVector<Attribute> axes(mesh.getAxes().begin(), mesh.getAxes().end());
  return ArrayAttr::get(mesh.getContext(), axes);
}

// Reads an attribute after a Boolean that says whether there is one.
template <typename AttrT>
static LogicalResult readOptional(DialectBytecodeReader &reader,
                                  AttrT &attribute) {
  bool isPresent;
  if (failed(reader.readBool(isPresent)))
    return failure();
  return isPresent ? reader.readAttribute(attribute) : success();
}

static void writeOptional(DialectBytecodeWriter &writer, Attribute attribute) {
  writer.writeOwnedBool(attribute != nullptr);
  if (attribute)
    writer.writeAttribute(attribute);
}

namespace {

// The codecs of attributes with optional members or lists of attributes.

struct AxisRef {
  static bool isKind(Attribute attribute) { return isa<AxisRefAttr>(attribute); }

  static Attribute read(DialectBytecodeReader &reader) {
    StringRef name;
    SubAxisInfoAttr part;
    if (failed(reader.readString(name)) || failed(readOptional(reader, part)))
      return {};
    return AxisRefAttr::get(reader.getContext(), name, part);
  }

  static void write(Attribute attribute, DialectBytecodeWriter &writer) {
    auto axis = cast<AxisRefAttr>(attribute);
    writer.writeOwnedString(axis.getName());
    writeOptional(writer, axis.getSubAxisInfo());
  }
};

struct Mesh {
  static bool isKind(Attribute attribute) { return isa<MeshAttr>(attribute); }

  static Attribute read(DialectBytecodeReader &reader) {
    ArrayAttr elements;
    DenseIntElementsAttr devices;
    if (failed(reader.readAttribute(elements)) ||
        failed(readOptional(reader, devices)))
      return {};
    return makeMesh(reader, elements, devices);
  }

  static void write(Attribute attribute, DialectBytecodeWriter &writer) {
    auto mesh = cast<MeshAttr>(attribute);
    writer.writeAttribute(axesOf(mesh));
    writeOptional(writer, mesh.getDeviceIds());
  }
};

struct ReplicaGroupMeshAxes {
  static bool isKind(Attribute attribute) {
    return isa<ReplicaGroupMeshAxesAttr>(attribute);
  }

  static Attribute read(DialectBytecodeReader &reader) {
    Attribute mesh;
    SmallVector<Attribute> axes;
    if (failed(reader.readAttribute(mesh)) ||
        failed(reader.readAttributes(axes)))
      return {};
    return ReplicaGroupMeshAxesAttr::getChecked(
        [&reader] { return reader.emitError(); }, reader.getContext(), mesh,
        ArrayAttr::get(reader.getContext(), axes));
  }

  static void write(Attribute attribute, DialectBytecodeWriter &writer) {
    auto groups = cast<ReplicaGroupMeshAxesAttr>(attribute);
    writer.writeAttribute(groups.getMesh());
    writer.writeAttributes(groups.getAxes().getValue());
  }
};

} // namespace

static const hlo::Struct structs[] = {
    hlo::makeStruct<codec::ChannelHandle>(1),
    hlo::makeStruct<codec::ConvDimensionNumbers>(4),
    hlo::makeStruct<codec::DotDimensionNumbers>(5),
    hlo::makeStruct<codec::GatherDimensionNumbers>(7),
    hlo::makeStruct<codec::ScatterDimensionNumbers>(11),
    hlo::makeStruct<codec::TypeExtensions>(13),
    hlo::makeStruct<codec::OutputOperandAlias>(14),
    hlo::makeStruct<codec::DotAlgorithm>(15),
    hlo::makeStruct<codec::ResultAccuracy>(17),
    hlo::makeStruct<ReplicaGroupMeshAxes>(18),
    hlo::makeStruct<codec::SubAxisInfo>(19),
    hlo::makeStruct<AxisRef>(20),
    hlo::makeStruct<MeshAxis>(21),
    hlo::makeStruct<Mesh>(22),
};

namespace {

enum TypeCode : unsigned { tokenCode = 0, futureCode = 1 };

// The version that a producer has given the dialect; nothing depends on it.
struct Version : public DialectVersion {};

class StableHLOEncoding : public hlo::Encoding {
public:
  StableHLOEncoding(Dialect *dialect)
      : Encoding(dialect, enumerations, structs) {}

  Type readType(DialectBytecodeReader &reader) const final {
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return {};
    switch (code) {
    case tokenCode:
      return TokenType::get(reader.getContext());
    case futureCode: {
      SmallVector<Type> types;
      if (failed(reader.readTypes(types)))
        return {};
      return FutureType::getChecked([&reader] { return reader.emitError(); },
                                    reader.getContext(),
                                    ArrayRef<Type>(types));
    }
    default:
      reader.emitError() << "unknown code of a type of 'stablehlo': " << code;
      return {};
    }
  }

  LogicalResult writeType(Type type,
                          DialectBytecodeWriter &writer) const final {
    if (isa<TokenType>(type)) {
      writer.writeVarInt(tokenCode);
      return success();
    }
    if (auto future = dyn_cast<FutureType>(type)) {
      writer.writeVarInt(futureCode);
      writer.writeTypes(future.getTypes());
      return success();
    }
    return failure();
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    uint64_t part;
    for (int count = 0; count < 3; ++count)
      if (failed(reader.readVarInt(part)))
        return nullptr;
    return std::make_unique<Version>();
  }
};

} // namespace

void stablehlo::addEncoding(StableHLODialect &dialect) {
  dialect.addInterfaces<StableHLOEncoding>();
}

//===-- Properties --------------------------------------------------------===//

// StableHLO up to 1.17, and so jaxlib 0.10.2, lacks `result_tilings` and `has_dynamic_root`.

LogicalResult CustomCallOp::readProperties(DialectBytecodeReader &reader,
                                           OperationState &state) {
  auto &all = state.getOrAddProperties<Properties>();
  if (failed(reader.readOptionalAttribute(all.api_version)) ||
      failed(reader.readOptionalAttribute(all.backend_config)) ||
      failed(reader.readAttribute(all.call_target_name)) ||
      failed(reader.readOptionalAttribute(all.called_computations)) ||
      failed(reader.readOptionalAttribute(all.has_side_effect)) ||
      failed(reader.readOptionalAttribute(all.operand_layouts)) ||
      failed(reader.readOptionalAttribute(all.output_operand_aliases)) ||
      failed(reader.readOptionalAttribute(all.result_layouts)))
    return failure();
  hlo::readLastProperty(reader, all.result_tilings);
  return success();
}

void CustomCallOp::writeProperties(DialectBytecodeWriter &writer) {
  const Properties &all = getProperties();
  writer.writeOptionalAttribute(all.api_version);
  writer.writeOptionalAttribute(all.backend_config);
  writer.writeAttribute(all.call_target_name);
  writer.writeOptionalAttribute(all.called_computations);
  writer.writeOptionalAttribute(all.has_side_effect);
  writer.writeOptionalAttribute(all.operand_layouts);
  writer.writeOptionalAttribute(all.output_operand_aliases);
  writer.writeOptionalAttribute(all.result_layouts);
  writer.writeOptionalAttribute(all.result_tilings);
}

LogicalResult
CollectiveBroadcastOp::readProperties(DialectBytecodeReader &reader,
                                      OperationState &state) {
  auto &all = state.getOrAddProperties<Properties>();
  if (failed(reader.readOptionalAttribute(all.channel_handle)))
    return failure();
  return hlo::readAddedProperty(reader, all.has_dynamic_root,
                                all.replica_groups);
}

void CollectiveBroadcastOp::writeProperties(DialectBytecodeWriter &writer) {
  const Properties &all = getProperties();
  writer.writeOptionalAttribute(all.channel_handle);
  writer.writeOptionalAttribute(all.has_dynamic_root);
  writer.writeAttribute(all.replica_groups);
}
