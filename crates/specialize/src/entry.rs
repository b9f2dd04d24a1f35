//! The function that is specialised.

use crate::{
    analysis::argument_types,
    diagnostic::{self, Failed, Kind, Severity},
    ir,
    suggest::suggest,
};
use melior::ir::{OperationRef, RegionLike, Type, operation::OperationLike};
use rustc_hash::FxHashSet;

/// Emits an error on sizes that do not fit a function.
pub(super) fn fail<T>(operation: OperationRef<'_, '_>, message: &str) -> Result<T, Failed> {
    diagnostic::emit(
        operation.location(),
        Severity::Error,
        Kind::GivenSizes,
        message,
        &[],
    );
    Err(Failed)
}

/// Checks that the types of a function's arguments have all sizes for which it is specialised, as none are given.
pub(super) fn check_is_static(function: OperationRef<'_, '_>) -> Result<(), Failed> {
    let is_unknown = |&r#type: &Type<'_>| ir::sizes_of(r#type).contains(&None);
    let types = argument_types(function);
    let Some(argument) = types.iter().position(is_unknown) else {
        return Ok(());
    };
    let name = ir::string(function, "sym_name").unwrap_or_default();
    let message = format!(
        "no sizes are given for function '{name}', but argument #{argument} has type {}; the options 'shapes' and \
         'sizes' give them",
        ir::type_text(types[argument])
    );
    fail(function, &message)
}

/// The function to specialise.
#[derive(Clone, Copy)]
pub(super) struct EntryFunction<'c, 'a> {
    pub function: OperationRef<'c, 'a>,
    /// Whether it was chosen among several public functions, so that the others may be called, too.
    pub is_named: bool,
}

impl<'c: 'a, 'a> EntryFunction<'c, 'a> {
    /// Finds a function by its name, or the only public one.
    pub(super) fn find(module: OperationRef<'c, 'a>, name: &str) -> Result<Self, Failed> {
        Ok(Self {
            function: find_function(module, name)?,
            is_named: !name.is_empty(),
        })
    }
}

fn find_function<'c: 'a, 'a>(
    module: OperationRef<'c, 'a>,
    name: &str,
) -> Result<OperationRef<'c, 'a>, Failed> {
    if !ir::is_module(module) {
        return fail(
            module,
            "'specialize-sizes' runs on a module, whose functions it copies",
        );
    }
    let functions = ir::operations(module)
        .into_iter()
        .filter(|&it| ir::is_function(it));
    let functions = functions.collect::<Vec<_>>();
    let name_of = |function| ir::string(function, "sym_name").unwrap_or_default();
    let has_body = |function: OperationRef<'c, 'a>| {
        ir::region(function, 0).is_some_and(|body| body.first_block().is_some())
    };
    let list = |functions: &[OperationRef<'c, 'a>]| {
        let names = functions.iter().map(|&it| format!("'{}'", name_of(it)));
        names.collect::<Vec<_>>().join(", ")
    };
    if !name.is_empty() {
        let found = functions.iter().copied().find(|&it| name_of(it) == name);
        return match found {
            Some(function) if has_body(function) => Ok(function),
            Some(_) => fail(module, &format!("function '{name}' has no body")),
            None => {
                let names = functions.iter().map(|&it| name_of(it));
                let message = format!(
                    "there is no function '{name}'; there are {}{}",
                    list(&functions),
                    suggest(name, names).at_end('\'')
                );
                fail(module, &message)
            }
        };
    }
    // Others may use a public function, such as the reducer of a custom call.
    let used = ir::symbol_uses(module).unwrap_or_default().into_iter();
    let used = used.map(|(name, _)| name).collect::<FxHashSet<_>>();
    let is_entry = |&it: &OperationRef<'c, 'a>| {
        let is_private = ir::string(it, "sym_visibility") == Some("private");
        has_body(it) && !is_private && !used.contains(name_of(it))
    };
    let public = functions.into_iter().filter(is_entry).collect::<Vec<_>>();
    match public.as_slice() {
        [] => fail(
            module,
            "there is no public function with a body to specialise",
        ),
        [function] => Ok(*function),
        _ => {
            let message = format!(
                "there are several public functions, {}; the option 'function' selects one",
                list(&public)
            );
            fail(module, &message)
        }
    }
}
