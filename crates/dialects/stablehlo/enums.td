// The enumerations of StableHLO and their attributes.

#ifndef BCAST_STABLEHLO_ENUMS
#define BCAST_STABLEHLO_ENUMS

include "mlir/IR/EnumAttr.td"
include "stablehlo/dialect.td"

class StableHLO_Case<string name, int value> : I32EnumAttrCase<name, value>;

class StableHLO_Enum<string name, string summary, list<string> names,
                     int first = 0> :
    I32EnumAttr<name, summary,
                !foreach(i, !range(0, !size(names)),
                         StableHLO_Case<names[i], !add(i, first)>)> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::mlir::stablehlo";
}

def StableHLO_Precision : StableHLO_Enum<
    "Precision", "precision of a product", ["DEFAULT", "HIGH", "HIGHEST"]>;
def StableHLO_FftType : StableHLO_Enum<
    "FftType", "kind of Fourier transform", ["FFT", "IFFT", "RFFT", "IRFFT"]>;
def StableHLO_ComparisonDirection : StableHLO_Enum<
    "ComparisonDirection", "direction of a comparison",
    ["EQ", "NE", "GE", "GT", "LE", "LT"]>;
def StableHLO_ComparisonType : StableHLO_Enum<
    "ComparisonType", "order that a comparison uses",
    ["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", "WEAKORDER"]>;
def StableHLO_Transpose : StableHLO_Enum<
    "Transpose", "kind of transposition",
    ["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]>;
def StableHLO_RngDistribution : StableHLO_Enum<
    "RngDistribution", "distribution of random numbers", ["UNIFORM", "NORMAL"], 1>;
def StableHLO_RngAlgorithm : StableHLO_Enum<
    "RngAlgorithm", "algorithm of a random number generator",
    ["DEFAULT", "THREE_FRY", "PHILOX"]>;
def StableHLO_ResultAccuracyMode : StableHLO_Enum<
    "ResultAccuracyMode", "accuracy of a result",
    ["DEFAULT", "HIGHEST", "TOLERANCE"]>;

// A plain i32 in the assembly.
def StableHLO_CustomCallApiVersion : I32EnumAttr<
    "CustomCallApiVersion", "calling convention of a custom call", [
      StableHLO_Case<"API_VERSION_UNSPECIFIED", 0>,
      StableHLO_Case<"API_VERSION_ORIGINAL", 1>,
      StableHLO_Case<"API_VERSION_STATUS_RETURNING", 2>,
      StableHLO_Case<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
      StableHLO_Case<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::mlir::stablehlo";
}

class StableHLO_EnumAttr<I32EnumAttr enum, string mnemonic> :
    EnumAttr<StableHLO_Dialect, enum, mnemonic>;

def StableHLO_PrecisionAttr :
    StableHLO_EnumAttr<StableHLO_Precision, "precision">;
def StableHLO_FftTypeAttr : StableHLO_EnumAttr<StableHLO_FftType, "fft_type">;
def StableHLO_ComparisonDirectionAttr :
    StableHLO_EnumAttr<StableHLO_ComparisonDirection, "comparison_direction">;
def StableHLO_ComparisonTypeAttr :
    StableHLO_EnumAttr<StableHLO_ComparisonType, "comparison_type">;
def StableHLO_TransposeAttr :
    StableHLO_EnumAttr<StableHLO_Transpose, "transpose">;
def StableHLO_RngDistributionAttr :
    StableHLO_EnumAttr<StableHLO_RngDistribution, "rng_distribution">;
def StableHLO_RngAlgorithmAttr :
    StableHLO_EnumAttr<StableHLO_RngAlgorithm, "rng_algorithm">;
def StableHLO_ResultAccuracyModeAttr :
    StableHLO_EnumAttr<StableHLO_ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // BCAST_STABLEHLO_ENUMS
