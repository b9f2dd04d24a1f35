//! The message of the check that failed in a call of a program for sizes up to bounds.

use super::{
    Error, Job, PartTask,
    diagnose::{run_chunks_silently, run_with_values},
};
use crate::{bounds::FailedCall, diagnostic::Diagnostic};

/// Returns the message of the check that failed in a call of a program that `--bounds` wrote, with the sizes of the call,
/// and diagnostics. If there is no message, there is an error among them: the program does not parse, or the call does
/// not fit it.
///
/// The pipeline of the configuration does not run.
///
/// # Examples
///
/// ```
/// # mod bcast_lower {
/// #     pub use bcast_lower_driver::driver;
/// # }
/// use bcast_lower::driver::{Config, FailedCall, Job, check_message};
///
/// let lowered = b"func.func @main(
///     %x: tensor<8xf32>, %size: tensor<i32> {bcast.size_of = [array<i64: 0, 0>]}
/// ) -> (tensor<8xf32>, tensor<i32>) attributes {
///   bcast.checks = [{message = \"at most 8, got {0}\", sizes = [\"arg1\"]}]
/// } {
///   return %x, %size : tensor<8xf32>, tensor<i32>
/// }";
/// let config = Config::default();
/// let call = FailedCall { function: None, sizes: &[9], status: 1 };
/// let (message, _) = check_message(Job::new(&config, "lowered.mlir", lowered), &call)?;
/// assert_eq!(message.as_deref(), Some("at most 8, got 9"));
/// # Ok::<(), bcast_lower::driver::Error>(())
/// ```
///
/// # Errors
///
/// Fails for reasons other than errors in the source or the call.
pub fn check_message(
    job: Job<'_>,
    call: &FailedCall<'_>,
) -> Result<(Option<String>, Vec<Diagnostic>), Error> {
    let (_, message, diagnostics) = run_with_values(job, |follow, diagnostics| {
        let mut message = None;
        let task = PartTask::FindMessage(call, &mut message);
        let outcome = run_chunks_silently(job, follow, task, diagnostics)?;
        Ok((outcome, message))
    })?;
    Ok((message, diagnostics))
}
