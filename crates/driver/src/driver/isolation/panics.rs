//! Reports of panics in a child, kept for its parent.

use crate::diagnostic::panic_message;
use std::{
    any::Any,
    cell::Cell,
    panic::{self, PanicHookInfo},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

thread_local! {
    /// The message of this thread's last panic and its full report, in a child.
    static LAST_PANIC: Cell<Option<(String, String)>> = const { Cell::new(None) };
}

/// Whether this process is a child, in which reports of panics are kept.
static KEEPS_PANICS: AtomicBool = AtomicBool::new(false);

/// The address of the hook that keeps reports; 0 before it is set.
static HOOK: AtomicUsize = AtomicUsize::new(0);

/// Sets a panic hook that keeps reports in a child, and calls the previous hook elsewhere.
///
/// If another thread holds a lock at the fork, such as that of standard error, nothing releases it
/// in the child. So the child must not call the previous hook, which may take such locks, and the
/// hook is set before the fork, because setting it takes one, too. The program may have set a hook
/// of its own since the last fork. Only one thread may call this at a time.
pub(super) fn prepare_to_keep() {
    let current = panic::take_hook();
    if address(&*current) == HOOK.load(Ordering::Relaxed) {
        return panic::set_hook(current);
    }
    let hook: Box<Hook> = Box::new(move |information| {
        if !KEEPS_PANICS.load(Ordering::Relaxed) {
            return current(information);
        }
        let message = panic_message(information.payload()).to_string();
        LAST_PANIC.set(Some((message, information.to_string())));
    });
    HOOK.store(address(&*hook), Ordering::Relaxed);
    panic::set_hook(hook);
}

type Hook = dyn Fn(&PanicHookInfo<'_>) + Send + Sync;

/// Returns where a hook is; that of one that captures something is its own.
fn address(hook: &Hook) -> usize {
    std::ptr::from_ref(hook).cast::<()>().addr()
}

/// Keeps the reports of this process's panics from now on.
pub(super) fn keep() {
    KEEPS_PANICS.store(true, Ordering::Relaxed);
}

/// Returns the report of a panic that was caught in this thread; its message, if none was kept.
pub(super) fn report(panic: &(dyn Any + Send)) -> String {
    let message = panic_message(panic);
    // Resuming a panic calls no hook, so the kept report may be of an earlier panic.
    let kept = LAST_PANIC.take().filter(|(kept, _)| kept == message);
    kept.map_or_else(|| message.to_string(), |(_, report)| report)
}
