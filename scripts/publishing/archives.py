"""What is not published in registries: programs, libraries, the pages; and the checksums of all."""

import gzip
import hashlib
import pathlib
import shutil
import subprocess
import tarfile
import tempfile

from publishing import building
from publishing.release import ROOT, ReleaseError, check_glibc, llvm_program, output, run

PROGRAMS = ["bcast-lower", "bcast-lsp-server"]
# Where a shell, or `man`, looks for what the tool generates, below a prefix.
GENERATED = {
    "man": "share/man/man1/bcast-lower.1",
    "complete-bash": "share/bash-completion/completions/bcast-lower",
    "complete-fish": "share/fish/vendor_completions.d/bcast-lower.fish",
    "complete-zsh": "share/zsh/site-functions/_bcast-lower",
}
TEXTS = ["CHANGELOG.md", "LICENSE", "README.md"]
CHECKSUMS = "SHA256SUMS"


def make_programs(release):
    """Makes an archive of the programs, with their man page and completions, to unpack anywhere."""
    environment = building.environment(release)
    linker = environment["BCAST_LOWER_LINKER"]
    for program in PROGRAMS:
        command = ["cargo", "rustc", "--locked", "--quiet", "--profile", release.profile]
        command += ["--features", "lsp", "--bin", program, "--", f"-Clinker={linker}"]
        run(*command, env=environment)
    strip = llvm_program("llvm-strip")
    with tempfile.TemporaryDirectory() as scratch:
        prefix = pathlib.Path(scratch, release.name("bcast-lower"))
        (prefix / "bin").mkdir(parents=True)
        for program in PROGRAMS:
            run(strip, "-o", prefix / "bin" / program, release.built() / program)
            check_glibc(prefix / "bin" / program)
        tool = [*building.runner(release), prefix / "bin/bcast-lower"]
        if (said := output(*tool, "--version").split()[1]) != release.version:
            raise ReleaseError(f"the tool says that its version is {said}")
        for what, name in GENERATED.items():
            (prefix / name).parent.mkdir(parents=True, exist_ok=True)
            (prefix / name).write_text(output(*tool, f"--generate={what}"))
        finish(release, prefix)


def make_libraries(release):
    """Makes an archive of the libraries and their headers, to unpack anywhere.

    The plugin uses the MLIR of the program that loads it, and is linked with the system's glibc, as
    that is.
    """
    with tempfile.TemporaryDirectory() as scratch:
        prefix = pathlib.Path(scratch, release.name("bcast-lower-libraries"))
        run("scripts/install-libraries", prefix, release.profile, env=building.environment(release))
        run(llvm_program("llvm-strip"), "--strip-unneeded", *prefix.glob("lib/*.so"))
        check_glibc(prefix / "lib/libbcast_lower.so")
        check_plugin(release, prefix / "lib/libbcast_lower_plugin.so")
        finish(release, prefix)


def check_plugin(release, plugin):
    """Checks that MLIR's mlir-opt lowers with the plugin as the tool of the step before does."""
    example = ROOT / "examples/bias_add.mlir"
    loads = [f"--load-dialect-plugin={plugin}", f"--load-pass-plugin={plugin}"]
    pipeline = "--pass-pipeline=builtin.module(target-xla)"
    found = output(*building.mlir_opt(release), *loads, pipeline, example)
    tool = [*building.runner(release), release.built() / "bcast-lower"]
    expected = output(*tool, "--target=xla", example)
    # mlir-opt adds an empty line.
    if found.rstrip() != expected.rstrip():
        raise ReleaseError(f"mlir-opt with {plugin} gives another output:\n{found}")


def make_site(release):
    """Makes an archive of the documentation as pages."""
    with tempfile.TemporaryDirectory() as scratch:
        prefix = pathlib.Path(scratch, f"bcast-lower-docs-{release.version}")
        run("scripts/site", "--output", prefix)
        pack(release, prefix)


def finish(release, prefix):
    for text in TEXTS:
        shutil.copy2(ROOT / text, prefix)
    pack(release, prefix)


def pack(release, prefix):
    """Packs a directory: of the same files comes the same archive."""
    (time,) = output("git", "log", "-1", "--format=%ct").split()

    def without_owner(member):
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mtime = int(time)
        return member

    archive = release.place(f"{prefix.name}.tar.gz")
    with (
        gzip.GzipFile(archive, "wb", compresslevel=6, mtime=int(time)) as compressed,
        tarfile.open(fileobj=compressed, mode="w") as opened,
    ):
        opened.add(prefix, prefix.name, filter=without_owner)


def write_checksums(release):
    """Writes the checksums of all files, as `sha256sum --check` reads them."""
    files = [it for it in release.directory.rglob("*") if it.is_file() and it.name != CHECKSUMS]
    if not files:
        raise ReleaseError(f"{release.directory} has no files")
    lines = []
    for file in sorted(files):
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        lines.append(f"{digest}  {file.relative_to(release.directory)}\n")
    (release.directory / CHECKSUMS).write_text("".join(lines))
    subprocess.run(["sha256sum", "--check", "--quiet", CHECKSUMS], cwd=release.directory, check=True)
    print("".join(lines), end="")
