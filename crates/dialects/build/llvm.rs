//! The LLVM installation that the crate is built against.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

pub struct Llvm {
    pub major_version: String,
    pub version: String,
    pub binary_directory: PathBuf,
    pub include_directory: PathBuf,
}

impl Llvm {
    /// Finds it in the directory in which `mlir-sys` finds it, or through `llvm-config` in `PATH`.
    pub fn find() -> Result<Self, Box<dyn Error>> {
        let major_version = major_version()?;
        let prefix_variable = format!("MLIR_SYS_{major_version}0_PREFIX");
        println!("cargo:rerun-if-env-changed={prefix_variable}");
        let prefix = env::var_os(&prefix_variable)
            .map(|prefix| Path::new(&prefix).join("bin"))
            .unwrap_or_default();
        let llvm_config = |argument: &str| -> Result<String, Box<dyn Error>> {
            let program = prefix.join("llvm-config");
            let output = Command::new(&program)
                .arg(argument)
                .output()
                .map_err(|error| {
                    format!(
                        "cannot run `{}`: {error}; install LLVM and MLIR {major_version} \
                         (`scripts/setup` does it on Debian) or set {prefix_variable}",
                        program.display()
                    )
                })?;
            Ok(String::from_utf8(output.stdout)?.trim().to_string())
        };
        let version = llvm_config("--version")?;
        if version.split('.').next() != Some(&*major_version) {
            return Err(format!(
                "found LLVM {version}, but LLVM {major_version} is needed; set \
                 {prefix_variable} to the prefix of an LLVM {major_version} installation"
            )
            .into());
        }
        Ok(Self {
            binary_directory: llvm_config("--bindir")?.into(),
            include_directory: llvm_config("--includedir")?.into(),
            major_version,
            version,
        })
    }

    /// Returns a builder with the flags that MLIR's headers need.
    pub fn builder(&self) -> cc::Build {
        let mut builder = cc::Build::new();
        // LLVM's own compiler takes about 60 % of g++'s time for this code.
        let clang = self.binary_directory.join("clang++");
        if env::var_os("CXX").is_none() && clang.exists() {
            builder.compiler(clang);
        }
        let is_unoptimized = env::var("OPT_LEVEL").is_ok_and(|level| level == "0");
        builder
            .cpp(true)
            .std("c++17")
            .flag("-fno-rtti")
            .flag("-fno-exceptions")
            .flag_if_supported("-Wno-unused-parameter")
            .include(&self.include_directory)
            .include(".")
            .debug(false)
            // Optimised in dev builds too: this code is not debugged, and parsing and printing
            // dominate the tests' time. The second level would take half as long again to compile.
            .opt_level(if is_unoptimized { 1 } else { 2 });
        builder
    }

    /// Returns the C++ compiler. What the dialects' headers include is generated in the output
    /// directory.
    pub fn compiler(&self) -> Result<cc::Tool, Box<dyn Error>> {
        let mut builder = self.builder();
        builder.include(env::var("OUT_DIR")?);
        Ok(builder.try_get_compiler()?)
    }
}

/// Returns the required major version of LLVM.
///
/// The scripts and the tests read it from the same file; the names of variables in
/// `.cargo/config.toml` also contain it.
fn major_version() -> Result<String, Box<dyn Error>> {
    const FILE: &str = "llvm-version";
    let version = fs::read_to_string(FILE).map_err(|error| format!("{FILE}: {error}"))?;
    Ok(version.trim().into())
}
