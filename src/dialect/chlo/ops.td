// All ops of CHLO, one family a file.

include "dialect/chlo/broadcast.td"
include "dialect/chlo/elementwise.td"
include "dialect/chlo/other.td"
