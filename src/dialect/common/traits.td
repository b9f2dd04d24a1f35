// Traits that StableHLO and CHLO share; their checks are in verify.h.

#ifndef BCAST_DIALECT_COMMON_TRAITS
#define BCAST_DIALECT_COMMON_TRAITS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class HLO_NativeTrait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::mlir::hlo";
}

// The op commutes. MLIR's own trait brings folders that reorder operands.
def HLO_Commutative : HLO_NativeTrait<"IsCommutative">;

// All operands and results agree in shape (`?` agrees with everything).
def HLO_CompatibleShapes : HLO_NativeTrait<"CompatibleShapes">;

// All operands and results agree in shape and element type.
def HLO_CompatibleTypes : HLO_NativeTrait<"CompatibleTypes">;

// All operands agree in element type.
def HLO_CompatibleOperandElements :
    HLO_NativeTrait<"CompatibleOperandElements">;

// All operands and results agree in element type: it is the same, or quantized
// alike save scales and zero points.
def HLO_CompatibleElements : HLO_NativeTrait<"CompatibleElements">;

// All operands and results have one element type.
def HLO_SameElements : HLO_NativeTrait<"SameElements">;

// The nth operand has the type of the nth result.
def HLO_PairwiseSameTypes : HLO_NativeTrait<"PairwiseSameTypes">;

// Without effect, and may run where it did not run before if every shape is
// known: a dynamic shape may differ from what the op demands, and such a run
// is undefined.
def HLO_PureIfStatic : TraitList<[
    NoMemoryEffect, ConditionallySpeculatable,
    HLO_NativeTrait<"SpeculatableIfStatic">]>;

// Without effect itself; its regions decide.
def HLO_RegionsDecide :
    TraitList<[RecursiveMemoryEffects, RecursivelySpeculatable]>;

#endif // BCAST_DIALECT_COMMON_TRAITS
