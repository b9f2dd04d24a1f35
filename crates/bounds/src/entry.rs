//! A function's arguments and results: sizes come in and go out beside the tensors.

use crate::{
    analysis::{
        BOUNDS, CHECKS, DIMS, GUARDED_SIZES, ONNX_DIMS, RANGES, SIZE_OF, SIZES_OF, declared_symbols,
    },
    dialect::stablehlo::{self, ComparisonDirection},
    ir,
    padder::{Count, NoForm, PaddedDim, Padder},
};
use melior::{
    Context,
    ir::{
        Attribute, BlockLike, BlockRef, Identifier, Location, OperationRef, Type, TypeLike, Value,
        ValueLike,
        attribute::{
            ArrayAttribute, DenseI64ArrayAttribute, DictionaryAttribute, IntegerAttribute,
        },
        operation::OperationLike,
        r#type::{FunctionType, IntegerType},
    },
};
use std::fmt::{self, Display, Formatter};

/// Dims of arguments that have one size, which is an argument.
pub struct SizeArgument {
    /// Its name, if it has one.
    name: Option<String>,
    /// The dims, each as the index of an argument and of its dim.
    dims: Vec<(usize, usize)>,
    bound: i64,
}

/// Displays its name, or a dim that has it, and its range.
impl Display for SizeArgument {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let (argument, dim) = self.dims[0];
        match &self.name {
            Some(name) => write!(formatter, "'{name}'")?,
            None => write!(formatter, "argument #{argument} dim {dim}")?,
        }
        write!(formatter, " (0 to {})", self.bound)
    }
}

/// Returns the sizes that a function gets as arguments, one for each unknown dim; dims that share a declared symbol share
/// a size.
///
/// # Errors
///
/// Fails if a dim has no bound.
pub fn size_arguments(
    function: OperationRef<'_, '_>,
    types: &[Type<'_>],
    bounds: &[Vec<Option<i64>>],
) -> Result<Vec<SizeArgument>, NoForm> {
    let declared = declared_symbols(function).unwrap_or_default();
    let mut sizes = Vec::<SizeArgument>::new();
    for (argument, (r#type, bound)) in types.iter().zip(bounds).enumerate() {
        let dims = ir::sizes_of(*r#type).into_iter().zip(bound.iter().copied());
        for (dim, (size, bound)) in dims.enumerate() {
            if size.is_some() {
                continue;
            }
            let symbol = declared.iter().find(|symbol| {
                let mut dims = symbol.dims.iter();
                dims.any(|it| (it.argument, it.dim) == (argument, dim))
            });
            let name = symbol.map(|symbol| symbol.name.clone());
            let bound = bound.ok_or_else(|| {
                let name = name.as_ref().map_or("".into(), |it| format!(" ('{it}')"));
                let advice = "give one by name, or the greatest shapes of all arguments";
                format!("argument #{argument} dim {dim}{name} has no bound; {advice}")
            })?;
            let shared = sizes
                .iter_mut()
                .find(|it| it.name.is_some() && it.name == name);
            match shared {
                Some(shared) => {
                    shared.dims.push((argument, dim));
                    shared.bound = shared.bound.min(bound);
                }
                None => sizes.push(SizeArgument {
                    name,
                    dims: vec![(argument, dim)],
                    bound,
                }),
            }
        }
    }
    Ok(sizes)
}

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Adds the sizes to the arguments of a function, and checks them.
    pub fn begin(
        &mut self,
        entry: BlockRef<'c, 'a>,
        location: Location<'c>,
        sizes: &[SizeArgument],
    ) {
        let tensors = ir::block_arguments(entry);
        let r#type = self.count_type();
        let mut dims = tensors.iter().map(|&it| self.dims(it)).collect::<Vec<_>>();
        let mut added = vec![];
        for size in sizes {
            let location = match &size.name {
                Some(name) => Location::name(self.context, name, location),
                None => location,
            };
            let value = entry.add_argument(r#type, location);
            for &(argument, dim) in &size.dims {
                dims[argument][dim] = PaddedDim::of(size.bound, Count::Value(value));
                self.name_dim(tensors[argument], dim, dims[argument][dim]);
            }
            added.push(value);
        }
        if let Some(first) = entry.first_operation() {
            self.emitter.set_anchor(first);
        }
        for (&tensor, dims) in tensors.iter().zip(dims) {
            if dims.iter().any(|dim| dim.is_open()) {
                self.retype(tensor, dims);
            }
        }
        self.check_sizes(&added, sizes, tensors.len());
    }

    /// Checks that sizes are between 0 and their bounds, which is the first check.
    fn check_sizes(&mut self, values: &[Value<'c, 'a>], sizes: &[SizeArgument], first: usize) {
        let mut all: Option<Value<'c, 'a>> = None;
        let mut words = vec![];
        for (index, (&value, size)) in values.iter().zip(sizes).enumerate() {
            let zero = self.count(Count::Known(0));
            let bound = self.count(Count::Known(size.bound));
            let least = self.compare(ComparisonDirection::Ge, value, zero);
            let greatest = self.compare(ComparisonDirection::Le, value, bound);
            for condition in [least, greatest] {
                all = Some(match all {
                    Some(all) => self.same(stablehlo::AND, &[all, condition]),
                    None => condition,
                });
            }
            words.push(format!("{{{index}}} as size of {size}"));
        }
        if let Some(all) = all {
            let message = format!(
                "the program is for sizes up to bounds; got {}",
                words.join(", ")
            );
            let sizes = (0..sizes.len()).map(|index| format!("arg{}", first + index));
            self.check(all, &message, sizes.collect());
        }
    }

    /// Adds the sizes and the status to what a function returns.
    pub fn end(
        &mut self,
        function: OperationRef<'c, 'a>,
        entry: BlockRef<'c, 'a>,
        sizes: &[SizeArgument],
    ) -> Result<(), NoForm> {
        let terminator = entry.terminator().ok_or("it has no end")?;
        self.emitter.set_anchor(terminator);
        self.current = Some(terminator);
        let mut results = terminator.operands().collect::<Vec<_>>();
        let declared = ir::result_types(function);
        let mut sized = vec![];
        for (index, r#type) in declared.iter().enumerate() {
            if !ir::sizes_of(*r#type).contains(&None) {
                // It may have been found to be open.
                let fixed = ir::sizes_of(*r#type).into_iter().flatten();
                let fixed = fixed.collect::<Vec<_>>();
                if r#type.is_ranked_tensor() {
                    results[index] = self.compact(results[index])?;
                    results[index] = self.fit(results[index], &fixed);
                }
                continue;
            }
            results[index] = self.compact(results[index])?;
            let dims = self.dims(results[index]);
            let sizes = dims.iter().map(|dim| dim.size).collect::<Vec<_>>();
            let size = self.list(&sizes);
            results.push(size);
            sized.push(index);
        }
        let status = self.status_value();
        results.push(status);
        ir::set_operands(terminator, &results);
        let arguments = ir::block_arguments(entry);
        self.set_signature(function, &arguments, &results, sizes, &sized);
        Ok(())
    }

    fn set_signature(
        &self,
        function: OperationRef<'c, 'a>,
        arguments: &[Value<'c, 'a>],
        results: &[Value<'c, 'a>],
        sizes: &[SizeArgument],
        sized: &[usize],
    ) {
        let context = self.context;
        let types = |values: &[Value<'c, 'a>]| {
            let types = values.iter().map(|value| value.r#type());
            types.collect::<Vec<_>>()
        };
        let r#type = FunctionType::new(context, &types(arguments), &types(results));
        ir::set_function_type(function, r#type);
        let dictionary = |entries: &[(Identifier<'c>, Attribute<'c>)]| -> Attribute<'c> {
            DictionaryAttribute::new(context, entries).into()
        };
        let mut own = ir::attributes_of_each(function, "arg_attrs");
        own.resize(arguments.len() - sizes.len(), vec![]);
        let mut all = own
            .into_iter()
            .map(|mut own| {
                // Names of sizes, which its dims no longer have.
                own.retain(|(name, _)| !matches!(ir::name_str(*name), Some(DIMS | ONNX_DIMS)));
                dictionary(&own)
            })
            .collect::<Vec<_>>();
        for size in sizes {
            let pairs = size.dims.iter().map(|&(argument, dim)| {
                DenseI64ArrayAttribute::new(context, &[argument as i64, dim as i64]).into()
            });
            let pairs = ArrayAttribute::new(context, &pairs.collect::<Vec<_>>());
            let name = Identifier::new(context, SIZE_OF);
            all.push(dictionary(&[(name, pairs.into())]));
        }
        let all = ArrayAttribute::new(context, &all);
        ir::set_attribute(function, "arg_attrs", all.into());
        let mut own = ir::attributes_of_each(function, "res_attrs");
        own.resize(results.len() - sized.len() - 1, vec![]);
        let number = IntegerType::new(context, 64).into();
        own.extend(sized.iter().map(|&result| {
            let index = IntegerAttribute::new(number, result as i64).into();
            vec![(Identifier::new(context, SIZES_OF), index)]
        }));
        own.resize(results.len(), vec![]);
        let all = own.iter().map(|own| dictionary(own));
        let all = ArrayAttribute::new(context, &all.collect::<Vec<_>>());
        ir::set_attribute(function, "res_attrs", all.into());
        ir::set_attribute(function, CHECKS, self.status.list(context));
        // What is emitted for static shapes is not what has been guarded.
        for name in [RANGES, BOUNDS, GUARDED_SIZES] {
            ir::remove_attribute(function, name);
        }
    }
}

/// Writes the bounds of a function's arguments as an attribute: the sizes of each.
pub fn write_bounds<'c>(context: &'c Context, function: OperationRef<'c, '_>, types: &[Type<'c>]) {
    let lists = types.iter().map(|&r#type| {
        let sizes = ir::sizes_of(r#type).into_iter();
        let sizes = sizes.map(|size| size.unwrap_or(-1)).collect::<Vec<_>>();
        DenseI64ArrayAttribute::new(context, &sizes).into()
    });
    let lists = ArrayAttribute::new(context, &lists.collect::<Vec<_>>());
    ir::set_attribute(function, BOUNDS, lists.into());
}
