// The ops of the Shardy dialect. The order of arguments, and whether they are
// optional, is the order and form in which bytecode has them.

#ifndef BCAST_SDY_OPS
#define BCAST_SDY_OPS

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "sdy/attributes.td"

// Ops whose attributes name meshes, which are found when symbols are verified.
def Sdy_UsesMesh : DeclareOpInterfaceMethods<SymbolUserOpInterface>;

//===-- Meshes and constraints --------------------------------------------===//

def Sdy_MeshOp : Sdy_Op<
    "mesh", "names a mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_Mesh:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

class Sdy_ReshardingOp<string mnemonic, string summary, list<Trait> traits = []> :
    Sdy_Op<mnemonic, summary,
           traits # [SameOperandsAndResultType, InferTypeOpInterface,
                     Sdy_UsesMesh]> {
  let arguments = (ins AnyType:$input, Sdy_TensorSharding:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
}

def Sdy_ShardingConstraintOp : Sdy_ReshardingOp<
    "sharding_constraint", "requires a sharding of a value">;
def Sdy_ReshardOp : Sdy_ReshardingOp<
    "reshard", "a value with another sharding", [Pure]>;

def Sdy_ShardingGroupOp : Sdy_Op<
    "sharding_group", "requires equal shardings of the values of a group",
    [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat =
      "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)";
}

def Sdy_PropagationBarrierOp : Sdy_Op<
    "propagation_barrier", "stops the propagation of shardings",
    [Pure, SameOperandsAndResultType,
     DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let arguments = (ins
    AnyRankedTensor:$input, Sdy_PropagationDirection:$allowed_direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `allowed_direction` `` `=` `` $allowed_direction attr-dict `:`
    type($input)
  }];
  let hasVerifier = 1;
}

def Sdy_DataFlowEdgeOp : Sdy_Op<
    "data_flow_edge", "a value that enters or leaves a region",
    [SameOperandsAndResultType, Sdy_UsesMesh]> {
  let arguments = (ins AnyShaped:$input, OptionalAttr<Sdy_TensorSharding>:$sharding);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = [{
    $input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)
  }];
}

def Sdy_FuncDataFlowEdgeOp : Sdy_Op<
    "func_data_flow_edge", "a value that enters or leaves a function",
    [SameOperandsAndResultType, Sdy_UsesMesh]> {
  let arguments = (ins AnyShaped:$operand);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def Sdy_ConstantOp : Sdy_Op<
    "constant", "constant value",
    [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let hasCustomAssemblyFormat = 1;
}

//===-- Regions -----------------------------------------------------------===//

def Sdy_ReturnOp : Sdy_Op<
    "return", "the results of a region", [Pure, ReturnLike, Terminator]> {
  let skipDefaultBuilders = 0;
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

class Sdy_RegionOp<string mnemonic, string summary, list<Trait> traits = []> :
    Sdy_Op<mnemonic, summary,
           traits # [RecursiveMemoryEffects,
                     SingleBlockImplicitTerminator<"ReturnOp">,
                     IsolatedFromAbove, Sdy_UsesMesh]> {
  let regions = (region SizedRegion<1>:$body);
}

def Sdy_ManualComputationOp : Sdy_RegionOp<
    "manual_computation", "computation on each device's parts of tensors"> {
  let arguments = (ins
    Variadic<AnyType>:$tensors, Sdy_TensorShardingPerValue:$in_shardings,
    Sdy_TensorShardingPerValue:$out_shardings, Sdy_ManualAxes:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    `(` operands `)`
    `in_shardings` `` `=` `` custom<StrippedTensorShardingPerValueAttr>($in_shardings)
    `out_shardings` `` `=` `` custom<StrippedTensorShardingPerValueAttr>($out_shardings)
    `manual_axes` `` `=` `` $manual_axes
    custom<SingleBlockRegionNoBlockId>($body)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Sdy_NamedComputationOp : Sdy_RegionOp<
    "named_computation", "computation with a name",
    [RecursivelySpeculatable,
     DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let arguments = (ins
    StrAttr:$name, Variadic<AnyType>:$operands,
    OptionalAttr<Sdy_TensorShardingPerValue>:$in_shardings,
    OptionalAttr<Sdy_TensorShardingPerValue>:$out_shardings);
  let results = (outs Variadic<AnyType>);
  let assemblyFormat = [{
    `<` $name `>` `` `(` $operands `)`
    (`in_shardings` `` `=` `` custom<StrippedTensorShardingPerValueAttr>($in_shardings)^)?
    (`out_shardings` `` `=` `` custom<StrippedTensorShardingPerValueAttr>($out_shardings)^)?
    custom<SingleBlockRegionNoBlockId>($body)
    attr-dict `:` functional-type($operands, results)
  }];
}

//===-- Collectives -------------------------------------------------------===//

// Prints the axes, if there are any, in front of the operand.
class Sdy_CollectiveOp<string mnemonic, string summary, dag axes,
                       string syntax, list<Trait> traits = []> :
    Sdy_Op<mnemonic, summary,
           traits # [SameOperandsAndResultType, InferTypeOpInterface,
                     Sdy_UsesMesh]> {
  let arguments = !con((ins AnyShaped:$tensor), axes,
                       (ins Sdy_TensorSharding:$out_sharding));
  let results = (outs AnyShaped:$result);
  let assemblyFormat = syntax # [{
    $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)
  }];
}

def Sdy_AllGatherOp : Sdy_CollectiveOp<
    "all_gather", "removes axes of dims",
    (ins Sdy_ListOfAxisRefLists:$gathering_axes), "$gathering_axes">;
def Sdy_AllSliceOp : Sdy_CollectiveOp<
    "all_slice", "adds axes to dims",
    (ins Sdy_ListOfAxisRefLists:$slicing_axes), "$slicing_axes">;
def Sdy_AllToAllOp : Sdy_CollectiveOp<
    "all_to_all", "moves axes from dims to other dims",
    (ins Sdy_AllToAllParamList:$params), "$params">;
def Sdy_CollectivePermuteOp : Sdy_CollectiveOp<
    "collective_permute", "replaces axes by others", (ins), "">;

// The combination is printed unless it is a sum.
class Sdy_ReduceOp<string mnemonic, string summary, dag axes, string syntax> :
    Sdy_CollectiveOp<
        mnemonic, summary,
        !con(axes, (ins DefaultValuedAttr<Sdy_ReductionOp,
                                          "::mlir::sdy::ReductionOp::SUM">:$reduction_op)),
        "($reduction_op^)? " # syntax> {
  let useCustomPropertiesEncoding = 1;
}

def Sdy_AllReduceOp : Sdy_ReduceOp<
    "all_reduce", "combines values along axes",
    (ins Sdy_AxisRefList:$reduction_axes), "$reduction_axes">;
def Sdy_ReduceScatterOp : Sdy_ReduceOp<
    "reduce_scatter", "combines values along axes, and adds them to dims",
    (ins Sdy_ListOfAxisRefLists:$reduce_scatter_axes), "$reduce_scatter_axes">;
def Sdy_ShardedToUnreducedOp : Sdy_CollectiveOp<
    "sharded_to_unreduced", "removes axes of dims; values are not combined yet",
    (ins Sdy_ListOfAxisRefLists:$axes), "$axes">;
def Sdy_ReplicatedToUnreducedOp : Sdy_CollectiveOp<
    "replicated_to_unreduced",
    "copies along axes become values that are not combined yet",
    (ins Sdy_AxisRefList:$axes), "$axes">;

#endif // BCAST_SDY_OPS
