"""Introduces faults into correct outputs, each of which must be refuted unless it is harmless.

The outputs are those of the lit tests. A mutant that is proven must be harmless: XLA, or IREE, shows no difference for
small sizes. A refuted one must be wrong on XLA with the sizes of the counterexample. So this checks the proofs in both
directions.
"""

import random
import re
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jaxlib.mlir import ir
from numeric.mutators import MUTATORS, mutants
from numeric.peer import Peer
from numeric.tool import Refused, Tool

from .cases import OWN, ROOT, Case, parts_of, run_lines
from .check import Answer, check_function
from .confirm import Runs
from .interpret import Settings
from .options import settings_of, tables_of
from .reader import Op, Program, Reader, Unreadable

# The directories of tests.
_AREAS = """
assertions assume-sizes convert-torch-tensors dispatch-profiles guard-broadcasts guard-replaced-ops guard-reshapes
guard-sizes legalize-for-iree legalize-to-stablehlo lower-broadcast rules simplify-broadcasts specialize-sizes
""".split()
# Those in which each file is about ops in other forms.
_OF_FORMS = ("dispatch-profiles", "legalize-for-iree", "legalize-to-stablehlo")
# The maximum number of ops of an input and its output into which faults are introduced.
_MOST_OPS = 120
# The kinds of faults that are also introduced into inputs.
_OF_INPUTS = ("another number", "another word", "operands exchanged")
# The maximum number of mutants of one kind of one output that XLA runs, to see that they are wrong.
_MOST_RUNS = 1


@dataclass(frozen=True)
class Subject:
    """A function of a program into whose output faults are introduced."""

    case: Case
    function: str

    def __str__(self) -> str:
        return f"{self.case.name} @{self.function} {' '.join(self.case.options)}"


def _programs(reader: Reader, binary: Path, case: Case) -> tuple[Program, Program]:
    options = tuple(dict.fromkeys(("--allow-unregistered-dialect", *case.options)))
    return reader.read(case.text), reader.read(Tool(binary, options, False).lower(case.text))


def subjects(binary: Path, most: int, seed: int) -> list[Subject]:
    """Returns all functions of the programs here, and at most so many of the smallest ones of the tests in which an op
    is, be it of the input or the output: of each directory, or of each file."""
    reader = Reader(binary)
    found = []
    for directory in (OWN, *(ROOT / "lit" / area for area in _AREAS)):
        for file in sorted(directory.rglob("*.mlir")):
            for arguments in run_lines(file):
                for case in parts_of(file, arguments):
                    try:
                        programs = _programs(reader, binary, case)
                    except (Refused, Unreadable):
                        continue
                    for name in set(programs[0].entries()) & set(programs[1].functions):
                        ops = [op.name for it in programs for own in it.called(name) for op in own.walk()]
                        place = str(file) if directory.name in _OF_FORMS else directory.name
                        is_own = directory == OWN
                        places = {(place, op) for op in ops}
                        found.append((not is_own, len(ops), str(file), name, Subject(case, name), places))
    covered: set[tuple[str, str]] = set()
    own, chosen = [], []
    for is_of_tests, count, *_, subject, ops in sorted(found, key=lambda item: item[:4]):
        if not is_of_tests:
            own.append(subject)
        elif ops - covered and count <= _MOST_OPS:
            covered |= ops
            chosen.append(subject)
    return own + random.Random(seed).sample(chosen, min(most, len(chosen)))


def alone(program: Program, name: str) -> str:
    """Returns a function, with what it names, as a module in generic form."""
    # Such as meshes.
    others = (Op(op.operation) for op in program.module.body.operations if op.operation.name != "func.func")
    named = program.functions | {op.attribute_text("sym_name").strip('"'): op for op in others}
    texts: dict[str, str] = {}
    rest = [name]
    while rest:
        if (current := rest.pop()) in texts or current not in named:
            continue
        texts[current] = named[current].operation.get_asm(print_generic_op_form=True, use_local_scope=True)
        rest += re.findall(r"@([\w$.-]+)", texts[current])
    return "\n".join(['"builtin.module"() ({', *texts.values(), "}) : () -> ()", ""])


# The kind of a mutant, its outcome and the evidence.
Outcome = tuple[str, str, str]


def check_faults(binary: Path, chosen: Sequence[Subject], seed: int) -> Callable[[int], list[Outcome]]:
    """Returns a function that checks the mutants of an output, for `workers.each`."""
    peer, reader = Peer(), Reader(binary)
    return lambda number: list(_Check(peer, reader, binary, chosen[number], seed).outcomes())


class _Check:
    """The mutants of one output."""

    def __init__(self, peer: Peer, reader: Reader, binary: Path, subject: Subject, seed: int) -> None:
        self.subject = subject
        self.rng = random.Random(f"{seed}/{subject}")
        self.binary = binary
        options = subject.case.options
        self.settings: Settings = settings_of(options, tables_of(binary, options))
        self.source, target = _programs(reader, binary, subject.case)
        self.right = alone(target, subject.function)
        own = alone(self.source, subject.function)
        self.runs = Runs(peer, subject.function, own, self.right, is_of_iree=self.settings.is_rewritten)

    def _answer(self, text: str) -> Answer:
        return check_function(self.subject.function, self.source, Reader.parse(text), self.settings)

    def _of_inputs(self) -> Iterator[Outcome]:
        """Yields the outcome of each other input whose ops with rules have other attributes or operands, so that they
        mean something else."""
        if not self.settings.rules:
            return
        output, source = Reader.parse(self.right), alone(self.source, self.subject.function)
        for kind, op, write in mutants(source):
            if kind in _OF_INPUTS and op.name in self.settings.rules and (text := write()):
                try:
                    answer = check_function(self.subject.function, Reader.parse(text), output, self.settings)
                except ir.MLIRError:
                    continue
                verdict = "not run" if answer.verdict == "proven" else answer.verdict
                yield f"of the input: {kind}", verdict, f"{self.subject}: {kind}\n  {_head(op)}\n  {answer.text()}"

    def outcomes(self) -> Iterator[Outcome]:
        """Yields the outcome of each mutant."""
        answer = self._answer(self.right)
        if answer.verdict != "proven" or answer.expanded or answer.never_accepts:
            # What is not proven, or accepts nothing, does not show whether faults are found.
            return
        proven = []
        confirmed: Counter[str] = Counter()
        for kind, op, text in self._chosen():
            name = f"{self.subject}: {kind}\n  {op}"
            try:
                answer = self._answer(text)
            except ir.MLIRError:
                continue
            except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
                # Only the tool knows that some programs are not valid.
                if self._is_valid(text):
                    yield kind, "wrong", f"{name}\n{traceback.format_exc()}"
                continue
            if answer.verdict == "proven" and not answer.expanded:
                if self._is_valid(text):
                    proven.append((kind, name, text))
            elif answer.verdict != "refuted":
                yield kind, "not known", f"{name}\n  {answer.text()}"
            elif confirmed[kind] < _MOST_RUNS and self.runs.is_on_xla(text):
                shown = self.runs.confirm(answer, text)
                confirmed[kind] += bool(shown)
                # Other elements may have equal results, and XLA checks neither what is said of indices nor assertions
                # about elements.
                is_silent = answer.fault == "differs" or "indices" in answer.reason or any(answer.numbers)
                verdict = "confirmed" if shown else "refuted" if is_silent else "not confirmed"
                yield kind, verdict, f"{name}\n  {answer.text()}"
            else:
                yield kind, "refuted", name
        yield from self._of_inputs()
        differences = self.runs.differences([text for *_, text in proven])
        for (kind, name, _), shown in zip(proven, differences, strict=True):
            verdict = "not run" if shown is None else "wrong" if shown else "harmless"
            yield kind, verdict, f"{name}\n  {shown}"

    def _chosen(self) -> Iterator[tuple[str, str, str]]:
        """Yields a mutant of each kind of each op that occurs."""
        made: dict[tuple[str, str], list[tuple[str, Callable[[], str | None]]]] = defaultdict(list)
        for kind, op, write in mutants(self.right):
            made[kind, op.name].append((_head(op), write))
        for (kind, _), found in made.items():
            head, write = self.rng.choice(found)
            if text := write():
                yield kind, head, text

    def _is_valid(self, text: str) -> bool:
        """Returns whether the tool accepts a program, which knows dialects that jaxlib lacks."""
        options = ("--pass-pipeline=builtin.module()", "--allow-unregistered-dialect")
        try:
            Tool(self.binary, options, is_silent=False).lower(text.replace('"unverified.', '"stablehlo.'))
        except Refused:
            return False
        return True


def _head(op: ir.Operation) -> str:
    """Returns the first line of an op."""
    return op.get_asm(print_generic_op_form=True, use_local_scope=True).partition("\n")[0]


VERDICTS = ("refuted", "confirmed", "harmless", "not run", "not known", "not confirmed", "wrong")


def table(outcomes: dict[str, Counter[str]]) -> str:
    """Formats the number of outcomes of each kind."""
    width = max(map(len, MUTATORS))
    lines = [f"{'fault':{width}}  " + "  ".join(VERDICTS)]
    for kind, counts in outcomes.items():
        columns = "  ".join(f"{counts[verdict]:{len(verdict)}}" for verdict in VERDICTS)
        lines.append(f"{kind:{width}}  {columns}")
    return "\n".join(lines)
