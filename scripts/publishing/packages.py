"""What is published in registries: the crates, the sdist and the wheel."""

import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import tomllib
import zipfile

from publishing import building
from publishing.release import GLIBC, ROOT, ReleaseError, check_glibc, output, run, version
from publishing.versions import CRATES

# What the archives have at least.
IN_CRATE = {"Cargo.lock", "Cargo.toml", "LICENSE"}
IN_SDIST = {
    ".cargo/config.toml", ".cargo/llvm/bin/llvm-config", ".cargo/llvm/version", "Cargo.lock", "Cargo.toml",
    "LICENSE", "PKG-INFO", "README.md", *(f"{directory}/Cargo.toml" for directory in CRATES.values()),
    "crates/dialects/llvm-version", "pyproject.toml", "python/Cargo.toml", "python/backend.py",
}  # fmt: skip
IN_WHEEL = {"bcast_lower/__init__.py", "bcast_lower/__init__.pyi", "bcast_lower/py.typed"}
# What no archive has.
NOT_PUBLISHED = {"target", "__pycache__", "tests", "scripts", ".git", ".github"}


def make_crates(release):
    """Packages the crates from a copy of the repository, and builds them from their packages.

    In the copy, all are members of one workspace: so cargo takes what they use of each other from the
    packages that it has just made, as from the registry, and writes lock files that are right there.
    """
    copy = release.directory.with_name(release.directory.name + ".source")
    shutil.rmtree(copy, ignore_errors=True)
    sources = output("git", "ls-files", "--cached", "--others", "--exclude-standard")
    for name in sources.splitlines():
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    manifest = copy / "Cargo.toml"
    text = manifest.read_text().replace('\nexclude = ["crates/dialects"]\n', "\n")
    manifest.write_text(text.replace("members = [", 'members = ["crates/dialects", ', 1))
    target = release.target() / "release-crates"
    command = ["cargo", "package", "--quiet", "--target-dir", target, "--allow-dirty"]
    command += [it for name in CRATES for it in ("--package", name)]
    run(*command, *([] if release.verifies_crates else ["--no-verify"]), cwd=copy)
    tested = locked((ROOT / "Cargo.lock").read_text())
    for name in CRATES:
        stem = f"{name}-{release.version}"
        archive = release.place(f"crates/{stem}.crate")
        shutil.copy2(target / f"package/{stem}.crate", archive)
        files = files_of(archive, stem)
        check_contents(archive, files, IN_CRATE)
        packaged = locked(files["Cargo.lock"]())
        if other := {it for it in packaged - tested if it[0] not in CRATES}:
            raise ReleaseError(f"{archive} locks other versions than Cargo.lock: {sorted(other)}")
        print(f"{archive.name}: {len(files)} files")


def locked(text):
    """Returns names and versions of a lock file."""
    return {(it["name"], it["version"]) for it in tomllib.loads(text)["package"]}


def make_sdist(release):
    """Makes the source distribution, from which `pip` builds a wheel."""
    archive = release.place(f"python/bcast_lower-{release.version}.tar.gz")
    command = ["python", "-m", "build", "--sdist", "--no-isolation", "--outdir", archive.parent]
    run(*command, stdout=subprocess.DEVNULL)
    files = files_of(archive, archive.name.removesuffix(".tar.gz"))
    check_contents(archive, files, IN_SDIST)
    if files["Cargo.lock"]() != (ROOT / "Cargo.lock").read_text():
        raise ReleaseError(f"{archive} has another Cargo.lock")
    run("twine", "check", "--strict", archive)
    check_sdist(archive)


def check_sdist(archive):
    """Checks that a build from the sdist finds LLVM, and the versions that Cargo.lock has."""
    with tempfile.TemporaryDirectory() as scratch:
        shutil.unpack_archive(archive, scratch)
        directory = pathlib.Path(scratch, archive.name.removesuffix(".tar.gz"))
        metadata = ["cargo", "metadata", "--locked", "--format-version=1"]
        run(*metadata, cwd=directory, stdout=subprocess.DEVNULL)
        prepare = "import backend; backend.prepare_metadata_for_build_wheel('.')"
        options = {"cwd": directory, "stdout": subprocess.DEVNULL}
        run("python", "-c", prepare, env=os.environ | {"PYTHONPATH": "python"}, **options)


def make_wheel(release):
    """Builds the wheel, as `pip` does from a checkout, linked for the older glibc."""
    directory = release.place("python/wheel").parent
    for old in directory.glob(f"*_{release.machine()}.whl"):
        old.unlink()
    command = ["python", "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    command += ["--no-build-isolation", "--no-deps", "--wheel-dir", directory, ROOT]
    environment = building.environment(release) | {"BCAST_LOWER_PROFILE": release.profile}
    run(*command, env=environment)
    (wheel,) = directory.glob(f"*_{release.machine()}.whl")
    scratch = release.target() / "release-wheel"
    shutil.rmtree(scratch, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(scratch)
    check_contents(wheel, {it: None for it in archive.namelist()}, IN_WHEEL)
    binaries = [*scratch.rglob("*.so"), *scratch.glob("*.data/scripts/*")]
    if len(binaries) != 3:
        raise ReleaseError(f"{wheel} has {len(binaries)} programs and modules, not 3")
    for file in binaries:
        check_glibc(file)
    tag = f"manylinux_{version(GLIBC).replace('.', '_')}_"
    if tag not in wheel.name:
        raise ReleaseError(f"{wheel.name} is not for {tag}*, where all of it can run")
    run("twine", "check", "--strict", wheel)


def files_of(archive, directory):
    """Returns the files of an archive without its directory, each with a function that reads it."""
    with tarfile.open(archive) as opened:
        members = [it for it in opened.getmembers() if it.isfile()]
        outside = [it.name for it in members if not it.name.startswith(f"{directory}/")]
        if outside:
            raise ReleaseError(f"{archive} has files outside of {directory}: {', '.join(outside)}")

    def reader(member):
        def read():
            with tarfile.open(archive) as opened:
                return opened.extractfile(member).read().decode()

        return read

    return {it.name.removeprefix(f"{directory}/"): reader(it) for it in members}


def check_contents(archive, files, needed):
    if missing := needed - set(files):
        raise ReleaseError(f"{archive} lacks {', '.join(sorted(missing))}")
    if more := [it for it in files if it.split("/")[0] in NOT_PUBLISHED or "__pycache__" in it]:
        raise ReleaseError(f"{archive} has files that are only for development: {', '.join(more)}")
