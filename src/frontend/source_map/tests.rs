//! Places through files, `#line` and macros.

use super::*;

fn span(start: usize, length: usize) -> Span {
    Span::new(start, start + length)
}

fn at(place: UserPlace<'_>) -> (String, u32, u32) {
    (place.file.into(), place.line, place.column)
}

#[test]
fn lines_end_at_lf_cr_and_cr_lf() {
    let map = SourceMap::of_text("a", b"x\ny\rz\r\nw").expect("room");
    let lines: Vec<u32> = [0, 2, 4, 6, 7, 8]
        .iter()
        .map(|i| map.place(span(*i, 1)).line)
        .collect();
    assert_eq!(lines, [1, 2, 3, 3, 4, 4]);
}

#[test]
fn an_included_file_knows_its_include() {
    let mut map = SourceMap::of_text("main", b"one\n#include \"b\"\n").expect("room");
    let include = span(13, 3);
    let b = map
        .add_file("b".into(), b"two\nthree"[..].into(), Some(include))
        .expect("room");
    let three = span(b as usize + 4, 5);
    assert_eq!(at(map.place(three)), ("b".into(), 2, 1));
    assert_eq!(map.text(three), b"three");
    let chain: Vec<_> = map.includes(three).map(at).collect();
    assert_eq!(chain, [("main".into(), 2, 10)]);
    // What is included stands before what follows the directive.
    assert!(map.way(three) < map.way(span(17, 0)));
    assert!(map.way(three) > map.way(span(0, 1)));
}

#[test]
fn line_directives_renumber_what_follows() {
    let mut map = SourceMap::of_text("main", b"a\n#line 100 \"x\"\nb\n#line 7\nc").expect("room");
    map.renumber_after(15, 100, Some("x".into()));
    map.renumber_after(25, 7, None);
    assert_eq!(at(map.place(span(0, 1))), ("main".into(), 1, 1));
    assert_eq!(at(map.place(span(16, 1))), ("x".into(), 100, 1));
    assert_eq!(at(map.place(span(26, 1))), ("x".into(), 7, 1));
}

/// `#define TWICE(x) x + x` and a line `TWICE(oops)`: the second `x` is the argument in the macro in the file.
#[test]
fn arguments_are_written_at_one_place_and_used_at_another() {
    let text = b"#define TWICE(x) x + x\n1 + TWICE(oops)\n";
    let mut map = SourceMap::of_text("m", text).expect("room");
    let macro_use = MacroUse {
        definition: span(8, 5),
        call: span(27, 5),
    };
    let body = map.add_expansion(span(17, 5), macro_use).expect("room") as usize;
    let argument = map
        .add_argument(span(33, 4), span(body + 4, 1))
        .expect("room") as usize;
    let (plus, oops) = (span(body + 2, 1), span(argument, 4));
    assert_eq!((map.text(plus), map.text(oops)), (&b"+"[..], &b"oops"[..]));
    assert_eq!(at(map.place(plus)), ("m".into(), 2, 5));
    assert_eq!(at(map.place(oops)), ("m".into(), 2, 5));
    assert_eq!(at(map.spelled_place(plus)), ("m".into(), 1, 20));
    assert_eq!(map.written(oops), span(33, 4));
    assert_eq!(map.written(plus), span(27, 5));
    let step = MacroStep {
        definition: span(8, 5),
        call: span(27, 5),
    };
    assert_eq!(map.trail(oops), [step]);
    assert_eq!(map.trail(span(23, 1)), []);
    assert!(
        map.excerpt(oops)
            .ends_with("1 + TWICE(oops)\n          ^^^^")
    );
}

#[test]
fn offsets_are_limited() {
    let mut map = SourceMap::new();
    let all = Span {
        start: 0,
        end: u32::MAX - 1,
    };
    let macro_use = MacroUse {
        definition: Span::NONE,
        call: Span::NONE,
    };
    assert!(map.add_expansion(all, macro_use).is_ok());
    assert_eq!(map.add_expansion(all, macro_use), Err(Full));
    assert_eq!(map.add_file("a".into(), b"a"[..].into(), None), Err(Full));
}
