//! The ops that an emitter creates.

use crate::dialect::{cf, shape, stablehlo, tensor};
use strum::VariantArray;

macro_rules! emitted_ops {
    ($($op:ident: $name:expr,)*) => {
        /// An op that `lower-broadcast` itself emits, for sizes, broadcasts and checks.
        ///
        /// All other emitted ops come from rules, so a rule with one of these as its source would
        /// leave ops to lower.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, strum::VariantArray)]
        pub enum EmittedOp {
            $(#[doc = concat!("`", stringify!($name), "`")] $op,)*
        }

        impl EmittedOp {
            /// Returns the op's full name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$op => $name,)*
                }
            }
        }
    };
}

emitted_ops! {
    CfAssert: cf::ASSERT,
    ShapeAssuming: shape::ASSUMING,
    ShapeAssumingAll: shape::ASSUMING_ALL,
    ShapeAssumingYield: shape::ASSUMING_YIELD,
    ShapeCstrRequire: shape::CSTR_REQUIRE,
    And: stablehlo::AND,
    BroadcastInDim: stablehlo::BROADCAST_IN_DIM,
    Compare: stablehlo::COMPARE,
    Concatenate: stablehlo::CONCATENATE,
    Constant: stablehlo::CONSTANT,
    Convert: stablehlo::CONVERT,
    CustomCall: stablehlo::CUSTOM_CALL,
    DynamicBroadcastInDim: stablehlo::DYNAMIC_BROADCAST_IN_DIM,
    GetDimensionSize: stablehlo::GET_DIMENSION_SIZE,
    Maximum: stablehlo::MAXIMUM,
    Minimum: stablehlo::MINIMUM,
    Or: stablehlo::OR,
    Remainder: stablehlo::REMAINDER,
    Reshape: stablehlo::RESHAPE,
    Select: stablehlo::SELECT,
    SetDimensionSize: stablehlo::SET_DIMENSION_SIZE,
    TensorCast: tensor::CAST,
    TensorExtract: tensor::EXTRACT,
    VectorBroadcast: "vector.broadcast",
    VectorShapeCast: "vector.shape_cast",
}

impl EmittedOp {
    /// Returns whether an op of this name is emitted only for its result: it checks nothing, so
    /// it may be removed if nothing uses the result.
    pub fn is_only_for_its_result(name: &str) -> bool {
        let found = Self::VARIANTS.iter().find(|op| op.name() == name);
        found.is_some_and(|op| {
            !matches!(
                op,
                Self::CfAssert
                    | Self::CustomCall
                    | Self::ShapeAssuming
                    | Self::ShapeAssumingAll
                    | Self::ShapeAssumingYield
                    | Self::ShapeCstrRequire
            )
        })
    }
}
