//! Declarations of `capi.cpp`.

use mlir_sys::{
    MlirAttribute, MlirBlock, MlirContext, MlirOperation, MlirRegion, MlirStringRef, MlirValue,
};
use std::ffi::c_void;

pub(super) type VisitText = unsafe extern "C" fn(text: MlirStringRef, user_data: *mut c_void);

unsafe extern "C" {
    pub(super) fn bcastOperationMayBeIsolatedFromAbove(operation: MlirOperation) -> bool;

    pub(super) fn bcastOperationIsElementwise(operation: MlirOperation) -> bool;

    pub(super) fn bcastContextThreadCount(context: MlirContext) -> u32;

    pub(super) fn bcastContextParallelFor(
        context: MlirContext,
        count: usize,
        work: unsafe extern "C" fn(index: usize, user_data: *mut c_void),
        user_data: *mut c_void,
    );

    pub(super) fn bcastOperationAttributes(operation: MlirOperation) -> MlirAttribute;

    pub(super) fn bcastOperationSuccessorOperand(
        terminator: MlirOperation,
        successor: isize,
        argument: isize,
    ) -> MlirValue;

    pub(super) fn bcastBlockVisitPredecessors(
        block: MlirBlock,
        visit: unsafe extern "C" fn(
            terminator: MlirOperation,
            successor: isize,
            user_data: *mut c_void,
        ),
        user_data: *mut c_void,
    );

    pub(super) fn bcastVisitSymbolUses(
        symbol_table: MlirOperation,
        visit: unsafe extern "C" fn(
            symbol: MlirStringRef,
            user: MlirOperation,
            user_data: *mut c_void,
        ),
        user_data: *mut c_void,
    ) -> bool;

    pub(super) fn bcastRegionVisitDominatorTree(
        region: MlirRegion,
        visit: unsafe extern "C" fn(block: MlirBlock, entered: bool, user_data: *mut c_void),
        user_data: *mut c_void,
    );

    pub(super) fn bcastValueIsConstantInteger(value: MlirValue, result: *mut i64) -> bool;

    pub(super) fn bcastContextVisitDialects(
        context: MlirContext,
        visit: VisitText,
        user_data: *mut c_void,
    );

    pub(super) fn bcastContextVisitOps(
        context: MlirContext,
        dialect: MlirStringRef,
        visit: VisitText,
        user_data: *mut c_void,
    );

    pub(super) fn bcastContextOperandCount(context: MlirContext, op: MlirStringRef) -> isize;

    pub(super) fn bcastContextResultCount(context: MlirContext, op: MlirStringRef) -> isize;

    pub(super) fn bcastContextVisitAttributes(
        context: MlirContext,
        op: MlirStringRef,
        visit: VisitText,
        user_data: *mut c_void,
    );

    pub(super) fn bcastContextTakesEqualTypes(context: MlirContext, op: MlirStringRef) -> bool;

    pub(super) fn bcastOperationVerify(
        operation: MlirOperation,
        visit: VisitText,
        user_data: *mut c_void,
    ) -> bool;

    pub(super) fn bcastContextTakesAttribute(
        context: MlirContext,
        op: MlirStringRef,
        attribute: MlirStringRef,
        value: MlirAttribute,
        visit: VisitText,
        user_data: *mut c_void,
    ) -> bool;
}
