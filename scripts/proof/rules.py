"""Rules for ops: which one an op meets, and what it becomes, by docs/rules-reference.md."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce

from jaxlib.mlir import ir

from .interpret import NotModelled
from .reader import Op, element_of

Selection = int | str | Sequence[int | str]

# Constants of dialects that are not registered.
_CONSTANTS = {*(f"torch.constant.{name}" for name in ("int", "float", "bool", "str")), *("onnx.Constant", "tf.Const")}
# Ops of such dialects that have no effects: these, and what is absent.
CONSTANTS = {*_CONSTANTS, "torch.constant.none", "onnx.NoValue"}
_REGISTERED = {"arith.constant", "stablehlo.constant", "chlo.constant", "tosa.const"}
_WORDS = {"true": 1, "false": 0, "inf": math.inf, "-inf": -math.inf, "nan": math.nan}


class NoRule(Exception):
    """An op that meets a rule that cannot lower it; the text is the reason."""


@dataclass(frozen=True)
class Rule:
    """The lowering of an op after its operands are broadcast: the keys of docs/rules-reference.md."""

    target: str = ""
    sequence: Sequence[dict] = ()
    operands: Selection = "0.."
    others: str = "drop"
    broadcast_dimensions: str = "broadcast_dimensions"
    axis: str = ""
    result_like: int | None = None
    carry: Sequence[str] | None = None
    drop: Sequence[str] = ()
    rename: dict[str, str] = field(default_factory=dict)
    set: dict[str, str] = field(default_factory=dict)
    dialect: dict[str, str] = field(default_factory=dict)
    map: dict[str, dict[str, str]] = field(default_factory=dict)
    target_element_type: str = ""
    operand_count: int | str = "0.."
    require: dict[str, str] = field(default_factory=dict)
    require_if_present: dict[str, str] = field(default_factory=dict)
    require_operands: dict[str, int | str] = field(default_factory=dict)
    element_types: Sequence[str] = ()
    result_element_types: Sequence[str] = ()
    same_element_type: bool = False

    @classmethod
    def of(cls, keys: dict) -> Rule:
        """Creates a rule from a table's entry."""
        if "hook" in keys:
            raise NotModelled(f"the hook of {keys['source']}")
        known = {name: keys[name] for name in cls.__dataclass_fields__ if name in keys}
        known.setdefault("broadcast_dimensions", "")
        return cls(**known)

    def takes_part(self, count: int) -> set[int]:
        """Returns the operands that are broadcast."""
        return set(selected(self.operands, count))

    def is_readable(self, op: Op) -> bool:
        """Returns whether an op has the operands that are broadcast."""
        return least(self.operands) <= len(op.operation.operands)

    def fits(self, op: Op) -> bool:
        """Returns whether an op meets all requirements."""
        return (
            self.is_readable(op)
            and self._has_operands(op)
            and self._has_attributes(op)
            and self._has_constants(op)
            and self._has_element_types(op)
        )

    def _has_operands(self, op: Op) -> bool:
        count = len(op.operation.operands)
        if count not in selected(self.operand_count, count + 1):
            return False
        unused = self.takes_part(count) - {int(index) for index in self.require_operands}
        for step in self.sequence:
            fold = step.get("fold")
            if fold is not None and (least(fold) > count or len(selected(fold, count)) < 2):
                return False
            used = [*step.get("operands", ()), step.get("element_type")]
            for constant in constants(step):
                used += [constant.get("operand"), constant.get("element_type")]
                if least(constant.get("count", "0..")) > count:
                    return False
            if any(isinstance(index, int) and index >= count for index in used):
                return False
            unused -= {index for index in step.get("operands", ()) if isinstance(index, int)}
            unused -= {constant.get("operand") for constant in constants(step)}
            unused -= set(selected(fold, count)) if fold is not None else set()
        return not (self.sequence and unused)

    def _has_attributes(self, op: Op) -> bool:
        if not has_attributes(op, self.require, self.require_if_present):
            return False
        for name, values in self.map.items():
            found = op.attributes.get(name)
            if found is not None and _mapped(found, values) is None:
                return False
        return True

    def _has_constants(self, op: Op) -> bool:
        operands = op.operation.operands
        for index, required in self.require_operands.items():
            if int(index) >= len(operands) or not _is_value(operands[int(index)], required):
                return False
        for step in self.sequence:
            for constant in constants(step):
                if "operand" not in constant:
                    continue
                operand = operands[constant["operand"]]
                if is_absent(operand) and "constant" not in constant:
                    return False
                if not is_absent(operand) and number_of(operand) is None:
                    return False
        return True

    def _has_element_types(self, op: Op) -> bool:
        result = element_of(op.operation.results[0].type)
        if self.result_element_types and result not in self.result_element_types:
            return False
        operands = op.operation.operands
        for index in selected(self.operands, len(operands)):
            found = element_of(operands[index].type)
            if found is None:
                continue
            if self.element_types and found not in self.element_types:
                return False
            if self.same_element_type and found != result:
                return False
        return True

    def attributes(self, op: Op) -> dict[str, ir.Attribute]:
        """Returns the attributes of the target op, or those that steps may carry over."""
        found = {}
        with op.operation.context:
            for name, attribute in op.attributes.items():
                is_carried = self.carry is None or name in self.carry or name in self.rename
                if not is_carried or name in self.drop:
                    continue
                if name in (self.broadcast_dimensions, self.axis):
                    continue
                if name in self.map:
                    text = _mapped(attribute, self.map[name])
                    assert text is not None
                    attribute = ir.Attribute.parse(text)
                if name in self.dialect:
                    rest = str(attribute).partition("<")[2]
                    attribute = ir.Attribute.parse(f"#{self.dialect[name]}<{rest}")
                found[self.rename.get(name, name)] = attribute
            found.update(parsed(self.set))
        return found


def parsed(texts: dict[str, str]) -> dict[str, ir.Attribute]:
    """Parses attributes in the current context."""
    return {name: ir.Attribute.parse(text) for name, text in texts.items()}


def first_that_fits(rules: Sequence[dict], op: Op) -> Rule:
    """Returns the first of an op's rules that it meets; one that keeps the op if it meets none."""
    read = [Rule.of(keys) for keys in rules]
    for rule in read:
        if rule.fits(op):
            return rule
    shape = next((rule for rule in read if rule.is_readable(op)), read[0])
    return Rule(
        target=op.name,
        operands=shape.operands,
        others="keep",
        broadcast_dimensions=shape.broadcast_dimensions,
        axis=shape.axis,
        result_like=shape.result_like,
    )


def constants(step: dict) -> Iterator[dict]:
    """Yields the constants among the operands of a step."""
    yield from (operand for operand in step.get("operands", ()) if isinstance(operand, dict))


def _ranges(selection: Selection) -> Iterator[tuple[int, int | None]]:
    for item in [selection] if isinstance(selection, (int, str)) else selection:
        if isinstance(item, int) or item.isdigit():
            yield int(item), int(item) + 1
        else:
            first, _, end = item.partition("..")
            yield int(first or 0), int(end) if end else None


def selected(selection: Selection, count: int) -> list[int]:
    """Returns the selected indices below a number."""
    indices = ([*range(first, count if end is None else end)] for first, end in _ranges(selection))
    return reduce(list.__add__, indices, [])


def least(selection: Selection) -> int:
    """Returns the number of operands that an op must have at least."""
    return max(first if end is None else end for first, end in _ranges(selection))


def _mapped(attribute: ir.Attribute, values: dict[str, str]) -> str | None:
    """Returns the value that an attribute's value is mapped to."""
    if isinstance(attribute, ir.StringAttr) and attribute.value in values:
        return values[attribute.value]
    return values.get(str(attribute))


def is_absent(operand: ir.Value) -> bool:
    """Returns whether an operand is absent."""
    owner = operand.owner
    is_none = not isinstance(owner, ir.Block) and owner.name == "torch.constant.none"
    return is_none or str(operand.type) == "none"


def _constant_of(operand: ir.Value) -> ir.Attribute | None:
    if isinstance(operand.owner, ir.Block):
        return None
    op = Op(operand.owner)
    if op.name not in _CONSTANTS | _REGISTERED:
        return None
    attribute = op.attributes.get("value", op.attributes.get("values"))
    if isinstance(attribute, ir.DenseElementsAttr) and attribute.is_splat:
        return attribute.get_splat_value()
    return attribute


def number_of(operand: ir.Value) -> int | float | None:
    """Returns the number that all elements of an operand equal, if it is a constant."""
    attribute = _constant_of(operand)
    return number_in(attribute) if attribute is not None else None


def number_in(attribute: ir.Attribute) -> int | float | None:
    """Returns the value of an attribute that is a number."""
    is_number = isinstance(attribute, (ir.IntegerAttr, ir.FloatAttr, ir.BoolAttr))
    if not is_number:
        return None
    # A truth value is 0 or 1.
    is_truth = isinstance(attribute, ir.BoolAttr) or str(attribute.type) == "i1"
    return abs(int(attribute.value)) if is_truth else attribute.value


def number(text: str | int) -> int | float | None:
    """Parses a number of a rule."""
    if isinstance(text, int) or text in _WORDS:
        return text if isinstance(text, int) else _WORDS[text]
    for parse in (int, float):
        try:
            return parse(text)
        except ValueError:
            continue
    return None


def has_attributes(op: Op, require: dict[str, str], require_if_present: dict[str, str]) -> bool:
    """Returns whether an op has the attributes that a rule, or facts, require."""
    with op.operation.context:
        for name, text in {**require, **require_if_present}.items():
            found = op.attributes.get(name)
            if found is None and name in require:
                return False
            if found is not None and found != ir.Attribute.parse(text):
                return False
    return True


def _is_value(operand: ir.Value, required: int | str) -> bool:
    if required == "none":
        return is_absent(operand)
    expected = number(required)
    if expected is None:
        found = _constant_of(operand)
        with operand.type.context:
            return found is not None and found == ir.Attribute.parse(str(required))
    found_number = number_of(operand)
    if found_number is None:
        return False
    if math.isnan(found_number) or math.isnan(expected):
        return math.isnan(found_number) and math.isnan(expected)
    same_sign = math.copysign(1, found_number) == math.copysign(1, expected)
    return found_number == expected and same_sign
