"""Asks the solver whether two programs accept the same sizes, and compute the same."""

import importlib
import itertools
import pkgutil
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import z3

from .cancelling import Cancelling
from .events import Assertion, Demand, Effect, Event, Limit, Loop, Outcome
from .interpret import NotModelled, OtherLoops, Run, Settings, Unsupported
from .number import Bool, all_of, boolean, implies
from .reader import Program
from .shapes import check_shapes, static_kinds
from .theory import ELEMENT, LIST, TENSOR, Kind, Theory, has_data, subterms

# The modules that define the semantics of ops: those of these names, and some others.
_OF_OPS = re.compile(
    r".*_ops|tensorflow_.*|constants|control|custom_calls|einsums|elementwise|float_orders|greatest|loops"
)
for _module in filter(_OF_OPS.fullmatch, (it.name for it in pkgutil.iter_modules([str(Path(__file__).parent)]))):
    importlib.import_module(f".{_module}", __package__)

# The time limits of one question, and of all questions about a function.
_MILLISECONDS = 20_000
_SECONDS = 180
# The time limit of a question to a solver that has been asked others.
_MILLISECONDS_OF_OLD = 500
# The time limit of a question that need not be answered.
_MILLISECONDS_FOR_MORE = 2_000
# Counterexamples are first searched among small sizes, because differing values need
# elements.
_SMALL = ((0, 4), (0, 16), (0, 1000))
_FILLED = ((2, 4), (1, 4), *_SMALL)


@dataclass(frozen=True)
class Duty:
    """A proof obligation, and the description of its failure."""

    premises: tuple[Bool, ...]
    conclusion: Bool
    what: str
    at: str
    # "accepts", "refuses", "illegal" or "differs".
    fault: str
    # Whether it does not rely on the input's ops being legal: an assertion of the input itself, a type, or that an op
    # of the output is legal where the output checks that.
    is_own: bool = False


@dataclass
class Answer:
    """The result for one function."""

    function: str
    # "proven", "refuted", "not known" or "not modelled".
    verdict: str
    reason: str = ""
    fault: str = ""
    at: str = ""
    sizes: list[list[int] | None] = field(default_factory=list)
    numbers: list[list[int] | None] = field(default_factory=list)
    accepted: bool | None = None
    seconds: float = 0.0
    duties: int = 0
    # Whether the assertions fail for all sizes: then the proof is vacuous.
    never_accepts: bool = False
    # Ops that the output expands into others, whose results are not compared.
    expanded: tuple[str, ...] = ()

    def text(self) -> str:
        """Returns it as readable text."""
        lines = [f"{self.function or 'the module'}: {self.verdict_text()}"]
        if self.verdict == "refuted":
            lines.append(f"  at {self.at}")
            for index, sizes in enumerate(self.sizes):
                numbers = self.numbers[index]
                holds = f", holding {numbers}" if numbers else ""
                lines.append(f"  argument {index} has sizes {sizes}{holds}")
        return "\n".join(lines)

    def verdict_text(self) -> str:
        """Returns the verdict with what it does not cover, or its reason."""
        if self.verdict == "proven":
            note = ", though it accepts no sizes" if self.never_accepts else ""
            if self.expanded:
                note += f", but for the elements that come of {', '.join(self.expanded)}"
            conditions = "1 condition" if self.duties == 1 else f"{self.duties} conditions"
            return f"{self.verdict}{note} ({conditions})"
        return f"{self.verdict}: {self.reason}"


def holds(run: Run, path: Bool, condition: Bool) -> bool:
    """Returns whether a condition is known to hold on a path of the first program."""
    if isinstance(condition, bool):
        return condition
    # What holds here, holds later, too.
    asked = run.theory.function("holds on a path", [boolean(path), condition], z3.BoolSort())
    if asked in run.held:
        return True
    solver = solver_of(run.theory)
    solver.set("timeout", _MILLISECONDS // 4)
    premises, _, _ = _meaning(run.events, run.theory, "invariant")
    for premise in premises:
        solver.add(boolean(premise))
    for event in run.events:
        if isinstance(event, Assertion):
            solver.add(boolean(implies(event.path, event.most)))
    solver.add(boolean(path), z3.Not(boolean(condition)))
    does_hold = solver.check() == z3.unsat
    if does_hold:
        run.held[asked] = None
    return does_hold


def solver_of(theory: Theory) -> z3.Solver:
    """Returns a solver with the theory's axioms about its terms."""
    solver = z3.Solver()
    solver.set("timeout", _MILLISECONDS)
    for axiom in theory.axioms:
        solver.add(axiom)
    return solver


def _meaning(
    events: Sequence[Event], theory: Theory, label: str, reached: list[Bool] | None = None, defined: Bool = True
) -> tuple[list[Bool], Bool, Bool]:
    """Returns when a program is defined, and what it may and must accept.

    After a failed assertion, nothing more is required of it. `reached` gets, for each effect, the condition that all
    earlier assertions hold. That its ops are legal is known if `defined`.
    """
    premises: list[Bool] = []
    accepted: Bool = True
    ordered: Bool = True
    least: Bool = True
    for index, event in enumerate(events):
        if isinstance(event, Effect):
            if reached is not None and event.number is not None:
                reached.append(ordered)
            continue
        if isinstance(event, Demand):
            before = all_of([ordered, event.path, event.given])
            if not event.is_range:
                before = all_of([before, defined])
            premises.append(implies(before, event.condition))
            continue
        if isinstance(event, Limit):
            premises.append(implies(all_of([ordered, event.path]), event.condition))
            continue
        if not event.is_witness:
            name = theory.unique(f"{label} order {index}")
            ordered = _named(premises, name, ordered, event.path, event.most)
        least = all_of([least, implies(event.path, event.least)])
        accepted = _named(premises, theory.unique(f"{label} {index}"), accepted, event.path, event.most)
    return premises, accepted, least


def _named(premises: list[Bool], name: str, before: Bool, path: Bool, condition: Bool) -> Bool:
    """Names a conjunction, so that it is not repeated."""
    holds_ = implies(path, condition)
    if holds_ is True:
        return before
    if before is True and isinstance(holds_, bool):
        return holds_
    named = z3.Bool(name)
    premises.append(named == z3.And(boolean(before), boolean(holds_)))
    return named


# Ops that `legalize-to-stablehlo` and `legalize-for-iree` expand into other ops.
_EXPANDED = ("chlo.", "math.", "stablehlo.einsum", "stablehlo.select_and_scatter", "stablehlo.unary_einsum")

# If more loops of the input are unused, the output has all of them or none; otherwise, it may lack any.
_MOST_UNUSED = 4


def _legal(demand: Demand, ordered: Bool, trusted: Sequence[Bool], is_own: bool) -> Duty:
    return Duty(
        (ordered, demand.path, demand.given, *trusted),
        demand.condition,
        f"an op is not legal: it asks that {demand.what}",
        demand.at,
        "illegal",
        is_own,
    )


def _possible_loops(loops: list[Loop]) -> Iterator[list[Loop]]:
    """Yields the loops that the second program may have: all, or without some that nothing uses."""
    yield loops
    unused = [loop for loop in loops if loop.is_unused]
    if len(unused) > _MOST_UNUSED:
        yield [loop for loop in loops if not loop.is_unused]
        return
    for count in range(1, len(unused) + 1):
        for missing in itertools.combinations(unused, count):
            yield [loop for loop in loops if all(loop is not other for other in missing)]


class Pair:
    """A function in both programs."""

    def __init__(self, name: str, first: Program, second: Program, settings: Settings) -> None:
        self.name = name
        self.theory = Theory()
        # The input knows fewer sizes than its copies for profiles, so that only these would have such terms.
        self.theory.tracks_data = settings.profiles == 0
        self.settings = settings
        run, self.first = self._run_first(first, second)
        if known := list(self.theory.same_numbers.known.items()):
            # Once more, so that both programs know these sizes wherever they use them.
            self.theory = Theory(self.theory.tracks_data)
            for term, value in known:
                self.theory.same_numbers.keep_constant(term, value)
                self.theory.assume(term == value)
            run, self.first = self._run_first(first, second)
        other, self.second = self._run_second(second, run)
        for op in sorted(run.unmodelled - second.names(name)):
            raise NotModelled(f"{op}, which the output computes by other ops")
        written_out = run.written_out - run.followed
        expanded = {op for op in written_out if op.startswith(_EXPANDED)}
        expanded |= run.rewritten | other.rewritten
        self.expanded = tuple(sorted(expanded))
        self.premises: list[Bool] = []
        # That elements are equal which ops in `expanded` compute. A proof does not require it, because
        # the models do not cover all of these ops.
        self.uncompared: list[Duty] = []
        self.accepted: Bool = True
        # That each op of the input is legal. It checks nothing, so the input's own assertions must not rely on it.
        self.defined = z3.Bool("the input is defined")
        self.duties = [
            duty if duty.is_own else replace(duty, premises=(self.defined, *duty.premises)) for duty in self._duties()
        ]
        self.theory.axioms += Cancelling(self.theory).lemmas()

    def _run_first(self, program: Program, other: Program) -> tuple[Run, Outcome]:
        """Runs the first program."""
        loops: list[Loop] = []
        specialized = other if self.settings.shapes else None
        run = Run(self.theory, program, self.settings, loops, specialized=specialized)
        names = program.names(self.name), other.names(self.name)
        run.written_out, run.made = names[0] - names[1], names[1] - names[0]
        run.other_names = names[1]
        run.other_windows = other.windows(self.name)
        return run, run.run(self.name) if self.name else run.run_module()

    def _run_second(self, program: Program, first: Run) -> tuple[Run, Outcome]:
        """Runs the second program, which may lack loops whose results nothing uses."""
        found = []
        copies = self.settings.profiles + 1
        for loops in _possible_loops(first.loops):
            expected = len(loops) * copies
            run = Run(self.theory, program, self.settings, loops, first=first)
            try:
                outcome = run.run(self.name) if self.name else run.run_module()
            except OtherLoops:
                continue
            count = run.counts["loop"]
            if count == expected and loops is first.loops:
                return run, outcome
            if count >= len(loops) and count % max(len(loops), 1) == 0:
                found.append((abs(count - expected), len(run.claims), len(found), run, outcome))
        if not found:
            raise OtherLoops("the programs have different loops")
        # That of which the fewest values may differ.
        *_, run, outcome = min(found)
        return run, outcome

    def _duties(self) -> Iterator[Duty]:
        reached: list[Bool] = []
        premises, may, must = _meaning(self.first.events, self.theory, "source", reached, self.defined)
        self.premises += premises
        self.accepted = may
        if self.settings.assertions == "none":
            # Incompatible sizes are assumed not to occur.
            self.premises.append(must)
        trusted: list[Bool] = []
        if self.settings.assertions == "shape":
            # An op's facts about sizes are assumed, whatever witnesses its operands
            # depend on.
            trusted = [implies(event.path, event.condition) for event in self.first.events if isinstance(event, Demand)]

        def is_checked(demand: Demand) -> bool:
            return self.settings.guards_sizes and not demand.is_unchecked

        named: list[Bool] = []
        passed: Bool = True
        # Conditions that hold after an assertion that orders all later ops.
        ordered: Bool = True
        late: list[Demand] = []
        for index, event in enumerate(self.second.events):
            if isinstance(event, Effect):
                yield from (_legal(demand, ordered, trusted, is_checked(demand)) for demand in late)
                late.clear()
                if event.number is not None and event.number < len(reached):
                    what = "differs: an effect is reached though an earlier assertion fails"
                    yield Duty((ordered, event.path), reached[event.number], what, "an effect", "differs")
                continue
            if isinstance(event, Demand):
                if event.is_late:
                    late.append(event)
                else:
                    yield _legal(event, ordered, trusted, is_checked(event))
                continue
            label = self.theory.unique(f"target {index}")
            if isinstance(event, Limit):
                passed = _named(named, label, passed, event.path, event.condition)
                label = self.theory.unique(f"target order {index}")
                ordered = _named(named, label, ordered, event.path, event.condition)
                continue
            yield Duty(
                (must, passed, event.path),
                event.most,
                "an assertion refuses what NumPy's rule accepts",
                event.at,
                "refuses",
            )
            passed = _named(named, label, passed, event.path, event.most)
            if not event.is_witness:
                label = self.theory.unique(f"target order {index}")
                ordered = _named(named, label, ordered, event.path, event.most)
        yield from (_legal(demand, ordered, trusted, is_checked(demand)) for demand in late)
        self.premises += named
        for event in self.first.events:
            if isinstance(event, Assertion):
                yield Duty(
                    (passed, event.path),
                    event.most,
                    "no assertion refuses what NumPy's rule rejects",
                    event.at,
                    "accepts",
                    event.is_own,
                )
        for claim in self.second.claims:
            duty = Duty((passed, claim.path), claim.condition, f"differs: {claim.what}", claim.at, "differs")
            if self.expanded and claim.what.startswith("value"):
                self.uncompared.append(duty)
            else:
                yield duty
        first, second = self.first, self.second
        for what, own, others in (
            ("argument", first.arguments, second.arguments),
            ("result", first.results, second.results),
        ):
            if len(own) != len(others):
                yield Duty((), False, f"another number of {what}s", self.name, "differs", is_own=True)
                return
            for index, (a, b) in enumerate(zip(own, others)):
                if not _is_of_type(a.kind, b.kind, what):
                    yield Duty((), False, f"{what} {index} has another type", self.name, "differs", is_own=True)
        for index, (a, b) in enumerate(zip(self.first.results, self.second.results)):
            for what, condition in self.theory.same_value(a, b):
                what_differs = f"the {what} of result {index} differs"
                duty = Duty((passed,), condition, what_differs, "the end of the function", "differs")
                if self.expanded and what == "value":
                    self.uncompared.append(duty)
                else:
                    yield duty


def check_function(name: str, first: Program, second: Program, settings: Settings) -> Answer:
    """Proves a function, or finds sizes for which it is wrong."""
    begin = time.monotonic()
    try:
        pair = Pair(name, first, second, settings)
    except Unsupported as problem:
        return Answer(name, problem.verdict, str(problem))
    answer = _decide(pair)
    if pair.expanded and (answer.verdict != "proven" or not _are_all_equal(pair)):
        answer.expanded = pair.expanded
    answer.seconds = time.monotonic() - begin
    answer.duties = len(pair.duties)
    return answer


def _parts(duty: Duty) -> list[Duty]:
    """Returns a duty for each condition that it asks for."""
    if isinstance(duty.conclusion, bool) or not z3.is_and(duty.conclusion):
        return [duty]
    return [replace(duty, conclusion=condition) for condition in duty.conclusion.children()]


def _is_of_type(own: Kind, other: Kind, what: str) -> bool:
    """Returns whether an argument or result has its type in the output, too; results may have fewer unknown sizes,
    and so may the parts of tuples."""
    if own.label.startswith("tuple<"):
        return other.label.startswith("tuple<")
    if what == "result":
        return own.label == other.label
    return (own.label, own.dims, own.bounds) == (other.label, other.dims, other.bounds)


def _negated(duty: Duty) -> z3.BoolRef:
    return z3.And(*(boolean(premise) for premise in duty.premises), z3.Not(boolean(duty.conclusion)))


def _are_all_equal(pair: Pair) -> bool:
    """Returns whether the elements are proven equal, too, that a proof need not compare."""
    solver = solver_of(pair.theory)
    solver.set("timeout", _MILLISECONDS_FOR_MORE)
    for condition in (pair.defined, *pair.premises, *pair.theory.products):
        solver.add(boolean(condition))
    return all(_is_proven(solver, duty) for duty in pair.uncompared)


def _is_proven(solver: z3.Solver, duty: Duty) -> bool:
    solver.push()
    solver.add(_negated(duty))
    result = solver.check()
    solver.pop()
    return result == z3.unsat


def _decide(pair: Pair) -> Answer:
    open_ = [duty for duty in pair.duties if duty.conclusion is not True]
    solver = solver_of(pair.theory)
    for premise in pair.premises:
        solver.add(boolean(premise))
    solver.push()
    solver.add(boolean(pair.accepted))
    is_ever_accepted = solver.check() != z3.unsat
    solver.pop()
    if not open_:
        return Answer(pair.name, "proven", never_accepts=not is_ever_accepted)
    solver.push()
    solver.add(z3.Or([_negated(duty) for duty in open_]))
    if pair.theory.products:
        solver.set("timeout", _MILLISECONDS // 4)
    result = solver.check()
    if result == z3.unsat:
        return Answer(pair.name, "proven", never_accepts=not is_ever_accepted)
    if result == z3.sat and not pair.theory.products:
        return _refute(pair, solver, open_)
    # One question after the other; those that are not answered soon, of new solvers, which often are faster.
    solver.pop()
    solver.set("timeout", _MILLISECONDS_OF_OLD)
    open_ = [part for duty in open_ for part in _parts(duty) if not _is_proven(solver, part)]
    unknown = None
    end = time.monotonic() + _SECONDS
    for duty in open_:
        if time.monotonic() > end:
            unknown = unknown or duty
            break
        result, solver = _ask(pair, duty)
        if result == z3.sat:
            return _refute(pair, solver, [duty])
        if result == z3.unknown:
            unknown = unknown or duty
    if unknown is None:
        return Answer(pair.name, "proven", never_accepts=not is_ever_accepted)
    return Answer(pair.name, "not known", f"no answer in time: {unknown.what}", at=unknown.at)


def _ask(pair: Pair, duty: Duty) -> tuple[z3.CheckSatResult, z3.Solver]:
    """Looks for a counterexample, and returns the answer and the solver, which then has the counterexample.

    Each attempt asks twice: with exact products, and with products as arbitrary functions, where only "there is none"
    is an answer. Either question may be answered much faster than the other.
    """
    for milliseconds in (_MILLISECONDS_FOR_MORE, _MILLISECONDS):
        solver = _asked(pair, duty, pair.theory.products)
        solver.set("timeout", milliseconds)
        result = solver.check()
        if result != z3.unknown:
            return result, solver
        other = _asked(pair, duty, ())
        other.set("timeout", milliseconds)
        if other.check() == z3.unsat:
            return z3.unsat, other
    return z3.unknown, solver


def _asked(pair: Pair, duty: Duty, products: Sequence[z3.BoolRef]) -> z3.Solver:
    """Returns a solver that looks for a counterexample."""
    solver = solver_of(pair.theory)
    for premise in (*pair.premises, *products, _negated(duty)):
        solver.add(boolean(premise))
    return solver


def _failed(model: z3.ModelRef, duties: Sequence[Duty]) -> list[Duty]:
    return [duty for duty in duties if z3.is_true(model.eval(_negated(duty), model_completion=True))]


# The parts of terms that represent computations without a handler.
_OPEN = ("size of dim ", "quotient", "rest/", "and/", "or/", "xor/")


def _open_terms(duty: Duty) -> list[str]:
    """Returns the unmodelled terms that a conclusion depends on."""

    def is_open(term: z3.ExprRef) -> bool:
        name = term.decl().name()
        # What comes of sizes alone has one value, and the solver takes any.
        is_of_sizes = name.startswith(f"{ELEMENT} ") and not has_data(term)
        return name.startswith(_OPEN) or is_of_sizes

    def is_entered(term: z3.ExprRef) -> bool:
        # The elements of tensors are unknown by design, unless they are listed.
        return term.sort() != TENSOR or term.decl().name().startswith(LIST)

    found = filter(is_open, subterms(boolean(duty.conclusion), is_entered))
    return sorted({str(term).replace("\n", "")[:80] for term in found})


def _refute(pair: Pair, solver: z3.Solver, duties: Sequence[Duty]) -> Answer:
    """Returns a counterexample, with small sizes if there is one."""
    model = solver.model()
    sizes = [size for argument in pair.first.arguments for size in argument.sizes or () if size.constant is None]
    is_value = all(duty.fault == "differs" for duty in _failed(model, duties))
    for low, high in _FILLED if is_value else _SMALL:
        solver.push()
        for size in sizes:
            solver.add(size.z >= low, size.z <= high)
        if solver.check() == z3.sat:
            model = solver.model()
            solver.pop()
            break
        solver.pop()

    def is_true(condition: Bool) -> bool:
        return z3.is_true(model.eval(boolean(condition), model_completion=True))

    failed = _failed(model, duties)
    order = {"illegal": 0, "refuses": 1, "accepts": 2, "differs": 3}
    duty = min(failed or duties, key=lambda duty: order[duty.fault])

    def number(term) -> int:
        return model.eval(term.z, model_completion=True).as_long()

    def sizes_of(value) -> list[int] | None:
        return None if value.sizes is None else [number(size) for size in value.sizes]

    if open_terms := _open_terms(duty):
        reason = f"{duty.what}, which depends on {open_terms[0]}"
        return Answer(pair.name, "not known", reason, at=duty.at)
    answer = Answer(pair.name, "refuted", duty.what, duty.fault, duty.at)
    for argument in pair.first.arguments:
        answer.sizes.append(sizes_of(argument))
        elements = pair.theory.elements(argument)
        answer.numbers.append(
            [int(is_true(item)) if not hasattr(item, "low") else number(item) for item in elements]
            if elements is not None
            else None
        )
    answer.accepted = is_true(pair.accepted)
    return answer


def check_programs(first: Program, second: Program, settings: Settings) -> Iterator[Answer]:
    """Checks all functions that external code may call."""
    names = list(first.entries())
    specialized = first.specialized(settings.function) if settings.shapes else ""
    for name in names:
        if name not in second.functions:
            if first.is_unused(name) and name != settings.function:
                # No call can reach it.
                continue
            yield Answer(name, "not known", "the output lacks this function")
            continue
        if settings.shapes and name == specialized:
            check_shapes(settings.shapes, static_kinds(second, name))
        own = settings
        if settings.function and name != specialized and first.is_public(name):
            # Other modules may call it with any sizes.
            own = replace(settings, shapes="")
        yield check_function(name, first, second, own)
    if not first.functions:
        yield check_function("", first, second, settings)
