"""The differences that are not faults, each with its reason."""

import difflib

# What is said only if StableHLO and CHLO are registered.
ARGUED = {}


def classify(program, case, own, other):
    """Returns `equal`, the name of an argued difference, or a description."""
    if own.messages == other.messages and own.text == other.text:
        return "equal"
    def lines(outcome):
        text = "".join(outcome.messages) + ("<no output>\n" if outcome.text is None else outcome.text)
        return text.splitlines(keepends=True)

    return "".join(difflib.unified_diff(lines(own), lines(other), "tool", "pass"))
