//! The ops that an emitter creates.

use strum::VariantArray;

/// An op that `lower-broadcast` itself emits, for sizes, broadcasts and checks.
///
/// All other emitted ops come from rules, so a rule with one of these as its source would leave
/// ops to lower.
#[derive(
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    PartialEq,
    strum::Display,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
pub enum EmittedOp {
    /// `cf.assert`
    #[strum(serialize = "cf.assert")]
    CfAssert,
    /// `shape.assuming`
    #[strum(serialize = "shape.assuming")]
    ShapeAssuming,
    /// `shape.assuming_all`
    #[strum(serialize = "shape.assuming_all")]
    ShapeAssumingAll,
    /// `shape.assuming_yield`
    #[strum(serialize = "shape.assuming_yield")]
    ShapeAssumingYield,
    /// `shape.cstr_require`
    #[strum(serialize = "shape.cstr_require")]
    ShapeCstrRequire,
    /// `stablehlo.and`
    #[strum(serialize = "stablehlo.and")]
    And,
    /// `stablehlo.broadcast_in_dim`
    #[strum(serialize = "stablehlo.broadcast_in_dim")]
    BroadcastInDim,
    /// `stablehlo.compare`
    #[strum(serialize = "stablehlo.compare")]
    Compare,
    /// `stablehlo.concatenate`
    #[strum(serialize = "stablehlo.concatenate")]
    Concatenate,
    /// `stablehlo.constant`
    #[strum(serialize = "stablehlo.constant")]
    Constant,
    /// `stablehlo.convert`
    #[strum(serialize = "stablehlo.convert")]
    Convert,
    /// `stablehlo.custom_call`
    #[strum(serialize = "stablehlo.custom_call")]
    CustomCall,
    /// `stablehlo.dynamic_broadcast_in_dim`
    #[strum(serialize = "stablehlo.dynamic_broadcast_in_dim")]
    DynamicBroadcastInDim,
    /// `stablehlo.get_dimension_size`
    #[strum(serialize = "stablehlo.get_dimension_size")]
    GetDimensionSize,
    /// `stablehlo.maximum`
    #[strum(serialize = "stablehlo.maximum")]
    Maximum,
    /// `stablehlo.minimum`
    #[strum(serialize = "stablehlo.minimum")]
    Minimum,
    /// `stablehlo.or`
    #[strum(serialize = "stablehlo.or")]
    Or,
    /// `stablehlo.remainder`
    #[strum(serialize = "stablehlo.remainder")]
    Remainder,
    /// `stablehlo.reshape`
    #[strum(serialize = "stablehlo.reshape")]
    Reshape,
    /// `stablehlo.select`
    #[strum(serialize = "stablehlo.select")]
    Select,
    /// `stablehlo.set_dimension_size`
    #[strum(serialize = "stablehlo.set_dimension_size")]
    SetDimensionSize,
    /// `tensor.cast`
    #[strum(serialize = "tensor.cast")]
    TensorCast,
    /// `tensor.extract`
    #[strum(serialize = "tensor.extract")]
    TensorExtract,
    /// `vector.broadcast`
    #[strum(serialize = "vector.broadcast")]
    VectorBroadcast,
    /// `vector.shape_cast`
    #[strum(serialize = "vector.shape_cast")]
    VectorShapeCast,
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

    /// Returns the op's full name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
