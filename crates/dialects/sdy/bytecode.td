// The encoding of the dialect's attributes in bytecode. An attribute's code is
// its position in the list at the end.

#ifndef BCAST_SDY_BYTECODE
#define BCAST_SDY_BYTECODE

include "mlir/IR/BuiltinDialectBytecode.td"
include "mlir/IR/BytecodeBase.td"

def Name : WithGetter<"$_attrType.$_getMember()", String>;
def OptionalVarInt :
  WithParser<"succeeded(readOptionalVarInt($_reader, $_var))",
  WithPrinter<"writeOptionalVarInt($_writer, $_getter)",
  WithType<"std::optional<int64_t>">>>;
def ReductionKind :
  WithParser<"succeeded(readReductionKind($_reader, $_var))",
  WithPrinter<"$_writer.writeSignedVarInt(static_cast<int64_t>($_getter))",
  WithType<"ReductionOp">>>;
class Optional<AttributeKind kind> :
  WithParser<"succeeded($_reader.readOptionalAttribute($_var))",
  WithPrinter<"$_writer.writeOptionalAttribute($_getter)", kind>>;

class Encoding<string attribute, dag members> : DialectAttribute<members> {
  let cType = attribute # "Attr";
  let cBuilder = "$_resultType::get(context, $_args)";
}

// An attribute with a verifier: a malformed one is an error of the reader, not
// a failed assertion.
class CheckedEncoding<string attribute, dag members> :
    Encoding<attribute, members> {
  let cBuilder = "getChecked<$_resultType>(reader, context, $_args)";
}

def ManualAxes : Encoding<"ManualAxes", (attr Array<StringAttr>:$value)>;
def MeshAxis : CheckedEncoding<
    "MeshAxis", (attr Name:$name, SignedVarInt:$size)>;
def Mesh : CheckedEncoding<
    "Mesh", (attr Array<MeshAxis>:$axes, Array<SignedVarIntList>:$device_ids)>;
def SubAxisInfo : Encoding<
    "SubAxisInfo", (attr SignedVarInt:$pre_size, SignedVarInt:$size)>;
def AxisRef : Encoding<
    "AxisRef", (attr Name:$name, Optional<SubAxisInfo>:$sub_axis_info)>;
def DimensionSharding : Encoding<
    "DimensionSharding",
    (attr Array<AxisRef>:$axes, Bool:$is_closed, OptionalVarInt:$priority)>;

// Shardings without unreduced axes have the codes from the time before there
// were any, and those of sums the code from the time before there were others.
def TensorSharding : CheckedEncoding<
    "TensorSharding",
    (attr Attribute:$mesh_or_ref, Array<DimensionSharding>:$dim_shardings,
          Array<AxisRef>:$replicated_axes)> {
  let cBuilder = [{
    getChecked<$_resultType>(
        reader, context, mesh_or_ref, dim_shardings, replicated_axes,
        ArrayRef<AxisRefAttr>(), ReductionOp::SUM)
  }];
  let printerPredicate = "$_val.getUnreducedAxes().empty()";
}
def UnreducedTensorSharding : CheckedEncoding<
    "TensorSharding",
    (attr Attribute:$mesh_or_ref, Array<DimensionSharding>:$dim_shardings,
          Array<AxisRef>:$replicated_axes, Array<AxisRef>:$unreduced_axes)> {
  let cBuilder = [{
    getChecked<$_resultType>(
        reader, context, mesh_or_ref, dim_shardings, replicated_axes,
        unreduced_axes, ReductionOp::SUM)
  }];
  let printerPredicate = "isSum($_val)";
}
def UncombinedTensorSharding : CheckedEncoding<
    "TensorSharding",
    (attr Attribute:$mesh_or_ref, Array<DimensionSharding>:$dim_shardings,
          Array<AxisRef>:$replicated_axes, Array<AxisRef>:$unreduced_axes,
          ReductionKind:$reduction_op)> {
  let printerPredicate =
      "!$_val.getUnreducedAxes().empty() && !isSum($_val)";
}
class TensorShardings<AttributeKind element> : Encoding<
    "TensorShardingPerValue", (attr Array<element>:$shardings)>;
def TensorShardingPerValue : TensorShardings<TensorSharding> {
  let printerPredicate = "!hasUnreducedAxes($_val)";
}
def UnreducedTensorShardingPerValue :
    TensorShardings<UnreducedTensorSharding> {
  let printerPredicate = "hasUnreducedAxes($_val)";
}

def DimMapping : Encoding<
    "DimMapping", (attr Array<SignedVarIntList>:$factor_indices)>;
def TensorMapping : Encoding<
    "TensorMapping", (attr Array<DimMapping>:$dim_mappings)>;
def OpShardingRule : Encoding<
    "OpShardingRule",
    (attr Array<SignedVarIntList>:$factor_sizes,
          Array<TensorMapping>:$operand_mappings,
          Array<TensorMapping>:$result_mappings,
          Array<SignedVarIntList>:$reduction_factors,
          Array<SignedVarIntList>:$need_replication_factors,
          Array<SignedVarIntList>:$permutation_factors,
          Array<SignedVarIntList>:$blocked_propagation_factors,
          Bool:$is_custom_rule)>;

def AxisRefList : Encoding<"AxisRefList", (attr Array<AxisRef>:$value)>;
def ListOfAxisRefLists : Encoding<
    "ListOfAxisRefLists", (attr Array<AxisRefList>:$value)>;
def AllToAllParam : Encoding<
    "AllToAllParam",
    (attr Array<AxisRef>:$axes, SignedVarInt:$src_dim, SignedVarInt:$tgt_dim)>;
def AllToAllParamList : Encoding<
    "AllToAllParamList", (attr Array<AllToAllParam>:$value)>;

def Attributes : DialectAttributes<"sdy"> {
  let elems = [
    ManualAxes,             // 0
    MeshAxis,               // 1
    Mesh,                   // 2
    SubAxisInfo,            // 3
    AxisRef,                // 4
    DimensionSharding,      // 5
    TensorSharding,         // 6
    TensorShardingPerValue, // 7
    DimMapping,             // 8
    TensorMapping,          // 9
    OpShardingRule,         // 10
    AxisRefList,            // 11
    ListOfAxisRefLists,     // 12
    AllToAllParam,          // 13
    AllToAllParamList,      // 14
    UnreducedTensorSharding,         // 15
    UnreducedTensorShardingPerValue, // 16
    UncombinedTensorSharding,        // 17
  ];
}

#endif // BCAST_SDY_BYTECODE
