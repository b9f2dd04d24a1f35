// All ops of StableHLO, one family per file.

include "stablehlo/elementwise.td"
include "stablehlo/shape.td"
include "stablehlo/contraction.td"
include "stablehlo/region.td"
include "stablehlo/control.td"
include "stablehlo/collective.td"
include "stablehlo/numeric.td"
