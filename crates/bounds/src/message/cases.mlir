// The sizes of calls, and what each check says of them; read by tests in Rust and in Python, as the
// tool prints functions.

// sizes: 9 512 -3
// 1: got 9 as size of 'b', 512 and -3
// 2: expected 512 columns, but there are -3
  func.func @sizes(%arg0: tensor<8x512xf32>, %arg1: tensor<512xf32>, %arg2: tensor<i32> {bcast.size_of = [array<i64: 0, 0>]}, %arg3: tensor<i32> {bcast.size_of = [array<i64: 0, 1>]}, %arg4: tensor<i32> {bcast.size_of = [array<i64: 1, 0>]}) -> tensor<i32> attributes {bcast.checks = [{message = "got {0} as size of 'b', {1} and {2}", sizes = ["arg2", "arg3", "arg4"]}, {message = "expected {0} columns, but there are {1}", sizes = ["arg3", "arg4"]}]} {
    return %arg2 : tensor<i32>
  }

// sizes: 7 0 -2
// 1: 8 6 14 3 1 7 0
// 2: -3 1 0 7 0 -6
// 3: ? {7} {} 7 7
// 4: no size
  func.func @expressions(%arg0: tensor<7x7x7xf32>, %arg1: tensor<i32> {bcast.size_of = [array<i64: 0, 0>]}, %arg2: tensor<i32> {bcast.size_of = [array<i64: 0, 1>]}, %arg3: tensor<i32> {bcast.size_of = [array<i64: 0, 2>]}) -> tensor<i32> attributes {bcast.checks = [{message = "{0} {1} {2} {3} {4} {5} {6}", sizes = ["(add arg1 1)", "(subtract arg1 1)", "(multiply 2 arg1)", "(divide arg1 2)", "(remainder arg1 2)", "(maximum arg1 arg2)", "(minimum arg1 arg2)"]}, {message = "{0} {1} {2} {3} {4} {5}", sizes = ["(divide arg1 arg3)", "(remainder arg1 arg3)", "(divide arg1 arg2)", "(remainder arg1 arg2)", "(divide (multiply arg3 0) arg1)", "(multiply (subtract arg1 (add 2 2)) arg3)"]}, {message = "{0} {{1}} {} {1} {1}", sizes = ["?", "arg1"]}, {message = "no size", sizes = []}]} {
    return %arg1 : tensor<i32>
  }

// sizes: 5
// 1: a "b" \7B0\7D é 5 \
  func.func @"a name"(%arg0: tensor<6x6xf32>, %arg1: tensor<i32> {bcast.size_of = [array<i64: 0, 0>, array<i64: 0, 1>]}) -> tensor<i32> attributes {bcast.checks = [{message = "a \22b\22 \\7B0\\7D \C3\A9 {0} \\", sizes = ["arg1"]}]} {
    return %arg1 : tensor<i32>
  }
