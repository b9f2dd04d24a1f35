"""The build backend: maturin, and the tools beside the module.

Maturin makes a wheel of a module or of programs, but not of both. So this builds the programs
first, to where `tool.maturin.data` in `pyproject.toml` has maturin take them from.

`BCAST_LOWER_PROFILE` names cargo's profile (by default `release`), `BCAST_LOWER_LINKER` another linker
for the programs and the module. For another architecture, `CARGO_BUILD_TARGET` is Rust's name of it, and
`STRIP` its `strip`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import maturin
from maturin import *  # noqa: F403  (the hooks that need no programs)

ROOT = Path(__file__).parent.parent
TOOLS = ["bcast-lower", "bcast-lsp-server"]
NEEDS = """\
Building bcast-lower from source needs
- Rust 1.88 or later (https://rustup.rs),
- LLVM and MLIR {version} with headers and static libraries; on Debian, the packages
  libmlir-{version}-dev mlir-{version}-tools llvm-{version}-dev libclang-{version}-dev \
libpolly-{version}-dev libzstd-dev zlib1g-dev;
  elsewhere, MLIR_SYS_{version}0_PREFIX and TABLEGEN_{version}0_PREFIX set to the prefix of the
  installation,
- a C++ compiler."""


def _profile() -> str:
    return os.environ.get("BCAST_LOWER_PROFILE", "release")


def _linker_arguments() -> list:
    """Returns cargo's last arguments, which are rustc's; they do not compile dependencies again."""
    linker = os.environ.get("BCAST_LOWER_LINKER")
    return ["--", f"-Clinker={linker}"] if linker else []


def _make_executable(script: Path) -> None:
    """Makes a script executable, which is not what it is in an sdist by maturin."""
    if not os.access(script, os.X_OK):
        script.chmod(0o755)


def _check_needs() -> None:
    _make_executable(ROOT / ".cargo/llvm/bin/llvm-config")
    missing = None if shutil.which("cargo") else "there is no cargo"
    version = (ROOT / ".cargo/llvm/version").read_text().strip()
    if missing is None:
        prefix = os.environ.get(f"MLIR_SYS_{version}0_PREFIX", ROOT / ".cargo/llvm")
        config = [Path(prefix) / "bin/llvm-config", "--version"]
        try:
            subprocess.run(config, check=True, capture_output=True, text=True)
        except subprocess.CalledProcessError as error:
            missing = error.stderr.strip()
        except OSError as error:
            missing = str(error)
    if missing is not None:
        sys.exit(f"{NEEDS.format(version=version)}\n\n{missing}")


def _make_data_directory() -> None:
    """Makes the directory that maturin asks for, whatever is in it."""
    (ROOT / "target/wheel.data").mkdir(parents=True, exist_ok=True)


def _build_tools() -> None:
    profile = _profile()
    common = ["--locked", "--profile", profile, "--features", "lsp"]
    if linker := _linker_arguments():
        for tool in TOOLS:
            command = ["cargo", "rustc", *common, "--bin", tool, *linker]
            subprocess.run(command, cwd=ROOT, check=True)
    else:
        # With the module's dependencies, which share what they need with those of the tools.
        subprocess.run(["cargo", "build", *common, "--workspace", "--bins"], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    # With a target, cargo makes a directory for it.
    target /= os.environ.get("CARGO_BUILD_TARGET", "")
    built = target / ("debug" if profile == "dev" else profile)
    scripts = ROOT / "target/wheel.data/scripts"
    shutil.rmtree(scripts, ignore_errors=True)
    scripts.mkdir(parents=True)
    for tool in TOOLS:
        # Without the symbols that only a debugger needs.
        strip = os.environ.get("STRIP", "strip")
        subprocess.run([strip, "-o", scripts / tool, built / tool], check=True)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _check_needs()
    _build_tools()
    arguments = maturin.get_maturin_pep517_args(config_settings)
    with tempfile.TemporaryDirectory() as directory:
        command = ["maturin", "build", "--profile", _profile(), "--locked", "--out", directory]
        # Unlike maturin's own hook, this finds out which glibc the wheel needs at least.
        interpreter = ["--interpreter", sys.executable]
        command += [*interpreter, *arguments, *_linker_arguments()]
        subprocess.run(command, cwd=ROOT, check=True)
        (wheel,) = Path(directory).iterdir()
        shutil.copy2(wheel, wheel_directory)
        return wheel.name


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    _check_needs()
    _build_tools()
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    _make_data_directory()
    return maturin.build_sdist(sdist_directory, config_settings)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    _check_needs()
    _make_data_directory()
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel
