//! What is known of target ops.

use crate::ir;
use melior::ir::OperationRef;
use smallvec::SmallVec;
use std::cell::RefCell;

/// The types of the last op that was verified, of those with the same attributes.
#[derive(Default)]
pub struct Verified(RefCell<SmallVec<[usize; 4]>>);

impl Verified {
    /// Verifies an op, unless the previous one had the same types.
    ///
    /// # Errors
    ///
    /// Fails with MLIR's message.
    pub fn verify(&self, op: OperationRef<'_, '_>) -> Result<(), String> {
        let types = ir::type_addresses(op);
        let mut verified = self.0.borrow_mut();
        if *verified != types {
            ir::verify(op)?;
            *verified = types;
        }
        Ok(())
    }
}
