//! Passes on what the build of `bcast-lower-dialects` has found.
//! Without the feature `mlir` it does nothing, so the pure modules build on a machine without LLVM.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::exit,
};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_MLIR").is_none() {
        return;
    }
    if let Err(error) = build() {
        eprintln!("error: {error}");
        exit(1);
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    let found = |name: &str| env::var(format!("DEP_BCAST_LOWER_DIALECTS_{name}"));
    let version = found("LLVM_MAJOR_VERSION")?;
    println!("cargo:rustc-env=BCAST_LOWER_LLVM_MAJOR_VERSION={version}");
    // Tests run the tools of the LLVM that the crate is built against.
    let binaries = found("LLVM_BINARIES")?;
    println!("cargo:rustc-env=BCAST_LOWER_LLVM_BINARIES={binaries}");
    link_cxx_into_programs(Path::new(&found("STATIC_CXX_LIBRARY")?))
}

/// Links C++'s static library into the programs. The plugin and the Python module use that of the
/// process that loads them.
fn link_cxx_into_programs(archive: &Path) -> Result<(), Box<dyn Error>> {
    if !archive.is_absolute() {
        return Ok(());
    }
    // A directory without the shared library, which the linker would prefer.
    let directory = PathBuf::from(env::var("OUT_DIR")?).join("static");
    fs::create_dir_all(&directory)?;
    fs::copy(archive, directory.join("libstdc++.a"))?;
    println!("cargo:rustc-link-arg-bins=-L{}", directory.display());
    Ok(())
}
