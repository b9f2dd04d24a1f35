// OPTIONS: --legalize-for-iree
func.func @main(%x: tensor<?x8xf32>, %i: tensor<?xi32>) -> tensor<?x8xf32> {
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<?x8xf32>, tensor<?xi32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
// proven: right
#origin = affine_map<(d0, d1) -> (0, 0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<?x8xf32>, %i: tensor<?xi32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %m = tensor.dim %i, %c0 : tensor<?xi32>
  %e = tensor.empty(%m) : tensor<?x8xf32>
  %r = linalg.generic {indexing_maps = [#origin, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) {
  ^bb0(%first: f32, %out: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %next = arith.addi %row, %c1 : index
    %number = tensor.extract %i[%row] : tensor<?xi32>
    %start = arith.index_cast %number : i32 to index
    %last = arith.subi %n, %c1 : index
    %low = arith.minsi %start, %last : index
    %place = arith.maxsi %low, %c0 : index
    %element = tensor.extract %x[%place, %column] : tensor<?x8xf32>
    %inside = arith.cmpi slt, %row, %m : index
    %chosen = arith.select %inside, %element, %first : f32
    linalg.yield %chosen : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
// refuted|not known: the index behind is read: `%i[%row]` => `%i[%next]`
// refuted|not known: the first element is chosen: `slt, %row, %m` => `sge, %row, %m`
// refuted|not known: the first element is chosen for the last row: `%inside = arith.cmpi slt, %row, %m` => `%inside = arith.cmpi slt, %next, %m`
// refuted|not known: the index of the column is read: `%i[%row]` => `%i[%column]`
// refuted|not known: the last row is never read: `%last = arith.subi %n, %c1` => `%last = arith.subi %n, %c2`
// -----
// OPTIONS: --legalize-for-iree
func.func @main(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %r = stablehlo.reverse %x, dims = [0] : tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
// proven: right
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %r = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x8xf32>) {
  ^bb0(%out: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %last = arith.subi %n, %c1 : index
    %place = arith.subi %last, %row : index
    %other = arith.subi %c7, %column : index
    %element = tensor.extract %x[%place, %column] : tensor<?x8xf32>
    linalg.yield %element : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
// refuted: it is not reversed: `%x[%place, %column]` => `%x[%row, %column]`
// refuted: the other dim is reversed, too: `%x[%place, %column]` => `%x[%place, %other]`
// refuted: the row behind is read: `%last = arith.subi %n, %c1` => `%last = arith.subi %n, %c0`
