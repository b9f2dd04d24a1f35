"""How lit runs the tests in this directory.

`cargo test --test lit` runs them. To run them by hand, use `lit lit` with LLVM's `bin`
directory in PATH. Environment: BCAST_LOWER_BIN names the tool (default: the newest one
in `target`), LLVM_BINARIES the directory of LLVM's programs.
"""

import os

import lit.formats

config.name = "bcast-lower"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))

root = os.path.dirname(config.test_source_root)
config.test_exec_root = os.path.join(
    os.environ.get("CARGO_TARGET_DIR", os.path.join(root, "target")), "lit"
)


def find_tool():
    """Returns the path of bcast-lower."""
    if "BCAST_LOWER_BIN" in os.environ:
        return os.environ["BCAST_LOWER_BIN"]
    target = os.path.dirname(config.test_exec_root)
    tools = [
        os.path.join(target, profile, "bcast-lower") for profile in ("release", "debug")
    ]
    tools = [tool for tool in tools if os.path.exists(tool)]
    if not tools:
        lit_config.fatal("cannot find bcast-lower in `target`; run `cargo build` first")
    return max(tools, key=os.path.getmtime)


def find_binaries():
    """Returns the directory of LLVM's programs."""
    with open(os.path.join(root, ".cargo/llvm/version"), encoding="utf-8") as file:
        version = file.read().strip()
    return os.environ.get("LLVM_BINARIES", f"/usr/lib/llvm-{version}/bin")


binaries = find_binaries()
config.environment["PATH"] = os.pathsep.join(
    [
        os.path.dirname(find_tool()),
        binaries,
        os.environ.get("PATH", ""),
    ]
)
# A variable that is not global (`[[$NAME:...]]`) ends with its function.
# lit passes on no other variables; a test of the tool itself may set some for it.
config.environment.update(
    {name: value for name, value in os.environ.items() if name.startswith("BCAST_LOWER_")}
)
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"
