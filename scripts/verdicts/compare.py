"""Mutants and their verdicts, and the differences that are argued."""

import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from numeric.tool import files_in
from numeric.workers import Crash, each, run

from .generic import Op, ops_in
from .judges import Jaxlib, Tool
from .mutate import mutate

_BATCH = 500
_MARKER = "// -----"
_LONGEST_SEED = 4000


@dataclass(frozen=True)
class Verdicts:
    """Why each tool refuses a mutant; None if it does not."""

    op: str
    program: str
    tool: str | None
    jaxlib: str | None

    @property
    def kind(self) -> str | None:
        """Returns the kind of difference, if there is one."""
        if self.tool and self.tool.startswith("CRASH"):
            return "crashes"
        if (self.tool is None) == (self.jaxlib is None):
            return None
        return "accepted here only" if self.tool is None else "refused here only"

    @property
    def reason(self) -> str:
        """Returns the message of the tool that refuses."""
        return self.tool or self.jaxlib or ""


@dataclass(frozen=True)
class Argued:
    """A difference that is meant, as a row of argued.toml."""

    op: str
    kind: str
    message: str
    reason: str

    def covers(self, verdicts: Verdicts) -> bool:
        """Returns whether a difference is this one."""
        is_op = verdicts.op.startswith(self.op.removesuffix("*"))
        is_op = is_op if self.op.endswith("*") else verdicts.op == self.op
        return is_op and verdicts.kind == self.kind and self.message in verdicts.reason


def find_ops(texts: Sequence[str]) -> Callable[[int], list[tuple[str, Op]]]:
    """Returns a function that finds the ops of a program, as programs."""
    jaxlib = Jaxlib()

    def find(number: int) -> list[tuple[str, Op]]:
        text = jaxlib.generic_form(texts[number])
        programs = {op.program(): op for op in ops_in(text)} if text else {}
        return [
            (program, op)
            for program, op in programs.items()
            if len(program) <= _LONGEST_SEED and jaxlib.refusal(program) is None
        ]

    return find


def read_seeds(paths: Sequence[Path], jobs: int) -> dict[str, list[Op]]:
    """Returns the ops of the valid programs in files and directories, by their names."""
    texts = read_pieces(paths).texts
    found = run(each(find_ops, texts), range(len(texts)), jobs)
    # Workers finish in any order.
    ops = sorted({program: op for _, ops in found if not isinstance(ops, Crash) for program, op in ops}.items())
    seeds: dict[str, list[Op]] = defaultdict(list)
    for _, op in ops:
        seeds[op.name].append(op)
    return dict(sorted(seeds.items()))


@dataclass(frozen=True)
class Mutants:
    """The mutants of a seed of randomness, each determined by its number."""

    seeds: dict[str, list[Op]]
    seed: int

    def name_and_program(self, number: int) -> tuple[str, str]:
        """Returns a mutant and the name of its op."""
        random_, op = self._op(number)
        return op.name, mutate(random_, op).program()

    def valid_program(self, number: int) -> str | None:
        """Returns the program that a mutant is made of."""
        return self._op(number)[1].program()

    def _op(self, number: int) -> tuple[random.Random, Op]:
        random_ = random.Random(f"{self.seed} {number}")
        name = random_.choice(list(self.seeds))
        return random_, random_.choice(self.seeds[name])


@dataclass(frozen=True)
class Pieces:
    """The pieces of files, as they are."""

    texts: list[str]

    def name_and_program(self, number: int) -> tuple[str, str]:
        """Returns a piece and the name of its first op."""
        text = self.texts[number]
        ops = re.findall(r"\b(?:stablehlo|chlo)\.[a-z]\w*", text)
        return next((op for op in ops if not op.endswith("return")), "?"), text

    def valid_program(self, number: int) -> str | None:
        """Returns nothing, since a piece is judged as it is."""
        return None


def judge(binary: Path, programs: Mutants | Pieces, numbers: Sequence[int]) -> Iterator[tuple[int, Verdicts | None]]:
    """Yields each number, before and with the verdicts after its program is judged."""
    jaxlib, tool = Jaxlib(), Tool(binary)
    for first in range(0, len(numbers), _BATCH):
        batch = numbers[first : first + _BATCH]
        mutants = [programs.name_and_program(number) for number in batch]
        # What the tool remembers of valid ops must not hide what is wrong.
        valid = filter(None, map(programs.valid_program, batch))
        before = list(dict.fromkeys(valid))
        refusals = tool.refusals([*before, *(program for _, program in mutants)])[len(before) :]
        for number, (name, program), refusal in zip(batch, mutants, refusals, strict=True):
            yield number, None
            yield number, Verdicts(name, program, refusal, jaxlib.refusal(program))


def read_argued() -> list[Argued]:
    """Returns the rows of argued.toml."""
    table = tomllib.loads((Path(__file__).parent / "argued.toml").read_text())
    return [Argued(**row) for row in table.get("difference", [])]


def read_pieces(paths: Sequence[Path]) -> Pieces:
    """Returns the pieces of files and directories, without comments."""
    pieces = [piece for file in files_in(paths) for piece in file.read_text().split(_MARKER)]
    # An expectation in a comment would be shown with the example.
    return Pieces([re.sub(r"(?m)^\s*//.*\n", "", piece).strip() + "\n" for piece in pieces])
