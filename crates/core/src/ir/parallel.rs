//! Parallel work on ops, on MLIR's threads.

use super::{ffi, with_context};
use melior::{Context, ir::OperationRef};
use std::{
    ffi::c_void,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Mutex,
    thread,
};

/// The number of groups per thread. With several, no thread waits long for another one that
/// works on large ops.
const GROUPS_PER_THREAD: usize = 4;

/// Runs `body` with multithreading enabled in a context.
pub fn with_threads<T>(context: &Context, body: impl FnOnce() -> T) -> T {
    context.enable_multi_threading(true);
    let value = body();
    context.enable_multi_threading(false);
    value
}

/// Returns the number of groups into which work should be divided: 1 without threads.
fn group_count(context: &Context) -> usize {
    // SAFETY: the context is alive.
    match unsafe { ffi::bcastContextThreadCount(context.to_raw()) } as usize {
        0 | 1 => 1,
        threads => GROUPS_PER_THREAD * threads,
    }
}

/// Calls `work` with groups of adjacent ops, on the threads that the context has for its
/// passes; returns the results in the order of the ops.
///
/// `work` must obey the rules for passes that MLIR runs in parallel: it may read everything
/// that nothing changes, and may change only the contents of ops that are isolated from above.
/// Diagnostics are emitted in the order of the ops, whatever the number of threads. A panic is
/// resumed in the caller.
pub fn map_in_parallel<'c: 'a, 'a, T: Send>(
    parent: OperationRef<'c, 'a>,
    operations: &[OperationRef<'c, 'a>],
    work: impl Fn(&[OperationRef<'c, 'a>]) -> T + Sync,
) -> Vec<T> {
    let (context, groups) =
        with_context(parent, |context| (context.to_raw(), group_count(context)));
    let size = operations.len().div_ceil(groups).max(1);
    let groups = operations.chunks(size).collect::<Vec<_>>();
    let task = ParallelTask {
        results: groups.iter().map(|_| Mutex::new(None)).collect(),
        groups,
        work,
    };
    // SAFETY: `run` is for this type of task. The task is alive during the call, and the call
    // returns only after all work is done.
    unsafe {
        ffi::bcastContextParallelFor(
            context,
            task.groups.len(),
            Some(run_fn(&task)),
            (&raw const task).cast_mut().cast(),
        );
    }
    task.results
        .into_iter()
        .filter_map(|result| result.into_inner().ok().flatten())
        .map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)))
        .collect()
}

struct ParallelTask<'t, 'c, 'a, F, T> {
    groups: Vec<&'t [OperationRef<'c, 'a>]>,
    results: Vec<Mutex<Option<thread::Result<T>>>>,
    work: F,
}

type Run = unsafe extern "C" fn(index: usize, task: *mut c_void);

/// Returns [`run`] for a task of this type.
fn run_fn<'c: 'a, 'a, F, T>(_: &ParallelTask<'_, 'c, 'a, F, T>) -> Run
where
    F: Fn(&[OperationRef<'c, 'a>]) -> T,
{
    run::<F, T>
}

unsafe extern "C" fn run<'c: 'a, 'a, F, T>(index: usize, task: *mut c_void)
where
    F: Fn(&[OperationRef<'c, 'a>]) -> T,
{
    // SAFETY: `map_in_parallel` passes its own task. Threads share it: `work` is
    // `Sync`, results are `Send` and behind a lock. Handles of ops are not `Send`, because not
    // all uses of them are thread-safe; the caller must ensure that `work` avoids the unsafe
    // ones.
    let task = unsafe { &*task.cast::<ParallelTask<'_, 'c, 'a, F, T>>() };
    let result = catch_unwind(AssertUnwindSafe(|| (task.work)(task.groups[index])));
    if let Ok(mut slot) = task.results[index].lock() {
        *slot = Some(result);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::operations;
    use melior::ir::{Module, operation::OperationLike};

    fn map<T: Send>(
        has_threads: bool,
        work: impl Fn(&[OperationRef<'_, '_>]) -> T + Sync,
    ) -> Vec<T> {
        let context = Context::new();
        context.enable_multi_threading(has_threads);
        let text = "module {}\n".repeat(100);
        let module = Module::parse(&context, &text).expect("the program parses");
        let module = OperationLike::to_raw(&module.as_operation());
        // SAFETY: the module outlives the reference.
        let module = unsafe { OperationRef::from_raw(module) };
        map_in_parallel(module, &operations(module), work)
    }

    #[test]
    fn all_ops_are_processed_in_groups() {
        for has_threads in [false, true] {
            let counts = map(has_threads, |operations| operations.len());
            assert_eq!(counts.iter().sum::<usize>(), 100);
            assert_eq!(counts.len() > 1, has_threads);
        }
    }

    #[test]
    fn a_panic_is_resumed_in_the_caller() {
        for has_threads in [false, true] {
            let caught = catch_unwind(|| map(has_threads, |_| -> usize { panic!("no") }));
            assert!(caught.is_err());
        }
    }
}
