// Text that is not an attribute of Shardy.
// RUN: bcast-lower --pass-pipeline='builtin.module()' --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// expected-error@+1 {{expected '}'}}
"my.op"() {a = #sdy<dimension_sharding{"x" "y"}>} : () -> ()

// -----

// expected-error@+1 {{expected no axis after '?'}}
"my.op"() {a = #sdy<dimension_sharding{?, "x"}>} : () -> ()

// -----

// expected-error@+1 {{expected a priority such as p1, got q1}}
"my.op"() {a = #sdy<dimension_sharding{"x"}q1>} : () -> ()

// -----

// expected-error@+1 {{expected a priority such as p1, got p01}}
"my.op"() {a = #sdy<dimension_sharding{"x"}p01>} : () -> ()

// -----

// expected-error@+1 {{expected a priority such as p1, got p99999999999999999999}}
"my.op"() {a = #sdy<dimension_sharding{"x"}p99999999999999999999>} : () -> ()

// -----

// expected-error@+1 {{expected 'replicated' or 'unreduced', got 'other'}}
"my.op"() {a = #sdy.sharding<@m, [{}], other={"x"}>} : () -> ()

// -----

// expected-error@+1 {{'unreduced' is given twice}}
"my.op"() {a = #sdy.sharding<@m, [{}], unreduced={"x"}, unreduced={"y"}>} : () -> ()

// -----

// expected-error@+2 {{expected string}}
// expected-error@+1 {{failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`}}
"my.op"() {a = #sdy.sharding<@m, [{}], replicated={}>} : () -> ()

// -----

// expected-error@+1 {{invalid kind of attribute specified}}
"my.op"() {a = #sdy.sharding<3, [{}]>} : () -> ()

// -----

// expected-error@+3 {{expected factors i to z, got a}}
// expected-error@+2 {{failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`}}
// expected-error@+1 {{failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`}}
"my.op"() {a = #sdy.op_sharding_rule<([a])->([i]) {i=8}>} : () -> ()

// -----

// expected-error@+3 {{expected a factor such as z_1 in z_01}}
// expected-error@+2 {{failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`}}
// expected-error@+1 {{failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`}}
"my.op"() {a = #sdy.op_sharding_rule<([z_01])->([i]) {i=8}>} : () -> ()

// -----

// expected-error@+3 {{expected a factor such as z_1 in z_9223372036854775807}}
// expected-error@+2 {{failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`}}
// expected-error@+1 {{failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`}}
"my.op"() {a = #sdy.op_sharding_rule<([z_9223372036854775807])->([i]) {i=8}>} : () -> ()

// -----

// expected-error@+1 {{expected factor i, got j}}
"my.op"() {a = #sdy.op_sharding_rule<([i])->([i]) {j=8}>} : () -> ()

// -----

// expected-error@+1 {{expected one factor, got ij}}
"my.op"() {a = #sdy.op_sharding_rule<([i])->([i]) {ij=8}>} : () -> ()

// -----

// expected-error@+1 {{expected 'custom'}}
"my.op"() {a = #sdy.op_sharding_rule<([i])->([i]) {i=8}, other>} : () -> ()

// -----

// expected-error@+1 {{unknown attribute `nothing` in dialect `sdy`}}
"my.op"() {a = #sdy.nothing<>} : () -> ()
