"""Checks answers about outputs in files, for what no fault in an output of the tool shows.

A part of a file is an input, with the options that outputs of it are for. Behind it are outputs, each with its verdict
and what it is about: a program, or what is changed in the program before: lines, or texts that are replaced. Without
either, it is that program. A line takes the place of the one with the same results; a line with new results is put in
front of what follows it, or of the `return`. The input may be that of the part in front (`// INPUT`), or its last program
(`// OUTPUT`), with texts that are replaced.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from numeric.tool import split

from .check import check_programs
from .options import settings_of, tables_of
from .reader import Reader

_FILES = Path(__file__).parent / "outputs"
_OPTIONS = re.compile(r"// OPTIONS: (.*)\n")
_OUTPUT = re.compile(
    r"^// (proven|refuted|not known)((?:\|(?:refuted|not known))?): ([^`\n]*?)(?:: (`.*`))?\n", re.MULTILINE
)
_BEFORE = re.compile(r"^// (INPUT|OUTPUT)(?:: (`.*`))?\n", re.MULTILINE)
_REPLACED = re.compile(r"`([^`]*)` => `([^`]*)`")
_RESULTS = re.compile(r" *(%\w+(?::\d+)?(?:, %\w+)*(?= = )|return\b)")


def check_outputs(binary: Path) -> Iterator[str | None]:
    """Yields for each output what is wrong with the answer."""
    reader = Reader(binary)
    for file in sorted(_FILES.glob("*.mlir")):
        before = source = ""
        for part in split(file.read_text()):
            found = _OPTIONS.search(part)
            options = found[1].split() if found else []
            settings = settings_of(options, tables_of(binary, options))
            text, *outputs = _OUTPUT.split(part)
            assert outputs, f"{file.name}: a part without outputs"
            if found := _BEFORE.search(text):
                before = _replaced(source if found[1] == "INPUT" else before, found[2])
            else:
                before = text
            source = before
            for verdict, other, name, replaced, text in zip(*(outputs[at::5] for at in range(5)), strict=True):
                before = text if "func.func" in text else _changed(before, text)
                output = _replaced(before, replaced)
                answers = list(check_programs(reader.read(source), reader.read(output), settings))
                # Of several functions, one is wrong.
                answer = next((it for it in answers if it.verdict != "proven"), answers[0])
                is_in_part = answer.expanded and answer.verdict == "proven"
                given = "proven in part" if is_in_part else answer.verdict
                is_right = given in (verdict, other.removeprefix("|"))
                yield None if is_right else f"{file.name}: {name}: {answer.text()}\n{output}"


def _replaced(program: str, texts: str | None) -> str:
    """Returns a program with texts in the places of others."""
    for right, wrong in _REPLACED.findall(texts or ""):
        assert right in program, right
        program = program.replace(right, wrong)
    return program


def _changed(program: str, text: str) -> str:
    """Returns a program with lines in the places of others, and new ones."""
    lines, new = program.splitlines(), []
    for line in text.splitlines():
        new.append(line)
        if places := _places(lines, line):
            (place,) = places
            lines[place : place + 1], new = new, []
    if new:
        (place,) = _places(lines, "return")
        lines[place:place] = new
    return "\n".join(lines) + "\n"


def _places(lines: list[str], line: str) -> list[int]:
    """Returns which lines have the results of a line."""
    results = _RESULTS.match(line)
    found = [_RESULTS.match(other) for other in lines] if results else []
    return [at for at, it in enumerate(found) if it and it[1] == results[1]]
