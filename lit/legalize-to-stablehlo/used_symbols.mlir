// Symbols that are public, or that the program uses, are refused.
// RUN: bcast-lower --target=xla --split-input-file --verify-diagnostics %s

// expected-error@+1 {{'ml_program.global' op has no equivalent in StableHLO}}
ml_program.global public @public(dense<0> : tensor<i64>) : tensor<i64>
func.func @main() {
  return
}

// -----

// expected-error@+1 {{'ml_program.global' op has no equivalent in StableHLO}}
ml_program.global private @used(dense<0> : tensor<i64>) : tensor<i64>
func.func @main() -> tensor<i64> {
  %0 = func.call @read() : () -> tensor<i64>
  return %0 : tensor<i64>
}
func.func private @read() -> tensor<i64> {
  // expected-error@+1 {{'ml_program.global_load_const' op has no equivalent in StableHLO}}
  %0 = ml_program.global_load_const @used : tensor<i64>
  return %0 : tensor<i64>
}
