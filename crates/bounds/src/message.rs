//! The message of the check that failed in a call.

use crate::{
    analysis::{CHECKS, SIZE_OF, argument_types},
    assertion::fill_template,
    diagnostic::{Failed, Kind, Severity, emit_on_op},
    expression::{UNKNOWN, evaluate},
    ir,
    status::read_checks,
};
use melior::ir::{OperationRef, operation::OperationLike};

/// A call of a program that [`pad_to_bounds`](crate::pad_to_bounds) wrote, in which a check failed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct FailedCall<'a> {
    /// The name of the function; `None` if the module has only one that `pad-to-bounds` wrote.
    pub function: Option<&'a str>,
    /// The sizes that were passed, in elements: the arguments with the attribute `bcast.size_of`, in order.
    pub sizes: &'a [i32],
    /// The last result: the number of the check, from 1.
    pub status: i32,
}

/// Returns the message of the check that failed in a call of a function of `module`, with the sizes of the call.
///
/// A size that is no expression of the passed ones is `?`.
///
/// # Errors
///
/// Fails, with an error on the op, if there is no such function, if it takes another number of sizes, or if it has no
/// check of this number.
pub fn check_message(
    module: OperationRef<'_, '_>,
    call: &FailedCall<'_>,
) -> Result<String, Failed> {
    let fail = |operation, message: &str| {
        emit_on_op(operation, Severity::Error, Kind::Bounds, message, &[]);
        Failed
    };
    let function = find_function(module, call.function).map_err(|text| fail(module, &text))?;
    message_of(function, call).map_err(|text| fail(function, &text))
}

fn find_function<'c, 'a>(
    module: OperationRef<'c, 'a>,
    name: Option<&str>,
) -> Result<OperationRef<'c, 'a>, String> {
    let mut bounded = ir::functions(module);
    bounded.retain(|it| it.attribute(CHECKS).is_ok());
    let names = bounded.iter().filter_map(|it| name_of(*it));
    let names = names.map(|it| format!("'{it}'")).collect::<Vec<_>>();
    let names = names.join(", ");
    match (name, &*bounded) {
        (_, []) => Err("has no function for sizes up to bounds, which `--bounds` writes".into()),
        (None, [function]) => Ok(*function),
        (None, _) => Err(format!(
            "has several functions for sizes up to bounds; expected the name of one of {names}"
        )),
        (Some(name), all) => {
            let mut all = all.iter().copied();
            let found = all.find(|it| name_of(*it) == Some(name));
            found.ok_or_else(|| {
                format!("has no function '{name}' for sizes up to bounds; expected one of {names}")
            })
        }
    }
}

fn name_of<'c>(function: OperationRef<'c, '_>) -> Option<&'c str> {
    ir::string(function, "sym_name")
}

fn message_of(function: OperationRef<'_, '_>, call: &FailedCall<'_>) -> Result<String, String> {
    let name = name_of(function).unwrap_or_default();
    let checks = read_checks(function).ok_or_else(|| {
        format!("'{name}' has a malformed '{CHECKS}'; expected what `--bounds` writes")
    })?;
    let is_size = |index: &usize| ir::argument_attribute(function, *index, SIZE_OF).is_some();
    let arguments = 0..argument_types(function).len();
    let arguments = arguments.filter(is_size).collect::<Vec<_>>();
    if arguments.len() != call.sizes.len() {
        let (expected, found) = (arguments.len(), call.sizes.len());
        return Err(format!(
            "'{name}' has another number of sizes: expected {expected}, got {found}"
        ));
    }
    let number = usize::try_from(call.status).ok();
    let check = number.and_then(|number| checks.get(number.checked_sub(1)?));
    let check = check.ok_or_else(|| {
        let (last, status) = (checks.len(), call.status);
        format!("'{name}' has the checks 1 to {last}, got status {status}")
    })?;
    let size_of = |argument: usize| {
        let position = arguments.iter().position(|it| *it == argument)?;
        call.sizes.get(position).copied().map(i64::from)
    };
    let sizes = check.sizes.iter().map(|size| {
        let size = evaluate(size, size_of);
        size.map_or_else(|| UNKNOWN.into(), |size| size.to_string())
    });
    Ok(fill_template(
        check.message.clone(),
        &sizes.collect::<Vec<_>>(),
    ))
}

#[cfg(test)]
mod tests;
