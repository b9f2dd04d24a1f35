//! Memory: who hands it out, and in pages of which size.

#[cfg(target_os = "linux")]
use nix::sys::prctl::{get_thp_disable, set_thp_disable};

/// For MLIR, too: `malloc` and C++'s `operator new` are replaced with it.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The size of an input, in bytes, from which huge pages gain more than it costs to
/// clear them.
#[cfg(target_os = "linux")]
const MINIMUM_SIZE_FOR_HUGE_PAGES: usize = 1 << 20;

/// The huge pages that the allocator asks for, as far as the system has such a thing.
pub struct HugePages {
    #[cfg(target_os = "linux")]
    are_held_back: bool,
}

#[cfg(target_os = "linux")]
impl HugePages {
    /// Holds huge pages back, as most runs need less than it takes to clear some.
    ///
    /// A process that was started without huge pages stays without.
    pub fn hold_back() -> Self {
        let are_held_back = get_thp_disable() == Ok(false) && set_thp_disable(true).is_ok();
        Self { are_held_back }
    }

    /// Lets the allocator have them if an input of `size` bytes makes them worth it.
    pub fn allow_for(self, size: usize) {
        if self.are_held_back && size >= MINIMUM_SIZE_FOR_HUGE_PAGES {
            // Without them it works as well.
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
