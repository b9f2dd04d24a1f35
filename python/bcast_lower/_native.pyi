"""The extension module: runs on bytes, with diagnostics as plain tuples."""

from typing import Callable, Optional, Protocol, final

VERSION: str
LLVM_VERSION: str

_Location = tuple[str, int, int]
_Progress = Callable[[str, float], object]
_Diagnostic = tuple[
    str,
    str,
    str,
    Optional[_Location],
    list[tuple[str, Optional[_Location]]],
    Optional[list[str]],
]

class _Reading(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def irdl(self) -> list[tuple[str, bytes]]: ...
    @property
    def allow_unregistered_dialect(self) -> bool: ...
    @property
    def threads(self) -> bool: ...

@final
class Report:
    def __new__(cls, state: bytes, source: bytes, has_all_reasons: bool) -> Report: ...
    def json(self) -> str: ...
    def text(self) -> str: ...
    def page(self) -> str: ...
    def page_part(self, prefix: str) -> str: ...

def run(
    source: bytes,
    reading: _Reading,
    pipeline: str,
    output: str,
    debug_info: bool,
    progress: Optional[_Progress],
) -> tuple[Optional[bytes], list[_Diagnostic]]: ...
def artifact_version(source: bytes) -> Optional[str]: ...
def has_portable_output(pipeline: str) -> bool: ...
def did_you_mean(found: str, names: list[str]) -> str: ...
def explain(
    source: bytes,
    reading: _Reading,
    target: Optional[str],
    options: dict[str, object],
    why: Optional[str],
    progress: Optional[_Progress],
) -> tuple[Optional[Report], bool, list[_Diagnostic]]: ...
def pipeline(
    target: Optional[str], verify_only: bool, options: dict[str, object]
) -> tuple[Optional[str], list[_Diagnostic]]: ...
def option_table() -> list[
    tuple[str, str, list[str], bool, str, list[tuple[str, str]]]
]: ...
def target_table() -> list[tuple[str, str]]: ...
def finish() -> None: ...
