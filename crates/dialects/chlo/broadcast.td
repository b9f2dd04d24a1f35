// Ops that broadcast their operands. Their element types are verified here; a
// pass verifies their shapes.

#ifndef BCAST_CHLO_BROADCAST
#define BCAST_CHLO_BROADCAST

include "chlo/dialect.td"

// Not speculatable: the operands' shapes may be incompatible at other places.
class CHLO_BroadcastOp<string mnemonic, string summary, Type operand,
                       Type result, list<Trait> traits = []> :
    CHLO_Op<"broadcast_" # mnemonic, summary # ", after broadcasting",
            traits # [NoMemoryEffect]> {
  let arguments = (ins operand:$lhs, operand:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs result:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    `(` type($lhs) `,` type($rhs) `)` `->` type(results)
  }];
}

class CHLO_BroadcastArithmeticOp<string mnemonic, string summary,
                                 list<Trait> traits = [HLO_SameElements]> :
    CHLO_BroadcastOp<mnemonic, summary, HLO_AnyTensor, HLO_AnyTensor, traits>;

// Its operands and its result may be quantized by different scales.
class CHLO_BroadcastRescalingOp<string mnemonic, string summary> :
    CHLO_BroadcastArithmeticOp<mnemonic, summary,
                               [HLO_Commutative, HLO_CompatibleElements]>;

class CHLO_BroadcastFloatOp<string mnemonic, string summary> :
    CHLO_BroadcastOp<mnemonic, summary, HLO_AnyFloatTensor, HLO_AnyFloatTensor,
                     [HLO_SameElements]>;

class CHLO_BroadcastLogicalOp<string mnemonic, string summary> :
    CHLO_BroadcastOp<mnemonic, summary, HLO_AnyBoolOrIntTensor, HLO_AnyTensor,
                     [HLO_Commutative, HLO_SameElements]>;

def CHLO_BroadcastAddOp : CHLO_BroadcastRescalingOp<"add", "sum">;
def CHLO_BroadcastAtan2Op : CHLO_BroadcastArithmeticOp<"atan2", "angle of a point">;
def CHLO_BroadcastDivOp : CHLO_BroadcastArithmeticOp<"divide", "quotient">;
def CHLO_BroadcastMaxOp : CHLO_BroadcastRescalingOp<"maximum", "maximum">;
def CHLO_BroadcastMinOp : CHLO_BroadcastRescalingOp<"minimum", "minimum">;
def CHLO_BroadcastMulOp : CHLO_BroadcastArithmeticOp<"multiply", "product", [HLO_Commutative, HLO_SameElements]>;
def CHLO_BroadcastNextAfterOp : CHLO_BroadcastArithmeticOp<"next_after", "next representable value in a direction">;
def CHLO_BroadcastPolygammaOp : CHLO_BroadcastArithmeticOp<"polygamma", "polygamma function">;
def CHLO_BroadcastPowOp : CHLO_BroadcastArithmeticOp<"power", "power">;
def CHLO_BroadcastRemOp : CHLO_BroadcastArithmeticOp<"remainder", "remainder of the division">;
def CHLO_BroadcastShiftLeftOp : CHLO_BroadcastArithmeticOp<"shift_left", "left shift">;
def CHLO_BroadcastShiftRightArithmeticOp : CHLO_BroadcastArithmeticOp<"shift_right_arithmetic", "arithmetic right shift">;
def CHLO_BroadcastShiftRightLogicalOp : CHLO_BroadcastArithmeticOp<"shift_right_logical", "logical right shift">;
def CHLO_BroadcastSubOp : CHLO_BroadcastArithmeticOp<"subtract", "difference">;

def CHLO_BroadcastZetaOp : CHLO_BroadcastFloatOp<"zeta", "Hurwitz zeta function">;

def CHLO_BroadcastAndOp : CHLO_BroadcastLogicalOp<"and", "bitwise and">;
def CHLO_BroadcastOrOp : CHLO_BroadcastLogicalOp<"or", "bitwise or">;
def CHLO_BroadcastXorOp : CHLO_BroadcastLogicalOp<"xor", "bitwise exclusive or">;

def CHLO_BroadcastComplexOp : CHLO_BroadcastOp<
    "complex", "complex number of two parts", HLO_AnyFloatTensor,
    HLO_AnyComplexTensor, [HLO_CompatibleOperandElements]> {
  let hasVerifier = 1;
}

def CHLO_BroadcastCompareOp : CHLO_BroadcastOp<
    "compare", "comparison of two values", HLO_AnyTensor,
    HLO_AnyBoolTensor, [HLO_CompatibleOperandElements]> {
  let arguments = (ins
    HLO_AnyTensor:$lhs, HLO_AnyTensor:$rhs,
    OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
    CHLO_ComparisonDirectionAttr:$comparison_direction,
    OptionalAttr<CHLO_ComparisonTypeAttr>:$compare_type);
}

def CHLO_BroadcastSelectOp : CHLO_Op<
    "broadcast_select", "one of two values, after broadcasting",
    [NoMemoryEffect]> {
  let arguments = (ins HLO_AnyBoolTensor:$pred, HLO_AnyTensor:$on_true,
                       HLO_AnyTensor:$on_false);
  let results = (outs HLO_AnyTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:`
    `(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->`
    type(results)
  }];
}

#endif // BCAST_CHLO_BROADCAST
