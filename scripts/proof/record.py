"""Records answers, for `bcast-lower explain --proof`."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from .check import Answer

# Increases when a key is removed or changes its meaning.
_VERSION = 1


def write_record(path: Path, pipeline: str, source: Path, target: str, answers: Sequence[Answer]) -> None:
    """Writes the answers about the output that a pipeline has made of a file.

    The hashes show later whether the answers are still about this input and output.
    """
    functions = [
        {
            "name": answer.function,
            # To a reader, what is not modelled is not known.
            "verdict": answer.verdict.replace("modelled", "known").replace(" ", "-"),
            "text": answer.verdict_text(),
        }
        for answer in answers
    ]
    record = {
        "version": _VERSION,
        "pipeline": pipeline,
        "input": hashlib.sha256(source.read_bytes()).hexdigest(),
        "output": hashlib.sha256(target.encode()).hexdigest(),
        "functions": functions,
    }
    path.write_text(json.dumps(record, indent=2) + "\n")
