// __HEADER__
//
// Lowers ops that broadcast implicitly to StableHLO; README.md lists them.
//
//===----------------------------------------------------------------------===//

#ifndef __GUARD__
#define __GUARD__

#include <memory>

namespace mlir {
class Pass;

/// Creates `__ARGUMENT__`.
/// It runs on any op.
std::unique_ptr<Pass> create__NAME__Pass();

/// Makes the pass known by its name.
void register__NAME__Pass();
} // namespace mlir

#endif // __GUARD__
