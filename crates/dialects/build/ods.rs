//! C++ that mlir-tblgen generates from the ODS definitions.

use super::llvm::Llvm;
use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command},
};

/// The dialects that are defined in ODS, each in the file `ops.td` of its directory, with the number
/// of files into which the code of their ops is divided. Each file is compiled separately, so more
/// files use more cores, but each one includes the same headers.
const DIALECTS: &[(&str, usize)] = &[("stablehlo", 6), ("chlo", 2), ("sdy", 2)];

/// The directory of definitions that the dialects share.
const COMMON: &str = "common";

/// The definition of the encoding of a dialect's attributes, if it has one.
const BYTECODE: &str = "bytecode.td";

/// Generates the C++ of the dialects into the output directory. Returns the files to compile, with
/// their dialects.
pub fn generate(llvm: &Llvm) -> Result<Vec<(&'static str, PathBuf)>, Box<dyn Error>> {
    let output = PathBuf::from(env::var("OUT_DIR")?);
    let directories = DIALECTS.iter().map(|&(dialect, _)| dialect);
    for directory in directories.chain([COMMON]) {
        println!("cargo:rerun-if-changed={directory}");
    }
    let mut children = vec![];
    for (kind, part) in parts("attr-interface") {
        let name = format!("hlo_interfaces.{kind}.inc");
        children.push(start(llvm, &[&part], "common/interfaces.td", &name)?);
    }
    let mut shards = vec![];
    for &(dialect, shard_count) in DIALECTS {
        let source = format!("{dialect}/ops.td");
        for (entity, generator) in [
            ("dialect", "dialect"),
            ("enums", "enum"),
            ("attributes", "attrdef"),
            ("types", "typedef"),
            ("ops", "op"),
        ] {
            for (kind, part) in parts(generator) {
                let count = format!("-op-shard-count={shard_count}");
                let flags = match entity {
                    "ops" => vec![&*part, &count],
                    _ => vec![&*part],
                };
                let name = format!("{dialect}_{entity}.{kind}.inc");
                children.push(start(llvm, &flags, &source, &name)?);
            }
        }
        for index in 0..shard_count {
            let shard = output.join(format!("{dialect}_shard_{index}.cpp"));
            write_if_changed(
                &shard,
                &format!(
                    "#include \"{dialect}/dialect.h\"\n\
                     #define GET_OP_DEFS_{index}\n\
                     #include \"{dialect}_ops.cpp.inc\"\n"
                ),
            )?;
            shards.push((dialect, shard));
        }
        let bytecode = Path::new(dialect).join(BYTECODE);
        if bytecode.exists() {
            let flags = ["-gen-bytecode", &format!("-bytecode-dialect={dialect}")];
            let name = format!("{dialect}_bytecode.cpp.inc");
            children.push(start(llvm, &flags, &bytecode.to_string_lossy(), &name)?);
        }
    }
    for (name, mut child) in children {
        if !child.wait()?.success() {
            return Err(format!("{name} failed").into());
        }
    }
    Ok(shards)
}

/// Returns the generators of declarations and definitions, with the extensions of their files.
fn parts(generator: &str) -> [(&'static str, String); 2] {
    [("h", "decls"), ("cpp", "defs")].map(|(kind, part)| (kind, format!("-gen-{generator}-{part}")))
}

/// Starts mlir-tblgen. A file that would not change is not written, so that what includes it is not
/// compiled again.
fn start(
    llvm: &Llvm,
    flags: &[&str],
    source: &str,
    name: &str,
) -> Result<(String, Child), Box<dyn Error>> {
    let program = llvm.binary_directory.join("mlir-tblgen");
    let child = Command::new(&program)
        .args(flags)
        .args(["-write-if-changed", "-I", ".", "-I"])
        .arg(&llvm.include_directory)
        .arg(source)
        .arg("-o")
        .arg(PathBuf::from(env::var("OUT_DIR")?).join(name))
        .spawn()
        .map_err(|error| format!("cannot run `{}`: {error}", program.display()))?;
    Ok((
        format!("mlir-tblgen {} of {source}", flags.join(" ")),
        child,
    ))
}

/// Writes a file unless it has this text, so that its time does not change.
pub fn write_if_changed(path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    Ok(fs::write(path, text)?)
}
