// The interface of dialects all of whose ops may be inlined.

#ifndef BCAST_COMMON_INLINER_H
#define BCAST_COMMON_INLINER_H

#include "mlir/Transforms/InliningUtils.h"

namespace mlir::hlo {

/// Allows each op to be inlined, and other ops to be inlined into its regions.
struct Inliner : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const override {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const override {
    return true;
  }
};

} // namespace mlir::hlo

#endif // BCAST_COMMON_INLINER_H
