"""Minimal systems in which the files of a release are tried: nothing is there that they could lean on.

debootstrap makes them in target/release-systems, once; they are entered with chroot. In those for another
architecture, the kernel has QEMU run each program.
"""

import dataclasses
import os
import pathlib
import shutil
import subprocess

from publishing import building
from publishing.release import ROOT, CannotTryError, Release, ReleaseError, output, run

DEBIAN = "http://deb.debian.org/debian"
UBUNTU = "http://archive.ubuntu.com/ubuntu"
# Where the files of a release are, in a system.
PLACE = "tmp/release"
EXAMPLES = ["bias_add.mlir", "declared_symbols.mlir", "masked_layer.mlir", "two_sizes.mlir"]


@dataclasses.dataclass
class System:
    """A version of a distribution, the packages to install, and what is tried there."""

    name: str
    mirror: str
    packages: list
    trials: list

    def make(self, release, directory):
        """Returns its root directory, in which the files of the last trial are gone."""
        root = directory / self.name
        stamp = directory / f"{self.name}.packages"
        if not stamp.exists() or stamp.read_text() != " ".join(self.packages):
            print(f"release: making {root}", flush=True)
            shutil.rmtree(root, ignore_errors=True)
            command = ["debootstrap", "--variant=minbase"]
            if self.packages:
                command.append(f"--include={','.join(self.packages)}")
            if self.mirror == UBUNTU:
                # Debian does not have Ubuntu's keys; nothing but the release runs there.
                command.append("--no-check-gpg")
            if release.foreign:
                command.append(f"--arch={building.FOREIGN[release.foreign]}")
            log = directory / f"{self.name}.log"
            with log.open("w") as opened:
                run(*command, self.name, root, self.mirror, stdout=opened, stderr=opened)
            stamp.write_text(" ".join(self.packages))
        shutil.rmtree(root / PLACE, ignore_errors=True)
        (root / PLACE).mkdir(parents=True)
        return root


@dataclasses.dataclass
class Trial:
    """A release in a system."""

    release: Release
    root: pathlib.Path

    def inside(self, *command):
        """Runs a command in the system, in the directory with the examples, and returns its output."""
        return self.enter(*command, stdout=subprocess.PIPE, text=True).stdout

    def enter(self, *command, **options):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C"}
        enter = ["chroot", self.root, "/bin/sh", "-c", f'cd /{PLACE} && exec "$@"', "sh"]
        return run(*enter, *command, env=environment, **options)

    def unpack(self, what):
        name = self.release.name(what)
        shutil.unpack_archive(self.release.directory / f"{name}.tar.gz", self.root / PLACE)
        return f"/{PLACE}/{name}"

    def compare(self, found, *arguments):
        """Compares an output with that of the tool on this system."""
        tool = [*building.runner(self.release), self.release.built() / "bcast-lower"]
        expected = output(*tool, *arguments, cwd=ROOT / "examples")
        if found != expected:
            raise ReleaseError(f"other output in {self.root} for {' '.join(arguments)}:\n{found}")

    def tool(self, tool):
        """Tries the command-line tool: it lowers, reports an error, and reads what it wrote."""
        for example in EXAMPLES:
            self.compare(self.inside(tool, "--target=xla", example), "--target=xla", example)
            self.compare(self.inside(tool, "explain", example), "explain", example)
        self.inside(tool, "--emit-bytecode", EXAMPLES[0], "-o", "lowered.mlirbc")
        found = self.inside(tool, "--pass-pipeline=builtin.module()", "lowered.mlirbc")
        self.compare(found, EXAMPLES[0])
        (self.root / PLACE / "wrong.mlir").write_text("func.func")
        result = self.enter(tool, "wrong.mlir", check=False, stderr=subprocess.PIPE, text=True)
        if result.returncode != 1 or "wrong.mlir:1:10: error: " not in result.stderr:
            raise ReleaseError(f"no error for an invalid program in {self.root}: {result}")

    def programs(self):
        prefix = self.unpack("bcast-lower")
        self.tool(f"{prefix}/bin/bcast-lower")
        self.inside(f"{prefix}/bin/bcast-lsp-server", "--help")

    def wheel(self):
        (wheel,) = self.release.directory.glob(f"python/*_{self.release.machine()}.whl")
        shutil.copy2(wheel, self.root / PLACE)
        python = f"/{PLACE}/python/bin/python"
        self.inside("python3", "-m", "venv", f"/{PLACE}/python")
        install = ["-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check"]
        self.inside(python, *install, wheel.name)
        self.tool(f"/{PLACE}/python/bin/bcast-lower")
        for example in EXAMPLES:
            lower = (
                f"import bcast_lower, pathlib;print(bcast_lower.lower(pathlib.Path({example!r}), target='xla'), end='')"
            )
            self.compare(self.inside(python, "-c", lower), "--target=xla", example)

    def libraries(self):
        """Tries the library in a program."""
        prefix = self.unpack("bcast-lower-libraries")
        shutil.copy2(ROOT / "examples/lower_text.cpp", self.root / PLACE)
        command = ["g++", "-std=c++17", "lower_text.cpp", f"-I{prefix}/include", f"-L{prefix}/lib"]
        self.inside(*command, "-lbcast_lower", f"-Wl,-rpath,{prefix}/lib", "-o", "lower_text")
        for example in EXAMPLES:
            self.compare(self.inside("./lower_text", example), example)


SYSTEMS = [
    # The oldest glibc that a release supports; its Python is too old for the wheel. Only for x86-64.
    System("bionic", UBUNTU, [], [Trial.programs]),
    # The oldest Python that the wheel supports.
    System("bullseye", DEBIAN, ["python3", "python3-venv"], [Trial.programs, Trial.wheel]),
    # The system that a release is made on.
    System("bookworm", DEBIAN, ["g++", "python3", "python3-venv"], [Trial.programs, Trial.wheel, Trial.libraries]),
]


def try_all(release):
    """Tries the files of a release in each system."""
    if os.geteuid() != 0:
        raise CannotTryError("making systems and entering them needs root")
    if shutil.which("debootstrap") is None:
        raise CannotTryError("debootstrap is missing; on Debian, install the package debootstrap")
    directory = release.target() / "release-systems"
    if release.foreign:
        directory /= release.foreign
        if not pathlib.Path(f"/proc/sys/fs/binfmt_misc/qemu-{release.machine()}").exists():
            raise CannotTryError(f"programs for {release.foreign} do not run here; on Debian, install qemu-user-static")
    directory.mkdir(parents=True, exist_ok=True)
    for system in SYSTEMS:
        if release.machine() != "x86_64" and system.mirror == UBUNTU:
            continue
        root = system.make(release, directory)
        for example in EXAMPLES:
            shutil.copy2(ROOT / "examples" / example, root / PLACE)
        trial = Trial(release, root)
        for tried in system.trials:
            tried(trial)
        names = ", ".join(it.__name__ for it in system.trials)
        libc = trial.inside("ldd", "--version").splitlines()[0]
        print(f"{system.name}, {libc}: {names} work", flush=True)
