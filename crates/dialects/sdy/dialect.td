// The Shardy dialect and the base classes of its attributes and ops.

#ifndef BCAST_SDY_DIALECT
#define BCAST_SDY_DIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "common/builders.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let summary = "How tensors are divided among devices";
  let cppNamespace = "::mlir::sdy";
  let useDefaultAttributePrinterParser = 1;
  // Other dialects' ops and functions have attributes `sdy.sharding` etc.
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerBytecode();
    void registerOps();
  }];
}

class Sdy_Attr<string cppName, string mnemonic_, string summary_> :
    AttrDef<Sdy_Dialect, cppName> {
  let mnemonic = mnemonic_;
  let summary = summary_;
}

class Sdy_Enum<string name, string summary, list<string> names,
               list<string> spellings = names> :
    I32EnumAttr<name, summary,
                !foreach(i, !range(0, !size(names)),
                         I32EnumAttrCase<names[i], i, spellings[i]>)> {
  let cppNamespace = "::mlir::sdy";
}

class Sdy_Op<string mnemonic, string summary_, list<Trait> traits = []> :
    Op<Sdy_Dialect, mnemonic, traits> {
  let summary = summary_;
  let skipDefaultBuilders = 1;
  let builders = HLO_NoBuilder;
}

#endif // BCAST_SDY_DIALECT
