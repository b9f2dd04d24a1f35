// The C API of the dialects, under OpenXLA's names, and of the extension that
// MLIR's own C API lacks.

#include "capi/dialect.h"

#include "chlo/dialect.h"
#include "stablehlo/dialect.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;

// Returns whether an attribute of this name has this class in the context: a program
// that loads the passes may have its own dialect of this name.
template <typename AttrT> static bool isOwn(MLIRContext *context) {
  if (!context->getOrLoadDialect(AttrT::dialectName))
    return false;
  auto known = AbstractAttribute::lookup(AttrT::name, context);
  return known && known->get().getTypeID() == TypeID::get<AttrT>();
}

template <typename AttrT, typename... Members>
static MlirAttribute getStruct(MlirContext ctx, Members... members) {
  MLIRContext *context = unwrap(ctx);
  if (!isOwn<AttrT>(context))
    return {nullptr};
  return wrap(AttrT::get(context, members...));
}

template <typename AttrT, typename EnumT>
static MlirAttribute getEnumerator(MlirContext ctx, std::optional<EnumT> value) {
  if (!value || !unwrap(ctx)->getOrLoadDialect(AttrT::dialectName))
    return {nullptr};
  if (isOwn<AttrT>(unwrap(ctx)))
    return getStruct<AttrT>(ctx, *value);
  // Of the program's own dialect, only the syntax is known.
  std::string text = ("#" + AttrT::dialectName + "<" + AttrT::getMnemonic() +
                      " " + stringifyEnum(*value) + ">")
                         .str();
  return wrap(parseAttribute(text, unwrap(ctx)));
}

template <typename AttrT> static int64_t getValue(MlirAttribute attr) {
  auto known = dyn_cast_or_null<AttrT>(unwrap(attr));
  return known ? static_cast<int64_t>(known.getValue()) : -1;
}

extern "C" {

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Stablehlo, stablehlo,
                                      stablehlo::StableHLODialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(CHLO, chlo, chlo::CHLODialect)

void bcastVerifyKnownSignatures(bool isOn) { hlo::verifyKnownSignatures(isOn); }

bool bcastOperationIsElementwise(MlirOperation operation) {
  Operation *op = unwrap(operation);
  return op->hasTrait<hlo::Elementwise>() || op->hasTrait<OpTrait::Elementwise>();
}

#include "stablehlo_capi.cpp.inc"

#include "chlo_capi.cpp.inc"

MlirAttribute bcastArithNoSignedWrap(MlirContext context) {
  return getStruct<arith::IntegerOverflowFlagsAttr>(
      context, arith::IntegerOverflowFlags::nsw);
}

bool bcastArithHasNoSignedWrap(MlirAttribute attribute) {
  auto flags = dyn_cast<arith::IntegerOverflowFlagsAttr>(unwrap(attribute));
  return flags && bitEnumContainsAll(flags.getValue(),
                                     arith::IntegerOverflowFlags::nsw);
}

MlirAttribute bcastLinalgIterator(MlirContext context, bool isReduction) {
  return getStruct<linalg::IteratorTypeAttr>(
      context, isReduction ? utils::IteratorType::reduction
                           : utils::IteratorType::parallel);
}

void bcastRegisterInlinerExtension(MlirDialectRegistry registry) {
  func::registerInlinerExtension(*unwrap(registry));
}
}
