//! `convert-torch-tensors`: converts ops of torch-mlir that have a rule to builtin tensors.
//!
//! The casts between tensors of torch-mlir and builtin ones are torch-mlir's own, which its
//! passes remove when they convert the other ops.

use crate::{
    diagnostic::Failed,
    ir,
    lower::{RuleFinder, Rules},
};
use melior::{
    Context,
    ir::{
        Location, OperationRef, Type, Value, ValueLike,
        operation::{OperationBuilder, OperationLike},
    },
};
use rustc_hash::FxHashMap;

const TO_BUILTIN: &str = "torch_c.to_builtin_tensor";
const FROM_BUILTIN: &str = "torch_c.from_builtin_tensor";

/// Element types by their names in torch-mlir's tensors and in builtin tensors. Others have no
/// counterpart.
const ELEMENTS: &[(&str, &str)] = &[
    ("i1", "i1"),
    ("si8", "i8"),
    ("si16", "i16"),
    ("si32", "i32"),
    ("si64", "i64"),
    ("ui8", "ui8"),
    ("ui16", "ui16"),
    ("ui32", "ui32"),
    ("ui64", "ui64"),
    ("f16", "f16"),
    ("bf16", "bf16"),
    ("f32", "f32"),
    ("f64", "f64"),
    ("complex<f32>", "complex<f32>"),
    ("complex<f64>", "complex<f64>"),
];

/// Gives the ops in and below `root` that have a rule builtin tensors as operands and results,
/// where they have ranked tensors of torch-mlir.
///
/// Ops of a registered dialect stay, because they may accept only its own types.
///
/// # Errors
///
/// Fails if an op without a result should be created, which does not happen.
pub fn convert_torch_tensors(root: OperationRef<'_, '_>, rules: &Rules) -> Result<(), Failed> {
    let mut finder = RuleFinder::new(rules);
    let ops = ir::find_ops(root, |operation| finder.has(operation));
    ir::with_context(root, |context| {
        let is_registered = |operation: &OperationRef<'_, '_>| {
            let name = ir::name_str(operation.name()).unwrap_or_default();
            context.is_registered_operation(name)
        };
        let mut conversion = Conversion {
            context,
            builtin: FxHashMap::default(),
        };
        for operation in ops.into_iter().filter(|op| !is_registered(op)) {
            conversion.convert(operation)?;
        }
        remove_casts(root);
        Ok(())
    })
}

struct Conversion<'c, 'a> {
    context: &'c Context,
    /// Values as builtin tensors, by their addresses.
    builtin: FxHashMap<usize, Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Conversion<'c, 'a> {
    fn convert(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), Failed> {
        let operands = operation.operands().enumerate().collect::<Vec<_>>();
        for (index, operand) in operands {
            if let Some(r#type) = builtin_type(self.context, operand.r#type()) {
                let converted = self.cast_to_builtin(operand, r#type)?;
                ir::set_operand(operation, index, converted);
            }
        }
        let results = operation.results().map(Into::into).collect::<Vec<Value>>();
        for result in results {
            let original = result.r#type();
            if let Some(r#type) = builtin_type(self.context, original) {
                ir::set_type(result, r#type);
                let cast = self.insert_after(result, FROM_BUILTIN, original)?;
                ir::replace_uses(result, ir::result(cast, 0).ok_or(Failed)?);
                ir::set_operand(cast, 0, result);
            }
        }
        Ok(())
    }

    /// Returns a value as a builtin tensor.
    fn cast_to_builtin(
        &mut self,
        value: Value<'c, 'a>,
        r#type: Type<'c>,
    ) -> Result<Value<'c, 'a>, Failed> {
        let key = value.to_raw().ptr as usize;
        if let Some(&converted) = self.builtin.get(&key) {
            return Ok(converted);
        }
        let cast = self.insert_after(value, TO_BUILTIN, r#type)?;
        let converted = ir::result(cast, 0).ok_or(Failed)?;
        self.builtin.insert(key, converted);
        Ok(converted)
    }

    /// Inserts a cast where its operand is defined, so that it may replace it in all its uses.
    fn insert_after(
        &self,
        value: Value<'c, 'a>,
        name: &str,
        r#type: Type<'c>,
    ) -> Result<OperationRef<'c, 'a>, Failed> {
        let definition = ir::defining_op(value).map(|definition| definition.location());
        let location = definition.unwrap_or_else(|| Location::unknown(self.context));
        let cast = OperationBuilder::new(name, location)
            .add_operands(&[value])
            .add_results(&[r#type])
            .build()
            .map_err(|_| Failed)?;
        ir::insert_after_definition(value, cast).ok_or(Failed)
    }
}

/// Removes casts of casts, and casts that nothing uses.
fn remove_casts(root: OperationRef<'_, '_>) {
    let is = |operation: OperationRef<'_, '_>, name| ir::name_str(operation.name()) == Some(name);
    for cast in ir::find_ops(root, |operation| is(operation, TO_BUILTIN)) {
        let source = ir::operand(cast, 0).and_then(ir::defining_op);
        let source = source.filter(|&source| is(source, FROM_BUILTIN));
        let source = source.and_then(|source| ir::operand(source, 0));
        if let (Some(source), Some(result)) = (source, ir::result(cast, 0))
            && source.r#type() == result.r#type()
        {
            ir::replace_uses(result, source);
            ir::erase(cast);
        }
    }
    for cast in ir::find_ops(root, |operation| is(operation, FROM_BUILTIN)) {
        ir::erase(cast);
    }
}

/// Returns the builtin type of torch-mlir's tensors; `None` if the type is another one, or has no
/// rank or element type.
fn builtin_type<'c>(context: &'c Context, r#type: Type<'c>) -> Option<Type<'c>> {
    Type::parse(context, &builtin_text(&ir::type_text(r#type))?)
}

/// Converts `!torch.vtensor<[?,4],si64>` to `tensor<?x4xi64>`.
fn builtin_text(text: &str) -> Option<String> {
    let text = text.strip_prefix("!torch.vtensor<[")?.strip_suffix('>')?;
    let (dims, element) = text.split_once("],")?;
    let &(_, element) = ELEMENTS.iter().find(|(name, _)| *name == element)?;
    let is_dim = |dim: &&str| *dim == "?" || dim.parse::<i64>().is_ok_and(|size| size >= 0);
    let mut tensor = String::from("tensor<");
    for dim in dims.split(',').filter(|_| !dims.is_empty()) {
        tensor += Some(dim).filter(is_dim)?;
        tensor += "x";
    }
    Some(format!("{tensor}{element}>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_torch_are_converted() {
        for (torch, builtin) in [
            ("!torch.vtensor<[?,4],f32>", Some("tensor<?x4xf32>")),
            ("!torch.vtensor<[],si64>", Some("tensor<i64>")),
            ("!torch.vtensor<[0],ui8>", Some("tensor<0xui8>")),
            (
                "!torch.vtensor<[?],complex<f64>>",
                Some("tensor<?xcomplex<f64>>"),
            ),
            ("!torch.vtensor<*,f32>", None),
            ("!torch.vtensor", None),
            ("!torch.vtensor<[?,4],unk>", None),
            ("!torch.vtensor<[?],!torch.qint8>", None),
            ("!torch.vtensor<[-1],f32>", None),
            ("!torch.vtensor<[99999999999999999999],f32>", None),
            ("!torch.tensor<[?],f32>", None),
            ("!torch.int", None),
            ("tensor<?xf32>", None),
        ] {
            assert_eq!(builtin_text(torch).as_deref(), builtin, "{torch}");
        }
    }

    #[test]
    fn all_builtin_types_parse() {
        let context = Context::new();
        for (torch, builtin) in ELEMENTS {
            let text = builtin_text(&format!("!torch.vtensor<[2,?],{torch}>")).unwrap();
            assert_eq!(text, format!("tensor<2x?x{builtin}>"));
            assert!(Type::parse(&context, &text).is_some(), "{text}");
        }
    }
}
