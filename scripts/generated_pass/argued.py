"""The differences that are not faults, with their reasons."""

import re

from .build import ROOT

# What messages of the tool say beyond those of a pass.
_HINTS = [
    # The directory of a rule file.
    (r" at \S*?([^/\s]+\.toml:\d+:\d+)", r" at \1"),
    # A pass knows where a rule is written, not each of its steps.
    (r"(step \d+ of \d+, '[^']*', from its rule) at \S+,", r"\1,"),
    (r"; did you mean .*?\?$", ""),
    (r"; the pass 'convert-torch-tensors' converts .*$", ""),
    (r" \(its attributes are '.*'; a rule sets them by .*\)$", ""),
]
_DECLARATIONS = ("bcast.", "onnx.dim_params", "jax.global_constant")


def without_hints(text):
    """Returns a message without what only the tool says."""
    for pattern, replacement in _HINTS:
        text = re.sub(pattern, replacement, text)
    return text


def _declares(batch, program, own, other):
    return any(name in program for name in _DECLARATIONS)


def _has_facts(batch, program, own, other):
    files = [ROOT / name for name in batch.tables.names if name.endswith(".toml")]
    return any("[[facts]]" in file.read_text() or "[[op]]" in file.read_text() for file in files)


def _is_rejected_by_stablehlo(batch, program, own, other):
    pattern = r"cannot be lowered: .*(are|is) invalid: |which '(stablehlo|chlo)\.\S* does not accept"
    rejected = [message for message in own.messages if re.search(pattern, message)]
    rest = [message for message in own.messages if message not in rejected]
    return bool(rejected) and rest == other.messages and (other.text is None or other.problem != "")


def _is_of_trait(batch, program, own, other):
    """Returns whether the tool's messages are all on ops of TOSA, for which the pass has no rule."""
    if "tosa" in batch.tables.names or other.messages:
        return False
    return bool(own.messages) and all("'tosa." in message.split("\n")[0] for message in own.messages)


# Each with its reason, and the function that tells whether a difference is of this kind.
ARGUED = {
    "declared sizes": ("a pass checks no sizes that arguments declare", _declares),
    "facts of a file": ("a pass ignores what a rule file says of other ops", _has_facts),
    "ops with the trait": ("a pass verifies the ops of its table only", _is_of_trait),
    "target of StableHLO": (
        "StableHLO is not registered in this mlir-opt, so its verifier does not see the target",
        _is_rejected_by_stablehlo,
    ),
}


def judge(batch, program, own, other):
    """Returns `equal`, the name of an argued difference, or `different`."""
    if own.messages == other.messages and own.text == other.text and not other.problem:
        return "equal"
    for name, (_, is_of_kind) in ARGUED.items():
        if is_of_kind(batch, program, own, other):
            return name
    return "different"
