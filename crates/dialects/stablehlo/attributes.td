// The attributes of StableHLO.

#ifndef BCAST_STABLEHLO_ATTRIBUTES
#define BCAST_STABLEHLO_ATTRIBUTES

include "mlir/IR/TensorEncoding.td"
include "common/interfaces.td"
include "stablehlo/enums.td"

class StableHLO_Attr<string cppName, string mnemonic_,
                     list<Trait> traits = []> :
    AttrDef<StableHLO_Dialect, cppName, traits> {
  let mnemonic = mnemonic_;
}

//===-- Parameters --------------------------------------------------------===//

// A required list of dims in brackets.
class StableHLO_RequiredDims : ArrayRefParameter<"int64_t"> {
  let parser = "::mlir::hlo::parseDims($_parser)";
  let printer = "::mlir::hlo::printDims($_printer, $_self)";
}

def StableHLO_AllDims : StableHLO_RequiredDims;

// A list of dims of an attribute with a custom printer.
def StableHLO_Dims : ArrayRefParameter<"int64_t">;

// A number that is omitted if it is zero.
def StableHLO_OptionalInt : DefaultValuedParameter<"int64_t", "0">;

// A float that is omitted if it is zero.
def StableHLO_OptionalFloat :
    DefaultValuedParameter<"::llvm::APFloat", "::llvm::APFloat(0.0)"> {
  let comparator = "$_lhs.bitwiseIsEqual($_rhs)";
  let parser = "::mlir::hlo::parseDouble($_parser)";
}

def StableHLO_Bool : AttrOrTypeParameter<"bool", ""> {
  let printer = "$_printer << ($_self ? \"true\" : \"false\")";
}

//===-- Attributes --------------------------------------------------------===//

def StableHLO_TypeExtensions : StableHLO_Attr<
    "TypeExtensions", "bounds",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>,
     DeclareAttrInterfaceMethods<HLO_BoundedAttr>]> {
  let summary = "Upper bounds of a tensor's dims";
  let parameters = (ins ArrayRefParameter<"int64_t">:$bounds);
  // #stablehlo.bounds<3, ?>
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_DotDimensionNumbers :
    StableHLO_Attr<"DotDimensionNumbers", "dot"> {
  let summary = "The batching and contracting dims of a dot product";
  let parameters = (ins
    StableHLO_Dims:$lhs_batching_dimensions,
    StableHLO_Dims:$rhs_batching_dimensions,
    StableHLO_Dims:$lhs_contracting_dimensions,
    StableHLO_Dims:$rhs_contracting_dimensions);
  // #stablehlo.dot<lhs_contracting_dimensions = [1],
  //     rhs_contracting_dimensions = [0]>
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_DotAlgorithm : StableHLO_Attr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "The arithmetic of a dot product";
  let parameters = (ins
    "::mlir::Type":$lhs_precision_type,
    "::mlir::Type":$rhs_precision_type,
    "::mlir::Type":$accumulation_type,
    "int64_t":$lhs_component_count,
    "int64_t":$rhs_component_count,
    "int64_t":$num_primitive_operations,
    StableHLO_Bool:$allow_imprecise_accumulation);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def StableHLO_ConvDimensionNumbers :
    StableHLO_Attr<"ConvDimensionNumbers", "conv"> {
  let summary = "The meaning of a convolution's dims";
  let parameters = (ins
    "int64_t":$input_batch_dimension,
    "int64_t":$input_feature_dimension,
    ArrayRefParameter<"int64_t">:$input_spatial_dimensions,
    "int64_t":$kernel_input_feature_dimension,
    "int64_t":$kernel_output_feature_dimension,
    ArrayRefParameter<"int64_t">:$kernel_spatial_dimensions,
    "int64_t":$output_batch_dimension,
    "int64_t":$output_feature_dimension,
    ArrayRefParameter<"int64_t">:$output_spatial_dimensions);
  // #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def StableHLO_GatherDimensionNumbers :
    StableHLO_Attr<"GatherDimensionNumbers", "gather"> {
  let summary = "The meaning of a gather's dims";
  let parameters = (ins
    StableHLO_Dims:$offset_dims,
    StableHLO_Dims:$collapsed_slice_dims,
    StableHLO_Dims:$operand_batching_dims,
    StableHLO_Dims:$start_indices_batching_dims,
    StableHLO_Dims:$start_index_map,
    StableHLO_OptionalInt:$index_vector_dim);
  // #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
  //     start_index_map = [0], index_vector_dim = 1>
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ScatterDimensionNumbers :
    StableHLO_Attr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "The meaning of a scatter's dims";
  let parameters = (ins
    StableHLO_Dims:$update_window_dims,
    StableHLO_Dims:$inserted_window_dims,
    StableHLO_Dims:$input_batching_dims,
    StableHLO_Dims:$scatter_indices_batching_dims,
    StableHLO_Dims:$scatter_dims_to_operand_dims,
    StableHLO_OptionalInt:$index_vector_dim);
  // #stablehlo.scatter<inserted_window_dims = [0],
  //     scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ChannelHandle :
    StableHLO_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "The channel that ops of several processes share";
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_OutputOperandAlias :
    StableHLO_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "An output that shares its memory with an operand";
  let parameters = (ins
    StableHLO_AllDims:$output_tuple_indices,
    "int64_t":$operand_index,
    StableHLO_AllDims:$operand_tuple_indices);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_ResultAccuracy :
    StableHLO_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "The tolerated difference of a result from the exact one";
  let parameters = (ins
    StableHLO_OptionalFloat:$atol,
    StableHLO_OptionalFloat:$rtol,
    StableHLO_OptionalInt:$ulps,
    "::mlir::stablehlo::ResultAccuracyModeAttr":$mode);
  // #stablehlo.result_accuracy<atol = 1.0e-5,
  //     mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  // A default is the text of the whole attribute.
  let constBuilderCall = "$0";
}

//===-- Axes of a mesh ----------------------------------------------------===//

def StableHLO_SubAxisInfo : StableHLO_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "The part of an axis that a smaller axis is";
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  // (2)4, for an axis of size 4 inside one of size 2
  let assemblyFormat = "`(` $pre_size `)` `` $size";
}

def StableHLO_AxisRef : StableHLO_Attr<"AxisRef", "axis_ref"> {
  let summary = "An axis of a mesh, or a part of one";
  let parameters = (ins
    StringRefParameter<>:$name,
    OptionalParameter<"::mlir::stablehlo::SubAxisInfoAttr">:$sub_axis_info);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_MeshAxis : StableHLO_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "An axis and its size";
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_Mesh : StableHLO_Attr<"Mesh", "mesh"> {
  let summary = "An arrangement of devices along axes";
  let parameters = (ins
    ArrayRefParameter<"::mlir::stablehlo::MeshAxisAttr">:$axes,
    OptionalParameter<"::mlir::DenseIntElementsAttr">:$device_ids);
  // #stablehlo.mesh<axes=[<name = "x", size = 2>]>
  let assemblyFormat = [{
    `<` `axes` `` `=` `` `[` $axes `]`
    (`,` `device_ids` `` `=` `` $device_ids^)? `>`
  }];
}

def StableHLO_ReplicaGroupMeshAxes :
    StableHLO_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes"> {
  let summary = "The groups of replicas along axes of a mesh";
  // The mesh is an attribute, or the name of one.
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

//===-- Attribute constraints ---------------------------------------------===//

def StableHLO_PrecisionConfig : OptionalAttr<TypedArrayAttrBase<
    StableHLO_PrecisionAttr, "array of precisions">>;

def StableHLO_LayoutAttr : Attr<
    And<[IndexElementsAttr.predicate,
         CPred<"::llvm::cast<::mlir::DenseIntElementsAttr>($_self)"
               ".getType().getRank() == 1">]>,
    "a 1D tensor of index type (layout)"> {
  let storageType = IndexElementsAttr.storageType;
  let returnType = IndexElementsAttr.returnType;
  let convertFromStorage = IndexElementsAttr.convertFromStorage;
}
def StableHLO_Tilings : TypedArrayAttrBase<
    TypedArrayAttrBase<StableHLO_LayoutAttr, "array of tiles">,
    "array of tilings">;
def StableHLO_Layouts :
    TypedArrayAttrBase<StableHLO_LayoutAttr, "array of layouts">;

def StableHLO_ReplicaGroups :
    AnyAttrOf<[I64ElementsAttr, StableHLO_ReplicaGroupMeshAxes]>;

def StableHLO_SymbolRefs :
    TypedArrayAttrBase<FlatSymbolRefAttr, "flat symbol ref array attribute"> {
  let constBuilderCall = "$_builder.getArrayAttr($0)";
}
def StableHLO_OutputOperandAliases :
    TypedArrayAttrBase<StableHLO_OutputOperandAlias,
                       "array of output and operand aliases"> {
  let constBuilderCall = "$_builder.getArrayAttr($0)";
}
def StableHLO_ArrayOfArrays : TypedArrayAttrBase<ArrayAttr, "array of arrays">;

class StableHLO_DefaultAttr<Attr attribute, string value> :
    DefaultValuedOptionalAttr<attribute, value>;
def StableHLO_OffByDefault : StableHLO_DefaultAttr<BoolAttr, "false">;
def StableHLO_ResultAccuracyByDefault : StableHLO_DefaultAttr<
    StableHLO_ResultAccuracy,
    "::mlir::stablehlo::ResultAccuracyAttr::get("
    "$_builder.getContext(), ::llvm::APFloat(0.0), ::llvm::APFloat(0.0), 0, "
    "::mlir::stablehlo::ResultAccuracyModeAttr::get($_builder.getContext(), "
    "::mlir::stablehlo::ResultAccuracyMode::DEFAULT))">;

#endif // BCAST_STABLEHLO_ATTRIBUTES
