//! `dispatch-profiles`: calls the copies of functions that `add-profiles` has added.
//!
//! A function that has copies checks its arguments, compares their sizes, and branches to a block that
//! calls a copy or the function for all sizes, and returns. If tensors are passed between blocks, IREE may
//! read the memory of other ones (see `repair/carried_tensors.rs`). So each block returns IREE's buffers, which hold what
//! callers get from IREE's wrapper of a public function.
//!
//! IREE merges blocks whose ops are equal, and passes their operands to the merged block. If one allocation
//! holds two results of a copy, that block gets it twice, and IREE's VM makes the second reference null. To
//! keep the blocks apart, each has a different number of barriers on the first buffer that it returns. Tensors
//! without elements are one allocation in spite of that, so a function that returns several gets no copies.

use crate::{
    analysis::{Analysis, PROFILE_OF, RANGES, argument_types},
    assume::{behind_checks, leading_assertions},
    build::*,
    diagnostic::{self, Kind, Severity},
    model::memory::Memory,
    ops::*,
    prelude::*,
    repair::copies::emit_own_copy,
};
use melior::ir::{
    Location,
    attribute::{DenseI32ArrayAttribute, TypeAttribute},
    r#type::FunctionType,
};

/// Makes functions call, behind their checks, the first copy that is for the sizes of the arguments.
/// The copies become private. Calls from within the module get a copy for all sizes, which checks its
/// arguments and returns tensors.
///
/// # Errors
///
/// Fails, and changes nothing, if the context lacks the StableHLO dialect, or IREE's `hal`.
pub fn dispatch_profiles(root: OpRef<'_>) -> Result<(), Failed> {
    ir::with_context(root, |context| {
        for module in ir::modules(root) {
            let functions = ir::operations(module);
            let functions = functions.into_iter().filter(|&it| ir::is_function(it));
            let functions = functions.collect::<Vec<_>>();
            for &function in &functions {
                let name = ir::string(function, "sym_name");
                let is_copy = |&it: &OpRef<'_>| {
                    let original = it.attribute(PROFILE_OF).ok();
                    original.is_some() && original.and_then(ir::string_value) == name
                };
                let copies = functions.iter().copied().filter(is_copy);
                let copies = copies.collect::<Vec<_>>();
                if copies.is_empty() {
                    continue;
                }
                if let Some(message) = unfit_for_profiles(function) {
                    let location = function.location();
                    diagnostic::emit(location, Severity::Warning, Kind::Usage, &message, &[]);
                    copies.into_iter().for_each(ir::erase);
                    continue;
                }
                let buffer = dialect::iree_buffer_type(context, dialect::IREE_BUFFER);
                let Some(buffer) = buffer.filter(|_| dialect::accepts_iree(context)) else {
                    let message = "a function with profiles needs ops of IREE's dialect 'hal', which \
                                   is not registered";
                    let location = function.location();
                    diagnostic::emit(location, Severity::Error, Kind::Usage, message, &[]);
                    return Err(Failed);
                };
                if let Some(copy) = ir::redirect_calls(context, module, function) {
                    hide(context, copy);
                }
                let mut emitter = create_emitter(context, root)?;
                let name = ir::unused_name(module, function, "any");
                let dispatch = Dispatch {
                    buffer,
                    location: function.location(),
                    copies: &copies,
                };
                dispatch.emit(&mut emitter, function, &name);
            }
        }
        Ok(())
    })
}

/// The choice among the copies of a function.
struct Dispatch<'a, 'b> {
    /// IREE's type of buffers.
    buffer: Type<'a>,
    location: Location<'a>,
    copies: &'b [OpRef<'a>],
}

impl<'a> Dispatch<'a, '_> {
    /// Makes a function call one of its copies, or one for all sizes that gets this name; `None` if
    /// it has no body.
    fn emit(&self, emitter: &mut OpEmitter<'a>, function: OpRef<'a>, name: &str) -> Option<()> {
        let context = emitter.context();
        let entry = block_in(function, 0)?;
        let general = ir::insert_copy(function)?;
        let name = StringAttribute::new(context, name).into();
        ir::set_attribute(general, "sym_name", name);
        let copied = block_in(general, 0)?;
        let mut analysis = Analysis::default();
        for assertion in leading_assertions(copied, |it| analysis.is_size_computation(it)) {
            ir::erase(assertion);
        }
        for &copy in self.copies.iter().chain([&general]) {
            separate_results(emitter, copy);
            hide(context, copy);
        }
        let behind = behind_checks(entry, |it| analysis.is_size_computation(it))?;
        ir::split_block(behind)?;
        emitter.enter_isolated();
        let arguments = ir::block_arguments(entry);
        emitter.set_anchor_to_end(entry, self.location);
        self.emit_choice(emitter, &arguments, general);
        emitter.exit_isolated();
        ir::erase_unreachable_blocks(context, function);
        let results = ir::result_types(function).into_iter();
        let results = results.map(|r#type| match RankedTensorType::try_from(r#type) {
            Ok(_) => self.buffer,
            Err(_) => r#type,
        });
        let inputs = arguments.iter().map(|argument| argument.r#type());
        let (inputs, results) = (inputs.collect::<Vec<_>>(), results.collect::<Vec<_>>());
        ir::set_function_type(function, FunctionType::new(context, &inputs, &results));
        Some(())
    }

    /// Emits, for each copy, a branch to a block that calls it and returns, taken if the arguments have
    /// its sizes. The last block calls the function for all sizes.
    fn emit_choice(
        &self,
        emitter: &mut OpEmitter<'a>,
        arguments: &[Value<'a>],
        general: OpRef<'a>,
    ) {
        for (number, &copy) in self.copies.iter().enumerate() {
            let Some(fits) = emit_fits(emitter, arguments, copy) else {
                return self.emit_call(emitter, arguments, copy, number);
            };
            let Some([own, others]) = emitter.emit_branch(fits) else {
                return;
            };
            emitter.enter();
            emitter.set_anchor_to_end(own, self.location);
            self.emit_call(emitter, arguments, copy, number);
            emitter.exit();
            emitter.set_anchor_to_end(others, self.location);
        }
        self.emit_call(emitter, arguments, general, self.copies.len());
    }

    /// Emits a call of a function, and the return of its results. If several are buffers, the first one is
    /// behind this number of barriers.
    fn emit_call(
        &self,
        emitter: &mut OpEmitter<'a>,
        arguments: &[Value<'a>],
        function: OpRef<'a>,
        barriers: usize,
    ) {
        let arguments = arguments.iter().zip(argument_types(function));
        let arguments =
            arguments.map(|(&argument, r#type)| self.emit_argument(emitter, argument, r#type));
        let arguments = arguments.collect::<Vec<_>>();
        let results = emitter.emit_call(function, &arguments);
        let results = results.into_iter().enumerate();
        let results = results.map(|(number, result)| self.emit_export(emitter, result, number));
        let mut results = results.collect::<Vec<_>>();
        let mut buffers = results
            .iter_mut()
            .filter(|result| result.r#type() == self.buffer);
        if let (Some(first), Some(_)) = (buffers.next(), buffers.next()) {
            for _ in 0..barriers {
                *first = emit_hidden(emitter, *first).unwrap_or(*first);
            }
        }
        emitter.emit_return(&results);
    }

    /// Emits an argument of a copy. A tensor becomes static by an export and an import, because IREE would
    /// compute the buffer's size again in each call of the copy for a cast one.
    fn emit_argument(
        &self,
        emitter: &mut OpEmitter<'a>,
        argument: Value<'a>,
        r#type: Type<'a>,
    ) -> Value<'a> {
        let own = RankedTensorType::try_from(r#type).ok();
        let is_other = argument.r#type() != r#type;
        let is_static = own.is_some_and(|own| own.has_static_shape()) && is_other;
        let tensor = emit_signless(emitter, argument);
        let extents = dynamic_extents(emitter, tensor).filter(|_| is_static);
        if !is_other {
            return argument;
        }
        let bits = signless_type(emitter.context(), r#type).unwrap_or(r#type);
        let tensor = match extents {
            Some(extents) => {
                let buffer = self.emit_buffer(emitter, tensor, &extents, &[]);
                let segments = DenseI32ArrayAttribute::new(emitter.context(), &[1, 0, 0, 0]);
                let attributes = [
                    ("operandSegmentSizes", segments.into()),
                    ("target_encoding", TypeAttribute::new(bits).into()),
                ];
                emitter.emit_named("hal.tensor.import", &[buffer], &attributes, bits)
            }
            None => emitter.emit_cast(tensor, bits),
        };
        emit_converted(emitter, CONVERT, tensor, r#type)
    }

    /// Emits the buffer of a tensor with these dynamic extents.
    fn emit_buffer(
        &self,
        emitter: &mut OpEmitter<'a>,
        tensor: Value<'a>,
        extents: &[Value<'a>],
        attributes: &[(&str, Attribute<'a>)],
    ) -> Value<'a> {
        let operands = [&[tensor], extents].concat();
        let encoding = TypeAttribute::new(tensor.r#type()).into();
        let attributes = [attributes, &[("source_encoding", encoding)]].concat();
        emitter.emit_named("hal.tensor.export", &operands, &attributes, self.buffer)
    }

    /// Emits the buffer of a tensor that a function returns. Other values are returned as they are.
    fn emit_export(
        &self,
        emitter: &mut OpEmitter<'a>,
        value: Value<'a>,
        number: usize,
    ) -> Value<'a> {
        let tensor = emit_signless(emitter, value);
        let Some(extents) = dynamic_extents(emitter, tensor) else {
            return value;
        };
        let name = StringAttribute::new(emitter.context(), &format!("output{number}"));
        let buffer = self.emit_buffer(emitter, tensor, &extents, &[("name", name.into())]);
        let view = unsigned_of(value)
            .and_then(|element| self.emit_unsigned(emitter, buffer, tensor, element));
        view.unwrap_or(buffer)
    }

    /// Emits a view of a buffer's bytes whose element type is unsigned. Callers see that type, and
    /// `hal.tensor.export` cannot set it, because IREE makes its types signless. `None` if the context
    /// rejects IREE's types.
    fn emit_unsigned(
        &self,
        emitter: &mut OpEmitter<'a>,
        buffer: Value<'a>,
        tensor: Value<'a>,
        element: IntegerType<'a>,
    ) -> Option<Value<'a>> {
        // IREE's numbers for unsigned integers, and for rows that follow each other.
        const UNSIGNED: i64 = 0x1200_0000;
        const ROWS: i64 = 1;
        let context = emitter.context();
        let index = Type::index(context);
        let bytes = dialect::iree_buffer_type(context, "buffer")?;
        let bytes = emitter.emit_named("hal.buffer_view.buffer", &[buffer], &[], bytes);
        let length = emitter.emit_named("hal.buffer.length", &[bytes], &[], index);
        let begin = emitter.emit_constant_index(0);
        let number = IntegerType::new(context, 32).into();
        let [element, order] = [UNSIGNED + i64::from(element.width()), ROWS]
            .map(|value| emit_integer(emitter, value, number));
        let extents = emit_extents(emitter, tensor);
        let operands = [&[bytes, begin, length, element, order], &*extents].concat();
        Some(emitter.emit_named("hal.buffer_view.create", &operands, &[], self.buffer))
    }
}

/// Returns why IREE would compute a function wrongly if it chose among profiles; `None` if it would not.
fn unfit_for_profiles(function: OpRef<'_>) -> Option<String> {
    let end = "if it chose among profiles, so the function gets none";
    if let [first, second, ..] = *results_without_elements(function) {
        return Some(format!(
            "results {first} and {second} have no elements: IREE would return one of them as null {end}"
        ));
    }
    let result = returned_argument(function)?;
    let has_loop = !ir::find_ops(function, is_loop).is_empty();
    has_loop.then(|| {
        format!(
            "result {result} is an argument, and there is a loop: IREE may let the loop start with \
             other elements {end}"
        )
    })
}

/// Returns the number of the first result that is an argument of the function.
fn returned_argument(function: OpRef<'_>) -> Option<usize> {
    let block = block_in(function, 0)?;
    let end = block.terminator()?;
    let is_argument = |value: Value<'_>| source_of(value).is_block_argument();
    let mut returned = end.operands().enumerate();
    returned.find_map(|(number, value)| is_argument(value).then_some(number))
}

/// Returns the numbers of the results whose types say that they have no elements.
fn results_without_elements(function: OpRef<'_>) -> Vec<usize> {
    let results = ir::result_types(function).into_iter().enumerate();
    let results = results.filter(|&(_, r#type)| ir::sizes_of(r#type).contains(&Some(0)));
    results.map(|(number, _)| number).collect()
}

/// Emits whether arguments have the sizes of a copy, an `i1`; `None` if the copy is for all sizes.
fn emit_fits<'a>(
    emitter: &mut OpEmitter<'a>,
    arguments: &[Value<'a>],
    copy: OpRef<'a>,
) -> Option<Value<'a>> {
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
            fits = Some(emit_and(emitter, fits, is_own));
        }
    }
    fits
}

/// Makes a function return a copy of each tensor that an earlier result may be: IREE returns a tensor once, and
/// the second reference would be null.
fn separate_results<'a>(emitter: &mut OpEmitter<'a>, function: OpRef<'a>) {
    let is_tosa = !ir::find_ops(function, ir::is_tosa).is_empty();
    for end in ir::find_ops(function, |it| ir::is_named(it, func::RETURN)) {
        let mut returned = FxHashSet::default();
        for (place, value) in end.operands().enumerate() {
            let own = Memory::of(value, |_| false).values;
            if returned.is_disjoint(&own) {
                returned.extend(own);
            } else {
                let _ = replace_operand(emitter, end, place, |it, value| match is_tosa {
                    true => emit_divided_copy(it, value),
                    false => emit_copy(it, value),
                });
            }
        }
    }
}

/// Emits a copy of a tensor, as a row if it is a scalar: IREE computes on scalars outside of tensors.
fn emit_copy<'a>(emitter: &mut OpEmitter<'a>, value: Value<'a>) -> Option<Value<'a>> {
    let tensor = emit_signless(emitter, value);
    let copy = if sizes(tensor)?.is_empty() {
        let scalar = tensor.r#type();
        let row = RankedTensorType::new(&[1], ir::element_type(scalar)?, None).into();
        let row = emitter.emit_named(stablehlo::RESHAPE, &[tensor], &[], row);
        let copy = emit_own_copy(emitter, row)?;
        emitter.emit_named(stablehlo::RESHAPE, &[copy], &[], scalar)
    } else {
        emit_own_copy(emitter, tensor)?
    };
    Some(emit_converted(emitter, CONVERT, copy, value.r#type()))
}

/// Makes a copy private, which `inline` leaves as it is if the target runs again. What is said of its
/// arguments and results is for callers from outside.
fn hide(context: &Context, copy: OpRef<'_>) {
    for attribute in [PROFILE_OF, RANGES, "arg_attrs", "res_attrs"] {
        ir::remove_attribute(copy, attribute);
    }
    let private = StringAttribute::new(context, "private").into();
    ir::set_attribute(copy, "sym_visibility", private);
    ir::set_attribute(copy, "no_inline", Attribute::unit(context));
}
