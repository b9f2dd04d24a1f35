//! What assertions of the program depend on: the values that their conditions and messages are computed from, through
//! any op, region and call, and the conditions that decide whether they run.
//!
//! An op such as `add` says that the sizes of its operands are equal, because it is not defined otherwise. That checks
//! nothing, so it must not change what an assertion checks: for these values, only [`Definitions`] count.
use super::{
    Analysis, Control, Loop,
    declared::{DIMS, ONNX_DIMS},
    integers::{any_integer_bits, element_count, rank},
    ops::Extents,
    row::OpTable,
    state::Definitions,
};
use crate::{
    dialect::{func, shape, stablehlo, tensor},
    ir::{self, ValueKey},
};
use melior::ir::{
    AttributeLike, BlockLike, BlockRef, OperationRef, RegionLike, RegionRef, Value, ValueLike,
    block::BlockArgument,
    operation::{OperationLike, OperationResult},
};
use rustc_hash::{FxHashMap, FxHashSet};

impl Definitions {
    /// Returns what is known by definition in and below an op, before any of its ops; `None` if nothing is asserted.
    pub(super) fn of<'c: 'a, 'a>(
        ops: &mut OpTable,
        root: OperationRef<'c, 'a>,
        analysis: Analysis,
    ) -> Option<Self> {
        let mut search = Search {
            ops,
            functions: FxHashMap::default(),
            callers: FxHashMap::default(),
            users: FxHashMap::default(),
            seen: FxHashMap::default(),
            pending: vec![],
            reached: FxHashSet::default(),
        };
        search.start(root);
        while let Some((value, part)) = search.pending.pop() {
            search.follow(value, part);
        }
        let values = search.seen.into_keys().collect::<FxHashSet<_>>();
        (!values.is_empty()).then_some(Self { analysis, values })
    }

    /// Returns what is known by definition before any op, without values on which an assertion depends.
    pub(super) fn of_none(analysis: Analysis) -> Self {
        Self {
            analysis,
            values: FxHashSet::default(),
        }
    }

    /// Returns whether an assertion depends on a value.
    pub(super) fn has(&self, value: Value<'_, '_>) -> bool {
        self.values.contains(&ValueKey::new(value))
    }

    /// Notes that assertions depend on the values of a copy of an op as they do on those of the original.
    pub(super) fn add_copy<'c: 'a, 'a>(
        &mut self,
        original: OperationRef<'c, 'a>,
        copy: OperationRef<'c, 'a>,
    ) {
        let pairs = values_in(original).into_iter().zip(values_in(copy));
        for (value, copied) in pairs {
            if self.has(value) {
                self.values.insert(ValueKey::new(copied));
            }
        }
    }

    /// Records that assertions depend on a value's replacement if they depend on the value.
    pub(super) fn add_replacement(&mut self, value: Value<'_, '_>, new: Value<'_, '_>) {
        if self.has(value) {
            self.values.insert(ValueKey::new(new));
        }
    }
}

/// Returns all values that an op, and the ops in it, define.
fn values_in<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let mut values = vec![];
    ir::visit_ops(root, |operation| {
        values.extend(operation.results().map(Value::from));
        let blocks = operation.regions().flat_map(blocks);
        values.extend(blocks.flat_map(ir::block_arguments));
    });
    values
}

/// What an assertion depends on of a value.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum ValuePart {
    Sizes,
    /// Its elements, and its sizes.
    All,
}

/// The search for the values that assertions depend on.
struct Search<'t, 'c, 'a> {
    ops: &'t mut OpTable,
    /// The functions with a body, by name.
    functions: FxHashMap<&'c str, Vec<OperationRef<'c, 'a>>>,
    /// The calls of functions, by name.
    callers: FxHashMap<&'c str, Vec<OperationRef<'c, 'a>>>,
    /// The other ops that may call a function, with any of their operands, by its name.
    users: FxHashMap<&'c str, Vec<OperationRef<'c, 'a>>>,
    seen: FxHashMap<ValueKey, ValuePart>,
    pending: Vec<(Value<'c, 'a>, ValuePart)>,
    /// The addresses of the ops of which it is known that they have to run.
    reached: FxHashSet<usize>,
}

impl<'c: 'a, 'a> Search<'_, 'c, 'a> {
    fn start(&mut self, root: OperationRef<'c, 'a>) {
        let mut checks = vec![];
        let mut function_values = vec![];
        let mut indirect_calls = vec![];
        let is_one_function = ir::is_function(root);
        ir::visit_ops(root, |operation| {
            if ir::is_function(operation)
                && let Some(name) = ir::string(operation, "sym_name")
            {
                let entry = ir::region(operation, 0).and_then(|body| body.first_block());
                if entry.is_some() {
                    self.functions.entry(name).or_default().push(operation);
                }
                let arguments = entry.map(ir::block_arguments).unwrap_or_default();
                for (index, argument) in arguments.into_iter().enumerate() {
                    let has = |name| ir::argument_attribute(operation, index, name).is_some();
                    // The sizes are checked at entry.
                    if has(DIMS) || has(ONNX_DIMS) {
                        self.add(argument, ValuePart::Sizes);
                        checks.extend(entry.and_then(|entry| entry.first_operation()));
                    }
                }
            } else if let Some(callee) = ir::called_function(operation) {
                self.callers.entry(callee).or_default().push(operation);
            } else if is_check(operation) {
                self.add_all(operation);
                checks.push(operation);
            } else if self.is_opaque(operation) {
                let named = named_functions(operation);
                let calls_unseen = is_one_function && !named.is_empty();
                match ir::name_str(operation.name()) {
                    Some(func::CONSTANT) => function_values.extend(named),
                    Some(func::CALL_INDIRECT) => indirect_calls.push(operation),
                    _ => {
                        for name in named {
                            self.users.entry(name).or_default().push(operation);
                        }
                    }
                }
                if has_effects(operation) || calls_unseen {
                    self.add_checkable(operation);
                    checks.push(operation);
                }
            }
        });
        for name in function_values {
            self.users.entry(name).or_default().extend(&indirect_calls);
        }
        // A function that cannot be seen may check what it is called with, or returns.
        let is_unseen = |(name, _): &(&&str, _)| !self.functions.contains_key(*name);
        let unseen = self.callers.iter().filter(is_unseen);
        for call in unseen
            .flat_map(|(_, calls)| calls.clone())
            .collect::<Vec<_>>()
        {
            self.add_checkable(call);
            checks.push(call);
        }
        if is_one_function && ir::string(root, "sym_visibility") == Some("private") {
            for (_, last) in terminators(root) {
                self.add_checkable(last);
            }
        }
        for check in checks {
            self.reach(check);
        }
    }

    fn add(&mut self, value: Value<'c, 'a>, part: ValuePart) {
        // The type says all sizes.
        let has_sizes = || {
            let shape = ir::shaped_type(value.r#type());
            shape
                .shape()
                .is_none_or(|dims| dims.iter().any(|dim| dim.is_dynamic()))
        };
        if part == ValuePart::Sizes && !has_sizes() {
            return;
        }
        let known = self.seen.get(&ValueKey::new(value));
        if known.is_none_or(|&known| known < part) {
            self.seen.insert(ValueKey::new(value), part);
            self.pending.push((value, part));
        }
    }

    fn add_all(&mut self, operation: OperationRef<'c, 'a>) {
        for operand in operation.operands() {
            self.add(operand, ValuePart::All);
        }
    }

    /// Adds what an opaque op may check: the sizes of its operands, and operands that may be numbers computed from sizes.
    fn add_checkable(&mut self, operation: OperationRef<'c, 'a>) {
        for operand in operation.operands() {
            let is_row = is_list(operand) && element_count(operand.r#type()).is_some();
            self.add(
                operand,
                match is_row {
                    true => ValuePart::All,
                    false => ValuePart::Sizes,
                },
            );
        }
    }

    /// Returns whether an op may call functions that it names, or check its operands.
    fn is_opaque(&mut self, operation: OperationRef<'c, 'a>) -> bool {
        ir::name_str(operation.name()) == Some(stablehlo::CUSTOM_CALL)
            || self.ops.find(operation).is_none()
    }

    /// Adds what decides whether an op runs.
    fn reach(&mut self, operation: OperationRef<'c, 'a>) {
        let mut pending = vec![operation];
        while let Some(operation) = pending.pop() {
            let Some(parent) = operation.parent_operation() else {
                continue;
            };
            if !self.reached.insert(ir::address(operation)) {
                continue;
            }
            if let Some(region) = operation.block().and_then(|block| block.parent_region()) {
                self.add_branches(region.first_block());
            }
            if ir::is_function(parent) {
                let name = ir::string(parent, "sym_name").unwrap_or_default();
                pending.extend(self.callers.get(name).into_iter().flatten());
                pending.extend(self.users.get(name).into_iter().flatten());
            } else if !ir::is_module(parent) {
                self.add_decisions(parent);
                pending.push(parent);
            }
        }
    }

    /// Adds what decides which blocks of a region run, and what is passed to them.
    fn add_branches(&mut self, first: Option<BlockRef<'c, 'a>>) {
        for block in std::iter::successors(first, |block| block.next_in_region()) {
            if let Some(last) = block.terminator().filter(|it| it.successor_count() > 0) {
                self.add_all(last);
            }
        }
    }

    /// Adds the conditions of the branches between blocks of an op's regions: they decide which block ends a region.
    fn add_paths(&mut self, operation: OperationRef<'c, 'a>) {
        for region in operation.regions() {
            self.add_branches(region.first_block());
        }
    }

    /// Adds what decides which regions of an op run, and how often.
    fn add_decisions(&mut self, operation: OperationRef<'c, 'a>) {
        match self.control(operation) {
            Control::Branches | Control::Conditional | Control::Assuming => self.add_all(operation),
            Control::Loop(r#loop) => self.add_iterations(operation, r#loop),
            Control::Opaque | Control::Computation | Control::TwoPartLoop => {
                self.add_everything(operation);
            }
        }
    }

    fn control(&mut self, operation: OperationRef<'c, 'a>) -> Control {
        let op = self.ops.find(operation);
        op.map_or(Control::Opaque, |op| op.region_control())
    }

    /// Adds what decides how many iterations a loop has.
    fn add_iterations(&mut self, operation: OperationRef<'c, 'a>, r#loop: Loop) {
        for operand in operation.operands().take(r#loop.first_operand) {
            self.add(operand, ValuePart::All);
        }
        for (index, last) in terminators(operation) {
            if index != r#loop.body {
                self.add_all(last);
            }
        }
    }

    /// Adds all that an op, the ops in its regions and the functions that it names return or use.
    fn add_everything(&mut self, operation: OperationRef<'c, 'a>) {
        self.add_all(operation);
        self.add_paths(operation);
        for (_, last) in terminators(operation) {
            self.add_all(last);
        }
        if self.is_opaque(operation) {
            for name in named_functions(operation) {
                for function in self.functions.get(name).cloned().unwrap_or_default() {
                    self.add_returned(function, None);
                }
            }
        }
    }

    /// Adds a result of a function, or all.
    fn add_returned(&mut self, function: OperationRef<'c, 'a>, result: Option<(usize, ValuePart)>) {
        let body = ir::region(function, 0);
        self.add_branches(body.and_then(|body| body.first_block()));
        for (_, last) in terminators(function) {
            match result {
                Some((index, part)) => {
                    if let Some(returned) = ir::operand(last, index) {
                        self.add(returned, part);
                    }
                }
                None => self.add_all(last),
            }
        }
    }

    /// Adds what a part of a value is computed from.
    fn follow(&mut self, value: Value<'c, 'a>, part: ValuePart) {
        if let Some(operation) = ir::defining_op(value) {
            let index = OperationResult::try_from(value).map(|result| result.result_number());
            self.follow_result(operation, index.unwrap_or_default(), part);
        } else if let Some(block) = ir::owner(value)
            && let Ok(argument) = BlockArgument::try_from(value)
        {
            self.follow_argument(block, argument.argument_number(), part);
        }
    }

    fn follow_argument(&mut self, block: BlockRef<'c, 'a>, index: usize, part: ValuePart) {
        let Some(parent) = block.parent_operation() else {
            return;
        };
        let region = block.parent_region();
        if region.as_ref().and_then(|region| region.first_block()) != Some(block) {
            self.add_branches(region.and_then(|region| region.first_block()));
        } else if ir::is_function(parent) {
            let name = ir::string(parent, "sym_name").unwrap_or_default();
            for call in self.callers.get(name).cloned().unwrap_or_default() {
                if let Some(operand) = ir::operand(call, index) {
                    self.add(operand, part);
                }
            }
            for user in self.users.get(name).cloned().unwrap_or_default() {
                self.add_all(user);
            }
        } else if let Control::Loop(r#loop) = self.control(parent) {
            match index.checked_sub(r#loop.first_argument) {
                Some(carried) => self.add_carried(parent, r#loop, carried, part),
                None => self.add_iterations(parent, r#loop),
            }
        } else {
            self.add_everything(parent);
        }
    }

    /// Adds what a value that a loop carries is, from one iteration to the next.
    fn add_carried(
        &mut self,
        operation: OperationRef<'c, 'a>,
        r#loop: Loop,
        index: usize,
        part: ValuePart,
    ) {
        if let Some(init) = ir::operand(operation, r#loop.first_operand + index) {
            self.add(init, part);
        }
        for (region, last) in terminators(operation) {
            if region == r#loop.body
                && let Some(next) = ir::operand(last, index)
            {
                self.add(next, part);
            }
        }
        self.add_iterations(operation, r#loop);
    }

    fn follow_result(&mut self, operation: OperationRef<'c, 'a>, index: usize, part: ValuePart) {
        if let Some(callee) = ir::called_function(operation) {
            let functions = self.functions.get(callee).cloned().unwrap_or_default();
            if functions.is_empty() {
                self.add_all(operation);
            }
            for function in functions {
                self.add_returned(function, Some((index, part)));
            }
            return;
        }
        match self.control(operation) {
            Control::Loop(r#loop) => self.add_carried(operation, r#loop, index, part),
            Control::Branches | Control::Conditional | Control::Assuming => {
                self.add_all(operation);
                self.add_paths(operation);
                for (_, last) in terminators(operation) {
                    if let Some(yielded) = ir::operand(last, index) {
                        self.add(yielded, part);
                    }
                }
            }
            Control::Opaque | Control::Computation | Control::TwoPartLoop => match part {
                ValuePart::Sizes => self.follow_sizes(operation, index),
                ValuePart::All => self.follow_elements(operation),
            },
        }
    }

    fn follow_elements(&mut self, operation: OperationRef<'c, 'a>) {
        if !reads_sizes(operation) {
            return self.add_everything(operation);
        }
        for (index, operand) in operation.operands().enumerate() {
            self.add(
                operand,
                if index == 0 {
                    ValuePart::Sizes
                } else {
                    ValuePart::All
                },
            );
        }
    }

    /// Adds what the sizes of an op's result are computed from.
    fn follow_sizes(&mut self, operation: OperationRef<'c, 'a>, index: usize) {
        let Some(extents) = self.ops.find(operation).and_then(|op| op.extents) else {
            return self.add_everything(operation);
        };
        match extents {
            Extents::Like(_) | Extents::Pairwise => {
                if let Some(like) = extents.operand_like(operation, index) {
                    self.add(like, ValuePart::Sizes);
                }
            }
            Extents::Same | Extents::Elements(_) | Extents::Computed(..) | Extents::Given => {
                for operand in operation.operands() {
                    let part = match is_list(operand) {
                        true if !matches!(extents, Extents::Same) => ValuePart::All,
                        _ => ValuePart::Sizes,
                    };
                    self.add(operand, part);
                }
            }
        }
    }
}

/// Returns whether sizes may be computed from the elements of a value.
fn is_list(value: Value<'_, '_>) -> bool {
    let r#type = value.r#type();
    any_integer_bits(r#type).is_some() && rank(r#type).is_none_or(|rank| rank <= 1)
}

/// Returns whether an op checks what the program requires of its sizes.
fn is_check(operation: OperationRef<'_, '_>) -> bool {
    let name = ir::name_str(operation.name()).unwrap_or_default();
    ir::is_assertion(operation) || name.starts_with("shape.cstr_")
}

/// Returns whether an op of which nothing is known may be a check: it has no results, so it must have effects, or an
/// attribute says that it has some.
fn has_effects(operation: OperationRef<'_, '_>) -> bool {
    let is_last = operation.next_in_block().is_none();
    let has_side_effect = operation.attribute("has_side_effect").ok();
    operation.result_count() == 0 && !is_last
        || has_side_effect
            .and_then(ir::as_bool)
            .is_some_and(|it| it.value())
}

/// Returns the symbols in the attributes of an op, which may be names of functions.
fn named_functions<'c>(operation: OperationRef<'c, '_>) -> Vec<&'c str> {
    let mut names = vec![];
    let mut pending = ir::named_attributes(operation)
        .into_iter()
        .map(|(_, attribute)| attribute)
        .collect::<Vec<_>>();
    while let Some(attribute) = pending.pop() {
        if attribute.is_flat_symbol_ref() {
            names.extend(ir::string_value(attribute));
        } else if let Some(list) = ir::as_array(attribute) {
            pending.extend((0..list.len()).filter_map(|index| list.element(index).ok()));
        } else if let Some(dictionary) = ir::as_dictionary(attribute) {
            let named = (0..dictionary.len()).filter_map(|index| dictionary.element(index).ok());
            pending.extend(named.map(|(_, attribute)| attribute));
        }
    }
    names
}

/// Returns whether an op reads only the sizes of its first operand.
fn reads_sizes(operation: OperationRef<'_, '_>) -> bool {
    matches!(
        ir::name_str(operation.name()),
        Some(stablehlo::GET_DIMENSION_SIZE | tensor::DIM | tensor::RANK | shape::SHAPE_OF)
    )
}

fn blocks<'c: 'a, 'a>(region: RegionRef<'c, 'a>) -> impl Iterator<Item = BlockRef<'c, 'a>> {
    std::iter::successors(region.first_block(), |block| block.next_in_region())
}

/// Returns the ops that end the blocks of an op and return from one of its regions, each with the region.
fn terminators<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<(usize, OperationRef<'c, 'a>)> {
    let regions = operation.regions().enumerate();
    let lasts = regions.flat_map(|(index, region)| {
        let lasts = blocks(region).filter_map(|block| block.terminator());
        lasts.map(move |last| (index, last))
    });
    lasts
        .filter(|(_, last)| last.successor_count() == 0)
        .collect()
}
