use super::*;

/// Ops of several dialects.
const OPS: &[&str] = &[
    "arith.addf",
    "arith.addi",
    "arith.addui_extended",
    "arith.cmpf",
    "arith.cmpi",
    "arith.divf",
    "arith.divsi",
    "arith.divui",
    "chlo.acos",
    "chlo.asinh",
    "chlo.broadcast_add",
    "chlo.broadcast_and",
    "chlo.broadcast_compare",
    "chlo.broadcast_divide",
    "chlo.broadcast_maximum",
    "chlo.broadcast_minimum",
    "chlo.broadcast_multiply",
    "chlo.broadcast_or",
    "chlo.broadcast_power",
    "chlo.broadcast_remainder",
    "chlo.broadcast_shift_left",
    "chlo.broadcast_shift_right_arithmetic",
    "chlo.broadcast_shift_right_logical",
    "chlo.broadcast_subtract",
    "chlo.broadcast_xor",
    "chlo.conj",
    "chlo.cosh",
    "chlo.erfc",
    "chlo.mulhi",
    "chlo.sinh",
    "chlo.zeta",
    "func.call",
    "math.sqrt",
    "func.return",
    "stablehlo.add",
    "stablehlo.and",
    "stablehlo.atan2",
    "stablehlo.broadcast_in_dim",
    "stablehlo.case",
    "stablehlo.ceil",
    "stablehlo.compare",
    "stablehlo.complex",
    "stablehlo.concatenate",
    "stablehlo.convert",
    "stablehlo.convolution",
    "stablehlo.cosine",
    "stablehlo.divide",
    "stablehlo.dynamic_broadcast_in_dim",
    "stablehlo.exponential",
    "stablehlo.exponential_minus_one",
    "stablehlo.get_dimension_size",
    "stablehlo.log",
    "stablehlo.log_plus_one",
    "stablehlo.logistic",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.multiply",
    "stablehlo.negate",
    "stablehlo.not",
    "stablehlo.or",
    "stablehlo.power",
    "stablehlo.reduce_window",
    "stablehlo.remainder",
    "stablehlo.reshape",
    "stablehlo.reverse",
    "stablehlo.select",
    "stablehlo.send",
    "stablehlo.shift_left",
    "stablehlo.shift_right_arithmetic",
    "stablehlo.shift_right_logical",
    "stablehlo.sine",
    "stablehlo.subtract",
    "stablehlo.transpose",
    "stablehlo.xor",
    "tf.AddV2",
    "tf.LessEqual",
    "tf.Sum",
    "tosa.conv2d",
    "tosa.mul",
    "tosa.rsqrt",
    "tosa.sub",
    "x.equal",
    "x.if",
];

fn check(found: &str, expected: &[&str]) {
    assert_eq!(
        suggest(found, OPS.iter().copied()).names(),
        expected,
        "{found}"
    );
}

#[test]
fn abbreviations_stand_for_the_function() {
    for (short, long) in [
        ("add", "add"),
        ("ad", "add"),
        ("and", "and"),
        ("cmp", "compare"),
        ("comp", "compare"),
        ("div", "divide"),
        ("max", "maximum"),
        ("min", "minimum"),
        ("mul", "multiply"),
        ("mult", "multiply"),
        ("times", "multiply"),
        ("pow", "power"),
        ("rem", "remainder"),
        ("shl", "shift_left"),
        ("sub", "subtract"),
        ("minus", "subtract"),
    ] {
        let long = format!("chlo.broadcast_{long}");
        check(&format!("chlo.broadcast_{short}"), &[&long]);
        check(&format!("chlo.bcast_{short}"), &[&long]);
        check(&format!("chlo.brodcast_{short}"), &[&long]);
    }
    for (short, long) in [
        ("cast", "convert"),
        ("cat", "concatenate"),
        ("concat", "concatenate"),
        ("conv", "convolution"),
        ("cos", "cosine"),
        ("exp", "exponential"),
        ("expm1", "exponential_minus_one"),
        ("log1p", "log_plus_one"),
        ("mul", "multiply"),
        ("neg", "negate"),
        ("rvrs", "reverse"),
        ("sel", "select"),
        ("sin", "sine"),
        ("trans", "transpose"),
        ("get_dim_size", "get_dimension_size"),
        ("dynamic_broadcast", "dynamic_broadcast_in_dim"),
        ("reducewindow", "reduce_window"),
        ("ReduceWindow", "reduce_window"),
    ] {
        check(
            &format!("stablehlo.{short}"),
            &[&format!("stablehlo.{long}")],
        );
    }
    // The other way round.
    check("tosa.multiply", &["tosa.mul"]);
    check("tosa.subtract", &["tosa.sub"]);
}

#[test]
fn all_names_that_an_abbreviation_may_stand_for_are_suggested() {
    check("arith.add", &["arith.addf", "arith.addi"]);
    check("arith.cmp", &["arith.cmpf", "arith.cmpi"]);
    check("arith.div", &["arith.divf", "arith.divsi", "arith.divui"]);
    check(
        "stablehlo.comp",
        &["stablehlo.compare", "stablehlo.complex"],
    );
    for short in ["shr", "shift_right"] {
        check(
            &format!("stablehlo.{short}"),
            &[
                "stablehlo.shift_right_arithmetic",
                "stablehlo.shift_right_logical",
            ],
        );
    }
}

#[test]
fn what_is_too_short_or_begins_otherwise_is_no_misspelt_name() {
    for (found, other, is_similar) in [
        // Short dialects.
        ("mll.relu", "mlx.relu", false),
        ("mlll.relu", "mllx.relu", true),
        ("mxl.relu", "mlx.relu", false),
        // The first word.
        ("get", "get_dimension_size", false),
        ("dynamic", "dynamic_reshape", true),
        // A misplaced separator beside another mistake.
        ("re_duce_windw", "reduce_window", true),
        ("to_pkk", "topk", false),
        // The first letter of a short word.
        ("for", "or", false),
        ("ord", "or", true),
        ("im", "dim", false),
        ("di", "dim", true),
    ] {
        let found_names = suggest(found, [other]);
        assert_eq!(!found_names.is_empty(), is_similar, "{found} {other}");
    }
}

#[test]
fn misspelt_names_are_recognized() {
    for (found, expected) in [
        ("stablehlo.ad", "stablehlo.add"),
        ("stablehlo.nad", "stablehlo.and"),
        ("stablehl.add", "stablehlo.add"),
        ("stablehlo.sbtract", "stablehlo.subtract"),
        ("stablehlo.maximun", "stablehlo.maximum"),
        ("stablehlo.maxim", "stablehlo.maximum"),
        ("stablehlo.lgistic", "stablehlo.logistic"),
        ("chlo.broadcast_multiplly", "chlo.broadcast_multiply"),
        ("chlo.broadcast_ad", "chlo.broadcast_add"),
        ("chlo.broadcst_dvide", "chlo.broadcast_divide"),
        ("chlo.zta", "chlo.zeta"),
        ("func.retrun", "func.return"),
        ("tf.addv2", "tf.AddV2"),
    ] {
        check(found, &[expected]);
    }
    let words = [
        "legalize-to-stablehlo",
        "cse",
        "canonicalize",
        "xla",
        "iree",
    ];
    for (found, expected) in [
        ("cze", &["cse"][..]),
        ("canonicalise", &["canonicalize"]),
        ("legalize-to-stablhlo", &["legalize-to-stablehlo"]),
        ("legalize", &["legalize-to-stablehlo"]),
        ("xl", &["xla"]),
        ("ire", &["iree"]),
        ("tpu", &[]),
        ("", &[]),
    ] {
        assert_eq!(suggest(found, words).names(), expected, "{found}");
    }
}

#[test]
fn only_the_nearest_names_are_suggested_and_few_of_them() {
    let names = ["transposed_dimension", "transposes_dimensions"];
    assert_eq!(suggest("transpose_dimensoin", names).names(), &names[..1]);
    let four = ["arith.cmpa", "arith.cmpb", "arith.cmpc", "arith.cmpd"];
    assert_eq!(suggest("arith.cmp", four).names(), four);
    let five = four.into_iter().chain(["arith.cmpe"]);
    assert!(suggest("arith.cmp", five).is_empty());
}

#[test]
fn other_functions_are_not_suggested() {
    for found in [
        "chlo.broadcast_sum",
        "chlo.broadcast_mod",
        "chlo.broadcast_neq",
        "chlo.broadcast_atan",
        "chlo.broadcast_not",
        "chlo.broadcast",
        "arith.ne",
        "chlo.conv",
        "chlo.cos",
        "chlo.mul",
        "math.sort",
        "stablehlo.for",
        "chlo.erf",
        "chlo.polygamma",
        "chlo.sin",
        "stablehlo.atan",
        "stablehlo.floor",
        "stablehlo.mod",
        "stablehlo.nand",
        "stablehlo.neq",
        "stablehlo.nor",
        "stablehlo.rsqrt",
        "stablehlo.set",
        "stablehlo.sinh",
        "stablehlo.sum",
        "stablehlo.re",
        "stablehlo.nxt",
        "tf.Sub",
        "tf.Less",
        "tfl.AddV2",
        "tosa.conv3d",
        "tosa.sqrt",
        "x.unequal",
        "x.",
        "add",
        "",
    ] {
        check(found, &[]);
    }
    // Of each op, no op with another meaning, if the dialect lacks it.
    for op in OPS {
        let others = OPS.iter().copied().filter(|other| other != op);
        let found = suggest(op, others);
        let names = found.names();
        assert!(
            names.is_empty() || op.starts_with("arith."),
            "{op}: {names:?}"
        );
    }
}

#[test]
fn questions_list_all_names() {
    for (names, expected) in [
        (&[][..], None),
        (&["a"], Some("did you mean `a`?")),
        (&["a", "b"], Some("did you mean `a` or `b`?")),
        (&["a", "b", "c"], Some("did you mean `a`, `b` or `c`?")),
    ] {
        let suggestions = Suggestions::new("x", names.iter().copied().map(String::from));
        assert_eq!(suggestions.question('`').as_deref(), expected);
        let end = expected.map_or_else(String::new, |text| format!("; {text}"));
        assert_eq!(suggestions.at_end('`'), end);
    }
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
        ("nn.mul", "nn.multiply", false),
        ("nn.sqrt", "nn.rsqrt", false),
        ("nn.a", "nn.", false),
        ("add", "ad", false),
    ] {
        assert_eq!(is_misspelt(op, other), expected, "{op} {other}");
        assert_eq!(is_misspelt(other, op), expected, "{other} {op}");
    }
}
