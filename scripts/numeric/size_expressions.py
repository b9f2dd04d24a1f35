"""Random computations of sizes."""

import random

# The bits of each type.
_TYPES = {"index": 64, "i64": 64, "i32": 32, "i8": 8, "i1": 1}
_OPERATIONS = 14
_BINARY = "addi subi muli maxsi minsi maxui minui andi ori xori".split()
# Divisors are constants, so that none is 0.
_DIVISIONS = "divsi remsi floordivsi ceildivsi divui remui ceildivui shli shrsi shrui".split()
_COMPARISONS = "eq ne slt sle sgt sge ult ule ugt uge".split()
_CONNECTIVES = "andi ori xori".split()


class _Writer:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._lines: list[str] = []
        # The names of the values of each type.
        self._values: dict[str, list[str]] = {name: [] for name in _TYPES}
        self._count = 0

    def program(self) -> str:
        for dim in range(3):
            place = self._name()
            self._lines.append(f"{place} = arith.constant {dim} : index")
            self._add("index", f"tensor.dim %x, {place} : tensor<?x?x?xf32>")
        for kind in _TYPES:
            self._constant(kind, self._random.choice((0, 1, 2, 3, -1, 100)))
            self._cast(kind)
        self._narrowed()
        for _ in range(_OPERATIONS):
            self._operation(self._random.choice(list(_TYPES)))
        return self._finished()

    def _finished(self) -> str:
        """Returns a function of the last values of each type."""
        results, rows = [], []
        for kind in _TYPES:
            values = self._values[kind][-5:]
            results.append(self._name())
            rows.append(f"tensor<{len(values)}x{kind}>")
            self._lines.append(f"{results[-1]} = tensor.from_elements {', '.join(values)} : {rows[-1]}")
        types = ", ".join(rows)
        body = "\n".join(f"  {line}" for line in self._lines)
        return (
            f"func.func @main(%x: tensor<?x?x?xf32>) -> ({types}) {{\n{body}\n"
            f"  return {', '.join(results)} : {types}\n}}\n"
        )

    def _name(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def _add(self, kind: str, op: str) -> str:
        name = self._name()
        self._lines.append(f"{name} = {op}")
        self._values[kind].append(name)
        return name

    def _constant(self, kind: str, value: int) -> str:
        text = str(bool(value & 1)).lower() if kind == "i1" else f"{value} : {kind}"
        return self._add(kind, f"arith.constant {text}")

    def _cast(self, kind: str) -> None:
        source = self._random.choice([other for other in _TYPES if self._values[other]])
        if source != kind:
            self._convert(kind, source, self._random.choice(self._values[source]))

    def _convert(self, kind: str, source: str, value: str) -> str:
        is_unsigned = self._random.random() < 0.3
        if "index" in (source, kind):
            op = "arith.index_castui" if is_unsigned else "arith.index_cast"
        elif _TYPES[source] > _TYPES[kind]:
            op = "arith.trunci"
        else:
            op = "arith.extui" if is_unsigned else "arith.extsi"
        return self._add(kind, f"{op} {value} : {source} to {kind}")

    def _narrowed(self) -> None:
        """Limits a size, loses its upper bits, and compares what is left."""
        low = self._constant("index", self._random.choice((2, 3, 100)))
        value = self._random.choice(self._values["index"])
        limited = self._binary("index", self._random.choice(("maxsi", "minsi")), value, low)
        narrow, wide = self._random.choice(("i1", "i8")), self._random.choice(("i32", "i64"))
        left = self._convert(wide, narrow, self._convert(narrow, "index", limited))
        self._select(wide, left, self._constant(wide, self._random.choice((0, 1, 2))))

    def _through_floats(self, kind: str) -> None:
        """Converts a number to a float that represents it, and that to an integer."""
        source = self._random.choice(("i1", "i8", "i32"))
        value = self._random.choice(self._values[source])
        number, real, back = self._name(), self._name(), self._name()
        self._lines += [
            f"{number} = tensor.from_elements {value} : tensor<{source}>",
            f"{real} = stablehlo.convert {number} : (tensor<{source}>) -> tensor<f64>",
            f"{back} = stablehlo.convert {real} : (tensor<f64>) -> tensor<{kind}>",
        ]
        self._add(kind, f"tensor.extract {back}[] : tensor<{kind}>")

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
            self._binary(kind, self._random.choice(_BINARY), a, b)
        elif choice < 0.8:
            op = self._random.choice(_DIVISIONS)
            amounts = (0, 1, 3) if op.startswith("sh") else (1, 2, 3, 7, -2)
            self._binary(kind, op, a, self._constant(kind, self._random.choice(amounts)))
        else:
            self._select(kind, a, b)

    def _binary(self, kind: str, op: str, a: str, b: str) -> str:
        return self._add(kind, f"arith.{op} {a}, {b} : {kind}")

    def _select(self, kind: str, a: str, b: str) -> None:
        condition = self._comparison(kind, a, b)
        if self._random.random() < 0.4:
            second = self._comparison(kind, self._random.choice(self._values[kind]), a)
            op = self._random.choice(_CONNECTIVES)
            first, condition = condition, self._name()
            self._lines.append(f"{condition} = arith.{op} {first}, {second} : i1")
        self._add(kind, f"arith.select {condition}, {b}, {a} : {kind}")

    def _comparison(self, kind: str, a: str, b: str) -> str:
        order = self._random.choice(_COMPARISONS)
        condition = self._name()
        self._lines.append(f"{condition} = arith.cmpi {order}, {a}, {b} : {kind}")
        return condition


def random_program(seed: int) -> str:
    """Returns the program of a seed."""
    return _Writer(seed).program()
