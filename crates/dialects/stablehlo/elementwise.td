// Elementwise ops.

#ifndef BCAST_STABLEHLO_ELEMENTWISE
#define BCAST_STABLEHLO_ELEMENTWISE

include "stablehlo/attributes.td"

// Lists of element types.
defvar StableHLO_Signed = [HLO_SignlessInt, HLO_Float, HLO_Complex, HLO_Quantized];
defvar StableHLO_Number = [HLO_Int, HLO_Float, HLO_Complex, HLO_Quantized];
defvar StableHLO_Inexact = [HLO_Float, HLO_Complex, HLO_Quantized];
defvar StableHLO_Real = [HLO_Float, HLO_Quantized];
defvar StableHLO_Bits = [HLO_Bool, HLO_Int];

//===-- One operand -------------------------------------------------------===//

class StableHLO_ConvertingOp<string mnemonic, string summary, Type from,
                             Type to, list<Trait> traits> :
    StableHLO_Op<mnemonic, summary,
                 traits # [HLO_PureIfStatic, HLO_Elementwise]> {
  let arguments = (ins from:$operand);
  let results = (outs to:$result);
  let assemblyFormat = [{
    $operand attr-dict `:`
    custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

class StableHLO_UnaryOp<string mnemonic, string summary, list<Type> elements> :
    StableHLO_ConvertingOp<mnemonic, summary, HLO_RankedTensorOf<elements>,
                           HLO_RankedTensorOf<elements>, [HLO_CompatibleTypes]>;

class StableHLO_AccurateOp<string mnemonic, string summary> :
    StableHLO_UnaryOp<mnemonic, summary, StableHLO_Inexact> {
  let arguments = (ins HLO_RankedTensorOf<StableHLO_Inexact>:$operand,
                       StableHLO_ResultAccuracyByDefault:$result_accuracy);
}

def StableHLO_CeilOp : StableHLO_UnaryOp<"ceil", "ceiling", StableHLO_Real>;
def StableHLO_ClzOp : StableHLO_UnaryOp<"count_leading_zeros", "number of leading zero bits", [HLO_Int]>;
def StableHLO_FloorOp : StableHLO_UnaryOp<"floor", "floor", StableHLO_Real>;
def StableHLO_NegOp : StableHLO_UnaryOp<"negate", "minus", StableHLO_Number>;
def StableHLO_NotOp : StableHLO_UnaryOp<"not", "bitwise not", StableHLO_Bits>;
def StableHLO_PopulationCountOp : StableHLO_UnaryOp<"popcnt", "number of one bits", [HLO_Int]>;
def StableHLO_RoundNearestEvenOp : StableHLO_UnaryOp<"round_nearest_even", "nearest integer, half to even", StableHLO_Real>;
def StableHLO_RoundOp : StableHLO_UnaryOp<"round_nearest_afz", "nearest integer, half away from zero", StableHLO_Real>;
def StableHLO_SignOp : StableHLO_UnaryOp<"sign", "sign", StableHLO_Signed>;

def StableHLO_CbrtOp : StableHLO_AccurateOp<"cbrt", "cubic root">;
def StableHLO_CosineOp : StableHLO_AccurateOp<"cosine", "cosine">;
def StableHLO_ExpOp : StableHLO_AccurateOp<"exponential", "exponential">;
def StableHLO_Expm1Op : StableHLO_AccurateOp<"exponential_minus_one", "exponential minus one">;
def StableHLO_LogOp : StableHLO_AccurateOp<"log", "natural logarithm">;
def StableHLO_Log1pOp : StableHLO_AccurateOp<"log_plus_one", "natural logarithm of the operand plus one">;
def StableHLO_LogisticOp : StableHLO_AccurateOp<"logistic", "logistic function">;
def StableHLO_RsqrtOp : StableHLO_AccurateOp<"rsqrt", "reciprocal of the square root">;
def StableHLO_SineOp : StableHLO_AccurateOp<"sine", "sine">;
def StableHLO_SqrtOp : StableHLO_AccurateOp<"sqrt", "square root">;
def StableHLO_TanOp : StableHLO_AccurateOp<"tan", "tangent">;
def StableHLO_TanhOp : StableHLO_AccurateOp<"tanh", "hyperbolic tangent">;

def StableHLO_ConvertOp : StableHLO_ConvertingOp<
    "convert", "value in another element type",
    HLO_RankedTensorOf<[HLO_Float, HLO_Bool, HLO_Int, HLO_Complex]>,
    HLO_RankedTensorOf<[HLO_Float, HLO_Bool, HLO_Int, HLO_Complex]>,
    [HLO_CompatibleSizes]>;

// These take the part or the size of a complex number.
class StableHLO_PartOp<string mnemonic, string summary, list<Type> from,
                       list<Type> to> :
    StableHLO_ConvertingOp<mnemonic, summary, HLO_RankedTensorOf<from>,
                           HLO_RankedTensorOf<to>, [HLO_CompatibleShapes]> {
  let hasVerifier = 1;
}
def StableHLO_AbsOp : StableHLO_PartOp<
    "abs", "absolute value", StableHLO_Signed,
    [HLO_SignlessInt, HLO_Float, HLO_Quantized]>;
def StableHLO_ImagOp : StableHLO_PartOp<
    "imag", "imaginary part", [HLO_Float, HLO_Complex], [HLO_Float]>;
def StableHLO_RealOp : StableHLO_PartOp<
    "real", "real part", [HLO_Float, HLO_Complex], [HLO_Float]>;

def StableHLO_IsFiniteOp : StableHLO_FunctionalOp<
    "is_finite", "whether the value is a finite number", "$x",
    [HLO_PureIfStatic, HLO_CompatibleShapes, HLO_Elementwise]> {
  let arguments = (ins HLO_RankedTensorOf<StableHLO_Real>:$x);
  let results = (outs HLO_BoolTensor:$y);
}

def StableHLO_ReducePrecisionOp : StableHLO_Op<
    "reduce_precision", "value rounded to a narrower float format",
    [HLO_PureIfStatic, HLO_CompatibleTypes, HLO_Elementwise]> {
  let arguments = (ins HLO_RankedTensorOf<StableHLO_Real>:$operand,
                       ConfinedAttr<I32Attr, [IntPositive]>:$exponent_bits,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$mantissa_bits);
  let results = (outs HLO_RankedTensorOf<StableHLO_Real>:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=`
    custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict `:`
    custom<SameOperandsAndResultType>(type($operand), type($output))
  }];
}

class StableHLO_QuantizingOp<string mnemonic, string summary, Type from,
                             Type to> :
    StableHLO_ConvertingOp<mnemonic, summary, from, to,
                           [HLO_CompatibleSizes]> {
  let hasVerifier = 1;
}
def StableHLO_UniformQuantizeOp : StableHLO_QuantizingOp<
    "uniform_quantize", "value in a quantized type",
    HLO_FloatOrQuantizedTensor, HLO_QuantizedTensor>;
def StableHLO_UniformDequantizeOp : StableHLO_QuantizingOp<
    "uniform_dequantize", "value in the type that a quantized type expresses",
    HLO_QuantizedTensor, HLO_FloatTensor>;

//===-- Two operands ------------------------------------------------------===//

class StableHLO_BinaryOp<string mnemonic, string summary, list<Type> elements,
                         list<Trait> traits = [],
                         Trait types = HLO_CompatibleTypes> :
    StableHLO_Op<mnemonic, summary, traits # [
        HLO_PureIfStatic, types, HLO_Elementwise]> {
  let arguments = (ins HLO_RankedTensorOf<elements>:$lhs,
                       HLO_RankedTensorOf<elements>:$rhs);
  let results = (outs HLO_RankedTensorOf<elements>:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))
  }];
}

// Quantized operands may have a single scale or one for each position of a dim.
def StableHLO_AddOp : StableHLO_BinaryOp<"add", "sum", HLO_Any, [HLO_Commutative], HLO_CompatibleSizes> {
  let arguments = (ins HLO_TensorPerAxis:$lhs, HLO_TensorPerAxis:$rhs);
  let results = (outs HLO_TensorPerAxis:$result);
  let hasVerifier = 1;
}
def StableHLO_AndOp : StableHLO_BinaryOp<"and", "bitwise and", StableHLO_Bits, [HLO_Commutative]>;
def StableHLO_Atan2Op : StableHLO_BinaryOp<"atan2", "angle of a point", StableHLO_Inexact>;
def StableHLO_DivOp : StableHLO_BinaryOp<"divide", "quotient", StableHLO_Number>;
def StableHLO_MaxOp : StableHLO_BinaryOp<"maximum", "maximum", HLO_Any, [HLO_Commutative]>;
def StableHLO_MinOp : StableHLO_BinaryOp<"minimum", "minimum", HLO_Any, [HLO_Commutative]>;
def StableHLO_MulOp : StableHLO_BinaryOp<"multiply", "product", HLO_Any, [HLO_Commutative]>;
def StableHLO_OrOp : StableHLO_BinaryOp<"or", "bitwise or", StableHLO_Bits, [HLO_Commutative]>;
def StableHLO_PowOp : StableHLO_BinaryOp<"power", "power", StableHLO_Number>;
def StableHLO_RemOp : StableHLO_BinaryOp<"remainder", "remainder of the division", StableHLO_Number>;
def StableHLO_ShiftLeftOp : StableHLO_BinaryOp<"shift_left", "left shift", [HLO_Int]>;
def StableHLO_ShiftRightArithmeticOp : StableHLO_BinaryOp<"shift_right_arithmetic", "arithmetic right shift", [HLO_Int]>;
def StableHLO_ShiftRightLogicalOp : StableHLO_BinaryOp<"shift_right_logical", "logical right shift", [HLO_Int]>;
def StableHLO_SubtractOp : StableHLO_BinaryOp<"subtract", "difference", StableHLO_Number>;
def StableHLO_XorOp : StableHLO_BinaryOp<"xor", "bitwise exclusive or", StableHLO_Bits, [HLO_Commutative]>;

def StableHLO_ComplexOp : StableHLO_Op<
    "complex", "complex number of two parts",
    [HLO_PureIfStatic, HLO_CompatibleOperandElements,
     HLO_CompatibleShapes, HLO_Elementwise]> {
  let arguments = (ins HLO_RankedTensorOf<[HLO_Float32Or64]>:$lhs,
                       HLO_RankedTensorOf<[HLO_Float32Or64]>:$rhs);
  let results = (outs HLO_RankedTensorOf<[HLO_Complex]>:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    custom<ComplexOpType>(type($lhs), type($rhs), type($result))
  }];
}

def StableHLO_CompareOp : StableHLO_FunctionalOp<
    "compare", "comparison of two values",
    "`` $comparison_direction `,` $lhs `,` $rhs (`,` `` $compare_type^)?",
    [HLO_PureIfStatic, HLO_CompatibleOperandElements,
     HLO_CompatibleShapes, HLO_Elementwise]> {
  let arguments = (ins
    HLO_Tensor:$lhs, HLO_Tensor:$rhs,
    StableHLO_ComparisonDirectionAttr:$comparison_direction,
    OptionalAttr<StableHLO_ComparisonTypeAttr>:$compare_type);
  let results = (outs HLO_BoolTensor:$result);
  let hasVerifier = 1;
}

//===-- Three operands ----------------------------------------------------===//

def StableHLO_SelectOp : StableHLO_Op<
    "select", "one of two values", [HLO_PureIfStatic]> {
  let arguments = (ins HLO_BoolTensor:$pred, HLO_Tensor:$on_true,
                       HLO_Tensor:$on_false);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    operands attr-dict `:`
    custom<SelectOpType>(type($pred), type($on_true), type($on_false),
                         type($result))
  }];
}

def StableHLO_ClampOp : StableHLO_Op<
    "clamp", "value clamped between two limits",
    [HLO_PureIfStatic, HLO_CompatibleElements]> {
  let arguments = (ins HLO_Tensor:$min, HLO_Tensor:$operand, HLO_Tensor:$max);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
    custom<SameOperandsAndResultType>(type($min), type($operand), type($max),
                                      type($result))
  }];
}

#endif // BCAST_STABLEHLO_ELEMENTWISE
