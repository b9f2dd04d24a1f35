# `bcast-lower --generate pyi` writes this file.
"""The types of the module; `help(bcast_lower)` describes the functions."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import (
    Any,
    Literal,
    NamedTuple,
    NoReturn,
    Optional,
    Protocol,
    TypedDict,
    TypeVar,
    Union,
    overload,
)

from typing_extensions import Unpack

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

_Path = Union[str, os.PathLike[str]]
_T_co = TypeVar("_T_co", covariant=True)
_Sizes = Union[str, Mapping[str, object], Sequence[object]]

# Of several overloads that do not fit, mypy explains one that fits if type arguments are ignored, and
# otherwise lists all. So these types, which no value has, are added: a string is a sequence, and any
# object is printed, but not with these type arguments.
_NoString = Sequence[NoReturn]

class _Printed(Protocol[_T_co]):
    def __str__(self) -> _T_co: ...  # type: ignore[override]

_NoModule = _Printed[NoReturn]

class _HasMlirModule(Protocol):
    def mlir_module(self) -> str: ...

class _Exported(_HasMlirModule, Protocol):
    """JAX's `Exported`."""

    @property
    def mlir_module_serialized(self) -> bytes: ...

class _HasCompilerIr(Protocol):
    """JAX's `Lowered`."""

    def compiler_ir(self) -> Any: ...

class _IrModule(Protocol):
    """An `ir.Module` of MLIR's Python bindings."""

    @property
    def operation(self) -> Any: ...
    @property
    def context(self) -> Any: ...

_Module = Union[
    str,
    bytes,
    bytearray,
    memoryview,
    os.PathLike[str],
    _IrModule,
    _HasMlirModule,
    _HasCompilerIr,
]
_ModuleT = TypeVar("_ModuleT", bound=Union[_IrModule, _Exported])

__version__: str
LLVM_VERSION: str

class Location(NamedTuple):
    file: str
    line: int
    column: int

class Note(NamedTuple):
    message: str
    location: Optional[Location]
    snippet: Optional[str] = None

class Diagnostic(NamedTuple):
    severity: str
    message: str
    location: Optional[Location]
    notes: tuple[Note, ...]
    snippet: Optional[str] = None
    id: str = ""
    suggestions: Optional[tuple[str, ...]] = None
    @property
    def file(self) -> Optional[str]: ...
    @property
    def line(self) -> Optional[int]: ...
    @property
    def column(self) -> Optional[int]: ...

class BcastLowerError(Exception):
    diagnostics: tuple[Diagnostic, ...]
    explanation: Optional[Explanation]
    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None: ...

class BcastLowerWarning(UserWarning): ...

class Option(NamedTuple):
    name: str
    values: tuple[object, ...]
    description: str
    defaults: Mapping[str, object]
    is_verification: bool
    @property
    def default(self) -> object: ...

OPTIONS: Mapping[str, Option]
TARGETS: Mapping[str, str]

class VerifyOptions(TypedDict, total=False):
    @VerifyOptions

class LowerOptions(VerifyOptions, total=False):
    @LowerOptions

class _Reading(TypedDict, total=False):
    @Reading

class _ExplainKeywords(_Reading, LowerOptions): ...

class _LowerKeywords(_Reading, total=False):
    @LowerKeywords

class Explanation:
    diagnostics: tuple[Diagnostic, ...]
    def __init__(self, report: Any, diagnostics: Iterable[Diagnostic]) -> None: ...
    def text(self) -> str: ...
    def to_json(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_html(self) -> str: ...
    def _repr_html_(self) -> str: ...

@dataclass(frozen=True)
class ComparedCall:
    shapes: tuple[tuple[int, ...], ...]
    sizes: dict[str, int]
    outcome: str
    difference: Optional[float]
    message: str
    expected: str
    seconds: float
    @property
    def is_wrong(self) -> bool: ...

class CheckFailed(ValueError): ...

@dataclass
class Bucket:
    bounds: str
    shapes: tuple[tuple[int, ...], ...]
    calls: int = 0
    elements: int = 0
    padded: int = 0
    @property
    def padding(self) -> float: ...

class BoundedProgram:
    def __init__(self, programs: Any, exported: Any, make_gradient: Any) -> None: ...
    @property
    def buckets(self) -> list[Bucket]: ...
    @property
    def exported(self) -> Any: ...
    def lower_text(self, index: int = -1) -> str: ...
    def __call__(self, *arguments: Any, **keywords: Any) -> Any: ...

class Comparison:
    rows: list[ComparedCall]
    error: str
    note: str
    smallest: Optional[ComparedCall]
    command: str
    seconds: float
    @property
    def ok(self) -> bool: ...
    def to_dict(self) -> dict[str, Any]: ...
    def summary(self) -> str: ...
    def _repr_html_(self) -> str: ...

class _CompareKeywords(LowerOptions, total=False):
    name: Optional[str]
    irdl_files: Iterable[_Path]
    allow_unregistered_dialect: bool
    progress: Optional[Callable[[str, float], object]]

@overloads
def lower(
    module: @module,
    *,
    target: @target,
    output: @output,
    debug_info: Optional[bool] = None,
    **options: Unpack[_LowerKeywords],
) -> @result: ...
@overloads
def run(
    module: @module,
    pipeline: str,
    *,
    output: @output,
    debug_info: Optional[bool] = None,
    **reading: Unpack[_Reading],
) -> @result: ...
@overloads
def specialize(
    module: @module,
    *arguments: object,
    sizes: Union[str, Mapping[str, int], None] = None,
    function: Optional[str] = None,
    allow_partial: bool = False,
    output: @output,
    debug_info: Optional[bool] = None,
    @reading
    **named: object,
) -> @result: ...
def verify(
    module: _Module,
    *,
    @reading
    @verify_options
) -> None: ...
def explain(
    module: _Module,
    *,
    target: @target = None,
    why: Union[str, int, None] = None,
    **options: Unpack[_ExplainKeywords],
) -> Explanation: ...
def bounded(
    program: _Module,
    *,
    bounds: Union[str, Mapping[str, object], Sequence[object]],
    target: @target = None,
    call: Optional[Callable[[str, str], Callable[[list[Any]], Sequence[Any]]]] = None,
    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    **options: Any,
) -> BoundedProgram: ...
def compare(
    program: _Module,
    *,
    target: Literal["iree", "xla"] = "iree",
    calls: Optional[int] = None,
    seed: int = 0,
    inputs: Union[Callable[[int, tuple[int, ...], Any, Any], Any], Mapping[int, Any], None] = None,
    tolerance: Optional[float] = None,
    timeout: float = 600.0,
    **options: Unpack[_CompareKeywords],
) -> Comparison: ...
def pipeline(*, target: @target = None, **options: Unpack[LowerOptions]) -> str: ...
