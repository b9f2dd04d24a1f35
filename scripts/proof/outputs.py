"""Checks answers about outputs in files, for what no fault in an output of the tool shows.

A part of a file is an input, with the options that outputs of it are for. Behind it are outputs, each with its verdict
and what it is about: a program, or texts that are replaced in the program before; without either, the input.
"""

from __future__ import annotations

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
_REPLACED = re.compile(r"`([^`]*)` => `([^`]*)`")


def check_outputs(binary: Path) -> Iterator[str | None]:
    """Yields for each output what is wrong with the answer."""
    reader = Reader(binary)
    for file in sorted(_FILES.glob("*.mlir")):
        for part in split(file.read_text()):
            found = _OPTIONS.search(part)
            options = found[1].split() if found else []
            settings = settings_of(options, tables_of(binary, options))
            source, *outputs = _OUTPUT.split(part)
            assert outputs, f"{file.name}: a part without outputs"
            before = source
            for verdict, other, name, replaced, text in zip(*(outputs[at::5] for at in range(5)), strict=True):
                output = text if text.strip() else before
                for right, wrong in _REPLACED.findall(replaced or ""):
                    assert right in output, f"{name}: {right}"
                    output = output.replace(right, wrong)
                before = text if text.strip() else before
                answers = list(check_programs(reader.read(source), reader.read(output), settings))
                # Of several functions, one is wrong.
                answer = next((it for it in answers if it.verdict != "proven"), answers[0])
                is_in_part = answer.expanded and answer.verdict == "proven"
                given = "proven in part" if is_in_part else answer.verdict
                is_right = given in (verdict, other.removeprefix("|"))
                yield None if is_right else f"{file.name}: {name}: {answer.text()}\n{output}"
