// Meshes of devices, shardings over their axes, and rules for propagating them.

#ifndef BCAST_SDY_ATTRIBUTES
#define BCAST_SDY_ATTRIBUTES

include "sdy/dialect.td"

def Sdy_Numbers : OptionalArrayRefParameter<"int64_t">;

//===-- Meshes ------------------------------------------------------------===//

def Sdy_MeshAxis : Sdy_Attr<"MeshAxis", "mesh_axis", "A named axis of a mesh"> {
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$size);
  // "x"=2
  let assemblyFormat = "`` $name `` `=` `` $size";
  let genVerifyDecl = 1;
}

def Sdy_Mesh : Sdy_Attr<
    "Mesh", "mesh", "An array of devices with named axes, or one device"> {
  let parameters = (ins
    OptionalArrayRefParameter<"MeshAxisAttr">:$axes, Sdy_Numbers:$device_ids);
  // <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
  let assemblyFormat = [{
    `<` `[` (`]`) : ($axes^ `]`)?
    (`,` `device_ids` `` `=` `` `[` $device_ids^ `]`)? `>`
  }];
  let genVerifyDecl = 1;
  // Ids in ascending order are the default.
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "ArrayRef<MeshAxisAttr>":$axes,
                     "ArrayRef<int64_t>":$device_ids), [{
      return $_get($_ctxt, axes, withoutDefault(axes, device_ids));
    }]>];
  let extraClassDeclaration = [{
    /// Returns no ids if they are those that a mesh with these axes has anyway.
    static ArrayRef<int64_t> withoutDefault(ArrayRef<MeshAxisAttr> axes,
                                            ArrayRef<int64_t> ids);
    /// Returns an axis's size, or nothing for an unknown axis.
    std::optional<int64_t> findAxis(StringRef name) const;
    bool isEmpty() const { return getAxes().empty() && getDeviceIds().empty(); }
    /// Returns whether the mesh is a single device.
    bool isMaximal() const {
      return getAxes().empty() && getDeviceIds().size() == 1;
    }
  }];
}

def Sdy_SubAxisInfo : Sdy_Attr<
    "SubAxisInfo", "sub_axis_info", "The part of an axis that is used"> {
  // The product of the sizes of the parts in front of this one, and its size.
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  // (2)4
  let assemblyFormat = "`(` $pre_size `)` `` $size";
}

def Sdy_AxisRef : Sdy_Attr<"AxisRef", "axis_ref", "An axis or a part of it"> {
  let parameters = (ins
    StringRefParameter<>:$name, OptionalParameter<"SubAxisInfoAttr">:$sub_axis_info);
  // "x":(2)4
  let assemblyFormat = "`` $name (`` `:` `` $sub_axis_info^)?";
}

def Sdy_AxisRefs : OptionalArrayRefParameter<"AxisRefAttr">;

def Sdy_ManualAxes : ArrayOfAttr<
    Sdy_Dialect, "ManualAxes", "manual_axes", "StringAttr"> {
  let summary = "The axes along which a region computes on parts of tensors";
  let assemblyFormat = "`{` (`}`) : ($value^ `` `}`)?";
}

def Sdy_AxisRefList : ArrayOfAttr<
    Sdy_Dialect, "AxisRefList", "axis_ref_list", "AxisRefAttr"> {
  let summary = "A list of axes";
  let assemblyFormat = "`{` (`}`) : ($value^ `` `}`)?";
}

def Sdy_ListOfAxisRefLists : ArrayOfAttr<
    Sdy_Dialect, "ListOfAxisRefLists", "list_of_axis_ref_lists",
    "AxisRefListAttr"> {
  let summary = "A list of axes for each dim";
}

//===-- Shardings ---------------------------------------------------------===//

// What collectives combine values by. jaxlib 0.10.2 knows only sums.
def Sdy_ReductionOp : Sdy_Enum<
    "ReductionOp", "combination of values", ["SUM", "MAX", "MIN"],
    ["sum", "max", "min"]>;

def Sdy_DimensionSharding : Sdy_Attr<
    "DimensionSharding", "dimension_sharding",
    "The axes that divide a dim, from major to minor"> {
  let parameters = (ins
    Sdy_AxisRefs:$axes, "bool":$is_closed,
    OptionalParameter<"std::optional<int64_t>">:$priority);
  // {"x", ?}p1
  let hasCustomAssemblyFormat = 1;
}

def Sdy_MeshOrRef : AttrConstraint<
    CPred<"::llvm::isa<MeshAttr, ::mlir::FlatSymbolRefAttr>($_self)">,
    "a mesh or the name of one"> {
  string cppType = "::mlir::Attribute";
}

def Sdy_TensorSharding : Sdy_Attr<
    "TensorSharding", "sharding", "How a tensor is divided among devices"> {
  let parameters = (ins
    Sdy_MeshOrRef:$mesh_or_ref,
    OptionalArrayRefParameter<"DimensionShardingAttr">:$dim_shardings,
    Sdy_AxisRefs:$replicated_axes, Sdy_AxisRefs:$unreduced_axes,
    // By which the values along the unreduced axes will be combined.
    DefaultValuedParameter<"ReductionOp", "ReductionOp::SUM">:$reduction_op);
  // <@mesh, [{"x"}, {?}], replicated={"y"}, unreduced=max{"z"}>
  let assemblyFormat = [{
    `<` custom<MeshOrRef>($mesh_or_ref) `,`
    `[` (`]`) : ($dim_shardings^ `]`)? ``
    custom<ReplicatedAndUnreducedAxes>($replicated_axes, $unreduced_axes,
                                       $reduction_op) `>`
  }];
}

def Sdy_TensorShardingPerValue : Sdy_Attr<
    "TensorShardingPerValue", "sharding_per_value",
    "The shardings of several values"> {
  let parameters = (ins
    OptionalArrayRefParameter<"TensorShardingAttr">:$shardings);
  // <[<@mesh, [{"x"}]>]>
  let assemblyFormat = "`<` `[` (`]`) : ($shardings^ `]`)? `>`";
}

//===-- Rules -------------------------------------------------------------===//

def Sdy_DimMapping : Sdy_Attr<
    "DimMapping", "dim_mapping", "The factors whose product is a dim's size"> {
  let parameters = (ins Sdy_Numbers:$factor_indices);
  // ij
  let hasCustomAssemblyFormat = 1;
}

def Sdy_TensorMapping : Sdy_Attr<
    "TensorMapping", "tensor_mapping", "The factors of each dim of a tensor"> {
  let parameters = (ins
    OptionalArrayRefParameter<"DimMappingAttr">:$dim_mappings);
  // [ij, k]
  let assemblyFormat = "`` `[` (`]`) : ($dim_mappings^ `]`)? ``";
}

def Sdy_OpShardingRule : Sdy_Attr<
    "OpShardingRule", "op_sharding_rule",
    "Which dims of an op's operands and results are divided together"> {
  let parameters = (ins
    Sdy_Numbers:$factor_sizes,
    OptionalArrayRefParameter<"TensorMappingAttr">:$operand_mappings,
    OptionalArrayRefParameter<"TensorMappingAttr">:$result_mappings,
    Sdy_Numbers:$reduction_factors, Sdy_Numbers:$need_replication_factors,
    Sdy_Numbers:$permutation_factors, Sdy_Numbers:$blocked_propagation_factors,
    DefaultValuedParameter<"bool", "false">:$is_custom_rule);
  // <([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>
  let assemblyFormat = [{
    `<` `(` $operand_mappings `)` `` `->` `` `(` $result_mappings `)` ``
    custom<FactorSizes>($factor_sizes) ``
    custom<FactorsWithType>($reduction_factors, "\"reduction\"") ``
    custom<FactorsWithType>($need_replication_factors, "\"need_replication\"") ``
    custom<FactorsWithType>($permutation_factors, "\"permutation\"") ``
    custom<FactorsWithType>($blocked_propagation_factors, "\"blocked_propagation\"") ``
    custom<IsCustomRule>($is_custom_rule) `>`
  }];
}

//===-- Parameters of all_to_all ------------------------------------------===//

def Sdy_AllToAllParam : Sdy_Attr<
    "AllToAllParam", "all_to_all_param", "Axes that move from one dim to another"> {
  let parameters = (ins
    ArrayRefParameter<"AxisRefAttr">:$axes, "int64_t":$src_dim,
    "int64_t":$tgt_dim);
  // {"x"}: 0->1
  let assemblyFormat = "`` `{` $axes `}` `` `:` $src_dim `` `->` `` $tgt_dim";
}

def Sdy_AllToAllParamList : ArrayOfAttr<
    Sdy_Dialect, "AllToAllParamList", "all_to_all_param_list",
    "AllToAllParamAttr"> {
  let summary = "All the axes that move between dims";
}

//===-- Origins of propagated shardings -----------------------------------===//

def Sdy_EdgeNodeType : Sdy_Enum<
    "EdgeNodeType", "kind of value", ["OPERAND", "RESULT"],
    ["operand", "result"]>;
def Sdy_PropagationDirection : Sdy_Enum<
    "PropagationDirection", "direction of propagation",
    ["NONE", "FORWARD", "BACKWARD", "BOTH"]>;

def Sdy_EdgeValueRef : Sdy_Attr<
    "EdgeValueRef", "edge_value_ref", "An operand or a result of an op"> {
  let parameters = (ins EnumParameter<Sdy_EdgeNodeType>:$type, "int64_t":$index);
  // operand-0
  let assemblyFormat = "`` $type `` custom<Minus>(\"\\\"\\\"\") `` $index";
}

def Sdy_AxisToPropagationDetails : Sdy_Attr<
    "AxisToPropagationDetails", "axis_to_propagation_details",
    "Where a value's sharding along an axis came from"> {
  let parameters = (ins
    Sdy_AxisRef:$axis_name, Sdy_EdgeValueRef:$source,
    ArrayRefParameter<"EdgeValueRefAttr">:$targets);
  // {"x" = operand-0 -> [result-0]}
  let assemblyFormat = "`{` $axis_name `=` $source `->` `[` `` $targets `` `]` `}`";
}

def Sdy_PropagationOneStep : Sdy_Attr<
    "PropagationOneStep", "propagation_one_step",
    "What one step of propagation has decided"> {
  let parameters = (ins
    "int64_t":$step_index,
    ArrayRefParameter<"AxisToPropagationDetailsAttr">:$axis_entries);
  // {step-0 = [{"x" = operand-0 -> [result-0]}]}
  let assemblyFormat = [{
    `{` `step` `` custom<Minus>("\"\"") `` $step_index `=`
    `[` $axis_entries `]` `}`
  }];
}

def Sdy_PropagationEdges : ArrayOfAttr<
    Sdy_Dialect, "PropagationEdges", "propagation_edges",
    "PropagationOneStepAttr"> {
  let summary = "What all steps of propagation have decided";
  let assemblyFormat = "`<` `[` $value `]` `>`";
  let genVerifyDecl = 1;
}

#endif // BCAST_SDY_ATTRIBUTES
