// Verifiers of the ops of numeric.td.

#include "stablehlo/verify.h"

using namespace mlir;
using namespace mlir::stablehlo;
using hlo::Dim;

//===-- Linear algebra ----------------------------------------------------===//

// Checks that an operand's last two dims make square matrices.
static LogicalResult verifySquare(Operation *op) {
  auto operand = hlo::operandType(op, 0);
  SmallVector<Dim> dims = hlo::getDims(operand.type);
  // cholesky_c2, triangular_solve_c2
  if (dims.size() < 2)
    return op->emitOpError("requires rank 2 at least of ") << operand;
  // cholesky_c3, triangular_solve_c3
  if (hlo::areCompatibleSizes(dims[dims.size() - 2], dims.back()))
    return success();
  return op->emitOpError("requires equal sizes of the last two dimensions of ")
         << operand;
}

LogicalResult CholeskyOp::verify() { return verifySquare(*this); }

LogicalResult TriangularSolveOp::verify() {
  if (failed(verifySquare(*this)))
    return failure();
  SmallVector<Dim> a = hlo::getDims(getA().getType());
  SmallVector<Dim> b = hlo::getDims(getB().getType());
  // triangular_solve_c2
  if (a.size() != b.size())
    return emitOpError("requires operands of one rank, got ")
           << a.size() << " and " << b.size();
  // triangular_solve_c3: the matrices of operand #0 are square, so both of
  // their dims are the one that the operands share.
  size_t shared = b.size() - (getLeftSide() ? 2 : 1);
  for (size_t dim = 0; dim < b.size(); ++dim) {
    Dim own = dim + 2 < a.size() ? a[dim] : a.back();
    if ((dim + 2 < b.size() || dim == shared) &&
        !hlo::areCompatibleSizes(own, b[dim]))
      return emitOpError("requires equal sizes of dimension ")
             << dim << " of the operands, got " << hlo::toString(own)
             << " and " << hlo::toString(b[dim]);
  }
  if (getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return emitOpError("requires transpose_a other than TRANSPOSE_INVALID");
  // triangular_solve_c1, triangular_solve_c4
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), b);
}

//===-- Fourier transforms ------------------------------------------------===//

// Checks element types: RFFT converts reals to complex numbers, IRFFT the
// reverse.
static LogicalResult verifyTransformed(FftOp op) {
  auto operand = hlo::operandType(op, 0), result = hlo::resultType(op, 0);
  bool takesReal = op.getFftType() == FftType::RFFT;
  // fft_c2
  if (takesReal == isa<ComplexType>(hlo::elementType(operand.type)))
    return op.emitOpError("requires a ")
           << (takesReal ? "float" : "complex") << " element type of "
           << operand;
  switch (op.getFftType()) {
  case FftType::FFT:
  case FftType::IFFT:
    return hlo::verifySameElements(op, operand, result);
  case FftType::RFFT:
    if (!hlo::isFloat32Or64(hlo::elementType(operand.type)))
      return op.emitOpError("requires element type f32 or f64 of ") << operand;
    return hlo::verifyComplexOf(op, operand, result);
  case FftType::IRFFT: {
    Type part = cast<ComplexType>(hlo::elementType(operand.type))
                    .getElementType();
    Type actual = hlo::elementType(result.type);
    if (actual == part)
      return success();
    return op.emitOpError("requires element type ")
           << part << " of " << result.name() << ", got " << actual;
  }
  }
  llvm_unreachable("all types are listed");
}

// Checks the transformed dims and returns those of the result.
static FailureOr<SmallVector<Dim>> transformDims(FftOp op) {
  SmallVector<Dim> dims = hlo::getDims(op.getOperand().getType());
  ArrayRef<int64_t> lengths = op.getFftLength();
  bool isReal = op.getFftType() == FftType::RFFT;
  if (!isReal && op.getFftType() != FftType::IRFFT)
    return dims;
  size_t first = dims.size() - lengths.size();
  auto verifyLength = [&](size_t dim, int64_t length) -> LogicalResult {
    if (hlo::areCompatibleSizes(dims[dim], Dim{length}))
      return success();
    return op.emitOpError("requires size ")
           << length << " of dimension " << dim
           << " of operand #0, as fft_length says, got "
           << hlo::toString(dims[dim]);
  };
  // fft_c4, fft_c5
  for (size_t i = 0; i + (isReal ? 0 : 1) < lengths.size(); ++i)
    if (failed(verifyLength(first + i, lengths[i])))
      return failure();
  Dim &last = dims.back();
  int64_t length = lengths.back(), half = length / 2 + 1;
  bool isEmpty = length == 0 && hlo::areCompatibleSizes(last, Dim{0});
  if (!isReal && !isEmpty && failed(verifyLength(dims.size() - 1, half)))
    return failure();
  if (!isReal)
    last = Dim{length};
  else if (length != 0)
    last = Dim{half};
  last.bound = ShapedType::kDynamic;
  return dims;
}

LogicalResult FftOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  int64_t count = getFftLength().size();
  // fft_c1, fft_c3
  if (count < 1 || count > 3 || count > rank)
    return emitOpError("attribute 'fft_length' has ")
           << count << " elements, but needs 1 to 3, at most the rank " << rank
           << " of operand #0";
  if (failed(verifyTransformed(*this)))
    return failure();
  FailureOr<SmallVector<Dim>> expected = transformDims(*this);
  if (failed(expected))
    return failure();
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), *expected);
}

//===-- Random numbers ----------------------------------------------------===//

LogicalResult RngOp::verify() {
  // rng_c1
  for (unsigned i : {0, 1})
    if (failed(hlo::verifySameElements(*this, hlo::operandType(*this, i),
                                       hlo::resultType(*this, 0))))
      return failure();
  // rng_c2
  if (getRngDistribution() == RngDistribution::NORMAL &&
      !isa<FloatType>(hlo::elementType(getA().getType())))
    return emitOpError("requires a float element type of a normal "
                       "distribution, got ")
           << hlo::elementType(getA().getType());
  if (failed(hlo::verifyShape(*this, hlo::operandType(*this, 2),
                              Dim{tensorOf(getResult()).getRank()})))
    return failure();
  // rng_c3
  std::optional<SmallVector<int64_t>> extents = constantOperand(*this, 2);
  if (!extents)
    return success();
  SmallVector<Dim> expected;
  for (int64_t extent : *extents)
    expected.push_back(Dim{extent});
  return hlo::verifyShape(*this, hlo::resultType(*this, 0), expected);
}

LogicalResult RngBitGeneratorOp::verify() {
  // rng_bit_generator_c1: the state may change its element type.
  return hlo::verifyCompatibleSizes(*this, hlo::operandType(*this, 0),
                                    hlo::resultType(*this, 0));
}

//===-- Batch normalisation -----------------------------------------------===//

// Checks that some operands have compatible sizes.
static LogicalResult verifySizesAgree(Operation *op,
                                      ArrayRef<unsigned> operands) {
  for (unsigned left : operands)
    for (unsigned right : operands)
      if (left < right &&
          failed(hlo::verifyCompatibleSizes(op, hlo::operandType(op, left),
                                            hlo::operandType(op, right))))
        return failure();
  return success();
}

// Checks a batch normalisation: `tensors` share one shape, and `vectors` have
// one element for each index of the feature dim.
static LogicalResult verifyBatchNorm(Operation *op, int64_t featureIndex,
                                     ArrayRef<unsigned> tensors,
                                     ArrayRef<unsigned> vectors) {
  SmallVector<Dim> dims = hlo::getDims(op->getOperand(0).getType());
  // batch_norm_grad_c1, batch_norm_inference_c1, batch_norm_training_c1
  if (failed(hlo::verifyDimension(op, "feature_index", featureIndex,
                                  dims.size())))
    return failure();
  // batch_norm_grad_c2...batch_norm_grad_c4,
  // batch_norm_inference_c2...batch_norm_inference_c6,
  // batch_norm_training_c2...batch_norm_training_c4
  if (failed(hlo::verifyAllCompatibleElements(op, /*results=*/true)) ||
      failed(verifySizesAgree(op, tensors)) ||
      failed(verifySizesAgree(op, vectors)))
    return failure();
  // batch_norm_grad_c5, batch_norm_inference_c3, batch_norm_training_c3
  if (failed(hlo::verifySizes(op, hlo::operandType(op, vectors.front()),
                              dims[featureIndex])))
    return failure();
  // batch_norm_grad_c3, batch_norm_grad_c4, batch_norm_inference_c7,
  // batch_norm_training_c5...batch_norm_training_c7
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (failed(hlo::verifyShape(op, hlo::resultType(op, i),
                                i == 0 ? ArrayRef<Dim>(dims)
                                       : ArrayRef<Dim>(dims[featureIndex]))))
      return failure();
  return success();
}

LogicalResult BatchNormGradOp::verify() {
  return verifyBatchNorm(*this, getFeatureIndex(), {0, 4}, {1, 2, 3});
}
LogicalResult BatchNormInferenceOp::verify() {
  return verifyBatchNorm(*this, getFeatureIndex(), {0}, {1, 2, 3, 4});
}
LogicalResult BatchNormTrainingOp::verify() {
  return verifyBatchNorm(*this, getFeatureIndex(), {0}, {1, 2});
}
