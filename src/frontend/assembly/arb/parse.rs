//! The parser's frame: header, statements, options, reserved words (ARB_vertex_program 2.14.2, ARB_fragment_program
//! 3.11.2). Declarations, bindings and instructions have their own files.

use super::Limits;
use super::instruction_name::find;
use super::opcode::named;
use super::parsed::{Parsed, Variable};
use super::structure::OpenBlock;
use crate::frontend::assembly::cursor::{Cursor, Token};
use crate::frontend::assembly::operand::Size;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use rustc_hash::FxHashMap;

pub(super) type Result<T = ()> = std::result::Result<T, ProgramError>;

/// The parser's state.
pub(super) struct Parser<'a> {
    pub(super) c: Cursor<'a>,
    pub(super) limits: &'a Limits,
    pub(super) p: Parsed,
    pub(super) singles: FxHashMap<Vec<u32>, u32>,
    /// What a name means, and its number in [`Parsed::declared`].
    pub(super) names: FxHashMap<&'a str, (Variable, usize)>,
    /// The name taken last that a declaration gives a meaning.
    pub(super) name_span: Span,
    /// Numbers in [`Parsed::labels`]; a label only used so far stands at `usize::MAX`.
    pub(super) labels: FxHashMap<&'a str, usize>,
    /// The blocks that are open, the innermost last.
    pub(super) open: Vec<OpenBlock>,
    /// Nothing but options came so far.
    pub(super) options: bool,
}

/// Parses a text.
pub(super) fn parse(text: &[u8], limits: &Limits, fragment: bool) -> Result<Parsed> {
    let mut parser = Parser::new(text, limits, fragment)?;
    parser.program()?;
    Ok(parser.p)
}

impl<'a> Parser<'a> {
    /// A parser behind the header.
    pub(super) fn new(text: &'a [u8], limits: &'a Limits, fragment: bool) -> Result<Parser<'a>> {
        let expected = if fragment { "!!ARBfp1.0" } else { "!!ARBvp1.0" };
        if !text.starts_with(expected.as_bytes()) {
            return Err(ProgramError {
                kind: ErrorKind::Header { expected },
                span: Span::new(0, 0),
            });
        }
        Ok(Parser {
            c: Cursor::new(text, expected.len()),
            limits,
            p: Parsed {
                fragment,
                // Instructions have about 30 bytes.
                instructions: Vec::with_capacity((text.len() / 30).min(1 << 12)),
                ..Parsed::default()
            },
            singles: FxHashMap::default(),
            names: FxHashMap::default(),
            name_span: Span::NONE,
            labels: FxHashMap::default(),
            open: Vec::new(),
            options: true,
        })
    }

    /// An error at the token last taken.
    pub(super) fn error<T>(&self, kind: ErrorKind) -> Result<T> {
        self.c.error(kind)
    }

    /// "Expected …" at the token last taken.
    pub(super) fn expected<T>(&self, expected: &'static str) -> Result<T> {
        self.c.expected(expected)
    }

    /// Takes this punctuation mark.
    pub(super) fn punct(&mut self, mark: u8, name: &'static str) -> Result {
        self.c.punct(mark, name)
    }

    /// Takes this punctuation mark if it is next.
    pub(super) fn accept(&mut self, mark: u8) -> bool {
        self.c.accept(mark)
    }

    /// Takes a word.
    pub(super) fn word(&mut self, name: &'static str) -> Result<&'a str> {
        match self.c.next()? {
            Token::Word(w) => Ok(w),
            _ => self.expected(name),
        }
    }

    /// Takes an integer below `limit`.
    pub(super) fn integer(&mut self, what: &'static str, limit: u32) -> Result<u32> {
        match self.c.next()? {
            Token::Integer(n) if n < limit as u64 => Ok(n as u32),
            Token::Integer(index) => self.error(ErrorKind::IndexRange {
                what,
                index,
                limit: limit as u64,
            }),
            _ => self.expected("an integer"),
        }
    }

    /// Takes `[n]` with n below `limit`.
    pub(super) fn index(&mut self, what: &'static str, limit: u32) -> Result<u32> {
        self.punct(b'[', "\"[\"")?;
        let n = self.integer(what, limit)?;
        self.punct(b']', "\"]\"")?;
        Ok(n)
    }

    fn program(&mut self) -> Result {
        while self.statement()? {}
        self.end()
    }

    /// Behind END.
    pub(super) fn end(&mut self) -> Result {
        match self.c.next()? {
            Token::End => self.check_labels(),
            _ => self.error(ErrorKind::AfterEnd),
        }
    }

    /// A statement with its semicolon, or a label; false at END.
    pub(super) fn statement(&mut self) -> Result<bool> {
        let word = self.word("an instruction, a declaration or END")?;
        let start = self.c.last;
        if self.accept(b':') {
            self.label(word, start)?;
            self.options = false;
            return Ok(true);
        }
        match word {
            "END" => {
                self.check_closed()?;
                return Ok(false);
            }
            "OPTION" if !self.options => return self.error(ErrorKind::OptionLate),
            "OPTION" => self.option()?,
            "ATTRIB" => self.attrib()?,
            "PARAM" => self.param()?,
            "TEMP" => self.registers(false, Size::Default)?,
            "ADDRESS" if !self.p.fragment => self.registers(true, Size::Default)?,
            "OUTPUT" => self.output(Size::Default)?,
            "SHORT" | "LONG" if self.p.fragment => self.sized(word)?,
            "ALIAS" => self.alias()?,
            _ => self.instruction(word, start)?,
        }
        self.options &= word == "OPTION";
        self.punct(b';', "\";\"")?;
        Ok(true)
    }

    pub(super) fn is_reserved(&self, word: &str) -> bool {
        const WORDS: [&str; 10] = [
            "ALIAS", "ATTRIB", "END", "OPTION", "OUTPUT", "PARAM", "TEMP", "program", "result",
            "state",
        ];
        let (dialects, extended) = (self.dialects(), self.p.extension.has_conditions());
        let stage = if self.p.fragment {
            word == "fragment"
        } else {
            word == "vertex" || word == "ADDRESS"
        };
        let name = if self.p.fragment {
            word.strip_suffix("_SAT").unwrap_or(word)
        } else {
            word
        };
        // With the options of fragment programs all variants of an instruction's name are reserved.
        WORDS.contains(&word)
            || stage
            || self.p.fragment && extended && (word == "texture" || find(word, dialects).is_some())
            || named(name, dialects).is_some()
    }
}
