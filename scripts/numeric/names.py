"""Gives unusual names to operands, functions, declared dims and ops, and lowers the
programs. StableHLO's checker of assertions must pass a valid call and fail a wrong one,
with a message that shows both sizes and, on one line, the name. JAX's refinement of
shapes must pass a valid call. (A wrong one fails before the check of assertions.)
"""

import tempfile
from pathlib import Path

from .command_line import binary_of, exit_codes
from .message import unquote
from .peer import Module, Peer, PeerError
from .tool import Refused, Tool

_EPILOG = exit_codes("no problem was found", "a problem was found")
_NAMES = (
    "x",
    # Placeholders, and texts that resemble them.
    "{0}", "{1}", "{5}", "x{5}", "{5", "5}", "{{5}", "{{5}}", "{{{5}", "}{5}{", "{", "}", "{}",
    "{x}", "{0,7}", "{5,-3:x}", "{0:$[, ]}", "{ 5}", "{\t5}", "{-1}", "{99999999999999999999}",
    "{0" * 40, "{5}" * 40,
    # Placeholders and escapes of other languages.
    "%0", "%s%n", "$0", "${x}", "\\", "\\x41", "\\7B5\\7D", "\\u{5}", "&lt;", "'", '"', "x' dim 0",
    # Invisible characters, and characters that change the position.
    "\x00", "x\x01y", "a\nb", "a\r\nb", "\t", "\x1b[31m", "\x7f", "x\x85y", "a\u2028b", "a\u2029b",
    "\u202eabc", "\u2066abc", "\ufeffx",
    # Non-ASCII characters.
    "Größe", "長さ", "e\u0301", "\U0001f600", "\U0010ffff", "\u0661{\u0661}",
    # Long ones.
    "x" * 10_000, "{5}" * 10_000, "ä" * 10_000, "\x01" * 10_000, "x" * 62 + "{5}",
)  # fmt: skip
# The maximum number of characters of a name in a message.
_SHOWN = 64
_PROGRAM = """\
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>, %d: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = call @NAME(%a, %b, %c, %d) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
func.func private @NAME(
    %a: tensor<?xf32> {bcast.dims = [NAME]} loc(NAME),
    %b: tensor<?xf32> {bcast.dims = [NAME]} loc(NAME),
    %c: tensor<?xf32> loc(NAME), %d: tensor<?xf32> loc(NAME)
) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = chlo.broadcast_add %a, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = OP(%a, %d) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
"""
_RULES = """\
[[rule]]
source = OP
target = "stablehlo.add"
"""
# The sizes of the four arguments, and the required part of the message, if any.
_CALLS = (
    ((2, 2, 2, 2), None),
    ((2, 3, 2, 2), "@NAME: argument #1 'NAME' dim 0 has size 3, argument #0 'NAME' dim 0 has "
     "size 2; both are declared as 'NAME'"),
    ((2, 2, 3, 2), "chlo.broadcast_add: operand #0 'NAME' dim 0 has size 2, operand #1 'NAME' "
     "dim 0 has size 3; expected equal sizes, or 1 and a size of at least 1"),
    ((2, 2, 2, 3), "OP: operand #0 'NAME' dim 0 has size 2, operand #1 'NAME' dim 0 has size 3; "
     "expected equal sizes, or 1 and a size of at least 1"),
)  # fmt: skip


def main() -> int:
    binary = binary_of("scripts/check-names", __doc__, _EPILOG)
    peer = Peer()
    wrong = 0
    for name in _NAMES:
        for problem in _problems(name, binary, peer):
            wrong += 1
            print(f"{name[:80]!r}: {problem}")
    print(f"{len(_NAMES)} names, {wrong} wrong")
    return 1 if wrong else 0


def _problems(name: str, binary: Path, peer: Peer) -> list[str]:
    # MLIR refuses a null character in the name of an op.
    op = f"nn.op{name}".replace("\0", "")
    program = _PROGRAM.replace("NAME", _mlir(name)).replace("OP", _mlir(op))
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as rules:
        rules.write(_RULES.replace("OP", _toml(op)))
        rules.flush()
        tool = Tool(binary, ("--allow-unregistered-dialect", f"--rules={rules.name}"))
        try:
            module = Module(peer, tool.lower(program))
        except (Refused, PeerError) as error:
            return [f"it is not lowered: {error}"]
    problems = []
    for sizes, expected in _CALLS:
        concrete = module.specialise([f"tensor<{size}xf32>" for size in sizes])
        found = concrete.failed_assertion()
        if expected is None:
            try:
                concrete.refine()
            except PeerError as error:
                found = str(error)
            if found is not None:
                problems.append(f"a valid call fails: {found}")
            continue
        # A name that looks quoted is shown unchanged.
        expected = unquote(expected.replace("NAME", _shown(name)).replace("OP", _shown(op)))
        if found is None or unquote(found) != expected:
            problems.append(f"a wrong call fails with {found!r}, not {expected!r}")
        elif not found.isprintable() or "{" in found or "}" in found:
            problems.append(f"a message is not readable: {found!r}")
    return problems


def _shown(name: str) -> str:
    return name if len(name) <= _SHOWN else f"{name[:_SHOWN]}..."


def _mlir(text: str) -> str:
    """Writes a string of MLIR."""
    digits = "".join(map("\\{:02X}".format, text.encode()))
    return f'"{digits}"'


def _toml(text: str) -> str:
    """Writes a string of TOML."""
    digits = "".join(map("\\U{:08X}".format, map(ord, text)))
    return f'"{digits}"'
