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
    trait_rules: Optional[Literal["documented", "strict", "mlir"]]
    """which broadcasts are accepted: the trait's documented rules, the older stricter ones, or what MLIR's verifier checks; by default "documented"."""
    shapes: Optional[_Sizes]
    """the shapes of the arguments that the program is specialised for, by position or by name: `4x128,mask=?x128`; `?` leaves a dim as it is."""
    sizes: Optional[_Sizes]
    """the sizes of symbols that the program is specialised for, `b=4,s=128`, or their ranges, which are declared: `b=1..8,s=16..512:16`."""
    function: Optional[_Sizes]
    """the function whose shapes are given, if there are several public ones."""
    rules: Optional[Union[_Path, Iterable[_Path]]]
    """rule tables to add, which define the ops that broadcast and their targets, and what other ops do to sizes: TOML files, or the built-in tables `chlo` (always in use), `tosa`, `tensorflow`, `onnx`, `torch`."""
    rules_only: Optional[bool]
    """whether only the tables that `rules` names are used; by default False."""

class LowerOptions(VerifyOptions, total=False):
    assertions: Optional[Literal["custom-call", "cf", "shape", "none"]]
    """what checks the guards at run time: stablehlo.custom_call @shape_assertion, cf.assert, shape.cstr_require with shape.assuming, or nothing; by default "custom-call"."""
    zero_extents: Optional[Literal["reject", "numpy"]]
    """the result of size 0 against size 1 if both are known only at run time: a failed assertion, or 0 as in NumPy; by default "reject"."""
    facts: Optional[bool]
    """whether facts about sizes from other ops are used, or each op is lowered on its own; by default True."""
    assume_symbols: Optional[bool]
    """whether the sizes that arguments declare ('bcast.dims') are assumed or checked at function entry; by default False."""
    hoist_assertions: Optional[bool]
    """whether guards on the sizes of a function's arguments are checked at function entry, or where they are needed; by default False."""
    allow_partial: Optional[bool]
    """whether a valid op that cannot be lowered, such as one on unranked tensors, or specialised, because its sizes depend on data, stays with a remark, or is an error; by default False."""
    profile: Optional[_Sizes]
    """the shapes of the arguments of a call that gets a static copy of the program, beside the program for all sizes: `4x128,mask=?x128`, or the sizes of symbols, `b=4,s=128`."""
    bounds: Optional[_Sizes]
    """the greatest shapes of the arguments of one static program for all sizes up to them: `8x512,mask=?x512`, or the greatest sizes of symbols, `b=8,s=512`."""
    keep_tosa: Optional[bool]
    """whether a program in TOSA is left unchanged instead of becoming StableHLO, or is an error; by default False."""
    keep_readable: Optional[bool]
    """whether functions all of whose ops IREE reads, such as StableHLO's beside those of `arith`, `tensor` and `scf`, are left unchanged instead of becoming StableHLO; by default False."""
    guard_sizes: Optional[bool]
    """whether assertions check all that ops need of sizes, or only that reshapes fit; by default True."""
    iree_disable: Optional[Union[_Path, Iterable[_Path]]]
    """rows of the table of `legalize-for-iree` (docs/iree.md) that are not applied; `speed` is all that only make programs faster."""

class _Reading(TypedDict, total=False):
    name: Optional[str]
    irdl_files: Iterable[_Path]
    allow_unregistered_dialect: bool
    threads: bool
    on_diagnostic: Optional[Callable[[Diagnostic], object]]
    progress: Optional[Callable[[str, float], object]]

class _ExplainKeywords(_Reading, LowerOptions): ...

class _LowerKeywords(_Reading, total=False):
    trait_rules: Union[Literal["documented", "strict", "mlir"], _NoString, None]
    assertions: Union[Literal["custom-call", "cf", "shape", "none"], _NoString, None]
    zero_extents: Union[Literal["reject", "numpy"], _NoString, None]
    facts: Union[bool, _NoString, None]
    assume_symbols: Union[bool, _NoString, None]
    hoist_assertions: Union[bool, _NoString, None]
    allow_partial: Union[bool, _NoString, None]
    shapes: Optional[_Sizes]
    sizes: Optional[_Sizes]
    profile: Optional[_Sizes]
    bounds: Optional[_Sizes]
    function: Optional[_Sizes]
    keep_tosa: Union[bool, _NoString, None]
    keep_readable: Union[bool, _NoString, None]
    guard_sizes: Union[bool, _NoString, None]
    iree_disable: Optional[Union[_Path, Iterable[_Path]]]
    rules: Optional[Union[_Path, Iterable[_Path]]]
    rules_only: Union[bool, _NoString, None]

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

@overload
def lower(
    module: _Module,
    *,
    target: Union[Literal["xla", "iree"], _NoString, None] = None,
    output: Literal["text"],
    debug_info: Optional[bool] = None,
    **options: Unpack[_LowerKeywords],
) -> str: ...
@overload
def lower(
    module: _Module,
    *,
    target: Union[Literal["xla", "iree"], _NoString, None] = None,
    output: Literal["bytecode", "artifact"],
    debug_info: Optional[bool] = None,
    **options: Unpack[_LowerKeywords],
) -> bytes: ...
@overload
def lower(
    module: _Module,
    *,
    target: Union[Literal["xla", "iree"], _NoString, None] = None,
    output: str,
    debug_info: Optional[bool] = None,
    **options: Unpack[_LowerKeywords],
) -> Union[str, bytes]: ...
@overload
def lower(
    module: str,
    *,
    target: Union[Literal["xla", "iree"], _NoString, None] = None,
    output: None = None,
    debug_info: Optional[bool] = None,
    **options: Unpack[_LowerKeywords],
) -> str: ...
@overload
def lower(
    module: Union[bytes, bytearray, memoryview],
    *,
    target: Union[Literal["xla", "iree"], _NoString, None] = None,
    output: None = None,
    debug_info: Optional[bool] = None,
    **options: Unpack[_LowerKeywords],
) -> bytes: ...
@overload
def lower(
    module: os.PathLike[str],
    *,
    target: Union[Literal["xla", "iree"], _NoString, None] = None,
    output: None = None,
    debug_info: Optional[bool] = None,
    **options: Unpack[_LowerKeywords],
) -> Union[str, bytes]: ...
@overload
def lower(  # type: ignore[overload-overlap]
    module: _Exported,
    *,
    target: Literal["iree"],
    output: None = None,
    debug_info: Optional[bool] = None,
    **options: Unpack[_LowerKeywords],
) -> str: ...
@overload
def lower(
    module: _ModuleT,
    *,
    target: Union[Literal["xla", "iree"], _NoString, None] = None,
    output: None = None,
    debug_info: Optional[bool] = None,
    **options: Unpack[_LowerKeywords],
) -> _ModuleT: ...
@overload
def lower(
    module: _HasMlirModule,
    *,
    target: Union[Literal["xla", "iree"], _NoString, None] = None,
    output: None = None,
    debug_info: Optional[bool] = None,
    **options: Unpack[_LowerKeywords],
) -> Any: ...
@overload
def lower(
    module: Union[_Module, _NoModule],
    *,
    target: Union[Literal["xla", "iree"], _NoString, None] = None,
    output: None = None,
    debug_info: Optional[bool] = None,
    **options: Unpack[_LowerKeywords],
) -> Any: ...
@overload
def run(
    module: _Module,
    pipeline: str,
    *,
    output: Literal["text"],
    debug_info: Optional[bool] = None,
    **reading: Unpack[_Reading],
) -> str: ...
@overload
def run(
    module: _Module,
    pipeline: str,
    *,
    output: Literal["bytecode", "artifact"],
    debug_info: Optional[bool] = None,
    **reading: Unpack[_Reading],
) -> bytes: ...
@overload
def run(
    module: _Module,
    pipeline: str,
    *,
    output: str,
    debug_info: Optional[bool] = None,
    **reading: Unpack[_Reading],
) -> Union[str, bytes]: ...
@overload
def run(
    module: str,
    pipeline: str,
    *,
    output: None = None,
    debug_info: Optional[bool] = None,
    **reading: Unpack[_Reading],
) -> str: ...
@overload
def run(
    module: Union[bytes, bytearray, memoryview],
    pipeline: str,
    *,
    output: None = None,
    debug_info: Optional[bool] = None,
    **reading: Unpack[_Reading],
) -> bytes: ...
@overload
def run(
    module: os.PathLike[str],
    pipeline: str,
    *,
    output: None = None,
    debug_info: Optional[bool] = None,
    **reading: Unpack[_Reading],
) -> Union[str, bytes]: ...
@overload
def run(
    module: _Exported,
    pipeline: str,
    *,
    output: None = None,
    debug_info: Optional[bool] = None,
    **reading: Unpack[_Reading],
) -> Any: ...
@overload
def run(
    module: _ModuleT,
    pipeline: str,
    *,
    output: None = None,
    debug_info: Optional[bool] = None,
    **reading: Unpack[_Reading],
) -> _ModuleT: ...
@overload
def run(
    module: _HasMlirModule,
    pipeline: str,
    *,
    output: None = None,
    debug_info: Optional[bool] = None,
    **reading: Unpack[_Reading],
) -> Any: ...
@overload
def run(
    module: Union[_Module, _NoModule],
    pipeline: str,
    *,
    output: None = None,
    debug_info: Optional[bool] = None,
    **reading: Unpack[_Reading],
) -> Any: ...
@overload
def specialize(
    module: _Module,
    *arguments: object,
    sizes: Union[str, Mapping[str, int], None] = None,
    function: Optional[str] = None,
    allow_partial: bool = False,
    output: Literal["text"],
    debug_info: Optional[bool] = None,
    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    threads: bool = True,
    on_diagnostic: Optional[Callable[[Diagnostic], object]] = None,
    progress: Optional[Callable[[str, float], object]] = None,
    **named: object,
) -> str: ...
@overload
def specialize(
    module: _Module,
    *arguments: object,
    sizes: Union[str, Mapping[str, int], None] = None,
    function: Optional[str] = None,
    allow_partial: bool = False,
    output: Literal["bytecode", "artifact"],
    debug_info: Optional[bool] = None,
    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    threads: bool = True,
    on_diagnostic: Optional[Callable[[Diagnostic], object]] = None,
    progress: Optional[Callable[[str, float], object]] = None,
    **named: object,
) -> bytes: ...
@overload
def specialize(
    module: _Module,
    *arguments: object,
    sizes: Union[str, Mapping[str, int], None] = None,
    function: Optional[str] = None,
    allow_partial: bool = False,
    output: str,
    debug_info: Optional[bool] = None,
    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    threads: bool = True,
    on_diagnostic: Optional[Callable[[Diagnostic], object]] = None,
    progress: Optional[Callable[[str, float], object]] = None,
    **named: object,
) -> Union[str, bytes]: ...
@overload
def specialize(
    module: str,
    *arguments: object,
    sizes: Union[str, Mapping[str, int], None] = None,
    function: Optional[str] = None,
    allow_partial: bool = False,
    output: None = None,
    debug_info: Optional[bool] = None,
    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    threads: bool = True,
    on_diagnostic: Optional[Callable[[Diagnostic], object]] = None,
    progress: Optional[Callable[[str, float], object]] = None,
    **named: object,
) -> str: ...
@overload
def specialize(
    module: Union[bytes, bytearray, memoryview],
    *arguments: object,
    sizes: Union[str, Mapping[str, int], None] = None,
    function: Optional[str] = None,
    allow_partial: bool = False,
    output: None = None,
    debug_info: Optional[bool] = None,
    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    threads: bool = True,
    on_diagnostic: Optional[Callable[[Diagnostic], object]] = None,
    progress: Optional[Callable[[str, float], object]] = None,
    **named: object,
) -> bytes: ...
@overload
def specialize(
    module: os.PathLike[str],
    *arguments: object,
    sizes: Union[str, Mapping[str, int], None] = None,
    function: Optional[str] = None,
    allow_partial: bool = False,
    output: None = None,
    debug_info: Optional[bool] = None,
    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    threads: bool = True,
    on_diagnostic: Optional[Callable[[Diagnostic], object]] = None,
    progress: Optional[Callable[[str, float], object]] = None,
    **named: object,
) -> Union[str, bytes]: ...
@overload
def specialize(
    module: _ModuleT,
    *arguments: object,
    sizes: Union[str, Mapping[str, int], None] = None,
    function: Optional[str] = None,
    allow_partial: bool = False,
    output: None = None,
    debug_info: Optional[bool] = None,
    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    threads: bool = True,
    on_diagnostic: Optional[Callable[[Diagnostic], object]] = None,
    progress: Optional[Callable[[str, float], object]] = None,
    **named: object,
) -> _ModuleT: ...
@overload
def specialize(
    module: _HasMlirModule,
    *arguments: object,
    sizes: Union[str, Mapping[str, int], None] = None,
    function: Optional[str] = None,
    allow_partial: bool = False,
    output: None = None,
    debug_info: Optional[bool] = None,
    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    threads: bool = True,
    on_diagnostic: Optional[Callable[[Diagnostic], object]] = None,
    progress: Optional[Callable[[str, float], object]] = None,
    **named: object,
) -> Any: ...
@overload
def specialize(
    module: Union[_Module, _NoModule],
    *arguments: object,
    sizes: Union[str, Mapping[str, int], None] = None,
    function: Optional[str] = None,
    allow_partial: bool = False,
    output: None = None,
    debug_info: Optional[bool] = None,
    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    threads: bool = True,
    on_diagnostic: Optional[Callable[[Diagnostic], object]] = None,
    progress: Optional[Callable[[str, float], object]] = None,
    **named: object,
) -> Any: ...
def verify(
    module: _Module,
    *,
    name: Optional[str] = None,
    irdl_files: Iterable[_Path] = (),
    allow_unregistered_dialect: bool = False,
    threads: bool = True,
    on_diagnostic: Optional[Callable[[Diagnostic], object]] = None,
    progress: Optional[Callable[[str, float], object]] = None,
    trait_rules: Optional[Literal["documented", "strict", "mlir"]] = None,
    shapes: Optional[_Sizes] = None,
    sizes: Optional[_Sizes] = None,
    function: Optional[_Sizes] = None,
    rules: Optional[Union[_Path, Iterable[_Path]]] = None,
    rules_only: Optional[bool] = None,
) -> None: ...
def explain(
    module: _Module,
    *,
    target: Optional[Literal["xla", "iree"]] = None,
    why: Union[str, int, None] = None,
    **options: Unpack[_ExplainKeywords],
) -> Explanation: ...
def bounded(
    program: _Module,
    *,
    bounds: Union[str, Mapping[str, object], Sequence[object]],
    target: Optional[Literal["xla", "iree"]] = None,
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
def pipeline(*, target: Optional[Literal["xla", "iree"]] = None, **options: Unpack[LowerOptions]) -> str: ...
