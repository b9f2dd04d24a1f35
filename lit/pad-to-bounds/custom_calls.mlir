// RUN: bcast-lower --target=xla --bounds=4x4 --split-input-file --verify-diagnostics %s | FileCheck %s

// A matrix has the identity outside, and its batch dims are its own; shapes of results are no operands any more.
// CHECK-LABEL: func.func @cholesky(
// CHECK: %[[MASKED:.*]] = stablehlo.select %{{.*}}, %arg0, %{{.*}} : tensor<4x4xi1>, tensor<4x4xf32>
// CHECK: %[[IDENTITY:.*]] = stablehlo.select %{{.*}}, %{{.*}}, %[[MASKED]] : tensor<4x4xi1>, tensor<4x4xf32>
// CHECK: stablehlo.custom_call @lapack_spotrf_ffi(%[[IDENTITY]])
// CHECK-SAME: operand_layouts = [dense<[0, 1]> : tensor<2xindex>]
// CHECK-SAME: (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
func.func @cholesky(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %m1, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %none = stablehlo.constant dense<> : tensor<0xi32>
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x, %shape, %none) {
    indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>,
    mhlo.backend_config = {uplo = 76 : ui8},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>],
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]
  } : (tensor<?x?xf32>, tensor<2xi32>, tensor<0xi32>) -> (tensor<?x?xf32>, tensor<i32>)
  return %0#0 : tensor<?x?xf32>
}

// -----

// For reflections, matrices have zeros outside, and their factors, too.
// CHECK-LABEL: func.func @qr(
// CHECK: %[[MASKED:.*]] = stablehlo.select %{{.*}}, %arg0, %{{.*}} : tensor<4x4xi1>, tensor<4x4xf32>
// CHECK: %[[PACKED:.*]]:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%[[MASKED]])
// CHECK-SAME: (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
// CHECK: %[[MATRIX:.*]] = stablehlo.select %{{.*}}, %[[PACKED]]#0, %{{.*}} : tensor<4x4xi1>, tensor<4x4xf32>
// CHECK: %[[FACTORS:.*]] = stablehlo.select %{{.*}}, %[[PACKED]]#1, %{{.*}} : tensor<4xi1>, tensor<4xf32>
// CHECK: stablehlo.custom_call @lapack_sorgqr_ffi(%[[MATRIX]], %[[FACTORS]])
func.func @qr(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %same = stablehlo.compare EQ, %m, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%same) {api_version = 2 : i32, error_message = "no square", has_side_effect = true} : (tensor<i1>) -> ()
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %m1, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%x, %shape, %n1) {
    indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {}
  } : (tensor<?x?xf32>, tensor<2xi32>, tensor<1xi32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  %1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1, %shape) {
    indices_of_shape_operands = dense<2> : tensor<1xi64>, mhlo.backend_config = {}
  } : (tensor<?x?xf32>, tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Other functions mix what is outside of a matrix with what is inside.
func.func @eigenvalues(%x: tensor<?x?xf32>) -> tensor<2xcomplex<f32>> {
  // expected-error @+1 {{its matrices have unknown sizes; give these with option 'shapes' or 'sizes', too}}
  %0 = stablehlo.custom_call @lapack_sgeev_ffi(%x) {mhlo.backend_config = {}} : (tensor<?x?xf32>) -> tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// -----

func.func @no_shape(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-error @+1 {{a size of its result is not known}}
  %0 = stablehlo.custom_call @lapack_spotrf_ffi(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @wrong_shape(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-error @+1 {{it lacks a shape}}
  %0 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {indices_of_shape_operands = dense<-1> : tensor<1xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// No verifier compares ranks.
func.func @ranks(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?x?xi32>) {
  %two = stablehlo.constant dense<2> : tensor<i32>
  // expected-error @+1 {{its operands and results have other ranks}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %two) : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?x?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?x?xi32>
}

// -----

// As many elements as there may be are selected, by a sort.
// CHECK-LABEL: func.func @dynamic_top_k(
// CHECK: "stablehlo.sort"(%arg0, %{{.*}}, %{{.*}}) <{dimension = 1 : i64, is_stable = true}>
// CHECK: stablehlo.slice %{{.*}} [0:4, 0:2] : (tensor<4x4xf32>) -> tensor<4x2xf32>
func.func @dynamic_top_k(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %k = stablehlo.divide %n, %two : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) {api_version = 2 : i32} : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xi32>
}

// -----

func.func @random(%x: tensor<?x?xf32>) -> tensor<?x?xui32> {
  %state = stablehlo.constant dense<0> : tensor<4xui32>
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %m1, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  // expected-error @+1 {{its bits depend on the number of elements; give its sizes with option 'shapes' or 'sizes', too}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %shape) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<4xui32>, tensor<2xi32>) -> (tensor<4xui32>, tensor<?x?xui32>)
  return %0#1 : tensor<?x?xui32>
}

// -----

// A running sum of joined tensors: its window is as long as both, which the program computes itself.
// CHECK-LABEL: func.func @running_sum(
// CHECK: "stablehlo.reduce_window"
// CHECK-SAME: window_dimensions = array<i64: 8, 1>
func.func @running_sum(%x: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %one1 = stablehlo.constant dense<1> : tensor<1xi32>
  %zero1 = stablehlo.constant dense<0> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1x2xi32>
  %joined = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
  %both = stablehlo.add %m, %m : tensor<i32>
  %length = stablehlo.reshape %both : (tensor<i32>) -> tensor<1xi32>
  %window = stablehlo.concatenate %length, %one1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %rest = stablehlo.subtract %both, %one : tensor<i32>
  %low = stablehlo.reshape %rest : (tensor<i32>) -> tensor<1xi32>
  %sides = stablehlo.concatenate %low, %zero1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %row = stablehlo.reshape %sides : (tensor<2xi32>) -> tensor<1x2xi32>
  %padding = stablehlo.concatenate %row, %none, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%joined, %zero, %window, %ones, %ones, %ones, %padding) {called_computations = [@add]} : (tensor<?x?xi32>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}
func.func private @add(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %a, %b : tensor<i32>
  return %0 : tensor<i32>
}
