// What MLIR's C API lacks for walking IR: traits and dominance.

#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

extern "C" {

// Whether ops inside of `operation` may not use values defined outside of it.
// True for unregistered operations, of which nothing is known.
bool bcastOperationMayBeIsolatedFromAbove(MlirOperation operation) {
  return unwrap(operation)->mightHaveTrait<OpTrait::IsIsolatedFromAbove>();
}

// Whether the op applies to each element alone, so that its operands and results
// have equal shapes.
bool bcastOperationIsElementwise(MlirOperation operation) {
  return unwrap(operation)->hasTrait<OpTrait::Elementwise>();
}

// Visits the region's reachable blocks along its dominator tree, depth first:
// every block between the two visits of a block is dominated by it.
void bcastRegionVisitDominatorTree(MlirRegion region,
                                   void (*visit)(MlirBlock, bool entered,
                                                 void *),
                                   void *userData) {
  Region *body = unwrap(region);
  DominanceInfo dominance(body->getParentOp());
  using Node = DominanceInfoNode;
  struct Frame {
    Node *node;
    Node::const_iterator next;
  };
  SmallVector<Frame> stack;
  auto enter = [&](Node *node) {
    visit(wrap(node->getBlock()), /*entered=*/true, userData);
    stack.push_back({node, node->begin()});
  };
  enter(dominance.getRootNode(body));
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.next != frame.node->end()) {
      enter(*frame.next++);
      continue;
    }
    visit(wrap(frame.node->getBlock()), /*entered=*/false, userData);
    stack.pop_back();
  }
}
}
