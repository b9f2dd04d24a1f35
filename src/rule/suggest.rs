//! Did you mean.

/// Returns the name nearest to a misspelt one, if one is near enough.
///
/// `stablehlo.ad` among StableHLO's ops => `stablehlo.add`
pub fn suggest<'n>(found: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (found.chars().count() / 3).clamp(1, 4);
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(found, name), name))
        .filter(|&(distance, _)| distance <= limit)
        // The name decides where distances are equal, not the order of the names.
        .min()
        .map(|(_, name)| name)
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
}
