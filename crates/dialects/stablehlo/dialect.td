// The StableHLO dialect, its types and the base class of its ops.

#ifndef BCAST_STABLEHLO_DIALECT
#define BCAST_STABLEHLO_DIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "common/builders.td"
include "common/traits.td"
include "common/types.td"

def StableHLO_Dialect : Dialect {
  let name = "stablehlo";
  let summary = "Portable ops of machine-learning programs";
  let cppNamespace = "::mlir::stablehlo";
  let hasConstantMaterializer = 1;
  // The old spelling of bounds is parsed too, which a declarative format cannot
  // express.
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    Attribute parseAttribute(DialectAsmParser &parser, Type type) const override;
    void printAttribute(Attribute attr, DialectAsmPrinter &printer) const override;
    void registerAttributes();
    void registerOps();
    void registerTypes();
    /// What `BySignature` remembers.
    hlo::ValidSignaturesByThread validSignatures;
  }];
}

class StableHLO_Type<string cppName, string mnemonic_> :
    TypeDef<StableHLO_Dialect, cppName> {
  let mnemonic = mnemonic_;
}

def StableHLO_TokenType : StableHLO_Type<"Token", "token"> {
  let summary = "Orders ops with side effects";
}

def StableHLO_FutureType : StableHLO_Type<"Future", "future"> {
  let summary = "The results of a running computation";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
  let genVerifyDecl = 1;
}

def StableHLO_Token :
    Type<CPred<"::llvm::isa<::mlir::stablehlo::TokenType>($_self)">, "token">,
    BuildableType<"$_builder.getType<::mlir::stablehlo::TokenType>()">;
def StableHLO_Future :
    Type<CPred<"::llvm::isa<::mlir::stablehlo::FutureType>($_self)">, "future">;

def StableHLO_Buffer : MemRefOf<HLO_Any>;
def StableHLO_Tuple : NestedTupleOf<
    [HLO_Tensor, StableHLO_Buffer, HLO_QuantizedPerAxisTensor,
     StableHLO_Token]>;
def StableHLO_AnyTuple : NestedTupleOf<
    [HLO_AnyTensor, StableHLO_Buffer, StableHLO_Token]>;

def StableHLO_TensorOrToken : AnyTypeOf<[HLO_Tensor, StableHLO_Token]>;
def StableHLO_StaticTensorOrToken : AnyTypeOf<
    [HLO_StaticTensor, HLO_StaticTensorPerAxis, StableHLO_Token]>;
// The operands of a branch's terminator.
def StableHLO_Value : AnyTypeOf<
    [HLO_Tensor, HLO_QuantizedPerAxisTensor, StableHLO_Token]>;
// The values carried by a loop.
def StableHLO_ValueOrBuffer : AnyTypeOf<
    [HLO_Tensor, HLO_QuantizedPerAxisTensor, StableHLO_Token,
     StableHLO_Buffer]>;
def StableHLO_ValueOrTuple : AnyTypeOf<
    [HLO_Tensor, HLO_QuantizedPerAxisTensor, StableHLO_Token,
     StableHLO_Tuple]>;
def StableHLO_ValueOrTupleOrBuffer : AnyTypeOf<
    [HLO_Tensor, HLO_QuantizedPerAxisTensor, StableHLO_Token,
     StableHLO_Tuple, StableHLO_Buffer]>;
def StableHLO_CallValue : AnyTypeOf<
    [HLO_AnyTensor, StableHLO_Buffer, StableHLO_Token, StableHLO_AnyTuple,
     StableHLO_Future]>;

class StableHLO_Op<string mnemonic, string summary_, list<Trait> traits = []> :
    Op<StableHLO_Dialect, mnemonic, traits> {
  let summary = summary_;
  let skipDefaultBuilders = 1;
  let builders = HLO_NoBuilder;
  // Hides the function of the same name in MLIR's class for ops, whose injected
  // name `Op` is.
  let extraClassDeclaration = [{
    static OperationName::VerifyInvariantsFn getVerifyInvariantsFn() {
      return &hlo::BySignature<Op, StableHLODialect>::verify;
    }
  }];
}

// An op whose operands and attributes are followed by a function type. An enum
// prints a leading space, so "``" in a format suppresses the other one.
class StableHLO_FunctionalOp<string mnemonic, string summary_, string syntax,
                             list<Trait> traits = [HLO_PureIfStatic]> :
    StableHLO_Op<mnemonic, summary_, traits> {
  let assemblyFormat =
      syntax # " attr-dict `:` functional-type(operands, results)";
}

#endif // BCAST_STABLEHLO_DIALECT
