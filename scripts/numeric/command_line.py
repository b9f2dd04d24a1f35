"""Common parts of the scripts' command lines."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from .tool import find_binary

# How many processes a script starts if its command line does not say it.
_JOBS = "BCAST_LOWER_JOBS"


def make_parser(script: str, description: str, epilog: str) -> argparse.ArgumentParser:
    """Returns a parser whose help shows both texts unchanged."""
    return argparse.ArgumentParser(
        prog=script, description=description, epilog=epilog, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def exit_codes(success: str, failure: str, usage: str = "invalid usage", nothing: str = "checked") -> str:
    """Returns the end of the help of a script that runs the peers: what exit codes mean."""
    return f"""\
exit codes:
  0  {success}
  1  {failure}
  2  {usage}
  3  the peers cannot be installed on this machine; nothing was {nothing}
"""


def add_binary(parser: argparse.ArgumentParser, default: str = "the one that scripts/tool finds or builds") -> None:
    """Adds the option that names the tool; its help says what is used without it."""
    parser.add_argument("--binary", type=Path, metavar="PATH", help=f"the tool [{default}]")


def add_tool_options(parser: argparse.ArgumentParser, more: str = "") -> None:
    """Adds an option for any options of the tool."""
    text = f"one of the tool's, as in --option=--assertions=cf; may be repeated{more}"
    parser.add_argument("--option", action="append", default=[], help=text)


def binary_of(script: str, description: str, epilog: str) -> Path:
    """Reads the command line of a script that takes nothing but the tool; returns its path."""
    parser = make_parser(script, description, epilog)
    add_binary(parser)
    return parser.parse_args().binary or find_binary()


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Adds the option for the number of processes; `BCAST_LOWER_JOBS` has its default."""
    parser.add_argument(
        "--jobs", type=at_least(1), default=int(os.environ.get(_JOBS, 2)), metavar="J", help="number of processes [2]"
    )


def at_least(least: int) -> Callable[[str], int]:
    """Returns the type of an option that is an integer of at least `least`."""

    def parse(text: str) -> int:
        number = int(text)
        if number < least:
            raise argparse.ArgumentTypeError(f"{number} is less than {least}")
        return number

    parse.__name__ = "int"
    return parse


def add_numbers(parser: argparse.ArgumentParser, name: str, default: list[int], description: str) -> None:
    """Adds an option that takes any number of integers; its help ends with the default."""
    shown = " ".join(map(str, default))
    parser.add_argument(name, type=int, nargs="*", default=default, metavar="N", help=f"{description} [{shown}]")
