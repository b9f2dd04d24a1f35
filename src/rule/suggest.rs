//! Suggestions for misspelt names.

/// Returns the name closest to a misspelt one, if one is close enough.
///
/// `stablehlo.ad` among StableHLO's ops => `stablehlo.add`
pub fn suggest<'n>(found: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (found.chars().count() / 3).clamp(1, 4);
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(found, name), name))
        .filter(|&(distance, _)| distance <= limit)
        // The name breaks ties, so that the result does not depend on the order of the names.
        .min()
        .map(|(_, name)| name)
}

/// Returns whether one of two different ops is probably a misspelling of the other: both the
/// dialect and the rest of the name are equal or similar.
///
/// In short names, no letter may be substituted: `tf.Sub` is not `tf.Sum`. Short dialects must
/// be equal: `tf.Add` is not `tfl.add`.
pub fn is_misspelt(op: &str, other: &str) -> bool {
    let (Some((dialect, name)), Some((other_dialect, other_name))) =
        (op.split_once('.'), other.split_once('.'))
    else {
        return false;
    };
    let is_dialect_near = dialect == other_dialect
        || dialect.len().min(other_dialect.len()) > 3 && is_near(dialect, other_dialect);
    op != other && is_dialect_near && is_near(name, other_name)
}

fn is_near(name: &str, other: &str) -> bool {
    let [length, other_length] = [name, other].map(|name| name.chars().count());
    let distance = strsim::damerau_levenshtein(name, other);
    let sorted = |name: &str| {
        let mut chars = name.chars().collect::<Vec<_>>();
        chars.sort_unstable();
        chars
    };
    name.eq_ignore_ascii_case(other)
        || match length.min(other_length) {
            0 => false,
            1..=3 => distance == 1 && (length != other_length || sorted(name) == sorted(other)),
            shorter => distance <= (shorter / 4).min(2),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(found: &str, expected: Option<&str>) {
        let names = ["stablehlo.add", "stablehlo.and", "chlo.zeta"];
        assert_eq!(suggest(found, names), expected, "{found}");
    }

    #[test]
    fn near_names_are_suggested() {
        check("stablehlo.ad", Some("stablehlo.add"));
        check("stablehlo.nad", Some("stablehlo.and"));
        check("chlo.zta", Some("chlo.zeta"));
        check("chlo.polygamma", None);
        check("", None);
    }
    #[test]
    fn misspelt_ops_are_recognized() {
        for (op, other, expected) in [
            ("ml.were", "ml.where", true),
            ("nn.ad", "nn.add", true),
            ("nn.dad", "nn.add", true),
            ("tf.addv2", "tf.AddV2", true),
            ("onxx.Where", "onnx.Where", true),
            ("nn.add", "nn.add", false),
            ("tf.Sub", "tf.Sum", false),
            ("tf.Less", "tf.LessEqual", false),
            ("tf.Add", "tfl.add", false),
            ("nn.a", "nn.", false),
            ("add", "ad", false),
        ] {
            assert_eq!(is_misspelt(op, other), expected, "{op} {other}");
            assert_eq!(is_misspelt(other, op), expected, "{other} {op}");
        }
    }
}
