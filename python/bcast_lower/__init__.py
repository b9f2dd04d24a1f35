"""Verifies ops that broadcast implicitly, and lowers them to StableHLO.

    import bcast_lower

    text = bcast_lower.lower(module, target="xla")
    bcast_lower.specialize(module, x, mask)
    bcast_lower.verify(module)
    bcast_lower.explain(module)
    bcast_lower.compare(module, target="iree")
    bcast_lower.bounded(module, bounds={"b": 8})

A module may be text (`str`), bytes of text or bytecode (`bytes`), the path of a file
(`pathlib.Path`), or an object: an `ir.Module` of jaxlib, IREE or torch-mlir, JAX's `Exported` and `Lowered`, or anything else whose
`str()` is a module. The result has the form of the input, or the one that
`output` names.

Errors in a module raise `BcastLowerError`, whose `diagnostics` have messages and locations.
Nothing is printed.
"""

from ._api import lower, pipeline, run, specialize, verify
from ._bounded import BoundedProgram, Bucket, bounded
from ._compare.bounded import CheckFailed
from ._compare.findings import ComparedCall, Comparison
from ._comparing import compare
from ._diagnostics import BcastLowerError, BcastLowerWarning, Diagnostic, Location, Note
from ._explain import Explanation, explain
from ._native import LLVM_VERSION, VERSION
from ._options import OPTIONS, TARGETS, LowerOptions, Option, VerifyOptions

__version__ = VERSION

__all__ = [
    "LLVM_VERSION",
    "OPTIONS",
    "TARGETS",
    "BcastLowerError",
    "BcastLowerWarning",
    "BoundedProgram",
    "Bucket",
    "CheckFailed",
    "ComparedCall",
    "Comparison",
    "Diagnostic",
    "Explanation",
    "Location",
    "LowerOptions",
    "Note",
    "Option",
    "VerifyOptions",
    "__version__",
    "bounded",
    "compare",
    "explain",
    "lower",
    "pipeline",
    "run",
    "specialize",
    "verify",
]

for _name in __all__:
    # The name that help and error messages show.
    if hasattr(globals()[_name], "__module__"):
        globals()[_name].__module__ = __name__
del _name
