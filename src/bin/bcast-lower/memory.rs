//! The memory allocator and the size of its pages.

#[cfg(target_os = "linux")]
use nix::sys::prctl::{get_thp_disable, set_thp_disable};

/// Used by MLIR too: it replaces `malloc` and C++'s `operator new`.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Returns to the system what has been freed, which the allocator would keep for a second.
#[allow(unsafe_code)]
pub fn return_freed() {
    #[cfg(feature = "mimalloc")]
    // SAFETY: it may be called at any time, and by any thread.
    unsafe {
        libmimalloc_sys::mi_collect(true);
    }
}

/// The size of an input, in bytes, from which huge pages save more time than clearing them
/// costs.
#[cfg(target_os = "linux")]
const MINIMUM_SIZE_FOR_HUGE_PAGES: usize = 1 << 20;

/// Control over the huge pages that the allocator requests, if the system has any.
pub struct HugePages {
    #[cfg(target_os = "linux")]
    are_held_back: bool,
}

#[cfg(target_os = "linux")]
impl HugePages {
    /// Disables huge pages, because most runs take less time than clearing some.
    ///
    /// A process that was started without huge pages keeps this setting.
    pub fn hold_back() -> Self {
        let are_held_back = get_thp_disable() == Ok(false) && set_thp_disable(true).is_ok();
        Self { are_held_back }
    }

    /// Enables huge pages if an input of `size` bytes makes them worthwhile.
    pub fn allow_for(self, size: usize) {
        if self.are_held_back && size >= MINIMUM_SIZE_FOR_HUGE_PAGES {
            // A failure is harmless.
            let _ = set_thp_disable(false);
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl HugePages {
    /// Does nothing.
    pub fn hold_back() -> Self {
        Self {}
    }

    /// Does nothing.
    pub fn allow_for(self, _size: usize) {}
}
