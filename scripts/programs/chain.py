"""Chains of elementwise ops over a few arguments."""

from collections.abc import Mapping

from .program import Argument, Backend, Program, Value

# With these ops, values stay small enough to be compared.
_OPS = ("add", "maximum", "subtract", "minimum")


def small_chain() -> Program:
    """`((a + b) * a) + b` of rank 2, all sizes dynamic."""

    def compute(b: Backend, values: Mapping[str, Value]) -> Value:
        lhs, rhs = values["a"], values["b"]
        product = b.broadcast("multiply", b.broadcast("add", lhs, rhs), lhs)
        return b.broadcast("add", product, rhs)

    arguments = (Argument("a", ("m", "n")), Argument("b", ("k", "l")))
    cases = tuple(dict(zip("mnkl", sizes)) for sizes in ((2, 3, 2, 3), (1, 3, 4, 1), (5, 1, 1, 1)))
    mismatches = (dict(zip("mnkl", (2, 3, 3, 3))), dict(zip("mnkl", (2, 3, 2, 4))))
    return Program("small_chain", arguments, compute, cases, mismatches)


def chain(length: int, name: str = "chain") -> Program:
    """Ops on four arguments of rank 3, each on the result of the previous one."""
    names = "abcd"
    arguments = tuple(Argument(argument, tuple(f"{argument}{dim}" for dim in range(3))) for argument in names)

    def compute(b: Backend, values: Mapping[str, Value]) -> Value:
        x = values["a"]
        for at in range(length):
            x = b.broadcast(_OPS[at % len(_OPS)], x, values[names[(at + 1) % len(names)]])
        return x

    same = {f"{argument}{dim}": dim + 2 for argument in names for dim in range(3)}
    cases = (same, same | {"b0": 1, "c2": 1})
    return Program(name, arguments, compute, cases, (same | {"d1": 2},))


def functions(count: int, length: int) -> list[Program]:
    """Many chains."""
    return [chain(length, f"chain{number}") for number in range(count)]
