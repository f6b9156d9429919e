//! Lines are counted as in the messages of programs.

use crate::explain::source::{Source, Text};
use crate::ir::Span;

#[test]
fn lines_are_counted_as_in_messages() {
    let source = Source::Text(b"a\r\nb\n\n\tc  d\re"[..].into());
    let text = Text::of(&source).expect("a text");
    let at = |start, end| {
        (
            text.written(Span::new(start, end)).line,
            text.statement(Span::new(start, end)),
        )
    };
    assert_eq!(at(0, 1), (1, "a".into()));
    assert_eq!(at(3, 4), (2, "b".into()));
    assert_eq!(at(6, 11), (4, "c d".into()));
    assert_eq!(at(12, 99), (5, "e".into()));
    assert_eq!(at(80, 99).1, "");
}
