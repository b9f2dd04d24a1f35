//! `assume-sizes`: tells IREE what is known of the sizes of arguments.
//!
//! IREE knows of a dynamic size only that it is one. It gets what the checks at the entry of a
//! function establish: lower bounds, divisors, and which sizes are equal. Behind them each argument is tied
//! to numbers of which this is assumed.
//!
//! IREE gets no upper bounds. From those it concludes that sizes are equal only after it has divided the
//! program into kernels, and then starts too few workgroups (`forms/lists.rs` says more).

use crate::{
    analysis::{Analysis, Visitor, Walk, declared_symbols},
    build::*,
    ops::*,
    prelude::*,
    symbol::Size,
};

/// Ties the arguments of the functions in and below `root` to what is known of their sizes. If
/// `assumes_declarations`, declared sizes need no check. A context that lacks the ops gets none.
///
/// # Errors
///
/// Fails, and changes nothing, if the context lacks the StableHLO dialect.
pub fn assume_sizes(root: OpRef<'_>, assumes_declarations: bool) -> Result<(), Failed> {
    ir::with_context(root, |context| {
        // Of TOSA's broadcasts, IREE makes branches on each size; it merges those on equal ones, and reads one operand
        // as if it were the other.
        let is_tosa = !ir::find_ops(root, ir::is_tosa).is_empty();
        if is_tosa || !dialect::accepts_iree(context) {
            return Ok(());
        }
        let analysis = Analysis::default().with_definitions(root);
        let mut reader = KnownSizesVisitor {
            assumes_declarations,
            positions: FxHashMap::default(),
            known: vec![],
        };
        visit_with(root, analysis, &mut reader);
        let mut emitter = create_emitter(context, root)?;
        for known in reader.known {
            emitter.enter_isolated();
            let _ = tie(&mut emitter, &known);
            emitter.exit_isolated();
        }
        Ok(())
    })
}

/// What is known of the sizes of a function's arguments, behind the checks at its entry.
struct KnownSizes<'a> {
    block: BlockRef<'a>,
    /// The first op behind the checks.
    position: OpRef<'a>,
    /// The arguments of unknown size, each with its dynamic dims.
    arguments: Vec<(Value<'a>, Vec<KnownSize>)>,
}

impl<'a> KnownSizes<'a> {
    /// Returns the uses of a value behind the checks, in regions and in other blocks, too.
    fn users_behind(&self, value: Value<'a>) -> Vec<(OpRef<'a>, usize)> {
        let mut users = ir::users(value);
        users.retain(|&(user, _)| {
            ir::ancestor_in(self.block, user)
                .is_none_or(|own| own == self.position || ir::is_before(self.position, own))
        });
        users
    }
}

/// What is known of the size of a dim.
#[derive(Clone, Copy)]
struct KnownSize {
    dim: usize,
    /// Its name, which equal sizes share.
    size: Size,
    minimum: i64,
    divisor: i64,
}

impl KnownSize {
    fn new(analysis: &Analysis, dim: usize, size: Size) -> Self {
        let facts = analysis.facts();
        let size = facts.canonical(size);
        Self {
            dim,
            size,
            minimum: facts.limits(size).0,
            divisor: facts.divisor(size).max(1),
        }
    }

    /// Returns whether nothing is known but that it is a size.
    fn is_any(self) -> bool {
        self.size.constant().is_none() && self.minimum <= 0 && self.divisor == 1
    }
}

/// The visitor that finds what is known.
struct KnownSizesVisitor<'a> {
    assumes_declarations: bool,
    /// The entries of functions, by the address of the first op behind the checks of each.
    positions: FxHashMap<usize, BlockRef<'a>>,
    known: Vec<KnownSizes<'a>>,
}

impl<'a> Visitor<'a, 'a, ()> for KnownSizesVisitor<'a> {
    fn take(&mut self, walk: &mut Walk<'a, 'a, ()>, operation: OpRef<'a>) -> bool {
        if let Some(block) = self.positions.remove(&ir::address(operation)) {
            let analysis = walk.analysis.checked_or_all();
            let arguments = ir::block_arguments(block).into_iter();
            let arguments = arguments.filter_map(|argument| {
                let shape = ir::as_ranked_tensor(argument.r#type())?;
                // IREE rejects ties of unsigned integers.
                let is_plain =
                    ir::encoding(shape.into()).is_none() && unsigned_of(argument).is_none();
                let sizes = analysis.sizes(argument);
                let dims = type_sizes(shape).into_iter();
                let dynamic = dims.zip(sizes).enumerate();
                let dynamic = dynamic.filter(|(_, (declared, _))| declared.is_none());
                let known = dynamic.map(|(dim, (_, size))| KnownSize::new(analysis, dim, size));
                let known = known.collect::<Vec<_>>();
                (is_plain && !known.is_empty()).then_some((argument, known))
            });
            self.known.push(KnownSizes {
                block,
                position: operation,
                arguments: arguments.collect(),
            });
        }
        false
    }

    fn begin_function(
        &mut self,
        walk: &mut Walk<'a, 'a, ()>,
        function: OpRef<'a>,
        block: BlockRef<'a>,
    ) {
        let arguments = ir::block_arguments(block);
        if self.assumes_declarations
            && let Ok(symbols) = declared_symbols(function)
        {
            let analysis = walk.analysis.checked_or_all();
            analysis.assume_declared(&arguments, &symbols);
        }
        // In front of those that it leaves between ops that only change a tensor's type, the row `early-assertions` would
        // move what is emitted here when the output is lowered again.
        let analysis = &mut walk.analysis;
        let is_leading = |it| analysis.is_size_computation(it) || is_of_same_bits(it);
        if let Some(position) = behind_checks(block, is_leading) {
            let address = ir::address(position);
            self.positions.insert(address, block);
        }
    }
}

/// Returns the first op behind the assertions at the start of a function.
pub fn behind_checks<'a>(
    entry: BlockRef<'a>,
    is_leading: impl FnMut(OpRef<'a>) -> bool,
) -> Option<OpRef<'a>> {
    match leading_assertions(entry, is_leading).last() {
        Some(last) => last.next_in_block(),
        None => entry.first_operation(),
    }
}

/// Returns the assertions with which a function begins; all ops in front of them are leading ones, such as those that
/// compute only with sizes.
pub fn leading_assertions<'a>(
    entry: BlockRef<'a>,
    mut is_leading: impl FnMut(OpRef<'a>) -> bool,
) -> Vec<OpRef<'a>> {
    let operations = ir::block_operations(entry).take_while(|&it| is_leading(it));
    operations.filter(|&it| ir::is_assertion(it)).collect()
}

/// Ties the arguments of a function whose sizes something is known of; `None` if there are none, or if
/// they are tied.
fn tie<'a>(emitter: &mut OpEmitter<'a>, known: &KnownSizes<'a>) -> Option<()> {
    let mut uses = FxHashMap::<Size, usize>::default();
    for size in known.arguments.iter().flat_map(|(_, sizes)| sizes) {
        *uses.entry(size.size).or_default() += 1;
    }
    let is_known = |size: &KnownSize| !size.is_any() || uses.get(&size.size) > Some(&1);
    let is_tied = |argument: Value<'a>| {
        let mut users = ir::users(argument).into_iter();
        users.any(|(user, _)| ir::is_named(user, TIE_SHAPE))
    };
    let mut assumed = FxHashMap::default();
    let mut is_changed = None;
    for (argument, sizes) in &known.arguments {
        let users = known.users_behind(*argument);
        if !sizes.iter().any(is_known)
            || is_tied(*argument)
            || users.iter().all(|&(user, _)| is_without_data(user))
            || !emitter.set_anchor(known.position)
        {
            continue;
        }
        let mut numbers = vec![];
        for size in sizes {
            let number = match assumed.get(&size.size) {
                Some(&number) => number,
                None => emit_assumed(emitter, *argument, size)?,
            };
            assumed.insert(size.size, number);
            numbers.push((size.dim, number));
        }
        let sizes = numbers.iter().map(|&(_, number)| number);
        let tied = emit_tied(emitter, *argument, &sizes.collect::<Vec<_>>());
        for (user, index) in users {
            ir::set_operand(user, index, tied);
        }
        use_sizes_of(emitter, *argument, tied, &numbers, known);
        is_changed = Some(());
    }
    is_changed
}

/// Emits the size of an argument's dim, as an `index` of which IREE knows what is known.
fn emit_assumed<'a>(
    emitter: &mut OpEmitter<'a>,
    argument: Value<'a>,
    size: &KnownSize,
) -> Option<Value<'a>> {
    // IREE takes the numbers that a tensor is tied to for its sizes wherever they are known, in front
    // of the checks, too: a constant, or the size of another tensor, would decide these.
    let (minimum, divisor) = match size.size.constant() {
        Some(constant) => (constant, constant.max(1)),
        None => (size.minimum.max(0), size.divisor),
    };
    let number = emitter.emit_dim(argument, size.dim);
    let context = emitter.context();
    let assumptions = dialect::iree_assumptions(context, minimum, divisor)?;
    let attributes = [("assumptions", assumptions)];
    let index = Type::index(context);
    Some(emitter.emit_named("util.assume.int", &[number], &attributes, index))
}

/// Makes the uses of an argument's sizes behind the checks uses of those of the tied tensor: of
/// these numbers, one for each of its dynamic dims.
fn use_sizes_of<'a>(
    emitter: &mut OpEmitter<'a>,
    argument: Value<'a>,
    tied: Value<'a>,
    numbers: &[(usize, Value<'a>)],
    known: &KnownSizes<'a>,
) {
    for (user, _) in ir::users(argument) {
        let (Some(size), Some(dim)) = (ir::result(user, 0), size_read(user)) else {
            continue;
        };
        let users = known.users_behind(size);
        if users.is_empty() {
            continue;
        }
        let number = numbers.iter().find(|&&(known, _)| known == dim);
        let new = match number {
            Some(&(_, number)) if size.r#type().is_index() => number,
            None if size.r#type().is_index() => continue,
            _ => emitter.emit_dimension_size(tied, dim, None),
        };
        for (user, index) in users {
            ir::set_operand(user, index, new);
        }
    }
}

/// Returns whether an op only reads the size of a tensor, or passes the tensor, or its buffer, to functions,
/// which tie it themselves.
fn is_without_data(operation: OpRef<'_>) -> bool {
    match ir::name_str(operation.name()) {
        Some(func::CALL | "hal.tensor.export") => true,
        Some(tensor::CAST | stablehlo::BITCAST_CONVERT) => operation.results().all(|result| {
            let users = ir::users(result.into());
            users.into_iter().all(|(user, _)| is_without_data(user))
        }),
        _ => size_read(operation).is_some(),
    }
}
