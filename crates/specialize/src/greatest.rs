//! The greatest types of arguments for all sizes of symbols up to given ones.

use super::{
    argument_error::ArgumentError,
    arguments::{ArgumentNames, argument_types_in_call},
    request::{Call, GivenRange, GivenSize},
    symbols::symbols,
};
use crate::{analysis::argument_types, ir};
use melior::{
    Context,
    ir::{OperationRef, Type},
};
use std::iter;

/// The most calls for which sizes are computed.
const MAX_CALLS: usize = 1 << 8;

/// Returns the greatest types that arguments have in a call for sizes of symbols up to given ones, and the ranges of the
/// symbols that are sizes of dims.
///
/// A size that is computed from symbols, such as `m - n`, may be greatest where one of them is least. If it is greater for
/// sizes between, as `mod(n, 4)`, that is an error.
pub(super) fn greatest_argument_types<'c: 'a, 'a>(
    context: &'c Context,
    root: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
    call: &Call,
    sizes: &[GivenSize],
) -> Result<(Vec<Type<'c>>, Vec<GivenRange>), Vec<ArgumentError>> {
    let types_for =
        |sizes: &[GivenSize]| argument_types_in_call(context, root, function, call, sizes);
    let symbols = symbols(root, function);
    let mut types = types_for(sizes).map_err(|mut errors| {
        for error in &mut errors {
            if let ArgumentError::Unknown { arguments, .. } = error
                && !symbols.is_empty()
            {
                let names = symbols.iter().map(|symbol| format!("'{}'", symbol.name));
                let names = names.collect::<Vec<_>>().join(", ");
                *arguments = format!("{arguments}; its symbols are {names}");
            }
        }
        errors
    })?;
    if sizes.is_empty() {
        return Ok((types, vec![]));
    }
    let mut named = vec![];
    let mut ranges = vec![];
    for symbol in symbols {
        let given = sizes.iter().find(|given| given.name == symbol.name);
        if let Some(given) = given.filter(|_| !symbol.dims.is_empty()) {
            ranges.push(GivenRange::up_to(given));
            named.extend(symbol.dims);
        }
    }
    let mut computed = vec![];
    for (argument, r#type) in types_for(&[])?.into_iter().enumerate() {
        let dims = ir::sizes_of(r#type).into_iter().enumerate();
        let open = dims.filter(|(_, size)| size.is_none());
        let places = open.map(|(dim, _)| (argument, dim));
        computed.extend(places.filter(|place| !named.contains(place)));
    }
    if computed.is_empty() {
        return Ok((types, ranges));
    }
    let greatest = |calls: Vec<Vec<GivenSize>>| {
        let solved = calls.iter().filter_map(|sizes| types_for(sizes).ok());
        let solved = solved.collect::<Vec<_>>();
        let of_dim = |&(argument, dim): &(usize, usize)| {
            let sizes = solved
                .iter()
                .map(|types| ir::sizes_of(types[argument])[dim]);
            sizes.max().flatten()
        };
        computed.iter().map(of_dim).collect::<Vec<_>>()
    };
    let at_ends = greatest(calls_with(sizes, |size| vec![size, size.min(1)]));
    let between = greatest(calls_with(sizes, |size| {
        let near = [size - 1, size - 2, size / 2, 3, 2];
        let near = near.into_iter().filter(|&it| 0 < it && it < size);
        iter::once(size).chain(near).collect()
    }));
    let names = ArgumentNames::of(root, function, &argument_types(function));
    let mut errors = vec![];
    for ((&(argument, dim), greatest), between) in computed.iter().zip(at_ends).zip(between) {
        if between > greatest {
            errors.push(ArgumentError::NoGreatest {
                argument: names.describe(argument),
                dim,
            });
        } else if let Some(tensor) = ir::as_ranked_tensor(types[argument]) {
            let mut sizes = ir::sizes_of(types[argument]);
            sizes[dim] = greatest;
            types[argument] = ir::tensor_like(context, tensor, sizes, &[]);
        }
    }
    match errors.is_empty() {
        true => Ok((types, ranges)),
        false => Err(errors),
    }
}

/// Returns calls in which each symbol has each of its chosen sizes, as long as there are few, and then the first one.
fn calls_with(sizes: &[GivenSize], choose: impl Fn(i64) -> Vec<i64>) -> Vec<Vec<GivenSize>> {
    let mut calls = vec![vec![]];
    for given in sizes {
        let mut chosen = choose(given.size);
        if calls.len() * chosen.len() > MAX_CALLS {
            chosen.truncate(1);
        }
        let with = |call: &Vec<GivenSize>| {
            let sizes = chosen.iter().map(|&size| GivenSize {
                name: given.name.clone(),
                size,
            });
            let longer = sizes.map(|size| call.iter().cloned().chain([size]).collect());
            longer.collect::<Vec<_>>()
        };
        calls = calls.iter().flat_map(with).collect();
    }
    calls
}
