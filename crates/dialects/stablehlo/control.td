// Ops of control flow, calls, tuples and tokens.

#ifndef BCAST_STABLEHLO_CONTROL
#define BCAST_STABLEHLO_CONTROL

include "mlir/IR/SymbolInterfaces.td"
include "stablehlo/attributes.td"

//===-- Branches and loops ------------------------------------------------===//

def StableHLO_IfOp : StableHLO_Op<"if", "one of two regions",
    [SingleBlock, HLO_RegionsDecide]> {
  let arguments = (ins HLO_BoolTensor:$pred);
  let results = (outs Variadic<StableHLO_Value>:$outputs);
  let regions = (region SizedRegion<1>:$true_branch,
                        SizedRegion<1>:$false_branch);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_CaseOp : StableHLO_Op<
    "case", "one of several regions", [SingleBlock, HLO_RegionsDecide]> {
  let arguments = (ins HLO_I32Tensor:$index);
  let results = (outs Variadic<StableHLO_Value>:$outputs);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_WhileOp : StableHLO_Op<
    "while", "a region repeated while a condition holds",
    [SingleBlock, HLO_RegionsDecide,
     DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let arguments = (ins Variadic<StableHLO_ValueOrBuffer>:$operand);
  let results = (outs Variadic<StableHLO_ValueOrBuffer>:$outputs);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  // stablehlo.while(%i = %a) : tensor<i32> attributes {}
  //   cond { ... } do { ... }
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_OptimizationBarrierOp : StableHLO_Op<
    "optimization_barrier", "barrier that no op is moved across",
    [Pure, HLO_PairwiseSameTypes]> {
  let arguments = (ins Variadic<StableHLO_TensorOrToken>:$operand);
  let results = (outs Variadic<StableHLO_TensorOrToken>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand),
    type($result))):(`(` `)`)?
  }];
}

//===-- Calls -------------------------------------------------------------===//

def StableHLO_CustomCallOp : StableHLO_FunctionalOp<
    "custom_call", "call of an external function",
    "custom<CustomCallTarget>($call_target_name) `(` $inputs `)`",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let arguments = (ins
    Variadic<StableHLO_CallValue>:$inputs,
    StrAttr:$call_target_name,
    StableHLO_OffByDefault:$has_side_effect,
    OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
    StableHLO_DefaultAttr<StableHLO_CustomCallApiVersion,
        "::mlir::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">
        :$api_version,
    StableHLO_DefaultAttr<StableHLO_SymbolRefs, "{}">:$called_computations,
    OptionalAttr<StableHLO_Layouts>:$operand_layouts,
    OptionalAttr<StableHLO_Layouts>:$result_layouts,
    StableHLO_DefaultAttr<StableHLO_OutputOperandAliases, "{}">
        :$output_operand_aliases,
    OptionalAttr<StableHLO_Tilings>:$result_tilings);
  let results = (outs Variadic<StableHLO_CallValue>:$outputs);
  let hasVerifier = 1;
  let useCustomPropertiesEncoding = 1;
}

def StableHLO_CompositeOp : StableHLO_FunctionalOp<
    "composite", "op whose decomposition is a function of the program",
    "$name $inputs (` ` `(` $composite_regions^ `)`)?",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins
    Variadic<StableHLO_ValueOrTuple>:$inputs,
    StrAttr:$name,
    StableHLO_DefaultAttr<DictionaryAttr, "{}">:$composite_attributes,
    FlatSymbolRefAttr:$decomposition,
    StableHLO_DefaultAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<StableHLO_ValueOrTuple>:$outputs);
  // Regions of the op that this stands for; the decomposition does not use them.
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let hasVerifier = 1;
}

//===-- Tuples ------------------------------------------------------------===//

def StableHLO_TupleOp : StableHLO_Op<"tuple", "values in one tuple", [Pure]> {
  let arguments = (ins Variadic<StableHLO_ValueOrTupleOrBuffer>:$val);
  let results = (outs StableHLO_Tuple:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $val attr-dict `:` custom<TupleOpType>(type($val), type($result))
  }];
}

def StableHLO_GetTupleElementOp : StableHLO_FunctionalOp<
    "get_tuple_element", "one value of a tuple",
    "$operand `[` $index `]`", [Pure]> {
  let arguments = (ins StableHLO_Tuple:$operand,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs StableHLO_ValueOrTupleOrBuffer:$result);
  let hasVerifier = 1;
}

//===-- Tokens ------------------------------------------------------------===//

def StableHLO_CreateTokenOp : StableHLO_Op<"create_token", "new token", [Pure]> {
  let results = (outs StableHLO_Token:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def StableHLO_AfterAllOp : StableHLO_Op<
    "after_all", "token that comes after others", [Pure]> {
  let arguments = (ins Variadic<StableHLO_Token>:$inputs);
  let results = (outs StableHLO_Token:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:`
    custom<VariadicSameOperandsAndResultType>(ref($inputs), type($inputs),
                                              type($result))
  }];
}

def StableHLO_InfeedOp : StableHLO_Op<"infeed", "values from the host"> {
  let arguments = (ins StableHLO_Token:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$infeed_config,
                       OptionalAttr<StableHLO_ArrayOfArrays>:$layout);
  let results = (outs Variadic<StableHLO_StaticTensorOrToken>:$outputs);
  let hasVerifier = 1;
}

def StableHLO_OutfeedOp : StableHLO_Op<"outfeed", "values to the host"> {
  let arguments = (ins Variadic<HLO_TensorPerAxis>:$inputs,
                       StableHLO_Token:$token,
                       DefaultValuedStrAttr<StrAttr, "">:$outfeed_config);
  let results = (outs StableHLO_Token:$result);
}

def StableHLO_SendOp : StableHLO_Op<"send", "values to another process"> {
  let arguments = (ins Variadic<HLO_TensorPerAxis>:$inputs,
                       StableHLO_Token:$token,
                       StableHLO_ChannelHandle:$channel_handle,
                       StableHLO_OffByDefault:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs StableHLO_Token:$result);
  let hasVerifier = 1;
}

def StableHLO_RecvOp : StableHLO_Op<"recv", "values from another process"> {
  let arguments = (ins StableHLO_Token:$token,
                       StableHLO_ChannelHandle:$channel_handle,
                       StableHLO_OffByDefault:$is_host_transfer,
                       OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<StableHLO_StaticTensorOrToken>:$outputs);
  let hasVerifier = 1;
}

#endif // BCAST_STABLEHLO_CONTROL
