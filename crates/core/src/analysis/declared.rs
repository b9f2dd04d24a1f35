//! Symbolic dims that a function's arguments declare.
//!
//! ```mlir
//! func.func @f(%x: tensor<?x?x8xf32> {bcast.dims = ["batch", "time", "?"]},
//!              %mask: tensor<?x?xf32> {bcast.dims = ["time", "time"]})
//!     attributes {bcast.ranges = {time = array<i64: 1, 512>}}
//! ```
//!
//! In each call, all dims of one name have the same size; `?` leaves a dim unnamed. A range
//! gives the least size, optionally the greatest, and then optionally a number that all sizes
//! are multiples of. An argument without `bcast.dims` may have the `onnx.dim_params` of
//! onnx-mlir.

mod attributes;
mod error;

pub use self::attributes::{
    BOUNDS, CHECKS, DIMS, ONNX_DIMS, RANGES, SIZE_OF, SIZES_OF, argument_location,
};
use self::error::{DeclarationError, Owner};
use super::Analysis;
use crate::{
    ir::{
        as_array, as_dictionary, attribute_text, attributes_of_each, block_arguments,
        function_type, int_array_value, int_elements_value, name_str, named_attributes,
        shaped_type, sizes_of, string_value, type_text,
    },
    plan::{DeclaredDim, DeclaredSymbol},
    shape::Container,
    suggest::suggest,
    symbol::{MAX_SIZE, Size, Statement},
};
use melior::ir::{
    Attribute, BlockRef, Identifier, OperationRef, Type, Value, operation::OperationLike,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The function attribute of a copy for given sizes, which names the function that it is for.
pub const PROFILE_OF: &str = "bcast.profile_of";

/// The function attribute that says that `guard-sizes` has guarded what its ops needed: what later passes put in
/// their place needs no more.
pub const GUARDED_SIZES: &str = "bcast.guarded_sizes";

/// The prefix reserved for these attributes.
const PREFIX: &str = "bcast.";

/// The name that leaves a dim unnamed.
pub const UNNAMED: &str = "?";

/// Symbols in the order in which their names first occur.
#[derive(Default)]
struct Symbols {
    symbols: Vec<DeclaredSymbol>,
    /// The index of each name among them.
    places: FxHashMap<String, usize>,
}

impl Symbols {
    fn find(&mut self, name: &str) -> Option<&mut DeclaredSymbol> {
        self.symbols.get_mut(*self.places.get(name)?)
    }

    fn add(&mut self, name: String, dim: DeclaredDim) {
        if let Some(symbol) = self.find(&name) {
            symbol.dims.push(dim);
            return;
        }
        self.places.insert(name.clone(), self.symbols.len());
        self.symbols.push(DeclaredSymbol {
            name,
            least: 0,
            greatest: None,
            step: 1,
            dims: vec![dim],
        });
    }
}

/// Reads the symbols that a function's arguments declare, in the order in which names first
/// occur.
///
/// # Errors
///
/// Fails with every error in the declarations.
pub fn declared_symbols(
    function: OperationRef<'_, '_>,
) -> Result<Vec<DeclaredSymbol>, Vec<DeclarationError>> {
    declared_symbols_of(function, &argument_types(function))
}

/// Reads the symbols that a function's arguments declare, as if the arguments had these types.
///
/// # Errors
///
/// Fails with every error in the declarations.
pub fn declared_symbols_of(
    function: OperationRef<'_, '_>,
    types: &[Type<'_>],
) -> Result<Vec<DeclaredSymbol>, Vec<DeclarationError>> {
    let (symbols, errors) = read_declarations(function, types);
    match errors.is_empty() {
        true => Ok(symbols),
        false => Err(errors),
    }
}

/// Reads the symbols that a function's arguments declare, without those and the ranges that are invalid.
pub fn valid_symbols(function: OperationRef<'_, '_>) -> Vec<DeclaredSymbol> {
    read_declarations(function, &argument_types(function)).0
}

/// Reads the symbols that a function's arguments declare, as if the arguments had these types: the valid ones, and every
/// error in the declarations.
pub fn read_declarations(
    function: OperationRef<'_, '_>,
    types: &[Type<'_>],
) -> (Vec<DeclaredSymbol>, Vec<DeclarationError>) {
    let mut errors = vec![];
    let mut symbols = Symbols::default();
    let attributes = named_attributes(function);
    check_attributes(&attributes, Owner::Function, &mut errors);
    for (name, owner) in [
        ("arg_attrs", Owner::Argument as fn(usize) -> Owner),
        ("res_attrs", Owner::Result),
    ] {
        for (index, attributes) in attributes_of_each(function, name).into_iter().enumerate() {
            check_attributes(&attributes, owner(index), &mut errors);
        }
    }
    let arguments = attributes_of_each(function, "arg_attrs").into_iter();
    for (argument, (attributes, r#type)) in arguments.zip(types).enumerate() {
        let find = |wanted| {
            let is_wanted = |&&(name, _): &&(Identifier<'_>, _)| name_str(name) == Some(wanted);
            attributes.iter().find(is_wanted).map(|&(_, found)| found)
        };
        let named = match (find(DIMS), find(ONNX_DIMS)) {
            (Some(names), _) => read_names(argument, names, *r#type),
            (None, Some(names)) => read_onnx_names(argument, names, *r#type),
            (None, None) => continue,
        };
        match named {
            Ok(named) => {
                for (name, dim) in named {
                    symbols.add(name, dim);
                }
            }
            Err(error) => errors.push(error),
        }
    }
    if let Ok(ranges) = function.attribute(RANGES) {
        read_ranges(ranges, &mut symbols, &mut errors);
    }
    let mut valid = symbols.symbols;
    valid.retain_mut(|symbol| {
        symbol.dims.sort_by_key(|dim| dim.size.is_none());
        let count = errors.len();
        check(symbol, &mut errors);
        errors.len() == count
    });
    (valid, errors)
}

/// Returns the greatest sizes of each argument's dims, which `declare-bounds` wrote on a function; `None` if there are none,
/// or not one list for each argument.
pub fn declared_bounds(function: OperationRef<'_, '_>) -> Option<Vec<Vec<Option<i64>>>> {
    let lists = as_array(function.attribute(BOUNDS).ok()?)?;
    let types = argument_types(function);
    if lists.len() != types.len() {
        return None;
    }
    let bounds = types.iter().enumerate().map(|(index, &r#type)| {
        let sizes = int_array_value(lists.element(index).ok()?)?;
        let is_whole = sizes.len() == sizes_of(r#type).len();
        let sizes = sizes.into_iter().map(|size| (size >= 0).then_some(size));
        is_whole.then(|| sizes.collect())
    });
    bounds.collect()
}

/// Returns an error for each declaration on a module, where none is allowed.
pub fn misplaced_declarations(module: OperationRef<'_, '_>) -> Vec<DeclarationError> {
    let mut errors = vec![];
    check_attributes(&named_attributes(module), Owner::Module, &mut errors);
    errors
}

/// The attributes that arguments may have.
const OF_ARGUMENTS: [&str; 2] = [DIMS, SIZE_OF];

/// The attributes that functions may have.
const OF_FUNCTIONS: [&str; 5] = [RANGES, PROFILE_OF, GUARDED_SIZES, BOUNDS, CHECKS];

/// Checks that attributes with the prefix of declarations are known and in the right place.
fn check_attributes(
    attributes: &[(Identifier<'_>, Attribute<'_>)],
    owner: Owner,
    errors: &mut Vec<DeclarationError>,
) {
    for (identifier, _) in attributes {
        let name = name_str(*identifier).unwrap_or_default();
        if !name.starts_with(PREFIX) {
            continue;
        }
        let misplaced = |name, expected| DeclarationError::Misplaced {
            name,
            owner,
            expected,
        };
        let find = |names: &[&'static str]| names.iter().copied().find(|it| *it == name);
        match (find(&OF_ARGUMENTS), find(&OF_FUNCTIONS), owner) {
            (Some(_), _, Owner::Argument(_)) | (_, Some(_), Owner::Function) => {}
            (None, None, Owner::Result(_)) if name == SIZES_OF => {}
            (Some(name), ..) => errors.push(misplaced(name, "an argument of a function")),
            (_, Some(name), _) => errors.push(misplaced(name, "a function")),
            _ => errors.push(DeclarationError::Unknown {
                name: name.into(),
                owner,
                suggestions: suggest(name, [DIMS, RANGES]),
            }),
        }
    }
}

/// Returns the types of a function's arguments.
pub fn argument_types<'c>(function: OperationRef<'c, '_>) -> Vec<Type<'c>> {
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
        found: attribute_text(attribute),
    };
    let array = as_array(attribute).ok_or_else(malformed)?;
    let names = (0..array.len())
        .map(|index| string_value(array.element(index).ok()?).filter(|name| !name.is_empty()))
        .collect::<Option<Vec<_>>>()
        .ok_or_else(malformed)?;
    let shaped = shaped_type(r#type);
    let is_ranked_tensor = shaped.container() == Container::Tensor && shaped.shape().is_some();
    let shape = shaped.shape().unwrap_or_default();
    if names.len() != shape.len() || !is_ranked_tensor {
        return Err(DeclarationError::Rank {
            argument,
            found: names.len(),
            ty: type_text(r#type),
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

fn read_onnx_names(
    argument: usize,
    attribute: Attribute<'_>,
    r#type: Type<'_>,
) -> Result<Vec<(String, DeclaredDim)>, DeclarationError> {
    let malformed = || DeclarationError::OnnxNames {
        argument,
        found: attribute_text(attribute),
        ty: type_text(r#type),
    };
    let shaped = shaped_type(r#type);
    let is_tensor = shaped.container() == Container::Tensor;
    let shape = shaped.shape().filter(|_| is_tensor).unwrap_or_default();
    let named = |entry: &str| {
        let (dim, name) = entry.split_once(':')?;
        let dim = dim.trim().parse::<usize>().ok()?;
        let declared = DeclaredDim {
            argument,
            dim,
            size: shape.get(dim)?.fixed_size(),
        };
        let name = name.trim();
        (!name.is_empty()).then(|| (name.to_string(), declared))
    };
    let entries = string_value(attribute).ok_or_else(malformed)?.split(',');
    let entries = entries.filter(|entry| !entry.trim().is_empty());
    let mut dims = entries.map(named).collect::<Option<Vec<_>>>();
    let is_repeated = |dims: &[(String, DeclaredDim)]| {
        let mut seen = FxHashSet::default();
        !dims.iter().all(|(_, declared)| seen.insert(declared.dim))
    };
    if dims.as_deref().is_some_and(is_repeated) {
        dims = None;
    }
    let mut dims = dims.ok_or_else(malformed)?;
    dims.retain(|(name, _)| name != UNNAMED);
    Ok(dims)
}

fn read_ranges(
    attribute: Attribute<'_>,
    symbols: &mut Symbols,
    errors: &mut Vec<DeclarationError>,
) {
    let Some(ranges) = as_dictionary(attribute) else {
        errors.push(DeclarationError::Ranges {
            name: None,
            found: attribute_text(attribute),
        });
        return;
    };
    for index in 0..ranges.len() {
        let Ok((name, range)) = ranges.element(index) else {
            continue;
        };
        let name = name_str(name).unwrap_or_default();
        // Portable artifacts have no lists, but tensors in place of them.
        let numbers = int_array_value(range).or_else(|| int_elements_value(range, 3));
        let (least, greatest, step) = match numbers.as_deref() {
            Some(&[least]) if least >= 0 => (least, None, 1),
            Some(&[least, greatest]) if 0 <= least && least <= greatest => {
                (least, Some(greatest), 1)
            }
            // As the least size is a multiple, too, it makes no difference where the steps
            // begin.
            Some(&[least, greatest, step])
                if step > 0 && 0 <= least && least <= greatest && least % step == 0 =>
            {
                (least, Some(greatest), step)
            }
            _ => {
                errors.push(DeclarationError::Ranges {
                    name: Some(name.into()),
                    found: attribute_text(range),
                });
                continue;
            }
        };
        match symbols.find(name) {
            Some(symbol) => {
                // No size is greater than that.
                let greatest = greatest.filter(|&greatest| greatest < MAX_SIZE);
                (symbol.least, symbol.greatest, symbol.step) = (least, greatest, step);
            }
            None => errors.push(DeclarationError::Unused { name: name.into() }),
        }
    }
}

fn check(symbol: &DeclaredSymbol, errors: &mut Vec<DeclarationError>) {
    let first = symbol.dims[0];
    let Some(expected) = first.size else {
        return;
    };
    if !symbol.has(expected) {
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
            let sizes = symbol.dims.iter();
            let sizes = sizes.map(|dim| self.declared_size(arguments, *dim));
            let Some(sizes) = sizes.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let size = |dim: &DeclaredDim| {
                let mut named = symbol.dims.iter().zip(&sizes);
                named.find_map(|(named, &size)| (named == dim).then_some(size))
            };
            let condition = symbol.condition();
            let condition = condition.map(&mut |dim| size(dim).expect("it is one of the dims"));
            self.facts.assume_condition(&condition);
        }
    }

    /// Assumes that sizes are at most the bounds that `declare-bounds` wrote on a function.
    pub(super) fn assume_bounds(
        &mut self,
        function: OperationRef<'_, '_>,
        block: BlockRef<'_, '_>,
    ) {
        let bounds = declared_bounds(function).unwrap_or_default();
        for (argument, bounds) in block_arguments(block).into_iter().zip(bounds) {
            for (size, bound) in self.sizes(argument).into_iter().zip(bounds) {
                if let (Size::Symbol(_), Some(bound)) = (size, bound) {
                    self.facts.assume(Statement::AtMost(size, bound));
                }
            }
        }
        if let Some(checked) = self.checked() {
            checked.assume_bounds(function, block);
        }
    }

    /// Returns the size of an argument's dim.
    pub fn declared_size(&mut self, arguments: &[Value<'_, '_>], dim: DeclaredDim) -> Option<Size> {
        let sizes = self.sizes(*arguments.get(dim.argument)?);
        sizes.get(dim.dim).copied()
    }
}
