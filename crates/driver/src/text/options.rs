//! Options of parsing, printing and checking.

use super::ffi;

/// How a source is parsed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ParseOptions {
    /// Wraps the ops in a `builtin.module` unless there is exactly one op and it is a module.
    pub implicit_module: bool,
    /// Verifies the parsed ops.
    pub verify: bool,
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self {
            implicit_module: true,
            verify: true,
        }
    }
}

/// How an op is printed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct PrintOptions {
    /// Prints the generic form of all ops.
    pub generic: bool,
    /// Prints locations.
    pub debug_info: bool,
    /// Prints locations in a form that is more readable, but cannot be parsed.
    pub pretty_debug_info: bool,
    /// Prints attributes, types and locations in full instead of by alias.
    pub local_scope: bool,
    /// Skips the verification before printing. The op must be valid, or printers of its
    /// dialects may misbehave.
    pub assume_verified: bool,
    /// Names values after their name locations.
    pub names_from_locations: bool,
    /// Prints no regions.
    pub skip_regions: bool,
    /// Gives no two values the same name, even in ops that are isolated from each other.
    pub unique_names: bool,
    /// Prints which ops use each value, in comments.
    pub value_users: bool,
    /// Replaces elements attributes with more elements than this by a placeholder.
    pub elide_elements_attributes_if_larger: Option<u32>,
    /// Leaves out resources whose text has more characters than this.
    pub elide_resource_strings_if_larger: Option<u32>,
}

impl PrintOptions {
    pub(super) fn to_raw(&self) -> ffi::PrintOptions {
        let limit = |limit: Option<u32>| limit.map_or(-1, i64::from);
        ffi::PrintOptions {
            generic: self.generic,
            debugInfo: self.debug_info,
            prettyDebugInfo: self.pretty_debug_info,
            localScope: self.local_scope,
            assumeVerified: self.assume_verified,
            namesFromLocations: self.names_from_locations,
            skipRegions: self.skip_regions,
            uniqueNames: self.unique_names,
            valueUsers: self.value_users,
            elideElementsAttrsIfLarger: limit(self.elide_elements_attributes_if_larger),
            elideResourceStringsIfLarger: limit(self.elide_resource_strings_if_larger),
        }
    }
}

/// How bytecode is written.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct BytecodeOptions {
    /// The version of the format; the current one without it.
    pub version: Option<u32>,
    /// Leaves out the data of resources.
    pub elide_resources: bool,
}

/// Which diagnostics `expected-...` comments must account for.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Expectations {
    /// All diagnostics, and each expected one must be emitted.
    #[default]
    All,
    /// None; but each expected one must be emitted.
    OnlyExpected,
}
