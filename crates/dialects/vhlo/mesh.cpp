// Reads and writes VHLO's attributes for groups of replicas along the axes of a mesh.

#include "vhlo/encoding.h"

#include "stablehlo/bytecode.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::vhlo;
using namespace mlir::stablehlo;

static Attribute readAxis(DialectBytecodeReader &reader) {
  StringAttr name;
  uint64_t isPart;
  SubAxisInfoAttr part;
  if (failed(reader.readAttribute(name)) || failed(reader.readVarInt(isPart)) ||
      (isPart && failed(reader.readAttribute(part))))
    return {};
  return AxisRefAttr::get(reader.getContext(), name.getValue(), part);
}

static Attribute readMeshAxis(DialectBytecodeReader &reader) {
  StringAttr name;
  int64_t size;
  if (failed(reader.readAttribute(name)) ||
      failed(reader.readSignedVarInt(size)))
    return {};
  return MeshAxisAttr::get(reader.getContext(), name.getValue(), size);
}

static Attribute readWholeMesh(DialectBytecodeReader &reader) {
  ArrayAttr elements;
  DenseIntElementsAttr devices;
  if (failed(reader.readAttribute(elements)) ||
      failed(reader.readOptionalAttribute(devices)))
    return {};
  return makeMesh(reader, elements, devices);
}

static Attribute readGroups(DialectBytecodeReader &reader) {
  Attribute mesh;
  ArrayAttr axes;
  if (failed(reader.readAttribute(mesh)) || failed(reader.readAttribute(axes)))
    return {};
  if (auto name = dyn_cast<StringAttr>(mesh))
    mesh = FlatSymbolRefAttr::get(name);
  return ReplicaGroupMeshAxesAttr::getChecked(
      [&reader] { return reader.emitError(); }, reader.getContext(), mesh, axes);
}

Attribute mlir::vhlo::readMesh(uint64_t code, DialectBytecodeReader &reader) {
  switch (code) {
  case partOfAxisCode:
    return codec::SubAxisInfo::read(reader);
  case axisCode:
    return readAxis(reader);
  case meshGroupsCode:
    return readGroups(reader);
  case meshAxisCode:
    return readMeshAxis(reader);
  default:
    return readWholeMesh(reader);
  }
}

void mlir::vhlo::writeMesh(Attribute attribute, DialectBytecodeWriter &writer) {
  auto writeName = [&](StringRef name) {
    writer.writeAttribute(
        encode(StringAttr::get(attribute.getContext(), name)));
  };
  llvm::TypeSwitch<Attribute>(attribute)
      .Case([&](SubAxisInfoAttr part) {
        codec::SubAxisInfo::write(part, writer);
      })
      .Case([&](AxisRefAttr axis) {
        SubAxisInfoAttr part = axis.getSubAxisInfo();
        writeName(axis.getName());
        writer.writeVarInt(part ? 1 : 0);
        if (part)
          writer.writeAttribute(encode(part));
      })
      .Case([&](ReplicaGroupMeshAxesAttr groups) {
        writer.writeAttribute(encode(groups.getMesh()));
        writer.writeAttribute(encode(groups.getAxes()));
      })
      .Case([&](MeshAxisAttr axis) {
        writeName(axis.getName());
        writer.writeSignedVarInt(axis.getSize());
      })
      .Case([&](MeshAttr mesh) {
        DenseIntElementsAttr devices = mesh.getDeviceIds();
        writer.writeAttribute(encode(axesOf(mesh)));
        writer.writeOptionalAttribute(devices ? encode(devices)
                                              : EncodedAttr());
      });
}
