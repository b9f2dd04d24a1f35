//! `dispatch-profiles`: calls the copies of functions that `add-profiles` has added.

use super::{assume::behind_checks, sizes, type_sizes};
use crate::{
    analysis::{Analysis, PROFILE_OF, argument_types},
    diagnostic::Failed,
    ir::{self, Emitter, create_emitter},
    symbol::integer::Direction,
};
use melior::{
    Context,
    ir::{
        Block, BlockLike, BlockRef, OperationRef, RegionLike, Type, Value, ValueLike,
        attribute::StringAttribute, operation::OperationLike, r#type::RankedTensorType,
    },
};

/// Makes functions call, behind their checks, the first copy that is for the sizes of the arguments.
/// The copies become private.
///
/// # Errors
///
/// Fails, and changes nothing, if the context lacks the StableHLO dialect.
pub fn dispatch_profiles(root: OperationRef<'_, '_>) -> Result<(), Failed> {
    ir::with_context(root, |context| {
        for module in ir::modules(root) {
            let functions = ir::operations(module);
            let functions = functions.into_iter().filter(|&it| ir::is_function(it));
            let functions = functions.collect::<Vec<_>>();
            for &function in &functions {
                let name = ir::string(function, "sym_name");
                let copies = functions.iter().copied();
                let copies = copies.filter(|&copy| name.is_some() && profile_of(copy) == name);
                let copies = copies.collect::<Vec<_>>();
                if !copies.is_empty() {
                    let mut emitter = create_emitter(context, root)?;
                    dispatch(&mut emitter, function, &copies);
                    copies.into_iter().for_each(|copy| hide(context, copy));
                }
            }
        }
        Ok(())
    })
}

/// Returns the name of the function that a function is a copy of.
fn profile_of<'c>(function: OperationRef<'c, '_>) -> Option<&'c str> {
    ir::string_value(function.attribute(PROFILE_OF).ok()?)
}

/// Makes a function call its copies; `None` if it has no body.
fn dispatch<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    function: OperationRef<'c, 'a>,
    copies: &[OperationRef<'c, 'a>],
) -> Option<()> {
    let region = ir::region(function, 0)?;
    let entry = region.first_block()?;
    let general = ir::split_block(behind_assertions(entry)?)?;
    let mut block = entry;
    for (index, &copy) in copies.iter().enumerate() {
        let insert = |block| region.insert_block_after(block, Block::new(&[]));
        let chosen = insert(block);
        let next = match index + 1 == copies.len() {
            true => general,
            false => insert(chosen),
        };
        emitter.enter_isolated();
        emitter.set_anchor_to_end(block, function.location());
        emit_branch(emitter, &ir::block_arguments(entry), copy, [chosen, next]);
        emitter.set_anchor_to_end(chosen, function.location());
        emit_call(emitter, &ir::block_arguments(entry), copy, function);
        emitter.exit_isolated();
        block = next;
    }
    Some(())
}

/// Makes a copy private. What is said of its arguments and results is for callers from outside.
fn hide(context: &Context, copy: OperationRef<'_, '_>) {
    for attribute in [PROFILE_OF, "arg_attrs", "res_attrs"] {
        ir::remove_attribute(copy, attribute);
    }
    let private = StringAttribute::new(context, "private").into();
    ir::set_attribute(copy, "sym_visibility", private);
}

/// Returns the first op behind the leading assertions of a function's entry.
fn behind_assertions<'c: 'a, 'a>(entry: BlockRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let mut position = entry.first_operation();
    let mut last = None;
    let end = behind_checks(&mut Analysis::new(), entry);
    while let Some(operation) = position.filter(|&it| end.map(ir::address) != Some(ir::address(it)))
    {
        if ir::is_assertion(operation) {
            last = Some(operation);
        }
        position = operation.next_in_block();
    }
    match last {
        Some(last) => last.next_in_block(),
        None => entry.first_operation(),
    }
}

/// Emits a branch to the first of two blocks if arguments have the sizes of a copy.
fn emit_branch<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    arguments: &[Value<'c, 'a>],
    copy: OperationRef<'c, 'a>,
    blocks: [BlockRef<'c, 'a>; 2],
) {
    let mut fits = None;
    for (&argument, r#type) in arguments.iter().zip(argument_types(copy)) {
        let own = RankedTensorType::try_from(r#type).ok().map(type_sizes);
        let own = own.unwrap_or_default().into_iter();
        let both = sizes(argument).unwrap_or_default().into_iter().zip(own);
        for (dim, (size, own)) in both.enumerate() {
            let Some(own) = own.filter(|_| size.is_none()) else {
                continue;
            };
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
    if let Some(fits) = fits {
        emitter.emit_branch(fits, blocks);
    }
}

/// Emits a call of a copy, and returns what it returns.
fn emit_call<'c: 'a, 'a>(
    emitter: &mut Emitter<'c, 'a>,
    arguments: &[Value<'c, 'a>],
    copy: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
) {
    let cast = |emitter: &mut Emitter<'c, 'a>, values: &[Value<'c, 'a>], types: Vec<Type<'c>>| {
        let values = values.iter().zip(types);
        let values = values.map(|(&value, r#type)| emitter.emit_cast(value, r#type));
        values.collect::<Vec<_>>()
    };
    let arguments = cast(emitter, arguments, argument_types(copy));
    let results = emitter.emit_call(copy, &arguments);
    let results = cast(emitter, &results, ir::result_types(function));
    emitter.emit_return(&results);
}
