// __HEADER__
//
// Verifies ops that broadcast implicitly, by the rules of MLIR's trait
// `Broadcastable`, and lowers them to StableHLO in which every broadcast is
// explicit and guarded.
//
// The table below is all that is specific to a dialect. StableHLO's ops are
// created by name, so its dialect need not be registered.
//
//===----------------------------------------------------------------------===//

#include "__NAME__.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>

using namespace mlir;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
/// An op that broadcasts. Of several rows for one op, the first is used whose
/// requirements the op meets.
struct Row {
  llvm::StringLiteral source;
  /// Where the rule is written, for messages.
  llvm::StringLiteral place;
  /// What the op becomes, a dictionary attribute. `unused_operand` is the first
  /// operand that no step of a sequence uses; the other keys are those of rule
  /// files.
  llvm::StringLiteral rule;
};
} // namespace

// clang-format off
static constexpr Row rows[] = {
__TABLE__
};

static constexpr llvm::StringLiteral
    passArgument = "__ARGUMENT__",
    passDescription = "__SUMMARY__";
// clang-format on

//===----------------------------------------------------------------------===//
// Differences between versions of MLIR
//===----------------------------------------------------------------------===//

/// Returns all attributes of an op. The properties of an op that is not
/// registered count as attributes; without names, they are one of the name "".
static NamedAttrList getAttributes(Operation *op) {
#if LLVM_VERSION_MAJOR >= 17
  if (!op->isRegistered()) {
    NamedAttrList all(op->getDiscardableAttrDictionary());
    Attribute properties = op->getPropertiesAsAttribute();
    if (auto named = dyn_cast_or_null<DictionaryAttr>(properties)) {
      for (NamedAttribute attribute : named)
        all.set(attribute.getName(), attribute.getValue());
    } else if (properties) {
      all.set(StringAttr::get(op->getContext(), ""), properties);
    }
    return all;
  }
#endif
  return NamedAttrList(op->getAttrDictionary());
}

static bool isScalable(VectorType type, unsigned dim) {
#if LLVM_VERSION_MAJOR >= 17
  return type.getScalableDims()[dim];
#else
  return dim + type.getNumScalableDims() >= type.getRank();
#endif
}

/// Returns why a registered op does not accept an attribute.
static std::optional<std::string>
checkAttribute([[maybe_unused]] Operation *op, [[maybe_unused]] StringRef name,
               [[maybe_unused]] NamedAttribute attribute) {
#if LLVM_VERSION_MAJOR >= 17
  auto info = RegisteredOperationName::lookup(name, op->getContext());
  if (!info)
    return std::nullopt;
  std::string reason;
  ScopedDiagnosticHandler handler(
      op->getContext(), [&](Diagnostic &found) { reason = found.str(); });
  NamedAttrList attributes(attribute);
  if (failed(info->verifyInherentAttrs(
          attributes, [&] { return emitError(op->getLoc()); }))) {
    // The rest of the message repeats the name of the attribute.
    auto [text, constraint] = StringRef(reason).rsplit(": ");
    return (constraint.empty() ? text : constraint).str();
  }
#endif
  return std::nullopt;
}

/// Returns a vector type; scalable sizes are negative.
static Type getVectorType(ArrayRef<int64_t> sizes, Type element) {
  SmallVector<int64_t> positive;
  SmallVector<bool> scalable;
  for (int64_t size : sizes) {
    positive.push_back(std::abs(size));
    scalable.push_back(size < 0);
  }
#if LLVM_VERSION_MAJOR >= 17
  return VectorType::get(positive, element, scalable);
#else
  return VectorType::get(positive, element, llvm::count(scalable, true));
#endif
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

namespace {
/// Operands that a rule selects, such as `0, 2..`.
class Operands {
public:
  explicit Operands(StringRef text) {
    SmallVector<StringRef> parts;
    text.split(parts, ',');
    for (StringRef part : parts) {
      auto [first, last] = part.trim().split("..");
      unsigned begin = 0, end = 0;
      first.getAsInteger(10, begin);
      if (!part.contains(".."))
        end = begin + 1;
      else if (last.empty() || last.getAsInteger(10, end))
        end = open;
      ranges.push_back({begin, end});
    }
  }

  /// Returns how many operands an op needs at least.
  unsigned getMinimumCount() const {
    unsigned count = 0;
    for (auto [begin, end] : ranges)
      count = std::max(count, end == open ? begin : end);
    return count;
  }

  /// Selects among `count` operands, which must be enough.
  SmallVector<unsigned> select(unsigned count) const {
    SmallVector<unsigned> selected;
    for (auto [begin, end] : ranges)
      for (unsigned index = begin; index < std::min(end, count); ++index)
        selected.push_back(index);
    return selected;
  }

private:
  static constexpr unsigned open = ~0u;

  SmallVector<std::pair<unsigned, unsigned>, 1> ranges;
};

/// A rule, as the table has it.
struct Rule {
  StringRef source;
  StringRef place;
  /// Its position among the rules for the op.
  unsigned index;
  DictionaryAttr keys;
  Operands operands;

  StringRef getText(StringRef key) const {
    auto text = keys.getAs<StringAttr>(key);
    return text ? text.getValue() : StringRef();
  }
  ArrayRef<Attribute> getList(StringRef key) const {
    auto list = keys.getAs<ArrayAttr>(key);
    return list ? list.getValue() : ArrayRef<Attribute>();
  }
  ArrayRef<NamedAttribute> getEntries(StringRef key) const {
    auto entries = keys.getAs<DictionaryAttr>(key);
    return entries ? entries.getValue() : ArrayRef<NamedAttribute>();
  }
  Attribute getEntry(StringRef key, StringRef name) const {
    auto entries = keys.getAs<DictionaryAttr>(key);
    return entries ? entries.get(name) : Attribute();
  }
  std::optional<int64_t> getInteger(StringRef key) const {
    auto number = keys.getAs<IntegerAttr>(key);
    return number ? std::optional(number.getInt()) : std::nullopt;
  }
  bool has(StringRef key, StringRef name) const {
    return llvm::any_of(getList(key), [&](Attribute element) {
      return cast<StringAttr>(element).getValue() == name;
    });
  }
  std::string at() const { return place.empty() ? "" : (" at " + place).str(); }

  /// Returns the name under which the target gets an attribute; "" if it does
  /// not get it.
  StringRef getCarriedName(StringRef name) const {
    if (Attribute renamed = getEntry("rename", name))
      return cast<StringAttr>(renamed).getValue();
    bool isCarried =
        !keys.get("carry") || has("carry", name) || name == "sdy.sharding";
    bool isLeft = has("drop", name) || name == getText("axis") ||
                  name == getText("broadcast_dimensions");
    return isCarried && !isLeft ? name : "";
  }
};

/// The rules, with all that has been parsed in a context.
struct RuleTable {
  llvm::StringMap<std::deque<Rule>> rules;
  /// The directions of comparisons.
  Attribute equal, atLeast;
};
} // namespace

static LogicalResult parseRules(MLIRContext *context, RuleTable &table) {
  auto loadDialectOf = [&](StringRef op) {
    context->getOrLoadDialect(op.split('.').first);
  };
  auto parse = [&](StringRef text, StringRef source) {
    Attribute attribute = parseAttribute(text, context);
    if (!attribute)
      emitError(UnknownLoc::get(context))
          << "the rule of '" << source << "' does not parse: a dialect that it "
          << "names is not registered, and unregistered ones are not allowed";
    return attribute;
  };
  loadDialectOf("stablehlo");
  table.equal = parse("#stablehlo<comparison_direction EQ>", "stablehlo");
  table.atLeast = parse("#stablehlo<comparison_direction GE>", "stablehlo");
  if (!table.equal || !table.atLeast)
    return failure();
  for (const Row &row : rows) {
    loadDialectOf(row.source);
    auto keys = dyn_cast_or_null<DictionaryAttr>(parse(row.rule, row.source));
    if (!keys)
      return failure();
    auto operands = keys.getAs<StringAttr>("operands");
    std::deque<Rule> &rules = table.rules[row.source];
    unsigned index = rules.size();
    rules.push_back(
        {row.source, row.place, index, keys,
         Operands(operands ? operands.getValue() : StringRef("0.."))});
    loadDialectOf(rules.back().getText("target"));
    for (Attribute step : rules.back().getList("sequence"))
      loadDialectOf(
          cast<DictionaryAttr>(step).getAs<StringAttr>("op").getValue());
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Text of messages
//===----------------------------------------------------------------------===//

template <typename T> static std::string print(T value) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << value;
  return stream.str();
}

static std::string count(size_t number, StringRef noun) {
  return (Twine(number) + " " + noun + (number == 1 ? "" : "s")).str();
}

static std::string operandText(unsigned operand) {
  return "operand #" + std::to_string(operand);
}

static std::string sizeText(int64_t size) {
  if (ShapedType::isDynamic(size))
    return "?";
  return size < 0 ? "[" + std::to_string(-size) + "]" : std::to_string(size);
}

static std::string shapeText(ArrayRef<int64_t> sizes) {
  return llvm::join(llvm::map_range(sizes, sizeText), "x");
}

/// Returns text from the program as part of a message: on one line, of limited
/// length and, where `{0}` would be a placeholder, without braces.
static std::string quote(StringRef text, bool isTemplate) {
  std::string quoted;
  for (unsigned count = 0; !text.empty(); ++count) {
    if (count == 64)
      return quoted + "...";
    size_t length = llvm::getNumBytesForUTF8(text.front());
    StringRef bytes = text.take_front(length);
    text = text.drop_front(bytes.size());
    bool isBrace = bytes == "{" || bytes == "}";
    const auto *begin = reinterpret_cast<const llvm::UTF8 *>(bytes.data());
    llvm::UTF32 point = 0;
    llvm::UTF32 *target = &point;
    bool isPrintable = llvm::ConvertUTF8toUTF32(
                           &begin, begin + bytes.size(), &target, target + 1,
                           llvm::strictConversion) == llvm::conversionOK &&
                       llvm::sys::unicode::isPrintable(point);
    if (isPrintable && !(isBrace && isTemplate)) {
      quoted += bytes;
      continue;
    }
    for (unsigned char byte : bytes)
      quoted += "\\" + llvm::utohexstr(byte, /*LowerCase=*/false, /*Width=*/2);
  }
  return quoted;
}

/// Returns the name that a location gives to a value or an op.
static StringRef getName(Location location) {
  std::deque<Location> pending = {location};
  llvm::SmallPtrSet<const void *, 4> seen;
  bool isTensorFlow = false;
  while (!pending.empty()) {
    Location next = pending.front();
    pending.pop_front();
    if (auto call = dyn_cast<CallSiteLoc>(next)) {
      pending.push_back(call.getCallee());
    } else if (auto fused = dyn_cast<FusedLoc>(next)) {
      if (seen.insert(fused.getAsOpaquePointer()).second)
        pending.insert(pending.end(), fused.getLocations().begin(),
                       fused.getLocations().end());
    } else if (auto named = dyn_cast<NameLoc>(next)) {
      StringRef name = named.getName();
      if (!name.empty() && !name.ends_with(":")) {
        // TensorFlow adds the function to the name of a node.
        StringRef node = name.split('@').first;
        return isTensorFlow && !node.empty() ? node : name;
      }
      isTensorFlow |= name.size() > 1;
      pending.push_back(named.getChildLoc());
    }
  }
  return {};
}

/// Returns the name that a value has in the source of a program.
static StringRef getName(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *function = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (function && argument.getOwner()->isEntryBlock()) {
    auto all = function->getAttrOfType<ArrayAttr>("arg_attrs");
    unsigned index = argument.getArgNumber();
    if (all && index < all.size())
      for (StringRef key :
           {"tf._user_specified_name", "jax.arg_info", "onnx.name",
            "ml_program.identifier", "iree.identifier"})
        if (auto name = cast<DictionaryAttr>(all[index]).getAs<StringAttr>(key))
          if (!name.getValue().empty())
            return name.getValue();
  }
  return getName(value.getLoc());
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

namespace {
struct Number {
  bool isInteger;
  int64_t integer;
  double real;

  static Number of(int64_t value) { return {true, value, double(value)}; }
  static Number of(double value) { return {false, 0, value}; }

  bool operator==(const Number &other) const {
    if (isInteger && other.isInteger)
      return integer == other.integer;
    if (std::isnan(real) || std::isnan(other.real))
      return std::isnan(real) && std::isnan(other.real);
    return real == other.real && std::signbit(real) == std::signbit(other.real);
  }
};
} // namespace

/// Parses a number of the table; none if the text is not one.
static std::optional<Number> parseNumber(StringRef text) {
  if (text == "true" || text == "false")
    return Number::of(int64_t(text == "true"));
  if (text == "nan")
    return Number::of(std::nan(""));
  if (text == "inf" || text == "-inf")
    return Number::of(text == "inf" ? HUGE_VAL : -HUGE_VAL);
  int64_t integer = 0;
  if (!text.getAsInteger(10, integer))
    return integer == 0 && text.starts_with("-") ? Number::of(-0.0)
                                                 : Number::of(integer);
  double real = 0;
  if (llvm::to_float(text, real) && llvm::any_of(text, llvm::isDigit))
    return Number::of(real);
  return std::nullopt;
}

/// Returns an integer that fits; a truth value is 0 or 1.
static std::optional<int64_t> getInteger(APInt value, Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (integer && (integer.isUnsigned() || integer.getWidth() == 1))
    value = value.zext(value.getBitWidth() + 1);
  if (value.getSignificantBits() > 64)
    return std::nullopt;
  return value.getSExtValue();
}

static std::optional<Number> getNumber(Attribute attribute) {
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attribute)) {
    if (auto value = getInteger(integer.getValue(), integer.getType()))
      return Number::of(*value);
    return std::nullopt;
  }
  if (auto real = dyn_cast_or_null<FloatAttr>(attribute))
    return Number::of(real.getValueAsDouble());
  return std::nullopt;
}

/// Returns the value of a constant, of a tensor the one of all its elements.
/// Some constants of dialects that are not registered are known.
static Attribute getConstant(Value value) {
  static constexpr llvm::StringLiteral others[] = {
      "torch.constant.int", "torch.constant.float", "torch.constant.bool",
      "torch.constant.str", "onnx.Constant",        "tf.Const",
      "stablehlo.constant"};
  Attribute attribute;
  Operation *op = value.getDefiningOp();
  if (!matchPattern(value, m_Constant(&attribute)) && op &&
      !op->isRegistered() &&
      llvm::is_contained(others, op->getName().getStringRef()))
    attribute = getAttributes(op).get("value");
  auto elements = dyn_cast_or_null<DenseElementsAttr>(attribute);
  if (elements && elements.isSplat() &&
      elements.getElementType().isIntOrIndexOrFloat())
    return elements.getSplatValue<Attribute>();
  return attribute;
}

static bool isAbsent(Value value) {
  Operation *op = value.getDefiningOp();
  return isa<NoneType>(value.getType()) ||
         (op && !op->isRegistered() &&
          op->getName().getStringRef() == "torch.constant.none");
}

/// Returns the number as a float; none if the type lacks it.
static std::optional<APFloat> getFloat(FloatType type, Number number) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  APFloat value(number.real);
  bool losesInfo = false;
  if (number.isInteger) {
    value = APFloat(semantics);
    value.convertFromAPInt(APInt(64, number.integer, /*isSigned=*/true),
                           /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
  } else {
    value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  }
  bool isSame = value.isNaN() == std::isnan(number.real) &&
                value.isInfinity() == std::isinf(number.real);
  if (!isSame)
    return std::nullopt;
  // Some types saturate.
  APFloat found = value;
  found.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  double magnitude = std::abs(number.real);
  double kept = std::abs(found.convertToDouble());
  if (std::isfinite(magnitude) && magnitude >= 1 &&
      (kept < magnitude / 2 || kept > magnitude * 2))
    return std::nullopt;
  return value;
}

/// Returns a tensor or a vector, all elements of which are the number; null if
/// the element type lacks it.
static DenseElementsAttr getSplat(ShapedType type, Number number) {
  Type element = type.getElementType();
  if (auto complexType = dyn_cast<ComplexType>(element)) {
    auto part = dyn_cast<FloatType>(complexType.getElementType());
    auto real = part ? getFloat(part, number) : std::nullopt;
    if (!real)
      return {};
    APFloat zero = APFloat::getZero(part.getFloatSemantics());
    return DenseElementsAttr::get(type, std::complex<APFloat>(*real, zero));
  }
  if (auto real = dyn_cast<FloatType>(element)) {
    std::optional<APFloat> value = getFloat(real, number);
    return value ? DenseElementsAttr::get(type, *value) : DenseElementsAttr();
  }
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || integer.getWidth() > 64)
    return {};
  if (!number.isInteger &&
      (number.real != std::trunc(number.real) || std::abs(number.real) >= 9e15))
    return {};
  int64_t value = number.isInteger ? number.integer : int64_t(number.real);
  APInt wide(65, value, /*isSigned=*/true);
  unsigned width = integer.getWidth();
  bool isUnsigned = integer.isUnsigned() || width == 1;
  if (isUnsigned ? value < 0 || wide.getActiveBits() > width
                 : wide.getSignificantBits() > width)
    return {};
  return DenseElementsAttr::get(type, wide.trunc(width));
}

//===----------------------------------------------------------------------===//
// Verification by the rules of the trait
//===----------------------------------------------------------------------===//

namespace {
/// Which broadcasts are accepted.
enum class TraitRules { Documented, Strict, Mlir };

/// The type of an operand or a result. A scalable size is negative.
struct Shape {
  enum Container { Tensor, Vector, Other, Absent };

  Container container = Absent;
  bool isRanked = false;
  SmallVector<int64_t> sizes;
};

/// A dim of an operand.
struct OperandDim {
  unsigned operand;
  unsigned dim;
  int64_t size;
};

/// Why an op is invalid. Each note is about an operand, or about the op.
struct Violation {
  struct Note {
    std::optional<unsigned> operand;
    std::string text;
  };

  StringRef constraint;
  std::string message;
  SmallVector<Note> notes;
};

/// The result dims of the operands' dims.
struct Alignment {
  unsigned resultRank = 0;
  std::optional<SmallVector<int64_t>> dimensions;

  int64_t getResultDim(unsigned rank, unsigned dim) const {
    if (dimensions && rank < resultRank)
      return (*dimensions)[dim];
    return dim + resultRank - rank;
  }
};
} // namespace

static bool isStatic(int64_t size) { return size >= 0; }

static Shape getShape(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return {Shape::Tensor, true, llvm::to_vector(tensor.getShape())};
  if (isa<UnrankedTensorType>(type))
    return {Shape::Tensor, false, {}};
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return {Shape::Other, false, {}};
  Shape shape = {Shape::Vector, true, llvm::to_vector(vector.getShape())};
  for (auto [dim, size] : llvm::enumerate(shape.sizes))
    if (isScalable(vector, dim))
      size = -size;
  return shape;
}

static Type getElementType(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.getElementType() : Type();
}

/// Returns the size that two sizes broadcast to: `?` and 1 give `?`, `?` and 4
/// give 4.
static std::optional<int64_t> inferSize(int64_t lhs, int64_t rhs,
                                        TraitRules rules) {
  auto isZeroBeside = [](int64_t a, int64_t b) {
    return a == 0 && ShapedType::isDynamic(b);
  };
  if (rules == TraitRules::Mlir &&
      (isZeroBeside(lhs, rhs) || isZeroBeside(rhs, lhs)))
    return ShapedType::kDynamic;
  if (lhs == 1 || lhs == rhs)
    return rhs;
  if (rhs == 1 || (isStatic(lhs) && ShapedType::isDynamic(rhs)))
    return lhs;
  if (ShapedType::isDynamic(lhs) && isStatic(rhs))
    return rhs;
  return std::nullopt;
}

static bool agree(TraitRules rules, int64_t inferred, int64_t actual) {
  bool isInferredDynamic = ShapedType::isDynamic(inferred);
  bool isActualDynamic = ShapedType::isDynamic(actual);
  switch (rules) {
  case TraitRules::Documented:
    return inferred == actual || (isStatic(inferred) && isActualDynamic) ||
           (isInferredDynamic && isStatic(actual));
  case TraitRules::Strict:
    return inferred == actual || (isStatic(inferred) && isActualDynamic);
  case TraitRules::Mlir:
    return inferred == actual || isInferredDynamic || isActualDynamic;
  }
  llvm_unreachable("all rules are listed");
}

/// Checks `broadcast_dimensions`.
static std::optional<Violation> verifyDimensions(ArrayRef<Shape> operands,
                                                 ArrayRef<int64_t> dimensions,
                                                 std::optional<unsigned> rank) {
  auto violation = [](const Twine &message, const Twine &remedy,
                      std::optional<unsigned> operand = std::nullopt) {
    return Violation{"broadcast_dimensions",
                     ("broadcast_dimensions " + message).str(),
                     {{operand, remedy.str()}}};
  };
  auto entry = [](size_t index, int64_t value) {
    return ("entry " + Twine(index) + " is " + Twine(value)).str();
  };
  for (auto [index, value] : llvm::enumerate(dimensions)) {
    if (value < 0)
      return violation(entry(index, value) + ", which is negative",
                       "each entry must be a dim of the result");
    if (index > 0 && value <= dimensions[index - 1])
      return violation(entry(index, value) + ", which is not greater than " +
                           Twine(dimensions[index - 1]),
                       "each entry must be greater than the one before it");
  }
  if (!rank)
    return std::nullopt;
  bool haveEqualRank = llvm::all_of(operands, [&](const Shape &operand) {
    return !operand.isRanked || operand.sizes.size() == *rank;
  });
  for (auto [index, operand] : llvm::enumerate(operands)) {
    size_t own = operand.sizes.size();
    if (operand.isRanked && (own < *rank || haveEqualRank) &&
        own != dimensions.size())
      return violation(
          "has size " + Twine(dimensions.size()) + ", but " +
              operandText(index) + " has rank " + Twine(own),
          "expected one entry for each dim of " + operandText(index), index);
  }
  for (auto [index, value] : llvm::enumerate(dimensions)) {
    if (value >= *rank)
      return violation(entry(index, value) + ", but the result has rank " +
                           Twine(*rank),
                       "each entry must be less than " + Twine(*rank));
    if (haveEqualRank && value != int64_t(index))
      return violation(entry(index, value) +
                           ", but all operands have equal rank",
                       "entry " + Twine(index) + " must be " + Twine(index) +
                           ", or the attribute must be left out");
  }
  return std::nullopt;
}

/// Returns the first operand dim of this size that is aligned to a result dim.
static std::optional<OperandDim> findOrigin(ArrayRef<Shape> operands,
                                            const Alignment &alignment,
                                            int64_t resultDim, int64_t size) {
  for (auto [index, operand] : llvm::enumerate(operands))
    for (unsigned dim = 0, rank = operand.sizes.size(); dim < rank; ++dim)
      if (alignment.getResultDim(rank, dim) == resultDim &&
          operand.sizes[dim] == size)
        return OperandDim{unsigned(index), dim, size};
  return std::nullopt;
}

/// Checks that no operand enlarges the one that has the result's shape.
static std::optional<Violation> verifyDestination(ArrayRef<Shape> operands,
                                                  const Alignment &alignment,
                                                  unsigned destination,
                                                  SmallVector<int64_t> &sizes) {
  const Shape &into = operands[destination];
  if (!into.isRanked)
    return std::nullopt;
  std::string prefix =
      "the result has the shape of " + operandText(destination) + ", but ";
  for (auto [index, operand] : llvm::enumerate(operands)) {
    unsigned rank = operand.sizes.size();
    std::string text = operandText(index);
    if (rank > into.sizes.size())
      return Violation{
          "result_like",
          prefix + text + " has rank " + std::to_string(rank) +
              " and would enlarge it",
          {{unsigned(index), operandText(destination) + " has rank " +
                                 std::to_string(into.sizes.size()) +
                                 "; expected at most that"}}};
    for (unsigned dim = 0; dim < rank; ++dim) {
      int64_t size = operand.sizes[dim];
      unsigned intoDim = alignment.getResultDim(rank, dim);
      if (intoDim >= into.sizes.size())
        continue;
      int64_t intoSize = into.sizes[intoDim];
      if (size == 1 || size == intoSize || ShapedType::isDynamic(size) ||
          ShapedType::isDynamic(intoSize))
        continue;
      std::string expected = sizeText(intoSize);
      return Violation{
          "result_like",
          prefix + text + " would enlarge its dim " + std::to_string(intoDim),
          {{unsigned(index), text + " has size " + sizeText(size) + " in dim " +
                                 std::to_string(dim) + ", but " +
                                 operandText(destination) + " has size " +
                                 expected + "; expected " +
                                 (intoSize == 1 ? "1" : expected + " or 1")}}};
    }
  }
  for (auto [inferred, size] : llvm::zip(sizes, into.sizes))
    if (!ShapedType::isDynamic(size))
      inferred = size;
  return std::nullopt;
}

/// Verifies the types of an op by the constraints of the trait.
static std::optional<Violation>
verifyShapes(TraitRules rules, ArrayRef<Shape> operands,
             ArrayRef<Shape> results,
             const std::optional<SmallVector<int64_t>> &dimensions,
             std::optional<unsigned> destination) {
  using Note = Violation::Note;
  bool isMLIR = rules == TraitRules::Mlir;
  auto isAbsent = [](const Shape &shape) {
    return shape.container == Shape::Absent;
  };
  if (!isMLIR && llvm::all_of(operands, isAbsent))
    return Violation{"broadcastable_c1",
                     "expected 1 or more operands, but found 0",
                     {{std::nullopt,
                       "a broadcastable op infers the shape of its result from "
                       "at least one operand"}}};
  if (!isMLIR && results.size() != 1)
    return Violation{
        "broadcastable_c2",
        "requires one result, but found " + std::to_string(results.size()),
        {{std::nullopt, "the operands broadcast to one shape, which is that of "
                        "the only result"}}};

  // The first operand or result of each container.
  std::map<Shape::Container, Note> first;
  for (auto [index, shape] : llvm::enumerate(operands))
    first.insert({shape.container, {unsigned(index), operandText(index)}});
  for (auto [index, shape] : llvm::enumerate(results))
    first.insert(
        {shape.container, {std::nullopt, "result #" + std::to_string(index)}});
  if (first.count(Shape::Tensor) && first.count(Shape::Vector)) {
    Note tensor = first[Shape::Tensor], vector = first[Shape::Vector];
    tensor.text += " is a tensor";
    vector.text += " is a vector; all must be tensors, or all vectors";
    return Violation{"broadcastable_c3",
                     "cannot broadcast vector with tensor",
                     {tensor, vector}};
  }
  if (first.count(Shape::Other) && !isMLIR) {
    Note note = first[Shape::Other];
    std::string message =
        note.text + " must be tensor or vector of any type values";
    note.text += " has no shape; a tensor of rank 0 broadcasts like a scalar";
    return Violation{"broadcastable_c3", message, {note}};
  }

  // What MLIR's own verifier does not look at takes no part.
  SmallVector<Shape> participants(operands.begin(), operands.end());
  for (Shape &shape : participants)
    if (isMLIR && shape.container != Shape::Tensor)
      shape = Shape();
  Alignment alignment;
  alignment.dimensions = dimensions;
  bool hasRanked = false, hasUnranked = false;
  for (const Shape &shape : participants) {
    hasRanked |= shape.isRanked;
    hasUnranked |= !shape.isRanked && !isAbsent(shape);
    alignment.resultRank =
        std::max<unsigned>(alignment.resultRank, shape.sizes.size());
  }
  bool isAligned = hasRanked && !(dimensions && hasUnranked);
  if (dimensions) {
    std::optional<unsigned> rank;
    if (isAligned)
      rank = alignment.resultRank;
    if (auto violation = verifyDimensions(participants, *dimensions, rank))
      return violation;
  }
  if (!isAligned)
    return std::nullopt;

  SmallVector<int64_t> inferred(alignment.resultRank, 1);
  for (auto [index, shape] : llvm::enumerate(participants)) {
    for (auto [dim, size] : llvm::enumerate(shape.sizes)) {
      int64_t resultDim = alignment.getResultDim(shape.sizes.size(), dim);
      int64_t &joined = inferred[resultDim];
      if (auto both = inferSize(joined, size, rules)) {
        joined = *both;
        continue;
      }
      OperandDim later = {unsigned(index), unsigned(dim), size};
      OperandDim earlier =
          findOrigin(participants, alignment, resultDim, joined)
              .value_or(later);
      std::string wanted = sizeText(joined);
      return Violation{
          "broadcastable_c4",
          "operands don't have broadcast-compatible shapes",
          {{later.operand,
            operandText(later.operand) + " has size " + sizeText(size) +
                " in dim " + std::to_string(dim) + ", but result dim " +
                std::to_string(resultDim) + " is already " + wanted +
                "; expected " +
                (ShapedType::isDynamic(joined) ? "a size that is not scalable"
                                               : wanted + " or 1")},
           {earlier.operand, operandText(earlier.operand) + " has size " +
                                 wanted + " in dim " +
                                 std::to_string(earlier.dim)}}};
    }
  }
  if (destination)
    if (auto violation =
            verifyDestination(participants, alignment, *destination, inferred))
      return violation;

  for (auto [result, shape] : llvm::enumerate(results)) {
    if (!shape.isRanked || (isMLIR && shape.container != Shape::Tensor))
      continue;
    ArrayRef<int64_t> sizes = shape.sizes;
    std::string message = "result type '" + shapeText(sizes) +
                          "' not broadcast compatible with broadcasted "
                          "operands's shapes '" +
                          shapeText(inferred) + "'";
    std::string text = "result #" + std::to_string(result);
    std::string rank = std::to_string(inferred.size());
    if (sizes.size() < inferred.size() ||
        (sizes.size() > inferred.size() && !isMLIR)) {
      auto *widest = llvm::find_if(participants, [&](const Shape &operand) {
        return operand.isRanked && operand.sizes.size() == inferred.size();
      });
      unsigned operand = widest - participants.begin();
      return Violation{
          "broadcastable_c5",
          message,
          {{std::nullopt, text + " has rank " + std::to_string(sizes.size()) +
                              ", but the operands broadcast to rank " + rank +
                              "; expected rank " + rank},
           {operand, operandText(operand) + " has the highest rank, " + rank}}};
    }
    unsigned skipped = sizes.size() - inferred.size();
    Violation violation = {"broadcastable_c6", message, {}};
    for (auto [dim, size] : llvm::enumerate(inferred)) {
      int64_t actual = sizes[dim + skipped];
      if (agree(rules, size, actual))
        continue;
      std::string expected = sizeText(size);
      violation.notes.push_back(
          {std::nullopt,
           text + " has size " + sizeText(actual) + " in dim " +
               std::to_string(dim + skipped) +
               ", but the operands broadcast to " + expected +
               " there; expected " + expected +
               (isStatic(size) && shape.container != Shape::Vector ? " or ?"
                                                                   : "") +
               (rules == TraitRules::Strict && ShapedType::isDynamic(size) &&
                        isStatic(actual)
                    ? " under the rules 'strict'"
                    : "")});
      if (auto origin = findOrigin(participants, alignment, dim, size))
        violation.notes.push_back(
            {origin->operand, operandText(origin->operand) + " has size " +
                                  expected + " in dim " +
                                  std::to_string(origin->dim)});
    }
    if (!violation.notes.empty())
      return violation;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Ops that broadcast
//===----------------------------------------------------------------------===//

namespace {
/// An op with its rule and the types that take part in the broadcast.
struct BroadcastOp {
  Operation *op;
  const Rule *rule;
  const std::deque<Rule> *alternatives;
  SmallVector<Shape> operands;
  SmallVector<Shape> results;
  std::optional<SmallVector<int64_t>> dimensions;
  /// The operand whose shape the result has.
  std::optional<unsigned> destination;

  bool takesPart(unsigned operand) const {
    return operands[operand].container != Shape::Absent;
  }
};
} // namespace

/// Reads the dim from which on operands of lower rank are aligned.
static LogicalResult readAxis(BroadcastOp &broadcast) {
  StringRef name = broadcast.rule->getText("axis");
  Attribute attribute = getAttributes(broadcast.op).get(name);
  if (name.empty() || !attribute)
    return success();
  auto emit = [&] {
    return broadcast.op->emitOpError() << "attribute '" << name << "' ";
  };
  auto integer = dyn_cast<IntegerAttr>(attribute);
  auto axis = integer ? getInteger(integer.getValue(), integer.getType())
                      : std::nullopt;
  if (!axis)
    return emit() << "is " << attribute << "; expected an integer";
  // Nothing is aligned until all ranks are known.
  broadcast.dimensions.emplace();
  SmallVector<std::pair<unsigned, int64_t>> ranks;
  int64_t resultRank = 0;
  for (auto [index, shape] : llvm::enumerate(broadcast.operands)) {
    if (!shape.isRanked && shape.container != Shape::Absent)
      return success();
    if (shape.isRanked)
      ranks.push_back({unsigned(index), int64_t(shape.sizes.size())});
    resultRank = std::max<int64_t>(resultRank, shape.sizes.size());
  }
  auto isLower = [&](auto operand) { return operand.second < resultRank; };
  auto *lower = llvm::find_if(ranks, isLower);
  // For equal ranks, only the first dim is one from which on operands fit.
  if (lower == ranks.end())
    lower = ranks.begin();
  if (lower == ranks.end()) {
    broadcast.dimensions.reset();
    return success();
  }
  auto [operand, rank] = *lower;
  for (auto [other, otherRank] : ranks)
    if (otherRank < resultRank && otherRank != rank)
      return emit() << "aligns operands #" << operand << " and #" << other
                    << ", but their ranks " << rank << " and " << otherRank
                    << " differ; expected one rank below that of the result";
  int64_t begin = *axis < 0 ? *axis + resultRank : *axis;
  int64_t last = resultRank - rank;
  if (begin < 0 || begin > last) {
    InFlightDiagnostic error = emit();
    error << "is " << *axis << ", from where operand #" << operand
          << " of rank " << rank << " does not fit into " << resultRank
          << " dims; expected an axis ";
    if (last == 0)
      return error << "of 0 or -" << resultRank;
    return error << "from 0 to " << last << ", or from -" << resultRank
                 << " to -" << std::max<int64_t>(rank, 1);
  }
  for (int64_t dim = 0; dim < rank; ++dim)
    broadcast.dimensions->push_back(begin + dim);
  return success();
}

/// Reads an op; emits an error if it does not match its rule.
static LogicalResult read(BroadcastOp &broadcast) {
  Operation *op = broadcast.op;
  const Rule &rule = *broadcast.rule;
  unsigned count = op->getNumOperands();
  auto hasNo = [&](unsigned operand) {
    return op->emitOpError() << "has no operand #" << operand
                             << ", which its rule" << rule.at() << " selects";
  };
  if (rule.operands.getMinimumCount() > count)
    return hasNo(rule.operands.getMinimumCount() - 1);
  broadcast.operands.resize(count);
  for (unsigned operand : rule.operands.select(count))
    broadcast.operands[operand] = getShape(op->getOperand(operand).getType());
  for (Type type : op->getResultTypes())
    broadcast.results.push_back(getShape(type));
  if (auto destination = rule.getInteger("result_like")) {
    if (*destination >= count)
      return hasNo(*destination);
    broadcast.destination = *destination;
  }
  if (failed(readAxis(broadcast)))
    return failure();
  StringRef name = rule.getText("broadcast_dimensions");
  Attribute attribute = getAttributes(op).get(name);
  if (broadcast.dimensions || name.empty() || !attribute)
    return success();
  auto dimensions = dyn_cast<DenseI64ArrayAttr>(attribute);
  if (!dimensions)
    return op->emitOpError() << "attribute '" << name << "' is " << attribute
                             << "; expected 'array<i64: ...>'";
  broadcast.dimensions = llvm::to_vector(dimensions.asArrayRef());
  return success();
}

/// Returns where a value is defined: its location or, if that is an argument's
/// and in no file, that of the op that has the argument.
static Location getPosition(Value value) {
  Location location = value.getLoc();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || location->findInstanceOf<FileLineColLoc>())
    return location;
  Operation *parent = argument.getOwner()->getParentOp();
  return parent ? parent->getLoc() : location;
}

/// Verifies an op that has been read, and emits its errors.
static LogicalResult verify(const BroadcastOp &broadcast, TraitRules rules) {
  auto violation = verifyShapes(rules, broadcast.operands, broadcast.results,
                                broadcast.dimensions, broadcast.destination);
  if (!violation)
    return success();
  Operation *op = broadcast.op;
  // MLIR emits this one without the op's name.
  bool isMixed = StringRef(violation->message).starts_with("cannot broadcast");
  InFlightDiagnostic error =
      isMixed ? emitError(op->getLoc()) : op->emitOpError();
  error << violation->message;
  for (const Violation::Note &note : violation->notes)
    error.attachNote(note.operand ? getPosition(op->getOperand(*note.operand))
                                  : op->getLoc())
        << note.text << " (" << violation->constraint << ")";
  return error;
}

//===----------------------------------------------------------------------===//
// Requirements of rules
//===----------------------------------------------------------------------===//

/// Returns the value that an attribute gets when it is carried over; null if
/// the rule maps the attribute, but not this value.
static Attribute mapValue(const Rule &rule, StringRef name, Attribute value,
                          std::string &problem) {
  // Each key, which may be any text, is followed by its value.
  auto map = dyn_cast_or_null<ArrayAttr>(rule.getEntry("map", name));
  if (!map)
    return value;
  std::string printed = print(value);
  auto text = dyn_cast<StringAttr>(value);
  std::string known;
  for (size_t index = 0; index < map.size(); index += 2) {
    StringRef key = cast<StringAttr>(map[index]).getValue();
    if (key == printed || (text && key == text.getValue()))
      return map[index + 1];
    known += (known.empty() ? "`" : ", `") + key.str() + "`";
  }
  problem = "attribute '" + name.str() + "' is " + printed +
            ", but the `map` of its rule has only " + known;
  return {};
}

/// Returns the steps of a rule.
static auto getSteps(const Rule &rule) {
  return llvm::map_range(rule.getList("sequence"), [](Attribute step) {
    return cast<DictionaryAttr>(step);
  });
}

/// Returns the operands of a step.
static ArrayRef<Attribute> getInputs(DictionaryAttr step) {
  auto inputs = step.getAs<ArrayAttr>("operands");
  return inputs ? inputs.getValue() : ArrayRef<Attribute>();
}

/// Returns what a rule says of the value of an operand; none if it is met.
static std::optional<std::string>
findUnmetOperand(Operation *op, unsigned operand, StringRef text) {
  std::string expected = text == "none" ? "an absent operand" : text.str();
  if (operand >= op->getNumOperands())
    return "its rule requires " + operandText(operand) + " to be " + expected +
           ", but there is no such operand";
  Value value = op->getOperand(operand);
  Attribute constant = getConstant(value);
  std::optional<Number> found = getNumber(constant);
  std::optional<Number> number = parseNumber(text);
  bool isMet = text == "none" ? isAbsent(value)
               : number ? found && *found == *number
                        : constant == parseAttribute(text, op->getContext());
  if (isMet)
    return std::nullopt;
  std::string subject = operandText(operand) + " is ";
  std::string required = ", but its rule requires " + expected;
  if (isAbsent(value))
    return subject + "absent" + required;
  if (found && found->isInteger)
    return subject + "the constant " + std::to_string(found->integer) +
           required;
  if (constant)
    return subject + "the constant " + print(constant) + required;
  if (text == "none")
    return subject + "present" + required;
  return subject + "not a compile-time " +
         (number && number->isInteger ? "integer " : "") + "constant" +
         required;
}

/// Returns the list of element types, for messages.
static std::string typesText(ArrayRef<Attribute> types) {
  auto quoted = llvm::map_range(
      types, [](Attribute type) { return "'" + print(type) + "'"; });
  return llvm::join(quoted, ", ");
}

/// Returns the first requirement of a rule that an op does not meet.
static std::optional<std::string> findUnmet(Operation *op, const Rule &rule) {
  unsigned number = op->getNumOperands();
  auto hasNo = [](int64_t operand) {
    return "it has no " + operandText(operand) + ", which its rule selects";
  };
  if (rule.operands.getMinimumCount() > number)
    return hasNo(rule.operands.getMinimumCount() - 1);
  if (ArrayRef<Attribute> range = rule.getList("operand_count");
      !range.empty()) {
    int64_t begin = cast<IntegerAttr>(range[0]).getInt();
    std::optional<int64_t> end;
    if (range.size() > 1)
      end = cast<IntegerAttr>(range[1]).getInt();
    if (number < begin || (end && number >= *end))
      return "it has " + count(number, "operand") + ", but its rule is for " +
             std::to_string(begin) +
             (!end                ? " or more"
              : *end == begin + 1 ? ""
                                  : " to " + std::to_string(*end - 1));
  }
  // The operands that steps use.
  SmallVector<int64_t> used;
  SmallVector<std::pair<int64_t, bool>> numbers;
  auto use = [&](Attribute operand) {
    if (auto index = dyn_cast_or_null<IntegerAttr>(operand))
      used.push_back(index.getInt());
  };
  auto useAll = [&](DictionaryAttr holder, StringRef key) {
    if (auto text = holder.getAs<StringAttr>(key))
      used.push_back(int64_t(Operands(text.getValue()).getMinimumCount()) - 1);
  };
  for (DictionaryAttr step : getSteps(rule)) {
    if (auto fold = step.getAs<StringAttr>("fold"))
      if (Operands(fold.getValue()).select(number).size() < 2)
        return "its rule combines operands " + fold.getValue().str() +
               " from left to right, but it has " + count(number, "operand");
    use(step.get("element_type"));
    useAll(step, "fold");
    for (Attribute input : getInputs(step)) {
      use(input);
      auto constant = dyn_cast<DictionaryAttr>(input);
      if (!constant)
        continue;
      use(constant.get("operand"));
      use(constant.get("element_type"));
      useAll(constant, "count");
      if (auto operand = constant.getAs<IntegerAttr>("operand"))
        numbers.push_back(
            {operand.getInt(), constant.get("constant") != Attribute()});
    }
  }
  for (int64_t operand : used)
    if (operand >= number)
      return hasNo(operand);
  if (auto unused = rule.getInteger("unused_operand");
      unused < number && unused)
    return operandText(*unused) +
           " takes part in the broadcast, but no step of its rule uses it";

  NamedAttrList attributes = getAttributes(op);
  for (StringRef key : {"require", "require_if_present"}) {
    for (NamedAttribute required : rule.getEntries(key)) {
      std::string subject = "attribute '" + required.getName().str() + "' is ";
      std::string expected =
          ", but its rule requires " + print(required.getValue());
      Attribute found = attributes.get(required.getName());
      if (!found && key == "require")
        return subject + "missing" + expected;
      if (found && found != required.getValue())
        return subject + print(found) + expected;
    }
  }
  for (NamedAttribute mapped : rule.getEntries("map")) {
    std::string problem;
    Attribute found = attributes.get(mapped.getName());
    if (found && !mapValue(rule, mapped.getName(), found, problem))
      return problem;
  }

  for (NamedAttribute required : rule.getEntries("require_operands")) {
    unsigned operand = 0;
    required.getName().getValue().getAsInteger(10, operand);
    StringRef text = cast<StringAttr>(required.getValue()).getValue();
    if (auto unmet = findUnmetOperand(op, operand, text))
      return unmet;
  }
  for (auto [operand, hasDefault] : numbers) {
    Value value = op->getOperand(operand);
    if (isAbsent(value) ? !hasDefault : !getNumber(getConstant(value)))
      return operandText(operand) +
             " is not a compile-time number, which its rule computes with";
  }

  auto isIn = [](ArrayRef<Attribute> types, Type type) {
    return types.empty() || llvm::is_contained(types, TypeAttr::get(type));
  };
  Type result =
      op->getNumResults() ? getElementType(op->getResult(0).getType()) : Type();
  ArrayRef<Attribute> results = rule.getList("result_element_types");
  if (result && !isIn(results, result))
    return "the result has element type '" + print(result) +
           "', but its rule requires one of " + typesText(results);
  for (unsigned operand : rule.operands.select(number)) {
    Type found = getElementType(op->getOperand(operand).getType());
    if (!found)
      continue;
    std::string subject =
        operandText(operand) + " has element type '" + print(found) + "'";
    ArrayRef<Attribute> types = rule.getList("element_types");
    if (!isIn(types, found))
      return subject + ", but its rule requires one of " + typesText(types);
    if (rule.keys.get("same_element_type") && result && found != result)
      return subject + " and the result '" + print(result) +
             "', but its rule requires equal element types";
  }
  return std::nullopt;
}

/// Chooses the first rule whose requirements an op meets or, if there is none,
/// the first one whose operands it has.
static const Rule *chooseRule(Operation *op, const std::deque<Rule> &rules) {
  if (rules.size() == 1)
    return &rules.front();
  for (const Rule &rule : rules)
    if (!findUnmet(op, rule))
      return &rule;
  for (const Rule &rule : rules)
    if (rule.operands.getMinimumCount() <= op->getNumOperands())
      return &rule;
  return &rules.front();
}

//===----------------------------------------------------------------------===//
// Plans: the sizes and the guards of one op
//===----------------------------------------------------------------------===//

namespace {
/// The result of size 0 against size 1 if both are known only at run time.
enum class ZeroExtents { Reject, Numpy };

/// A dim of an operand that takes part in deciding the size of a result dim.
struct Participant {
  unsigned operand;
  unsigned dim;
  /// Its size, which may be dynamic.
  int64_t size;
  /// The operand.
  Value value;

  bool isSameSize(const Participant &other) const {
    if (!ShapedType::isDynamic(size) || !ShapedType::isDynamic(other.size))
      return size == other.size;
    return value == other.value && dim == other.dim;
  }
};

/// A condition that must hold at run time for a plan to be right.
struct Guard {
  enum Kind {
    /// A dynamic dim, `lhs`, must be `size`, which `rhs` has, or 1.
    Fixed,
    /// A dim, `lhs`, must have the size of the result, or 1.
    Broadcasts,
    /// A dim, `lhs`, must have the size of the destination, `rhs`, or 1.
    Into,
    /// Equal, or 1 and at least 1: the result has the maximum.
    MaximumCompatible,
    /// Equal, or one of them 1: the result has the first that is not 1.
    Compatible,
    /// Two bounded dims, which are not broadcast, must be equal.
    Equal,
    /// The result must have the size that its type declares.
    Declared,
    /// The result must not exceed the bound that its type declares.
    AtMost,
  };

  Kind kind;
  std::optional<Participant> lhs, rhs;
  int64_t size = 0;
};

/// How the size of a result dim is computed, and what must be checked.
struct ResultDim {
  enum Kind { Constant, Single, Maximum, FirstNotOne };

  Kind kind = Constant;
  int64_t constant = 1;
  SmallVector<Participant> of;
  SmallVector<Guard> guards;
  std::optional<int64_t> declared, bound;

  /// Returns the size, if it is known once the guards have been checked.
  std::optional<int64_t> getKnown() const {
    return kind == Constant ? std::optional(constant) : declared;
  }
};

/// An operand that is a tensor and takes part.
struct PlannedOperand {
  Value value;
  SmallVector<int64_t> sizes;
  SmallVector<std::optional<int64_t>> bounds;
  SmallVector<int64_t> resultDims;

  std::optional<unsigned> getDim(int64_t resultDim) const {
    auto *found = llvm::find(resultDims, resultDim);
    if (found == resultDims.end())
      return std::nullopt;
    return found - resultDims.begin();
  }
};

/// How an operand is brought to the shape of the result.
struct OperandBroadcast {
  enum Kind { None, Static, Padded, Dynamic };

  Kind kind = None;
  /// Padded: the result dims whose size is set.
  /// Dynamic: the operand dims that are known to have the result's size.
  SmallVector<int64_t> dims;
  /// The result dims for which the type has no size.
  SmallVector<int64_t> open;
};

/// What the lowering of one op on tensors emits.
struct Plan {
  /// By the position of the operand; no shape for those that take no part.
  SmallVector<PlannedOperand> operands;
  SmallVector<ResultDim> dims;
  SmallVector<OperandBroadcast> broadcasts;
  bool isPadded = false;
};

using Bounds = SmallVector<std::optional<int64_t>>;
} // namespace

/// Returns the bounds that a type's encoding gives its dims; none if the
/// encoding is another one.
static std::optional<Bounds> getBounds(RankedTensorType type) {
  if (!type.getEncoding())
    return Bounds(type.getRank());
  std::string text = print(type.getEncoding());
  StringRef list = text;
  SmallVector<StringRef> parts;
  if (!list.consume_front("#stablehlo.bounds<") || !list.consume_back(">"))
    return std::nullopt;
  list.split(parts, ',');
  Bounds bounds;
  for (StringRef part : parts) {
    int64_t bound = 0;
    bounds.push_back(part.trim().getAsInteger(10, bound)
                         ? std::nullopt
                         : std::optional(bound));
  }
  bounds.resize(type.getRank());
  return bounds;
}

/// Creates a tensor type; sizes are none where they are dynamic.
static RankedTensorType getTensorType(const Bounds &sizes, const Bounds &bounds,
                                      Type element) {
  SmallVector<int64_t> shape;
  for (std::optional<int64_t> size : sizes)
    shape.push_back(size.value_or(ShapedType::kDynamic));
  Attribute encoding;
  if (llvm::any_of(bounds, [](auto bound) { return bound.has_value(); })) {
    auto texts = llvm::map_range(bounds, [](std::optional<int64_t> bound) {
      return bound ? std::to_string(*bound) : "?";
    });
    encoding =
        parseAttribute("#stablehlo.bounds<" + llvm::join(texts, ", ") + ">",
                       element.getContext());
  }
  return RankedTensorType::get(shape, element, encoding);
}

/// Returns whether all dynamic dims have the same bound. Such an op is padded:
/// its operands are broadcast to the bound, and their sizes are set.
static bool isPadded(const Plan &plan, std::optional<unsigned> destination,
                     RankedTensorType result, const Bounds &declared) {
  bool hasBounded = false;
  for (int64_t resultDim = 0; resultDim < result.getRank(); ++resultDim) {
    Bounds bounds;
    bool hasStatic = false;
    for (auto [index, operand] : llvm::enumerate(plan.operands)) {
      auto dim = operand.getDim(resultDim);
      if (!dim)
        continue;
      int64_t size = operand.sizes[*dim];
      if (ShapedType::isDynamic(size))
        bounds.push_back(operand.bounds[*dim]);
      else
        hasStatic |= size != 1 || destination == index;
    }
    if (bounds.empty())
      continue;
    if (hasStatic || !bounds.front() || !llvm::all_equal(bounds) ||
        !result.isDynamicDim(resultDim) ||
        (declared[resultDim] && *bounds.front() > *declared[resultDim]))
      return false;
    hasBounded = true;
  }
  return hasBounded;
}

/// Plans a bounded result dim of a padded op.
static ResultDim planPaddedDim(ArrayRef<Participant> participants,
                               const Plan &plan) {
  ResultDim dim;
  dim.kind = ResultDim::Single;
  SmallVector<Participant> different;
  for (const Participant &participant : participants) {
    auto isSame = [&](auto &other) { return participant.isSameSize(other); };
    if (!ShapedType::isDynamic(participant.size) ||
        llvm::any_of(different, isSame))
      continue;
    if (!different.empty())
      dim.guards.push_back({Guard::Equal, different.front(), participant});
    different.push_back(participant);
  }
  const Participant &first = different.front();
  dim.of = {first};
  dim.bound = plan.operands[first.operand].bounds[first.dim];
  return dim;
}

/// Plans the size of a result dim without what its type declares; returns an
/// error if sizes contradict each other.
static std::optional<std::string> planDim(ResultDim &dim, int64_t resultDim,
                                          ArrayRef<Participant> all,
                                          std::optional<unsigned> destination,
                                          ZeroExtents zeroExtents) {
  SmallVector<Participant> participants;
  std::optional<Participant> into;
  for (const Participant &participant : all) {
    if (destination == participant.operand)
      into = participant;
    auto isSame = [&](auto &other) { return participant.isSameSize(other); };
    if (participant.size != 1 && llvm::none_of(participants, isSame))
      participants.push_back(participant);
  }
  std::optional<Participant> fixed = into;
  if (!into)
    for (const Participant &participant : participants)
      if (!fixed && !ShapedType::isDynamic(participant.size))
        fixed = participant;
  if (fixed && !ShapedType::isDynamic(fixed->size)) {
    dim.constant = fixed->size;
    for (const Participant &other : participants) {
      if (other.isSameSize(*fixed))
        continue;
      if (ShapedType::isDynamic(other.size)) {
        dim.guards.push_back({Guard::Fixed, other, fixed, fixed->size});
        continue;
      }
      auto subject = [](const Participant &of) {
        return operandText(of.operand) + " dim " + std::to_string(of.dim);
      };
      return subject(other) + " has size " + sizeText(other.size) + ", but " +
             subject(*fixed) + ", aligned to the same result dim " +
             std::to_string(resultDim) + ", has size " + sizeText(fixed->size);
    }
    return std::nullopt;
  }
  if (into) {
    dim.kind = ResultDim::Single;
    dim.of = {*into};
    for (const Participant &other : participants)
      if (!other.isSameSize(*into))
        dim.guards.push_back({Guard::Into, other, into});
    return std::nullopt;
  }
  if (participants.empty())
    return std::nullopt;
  dim.of = participants;
  bool isReject = zeroExtents == ZeroExtents::Reject;
  if (participants.size() == 1)
    dim.kind = ResultDim::Single;
  else
    dim.kind = isReject ? ResultDim::Maximum : ResultDim::FirstNotOne;
  if (participants.size() == 2)
    dim.guards = {{isReject ? Guard::MaximumCompatible : Guard::Compatible,
                   participants[0], participants[1]}};
  else if (participants.size() > 2)
    for (const Participant &participant : participants)
      dim.guards.push_back({Guard::Broadcasts, participant, std::nullopt});
  return std::nullopt;
}

/// Plans how an operand of a padded op is brought to the result's shape.
static OperandBroadcast planPaddedBroadcast(const PlannedOperand &operand,
                                            ArrayRef<ResultDim> dims) {
  SmallVector<int64_t> padded;
  unsigned bounded = 0;
  bool isResultShape = operand.sizes.size() == dims.size();
  for (auto [resultDim, dim] : llvm::enumerate(dims)) {
    auto own = operand.getDim(resultDim);
    std::optional<int64_t> known = dim.getKnown();
    if (own && ShapedType::isDynamic(operand.sizes[*own]))
      ++bounded;
    else if (!known)
      padded.push_back(resultDim);
    else
      isResultShape &= own && operand.sizes[*own] == *known;
  }
  if (padded.empty() && isResultShape)
    return {};
  // The result of `broadcast_in_dim` has at most one dim that is not static.
  if (bounded <= 1)
    return {OperandBroadcast::Padded, padded, {}};
  OperandBroadcast broadcast = {OperandBroadcast::Dynamic, {}, {}};
  for (auto [dim, size] : llvm::enumerate(operand.sizes))
    if (ShapedType::isDynamic(size))
      broadcast.dims.push_back(dim);
  return broadcast;
}

/// Plans how an operand is brought to the result's shape.
static OperandBroadcast planBroadcast(const PlannedOperand &operand,
                                      ArrayRef<ResultDim> dims) {
  OperandBroadcast broadcast = {OperandBroadcast::Dynamic, {}, {}};
  bool hasResultSizes = operand.sizes.size() == dims.size();
  bool isStaticShape = llvm::all_of(
      dims, [](const ResultDim &dim) { return dim.getKnown().has_value(); });
  for (unsigned index = 0; index < operand.sizes.size(); ++index) {
    int64_t size = operand.sizes[index];
    const ResultDim &dim = dims[operand.resultDims[index]];
    std::optional<int64_t> known = dim.getKnown();
    bool isDynamic = ShapedType::isDynamic(size);
    bool isBelow =
        operand.bounds[index] && known && *operand.bounds[index] < *known;
    bool hasSize = isDynamic ? false : known ? size == *known : size != 1;
    if (isDynamic && dim.kind == ResultDim::Single)
      hasSize = dim.of.front().isSameSize({0, index, size, operand.value});
    // A claim must not contradict the types, even where a guard always fails.
    hasSize &= !isBelow;
    hasResultSizes &= hasSize;
    isStaticShape &= !isDynamic;
    if (isDynamic && hasSize)
      broadcast.dims.push_back(index);
    if (isBelow)
      broadcast.open.push_back(operand.resultDims[index]);
  }
  if (hasResultSizes)
    broadcast.kind = OperandBroadcast::None;
  else if (isStaticShape)
    broadcast.kind = OperandBroadcast::Static;
  return broadcast;
}

static OperandBroadcast planBroadcast(const PlannedOperand &operand,
                                      const Plan &plan) {
  return plan.isPadded ? planPaddedBroadcast(operand, plan.dims)
                       : planBroadcast(operand, plan.dims);
}

/// Plans an op on tensors; returns an error if sizes contradict each other.
static std::optional<std::string> makePlan(const BroadcastOp &broadcast,
                                           ArrayRef<SmallVector<int64_t>> dims,
                                           ZeroExtents zeroExtents,
                                           Plan &plan) {
  Operation *op = broadcast.op;
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  Bounds declared = *getBounds(result);
  SmallVector<SmallVector<Participant>> participants(result.getRank());
  for (auto [index, value] : llvm::enumerate(op->getOperands())) {
    PlannedOperand operand = {value, {}, {}, {}};
    if (broadcast.takesPart(index)) {
      auto type = cast<RankedTensorType>(value.getType());
      operand = {value, llvm::to_vector(type.getShape()), *getBounds(type),
                 dims[index]};
    }
    for (auto [dim, size] : llvm::enumerate(operand.sizes))
      participants[operand.resultDims[dim]].push_back(
          {unsigned(index), unsigned(dim), size, value});
    plan.operands.push_back(std::move(operand));
  }
  plan.isPadded = isPadded(plan, broadcast.destination, result, declared);
  for (int64_t resultDim = 0; resultDim < result.getRank(); ++resultDim) {
    ResultDim dim;
    auto isDynamic = [](const Participant &participant) {
      return ShapedType::isDynamic(participant.size);
    };
    if (plan.isPadded && llvm::any_of(participants[resultDim], isDynamic)) {
      plan.dims.push_back(planPaddedDim(participants[resultDim], plan));
      continue;
    }
    if (auto error = planDim(dim, resultDim, participants[resultDim],
                             broadcast.destination, zeroExtents))
      return error;
    std::string text = "dim " + std::to_string(resultDim);
    std::string inferred =
        ", but the operands broadcast to " + std::to_string(dim.constant);
    if (!result.isDynamicDim(resultDim)) {
      int64_t size = result.getDimSize(resultDim);
      if (dim.kind != ResultDim::Constant) {
        dim.declared = size;
        std::optional<Participant> into;
        if (broadcast.destination == dim.of.front().operand)
          into = dim.of.front();
        dim.guards.push_back({Guard::Declared, into, std::nullopt, size});
      } else if (dim.constant != size) {
        return "the result declares size " + std::to_string(size) + " for " +
               text + inferred;
      }
    }
    if (auto bound = declared[resultDim]) {
      if (dim.kind == ResultDim::Constant && dim.constant > *bound)
        return "the result declares that " + text + " is at most " +
               std::to_string(*bound) + inferred;
      auto isWithin = [&](const Participant &participant) {
        auto own = plan.operands[participant.operand].bounds[participant.dim];
        return own && *own <= *bound;
      };
      if (dim.kind != ResultDim::Constant && !llvm::all_of(dim.of, isWithin))
        dim.guards.push_back(
            {Guard::AtMost, std::nullopt, std::nullopt, *bound});
      if (!dim.getKnown())
        dim.bound = bound;
    }
    plan.dims.push_back(std::move(dim));
  }
  for (const PlannedOperand &operand : plan.operands)
    plan.broadcasts.push_back(planBroadcast(operand, plan));
  return std::nullopt;
}

/// Returns the message of a guard. In a template, `{0}` and `{1}` are sizes at
/// run time.
static std::string guardText(const Guard &guard, int64_t resultDim,
                             bool isTemplate) {
  auto describe = [&](const std::optional<Participant> &participant) {
    if (!participant)
      return std::string();
    StringRef name = getName(participant->value);
    std::string text = operandText(participant->operand);
    if (!name.empty())
      text += " '" + quote(name, isTemplate) + "'";
    return text + " dim " + std::to_string(participant->dim);
  };
  std::string lhs = describe(guard.lhs), rhs = describe(guard.rhs);
  std::string size = std::to_string(guard.size);
  std::string sizeOrOne = guard.size == 1 ? "1" : size + " or 1";
  std::string dim = " in result dim " + std::to_string(resultDim);
  auto both = [&](StringRef expected) {
    return (isTemplate
                ? lhs + " has size {0}, " + rhs + " has size {1}"
                : "the sizes of " + lhs + " and " + rhs + " do not fit") +
           "; expected " + expected.str();
  };
  switch (guard.kind) {
  case Guard::MaximumCompatible:
    return both("equal sizes, or 1 and a size of at least 1");
  case Guard::Compatible:
    return both("equal sizes, or one of them 1");
  case Guard::Equal:
    return both("equal sizes, as bounded dims are not broadcast at run time");
  case Guard::Fixed:
    return (isTemplate ? lhs + " has size {0}, " + rhs + " has size " + size
                       : "the size of " + lhs + " does not fit " + rhs +
                             ", which has size " + size) +
           "; expected " + sizeOrOne;
  case Guard::Broadcasts:
    return isTemplate
               ? lhs + " has size {0}, the operands broadcast to size {1}" +
                     dim + "; expected that size or 1"
               : "the size of " + lhs +
                     " does not fit; expected the size that the operands "
                     "broadcast to" +
                     dim + ", or 1";
  case Guard::Into: {
    if (ShapedType::isDynamic(guard.lhs->size))
      return isTemplate
                 ? lhs + " has size {0}, " + rhs +
                       " has size {1}, which the result has; expected "
                       "that size or 1"
                 : "the size of " + lhs + " does not fit; expected that of " +
                       rhs + ", which the result has, or 1";
    // The size at fault is that of the dynamic one.
    std::string own = std::to_string(guard.lhs->size);
    return isTemplate ? rhs + " has size {0}, " + lhs + " has size " + own +
                            "; expected " + own
                      : "the size of " + rhs + " does not fit " + lhs +
                            "; expected " + own;
  }
  case Guard::Declared:
    if (guard.lhs)
      return isTemplate
                 ? lhs +
                       " has size {0}, which the result has, but it is "
                       "declared as " +
                       size
                 : "the size of " + lhs +
                       ", which the result has, does not fit; expected " +
                       size + ", which is declared";
    return isTemplate
               ? "the operands broadcast to size {0}" + dim +
                     ", which is declared as " + size
               : "the size that the operands broadcast to" + dim +
                     " does not fit; expected " + size + ", which is declared";
  case Guard::AtMost:
    return isTemplate ? "the operands broadcast to size {0}" + dim +
                            ", which is declared to be at most " + size
                      : "the size that the operands broadcast to" + dim +
                            " does not fit; expected at most " + size +
                            ", which is declared";
  }
  llvm_unreachable("all guards are listed");
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

namespace {
/// Which ops check guards.
enum class Assertions { CustomCall, Cf, Shape, None };

/// Creates ops, each once where the first one dominates.
class Emitter {
public:
  Emitter(MLIRContext *context, const RuleTable &table)
      : builder(context), table(table) {}

  OpBuilder builder;
  Location location = builder.getUnknownLoc();

  /// Scopes follow the dominator tree.
  size_t enterScope() { return log.size(); }
  void exitScope(size_t begin) {
    for (; log.size() > begin; log.pop_back())
      known.erase(log.back());
  }
  /// Scopes that share nothing with the enclosing ones.
  auto enterIsolated() {
    return std::pair(std::exchange(known, {}), std::exchange(log, {}));
  }
  void exitIsolated(std::pair<std::map<SmallVector<const void *, 8>, Value>,
                              SmallVector<SmallVector<const void *, 8>>>
                        outer) {
    std::tie(known, log) = std::move(outer);
  }

  NamedAttribute attribute(StringRef name, Attribute value) {
    return builder.getNamedAttr(name, value);
  }

  Operation *create(StringRef name, ValueRange operands,
                    ArrayRef<NamedAttribute> attributes, TypeRange results) {
    OperationState state(location, name);
    state.addOperands(operands);
    state.addAttributes(attributes);
    state.addTypes(results);
    return builder.create(state);
  }

  /// Creates an op without effects, unless there is one already.
  Value emit(StringRef name, ValueRange operands,
             ArrayRef<NamedAttribute> attributes, Type type,
             bool isCommutative = false) {
    OperationName op(name, builder.getContext());
    Key key = {op.getAsOpaquePointer(),
               builder.getDictionaryAttr(attributes).getAsOpaquePointer(),
               type.getAsOpaquePointer()};
    return emitOnce(key, operands, isCommutative, [&] {
      return create(name, operands, attributes, type)->getResult(0);
    });
  }

  /// Uses what the program has already.
  void recordExisting(Operation *op) {
    StringRef name = op->getName().getStringRef();
    NamedAttrList attributes = getAttributes(op);
    auto target =
        dyn_cast_or_null<StringAttr>(attributes.get("call_target_name"));
    if ((name == "stablehlo.custom_call" && target == "shape_assertion") ||
        name == "cf.assert") {
      if (op->getNumOperands())
        recordChecked(op->getOperand(0));
      return;
    }
    bool isCommutative = name == "stablehlo.and" || name == "stablehlo.compare";
    bool isSize = name == "stablehlo.get_dimension_size" ||
                  name == "stablehlo.constant" || name == "stablehlo.convert";
    if (!isCommutative && !isSize)
      return;
    Key key = {op->getName().getAsOpaquePointer(),
               attributes.getDictionary(op->getContext()).getAsOpaquePointer(),
               op->getResult(0).getType().getAsOpaquePointer()};
    emitOnce(key, op->getOperands(), isCommutative,
             [&] { return op->getResult(0); });
  }

  RankedTensorType getSizeType(ArrayRef<int64_t> shape, bool isWide) {
    Type element = isWide ? builder.getI64Type() : builder.getI32Type();
    return RankedTensorType::get(shape, element);
  }
  static bool isWide(Value size) {
    return ::getElementType(size.getType()).isInteger(64);
  }

  Value emitConstants(ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape,
                      bool isWide) {
    RankedTensorType type = getSizeType(shape, isWide);
    SmallVector<APInt> values;
    for (int64_t size : sizes)
      values.push_back(APInt(64, size).trunc(isWide ? 64 : 32));
    return emit("stablehlo.constant", {},
                attribute("value", DenseElementsAttr::get(type, values)), type);
  }
  Value emitSize(Value operand, unsigned dim) {
    return emit("stablehlo.get_dimension_size", operand,
                attribute("dimension", builder.getI64IntegerAttr(dim)),
                getSizeType({}, false));
  }
  Value emitWide(Value size) {
    return emit("stablehlo.convert", size, {}, getSizeType({}, true));
  }
  Value emitCompare(Value lhs, Value rhs, bool isEqual) {
    Attribute direction = isEqual ? table.equal : table.atLeast;
    return emit("stablehlo.compare", {lhs, rhs},
                attribute("comparison_direction", direction),
                RankedTensorType::get({}, builder.getI1Type()), isEqual);
  }
  Value emitOr(Value lhs, Value rhs) {
    return emit("stablehlo.or", {lhs, rhs}, {}, lhs.getType(), true);
  }
  /// Compares a size with a constant: whether it is equal, or at most that.
  Value emitCompare(Value size, int64_t constant, bool isEqual = true) {
    bool isConstantWide = constant != int32_t(constant);
    if (isConstantWide && !isWide(size))
      size = emitWide(size);
    Value other = emitConstants(constant, {}, isConstantWide || isWide(size));
    return isEqual ? emitCompare(size, other, true)
                   : emitCompare(other, size, false);
  }
  /// Returns whether a size is equal to another one, or 1.
  Value emitBroadcasts(Value size, Value other) {
    Value isEqual = emitCompare(size, other, true);
    return emitOr(isEqual, emitCompare(size, 1));
  }

  Value emitMaximum(ValueRange sizes) {
    return emitFold("stablehlo.maximum", sizes, [&](Value all, Value size) {
      return emit("stablehlo.maximum", {all, size}, {}, size.getType(), true);
    });
  }
  Value emitMinimum(ValueRange sizes) {
    return emitFold("stablehlo.minimum", sizes, [&](Value all, Value size) {
      return emit("stablehlo.minimum", {all, size}, {}, size.getType(), true);
    });
  }
  Value emitFirstNotOne(ValueRange sizes) {
    return emitFold("stablehlo.select", sizes, [&](Value all, Value size) {
      Value isOne = emitCompare(all, 1);
      return create("stablehlo.select", {isOne, size, all}, {}, size.getType())
          ->getResult(0);
    });
  }

  /// Casts a tensor to a type of other sizes.
  Value emitCast(Value value, Type type) {
    if (value.getType() == type)
      return value;
    return create("tensor.cast", value, {}, type)->getResult(0);
  }

  /// Emits a broadcast of an operand.
  Value emitBroadcast(Value operand, ArrayRef<int64_t> resultDims,
                      ArrayRef<int64_t> nonexpanding, Value shape, Type type) {
    SmallVector<NamedAttribute> attributes = {attribute(
        "broadcast_dimensions", builder.getDenseI64ArrayAttr(resultDims))};
    if (!shape)
      return emit("stablehlo.broadcast_in_dim", operand, attributes, type);
    if (!nonexpanding.empty())
      attributes.push_back(
          attribute("known_nonexpanding_dimensions",
                    builder.getDenseI64ArrayAttr(nonexpanding)));
    return emit("stablehlo.dynamic_broadcast_in_dim", {operand, shape},
                attributes, type);
  }

  /// Emits a check unless the condition has been checked; returns its witness,
  /// if there is one.
  Value emitCheck(Value condition, Assertions assertions,
                  const std::string &message, ArrayRef<Value> sizes) {
    Value checked = emitOnce({&checkTag}, condition, false, [&]() -> Value {
      NamedAttribute msg = attribute("msg", builder.getStringAttr(message));
      if (assertions == Assertions::CustomCall) {
        SmallVector<Value> operands = {condition};
        llvm::append_range(operands, sizes);
        create("stablehlo.custom_call", operands,
               {attribute("api_version", builder.getI32IntegerAttr(2)),
                attribute("call_target_name",
                          builder.getStringAttr("shape_assertion")),
                attribute("error_message", msg.getValue()),
                attribute("has_side_effect", builder.getBoolAttr(true))},
               {});
        return condition;
      }
      Value truth = emit("tensor.extract", condition, {}, builder.getI1Type());
      if (assertions == Assertions::Cf) {
        create("cf.assert", truth, msg, {});
        return condition;
      }
      return create("shape.cstr_require", truth, msg, getWitnessType())
          ->getResult(0);
    });
    return checked == condition ? Value() : checked;
  }
  Type getWitnessType() {
    return shape::WitnessType::get(builder.getContext());
  }

private:
  using Key = SmallVector<const void *, 8>;

  template <typename Emit>
  Value emitOnce(Key key, ValueRange operands, bool isCommutative, Emit emit) {
    size_t first = key.size();
    for (Value operand : operands)
      key.push_back(operand.getAsOpaquePointer());
    if (isCommutative)
      llvm::sort(key.begin() + first, key.end());
    auto found = known.find(key);
    if (found != known.end())
      return found->second;
    Value value = emit();
    if (known.insert({key, value}).second)
      log.push_back(key);
    return value;
  }

  /// Combines sizes from left to right, once for each set of sizes.
  template <typename Emit>
  Value emitFold(StringRef name, ValueRange sizes, Emit emit) {
    OperationName op(name, builder.getContext());
    Key key = {&foldTag, op.getAsOpaquePointer()};
    return emitOnce(key, sizes, true, [&] {
      Value all = sizes.front();
      for (Value size : sizes.drop_front())
        all = emit(all, size);
      return all;
    });
  }

  /// A conjunction is checked if its parts are.
  void recordChecked(Value condition) {
    emitOnce({&checkTag}, condition, false, [&] { return condition; });
    Operation *op = condition.getDefiningOp();
    StringRef name = op ? op->getName().getStringRef() : "";
    if (name == "stablehlo.and" ||
        (name == "tensor.extract" && op->getNumOperands() == 1))
      for (Value part : op->getOperands())
        recordChecked(part);
  }

  static constexpr char checkTag = 0, foldTag = 0;

  const RuleTable &table;
  std::map<Key, Value> known;
  SmallVector<Key> log;
};

/// An operand of an op of a sequence.
struct StepInput {
  enum Kind { Operand, Result, Constant, Untyped };

  Kind kind;
  unsigned index = 0;
  Number number = Number::of(int64_t(0));
  Type element = {};
  /// An untyped constant.
  DictionaryAttr constant = {};
};

/// An op of a sequence.
struct LoweredStep {
  /// The position of its step: a step that combines several operands has
  /// several ops.
  unsigned number;
  StringRef op;
  SmallVector<StepInput> inputs;
  SmallVector<NamedAttribute> attributes;
  Type element;

  bool uses(unsigned operand) const {
    return llvm::any_of(inputs, [&](const StepInput &input) {
      return input.kind == StepInput::Operand && input.index == operand;
    });
  }
};

/// An op that verifies and that can be lowered.
struct LowerableOp {
  BroadcastOp broadcast;
  /// The result dims of each operand's dims.
  SmallVector<SmallVector<int64_t>> resultDims;
  SmallVector<NamedAttribute> attributes;
  SmallVector<LoweredStep> steps;
  Plan plan;
  /// Why it cannot be lowered after all.
  std::string error;
};
} // namespace

//===----------------------------------------------------------------------===//
// Checks before the program is changed
//===----------------------------------------------------------------------===//

static Type withElementType(Type type, Type element) {
  return cast<ShapedType>(type).clone(element);
}

/// Returns why the types of an op cannot be lowered.
static std::optional<std::string> checkTypes(const BroadcastOp &broadcast) {
  auto check = [](Type type, const Shape &shape,
                  const Twine &name) -> std::optional<std::string> {
    std::string subject = (name + " has type '" + print(type) + "'").str();
    if (shape.container == Shape::Absent)
      return std::nullopt;
    if (shape.container == Shape::Other)
      return subject + "; expected a tensor or a vector";
    if (!shape.isRanked)
      return subject + " of unknown rank; give the arguments' shapes first, as with --shapes";
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && !getBounds(tensor))
      return subject + ", and what its encoding means for a broadcast is not "
                       "known; remove the encoding first";
    return std::nullopt;
  };
  for (auto [index, shape] : llvm::enumerate(broadcast.operands))
    if (auto error = check(broadcast.op->getOperand(index).getType(), shape,
                           operandText(index)))
      return error;
  return check(broadcast.op->getResult(0).getType(), broadcast.results.front(),
               "the result");
}

/// Checks that an op of the target accepts its attributes.
static std::optional<std::string>
checkTarget(Operation *op, StringRef target,
            ArrayRef<NamedAttribute> attributes) {
  for (NamedAttribute attribute : attributes)
    if (auto constraint = checkAttribute(op, target, attribute))
      return "attribute '" + attribute.getName().str() + "' is " +
             print(attribute.getValue()) + ", which '" + target.str() +
             "' does not accept; expected \"" + *constraint + "\"";
  return std::nullopt;
}

/// Computes the attributes that the target gets; returns why it cannot.
static std::optional<std::string>
carryAttributes(const BroadcastOp &broadcast,
                SmallVector<NamedAttribute> &carried) {
  const Rule &rule = *broadcast.rule;
  MLIRContext *context = broadcast.op->getContext();
  NamedAttrList attributes = getAttributes(broadcast.op);
  auto isUsed = [&](StringRef name) {
    if (rule.getList("sequence").empty() || name == "sdy.sharding")
      return true;
    return llvm::any_of(getSteps(rule), [&](DictionaryAttr step) {
      auto names = step.getAs<ArrayAttr>("carry");
      return names && llvm::is_contained(names, StringAttr::get(context, name));
    });
  };
  for (NamedAttribute attribute : attributes.getDictionary(context)) {
    StringRef name = attribute.getName();
    StringRef newName = rule.getCarriedName(name);
    if (name.empty() && !rule.keys.get("carry"))
      return "its properties are " + print(attribute.getValue()) +
             ", which have no names to carry them over by; write a dictionary, "
             "or 'carry = []' in its rule to leave them behind";
    // These describe the operands, too.
    if (newName.empty() || name == "sdy.sharding_rule" ||
        name == "sdy.propagation_edges" || !isUsed(newName) ||
        rule.getEntry("set", newName))
      continue;
    if (newName != name && rule.getCarriedName(newName) == newName &&
        attributes.get(newName))
      return "its rule carries attribute '" + name.str() + "' over as '" +
             newName.str() + "', but the op also has an attribute '" +
             newName.str() + "'";
    std::string problem;
    Attribute value = mapValue(rule, name, attribute.getValue(), problem);
    if (!value)
      return problem;
    if (Attribute dialect = rule.getEntry("dialect", name)) {
      // `#chlo<comparison_direction EQ>` is `#stablehlo<...>` there.
      std::string text = print(value);
      StringRef newDialect = cast<StringAttr>(dialect).getValue();
      size_t begin = text.find_first_of("<.");
      ScopedDiagnosticHandler silence(context, [](Diagnostic &) {});
      value = Attribute();
      if (text[0] == '#' && begin != std::string::npos)
        value = parseAttribute(("#" + newDialect + text.substr(begin)).str(),
                               context);
      if (!value)
        return "attribute '" + name.str() + "' is " + text +
               ", which has no equivalent in dialect '" + newDialect.str() +
               "'";
    }
    carried.push_back({StringAttr::get(context, newName), value});
  }
  llvm::append_range(carried, rule.getEntries("set"));
  return checkTarget(broadcast.op, rule.getText("target"), carried);
}

namespace {
/// Reads the sequence of an op's rule.
struct StepReader {
  const BroadcastOp &broadcast;
  ArrayRef<NamedAttribute> carried;
  SmallVector<LoweredStep> &steps;
  llvm::StringMap<unsigned> results = {};

  Operation *op() const { return broadcast.op; }

  Type getOperandElement(size_t operand) const {
    if (operand >= op()->getNumOperands())
      return {};
    return getElementType(op()->getOperand(operand).getType());
  }

  /// Returns a type that a rule gives; null if it gives none.
  Type getElement(Attribute element) const {
    if (auto operand = dyn_cast_or_null<IntegerAttr>(element))
      return getOperandElement(operand.getInt());
    auto type = dyn_cast_or_null<TypeAttr>(element);
    return type ? type.getValue() : Type();
  }

  /// Returns the element type of the last operand that is not a constant.
  Type getCommonElement(ArrayRef<StepInput> inputs) const {
    for (const StepInput &input : llvm::reverse(inputs)) {
      Type element;
      if (input.kind == StepInput::Operand)
        element = getOperandElement(input.index);
      if (input.kind == StepInput::Result)
        element = steps[input.index].element;
      if (element)
        return element;
    }
    for (size_t operand = 0; operand < broadcast.operands.size(); ++operand)
      if (broadcast.takesPart(operand))
        return getOperandElement(operand);
    return {};
  }

  std::optional<std::string> readConstant(StepInput &input, Type element) {
    DictionaryAttr constant = input.constant;
    std::string subject;
    std::optional<Number> number;
    auto text = constant.getAs<StringAttr>("constant");
    auto name = constant.getAs<StringAttr>("attribute");
    auto operand = constant.getAs<IntegerAttr>("operand");
    Attribute attribute;
    if (name)
      attribute = getAttributes(op()).get(name.getValue());
    if (auto counted = constant.getAs<StringAttr>("count")) {
      number = Number::of(int64_t(
          Operands(counted.getValue()).select(op()->getNumOperands()).size()));
      subject =
          "the number of its operands is " + std::to_string(number->integer);
    } else if (operand && !isAbsent(op()->getOperand(operand.getInt()))) {
      Attribute value = getConstant(op()->getOperand(operand.getInt()));
      number = getNumber(value);
      subject = operandText(operand.getInt()) + " is the constant " +
                (value ? print(value) : "");
    } else if (attribute) {
      number = getNumber(attribute);
      subject = "attribute '" + name.str() + "' is " + print(attribute);
    } else if (text) {
      number = parseNumber(text);
      subject = "its rule has the constant " + text.str();
    } else {
      return "attribute '" + (name ? name.str() : "") +
             "' is missing, but its rule makes it a constant";
    }
    if (!number || !getSplat(RankedTensorType::get({}, element), *number))
      return subject + ", which is not a number that element type '" +
             print(element) + "' has";
    input = {StepInput::Constant, 0, *number, element, {}};
    return std::nullopt;
  }

  std::optional<std::string> readStep(unsigned number, DictionaryAttr step,
                                      SmallVector<StepInput> inputs,
                                      bool isLast) {
    auto name = step.getAs<StringAttr>("op");
    std::string unknown = "the element type of the step '" + name.str() +
                          "' of its rule is not known";
    Type common = getCommonElement(inputs);
    Type element = getElement(step.get("element_type"));
    if (!step.get("element_type"))
      element = isLast ? getElementType(op()->getResult(0).getType()) : common;
    for (StepInput &input : inputs) {
      if (input.kind != StepInput::Untyped)
        continue;
      Attribute own = input.constant.get("element_type");
      Type type = own ? getElement(own) : common;
      if (!type)
        return unknown;
      if (auto error = readConstant(input, type))
        return error;
    }
    if (!element)
      return unknown;
    LoweredStep lowered = {number, name, std::move(inputs), {}, element};
    auto carry = step.getAs<ArrayAttr>("carry");
    for (NamedAttribute attribute : carried)
      if ((carry && llvm::is_contained(carry, attribute.getName())) ||
          (isLast && attribute.getName() == "sdy.sharding"))
        lowered.attributes.push_back(attribute);
    if (auto set = step.getAs<DictionaryAttr>("set"))
      llvm::append_range(lowered.attributes, set.getValue());
    if (auto error = checkTarget(op(), name, lowered.attributes))
      return error;
    steps.push_back(std::move(lowered));
    return std::nullopt;
  }

  std::optional<std::string> read() {
    ArrayRef<Attribute> all = broadcast.rule->getList("sequence");
    for (auto [number, attribute] : llvm::enumerate(all)) {
      auto step = cast<DictionaryAttr>(attribute);
      bool isLast = number + 1 == all.size();
      SmallVector<StepInput> inputs;
      for (Attribute input : getInputs(step)) {
        if (auto operand = dyn_cast<IntegerAttr>(input))
          inputs.push_back({StepInput::Operand, unsigned(operand.getInt())});
        else if (auto result = dyn_cast<StringAttr>(input))
          inputs.push_back({StepInput::Result, results[result.getValue()]});
        else
          inputs.push_back({StepInput::Untyped, 0, Number::of(int64_t(0)),
                            Type(), cast<DictionaryAttr>(input)});
      }
      if (auto fold = step.getAs<StringAttr>("fold")) {
        // From left to right, each op with the result of the one before it.
        auto operands =
            Operands(fold.getValue()).select(op()->getNumOperands());
        StepInput left = {StepInput::Operand, operands.front()};
        for (unsigned operand : ArrayRef(operands).drop_front()) {
          if (auto error = readStep(
                  number, step, {left, {StepInput::Operand, operand}}, isLast))
            return error;
          left = {StepInput::Result, unsigned(steps.size() - 1)};
        }
      } else if (auto error =
                     readStep(number, step, std::move(inputs), isLast)) {
        return error;
      }
      if (auto name = step.getAs<StringAttr>("name"))
        results[name.getValue()] = steps.size() - 1;
    }
    return std::nullopt;
  }
};
} // namespace

/// Returns why a vector cannot be brought to the shape of the result.
static std::optional<std::string> checkVectors(const LowerableOp &lowerable) {
  ArrayRef<int64_t> result = lowerable.broadcast.results.front().sizes;
  for (auto [index, operand] : llvm::enumerate(lowerable.broadcast.operands))
    for (auto [dim, size] : llvm::enumerate(operand.sizes)) {
      int64_t resultDim = lowerable.resultDims[index][dim];
      if (size != result[resultDim] && size != 1)
        return operandText(index) + " dim " + std::to_string(dim) +
               " has size " + sizeText(size) + ", but the result has size " +
               sizeText(result[resultDim]) + " in dim " +
               std::to_string(resultDim) + "; expected that size or 1";
    }
  return std::nullopt;
}

/// Checks that an op that verifies can be lowered; returns why it cannot.
static std::optional<std::string>
checkLowerable(LowerableOp &lowerable, ZeroExtents zeroExtents,
               SmallVectorImpl<std::string> &notes) {
  BroadcastOp &broadcast = lowerable.broadcast;
  Operation *op = broadcast.op;
  if (op->getNumRegions() + op->getNumSuccessors() > 0)
    return "it has regions or successors, which its target would lose";
  if (op->getNumResults() != 1)
    return "it has " + std::to_string(op->getNumResults()) +
           " results; expected one, as its target has";
  if (auto error = checkTypes(broadcast))
    return error;
  if (auto unmet = findUnmet(op, *broadcast.rule)) {
    if (broadcast.alternatives->size() == 1)
      return unmet;
    for (const Rule &rule : *broadcast.alternatives) {
      std::string target = rule.getText("target").str();
      for (DictionaryAttr step : getSteps(rule))
        target +=
            (target.empty() ? "" : ", ") + step.getAs<StringAttr>("op").str();
      if (auto reason = findUnmet(op, rule))
        notes.push_back("rule " + std::to_string(rule.index + 1) + ", to '" +
                        target + "'" + rule.at() + ": " + *reason);
    }
    return "it meets the requirements of none of its " +
           std::to_string(broadcast.alternatives->size()) + " rules";
  }

  Alignment alignment;
  alignment.dimensions = broadcast.dimensions;
  bool hasRanked = false;
  for (const Shape &shape : broadcast.operands) {
    hasRanked |= shape.isRanked;
    alignment.resultRank =
        std::max<unsigned>(alignment.resultRank, shape.sizes.size());
  }
  size_t rank = broadcast.results.front().sizes.size();
  if (!hasRanked)
    return "it has no operands that decide the result's shape";
  if (alignment.resultRank != rank)
    return "the result has rank " + std::to_string(rank) +
           ", but the operands broadcast to rank " +
           std::to_string(alignment.resultRank);
  for (const Shape &shape : broadcast.operands) {
    SmallVector<int64_t> &dims = lowerable.resultDims.emplace_back();
    for (size_t dim = 0; dim < shape.sizes.size(); ++dim)
      dims.push_back(alignment.getResultDim(shape.sizes.size(), dim));
  }
  bool isVector = broadcast.results.front().container == Shape::Vector;
  if (auto error = isVector ? checkVectors(lowerable)
                            : makePlan(broadcast, lowerable.resultDims,
                                       zeroExtents, lowerable.plan))
    return error;
  if (auto error = carryAttributes(broadcast, lowerable.attributes))
    return error;
  return StepReader{broadcast, lowerable.attributes, lowerable.steps}.read();
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// Returns whether the operands and the result of an op must have equal types.
static bool takesEqualTypes(MLIRContext *context, StringRef name) {
  auto info = RegisteredOperationName::lookup(name, context);
  return info && (info->hasTrait<OpTrait::SameOperandsAndResultType>() ||
                  info->hasTrait<OpTrait::SameTypeOperands>() ||
                  // `arith.select`, for example, has neither of the others.
                  info->hasTrait<OpTrait::Tensorizable>());
}

namespace {
/// Lowers one op.
class Lowering {
public:
  Lowering(Emitter &emitter, LowerableOp &lowerable, Assertions assertions)
      : emitter(emitter), lowerable(lowerable), plan(lowerable.plan),
        rule(*lowerable.broadcast.rule), op(lowerable.broadcast.op),
        resultType(op->getResult(0).getType()), assertions(assertions) {}

  /// Why `run` has failed.
  std::string error;

  /// Emits what replaces the op, in front of it; null after an error.
  Value run() {
    emitter.builder.setInsertionPoint(op);
    emitter.location = op->getLoc();
    if (isa<VectorType>(resultType))
      return emitTarget();
    SmallVector<Value> witnesses = emitGuards();
    if (witnesses.empty())
      return emitTarget();
    // What only computes with sizes needs no witness, and others can reuse it.
    for (const OperandBroadcast &broadcast : plan.broadcasts)
      emitSizes(broadcast);
    for (const LoweredStep &step : lowerable.steps)
      for (const StepInput &input : step.inputs)
        if (input.kind == StepInput::Constant)
          emitSizes(planBroadcast(PlannedOperand(), plan));
    Type witnessType = emitter.getWitnessType();
    Value witness = witnesses.front();
    if (witnesses.size() > 1)
      witness =
          emitter.create("shape.assuming_all", witnesses, {}, witnessType)
              ->getResult(0);
    OperationState state(op->getLoc(), "shape.assuming");
    state.addOperands(witness);
    state.addTypes(resultType);
    Block *block = new Block();
    state.addRegion()->push_back(block);
    Operation *assuming = emitter.builder.create(state);
    emitter.builder.setInsertionPointToStart(block);
    size_t scope = emitter.enterScope();
    Value result = emitTarget();
    if (result)
      emitter.create("shape.assuming_yield", result, {}, {});
    emitter.exitScope(scope);
    return result ? assuming->getResult(0) : Value();
  }

private:
  Value emitSize(const Participant &participant) {
    return emitter.emitSize(participant.value, participant.dim);
  }

  Value emitExtent(const ResultDim &dim) {
    SmallVector<Value> sizes;
    for (const Participant &participant : dim.of)
      sizes.push_back(emitSize(participant));
    switch (dim.kind) {
    case ResultDim::Constant:
      return emitter.emitConstants(dim.constant, {},
                                   dim.constant != int32_t(dim.constant));
    case ResultDim::Single:
      return sizes.front();
    case ResultDim::Maximum:
      return emitter.emitMaximum(sizes);
    case ResultDim::FirstNotOne:
      return emitter.emitFirstNotOne(sizes);
    }
    llvm_unreachable("all kinds are listed");
  }

  /// Emits the sizes of the result, a tensor of rank 1.
  Value emitShape() {
    bool isWide = llvm::any_of(plan.dims, [](const ResultDim &dim) {
      return dim.getKnown() && *dim.getKnown() != int32_t(*dim.getKnown());
    });
    SmallVector<Value> pieces;
    SmallVector<int64_t> constants;
    auto emitConstants = [&] {
      if (!constants.empty())
        pieces.push_back(emitter.emitConstants(
            constants, int64_t(constants.size()), isWide));
      constants.clear();
    };
    for (const ResultDim &dim : plan.dims) {
      if (dim.getKnown()) {
        constants.push_back(*dim.getKnown());
        continue;
      }
      emitConstants();
      Value size = emitExtent(dim);
      if (isWide)
        size = emitter.emitWide(size);
      pieces.push_back(emitter.emit("stablehlo.reshape", size, {},
                                    emitter.getSizeType(1, isWide)));
    }
    emitConstants();
    if (pieces.size() == 1)
      return pieces.front();
    Attribute zero = emitter.builder.getI64IntegerAttr(0);
    return emitter.emit("stablehlo.concatenate", pieces,
                        emitter.attribute("dimension", zero),
                        emitter.getSizeType(int64_t(plan.dims.size()), isWide));
  }

  void emitSizes(const OperandBroadcast &broadcast) {
    if (broadcast.kind == OperandBroadcast::Dynamic)
      emitShape();
    if (broadcast.kind == OperandBroadcast::Padded)
      for (int64_t dim : broadcast.dims)
        emitExtent(plan.dims[dim]);
  }

  /// Emits the condition of a guard, and collects the sizes that its message
  /// shows.
  Value emitCondition(const Guard &guard, const ResultDim &dim,
                      SmallVectorImpl<Value> &shown) {
    bool isLhsShown = guard.lhs && guard.kind != Guard::Declared &&
                      ShapedType::isDynamic(guard.lhs->size);
    Value lhs, rhs;
    if (isLhsShown)
      shown.push_back(lhs = emitSize(*guard.lhs));
    if (guard.rhs && guard.kind != Guard::Fixed)
      shown.push_back(rhs = emitSize(*guard.rhs));
    Value extent;
    if (guard.kind == Guard::Broadcasts || guard.kind == Guard::Declared ||
        guard.kind == Guard::AtMost)
      shown.push_back(extent = emitExtent(dim));
    switch (guard.kind) {
    case Guard::Fixed: {
      Value isFixed = emitter.emitCompare(lhs, guard.size);
      if (guard.size == 1)
        return isFixed;
      return emitter.emitOr(isFixed, emitter.emitCompare(lhs, 1));
    }
    case Guard::Broadcasts:
      return emitter.emitBroadcasts(lhs, extent);
    case Guard::Into:
      return lhs ? emitter.emitBroadcasts(lhs, rhs)
                 : emitter.emitCompare(rhs, guard.lhs->size);
    case Guard::MaximumCompatible: {
      Value maximum = emitter.emitMaximum({lhs, rhs});
      return emitter.emitBroadcasts(emitter.emitMinimum({lhs, rhs}), maximum);
    }
    case Guard::Compatible: {
      Value isLhs = emitter.emitBroadcasts(lhs, rhs);
      return emitter.emitOr(isLhs, emitter.emitCompare(rhs, 1));
    }
    case Guard::Equal:
      return emitter.emitCompare(lhs, rhs, /*isEqual=*/true);
    case Guard::Declared:
      return emitter.emitCompare(extent, guard.size);
    case Guard::AtMost:
      return emitter.emitCompare(extent, guard.size, /*isEqual=*/false);
    }
    llvm_unreachable("all guards are listed");
  }

  /// Emits the guards; returns the witnesses of their checks.
  SmallVector<Value> emitGuards() {
    llvm::SmallSetVector<Value, 4> witnesses;
    if (assertions == Assertions::None)
      return {};
    bool isTemplate = assertions == Assertions::CustomCall;
    for (auto [resultDim, dim] : llvm::enumerate(plan.dims)) {
      for (const Guard &guard : dim.guards) {
        SmallVector<Value> shown;
        Value condition = emitCondition(guard, dim, shown);
        std::string message = quote(rule.source, isTemplate) + ": " +
                              guardText(guard, resultDim, isTemplate);
        Value witness =
            emitter.emitCheck(condition, assertions, message, shown);
        if (witness)
          witnesses.insert(witness);
      }
    }
    return llvm::to_vector(witnesses);
  }

  /// Returns a tensor type with all known sizes of the result.
  RankedTensorType getEqualType(Type element, ArrayRef<int64_t> open = {}) {
    Bounds sizes, bounds;
    for (auto [resultDim, dim] : llvm::enumerate(plan.dims)) {
      bool isOpen = llvm::is_contained(open, int64_t(resultDim));
      sizes.push_back(isOpen ? std::nullopt : dim.getKnown());
      bounds.push_back(isOpen ? std::nullopt : dim.bound);
    }
    return getTensorType(sizes, bounds, element);
  }

  /// Broadcasts an operand to the bounds of result dims, and sets their sizes.
  Value emitPadded(const PlannedOperand &operand, ArrayRef<int64_t> padded) {
    auto getType = [&](ArrayRef<int64_t> open) {
      Bounds sizes, bounds;
      for (auto [resultDim, dim] : llvm::enumerate(plan.dims)) {
        bool isOpen = llvm::is_contained(open, int64_t(resultDim));
        sizes.push_back(isOpen ? dim.bound : dim.getKnown());
        bounds.push_back(isOpen ? std::nullopt : dim.bound);
      }
      return getTensorType(sizes, bounds,
                           getElementType(operand.value.getType()));
    };
    Value value = emitter.emitBroadcast(operand.value, operand.resultDims, {},
                                        Value(), getType(padded));
    for (auto [index, resultDim] : llvm::enumerate(padded)) {
      Value size = emitExtent(plan.dims[resultDim]);
      Attribute dim = emitter.builder.getI64IntegerAttr(resultDim);
      value = emitter.emit("stablehlo.set_dimension_size", {value, size},
                           emitter.attribute("dimension", dim),
                           getType(padded.drop_front(index + 1)));
    }
    return value;
  }

  Value emitBroadcast(const PlannedOperand &operand,
                      const OperandBroadcast &broadcast) {
    if (broadcast.kind == OperandBroadcast::None)
      return operand.value;
    if (broadcast.kind == OperandBroadcast::Padded)
      return emitPadded(operand, broadcast.dims);
    Value shape;
    if (broadcast.kind == OperandBroadcast::Dynamic)
      shape = emitShape();
    return emitter.emitBroadcast(
        operand.value, operand.resultDims, broadcast.dims, shape,
        getEqualType(getElementType(operand.value.getType()), broadcast.open));
  }

  /// Brings a vector to the shape of the result.
  Value emitVectorBroadcast(unsigned index) {
    Value value = op->getOperand(index);
    ArrayRef<int64_t> own = lowerable.broadcast.operands[index].sizes;
    ArrayRef<int64_t> result = lowerable.broadcast.results.front().sizes;
    ArrayRef<int64_t> dims = lowerable.resultDims[index];
    if (own == result)
      return value;
    Type element = getElementType(value.getType());
    bool isTrailing = true;
    for (auto [dim, resultDim] : llvm::enumerate(dims))
      isTrailing &= resultDim == int64_t(dim + result.size() - own.size());
    if (!isTrailing) {
      SmallVector<int64_t> sizes(result.size() - dims.front(), 1);
      for (auto [size, resultDim] : llvm::zip(own, dims))
        sizes[resultDim - dims.front()] = size;
      Type type = getVectorType(sizes, element);
      if (type != value.getType())
        value = emitter.emit("vector.shape_cast", value, {}, type);
    }
    Type type = getVectorType(result, element);
    if (type == value.getType())
      return value;
    return emitter.emit("vector.broadcast", value, {}, type);
  }

  /// Brings an operand to the shape of the result, if it takes part.
  Value emitOperand(unsigned index) {
    if (!lowerable.broadcast.takesPart(index))
      return op->getOperand(index);
    if (isa<VectorType>(resultType))
      return emitVectorBroadcast(index);
    return emitBroadcast(plan.operands[index], plan.broadcasts[index]);
  }

  /// Emits a number in the shape of the result.
  Value emitNumber(Number number, Type element) {
    auto emitConstant = [&](StringRef name, Type type) {
      Attribute value = getSplat(cast<ShapedType>(type), number);
      return emitter.emit(name, {}, emitter.attribute("value", value), type);
    };
    if (isa<VectorType>(resultType))
      return emitConstant("arith.constant",
                          withElementType(resultType, element));
    RankedTensorType type = getEqualType(element);
    if (type.hasStaticShape())
      return emitConstant("stablehlo.constant", type);
    PlannedOperand scalar;
    scalar.value =
        emitConstant("stablehlo.constant", RankedTensorType::get({}, element));
    return emitBroadcast(scalar, planBroadcast(scalar, plan));
  }

  /// Verifies an op of a registered dialect; returns an error on failure.
  std::optional<std::string> verifyTarget(Operation *target) {
    std::string reasons;
    ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &found) {
      std::string reason = found.str();
      StringRef text = reason;
      text.consume_front(
          ("'" + target->getName().getStringRef() + "' op ").str());
      reasons += (reasons.empty() ? "" : "; ") + text.str();
    });
    if (succeeded(mlir::verify(target)))
      return std::nullopt;
    return reasons;
  }

  Value emitTarget() {
    if (!lowerable.steps.empty())
      return emitSequence();
    StringRef name = rule.getText("target");
    bool isVector = isa<VectorType>(resultType);
    bool isEqual = !isVector && takesEqualTypes(op->getContext(), name);
    Type targetType =
        isEqual ? getEqualType(getElementType(resultType)) : resultType;
    SmallVector<Value> operands;
    for (unsigned index = 0; index < op->getNumOperands(); ++index) {
      bool takesPart = lowerable.broadcast.takesPart(index);
      if (!takesPart && rule.getText("others") != "keep")
        continue;
      Value value = emitOperand(index);
      if (takesPart && isEqual)
        value = emitter.emitCast(value,
                                 getEqualType(getElementType(value.getType())));
      operands.push_back(value);
    }
    Type ownType = targetType;
    if (auto element = rule.keys.getAs<TypeAttr>("target_element_type"))
      ownType = withElementType(targetType, element.getValue());
    Operation *target =
        emitter.create(name, operands, lowerable.attributes, ownType);
    if (auto reason = verifyTarget(target)) {
      error = "its target op '" + name.str() + "', from its rule" + rule.at() +
              ", is invalid: " + *reason;
      return {};
    }
    return emitResult(target->getResult(0), targetType);
  }

  /// Converts the result of a target to the type of the op's result.
  Value emitResult(Value value, Type targetType) {
    if (value.getType() != targetType)
      value = emitter.create("stablehlo.convert", value, {}, targetType)
                  ->getResult(0);
    return emitter.emitCast(value, resultType);
  }

  Value emitSequence() {
    SmallVector<Value> operands, results;
    for (unsigned index = 0; index < op->getNumOperands(); ++index) {
      bool isUsed = llvm::any_of(lowerable.steps, [&](const LoweredStep &step) {
        return step.uses(index);
      });
      operands.push_back(isUsed ? emitOperand(index) : op->getOperand(index));
    }
    SmallVector<SmallVector<Value>> numbers;
    for (const LoweredStep &step : lowerable.steps) {
      numbers.emplace_back();
      for (const StepInput &input : step.inputs)
        numbers.back().push_back(input.kind == StepInput::Constant
                                     ? emitNumber(input.number, input.element)
                                     : Value());
    }
    bool isVector = isa<VectorType>(resultType);
    Type equalType =
        isVector ? resultType : getEqualType(getElementType(resultType));
    for (auto [index, step] : llvm::enumerate(lowerable.steps)) {
      auto fail = [&](const Twine &reason) {
        size_t count = rule.getList("sequence").size();
        error = ("step " + Twine(step.number + 1) + " of " + Twine(count) +
                 ", '" + step.op + "', from its rule" + rule.at() +
                 ", is invalid: " + reason)
                    .str();
        return Value();
      };
      bool isEqual = takesEqualTypes(op->getContext(), step.op);
      SmallVector<Value> inputs;
      for (auto [position, input] : llvm::enumerate(step.inputs)) {
        Value value = numbers[index][position];
        if (input.kind == StepInput::Operand)
          value = operands[input.index];
        else if (input.kind == StepInput::Result)
          value = results[input.index];
        bool hasResultSizes = input.kind != StepInput::Operand ||
                              lowerable.broadcast.takesPart(input.index);
        Type element = getElementType(value.getType());
        if (isEqual && hasResultSizes && element)
          value = emitter.emitCast(value, withElementType(equalType, element));
        else if (isEqual && (!element || withElementType(equalType, element) !=
                                             value.getType()))
          return fail("requires operands of one shape, and operand #" +
                      Twine(position) +
                      " of the step, which takes no part in the broadcast, "
                      "has type '" +
                      print(value.getType()) + "'");
        inputs.push_back(value);
      }
      // Only the last result must have the dims that the op declares.
      bool isLast = index + 1 == lowerable.steps.size();
      Type type = withElementType(isLast && !isEqual ? resultType : equalType,
                                  step.element);
      Operation *target =
          emitter.create(step.op, inputs, step.attributes, type);
      if (auto reason = verifyTarget(target))
        return fail(*reason);
      results.push_back(target->getResult(0));
    }
    Value last = results.back();
    return emitResult(
        last, withElementType(last.getType(), getElementType(resultType)));
  }

  Emitter &emitter;
  LowerableOp &lowerable;
  const Plan &plan;
  const Rule &rule;
  Operation *op;
  Type resultType;
  Assertions assertions;
};
} // namespace

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class LowerBroadcastPass
    : public PassWrapper<LowerBroadcastPass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerBroadcastPass)

  LowerBroadcastPass() = default;
  LowerBroadcastPass(const LowerBroadcastPass &other)
      : PassWrapper(other), table(other.table) {}

  StringRef getArgument() const final { return passArgument; }
  StringRef getDescription() const final { return passDescription; }

  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                    shape::ShapeDialect, tensor::TensorDialect,
                    vector::VectorDialect>();
  }

  LogicalResult initialize(MLIRContext *context) final {
    table = std::make_shared<RuleTable>();
    return parseRules(context, *table);
  }

  void runOnOperation() final {
    bool hasFailed = false;
    collect();
    for (Operation *op : ops)
      hasFailed |= failed(check(op));
    if (hasFailed)
      return signalPassFailure();
    if (verifyOnly)
      return;
    Emitter emitter(&getContext(), *table);
    DominanceInfo dominance(getOperation());
    for (Region &region : getOperation()->getRegions())
      hasFailed |= failed(lower(region, emitter, dominance));
    for (Operation *op : replaced)
      op->erase();
    if (hasFailed)
      signalPassFailure();
  }

private:
  /// Finds the ops that have a rule. Those that nothing reaches stay.
  void collect() {
    ops.clear();
    lowerable.clear();
    replaced.clear();
    DominanceInfo dominance(getOperation());
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op == getOperation())
        return WalkResult::advance();
      if (!verifyOnly && !dominance.isReachableFromEntry(op->getBlock()))
        return WalkResult::skip();
      if (table->rules.count(op->getName().getStringRef()))
        ops.push_back(op);
      return WalkResult::advance();
    });
  }

  /// Verifies an op, and checks that it can be lowered.
  LogicalResult check(Operation *op) {
    LowerableOp checked;
    BroadcastOp &broadcast = checked.broadcast;
    broadcast.op = op;
    broadcast.alternatives =
        &table->rules.find(op->getName().getStringRef())->second;
    broadcast.rule = chooseRule(op, *broadcast.alternatives);
    if (failed(read(broadcast)) || failed(verify(broadcast, traitRules)))
      return failure();
    if (verifyOnly || broadcast.rule->keys.get("verify_only"))
      return success();
    SmallVector<std::string> notes;
    auto error = checkLowerable(checked, zeroExtents, notes);
    if (!error)
      error = tryLowering(checked);
    if (!error) {
      lowerable.insert({op, std::move(checked)});
      return success();
    }
    InFlightDiagnostic diagnostic =
        allowPartial ? op->emitRemark() << "'" << op->getName() << "' op "
                     : op->emitOpError();
    diagnostic << "cannot be lowered: " << *error;
    for (const std::string &note : notes)
      diagnostic.attachNote(op->getLoc()) << note;
    return success(allowPartial);
  }

  /// Lowers a copy of an op whose target may turn out to be invalid, before
  /// anything is changed.
  std::optional<std::string> tryLowering(LowerableOp lowerable) {
    Operation *op = lowerable.broadcast.op;
    auto isRegistered = [&](StringRef name) {
      return RegisteredOperationName::lookup(name, op->getContext());
    };
    bool isKnown = !isRegistered(lowerable.broadcast.rule->getText("target"));
    for (const LoweredStep &step : lowerable.steps)
      isKnown &= !isRegistered(step.op);
    if (isKnown)
      return std::nullopt;
    Block block;
    IRMapping operands;
    for (Value operand : op->getOperands())
      operands.map(operand, block.addArgument(operand.getType(), op->getLoc()));
    lowerable.broadcast.op = op->clone(operands);
    block.push_back(lowerable.broadcast.op);
    Emitter emitter(&getContext(), *table);
    return lower(lowerable, emitter) ? std::nullopt
                                     : std::optional(lowerable.error);
  }

  LogicalResult lower(Region &region, Emitter &emitter,
                      DominanceInfo &dominance) {
    if (region.empty())
      return success();
    if (region.hasOneBlock())
      return lower(region.front(), emitter, dominance);
    return lower(dominance.getRootNode(&region), emitter, dominance);
  }

  /// Lowers the blocks that a block dominates.
  LogicalResult lower(DominanceInfoNode *node, Emitter &emitter,
                      DominanceInfo &dominance) {
    size_t scope = emitter.enterScope();
    bool hasFailed = failed(lower(*node->getBlock(), emitter, dominance));
    for (DominanceInfoNode *child : *node)
      hasFailed |= failed(lower(child, emitter, dominance));
    emitter.exitScope(scope);
    return failure(hasFailed);
  }

  LogicalResult lower(Block &block, Emitter &emitter,
                      DominanceInfo &dominance) {
    bool hasFailed = false;
    for (Operation &op : block) {
      for (Region &region : op.getRegions()) {
        // Nothing that is outside may be used in these.
        bool isIsolated = op.mightHaveTrait<OpTrait::IsIsolatedFromAbove>();
        size_t scope = emitter.enterScope();
        if (isIsolated) {
          auto outer = emitter.enterIsolated();
          hasFailed |= failed(lower(region, emitter, dominance));
          emitter.exitIsolated(std::move(outer));
        } else {
          hasFailed |= failed(lower(region, emitter, dominance));
        }
        emitter.exitScope(scope);
      }
      auto found = lowerable.find(&op);
      if (found == lowerable.end()) {
        emitter.recordExisting(&op);
        continue;
      }
      if (Value value = lower(found->second, emitter)) {
        op.getResult(0).replaceAllUsesWith(value);
        replaced.push_back(&op);
      } else {
        op.emitOpError() << "cannot be lowered: " << found->second.error;
        hasFailed = true;
      }
    }
    return failure(hasFailed);
  }

  Value lower(LowerableOp &op, Emitter &emitter) {
    // Operands may have been replaced since the op was checked.
    if (!isa<VectorType>(op.broadcast.op->getResult(0).getType())) {
      op.plan = Plan();
      (void)makePlan(op.broadcast, op.resultDims, zeroExtents, op.plan);
    }
    Lowering lowering(emitter, op, assertions);
    Value value = lowering.run();
    op.error = std::move(lowering.error);
    return value;
  }

  // clang-format off
__OPTIONS__
  Option<bool> verifyOnly{*this, "verify-only",
      llvm::cl::desc("whether ops are verified, and nothing is lowered")};
  // clang-format on

  std::shared_ptr<RuleTable> table;
  SmallVector<Operation *> ops, replaced;
  DenseMap<Operation *, LowerableOp> lowerable;
};
} // namespace

std::unique_ptr<Pass> mlir::create__NAME__Pass() {
  return std::make_unique<LowerBroadcastPass>();
}

void mlir::register__NAME__Pass() {
  PassRegistration<LowerBroadcastPass> registration;
  (void)registration;
}
