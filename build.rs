//! Compiles the C++ side: the dialects' ODS definitions and the thin C APIs.
//!Without the feature `mlir` it does nothing, so the pure modules build on a machine without
//!LLVM.

#[cfg(feature = "mlir")]
use bindgen::{
    RustEdition,
    callbacks::{ItemInfo, ParseCallbacks},
};
use std::{
    env,
    error::Error,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, exit},
    time::SystemTime,
};

/// The C++ sources of the C APIs, one per Rust module that needs one.
const SOURCES: &[&str] = &[
    "src/artifact/capi.cpp",
    "src/artifact/codes.cpp",
    "src/artifact/dialect.cpp",
    "src/artifact/mesh.cpp",
    "src/artifact/reading.cpp",
    "src/artifact/writing.cpp",
    "src/diagnostic/capi.cpp",
    "src/ir/capi.cpp",
    "src/ir/parts.cpp",
    "src/pipeline/capi.cpp",
    "src/pipeline/manager.cpp",
    "src/pipeline/upstream.cpp",
    "src/text/newer_types.cpp",
    "src/text/source.cpp",
];

/// The headers of these sources, other than those of the C APIs.
const HEADERS: &[&str] = &[
    "src/artifact/dialect.h",
    "src/artifact/encoding.h",
    "src/diagnostic/stream.h",
    "src/ir/parts.h",
    "src/text/newer_types.h",
];

/// The modules that have a C API. C++ includes its header, `capi.h`, and Rust's declarations
/// are generated from it.
#[cfg(feature = "mlir")]
const C_APIS: &[&str] = &[
    "artifact",
    "diagnostic",
    "dialect",
    "ir",
    "language_server",
    "pipeline",
    "text",
];

/// The C API that the feature `lsp` needs.
const LANGUAGE_SERVER: &str = "src/language_server/capi.cpp";

/// The directory of the dialects' ODS definitions and C++ sources.
const DIALECTS: &str = "src/dialect";

/// Dialects that are compiled together.
struct DialectLibrary {
    name: &'static str,
    /// The directories of the sources, in that of all dialects. Files in it, and those in
    /// `common`, belong to the first library.
    directories: &'static [&'static str],
    /// The dialects, with the number of files into which the code of their ops is divided. Each
    /// file is compiled separately, so more files use more cores, but each one includes the
    /// same headers.
    shards: &'static [(&'static str, usize)],
}

/// The definition of the encoding of a dialect's attributes, if it has one.
const BYTECODE: &str = "bytecode.td";

/// A change in one library compiles only that one.
const DIALECT_LIBRARIES: &[DialectLibrary] = &[
    DialectLibrary {
        name: "bcast_lower_dialects",
        directories: &["", "common", "chlo", "stablehlo"],
        shards: &[("stablehlo", 6), ("chlo", 2)],
    },
    DialectLibrary {
        name: "bcast_lower_sdy",
        directories: &["sdy"],
        shards: &[("sdy", 2)],
    },
];

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
    let major_version = llvm_major_version()?;
    println!("cargo:rustc-env=BCAST_LOWER_LLVM_MAJOR_VERSION={major_version}");
    let llvm = Llvm::find(&major_version)?;
    // Tests run the tools of the LLVM that the crate is built against.
    println!(
        "cargo:rustc-env=BCAST_LOWER_LLVM_BINARIES={}",
        llvm.binary_directory.display()
    );
    for source in SOURCES.iter().chain(HEADERS) {
        println!("cargo:rerun-if-changed={source}");
    }

    #[cfg(feature = "mlir")]
    for room in C_APIS {
        bind(&llvm, room)?;
    }
    for library in DIALECT_LIBRARIES {
        build_dialects(&llvm, library)?;
    }
    llvm.compiler()
        // What the dialects' headers include is generated there.
        .include(env::var("OUT_DIR")?)
        .files(SOURCES)
        .try_compile("bcast_lower_capi")?;
    link_cxx_into_programs(&llvm)?;
    println!("cargo:rerun-if-changed={LANGUAGE_SERVER}");
    if env::var_os("CARGO_FEATURE_LSP").is_some() {
        llvm.compiler()
            .file(LANGUAGE_SERVER)
            .try_compile("bcast_lower_lsp")?;
    }
    Ok(())
}

/// Links C++'s library into the programs, if there is a static one: finding the symbols of the
/// shared one takes a fifth of the instructions of a run on a small file. The plugin and the
/// Python module use that of the process that loads them.
fn link_cxx_into_programs(llvm: &Llvm) -> Result<(), Box<dyn Error>> {
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}"));
    if target("OS")? != "linux" || target("ENV")? != "gnu" {
        return Ok(());
    }
    let mut find = llvm.compiler().try_get_compiler()?.to_command();
    let found = find.arg("-print-file-name=libstdc++.a").output()?.stdout;
    // The compiler answers with the name alone if there is no such file.
    let archive = PathBuf::from(String::from_utf8(found)?.trim_end());
    if !archive.is_absolute() {
        return Ok(());
    }
    // A directory without the shared library, which the linker would prefer.
    let directory = PathBuf::from(env::var("OUT_DIR")?).join("static");
    fs::create_dir_all(&directory)?;
    fs::copy(&archive, directory.join("libstdc++.a"))?;
    println!("cargo:rustc-link-arg-bins=-L{}", directory.display());
    Ok(())
}

/// Generates Rust's declarations of a module's C API.
///
/// MLIR's own types are those of `mlir-sys`; the prefix of ours is removed.
#[cfg(feature = "mlir")]
fn bind(llvm: &Llvm, room: &str) -> Result<(), Box<dyn Error>> {
    #[derive(Debug)]
    struct WithoutPrefix;

    impl ParseCallbacks for WithoutPrefix {
        fn item_name(&self, item: ItemInfo<'_>) -> Option<String> {
            Some(item.name.strip_prefix("Bcast")?.into())
        }
    }

    let header = format!("src/{room}/capi.h");
    println!("cargo:rerun-if-changed={header}");
    let output = PathBuf::from(env::var("OUT_DIR")?).join(format!("{room}_capi.rs"));
    bindgen::builder()
        .header(&header)
        .clang_arg("-Isrc")
        .clang_arg(format!("-I{}", llvm.include_directory.display()))
        // Included headers belong to another module, or to MLIR.
        .allowlist_recursively(false)
        .allowlist_file(&header)
        .rust_edition(RustEdition::Edition2024)
        .derive_copy(false)
        .derive_debug(false)
        .parse_callbacks(Box::new(WithoutPrefix))
        .generate()?
        .write_to_file(output)?;
    Ok(())
}

/// Generates a library's C++ from the dialects' ODS definitions and compiles it.
fn build_dialects(llvm: &Llvm, library: &DialectLibrary) -> Result<(), Box<dyn Error>> {
    let sources = dialect_inputs(library.directories)?;
    let inputs = [dialect_inputs(&["common"])?, sources.clone()].concat();
    for input in &inputs {
        println!("cargo:rerun-if-changed={}", input.display());
    }
    // The dialects do not depend on the other modules' C++, and compiling them takes long:
    // reuse the library if the script runs because of another change.
    let output = PathBuf::from(env::var("OUT_DIR")?);
    let archive = output.join(format!("lib{}.a", library.name));
    let stamp = output.join(format!("{}.stamp", library.name));
    let configuration = format!(
        "{:?} {} {:?}",
        llvm.compiler().try_get_compiler()?.to_command(),
        llvm.version,
        library.shards,
    );
    let is_configured = fs::read_to_string(&stamp).is_ok_and(|old| old == configuration);
    if is_configured && archive.exists() && is_newer(&stamp, &inputs)? {
        println!("cargo:rustc-link-search=native={}", output.display());
        println!("cargo:rustc-link-lib=static={}", library.name);
        return Ok(());
    }

    let started = SystemTime::now();
    let shards = generate(llvm, library)?;
    let mut compiler = llvm.compiler();
    compiler.include(&output);
    if compiler.try_get_compiler()?.is_like_clang() {
        let header = precompile(&compiler, &output, library)?;
        compiler.flag("-include-pch").flag(header);
    }
    compiler
        .files(shards)
        .files(
            sources
                .iter()
                .filter(|path| path.extension().is_some_and(|name| name == "cpp")),
        )
        .try_compile(library.name)?;
    fs::write(&stamp, configuration)?;
    // An input that is changed meanwhile must be newer than the stamp.
    File::options()
        .write(true)
        .open(stamp)?
        .set_modified(started)?;
    Ok(())
}

/// Generates the C++ of a library's dialects. Returns the files to compile.
fn generate(llvm: &Llvm, library: &DialectLibrary) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let output = PathBuf::from(env::var("OUT_DIR")?);
    let mut generators = vec![llvm.generate(
        "common/interfaces.td",
        "hlo_interfaces",
        "attr-interface",
        None,
    )?];
    let mut shards = vec![];
    for &(dialect, shard_count) in library.shards {
        for (kind, generator, shards) in [
            ("dialect", "dialect", None),
            ("enums", "enum", None),
            ("attributes", "attrdef", None),
            ("types", "typedef", None),
            ("ops", "op", Some(shard_count)),
        ] {
            generators.push(llvm.generate(
                &format!("{dialect}/ops.td"),
                &format!("{dialect}_{kind}"),
                generator,
                shards,
            )?);
        }
        for index in 0..shard_count {
            let shard = output.join(format!("{dialect}_shard_{index}.cpp"));
            fs::write(
                &shard,
                format!(
                    "#include \"dialect/{dialect}/dialect.h\"\n\
                     #define GET_OP_DEFS_{index}\n\
                     #include \"{dialect}_ops.cpp.inc\"\n"
                ),
            )?;
            shards.push(shard);
        }
        if Path::new(DIALECTS).join(dialect).join(BYTECODE).exists() {
            wait(llvm.generate_bytecode(dialect)?)?;
        }
    }
    for child in generators.into_iter().flatten() {
        wait(child)?;
    }
    Ok(shards)
}

/// Precompiles the headers that every file of a library includes; otherwise parsing them takes
/// nearly half of the time.
fn precompile(
    compiler: &cc::Build,
    output: &Path,
    library: &DialectLibrary,
) -> Result<PathBuf, Box<dyn Error>> {
    let header = output.join(format!("{}.h", library.name));
    let includes = library
        .shards
        .iter()
        .map(|(dialect, _)| format!("#include \"dialect/{dialect}/dialect.h\"\n"))
        .collect::<String>();
    fs::write(&header, includes)?;
    let precompiled = output.join(format!("{}.pch", library.name));
    let status = compiler
        .try_get_compiler()?
        .to_command()
        .args(["-x", "c++-header"])
        .arg(&header)
        .arg("-o")
        .arg(&precompiled)
        .status()?;
    if !status.success() {
        return Err("the dialects' headers do not compile".into());
    }
    Ok(precompiled)
}

/// Lists the sources in directories of dialects, without Rust files.
fn dialect_inputs(directories: &[&str]) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut inputs = vec![];
    for directory in directories {
        for entry in fs::read_dir(Path::new(DIALECTS).join(directory))? {
            let path = entry?.path();
            let extension = path.extension().and_then(|name| name.to_str());
            if matches!(extension, Some("td" | "cpp" | "h")) {
                inputs.push(path);
            }
        }
    }
    inputs.sort();
    Ok(inputs)
}

/// Returns whether a file exists and no input was changed after it.
fn is_newer(file: &Path, inputs: &[PathBuf]) -> Result<bool, Box<dyn Error>> {
    let modified =
        |path: &Path| -> Result<SystemTime, std::io::Error> { fs::metadata(path)?.modified() };
    let Ok(time) = modified(file) else {
        return Ok(false);
    };
    for input in inputs {
        if modified(input)? >= time {
            return Ok(false);
        }
    }
    Ok(true)
}

fn wait((name, mut child): (String, Child)) -> Result<(), Box<dyn Error>> {
    if child.wait()?.success() {
        Ok(())
    } else {
        Err(format!("{name} failed").into())
    }
}

/// Returns the required major version of LLVM.
///
/// The scripts and the tests read it from the same file; the names of variables in
/// `.cargo/config.toml` also contain it.
fn llvm_major_version() -> Result<String, Box<dyn Error>> {
    const FILE: &str = ".cargo/llvm/version";
    println!("cargo:rerun-if-changed={FILE}");
    let version = fs::read_to_string(FILE).map_err(|error| format!("{FILE}: {error}"))?;
    Ok(version.trim().into())
}

/// The LLVM installation that the crate is built against.
struct Llvm {
    version: String,
    binary_directory: PathBuf,
    include_directory: PathBuf,
}

impl Llvm {
    fn find(major_version: &str) -> Result<Self, Box<dyn Error>> {
        // Shared with `mlir-sys`.
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
        if version.split('.').next() != Some(major_version) {
            return Err(format!(
                "found LLVM {version}, but LLVM {major_version} is needed; set \
                 {prefix_variable} to the prefix of an LLVM {major_version} installation"
            )
            .into());
        }
        Ok(Self {
            binary_directory: llvm_config("--bindir")?.into(),
            include_directory: llvm_config("--includedir")?.into(),
            version,
        })
    }

    /// Returns a C++ compiler with the flags that MLIR's headers need.
    fn compiler(&self) -> cc::Build {
        let mut compiler = cc::Build::new();
        // LLVM's own compiler takes about 60 % of g++'s time for this code.
        let clang = self.binary_directory.join("clang++");
        if env::var_os("CXX").is_none() && clang.exists() {
            compiler.compiler(clang);
        }
        compiler
            .cpp(true)
            .std("c++17")
            .flag("-fno-rtti")
            .flag("-fno-exceptions")
            .flag_if_supported("-Wno-unused-parameter")
            .include(&self.include_directory)
            .include("src")
            .debug(false)
            // Optimised in dev builds too: this code is not debugged, and parsing and printing
            // dominate the tests' time.
            .opt_level(2);
        compiler
    }

    /// Starts mlir-tblgen for the declarations and the definitions of one kind of entity:
    /// `<name>.h.inc` and `<name>.cpp.inc` in the output directory.
    fn generate(
        &self,
        source: &str,
        name: &str,
        generator: &str,
        shard_count: Option<usize>,
    ) -> Result<[(String, Child); 2], Box<dyn Error>> {
        let start = |part: &str, extension: &str| {
            let mut flags = vec![format!("-gen-{generator}-{part}")];
            flags.extend(shard_count.map(|count| format!("-op-shard-count={count}")));
            let flags = flags.iter().map(String::as_str).collect::<Vec<_>>();
            self.start(&flags, source, &format!("{name}.{extension}.inc"))
        };
        Ok([start("decls", "h")?, start("defs", "cpp")?])
    }
    /// Starts mlir-tblgen for the encoding of a dialect's attributes.
    fn generate_bytecode(&self, dialect: &str) -> Result<(String, Child), Box<dyn Error>> {
        let flag = format!("-bytecode-dialect={dialect}");
        self.start(
            &["-gen-bytecode", &flag],
            &format!("{dialect}/{BYTECODE}"),
            &format!("{dialect}_bytecode.cpp.inc"),
        )
    }

    /// Starts mlir-tblgen with a file of the dialects' directory.
    fn start(
        &self,
        flags: &[&str],
        source: &str,
        name: &str,
    ) -> Result<(String, Child), Box<dyn Error>> {
        let program = self.binary_directory.join("mlir-tblgen");
        let child = Command::new(&program)
            .args(flags)
            .args(["-I", ".", "-I"])
            .arg(&self.include_directory)
            .arg(Path::new(DIALECTS).join(source))
            .arg("-o")
            .arg(PathBuf::from(env::var("OUT_DIR")?).join(name))
            .spawn()
            .map_err(|error| format!("cannot run `{}`: {error}", program.display()))?;
        Ok((
            format!("mlir-tblgen {} of {source}", flags.join(" ")),
            child,
        ))
    }
}
