//! Looks at ops with what is known of sizes where they are.

use crate::{
    analysis::{Analysis, Calls, Visitor, Walk},
    prelude::*,
};

/// Visits the ops in and below `root`: those without regions before they are learned from, the others
/// after their regions. What is known does not depend on what ops say if an assertion depends on the op.
pub fn visit_known<'a>(root: OpRef<'a>, look: impl FnMut(&mut Analysis, OpRef<'a>)) {
    let analysis = Analysis::default().with_definitions(root);
    visit_with(root, analysis, &mut Observer(look));
}

/// Walks over the ops in and below `root` with an analysis that learns from them.
pub fn visit_with<'a>(root: OpRef<'a>, analysis: Analysis, visitor: &mut impl Visitor<'a, 'a, ()>) {
    let mut walk = Walk::new((), analysis, Calls::new(root));
    walk.learn_from_callees();
    walk.op(visitor, root);
}

struct Observer<F>(F);

impl<'a, F> Visitor<'a, 'a, ()> for Observer<F>
where
    F: FnMut(&mut Analysis, OpRef<'a>),
{
    fn approach(&mut self, walk: &mut Walk<'a, 'a, ()>, operation: OpRef<'a>) {
        (self.0)(walk.analysis.at(operation), operation);
    }

    fn leave(&mut self, walk: &mut Walk<'a, 'a, ()>, operation: OpRef<'a>) {
        (self.0)(walk.analysis.at(operation), operation);
    }
}
