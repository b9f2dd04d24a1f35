//! `dispatch-profiles`: calls the copies of functions that `add-profiles` has added.
//!
//! A function that has copies checks its arguments, compares their sizes, and calls a copy or the
//! function for all sizes, in branches of `scf.if`: IREE copies a tensor that a function returns from
//! several blocks. Only one result is passed on as a tensor. IREE computes several into one allocation,
//! and passes on where each begins, for which it derives wrong ranges (see `carried`). They are passed
//! on as buffers, or behind loops, whose results IREE does not export there ("maximum iteration count
//! exceeded"), as tensors of a multiple of 64 bytes.

use super::{
    assume::{behind_checks, leading_assertions},
    carried, sizes, type_sizes,
};
use crate::{
    analysis::{Analysis, PROFILE_OF, RANGES, argument_types},
    diagnostic::{self, Failed, Severity},
    dialect::{self, stablehlo},
    ir::{self, Emitter, create_emitter},
    symbol::integer::Direction,
};
use melior::{
    Context,
    ir::{
        Attribute, OperationRef, RegionLike, Type, Value, ValueLike,
        attribute::{DenseI32ArrayAttribute, IntegerAttribute, StringAttribute, TypeAttribute},
        operation::OperationLike,
        r#type::{IntegerType, RankedTensorType},
    },
};

/// Makes functions call, behind their checks, the first copy that is for the sizes of the arguments.
/// The copies become private.
///
/// # Errors
///
/// Fails, and changes nothing, if the context lacks the StableHLO dialect, or IREE's `hal`.
pub fn dispatch_profiles(root: OperationRef<'_, '_>) -> Result<(), Failed> {
    ir::with_context(root, |context| {
        for module in ir::modules(root) {
            let functions = ir::operations(module);
            let functions = functions.into_iter().filter(|&it| ir::is_function(it));
            let functions = functions.collect::<Vec<_>>();
            for &function in &functions {
                let name = ir::string(function, "sym_name");
                let is_copy = |&it: &OperationRef<'_, '_>| {
                    let original = it.attribute(PROFILE_OF).ok();
                    original.is_some() && original.and_then(ir::string_value) == name
                };
                let copies = functions.iter().copied().filter(is_copy);
                let copies = copies.collect::<Vec<_>>();
                if copies.is_empty() {
                    continue;
                }
                let buffer = dialect::iree_buffer_type(context);
                let Some(buffer) = buffer.filter(|_| dialect::accepts_iree(context)) else {
                    let message = "a function with profiles needs ops of IREE's dialect 'hal', which \
                                   is not registered";
                    diagnostic::emit(function.location(), Severity::Error, message, &[]);
                    return Err(Failed);
                };
                let results = ir::result_types(function);
                let has_loops = copies.iter().chain([&function]).any(|&it| has_loops(it));
                let dispatch = Dispatch {
                    buffer: Some(buffer).filter(|_| results.len() > 1 && !has_loops),
                    results,
                };
                let mut emitter = create_emitter(context, root)?;
                let name = unused_name(module, function);
                dispatch.emit(&mut emitter, function, &copies, &name);
            }
        }
        Ok(())
    })
}

/// Returns a name for the function that is for all sizes.
fn unused_name(module: OperationRef<'_, '_>, function: OperationRef<'_, '_>) -> String {
    let operations = ir::operations(module).into_iter();
    let names = operations.filter_map(|operation| ir::string(operation, "sym_name"));
    let names = names.collect::<Vec<_>>();
    let mut name = format!(
        "{}_any",
        ir::string(function, "sym_name").unwrap_or_default()
    );
    while names.contains(&&*name) {
        name.push('_');
    }
    name
}

/// The choice among the copies of a function.
struct Dispatch<'c> {
    /// IREE's type of buffers, if results are passed on as such.
    buffer: Option<Type<'c>>,
    /// The types of the function's results.
    results: Vec<Type<'c>>,
}

impl<'c: 'a, 'a> Dispatch<'c> {
    /// Makes a function call one of its copies, or one for all sizes that gets this name; `None` if
    /// it has no body.
    fn emit(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        function: OperationRef<'c, 'a>,
        copies: &[OperationRef<'c, 'a>],
        name: &str,
    ) -> Option<()> {
        let context = emitter.context();
        let entry = ir::region(function, 0)?.first_block()?;
        let general = ir::insert_copy(function)?;
        ir::set_attribute(
            general,
            "sym_name",
            StringAttribute::new(context, name).into(),
        );
        let copied = ir::region(general, 0)?.first_block()?;
        for assertion in leading_assertions(&mut Analysis::new(), copied) {
            ir::erase(assertion);
        }
        for &copy in copies.iter().chain([&general]) {
            hide(context, copy);
        }
        ir::split_block(behind_checks(&mut Analysis::new(), entry)?)?;
        emitter.enter_isolated();
        emitter.set_anchor_to_end(entry, function.location());
        let results = self.emit_choice(emitter, &ir::block_arguments(entry), copies, general);
        let results = results.into_iter().zip(&self.results);
        let results = results.map(|(result, &r#type)| match self.buffer {
            Some(_) => emit_import(emitter, result, r#type),
            None => result,
        });
        let results = results.collect::<Vec<_>>();
        emitter.emit_return(&results);
        if self.passes_tensors() {
            let is_choice = |it: OperationRef<'c, 'a>| ir::name_str(it.name()) == Some("scf.if");
            // The inner ones first, whose results the outer ones pass on.
            for choice in ir::find_ops(function, is_choice).into_iter().rev() {
                emitter.set_anchor(choice);
                carried::align(emitter, choice);
            }
        }
        emitter.exit_isolated();
        ir::erase_unreachable_blocks(context, function);
        Some(())
    }

    /// Emits a call of the first copy that is for the sizes of the arguments, or of the function for
    /// all sizes; returns the results, tensors as buffers.
    fn emit_choice(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        arguments: &[Value<'c, 'a>],
        copies: &[OperationRef<'c, 'a>],
        general: OperationRef<'c, 'a>,
    ) -> Vec<Value<'c, 'a>> {
        let [copy, others @ ..] = copies else {
            return self.emit_call(emitter, arguments, general);
        };
        let Some(fits) = emit_fits(emitter, arguments, *copy) else {
            return self.emit_call(emitter, arguments, *copy);
        };
        let types = self.results.iter();
        let types = types.map(|&r#type| match RankedTensorType::try_from(r#type) {
            Ok(_) => self.buffer.unwrap_or(r#type),
            Err(_) => r#type,
        });
        emitter.emit_if_of_several(
            fits,
            &types.collect::<Vec<_>>(),
            |emitter| self.emit_call(emitter, arguments, *copy),
            |emitter| self.emit_choice(emitter, arguments, others, general),
        )
    }

    /// Returns whether tensors are passed on, of which there are several.
    fn passes_tensors(&self) -> bool {
        self.buffer.is_none() && self.results.len() > 1
    }

    /// Emits a call of a function; returns the results, tensors as buffers.
    fn emit_call(
        &self,
        emitter: &mut Emitter<'c, 'a>,
        arguments: &[Value<'c, 'a>],
        function: OperationRef<'c, 'a>,
    ) -> Vec<Value<'c, 'a>> {
        let arguments = arguments.iter().zip(argument_types(function));
        let arguments = arguments.map(|(&argument, r#type)| emit_cast(emitter, argument, r#type));
        let arguments = arguments.collect::<Vec<_>>();
        let results = emitter.emit_call(function, &arguments).into_iter();
        let results = results.zip(&self.results);
        let results = results.map(|(result, &r#type)| match self.buffer {
            Some(buffer) => emit_export(emitter, result, buffer),
            None => emit_cast(emitter, result, r#type),
        });
        results.collect()
    }
}

/// Emits the buffer of a tensor. Other values are returned as they are.
fn emit_export<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    value: Value<'c, 'a>,
    buffer: Type<'c>,
) -> Value<'c, 'a> {
    let tensor = emit_signless(emitter, value);
    let Some(extents) = carried::dynamic_extents(emitter, tensor) else {
        return value;
    };
    let encoding = TypeAttribute::new(tensor.r#type()).into();
    let operands = [&[tensor], &*extents].concat();
    let attributes = [("source_encoding", encoding)];
    emitter.emit_named("hal.tensor.export", &operands, &attributes, buffer)
}

/// Emits the tensor of a type that is in a buffer. Other values are returned as they are.
fn emit_import<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    buffer: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Value<'c, 'a> {
    let context = emitter.context();
    let Ok(tensor) = RankedTensorType::try_from(signless(context, r#type)) else {
        return buffer;
    };
    let index = Type::index(context);
    let dynamic = type_sizes(tensor).into_iter().enumerate();
    let dynamic = dynamic.filter(|(_, size)| size.is_none());
    let extents = dynamic.map(|(dim, _)| {
        let dim = IntegerAttribute::new(index, dim as i64).into();
        emitter.emit_named("hal.buffer_view.dim", &[buffer], &[("index", dim)], index)
    });
    let extents = extents.collect::<Vec<_>>();
    let segments = [1, extents.len() as i32, 0, 0];
    let segments = DenseI32ArrayAttribute::new(context, &segments).into();
    let attributes = [
        ("operandSegmentSizes", segments),
        ("target_encoding", TypeAttribute::new(tensor.into()).into()),
    ];
    let operands = [&[buffer], &*extents].concat();
    let tensor = emitter.emit_named("hal.tensor.import", &operands, &attributes, tensor.into());
    emit_bitcast(emitter, tensor, r#type)
}

/// Emits whether arguments have the sizes of a copy, an `i1`; `None` if the copy is for all sizes.
fn emit_fits<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    arguments: &[Value<'c, 'a>],
    copy: OperationRef<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let mut fits = None;
    for (&argument, r#type) in arguments.iter().zip(argument_types(copy)) {
        let own = RankedTensorType::try_from(r#type).ok().map(type_sizes);
        let both = sizes(argument).unwrap_or_default().into_iter();
        let both = both.zip(own.unwrap_or_default()).enumerate();
        for (dim, own) in both.filter_map(|(dim, (size, own))| match size {
            None => Some((dim, own?)),
            Some(_) => None,
        }) {
            let argument = emit_signless(emitter, argument);
            let size = emitter.emit_dim(argument, dim);
            let own = emitter.emit_constant_index(own);
            let is_own = emitter.emit_index_compare(Direction::Eq, size, own);
            fits = Some(match fits {
                Some(fits) => {
                    emitter.emit_pure("arith.andi", &[fits, is_own], &[], is_own.r#type())
                }
                None => is_own,
            });
        }
    }
    fits
}

/// Emits a tensor whose type has other dynamic dims.
fn emit_cast<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    tensor: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Value<'c, 'a> {
    if tensor.r#type() == r#type {
        return tensor;
    }
    let tensor = emit_signless(emitter, tensor);
    let cast = emitter.emit_cast(tensor, signless(emitter.context(), r#type));
    emit_bitcast(emitter, cast, r#type)
}

/// Emits a tensor of unsigned integers, which IREE takes only in ops of StableHLO, as one of signless
/// ones of the same bits.
fn emit_signless<'c, 'a>(emitter: &mut Emitter<'c, 'a>, tensor: Value<'c, 'a>) -> Value<'c, 'a> {
    let r#type = signless(emitter.context(), tensor.r#type());
    emit_bitcast(emitter, tensor, r#type)
}

/// Returns the type of tensors of signless integers for one of unsigned integers.
fn signless<'c>(context: &'c Context, r#type: Type<'c>) -> Type<'c> {
    let element = ir::element_type(r#type).and_then(|it| IntegerType::try_from(it).ok());
    match element.filter(|element| element.is_unsigned()) {
        Some(element) => {
            let element = IntegerType::new(context, element.width()).into();
            ir::with_element_type(r#type, element).unwrap_or(r#type)
        }
        None => r#type,
    }
}

fn emit_bitcast<'c, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    tensor: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Value<'c, 'a> {
    match tensor.r#type() == r#type {
        true => tensor,
        false => emitter.emit_pure(stablehlo::BITCAST_CONVERT, &[tensor], &[], r#type),
    }
}

/// Returns whether a function has loops.
fn has_loops(function: OperationRef<'_, '_>) -> bool {
    let is_loop = |operation: OperationRef<'_, '_>| {
        let name = ir::name_str(operation.name()).unwrap_or_default();
        [stablehlo::WHILE, "scf.for", "scf.while"].contains(&name)
    };
    !ir::find_ops(function, is_loop).is_empty()
}

/// Makes a copy private, which `inline` leaves as it is if the target runs again. What is said of its
/// arguments and results is for callers from outside.
fn hide(context: &Context, copy: OperationRef<'_, '_>) {
    for attribute in [PROFILE_OF, RANGES, "arg_attrs", "res_attrs"] {
        ir::remove_attribute(copy, attribute);
    }
    let private = StringAttribute::new(context, "private").into();
    ir::set_attribute(copy, "sym_visibility", private);
    ir::set_attribute(copy, "no_inline", Attribute::unit(context));
}
