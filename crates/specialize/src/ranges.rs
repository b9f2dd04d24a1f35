//! Ranges given for symbols, as by `--sizes=b=1..8`. They become declarations on the function, as if the
//! program had them.

use super::{
    argument_error::ArgumentError,
    computed::computed_ranges,
    request::{GivenRange, Range},
    symbols::{find_symbol, symbols},
};
use crate::{
    analysis::{DIMS, RANGES, UNNAMED, argument_types, declared_symbols},
    ir,
    plan::DeclaredSymbol,
};
use indexmap::IndexMap;
use melior::{
    Context,
    ir::{
        Attribute, Identifier, OperationRef,
        attribute::{ArrayAttribute, DenseI64ArrayAttribute, DictionaryAttribute, StringAttribute},
        operation::OperationLike,
    },
};
use rustc_hash::FxHashMap;
use std::iter;

/// The attributes of a function that declarations are in.
const ATTRIBUTES: [&str; 2] = [ARGUMENTS, RANGES];

/// The list of the attributes of each argument.
const ARGUMENTS: &str = "arg_attrs";

/// The attributes that a function had before ranges were declared.
pub(super) struct Former<'c, 'a> {
    function: OperationRef<'c, 'a>,
    attributes: [Option<Attribute<'c>>; 2],
}

impl<'c, 'a> Former<'c, 'a> {
    pub fn of(function: OperationRef<'c, 'a>) -> Self {
        Self {
            function,
            attributes: ATTRIBUTES.map(|name| function.attribute(name).ok()),
        }
    }

    /// Removes what was declared.
    pub fn restore(self) {
        for (name, former) in ATTRIBUTES.into_iter().zip(self.attributes) {
            match former {
                Some(attribute) => ir::set_attribute(self.function, name, attribute),
                None => ir::remove_attribute(self.function, name),
            }
        }
    }
}

/// Declares ranges of symbols on a function, whose own declarations must be right. Dims without a name get
/// that of the symbol; if none has its size, those whose sizes are computed from it get ranges. If the function declares a
/// range for it already, the new one is the intersection of both.
///
/// # Errors
///
/// Fails, and declares nothing, if the function has no such symbol, or if the intersection is empty.
pub(super) fn declare_ranges<'c: 'a, 'a>(
    context: &'c Context,
    root: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
    ranges: &[GivenRange],
) -> Result<(), Vec<ArgumentError>> {
    let known = symbols(root, function);
    let mut declared = Declared::of(function);
    let mut errors = vec![];
    for given in ranges {
        let added = match find_symbol(&known, &given.name) {
            Ok(symbol) => declared.add(&symbol.dims, given),
            Err(ArgumentError::NoDim { name }) => {
                let computed = computed_ranges(context, root, function, given);
                match computed.is_empty() {
                    true => Err(ArgumentError::NoRange { name }),
                    false => computed
                        .iter()
                        .try_for_each(|(dim, range)| declared.add(&[*dim], range)),
                }
            }
            Err(error) => Err(error),
        };
        errors.extend(added.err());
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    declared.write(context, function);
    Ok(())
}

/// What a function declares.
struct Declared {
    /// The name of each dim of an argument that has one.
    names: FxHashMap<(usize, usize), String>,
    ranges: IndexMap<String, Range>,
    /// The arguments some of whose dims get a name.
    changed: Vec<usize>,
}

impl Declared {
    fn of(function: OperationRef<'_, '_>) -> Self {
        let symbols = declared_symbols(function).unwrap_or_default();
        let named = |symbol: &DeclaredSymbol| {
            let name = symbol.name.clone();
            let dims = symbol.dims.clone().into_iter();
            dims.map(move |dim| ((dim.argument, dim.dim), name.clone()))
        };
        let ranges = symbols.iter().map(|symbol| {
            let range = Range {
                least: symbol.least,
                greatest: symbol.greatest,
                step: symbol.step,
            };
            (symbol.name.clone(), range)
        });
        Self {
            names: symbols.iter().flat_map(named).collect(),
            ranges: ranges.collect(),
            changed: vec![],
        }
    }

    /// Adds a range of the size that dims have.
    fn add(&mut self, dims: &[(usize, usize)], given: &GivenRange) -> Result<(), ArgumentError> {
        for &dim in dims {
            // A dim of JAX's variable may be declared by another name.
            let name = self.names.entry(dim).or_insert_with(|| {
                self.changed.push(dim.0);
                given.name.clone()
            });
            let range = match self.ranges.get(name) {
                Some(&declared) => {
                    declared
                        .intersection(given.range)
                        .ok_or_else(|| ArgumentError::Range {
                            name: name.clone(),
                            declared: declared.to_string(),
                            given: given.range.to_string(),
                        })?
                }
                None => given.range,
            };
            self.ranges.insert(name.clone(), range);
        }
        Ok(())
    }

    /// Writes the declarations on the function.
    fn write<'c>(&self, context: &'c Context, function: OperationRef<'c, '_>) {
        if !self.changed.is_empty() {
            let arguments = self.arguments(context, function);
            ir::set_attribute(function, ARGUMENTS, arguments);
        }
        let ranges = self.ranges.iter().filter(|(_, range)| !range.is_any());
        let ranges = ranges.map(|(name, range)| {
            let numbers = DenseI64ArrayAttribute::new(context, &range.numbers());
            (Identifier::new(context, name), numbers.into())
        });
        let ranges = DictionaryAttribute::new(context, &ranges.collect::<Vec<_>>());
        ir::set_attribute(function, RANGES, ranges.into());
    }

    /// Returns the attributes of all arguments, with the names of dims.
    fn arguments<'c>(&self, context: &'c Context, function: OperationRef<'c, '_>) -> Attribute<'c> {
        let attributes = ir::attributes_of_each(function, ARGUMENTS).into_iter();
        let attributes = attributes.chain(iter::repeat(vec![]));
        let arguments = argument_types(function).into_iter().zip(attributes);
        let attributes = arguments.enumerate().map(|(argument, (r#type, mut own))| {
            if self.changed.contains(&argument) {
                let rank = ir::shaped_type(r#type).shape().map_or(0, <[_]>::len);
                let names = (0..rank).map(|dim| {
                    let name = self.names.get(&(argument, dim));
                    let name = name.map_or(UNNAMED, String::as_str);
                    StringAttribute::new(context, name).into()
                });
                let names = ArrayAttribute::new(context, &names.collect::<Vec<_>>());
                own.retain(|&(name, _)| ir::name_str(name) != Some(DIMS));
                own.push((Identifier::new(context, DIMS), names.into()));
            }
            DictionaryAttribute::new(context, &own).into()
        });
        ArrayAttribute::new(context, &attributes.collect::<Vec<_>>()).into()
    }
}
