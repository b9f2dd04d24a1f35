"""Generates passes, and compiles each as a plugin of `mlir-opt`."""

import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Debian's directories of LLVM, by version.
LLVM = "/usr/lib/llvm-{version}"
_COMPILE = ["-std=c++17", "-fPIC", "-fno-rtti", "-O0", "-Wall", "-Wextra", "-Werror"]
_PLUGIN = """\
#include "{name}.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {{
  return {{MLIR_PLUGIN_API_VERSION, "{name}", "1", mlir::register{name}Pass}};
}}
"""


@dataclasses.dataclass(frozen=True)
class Tables:
    """Rule tables, as `--rules` names them."""

    names: tuple[str, ...]

    @property
    def title(self):
        return "+".join(pathlib.Path(name).stem for name in self.names)

    @property
    def class_name(self):
        words = re.findall("[A-Za-z0-9]+", self.title)
        return "Lower" + "".join(word.capitalize() for word in words)[:30]


@dataclasses.dataclass
class Plugin:
    """A compiled pass."""

    path: pathlib.Path
    argument: str
    lines: int
    seconds: float


def tool():
    """Returns the path of the tool."""
    return os.environ.get("BCAST_LOWER_BIN") or str(ROOT / "target/debug/bcast-lower")


def generate(tables, directory):
    """Generates a pass in a directory; returns the path of its source."""
    rules = [f"--rules={name}" for name in tables.names]
    command = [tool(), "--generate=pass", *rules, f"--name={tables.class_name}", "-o", directory]
    subprocess.run(command, cwd=ROOT, check=True)
    return directory / f"{tables.class_name}.cpp"


def precompile(source, directory, options):
    """Compiles the headers of MLIR that passes include, once for all of them; returns options that use them."""
    includes = re.findall(r'^#include (?:"(?:mlir|llvm)|<).*$', source.read_text(), re.MULTILINE)
    header = directory / "headers.h"
    header.write_text("\n".join([*includes, '#include "mlir/Tools/Plugins/PassPlugin.h"\n']))
    subprocess.run(["c++", *options, "-x", "c++-header", header, "-o", f"{header}.gch"], check=True)
    return [*options, "-include", header]


def compile_plugin(source, options):
    """Compiles a source as a plugin."""
    name = source.stem
    shim = source.with_name("Plugin.cpp")
    shim.write_text(_PLUGIN.format(name=name))
    library = source.with_suffix(".so")
    start = time.monotonic()
    command = ["c++", *options, f"-I{source.parent}", source, shim, "-shared", "-o", library]
    subprocess.run(command, check=True)
    seconds = time.monotonic() - start
    text = source.read_text()
    argument = re.search(r'passArgument = "(.*)"', text)[1]
    return Plugin(library, argument, text.count("\n"), seconds)


def build(all_tables, directory, llvm, change=None):
    """Builds the pass of each set of tables; returns them by the sets. `change` changes their sources."""

    def write(tables):
        own = directory / tables.class_name
        own.mkdir(parents=True, exist_ok=True)
        source = generate(tables, own)
        if change:
            source.write_text(change(source.read_text()))
        return source

    sources = [write(tables) for tables in all_tables]
    options = [*_COMPILE, "-isystem", f"{llvm}/include"]
    if len(sources) > 2:
        options = precompile(sources[0], directory, options)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        plugins = pool.map(lambda source: compile_plugin(source, options), sources)
        return dict(zip(all_tables, plugins))


def run_own_test(plugin, llvm):
    """Runs the test that comes with a pass; returns what is wrong."""
    test = plugin.path.parent / "test/lower.mlir"
    options = ["--allow-unregistered-dialect", f"--load-pass-plugin={plugin.path}"]
    pipeline = f"--pass-pipeline=builtin.module({plugin.argument})"
    lowered = subprocess.run([f"{llvm}/bin/mlir-opt", *options, pipeline, test], capture_output=True, text=True)
    if lowered.returncode:
        return lowered.stderr
    check = subprocess.run([f"{llvm}/bin/FileCheck", test], input=lowered.stdout, capture_output=True, text=True)
    return check.stderr
