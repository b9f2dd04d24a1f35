//! Generates C++ from the ODS definitions with mlir-tblgen, compiles it together with the dialects and
//! the C APIs, and generates Rust from the definitions and from the headers of the C APIs.
//!
//! Each C++ file is an object of its own, which is compiled only if the file, a header that it
//! includes, or the command has changed.

#[path = "build/llvm.rs"]
mod llvm;
#[path = "build/objects.rs"]
mod objects;
#[path = "build/ods.rs"]
mod ods;
#[path = "build/records.rs"]
mod records;
#[path = "build/types.rs"]
mod types;

use bindgen::{
    RustEdition,
    callbacks::{ItemInfo, ParseCallbacks},
};
use llvm::Llvm;
use objects::Group;
use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::exit,
};

/// The headers in `capi`, without extension: one per module of Rust.
const C_APIS: &[&str] = &[
    "artifact",
    "diagnostic",
    "dialect",
    "ir",
    "iree",
    "language_server",
    "pipeline",
    "text",
];

/// The directories of C++ files, with the headers that are precompiled for them.
const GROUPS: &[Group] = &[
    Group {
        name: "hlo",
        directories: &["common", "stablehlo", "chlo", "vhlo"],
        headers: &["stablehlo/dialect.h", "chlo/dialect.h"],
    },
    Group {
        name: "sdy",
        directories: &["sdy"],
        headers: &["sdy/dialect.h"],
    },
    Group {
        name: "capi",
        directories: &["capi"],
        headers: &[
            "mlir/CAPI/IR.h",
            "mlir/CAPI/Support.h",
            "mlir/Pass/PassManager.h",
        ],
    },
];

fn main() {
    if let Err(error) = build() {
        eprintln!("error: {error}");
        exit(1);
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    for input in ["build.rs", "build", "llvm-version"] {
        println!("cargo:rerun-if-changed={input}");
    }
    let llvm = Llvm::find()?;
    // The build of `bcast-lower` reads them.
    println!("cargo::metadata=llvm_major_version={}", llvm.major_version);
    println!(
        "cargo::metadata=llvm_binaries={}",
        llvm.binary_directory.display()
    );
    records::generate(&llvm)?;
    for name in C_APIS {
        bind(&llvm, name)?;
    }
    let generated = ods::generate(&llvm)?;
    let compiler = llvm.compiler()?;
    let archive = static_cxx_library(&compiler)?.unwrap_or_default();
    println!("cargo::metadata=static_cxx_library={}", archive.display());
    let objects = objects::compile(&compiler, &llvm, GROUPS, &generated)?;
    llvm.builder()
        .objects(objects)
        .try_compile("bcast_lower_dialects")?;
    Ok(())
}

/// Returns the static archive of C++'s library, if there is one.
///
/// The programs of `bcast-lower` link it: finding the symbols of the shared one takes a fifth of the
/// instructions of a run on a small file.
fn static_cxx_library(compiler: &cc::Tool) -> Result<Option<PathBuf>, Box<dyn Error>> {
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}"));
    if target("OS")? != "linux" || target("ENV")? != "gnu" {
        return Ok(None);
    }
    let mut find = compiler.to_command();
    let found = find.arg("-print-file-name=libstdc++.a").output()?.stdout;
    // The compiler answers with the name alone if there is no such file.
    let archive = PathBuf::from(String::from_utf8(found)?.trim_end());
    Ok(archive.is_absolute().then_some(archive))
}

/// Generates Rust's declarations of a C API.
///
/// MLIR's own types are those of `mlir-sys`; the prefix of ours is removed.
fn bind(llvm: &Llvm, name: &str) -> Result<(), Box<dyn Error>> {
    #[derive(Debug)]
    struct WithoutPrefix;

    impl ParseCallbacks for WithoutPrefix {
        fn item_name(&self, item: ItemInfo<'_>) -> Option<String> {
            Some(item.name.strip_prefix("Bcast")?.into())
        }
    }

    let header = format!("capi/{name}.h");
    let output = env::var("OUT_DIR")?;
    let bindings = bindgen::builder()
        .header(&header)
        .clang_args(["-I.", &format!("-I{output}")])
        .clang_arg(format!("-I{}", llvm.include_directory.display()))
        // Included headers belong to another module, or to MLIR.
        .allowlist_recursively(false)
        .allowlist_file(format!(".*{header}"))
        .allowlist_file(format!("{output}/.*"))
        .rust_edition(RustEdition::Edition2024)
        .derive_copy(false)
        .derive_debug(false)
        .parse_callbacks(Box::new(WithoutPrefix))
        .generate()?
        .to_string();
    fs::write(Path::new(&output).join(format!("{name}.rs")), bindings)?;
    Ok(())
}
