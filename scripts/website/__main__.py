"""Builds the documentation as pages and checks that every link in them leads somewhere.

The pages are README.md, those of docs, in the order of the README's list of them, and the pages for
contributors. A file or directory of the repository that a page links to becomes a page, too. So the
result may be published anywhere, and loads nothing from elsewhere.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

from website import links, source

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BOOK = """\
[book]
title = "bcast-lower"
language = "en"
src = "."

[build]
create-missing = false
use-default-preprocessors = false

[output.html]
default-theme = "light"
preferred-dark-theme = "navy"
no-section-label = true
input-404 = ""

[output.html.fold]
enable = true

[output.html.playground]
runnable = false

[output.html.print]
enable = false

[output.html.search.chapter]
"""


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/site",
        description=__doc__.partition("\n\n")[0],
        epilog="Exit codes: 0, 1 if a link leads nowhere or a page is not listed, 2 for invalid usage.",
    )
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="the repository [this one]")
    parser.add_argument("--output", type=pathlib.Path, help="directory of the pages [target/site/pages]")
    arguments = parser.parse_args()
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
    output = (arguments.output or target / "site/pages").resolve()
    scratch = output.with_name(output.name + ".source")
    shutil.rmtree(scratch, ignore_errors=True)
    try:
        book = source.Book(arguments.root.resolve())
    except source.SourceError as error:
        print(f"site: {error}", file=sys.stderr)
        return 1
    book.write(scratch)
    not_found = "".join(f'"{page}".enable = false\n' for page in book.not_searched())
    (scratch / "book.toml").write_text(BOOK + not_found)
    shutil.rmtree(output, ignore_errors=True)
    command = ["mdbook", "build", "--dest-dir", output, scratch]
    environment = os.environ | {"MDBOOK_LOG": "warn", "RUST_LOG": "warn"}
    if code := subprocess.run(command, check=False, env=environment).returncode:
        return code
    for file in ["book.toml", "SUMMARY.md"]:
        (output / file).unlink(missing_ok=True)
    problems = book.problems + links.check(output)
    for problem in problems:
        print(f"site: {problem}", file=sys.stderr)
    if problems:
        return 1
    pages = len(list(output.rglob("*.html")))
    print(f"{pages} pages in {output}; open {output / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
