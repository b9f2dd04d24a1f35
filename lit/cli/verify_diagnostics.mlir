// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// An error without an op on the next line.
func.func @next_line() {
  // expected-error@+1 {{custom op 'wrong' is unknown}}
  wrong
}

// -----

func.func @below() {
  // expected-error@below {{custom op 'wrong'}}
  wrong
}

// -----

func.func @above_by_pattern() {
  wrong
  // expected-error-re@above {{custom op {{'w.*g'}} is unknown}}
}

// -----

// expected-note@+1 {{prior use here}}
func.func @with_note(%a: i32) -> f32 {
  // expected-error@+1 {{expects different type than prior uses}}
  return %a : f32
}

// -----

func.func @nothing_to_complain_about() {
  return
}
