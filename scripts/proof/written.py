"""Programs of StableHLO that are written op by op, for the definitions of other ops."""

from collections.abc import Sequence

from jaxlib.mlir import ir

from .interpret import Run
from .products import Dims
from .reader import Op
from .theory import Kind, Value


class Text:
    """A program that is written op by op; all sizes are known only when it runs."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.types: dict[str, str] = {}

    def argument(self, kind: Kind) -> str:
        sizes = "".join("?x" for _ in kind.dims or ())
        return self._named(f"%argument{len(self.types)}", f"tensor<{sizes}{kind.element}>")

    def _named(self, name: str, type_: str) -> str:
        self.types[name] = type_
        return name

    def rank(self, value: str) -> int:
        return self.types[value].count("?")

    def element(self, value: str) -> str:
        return self.types[value].removeprefix("tensor<").removesuffix(">").replace("?x", "")

    def op(self, text: str, operands: Sequence[str], type_: str) -> str:
        """Adds an op; `{}` stands for its operands, and the name of its result is returned."""
        name = self._named(f"%{len(self.lines)}", type_)
        types = ", ".join(self.types[operand] for operand in operands)
        self.lines.append(f"{name} = stablehlo.{text.format(*operands)} : ({types}) -> {type_}")
        return name

    def typed(self, value: str, element: str, rank: int | None = None) -> str:
        """Returns a type of other elements, and of another rank."""
        return f"tensor<{'?x' * (self.rank(value) if rank is None else rank)}{element}>"

    def size(self, value: str, dim: int) -> str:
        """Returns the size of a dim, as a row of one number."""
        size = self.op(f"get_dimension_size {{}}, dim = {dim}", [value], "tensor<i32>")
        return self.op("reshape {}", [size], "tensor<1xi32>")

    def element_of(self, row: str, index: int) -> str:
        """Returns an element of a row of integers, as a row of one number."""
        part = self.op(f"slice {{}} [{index}:{index + 1}]", [row], f"tensor<1x{self.element(row)}>")
        return self.op("convert {}", [part], "tensor<1xi32>")

    def number(self, number: int) -> str:
        """Returns a row of one number."""
        return self.constant(f"dense<{number}>", "tensor<1xi32>")

    def row(self, numbers: Sequence[str]) -> str:
        places = ", ".join("{}" for _ in numbers)
        return self.op(f"concatenate {places}, dim = 0", numbers, f"tensor<{len(numbers)}xi32>")

    def sizes(self, origins: Sequence[tuple[str, int]]) -> str:
        """Returns the sizes of dims of values as a row."""
        return self.row([self.size(value, dim) for value, dim in origins])

    def broadcast(self, value: str, sizes: str, rank: int, dims: Sequence[int]) -> str:
        """Repeats a tensor; its dims may have another order."""
        order = sorted(range(len(dims)), key=lambda at: dims[at])
        if order != list(range(len(dims))):
            value = self.op(f"transpose {{}}, dims = {order}", [value], self.types[value])
        text = f"dynamic_broadcast_in_dim {{}}, {{}}, dims = {sorted(dims)}"
        return self.op(text, [value, sizes], self.typed(value, self.element(value), rank))

    def iota(self, sizes: str, rank: int, dim: int) -> str:
        return self.op(f"dynamic_iota {{}}, dim = {dim}", [sizes], f"tensor<{'?x' * rank}i64>")

    def compare(self, direction: str, a: str, b: str) -> str:
        return self.op(f"compare {direction}, {{}}, {{}}", [a, b], self.typed(a, "i1"))

    def product(self, a: str, b: str, batching: Dims, contracting: Dims, element: str, precision: str) -> str:
        rank = self.rank(a) + self.rank(b) - len(batching[0]) - 2 * len(contracting[0])
        text = f"""dot_general" ({{}}, {{}}) {{{{dot_dimension_numbers = #stablehlo.dot<\
lhs_batching_dimensions = {batching[0]}, rhs_batching_dimensions = {batching[1]}, \
lhs_contracting_dimensions = {contracting[0]}, rhs_contracting_dimensions = {contracting[1]}>{precision}}}}}"""
        name = self.op(text, [a, b], f"tensor<{'?x' * rank}{element}>")
        self.lines[-1] = self.lines[-1].replace("stablehlo.dot_general", '"stablehlo.dot_general', 1)
        return name

    def zero(self, element: str) -> str:
        return self.constant("dense<0.0>" if "f" in element else "dense<0>", f"tensor<{element}>")

    def constant(self, value: str, type_: str) -> str:
        name = self._named(f"%{len(self.lines)}", type_)
        self.lines.append(f"{name} = stablehlo.constant {value} : {type_}")
        return name

    def sum(self, value: str, dims: Sequence[int]) -> str:
        """Sums elements along dims, from 0 on."""
        return self.reduced("add", value, dims, self.zero(self.element(value)))

    def reduced(self, name: str, value: str, dims: Sequence[int], initial: str) -> str:
        """Combines elements along dims by an op."""
        type_ = self.typed(value, self.element(value), self.rank(value) - len(dims))
        text = f"reduce({{}} init: {{}}) applies stablehlo.{name} across dimensions = {sorted(dims)}"
        return self.op(text, [value, initial], type_)

    def kept(self, value: str, is_kept: str, dims: Sequence[int], origins: Sequence[tuple[str, int]]) -> str:
        """Replaces elements with 0 where a condition, whose dims are among those of a value, fails."""
        sizes, rank = self.sizes(origins), self.rank(value)
        condition = self.broadcast(is_kept, sizes, rank, dims)
        zeros = self.broadcast(self.zero(self.element(value)), sizes, rank, [])
        name = self.op("select {}, {}, {}", [condition, value, zeros], self.types[value])
        self.lines[-1] = f"{self.lines[-1].split(' : ')[0]} : {self.types[condition]}, {self.types[value]}"
        return name

    def run(self, run: Run, op: Op, operands: Sequence[Value], result: str) -> Value:
        """Computes a result for operands, for which there is one argument each."""
        names = [name for name in self.types if name.startswith("%argument")]
        declared = ", ".join(f"{name}: {self.types[name]}" for name in names)
        lines = "\n  ".join(self.lines)
        type_ = self.types[result]
        source = f"func.func @main({declared}) -> {type_} {{\n  {lines}\n  return {result} : {type_}\n}}\n"
        with op.operation.context, ir.Location.unknown():
            module = ir.Module.parse(source)
        run.parsed.append(module)
        (function,) = module.body.operations
        (found,) = run.region(function.regions[0], list(operands))
        return found
