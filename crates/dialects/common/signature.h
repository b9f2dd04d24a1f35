// Verification of ops by their signatures, each signature once.
//
// What a verifier of StableHLO or CHLO answers for an op without regions and
// successors depends only on the op's name, attributes and types, and, with the
// trait `ReadsConstants`, on constants among its operands. A program has few
// signatures and many ops, and MLIR verifies all of them after every pass. So
// valid signatures are remembered.

#ifndef BCAST_COMMON_SIGNATURE_H
#define BCAST_COMMON_SIGNATURE_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/Support/ThreadLocalCache.h"

#include <array>
#include <type_traits>

namespace mlir::hlo {

/// The name, the operand count, the inherent attributes and the types of an op
/// without regions and successors. MLIR uniques them, so their addresses identify
/// them in a context. Discardable attributes are the business of their dialects,
/// which MLIR asks about every op.
struct Signature {
  /// Longer signatures are not remembered.
  static constexpr size_t capacity = 16;

  size_t size;
  /// Never 0.
  uint64_t hash;
  std::array<uintptr_t, capacity> words;

  /// Reads the signature of an op whose attributes are all pointers or numbers.
  /// Fails if the op has regions or successors, or if it is too long.
  LogicalResult read(Operation *op);
  bool operator==(const Signature &other) const;
};

/// Signatures of valid ops, for one thread: as many as there is room for.
class ValidSignatures {
public:
  // Memory for signatures is used when they are inserted.
  ValidSignatures() {}
  bool contains(const Signature &signature) const;
  void insert(const Signature &signature);

private:
  /// The places that a signature may be in.
  static constexpr size_t places = 4;
  static constexpr unsigned indexBits = 7;
  static constexpr size_t room = places << indexBits;

  static size_t firstPlace(const Signature &signature) {
    return (signature.hash >> (64 - indexBits)) * places;
  }

  /// The hash of the signature in each place, 0 if there is none.
  std::array<uint64_t, room> hashes{};
  std::array<Signature, room> signatures;
  /// How many signatures have been replaced.
  size_t replaced = 0;
};

/// The valid signatures of a dialect in a context.
using ValidSignaturesByThread = ThreadLocalCache<ValidSignatures>;

/// The op's verifier may look at constants among its operands.
template <typename ConcreteOp>
struct ReadsConstants : public OpTrait::TraitBase<ConcreteOp, ReadsConstants> {
};

/// Returns whether any operand is a constant.
bool hasConstantOperand(Operation *op);

/// For tests: turns on verification of ops whose signature is known to be
/// valid. The process is aborted if such an op is invalid.
void verifyKnownSignatures(bool isOn);

/// Verifies an op, unless an op of the same signature is known to be valid.
LogicalResult verifyOnce(Operation *op, ValidSignaturesByThread &valid,
                         LogicalResult (*verify)(Operation *));

/// Verifies the ops of a class, each signature once. `Base` is the base class of
/// the class.
template <typename Base, typename DialectOfOp>
struct BySignature;

template <typename ConcreteOp, template <typename> class... Traits,
          typename DialectOfOp>
struct BySignature<Op<ConcreteOp, Traits...>, DialectOfOp> {
  static LogicalResult verify(Operation *op) {
    // Regions, successors and the position of a terminator are not in
    // signatures. A parsed op may have regions even if its class has none:
    // only its verifier rejects them. So `Signature::read` checks the op, too.
    if constexpr (ConcreteOp::template hasTrait<OpTrait::ZeroRegions>() &&
                  ConcreteOp::template hasTrait<OpTrait::ZeroSuccessors>() &&
                  !ConcreteOp::template hasTrait<OpTrait::IsTerminator>()) {
      using Properties =
          typename ConcreteOp::template InferredProperties<ConcreteOp>;
      static_assert(std::is_trivially_copyable_v<Properties>,
                    "signatures compare attributes by their bytes");
      static_assert(std::is_empty_v<Properties> ||
                        sizeof(Properties) % sizeof(uintptr_t) == 0,
                    "signatures consist of words");
      bool readsConstants = ConcreteOp::template hasTrait<ReadsConstants>();
      if (!readsConstants || !hasConstantOperand(op)) {
        auto *dialect = static_cast<DialectOfOp *>(op->getDialect());
        return verifyOnce(op, dialect->validSignatures, verifyAnew);
      }
    }
    return verifyAnew(op);
  }

private:
  /// Does what MLIR's class for ops does.
  static LogicalResult verifyAnew(Operation *op) {
    return success(
        succeeded(
            op_definition_impl::verifyTraits<Traits<ConcreteOp>...>(op)) &&
        succeeded(cast<ConcreteOp>(op).verify()));
  }
};

} // namespace mlir::hlo

#endif // BCAST_COMMON_SIGNATURE_H
