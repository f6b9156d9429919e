//! The parser's frame: header, statements, options, reserved words (ARB_vertex_program 2.14.2, ARB_fragment_program
//! 3.11.2). Declarations, bindings and instructions have their own files.

use super::instruction_name::find;
use crate::frontend::assembly::arb::language::{Language, Stage, before_header};
use crate::frontend::assembly::arb::limits::Limits;
use crate::frontend::assembly::arb::opcode_table::named;
use crate::frontend::assembly::arb::parse::progress::{OpenBlock, SourcesRead};
use crate::frontend::assembly::arb::parsed::{Parsed, Variable};
use crate::frontend::assembly::cursor::{Cursor, Token};
use crate::frontend::assembly::operand::Size;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use rustc_hash::FxHashMap;

pub(crate) type Result<T = ()> = std::result::Result<T, ProgramError>;

/// The parser's state.
pub(crate) struct Parser<'a> {
    pub(crate) c: Cursor<'a>,
    pub(crate) limits: &'a Limits,
    pub(crate) p: Parsed,
    pub(crate) singles: FxHashMap<Vec<u32>, u32>,
    /// The meanings of names, with their indices in [`Parsed::declared`].
    pub(crate) names: FxHashMap<&'a str, (Variable, usize)>,
    /// The last name taken, for its declaration.
    pub(crate) name_span: Span,
    /// Indices in [`Parsed::labels`]; a label that is only used so far has the place `usize::MAX`.
    pub(crate) labels: FxHashMap<&'a str, usize>,
    /// The open blocks, the innermost last.
    pub(crate) open: Vec<OpenBlock>,
    /// Whether only options came so far.
    pub(crate) options: bool,
    /// For native programs: the registers that the instruction has read so far.
    pub(crate) sources: SourcesRead,
    /// For native fragment programs: the temporaries used, by bit.
    pub(crate) registers: u128,
}

/// Parses a text of a language that its stage has.
pub(crate) fn parse(text: &[u8], limits: &Limits, stage: Stage) -> Result<Parsed> {
    let mut parser = Parser::new(text, limits, stage)?;
    while parser.statement()? {}
    parser.end()?;
    Ok(parser.p)
}

impl<'a> Parser<'a> {
    /// A parser at the position after the header.
    pub(crate) fn new(text: &'a [u8], limits: &'a Limits, stage: Stage) -> Result<Parser<'a>> {
        let (language, at) = Language::of(text, stage).map_err(|kind| ProgramError {
            kind,
            span: Span::new(before_header(text), before_header(text)),
        })?;
        Ok(Parser {
            c: Cursor::new(text, at),
            limits,
            p: Parsed {
                language,
                fragment: language.is_fragment(),
                extension: language.extension(),
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
            sources: Default::default(),
            registers: 0,
        })
    }

    /// An error at the token last taken.
    pub(crate) fn error<T>(&self, kind: ErrorKind) -> Result<T> {
        self.c.error(kind)
    }

    /// "Expected …" at the token last taken.
    pub(crate) fn expected<T>(&self, expected: &'static str) -> Result<T> {
        self.c.expected(expected)
    }

    /// Takes this punctuation mark.
    pub(crate) fn punct(&mut self, mark: u8, name: &'static str) -> Result {
        self.c.punct(mark, name)
    }

    /// Takes this punctuation mark if it is next.
    pub(crate) fn accept(&mut self, mark: u8) -> bool {
        self.c.accept(mark)
    }

    /// Takes a word; the error for anything else says that `name` was expected.
    pub(crate) fn word(&mut self, name: &'static str) -> Result<&'a str> {
        match self.c.next()? {
            Token::Word(w) => Ok(w),
            _ => self.expected(name),
        }
    }

    /// Takes an integer below `limit`.
    pub(crate) fn integer(&mut self, what: &'static str, limit: u32) -> Result<u32> {
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
    pub(crate) fn index(&mut self, what: &'static str, limit: u32) -> Result<u32> {
        self.punct(b'[', "\"[\"")?;
        let n = self.integer(what, limit)?;
        self.punct(b']', "\"]\"")?;
        Ok(n)
    }

    /// Checks the end: nothing follows END, no label is missing, and native programs have written the required results.
    pub(crate) fn end(&mut self) -> Result {
        match self.c.next()? {
            Token::End => self.check_labels()?,
            _ => return self.error(ErrorKind::AfterEnd),
        }
        if self.p.language.is_native() {
            self.check_native_results()
        } else {
            Ok(())
        }
    }

    /// Parses a statement with its semicolon, or a label; false at END.
    pub(crate) fn statement(&mut self) -> Result<bool> {
        let word = self.word("an instruction, a declaration or END")?;
        let start = self.c.last;
        // A label has no semicolon, and ends the options.
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
            _ if self.p.language.is_native() => self.native_statement(word, start)?,
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
        // Options stand before all other statements.
        self.options &= word == "OPTION";
        self.punct(b';', "\";\"")?;
        Ok(true)
    }

    /// Whether components may have the names rgba, too.
    pub(crate) fn has_rgba(&self) -> bool {
        self.p.language == Language::ArbFragment
    }

    /// Whether a word is reserved: by the lists of ARB_vertex_program 2.14.2 and ARB_fragment_program 3.11.2, or by the
    /// options.
    pub(crate) fn is_reserved(&self, word: &str) -> bool {
        if self.p.language.is_native() {
            return self.is_reserved_natively(word);
        }
        const WORDS: [&str; 10] = [
            "ALIAS", "ATTRIB", "END", "OPTION", "OUTPUT", "PARAM", "TEMP", "program", "result",
            "state",
        ];
        let dialects = self.dialects();
        // In fragment programs the variants of an instruction's name are reserved, too.
        let (of_stage, is_instruction) = if self.p.fragment {
            (
                ["fragment", "texture"],
                find(word, dialects).is_some_and(|name| name.may_clamp(dialects)),
            )
        } else {
            (["vertex", "ADDRESS"], named(word, dialects).is_some())
        };
        WORDS.contains(&word) || of_stage.contains(&word) || is_instruction
    }
}
