// The members of StableHLO's attributes, in the order of bytecode.

#ifndef BCAST_STABLEHLO_BYTECODE_H
#define BCAST_STABLEHLO_BYTECODE_H

#include "common/bytecode.h"
#include "stablehlo/dialect.h"

namespace mlir::stablehlo {

// Makes the dialect read and write its attributes and types.
void addEncoding(StableHLODialect &dialect);

// Makes a mesh of axes; returns null after a diagnostic if one of them is another attribute.
Attribute makeMesh(DialectBytecodeReader &reader, ArrayAttr axes,
                   DenseIntElementsAttr devices);
// Returns the axes of a mesh as one attribute.
ArrayAttr axesOf(MeshAttr mesh);

namespace codec {

using ChannelHandle =
    hlo::StructCodec<ChannelHandleAttr, &ChannelHandleAttr::getHandle,
                     &ChannelHandleAttr::getType>;

using ConvDimensionNumbers =
    hlo::StructCodec<ConvDimensionNumbersAttr,
                     &ConvDimensionNumbersAttr::getInputBatchDimension,
                     &ConvDimensionNumbersAttr::getInputFeatureDimension,
                     &ConvDimensionNumbersAttr::getInputSpatialDimensions,
                     &ConvDimensionNumbersAttr::getKernelInputFeatureDimension,
                     &ConvDimensionNumbersAttr::getKernelOutputFeatureDimension,
                     &ConvDimensionNumbersAttr::getKernelSpatialDimensions,
                     &ConvDimensionNumbersAttr::getOutputBatchDimension,
                     &ConvDimensionNumbersAttr::getOutputFeatureDimension,
                     &ConvDimensionNumbersAttr::getOutputSpatialDimensions>;

using DotAlgorithm =
    hlo::StructCodec<DotAlgorithmAttr, &DotAlgorithmAttr::getLhsPrecisionType,
                     &DotAlgorithmAttr::getRhsPrecisionType,
                     &DotAlgorithmAttr::getAccumulationType,
                     &DotAlgorithmAttr::getLhsComponentCount,
                     &DotAlgorithmAttr::getRhsComponentCount,
                     &DotAlgorithmAttr::getNumPrimitiveOperations,
                     &DotAlgorithmAttr::getAllowImpreciseAccumulation>;

using DotDimensionNumbers =
    hlo::StructCodec<DotDimensionNumbersAttr,
                     &DotDimensionNumbersAttr::getLhsBatchingDimensions,
                     &DotDimensionNumbersAttr::getRhsBatchingDimensions,
                     &DotDimensionNumbersAttr::getLhsContractingDimensions,
                     &DotDimensionNumbersAttr::getRhsContractingDimensions>;

using GatherDimensionNumbers =
    hlo::StructCodec<GatherDimensionNumbersAttr,
                     &GatherDimensionNumbersAttr::getOffsetDims,
                     &GatherDimensionNumbersAttr::getCollapsedSliceDims,
                     &GatherDimensionNumbersAttr::getOperandBatchingDims,
                     &GatherDimensionNumbersAttr::getStartIndicesBatchingDims,
                     &GatherDimensionNumbersAttr::getStartIndexMap,
                     &GatherDimensionNumbersAttr::getIndexVectorDim>;

using ScatterDimensionNumbers =
    hlo::StructCodec<ScatterDimensionNumbersAttr,
                     &ScatterDimensionNumbersAttr::getUpdateWindowDims,
                     &ScatterDimensionNumbersAttr::getInsertedWindowDims,
                     &ScatterDimensionNumbersAttr::getInputBatchingDims,
                     &ScatterDimensionNumbersAttr::getScatterIndicesBatchingDims,
                     &ScatterDimensionNumbersAttr::getScatterDimsToOperandDims,
                     &ScatterDimensionNumbersAttr::getIndexVectorDim>;

using TypeExtensions =
    hlo::StructCodec<TypeExtensionsAttr, &TypeExtensionsAttr::getBounds>;

using OutputOperandAlias =
    hlo::StructCodec<OutputOperandAliasAttr,
                     &OutputOperandAliasAttr::getOutputTupleIndices,
                     &OutputOperandAliasAttr::getOperandIndex,
                     &OutputOperandAliasAttr::getOperandTupleIndices>;

using ResultAccuracy =
    hlo::StructCodec<ResultAccuracyAttr, &ResultAccuracyAttr::getAtol,
                     &ResultAccuracyAttr::getRtol, &ResultAccuracyAttr::getUlps,
                     &ResultAccuracyAttr::getMode>;

using SubAxisInfo =
    hlo::StructCodec<SubAxisInfoAttr, &SubAxisInfoAttr::getPreSize,
                     &SubAxisInfoAttr::getSize>;

} // namespace codec
} // namespace mlir::stablehlo

#endif // BCAST_STABLEHLO_BYTECODE_H
