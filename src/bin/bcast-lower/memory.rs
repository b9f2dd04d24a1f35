//! Memory: who hands it out, and in pages of which size.

use nix::sys::prctl;

/// For MLIR, too: `malloc` and C++'s `operator new` are replaced with it.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The size of an input, in bytes, from which huge pages gain more than it costs to
/// clear them.
const MINIMUM_SIZE_FOR_HUGE_PAGES: usize = 1 << 20;

/// The huge pages that the allocator asks for.
pub struct HugePages {
    are_held_back: bool,
}

impl HugePages {
    /// Holds huge pages back, as most runs need less than it takes to clear some.
    ///
    /// Where the system has no such choice, nothing changes. A process that was started
    /// without huge pages stays without.
    pub fn hold_back() -> Self {
        let are_held_back =
            prctl::get_thp_disable() == Ok(false) && prctl::set_thp_disable(true).is_ok();
        Self { are_held_back }
    }

    /// Lets the allocator have them if an input of `size` bytes makes them worth it.
    pub fn allow_for(self, size: usize) {
        if self.are_held_back && size >= MINIMUM_SIZE_FOR_HUGE_PAGES {
            let _ = prctl::set_thp_disable(false);
        }
    }
}
