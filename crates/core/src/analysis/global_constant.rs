//! Numbers with names that are valid in a whole module.
//!
//! JAX passes sizes to private functions as arguments:
//!
//! ```mlir
//! func.func private @f(%b: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?xf32>)
//! ```
//!
//! It guarantees that all arguments with the same name are equal, in all functions. Nothing
//! checks that, so it is used only if declared symbols are assumed.

use super::Analysis;
use crate::{
    ir::{attributes_of_each, block_arguments, name_str, string_value},
    plan::DeclaredSymbol,
    symbol::{Condition, Element, Term},
};
use melior::ir::{BlockRef, OperationRef, Value, operation::OperationLike};

/// The argument attribute that names a number.
const NAME: &str = "jax.global_constant";

/// Returns the indices and names of a function's arguments that have module-wide names.
pub fn named_arguments<'c>(function: OperationRef<'c, '_>) -> Vec<(usize, &'c str)> {
    let arguments = attributes_of_each(function, "arg_attrs")
        .into_iter()
        .enumerate();
    arguments
        .filter_map(|(index, attributes)| {
            let is_name = |(name, _): &(_, _)| name_str(*name) == Some(NAME);
            let (_, name) = attributes.into_iter().find(is_name)?;
            Some((index, string_value(name)?))
        })
        .collect()
}

impl Analysis {
    /// Assumes at function entry that the named arguments equal the numbers with these names,
    /// and that sizes declared with the same names equal these numbers.
    pub fn assume_global_arguments(
        &mut self,
        function: OperationRef<'_, '_>,
        entry: BlockRef<'_, '_>,
        symbols: &[DeclaredSymbol],
    ) {
        let constants = named_arguments(function);
        if constants.is_empty() || self.is_off {
            return;
        }
        let arguments = block_arguments(entry);
        for symbol in symbols {
            let dim = symbol.dims.first();
            if let Some(size) = dim.and_then(|&dim| self.declared_size(&arguments, dim)) {
                self.assume_named(&symbol.name, size.into());
            }
        }
        for (index, name) in constants {
            if let Some(&argument) = arguments.get(index) {
                self.assume_global_constant(name, argument);
            }
        }
    }

    /// Assumes that a call passes the numbers that the arguments of its callee name.
    pub fn assume_global_operands(
        &mut self,
        call: OperationRef<'_, '_>,
        callee: OperationRef<'_, '_>,
    ) {
        if self.is_off {
            return;
        }
        let operands = call.operands().collect::<Vec<_>>();
        for (index, name) in named_arguments(callee) {
            if let Some(&operand) = operands.get(index) {
                self.assume_global_constant(name, operand);
            }
        }
    }

    fn assume_global_constant(&mut self, name: &str, value: Value<'_, '_>) {
        if let Some(&[number]) = self.elements_of(value).as_deref() {
            self.assume_named(name, number);
        }
    }

    fn assume_named(&mut self, name: &str, number: Element) {
        let named = *self
            .global_constants
            .get_or_insert_with(name.into(), || number);
        if named != number {
            self.learn_from_declaration(name);
            let [named, number] = [named, number].map(Term::Size);
            self.facts
                .assume_condition(&Condition::Equal(named, number));
        }
    }
}
