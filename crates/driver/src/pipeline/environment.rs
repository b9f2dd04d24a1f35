//! What passes get from the run that they belong to, and what the run learns of them.

use super::{OptionError, stop::Stop};
use crate::{
    lower::Rules,
    statistics::{ChangeLog, Counts},
};
use std::{cell::RefCell, sync::Arc};

/// What passes get from the run that they belong to.
#[derive(Clone, Debug, Default)]
pub struct PassEnvironment {
    /// Once it is requested, passes fail without a diagnostic.
    pub stop: Stop,
    /// The log of what they change. After a run, it has the numbers of all passes.
    pub changes: ChangeLog,
}

/// A pass that was created in an environment.
pub struct CreatedPass {
    /// Its name.
    pub name: &'static str,
    /// Its rules, or why there are none.
    pub rules: Arc<Result<Rules, String>>,
    /// The numbers that it counts whenever it runs.
    pub counts: Counts,
}

/// An environment, and the passes that were created in it, in order.
struct Creation {
    environment: PassEnvironment,
    created: CreatedPasses,
}

/// The passes that were created from the text of a pipeline.
#[derive(Default)]
pub struct CreatedPasses {
    /// The passes, in order.
    pub passes: Vec<CreatedPass>,
    /// Why one could not be created; MLIR reports only a text.
    pub error: Option<OptionError>,
}

thread_local! {
    /// That of the pipeline that this thread parses. MLIR creates passes from the text of a
    /// pipeline, hands nothing to them, and gives no access to their data.
    static CREATION: RefCell<Option<Creation>> = const { RefCell::new(None) };
}

impl PassEnvironment {
    /// Runs `parse`; also returns the passes that it creates on this thread. They get this environment.
    pub fn create_passes<T>(&self, parse: impl FnOnce() -> T) -> (T, CreatedPasses) {
        let outer = CREATION.replace(Some(Creation {
            environment: self.clone(),
            created: CreatedPasses::default(),
        }));
        let value = parse();
        let creation = CREATION.replace(outer);
        let created = creation.map(|it| it.created).unwrap_or_default();
        (value, created)
    }

    /// Notes why a pass of the pipeline that this thread parses cannot be created.
    pub fn note_error(error: OptionError) {
        CREATION.with_borrow_mut(|creation| {
            if let Some(creation) = creation {
                creation.created.error = Some(error);
            }
        });
    }

    /// Adds a pass to the environment that this thread creates passes in, if there is one; returns
    /// what the pass gets, with a log that counts only its changes.
    pub fn of_pass(name: &'static str, rules: &Arc<Result<Rules, String>>) -> Self {
        CREATION.with_borrow_mut(|creation| {
            let environment = creation.as_ref().map(|it| it.environment.clone());
            let mut environment = environment.unwrap_or_default();
            environment.changes = environment.changes.with_own_counts();
            if let Some(creation) = creation {
                creation.created.passes.push(CreatedPass {
                    name,
                    rules: rules.clone(),
                    counts: environment.changes.counts().clone(),
                });
            }
            environment
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{explain::ChangeKind, statistics::Statistic};

    fn rules() -> Arc<Result<Rules, String>> {
        Arc::new(Ok(Rules::default()))
    }

    #[test]
    fn passes_get_the_environment_that_they_are_created_in() {
        let environment = PassEnvironment::default();
        let (passes, created) = environment.create_passes(|| {
            let (inner, within) = PassEnvironment::default()
                .create_passes(|| PassEnvironment::of_pass("inner", &rules()));
            assert_eq!(within.passes.len(), 1);
            [inner, PassEnvironment::of_pass("outer", &rules())]
        });
        let names = created
            .passes
            .iter()
            .map(|pass| pass.name)
            .collect::<Vec<_>>();
        assert_eq!(names, ["outer"]);
        environment.stop.request();
        let is_stopped = passes.map(|pass| pass.stop.is_requested());
        assert_eq!(is_stopped, [false, true]);
    }

    #[test]
    fn passes_count_apart() {
        let environment = PassEnvironment::default();
        let (passes, created) = environment
            .create_passes(|| ["a", "b"].map(|name| PassEnvironment::of_pass(name, &rules())));
        let changed = Statistic::Changed(ChangeKind::Merged);
        passes[1].changes.counts().add(changed, 2);
        let merged = created.passes.iter().map(|pass| {
            let counts = pass.counts.of_pass("simplify-broadcasts");
            counts.map(|(_, count)| count).sum::<u64>()
        });
        assert_eq!(merged.collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn without_an_environment_nothing_stops_a_pass() {
        let pass = PassEnvironment::of_pass("a", &rules());
        assert!(!pass.stop.is_requested());
    }
}
