"""Random computations of sizes, with their expected results."""

import operator
import random
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from .frontend_programs import Program

# The bits of each type.
_TYPES = {"index": 64, "i64": 64, "i32": 32, "i8": 8, "i1": 1}
_OPERATIONS = 14
_SIZES = (0, 1, 2, 3, 5, 7, 16, 63)

# The name of a value, and its number in each call.
_Value = tuple[str, list[int]]


def _wrap(value: int, bits: int) -> int:
    """Wraps a number to a width in two's complement."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def _unsigned(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def _towards_zero(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


BINARY: dict[str, Callable[[int, int, int], int]] = {
    "addi": lambda a, b, _: a + b,
    "subi": lambda a, b, _: a - b,
    "muli": lambda a, b, _: a * b,
    "maxsi": lambda a, b, _: max(a, b),
    "minsi": lambda a, b, _: min(a, b),
    "maxui": lambda a, b, n: max(_unsigned(a, n), _unsigned(b, n)),
    "minui": lambda a, b, n: min(_unsigned(a, n), _unsigned(b, n)),
    "andi": lambda a, b, _: a & b,
    "ori": lambda a, b, _: a | b,
    "xori": lambda a, b, _: a ^ b,
}
# Divisors are constants, so that none is 0.
DIVISIONS: dict[str, Callable[[int, int, int], int]] = {
    "divsi": lambda a, b, _: _towards_zero(a, b),
    "remsi": lambda a, b, _: a - b * _towards_zero(a, b),
    "floordivsi": lambda a, b, _: a // b,
    "ceildivsi": lambda a, b, _: -(-a // b),
    "divui": lambda a, b, n: _unsigned(a, n) // _unsigned(b, n),
    "remui": lambda a, b, n: _unsigned(a, n) % _unsigned(b, n),
    "ceildivui": lambda a, b, n: -(-_unsigned(a, n) // _unsigned(b, n)),
    "shli": lambda a, b, _: a << b,
    "shrsi": lambda a, b, _: a >> b,
    "shrui": lambda a, b, n: _unsigned(a, n) >> b,
}
_ORDERS = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}
_COMPARISONS: dict[str, Callable[[int, int, int], bool]] = {
    "eq": lambda a, b, _: a == b,
    "ne": lambda a, b, _: a != b,
    **{f"s{name}": lambda a, b, _, order=order: order(a, b) for name, order in _ORDERS.items()},
    **{
        f"u{name}": lambda a, b, n, order=order: order(_unsigned(a, n), _unsigned(b, n))
        for name, order in _ORDERS.items()
    },
}
_CONNECTIVES: dict[str, Callable[[bool, bool], bool]] = {
    "andi": lambda a, b: a and b,
    "ori": lambda a, b: a or b,
    "xori": lambda a, b: a != b,
}


class _Writer:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._lines: list[str] = []
        self._values: dict[str, list[_Value]] = {name: [] for name in _TYPES}
        self._count = 0
        # The sizes of the argument in each call.
        self._calls = [tuple(self._random.choice(_SIZES) for _ in range(3)) for _ in range(3)]

    def program(self, name: str) -> Program:
        for dim in range(3):
            place = self._name()
            self._lines.append(f"{place} = arith.constant {dim} : index")
            self._add("index", f"tensor.dim %x, {place} : tensor<?x?x?xf32>", [sizes[dim] for sizes in self._calls])
        for kind in _TYPES:
            self._constant(kind, self._random.choice((0, 1, 2, 3, -1, 100)))
            self._cast(kind)
        self._narrowed()
        for _ in range(_OPERATIONS):
            self._operation(self._random.choice(list(_TYPES)))
        return self._finish(name)

    def _finish(self, name: str) -> Program:
        results = []
        for kind, bits in _TYPES.items():
            values = self._values[kind][-5:]
            result = self._name()
            names = ", ".join(value for value, _ in values)
            row = f"tensor<{len(values)}x{kind}>"
            self._lines.append(f"{result} = tensor.from_elements {names} : {row}")
            dtype = "bool" if bits == 1 else f"int{bits}"
            numbers = np.array([numbers for _, numbers in values], dtype)
            results.append((result, row, numbers))
        types = ", ".join(row for _, row, _ in results)
        body = "\n".join(f"  {line}" for line in self._lines)
        text = (
            f"func.func @main(%x: tensor<?x?x?xf32>) -> ({types}) {{\n{body}\n"
            f"  return {', '.join(result for result, _, _ in results)} : {types}\n}}\n"
        )

        def expected(arguments: Sequence[np.ndarray]) -> list[np.ndarray]:
            call = self._calls.index(arguments[0].shape)
            return [numbers[:, call] for _, _, numbers in results]

        return Program(name, text, ("f32",), expected, tuple((sizes,) for sizes in self._calls))

    def _name(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def _add(self, kind: str, op: str, numbers: Iterable[int]) -> None:
        name = self._name()
        self._lines.append(f"{name} = {op}")
        self._values[kind].append((name, [_wrap(number, _TYPES[kind]) for number in numbers]))

    def _constant(self, kind: str, value: int) -> _Value:
        text = str(bool(value & 1)).lower() if kind == "i1" else f"{value} : {kind}"
        self._add(kind, f"arith.constant {text}", [value] * len(self._calls))
        return self._values[kind][-1]

    def _cast(self, kind: str) -> None:
        source = self._random.choice([other for other in _TYPES if self._values[other]])
        if source != kind:
            self._convert(kind, source, self._random.choice(self._values[source]))

    def _convert(self, kind: str, source: str, value: _Value) -> None:
        name, numbers = value
        bits, wide = _TYPES[source], _TYPES[kind]
        is_unsigned = self._random.random() < 0.3
        if "index" in (source, kind):
            op = "arith.index_castui" if is_unsigned else "arith.index_cast"
        elif bits > wide:
            op, is_unsigned = "arith.trunci", False
        else:
            op = "arith.extui" if is_unsigned else "arith.extsi"
        if is_unsigned and bits < wide:
            numbers = [_unsigned(number, bits) for number in numbers]
        self._add(kind, f"{op} {name} : {source} to {kind}", numbers)

    def _narrowed(self) -> None:
        """Limits a size, loses its upper bits, and compares what is left."""
        low = self._constant("index", self._random.choice((2, 3, 100)))
        value = self._random.choice(self._values["index"])
        self._binary("index", self._random.choice(("maxsi", "minsi")), BINARY, value, low)
        narrow, wide = self._random.choice(("i1", "i8")), self._random.choice(("i32", "i64"))
        self._convert(narrow, "index", self._values["index"][-1])
        self._convert(wide, narrow, self._values[narrow][-1])
        left = self._values[wide][-1]
        self._select(wide, left, self._constant(wide, self._random.choice((0, 1, 2))))

    def _through_floats(self, kind: str) -> None:
        """Converts a number to a float that represents it, and that to an integer."""
        source = self._random.choice(("i1", "i8", "i32"))
        name, numbers = self._random.choice(self._values[source])
        number, real, back = self._name(), self._name(), self._name()
        self._lines += [
            f"{number} = tensor.from_elements {name} : tensor<{source}>",
            f"{real} = stablehlo.convert {number} : (tensor<{source}>) -> tensor<f64>",
            f"{back} = stablehlo.convert {real} : (tensor<f64>) -> tensor<{kind}>",
        ]
        # A truth value is 0 or 1 as a float, and whether a float is not 0.
        numbers = map(abs, numbers) if source == "i1" else numbers
        self._add(kind, f"tensor.extract {back}[] : tensor<{kind}>", map(bool, numbers) if kind == "i1" else numbers)

    def _operation(self, kind: str) -> None:
        choice = self._random.random()
        if choice < 0.25:
            self._cast(kind)
            return
        if choice < 0.35 and kind in ("i1", "i32", "i64"):
            self._through_floats(kind)
            return
        a, b = (self._random.choice(self._values[kind]) for _ in range(2))
        choice = self._random.random()
        # Truth values have no divisors.
        if choice < 0.5 or (choice < 0.8 and kind == "i1"):
            self._binary(kind, self._random.choice(list(BINARY)), BINARY, a, b)
        elif choice < 0.8:
            op = self._random.choice(list(DIVISIONS))
            amounts = (0, 1, 3) if op.startswith("sh") else (1, 2, 3, 7, -2)
            self._binary(kind, op, DIVISIONS, a, self._constant(kind, self._random.choice(amounts)))
        else:
            self._select(kind, a, b)

    def _binary(self, kind: str, op: str, table: Mapping[str, Callable], a: _Value, b: _Value) -> None:
        numbers = [table[op](x, y, _TYPES[kind]) for x, y in zip(a[1], b[1], strict=True)]
        self._add(kind, f"arith.{op} {a[0]}, {b[0]} : {kind}", numbers)

    def _select(self, kind: str, a: _Value, b: _Value) -> None:
        condition, holds = self._comparison(kind, a, b)
        if self._random.random() < 0.4:
            first, first_holds = condition, holds
            second, also_holds = self._comparison(kind, self._random.choice(self._values[kind]), a)
            name, connect = self._random.choice(list(_CONNECTIVES.items()))
            condition = self._name()
            self._lines.append(f"{condition} = arith.{name} {first}, {second} : i1")
            holds = list(map(connect, first_holds, also_holds))
        chosen = [y if is_true else x for is_true, x, y in zip(holds, a[1], b[1], strict=True)]
        self._add(kind, f"arith.select {condition}, {b[0]}, {a[0]} : {kind}", chosen)

    def _comparison(self, kind: str, a: _Value, b: _Value) -> tuple[str, list[bool]]:
        name, compare = self._random.choice(list(_COMPARISONS.items()))
        condition = self._name()
        self._lines.append(f"{condition} = arith.cmpi {name}, {a[0]}, {b[0]} : {kind}")
        return condition, [compare(x, y, _TYPES[kind]) for x, y in zip(a[1], b[1], strict=True)]


def random_program(seed: int) -> Program:
    """Returns the program of a seed."""
    return _Writer(seed).program(f"random program {seed}")
