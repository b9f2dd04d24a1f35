//! The rest of a text in which some functions do not parse.

use super::{
    Config, Error, Job, advice::Advisor, create_context, irdl, run_in_this_process, split,
};
use crate::{
    diagnostic::{Diagnostic, collect},
    dialect::func,
    text::{MAXIMUM_NESTING, ParseOptions, Segment, Source, functions, nesting},
};
use melior::Context;
use std::ops::Range;

/// The most functions that may be broken in one part of a text; each costs several parses.
const MAXIMUM_BROKEN: usize = 16;

/// A text that parses, as far as can be told without resolving symbols.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Repaired {
    /// The text. Functions that do not parse have become declarations, or empty lines if their
    /// signatures do not parse either; all other lines are where they were.
    pub text: String,
    /// The first error in each of these functions, at least one.
    pub errors: Vec<Diagnostic>,
}

/// Returns the rest of a text in which some functions do not parse; `None` if all do, or if
/// something else is wrong.
///
/// # Errors
///
/// Returns an error if a thread cannot be started.
pub fn without_broken_functions(job: Job<'_>) -> Result<Option<Repaired>, Error> {
    let Ok(text) = str::from_utf8(job.source) else {
        return Ok(None);
    };
    run_in_this_process(|| {
        let context = create_context(job.config);
        let (is_loaded, _) = collect(&context, || irdl::load_silently(job.config, &context));
        if !is_loaded? {
            return Ok(None);
        }
        Ok(repair(job.config, &context, job.name, text))
    })?
}

fn repair(config: &Config, context: &Context, name: &str, text: &str) -> Option<Repaired> {
    let mut repaired = String::with_capacity(text.len());
    let mut errors = vec![];
    let mut copied = 0;
    for chunk in split::split(name, text.as_bytes(), config.split_marker.as_deref()) {
        let part = str::from_utf8(chunk.bytes).ok()?;
        let attempt = Attempt {
            context,
            advisor: Advisor::new(context, chunk.bytes),
            name: &chunk.name,
            padding_lines: chunk.padding_lines,
            text: part,
            functions: functions(part),
            implicit_module: config.implicit_module,
        };
        if let Some(new) = attempt.repair(&mut errors)? {
            let start = part.as_ptr().addr() - text.as_ptr().addr();
            repaired.push_str(&text[copied..start]);
            repaired.push_str(&new);
            copied = start + part.len();
        }
    }
    repaired.push_str(&text[copied..]);
    let text = repaired;
    (!errors.is_empty()).then_some(Repaired { text, errors })
}

/// A part of a text, of which functions are left out until it parses.
struct Attempt<'a> {
    context: &'a Context,
    advisor: Advisor<'a>,
    name: &'a str,
    padding_lines: usize,
    text: &'a str,
    functions: Vec<Range<usize>>,
    implicit_module: bool,
}

/// What a function becomes.
#[derive(Clone, Copy, Eq, PartialEq)]
enum FunctionForm {
    Whole,
    Declaration,
    Nothing,
}

impl Attempt<'_> {
    /// Returns the text without functions that do not parse, and adds their errors; `Some(None)` if
    /// all parse, `None` if something else does not.
    fn repair(&self, errors: &mut Vec<Diagnostic>) -> Option<Option<String>> {
        let all = (0..self.functions.len()).collect::<Vec<_>>();
        if self.parse(&self.with_only(&all)).is_ok() {
            return Some(None);
        }
        self.parse(&self.with_only(&[])).ok()?;
        let mut broken = vec![];
        self.find_broken(&all, &mut broken, errors);
        if broken.len() > MAXIMUM_BROKEN {
            return None;
        }
        let mut forms = vec![FunctionForm::Whole; all.len()];
        for index in broken {
            let mut alone = vec![FunctionForm::Nothing; all.len()];
            alone[index] = FunctionForm::Declaration;
            forms[index] = match self.parse(&self.assemble(&alone)) {
                Ok(()) => FunctionForm::Declaration,
                Err(_) => FunctionForm::Nothing,
            };
        }
        let text = self.assemble(&forms);
        self.parse(&text).ok()?;
        Some(Some(text))
    }

    /// Adds those of the candidates that do not parse, and their errors.
    fn find_broken(
        &self,
        candidates: &[usize],
        broken: &mut Vec<usize>,
        errors: &mut Vec<Diagnostic>,
    ) {
        if candidates.is_empty() || broken.len() > MAXIMUM_BROKEN {
            return;
        }
        let Err(mut found) = self.parse(&self.with_only(candidates)) else {
            return;
        };
        if let &[index] = candidates {
            broken.push(index);
            for error in &mut found {
                self.advisor.add_notes(error);
            }
            errors.append(&mut found);
            return;
        }
        let (first, second) = candidates.split_at(candidates.len() / 2);
        self.find_broken(first, broken, errors);
        self.find_broken(second, broken, errors);
    }

    /// Returns the text with only some of the functions, in the same lines.
    fn with_only(&self, kept: &[usize]) -> String {
        let mut forms = vec![FunctionForm::Nothing; self.functions.len()];
        for &index in kept {
            forms[index] = FunctionForm::Whole;
        }
        self.assemble(&forms)
    }

    /// Returns the text with each function in a form, in the same lines.
    fn assemble(&self, forms: &[FunctionForm]) -> String {
        let mut text = String::with_capacity(self.text.len());
        let mut position = 0;
        for (function, form) in self.functions.iter().zip(forms) {
            text.push_str(&self.text[position..function.start]);
            let whole = &self.text[function.clone()];
            let kept = match form {
                FunctionForm::Whole => whole.into(),
                FunctionForm::Declaration => declaration(whole).unwrap_or_default(),
                FunctionForm::Nothing => String::new(),
            };
            text.push_str(&kept);
            let lines = |text: &str| text.matches('\n').count();
            text.extend((lines(&kept)..lines(whole)).map(|_| '\n'));
            position = function.end;
        }
        text.push_str(&self.text[position..]);
        text
    }

    /// Parses a text without verifying it.
    fn parse(&self, text: &str) -> Result<(), Vec<Diagnostic>> {
        if nesting(text.as_bytes(), MAXIMUM_NESTING).is_err() {
            return Err(vec![]);
        }
        let padding = Segment::EmptyLines(self.padding_lines);
        let source = Source::new(self.name, &[padding, Segment::Text(text.as_bytes())]);
        let Some(source) = source else {
            return Err(vec![]);
        };
        let options = ParseOptions {
            implicit_module: self.implicit_module,
            verify: false,
        };
        let (operation, diagnostics) =
            collect(self.context, || source.parse(self.context, options, None));
        match operation {
            Some(_) => Ok(()),
            None => Err(diagnostics),
        }
    }
}

/// Returns the declaration of a function by the text of its signature: what precedes the first brace
/// at the end of a line. Public declarations do not verify, so it is private.
fn declaration(function: &str) -> Option<String> {
    let mut end = 0;
    let line = function.split_inclusive('\n').find(|line| {
        end += line.len();
        line.trim_end().ends_with('{')
    })?;
    let brace = end - line.len() + line.trim_end().len() - 1;
    let signature = function.get(..brace)?;
    let (indent, rest) = signature.split_once(func::FUNC)?;
    let rest = rest.trim_start();
    let rest = ["public ", "private ", "nested "]
        .iter()
        .find_map(|visibility| rest.strip_prefix(visibility))
        .unwrap_or(rest);
    Some(format!("{indent}func.func private {rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> Option<(String, Vec<usize>)> {
        let config = Config {
            split_marker: Some(split::MARKER.into()),
            ..Config::default()
        };
        let job = Job::new(&config, "a.mlir", text.as_bytes());
        let Repaired { text, errors } = without_broken_functions(job).unwrap()?;
        let line = |error: Diagnostic| error.location.map_or(0, |place| place.line);
        Some((text, errors.into_iter().map(line).collect()))
    }

    const F: &str = "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\n";
    const CALL: &str = "func.func @call(%a: i32) -> i32 {\n  %0 = func.call @g(%a) : (i32) -> i32\n  return %0 : i32\n}\n";
    const BROKEN: &str = "func.func @g(%a: i32) -> i32 {\n  wrong\n  return %a : i32\n}\n";

    #[test]
    fn broken_functions_become_declarations() {
        let declared = "func.func private @g(%a: i32) -> i32 \n\n\n\n";
        let text = format!("{F}{BROKEN}{CALL}");
        let expected = format!("{F}{declared}{CALL}");
        assert_eq!(repaired(&text), Some((expected, vec![5])));
        // Each has its own error.
        let other = BROKEN
            .replace("@g", "@h")
            .replace("return", "return return");
        let declared_other = declared.replace("@g", "@h");
        let text = format!("{BROKEN}{F}{other}// -----\n{F}{BROKEN}");
        let expected = format!("{declared}{F}{declared_other}// -----\n{F}{declared}");
        assert_eq!(repaired(&text), Some((expected, vec![2, 9, 17])));
    }

    #[test]
    fn functions_without_a_signature_become_empty_lines() {
        let text = format!("module {{\nfunc.func @g(%a: \n{F}\n  func.func @h\n}}\n");
        // What is indented more belongs to the function before it.
        let expected = "module {\n\nfunc.func private @f(%a: i32) -> i32 \n\n\n\n\n}\n";
        assert_eq!(repaired(&text), Some((expected.into(), vec![2, 7])));
        let [f, broken] =
            [F, BROKEN].map(|text| format!("  {}", text.trim_end().replace('\n', "\n  ")) + "\n");
        let broken = broken.replace("%a: i32) ", "%a: i32 ");
        let text = format!("module {{\n{broken}{f}}}\n");
        let expected = format!("module {{\n\n\n\n\n{f}}}\n");
        assert_eq!(repaired(&text), Some((expected, vec![2])));
    }

    #[test]
    fn missing_braces_do_not_reach_the_next_function() {
        let open = "func.func @g(%a: i32) -> i32 {\n  return %a : i32\n\n";
        let text = format!("{open}{F}");
        let expected = format!("func.func private @g(%a: i32) -> i32 \n\n\n{F}");
        let (text, lines) = repaired(&text).unwrap();
        assert_eq!((text, lines.len()), (expected, 1));
    }

    #[test]
    fn other_texts_are_not_repaired() {
        for text in [
            "",
            F,
            "wrong\n",
            &format!("{F}#a = wrong wrong\n"),
            &BROKEN.repeat(20),
        ] {
            assert_eq!(repaired(text), None, "{text}");
        }
    }
}
