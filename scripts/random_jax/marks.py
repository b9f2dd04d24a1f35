"""Marks: attributes that say something about an op's results, each another.

An op that stays, or becomes one other op, keeps its mark (docs/limits.md, "Supported input"). For XLA, ops that
differ in marks must not be merged; for IREE they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_FLOATS = r"(?:f16|bf16|f32|f64)"
# Of floats, these ops stay in outputs, as no size is one, or become one other op.
_ELEMENTWISE = frozenset(
    f"stablehlo.{name}"
    for name in (
        "abs", "add", "atan2", "cbrt", "ceil", "clamp", "cosine", "divide", "exponential",
        "exponential_minus_one", "floor", "log", "log_plus_one", "logistic", "maximum", "minimum", "multiply", "negate",
        "power", "remainder", "round_nearest_afz", "round_nearest_even", "rsqrt", "select", "sign", "sine", "sqrt",
        "subtract", "tan", "tanh",
    )
)  # fmt: skip
_BROADCASTING = frozenset(
    f"chlo.broadcast_{name}" for name in ("add", "divide", "maximum", "minimum", "multiply", "power", "subtract")
)
_STAYING = _ELEMENTWISE | _BROADCASTING
# These may become their first operand, or be replaced by what computes the same.
_OTHERS = frozenset(
    f"stablehlo.{name}"
    for name in (
        "broadcast_in_dim", "compare", "convert", "dot_general", "dynamic_broadcast_in_dim", "dynamic_reshape",
        "get_dimension_size", "reshape", "reverse", "transpose",
    )
)  # fmt: skip
# For IREE, these are removed if another one undoes them.
_UNDONE = frozenset({"stablehlo.negate"})
# The operand of these is used if the result is.
_PASSING = ("broadcast_in_dim", "dynamic_broadcast_in_dim", "dynamic_reshape", "reshape", "reverse", "transpose")
_OP = re.compile(r"^( *)(%\w+) = ((?:stablehlo|chlo)\.\w+) ([^{}\"]*) : (.*)$")
_VALUE = re.compile(r"%\w+(?![\w#:])")
_NAME = re.compile(r"%\w+")
_DEFINED = re.compile(r"^ *(%\w+)(?::\d+)? = ")
_MARK = re.compile(r"mark = \"(\d+)\"")
_TWIN = "%twin_"


@dataclass(frozen=True)
class _Op:
    """An op on a line of its own."""

    name: str
    operands: tuple[str, ...]
    type: str
    # Empty if it has none.
    mark: str
    callee: str

    def stays(self) -> bool:
        return self.mark != "" and self.name in _STAYING and re.search(rf"[<x]{_FLOATS}>\s*$", self.type) is not None


@dataclass
class _Function:
    """The ops of a function, by their results, and what it returns."""

    is_private: bool
    ops: dict[str, _Op] = field(default_factory=dict)
    results: list[str] = field(default_factory=list)


def marked(text: str) -> str:
    """Marks ops of a module as MLIR prints it. Ops of which several others use the result are written twice, with
    different marks, each for some of these."""
    lines = []
    # How many uses of each value that is computed twice were seen.
    uses: dict[str, int] = {}

    def one_of_two(match: re.Match[str]) -> str:
        name = match[0]
        if name not in uses:
            return name
        uses[name] += 1
        return name if uses[name] % 2 else _TWIN + name[1:]

    count = 0
    for line in text.splitlines():
        if line.lstrip().startswith("func.func "):
            uses.clear()
        defined = _DEFINED.match(line)
        end = defined.end() if defined else 0
        line = line[:end] + _VALUE.sub(one_of_two, line[end:])
        if defined:
            uses.pop(defined[1], None)
        op = _OP.match(line)
        if op is None or op[3] not in _STAYING | _OTHERS:
            lines.append(line)
            continue
        count += 1
        lines.append(_with_mark(op, op[2], count))
        if op[3] in _STAYING:
            count += 1
            lines.append(_with_mark(op, _TWIN + op[2][1:], count))
            uses[op[2]] = 0
    return "\n".join(lines) + "\n"


def _with_mark(op: re.Match[str], name: str, number: int) -> str:
    return f'{op[1]}{name} = {op[3]} {op[4]} {{mhlo.frontend_attributes = {{mark = "{number}"}}}} : {op[5]}'


def missing(text: str, lowered: str, merges: bool) -> str | None:
    """Returns an op of a marked module whose mark is missing in the output, although it is used there.

    If equal ops are merged, any op of the same name and type may have kept its mark instead.
    """
    found = set(_MARK.findall(lowered))
    all_ops = (op for _, function in _functions(text) for op in function.ops.values())
    kept = {(op.name, op.type) for op in all_ops if op.mark in found}
    for op in _used(text):
        may_be_merged = merges and ((op.name, op.type) in kept or op.name in _UNDONE)
        if op.mark not in found and not may_be_merged:
            return f"the mark of {op.name} is missing"
    return None


def _used(text: str) -> Iterator[_Op]:
    """Yields the ops with marks from which public functions compute their results."""
    functions = dict(_functions(text))
    pending = [name for name in functions if not functions[name].is_private]
    seen = set(pending)
    while pending:
        for op in _needed(functions[pending.pop()]):
            if op.mark:
                yield op
            called = functions.keys() & {op.callee} - seen
            seen |= called
            pending += called


def _functions(text: str) -> Iterator[tuple[str, _Function]]:
    """Yields each function of a module as MLIR prints it."""
    name, depth, function = "", 0, _Function(False)
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip())
        if start := re.match(r" *func\.func (private )?(?:\w+ )?@([\w$.-]+)", line):
            name, depth, function = start[2], indent + 2, _Function(start[1] is not None)
        elif indent != depth:
            continue
        elif line.lstrip().startswith("return "):
            function.results.extend(_NAME.findall(line))
            yield name, function
        elif defined := _DEFINED.match(line):
            function.ops[defined[1]] = _op(line.strip().partition(" = ")[2])


def _op(text: str) -> _Op:
    name, _, rest = text.partition(" ")
    operands, _, type = rest.partition("{")
    mark = _MARK.search(text)
    callee = re.match(r"(?:func\.)?call @([\w$.-]+)\(", text)
    return _Op(
        name,
        tuple(_NAME.findall(operands)),
        type.partition(" loc(")[0].rpartition(" : ")[2],
        mark[1] if mark else "",
        callee[1] if callee else "",
    )


def _needed(function: _Function) -> Iterator[_Op]:
    """Yields ops that stay, and calls, from which a function computes its results."""
    seen = set()
    pending = list(function.results)
    while pending:
        op = function.ops.get(name := pending.pop())
        if op is None or name in seen:
            continue
        seen.add(name)
        if op.callee or op.stays():
            yield op
        if op.stays():
            pending += op.operands
        elif op.name.removeprefix("stablehlo.") in _PASSING:
            pending += op.operands[:1]
