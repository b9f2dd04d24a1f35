// Elementwise ops without broadcasting.

#ifndef BCAST_CHLO_ELEMENTWISE
#define BCAST_CHLO_ELEMENTWISE

include "chlo/dialect.td"

//===-- One operand -------------------------------------------------------===//

// MLIR's own trait also compares whether tensors have ranks.
class CHLO_ConvertingOp<string mnemonic, string summary, Type from, Type to,
                        list<Trait> traits> :
    CHLO_Op<mnemonic, summary, traits # [HLO_PureIfStatic, Elementwise]> {
  let arguments = (ins from:$operand);
  let results = (outs to:$result);
  let assemblyFormat =
      "$operand attr-dict `:` type($operand) `->` type($result)";
}

class CHLO_UnaryOp<string mnemonic, string summary, Type type> :
    CHLO_ConvertingOp<mnemonic, summary, type, type, [HLO_CompatibleTypes]>;
class CHLO_InexactOp<string mnemonic, string summary> :
    CHLO_UnaryOp<mnemonic, summary, HLO_AnyFloatOrComplexTensor>;
class CHLO_FloatOp<string mnemonic, string summary> :
    CHLO_UnaryOp<mnemonic, summary, HLO_AnyFloatTensor>;
class CHLO_ClassifyingOp<string mnemonic, string summary> :
    CHLO_ConvertingOp<mnemonic, summary, HLO_AnyFloatTensor, HLO_AnyBoolTensor,
                      [HLO_CompatibleShapes]>;

def CHLO_AcosOp : CHLO_InexactOp<"acos", "arc cosine">;
def CHLO_AcoshOp : CHLO_InexactOp<"acosh", "inverse hyperbolic cosine">;
def CHLO_AsinOp : CHLO_InexactOp<"asin", "arc sine">;
def CHLO_AsinhOp : CHLO_InexactOp<"asinh", "inverse hyperbolic sine">;
def CHLO_AtanOp : CHLO_InexactOp<"atan", "arc tangent">;
def CHLO_AtanhOp : CHLO_InexactOp<"atanh", "inverse hyperbolic tangent">;
def CHLO_BesselI1eOp : CHLO_InexactOp<"bessel_i1e", "scaled Bessel function of order one">;
def CHLO_ConjOp : CHLO_InexactOp<"conj", "complex conjugate">;
def CHLO_CoshOp : CHLO_InexactOp<"cosh", "hyperbolic cosine">;
def CHLO_SinhOp : CHLO_InexactOp<"sinh", "hyperbolic sine">;
def CHLO_SquareOp : CHLO_InexactOp<"square", "square">;
def CHLO_TanOp : CHLO_InexactOp<"tan", "tangent">;
def CHLO_AsinAcosKernelOp : CHLO_UnaryOp<"_asin_acos_kernel", "common part of arc sine and arc cosine", HLO_AnyComplexTensor>;

def CHLO_DigammaOp : CHLO_FloatOp<"digamma", "digamma function">;
def CHLO_ErfOp : CHLO_FloatOp<"erf", "error function">;
def CHLO_ErfInvOp : CHLO_FloatOp<"erf_inv", "inverse error function">;
def CHLO_ErfcOp : CHLO_FloatOp<"erfc", "complementary error function">;
def CHLO_LgammaOp : CHLO_FloatOp<"lgamma", "logarithm of the gamma function">;

def CHLO_IsInfOp : CHLO_ClassifyingOp<"is_inf", "whether the value is infinite">;
def CHLO_IsNegInfOp : CHLO_ClassifyingOp<"is_neg_inf", "whether the value is minus infinity">;
def CHLO_IsPosInfOp : CHLO_ClassifyingOp<"is_pos_inf", "whether the value is plus infinity">;

//===-- Two operands ------------------------------------------------------===//

class CHLO_BinaryOp<string mnemonic, string summary, Type type, string left,
                    string right> :
    CHLO_Op<mnemonic, summary,
            [HLO_PureIfStatic, HLO_CompatibleTypes, HLO_Elementwise]> {
  let arguments = !dag(ins, [type, type], [left, right]);
  let results = (outs type:$result);
  let assemblyFormat =
      "$" # left # " `,` $" # right # " attr-dict `:` type($" # left #
      ") `,` type($" # right # ") `->` type($result)";
}

def CHLO_MulhiOp : CHLO_BinaryOp<"mulhi", "upper half of the product", HLO_IntTensor, "lhs", "rhs">;
def CHLO_NextAfterOp : CHLO_BinaryOp<"next_after", "next representable value in a direction", HLO_AnyFloatTensor, "x", "y">;
def CHLO_PolygammaOp : CHLO_BinaryOp<"polygamma", "polygamma function", HLO_AnyFloatTensor, "n", "x">;
def CHLO_ZetaOp : CHLO_BinaryOp<"zeta", "Hurwitz zeta function", HLO_AnyFloatTensor, "x", "q">;

#endif // BCAST_CHLO_ELEMENTWISE
