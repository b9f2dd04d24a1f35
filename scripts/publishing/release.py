"""A release: its version, its files, and the commands that make them."""

import dataclasses
import os
import pathlib
import platform
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The oldest glibc on which the programs and the Python module run. The README states it.
GLIBC = (2, 27)
# The libraries that are glibc's.
OWN_OF_GLIBC = re.compile(r"(lib(c|m|dl|pthread|rt|util)|ld-linux.*)\.so")


class ReleaseError(Exception):
    """Why there can be no release."""


class CannotTryError(ReleaseError):
    """What is missing on this machine."""


@dataclasses.dataclass
class Release:
    version: str
    profile: str
    is_final: bool
    verifies_crates: bool
    directory: pathlib.Path
    # Rust's name of the architecture that programs and libraries are for, if it is not this machine's.
    foreign: str | None

    def target(self):
        return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()

    def built(self):
        """Returns the directory in which cargo leaves programs."""
        profile = "debug" if self.profile == "dev" else self.profile
        return self.target() / (self.foreign or "") / profile

    def machine(self):
        """Returns the machine's name, as `uname -m` prints it there."""
        return self.foreign.partition("-")[0] if self.foreign else platform.machine()

    def place(self, name):
        """Returns the path of a file of the release, in a directory that exists."""
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def name(self, what):
        """Returns the name of an archive for a machine's kind of system."""
        return f"{what}-{self.version}-{self.machine()}-linux-gnu"


def run(*command, **options):
    """Runs a command in the repository; a failure ends the release."""
    command = [str(argument) for argument in command]
    options = {"cwd": ROOT, "check": True} | options
    try:
        return subprocess.run(command, **options)
    except subprocess.CalledProcessError as error:
        words = " ".join(command)
        raise ReleaseError(f"`{words}` failed with code {error.returncode}") from error


def output(*command, **options):
    return run(*command, stdout=subprocess.PIPE, text=True, **options).stdout


def llvm_program(name):
    """Returns the path of one of LLVM's programs, which read files for any architecture."""
    return pathlib.Path(output(".cargo/llvm/bin/llvm-config", "--bindir").strip(), name)


def check_glibc(file):
    """Checks that a program or library runs with the oldest glibc."""
    objdump = llvm_program("llvm-objdump")
    symbols = output(objdump, "--dynamic-syms", file)
    needed = {tuple(map(int, it.split("."))) for it in re.findall(r"\bGLIBC_([\d.]+)", symbols)}
    if not needed:
        raise ReleaseError(f"{file} uses no symbol of glibc, which cannot be")
    if max(needed) > GLIBC:
        lines = [it for it in symbols.splitlines() if f"GLIBC_{version(max(needed))})" in it]
        raise ReleaseError(f"{file} needs glibc {version(max(needed))}, not {version(GLIBC)}:\n" + "\n".join(lines))
    libraries = set(re.findall(r"NEEDED\s+(\S+)", output(objdump, "--private-headers", file)))
    if foreign := {it for it in libraries if not OWN_OF_GLIBC.match(it)}:
        raise ReleaseError(f"{file} needs {', '.join(sorted(foreign))}, which is not glibc's")


def version(numbers):
    return ".".join(map(str, numbers))
