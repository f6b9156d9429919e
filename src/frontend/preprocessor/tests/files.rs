//! Includes, pragmas and listings.

use super::*;
use crate::frontend::preprocessor::MemoryFiles;

/// The tokens or the listing of a text `main.cg` in the folder `src` with these files.
fn include(text: &str, files: &[(&str, &str)], mode: Mode) -> Result<String, String> {
    let mut memory = MemoryFiles::default();
    for (path, text) in files {
        memory.add(path, *text);
    }
    let options = Options {
        include_paths: &["lib", "other/"],
        ..options(mode)
    };
    let arena = Bump::new();
    let unit = preprocess(
        &arena,
        "src/main.cg",
        text.as_bytes(),
        &options,
        &mut memory,
    );
    let out = texts(&unit);
    match unit.diagnostics.finish_in(&unit.map) {
        Ok(_) => Ok(out),
        Err(errors) => Err(errors.iter().map(|e| e.listing(&unit.map)).collect()),
    }
}

#[test]
fn quotes_search_beside_the_file_first() {
    let files = [
        ("src/a.h", "beside"),
        ("lib/a.h", "lib"),
        ("other/b.h", "b"),
        ("src/d/c.h", "#include \"e.h\"\n#include \"../a.h\""),
        ("src/d/e.h", "e"),
    ];
    let own = |text: &str| include(text, &files, Mode::Own);
    assert_eq!(
        own("#include \"a.h\"\n#include <a.h>"),
        Ok("beside lib".into())
    );
    assert_eq!(own("#include <b.h> // x\n1"), Ok("b 1".into()));
    assert_eq!(own("#include \"d/c.h\""), Ok("e beside".into()));
    assert_eq!(
        own("#define A \"a.h\"\n#define B <b.h>\n#include A\n#include B"),
        Ok("beside b".into())
    );
    assert!(include("#define A \"a.h\"\n#include A", &files, Mode::Reference).is_err());
}

#[test]
fn a_missing_file_is_an_error_or_with_the_reference_nothing() {
    let listing = include("\n#include \"no.h\"", &[], Mode::Own).expect_err("an error");
    assert!(
        listing.starts_with("src/main.cg(2) : error: there is no file \"no.h\""),
        "{listing}"
    );
    assert_eq!(
        include("#include \"no.h\"\n1", &[], Mode::Reference),
        Ok("1".into())
    );
}

#[test]
fn a_file_may_be_included_again() {
    let guarded = (
        "src/a.h",
        "#ifndef A\n#define A\na\n#include \"a.h\"\n#endif\n",
    );
    assert_eq!(
        include(
            "#include \"a.h\"\n#include \"a.h\"\nb",
            &[guarded],
            Mode::Own
        ),
        Ok("a b".into())
    );
}

#[test]
fn a_cycle_is_shown() {
    let files = [
        ("src/a.h", "#include \"b.h\""),
        ("src/b.h", "\n#include \"a.h\""),
    ];
    let listing = include("#include \"a.h\"", &files, Mode::Own).expect_err("a cycle");
    assert!(
        listing.contains("includes itself: src/a.h -> src/b.h -> src/a.h"),
        "{listing}"
    );
}

#[test]
fn listings_name_macros_and_includes() {
    let files = [
        ("lib/m.h", "#define BAD(x) x\n"),
        ("src/a.h", "#include <m.h>\n\nBAD(1, 2)\n"),
    ];
    let listing = include("#include \"a.h\"", &files, Mode::Own).expect_err("an error");
    let expected = "src/a.h(3) : error C0107: macro \"BAD\" takes 1 argument, not 2\nBAD(1, 2)\n^^^\n    included at src/main.cg(1)\n";
    assert_eq!(listing, expected);
}

#[test]
fn errors_come_in_the_order_of_the_unit() {
    let text = "#error one\n#include \"a.h\"\n#error four\n";
    let files = [("src/a.h", "#error two\n#error three")];
    let listing = include(text, &files, Mode::Own).expect_err("four errors");
    let order: Vec<_> = ["one", "two", "three", "four"]
        .iter()
        .map(|w| listing.find(w))
        .collect();
    assert!(order.is_sorted() && order[0].is_some(), "{listing}");
}

#[test]
fn pragmas_are_handed_on() {
    let text = "a\n#pragma pack_matrix(row_major)\nb\n#pragma\n";
    let arena = Bump::new();
    let unit = preprocess(
        &arena,
        "t",
        text.as_bytes(),
        &options(Mode::Own),
        &mut crate::frontend::preprocessor::NoFiles,
    );
    let words = |i: usize| -> Vec<String> {
        let tokens = unit.pragmas[i].tokens.iter();
        tokens
            .map(|t| String::from_utf8_lossy(t.kind.text()).into_owned())
            .collect()
    };
    assert_eq!(words(0), ["pack_matrix", "(", "row_major", ")"]);
    assert_eq!((unit.pragmas[0].index, unit.pragmas[1].index), (1, 2));
    assert_eq!(words(1), [""; 0]);
}

#[test]
fn macros_of_the_caller_are_defined() {
    let options = Options {
        macros: &[("PROFILE", "1"), ("EMPTY", ""), ("F(x)", "x + x")],
        ..options(Mode::Own)
    };
    let arena = Bump::new();
    let unit = preprocess(
        &arena,
        "t",
        b"PROFILE EMPTY F(2)",
        &options,
        &mut crate::frontend::preprocessor::NoFiles,
    );
    assert_eq!(texts(&unit), "1 2 + 2");
    assert!(unit.diagnostics.finish().is_ok());
}
