"""As much of Rust's syntax as it takes to find the body of a function."""

import re

# What braces do not count in: comments, strings and characters; a lifetime is no character.
_SKIPPED = re.compile(
    r"""//[^\n]*
    |/\*.*?\*/
    |\b(?:b|c)?r(?P<hashes>\#*)".*?"(?P=hashes)
    |(?:\b[bc])?"(?:\\.|[^"\\])*"
    |(?:\bb)?'(?:\\(?:x..|u\{[^}]*\}|.)|[^\\'])'
    """,
    re.DOTALL | re.VERBOSE,
)


def offset(text, place):
    """Returns the offset of a place, which is a line and a column, both from 1."""
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: place["line"] - 1]) + place["column"] - 1


def body_start(text):
    """Returns where the body of a function begins, given its text up to the body's last brace."""
    blank = _SKIPPED.sub(lambda found: " " * len(found[0]), text)
    open_braces = []
    start = None
    for place, character in enumerate(blank):
        if character == "{":
            open_braces.append(place)
        elif character == "}" and open_braces:
            start = open_braces.pop()
    return start
