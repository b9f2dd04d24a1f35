"""Generates random programs."""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
from jax import export

from .forms import IREE_FORMS, XLA_FORMS
from .program import Argument, Program, Statement, evaluate, symbolic_shape

ELEMENTS = (
    "bool", "int8", "int16", "int32", "uint8", "uint16", "uint32", "float16", "bfloat16", "float32",
    "complex64",
)  # fmt: skip
WIDE_ELEMENTS = ("int64", "uint64", "float64")
INDICES = ("int8", "uint8", "int16", "uint16", "int32", "uint32")
SHAPES = (
    "n", "n, m", "n, 3", "3, n", "n, m, 2", "2, n, m", "n - 1", "n - 1, m", "m, n", "k, n", "n, n", "1, m",
    "n, 1", "m", "4", "5, 3", "", "2*n",
)  # fmt: skip
INDEX_SHAPES = ("k", "n", "5", "k, 2", "1", "")
LEVELS = ("O0", "O2", "O3")
SMALL = (1, 2, 3, 7)
# Greater than the integers of 8 bits with a sign, and without.
LARGE = (130, 300)
# Around the sizes of vectors and tiles.
SIZES = (1, 15, 16, 17, 63, 64, 65, 72, 127, 128, 129, 257)
# The most elements of a value.
LIMIT = 100_000
ATTEMPTS = 40
# The letters of the kinds of elements.
INTEGERS, NUMBERS, REAL, ANY = "iu", "iufc", "iuf", "biufc"


@dataclass(frozen=True)
class Value:
    """An operand: its text and type."""

    text: str
    type: jax.ShapeDtypeStruct

    def __str__(self) -> str:
        return self.text

    @property
    def rank(self) -> int:
        return len(self.type.shape)

    @property
    def kind(self) -> str:
        return kind(self.type.dtype)

    @property
    def element(self) -> str:
        return f"jnp.{self.type.dtype.name}" if self.kind != "b" else "bool"


def kind(element: Any) -> str:
    """Returns `b`, `i`, `u`, `f` or `c`."""
    if jnp.issubdtype(element, jnp.floating):
        return "f"
    return jnp.dtype(element).kind


class NotPossible(Exception):
    """There is no operand, or no expression, of the kind that is needed."""


class Generator:
    """Chooses the operands and parameters of expressions."""

    def __init__(
        self, source: random.Random, elements: tuple[str, ...], families: Mapping[str, Callable], depth: int
    ) -> None:
        self.source = source
        self.elements = elements
        self.families = families
        # How deep bodies of functions may be nested.
        self.depth = depth
        self.types: dict[str, Any] = {}

    def pick(self, kinds: str = ANY, ranks: range = range(0, 9), test: Callable = lambda value: True) -> Value:
        """Chooses an operand, of late values more often."""
        values = [Value(name, type) for name, type in self.types.items()]
        values = [v for v in values if v.kind in kinds and v.rank in ranks and test(v)]
        if not values:
            raise NotPossible
        return values[max(self.source.randrange(len(values)) for _ in range(2))]

    def real(self, ranks: range = range(0, 9)) -> str:
        """Chooses an operand, and converts it to small floats."""
        value = self.pick(ANY, ranks)
        return f"bounded(real({value}))"

    def like(self, other: Value) -> str:
        """Chooses an operand that broadcasts with another one, and has its type of elements."""
        ways = [
            lambda: self.pick(other.kind, test=lambda v: v.type == other.type).text,
            lambda: f"to({self.pick(ANY, range(1, other.rank + 1))}[:1], {other.element})",
            lambda: f"to({self.pick(ANY, range(1, other.rank + 1))}[..., :1], {other.element})",
            lambda: f"to({self.pick(ANY, range(0, other.rank + 1))}, {other.element})",
            lambda: f"to(jnp.int32({self.number(-3, 9)}), {other.element})",
        ]
        return self.one_of(*ways)()

    def indices(self, ranks: range) -> Value:
        """Chooses a tensor of integers, half of the time of ones that do not hold all sizes."""
        if self.source.random() < 0.5:
            try:
                return self.pick(INTEGERS, ranks, lambda value: value.type.dtype.itemsize < 4)
            except NotPossible:
                pass
        return self.pick(INTEGERS, ranks)

    def index(self) -> str:
        """Chooses a number of any type of integers."""
        return f"index_of({self.indices(range(0, 9))})"

    def number(self, low: int, high: int) -> int:
        """Returns an integer between two, both included."""
        return self.source.randint(low, high)

    def one_of(self, *choices: Any) -> Any:
        return self.source.choice(choices)

    def axis(self, value: Value) -> int:
        """Chooses a dim of an operand."""
        if not value.rank:
            raise NotPossible
        return self.source.randrange(value.rank)

    def element(self, kinds: str = ANY) -> str:
        """Chooses a type of elements."""
        names = [name for name in self.elements if kind(name) in kinds]
        name = self.source.choice(names)
        return name if name == "bool" else f"jnp.{name}"

    def body(self, parameters: Mapping[str, jax.ShapeDtypeStruct], result: jax.ShapeDtypeStruct | None = None) -> str:
        """Returns an expression of parameters, with a result of a type."""
        if self.depth == 0:
            raise NotPossible
        inner = Generator(self.source, self.elements, self.families, self.depth - 1)
        inner.types = dict(parameters)
        if self.source.random() < 0.4:
            captured = self.pick()
            # A parameter hides what has its name.
            inner.types.setdefault(captured.text, captured.type)
        known = {**self.types, **parameters}
        for _ in range(ATTEMPTS):
            try:
                text = inner.expression()
            except NotPossible:
                continue
            if result is None:
                return text
            for fitted in (
                f"bounded(to({text}, {Value('', result).element}))",
                f"bounded(to(({text}).sum(), {Value('', result).element})) + {self.source.choice(list(parameters))}",
            ):
                if infer(fitted, known) == result:
                    return fitted
        raise NotPossible

    def expression(self) -> str:
        """Returns an expression of a random family."""
        name = self.source.choice(list(self.families))
        text = self.families[name](self)
        if infer(text, self.types) is None:
            raise NotPossible
        return text


def infer(text: str, types: Mapping[str, Any]) -> Any:
    """Returns the type of an expression; `None` if JAX rejects it for unknown sizes."""
    names = list(types)
    try:
        return jax.eval_shape(lambda *values: evaluate(text, dict(zip(names, values, strict=True))), *types.values())
    except Exception:  # JAX raises errors of many types.
        return None


def generate(seed: int, number: int, families: Mapping[str, Callable], statements: int) -> Program:
    """Returns a program, which depends on the numbers only."""
    source = random.Random(f"{seed}:{number}")
    x64 = source.random() < 0.4
    jax.config.update("jax_enable_x64", x64)
    elements = ELEMENTS + (WIDE_ELEMENTS * 2 if x64 else ())
    arguments = [
        Argument(f"a{position}", source.choice(SHAPES), source.choice(elements))
        for position in range(source.randint(1, 3))
    ]
    arguments.append(Argument("i", source.choice(INDEX_SHAPES), source.choice(INDICES)))
    used = set(Program(x64, "", (), tuple(arguments), (), (), ()).symbols())
    # A symbol can be told from a size that is it, or a multiple.
    for symbol in sorted(used):
        arguments.append(Argument(f"of_{symbol}", symbol, "float32"))
    calls = _calls(source, sorted(used))
    # Their own numbers, which leave those of the other parts as they are.
    constraints, steps = _declared(random.Random(f"{seed}:{number}:declared"), sorted(used))
    calls = tuple(
        {symbol: -(-size // steps[symbol]) * steps[symbol] for symbol, size in call.items()}
        for call in (*calls, *_calls_around_tiles(random.Random(f"{seed}:{number}:sizes"), sorted(used)))
    )
    generator = Generator(source, elements, families, depth=2)
    scope = export.SymbolicScope(constraints)
    for argument in arguments:
        shape = symbolic_shape(argument.sizes, scope)
        generator.types[argument.name] = jax.ShapeDtypeStruct(shape, argument.element)
    made: list[Statement] = []
    results = []
    for _ in range(ATTEMPTS * statements):
        if len(results) >= statements:
            break
        try:
            text = generator.expression()
        except NotPossible:
            continue
        type = infer(text, generator.types)
        parts = jax.tree.leaves(type)
        if not all(elements_of(part, call) <= LIMIT for part in parts for call in calls):
            continue
        name = f"v{len(made)}"
        made.append(Statement(name, text))
        if not isinstance(type, (tuple, list)):
            generator.types[name] = type
            results.append(name)
            continue
        for position, part in enumerate(type):
            own = f"v{len(made)}"
            made.append(Statement(own, f"{name}[{position}]"))
            generator.types[own] = part
            results.append(own)
    forms = (source.choice(XLA_FORMS), source.choice(IREE_FORMS))
    level = source.choice(LEVELS)
    # Their own numbers, which leave those of the other parts as they are.
    returned = _returned(random.Random(f"{seed}:{number}:results"), arguments, results)
    donated = random.Random(f"{seed}:{number}:donated").random() < 0.2
    return Program(x64, level, forms, tuple(arguments), tuple(made), returned, calls, constraints, donated=donated)


def _returned(source: random.Random, arguments: list[Argument], results: list[str]) -> tuple[str, ...]:
    """Returns the results in another order, some of them twice, with arguments among them, or none of them."""
    returned = list(results)
    if source.random() < 0.02:
        return ()
    if returned and source.random() < 0.3:
        returned += source.choices(returned, k=source.randint(1, 2))
    if source.random() < 0.3:
        returned += [argument.name for argument in source.choices(arguments, k=source.randint(1, 2))]
    if source.random() < 0.3:
        source.shuffle(returned)
    return tuple(returned)


def elements_of(type: jax.ShapeDtypeStruct, call: Mapping[str, int]) -> int:
    """Returns the number of elements of a value in a call."""
    sizes = [size if isinstance(size, int) else size._evaluate(dict(call)) for size in type.shape]
    return math.prod(sizes)


def _calls(source: random.Random, symbols: list[str]) -> tuple[dict[str, int], ...]:
    if not symbols:
        return ({},)
    calls = [{symbol: source.choice(SMALL) for symbol in symbols} for _ in range(3)]
    for size in LARGE:
        large = source.choice(symbols)
        calls.append({symbol: source.choice(SMALL) for symbol in symbols} | {large: size})
    # Tensors of `n - 1` rows have none.
    calls.append(dict.fromkeys(symbols, 1))
    return tuple(calls)


def _calls_around_tiles(source: random.Random, symbols: list[str]) -> list[dict[str, int]]:
    if not symbols:
        return []
    large = {symbol: source.choice(SIZES) for symbol in symbols}
    one = source.choice(symbols)
    return [large, {symbol: source.choice(SMALL) for symbol in symbols} | {one: source.choice(SIZES)}]


def _declared(source: random.Random, symbols: list[str]) -> tuple[tuple[str, ...], dict[str, int]]:
    """Returns what a program declares of its symbols, and what the size of each is a multiple of."""
    constraints = []
    steps = dict.fromkeys(symbols, 1)
    for symbol in symbols:
        kind = source.choice(("none", "none", "bound", "step"))
        if kind == "bound":
            constraints.append(f"{symbol} <= 512")
        elif kind == "step":
            constraints.append(f"mod({symbol}, 8) == 0")
            steps[symbol] = 8
    return tuple(constraints), steps
