// Attribute interfaces that StableHLO and CHLO share.

#ifndef BCAST_COMMON_INTERFACES
#define BCAST_COMMON_INTERFACES

include "mlir/IR/OpBase.td"

def HLO_BoundedAttr : AttrInterface<"BoundedAttr"> {
  let cppNamespace = "::mlir::hlo";
  let description = [{
    A tensor encoding that carries one upper bound per dim,
    `ShapedType::kDynamic` for a dim without one.
  }];
  let methods = [
    InterfaceMethod<"The upper bounds.", "::llvm::ArrayRef<int64_t>",
                    "getBounds">,
  ];
}

#endif // BCAST_COMMON_INTERFACES
