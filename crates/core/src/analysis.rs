//! From ops to facts: what ops say of the sizes of their operands and results.
//!
//! It reads IR and never changes it. Facts hold where the op that establishes
//! them dominates: they end with the scope of its block.
//!
//! `docs/facts.md` lists what is followed.
//!
//! # Facts end with their scope
//!
//! `analysis::Analysis` gives every dim of a value a symbol and learns from each op that the walk
//! passes; its scopes are those of the emitter. The plan asks the facts which guards are entailed
//! and which operand already has the sizes, and adds the conditions of its guards. With
//! `facts=off` each op is planned without facts. docs/facts.md lists the tracked ops, and
//! describes the sizes that facts make acceptable although `zero-extents=reject` would reject
//! them. Statements that a branch assumes about earlier values are recorded
//! (`symbol/facts/branches.rs`); those that all branches have recorded are assumed again after
//! them.
//!
//! # Loops are assumed to keep sizes, and the assumption is tested
//!
//! Before a loop is lowered, its body is walked without being changed, on the assumption that the
//! values it carries keep their sizes. Dims that violate it are grouped by their sizes after an
//! iteration, and the walk is repeated until the assumption holds: at most four times, in at most
//! three nested loops; beyond that, nothing is assumed. A walk without changes also finds how a
//! function's results depend on its arguments, callees first; functions that only known calls
//! reach are lowered after their callers. A function is still lowered once, and its text does not
//! depend on the order.

mod branch;
mod call;
mod computation;
mod condition;
mod control;
mod declared;
mod element;
mod element_table;
mod global_constant;
mod integers;
mod known;
mod lists;
mod need;
mod ops;
mod origin;
mod predicate;
mod row;
mod sizes;
mod state;
pub mod testing;
mod trace;
mod types;
mod walk;

pub use self::{
    branch::{BranchRow, Branches},
    call::Calls,
    control::{CarriedRows, unrelated},
    declared::{
        BOUNDS, CHECKS, DIMS, GUARDED_SIZES, ONNX_DIMS, PROFILE_OF, RANGES, SIZE_OF, SIZES_OF,
        UNNAMED, argument_location, argument_types, declared_bounds, declared_symbols,
        declared_symbols_of, misplaced_declarations, read_declarations, valid_symbols,
    },
    global_constant::named_arguments,
    integers::{any_integer_bits, element_count, integer_bits, is_size},
    need::{CheckedRelation, NeedAnswer},
    ops::{
        ambiguities, applicable, arith_functions, arith_op, fit, has_row, known_sizes,
        misfit_entry, reads_in_body, unmet,
    },
    origin::{FactOrigin, FactSource},
    row::{
        Control, ExpressionNode, Loop, NeededRelation, SizeExpression, SizeExpressions, SizeNeed,
    },
    sizes::{ElementRow, Elements, Sizes},
    state::{Analysis, IntegerRow, IntegerValues, Knowledge, SharedSizes},
    walk::{PassOps, Visitor, Walk},
};

use crate::{
    ir::{self, ValueKey},
    rule::FactTable,
    scoped_map::{ScopeChange, Scoped, ScopedMap},
    symbol::{Element, Facts, Size, Statement},
};
use element_table::{ElementTable, MAX_ELEMENTS};
use lists::{ListId, Lists};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
use row::OpTable;
use smallvec::SmallVec;
use state::Definitions;
use types::{Described, TypeTable};

/// An analysis that knows nothing.
impl Default for Analysis {
    fn default() -> Self {
        Self {
            facts: Facts::default(),
            sizes: ScopedMap::new(),
            lists: Lists::default(),
            values: IntegerValues::of_named_extents(),
            elements: ElementTable::new(),
            ops: OpTable::default(),
            holding: ScopedMap::new(),
            global_constants: ScopedMap::new(),
            hidden: vec![],
            scope: 0,
            scope_count: 0,
            types: TypeTable::default(),
            trace: None,
            is_off: false,
            definitions: None,
            has_said: false,
        }
    }
}

impl Analysis {
    /// Adds facts about ops that the table of ops has no row for.
    #[must_use]
    pub fn with_facts(mut self, facts: &FactTable) -> Self {
        self.ops = OpTable::with_facts(facts);
        self.values.add_facts(facts);
        self
    }

    /// Knows of the values that assertions in and below `root` depend on only what ops define and what is checked: see
    /// [`of`](Self::of).
    #[must_use]
    pub fn with_definitions<'c: 'a, 'a>(mut self, root: OperationRef<'c, 'a>) -> Self {
        if !self.is_off {
            let inner = self.same_ops();
            self.definitions = Definitions::of(&mut self.ops, root, inner).map(Box::new);
        }
        self
    }

    /// Also keeps, for all values, what holds without what ops merely imply: what ops define and what is checked. See
    /// [`checked`](Self::checked).
    #[must_use]
    pub fn with_checks(mut self) -> Self {
        if !self.is_off {
            self.definitions = Some(Box::new(Definitions::of_none(self.same_ops())));
        }
        self
    }

    /// Creates an analysis of the same ops that knows nothing.
    fn same_ops(&self) -> Self {
        let mut other = Self {
            ops: self.ops.same(),
            ..Self::default()
        };
        other.values.ops = self.ops.same();
        other
    }

    /// Creates an analysis that never learns: each op is considered on its own.
    pub fn off() -> Self {
        Self {
            is_off: true,
            ..Self::default()
        }
    }

    /// Returns whether the analysis never learns.
    pub fn is_off(&self) -> bool {
        self.is_off
    }

    /// Starts on another op; an analysis that never learns forgets the previous one.
    pub fn begin_op(&mut self) {
        if self.is_off {
            *self = Self::off();
        }
    }

    /// Returns a key for everything known here.
    pub fn knowledge(&self) -> Knowledge {
        Knowledge {
            scope: self.scope,
            version: self.facts.version(),
        }
    }

    /// Returns what ends with its scope, apart from facts and definitions.
    fn scoped(&mut self) -> impl Iterator<Item = &mut dyn Scoped> {
        let aliases = self.trace.as_mut().map(|trace| &mut trace.aliases as _);
        let own: [&mut dyn Scoped; 3] = [
            &mut self.sizes,
            &mut self.holding,
            &mut self.global_constants,
        ];
        own.into_iter().chain(self.elements.scoped()).chain(aliases)
    }

    /// Begins or ends a scope: a block and what it dominates, or one in which nothing outside is known.
    pub fn scope(&mut self, change: ScopeChange) {
        if self.is_off {
            return;
        }
        self.define(|it| it.scope(change));
        match change {
            ScopeChange::Enter => self.facts.enter(),
            ScopeChange::Exit => self.facts.exit(),
            ScopeChange::EnterIsolated => {
                let facts = std::mem::take(&mut self.facts);
                let has_said = std::mem::take(&mut self.has_said);
                self.hidden.push((facts, self.scope, has_said));
                self.scope_count += 1;
                self.scope = self.scope_count;
                if self.trace.is_some() {
                    self.facts.begin_journal();
                }
            }
            ScopeChange::ExitIsolated => {
                (self.facts, self.scope, self.has_said) = self.hidden.pop().unwrap_or_default();
            }
        }
        self.scoped().for_each(|it| it.scope(change));
    }

    /// Returns the facts.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Returns the facts, so that what guards establish can be added.
    pub fn facts_mut(&mut self) -> &mut Facts {
        &mut self.facts
    }

    /// Returns the sizes of a value's dims: a constant exactly where the type is static,
    /// otherwise a symbol. Empty if the value has no rank.
    pub fn sizes(&mut self, value: Value<'_, '_>) -> Sizes {
        Sizes::from_slice(self.sizes_of(value))
    }

    /// Returns the same as [`sizes`](Self::sizes), borrowed.
    pub fn sizes_of(&mut self, value: Value<'_, '_>) -> &Sizes {
        let described = self.types.describe(value.r#type());
        if let Some(sizes) = &described.static_sizes {
            return sizes;
        }
        let name = || Self::named(&mut self.facts, &mut self.lists, described);
        let id = *self.sizes.get_or_insert_with(ValueKey::new(value), name);
        &self.lists[id]
    }

    /// Returns the same as a reference: two values of one type have the same sizes exactly if
    /// these are equal.
    pub fn shared_sizes(&mut self, value: Value<'_, '_>) -> SharedSizes {
        let described = self.types.describe(value.r#type());
        if described.static_sizes.is_some() {
            return SharedSizes(None);
        }
        let name = || Self::named(&mut self.facts, &mut self.lists, described);
        let id = self.sizes.get_or_insert_with(ValueKey::new(value), name);
        SharedSizes(Some(*id))
    }

    /// Returns sizes of a type, with new names for those that are dynamic.
    fn named(facts: &mut Facts, lists: &mut Lists<Sizes>, r#type: &Described) -> ListId<Sizes> {
        let dims = r#type.shape.shape().unwrap_or_default().iter();
        let sizes = dims.map(|dim| match dim.fixed_size() {
            Some(size) => Size::Constant(size),
            None => Size::Symbol(facts.fresh()),
        });
        lists.add(sizes.collect())
    }

    /// Returns the sizes of a value's dims if they are static or have names.
    fn known_sizes(&mut self, value: Value<'_, '_>) -> Option<&Sizes> {
        let described = self.types.describe(value.r#type());
        let named = || {
            let id = self.sizes.get(&ValueKey::new(value))?;
            Some(&self.lists[*id])
        };
        described.static_sizes.as_ref().or_else(named)
    }

    /// Names the sizes of a value's dims where the value is defined, so that they
    /// have one name in all scopes below.
    pub fn name_sizes(&mut self, value: Value<'_, '_>) {
        if self.is_off {
            return;
        }
        self.define(|definitions| definitions.name_sizes(value));
        self.sizes_of(value);
    }

    /// Notes that a value's dims have these sizes, `None` where nothing is known.
    ///
    /// Elements may be given, too; each is then known to be the size of a dim.
    pub fn set_sizes(
        &mut self,
        value: Value<'_, '_>,
        known: impl IntoIterator<Item = Option<impl Into<Element>>>,
    ) {
        if self.is_off {
            return;
        }
        let mut known = known.into_iter().map(|known| known.map(Into::into));
        let key = ValueKey::new(value);
        if let Some(sizes) = self.known_sizes(value).cloned() {
            for (size, known) in sizes.into_iter().zip(known) {
                if let Some(known) = known.and_then(|known| self.facts.size_of_dim(known)) {
                    self.facts.assume(Statement::Equal(size, known));
                }
            }
            return;
        }
        let described = self.types.describe(value.r#type());
        let mut sizes = Sizes::new();
        for (dim, declared) in described
            .shape
            .shape()
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            let known = known.next().flatten();
            let known = known.and_then(|known| self.facts.size_of_dim(known));
            sizes.push(match (declared.fixed_size(), known) {
                (None, Some(size @ Size::Symbol(_))) => {
                    if let Some(trace) = &mut self.trace {
                        trace.name(&mut self.facts, key, dim, size);
                    }
                    size
                }
                (declared, known) => {
                    let size = match declared {
                        Some(size) => Size::Constant(size),
                        None => Size::Symbol(self.facts.fresh()),
                    };
                    if let Some(known) = known {
                        self.facts.assume(Statement::Equal(size, known));
                    }
                    size
                }
            });
        }
        self.sizes.insert(key, self.lists.add(sizes));
    }

    /// Gives the dims of a value sizes, if they have none: a static dim its size, another the size in `known`, or a
    /// new symbol.
    fn define_sizes(
        &mut self,
        value: Value<'_, '_>,
        known: impl IntoIterator<Item = Option<Element>>,
    ) {
        let described = self.types.describe(value.r#type());
        let dims = described.shape.shape().unwrap_or_default().to_vec();
        let mut known = known.into_iter();
        let sizes = dims.into_iter().map(|declared| {
            let known = known.next().flatten();
            let known = known.and_then(|known| self.facts.as_size(known));
            match (declared.fixed_size(), known) {
                (Some(size), _) => Size::Constant(size),
                (None, Some(size @ Size::Symbol(_))) => size,
                (None, known) => {
                    let size = Size::Symbol(self.facts.fresh());
                    if let Some(known) = known {
                        self.facts.assume(Statement::Equal(size, known));
                    }
                    size
                }
            }
        });
        let sizes = sizes.collect::<Sizes>();
        self.sizes
            .insert(ValueKey::new(value), self.lists.add(sizes));
    }

    /// Returns the sizes of a value, if they may be shared: not where their origins are
    /// recorded value by value.
    pub fn share_sizes(&mut self, value: Value<'_, '_>) -> Option<SharedSizes> {
        if self.is_off || self.trace.is_some() {
            return None;
        }
        if self.types.describe(value.r#type()).static_sizes.is_some() {
            return Some(SharedSizes(None));
        }
        let id = self.sizes.get(&ValueKey::new(value))?;
        Some(SharedSizes(Some(*id)))
    }

    /// Notes that a value has the sizes of another one of its type; returns false, and notes
    /// nothing, if its sizes have names already.
    pub fn set_shared_sizes(&mut self, value: Value<'_, '_>, sizes: SharedSizes) -> bool {
        let Some(id) = sizes.0 else {
            return true;
        };
        let key = ValueKey::new(value);
        let is_new = self.sizes.get(&key).is_none();
        if is_new {
            self.sizes.insert(key, id);
        }
        is_new
    }

    /// Returns what is known of a value, with the names valid here.
    pub fn row(&mut self, value: Value<'_, '_>) -> ElementRow {
        let numbers = self.own_row(value).into_iter();
        numbers.map(|number| self.facts.name(number)).collect()
    }

    /// Returns the same with the names given where the value was defined.
    fn own_row(&mut self, value: Value<'_, '_>) -> ElementRow {
        let sizes = self.sizes(value).into_iter();
        let mut row = sizes.map(Element::from).collect::<ElementRow>();
        if self.has_row_of_elements(value)
            && let Some(elements) = self.elements_of(value)
        {
            row.extend(elements);
        }
        row
    }

    /// Learns the sizes and elements of a value, `None` where one is unknown.
    pub fn set_row(
        &mut self,
        value: Value<'_, '_>,
        known: impl IntoIterator<Item = Option<Element>>,
    ) {
        let known = known.into_iter().collect::<SmallVec<[_; 6]>>();
        let (sizes, elements) = known.split_at(self.rank(value).min(known.len()));
        self.set_sizes(value, sizes.iter().copied());
        if elements.iter().any(Option::is_some)
            && self.has_row_of_elements(value)
            && let Some(r#type) = self.computed_type(value.r#type())
        {
            let element =
                |known: &Option<_>| known.unwrap_or_else(|| self.facts.fresh_element(r#type));
            let elements = elements.iter().map(element).collect();
            self.set_elements(value, elements);
        }
    }

    /// Returns the rank of a value, 0 if it is unranked.
    fn rank(&mut self, value: Value<'_, '_>) -> usize {
        let described = self.types.describe(value.r#type());
        described.shape.shape().map_or(0, |shape| shape.len())
    }

    /// Returns what is known of an op's operands, with the names valid here.
    pub fn operand_rows(&mut self, operation: OperationRef<'_, '_>) -> Vec<ElementRow> {
        let operands = operation.operands();
        operands.map(|operand| self.row(operand)).collect()
    }

    /// Learns what an op checks, and how its numbers are computed from sizes.
    ///
    /// What other ops imply for sizes is left out, since nothing checks it.
    pub fn learn_checks(&mut self, operation: OperationRef<'_, '_>) {
        match ir::is_assertion(operation) {
            true => self.learn(operation),
            false => {
                self.define(|definitions| definitions.learn_definition(operation));
                self.learn_numbers(operation);
            }
        }
    }

    /// Returns the analysis that answers about a value: if an assertion depends on it, one that knows what ops define
    /// and what is checked, since what ops say of sizes checks nothing.
    pub fn of(&mut self, value: Value<'_, '_>) -> &mut Self {
        match self.is_asserted(value) {
            true => self.checked_or_all(),
            false => self,
        }
    }

    /// Returns the same about an op: about its results, and, of one without results, about its operands.
    pub fn at(&mut self, operation: OperationRef<'_, '_>) -> &mut Self {
        let has_results = operation.result_count() > 0;
        let asserted = match has_results {
            true => operation
                .results()
                .any(|result| self.is_asserted(result.into())),
            false => operation
                .operands()
                .any(|operand| self.is_asserted(operand)),
        };
        match asserted {
            true => self.checked_or_all(),
            false => self,
        }
    }

    /// Returns whether an assertion depends on a value.
    pub fn is_asserted(&self, value: Value<'_, '_>) -> bool {
        self.definitions.as_ref().is_some_and(|it| it.has(value))
    }

    /// Returns what is known by definitions and checks alone.
    pub fn checked(&mut self) -> Option<&mut Self> {
        let definitions = self.definitions.as_deref_mut()?;
        Some(&mut definitions.analysis)
    }

    /// Returns what is known by definitions and checks alone, if anything is asserted, else all that is known.
    pub fn checked_or_all(&mut self) -> &mut Self {
        match self.definitions.is_some() {
            true => &mut self.definitions.as_mut().expect("it is there").analysis,
            false => self,
        }
    }

    /// Returns whether more is known than by definitions and checks alone, because ops are legal only for some sizes.
    pub fn knows_more_than_checked(&self) -> bool {
        self.has_said && self.definitions.is_some()
    }

    fn define(&mut self, change: impl FnOnce(&mut Self)) {
        if let Some(definitions) = self.checked() {
            change(definitions);
        }
    }

    /// Notes that assertions depend on the values of a copy of an op as they do on those of the original.
    pub fn note_copy<'c: 'a, 'a>(
        &mut self,
        original: OperationRef<'c, 'a>,
        copy: OperationRef<'c, 'a>,
    ) {
        if let Some(definitions) = &mut self.definitions {
            definitions.add_copy(original, copy);
        }
    }

    /// Notes that assertions depend on what replaces a value as they do on the value, and that it has the same sizes.
    pub fn note_replacement(&mut self, value: Value<'_, '_>, new: Value<'_, '_>) {
        let sizes = self.sizes(value);
        self.set_sizes(new, sizes.into_iter().map(Some));
        if let Some(definitions) = &mut self.definitions
            && definitions.has(value)
        {
            definitions.add_replacement(value, new);
            definitions.analysis.note_replacement(value, new);
        }
    }

    /// Notes that assertions depend on what an op is lowered to as they do on its result.
    pub fn note_lowered(&mut self, result: Value<'_, '_>, value: Value<'_, '_>) {
        if let Some(definitions) = &mut self.definitions {
            definitions.add_replacement(result, value);
            let sizes = definitions.analysis.sizes(result).into_iter();
            definitions.analysis.set_sizes(value, sizes.map(Some));
        }
    }

    /// Returns whether the predicate of an assertion is known to hold because of what has been checked.
    pub fn is_implied(&mut self, assertion: OperationRef<'_, '_>) -> bool {
        let checked = ir::operand(assertion, 0).filter(|_| ir::is_assertion(assertion));
        let definitions = self.checked().zip(checked);
        definitions.is_some_and(|(definitions, checked)| predicate::holds(definitions, checked))
    }

    /// Returns whether a predicate is known to hold here.
    fn is_known_to_hold(&self, predicate: Value<'_, '_>) -> bool {
        self.holding.get(&ValueKey::new(predicate)).is_some()
    }

    /// Notes that a predicate holds here; returns whether that is new.
    fn mark_as_holding(&mut self, predicate: Value<'_, '_>) -> bool {
        let key = ValueKey::new(predicate);
        let is_new = self.holding.get(&key).is_none();
        if is_new {
            self.holding.insert(key, ());
        }
        is_new
    }

    /// Assumes that the dims of two values have equal sizes, one by one.
    fn assume_same_sizes(&mut self, a: Value<'_, '_>, b: Value<'_, '_>) {
        let known = self.sizes(a);
        if self.known_sizes(b) != Some(&known) {
            self.set_sizes(b, known.into_iter().map(Some));
        }
    }
}
