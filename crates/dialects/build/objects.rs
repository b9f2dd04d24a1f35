//! Objects: each C++ file is compiled only if it has to be.

use super::{llvm::Llvm, ods::write_if_changed};
use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Mutex,
    thread,
    time::SystemTime,
};

/// Instantiates the templates that precompiled headers use once, instead of in each file, which takes
/// three quarters of the time that most files need.
const INSTANTIATE: &str = "-fpch-instantiate-templates";

/// C++ files that begin with the same headers.
pub struct Group {
    pub name: &'static str,
    /// The directories of the files.
    pub directories: &'static [&'static str],
    /// Headers that most files include. They are precompiled if the compiler is clang; otherwise
    /// parsing them takes nearly half of the time.
    pub headers: &'static [&'static str],
}

impl Group {
    /// Returns the files to compile. Generated ones come first, because they take longest.
    fn sources(&self, generated: &[(&str, PathBuf)]) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let is_own = |(directory, _): &&(&str, PathBuf)| self.directories.contains(directory);
        let generated = generated
            .iter()
            .filter(is_own)
            .map(|(_, path)| path.clone());
        let mut sources = vec![];
        for directory in self.directories {
            println!("cargo:rerun-if-changed={directory}");
            for entry in fs::read_dir(directory)? {
                let path = entry?.path();
                if path.extension().is_some_and(|extension| extension == "cpp") {
                    sources.push(path);
                }
            }
        }
        sources.sort();
        Ok(generated.chain(sources).collect())
    }
}

/// The compilation of a file.
struct Job {
    command: Command,
    output: PathBuf,
    /// Where the compiler lists the files that it has read.
    dependencies: PathBuf,
    /// Where the command is kept.
    stamp: PathBuf,
    /// The command, and the version of LLVM.
    configuration: String,
}

impl Job {
    fn new(
        compiler: &cc::Tool,
        llvm: &Llvm,
        flags: &[String],
        source: &Path,
        output: PathBuf,
    ) -> Self {
        let dependencies = output.with_extension("d");
        let mut command = compiler.to_command();
        command.args(flags).arg("-MD").arg("-MF").arg(&dependencies);
        command.arg("-o").arg(&output).arg(source);
        Self {
            // Without the environment, most of which says nothing about the output.
            configuration: format!(
                "{:?} {:?} {}",
                command.get_program(),
                command.get_args().collect::<Vec<_>>(),
                llvm.version
            ),
            command,
            dependencies,
            stamp: output.with_extension("command"),
            output,
        }
    }

    /// Returns the precompilation of a group's headers.
    fn of_headers(
        compiler: &cc::Tool,
        llvm: &Llvm,
        group: &Group,
        output: &Path,
    ) -> Result<Self, Box<dyn Error>> {
        let header = output.join(format!("{}_group.h", group.name));
        let includes = group.headers.iter();
        let includes = includes.map(|header| format!("#include \"{header}\"\n"));
        write_if_changed(&header, &includes.collect::<String>())?;
        let flags = ["-x".into(), "c++-header".into(), INSTANTIATE.into()];
        let precompiled = header.with_extension("pch");
        Ok(Self::new(compiler, llvm, &flags, &header, precompiled))
    }

    /// Returns whether the output is that of this command on these files.
    fn is_fresh(&self) -> bool {
        let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        let (Some(started), Ok(dependencies)) = (
            modified(&self.stamp),
            fs::read_to_string(&self.dependencies),
        ) else {
            return false;
        };
        let is_older = |path: &str| modified(Path::new(path)).is_some_and(|time| time < started);
        self.output.exists()
            && fs::read_to_string(&self.stamp).is_ok_and(|old| old == self.configuration)
            && listed_files(&dependencies)
                .iter()
                .all(|path| is_older(path))
    }

    fn run(&mut self) -> Result<(), Box<dyn Error>> {
        // What an interrupted compilation leaves is not taken for its output.
        let _ = fs::remove_file(&self.stamp);
        let started = SystemTime::now();
        if !self.command.status()?.success() {
            return Err(format!("{} was not compiled", self.output.display()).into());
        }
        fs::write(&self.stamp, &self.configuration)?;
        // A file that is changed during the compilation is newer than the stamp.
        let stamp = fs::File::options().write(true).open(&self.stamp)?;
        Ok(stamp.set_modified(started)?)
    }
}

/// Returns the files in a list of dependencies as `make` reads it: `output: file file \`.
fn listed_files(dependencies: &str) -> Vec<String> {
    let files = dependencies.split_once(": ").map_or("", |(_, files)| files);
    let mut list = vec![];
    let mut file = String::new();
    let mut characters = files.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(' ')) => file.extend(characters.next()),
            ('\\', Some('\n')) => {}
            (' ' | '\n', _) => list.push(std::mem::take(&mut file)),
            _ => file.push(character),
        }
    }
    list.push(file);
    list.retain(|file| !file.is_empty());
    list
}

/// Compiles the files of groups, and generated ones, which come with their directories. Returns the
/// objects.
pub fn compile(
    compiler: &cc::Tool,
    llvm: &Llvm,
    groups: &[Group],
    generated: &[(&str, PathBuf)],
) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let output = PathBuf::from(env::var("OUT_DIR")?);
    let mut jobs = vec![];
    let mut headers = vec![];
    for group in groups {
        let mut flags = vec!["-c".into()];
        if compiler.is_like_clang() {
            let header = Job::of_headers(compiler, llvm, group, &output)?;
            let output = header.output.display().to_string();
            flags.extend([INSTANTIATE.into(), "-include-pch".into(), output]);
            headers.push(header);
        }
        for source in group.sources(generated)? {
            let name = source.strip_prefix(&output).unwrap_or(&source);
            let name = name.with_extension("o").to_string_lossy().replace('/', "_");
            jobs.push(Job::new(compiler, llvm, &flags, &source, output.join(name)));
        }
    }
    run_all(&mut headers)?;
    run_all(&mut jobs)?;
    Ok(jobs.into_iter().map(|job| job.output).collect())
}

/// Runs the jobs that are not up to date, as many at once as cargo allows.
fn run_all(jobs: &mut [Job]) -> Result<(), Box<dyn Error>> {
    let count = env::var("NUM_JOBS")?.parse::<usize>()?.max(1);
    let queue = Mutex::new(jobs.iter_mut().filter(|job| !job.is_fresh()));
    let problems = Mutex::new(vec![]);
    thread::scope(|scope| {
        for _ in 0..count {
            scope.spawn(|| {
                while let Some(job) = queue.lock().ok().and_then(|mut queue| queue.next()) {
                    if let (Err(problem), Ok(mut problems)) = (job.run(), problems.lock()) {
                        problems.push(problem.to_string());
                    }
                }
            });
        }
    });
    match problems.into_inner()?.first() {
        Some(problem) => Err(problem.clone().into()),
        None => Ok(()),
    }
}
