// The codes of VHLO's types and attributes, and the versions that introduced them.

#ifndef BCAST_VHLO_ENCODING_H
#define BCAST_VHLO_ENCODING_H

#include "vhlo/dialect.h"

#include "common/bytecode.h"
#include "mlir/Bytecode/BytecodeImplementation.h"

namespace mlir::vhlo {

// The generation of StableHLO that introduced something: the minor version of 0.x, or 20 more
// than that of 1.x.
constexpr int64_t always = 9;
constexpr int64_t never = -1;

//===-- Types -------------------------------------------------------------===//

// A type without parameters.
struct PlainType {
  unsigned code;
  int64_t since;
  Type (*get)(MLIRContext *);
};

// Returns all of them.
ArrayRef<PlainType> getPlainTypes();
// Returns the one that a type is; null for a type with parameters.
const PlainType *findPlainType(Type type);

enum TypeCode : unsigned {
  complexCode = 1,
  functionCode = 8,
  tensorCode = 20,
  tensorWithEncodingCode = 21,
  tupleCode = 23,
  quantizedCode = 24,
  unrankedTensorCode = 25,
  quantizedPerAxisCode = 30,
  bufferCode = 41,
  futureCode = 42,
};

//===-- Attributes --------------------------------------------------------===//

// An attribute that is an enumerator.
struct Enumeration : hlo::Enumeration {
  int64_t since;
};

// Returns all of them.
ArrayRef<Enumeration> getEnumerations();

enum AttributeCode : unsigned {
  arrayCode = 1,
  booleanCode = 2,
  apiVersionCode = 5,
  dictionaryCode = 6,
  floatCode = 8,
  integerCode = 9,
  outputOperandAliasCode = 10,
  stringCode = 14,
  tensorAttributeCode = 15,
  typeCode = 17,
  typeExtensionsCode = 18,
  resultAccuracyCode = 20,
  partOfAxisCode = 21,
  axisCode = 22,
  meshGroupsCode = 23,
  meshAxisCode = 24,
  meshCode = 25,
};

// Wraps an attribute that VHLO has, in the form that VHLO has for it. Returns one of Shardy as it is.
Attribute encode(Attribute attribute);

//===-- Reading and writing -----------------------------------------------===//

Type readType(DialectBytecodeReader &reader);
Attribute readAttribute(DialectBytecodeReader &reader);
// Reads an attribute for groups along a mesh, which has one of the five codes.
Attribute readMesh(uint64_t code, DialectBytecodeReader &reader);
void write(Type type, DialectBytecodeWriter &writer);
void write(EncodedAttr attribute, DialectBytecodeWriter &writer);
// Writes the members of such an attribute; does nothing for others.
void writeMesh(Attribute attribute, DialectBytecodeWriter &writer);

} // namespace mlir::vhlo

#endif // BCAST_VHLO_ENCODING_H
