//! The registers of native vertex programs: `v[]`, `c[]`, `o[]`, `R0` …, `A0` (NV_vertex_program2 2.14.1).

use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::arb::parse::parser::{Parser, Result};
use crate::frontend::assembly::arb::parse::progress::Parameter;
use crate::frontend::assembly::arb::parsed::{Array, STATE_PARAMETERS};
use crate::frontend::assembly::cursor::Token;
use crate::frontend::assembly::operand::{Source, Target};
use crate::frontend::binding::Binding;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use crate::ir::interface::{attribute, varying};

/// Attributes by mnemonic (table X.3).
pub(crate) const ATTRIBUTES: [(&str, u32); 14] = [
    ("OPOS", 0),
    ("WGHT", 1),
    ("NRML", 2),
    ("COL0", 3),
    ("COL1", 4),
    ("FOGC", 5),
    ("TEX0", 8),
    ("TEX1", 9),
    ("TEX2", 10),
    ("TEX3", 11),
    ("TEX4", 12),
    ("TEX5", 13),
    ("TEX6", 14),
    ("TEX7", 15),
];

/// Results by name (table X.1); the last six are distances to clip planes.
pub(crate) const RESULTS: [(&str, Target); 21] = [
    ("HPOS", Target::Output(varying::POSITION)),
    ("COL0", Target::Output(varying::FRONT_COLOR)),
    ("COL1", Target::Output(varying::FRONT_SECONDARY)),
    ("BFC0", Target::Output(varying::BACK_COLOR)),
    ("BFC1", Target::Output(varying::BACK_SECONDARY)),
    ("FOGC", Target::Output(varying::FOG_COORD)),
    ("PSIZ", Target::Output(varying::POINT_SIZE)),
    ("TEX0", Target::Output(varying::TEX_COORD_0)),
    ("TEX1", Target::Output(varying::TEX_COORD_0 + 1)),
    ("TEX2", Target::Output(varying::TEX_COORD_0 + 2)),
    ("TEX3", Target::Output(varying::TEX_COORD_0 + 3)),
    ("TEX4", Target::Output(varying::TEX_COORD_0 + 4)),
    ("TEX5", Target::Output(varying::TEX_COORD_0 + 5)),
    ("TEX6", Target::Output(varying::TEX_COORD_0 + 6)),
    ("TEX7", Target::Output(varying::TEX_COORD_0 + 7)),
    ("CLP0", Target::Clip(0)),
    ("CLP1", Target::Clip(1)),
    ("CLP2", Target::Clip(2)),
    ("CLP3", Target::Clip(3)),
    ("CLP4", Target::Clip(4)),
    ("CLP5", Target::Clip(5)),
];

/// The input that attribute `n` of a native program reads: it shares the conventional attribute's storage. Attributes 6
/// and 7 have no conventional twin (table X.2).
pub(crate) fn input_of(n: u32) -> u32 {
    match n {
        6 | 7 => attribute::GENERIC_0 + n,
        n => n,
    }
}

impl<'a> Parser<'a> {
    /// A register to read.
    pub(crate) fn native_source(&mut self) -> Result<Source> {
        let name = self.word("a source register")?;
        let span = self.c.last;
        match name {
            // An instruction may read one attribute and one parameter only, each any number of times.
            "v" => {
                let n = self.attribute_number()?;
                let source = Source::Input(input_of(n));
                let first = *self.sources.attribute.get_or_insert(source);
                if first != source {
                    return refuse(ErrorKind::SecondAttribute, span);
                }
                self.p.attributes |= 1 << input_of(n);
                Ok(source)
            }
            "c" => {
                let (parameter, source) = self.parameter()?;
                let first = *self.sources.parameter.get_or_insert(parameter);
                if first != parameter {
                    return refuse(ErrorKind::SecondParameter, span);
                }
                Ok(source)
            }
            _ => match self.temporary(name)? {
                Some(n) => Ok(Source::Temp(n)),
                None => refuse(ErrorKind::NotReadable(name.to_string()), span),
            },
        }
    }

    /// Parses a register to write, after its first word.
    pub(crate) fn native_target(&mut self, name: &str) -> Result<Target> {
        let span = self.c.last;
        let is_state = self.p.language == Language::Vsp10;
        match name {
            "o" if !is_state => self.result(),
            "c" if is_state => {
                self.punct(b'[', "\"[\"")?;
                if matches!(self.c.peek()?, Token::Word(_)) {
                    self.c.next()?;
                    return self.error(ErrorKind::RelativeWrite);
                }
                let n = self.integer("program parameter", self.p.language.parameters())?;
                self.punct(b']', "\"]\"")?;
                Ok(Target::Temp(self.state_parameter(n)?))
            }
            _ => match self.temporary(name)? {
                Some(n) => Ok(Target::Temp(n)),
                None => refuse(ErrorKind::NotWritable(name.to_string()), span),
            },
        }
    }

    /// `A0`; in `!!VP2.0` also `A1`.
    pub(crate) fn native_address_register(&mut self, name: &str) -> Result<u32> {
        let second = self.p.language == Language::Vp20;
        let n = match name {
            "A0" => 0,
            "A1" if second => 1,
            _ if second => return self.error(ErrorKind::NoAddressRegister("s A0 and A1")),
            _ => return self.error(ErrorKind::NoAddressRegister(" A0")),
        };
        self.p.n_addresses = self.p.n_addresses.max(n + 1);
        Ok(n)
    }

    /// The number of a temporary; `None` for other words.
    fn temporary(&mut self, name: &str) -> Result<Option<u32>> {
        let n_temps = if self.p.language.is_vp1() { 12 } else { 16 };
        let digits = name.strip_prefix('R').filter(|d| is_number(d));
        let Some(n) = digits.and_then(|d| d.parse::<u64>().ok()) else {
            return Ok(None);
        };
        if n >= n_temps {
            return self.error(ErrorKind::IndexRange {
                what: "temporary register",
                index: n,
                limit: n_temps,
            });
        }
        self.use_temporary(n as u32);
        Ok(Some(n as u32))
    }

    fn use_temporary(&mut self, n: u32) {
        self.p.n_temps = self.p.n_temps.max(n + 1);
        let sizes = &mut self.p.temp_sizes;
        sizes.resize(sizes.len().max(n as usize + 1), Default::default());
    }

    /// `[3]` or `[NRML]`; of state programs `[0]` alone.
    fn attribute_number(&mut self) -> Result<u32> {
        let is_state = self.p.language == Language::Vsp10;
        self.punct(b'[', "\"[\"")?;
        let n = match self.c.peek()? {
            Token::Word(name) if !is_state => {
                self.c.next()?;
                match ATTRIBUTES.iter().find(|(mnemonic, _)| *mnemonic == name) {
                    Some((_, n)) => *n,
                    None => return self.expected("a vertex attribute (0 to 15, OPOS, NRML, …)"),
                }
            }
            _ => self.integer("vertex attribute", if is_state { 1 } else { 16 })?,
        };
        self.punct(b']', "\"]\"")?;
        Ok(n)
    }

    /// `[n]`, `[A0.x]`, `[A0.x + n]`
    fn parameter(&mut self) -> Result<(Parameter, Source)> {
        self.punct(b'[', "\"[\"")?;
        let limit = self.p.language.parameters();
        if let Token::Word(_) = self.c.peek()? {
            if self.p.position_invariant && self.p.language == Language::Vp11 {
                self.c.next()?;
                return self.error(ErrorKind::InvariantRelative);
            }
            let base = self.all_parameters(limit);
            let relative = self.relative_address(base, limit)?;
            self.punct(b']', "\"]\"")?;
            return Ok((Parameter::Relative(relative), Source::Relative(relative)));
        }
        let n = self.integer("program parameter", limit)?;
        self.punct(b']', "\"]\"")?;
        let mut written = self.p.state_parameters.iter();
        let source = match written.position(|own| *own == n) {
            Some(i) => Source::Temp(STATE_PARAMETERS + i as u32),
            None => Source::Param(self.single(Binding::Env(n))?),
        };
        Ok((Parameter::Absolute(n), source))
    }

    /// The rows of all program parameters, for relative addressing.
    fn all_parameters(&mut self, limit: u32) -> u32 {
        if let Some(array) = self.p.arrays.first() {
            return array.base;
        }
        let base = self.p.bindings.len() as u32;
        self.p.bindings.extend((0..limit).map(Binding::Env));
        self.p.arrays.push(Array {
            base,
            len: limit,
            relative: true,
        });
        base
    }

    /// The temporary for a program parameter that a state program writes.
    fn state_parameter(&mut self, n: u32) -> Result<u32> {
        let written = self.p.state_parameters.iter().position(|own| *own == n);
        let i = match written {
            Some(i) => i,
            None => {
                // The temporary starts with the parameter's value.
                self.single(Binding::Env(n))?;
                self.p.state_parameters.push(n);
                self.p.state_parameters.len() - 1
            }
        };
        let temporary = STATE_PARAMETERS + i as u32;
        self.use_temporary(temporary);
        Ok(temporary)
    }

    /// `[HPOS]`
    fn result(&mut self) -> Result<Target> {
        self.punct(b'[', "\"[\"")?;
        let name = self.word("a vertex result (HPOS, COL0, …)")?;
        let row = RESULTS.iter().find(|(result, _)| *result == name);
        let Some((_, target)) = row.copied() else {
            return self.expected("a vertex result (HPOS, COL0, …)");
        };
        if matches!(target, Target::Clip(_)) && self.p.language != Language::Vp20 {
            let what = "clip distances are understood";
            return self.error(ErrorKind::NeedsLanguage(what, Language::Vp20.header()));
        }
        if self.p.position_invariant && target == Target::Output(varying::POSITION) {
            return self.error(ErrorKind::InvariantHpos);
        }
        self.punct(b']', "\"]\"")?;
        Ok(target)
    }
}

/// Digits without a leading zero.
pub(super) fn is_number(digits: &str) -> bool {
    let is_plain = digits == "0" || !digits.starts_with('0');
    !digits.is_empty() && is_plain && digits.bytes().all(|d| d.is_ascii_digit())
}

fn refuse<T>(kind: ErrorKind, span: Span) -> Result<T> {
    Err(ProgramError { kind, span })
}
