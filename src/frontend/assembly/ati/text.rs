//! Parses `!!ATIfs1.0` into a [`Shader`]: the frame, the constants and the routing of ATI_text_fragment_shader 3.10.1.
//! Arithmetic has its own file.
//!
//! Where the text is open or contradicts itself:
//! - The header stands first, though the document's samples put a comment before it.
//! - The output pass is required ("a required final output pass"), though the grammar lets it be absent; it may
//!   be empty, which commands may not leave a shader (QUIRKS 2.32).
//! - A comma between destination and first source is optional: the grammar has none, nearly all samples have one.
//! - A literal of fewer than four numbers is filled up from (0, 0, 0, 1), as in ARB_vertex_program.
//!
//! [`parse_registered`] accepts the registry's grammar. [`parse`] accepts more, so that [`super::print`] can write
//! every shader that commands record. Literals may have a sign, lie outside [0, 1] (used unclamped, QUIRKS 2.9), or be
//! `inf` or `nan`. Coordinate sets go up to t7. A dot product may give alpha a destination of its own, as in `DOT3
//! r0.rgb + r1.a.2x, r2, r3`. `program.env[n]` is always the program target's parameter, never the context's constant
//! of ATI_fragment_shader.

use super::rules;
use super::shader::*;
use crate::frontend::assembly::arb::{MAX_TEXT_BYTES, before_header};
use crate::frontend::assembly::cursor::{Cursor, Token};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

pub(super) type Result<T = ()> = std::result::Result<T, ProgramError>;

const HEADER: &str = "!!ATIfs1.0";
/// `program.env` and `program.local` vectors that a program can name.
pub const PARAMETERS: u32 = 8;

/// Parses a text, or what [`super::print`] writes. The first error ends it.
pub fn parse(text: &[u8]) -> Result<Shader> {
    parse_with(text, true)
}

/// Parses a text by the grammar of the registry's document. The first error ends it.
pub fn parse_registered(text: &[u8]) -> Result<Shader> {
    parse_with(text, false)
}

fn parse_with(text: &[u8], extended: bool) -> Result<Shader> {
    let error = |kind, at: usize, end: usize| {
        let span = Span::new(at, end);
        Err(ProgramError { kind, span })
    };
    // The length is checked first: nothing else limits how long parsing takes.
    if text.len() > MAX_TEXT_BYTES {
        let limit = MAX_TEXT_BYTES;
        return error(ErrorKind::TextTooLong { limit }, limit, limit + 1);
    }
    // As for the ARB languages, white space and comments may come first, which the document does not allow.
    let start = before_header(text);
    if !text[start..].starts_with(HEADER.as_bytes()) {
        return error(
            ErrorKind::Header {
                expected: HEADER.to_owned(),
            },
            start,
            start,
        );
    }
    let mut parser = Parser {
        c: Cursor::new(text, start + HEADER.len()),
        shader: Shader::default(),
        declared: 0,
        preliminary: false,
        extended,
    };
    parser.program()?;
    Ok(parser.shader)
}

/// The parser's state.
pub(super) struct Parser<'a> {
    pub(super) c: Cursor<'a>,
    pub(super) shader: Shader,
    /// Constants declared, by bit.
    pub(super) declared: u8,
    /// Whether this is the first of two passes.
    pub(super) preliminary: bool,
    /// Whether more than the registry's grammar is accepted.
    pub(super) extended: bool,
}

impl<'a> Parser<'a> {
    /// Takes a name or a fixed constant.
    pub(super) fn name(&mut self, what: &'static str) -> Result<&'a str> {
        let (word, _) = self.c.next_target();
        if word.is_empty() {
            self.c.next()?;
            return self.c.expected(what);
        }
        Ok(word)
    }

    /// The number of a name like `r3`, if `word` is the letter and a number.
    pub(super) fn numbered(
        &self,
        word: &str,
        letter: char,
        what: &'static str,
        limit: usize,
    ) -> Result<Option<u8>> {
        let Some(digits) = word.strip_prefix(letter) else {
            return Ok(None);
        };
        let is_number = !digits.is_empty() && digits.bytes().all(|d| d.is_ascii_digit());
        if !is_number || (digits.len() > 1 && digits.starts_with('0')) {
            return Ok(None);
        }
        match digits.parse() {
            Ok(n) if n < limit as u64 => Ok(Some(n as u8)),
            index => self.c.error(ErrorKind::IndexRange {
                what,
                index: index.unwrap_or(u64::MAX),
                limit: limit as u64,
            }),
        }
    }

    /// Takes a register as a destination.
    pub(super) fn register(&mut self) -> Result<u8> {
        let word = self.name("a register r0 to r5")?;
        match self.numbered(word, 'r', "register", REGISTERS)? {
            Some(n) => Ok(n),
            None => self.c.expected("a register r0 to r5"),
        }
    }

    fn end_statement(&mut self) -> Result {
        self.c.punct(b';', "\";\"")
    }

    /// Takes the keyword that begins a block, one of these.
    fn block(&mut self, keywords: &[&str], what: &'static str) -> Result<&'a str> {
        let word = self.name(what)?;
        if !keywords.contains(&word) {
            return self.c.expected(what);
        }
        self.end_statement()?;
        Ok(word)
    }

    fn program(&mut self) -> Result {
        let (constants, first, last) = ("StartConstants", "StartPrelimPass", "StartOutputPass");
        let mut block = self.block(
            &[constants, first, last],
            "StartConstants, StartPrelimPass or StartOutputPass",
        )?;
        if block == constants {
            self.constants()?;
            block = self.block(&[first, last], "StartPrelimPass or StartOutputPass")?;
        }
        if block == first {
            self.preliminary = true;
            self.pass()?;
            self.preliminary = false;
            self.block(&[last], "StartOutputPass")?;
        }
        self.pass()?;
        match self.c.next()? {
            Token::End => Ok(()),
            _ => self.c.expected("the end of the program"),
        }
    }

    fn constants(&mut self) -> Result {
        loop {
            match self.name("CONSTANT or EndConstants")? {
                "CONSTANT" => self.constant()?,
                "EndConstants" => return self.end_statement(),
                _ => return self.c.expected("CONSTANT or EndConstants"),
            }
            self.end_statement()?;
        }
    }

    /// `c0 = program.env[n]`, `… program.local[n]`, `… { … }`; each constant once.
    fn constant(&mut self) -> Result {
        let word = self.name("a constant c0 to c7")?;
        let Some(n) = self.numbered(word, 'c', "constant", CONSTANTS)? else {
            return self.c.expected("a constant c0 to c7");
        };
        if self.declared >> n & 1 != 0 {
            return self.c.error(ErrorKind::Redeclared(word.to_string()));
        }
        self.declared |= 1 << n;
        self.c.punct(b'=', "\"=\"")?;
        let value = match self.c.next()? {
            Token::Punct(b'{') => self.literal()?,
            Token::Word("program") => self.parameter()?,
            _ => {
                return self.c.expected("program.env[n], program.local[n] or \"{\"");
            }
        };
        self.shader.constants[n as usize] = value;
        Ok(())
    }

    /// `.env[n]`, `.local[n]`
    fn parameter(&mut self) -> Result<Constant> {
        self.c.punct(b'.', "\".\"")?;
        let kind = match self.c.next()? {
            Token::Word("env") => Constant::Env,
            Token::Word("local") => Constant::Parameter,
            _ => return self.c.expected("env or local"),
        };
        self.c.punct(b'[', "\"[\"")?;
        let n = match self.c.next()? {
            Token::Integer(n) if n < PARAMETERS.into() => n as u32,
            Token::Integer(index) => {
                return self.c.error(ErrorKind::IndexRange {
                    what: "program parameter",
                    index,
                    limit: PARAMETERS.into(),
                });
            }
            _ => return self.c.expected("an integer"),
        };
        self.c.punct(b']', "\"]\"")?;
        Ok(kind(n))
    }

    /// One to four numbers and `}`.
    fn literal(&mut self) -> Result<Constant> {
        let mut value = [0.0, 0.0, 0.0, 1.0];
        for (i, x) in value.iter_mut().enumerate() {
            *x = self.number()?;
            if i == 3 || !self.c.accept(b',') {
                break;
            }
        }
        self.c.punct(b'}', "\"}\" after at most four numbers")?;
        Ok(Constant::Local(value))
    }

    fn number(&mut self) -> Result<f32> {
        let negative = self.extended && self.c.accept(b'-');
        let magnitude = match self.c.next()? {
            Token::Integer(n) => n as f32,
            Token::Float(x) => x,
            Token::Word("inf") if self.extended => f32::INFINITY,
            Token::Word("nan") if self.extended => f32::NAN,
            _ => return self.c.expected("a number"),
        };
        if !(self.extended || magnitude <= 1.0) {
            return self.c.error(ErrorKind::LiteralRange);
        }
        Ok(if negative { -magnitude } else { magnitude })
    }

    /// The pass that is being parsed.
    pub(super) fn current(&mut self) -> &mut Pass {
        self.shader.passes.last_mut().expect("a pass is open")
    }

    fn pass(&mut self) -> Result {
        self.shader.passes.push(Pass::default());
        loop {
            let word = self.name("an instruction or EndPass")?;
            let start = self.c.last;
            // Routing stands before arithmetic. The preliminary pass needs arithmetic.
            let empty = self.current().pairs.is_empty();
            match word {
                "EndPass" if self.preliminary && empty => {
                    return self.c.error(ErrorKind::PassWithoutArithmetic);
                }
                "EndPass" => return self.end_statement(),
                "PassTexCoord" | "SampleMap" if !empty => {
                    return self.c.error(ErrorKind::LateRouting);
                }
                "PassTexCoord" => self.routing(false, start)?,
                "SampleMap" => self.routing(true, start)?,
                _ => match Opcode::TABLE.iter().find(|(_, name, _)| *name == word) {
                    Some((opcode, ..)) => self.instruction(*opcode, start)?,
                    None => {
                        return self
                            .c
                            .error(ErrorKind::UnknownInstruction(word.to_string()));
                    }
                },
            }
            self.end_statement()?;
        }
    }

    /// `r1, t2.stq_dq`
    fn routing(&mut self, sample: bool, start: Span) -> Result {
        // Register, source and swizzle. The comma may be left out.
        let register = self.register()?;
        let register_span = self.c.last;
        self.c.accept(b',');
        let source = self.coordinates()?;
        let source_span = self.c.last;
        let word = self.c.next_suffix().unwrap_or("");
        if word.is_empty() {
            self.c.next()?;
        }
        let Some((swizzle, _)) = Swizzle::TABLE.iter().find(|(_, name)| *name == word) else {
            return self.c.expected(".str, .stq, .str_dr or .stq_dq");
        };
        let routing = Routing {
            sample,
            source,
            swizzle: *swizzle,
            span: start.to(self.c.last),
        };
        // The rules name what is wrong; the error points at that part of the text.
        let pass = self.shader.passes.len() - 1;
        if let Err(kind) = rules::routing(&self.shader, pass, register, &routing) {
            let span = match kind {
                ErrorKind::RoutedTwice(_) => register_span,
                ErrorKind::RoutedRegister(_) => source_span,
                _ => self.c.last,
            };
            return Err(ProgramError { kind, span });
        }
        self.current().routing[register as usize] = Some(routing);
        Ok(())
    }

    fn coordinates(&mut self) -> Result<Coordinates> {
        // The grammar has as many sets as registers.
        let (what, sets) = if self.extended {
            (
                "texture coordinates t0 to t7 or a register r0 to r5",
                COORDINATES,
            )
        } else {
            (
                "texture coordinates t0 to t5 or a register r0 to r5",
                REGISTERS,
            )
        };
        let word = self.name(what)?;
        if let Some(n) = self.numbered(word, 't', "coordinate set", sets)? {
            return Ok(Coordinates::Set(n));
        }
        match self.numbered(word, 'r', "register", REGISTERS)? {
            Some(n) => Ok(Coordinates::Register(n)),
            None => self.c.expected(what),
        }
    }
}
