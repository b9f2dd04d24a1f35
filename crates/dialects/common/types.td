// Element and value types that StableHLO and CHLO share.
//
// The predicates are in types.cpp: a single call instead of a tree of generated
// checks keeps the generated code small.

#ifndef BCAST_COMMON_TYPES
#define BCAST_COMMON_TYPES

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
def HLO_HasStaticShape : HLO_Predicate<"hasStaticShape">;
class HLO_HasRank<int rank> : CPred<"::mlir::hlo::hasRank($_self, " # rank # ")">;

//===-- Ranked tensors ----------------------------------------------------===//

// MLIR's own constraints get the element type and the shape through an
// interface, which they look up for each type. Most verified types are tensors.
class HLO_ContainerOf<list<Type> elements, list<Pred> predicates,
                      string summary, string cppType> :
    Type<And<[
      And<predicates>,
      Concat<"[](::mlir::Type elementType) { return ",
             SubstLeaves<"$_self", "elementType", AnyTypeOf<elements>.predicate>,
             "; }(::llvm::cast<" # cppType # ">($_self).getElementType())">]>,
      summary # " of " # AnyTypeOf<elements>.summary # " values", cppType>;

class HLO_RankedTensorOf<list<Type> elements, list<Pred> predicates = [],
                         string summary = "ranked tensor"> :
    HLO_ContainerOf<elements, [IsRankedTensorTypePred] # predicates, summary,
                    "::mlir::RankedTensorType">;

class HLO_TensorOfRank<int rank, list<Type> elements> :
    HLO_RankedTensorOf<elements, [HLO_HasRank<rank>], rank # "D tensor">;

class HLO_StaticTensorOf<list<Type> elements> :
    HLO_RankedTensorOf<elements, [HLO_HasStaticShape],
                       "statically shaped tensor">;

class HLO_TensorOf<list<Type> elements, list<Pred> predicates = []> :
    HLO_ContainerOf<elements, [IsTensorTypePred] # predicates, "tensor",
                    "::mlir::TensorType">;

class HLO_PerAxisTensorOf<list<Type> elements, list<Pred> predicates = [],
                          string summary = "ranked tensor"> :
    HLO_RankedTensorOf<elements, [HLO_HasValidQuantizedDimension] # predicates,
                   summary>;

def HLO_Tensor : HLO_RankedTensorOf<HLO_Any>;
def HLO_TensorPerAxis : HLO_PerAxisTensorOf<HLO_AnyPerAxis>;
def HLO_QuantizedPerAxisTensor : HLO_PerAxisTensorOf<[HLO_QuantizedPerAxis]>;
def HLO_QuantizedTensor :
    HLO_PerAxisTensorOf<[HLO_Quantized, HLO_QuantizedPerAxis]>;
def HLO_FloatOrQuantizedTensor : HLO_PerAxisTensorOf<
    [HLO_Float, HLO_Quantized, HLO_QuantizedPerAxis]>;
def HLO_StaticTensor : HLO_StaticTensorOf<HLO_Any>;
def HLO_StaticTensorPerAxis : HLO_PerAxisTensorOf<
    HLO_AnyPerAxis, [HLO_HasStaticShape], "statically shaped tensor">;
def HLO_StaticOrOneBoundedTensor : HLO_PerAxisTensorOf<
    HLO_AnyPerAxis, [HLO_IsStaticOrOneBounded],
    "statically shaped or single bounded dimension tensor">;
def HLO_Scalar : HLO_TensorOfRank<0, HLO_Any>;

def HLO_BoolTensor : HLO_RankedTensorOf<[HLO_Bool]>;
def HLO_IntTensor : HLO_RankedTensorOf<[HLO_Int]>;
def HLO_FloatTensor : HLO_RankedTensorOf<[HLO_Float]>;
def HLO_ScalarInt : HLO_TensorOfRank<0, [HLO_Int]>;
def HLO_I32Tensor : HLO_RankedTensorOf<[I32]>;
def HLO_UI32Tensor : HLO_RankedTensorOf<[UI32]>;

// Vectors of extents.
def HLO_Extents : HLO_TensorOfRank<1, [HLO_Extent]>;
def HLO_StaticExtents : HLO_RankedTensorOf<
    [HLO_Extent], [HLO_HasStaticShape, HLO_HasRank<1>],
    "statically shaped 1-dimensional tensor">;
def HLO_StaticInts : HLO_RankedTensorOf<
    [HLO_Int], [HLO_HasStaticShape, HLO_HasRank<1>],
    "statically shaped 1-dimensional integer tensor">;
def HLO_StaticIntMatrix : HLO_RankedTensorOf<
    [HLO_Int], [HLO_HasStaticShape, HLO_HasRank<2>],
    "statically shaped 2-dimensional integer tensor">;

//===-- Ranked or unranked tensors ----------------------------------------===//

def HLO_AnyTensor : HLO_TensorOf<HLO_AnyPerAxis, [HLO_HasValidQuantizedDimension]>;
def HLO_AnyBoolTensor : HLO_TensorOf<[HLO_Bool]>;
def HLO_AnyBoolOrIntTensor : HLO_TensorOf<[HLO_Bool, HLO_Int]>;
def HLO_AnyFloatTensor : HLO_TensorOf<[HLO_Float]>;
def HLO_AnyComplexTensor : HLO_TensorOf<[HLO_Complex]>;
def HLO_AnyFloatOrComplexTensor : HLO_TensorOf<[HLO_Float, HLO_Complex]>;

//===-- Attributes --------------------------------------------------------===//

// The position of a dimension.
def HLO_DimAttr : ConfinedAttr<I64Attr, [IntNonNegative]>;

#endif // BCAST_COMMON_TYPES
