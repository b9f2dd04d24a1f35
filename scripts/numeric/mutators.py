"""Faults in programs: each mutator changes one thing in a module's generic form.

A mutant need not be wrong, nor valid: whoever uses it asks a verifier whether it is a program, and then compares it
with the right one. A message of an assertion, and what an op is called, are not changed.
"""

import itertools
import re
from collections.abc import Callable, Iterator

from .generic_form import Op, Text

Mutator = Callable[[Text, Op], Iterator[str]]


def _other_operand(text: Text, op: Op) -> Iterator[str]:
    for index in op.changeable():
        own = op.operands[index]
        for other in (name for name, type_ in op.visible.items() if type_ == op.types[index] and name != own):
            yield text.with_operands(op, [*op.operands[:index], other, *op.operands[index + 1 :]])


def _exchanged_operands(text: Text, op: Op) -> Iterator[str]:
    for a, b in itertools.combinations(op.changeable(), 2):
        if op.types[a] == op.types[b] and op.operands[a] != op.operands[b] and not op.is_commutative:
            operands = list(op.operands)
            operands[a], operands[b] = operands[b], operands[a]
            yield text.with_operands(op, operands)


# Ops that have the same operands and results; those of each dialect in one line.
_ALIKE = [
    tuple(line.split())
    for line in """\
stablehlo.add stablehlo.subtract stablehlo.multiply stablehlo.divide stablehlo.maximum stablehlo.minimum \
stablehlo.remainder
stablehlo.and stablehlo.or stablehlo.xor
stablehlo.shift_left stablehlo.shift_right_logical stablehlo.shift_right_arithmetic
stablehlo.negate stablehlo.abs stablehlo.sign stablehlo.exponential
stablehlo.log_plus_one stablehlo.log stablehlo.sqrt stablehlo.rsqrt
stablehlo.floor stablehlo.ceil stablehlo.round_nearest_afz
stablehlo.convert stablehlo.bitcast_convert
arith.addi arith.subi arith.muli
arith.maxsi arith.minsi
arith.maxui arith.minui
arith.divui arith.divsi arith.ceildivsi arith.floordivsi
arith.remui arith.remsi
arith.andi arith.ori arith.xori
arith.shli arith.shrsi arith.shrui
arith.addf arith.subf arith.mulf arith.maximumf
arith.extsi arith.extui
arith.index_cast arith.index_castui""".splitlines()
]
# An op with what is undefined for some elements.
_LESS_DEFINED = {
    "stablehlo.divide": "arith.divsi",
    "stablehlo.remainder": "arith.remsi",
    "stablehlo.shift_left": "arith.shli",
    "stablehlo.shift_right_arithmetic": "arith.shrsi",
    "stablehlo.convert": "arith.fptosi",
}


def _renamed(text: Text, op: Op, name: str) -> str:
    return text.with_line(op.first, text.lines[op.first].replace(f'"{op.name}"', f'"{name}"', 1))


def _other_op(text: Text, op: Op) -> Iterator[str]:
    for group in _ALIKE:
        if op.name in group:
            for name in group:
                if name != op.name:
                    yield _renamed(text, op, name)


def _less_defined(text: Text, op: Op) -> Iterator[str]:
    if op.name in _LESS_DEFINED:
        yield _renamed(text, op, _LESS_DEFINED[op.name])
    for right, wrong in (("#arith.overflow<none>", "#arith.overflow<nsw>"),):
        if right in text.lines[op.first]:
            yield text.with_line(op.first, text.lines[op.first].replace(right, wrong))


# Strings, types and names of attributes that are not numbers of the program.
_SKIPPED = re.compile(
    r'error_message = "[^"]*"|msg = "[^"]*"|api_version = \d+ : i32|(?:operandSegment|resultSegment)Sizes = '
    r'array<i32: [\d, ]*>|sym_name = "[^"]*"|function_type = .*|tensor<[^>]*(?:<[^>]*>)?[^>]*>|-9223372036854775808'
    r"|iterator_types = \[[^]]*]|affine_map<\([^)]*\) ->"
)
_NUMBER = re.compile(r"(?<![\w.#%$@\"])-?\d+(?:\.\d+(?:[eE][+-]\d+)?)?(?![\w.])")
_LIST = re.compile(r"(?:[\[(]|array<i\d+: )(-?\w+(?:, -?\w+)+)[\])>]")
_WORDS = (
    *(("EQ", "NE"), ("NE", "EQ"), ("GE", "GT"), ("GT", "GE"), ("LE", "LT"), ("LT", "LE"), ("LT", "GT"), ("GT", "LT")),
    *(("EQ", "LE"), ("EQ", "GE"), ("GE", "LE"), ("LE", "GE")),
    *(("false", "true"), ("true", "false"), ("DEFAULT", "HIGHEST")),
)


def _attributes(text: Text, op: Op) -> Iterator[tuple[int, int, int]]:
    """Yields the lines of an op, each with the part of it that attributes are in."""
    for at in dict.fromkeys((op.first, op.last)):
        line = text.lines[at]
        # Behind the operands, or the regions.
        start = line.find(")", line.find('"(') if at == op.first else 0)
        end = line.rfind(" : (") if at == op.last else len(line)
        if op.name != "func.func":
            yield at, start, end


def _changed(text: Text, op: Op, pattern: re.Pattern[str], change: Callable[[str], Iterator[str]]) -> Iterator[str]:
    """Yields programs in which one match of a pattern in the attributes of an op is another text."""
    for at, start, end in _attributes(text, op):
        line = text.lines[at]
        skipped = [found.span() for found in _SKIPPED.finditer(line, start, end)]
        for found in pattern.finditer(line, start, end):
            if any(low <= found.start() < high for low, high in skipped):
                continue
            for other in change(found[0]):
                yield text.with_line(at, line[: found.start()] + other + line[found.end() :])


def _other_number(text: Text, op: Op) -> Iterator[str]:
    def change(number: str) -> Iterator[str]:
        if "." in number:
            yield from (other for other in ("1.000000e+00", "2.000000e+00") if float(number) != float(other))
            if float(number) == 0:
                yield f"-{number.removeprefix('-')}"
            return
        yield str(int(number) + 1)
        yield str(int(number) - 1)

    return _changed(text, op, _NUMBER, change)


def _other_part(text: Text, op: Op) -> Iterator[str]:
    """Moves a slice by one along each dim."""
    line = text.lines[op.first]
    found = re.search(r"limit_indices = array<i64: ([^>]*)>, start_indices = array<i64: ([^>]*)>", line)
    if op.name == "stablehlo.slice" and found:
        for step in (1, -1):
            for dim in range(found[1].count(",") + 1):
                lists = [[int(it) for it in part.split(",")] for part in found.groups()]
                for numbers in lists:
                    numbers[dim] += step
                ends, starts = (", ".join(map(str, numbers)) for numbers in lists)
                new = f"limit_indices = array<i64: {ends}>, start_indices = array<i64: {starts}>"
                yield text.with_line(op.first, line.replace(found[0], new))


def _reordered(text: Text, op: Op) -> Iterator[str]:
    def change(found: str) -> Iterator[str]:
        inner = _LIST.fullmatch(found)
        items = inner[1].split(", ")
        for a in range(len(items) - 1):
            other = [*items[:a], items[a + 1], items[a], *items[a + 2 :]]
            if other != items:
                yield found.replace(inner[1], ", ".join(other))

    return _changed(text, op, _LIST, change)


def _other_word(text: Text, op: Op) -> Iterator[str]:
    for right, wrong in _WORDS:
        yield from _changed(text, op, re.compile(rf"\b{right}\b"), lambda _, wrong=wrong: iter((wrong,)))
    yield from _changed(text, op, re.compile(r'"\w*"'), lambda word: iter((f'{word[:-1]}x"',)))


def _dropped(text: Text, op: Op) -> Iterator[str]:
    if op.is_end:
        return
    before, behind = text.without(op)
    if not op.results:
        yield text.joined(before, behind)
    # Uses get an operand of the same type.
    for result, type_ in zip(op.results, op.result_types):
        for operand, own in zip(op.operands, op.types):
            if own == type_ and len(op.results) == 1:
                rest = [re.sub(rf"{re.escape(result)}(?![\w$.-])", operand, line) for line in behind]
                yield text.joined(before, rest)


def _moved(text: Text, op: Op) -> Iterator[str]:
    if op.parent is None or op.is_end or op.parent.name == "builtin.module":
        return
    before, behind = text.without(op)
    if op.has_effect:
        siblings = [it for it in text.ops if it.parent is op.parent and it.has_effect]
        at = siblings.index(op)
        if at:
            other = siblings[at - 1].first
            yield text.joined(text.lines[:other], text.body(op), text.lines[other : op.first], behind)
        end = next((it for it in text.ops if it.parent is op.parent and it.is_end and it.first > op.last), None)
        if end is not None:
            yield text.joined(before, text.lines[op.last + 1 : end.first], text.body(op), text.lines[end.first :])
    if op.parent.name != "func.func" and not op.name.endswith(".constant"):
        other = op.parent.first
        yield text.joined(text.lines[:other], text.body(op), text.lines[other : op.first], behind)


def _repeated(text: Text, op: Op) -> Iterator[str]:
    if op.has_effect and not op.is_assertion and not op.is_end and op.name == "stablehlo.custom_call":
        copy = [re.sub(r"%(\w+)(:\d+)? = ", r"%again_\1\2 = ", text.lines[op.first], count=1), *text.body(op)[1:]]
        yield text.joined(text.lines[: op.last + 1], copy, text.lines[op.last + 1 :])


def _exchanged_regions(text: Text, op: Op) -> Iterator[str]:
    if len(op.regions) == 2 and op.name.endswith((".if", ".case")):
        first, second = op.regions
        yield text.joined(
            *(text.lines[:first], text.lines[second : op.last], text.lines[second - 1 : second]),
            *(text.lines[first : second - 1], text.lines[op.last :]),
        )


_READS_SIZE = (".get_dimension_size", "tensor.dim", ".shape_of")


def _inserted(text: Text, op: Op) -> Iterator[str]:
    """Changes a tensor before an op uses it."""
    if op.name.endswith(_READS_SIZE):
        return
    for index in op.changeable():
        type_, operand = op.types[index], op.operands[index]
        found = re.fullmatch(r"tensor<((?:[\d?]+x)*)(\w+)>", type_)
        if found is None or found[2] in ("i1", "index"):
            continue
        rank = found[1].count("x")
        name, dims = ("stablehlo.reverse", range(min(rank, 2))) if rank else ("stablehlo.negate", range(1))
        for dim in dims:
            more = f" <{{dimensions = array<i64: {dim}>}}>" if rank else ""
            line = f'%inserted = "{name}"({operand}){more} : ({type_}) -> {type_}'
            changed = text.with_operands(op, [*op.operands[:index], "%inserted", *op.operands[index + 1 :]])
            lines = changed.splitlines()
            yield text.joined(lines[: op.first], (line,), lines[op.first :])


def _claimed(text: Text, op: Op) -> Iterator[str]:
    """Adds a promise about the indices of a scatter, or about the dims of an operand."""
    if op.name == "stablehlo.scatter":
        for word in ("indices_are_sorted", "unique_indices"):
            if word not in text.lines[op.first]:
                yield text.with_line(op.first, text.lines[op.first].replace("<{", f"<{{{word} = true, ", 1))
    if not op.name.endswith(".dynamic_broadcast_in_dim") or "known_" in text.lines[op.first]:
        return
    sizes = re.match(r"tensor<((?:[\d?]+x)*)", op.types[0])
    for word in ("known_expanding_dimensions", "known_nonexpanding_dimensions"):
        for dim, size in enumerate(sizes[1].split("x")[:-1] if sizes else ()):
            if size == "1" and word == "known_expanding_dimensions":
                # It may expand, and no one can tell whether it has to.
                continue
            line = text.lines[op.first].replace("}>", f", {word} = array<i64: {dim}>}}>", 1)
            yield text.with_line(op.first, line)


def _less_checked(text: Text, op: Op) -> Iterator[str]:
    """Makes a part of a condition hold always: an `and` or `or` is one of its operands."""
    if op.name in ("stablehlo.and", "stablehlo.or", "arith.andi", "arith.ori", "shape.assuming_all"):
        for operand in dict.fromkeys(op.operands):
            yield text.with_operands(op, [operand] * len(op.operands))


MUTATORS: dict[str, Mutator] = {
    "another operand": _other_operand,
    "operands exchanged": _exchanged_operands,
    "another op": _other_op,
    "an op that is undefined for some elements": _less_defined,
    "another number": _other_number,
    "another part": _other_part,
    "a list in another order": _reordered,
    "another word": _other_word,
    "an op dropped": _dropped,
    "an op moved": _moved,
    "an effect twice": _repeated,
    "branches exchanged": _exchanged_regions,
    "elements moved before an op": _inserted,
    "a promise": _claimed,
    "a part of a condition alone": _less_checked,
}


def mutants(text: str, changes_loops: bool = True) -> Iterator[tuple[str, str, str]]:
    """Yields mutants: the kind of each, the op that is changed, and the program.

    A loop of which integers are changed may not end.
    """
    program = Text.parse(text)
    counts = not changes_loops and any(op.name == "stablehlo.while" for op in program.ops)
    for kind, mutator in MUTATORS.items():
        for op in program.ops:
            if counts and not {"tensor<i32>", "tensor<i1>"}.isdisjoint((*op.types, *op.result_types)):
                continue
            for mutant in mutator(program, op):
                yield kind, program.lines[op.first].strip(), mutant
