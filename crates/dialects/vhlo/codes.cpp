// The tables of VHLO's types and attributes: their codes, and which version has them.

#include "vhlo/encoding.h"

#include "stablehlo/dialect.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::vhlo;
using namespace mlir::stablehlo;

static constexpr int64_t v1(int64_t minor) { return 20 + minor; }

//===-- Types without parameters ------------------------------------------===//

template <unsigned width> static Type signlessType(MLIRContext *context) {
  return IntegerType::get(context, width);
}

template <unsigned width> static Type unsignedType(MLIRContext *context) {
  return IntegerType::get(context, width, IntegerType::Unsigned);
}

template <typename T> static Type plainType(MLIRContext *context) {
  return T::get(context);
}

static constexpr PlainType plainTypes[] = {
    {0, always, signlessType<1>},
    {2, always, plainType<BFloat16Type>},
    {3, always, plainType<Float16Type>},
    {4, always, plainType<Float32Type>},
    {5, always, plainType<Float64Type>},
    {6, always, plainType<Float8E4M3FNType>},
    {7, always, plainType<Float8E5M2Type>},
    {9, always, plainType<IndexType>},
    {10, always, signlessType<4>},
    {11, always, signlessType<8>},
    {12, always, signlessType<16>},
    {13, always, signlessType<32>},
    {14, always, signlessType<64>},
    {15, always, unsignedType<4>},
    {16, always, unsignedType<8>},
    {17, always, unsignedType<16>},
    {18, always, unsignedType<32>},
    {19, always, unsignedType<64>},
    {22, always, plainType<TokenType>},
    {26, always, plainType<shape::WitnessType>},
    {27, 10, plainType<Float8E4M3FNUZType>},
    {28, 10, plainType<Float8E5M2FNUZType>},
    {29, 11, plainType<Float8E4M3B11FNUZType>},
    {31, v1(2), signlessType<2>},
    {32, v1(2), unsignedType<2>},
    {33, v1(6), plainType<NoneType>},
    {34, v1(6), plainType<FloatTF32Type>},
    {35, v1(7), plainType<Float8E4M3Type>},
    {36, v1(7), plainType<Float8E3M4Type>},
    {37, v1(8), plainType<Float4E2M1FNType>},
    {38, v1(8), plainType<Float6E2M3FNType>},
    {39, v1(8), plainType<Float6E3M2FNType>},
    {40, v1(8), plainType<Float8E8M0FNUType>},
};

ArrayRef<PlainType> mlir::vhlo::getPlainTypes() { return plainTypes; }

const PlainType *mlir::vhlo::findPlainType(Type type) {
  for (const PlainType &plain : getPlainTypes())
    if (plain.get(type.getContext()) == type)
      return &plain;
  return nullptr;
}

//===-- Enumerations ------------------------------------------------------===//

static const vhlo::Enumeration enumerations[] = {
    {BCAST_ENUMERATION(3, ComparisonDirection), always},
    {BCAST_ENUMERATION(4, ComparisonType), always},
    {BCAST_ENUMERATION(7, FftType), always},
    {BCAST_ENUMERATION(11, Precision), always},
    {BCAST_ENUMERATION(12, RngAlgorithm), always},
    {BCAST_ENUMERATION(13, RngDistribution), always},
    {BCAST_ENUMERATION(16, Transpose), always},
    {BCAST_ENUMERATION(19, ResultAccuracyMode), v1(9)},
};

ArrayRef<vhlo::Enumeration> mlir::vhlo::getEnumerations() { return enumerations; }

//===-- Versions ----------------------------------------------------------===//

// Joins the versions of two parts.
static int64_t both(int64_t left, int64_t right) {
  return left == never || right == never ? never : std::max(left, right);
}

static int64_t attributeVersion(Attribute attribute);

static int64_t typeVersion(Type type) {
  if (const PlainType *plain = findPlainType(type))
    return plain->since;
  auto all = [](TypeRange types, int64_t since) {
    for (Type part : types)
      since = both(since, typeVersion(part));
    return since;
  };
  if (auto complex = dyn_cast<ComplexType>(type))
    return typeVersion(complex.getElementType());
  if (auto function = dyn_cast<FunctionType>(type))
    return all(function.getInputs(), all(function.getResults(), always));
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    Attribute encoding = tensor.getEncoding();
    if (encoding && !isa<TypeExtensionsAttr>(encoding))
      return never;
    return typeVersion(tensor.getElementType());
  }
  if (auto tuple = dyn_cast<TupleType>(type))
    return all(tuple.getTypes(), always);
  if (auto tensor = dyn_cast<UnrankedTensorType>(type))
    return typeVersion(tensor.getElementType());
  if (auto quantized = dyn_cast<quant::UniformQuantizedType>(type))
    return both(typeVersion(quantized.getStorageType()),
                typeVersion(quantized.getExpressedType()));
  if (auto quantized = dyn_cast<quant::UniformQuantizedPerAxisType>(type))
    return all({quantized.getStorageType(), quantized.getExpressedType()}, 18);
  if (auto buffer = dyn_cast<MemRefType>(type)) {
    if (!buffer.getLayout().isIdentity() || buffer.getMemorySpace())
      return never;
    return both(v1(13), typeVersion(buffer.getElementType()));
  }
  if (auto future = dyn_cast<FutureType>(type))
    return all(future.getTypes(), v1(15));
  return never;
}

// Shardy's attributes have no form of their own in VHLO; MLIR writes them.
static bool isForeign(Attribute attribute) {
  return attribute.getDialect().getNamespace() == "sdy";
}

static int64_t attributeVersion(Attribute attribute) {
  if (isForeign(attribute))
    return always;
  if (auto order = dyn_cast<ComparisonTypeAttr>(attribute);
      order && order.getValue() == ComparisonType::WEAKORDER)
    return v1(22);
  for (const vhlo::Enumeration &enumeration : getEnumerations())
    if (enumeration.value(attribute))
      return enumeration.since;
  if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    int64_t since = always;
    for (Attribute element : array)
      since = both(since, attributeVersion(element));
    return since;
  }
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    int64_t since = always;
    for (NamedAttribute entry : dictionary)
      since = both(since, attributeVersion(entry.getValue()));
    return since;
  }
  if (auto text = dyn_cast<StringAttr>(attribute))
    return isa<NoneType>(text.getType()) ? always : never;
  if (isa<BoolAttr, FlatSymbolRefAttr, OutputOperandAliasAttr,
          DenseI64ArrayAttr, DenseBoolArrayAttr>(attribute))
    return always;
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    // A Boolean has a form of its own.
    return number.getType().isInteger(1) ? never : typeVersion(number.getType());
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return typeVersion(number.getType());
  if (auto elements = dyn_cast<DenseIntOrFPElementsAttr>(attribute)) {
    auto tensor = dyn_cast<RankedTensorType>(elements.getType());
    return tensor ? typeVersion(tensor) : never;
  }
  if (auto type = dyn_cast<TypeAttr>(attribute))
    return typeVersion(type.getValue());
  if (isa<ResultAccuracyAttr>(attribute))
    return v1(9);
  if (isa<SubAxisInfoAttr, AxisRefAttr, MeshAxisAttr>(attribute))
    return v1(16);
  if (auto mesh = dyn_cast<MeshAttr>(attribute))
    return mesh.getDeviceIds()
               ? both(v1(16), attributeVersion(mesh.getDeviceIds()))
               : v1(16);
  if (auto groups = dyn_cast<ReplicaGroupMeshAxesAttr>(attribute))
    return both(v1(16), both(attributeVersion(groups.getMesh()),
                             attributeVersion(groups.getAxes())));
  return never;
}

//===-- Forms -------------------------------------------------------------===//

// Brings an attribute into the form that VHLO has for it.
static Attribute normalize(Attribute attribute) {
  Builder builder(attribute.getContext());
  if (auto symbol = dyn_cast<FlatSymbolRefAttr>(attribute))
    return symbol.getAttr();
  if (auto list = dyn_cast<DenseI64ArrayAttr>(attribute))
    return builder.getI64TensorAttr(list.asArrayRef());
  if (auto list = dyn_cast<DenseBoolArrayAttr>(attribute))
    return DenseElementsAttr::get(
        RankedTensorType::get(list.size(), builder.getI1Type()),
        list.asArrayRef());
  return attribute;
}

static unsigned attributeCode(Attribute attribute) {
  for (const vhlo::Enumeration &enumeration : getEnumerations())
    if (enumeration.value(attribute))
      return enumeration.code;
  return llvm::TypeSwitch<Attribute, unsigned>(attribute)
      .Case([](ArrayAttr) { return arrayCode; })
      .Case([](BoolAttr) { return booleanCode; })
      .Case([](DictionaryAttr) { return dictionaryCode; })
      .Case([](FloatAttr) { return floatCode; })
      .Case([](IntegerAttr) { return integerCode; })
      .Case([](OutputOperandAliasAttr) { return outputOperandAliasCode; })
      .Case([](StringAttr) { return stringCode; })
      .Case([](DenseIntOrFPElementsAttr) { return tensorAttributeCode; })
      .Case([](TypeAttr) { return typeCode; })
      .Case([](TypeExtensionsAttr) { return typeExtensionsCode; })
      .Case([](ResultAccuracyAttr) { return resultAccuracyCode; })
      .Case([](SubAxisInfoAttr) { return partOfAxisCode; })
      .Case([](AxisRefAttr) { return axisCode; })
      .Case([](ReplicaGroupMeshAxesAttr) { return meshGroupsCode; })
      .Case([](MeshAxisAttr) { return meshAxisCode; })
      .Case([](MeshAttr) { return meshCode; })
      .Default([](Attribute) -> unsigned {
        llvm_unreachable("attributeVersion has refused it");
      });
}

Attribute mlir::vhlo::encode(Attribute attribute) {
  if (isForeign(attribute))
    return attribute;
  attribute = normalize(attribute);
  return EncodedAttr::get(attributeCode(attribute), attribute);
}

extern "C" {

int64_t bcastVhloTypeVersion(MlirType type) {
  return typeVersion(unwrap(type));
}

int64_t bcastVhloAttributeVersion(MlirAttribute attribute) {
  return attributeVersion(unwrap(attribute));
}

MlirType bcastVhloEncodeType(MlirType type) {
  return wrap(EncodedType::get(unwrap(type)));
}

MlirAttribute bcastVhloEncodeAttribute(MlirAttribute attribute) {
  return wrap(encode(unwrap(attribute)));
}

MlirAttribute bcastVhloEncodeApiVersion(MlirAttribute number) {
  return wrap(EncodedAttr::get(apiVersionCode, unwrap(number)));
}
}
