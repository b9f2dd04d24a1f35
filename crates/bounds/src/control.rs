//! Loops and branches.
//!
//! A size of a value that a loop carries, or that a branch returns, is one that is known outside if the analysis says
//! so; otherwise it is one more value that the op carries or returns. So is the status, if there are checks inside.

use crate::{
    counter::PositionCounter,
    dialect::stablehlo::{self, ComparisonDirection},
    ir,
    padder::{Count, NoForm, PaddedDim, Padder, bounds},
    scoped_map::ScopeChange,
};
use melior::ir::{
    BlockLike, BlockRef, OperationRef, RegionLike, Value, ValueLike, operation::OperationLike,
};

/// A value that is carried or returned.
struct PassedValue<'c, 'a> {
    dims: Vec<PaddedDim<'c, 'a>>,
    /// The dims whose sizes are passed, too.
    open: Vec<usize>,
}

impl<'c: 'a, 'a> Padder<'c, 'a> {
    /// Pads the ops of a block.
    pub fn block(&mut self, block: BlockRef<'c, 'a>) -> Result<(), ()> {
        for operation in ir::block_operations(block).collect::<Vec<_>>() {
            self.operation(operation)?;
        }
        Ok(())
    }

    /// Returns how a value that an op passes is padded. `value` is a region's argument or an op's result.
    /// `returned` has the shapes that it may get.
    fn passed(
        &mut self,
        value: Value<'c, 'a>,
        returned: &[Vec<i64>],
    ) -> Result<PassedValue<'c, 'a>, NoForm> {
        let rank = ir::sizes_of(value.r#type()).len();
        let mut passed = PassedValue {
            dims: vec![],
            open: vec![],
        };
        for dim in 0..rank {
            passed.dims.push(match self.known_dim(value, dim) {
                Some(known) => known,
                None => {
                    passed.open.push(dim);
                    let greatest = returned.iter().map(|shape| shape[dim]).max();
                    let bound = match (self.greatest(value, dim), greatest) {
                        (Ok(planned), Some(greatest)) => planned.min(greatest),
                        (Err(_), Some(greatest)) => greatest,
                        (planned, None) => planned?,
                    };
                    // The size is set where the value is.
                    let size = Count::Known(0);
                    PaddedDim::of(bound, size)
                }
            });
        }
        Ok(passed)
    }

    /// Returns whether an assertion is in a region.
    fn has_checks(operation: OperationRef<'c, 'a>) -> bool {
        let mut regions = 0..operation.region_count();
        regions.any(|index| Self::region_has_checks(operation, index))
    }

    fn region_has_checks(operation: OperationRef<'c, 'a>, index: usize) -> bool {
        let block = ir::region(operation, index).and_then(|region| region.first_block());
        block.is_some_and(|block| {
            let mut operations = ir::block_operations(block);
            operations.any(|operation| !ir::find_ops(operation, ir::is_assertion).is_empty())
        })
    }

    /// Returns the operands of a loop or a terminator: the values, cut or padded to their bounds, then the sizes that are
    /// passed, then the status.
    fn pass_on(
        &mut self,
        values: &[Value<'c, 'a>],
        passed: &[PassedValue<'c, 'a>],
        has_status: bool,
    ) -> Result<Vec<Value<'c, 'a>>, NoForm> {
        let mut all = vec![];
        for (&value, passed) in values.iter().zip(passed) {
            let value = self.compact(value)?;
            all.push(self.fit(value, &bounds(&passed.dims)));
        }
        for (&value, passed) in values.iter().zip(passed) {
            let dims = self.dims(value);
            for &dim in &passed.open {
                let size = self.count(dims[dim].size);
                all.push(size);
            }
        }
        if has_status {
            let status = self.status_value();
            all.push(status);
        }
        Ok(all)
    }

    /// Sets the dims of values, and the status, from the sizes and the status that [`pass_on`](Self::pass_on) adds.
    fn receive(
        &mut self,
        values: &[Value<'c, 'a>],
        passed: &[PassedValue<'c, 'a>],
        more: &[Value<'c, 'a>],
        has_status: bool,
    ) {
        let mut more = more.iter().copied();
        for (&value, passed) in values.iter().zip(passed) {
            let mut dims = passed.dims.clone();
            for &dim in &passed.open {
                let Some(size) = more.next() else { continue };
                dims[dim].size = Count::Value(size);
                self.name_dim(value, dim, dims[dim]);
            }
            if dims.iter().any(|dim| dim.is_open()) || self.is_open(value) {
                self.retype(value, dims);
            }
        }
        if has_status {
            self.status.set(more.next());
        }
    }

    /// Replaces what a block returns.
    fn end_block(
        &mut self,
        block: BlockRef<'c, 'a>,
        passed: &[PassedValue<'c, 'a>],
        has_status: bool,
    ) -> Result<(), NoForm> {
        let terminator = block.terminator().ok_or("it has no end")?;
        self.emitter.set_anchor(terminator);
        let values = terminator.operands().collect::<Vec<_>>();
        let all = self.pass_on(&values, passed, has_status)?;
        ir::set_operands(terminator, &all);
        Ok(())
    }

    /// Pads `stablehlo.if` and `stablehlo.case`.
    pub fn branch(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let results = operation.results().map(Value::from).collect::<Vec<_>>();
        let has_status = Self::has_checks(operation);
        let before = match has_status {
            true => Some(self.status_value()),
            false => self.status.get(),
        };
        let mut blocks = vec![];
        for index in 0..operation.region_count() {
            let block = ir::region(operation, index).and_then(|region| region.first_block());
            let Some(block) = block else { continue };
            self.scope(ScopeChange::Enter);
            self.status.set(before);
            let found = self.block(block);
            self.scope(ScopeChange::Exit);
            blocks.push((block, self.status.get()));
            // Its own error has been reported.
            found.map_err(|()| String::new())?;
        }
        let mut passed = vec![];
        for (index, &result) in results.iter().enumerate() {
            let returned = blocks.iter().filter_map(|(block, _)| {
                let value = block.terminator()?.operands().nth(index)?;
                Some(bounds(&self.dims(value)))
            });
            let returned = returned.collect::<Vec<_>>();
            passed.push(self.passed(result, &returned)?);
        }
        for &(block, status) in &blocks {
            self.scope(ScopeChange::Enter);
            self.status.set(status);
            let ended = self.end_block(block, &passed, has_status);
            self.scope(ScopeChange::Exit);
            ended?;
        }
        self.status.set(before);
        let operands = operation.operands().collect::<Vec<_>>();
        self.finish(operation, &operands, &results, &passed, has_status);
        Ok(())
    }

    /// Pads `stablehlo.while`.
    pub fn repeat(&mut self, operation: OperationRef<'c, 'a>) -> Result<(), NoForm> {
        let blocks =
            [0, 1].map(|index| ir::region(operation, index).and_then(|it| it.first_block()));
        let [Some(condition), Some(body)] = blocks else {
            return Err("it lacks a region".into());
        };
        if Self::region_has_checks(operation, 0) {
            return Err(
                "its condition contains a check of sizes, whose outcome a condition cannot return"
                    .into(),
            );
        }
        let carried = ir::block_arguments(body);
        let passed = carried.iter().map(|&argument| self.passed(argument, &[]));
        let passed = passed.collect::<Result<Vec<_>, _>>()?;
        let has_status = Self::has_checks(operation);
        let initial = operation.operands().collect::<Vec<_>>();
        self.emitter.set_anchor(operation);
        let operands = self.pass_on(&initial, &passed, has_status)?;
        let before = self.status.get();
        let mut counter = None;
        for block in [condition, body] {
            self.scope(ScopeChange::Enter);
            let arguments = ir::block_arguments(block);
            let more = (arguments.len()..operands.len())
                .map(|_| block.add_argument(self.count_type(), operation.location()));
            let more = more.collect::<Vec<_>>();
            self.receive(&arguments, &passed, &more, has_status);
            if let (Some(counter), true) = (&counter, block == body) {
                self.begin_counter(counter, body);
            }
            // Its own error has been reported.
            let found = self.block(block).map_err(|()| String::new());
            let ended = found.and_then(|()| match block == body {
                true => self.end_block(block, &passed, has_status),
                false => {
                    counter = self.position_counter(operation, &operands);
                    self.end_at_failure(operation, block, counter.as_ref(), has_status);
                    Ok(())
                }
            });
            self.scope(ScopeChange::Exit);
            self.status.set(before);
            ended?;
        }
        let results = operation.results().map(Value::from).collect::<Vec<_>>();
        self.finish(operation, &operands, &results, &passed, has_status);
        Ok(())
    }

    /// Ends a loop once a check has failed: with wrong sizes, it might not end. One that counts to a constant ends anyway.
    fn end_at_failure(
        &mut self,
        operation: OperationRef<'c, 'a>,
        condition: BlockRef<'c, 'a>,
        counter: Option<&PositionCounter<'c, 'a>>,
        has_status: bool,
    ) {
        let own = condition
            .terminator()
            .and_then(|last| Some((last, ir::operand(last, 0)?)));
        let (Some((last, own)), Some(status)) = (own, self.status.get()) else {
            return;
        };
        let compared = ir::defined_by(own, stablehlo::COMPARE).and_then(|it| ir::operand(it, 1));
        let counts = compared.is_some_and(|limit| ir::constant_integer(limit).is_some());
        if counts && !has_status {
            return;
        }
        // Its limit is computed before the loop.
        let counter = counter.filter(|_| !has_status);
        self.emitter
            .set_anchor(if counter.is_some() { operation } else { last });
        let zero = self.count(Count::Known(0));
        let is_right = self.compare(ComparisonDirection::Eq, status, zero);
        if let Some(counter) = counter {
            return self.limit_counter(counter, is_right);
        }
        let both = self.same(stablehlo::AND, &[own, is_right]);
        ir::set_operands(last, &[both]);
    }

    /// Replaces an op by one that passes more.
    fn finish(
        &mut self,
        operation: OperationRef<'c, 'a>,
        operands: &[Value<'c, 'a>],
        results: &[Value<'c, 'a>],
        passed: &[PassedValue<'c, 'a>],
        has_status: bool,
    ) {
        let mut types = vec![];
        for (result, passed) in results.iter().zip(passed) {
            let element = ir::element_type(result.r#type());
            types.push(match element {
                Some(element) => crate::padder::tensor_type(element, &bounds(&passed.dims)),
                None => result.r#type(),
            });
        }
        let more = passed.iter().map(|it| it.open.len()).sum::<usize>() + usize::from(has_status);
        types.extend((0..more).map(|_| self.count_type()));
        let Some(new) = ir::insert_with_regions_of(operation, operands, &types) else {
            return;
        };
        let all = new.results().map(Value::from).collect::<Vec<_>>();
        for (&old, &new) in results.iter().zip(&all) {
            if let Some(plan) = self.plan.take_dims(old) {
                self.plan.set_dims(new, plan);
            }
            ir::replace_uses(old, new);
        }
        let (values, more) = all.split_at(results.len());
        self.receive(values, passed, more, has_status);
        self.dead.push(operation);
    }

    /// Pads an op that returns its operands.
    pub fn barrier(&mut self, operation: OperationRef<'c, 'a>) {
        for (index, operand) in operation.operands().enumerate().collect::<Vec<_>>() {
            let dims = self.dims(operand);
            if !dims.is_empty() {
                self.keep(operation, index, dims);
            }
        }
    }
}

/// Returns whether an op is one of these.
pub fn is_control(name: &str) -> bool {
    matches!(name, stablehlo::IF | stablehlo::CASE | stablehlo::WHILE)
}
