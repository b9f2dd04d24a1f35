// Collective ops, in which several processes take part.

#ifndef BCAST_STABLEHLO_COLLECTIVE
#define BCAST_STABLEHLO_COLLECTIVE

include "mlir/IR/SymbolInterfaces.td"
include "stablehlo/attributes.td"

// Its groups of replicas may name a mesh.
class StableHLO_GroupOp<string mnemonic, string summary,
                        list<Trait> traits = []> :
    StableHLO_Op<mnemonic, summary,
                 traits # [DeclareOpInterfaceMethods<SymbolUserOpInterface>]>;

class StableHLO_IdOp<string mnemonic, string summary> :
    StableHLO_Op<mnemonic, summary, [Pure]> {
  let results = (outs HLO_UI32Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
  let hasVerifier = 1;
}
def StableHLO_PartitionIdOp : StableHLO_IdOp<"partition_id", "id of the current partition">;
def StableHLO_ReplicaIdOp : StableHLO_IdOp<"replica_id", "id of the current replica">;

def StableHLO_AllGatherOp : StableHLO_GroupOp<
    "all_gather", "concatenated values of all processes"> {
  let arguments = (ins
    Variadic<HLO_Tensor>:$operands, HLO_DimAttr:$all_gather_dim,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<HLO_Tensor>:$outputs);
  let hasVerifier = 1;
}

def StableHLO_AllReduceOp : StableHLO_GroupOp<
    "all_reduce", "combined values of all processes", [SingleBlock]> {
  let arguments = (ins
    Variadic<HLO_Tensor>:$operands,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<HLO_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$computation);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_AllToAllOp : StableHLO_GroupOp<
    "all_to_all", "exchange of parts of values among all processes"> {
  let arguments = (ins
    Variadic<HLO_Tensor>:$operands, HLO_DimAttr:$split_dimension,
    HLO_DimAttr:$concat_dimension,
    ConfinedAttr<I64Attr, [IntPositive]>:$split_count,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle);
  let results = (outs Variadic<HLO_Tensor>:$outputs);
  let hasVerifier = 1;
}

def StableHLO_ReduceScatterOp : StableHLO_GroupOp<
    "reduce_scatter", "combined values of all processes, scattered in parts",
    [SingleBlock]> {
  let arguments = (ins
    HLO_Tensor:$operand, HLO_DimAttr:$scatter_dimension,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let results = (outs HLO_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_CollectiveBroadcastOp : StableHLO_GroupOp<
    "collective_broadcast", "values of one process for all"> {
  // With `has_dynamic_root`, the last operand has the position of that process in its group, for
  // each other operand.
  let arguments = (ins
    Variadic<HLO_Tensor>:$operands, StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
    UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<HLO_Tensor>:$outputs);
  let hasVerifier = 1;
  let useCustomPropertiesEncoding = 1;
}

def StableHLO_CollectiveReduceOp : StableHLO_GroupOp<
    "collective_reduce", "combined values of all processes, for one of them",
    [SingleBlock]> {
  let arguments = (ins
    Variadic<HLO_Tensor>:$operands, StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
    UnitAttr:$use_global_device_ids, UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<HLO_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$computation);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_CollectivePermuteOp : StableHLO_Op<
    "collective_permute", "values moved between processes",
    [HLO_CompatibleTypes]> {
  let arguments = (ins
    HLO_Tensor:$operand, I64ElementsAttr:$source_target_pairs,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_CrossReplicaSumOp : StableHLO_Op<
    "cross-replica-sum", "values of all replicas added",
    [HLO_CompatibleTypes]> {
  let arguments = (ins HLO_Tensor:$operand, I64ElementsAttr:$replica_groups);
  let results = (outs HLO_Tensor:$result);
}

def StableHLO_AsyncStartOp : StableHLO_Op<
    "async_start", "starts an asynchronous region",
    [SingleBlock, IsolatedFromAbove]> {
  let arguments = (ins Variadic<HLO_Tensor>:$operands);
  let results = (outs StableHLO_Future:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
}

def StableHLO_AsyncDoneOp : StableHLO_Op<
    "async_done", "waits for the region of async_start"> {
  let arguments = (ins StableHLO_Future:$operand);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

#endif // BCAST_STABLEHLO_COLLECTIVE
