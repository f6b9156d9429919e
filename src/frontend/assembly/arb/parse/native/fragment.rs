//! Native fragment programs, `!!FP1.0` (NV_fragment_program 3.11.3): named constants and parameters, destinations,
//! texture units. Operands have their own file.

use crate::frontend::assembly::arb::parse::instruction_name::has_instruction;
use crate::frontend::assembly::arb::parse::parser::{Parser, Result};
use crate::frontend::assembly::arb::parsed::{Named, Variable};
use crate::frontend::assembly::cursor::Token;
use crate::frontend::assembly::operand::{Size, Target};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use crate::ir::interface::{fragment_input, fragment_output};

/// Registers `R0` … of 32 bits; the registers `H0` … of 16 bits have the next numbers.
pub(crate) const SINGLES: u32 = 32;
/// Registers of 16 bits.
pub(crate) const HALVES: u32 = 64;
/// The limit on a program's registers; those of 32 bits, the results among them, count twice.
const MAX_REGISTERS: u32 = 64;
/// Image units.
const UNITS: u32 = 16;

/// Attributes by name (table X.1).
pub(crate) const ATTRIBUTES: [(&str, u32); 12] = [
    ("WPOS", fragment_input::POSITION),
    ("COL0", fragment_input::COLOR),
    ("COL1", fragment_input::SECONDARY_COLOR),
    ("FOGC", fragment_input::FOG_COORD),
    ("TEX0", fragment_input::TEX_COORD_0),
    ("TEX1", fragment_input::TEX_COORD_0 + 1),
    ("TEX2", fragment_input::TEX_COORD_0 + 2),
    ("TEX3", fragment_input::TEX_COORD_0 + 3),
    ("TEX4", fragment_input::TEX_COORD_0 + 4),
    ("TEX5", fragment_input::TEX_COORD_0 + 5),
    ("TEX6", fragment_input::TEX_COORD_0 + 6),
    ("TEX7", fragment_input::TEX_COORD_0 + 7),
];

/// Results by name (table X.3).
pub(crate) const RESULTS: [(&str, u32, Size); 3] = [
    ("COLR", fragment_output::COLOR_0, Size::Long),
    ("COLH", fragment_output::COLOR_0, Size::Short),
    ("DEPR", fragment_output::DEPTH, Size::Long),
];

/// Words of the grammar that are neither instructions nor numbered registers.
const KEYWORDS: [&str; 26] = [
    "COL0", "COL1", "COLH", "COLR", "CUBE", "DECLARE", "DEFINE", "DEPR", "END", "EQ", "FL", "FOGC",
    "GE", "GT", "HC", "LE", "LT", "NE", "OPTION", "RC", "RECT", "TR", "WPOS", "f", "o", "p",
];

impl<'a> Parser<'a> {
    /// Parses what follows `DEFINE`.
    pub(super) fn define(&mut self) -> Result {
        let name = self.new_constant_name()?;
        self.punct(b'=', "\"=\"")?;
        let value = self.named_value()?;
        self.declare(name, Variable::Named(value));
        Ok(())
    }

    /// Parses what follows `DECLARE`.
    pub(super) fn declare_parameter(&mut self) -> Result {
        let name = self.new_constant_name()?;
        let initial = if self.accept(b'=') {
            match self.named_value()? {
                Named::Scalar(x) => [x; 4],
                Named::Vector(v) => v,
                Named::Parameter(_) => return self.expected("a constant"),
            }
        } else {
            [0.0; 4]
        };
        let n = self.p.named.len() as u32;
        self.p.named.push((name.to_owned(), initial));
        self.declare(name, Variable::Named(Named::Parameter(n)));
        Ok(())
    }

    /// A constant with or without a name.
    fn named_value(&mut self) -> Result<Named> {
        match self.c.peek()? {
            Token::Punct(b'{') => self.vector_constant().map(Named::Vector),
            Token::Word(name) => {
                self.c.next()?;
                match self.constant_named(name)? {
                    Named::Parameter(_) => self.expected("a constant"),
                    constant => Ok(constant),
                }
            }
            _ => self.scalar_constant().map(Named::Scalar),
        }
    }

    /// The meaning of a name of DEFINE or DECLARE.
    pub(super) fn constant_named(&mut self, name: &str) -> Result<Named> {
        match self.lookup(name)? {
            Variable::Named(named) => Ok(named),
            _ => self.error(ErrorKind::Undeclared(name.to_owned())),
        }
    }

    /// One to four numbers in braces; z and y that are missing are 0, w is 1.
    pub(super) fn vector_constant(&mut self) -> Result<[f32; 4]> {
        self.punct(b'{', "\"{\"")?;
        let mut v = [0.0, 0.0, 0.0, 1.0];
        for (i, x) in v.iter_mut().enumerate() {
            if i > 0 && !self.accept(b',') {
                break;
            }
            *x = match self.c.peek()? {
                Token::Word(name) => {
                    self.c.next()?;
                    match self.constant_named(name)? {
                        Named::Scalar(x) => x,
                        _ => return self.expected("a scalar constant"),
                    }
                }
                _ => self.scalar_constant()?,
            };
        }
        self.punct(b'}', "\"}\" (a vector has one to four numbers)")?;
        Ok(v)
    }

    /// A number, perhaps with a sign.
    pub(super) fn scalar_constant(&mut self) -> Result<f32> {
        let negative = self.accept(b'-');
        if !negative {
            self.accept(b'+');
        }
        let x = match self.c.next()? {
            Token::Integer(n) => n as f32,
            Token::Float(x) => x,
            _ => return self.expected("a number"),
        };
        Ok(if negative { -x } else { x })
    }

    fn new_constant_name(&mut self) -> Result<&'a str> {
        let name = self.new_name()?;
        let numbered = |letters: &str, n: u32| number_of(name, letters).is_some_and(|i| i < n);
        let is_register = numbered("R", SINGLES) || numbered("H", HALVES);
        if is_register || is_unit(name) {
            return self.error(ErrorKind::Reserved(name.to_owned()));
        }
        Ok(name)
    }

    /// Words that are no names of constants.
    pub(super) fn is_keyword(&self, word: &str) -> bool {
        KEYWORDS.contains(&word) || has_instruction(word, self.dialects())
    }

    /// The number of a temporary; `None` for other words.
    pub(super) fn fragment_temporary(&mut self, name: &str) -> Result<Option<u32>> {
        for (letter, first, n) in [("R", 0, SINGLES), ("H", SINGLES, HALVES)] {
            match number_of(name, letter) {
                Some(number) if number < n => {
                    self.use_register(first + number);
                    return Ok(Some(first + number));
                }
                // Such words may name constants.
                Some(number) if !self.names.contains_key(name) => {
                    return self.error(ErrorKind::IndexRange {
                        what: "temporary register",
                        index: number.into(),
                        limit: n.into(),
                    });
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn use_register(&mut self, n: u32) {
        self.p.n_temps = self.p.n_temps.max(n + 1);
        let sizes = &mut self.p.temp_sizes;
        while sizes.len() <= n as usize {
            let is_single = (sizes.len() as u32) < SINGLES;
            sizes.push(if is_single { Size::Long } else { Size::Short });
        }
        self.registers |= 1 << n;
    }

    /// A register to write.
    pub(crate) fn fragment_target(&mut self) -> Result<(Target, Size)> {
        let name = self.word("a destination register")?;
        let span = self.c.last;
        match name {
            "RC" => Ok((Target::ConditionCode, Size::Long)),
            "HC" => Ok((Target::ConditionCode, Size::Short)),
            "o" => self.fragment_result_register(span),
            _ => match self.fragment_temporary(name)? {
                Some(n) => Ok((Target::Temp(n), self.p.temp_sizes[n as usize])),
                None => self.error(ErrorKind::NotWritable(name.to_owned())),
            },
        }
    }

    /// `[COLR]`
    fn fragment_result_register(&mut self, start: Span) -> Result<(Target, Size)> {
        const NAMES: &str = "a fragment result (COLR, COLH, DEPR)";
        self.punct(b'[', "\"[\"")?;
        let name = self.word(NAMES)?;
        let row = RESULTS.iter().find(|(result, ..)| *result == name);
        let Some(&(_, output, size)) = row else {
            return self.expected(NAMES);
        };
        self.punct(b']', "\"]\"")?;
        let mut written = self.p.output_sizes.iter();
        match written.find(|(n, _)| *n == output) {
            Some((_, other)) if *other != size => {
                let kind = ErrorKind::BothColors;
                let span = start.to(self.c.last);
                return Err(ProgramError { kind, span });
            }
            Some(_) => {}
            None => self.p.output_sizes.push((output, size)),
        }
        Ok((Target::Output(output), size))
    }

    /// `TEX3`
    pub(crate) fn native_unit(&mut self) -> Result<u32> {
        let name = self.word("a texture image unit (TEX0 to TEX15)")?;
        match number_of(name, "TEX") {
            Some(n) if n < UNITS => Ok(n),
            Some(n) => self.error(ErrorKind::IndexRange {
                what: "texture image unit",
                index: n.into(),
                limit: UNITS.into(),
            }),
            None => self.expected("a texture image unit (TEX0 to TEX15)"),
        }
    }

    /// Checks what the whole program must write, and how many registers it may use; both are known at its end.
    pub(super) fn check_fragment_results(&self) -> Result {
        let at_end = |kind| {
            Err(ProgramError {
                kind,
                span: self.c.end_span(),
            })
        };
        if self.p.output_sizes.is_empty() {
            return at_end(ErrorKind::NoFragmentResult);
        }
        let singles = self.registers & ((1 << SINGLES) - 1);
        let halves = self.registers >> SINGLES;
        let results = self.p.output_sizes.iter();
        let results: u32 = { results }
            .map(|(_, s)| 1 + u32::from(*s == Size::Long))
            .sum();
        let used = 2 * singles.count_ones() + halves.count_ones() + results;
        if used > MAX_REGISTERS {
            at_end(ErrorKind::Limit {
                what: "registers of 16 bits (one of 32 bits is two)",
                used,
                limit: MAX_REGISTERS,
            })
        } else {
            Ok(())
        }
    }
}

/// Whether a word is the name of a texture image unit.
pub(crate) fn is_unit(word: &str) -> bool {
    number_of(word, "TEX").is_some_and(|n| n < UNITS)
}

/// The number after these letters, in its one valid spelling.
fn number_of(name: &str, letters: &str) -> Option<u32> {
    let digits = name.strip_prefix(letters)?;
    super::register::is_number(digits).then_some(())?;
    digits.parse().ok()
}
