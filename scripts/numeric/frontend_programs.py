"""Programs in the forms that frontends emit, from the files in `programs`.

In front of each program are comments. `// NAME(OPTIONS) = RESULT ; RESULT` has the results, as expressions of the
arguments with the functions of NumPy and those below; options are the `tolerance`, the exclusive `bound` of integers, and
`targets`, the only one that can compile it. `// calls:` has the shapes of the arguments of calls, such as `2x3,3`, and
`// wrong call: SHAPES: TEXT` a call that must fail, with a part of the message.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from scipy import special

from .elements import DTYPES
from .tool import split

Sizes = tuple[tuple[int, ...], ...]
_NAME = re.compile(r"// (?P<name>\w+)(?:\((?P<options>.*?)\))? = (?P<results>.*)")
_ARGUMENT = re.compile(r"%(\w+): tensor<(?:[\d?]+x)*([^>x]+)>")


@dataclass(frozen=True)
class Program:
    """A program with its expected results, and sizes that it accepts or rejects."""

    name: str
    text: str
    elements: tuple[str, ...]
    expected: Callable[[Sequence[np.ndarray]], Sequence[np.ndarray]]
    calls: tuple[Sizes, ...]
    wrong_calls: tuple[tuple[Sizes, str], ...] = ()
    tolerance: float = 1e-5
    # The exclusive upper bound of integers.
    bound: int = 3
    # The targets that can compile it.
    targets: tuple[str, ...] = ("xla", "iree")

    def arguments(self, sizes: Sizes) -> list[np.ndarray]:
        """Returns arguments of these sizes."""
        random = np.random.default_rng(len(sizes))
        arguments = []
        for shape, element in zip(sizes, self.elements, strict=True):
            if element == "i1":
                arguments.append(random.random(shape) < 0.5)
            elif element.startswith("i"):
                arguments.append(random.integers(0, self.bound, shape).astype(DTYPES[element]))
            else:
                arguments.append(random.normal(size=shape).astype(DTYPES[element]))
        return arguments


def programs(file: str) -> Iterator[Program]:
    """Yields the programs of a file in `programs`."""
    for part in split((Path(__file__).parent / "programs" / f"{file}.mlir").read_text()):
        yield _read(part)


def _read(part: str) -> Program:
    comments = [line for line in part.splitlines() if line.startswith("// ")]
    head = next(filter(None, map(_NAME.fullmatch, comments)))
    options = dict(option.split("=") for option in (head["options"] or "").split(", ") if option)
    text = part[part.index("func.func") :]
    names, elements = zip(*_ARGUMENT.findall(text[: text.index("->")]), strict=True)
    results = eval(f"lambda {', '.join(names)}: [{head['results'].replace(' ; ', ', ')}]", _FUNCTIONS)
    wrong_calls = [
        line.removeprefix("// wrong call: ").split(": ", 1) for line in comments if "// wrong call: " in line
    ]
    (calls,) = (line.split()[2:] for line in comments if line.startswith("// calls: "))
    return Program(
        head["name"],
        text,
        elements,
        lambda arguments: results(*arguments),
        tuple(map(_sizes, calls)),
        tuple((_sizes(sizes), message) for sizes, message in wrong_calls),
        float(options.get("tolerance", 1e-5)),
        int(options.get("bound", 3)),
        tuple([options["targets"]] if "targets" in options else Program.targets),
    )


def _sizes(text: str) -> Sizes:
    shapes = ("" if shape == "scalar" else shape for shape in text.split(","))
    return tuple(tuple(int(size) for size in shape.split("x") if size) for shape in shapes)


def _gelu(x: np.ndarray) -> np.ndarray:
    return 0.5 * x * (1 + special.erf(x / np.float32(math.sqrt(2))))


def _group_norm(x: np.ndarray) -> np.ndarray:
    """Normalizes channels in two groups."""
    groups = x.reshape(x.shape[0], 2, 2 * x.shape[2] * x.shape[3])
    normal = (groups - groups.mean(2, keepdims=True)) / np.sqrt(groups.var(2, keepdims=True) + 1e-5)
    return normal.reshape(x.shape)


def _mean_of_convolution(x: np.ndarray, kernel: np.ndarray, bias: np.ndarray) -> np.ndarray:
    padded = np.pad(x, ((0, 0), (1, 1), (0, 1), (0, 0)))
    windows = sliding_window_view(padded, kernel.shape[:2], (1, 2))
    return np.maximum(bias + np.einsum("byxchw,hwco->byxo", windows, kernel), 0).mean((1, 2))


def _sum_to(array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    array = array.sum(axis=tuple(range(array.ndim - len(shape))))
    ones = tuple(dim for dim, size in enumerate(shape) if size == 1)
    return array.sum(axis=ones, keepdims=True)


def _depthwise_convolution(x: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    (height, width), (rows, columns) = x.shape[1:3], kernel.shape[:2]
    sizes = [-(-size // 2) for size in (height, width)]
    spans = zip(sizes, (rows, columns), (height, width), strict=True)
    padding = [max((size - 1) * 2 + window - full, 0) for size, window, full in spans]
    around = [(0, 0), *((pad // 2, pad - pad // 2) for pad in padding), (0, 0)]
    windows = sliding_window_view(np.pad(x, around), (rows, columns), (1, 2))[:, ::2, ::2]
    return np.einsum("byxchw,hwcm->byxcm", windows, kernel).reshape(x.shape[0], *sizes, 4)


_FUNCTIONS = {
    **vars(np),
    **{"gelu": _gelu, "softmax": partial(special.softmax, axis=-1), "group_norm": _group_norm, "sum_to": _sum_to},
    **{"mean_of_convolution": _mean_of_convolution, "depthwise_convolution": _depthwise_convolution},
    # NumPy's would hide those of Python.
    **{"max": max, "abs": abs, "min": min},
}
