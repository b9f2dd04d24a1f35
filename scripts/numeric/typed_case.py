"""Programs of one op with sizes that types may give or leave open, for `typed_ops`, from `typed_ops.txt`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

_ROW = re.compile(
    r"(?P<ops>[\w/ -]+): (?P<arguments>.*?) ?-> (?P<results>.*?)(?: = (?P<rest>.*?))?(?P<more>(?: ; .*)?)"
)
_TEXT = re.compile(r"\$([a-z]\w+)(?:\(([^()]*)\))?")
# What is in angle brackets is no list of attributes.
_ATTRIBUTE = re.compile(r"#\w+(?:\.\w+)?<[^<>]*(?:->[^<>]*)?>| = (?:\[([-\dM, ]*)\]|(-?\d+))(?=[,}])")


@dataclass(frozen=True)
class Case:
    """A program of one op."""

    op: str
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    rest: str = ""
    # Which of several programs of this op.
    label: str = ""
    # The values of arguments of which an op takes some only, for these sizes.
    values: dict[int, Callable[[int, int], list[int]]] | None = None
    function: str = ""
    operands: int | None = None
    expected: Callable[..., np.ndarray] | None = None

    def name(self) -> str:
        return f"{self.op}-{self.label}" if self.label else self.op


def _folded(op: str, *elements: str) -> str:
    """Returns a region that folds values by an op."""
    arguments = ", ".join(f"%{side}{at}: tensor<{it}>" for side in "xy" for at, it in enumerate(elements))
    steps = "\n".join(f"%r{at} = stablehlo.{op} %x{at}, %y{at} : tensor<{it}>" for at, it in enumerate(elements))
    values = ", ".join(f"%r{at}" for at in range(len(elements)))
    types = ", ".join(f"tensor<{it}>" for it in elements)
    return f"({{^bb0({arguments}):\n{steps}\nstablehlo.return {values} : {types}}})"


def _compared(direction: str, element: str = "f32", *others: str) -> str:
    """Returns a region that compares the first values."""
    arguments = [f"%x: tensor<{element}>", f"%y: tensor<{element}>"]
    arguments += [f"%{side}{at}: tensor<{other}>" for at, other in enumerate(others) for side in "pq"]
    return (
        f"({{^bb0({', '.join(arguments)}):\n%c = stablehlo.compare {direction}, %x, %y : "
        f"(tensor<{element}>, tensor<{element}>) -> tensor<i1>\nstablehlo.return %c : tensor<i1>}})"
    )


def _chosen(element: str, wide: str) -> str:
    """Returns the regions that select the greatest value, and add."""
    return f"{_compared('GE', element)[:-1]}, {_folded('add', wide)[1:]}"


_REGIONS = {"folded": _folded, "compared": _compared, "chosen": _chosen}


def _expanded(text: str, texts: dict[str, str]) -> str:
    """Replaces names of texts by these."""

    def replaced(found: re.Match) -> str:
        if found[1] in _REGIONS:
            return _REGIONS[found[1]](*found[2].split(", "))
        if found[1] not in texts:
            return found[0]
        result = texts[found[1]]
        for at, value in enumerate((found[2] or "").split(";"), 1):
            result = result.replace(f"%{at}", value.strip())
        return result

    while (new := _TEXT.sub(replaced, text)) != text:
        text = new
    return text


def _attribute(found: re.Match) -> str:
    """Writes a list of integers, or an integer, as MLIR does."""
    if found[2]:
        return f" = {found[2]} : i64"
    return found[0] if found[1] is None else f" = array<i64{': ' * bool(found[1])}{found[1]}>"


def _computed(names: str, text: str) -> Callable:
    return eval(f"lambda {names}: {text}", {"np": np})


def _read() -> list[Case]:
    text = Path(__file__).with_name("typed_ops.txt").read_text()
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\n  ", " ")
    cases, texts = [], {}
    for line in filter(None, text.splitlines()):
        if line.startswith("$"):
            name, _, value = line[1:].partition(" = ")
            texts[name] = value
            continue
        row = _ROW.fullmatch(line)
        assert row, line
        more = dict(item.split(" = ", 1) for item in row["more"].split(" ; ")[1:])
        make = partial(
            Case,
            arguments=tuple(filter(None, row["arguments"].split(", "))),
            results=tuple(row["results"].split(", ")),
            rest=_ATTRIBUTE.sub(_attribute, _expanded(row["rest"] or "", texts)),
            values={int(key[1:]): _computed("n, m", value) for key, value in more.items() if re.match(r"v\d", key)},
            function=more.get("function", ""),
            operands=int(more["operands"]) if "operands" in more else None,
            expected=_computed("x, y", more["expected"]) if "expected" in more else None,
        )
        for op in row["ops"].split(" "):
            name, _, label = op.partition("/")
            cases.append(make(name, label=label))
    return cases


CASES = _read()
