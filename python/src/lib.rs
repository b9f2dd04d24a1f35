//! The extension module of the Python package `bcast_lower`: runs of the driver on bytes, with
//! diagnostics as plain tuples. The package makes Python of it.
//!
//! The Python module is a separate package, a member of the workspace that depends on this one
//! with the features of the tests. As a feature of this package, it would require compiling the
//! C++ of the dialects once more, and each test would be linked without Python's symbols. Maturin
//! builds a wheel with either a module or programs; so `python/backend.py` builds the programs and
//! has maturin pack them as data. A command in Python would start the interpreter first.

mod errors;
mod options;
mod report;
mod running;

use bcast_lower::{
    artifact::Version,
    driver::{self, Config, IrdlSource, Job, Lowering, OutputFormat, PrintOptions, Status},
    pipeline::{Target, not_portable},
    suggest::suggest,
    transform::Detail,
};
use errors::{Failure, PyDiagnostic, diagnostics};
use options::{GivenOptions, TargetName};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyDict},
};
use report::Report;
use std::sync::Arc;

/// What is read, and how.
#[derive(FromPyObject)]
struct Reading {
    /// What locations call the source.
    name: String,
    /// The names and contents of files that define dialects.
    irdl: Vec<(String, Vec<u8>)>,
    allow_unregistered_dialect: bool,
    threads: bool,
}

impl Reading {
    fn config(self) -> (String, Config) {
        let mut config = Config::default();
        let sources = self.irdl.into_iter();
        config.irdl = sources
            .map(|(name, text)| IrdlSource { name, text })
            .collect();
        config.allow_unregistered = self.allow_unregistered_dialect;
        config.threading = self.threads;
        config.isolate_crashes = true;
        (self.name, config)
    }
}

/// The forms that output may have.
fn output_format(form: &str, debug_info: bool) -> PyResult<OutputFormat> {
    match form {
        "text" => {
            let mut options = PrintOptions::default();
            options.debug_info = debug_info;
            Ok(OutputFormat::Text(options))
        }
        // Text without weights.
        "outline" => {
            let mut options = PrintOptions::default();
            options.elide_elements_attributes_if_larger = Some(0);
            options.elide_resource_strings_if_larger = Some(0);
            Ok(OutputFormat::Text(options))
        }
        "bytecode" => Ok(OutputFormat::Bytecode),
        "nothing" => Ok(OutputFormat::Nothing),
        form => {
            let wrong = || format!("output must be 'text', 'bytecode' or 'artifact', not '{form}'");
            let version = form.strip_prefix("artifact=");
            let version = version.ok_or_else(|| PyValueError::new_err(wrong()))?;
            let version = Version::named(version)
                .map_err(|error| PyValueError::new_err(error.to_string()))?;
            Ok(OutputFormat::Artifact(version))
        }
    }
}

/// What a run returns: the output, if all went well, and diagnostics.
type Ran<'py> = (Option<Bound<'py, PyBytes>>, Vec<PyDiagnostic>);

/// Runs a pipeline on a source. `progress` is called with the stage and the share that is done.
#[pyfunction]
fn run<'py>(
    py: Python<'py>,
    source: &[u8],
    reading: Reading,
    pipeline: String,
    output: &str,
    debug_info: bool,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Ran<'py>> {
    let (name, mut config) = reading.config();
    config.pipeline = pipeline;
    config.output_format = output_format(output, debug_info)?;
    let source = source.to_vec();
    let ran = running::run(py, progress, move |stop, monitor| {
        let mut job = Job::new(&config, &name, &source);
        job.stop = Some(stop);
        job.monitor = Some(monitor);
        driver::run_with_diagnostics(job)
    })?;
    match ran.map_err(Failure::from) {
        Ok((outcome, said)) => {
            let is_success = outcome.status == Status::Success;
            let output = is_success.then(|| PyBytes::new(py, &outcome.output));
            Ok((output, diagnostics(&said)))
        }
        Err(failure) => Ok((None, failure.diagnostics()?)),
    }
}

/// Returns the version of StableHLO of a portable artifact; `None` for any other source.
#[pyfunction]
fn artifact_version(source: &[u8]) -> Option<String> {
    Some(driver::artifact_version(source)?.to_string())
}

/// Returns whether a portable artifact can hold the output of a pipeline.
#[pyfunction]
fn has_portable_output(pipeline: &str) -> bool {
    not_portable(pipeline).is_none()
}

/// Returns the end of a message about an unknown name: the question whether a similar one was
/// meant, or nothing.
#[pyfunction]
fn did_you_mean(found: &str, names: Vec<String>) -> String {
    suggest(found, names.iter().map(String::as_str)).at_end('\'')
}

/// Explains what the lowering of a source decides.
///
/// Returns the report, if there is one, whether all went well, and diagnostics.
#[pyfunction]
fn explain(
    py: Python<'_>,
    source: &[u8],
    reading: Reading,
    target: Option<&str>,
    options: &Bound<'_, PyDict>,
    why: Option<&str>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(Option<Report>, bool, Vec<PyDiagnostic>)> {
    let (name, mut config) = reading.config();
    let target = target.map(Target::from_python).transpose()?;
    let options = GivenOptions::read(options)?.resolve(target)?;
    let detail = match why {
        None => Detail::default(),
        Some("all") => Detail::AllReasons,
        Some(place) => Detail::AllReasonsAt(
            place
                .parse()
                .map_err(|error| PyValueError::new_err(format!("why='{place}': {error}")))?,
        ),
    };
    if let Some(target) = target {
        config.pipeline = target.pipeline(&options);
    }
    let source: Arc<[u8]> = source.into();
    let for_run = source.clone();
    let reported = running::run(py, progress, move |stop, monitor| {
        let lowering = Lowering {
            rules: options.rules.load()?,
            options: options.lower,
            specialize: options.specialize,
            detail,
            runs_pipeline: target.is_some(),
            proof: None,
        };
        let mut job = Job::new(&config, &name, &for_run);
        job.stop = Some(stop);
        job.monitor = Some(monitor);
        Ok::<_, Failure>(driver::report(job, &lowering)?)
    })?;
    match reported {
        Ok((status, report, said)) => {
            let has_all_reasons = detail != Detail::ClosestReasons;
            let report = report.map(|report| Report {
                report,
                source,
                has_all_reasons,
            });
            Ok((report, status == Status::Success, diagnostics(&said)))
        }
        Err(failure) => Ok((None, false, failure.diagnostics()?)),
    }
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        Report, artifact_version, did_you_mean, explain, has_portable_output,
        options::{option_table, pipeline, target_table},
        run,
        running::finish,
    };

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::running::keep_panics_silent();
        module.add("LLVM_VERSION", bcast_lower::driver::llvm_version())
    }
}
