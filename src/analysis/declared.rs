//! Symbolic dims that a function's arguments declare.
//!
//! ```mlir
//! func.func @f(%x: tensor<?x?x8xf32> {bcast.dims = ["batch", "time", "?"]},
//!              %mask: tensor<?x?xf32> {bcast.dims = ["time", "time"]})
//!     attributes {bcast.ranges = {time = array<i64: 1, 512>}}
//! ```
//!
//! Dims of one name have one size in a call; `?` names none. A range gives the
//! least and, if there is a second number, the greatest size.

use super::Analysis;
use crate::{
    ir::{argument_attribute, function_type, int_array_value, name_str, shaped_type, string_value},
    symbol::Size,
};
use melior::ir::{
    Attribute, OperationRef, Type, Value,
    attribute::{ArrayAttribute, DictionaryAttribute},
    operation::OperationLike,
};

/// The argument attribute that names dims.
const DIMS: &str = "bcast.dims";

/// The function attribute that bounds them.
const RANGES: &str = "bcast.ranges";

/// Stands for a dim without a name.
const UNNAMED: &str = "?";

/// A name that dims of a function's arguments share.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DeclaredSymbol {
    /// The name.
    pub name: String,
    /// The least size, in elements.
    pub least: i64,
    /// The greatest size, in elements, if one is declared.
    pub greatest: Option<i64>,
    /// The dims, at least one; those of static size come first.
    pub dims: Vec<DeclaredDim>,
}

/// A dim of an argument.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct DeclaredDim {
    /// The argument's index.
    pub argument: usize,
    /// The argument's dim.
    pub dim: usize,
    /// The size that the argument's type gives it.
    pub size: Option<i64>,
}

/// What is wrong with a declaration.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum DeclarationError {
    /// The names are no list of strings.
    #[error(
        "attribute '{DIMS}' of argument #{argument} is {found}; expected a list of names, one for \
         each dim, such as [\"batch\", \"?\"], in which \"?\" is a dim without a name"
    )]
    Names {
        /// The argument.
        argument: usize,
        /// The attribute.
        found: String,
    },
    /// There are too many names, or too few.
    #[error(
        "attribute '{DIMS}' of argument #{argument} names {found} dims, but the argument has type \
         {ty}; expected a name for each dim of a ranked tensor"
    )]
    Rank {
        /// The argument.
        argument: usize,
        /// How many names there are.
        found: usize,
        /// The argument's type.
        ty: String,
    },
    /// Two dims of one name have different static sizes.
    #[error(
        "argument #{} dim {} has size {}, but argument #{} dim {}, declared as '{name}' too, has \
         size {}",
        .other.argument, .other.dim, .sizes[1], .first.argument, .first.dim, .sizes[0]
    )]
    Sizes {
        /// The name.
        name: String,
        /// One of the dims.
        first: DeclaredDim,
        /// The one that disagrees with it.
        other: DeclaredDim,
        /// Their sizes.
        sizes: [i64; 2],
    },
    /// The ranges are no dictionary of pairs.
    #[error(
        "attribute '{RANGES}' is {found}; expected the least and, if there is one, the greatest \
         size of names, such as {{batch = array<i64: 1, 64>}}"
    )]
    Ranges {
        /// The attribute.
        found: String,
    },
    /// No dim has the name that a range is for.
    #[error("attribute '{RANGES}' bounds '{name}', but no argument has a dim of that name")]
    Unused {
        /// The name.
        name: String,
    },
    /// A static size is out of its name's range.
    #[error(
        "argument #{} dim {} has size {size}, but '{name}' is declared to be {range}",
        .dim.argument, .dim.dim
    )]
    OutOfRange {
        /// The name.
        name: String,
        /// The dim.
        dim: DeclaredDim,
        /// Its size.
        size: i64,
        /// The range.
        range: String,
    },
}

impl DeclaredSymbol {
    /// Returns the range in words: `at least 1`, `from 1 to 64`.
    pub fn range(&self) -> String {
        match self.greatest {
            Some(greatest) => format!("from {} to {greatest}", self.least),
            None => format!("at least {}", self.least),
        }
    }
}

/// Reads what a function's arguments declare, in the order in which names first
/// occur.
///
/// # Errors
///
/// Fails with all that is wrong.
pub fn declared_symbols(
    function: OperationRef<'_, '_>,
) -> Result<Vec<DeclaredSymbol>, Vec<DeclarationError>> {
    let mut errors = vec![];
    let mut symbols = Vec::<DeclaredSymbol>::new();
    for (argument, r#type) in argument_types(function).into_iter().enumerate() {
        let Some(attribute) = argument_attribute(function, argument, DIMS) else {
            continue;
        };
        match read_names(argument, attribute, r#type) {
            Ok(named) => {
                for (name, dim) in named {
                    match symbols.iter_mut().find(|symbol| symbol.name == name) {
                        Some(symbol) => symbol.dims.push(dim),
                        None => symbols.push(DeclaredSymbol {
                            name,
                            least: 0,
                            greatest: None,
                            dims: vec![dim],
                        }),
                    }
                }
            }
            Err(error) => errors.push(error),
        }
    }
    if let Ok(ranges) = function.attribute(RANGES) {
        read_ranges(ranges, &mut symbols, &mut errors);
    }
    for symbol in &mut symbols {
        symbol.dims.sort_by_key(|dim| dim.size.is_none());
        check(symbol, &mut errors);
    }
    match errors.is_empty() {
        true => Ok(symbols),
        false => Err(errors),
    }
}

fn argument_types<'c>(function: OperationRef<'c, '_>) -> Vec<Type<'c>> {
    let Some(r#type) = function_type(function) else {
        return vec![];
    };
    (0..r#type.input_count())
        .filter_map(|index| r#type.input(index).ok())
        .collect()
}

fn read_names(
    argument: usize,
    attribute: Attribute<'_>,
    r#type: Type<'_>,
) -> Result<Vec<(String, DeclaredDim)>, DeclarationError> {
    let malformed = || DeclarationError::Names {
        argument,
        found: attribute.to_string(),
    };
    let array = ArrayAttribute::try_from(attribute).map_err(|_| malformed())?;
    let names = (0..array.len())
        .map(|index| string_value(array.element(index).ok()?).filter(|name| !name.is_empty()))
        .collect::<Option<Vec<_>>>()
        .ok_or_else(malformed)?;
    let shaped = shaped_type(r#type);
    let shape = shaped.shape().unwrap_or_default();
    if names.len() != shape.len() || shaped.shape().is_none() {
        return Err(DeclarationError::Rank {
            argument,
            found: names.len(),
            ty: r#type.to_string(),
        });
    }
    Ok(names
        .into_iter()
        .zip(shape)
        .enumerate()
        .filter(|(_, (name, _))| *name != UNNAMED)
        .map(|(dim, (name, size))| {
            let size = size.fixed_size();
            let dim = DeclaredDim {
                argument,
                dim,
                size,
            };
            (name.to_string(), dim)
        })
        .collect())
}

fn read_ranges(
    attribute: Attribute<'_>,
    symbols: &mut [DeclaredSymbol],
    errors: &mut Vec<DeclarationError>,
) {
    let malformed = || DeclarationError::Ranges {
        found: attribute.to_string(),
    };
    let Ok(ranges) = DictionaryAttribute::try_from(attribute) else {
        errors.push(malformed());
        return;
    };
    for index in 0..ranges.len() {
        let Ok((name, range)) = ranges.element(index) else {
            continue;
        };
        let name = name_str(name).unwrap_or_default();
        let (least, greatest) = match int_array_value(range).as_deref() {
            Some(&[least]) if least >= 0 => (least, None),
            Some(&[least, greatest]) if 0 <= least && least <= greatest => (least, Some(greatest)),
            _ => {
                errors.push(malformed());
                return;
            }
        };
        match symbols.iter_mut().find(|symbol| symbol.name == name) {
            Some(symbol) => (symbol.least, symbol.greatest) = (least, greatest),
            None => errors.push(DeclarationError::Unused { name: name.into() }),
        }
    }
}

fn check(symbol: &DeclaredSymbol, errors: &mut Vec<DeclarationError>) {
    let first = symbol.dims[0];
    let Some(expected) = first.size else {
        return;
    };
    if expected < symbol.least || symbol.greatest.is_some_and(|greatest| expected > greatest) {
        errors.push(DeclarationError::OutOfRange {
            name: symbol.name.clone(),
            dim: first,
            size: expected,
            range: symbol.range(),
        });
    }
    for &other in &symbol.dims[1..] {
        if let Some(size) = other.size
            && size != expected
        {
            errors.push(DeclarationError::Sizes {
                name: symbol.name.clone(),
                first,
                other,
                sizes: [expected, size],
            });
        }
    }
}

impl Analysis {
    /// Assumes what is declared of a function's arguments.
    pub fn assume_declared(&mut self, arguments: &[Value<'_, '_>], symbols: &[DeclaredSymbol]) {
        for symbol in symbols {
            self.learn_from_declaration(&symbol.name);
            let sizes = symbol
                .dims
                .iter()
                .filter_map(|dim| self.declared_size(arguments, *dim))
                .collect::<Vec<_>>();
            let Some((&first, rest)) = sizes.split_first() else {
                continue;
            };
            for &size in rest {
                self.facts.assume_equal(first, size);
            }
            self.facts.assume_at_least(first, symbol.least);
            if let Some(greatest) = symbol.greatest {
                self.facts.assume_at_most(first, greatest);
            }
        }
    }

    /// Returns the size of an argument's dim.
    pub fn declared_size(&mut self, arguments: &[Value<'_, '_>], dim: DeclaredDim) -> Option<Size> {
        let sizes = self.sizes(*arguments.get(dim.argument)?);
        sizes.get(dim.dim).copied()
    }
}
