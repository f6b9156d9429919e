//! Lines are counted as in the messages of programs.

use crate::explain::source::Text;
use crate::ir::Span;

#[test]
fn lines_are_counted_as_in_messages() {
    let text = Text::new(b"a\r\nb\n\n\tc  d\re");
    let at = |start, end| {
        (
            text.line(Span::new(start, end)),
            text.piece(Span::new(start, end)),
        )
    };
    assert_eq!(at(0, 1), (1, "a".into()));
    assert_eq!(at(3, 4), (2, "b".into()));
    assert_eq!(at(6, 11), (4, "c d".into()));
    assert_eq!(at(12, 99), (5, "e".into()));
    assert_eq!(at(80, 99).1, "");
}
