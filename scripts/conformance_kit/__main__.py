"""Runs a tool on the cases of the conformance kit for broadcasting (docs/conformance.md), and compares
shapes, values and refusals with the expected ones.

COMMAND gets the path of a program in CHLO as its last argument, and prints StableHLO, which
is then run on XLA's CPU. With --answers, COMMAND reads cases as JSON from standard input, one
per line, and prints an answer for each. Without COMMAND and --tool, bcast-lower runs.
"""

import argparse
import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from numeric.command_line import add_binary, add_jobs, exit_codes, make_parser
from numeric.tool import find_binary
from programs.table import table

from . import files
from .answers import command_of
from .judge import Judgement, Outcome
from .registry import OURS, TOOLS, Tool, find
from .run import count, run

_HEADER = ("`--tool`", "tool", "version", *(outcome.value for outcome in Outcome))
_PEERS = Path(__file__).parents[1] / "peers"
_EPILOG = """\
examples:
  bcast-lower, with both values of --zero-extents:
    scripts/conformance

  Another program that lowers CHLO:
    scripts/conformance --only=two- -- my-opt --lower-broadcasts

  A program that runs cases itself:
    scripts/conformance --answers -- python3 my_adapter.py

  What IREE makes of one case:
    scripts/conformance --tool=iree-stablehlo --only=two-vectors --verbose

""" + exit_codes("every call is right, or does not apply", "a call is not")


@dataclass(frozen=True)
class Subject:
    """What is run: its name in reports, its version, its program, and its policies."""

    name: str
    title: str
    version: str
    command: list[str]
    policies: dict[str, str]


def main() -> int:
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.write:
        files.write()
        return 0
    if arguments.check:
        return _check_files()
    contents = files.load()
    if arguments.list:
        _print_list(contents)
        return 0
    cases = [case for case in contents["cases"] if any(text in case["id"] for text in arguments.only or [""])]
    if not cases:
        parser.error(f"no case contains {' or '.join(arguments.only)}; `--list` prints all")
    given = _policies(parser, arguments.policy, contents["policies"])
    if arguments.command and arguments.tool:
        parser.error("--tool and COMMAND exclude each other")
    if arguments.expect and not arguments.expect.is_file():
        parser.error(f"there is no file {arguments.expect}")
    if arguments.jobs < 1 or arguments.timeout <= 0:
        parser.error("--jobs must be at least 1, and --timeout more than 0")
    if arguments.command and not shutil.which(arguments.command[0]):
        parser.error(f"there is no program `{arguments.command[0]}`")
    subjects = [Subject(it.name, it.title, it.version, it.command, it.policies | given) for it in _subjects(arguments)]
    results = []
    for subject in subjects:
        judgements = list(
            run(
                subject.command,
                cases,
                subject.policies,
                arguments.timeout,
                arguments.jobs,
                shows_errors=arguments.verbose,
            )
        )
        results.append((subject, judgements))
        _print_judgements(subject, judgements, cases, arguments.verbose)
    rows = _rows(results)
    print(table(_HEADER, rows, names=3))
    if arguments.json:
        report = [_report(subject, judgements) for subject, judgements in results]
        try:
            arguments.json.write_text(json.dumps(report, indent=1) + "\n")
        except OSError as error:
            parser.error(f"cannot write {arguments.json}: {error.strerror}")
    if arguments.expect:
        return _compare(rows, arguments.expect)
    return int(any(it.outcome.is_failure for _, judgements in results for it in judgements))


def _parser() -> argparse.ArgumentParser:
    parser = make_parser("scripts/conformance", __doc__, _EPILOG)
    parser.add_argument("command", nargs="*", metavar="COMMAND", help="a program and its arguments, behind `--`")
    parser.add_argument("--answers", action="store_true", help="COMMAND reads cases as JSON and prints answers")
    parser.add_argument(
        "--tool",
        action="append",
        choices=["all", *(tool.name for tool in TOOLS)],
        metavar="NAME",
        help="a tool that the kit knows, or `all`; repeatable",
    )
    parser.add_argument("--only", action="append", metavar="TEXT", help="only cases whose id contains it; repeatable")
    parser.add_argument(
        "--policy",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="where a refusal is a choice: `numpy`, `refuse`, `either` [the tool's own, or either]",
    )
    parser.add_argument("--timeout", type=float, default=300, metavar="SECONDS", help="for one case [300]")
    add_jobs(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all outcomes to a file")
    parser.add_argument(
        "--verbose",
        action="store_true",
        help="print the outcome of every call, and what the program prints on standard error",
    )
    parser.add_argument(
        "--expect",
        type=Path,
        metavar="PAGE",
        help="fail if the rows are not in a page, instead of if a call is not right",
    )
    parser.add_argument("--list", action="store_true", help="print the cases, policies and tools")
    files_options = parser.add_mutually_exclusive_group()
    files_options.add_argument("--write", action="store_true", help="make cases.json and the programs from cases.toml")
    files_options.add_argument("--check", action="store_true", help="fail if these files are not what cases.toml gives")
    add_binary(parser)
    return parser


def _check_files() -> int:
    stale = files.stale()
    for path in stale:
        print(f"{path}: not what {files.SOURCE.name} gives; `scripts/conformance --write` makes it")
    return int(bool(stale))


def _print_list(contents: dict) -> None:
    for case in contents["cases"]:
        print(f"{case['id']:28} {len(case['calls'])} calls  {case['says']}")
    for name, text in contents["policies"].items():
        print(f"policy {name}: {text}")
    for tool in TOOLS:
        print(f"tool {tool.name}: {tool.title}")


def _policies(parser: argparse.ArgumentParser, given: Sequence[str], known: dict[str, str]) -> dict[str, str]:
    policies = {}
    for text in given:
        name, _, value = text.partition("=")
        if name not in known or value not in ("numpy", "refuse", "either"):
            parser.error(f"--policy={text}: expected one of {', '.join(known)}, then `=numpy`, `=refuse` or `=either`")
        policies[name] = value
    return policies


def _subjects(arguments: argparse.Namespace) -> list[Subject]:
    if arguments.command:
        command = arguments.command
        if not arguments.answers:
            command = command_of("lowered", command)
        title = " ".join(arguments.command)
        return [Subject("", title, "", command, {})]
    tools: Sequence[Tool] = OURS
    if arguments.tool:
        tools = TOOLS if "all" in arguments.tool else [find(name) for name in arguments.tool]
    for peers in dict.fromkeys(tool.peers for tool in tools if tool.peers):
        code = subprocess.run([_PEERS, peers], stdout=subprocess.DEVNULL).returncode
        if code:
            raise SystemExit(code)
    binary = None
    if any(tool.is_ours for tool in tools):
        binary = arguments.binary or find_binary()
    return [Subject(tool.name, tool.title, tool.version(), tool.command(binary), tool.policies) for tool in tools]


def _print_judgements(
    subject: Subject, judgements: Sequence[Judgement], cases: Sequence[dict], is_verbose: bool
) -> None:
    calls = {case["id"]: case["calls"] for case in cases}
    for it in judgements:
        if not is_verbose and not it.outcome.is_failure:
            continue
        call = calls[it.case][it.call]
        shapes = ", ".join("x".join(map(str, a["shape"])) or "()" for a in call["arguments"])
        detail = f": {it.detail}" if it.detail else ""
        print(f"{subject.name or subject.title}: {it.case} at {shapes}: {it.outcome.value}{detail}")


def _rows(results: Sequence[tuple[Subject, Sequence[Judgement]]]) -> list[list[str]]:
    return [
        [subject.name, subject.title, subject.version, *(str(number or "") for number in count(judgements).values())]
        for subject, judgements in results
    ]


def _compare(rows: Sequence[Sequence[str]], page: Path) -> int:
    """Fails if a row is not in a table of a page."""
    lines = page.read_text().splitlines()
    cells = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
    known = [_comparable(row) for row in cells if len(row) == len(_HEADER)]
    missing = [row for row in rows if _comparable(row) not in known]
    for row in missing:
        print(f"{page}: there is no row | {' | '.join(row)} |")
    return int(bool(missing))


def _comparable(row: Sequence[str]) -> list[str]:
    """Returns a row with one number for accepted wrong calls and crashes: a tool that reads out of
    range does not always crash. Versions may be others, such as those of jaxlib."""
    counts = dict(zip(_HEADER, row))
    counts.pop("version")
    numbers = [counts.pop(it.value) for it in (Outcome.ACCEPTED, Outcome.CRASHED)]
    return [*counts.values(), str(sum(int(number) for number in numbers if number.isdigit()))]


def _report(subject: Subject, judgements: Sequence[Judgement]) -> dict[str, object]:
    return {
        "tool": subject.name or subject.title,
        "version": subject.version,
        "command": subject.command,
        "policies": subject.policies,
        "counts": {outcome.value: number for outcome, number in count(judgements).items()},
        "calls": [
            {"case": it.case, "call": it.call, "outcome": it.outcome.value, "detail": it.detail} for it in judgements
        ],
    }
