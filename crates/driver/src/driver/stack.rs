//! Running on a large stack, which nested input does not overflow.

use super::Error;
use std::{panic::resume_unwind, thread};

/// The sizes to try, in bytes. Pages are only allocated when used; the smaller sizes are for
/// systems that limit address space.
const STACK_SIZES: [usize; 3] = [1 << 30, 256 << 20, 64 << 20];

/// Runs `body` in a separate thread with a large stack.
///
/// # Errors
///
/// Returns an error if no thread can be started.
#[doc(hidden)]
pub fn with_large_stack<T: Send>(body: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let mut body = Some(body);
    let mut last_error = None;
    for size in STACK_SIZES {
        let slot = &mut body;
        let result = thread::scope(|scope| {
            thread::Builder::new()
                .stack_size(size)
                .spawn_scoped(scope, move || slot.take().map(|body| body()))
                .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        match result {
            Ok(value) => return Ok(value.expect("the body is taken once, by the thread that runs")),
            Err(error) => last_error = Some(error),
        }
    }
    Err(Error::Thread(last_error.expect("there is a size to try")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_more_stack_than_usual() {
        fn fill() -> u8 {
            let bytes = std::hint::black_box([1u8; 32 << 20]);
            bytes[bytes.len() / 2]
        }
        assert_eq!(with_large_stack(fill).unwrap(), 1);
    }

    #[test]
    fn passes_a_panic_on() {
        let result = std::panic::catch_unwind(|| with_large_stack(|| panic!("as expected")));
        assert!(result.is_err());
    }
}
