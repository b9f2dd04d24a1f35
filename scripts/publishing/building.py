"""How programs and libraries are built: for the older glibc, and for this machine or another architecture.

For another architecture, headers and libraries come from packages of this machine's distribution, which are
unpacked into target/release-foreign. What runs during the build is this machine's: Rust, which must have
its standard library for the architecture, Clang, mlir-tblgen and Zig. What has been built runs in QEMU.
"""

import os
import pathlib
import platform
import shutil
import sys

from publishing.release import GLIBC, ROOT, CannotTryError, ReleaseError, llvm_program, output, run, version

# Rust's names of other architectures, and Debian's.
FOREIGN = {"aarch64-unknown-linux-gnu": "arm64"}
# What a build for another architecture runs in place of this machine's programs.
PROGRAMS = {
    "llvm-config": """\
#!/bin/sh
found=$({llvm}/llvm-config "$@") || exit
case $* in
  *--bindir*) echo "$found" ;;
  *) echo "$found" | sed 's|/usr/lib/|{root}&|g; s|{here}-linux-gnu|{there}-linux-gnu|g' ;;
esac
""",
    "c++": """\
#!/bin/sh
exec {llvm}/clang++ --target={foreign} --sysroot='{root}' --ld-path='{programs}/ld.lld' "$@"
""",
    "ld.lld": """\
#!/bin/sh
exec '{python}' -m ziglang ld.lld "$@"
""",
}


def environment(release):
    """Returns the environment in which cargo and its kin build."""
    common = os.environ | {
        "BCAST_LOWER_LINKER": str(ROOT / "scripts/publishing/older-glibc-cc"),
        "BCAST_LOWER_GLIBC": version(GLIBC),
        "BCAST_LOWER_ZIG": sys.executable,
    }
    if release.foreign is None:
        return common
    programs = prepare(release)
    suffix = release.foreign.replace("-", "_")
    sysroot = f"--sysroot={root(release)}"
    return common | {
        "CARGO_BUILD_TARGET": release.foreign,
        f"MLIR_SYS_{llvm_version()}0_PREFIX": str(programs.parent),
        f"CC_{suffix}": str(llvm_program("clang")),
        f"AR_{suffix}": str(llvm_program("llvm-ar")),
        f"CFLAGS_{suffix}": sysroot,
        f"CXXFLAGS_{suffix}": sysroot,
        f"BINDGEN_EXTRA_CLANG_ARGS_{suffix}": sysroot,
        "BCAST_LOWER_CXX": str(programs / "c++"),
        "BCAST_LOWER_MACHINE": release.machine(),
        "STRIP": str(llvm_program("llvm-strip")),
    }


def runner(release):
    """Returns the command before a program that has been built, which runs it on this machine."""
    return [emulator(release), "-L", root(release)] if release.foreign else []


def mlir_opt(release):
    """Returns the command that runs MLIR's mlir-opt with plugins for the release's architecture."""
    program = llvm_program("mlir-opt")
    return [*runner(release), f"{root(release)}{program}" if release.foreign else program]


def prepare(release):
    """Makes what a build for another architecture needs; returns the directory with its programs."""
    rust = output(os.environ.get("RUSTC", "rustc"), "--print=sysroot").strip()
    if not pathlib.Path(rust, "lib/rustlib", release.foreign, "lib").is_dir():
        raise CannotTryError(f"Rust has no library for {release.foreign}; run `rustup target add {release.foreign}`")
    if shutil.which(emulator(release)) is None:
        raise CannotTryError(f"{emulator(release)} is missing; on Debian, install the package qemu-user-static")
    packages = needed_packages()
    stamp = root(release).with_name("packages")
    if not stamp.exists() or stamp.read_text() != " ".join(packages):
        shutil.rmtree(stamp.parent, ignore_errors=True)
        unpack(FOREIGN[release.foreign], packages, root(release))
        stamp.write_text(" ".join(packages))
    values = {
        "foreign": release.foreign,
        "here": platform.machine(),
        "llvm": llvm_program("llvm-config").parent,
        "programs": stamp.with_name("bin"),
        "python": sys.executable,
        "root": root(release),
        "there": release.machine(),
    }
    for name, text in PROGRAMS.items():
        program = values["programs"] / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(text.format_map(values))
        program.chmod(0o755)
    return values["programs"]


def root(release):
    """Returns the directory with the headers and libraries for another architecture."""
    return release.target() / "release-foreign" / release.foreign / "root"


def emulator(release):
    return f"qemu-{release.machine()}-static"


def llvm_version():
    return (ROOT / ".cargo/llvm/version").read_text().strip()


def needed_packages():
    """Returns the packages that the build needs, in the versions that this machine has of them."""
    llvm = llvm_version()
    gcc = output("g++", "-dumpversion").strip()
    packages = [f"libmlir-{llvm}-dev", f"mlir-{llvm}-tools", f"llvm-{llvm}-dev"]
    packages += [f"libpolly-{llvm}-dev", f"libstdc++-{gcc}-dev", "libzstd-dev", "zlib1g-dev"]
    try:
        shown = output("dpkg-query", "--show", "--showformat=${Package}=${Version} ", *packages)
    except (FileNotFoundError, ReleaseError) as error:
        raise CannotTryError("this is not Debian, or scripts/setup did not run") from error
    return shown.split()


def unpack(architecture, packages, directory):
    """Downloads packages, and those that they depend on, and unpacks them into a directory.

    The state of this machine's package management is neither read nor changed.
    """
    apt = directory.with_name("apt")
    for name in ["lists/partial", "archives/partial"]:
        (apt / name).mkdir(parents=True)
    (apt / "status").touch()
    options = {
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "APT::Sandbox::User": "",
        "Dir::State": apt,
        "Dir::State::status": apt / "status",
        "Dir::Cache": apt,
    }
    command = ["apt-get", "--yes", *(f"--option={name}={value}" for name, value in options.items())]
    download = ["install", "--download-only", "--no-install-recommends", *packages]
    log = apt.with_name("log")
    print(f"release: making {directory}", flush=True)
    try:
        with log.open("w") as opened:
            run(*command, "update", stdout=opened, stderr=opened)
            run(*command, *download, stdout=opened, stderr=opened)
    except ReleaseError as error:
        raise CannotTryError(f"no packages for {architecture}; {log} says why") from error
    for archive in sorted(apt.glob("archives/*.deb")):
        run("dpkg", "--extract", archive, directory)
    shutil.rmtree(apt)
