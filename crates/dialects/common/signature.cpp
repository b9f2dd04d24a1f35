#include "common/signature.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <atomic>
#include <cstring>

using namespace mlir;
using namespace mlir::hlo;

LogicalResult Signature::read(Operation *op) {
  // The class may allow neither: that has to be verified.
  if (op->getNumRegions() > 0 || op->getNumSuccessors() > 0)
    return failure();
  unsigned operandCount = op->getNumOperands();
  size_t propertyWords = op->getPropertiesStorageSize() / sizeof(uintptr_t);
  if (2 + propertyWords + operandCount + op->getNumResults() > capacity)
    return failure();
  size = 0;
  hash = 0;
  auto add = [&](uintptr_t word) {
    words[size++] = word;
    // The highest bits of a product depend on all bits of its factors.
    hash = (llvm::rotl(hash, 5) ^ word) * 0x9E3779B97F4A7C15;
  };
  auto addAddress = [&](const void *address) {
    add(reinterpret_cast<uintptr_t>(address));
  };
  addAddress(op->getName().getAsOpaquePointer());
  add(operandCount);
  if (propertyWords > 0) {
    auto *properties = op->getPropertiesStorage().as<const char *>();
    for (size_t index = 0; index < propertyWords; ++index) {
      uintptr_t word;
      std::memcpy(&word, properties + index * sizeof(word), sizeof(word));
      add(word);
    }
  }
  for (OpOperand &operand : op->getOpOperands())
    addAddress(operand.get().getType().getAsOpaquePointer());
  for (OpResult result : op->getOpResults())
    addAddress(result.getType().getAsOpaquePointer());
  hash = std::max<uint64_t>(hash, 1);
  return success();
}

bool Signature::operator==(const Signature &other) const {
  return hash == other.hash && size == other.size &&
         std::equal(words.begin(), words.begin() + size, other.words.begin());
}

bool ValidSignatures::contains(const Signature &signature) const {
  size_t first = firstPlace(signature);
  for (size_t place = first; place < first + places; ++place)
    if (hashes[place] == signature.hash && signatures[place] == signature)
      return true;
  return false;
}

void ValidSignatures::insert(const Signature &signature) {
  size_t first = firstPlace(signature);
  size_t place = first;
  while (place < first + places && hashes[place] != 0)
    ++place;
  if (place == first + places)
    place = first + replaced++ % places;
  hashes[place] = signature.hash;
  signatures[place] = signature;
}

bool hlo::hasConstantOperand(Operation *op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    Operation *producer = operand.getDefiningOp();
    return producer && producer->hasTrait<OpTrait::ConstantLike>();
  });
}

static std::atomic<bool> verifiesKnownSignatures = false;

void hlo::verifyKnownSignatures(bool isOn) { verifiesKnownSignatures = isOn; }

LogicalResult hlo::verifyOnce(Operation *op, ValidSignaturesByThread &valid,
                              LogicalResult (*verify)(Operation *)) {
  Signature signature;
  if (failed(signature.read(op)))
    return verify(op);
  ValidSignatures &known = valid.get();
  if (known.contains(signature)) {
    if (verifiesKnownSignatures.load(std::memory_order_relaxed) &&
        failed(verify(op)))
      llvm::reportFatalInternalError("an invalid op '" +
                                     op->getName().getStringRef() +
                                     "' has the signature of a valid one");
    return success();
  }
  if (failed(verify(op)))
    return failure();
  known.insert(signature);
  return success();
}
