//! Which standard streams were closed when the program was started.
//!
//! Rust's runtime opens `/dev/null` in place of a closed stream before `main`, so that what is
//! written there is lost without an error. A caller may have opened `/dev/null` in just the same
//! way, so afterwards nothing tells the two cases apart: the streams are looked at before the
//! runtime starts.
#![allow(unsafe_code)]

use nix::libc;
use std::{
    io,
    sync::atomic::{AtomicU8, Ordering},
};

/// A standard stream.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Standard {
    Input = 0,
    Output = 1,
    Error = 2,
}

/// For each closed stream, the bit of its number.
static CLOSED: AtomicU8 = AtomicU8::new(0);

/// The system calls the functions in this section before `main`.
#[used]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_os = "macos"), unsafe(link_section = ".init_array"))]
static FIND_CLOSED: extern "C" fn() = find_closed;

extern "C" fn find_closed() {
    for stream in [Standard::Input, Standard::Output, Standard::Error] {
        // SAFETY: the call accepts any number, and changes nothing.
        if unsafe { libc::fcntl(stream as i32, libc::F_GETFD) } == -1 {
            CLOSED.fetch_or(1 << stream as u8, Ordering::Relaxed);
        }
    }
}

impl Standard {
    /// Checks that the stream was open when the program was started.
    ///
    /// # Errors
    ///
    /// Fails, as reading or writing would, if it was closed.
    pub fn check(self) -> io::Result<()> {
        match CLOSED.load(Ordering::Relaxed) & (1 << self as u8) {
            0 => Ok(()),
            _ => Err(io::Error::other("it is closed")),
        }
    }
}
