// Constants, and ops that are not elementwise.

#ifndef BCAST_CHLO_OTHER
#define BCAST_CHLO_OTHER

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "chlo/dialect.td"

def CHLO_ConstantOp : CHLO_Op<
    "constant", "constant", [ConstantLike, Pure]> {
  let skipDefaultBuilders = 0;
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StaticShapeTensorOf<HLO_Any>:$output);
  let hasFolder = 1;
  let hasVerifier = 1;
  // chlo.constant dense<1> : tensor<2xi32>
  let hasCustomAssemblyFormat = 1;
}

def CHLO_ConstantLikeOp : CHLO_Op<
    "constant_like", "one value in the shape of the operand",
    [HLO_PureIfStatic, HLO_CompatibleShapes]> {
  let arguments = (ins TypedAttrInterface:$value, HLO_AnyTensor:$operand);
  let results = (outs HLO_AnyTensor:$result);
  let hasVerifier = 1;
}

def CHLO_TopKOp : CHLO_Op<
    "top_k", "greatest elements of the last dim and their indices",
    [HLO_PureIfStatic]> {
  let arguments = (ins HLO_AnyTensor:$operand,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$k,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_stable);
  let results = (outs HLO_AnyTensor:$values, HLO_AnyTensor:$indices);
  let hasVerifier = 1;
  let useCustomPropertiesEncoding = 1;
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict `:` type($operand) `->`
    `(` type($values) `,` type($indices) `)`
  }];
}

def CHLO_RaggedDotOp : CHLO_Op<
    "ragged_dot", "products of groups of rows", [HLO_PureIfStatic]> {
  let arguments = (ins
    HLO_AnyTensor:$lhs, HLO_AnyTensor:$rhs, HLO_IntTensor:$group_sizes,
    CHLO_RaggedDotDimensionNumbers:$ragged_dot_dimension_numbers,
    CHLO_PrecisionConfig:$precision_config);
  let results = (outs HLO_AnyTensor:$result);
  let hasVerifier = 1;
}

// The carried values come after the inputs and the outputs.
def CHLO_ScanOp : CHLO_Op<
    "scan", "accumulation along a dim",
    [AttrSizedOperandSegments, AttrSizedResultSegments, IsolatedFromAbove,
     RecursiveMemoryEffects, SingleBlock,
     DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let arguments = (ins
    Variadic<HLO_AnyTensor>:$inputs, Variadic<HLO_AnyTensor>:$inits,
    HLO_DimAttr:$dimension,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$scan_dim_size,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_reverse,
    OptionalAttr<BoolAttr>:$is_associative);
  let results = (outs Variadic<HLO_AnyTensor>:$outputs,
                      Variadic<HLO_AnyTensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  // chlo.scan(%inputs) inits (%inits) dimension=0 { ... } : (...) -> (...)
  let hasCustomAssemblyFormat = 1;
}

#endif // BCAST_CHLO_OTHER
