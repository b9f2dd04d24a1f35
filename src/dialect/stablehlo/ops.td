// All ops of StableHLO, one family a file.

include "dialect/stablehlo/elementwise.td"
include "dialect/stablehlo/shape.td"
include "dialect/stablehlo/contraction.td"
include "dialect/stablehlo/region.td"
include "dialect/stablehlo/control.td"
include "dialect/stablehlo/collective.td"
include "dialect/stablehlo/numeric.td"
