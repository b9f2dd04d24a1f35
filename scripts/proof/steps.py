"""The steps of rules with `sequence`, applied to operands that have been broadcast."""

import math
from collections.abc import Sequence

from jaxlib.mlir import ir

from .broadcast_ops import Replacement, apply, with_element
from .constants import constant_, known_complex
from .interpret import Run
from .number import Number
from .reader import Op, element_of
from .rules import NoRule, Rule, is_absent, number, number_in, number_of, parsed, selected
from .theory import Kind, Value


class Steps:
    """A sequence for one op."""

    def __init__(self, run: Run, op: Op, rule: Rule, operands: Sequence[Value], sizes: Sequence[Number]) -> None:
        self.run = run
        self.op = op
        self.rule = rule
        self.operands = operands
        self.sizes = sizes
        self.carried = rule.attributes(op)
        # The results of the steps that have names, with their element types.
        self.named: dict[str, tuple[Value, str]] = {}

    def values(self) -> Value:
        """Returns the result of the last step."""
        result = element_of(self.op.operation.results[0].type)
        assert result is not None
        for index, step in enumerate(self.rule.sequence):
            is_last = index + 1 == len(self.rule.sequence)
            value, element = self._step(step, result if is_last else None)
            if not is_last:
                self.named[step["name"]] = value, element
        if element != result:
            return apply(self.run, Replacement(self.op, "stablehlo.convert", {}), [value])
        return value

    def _step(self, step: dict, result: str | None) -> tuple[Value, str]:
        items = step.get("operands", ())
        if "fold" in step:
            items = selected(step["fold"], len(self.operands))
        common = self._common_element(items)
        element = self._element(step["element_type"]) if "element_type" in step else result
        element = element or common
        with self.op.operation.context:
            attributes = {name: value for name, value in self.carried.items() if name in step.get("carry", ())}
            attributes.update(parsed(step.get("set", {})))
        op = Replacement(self.op, step["op"], attributes, with_element(self.op, element))
        inputs = [self._input(item, common) for item in items]
        if "fold" not in step:
            return apply(self.run, op, inputs), element
        left = inputs[0]
        for right in inputs[1:]:
            left = apply(self.run, op, [left, right])
        return left, element

    def _input(self, item: int | str | dict, common: str) -> Value:
        if isinstance(item, int):
            return self.operands[item]
        if isinstance(item, str):
            return self.named[item][0]
        element = self._element(item["element_type"]) if "element_type" in item else common
        return self._constant(self._number(item), element)

    def _number(self, item: dict) -> int | float:
        if "count" in item:
            return len(selected(item["count"], len(self.operands)))
        if "operand" in item:
            operand = self.op.operation.operands[item["operand"]]
            if not is_absent(operand):
                found = number_of(operand)
                assert found is not None
                return found
        attribute = self.op.attributes.get(item.get("attribute", ""))
        found = number(item["constant"]) if "constant" in item else None
        if attribute is not None:
            found = number_in(attribute)
        if found is None:
            raise NoRule("a constant without a number")
        return found

    def _constant(self, value: int | float, element: str) -> Value:
        """Returns a number in the shape of the result."""
        with self.op.operation.context, ir.Location.unknown():
            type_ = ir.Type.parse(element)
            scalar = ir.RankedTensorType.get([], type_)
            if isinstance(type_, ir.ComplexType):
                kind = Kind(element, ())
                found = Value(kind, (), known_complex(self.run, kind, (float(value), 0.0)))
                return self.run.theory.repeated(found, (), self.sizes) if self.sizes else found
            if isinstance(type_, ir.IntegerType):
                if not _is_element(value, type_):
                    raise NoRule(f"{value} of {element}")
                item = ir.IntegerAttr.get(type_, int(value))
            else:
                item = ir.FloatAttr.get(type_, _rounded_once(value, element))
            attribute = ir.DenseElementsAttr.get_splat(scalar, item).maybe_downcast()
        op = Replacement(self.op, "stablehlo.constant", {"value": attribute}, Kind(element, (), ()))
        (found,) = constant_(self.run, op, [])
        return self.run.theory.repeated(found, (), self.sizes) if self.sizes else found

    def _element(self, element: int | str) -> str:
        if isinstance(element, str):
            return element
        found = element_of(self.op.operation.operands[element].type)
        assert found is not None
        return found

    def _common_element(self, items: Sequence[int | str | dict]) -> str:
        """Returns the element type of the last operand that is not a constant."""
        for item in reversed(items):
            if isinstance(item, int):
                return self._element(item)
            if isinstance(item, str):
                return self.named[item][1]
        return self._element(min(self.rule.takes_part(len(self.operands))))


def _rounded_once(value: int | float, element: str) -> float:
    """Returns a number as a double that rounds to the float of the type that is nearest to the number."""
    found = float(value)
    if isinstance(value, float) or element == "f64" or int(found) == value:
        return found
    # The last bit of what is cut off decides, so it must not be lost.
    below = found if (found < value) == (value > 0) else math.nextafter(found, 0)
    return below if math.frexp(below)[0] * 2**53 % 2 else math.nextafter(below, math.inf * below)


def _is_element(value: int | float, type_: ir.IntegerType) -> bool:
    """Returns whether an integer type has a number."""
    if not math.isfinite(value) or value != int(value):
        return False
    if type_.width == 1:
        return value in (0, 1)
    bits = type_.width if type_.is_unsigned else type_.width - 1
    return (0 if type_.is_unsigned else -(1 << bits)) <= value < 1 << bits


def run_steps(run: Run, op: Op, rule: Rule, operands: Sequence[Value], sizes: Sequence[Number]) -> Value:
    """Computes the steps of a rule on operands that have been broadcast to sizes."""
    return Steps(run, op, rule, operands, sizes).values()
