// Each op is lowered to what its rule says. `%opt` is a tool with the pass.
// RUN: %opt --allow-unregistered-dialect --__ARGUMENT__ %s | FileCheck %s

__TESTS__
