"""Lists the ops, attributes of ops, enumerants, types and versions that another StableHLO
has and this project lacks, and the other way round: a list to work through for the next
version.

Without a checkout, it is that of the installed jaxlib (`scripts/peers`), whose Python
bindings have the ops of StableHLO, CHLO and Shardy with their attributes. With a checkout
of OpenXLA's repository, it is that of its ODS files, and VHLO's ops and codes are compared, too.
"""

import argparse
import importlib
import json
import pathlib
import re
import subprocess
import sys

from numeric.command_line import exit_codes, make_parser

_EPILOG = exit_codes("nothing is missing here", "something is", nothing="compared")
_ROOT = pathlib.Path(__file__).resolve().parent.parent
_DIALECTS = _ROOT / "crates" / "dialects"
# Attributes of all ops with several groups of operands or results.
_SEGMENTS = ("operandSegmentSizes", "resultSegmentSizes")


def main() -> int:
    options = _options()
    found = dict(_our_ods())
    if options.checkout:
        wanted = dict(_ods(options.checkout, _CHECKOUT))
        found |= _our_vhlo()
        wanted |= _vhlo(options.checkout)
    else:
        wanted = _jaxlib(found)
    missing = 0
    for what, theirs in wanted.items():
        ours = found[what]
        for name in sorted(ours - theirs):
            print(f"{what}: only here: {name}")
        for name in sorted(theirs - ours):
            print(f"{what}: missing here: {name}")
        missing += len(theirs - ours)
    print(f"{sum(map(len, wanted.values()))} names compared, {missing} missing here")
    return 1 if missing else 0


def _options() -> argparse.Namespace:
    parser = make_parser("scripts/compare-stablehlo-version", __doc__, _EPILOG)
    parser.add_argument(
        "checkout", nargs="?", type=pathlib.Path, metavar="CHECKOUT", help="of OpenXLA's StableHLO [jaxlib's]"
    )
    options = parser.parse_args()
    if options.checkout and not (options.checkout / _CHECKOUT["stablehlo"]).is_file():
        parser.error(f"{options.checkout} is no checkout: it has no {_CHECKOUT['stablehlo']}")
    return options


# ODS files of each dialect.
_OURS = {name: f"{name}/ops.td" for name in ("stablehlo", "chlo", "sdy")}
_CHECKOUT = {"stablehlo": "stablehlo/dialect/StablehloOps.td", "chlo": "stablehlo/dialect/ChloOps.td"}


def _our_ods():
    return _ods(_DIALECTS, _OURS)


def _ods(directory, files):
    """Yields what is defined in ODS: names of lists, and their names."""
    binaries, includes = _llvm("--bindir"), _llvm("--includedir")
    for dialect, file in files.items():
        command = [f"{binaries}/llvm-tblgen", "--dump-json", "-I", includes, "-I", directory, directory / file]
        records = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)

        def of(kind, records=records):
            return [records[name] for name in records["!instanceof"].get(kind, [])]

        def is_own(record, key, records=records, dialect=dialect):
            return records[record[key]["def"]]["name"] == dialect

        ops = [op for op in of("Op") if is_own(op, "opDialect")]
        yield f"ops of {dialect}", {op["opName"] for op in ops}
        yield (
            f"attributes of {dialect}",
            {
                f"{op['opName']} {name}"
                for op in ops
                for value, name in op["arguments"]["args"]
                if records[value["def"]].get("constraint", value)["def"] in records["!instanceof"]["Attr"]
            },
        )
        yield f"types of {dialect}", {record["mnemonic"] for record in of("TypeDef") if is_own(record, "dialect")}
        enumerations = {}
        for attribute in of("EnumAttr"):
            enumeration = records[attribute["enum"]["def"]]
            cases = [records[case["def"]]["str"] for case in enumeration["enumerants"]]
            if is_own(attribute, "dialect"):
                enumerations[attribute["mnemonic"]] = cases
        yield (f"enumerants of {dialect}", {f"{name} {case}" for name in enumerations for case in enumerations[name]})


def _llvm(what):
    command = [_ROOT / ".cargo" / "llvm" / "bin" / "llvm-config", what]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def _jaxlib(ours):
    """Returns what jaxlib has, as `_ods` does."""
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    context = mlir.make_ir_context()
    lists = {}
    for dialect in _OURS:
        module = importlib.import_module(f"jaxlib.mlir.dialects._{dialect}_ops_gen")
        text = pathlib.Path(module.__file__).read_text()
        ops, attributes = set(), set()
        for part in text.split("OPERATION_NAME = ")[1:]:
            op = re.match(r'"\w+\.([\w-]+)"', part)[1]
            ops.add(op)
            # Those of the class, before the functions that follow it.
            body = part.partition("\n\n\n")[0]
            names = re.findall(r'self\.operation\.attributes\["(\w+)"\]', body)
            attributes |= {f"{op} {name}" for name in names if name not in _SEGMENTS}
        lists[f"ops of {dialect}"], lists[f"attributes of {dialect}"] = ops, attributes
    # The error for one that does not exist lists those that do.
    for dialect in ("stablehlo", "chlo"):
        enumerants = set()
        for mnemonic in {name.split()[0] for name in ours[f"enumerants of {dialect}"]}:
            for form in ("?", "<?>"):
                attribute = f"#{dialect}<{mnemonic} {form.replace('?', 'NONE_SUCH')}>"
                try:
                    ir.Attribute.parse(attribute, context)
                except ir.MLIRError as error:
                    known = re.search(r"to be one of: ([\w, ]+)", str(error))
                    enumerants |= {f"{mnemonic} {case}" for case in known[1].split(", ")} if known else set()
        lists[f"enumerants of {dialect}"] = enumerants
    print(f"jaxlib has StableHLO {stablehlo.get_current_version()}", file=sys.stderr)
    return lists


def _our_vhlo():
    """Returns the editions of VHLO's ops, and the codes of its types and attributes."""
    table = (_ROOT / "crates" / "driver" / "src" / "artifact" / "table.rs").read_text()
    ops = set()
    for kind, name, rest in re.findall(r'^    (op|function)\("([\w-]+)"\)(.*?)(?=^    \w+\("|\Z)', table, re.M | re.S):
        since = re.search(r"\.since\(&\[(.*?)\]\)", rest)
        since = since[1] if since else {"op": "9", "function": "9, v1(10)"}[kind]
        for edition, generation in enumerate(since.split(", "), 1):
            major = re.fullmatch(r"v1\((\d+)\)", generation)
            number = 20 + int(major[1]) if major else int(generation)
            version = f"1.{number - 20}.0" if number >= 20 else f"0.{number}.0"
            ops.add(f"{name}_v{edition} {version}")
    source = "".join((_DIALECTS / "vhlo" / name).read_text() for name in ("codes.cpp", "encoding.h"))
    plain = re.search(r"plainTypes\[\] = \{(.*?)\n\};", source, re.S)[1]
    enumerations = re.search(r"enumerations\[\] = \{(.*?)\n\};", source, re.S)[1]
    kinds = {kind: re.search(rf"enum {kind}Code.*?\{{(.*?)\}}", source, re.S)[1] for kind in ("Type", "Attribute")}
    types = re.findall(r"\{(\d+),", plain) + re.findall(r"= (\d+)", kinds["Type"])
    attributes = re.findall(r"BCAST_ENUMERATION\((\d+),", enumerations) + re.findall(r"= (\d+)", kinds["Attribute"])
    return {"ops of vhlo": ops, "codes of types of vhlo": set(types), "codes of attributes of vhlo": set(attributes)}


def _vhlo(checkout):
    directory = checkout / "stablehlo" / "dialect"
    definitions = (directory / "VhloOps.td").read_text()
    bytecode = re.sub(r"//.*", "", (directory / "VhloBytecode.cpp").read_text())
    ops = re.findall(r'VHLO_\w*Op<\s*"([\w-]+)",\s*"([\d.]+)"', definitions)
    # The same version.
    ops = [(name, {"0.20.0": "1.0.0"}.get(version, version)) for name, version in ops]
    codes = {
        kind: set(re.findall(r"= (\d+)", re.search(rf"enum {kind}Code.*?\{{(.*?)\n\}}", bytecode, re.S)[1]))
        for kind in ("Type", "Attribute")
    }
    return {
        "ops of vhlo": {f"{name} {version}" for name, version in ops},
        "codes of types of vhlo": codes["Type"],
        "codes of attributes of vhlo": codes["Attribute"],
    }
