//! The types that the arguments of a function get in a call.

use super::{
    argument_error::ArgumentError,
    functions::{argument_names, callee},
    request::{Call, GivenArgument, GivenShape, GivenSize, shape_text},
    solve::solve,
    symbols::{Symbol, find_symbol, symbols},
};
use crate::{analysis::argument_types, diagnostic::collect, ir, suggest::suggest};
use melior::{
    Context,
    ir::{
        OperationRef, Type, TypeLike,
        r#type::{RankedTensorType, ShapedTypeLike},
    },
};

/// Returns the types of a function's arguments in a call.
pub(super) fn argument_types_in_call<'c: 'a, 'a>(
    context: &'c Context,
    root: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
    call: &Call,
    sizes: &[GivenSize],
) -> Result<Vec<Type<'c>>, Vec<ArgumentError>> {
    let types = argument_types(function);
    let names = ArgumentNames::of(root, function, &types);
    let mut errors = vec![];
    let mut given = vec![None; types.len()];
    if let Err(error) = names.assign(call, &mut given) {
        errors.extend(error);
    }
    let mut dims = vec![];
    for (argument, &r#type) in types.iter().enumerate() {
        match given[argument].map_or(Ok(None), |shape| {
            given_dims(context, &names.describe(argument), r#type, shape)
        }) {
            Ok(found) => dims.push(found),
            Err(error) => {
                errors.push(error);
                dims.push(None);
            }
        }
    }
    if !sizes.is_empty() {
        let symbols = symbols(root, function);
        let mut of_no_dim = vec![];
        for size in sizes {
            match set_symbol(&symbols, size, &types, &names, &mut dims) {
                Ok(()) => {}
                Err(ArgumentError::NoDim { name }) => of_no_dim.push(name),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() {
            let mut unsolved = set_solved(root, function, sizes, &types, &mut dims);
            unsolved.retain(|name| of_no_dim.contains(name));
            let unsolved = unsolved.into_iter();
            errors.extend(unsolved.map(|name| ArgumentError::NoDim { name }));
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let refined = types.into_iter().zip(dims);
    let refined = refined.map(|(r#type, dims)| match dims {
        Some(dims) => rank(context, r#type, &dims)
            .or_else(|| refine(context, r#type, &dims))
            .unwrap_or(r#type),
        None => r#type,
    });
    Ok(refined.collect())
}

/// Moves the sizes that are given by name to those of symbols, where a symbol has the name. An argument of the name, too,
/// gets the shape if it has one dim of unknown size, unless all that is given may be sizes of symbols.
pub(super) fn split_symbols<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
    call: &Call,
) -> (Call, Vec<GivenSize>) {
    let names = ArgumentNames::of(root, function, &argument_types(function));
    let symbols = symbols(root, function);
    let mut arguments = vec![];
    let mut sizes = vec![];
    let is_size = |argument: &GivenArgument| {
        let is_symbol = |name: &String| symbols.iter().any(|symbol| symbol.name == *name);
        matches!(&argument.shape, GivenShape::Dims(dims, None) if dims.len() == 1)
            && argument.name.as_ref().is_some_and(is_symbol)
    };
    let are_sizes = call.arguments.iter().all(is_size);
    for argument in &call.arguments {
        let of_symbol = argument.name.as_ref().filter(|name| {
            let found = names.find(name).ok();
            let found = found.and_then(|index| names.types.get(index));
            let may_be_shape = found.is_some_and(|&it| ir::sizes_of(it) == [None]);
            is_size(argument) && (are_sizes || !may_be_shape)
        });
        match (of_symbol, &argument.shape) {
            (Some(name), GivenShape::Dims(dims, None)) if let &[Some(size)] = dims.as_slice() => {
                sizes.push(GivenSize {
                    name: name.clone(),
                    size,
                });
            }
            _ => arguments.push(argument.clone()),
        }
    }
    (Call { arguments }, sizes)
}

/// The names of a function's arguments.
pub(super) struct ArgumentNames<'c> {
    names: Vec<Option<&'c str>>,
    types: Vec<Type<'c>>,
}

impl<'c> ArgumentNames<'c> {
    pub fn of<'a>(
        root: OperationRef<'c, 'a>,
        function: OperationRef<'c, 'a>,
        types: &[Type<'c>],
    ) -> Self
    where
        'c: 'a,
    {
        Self {
            names: argument_names(function, |operation| callee(root, operation)),
            types: types.to_vec(),
        }
    }

    /// Describes an argument in a message.
    pub fn describe(&self, argument: usize) -> String {
        match self.names.get(argument).copied().flatten() {
            Some(name) => format!("argument #{argument} ('{name}')"),
            None => format!("argument #{argument}"),
        }
    }

    /// Lists all arguments with their types.
    fn list(&self) -> String {
        let arguments = self.types.iter().enumerate().map(|(index, &r#type)| {
            let name = self.names.get(index).copied().flatten();
            let name = name.map_or_else(|| format!("arg{index}"), |name| format!("'{name}'"));
            format!("{name}: {}", ir::type_text(r#type))
        });
        match self.types.is_empty() {
            true => "no arguments".into(),
            false => arguments.collect::<Vec<_>>().join(", "),
        }
    }

    /// Finds the argument of each given shape.
    fn assign<'s>(
        &self,
        call: &'s Call,
        given: &mut [Option<&'s GivenShape>],
    ) -> Result<(), Vec<ArgumentError>> {
        let positional = call.arguments.iter().filter(|it| it.name.is_none()).count();
        if positional > 0 && call.arguments.len() != self.types.len() {
            return Err(vec![ArgumentError::Count {
                count: self.types.len(),
                given: call.arguments.len(),
                arguments: self.list(),
            }]);
        }
        let mut errors = vec![];
        for (position, argument) in call.arguments.iter().enumerate() {
            let found = match &argument.name {
                None => Ok(position),
                Some(name) => self.find(name),
            };
            match found {
                Ok(index) => match given[index] {
                    None => given[index] = Some(&argument.shape),
                    Some(first) => errors.push(ArgumentError::Repeated {
                        argument: self.describe(index),
                        first: first.to_string(),
                        second: argument.shape.to_string(),
                    }),
                },
                Err(error) => errors.push(error),
            }
        }
        match errors.is_empty() {
            true => Ok(()),
            false => Err(errors),
        }
    }

    /// Finds an argument by the name that its location or a frontend's attribute gives it, or by `arg`
    /// and its position.
    fn find(&self, name: &str) -> Result<usize, ArgumentError> {
        let named = (0..)
            .zip(&self.names)
            .filter(|(_, known)| **known == Some(name));
        let named = named.map(|(index, _)| index).collect::<Vec<_>>();
        let by_position = || {
            let index = name.trim_start_matches('%').strip_prefix("arg")?;
            let index = index.parse::<usize>().ok()?;
            (index < self.types.len()).then_some(index)
        };
        match *named {
            [index] => Ok(index),
            [] => by_position().ok_or_else(|| ArgumentError::Unknown {
                name: name.into(),
                arguments: self.list(),
                advice: match self.names.iter().any(Option::is_some) {
                    true => "",
                    false => {
                        "; a name is that of a location, as in `%x: tensor<?xf32> loc(\"x\")`, or an \
                         attribute of a frontend"
                    }
                },
                suggestions: suggest(name, self.names.iter().flatten().copied()),
            }),
            _ => Err(ArgumentError::Ambiguous {
                name: name.into(),
                arguments: self.list(),
            }),
        }
    }
}

/// Returns the sizes that a shape gives to the dims of an argument, if it changes any.
fn given_dims<'c>(
    context: &'c Context,
    argument: &str,
    r#type: Type<'c>,
    shape: &GivenShape,
) -> Result<Option<Vec<Option<i64>>>, ArgumentError> {
    let argument = || argument.to_string();
    let GivenShape::Dims(dims, element) = shape else {
        return Ok(None);
    };
    let tensor = ir::as_ranked_tensor(r#type);
    let element_type = ir::element_type(r#type).filter(|_| r#type.is_tensor());
    let Some(element_type) = element_type else {
        return Err(ArgumentError::NoTensor {
            argument: argument(),
        });
    };
    let declared = ir::type_text(element_type);
    if let Some(given) = element.as_ref().filter(|given| **given != declared) {
        // It may be written in another way.
        let (parsed, _) = collect(context, || Type::parse(context, given));
        if parsed != Some(element_type) {
            return Err(ArgumentError::Element {
                argument: argument(),
                declared,
                given: given.clone(),
            });
        }
    }
    if let Some(tensor) = tensor.filter(|tensor| tensor.rank() != dims.len()) {
        return Err(ArgumentError::Rank {
            argument: argument(),
            rank: tensor.rank(),
            given: shape_text(dims),
            dims: dims.len(),
        });
    }
    let known = ir::shaped_type(r#type);
    let bounds = ir::bounds(r#type);
    for (dim, &given) in dims.iter().enumerate() {
        let Some(given) = given else { continue };
        let declared = known.shape().and_then(|shape| shape.get(dim)?.fixed_size());
        if let Some(declared) = declared.filter(|&declared| declared != given) {
            return Err(ArgumentError::Static {
                argument: argument(),
                dim,
                declared,
                given,
            });
        }
        if let Some(&Some(bound)) = bounds.get(dim)
            && given > bound
        {
            return Err(ArgumentError::Bound {
                argument: argument(),
                dim,
                bound,
                given,
            });
        }
    }
    Ok(Some(dims.clone()))
}

/// Returns a tensor type of a rank, if the type has none.
pub(super) fn rank<'c>(
    context: &'c Context,
    r#type: Type<'c>,
    sizes: &[Option<i64>],
) -> Option<Type<'c>> {
    let element = ir::element_type(r#type).filter(|_| r#type.is_unranked_tensor())?;
    let like = RankedTensorType::new(&[], element, None);
    Some(ir::tensor_like(context, like, sizes.iter().copied(), &[]))
}

/// Returns a tensor type with sizes for those of its dynamic dims that have one; `None` if nothing
/// changes.
pub(super) fn refine<'c>(
    context: &'c Context,
    r#type: Type<'c>,
    sizes: &[Option<i64>],
) -> Option<Type<'c>> {
    let tensor = ir::as_ranked_tensor(r#type)?;
    let shape = ir::shaped_type(r#type);
    let mut bounds = ir::bounds(r#type);
    let mut has_changed = false;
    let dims = shape.shape()?.iter().enumerate().map(|(dim, declared)| {
        let size = sizes.get(dim).copied().flatten().filter(|&size| size >= 0);
        declared.fixed_size().or_else(|| {
            has_changed |= size.is_some();
            if let Some(bound) = bounds.get_mut(dim).filter(|_| size.is_some()) {
                *bound = None;
            }
            size
        })
    });
    let dims = dims.collect::<Vec<_>>();
    // Another encoding than bounds stays as it is.
    if let Some(encoding) = tensor
        .encoding()
        .filter(|&it| crate::dialect::bounds(it).is_none())
    {
        let sizes = dims
            .iter()
            .map(|size| size.map_or(i64::MIN as u64, |size| size as u64));
        let sizes = sizes.collect::<Vec<_>>();
        return has_changed
            .then(|| RankedTensorType::new(&sizes, tensor.element(), Some(encoding)).into());
    }
    has_changed.then(|| ir::tensor_like(context, tensor, dims, &bounds))
}

/// Sets the dims that follow from the sizes of symbols; returns the names of those from which the sizes of all dims that
/// decide them do not follow.
fn set_solved<'c: 'a, 'a>(
    root: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
    sizes: &[GivenSize],
    types: &[Type<'_>],
    dims: &mut [Option<Vec<Option<i64>>>],
) -> Vec<String> {
    let known = |(r#type, given): (&Type<'_>, &Option<Vec<Option<i64>>>)| {
        let own = ir::sizes_of(*r#type).into_iter().enumerate();
        let given = |dim: usize| given.as_ref()?.get(dim).copied()?;
        own.map(|(dim, size)| size.or_else(|| given(dim)))
            .collect::<Vec<_>>()
    };
    let mut solved = types.iter().zip(&*dims).map(known).collect::<Vec<_>>();
    let unsolved = solve(root, function, sizes, &mut solved);
    for ((r#type, given), sizes) in types.iter().zip(dims).zip(solved) {
        let is_new = sizes != known((r#type, given));
        // What the type says is no part of what is given.
        if is_new {
            *given = Some(sizes);
        }
    }
    unsolved
}

/// Sets the dims that a symbol stands for.
fn set_symbol(
    symbols: &[Symbol],
    given: &GivenSize,
    types: &[Type<'_>],
    names: &ArgumentNames<'_>,
    dims: &mut [Option<Vec<Option<i64>>>],
) -> Result<(), ArgumentError> {
    let name = || given.name.clone();
    let symbol = find_symbol(symbols, &given.name)?;
    for &(argument, dim) in &symbol.dims {
        let Some(&r#type) = types.get(argument) else {
            continue;
        };
        let shape = ir::shaped_type(r#type);
        let shape = shape.shape().unwrap_or_default();
        let own = dims[argument].get_or_insert_with(|| vec![None; shape.len()]);
        let Some(place) = own.get_mut(dim) else {
            continue;
        };
        let declared = shape.get(dim).and_then(|dim| dim.fixed_size());
        if let Some(known) = place.or(declared).filter(|&known| known != given.size) {
            return Err(ArgumentError::SymbolSize {
                argument: names.describe(argument),
                dim,
                name: name(),
                size: given.size,
                given: known,
            });
        }
        if let Some(&Some(bound)) = ir::bounds(r#type).get(dim)
            && given.size > bound
        {
            return Err(ArgumentError::Bound {
                argument: names.describe(argument),
                dim,
                bound,
                given: given.size,
            });
        }
        *place = Some(given.size);
    }
    Ok(())
}
