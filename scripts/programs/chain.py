"""Chains of elementwise ops over a few arguments."""

from collections.abc import Mapping

from .program import Argument, Builder, Program, Value

_OPS = ("add", "maximum", "subtract", "minimum")


def small_chain() -> Program:
    """`((a + b) * a) + b` of rank 2, all sizes dynamic."""

    def compute(b: Builder, values: Mapping[str, Value]) -> Value:
        lhs, rhs = values["a"], values["b"]
        product = b.broadcast("multiply", b.broadcast("add", lhs, rhs), lhs)
        return b.broadcast("add", product, rhs)

    arguments = (Argument("a", ("m", "n")), Argument("b", ("k", "l")))
    return Program("small_chain", arguments, compute)


def chain(length: int, name: str = "chain") -> Program:
    """Ops on four arguments of rank 3, each on the result of the previous one."""
    names = "abcd"
    arguments = tuple(Argument(argument, tuple(f"{argument}{dim}" for dim in range(3))) for argument in names)

    def compute(b: Builder, values: Mapping[str, Value]) -> Value:
        x = values["a"]
        for at in range(length):
            x = b.broadcast(_OPS[at % len(_OPS)], x, values[names[(at + 1) % len(names)]])
        return x

    fitting = {f"{argument}{dim}": dim + 2 for argument in names for dim in range(3)} | {"b0": 1, "c2": 1}
    return Program(name, arguments, compute, fitting)


def functions(count: int, length: int) -> list[Program]:
    """Many chains."""
    return [chain(length, f"chain{number}") for number in range(count)]
