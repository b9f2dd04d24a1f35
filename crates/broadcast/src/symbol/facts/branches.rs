//! Facts that hold at the end of all branches, and therefore after them.
//!
//! A branch is a scope, and facts end with their scope. So statements that a branch assumes
//! about earlier values are recorded; those that all branches have recorded are assumed again
//! after them.
//!
//! Only equal records are common: from `a = 4` and `b = 4` in one branch, and `a = b` in the
//! other, nothing follows.
use super::{
    super::{Element, Facts, Size, Statement, Symbol, numbers::Polynomial},
    recording::{Record, Recorded, Recording},
};

/// A placeholder for a join's size where it is irrelevant.
const JOIN: Size = Size::Constant(0);

/// Returns the canonical one of several equivalent forms of a statement.
fn in_order(statement: Statement) -> Statement {
    match statement {
        Statement::Equal(a, b) => Statement::Equal(a.min(b), a.max(b)),
        Statement::Compatible(a, b) => Statement::Compatible(a.min(b), a.max(b)),
        Statement::Join(mut parts, relation, join) => {
            parts.sort_unstable();
            parts.dedup();
            Statement::Join(parts, relation, join)
        }
        other => other,
    }
}

impl Facts {
    /// Begins to record the statements assumed in the scope that was entered last.
    pub fn begin_branch(&mut self) {
        let recording = Recording {
            depth: self.scopes.len(),
            first_new: Symbol(self.next_symbol),
            records: vec![],
        };
        self.recordings.push(recording);
    }

    /// Ends the recording that was begun last.
    pub fn end_branch(&mut self) -> Recorded {
        let recording = self.recordings.pop();
        Recorded(recording.map_or_else(Vec::new, |recording| recording.records))
    }

    /// Assumes the statements that all branches have recorded.
    pub fn assume_recorded(&mut self, common: Recorded) {
        for record in common.0 {
            match record {
                Record::Statement(statement) => self.assume(statement),
                Record::Join(Statement::Join(parts, relation, _)) => {
                    let join = Size::Symbol(self.fresh());
                    self.assume(Statement::Join(parts, relation, join));
                }
                Record::Join(_) => {}
                Record::NotNegative(polynomial) => self.assume_not_negative(&polynomial),
                Record::Equal([a, b]) => self.relate([Some(a), Some(b)]),
            }
        }
    }

    /// Returns the recording of the current scope, if it is a branch.
    fn recording(&mut self) -> Option<&mut Recording> {
        let depth = self.scopes.len();
        self.recordings
            .last_mut()
            .filter(|recording| recording.depth == depth)
    }

    /// Records a statement, with the names of sizes from before it is assumed.
    pub(super) fn record(&mut self, statement: &Statement) {
        if self.recording().is_none() {
            return;
        }
        let name = |size: Size| self.name(Element::from(size)).if_size().unwrap_or(size);
        let named = statement.map(name);
        for statement in [statement.clone(), named] {
            if let Some(recording) = self.recording() {
                let is_old = |size: Size| size.symbol().is_none_or(|old| recording.has(old));
                match in_order(statement) {
                    Statement::Equal(a, b) if a == b => {}
                    Statement::Join(parts, relation, join)
                        if !is_old(join) && parts.iter().all(|&part| is_old(part)) =>
                    {
                        recording.add(Record::Join(Statement::Join(parts, relation, JOIN)));
                    }
                    statement if statement.symbols().all(|symbol| recording.has(symbol)) => {
                        recording.add(Record::Statement(statement));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Records that a polynomial is not negative.
    pub(in crate::symbol) fn record_not_negative(&mut self, polynomial: &Polynomial) {
        if let Some(recording) = self.recording()
            && recording.has_all_of(polynomial)
        {
            recording.add(Record::NotNegative(polynomial.clone()));
        }
    }

    /// Records that polynomials are equal.
    pub(super) fn record_equal(&mut self, polynomials: &[Option<Polynomial>; 2]) {
        if let Some(recording) = self.recording()
            && let [Some(a), Some(b)] = polynomials
            && recording.has_all_of(a)
            && recording.has_all_of(b)
        {
            recording.add(Record::Equal([a.clone(), b.clone()]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::{Relation, statement::tests::statements};

    const A: Size = Size::Symbol(Symbol(0));
    const B: Size = Size::Symbol(Symbol(1));
    const C: Size = Size::Symbol(Symbol(2));

    /// Returns facts about three sizes after branches.
    fn after(branches: &[&dyn Fn(&mut Facts)]) -> Facts {
        let mut facts = Facts::default();
        assert_eq!([A, B, C], [(); 3].map(|()| Size::Symbol(facts.fresh())));
        let mut common = None::<Recorded>;
        for branch in branches {
            facts.enter();
            facts.begin_branch();
            branch(&mut facts);
            let recorded = facts.end_branch();
            facts.exit();
            match &mut common {
                None => common = Some(recorded),
                Some(common) => common.retain_common(&recorded),
            }
        }
        facts.assume_recorded(common.unwrap_or_default());
        facts
    }

    #[test]
    fn common_assumptions_of_branches_hold_after_them() {
        for (statement, is_known) in statements() {
            let assume = |facts: &mut Facts| facts.assume(statement.clone());
            assert!(
                is_known(&after(&[&assume, &assume, &assume])),
                "{statement:?}"
            );
            assert!(
                !is_known(&after(&[&assume, &|_| {}, &assume])),
                "{statement:?}"
            );
        }
    }

    #[test]
    fn statements_match_under_other_names_and_orders() {
        let four = Size::Constant(4);
        let facts = after(&[&|facts| facts.assume(Statement::Equal(B, A)), &|facts| {
            facts.assume(Statement::Equal(A, four));
            facts.assume(Statement::Equal(A, B));
        }]);
        assert!(facts.entails_equal(A, B));
        assert!(!facts.entails_equal(A, four));
    }

    #[test]
    fn a_join_of_each_branch_leaves_its_parts_compatible() {
        let join = |parts: [Size; 2]| {
            move |facts: &mut Facts| {
                let join = Size::Symbol(facts.fresh());
                facts.assume(Statement::Join(parts.into(), Relation::Grows, join));
            }
        };
        let facts = after(&[&join([A, B]), &join([B, A])]);
        assert!(facts.entails_maximum_compatible(A, B));
        assert!(!facts.entails_equal(A, B));
    }

    #[test]
    fn sizes_of_one_branch_and_of_inner_scopes_are_ignored() {
        let with_new = |facts: &mut Facts| {
            let new = Size::Symbol(facts.fresh());
            facts.assume(Statement::Equal(new, A));
            facts.assume(Statement::NotOne(new));
        };
        let mut facts = after(&[&with_new, &with_new]);
        let new = Size::Symbol(facts.fresh());
        assert!(!facts.entails_equal(new, A));
        let inside = |facts: &mut Facts| {
            facts.enter();
            facts.assume(Statement::Equal(A, B));
            facts.exit();
        };
        assert!(!after(&[&inside, &inside]).entails_equal(A, B));
    }
}
