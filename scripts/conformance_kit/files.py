"""The files of the kit that are made from its source."""

import json
from pathlib import Path

from . import chlo, source

DIRECTORY = Path(__file__).parents[2] / "conformance"
SOURCE = DIRECTORY / "cases.toml"
CASES = DIRECTORY / "cases.json"
PROGRAMS = DIRECTORY / "mlir"


def load() -> dict:
    """Reads `cases.json`."""
    return json.loads(CASES.read_text())


def program_path(case: dict) -> Path:
    """Returns the path of a case's program."""
    return PROGRAMS / f"{case['id']}.mlir"


def write() -> None:
    """Makes the files anew, and removes programs of cases that are gone."""
    wanted = _wanted()
    PROGRAMS.mkdir(exist_ok=True)
    for path in PROGRAMS.glob("*.mlir"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        path.write_text(text)


def stale() -> list[Path]:
    """Returns the files that are not what the source gives."""
    wanted = _wanted()
    wrong = [path for path in PROGRAMS.glob("*.mlir") if path not in wanted]
    for path, text in wanted.items():
        if not path.exists() or path.read_text() != text:
            wrong.append(path)
    return sorted(wrong)


def _wanted() -> dict[Path, str]:
    contents = source.read(SOURCE)
    programs = {program_path(case): chlo.file(case, contents["sources"]) for case in contents["cases"]}
    return {CASES: _json(contents), **programs}


def _json(contents: dict) -> str:
    """Prints the cases so that each call is a line."""
    cases = []
    for case in contents["cases"]:
        rows = [f'   "{key}": {json.dumps(value)}' for key, value in case.items() if key != "calls"]
        calls = ",\n".join(f"    {json.dumps(call)}" for call in case["calls"])
        cases.append("  {\n" + ",\n".join(rows) + ',\n   "calls": [\n' + calls + "\n   ]\n  }")
    rest = {key: value for key, value in contents.items() if key != "cases"}
    head = json.dumps(rest, indent=1).removesuffix("\n}")
    return f'{head},\n "cases": [\n' + ",\n".join(cases) + "\n ]\n}\n"
