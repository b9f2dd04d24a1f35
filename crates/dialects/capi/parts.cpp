#include "capi/parts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace mlir;
using Part = llvm::PointerUnion<Attribute, Type>;

static llvm::SmallVector<Part> partsOf(Part whole) {
  llvm::SmallVector<Part> parts;
  auto addAttribute = [&](Attribute part) { parts.push_back(part); };
  auto addType = [&](Type part) { parts.push_back(part); };
  if (auto attribute = llvm::dyn_cast<Attribute>(whole))
    attribute.walkImmediateSubElements(addAttribute, addType);
  else
    llvm::cast<Type>(whole).walkImmediateSubElements(addAttribute, addType);
  // Optional parts may be missing.
  llvm::erase_if(parts, [](Part part) { return part.isNull(); });
  return parts;
}

// Counts without recursion, and visits each part once.
uint64_t countParts(Part root) {
  // A part has no count while its own parts are being counted: a type may be a
  // part of itself.
  llvm::DenseMap<void *, std::optional<uint64_t>> counts;
  llvm::SmallVector<Part> pending = {root};
  while (!pending.empty()) {
    Part whole = pending.back();
    auto [known, isNew] =
        counts.try_emplace(whole.getOpaqueValue(), std::nullopt);
    if (known->second) {
      pending.pop_back();
      continue;
    }
    llvm::SmallVector<Part> parts = partsOf(whole);
    if (isNew) {
      for (Part part : parts)
        if (!counts.contains(part.getOpaqueValue()))
          pending.push_back(part);
      continue;
    }
    uint64_t count = 1;
    for (Part part : parts)
      count = llvm::SaturatingAdd(
          count, counts.lookup(part.getOpaqueValue()).value_or(1));
    counts[whole.getOpaqueValue()] = count;
    pending.pop_back();
  }
  return *counts.lookup(root.getOpaqueValue());
}
