//! The dims of a result in groups: those that need nothing are shown together.

use super::{
    Dim, Op,
    words::{Reason, list, size, why},
};

/// Dims of a result that are shown together.
#[derive(Debug, Eq, PartialEq)]
pub struct DimGroup {
    /// The first dim.
    pub first: usize,
    /// Their names: `dim 1`, `dims 0-2 and 4`.
    pub dims: String,
    /// Whether there are several.
    pub has_several: bool,
    /// Their sizes, and what decides the size of a single one.
    pub sizes: String,
    /// Why they need nothing; `None` if there are more details, and then there is only one dim.
    pub quiet: Option<String>,
}

/// Returns the dims of an op's result in groups: those that need nothing are one group, where
/// the first of them is.
pub fn dim_groups(op: &Op) -> Vec<DimGroup> {
    let reason = |dim: &Dim| match why(&dim.why) {
        Some(Reason::NoGuard(reason)) if dim.guards.is_empty() => Some(reason),
        _ => None,
    };
    let reasons = op.dims.iter().map(reason).collect::<Vec<_>>();
    let quiet = (0..op.dims.len()).filter(|&index| reasons[index].is_some());
    let quiet = quiet.collect::<Vec<_>>();
    let mut groups = vec![];
    for (index, dim) in op.dims.iter().enumerate() {
        if reasons[index].is_none() || quiet.as_slice() == [index] {
            groups.push(DimGroup {
                first: index,
                dims: format!("dim {index}"),
                has_several: false,
                sizes: size(op, dim),
                quiet: reasons[index].map(Into::into),
            });
        } else if quiet.first() == Some(&index) {
            let sizes = quiet.iter().map(|&index| &*op.dims[index].size);
            groups.push(DimGroup {
                first: index,
                dims: format!("dims {}", indices(&quiet)),
                has_several: true,
                sizes: list(&sizes.collect::<Vec<_>>()),
                quiet: Some(quiet_reasons(&quiet, &reasons)),
            });
        }
    }
    groups
}

impl DimGroup {
    /// Says of the dims that they need no guard.
    pub fn need_nothing(&self) -> String {
        let need = if self.has_several { "need" } else { "needs" };
        format!("{} {need} nothing", self.dims)
    }
}

/// Joins the reasons of dims; each names its dims if there are several.
fn quiet_reasons(dims: &[usize], reasons: &[Option<&'static str>]) -> String {
    let mut by_reason: Vec<(&str, Vec<usize>)> = vec![];
    for &dim in dims {
        let reason = reasons[dim].unwrap_or_default();
        match by_reason.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, dims)) => dims.push(dim),
            None => by_reason.push((reason, vec![dim])),
        }
    }
    if let [(reason, _)] = by_reason.as_slice() {
        return reason.to_string();
    }
    let named = by_reason.iter().map(|(reason, dims)| {
        let noun = if dims.len() == 1 { "dim" } else { "dims" };
        format!("{reason} ({noun} {})", indices(dims))
    });
    named.collect::<Vec<_>>().join("; ")
}

/// Joins increasing indices: `0-2, 4 and 5`.
fn indices(indices: &[usize]) -> String {
    let mut parts = vec![];
    for run in indices.chunk_by(|a, b| a + 1 == *b) {
        match run {
            [first, .., last] if run.len() > 2 => parts.push(format!("{first}-{last}")),
            run => parts.extend(run.iter().map(ToString::to_string)),
        }
    }
    list(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_indices_are_ranges() {
        for (listed, expected) in [
            (&[1][..], "1"),
            (&[0, 1], "0 and 1"),
            (&[0, 1, 2], "0-2"),
            (&[0, 2, 3, 4, 6], "0, 2-4 and 6"),
        ] {
            assert_eq!(indices(listed), expected);
        }
    }

    #[test]
    fn reasons_name_their_dims_if_they_differ() {
        let reasons = [Some("x"), None, Some("y"), Some("x")];
        assert_eq!(quiet_reasons(&[0, 3], &reasons), "x");
        let expected = "x (dims 0 and 3); y (dim 2)";
        assert_eq!(quiet_reasons(&[0, 2, 3], &reasons), expected);
    }
}
