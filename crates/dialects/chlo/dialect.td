// The CHLO dialect, its attributes and the base class of its ops.

#ifndef BCAST_CHLO_DIALECT
#define BCAST_CHLO_DIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "common/builders.td"
include "common/traits.td"
include "common/types.td"

def CHLO_Dialect : Dialect {
  let name = "chlo";
  let summary = "Ops for clients of StableHLO, including broadcasting ones";
  let cppNamespace = "::mlir::chlo";
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerOps();
    /// What `BySignature` remembers.
    hlo::ValidSignaturesByThread validSignatures;
  }];
}

class CHLO_Op<string mnemonic, string summary_, list<Trait> traits = []> :
    Op<CHLO_Dialect, mnemonic, traits> {
  let summary = summary_;
  let skipDefaultBuilders = 1;
  let builders = HLO_NoBuilder;
  // Hides the function of the same name in MLIR's class for ops, whose injected
  // name `Op` is.
  let extraClassDeclaration = [{
    static OperationName::VerifyInvariantsFn getVerifyInvariantsFn() {
      return &hlo::BySignature<Op, CHLODialect>::verify;
    }
  }];
}

//===-- Attributes --------------------------------------------------------===//

class CHLO_Enum<string name, string summary, list<string> names> :
    I32EnumAttr<name, summary,
                !foreach(i, !range(0, !size(names)),
                         I32EnumAttrCase<names[i], i>)> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::mlir::chlo";
}

def CHLO_ComparisonDirection : CHLO_Enum<
    "ComparisonDirection", "direction of a comparison",
    ["EQ", "NE", "GE", "GT", "LE", "LT"]>;
def CHLO_ComparisonType : CHLO_Enum<
    "ComparisonType", "order that a comparison uses",
    ["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", "WEAKORDER"]>;
def CHLO_Precision : CHLO_Enum<
    "Precision", "precision of a product", ["DEFAULT", "HIGH", "HIGHEST"]>;

def CHLO_ComparisonDirectionAttr : EnumAttr<
    CHLO_Dialect, CHLO_ComparisonDirection, "comparison_direction">;
def CHLO_ComparisonTypeAttr : EnumAttr<
    CHLO_Dialect, CHLO_ComparisonType, "comparison_type">;
def CHLO_PrecisionAttr : EnumAttr<CHLO_Dialect, CHLO_Precision, "precision">;
def CHLO_PrecisionConfig : OptionalAttr<
    TypedArrayAttrBase<CHLO_PrecisionAttr, "array of precisions">>;

def CHLO_Dims : ArrayRefParameter<"int64_t">;

def CHLO_RaggedDotDimensionNumbers :
    AttrDef<CHLO_Dialect, "RaggedDotDimensionNumbers"> {
  let summary = "The batching, contracting, ragged and group dims of a ragged dot product";
  let mnemonic = "ragged_dot";
  let parameters = (ins
    CHLO_Dims:$lhs_batching_dimensions,
    CHLO_Dims:$rhs_batching_dimensions,
    CHLO_Dims:$lhs_contracting_dimensions,
    CHLO_Dims:$rhs_contracting_dimensions,
    CHLO_Dims:$lhs_ragged_dimensions,
    CHLO_Dims:$rhs_group_dimensions);
  // #chlo.ragged_dot<lhs_contracting_dimensions = [1],
  //     rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>
  let hasCustomAssemblyFormat = 1;
}

#endif // BCAST_CHLO_DIALECT
