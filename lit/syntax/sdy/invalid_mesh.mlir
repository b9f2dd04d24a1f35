// Meshes that do not exist.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --split-input-file --verify-diagnostics %s

// expected-error@+2 {{custom op 'sdy.mesh' expected an axis of size 1 at least, got 0}}
// expected-error@+1 {{custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @m = <["x"=0]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' axis "x" exists twice}}
sdy.mesh @m = <["x"=2, "x"=2]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' expected at most one device in a mesh without axes, got 2}}
sdy.mesh @m = <[], device_ids=[0, 1]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' expected device_ids that are not negative, got -1}}
sdy.mesh @m = <["x"=2], device_ids=[0, -1]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' expected each of the device_ids 0 to 1 once}}
sdy.mesh @m = <["x"=2], device_ids=[0, 1, 2]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' expected each of the device_ids 0 to 1 once}}
sdy.mesh @m = <["x"=2], device_ids=[0, 2]>

// -----

// expected-error@+1 {{custom op 'sdy.mesh' expected each of the device_ids 0 to 9223372036854775806 once}}
sdy.mesh @m = <["x"=9223372036854775807, "y"=2], device_ids=[0]>

// -----

func.func @f() {
  // expected-error@+1 {{'sdy.mesh' op expects parent op 'builtin.module'}}
  sdy.mesh @m = <["x"=2]>
  return
}
