// Element and value types that StableHLO and CHLO share.
//
// The predicates live in types.cpp: one call instead of a tree of generated
// checks keeps the generated code small.

#ifndef BCAST_DIALECT_COMMON_TYPES
#define BCAST_DIALECT_COMMON_TYPES

include "mlir/IR/OpBase.td"

class HLO_Predicate<string function> :
    CPred<"::mlir::hlo::" # function # "($_self)">;

class HLO_Element<string function, string summary> :
    Type<HLO_Predicate<function>, summary>;

def HLO_Float : HLO_Element<"isFloat", "4/6/8/16/32/64-bit float">;
def HLO_Float32Or64 : HLO_Element<"isFloat32Or64", "32/64-bit float">;
def HLO_Bool : HLO_Element<"isBool", "bool">;
def HLO_Int : HLO_Element<"isInt", "2/4/8/16/32/64-bit integer">;
def HLO_SignlessInt :
    HLO_Element<"isSignlessInt", "2/4/8/16/32/64-bit signless integer">;
def HLO_Complex :
    HLO_Element<"isComplex", "complex type with 32/64-bit float elements">;
def HLO_Quantized :
    HLO_Element<"isQuantized", "per-tensor integer quantized">;
def HLO_QuantizedPerAxis :
    HLO_Element<"isQuantizedPerAxis", "per-axis integer quantized">;
def HLO_Extent : AnyTypeOf<[Index, HLO_Int]>;

// Lists of element types, for the tensor classes below.
defvar HLO_Any = [HLO_Float, HLO_Bool, HLO_Int, HLO_Complex, HLO_Quantized];
defvar HLO_AnyPerAxis = HLO_Any # [HLO_QuantizedPerAxis];

def HLO_HasValidQuantizedDimension :
    HLO_Predicate<"hasValidQuantizedDimension">;
def HLO_IsStaticOrOneBounded : HLO_Predicate<"isStaticOrOneBounded">;

//===-- Ranked tensors ----------------------------------------------------===//

class HLO_PerAxisTensorOf<list<Type> elements, list<Pred> predicates = [],
                          string summary = "ranked tensor"> :
    RankedTensorOf<elements, [HLO_HasValidQuantizedDimension] # predicates,
                   summary>;

def HLO_Tensor : RankedTensorOf<HLO_Any>;
def HLO_TensorPerAxis : HLO_PerAxisTensorOf<HLO_AnyPerAxis>;
def HLO_QuantizedPerAxisTensor : HLO_PerAxisTensorOf<[HLO_QuantizedPerAxis]>;
def HLO_QuantizedTensor :
    HLO_PerAxisTensorOf<[HLO_Quantized, HLO_QuantizedPerAxis]>;
def HLO_FloatOrQuantizedTensor : HLO_PerAxisTensorOf<
    [HLO_Float, HLO_Quantized, HLO_QuantizedPerAxis]>;
def HLO_StaticTensor : StaticShapeTensorOf<HLO_Any>;
def HLO_StaticTensorPerAxis : HLO_PerAxisTensorOf<
    HLO_AnyPerAxis, [HasStaticShapePred], "statically shaped tensor">;
def HLO_StaticOrOneBoundedTensor : HLO_PerAxisTensorOf<
    HLO_AnyPerAxis, [HLO_IsStaticOrOneBounded],
    "statically shaped or single bounded dimension tensor">;
def HLO_Scalar : 0DTensorOf<HLO_Any>;

def HLO_BoolTensor : RankedTensorOf<[HLO_Bool]>;
def HLO_IntTensor : RankedTensorOf<[HLO_Int]>;
def HLO_FloatTensor : RankedTensorOf<[HLO_Float]>;
def HLO_ScalarInt : 0DTensorOf<[HLO_Int]>;
def HLO_I32Tensor : RankedTensorOf<[I32]>;
def HLO_UI32Tensor : RankedTensorOf<[UI32]>;

// Vectors of extents.
def HLO_Extents : 1DTensorOf<[HLO_Extent]>;
def HLO_StaticExtents : RankedTensorOf<
    [HLO_Extent], [HasStaticShapePred, HasAnyRankOfPred<[1]>],
    "statically shaped 1-dimensional tensor">;
def HLO_StaticInts : RankedTensorOf<
    [HLO_Int], [HasStaticShapePred, HasAnyRankOfPred<[1]>],
    "statically shaped 1-dimensional integer tensor">;
def HLO_StaticIntMatrix : RankedTensorOf<
    [HLO_Int], [HasStaticShapePred, HasAnyRankOfPred<[2]>],
    "statically shaped 2-dimensional integer tensor">;

//===-- Ranked or unranked tensors ----------------------------------------===//

def HLO_AnyTensor : TensorOf<HLO_AnyPerAxis, [HLO_HasValidQuantizedDimension]>;
def HLO_AnyBoolTensor : TensorOf<[HLO_Bool]>;
def HLO_AnyBoolOrIntTensor : TensorOf<[HLO_Bool, HLO_Int]>;
def HLO_AnyFloatTensor : TensorOf<[HLO_Float]>;
def HLO_AnyComplexTensor : TensorOf<[HLO_Complex]>;
def HLO_AnyFloatOrComplexTensor : TensorOf<[HLO_Float, HLO_Complex]>;

//===-- Attributes --------------------------------------------------------===//

// The position of a dimension.
def HLO_DimAttr : ConfinedAttr<I64Attr, [IntNonNegative]>;

#endif // BCAST_DIALECT_COMMON_TYPES
