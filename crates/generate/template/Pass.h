// __HEADER__
//
// __SUMMARY__.
//
//===----------------------------------------------------------------------===//

#ifndef __GUARD__
#define __GUARD__

#include <memory>

namespace mlir {
class Pass;

/// Creates the pass `__ARGUMENT__`, which runs on any op.
std::unique_ptr<Pass> create__NAME__Pass();

/// Makes the pass known by its name.
void register__NAME__Pass();
} // namespace mlir

#endif // __GUARD__
