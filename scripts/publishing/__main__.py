"""Makes everything that a release consists of, in target/release-VERSION, and tries it.

Steps, in this order (without names, all but `try`; with --target, those marked with *):
  version    the version is the same everywhere, the changelog's first section is its
  crates     packages of the crates, built from them
  sdist      the source distribution for Python
  wheel      the wheel *
  programs   an archive of the programs, with man page and completions *
  libraries  an archive of the libraries for C, C++ and MLIR's tools *
  site       an archive of the documentation as pages
  checksums  the checksums of all files *
  try        the files work in minimal systems that have nothing else (needs root)
"""

import os
import pathlib
import sys

from numeric.command_line import make_parser
from publishing import archives, building, packages, systems, versions
from publishing.release import ROOT, CannotTryError, Release, ReleaseError

EXIT_CODES = """\
Exit codes: 0, 1 if something is wrong, 2 for invalid usage, 3 if this machine lacks something.
"""
STEPS = {
    "version": versions.check,
    "crates": packages.make_crates,
    "sdist": packages.make_sdist,
    "wheel": packages.make_wheel,
    "programs": archives.make_programs,
    "libraries": archives.make_libraries,
    "site": archives.make_site,
    "checksums": archives.write_checksums,
    "try": systems.try_all,
}
# The steps whose files are for one architecture, and those that need them.
FOREIGN_STEPS = {"wheel", "programs", "libraries", "checksums", "try"}


def main():
    first, _, steps = __doc__.partition("\n\n")
    parser = make_parser("scripts/release", first, f"{steps}\n{EXIT_CODES}")
    parser.add_argument("steps", nargs="*", metavar="STEP", help="the steps to run")
    parser.add_argument("--profile", default="release", help="cargo's profile [release]")
    parser.add_argument(
        "--final", action="store_true", help="the changelog has a date, and a commit with the tag is used"
    )
    parser.add_argument(
        "--no-verify", action="store_true", help="crates are packaged, but not built from their packages"
    )
    parser.add_argument(
        "--target", choices=building.FOREIGN, help="another architecture than this machine's, by Rust's name"
    )
    arguments = parser.parse_args()
    if unknown := [it for it in arguments.steps if it not in STEPS]:
        parser.error(f"unknown step: {', '.join(unknown)}; expected some of: {', '.join(STEPS)}")
    known = FOREIGN_STEPS if arguments.target else set(STEPS)
    if other := [it for it in arguments.steps if it not in known]:
        parser.error(f"not for one architecture: {', '.join(other)}")
    version = versions.find()
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
    release = Release(
        version=version,
        profile=arguments.profile,
        is_final=arguments.final,
        verifies_crates=not arguments.no_verify,
        directory=target / f"release-{version}",
        foreign=arguments.target,
    )
    steps = [it for it in STEPS if it in (arguments.steps or known - {"try"})]
    for step in steps:
        print(f"== {step}", file=sys.stderr, flush=True)
        try:
            STEPS[step](release)
        except CannotTryError as error:
            print(f"release: SKIPPED: {step}: {error}", file=sys.stderr)
            return 3
        except ReleaseError as error:
            print(f"release: {step}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
