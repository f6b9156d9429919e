//! Collects several errors of one text, for the log. After an error the parser goes on with the next statement, where
//! that is safe.

use crate::frontend::assembly::arb::check::count;
use crate::frontend::assembly::arb::language::Stage;
use crate::frontend::assembly::arb::limits::Limits;
use crate::frontend::assembly::arb::parse::parser::Parser;
use crate::frontend::assembly::cursor::{Cursor, Token};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use rustc_hash::FxHashSet;

/// The most errors that are reported.
const MAX_ERRORS: usize = 10;
/// Errors that begin further on are not searched: a text is parsed once as a whole, and at most this much of it once
/// more.
const MAX_BYTES: usize = 1 << 17;
/// Words of statements that declare names.
const DECLARATIONS: [&str; 10] = [
    "ATTRIB", "PARAM", "TEMP", "ADDRESS", "OUTPUT", "ALIAS", "SHORT", "LONG", "DEFINE", "DECLARE",
];

/// The errors in the first [`MAX_BYTES`] of a text: the first is the one that refuses it, unless it is further on.
pub(crate) fn errors(text: &[u8], limits: &Limits, stage: Stage) -> Vec<ProgramError> {
    let mut parser = match Parser::new(text, limits, stage) {
        Ok(parser) => parser,
        Err(error) => return vec![error],
    };
    let mut errors: Vec<ProgramError> = Vec::new();
    // Names that a refused statement may have declared, and those already reported.
    let mut doubtful: FxHashSet<String> = FxHashSet::default();
    while errors.len() < MAX_ERRORS {
        if parser.c.last.end as usize > MAX_BYTES {
            return errors;
        }
        let before = parser.c.clone();
        let error = match parser.statement() {
            Ok(true) => continue,
            Ok(false) => break,
            Err(error) => error,
        };
        let is_at_end = error.span.start as usize >= text.len();
        let statement = Statement::of(before, &parser.c);
        let is_consequence = match &error.kind {
            ErrorKind::Undeclared(name) | ErrorKind::NotAName(name) => {
                !doubtful.insert(name.clone())
            }
            // A variable has the name of an image unit.
            ErrorKind::MissingOperand { .. } | ErrorKind::SamplesNothing(_) => {
                let word =
                    str::from_utf8(&text[error.span.start as usize..error.span.end as usize]);
                word.is_ok_and(|word| doubtful.contains(word))
            }
            _ => false,
        };
        if !is_consequence {
            errors.push(error);
        }
        if is_at_end || !statement.is_separate() {
            return errors;
        }
        doubtful.extend(statement.names);
        parser.c = statement.after;
    }
    let end = if errors.is_empty() {
        parser.end().err()
    } else {
        None
    };
    errors.extend(end);
    if errors.is_empty() {
        let at_end = Span::new(text.len(), text.len());
        let count = count::count(&parser.p, &parser.p.language.limits(limits)).err();
        errors.extend(count.map(|kind| ProgramError { kind, span: at_end }));
    }
    errors
}

/// A statement that was refused, as far as it was read.
struct Statement<'a> {
    first: &'a str,
    /// The names that a declaration may have declared.
    names: Vec<String>,
    /// The position after its semicolon.
    after: Cursor<'a>,
    ended: bool,
}

impl<'a> Statement<'a> {
    /// Skips from its first token to the semicolon after the current token.
    fn of(mut at: Cursor<'a>, parser: &Cursor<'a>) -> Statement<'a> {
        let first = match at.peek() {
            Ok(Token::Word(word)) => word,
            _ => "",
        };
        let is_declaration = DECLARATIONS.contains(&first);
        let mut statement = Statement {
            first,
            names: Vec::new(),
            after: at.clone(),
            ended: false,
        };
        loop {
            match at.next() {
                Ok(Token::End) => break,
                Ok(Token::Punct(b';')) if at.last.end >= parser.last.end => {
                    statement.ended = true;
                    break;
                }
                Ok(Token::Word(word)) if is_declaration => statement.names.push(word.to_owned()),
                _ => {}
            }
        }
        statement.after = at;
        statement
    }

    /// Whether later statements are independent of it: options affect the language, blocks and labels the structure.
    fn is_separate(&self) -> bool {
        const OF_STRUCTURE: [&str; 8] = [
            "OPTION", "IF", "ELSE", "ENDIF", "LOOP", "ENDLOOP", "REP", "ENDREP",
        ];
        self.ended && !OF_STRUCTURE.contains(&self.first)
    }
}
