//! Conditions and groups.

use super::*;

/// Whether the condition holds.
fn holds(condition: &str, mode: Mode) -> bool {
    let text = format!("#if {condition}\nyes\n#else\nno\n#endif\n");
    let arena = Bump::new();
    let unit = preprocess(
        &arena,
        "test",
        text.as_bytes(),
        &options(mode),
        &mut crate::frontend::preprocessor::NoFiles,
    );
    let out = texts(&unit);
    assert!(unit.diagnostics.finish().is_ok(), "{condition}");
    out == "yes"
}

#[test]
fn operators_have_the_precedence_and_results_of_c() {
    let table = [
        ("1 + 2 * 3 == 7", true),
        ("8 - 4 - 2 == 2", true),
        ("8 / 4 / 2 == 1", true),
        ("(1 | 2) == 3 && (1 | 2 == 2)", true),
        ("1 << 2 + 1 == 8", true),
        ("3 > 2 > 1", false),
        ("2 == 2 == 1", true),
        ("6 & 3 == 3", false),
        ("(6 & 3) == 2 && (6 ^ 3) == 5", true),
        ("7 % 4 == 3 && -7 / 2 == -3 && -7 % 2 == -1", true),
        ("~5 == -6 && !!5 == 1 && - -5 == 5 && +5 == 5", true),
        ("-8 >> 1 == -4", true),
        ("1 ? 2 : 0", true),
        ("0 ? 1 : 2 == 3", false),
        ("1 ? 0 ? 3 : 4 : 5 == 4", true),
        ("(1, 0)", false),
        ("0 && 1 / 0 || 1 || 1 % 0", true),
        ("1 ? 1 : 1 / 0", true),
        ("010 == 8 && 0x1F == 31 && 0 == 00", true),
        ("undefined", false),
        ("2 >= 2 && 2 <= 2 && 1 != 2 && 1 < 2", true),
    ];
    for (condition, expected) in table {
        for mode in [Mode::C, Mode::Own] {
            assert_eq!(holds(condition, mode), expected, "{condition}");
        }
    }
}

#[test]
fn numbers_are_unsigned_in_c_and_have_32_bits_in_cg() {
    for (condition, in_c, in_cg) in [
        ("0xffffffff < 0", false, true),
        ("2147483647 + 1 < 0", false, true),
        ("-1 < 1u", false, true),
        ("-1 > 0u", true, false),
        ("0xffffffffffffffff > 0", true, false),
        ("1 << 33 == 2", false, true),
        ("18446744073709551615u == -1", true, true),
        ("(2 - 3u) / 2 == 0x7fffffffffffffff", true, false),
    ] {
        assert_eq!(holds(condition, Mode::C), in_c, "{condition}");
        if condition.len() < 20 {
            assert_eq!(holds(condition, Mode::Own), in_cg, "{condition}");
        }
    }
}

#[test]
fn defined_takes_a_name_with_or_without_parentheses() {
    let defined = |condition: &str| {
        expand(&format!(
            "#define A\n#define D defined(A)\n#if {condition}\ny\n#else\nn\n#endif"
        ))
    };
    for condition in [
        "defined A",
        "defined(A)",
        "defined ( A ) && !defined B",
        "D",
    ] {
        assert_eq!(defined(condition), "y", "{condition}");
    }
    assert_eq!(defined("defined B"), "n");
}

#[test]
fn one_group_is_taken_at_most() {
    let text = "#if X == 1\na\n#elif X == 2\nb\n#elif X >= 2\nc\n#else\nd\n#endif\n";
    for (x, expected) in [(1, "a"), (2, "b"), (3, "c"), (0, "d")] {
        assert_eq!(expand(&format!("#define X {x}\n{text}")), expected);
    }
    let nested = "#if 0\n#if 1\na\n#else\nb\n#endif\n#elif 1\n#ifdef A\nc\n#else\nd\n#endif\n#else\ne\n#endif f\ng";
    assert_eq!(expand(nested), "d g");
    assert_eq!(expand("#ifndef A\n1\n#endif\n#ifdef A\n2\n#endif"), "1");
}

#[test]
fn what_is_skipped_needs_no_meaning() {
    let text = "#if 0\n don't \"\n#error x\n#foo\n#if )\n#elif 1/0\n#endif\n#include \"x\"\n@ \\\n#endif\n1";
    let skipped = text.replace("\\\n", "\n");
    assert_eq!(expand(&skipped), "1");
    assert_eq!(expand("#if 1\n1\n#elif )\n2\n#else x\n#endif"), "1");
}

#[test]
fn malformed_conditions_are_refused() {
    for (condition, code) in [
        ("", 105),
        ("(1", 105),
        ("1 1", 105),
        ("1.0", 105),
        ("\"a\"", 105),
        ("'a'", 105),
        ("1 &&", 105),
        (")", 105),
        ("defined", 105),
        ("defined(", 105),
        ("defined(A", 105),
        ("defined(3)", 105),
        ("1 ? 2", 105),
        ("1 ? 2 3", 105),
        ("1 = 1", 105),
        ("1;", 105),
        ("1e5", 105),
        ("1 / 0", 105),
        ("1 % 0", 105),
        ("08", 128),
        ("0x", 127),
        ("1i", 129),
        ("99999999999", 125),
        ("4294967296", 125),
        ("@", 105),
    ] {
        let faults = faults(&format!("#if {condition}\n#endif"), Mode::Own);
        assert_eq!(faults[0].0.code(), Some(code), "{condition}: {faults:?}");
    }
    for condition in ["1 ? 1 : 1", "1, 1", "1L"] {
        let faults = faults(&format!("#if {condition}\n#endif"), Mode::Reference);
        assert_eq!(faults[0].0.code(), Some(105), "{condition}");
    }
}

#[test]
fn groups_that_do_not_fit_are_reported() {
    assert_eq!(notices("#endif"), [Notice::Unmatched("endif")]);
    assert_eq!(notices("#else\n#endif"), [Notice::Unmatched("else")]);
    assert_eq!(notices("#elif 1\n"), [Notice::Unmatched("elif")]);
    assert_eq!(
        notices("#if 1"),
        [Notice::OpenCondition { is_skipped: false }]
    );
    assert_eq!(
        notices("#if 0\n#else\n#else\n#endif"),
        [Notice::AfterElse("else")]
    );
    assert_eq!(
        notices("#if 1\n#else\n#else\n#endif"),
        [Notice::AfterElse("else")]
    );
    assert_eq!(
        notices("#if 0\n#else\n#elif 1\n#endif"),
        [Notice::AfterElse("elif")]
    );
}

#[test]
fn errors_and_warnings_of_the_text_are_taken_over() {
    assert_eq!(
        faults("\n#error don't  do /* this */", Mode::Own),
        [(Fault::Error("don't  do /* this */".into()), 2)]
    );
    assert_eq!(notices("#warning a \"b"), [Notice::Warning("a \"b".into())]);
    assert_eq!(
        faults("#foo bar", Mode::Own),
        [(Fault::UnknownDirective("foo".into()), 1)]
    );
    assert_eq!(
        faults("#line 100\n#error x", Mode::Own),
        [(Fault::Error("x".into()), 100)]
    );
    assert_eq!(
        faults("# 100 \"y\"\n#error x", Mode::Own),
        [(Fault::Error("x".into()), 100)]
    );
    assert_eq!(expand("#\n # /* x */\n#pragma x y\n1"), "1");
}
