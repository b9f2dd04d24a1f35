//! Targets: pipelines for the consumers of the output.

use super::{
    OPTIONS, OptionError, OptionInfo, PASSES, PassInfo, PassOptions, default_pipeline, is_taken,
    options::{parse_options_over, print_options},
    outline::{has_pass, passes_with_anchors},
    passes_with, upstream,
};
use crate::{assertion::Assertions, plan::ZeroExtents};
use strum::VariantArray;

/// The pass that comes first if sizes are given: the others see only these sizes.
const SPECIALIZING: &str = "specialize-sizes";

/// The pass that comes first if there are profiles, behind that.
const PROFILING: &str = "add-profiles";

/// The pass behind which `cse` merges what is computed for given sizes, which is often the same. In front of this
/// pass, it would remove unused ops whose sizes still have to be checked.
const LOWERING: &str = "legalize-to-stablehlo";

/// The pass that calls the copies for profiles.
const DISPATCH: &str = "dispatch-profiles";

/// The pass that guards ops that are kept.
const GUARDS_OF_KEPT_OPS: &str = "guard-broadcasts";

/// The passes that add only checks.
const GUARDS: [&str; 4] = [
    GUARDS_OF_KEPT_OPS,
    "guard-replaced-ops",
    "guard-reshapes",
    "guard-sizes",
];

/// The pass that reports what stays dynamic, as specialising does.
const SIZES_OF_XLA: &str = "remark-unknown-sizes";

/// The pass that inlines calls, without one that canonicalizes functions before.
const INLINE: &str = "inline{default-pipeline=}";

/// The pass that rewrites StableHLO with ops of other dialects.
const FORMS_FOR_IREE: &str = "legalize-for-iree";

/// The pass that adds ops of IREE's dialects.
const ASSUMPTIONS_FOR_IREE: &str = "assume-sizes";

/// Parses options as those of `lower-broadcast`, such as `facts=off`, separated by spaces. Other
/// options have the [defaults](Target::default_options) of the target, if there is one. Rules are
/// not loaded.
///
/// # Errors
///
/// Fails if an option does not exist or does not accept its value, or if there are profiles without
/// a target whose programs run at any size.
pub fn parse_lowering_options(
    target: Option<Target>,
    text: &str,
) -> Result<PassOptions, OptionError> {
    let defaults = target.map_or_else(PassOptions::default, Target::default_options);
    let options = parse_options_over("lower-broadcast", OPTIONS, text, defaults)?;
    let takes_profiles = target.is_some_and(|target| target.passes().contains(&DISPATCH));
    let has_profiles = !options.specialize.profiles.is_empty();
    match options.specialize.bounds.is_empty() {
        false if has_profiles => Err(OptionError::Bounds { other: "profile" }),
        _ if has_profiles && !takes_profiles => Err(OptionError::Profiles),
        _ => Ok(options),
    }
}

/// Checks that the passes of the pipeline that lowers take all options that do not have their defaults.
///
/// # Errors
///
/// Fails for the first one that no pass takes.
pub fn check_taken(target: Option<Target>, options: &PassOptions) -> Result<(), OptionError> {
    let pipeline = lowering_pipeline(target, options);
    let defaults = target.map_or_else(PassOptions::default, Target::default_options);
    let mut given = OPTIONS
        .iter()
        .filter(|row| row.get(options) != row.get(&defaults));
    match given.find(|row| !is_taken(row, &pipeline)) {
        Some(row) => Err(OptionError::Untaken {
            option: row.name,
            takers: takers(row),
        }),
        None => Ok(()),
    }
}

/// Names the targets with a pass that takes an option, or, if there are none, the passes that take it.
pub fn takers(option: &OptionInfo) -> String {
    let targets = Target::VARIANTS.iter();
    let targets =
        targets.filter(|target| is_taken(option, &target.pipeline(&target.default_options())));
    let targets = targets.map(|target| format!("`--target={target}`"));
    let passes = passes_with(option).map(|pass| format!("the pass `{}`", pass.name));
    let all = targets.collect::<Vec<_>>();
    let all = if all.is_empty() {
        passes.collect()
    } else {
        all
    };
    all.join(" and ")
}

/// Returns the pipeline that lowers a module, for a target if there is one.
pub fn lowering_pipeline(target: Option<Target>, options: &PassOptions) -> String {
    match target {
        Some(target) => target.pipeline(options),
        None if !options.specialize.bounds.is_empty() => {
            format!("builtin.module({})", bounded_passes(None, options))
        }
        None => default_pipeline(options, false),
    }
}

/// The passes for bounds, in order. What `pad-to-bounds` gets is StableHLO, all of whose checks are assertions.
const BOUNDED: &[&str] = &[
    "declare-bounds",
    "lower-broadcast",
    "call-decompositions",
    INLINE,
    "simplify-broadcasts",
    "guard-replaced-ops",
    LOWERING,
    "simplify-broadcasts",
    "cse",
    "remove-unused-ops",
    "guard-sizes",
    // For the ops that compute what the guards check.
    LOWERING,
    "simplify-broadcasts",
    "cse",
    "pad-to-bounds",
    "simplify-broadcasts",
    "cse",
    "remove-unused-ops",
    "symbol-dce",
];

/// The passes behind these for IREE, which computes some static programs wrongly, too.
const BOUNDED_FOR_IREE: &[&str] = &[
    // Static shapes need no guards; the mark keeps what is emitted for them from being guarded by another run.
    "guard-sizes",
    FORMS_FOR_IREE,
    "canonicalize-for-iree",
    "simplify-broadcasts",
    "cse",
    // For functions that have no bounds.
    ASSUMPTIONS_FOR_IREE,
    "canonicalize-for-iree",
    "cse",
    "remove-unused-ops",
];

/// Returns the passes that give a module static shapes for all sizes up to bounds.
fn bounded_passes(target: Option<Target>, options: &PassOptions) -> String {
    let mut options = options.clone();
    let has_checks = options.lower.assertions != Assertions::None;
    if has_checks {
        options.lower.assertions = Assertions::CustomCall;
    }
    (options.keep_tosa, options.keep_readable) = (false, false);
    let given = options.specialize.shapes.is_empty() && options.specialize.sizes.is_empty();
    let first = (!given).then_some(SPECIALIZING);
    let last = match target {
        Some(Target::Iree) => BOUNDED_FOR_IREE,
        _ => &[],
    };
    let passes = first.into_iter().chain(BOUNDED.iter().chain(last).copied());
    let passes = passes.filter(|name| has_checks || !GUARDS.contains(name));
    let passes = passes.filter_map(|name| match name {
        INLINE => Some(INLINE.into()),
        // The bounds have been declared.
        "pad-to-bounds" => Some(name.into()),
        _ => find_pass(name).map(|pass| pass.in_module(&print_options(pass.options(), &options))),
    });
    passes.collect::<Vec<_>>().join(",")
}

/// Returns the pass or the target in a pipeline, if there is one, whose output a portable artifact
/// cannot hold in general, because it has ops of other dialects than `func` and StableHLO.
pub fn not_portable(pipeline: &str) -> Option<&'static str> {
    let targets = Target::VARIANTS.iter();
    let targets = targets.filter(|target| target.passes().contains(&FORMS_FOR_IREE));
    let passes = [FORMS_FOR_IREE, ASSUMPTIONS_FOR_IREE];
    let names = targets.map(|target| target.alias()).chain(passes);
    names.into_iter().find(|name| has_pass(pipeline, name))
}

/// Returns whether a pipeline guards ops that it keeps.
pub(crate) fn guards_kept_ops(pipeline: &str) -> bool {
    let targets = Target::VARIANTS.iter();
    let targets = targets.filter(|target| target.passes().contains(&GUARDS_OF_KEPT_OPS));
    let mut names = targets
        .map(|target| target.alias())
        .chain([GUARDS_OF_KEPT_OPS]);
    names.any(|name| has_pass(pipeline, name))
}

/// Returns whether a pipeline has a pass that converts ops of `tf`.
#[doc(hidden)]
pub fn converts_tensorflow(pipeline: &str) -> bool {
    let aliases = Target::VARIANTS.iter().map(|target| target.alias());
    let mut names = aliases.chain(["legalize-to-stablehlo"]);
    names.any(|name| has_pass(pipeline, name))
}

/// The consumer of the output.
///
/// A target is a pipeline of passes that can also be run on their own;
/// [`pipeline`](Self::pipeline) returns it.
#[derive(
    Clone,
    Copy,
    Debug,
    Eq,
    Hash,
    PartialEq,
    strum::Display,
    strum::EnumString,
    strum::VariantArray,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Target {
    /// XLA: StableHLO and functions only.
    Xla,
    /// IREE: forms that its compiler accepts on dynamic shapes.
    Iree,
}

impl Target {
    /// The passes, in order.
    const fn passes(self) -> &'static [&'static str] {
        match self {
            Self::Xla => &[
                "lower-broadcast",
                // JAX's refinement makes sizes constant behind calls only.
                "call-dynamic-decompositions",
                "simplify-broadcasts",
                "legalize-to-stablehlo",
                // For the ops that replaced those of other dialects, and for the casts of this
                // pass: running the target again would find the same.
                "simplify-broadcasts",
                "legalize-to-stablehlo",
                // The passes have learned from them.
                "remove-unused-ops",
                SIZES_OF_XLA,
            ],
            Self::Iree => &[
                GUARDS_OF_KEPT_OPS,
                "lower-broadcast",
                // Facts about sizes end at calls, and IREE inlines anyway, composite ops, too: what it would inline
                // later, the other passes would not see.
                "call-decompositions",
                // Without MLIR's canonicalizer, which drops checks of `shape` and crashes on some of its ops.
                INLINE,
                "simplify-broadcasts",
                // Its messages name the ops of the program, those of `guard-sizes` what is left after the next passes.
                "guard-replaced-ops",
                "legalize-to-stablehlo",
                // For the ops that replaced those of other dialects.
                "simplify-broadcasts",
                // Ops that are removed must not prove that reshapes fit. Where ops are merged, their
                // results live longer: the last pass has to know it. Loops that nothing uses would get checks,
                // and stay.
                "cse",
                "remove-unused-ops",
                "guard-sizes",
                FORMS_FOR_IREE,
                // Guards the reshapes that `legalize-for-iree` emits.
                "guard-reshapes",
                "canonicalize-for-iree",
                "simplify-broadcasts",
                "cse",
                // What it adds is put into the canonical form.
                ASSUMPTIONS_FOR_IREE,
                DISPATCH,
                "canonicalize-for-iree",
                "cse",
                // Functions that the program no longer uses.
                "symbol-dce",
            ],
        }
    }

    /// Returns the default options of the passes.
    ///
    /// Frontends broadcast size 0 as NumPy does, and IREE drops StableHLO's shape assertions
    /// without a diagnostic.
    pub fn default_options(self) -> PassOptions {
        let mut options = PassOptions::default();
        options.lower.zero_extents = ZeroExtents::Numpy;
        if self == Self::Iree {
            options.lower.assertions = Assertions::Cf;
            options.keep_tosa = true;
            options.keep_readable = true;
        }
        options
    }

    /// Returns the pipeline on a module. Each pass gets the options that it accepts.
    pub fn pipeline(self, options: &PassOptions) -> String {
        format!("builtin.module({})", self.passes_with_options(options))
    }

    /// Returns the passes as text that can be part of another pipeline.
    pub(super) fn passes_with_options(self, options: &PassOptions) -> String {
        if !options.specialize.bounds.is_empty() {
            return bounded_passes(Some(self), options);
        }
        let has_checks = options.lower.assertions != Assertions::None;
        let has_profiles = !options.specialize.profiles.is_empty();
        let is_given = options.specialize.is_given();
        let is_needed = |name| match name {
            DISPATCH => has_profiles,
            SIZES_OF_XLA => !is_given,
            // The forms of guarded ops need no guards of their own.
            "guard-reshapes" if options.guard_sizes => false,
            "guard-replaced-ops" if !options.guard_sizes => false,
            _ => has_checks || !GUARDS.contains(&name),
        };
        let first = [
            is_given.then_some(SPECIALIZING),
            has_profiles.then_some(PROFILING),
        ];
        let lowering = self.passes().iter().position(|&name| name == LOWERING);
        let rest = self.passes().iter().enumerate();
        let rest = rest.flat_map(|(index, &name)| {
            let merges = Some(index) == lowering && (is_given || has_profiles);
            // The new assertions prove more.
            let simplifies = name == "guard-sizes" && options.guard_sizes && has_checks;
            let then = merges.then_some("cse");
            [
                Some(name),
                then.or(simplifies.then_some("simplify-broadcasts")),
            ]
        });
        let passes = first.into_iter().chain(rest).flatten();
        let passes = passes.filter_map(|name| {
            let pass = find_pass(name).filter(|_| is_needed(name))?;
            Some(match name {
                INLINE => name.into(),
                _ => pass.in_module(&print_options(pass.options(), options)),
            })
        });
        passes.collect::<Vec<_>>().join(",")
    }

    /// Returns the alias for the passes in the text of a pipeline.
    pub const fn alias(self) -> &'static str {
        match self {
            Self::Xla => "target-xla",
            Self::Iree => "target-iree",
        }
    }

    /// Returns the description of the passes, one sentence.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Xla => "Prepare a frontend's program for XLA: functions and StableHLO only",
            Self::Iree => "Prepare a frontend's program for IREE",
        }
    }
}

/// Returns whether a pipeline has a pass that folds ops by MLIR's own patterns, which crash on some programs.
#[doc(hidden)]
pub fn folds_upstream(pipeline: &str) -> bool {
    let folds = |name: &&str| ["canonicalize", "inline", "sccp"].contains(name);
    let pipeline = pipeline.replace(INLINE, "");
    let passes = passes_with_anchors(&pipeline).into_iter();
    passes.map(|(pass, _)| pass).any(|pass| folds(&pass))
}

/// Returns the pass with a name, perhaps with options, of this crate or upstream.
fn find_pass(name: &str) -> Option<&'static PassInfo> {
    let name = name.split_once('{').map_or(name, |(name, _)| name);
    let passes = PASSES.iter().chain(upstream::PASSES);
    passes.into_iter().find(|pass| pass.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_passes_of_targets_exist() {
        for target in Target::VARIANTS {
            for name in target.passes() {
                assert!(find_pass(name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn only_what_is_for_iree_is_not_portable() {
        let pipeline = |target: Target| target.pipeline(&target.default_options());
        for (pipeline, expected) in [
            (&*pipeline(Target::Iree), Some("legalize-for-iree")),
            (&pipeline(Target::Xla), None),
            (
                "builtin.module(cse,target-iree{facts=off})",
                Some("target-iree"),
            ),
            ("builtin.module(target-xla)", None),
            (
                "any(func.func(legalize-for-iree),cse)",
                Some("legalize-for-iree"),
            ),
            (
                "builtin.module(lower-broadcast{rules=legalize-for-iree})",
                None,
            ),
            ("", None),
        ] {
            assert_eq!(not_portable(pipeline), expected, "{pipeline}");
        }
    }

    #[test]
    fn targets_broadcast_0_as_numpy_does_by_default() {
        let pipeline = |text| {
            let options = parse_lowering_options(Some(Target::Xla), text).expect("they are right");
            Target::Xla.pipeline(&options)
        };
        assert_eq!(
            pipeline(""),
            "builtin.module(lower-broadcast{zero-extents=numpy},call-dynamic-decompositions,simplify-broadcasts,\
             legalize-to-stablehlo{zero-extents=numpy},simplify-broadcasts,\
             legalize-to-stablehlo{zero-extents=numpy},remove-unused-ops,remark-unknown-sizes)"
        );
        assert_eq!(
            pipeline("zero-extents=reject facts=off"),
            "builtin.module(lower-broadcast{facts=off},call-dynamic-decompositions,simplify-broadcasts,legalize-to-stablehlo,\
             simplify-broadcasts,legalize-to-stablehlo,remove-unused-ops,remark-unknown-sizes)"
        );
        assert_eq!(
            pipeline("assertions=none"),
            "builtin.module(lower-broadcast{assertions=none zero-extents=numpy},call-dynamic-decompositions,\
             simplify-broadcasts,legalize-to-stablehlo{assertions=none zero-extents=numpy},\
             simplify-broadcasts,legalize-to-stablehlo{assertions=none zero-extents=numpy},remove-unused-ops,\
             remark-unknown-sizes)"
        );
    }

    #[test]
    fn targets_do_not_fold_by_upstream_patterns() {
        for target in Target::VARIANTS {
            let pipeline = target.pipeline(&target.default_options());
            assert!(!folds_upstream(&pipeline), "{pipeline}");
        }
        for (pipeline, expected) in [
            ("builtin.module(canonicalize)", true),
            ("any(func.func(canonicalize{top-down=false},cse))", true),
            ("builtin.module(inline)", true),
            ("builtin.module(inline{default-pipeline=},sccp)", true),
            ("builtin.module(inline{default-pipeline=},cse)", false),
            ("", false),
        ] {
            assert_eq!(folds_upstream(pipeline), expected, "{pipeline}");
        }
    }

    #[test]
    fn given_sizes_come_first() {
        let options = parse_lowering_options(Some(Target::Xla), "shapes=4x8 allow-partial=on");
        let options = options.expect("they are right");
        let pipeline = Target::Xla.pipeline(&options);
        let expected = "builtin.module(specialize-sizes{allow-partial=on shapes=4x8},\
                     lower-broadcast{zero-extents=numpy allow-partial=on},call-dynamic-decompositions,simplify-broadcasts,\
                     legalize-to-stablehlo{zero-extents=numpy},cse,simplify-broadcasts,\
                     legalize-to-stablehlo{zero-extents=numpy},remove-unused-ops)";
        assert_eq!(pipeline, expected);
        let options = parse_lowering_options(None, "sizes=b=4").expect("they are right");
        assert_eq!(
            lowering_pipeline(None, &options),
            "builtin.module(specialize-sizes{sizes=\"b=4\"},lower-broadcast,cse)"
        );
    }

    #[test]
    fn profiles_are_added_first_and_called_last() {
        let options =
            parse_lowering_options(Some(Target::Iree), "profile=4x8 function=f sizes=b=4");
        let pipeline = Target::Iree.pipeline(&options.expect("they are right"));
        let first = "builtin.module(specialize-sizes{sizes=\"b=4\" function=f},\
                     add-profiles{profile=4x8 function=f},guard-broadcasts,\
                     lower-broadcast{assertions=cf zero-extents=numpy},call-decompositions,inline{default-pipeline=},simplify-broadcasts,\
                     guard-replaced-ops{assertions=cf},legalize-to-stablehlo{assertions=cf zero-extents=numpy keep-tosa=on \
                     keep-readable=on},cse,";
        assert!(pipeline.starts_with(first), "{pipeline}");
        let last =
            "assume-sizes{assertions=cf},dispatch-profiles,canonicalize-for-iree,cse,symbol-dce)";
        assert!(pipeline.ends_with(last), "{pipeline}");
        let options = parse_lowering_options(Some(Target::Iree), "profile=4x8 function=f");
        let pipeline = Target::Iree.pipeline(&options.expect("they are right"));
        assert!(!pipeline.contains("specialize-sizes"), "{pipeline}");
    }

    #[test]
    fn profiles_need_a_target_for_any_size() {
        for target in [None, Some(Target::Xla)] {
            let options = parse_lowering_options(target, "profile=4x8");
            assert_eq!(options.expect_err("it is wrong"), OptionError::Profiles);
        }
    }

    #[test]
    fn iree_gets_cf_assertions_by_default() {
        let pipeline = |text| {
            let options = parse_lowering_options(Some(Target::Iree), text).expect("they are right");
            Target::Iree.pipeline(&options)
        };
        assert_eq!(
            pipeline(""),
            "builtin.module(guard-broadcasts,\
             lower-broadcast{assertions=cf zero-extents=numpy},call-decompositions,inline{default-pipeline=},simplify-broadcasts,\
             guard-replaced-ops{assertions=cf},legalize-to-stablehlo{assertions=cf zero-extents=numpy keep-tosa=on keep-readable=on},\
             simplify-broadcasts,cse,remove-unused-ops,guard-sizes{assertions=cf},simplify-broadcasts,legalize-for-iree{assertions=cf},\
             canonicalize-for-iree,simplify-broadcasts,cse,assume-sizes{assertions=cf},canonicalize-for-iree,cse,symbol-dce)"
        );
        assert_eq!(
            pipeline("assertions=none"),
            "builtin.module(lower-broadcast{assertions=none zero-extents=numpy},call-decompositions,inline{default-pipeline=},\
             simplify-broadcasts,legalize-to-stablehlo{assertions=none zero-extents=numpy \
             keep-tosa=on keep-readable=on},simplify-broadcasts,cse,remove-unused-ops,\
             legalize-for-iree{assertions=none},canonicalize-for-iree,\
             simplify-broadcasts,cse,assume-sizes{assertions=none},canonicalize-for-iree,cse,symbol-dce)"
        );
    }
}
