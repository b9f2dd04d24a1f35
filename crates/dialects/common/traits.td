// Traits that StableHLO and CHLO share; their checks are in verify.h.

#ifndef BCAST_COMMON_TRAITS
#define BCAST_COMMON_TRAITS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class HLO_NativeTrait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::mlir::hlo";
}

// The op is commutative. MLIR's own trait adds folders that reorder operands.
def HLO_Commutative : HLO_NativeTrait<"IsCommutative">;

// Each element of the results depends on the operands' elements at its place.
// MLIR's own trait compares all shapes, which the op's other traits do, too. For
// ranked tensors only: it also compares whether tensors have ranks.
def HLO_Elementwise : HLO_NativeTrait<"Elementwise">;

// All operands and results agree in their sizes (`?` agrees with everything).
def HLO_CompatibleSizes : HLO_NativeTrait<"CompatibleSizes">;

// All operands and results agree in their sizes, and the first result's dims are
// within the bounds of the first operand's, and the reverse.
def HLO_CompatibleShapes : HLO_NativeTrait<"CompatibleShapes">;

// All operands and results agree in shape and element type.
def HLO_CompatibleTypes : HLO_NativeTrait<"CompatibleTypes">;

// All operands agree in element type.
def HLO_CompatibleOperandElements :
    HLO_NativeTrait<"CompatibleOperandElements">;

// All operands and results agree in element type: the types are equal, or
// quantized and differ only in scales and zero points.
def HLO_CompatibleElements : HLO_NativeTrait<"CompatibleElements">;

// All operands and results have the same element type.
def HLO_SameElements : HLO_NativeTrait<"SameElements">;

// The nth operand has the type of the nth result.
def HLO_PairwiseSameTypes : HLO_NativeTrait<"PairwiseSameTypes">;

// The verifier may look at constants among the operands.
def HLO_ReadsConstants : HLO_NativeTrait<"ReadsConstants">;

// Without side effects, and speculatable if every shape is static. A dynamic
// shape may violate the op's requirements, which is undefined behaviour.
def HLO_PureIfStatic : TraitList<[
    NoMemoryEffect, ConditionallySpeculatable,
    HLO_NativeTrait<"SpeculatableIfStatic">]>;

// Without side effects of its own; its regions determine them.
def HLO_RegionsDecide :
    TraitList<[RecursiveMemoryEffects, RecursivelySpeculatable]>;

#endif // BCAST_COMMON_TRAITS
