// Errors in arguments' declarations of their dims.
// RUN: bcast-lower --verify-only --split-input-file --verify-diagnostics %s
// RUN: bcast-lower --split-input-file --verify-diagnostics %s

// expected-error @+1 {{'func.func' op attribute 'bcast.dims' of argument #0 is "n"; expected a list of names, one for each dim, such as ["batch", "?"], in which "?" is a dim without a name}}
func.func @no_list(%x: tensor<?xf32> {bcast.dims = "n"}) {
  return
}

// -----

// expected-error @+1 {{attribute 'bcast.dims' of argument #1 names 1 dims, but the argument has type tensor<?x?xf32>; expected a name for each dim of a ranked tensor}}
func.func @rank(%x: tensor<?xf32>, %y: tensor<?x?xf32> {bcast.dims = ["n"]}) {
  return
}

// -----

// expected-error @+1 {{names 0 dims, but the argument has type tensor<*xf32>}}
func.func @unranked(%x: tensor<*xf32> {bcast.dims = []}) {
  return
}

// -----

// expected-error @+1 {{argument #1 dim 0 has size 3, but argument #0 dim 0, declared as 'n' too, has size 2}}
func.func @sizes(%x: tensor<2xf32> {bcast.dims = ["n"]}, %y: tensor<3xf32> {bcast.dims = ["n"]}) {
  return
}

// -----

// expected-error @+1 {{attribute 'bcast.ranges' gives 'n' the range array<i64: 3, 2>; expected the least and, if there is one, the greatest size of names, such as {batch = array<i64: 1, 64>}, and perhaps what all sizes are multiples of, the least one, too: {batch = array<i64: 8, 64, 8>}}}
func.func @backwards(%x: tensor<?xf32> {bcast.dims = ["n"]}) attributes {bcast.ranges = {n = array<i64: 3, 2>}} {
  return
}

// -----

// expected-error @+1 {{attribute 'bcast.ranges' bounds 'm', but no argument has a dim of that name; name a dim by 'bcast.dims', or bound the sizes that are computed from it}}
func.func @unused(%x: tensor<?xf32> {bcast.dims = ["n"]}) attributes {bcast.ranges = {m = array<i64: 1>}} {
  return
}

// -----

// expected-error @+1 {{argument #0 dim 0 has size 2, but 'n' is declared to be at least 3}}
func.func @out_of_range(%x: tensor<2xf32> {bcast.dims = ["n"]}) attributes {bcast.ranges = {n = array<i64: 3>}} {
  return
}

// -----

func.func @at_the_argument(
    %x: tensor<?xf32> {bcast.dims = ["n"]},
    // expected-error @+1 {{'func.func' op attribute 'bcast.dims' of argument #1 is 2 : i64; expected a list of names}}
    %y: tensor<?xf32> {bcast.dims = 2}) {
  return
}

// -----

// expected-error @+1 {{names 1 dims, but the argument has type vector<4xf32>; expected a name for each dim of a ranked tensor}}
func.func @vector(%x: vector<4xf32> {bcast.dims = ["n"]}) {
  return
}

// -----

// expected-error @+1 {{names 1 dims, but the argument has type vector<[4]xf32>; expected a name for each dim of a ranked tensor}}
func.func @scalable(%x: vector<[4]xf32> {bcast.dims = ["n"]}) {
  return
}

// -----

// expected-error @+1 {{attribute 'bcast.dmis' of argument #0 is unknown; did you mean 'bcast.dims'?}}
func.func @misspelt(%x: tensor<?xf32> {bcast.dmis = ["n"]}) {
  return
}

// -----

// expected-error @+1 {{attribute 'bcast.dim' of argument #0 is unknown; did you mean 'bcast.dims'?}}
func.func private @misspelt_without_body(tensor<?xf32> {bcast.dim = ["n"]})

// -----

// expected-error @+1 {{attribute 'bcast.range' is unknown; did you mean 'bcast.ranges'?}}
func.func @misspelt_range(%x: tensor<?xf32> {bcast.dims = ["n"]}) attributes {bcast.range = {n = array<i64: 1>}} {
  return
}

// -----

// expected-error @+1 {{attribute 'bcast.something' is unknown}}
func.func @unknown() attributes {bcast.something} {
  return
}

// -----

// expected-error @+1 {{attribute 'bcast.ranges' of argument #0 has no meaning there; it belongs to a function}}
func.func @range_of_an_argument(%x: tensor<?xf32> {bcast.ranges = {n = array<i64: 1>}}) {
  return
}

// -----

// expected-error @+1 {{attribute 'bcast.dims' of result #0 has no meaning there; it belongs to an argument of a function}}
func.func private @dims_of_a_result() -> (tensor<?xf32> {bcast.dims = ["n"]})

// -----

// expected-error @+1 {{'builtin.module' op attribute 'bcast.ranges' has no meaning there; it belongs to a function}}
module attributes {bcast.ranges = {n = array<i64: 1>}} {
}

// -----

// expected-error @+1 {{attribute 'onnx.dim_params' of argument #0 is "2:batch"; expected dims of tensor<?x?xf32> and their names, such as "0:batch,1:time"}}
func.func @onnx(%a: tensor<?x?xf32> {onnx.dim_params = "2:batch"}) {
  return
}
