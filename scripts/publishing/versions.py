"""The version: the same in all manifests, in the lock file, the changelog and the pages."""

import json
import re
import subprocess
import tomllib

from publishing.release import GLIBC, ROOT, ReleaseError, output, version

# The packages in the order in which they are published: each uses only those before it.
CRATES = {
    "bcast-lower-broadcast": "crates/broadcast",
    "bcast-lower-dialects": "crates/dialects",
    "bcast-lower-explain": "crates/explain",
    "bcast-lower-generate": "crates/generate",
    "bcast-lower-core": "crates/core",
    "bcast-lower-legalize": "crates/legalize",
    "bcast-lower-specialize": "crates/specialize",
    "bcast-lower-bounds": "crates/bounds",
    "bcast-lower-iree": "crates/iree",
    "bcast-lower-driver": "crates/driver",
    "bcast-lower-language-server": "crates/language-server",
    "bcast-lower": ".",
}
SECTION = re.compile(r"^## \[(?P<version>[^]]+)\](?: - (?P<date>.*))?$", re.MULTILINE)


def find():
    """Returns the version of the workspace."""
    return tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]


def check(release):
    """Checks the version everywhere; raises an error with all that is wrong."""
    wrong = [*manifests(release), *changelog(release), *pages()]
    if release.is_final:
        wrong += checkout(release)
    if wrong:
        raise ReleaseError("\n".join(wrong))
    print(f"{release.version} is the version of all packages, and of the changelog's first section")


def manifests(release):
    metadata = ["cargo", "metadata", "--locked", "--format-version=1"]
    result = subprocess.run(metadata, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if result.returncode:
        return ["Cargo.lock is not up to date; `cargo check --no-default-features` writes it"]
    own = [it for it in json.loads(result.stdout)["packages"] if it["source"] is None]
    for package in own:
        if package["version"] != release.version:
            yield f"{package['name']} has version {package['version']}, not {release.version}"
        for dependency in package["dependencies"]:
            # The Python module is not published, so it names a directory alone.
            if dependency["name"] in CRATES and package["name"] in CRATES:
                expected = f"^{release.version}"
                if dependency["req"] != expected:
                    name, found = dependency["name"], dependency["req"]
                    yield f"{package['name']} depends on {name} {found}, not {expected}"
    known = {it["name"] for it in own if it["publish"] is None}
    if known != set(CRATES):
        yield f"packages to publish: {', '.join(sorted(known))}; known here: {', '.join(CRATES)}"


def changelog(release):
    """Checks that the newest section is the version's; another may come first between releases."""
    sections = list(SECTION.finditer((ROOT / "CHANGELOG.md").read_text()))
    if not release.is_final and sections and sections[0]["version"] == "Unreleased":
        sections.pop(0)
    section = sections[0] if sections else None
    if section is None or section["version"] != release.version:
        found = section and section["version"]
        yield f"the first section of CHANGELOG.md is {found}, not {release.version}"
    elif release.is_final and not re.fullmatch(r"\d{4}-\d\d-\d\d", section["date"] or ""):
        yield f"CHANGELOG.md: {release.version} has no date, but {section['date']}"


def pages():
    """Checks what the pages say of the systems that a release runs on."""
    for page in ["README.md", "docs/python.md"]:
        if f"glibc {version(GLIBC)}" not in (ROOT / page).read_text():
            yield f"{page} does not say that glibc {version(GLIBC)} is needed"


def checkout(release):
    """Checks that a release is made of what is committed and tagged."""
    if output("git", "status", "--porcelain"):
        yield "there are changes that are not committed"
    if f"v{release.version}" not in output("git", "tag", "--points-at", "HEAD").split():
        yield f"the commit has no tag v{release.version}"
