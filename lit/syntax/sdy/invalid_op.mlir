// Constraints, edges and regions that do not fit.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op has a sharding of rank 1 for rank 2}}
  %0 = sdy.sharding_constraint %a <@mesh, [{}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.reshard' op has a sharding for an unknown mesh, @other}}
  %0 = sdy.reshard %a <@other, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.propagation_barrier' op stops nothing if it allows both directions}}
  %0 = sdy.propagation_barrier %a allowed_direction=BOTH : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<?xf32>) {
  // expected-error@+1 {{'sdy.data_flow_edge' op requires a static shape, got 'tensor<?xf32>'}}
  %0 = sdy.data_flow_edge %a : tensor<?xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.data_flow_edge' op requires an operand that nothing else uses}}
  %0 = sdy.data_flow_edge %a : tensor<8x8xf32>
  %1 = stablehlo.abs %a : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-note@+1 {{the op is here}}
  %0 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<8x8xf32>
  // expected-error@+1 {{'sdy.data_flow_edge' op requires an operand that is not the result of 'sdy.reshard'}}
  %1 = sdy.data_flow_edge %0 : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  %0 = stablehlo.abs %a : tensor<8x8xf32>
  // expected-error@+1 {{'sdy.func_data_flow_edge' op requires an argument of a function or a result of a call}}
  %1 = sdy.func_data_flow_edge %0 : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand #0 requires 'tensor<4x8xf32>' in the region, got 'tensor<8x8xf32>'}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<8x8xf32>) {
    sdy.return %b : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op result #0 requires 'tensor<4x8xf32>' in the region, got 'tensor<8x8xf32>'}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    %c = stablehlo.constant dense<0.0> : tensor<8x8xf32>
    sdy.return %c : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand #0 requires 'tensor<8x8xf32>' in the region, got 'tensor<4x8xf32>'}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"z"} (%b: tensor<4x8xf32>) {
    sdy.return %b : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op has 2 shardings for 1 results}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    sdy.return %b : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op has 1 results, but 2 in its region}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    sdy.return %b, %b : tensor<4x8xf32>, tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand #0 has manual axis "x" after axis "y" in dim 0}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y", "x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    sdy.return %b : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand #0 has a dim of size 8 that manual axes of size 3 do not divide evenly}}
  %0 = sdy.manual_computation(%a) in_shardings=[<mesh<["x"=3]>, [{"x"}, {}]>] out_shardings=[<mesh<["x"=3]>, [{}, {}]>] manual_axes={"x"} (%b: tensor<3x8xf32>) {
    sdy.return %b : tensor<3x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op requires one mesh in all of its shardings}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<mesh<["x"=2]>, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    sdy.return %b : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-note@+1 {{the op is here}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    // expected-error@+1 {{'sdy.sharding_constraint' op uses axis "x", along which a surrounding op computes}}
    %c = sdy.sharding_constraint %b <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
    sdy.return %b : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-note@+1 {{the op is here}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    // expected-error@+1 {{'sdy.manual_computation' op uses axis "x", along which a surrounding op computes}}
    %c = sdy.manual_computation(%b) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%d: tensor<4x8xf32>) {
      sdy.return %d : tensor<4x8xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %b : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.named_computation' op requires arguments of its region of the types of its operands}}
  %0 = sdy.named_computation<"f">(%a) () {
    %b = stablehlo.constant dense<0.0> : tensor<8x8xf32>
    sdy.return %b : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.named_computation' op operand #0 has a sharding of rank 1 for rank 2}}
  %0 = sdy.named_computation<"f">(%a) in_shardings=[<@mesh, [{}]>] (%b: tensor<8x8xf32>) {
    sdy.return %b : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+2 {{'sdy.named_computation' op inferred type(s) 'tensor<8x8xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'}}
  // expected-error@+1 {{'sdy.named_computation' op failed to infer returned types}}
  %0 = sdy.named_computation<"f">(%a) (%b: tensor<8x8xf32>) {
    sdy.return %b : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<4x8xf32>
  return
}
