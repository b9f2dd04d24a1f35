// All ops of CHLO, one family per file.

include "src/dialect/chlo/broadcast.td"
include "src/dialect/chlo/elementwise.td"
include "src/dialect/chlo/other.td"
