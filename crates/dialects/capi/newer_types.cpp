#include "capi/newer_types.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

template <typename T> static Type getType(MLIRContext *context) {
  return T::get(context);
}

// By their codes, in order. jaxlib 0.10.2 writes them.
static constexpr uint64_t firstCode = 21;
static constexpr Type (*types[])(MLIRContext *) = {
    getType<FloatTF32Type>,       getType<Float8E5M2Type>,
    getType<Float8E4M3Type>,      getType<Float8E4M3FNType>,
    getType<Float8E5M2FNUZType>,  getType<Float8E4M3FNUZType>,
    getType<Float8E4M3B11FNUZType>, getType<Float8E3M4Type>,
    getType<Float4E2M1FNType>,    getType<Float6E2M3FNType>,
    getType<Float6E3M2FNType>,    getType<Float8E8M0FNUType>,
};

void readNewerTypes(ParserConfig &config) {
  config.getBytecodeReaderConfig().attachTypeCallback(
      [](DialectBytecodeReader &reader, StringRef dialect,
         Type &type) -> LogicalResult {
        uint64_t code;
        if (dialect != "builtin")
          return success();
        if (failed(reader.readVarInt(code)))
          return failure();
        if (code >= firstCode && code - firstCode < std::size(types))
          type = types[code - firstCode](reader.getContext());
        // Otherwise the dialect reads it.
        return success();
      });
}
