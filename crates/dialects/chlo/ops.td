// All ops of CHLO, one family per file.

include "chlo/broadcast.td"
include "chlo/elementwise.td"
include "chlo/other.td"
