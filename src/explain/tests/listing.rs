//! Statements are divided into their left side, operands and lines.

use crate::explain::listing::{Listing, Reading, left_side, operand_names};
use crate::explain::source::Source;
use crate::ir::{Noted, Span};
use crate::kernel::trace::{Fact, Statement, Trace, Value};

#[test]
fn the_left_side_is_what_is_written() {
    assert_eq!(left_side("float k = a = b"), "k");
    assert_eq!(left_side("a[i + 1].xy = b"), "a[i + 1].xy");
    assert_eq!(left_side("v.x = 1"), "v.x");
}

#[test]
fn operands_stand_between_commas() {
    let names = |code: &'static str| operand_names(code).collect::<Vec<_>>();
    assert_eq!(
        names("MAD r0.x (GT.x), {1, 2}, c[A0.x + 3].y, -|r1|;"),
        ["r0.x (GT.x)", "{1, 2}", "c[A0.x + 3].y", "-|r1|"]
    );
    assert_eq!(names("KIL t.x"), ["t.x"]);
    assert_eq!(names("RET;"), [""]);
}

#[test]
fn statements_become_lines() {
    let text = b"!!x\nADD r, a, b;\nKIL r;";
    let floats = |x: [f32; 2]| [Some(Value::F32(x[0])), Some(Value::F32(x[1])), None, None];
    let fact = |what, x| Fact {
        what,
        values: floats(x),
    };
    let statement = |span, facts, kills| Statement {
        span,
        facts,
        instruction: None,
        kills,
    };
    let trace = Trace {
        statements: vec![
            statement(
                Span::new(4, 15),
                vec![
                    fact(Noted::Operand, [1.0, 2.0]),
                    fact(Noted::Operand, [3.0, 4.0]),
                    fact(Noted::Result, [4.0, 6.0]),
                ],
                false,
            ),
            statement(
                Span::new(17, 22),
                vec![fact(Noted::Operand, [4.0, 6.0])],
                true,
            ),
            statement(
                Span::NONE,
                vec![fact(Noted::Fact("fog"), [0.5, 0.25])],
                false,
            ),
        ],
        left_out: 7,
    };
    let source = Source::Text(std::sync::Arc::from(&text[..]));
    let listing = Listing::new("program", &trace, Some(&source));
    let reading = |name: &str, values: &str| (name.to_owned(), values.to_owned());
    let shown = |readings: &[Reading]| -> Vec<(String, String)> {
        let shown = readings.iter().map(|r| (r.name.clone(), r.text()));
        shown.collect()
    };
    let [add, kil, fog] = &listing.lines[..] else {
        panic!("three lines");
    };
    assert_eq!((add.number, add.code.as_str()), (Some(2), "ADD r, a, b"));
    assert_eq!(
        shown(&add.operands),
        [reading("a", "1  2"), reading("b", "3  4")]
    );
    assert_eq!(shown(&add.results), [reading("r", "4  6")]);
    assert_eq!((kil.number, kil.kills), (Some(3), true));
    assert_eq!(shown(&kil.operands), [reading("r", "4  6")]);
    assert_eq!((fog.number, fog.code.as_str()), (None, "fog"));
    assert!(listing.remark.is_some_and(|r| r.starts_with("7 more")));
}
