// Contractions and convolutions.

#ifndef BCAST_STABLEHLO_CONTRACTION
#define BCAST_STABLEHLO_CONTRACTION

include "stablehlo/attributes.td"

def StableHLO_DotOp : StableHLO_FunctionalOp<
    "dot", "product of vectors or matrices",
    "$lhs `,` $rhs `` custom<PrecisionConfig>($precision_config)"> {
  let arguments = (ins HLO_Tensor:$lhs, HLO_TensorPerAxis:$rhs,
                       StableHLO_PrecisionConfig:$precision_config);
  let results = (outs HLO_TensorPerAxis:$result);
  let hasVerifier = 1;
}

def StableHLO_DotGeneralOp : StableHLO_FunctionalOp<
    "dot_general", "product summed over contracting dims",
    "$lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) "
    "`` custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm)"> {
  let arguments = (ins HLO_Tensor:$lhs, HLO_TensorPerAxis:$rhs,
                       StableHLO_DotDimensionNumbers:$dot_dimension_numbers,
                       StableHLO_PrecisionConfig:$precision_config,
                       OptionalAttr<StableHLO_DotAlgorithm>:$algorithm);
  let results = (outs HLO_TensorPerAxis:$result);
  let hasVerifier = 1;
}

def StableHLO_EinsumOp : StableHLO_FunctionalOp<
    "einsum", "product summed by an Einstein equation",
    "$lhs `,` $rhs `,` `config` `=` $einsum_config"> {
  let arguments = (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs,
                       StrAttr:$einsum_config);
  let results = (outs HLO_Tensor:$result);
}

def StableHLO_UnaryEinsumOp : StableHLO_FunctionalOp<
    "unary_einsum", "sum by an Einstein equation",
    "$operand `,` `config` `=` $einsum_config"> {
  let arguments = (ins HLO_Tensor:$operand, StrAttr:$einsum_config);
  let results = (outs HLO_Tensor:$result);
}

def StableHLO_ConvolutionOp : StableHLO_FunctionalOp<
    "convolution", "convolution",
    "`(` operands `)` `dim_numbers` `=` "
    "custom<ConvolutionDimensions>($dimension_numbers) `,` "
    "`window` `=` `{` custom<WindowAttributes>($window_strides, $padding, "
    "$lhs_dilation, $rhs_dilation, $window_reversal) `}`"> {
  let arguments = (ins
    HLO_Tensor:$lhs, HLO_TensorPerAxis:$rhs,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<I64ElementsAttr>:$padding,
    OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
    OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
    OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
    StableHLO_ConvDimensionNumbers:$dimension_numbers,
    ConfinedAttr<I64Attr, [IntPositive]>:$feature_group_count,
    ConfinedAttr<I64Attr, [IntPositive]>:$batch_group_count,
    StableHLO_PrecisionConfig:$precision_config);
  let results = (outs HLO_TensorPerAxis:$result);
  let hasVerifier = 1;
}

def StableHLO_DynamicConvOp : StableHLO_Op<
    "dynamic_conv", "a convolution whose padding is known at run time",
    [NoMemoryEffect, HLO_ReadsConstants]> {
  let arguments = (ins
    HLO_Tensor:$lhs, HLO_Tensor:$rhs, HLO_StaticIntMatrix:$padding,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
    OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
    OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
    StableHLO_ConvDimensionNumbers:$dimension_numbers,
    ConfinedAttr<I64Attr, [IntPositive]>:$feature_group_count,
    ConfinedAttr<I64Attr, [IntPositive]>:$batch_group_count,
    StableHLO_PrecisionConfig:$precision_config);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

#endif // BCAST_STABLEHLO_CONTRACTION
