"""Lowers programs with --target=xla and --target=iree, and again after they have been written
in another way: through bytecode and as a portable artifact, with other names of values and
functions, with the functions in another order, and with functions that call nothing each in
a module of its own. The output must be the same, but for names and order. Ops with different
attributes must not be merged, nor lose these.
"""

import argparse
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path


from numeric.command_line import add_binary, exit_codes, make_parser
from numeric.tool import Refused, Tool, files_in, find_binary, shortened

from . import forms

_EPILOG = exit_codes("all forms are alike", "some differ, or there was nothing to compare")
_TARGETS = ("xla", "iree")


def main() -> int:
    options = _options()
    binary = options.binary or find_binary()
    paths = files_in(options.paths)
    work = list(itertools.product(paths, _TARGETS))
    with ThreadPoolExecutor() as executor:
        lists = executor.map(lambda pair: list(_texts(*pair, binary)), work)
        found = list(itertools.chain.from_iterable(lists))
    counts: Counter[tuple[str, str]] = Counter()
    for where, form, problem in found:
        kind = "rejected" if problem == _REJECTED else "different" if problem else "same"
        counts[form, kind] += 1
        if kind == "different":
            print(f"{where}: {form}: {problem}", flush=True)
    for (form, kind), count in sorted(counts.items()):
        print(f"{form}: {count} {kind}")
    different = sum(count for (_, kind), count in counts.items() if kind == "different")
    same = sum(count for (_, kind), count in counts.items() if kind == "same")
    return 1 if different or not same else 0


# A program that the tool rejects as it is.
_REJECTED = "rejected"


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/check-forms", __doc__, _EPILOG)
    parser.add_argument("paths", type=Path, nargs="+", metavar="PATH", help="a file, or a directory of *.mlir")
    add_binary(parser)
    options = parser.parse_args()
    for path in options.paths:
        if not path.exists():
            parser.error(f"{path} does not exist")
    return options


def _texts(path: Path, target: str, binary: Path) -> Iterator[tuple[str, str, str | None]]:
    """Compares the outputs for all ways to write a program."""
    where = f"{path}, {target}"
    lower = Tool(binary, (f"--target={target}",), is_silent=False)
    try:
        # As MLIR prints it, one function after the other.
        text = Tool(binary, ("--pass-pipeline=builtin.module()",), is_silent=False).lower(path.read_text())
        lowered = lower.lower(text)
    except (Refused, UnicodeDecodeError):
        yield where, "as it is", _REJECTED
        return
    checks = {name: partial(forms.check_text, name, text, lowered, lower) for name in forms.TEXT_FORMS}
    for name, check in {**checks, "marked": partial(forms.lower_marked, lower, target, text)}.items():
        try:
            yield where, name, _problem(check)
        except forms.NotWritten:
            yield where, name, _REJECTED
    yield where, "split", _split_difference(text, lowered, lower)


def _problem(check: Callable[[], object]) -> str | None:
    """Returns what a check of an output finds."""
    try:
        check()
    except Refused as refused:
        return f"it is refused: {shortened(refused)}"
    except forms.OtherText as other:
        return str(other)
    return None


def _split_difference(text: str, lowered: str, lower: Tool) -> str | None:
    """Lowers each function alone, if none of them uses a symbol."""
    head, functions, tail = forms.functions_of(text)
    if any(function.count("@") != 1 for function in functions) or "@" in head or not functions:
        return _REJECTED
    try:
        alone = [forms.normalized(lower.lower(head + function + tail))[1:-1] for function in functions]
    except Refused as refused:
        return f"it is refused: {shortened(refused)}"
    whole = forms.normalized(lowered)[1:-1]
    parts = sorted(itertools.chain.from_iterable(alone))
    return None if whole == parts else "the functions differ"
