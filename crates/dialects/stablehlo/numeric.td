// Other numeric ops: linear algebra, Fourier transforms, random numbers and
// batch normalisation.

#ifndef BCAST_STABLEHLO_NUMERIC
#define BCAST_STABLEHLO_NUMERIC

include "stablehlo/attributes.td"

def StableHLO_InexactTensor :
    HLO_RankedTensorOf<[HLO_Float, HLO_Complex, HLO_Quantized]>;
def StableHLO_FloatOrComplexTensor : HLO_RankedTensorOf<[HLO_Float, HLO_Complex]>;

def StableHLO_CholeskyOp : StableHLO_Op<
    "cholesky", "Cholesky decomposition",
    [HLO_PureIfStatic, HLO_CompatibleTypes]> {
  let arguments = (ins StableHLO_InexactTensor:$a,
                       StableHLO_OffByDefault:$lower);
  let results = (outs StableHLO_InexactTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict `:`
    custom<SameOperandsAndResultType>(type($a), type($result))
  }];
}

def StableHLO_TriangularSolveOp : StableHLO_Op<
    "triangular_solve", "solution of a triangular linear system",
    [HLO_PureIfStatic, HLO_CompatibleElements]> {
  let arguments = (ins StableHLO_FloatOrComplexTensor:$a,
                       StableHLO_FloatOrComplexTensor:$b, BoolAttr:$left_side,
                       BoolAttr:$lower, BoolAttr:$unit_diagonal,
                       StableHLO_TransposeAttr:$transpose_a);
  let results = (outs StableHLO_FloatOrComplexTensor:$result);
  let hasVerifier = 1;
}

def StableHLO_FftOp : StableHLO_FunctionalOp<
    "fft", "Fourier transform",
    "$operand `,` `type` `=` `` $fft_type `,` `length` `=` $fft_length"> {
  let arguments = (ins StableHLO_FloatOrComplexTensor:$operand,
                       StableHLO_FftTypeAttr:$fft_type,
                       DenseI64ArrayAttr:$fft_length);
  let results = (outs StableHLO_FloatOrComplexTensor:$result);
  let hasVerifier = 1;
}

//===-- Random numbers ----------------------------------------------------===//

defvar StableHLO_Random = [HLO_Bool, HLO_Int, HLO_Float];

def StableHLO_RngOp : StableHLO_FunctionalOp<
    "rng", "random numbers",
    "$a `,` $b `,` $shape `,` `distribution` `=` `` $rng_distribution",
    [HLO_ReadsConstants]> {
  let arguments = (ins 0DTensorOf<StableHLO_Random>:$a,
                       0DTensorOf<StableHLO_Random>:$b,
                       HLO_StaticExtents:$shape,
                       StableHLO_RngDistributionAttr:$rng_distribution);
  let results = (outs HLO_RankedTensorOf<StableHLO_Random>:$result);
  let hasVerifier = 1;
}

def StableHLO_RngBitGeneratorOp : StableHLO_FunctionalOp<
    "rng_bit_generator", "random bits and the generator's next state",
    "$initial_state `,` `algorithm` `=` `` $rng_algorithm", [Pure]> {
  let arguments = (ins HLO_RankedTensorOf<[HLO_Int, HLO_Float]>:$initial_state,
                       StableHLO_RngAlgorithmAttr:$rng_algorithm);
  let results = (outs HLO_RankedTensorOf<[HLO_Int, HLO_Float]>:$output_state,
                      StaticShapeTensorOf<[HLO_Int, HLO_Float]>:$output);
  let hasVerifier = 1;
}

//===-- Batch normalisation -----------------------------------------------===//

def StableHLO_RealTensor : HLO_RankedTensorOf<[HLO_Float, HLO_Quantized]>;
def StableHLO_RealVector : 1DTensorOf<[HLO_Float, HLO_Quantized]>;

def StableHLO_BatchNormGradOp : StableHLO_Op<
    "batch_norm_grad", "gradient of batch normalisation", [HLO_PureIfStatic]> {
  let arguments = (ins
    StableHLO_RealTensor:$operand, StableHLO_RealVector:$scale,
    StableHLO_RealVector:$mean, StableHLO_RealVector:$variance,
    StableHLO_RealTensor:$grad_output, F32Attr:$epsilon,
    HLO_DimAttr:$feature_index);
  let results = (outs
    StableHLO_RealTensor:$grad_operand, StableHLO_RealVector:$grad_scale,
    StableHLO_RealVector:$grad_offset);
  let hasVerifier = 1;
}

def StableHLO_BatchNormInferenceOp : StableHLO_Op<
    "batch_norm_inference", "batch normalisation by given moments",
    [HLO_PureIfStatic]> {
  let arguments = (ins
    StableHLO_RealTensor:$operand, StableHLO_RealVector:$scale,
    StableHLO_RealVector:$offset, StableHLO_RealVector:$mean,
    StableHLO_RealVector:$variance, F32Attr:$epsilon,
    HLO_DimAttr:$feature_index);
  let results = (outs StableHLO_RealTensor:$result);
  let hasVerifier = 1;
}

def StableHLO_BatchNormTrainingOp : StableHLO_Op<
    "batch_norm_training", "batch normalisation and the batch's moments",
    [HLO_PureIfStatic]> {
  let arguments = (ins
    StableHLO_RealTensor:$operand, StableHLO_RealVector:$scale,
    StableHLO_RealVector:$offset, F32Attr:$epsilon,
    HLO_DimAttr:$feature_index);
  let results = (outs
    StableHLO_RealTensor:$output, StableHLO_RealVector:$batch_mean,
    StableHLO_RealVector:$batch_var);
  let hasVerifier = 1;
}

#endif // BCAST_STABLEHLO_NUMERIC
