//! The lexer alone.

use super::*;

static OPERATORS: Operators = Operators::new(&["<<|@", "<<", "##", "#", "/.", "/", ".", "+"]);
const RULES: Rules = Rules {
    operators: &OPERATORS,
    number: pp_number,
    has_strings: true,
    splices: Splices::All,
};

fn tokens(text: &[u8]) -> Vec<Token<'_>> {
    let mut lexer = Lexer::new(text, 0, RULES);
    let mut tokens = Vec::new();
    loop {
        tokens.push(lexer.token());
        if tokens.last().is_some_and(|t| t.kind == TokenKind::End) {
            return tokens;
        }
    }
}

/// The texts of the tokens but the end, without splices.
fn texts(text: &str) -> Vec<String> {
    let mut tokens = tokens(text.as_bytes());
    tokens.pop();
    let clean = |t: &Token<'_>| String::from_utf8_lossy(&unsplice(t.kind.text())).into_owned();
    tokens.iter().map(clean).collect()
}

#[test]
fn the_longest_operator_is_taken() {
    assert_eq!(texts("a<<|@b<<<"), ["a", "<<|@", "b", "<<", "<"]);
    assert_eq!(texts("a / .5 /.5"), ["a", "/", ".5", "/.", "5"]);
}

#[test]
fn numbers_are_those_of_the_preprocessor() {
    let numbers = "1..xxx 1.0f.xxx 1.xxx 0x1fu 1e5x 1e+5 .5e-3.y 1e+";
    let expected: Vec<&str> = numbers.split(' ').collect();
    assert_eq!(texts(numbers), expected);
    assert_eq!(texts("1+2"), ["1", "+", "2"]);
}

#[test]
fn comments_of_both_styles_do_not_nest() {
    assert_eq!(texts("a /* b /* c */ d // e /* \n f"), ["a", "d", "f"]);
    let mut lexer = Lexer::new(b"a /* b", 10, RULES);
    assert_eq!(lexer.token().span, Span::new(10, 11));
    assert_eq!(lexer.token().kind, TokenKind::End);
    assert_eq!(lexer.open_comment(), Some(Span::new(12, 14)));
}

#[test]
fn a_backslash_at_the_end_of_a_line_joins_it_with_the_next_one() {
    for end in ["\n", "\r", "\r\n"] {
        let joined = |text: &str| texts(&text.replace('\n', end));
        assert_eq!(joined("ab\\\ncd\\\n\\\ne"), ["abcde"]);
        assert_eq!(joined("<\\\n<|\\\n@ #\\\n#"), ["<<|@", "##"]);
        assert_eq!(joined("1\\\n2.\\\n5"), ["12.5"]);
        assert_eq!(joined("\"a\\\nb\" c"), ["\"ab\"", "c"]);
        assert_eq!(joined("a // b \\\n c\nd"), ["a", "d"]);
        assert_eq!(joined("a\\\n+b"), ["a", "+", "b"]);
    }
    assert_eq!(texts("a \\ b\\"), ["a", "\\", "b", "\\"]);
}

#[test]
fn flags_tell_lines_and_blanks() {
    let flags = |text: &str| -> Vec<(bool, bool)> {
        let blank = |t: &Token<'_>| t.flags.contains(Flags::BLANK_BEFORE);
        let tokens = tokens(text.as_bytes());
        tokens.iter().map(|t| (t.is_first(), blank(t))).collect()
    };
    assert_eq!(flags("a+"), [(true, false), (false, false), (true, false)]);
    assert_eq!(
        flags("a\rb c"),
        [(true, false), (true, true), (false, true), (true, false)]
    );
    // A comment over several lines and a splice begin no line.
    assert_eq!(flags("a /*\n*/ b")[1], (false, true));
    assert_eq!(flags("a \\\n b")[1], (false, true));
}

#[test]
fn strings_end_at_their_quote_or_line() {
    assert_eq!(texts(r#""a\"b" 'c' "d"#), [r#""a\"b""#, "'c'", "\"d"]);
    let closed = [r#""""#, r#""a""#, r#""a\\""#, "'b'"];
    assert!(closed.iter().all(|s| is_closed_string(s.as_bytes())));
    let open = [r#"""#, r#""a"#, r#""a\""#, "'", "'b\""];
    assert!(!open.iter().any(|s| is_closed_string(s.as_bytes())));
    assert_eq!(texts("\"a\nb\" \"\\"), ["\"a", "b", "\" \"", "\\"]);
}

#[test]
fn bytes_without_a_meaning_are_tokens() {
    let kinds: Vec<TokenKind<'_>> = tokens(b"\0@\xff").iter().map(|t| t.kind).collect();
    use TokenKind::{End, Other};
    assert_eq!(kinds, [Other(0), Other(b'@'), Other(0xff), End]);
}

#[test]
fn a_line_can_be_taken_token_by_token_or_whole() {
    let mut lexer = Lexer::new(b"a b\nc <d e> f \\\n g // h\ni", 0, RULES);
    assert!(
        lexer.token_on_line().is_none(),
        "the first token of a line is on no line before"
    );
    lexer.token();
    assert_eq!(
        lexer.token_on_line().map(|t| t.kind),
        Some(TokenKind::Word("b"))
    );
    assert!(lexer.token_on_line().is_none());
    lexer.token();
    lexer.token();
    assert_eq!(lexer.text_until(b'>'), Some(&b"d e"[..]));
    assert_eq!(lexer.text_until(b'>'), None);
    assert_eq!(lexer.rest_of_line(), b"f \\\n g // h");
    assert_eq!(lexer.token().kind, TokenKind::Word("i"));
}
