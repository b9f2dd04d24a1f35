"""Checks the output of `bcast-lower explain --emit-smt` with the solver."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

# Few files have facts that remove a guard.
_FEWEST = 20


def check_certificates(binary: Path, parts: Iterable[tuple[str, str]]) -> int:
    """Checks the certificates of programs; returns an exit code."""
    solver = Path(sys.prefix, "bin", "z3")
    answers: Counter[str] = Counter()
    for name, text in parts:
        command = [binary, "explain", "--emit-smt", "--allow-unregistered-dialect"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            continue
        found = subprocess.run([solver, "-in"], input=done.stdout, capture_output=True, text=True, check=False)
        lines = found.stdout.split()
        asked = done.stdout.count("(check-sat)")
        answers["missing"] += done.stdout.count("; there are too many facts")
        answers["unsat"] += lines.count("unsat")
        if lines != ["unsat"] * asked:
            answers["wrong"] += 1
            print(f"{name}: {found.stdout}\n{done.stdout}")
    print(
        f"{answers['unsat']} removed guards are proven, {answers['missing']} have no certificate, "
        f"{answers['wrong']} programs are wrong"
    )
    return 1 if answers["wrong"] or answers["unsat"] < _FEWEST else 0
