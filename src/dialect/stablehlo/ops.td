// All ops of StableHLO, one family per file.

include "src/dialect/stablehlo/elementwise.td"
include "src/dialect/stablehlo/shape.td"
include "src/dialect/stablehlo/contraction.td"
include "src/dialect/stablehlo/region.td"
include "src/dialect/stablehlo/control.td"
include "src/dialect/stablehlo/collective.td"
include "src/dialect/stablehlo/numeric.td"
