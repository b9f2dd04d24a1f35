//! Compiles the C++ side: the dialects' ODS definitions and the thin C APIs.
//!
//! Nothing here runs without the feature `mlir`, so the pure modules build on a
//! machine without LLVM.

use std::{
    env,
    error::Error,
    path::{Path, PathBuf},
    process::{Command, exit},
};

/// The environment variable, shared with `mlir-sys`, that names LLVM's prefix.
const PREFIX_VARIABLE: &str = "MLIR_SYS_220_PREFIX";
const LLVM_MAJOR_VERSION: &str = "22";

/// C++ sources, one C API per Rust module that needs one.
const SOURCES: &[&str] = &["src/diagnostic/capi.cpp", "src/pipeline/capi.cpp"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed={PREFIX_VARIABLE}");
    if env::var_os("CARGO_FEATURE_MLIR").is_none() {
        return;
    }
    if let Err(error) = build() {
        eprintln!("error: {error}");
        exit(1);
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    let llvm = Llvm::find()?;
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
    }

    let mut compiler = cc::Build::new();
    compiler
        .cpp(true)
        .std("c++17")
        .flag("-fno-rtti")
        .flag("-fno-exceptions")
        .flag_if_supported("-Wno-unused-parameter")
        .include(&llvm.include_directory)
        .include("src")
        .files(SOURCES)
        // Optimised in dev builds too: nobody steps through this code, and
        // parsing and printing dominate the tests' time.
        .opt_level(2);
    compiler.try_compile("bcast_lower_capi")?;
    Ok(())
}

/// The LLVM installation that the crate is built against.
struct Llvm {
    include_directory: PathBuf,
}

impl Llvm {
    fn find() -> Result<Self, Box<dyn Error>> {
        let prefix = env::var_os(PREFIX_VARIABLE)
            .map(|prefix| Path::new(&prefix).join("bin"))
            .unwrap_or_default();
        let llvm_config = |argument: &str| -> Result<String, Box<dyn Error>> {
            let program = prefix.join("llvm-config");
            let output = Command::new(&program)
                .arg(argument)
                .output()
                .map_err(|error| {
                    format!(
                        "cannot run `{}`: {error}; install LLVM and MLIR {LLVM_MAJOR_VERSION} \
                         (`scripts/setup` does it on Debian) or set {PREFIX_VARIABLE}",
                        program.display()
                    )
                })?;
            Ok(String::from_utf8(output.stdout)?.trim().to_string())
        };
        let version = llvm_config("--version")?;
        if version.split('.').next() != Some(LLVM_MAJOR_VERSION) {
            return Err(format!(
                "found LLVM {version}, but LLVM {LLVM_MAJOR_VERSION} is needed; set \
                 {PREFIX_VARIABLE} to the prefix of an LLVM {LLVM_MAJOR_VERSION} installation"
            )
            .into());
        }
        Ok(Self {
            include_directory: llvm_config("--includedir")?.into(),
        })
    }
}
