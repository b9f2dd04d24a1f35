//! Where arguments declare their sizes.

use crate::ir::{block_arguments, region, value_location};
use melior::ir::{Location, OperationRef, RegionLike};

/// The argument attribute that names dims.
pub const DIMS: &str = "bcast.dims";

/// The argument attribute by which onnx-mlir names dims: `"0:batch,1:time"`.
pub const ONNX_DIMS: &str = "onnx.dim_params";

/// The function attribute that gives the range of each name.
pub const RANGES: &str = "bcast.ranges";

/// The function attribute with the greatest sizes of each argument, for which `pad-to-bounds` writes the function.
pub const BOUNDS: &str = "bcast.bounds";

/// The function attribute with the messages of the checks whose numbers the function returns.
pub const CHECKS: &str = "bcast.checks";

/// The attribute of an argument that is a size: the dims that have it, each as the index of an argument and of its dim.
pub const SIZE_OF: &str = "bcast.size_of";

/// The attribute of a result that has the sizes of another one: the index of that.
pub const SIZES_OF: &str = "bcast.sizes_of";

/// Returns the location of a function's argument, if the function has a body.
pub fn argument_location<'c>(
    function: OperationRef<'c, '_>,
    argument: usize,
) -> Option<Location<'c>> {
    let body = region(function, 0)?;
    let arguments = block_arguments(body.first_block()?);
    Some(value_location(*arguments.get(argument)?))
}
