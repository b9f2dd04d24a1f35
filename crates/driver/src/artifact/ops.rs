//! The columns of the table of VHLO's ops: the StableHLO op that each one encodes, the versions
//! that introduced its editions, and the encoding of its attributes.
//!
//! A change to an op that older readers would not understand makes a new edition, which VHLO
//! numbers: `gather_v1`, `gather_v2`.

use super::ffi;
use crate::dialect::stablehlo;

/// An op in all its editions.
#[derive(Debug)]
pub struct Family {
    /// Its name without the dialect and the number of the edition, which is the name of the op
    /// in StableHLO, too.
    pub name: &'static str,
    /// The generation of StableHLO that introduced each edition.
    pub since: &'static [i64],
    /// Its own attributes.
    pub attributes: &'static [Attribute],
    /// What old editions or versions do not allow.
    pub limits: &'static [Limit],
}

/// An attribute of an op in VHLO.
#[derive(Debug)]
pub struct Attribute {
    /// Its name, which is that in StableHLO unless the form says otherwise.
    pub name: &'static str,
    /// Its representation in StableHLO.
    pub form: AttributeForm,
    /// The value that VHLO writes if the attribute is absent in StableHLO.
    pub fallback: Fallback,
    /// The first edition that has it.
    pub first: usize,
    /// The last edition that has it.
    pub last: usize,
}

/// The representation in StableHLO of an attribute of VHLO.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AttributeForm {
    /// The same attribute.
    Same,
    /// A list, for a tensor of rank 1.
    List,
    /// A reference to a function, for a string.
    Symbol,
    /// References to functions, for strings.
    Symbols,
    /// A channel, for its number.
    Channel,
    /// A unit attribute for `true`, none for `false`.
    Flag,
    /// A number, for an enumerator: the interface of a custom call.
    ApiVersion,
    /// One of the members of an attribute, in the order of the table.
    Part(Struct),
    /// None; VHLO always has the fallback.
    Missing,
}

/// An attribute of StableHLO that VHLO writes as several.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Struct {
    Dot,
    DotAlgorithm,
    Convolution,
    Gather,
    Scatter,
    Channel,
}

impl Struct {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Dot,
        Self::DotAlgorithm,
        Self::Convolution,
        Self::Gather,
        Self::Scatter,
        Self::Channel,
    ];

    /// The name of the attribute.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dot => "dot_dimension_numbers",
            Self::DotAlgorithm => "algorithm",
            Self::Convolution | Self::Gather => "dimension_numbers",
            Self::Scatter => "scatter_dimension_numbers",
            Self::Channel => "channel_handle",
        }
    }

    /// What C++ calls it.
    pub fn to_raw(self) -> ffi::Struct {
        match self {
            Self::Dot => ffi::Struct_BcastStructDot,
            Self::DotAlgorithm => ffi::Struct_BcastStructDotAlgorithm,
            Self::Convolution => ffi::Struct_BcastStructConvolution,
            Self::Gather => ffi::Struct_BcastStructGather,
            Self::Scatter => ffi::Struct_BcastStructScatter,
            Self::Channel => ffi::Struct_BcastStructChannel,
        }
    }
}

/// The value that VHLO writes if an attribute is absent in StableHLO.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Fallback {
    /// None: the attribute is required.
    None,
    False,
    Integer(i64),
    EmptyString,
    EmptyArray,
    EmptyDictionary,
    EmptyTensor,
    /// As many 1s as the other attribute, a list, has elements.
    Ones(&'static str),
    /// As many `false` as the other attribute, a list, has elements.
    AllFalse(&'static str),
    /// As many pairs of 0 as the other attribute, a list, has elements.
    ZeroPairs(&'static str),
    /// The type of nothing.
    NoneType,
    /// The default precision of both operands.
    Precisions,
    ComparisonType,
    ResultAccuracy,
    ApiVersion,
    /// An empty string or dictionary, which depends on the interface of the custom call.
    BackendConfig,
    /// An empty array, if the other attribute is one, too.
    EmptyArrayWith(&'static str),
}

/// What old editions or versions of an op do not allow.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Limit {
    /// The first edition has one operand.
    OneOperand,
    /// The first edition has no region.
    NoRegion,
    /// Up to 0.16, elements of operands and results are of the same types.
    EqualElements,
    /// Up to 1.19, floats of both operands are of one type.
    EqualOperands,
    /// Up to 1.20, products of floats of 8 bits are one operation each.
    OneOperation,
    /// Up to 1.2 a custom call is configured by a string, and up to 1.16 takes no future.
    CustomCall,
}

impl Family {
    /// The name of the op in StableHLO, or in `func`. A return may be either.
    pub fn target(&self) -> String {
        match self.name {
            "call" | "func" => format!("func.{}", self.name),
            name => format!("{}{name}", stablehlo::PREFIX),
        }
    }

    /// The name of an edition, of which the first is 1.
    pub fn edition_name(&self, edition: usize) -> String {
        format!("vhlo.{}_v{edition}", self.name)
    }

    /// The attributes of an edition, in the order of their names.
    pub fn attributes_of(&self, edition: usize) -> Vec<&'static str> {
        let attributes = self.attributes.iter();
        let mut names = attributes
            .filter(|attribute| attribute.is_in(edition))
            .map(|attribute| attribute.name)
            .collect::<Vec<_>>();
        names.sort_unstable();
        names
    }
}

impl Attribute {
    /// Whether an edition has it.
    pub fn is_in(&self, edition: usize) -> bool {
        (self.first..=self.last).contains(&edition)
    }

    pub(super) const fn since_edition(self, first: usize) -> Self {
        Self { first, ..self }
    }

    pub(super) const fn until_edition(self, last: usize) -> Self {
        Self { last, ..self }
    }
}

impl Family {
    pub(super) const fn with(self, attributes: &'static [Attribute]) -> Self {
        Self { attributes, ..self }
    }

    pub(super) const fn since(self, since: &'static [i64]) -> Self {
        Self { since, ..self }
    }

    pub(super) const fn limited(self, limits: &'static [Limit]) -> Self {
        Self { limits, ..self }
    }
}
