//! Declarations of `capi.cpp`.

use mlir_sys::{MlirBlock, MlirOperation, MlirRegion};
use std::ffi::c_void;

unsafe extern "C" {
    pub(super) fn bcastOperationMayBeIsolatedFromAbove(operation: MlirOperation) -> bool;

    pub(super) fn bcastOperationIsElementwise(operation: MlirOperation) -> bool;

    pub(super) fn bcastRegionVisitDominatorTree(
        region: MlirRegion,
        visit: unsafe extern "C" fn(block: MlirBlock, entered: bool, user_data: *mut c_void),
        user_data: *mut c_void,
    );
}
