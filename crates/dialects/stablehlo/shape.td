// Ops that create, measure or rearrange tensors.

#ifndef BCAST_STABLEHLO_SHAPE
#define BCAST_STABLEHLO_SHAPE

include "stablehlo/attributes.td"

//===-- No operand --------------------------------------------------------===//

def StableHLO_ConstantOp : StableHLO_Op<
    "constant", "constant",
    [ConstantLike, Pure,
     DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs HLO_StaticTensorPerAxis:$output);
  let skipDefaultBuilders = 0;
  let hasFolder = 1;
  let hasVerifier = 1;
  // stablehlo.constant dense<1> : tensor<2xi32>
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_IotaOp : StableHLO_Op<"iota", "numbers that increase along a dim", [Pure]> {
  let arguments = (ins HLO_DimAttr:$iota_dimension);
  let results = (outs StaticShapeTensorOf<
      [HLO_Int, HLO_Float, HLO_Complex, HLO_Quantized]>:$output);
  let hasVerifier = 1;
  let assemblyFormat =
      "`dim` `=` $iota_dimension attr-dict `:` type($output)";
}

//===-- Extents -----------------------------------------------------------===//

def StableHLO_GetDimensionSizeOp : StableHLO_FunctionalOp<
    "get_dimension_size", "extent of a dim", "$operand `,` `dim` `=` $dimension",
    [Pure]> {
  let arguments = (ins HLO_TensorPerAxis:$operand, HLO_DimAttr:$dimension);
  let results = (outs HLO_I32Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_SetDimensionSizeOp : StableHLO_FunctionalOp<
    "set_dimension_size", "tensor with another extent of a dim",
    "$operand `,` $size `,` `dim` `=` $dimension",
    [NoMemoryEffect, HLO_ReadsConstants]> {
  let arguments = (ins HLO_Tensor:$operand, HLO_I32Tensor:$size,
                       HLO_DimAttr:$dimension);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

//===-- Broadcasts --------------------------------------------------------===//

def StableHLO_BroadcastInDimOp : StableHLO_FunctionalOp<
    "broadcast_in_dim", "tensor repeated along dims of size one and new dims",
    "$operand `,` `dims` `=` $broadcast_dimensions"> {
  let arguments = (ins HLO_TensorPerAxis:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs HLO_StaticOrOneBoundedTensor:$result);
  let hasVerifier = 1;
}

def StableHLO_BroadcastOp : StableHLO_FunctionalOp<
    "broadcast", "tensor repeated along new dims in front",
    "$operand `,` `sizes` `=` $broadcast_sizes"> {
  let arguments = (ins HLO_Tensor:$operand, DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs HLO_TensorPerAxis:$result);
  let hasVerifier = 1;
}

def StableHLO_DynamicBroadcastInDimOp : StableHLO_FunctionalOp<
    "dynamic_broadcast_in_dim", "tensor repeated to a shape known at run time",
    "$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions",
    [NoMemoryEffect, HLO_ReadsConstants]> {
  let arguments = (ins
    HLO_TensorPerAxis:$operand, HLO_StaticExtents:$output_dimensions,
    DenseI64ArrayAttr:$broadcast_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs HLO_TensorPerAxis:$result);
  let hasVerifier = 1;
}

def StableHLO_DynamicIotaOp : StableHLO_FunctionalOp<
    "dynamic_iota", "numbers that increase along a dim, in a shape known at run time",
    "$output_shape `,` `dim` `=` $iota_dimension",
    [NoMemoryEffect, HLO_ReadsConstants]> {
  let arguments = (ins HLO_StaticExtents:$output_shape,
                       HLO_DimAttr:$iota_dimension);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

//===-- The same elements in another shape --------------------------------===//

def StableHLO_ReshapeOp : StableHLO_FunctionalOp<
    "reshape", "the same elements in another shape", "operands"> {
  let arguments = (ins HLO_TensorPerAxis:$operand);
  let results = (outs HLO_StaticOrOneBoundedTensor:$result);
  let hasVerifier = 1;
}

def StableHLO_DynamicReshapeOp : StableHLO_FunctionalOp<
    "dynamic_reshape", "the same elements in a shape known at run time",
    "operands", [NoMemoryEffect, HLO_ReadsConstants]> {
  let arguments = (ins HLO_TensorPerAxis:$operand,
                       HLO_StaticExtents:$output_shape);
  let results = (outs HLO_TensorPerAxis:$result);
  let hasVerifier = 1;
}

def StableHLO_BitcastConvertOp : StableHLO_FunctionalOp<
    "bitcast_convert", "the same bits in another element type", "operands"> {
  let arguments = (ins HLO_TensorPerAxis:$operand);
  let results = (outs HLO_TensorPerAxis:$result);
  let hasVerifier = 1;
}

def StableHLO_TransposeOp : StableHLO_FunctionalOp<
    "transpose", "tensor with permuted dims", "$operand `,` `dims` `=` $permutation"> {
  let arguments = (ins HLO_TensorPerAxis:$operand,
                       DenseI64ArrayAttr:$permutation);
  let results = (outs HLO_TensorPerAxis:$result);
  let hasVerifier = 1;
}

def StableHLO_ReverseOp : StableHLO_Op<
    "reverse", "tensor with reversed dims", [HLO_PureIfStatic, HLO_CompatibleTypes]> {
  let arguments = (ins HLO_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:`
    custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

//===-- Joining and cutting -----------------------------------------------===//

def StableHLO_ConcatenateOp : StableHLO_FunctionalOp<
    "concatenate", "tensors concatenated along a dim",
    "custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension"> {
  let arguments = (ins Variadic<HLO_Tensor>:$inputs, HLO_DimAttr:$dimension);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_SliceOp : StableHLO_FunctionalOp<
    "slice", "part of a tensor, optionally strided",
    "$operand custom<SliceRanges>($start_indices, $limit_indices, $strides)"> {
  let arguments = (ins HLO_Tensor:$operand, DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_RealDynamicSliceOp : StableHLO_FunctionalOp<
    "real_dynamic_slice", "part of a tensor with limits known at run time",
    "operands", [NoMemoryEffect]> {
  let arguments = (ins HLO_Tensor:$operand, HLO_Extents:$start_indices,
                       HLO_Extents:$limit_indices, HLO_Extents:$strides);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_DynamicSliceOp : StableHLO_FunctionalOp<
    "dynamic_slice", "part of a tensor with a start known at run time",
    "$operand `,` custom<VariadicOperandWithAttribute>($start_indices) "
    "`sizes` `=` $slice_sizes"> {
  let arguments = (ins HLO_Tensor:$operand,
                       Variadic<HLO_ScalarInt>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_DynamicUpdateSliceOp : StableHLO_FunctionalOp<
    "dynamic_update_slice", "tensor with a replaced part", "operands"> {
  let arguments = (ins HLO_Tensor:$operand, HLO_Tensor:$update,
                       Variadic<HLO_ScalarInt>:$start_indices);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_PadOp : StableHLO_FunctionalOp<
    "pad", "padded tensor",
    "$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` "
    "`high` `=` $edge_padding_high `,` `interior` `=` $interior_padding"> {
  let arguments = (ins HLO_Tensor:$operand, HLO_Scalar:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_DynamicPadOp : StableHLO_FunctionalOp<
    "dynamic_pad", "padded tensor, with padding known at run time",
    "operands", [NoMemoryEffect, HLO_ReadsConstants]> {
  let arguments = (ins HLO_Tensor:$operand, HLO_Scalar:$padding_value,
                       HLO_StaticExtents:$edge_padding_low,
                       HLO_StaticExtents:$edge_padding_high,
                       HLO_StaticExtents:$interior_padding);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

#endif // BCAST_STABLEHLO_SHAPE
