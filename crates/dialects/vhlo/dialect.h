// The dialect `vhlo`: ops of a table, and wrappers for what is written in its encoding.

#ifndef BCAST_VHLO_DIALECT_H
#define BCAST_VHLO_DIALECT_H

#include "capi/artifact.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/Types.h"

namespace mlir::vhlo {

namespace detail {

struct EncodedTypeStorage : public TypeStorage {
  using KeyTy = Type;

  EncodedTypeStorage(Type type) : type(type) {}
  bool operator==(const KeyTy &key) const { return key == type; }
  static EncodedTypeStorage *construct(TypeStorageAllocator &allocator,
                                       const KeyTy &key) {
    return new (allocator.allocate<EncodedTypeStorage>())
        EncodedTypeStorage(key);
  }

  Type type;
};

struct EncodedAttrStorage : public AttributeStorage {
  using KeyTy = std::pair<unsigned, Attribute>;

  EncodedAttrStorage(const KeyTy &key) : key(key) {}
  bool operator==(const KeyTy &other) const { return key == other; }
  static EncodedAttrStorage *construct(AttributeStorageAllocator &allocator,
                                       const KeyTy &key) {
    return new (allocator.allocate<EncodedAttrStorage>())
        EncodedAttrStorage(key);
  }

  KeyTy key;
};

} // namespace detail

// A type that is written as VHLO's.
class EncodedType
    : public Type::TypeBase<EncodedType, Type, detail::EncodedTypeStorage> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "vhlo.encoded";

  static EncodedType get(Type type) {
    return Base::get(type.getContext(), type);
  }
  Type getType() const { return getImpl()->type; }
};

// An attribute that is written as VHLO's of a certain code.
class EncodedAttr
    : public Attribute::AttrBase<EncodedAttr, Attribute,
                                 detail::EncodedAttrStorage> {
public:
  using Base::Base;
  static constexpr StringLiteral name = "vhlo.encoded";

  static EncodedAttr get(unsigned code, Attribute attribute) {
    return Base::get(attribute.getContext(), code, attribute);
  }
  unsigned getCode() const { return getImpl()->key.first; }
  Attribute getAttribute() const { return getImpl()->key.second; }
};

class VHLODialect : public Dialect {
public:
  VHLODialect(MLIRContext *context);

  static constexpr StringLiteral getDialectNamespace() { return "vhlo"; }

  // Registers the ops, unless that was done before.
  void registerOps(ArrayRef<BcastVhloOp> ops);

  void printType(Type type, DialectAsmPrinter &printer) const override;
  void printAttribute(Attribute attribute,
                      DialectAsmPrinter &printer) const override;

private:
  void registerOp(const BcastVhloOp &op);

  bool hasOps = false;
  // The identities of the ops, for which there are no classes.
  TypeIDAllocator identities;
};

} // namespace mlir::vhlo

MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::vhlo::EncodedType)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::vhlo::EncodedAttr)
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::vhlo::VHLODialect)

#endif // BCAST_VHLO_DIALECT_H
