// Ops that apply a region to elements, and their terminator.

#ifndef BCAST_STABLEHLO_REGION
#define BCAST_STABLEHLO_REGION

include "stablehlo/attributes.td"

def StableHLO_ReturnOp : StableHLO_Op<
    "return", "ends a region", [Pure, Terminator]> {
  let arguments = (ins Variadic<StableHLO_ValueOrBuffer>:$results);
  let skipDefaultBuilders = 0;
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

def StableHLO_ReduceOp : StableHLO_Op<
    "reduce", "reduction of elements along dims",
    [SingleBlock, HLO_RegionsDecide, SameVariadicOperandSize]> {
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       Variadic<HLO_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<HLO_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  // stablehlo.reduce(%a init: %i) applies stablehlo.add across
  //     dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ReduceWindowOp : StableHLO_Op<
    "reduce_window", "reduction of elements in a moving window",
    [SingleBlock, HLO_RegionsDecide, SameVariadicOperandSize]> {
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       Variadic<HLO_Tensor>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Variadic<HLO_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_SelectAndScatterOp : StableHLO_Op<
    "select_and_scatter", "values added where a moving window selects",
    [SingleBlock, HLO_RegionsDecide]> {
  let arguments = (ins HLO_Tensor:$operand, HLO_Tensor:$source,
                       HLO_Tensor:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs HLO_Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_MapOp : StableHLO_Op<
    "map", "a region applied to every element",
    [SingleBlock, HLO_RegionsDecide]> {
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs HLO_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_SortOp : StableHLO_Op<
    "sort", "elements sorted along a dim",
    [SingleBlock, HLO_RegionsDecide]> {
  let arguments = (ins Variadic<HLO_Tensor>:$inputs,
                       StableHLO_DefaultAttr<I64Attr, "-1">:$dimension,
                       StableHLO_OffByDefault:$is_stable);
  let results = (outs Variadic<HLO_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$comparator);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

//===-- Gather and scatter ------------------------------------------------===//

def StableHLO_GatherOp : StableHLO_Op<
    "gather", "slices at computed positions", [HLO_PureIfStatic]> {
  let arguments = (ins HLO_Tensor:$operand, HLO_IntTensor:$start_indices,
                       StableHLO_GatherDimensionNumbers:$dimension_numbers,
                       DenseI64ArrayAttr:$slice_sizes,
                       StableHLO_OffByDefault:$indices_are_sorted);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_DynamicGatherOp : StableHLO_Op<
    "dynamic_gather", "slices at computed positions, with sizes known at run time",
    [NoMemoryEffect, HLO_ReadsConstants]> {
  let arguments = (ins HLO_Tensor:$operand, HLO_IntTensor:$start_indices,
                       HLO_StaticInts:$slice_sizes,
                       StableHLO_GatherDimensionNumbers:$dimension_numbers,
                       StableHLO_OffByDefault:$indices_are_sorted);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_ScatterOp : StableHLO_Op<
    "scatter", "values combined into computed positions",
    [SingleBlock, HLO_RegionsDecide, SameVariadicOperandSize]> {
  let arguments = (ins
    Variadic<HLO_Tensor>:$inputs,
    HLO_RankedTensorOf<[AnyInteger, Index]>:$scatter_indices,
    Variadic<HLO_Tensor>:$updates,
    StableHLO_ScatterDimensionNumbers:$scatter_dimension_numbers,
    StableHLO_OffByDefault:$indices_are_sorted,
    StableHLO_OffByDefault:$unique_indices);
  let results = (outs Variadic<HLO_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$update_computation);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_TorchIndexSelectOp : StableHLO_Op<
    "torch_index_select", "slices at given positions of a dim",
    [HLO_PureIfStatic]> {
  let arguments = (ins HLO_Tensor:$operand, HLO_Tensor:$index, I64Attr:$dim,
                       I64Attr:$batch_dims);
  let results = (outs HLO_Tensor:$result);
}

#endif // BCAST_STABLEHLO_REGION
