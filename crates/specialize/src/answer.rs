//! Checks whose conditions are known.
use super::{
    Specializer,
    branches::is_at_entry,
    failure::Failure,
    origin::{self, located},
};
use crate::{
    analysis::Walk,
    diagnostic::{self, Kind, Severity},
    dialect::shape,
    elements::TensorElements,
    explain::ChangeKind,
    failure::CallStep,
    ir::{self, OpName},
};
use melior::{
    Context,
    ir::{
        BlockLike, Identifier, Location, OperationRef, RegionLike, Value, ValueLike,
        attribute::BoolAttribute, operation::OperationLike,
    },
};

impl<'c: 'a, 'a> Specializer<'c, 'a, '_> {
    /// Removes an op that checks a known condition, or reports that it fails; returns whether the op
    /// is one.
    pub(super) fn answer(
        &mut self,
        walk: &mut Walk<'c, 'a, ()>,
        operation: OperationRef<'c, 'a>,
    ) -> bool {
        let is_assertion = ir::is_assertion(operation);
        if !is_assertion && !is_constraint(operation) {
            return false;
        }
        match holds(walk, operation) {
            Some(true) => {
                self.changes.add(ChangeKind::Answered, operation);
                if !is_assertion {
                    replace_witness(self.context, operation);
                }
                self.frame().done.push(operation);
            }
            Some(false) => self.report(walk, operation),
            None => {}
        }
        true
    }

    /// Reports a check that fails.
    fn report(&mut self, walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) {
        let numbers =
            operation
                .operands()
                .skip(1)
                .map(|operand| match self.numbers_of(walk, operand)? {
                    TensorElements::Integers(numbers) => {
                        <[i128; 1]>::try_from(numbers).ok().map(|[it]| it)
                    }
                    TensorElements::Floats(_) => None,
                });
        let numbers = numbers.collect::<Vec<_>>();
        let message = match message(operation) {
            Some(message) => format!("assertion fails: {}", filled(message, &numbers)),
            None => {
                let name = ir::name_str(operation.name()).unwrap_or_default();
                format!("'{name}' op fails for these sizes")
            }
        };
        if !self.always_runs(operation) {
            // It stays, since it need not run.
            let message = format!("{message}, if it runs");
            let notes = self.origin_notes(operation);
            let location = located(self.module, operation);
            diagnostic::emit(
                location,
                Severity::Warning,
                Kind::FailingCheck,
                &message,
                &notes,
            );
        }
        let failure = Failure {
            check: operation,
            message,
            path: vec![],
        };
        self.report_failure(operation, failure);
    }

    /// Reports a check that fails as an error if an op always runs, the check itself or a call that
    /// runs it. Otherwise, another call of the function that the op is in may.
    pub(super) fn report_failure(
        &mut self,
        operation: OperationRef<'c, 'a>,
        mut failure: Failure<'c, 'a>,
    ) {
        let check = failure.check;
        if self.always_runs(operation) && self.reported.insert(ir::address(check)) {
            let notes = self.notes(check, &failure.path, operation);
            let location = located(self.module, check);
            let message = &failure.message;
            diagnostic::emit(
                location,
                Severity::Error,
                Kind::FailingCheck,
                message,
                &notes,
            );
            self.has_failed = true;
        }
        let frame = self.frame();
        if is_at_entry(frame.copy, operation)
            && let Some(&position) = frame.positions.get(&ir::address(operation))
        {
            failure.path.push(CallStep {
                function: frame.name.clone(),
                position,
            });
            frame.failures.push(failure);
        }
    }

    /// Returns notes on the dims of the entry's arguments that an op's sizes come from.
    pub(super) fn origin_notes(
        &self,
        operation: OperationRef<'c, 'a>,
    ) -> Vec<(Location<'c>, String)> {
        self.notes(operation, &[], operation)
    }

    /// Returns notes on the dims of the entry's arguments that the sizes come from in an op at the end
    /// of a path of calls, of which the last one is in the function that is being specialised.
    fn notes(
        &self,
        operation: OperationRef<'c, 'a>,
        path: &[CallStep],
        call: OperationRef<'c, 'a>,
    ) -> Vec<(Location<'c>, String)> {
        let origins = origin::origins(&self.functions, &self.frames, path, call);
        let notes = origins.into_iter().map(|(location, dim, size)| {
            let location = location.filter(|it| diagnostic::place(*it).is_some());
            (
                location.unwrap_or_else(|| located(self.module, operation)),
                format!("{dim} is {size}"),
            )
        });
        notes.collect()
    }

    /// Inlines a `shape.assuming` whose constraints hold.
    pub(super) fn inline_assuming(&mut self, operation: OperationRef<'c, 'a>) {
        let is_assuming = ir::name_str(operation.name()) == Some(shape::ASSUMING);
        if !is_assuming || !ir::operand(operation, 0).is_some_and(is_true) {
            return;
        }
        let block = ir::region(operation, 0).and_then(|region| region.first_block());
        let Some(block) = block.filter(|block| block.next_in_region().is_none()) else {
            return;
        };
        self.inline(operation, block, |_, _| {});
    }
}

/// Returns whether an op yields a witness of a constraint.
fn is_constraint(operation: OperationRef<'_, '_>) -> bool {
    matches!(
        ir::name_str(operation.name()),
        Some(
            shape::CSTR_BROADCASTABLE | shape::CSTR_EQ | shape::CSTR_REQUIRE | shape::ASSUMING_ALL
        )
    )
}

/// Returns whether a check holds, if that is known.
fn holds<'c: 'a, 'a>(walk: &mut Walk<'c, 'a, ()>, operation: OperationRef<'c, 'a>) -> Option<bool> {
    let name = ir::name_str(operation.name())?;
    if name == shape::ASSUMING_ALL {
        return operation.operands().all(is_true).then_some(true);
    }
    if !matches!(name, shape::CSTR_BROADCASTABLE | shape::CSTR_EQ) {
        let predicate = ir::operand(operation, 0)?;
        return match *walk.analysis.constant_numbers(predicate)? {
            [truth] => Some(truth != 0),
            _ => None,
        };
    }
    let shapes = operation.operands();
    let shapes = shapes.map(|shape| walk.analysis.constant_numbers(shape));
    let shapes = shapes.collect::<Option<Vec<_>>>()?;
    let mut pairs = shapes
        .iter()
        .flat_map(|a| shapes.iter().map(move |b| (a, b)));
    Some(match name {
        shape::CSTR_EQ => pairs.all(|(a, b)| a == b),
        // The sizes that are not 1 are equal, aligned at the last dims.
        _ => pairs.all(|(a, b)| {
            let mut dims = a.iter().rev().zip(b.iter().rev());
            dims.all(|(a, b)| a == b || *a == 1 || *b == 1)
        }),
    })
}

/// Returns whether a value is a witness of a constraint that holds.
fn is_true(witness: Value<'_, '_>) -> bool {
    ir::defining_op(witness).and_then(passing) == Some(true)
}

/// Returns the value of a `shape.const_witness`: whether its constraint holds. `None` for other ops.
pub(super) fn passing(operation: OperationRef<'_, '_>) -> Option<bool> {
    let passing = operation.attribute("passing").ok().and_then(ir::as_bool);
    let passing = passing.filter(|_| ir::is_named(operation, shape::CONST_WITNESS));
    Some(passing?.value())
}

/// Replaces the witness of a constraint that holds.
fn replace_witness<'c: 'a, 'a>(context: &'c Context, operation: OperationRef<'c, 'a>) {
    let Some(witness) = ir::result(operation, 0) else {
        return;
    };
    let passing = Identifier::new(context, "passing");
    let constant = ir::create(
        operation.location(),
        OpName::new(context, shape::CONST_WITNESS),
        &[],
        &[(passing, BoolAttribute::new(context, true).into())],
        &[witness.r#type()],
    );
    let constant = ir::insert_before(operation, constant);
    if let Some(constant) = constant.and_then(|constant| ir::result(constant, 0)) {
        ir::replace_uses(witness, constant);
    }
}

/// Returns the message of an assertion.
fn message<'c>(operation: OperationRef<'c, '_>) -> Option<&'c str> {
    ["error_message", "msg"]
        .into_iter()
        .find_map(|name| ir::string(operation, name))
}

/// Returns a message with numbers in place of `{0}`, `{1}` and so on.
fn filled(message: &str, numbers: &[Option<i128>]) -> String {
    let mut filled = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let place = after.split_once('}').and_then(|(place, after)| {
            let index = place
                .split([',', ':'])
                .next()?
                .trim()
                .parse::<usize>()
                .ok()?;
            Some((numbers.get(index)?, after))
        });
        rest = match place {
            Some((number, after)) => {
                match number {
                    Some(number) => filled.push_str(&number.to_string()),
                    None => filled.push('?'),
                }
                after
            }
            None => {
                filled.push('{');
                // `{{` stands for a brace.
                after.strip_prefix('{').unwrap_or(after)
            }
        };
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn messages_show_numbers() {
        let numbers = [Some(3), None];
        for (message, expected) in [
            ("a {0}, {1}, {0}", "a 3, ?, 3"),
            ("{2} {x} {", "{2} {x} {"),
            ("{{0}", "{0}"),
            ("{0,5:x}", "3"),
            ("", ""),
        ] {
            assert_eq!(filled(message, &numbers), expected);
        }
    }
}
