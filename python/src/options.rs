//! The options of passes as keyword arguments.

use crate::errors::{Failure, PyDiagnostic};
use bcast_lower::{
    driver::{self, Config, Error},
    pipeline::{
        OPTIONS, OptionInfo, OptionKind, PassOptions, Target, check_taken, default_pipeline,
        lowering_pipeline, names_value, parse_lowering_options,
    },
    suggest::suggest,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBool, PyDict, PyString},
};
use strum::VariantNames;

/// Finds a target by its name.
pub trait TargetName: Sized {
    fn from_python(name: &str) -> PyResult<Self>;
}

impl TargetName for Target {
    fn from_python(name: &str) -> PyResult<Self> {
        let names = Self::VARIANTS.iter().copied();
        name.parse()
            .map_err(|_| wrong_value("target", &format!("'{name}'"), Some(name), names))
    }
}

/// The options that a call gives, each with its value as a pipeline has it.
pub struct GivenOptions(Vec<(&'static OptionInfo, String)>);

impl GivenOptions {
    /// Reads keyword arguments; `None` is as good as none.
    pub fn read(options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut given = vec![];
        for (name, value) in options {
            if value.is_none() {
                continue;
            }
            let name = name.extract::<String>()?;
            let row = OPTIONS.iter().find(|row| row.identifier() == name);
            let row = row.ok_or_else(|| PyTypeError::new_err(format!("no option '{name}'")))?;
            given.extend(read_value(row, &name, &value)?.map(|value| (row, value)));
        }
        Ok(Self(given))
    }

    /// Returns all options; those that are not given are the target's, or the passes', own.
    pub fn resolve(&self, target: Option<Target>) -> PyResult<PassOptions> {
        let words = self.0.iter();
        let words = words.map(|(row, value)| format!("{}={value}", row.name));
        let text = words.collect::<Vec<_>>().join(" ");
        let options = parse_lowering_options(target, &text)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        if let Some(target) = target {
            self.check(target, &options)?;
        }
        check_taken(target, &options).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(options)
    }

    /// Checks that the passes of a target accept the options.
    fn check(&self, target: Target, options: &PassOptions) -> PyResult<()> {
        let mut config = Config::default();
        config.pipeline = lowering_pipeline(Some(target), options);
        // What is wrong with rules has a message of its own.
        if let Err(Error::Pipeline(error)) = driver::check(&config)
            && let Some(error) = error.option_error
            && let Some((row, value)) = self
                .0
                .iter()
                .find(|(row, _)| Some(row.name) == error.option())
        {
            let name = row.identifier();
            return Err(PyValueError::new_err(format!(
                "{name}='{value}' cannot be combined with target='{target}': {error}"
            )));
        }
        Ok(())
    }
}

/// Returns a value as a pipeline has it; `None` for a list without names.
fn read_value(row: &OptionInfo, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let wrong = || {
        let found = value.repr()?.to_string();
        let text = value.extract::<String>().ok();
        let values = row.values();
        Err(wrong_value(name, &found, text.as_deref(), values))
    };
    match row.kind() {
        OptionKind::Switch => match value.cast::<PyBool>() {
            Ok(value) => Ok(Some(if value.is_true() { "on" } else { "off" }.into())),
            Err(_) => Err(PyTypeError::new_err(format!(
                "{name} must be True or False, not {}",
                value.repr()?
            ))),
        },
        OptionKind::Choice(values) => match value.cast::<PyString>() {
            Ok(text) if values.contains(&text.to_cow()?.as_ref()) => Ok(Some(text.to_string())),
            _ => wrong(),
        },
        OptionKind::Text(_) => match value.cast::<PyString>() {
            Ok(text) => Ok(Some(names_value([text.to_string()]))),
            Err(_) => wrong(),
        },
        OptionKind::Names => {
            let names = value.extract::<Vec<String>>()?;
            Ok((!names.is_empty()).then(|| names_value(names)))
        }
    }
}

fn wrong_value<'n>(
    name: &str,
    found: &str,
    text: Option<&str>,
    values: impl IntoIterator<Item = &'n str> + Clone,
) -> PyErr {
    let listed = values.clone().into_iter().map(|value| format!("'{value}'"));
    let listed = listed.collect::<Vec<_>>();
    let listed = match listed.as_slice() {
        [head @ .., last] if !head.is_empty() => format!("{} or {last}", head.join(", ")),
        all => all.concat(),
    };
    let advice = text.map_or_else(String::new, |text| suggest(text, values).at_end('\''));
    PyValueError::new_err(format!("{name} must be {listed}, not {found}{advice}"))
}

/// Returns the default of an option as Python has it; none for names.
fn python_default(row: &OptionInfo, options: &PassOptions) -> Option<String> {
    match row.kind() {
        OptionKind::Names | OptionKind::Text(_) => None,
        OptionKind::Choice(_) | OptionKind::Switch => Some(row.get(options)),
    }
}

/// A row of the table of options: name, kind, values with the default first, whether it concerns
/// verification, what it says, and defaults of targets that are others.
type PyOption = (
    String,
    &'static str,
    Vec<&'static str>,
    bool,
    String,
    Vec<(String, String)>,
);

/// Returns the table of options.
#[pyfunction]
pub fn option_table() -> Vec<PyOption> {
    let targets = || <Target as strum::VariantArray>::VARIANTS.iter();
    let rows = OPTIONS.iter().map(|row| {
        let default = python_default(row, &PassOptions::default());
        let of_targets = targets().filter_map(|target| {
            let own = python_default(row, &target.default_options())?;
            (Some(&own) != default.as_ref()).then(|| (target.to_string(), own))
        });
        let kind = match row.kind() {
            OptionKind::Choice(_) => "choice",
            OptionKind::Switch => "switch",
            OptionKind::Names => "names",
            OptionKind::Text(_) => "text",
        };
        let is_verification = row.concern.is_verified();
        (
            row.identifier(),
            kind,
            row.values(),
            is_verification,
            row.description(),
            of_targets.collect(),
        )
    });
    rows.collect()
}

/// Returns the targets, with what each is for.
#[pyfunction]
pub fn target_table() -> Vec<(String, &'static str)> {
    let targets = <Target as strum::VariantArray>::VARIANTS.iter();
    targets
        .map(|target| (target.to_string(), target.description()))
        .collect()
}

/// Returns the text of a pipeline: a target's, that which only verifies, or that which lowers;
/// or what is wrong with the rules.
#[pyfunction]
pub fn pipeline(
    target: Option<&str>,
    verify_only: bool,
    options: &Bound<'_, PyDict>,
) -> PyResult<(Option<String>, Vec<PyDiagnostic>)> {
    let target = target.map(Target::from_python).transpose()?;
    let options = GivenOptions::read(options)?.resolve(target)?;
    // The passes load them, too, but say less well what is wrong.
    if let Err(error) = options.rules.load() {
        return Ok((None, Failure::from(error).diagnostics()?));
    }
    let pipeline = match verify_only {
        true => default_pipeline(&options, true),
        false => lowering_pipeline(target, &options),
    };
    Ok((Some(pipeline), vec![]))
}
