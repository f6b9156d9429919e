//! The operands of native fragment programs (NV_fragment_program 3.11.4.3). One instruction may read one attribute, and
//! one parameter or constants of four numbers (3.11.1.1, 3.11.2).

use crate::frontend::assembly::arb::parse::native::fragment::ATTRIBUTES;
use crate::frontend::assembly::arb::parse::parser::{Parser, Result};
use crate::frontend::assembly::arb::parsed::Named;
use crate::frontend::assembly::cursor::Token;
use crate::frontend::assembly::operand::{IDENTITY, Operand, Select, Source, swizzle};
use crate::frontend::binding::Binding;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

impl<'a> Parser<'a> {
    /// Parses a sign, a register or constant, and a suffix. Bars may stand around them, after a sign of their own.
    pub(crate) fn fragment_operand(&mut self, scalar: bool) -> Result<Operand> {
        let start = self.c.clone();
        let outer = self.fragment_sign();
        if self.accept(b'|') {
            let mut operand = self.base_operand(scalar)?;
            self.punct(b'|', "\"|\"")?;
            operand.absolute = true;
            operand.negate = [outer; 4];
            return Ok(operand);
        }
        self.c = start;
        self.base_operand(scalar)
    }

    fn fragment_sign(&mut self) -> bool {
        let negative = self.accept(b'-');
        if !negative {
            self.accept(b'+');
        }
        negative
    }

    /// An operand without bars.
    fn base_operand(&mut self, scalar: bool) -> Result<Operand> {
        let before = self.c.clone();
        let mut negate = self.fragment_sign();
        let behind_sign = self.c.clone();
        let token = self.c.next()?;
        let start = self.c.last;
        let (source, select) = match token {
            Token::Integer(_) | Token::Float(_) => {
                // The sign belongs to the number, which matters where constants are merged.
                self.c = before;
                negate = false;
                let x = self.scalar_constant()?;
                (
                    self.constant_source([x; 4], &[x], start)?,
                    scalar_select(scalar),
                )
            }
            Token::Punct(b'{') => {
                self.c = behind_sign;
                let v = self.vector_constant()?;
                self.vector_operand(v, scalar, start)?
            }
            Token::Word(name) => self.named_operand(name, scalar, start)?,
            _ => return self.expected("a source operand"),
        };
        Ok(Operand {
            source,
            select,
            absolute: false,
            negate: [negate; 4],
            span: start.to(self.c.last),
        })
    }

    /// A vector of numbers with its suffix.
    fn vector_operand(
        &mut self,
        v: [f32; 4],
        scalar: bool,
        start: Span,
    ) -> Result<(Source, [Select; 4])> {
        let source = self.constant_source(v, &v, start)?;
        let select = self.fragment_suffix(scalar, "c")?;
        let is_one_number = v.iter().all(|x| x.to_bits() == v[0].to_bits());
        Ok(if is_one_number {
            (source, scalar_select(scalar))
        } else {
            (source, select)
        })
    }

    fn named_operand(
        &mut self,
        name: &'a str,
        scalar: bool,
        start: Span,
    ) -> Result<(Source, [Select; 4])> {
        let source = match name {
            "f" => self.fragment_attribute(start)?,
            "p" => {
                let n = self.index("program.local", self.limits.local)?;
                self.parameter_source(Binding::Local(n), start)?
            }
            _ => match self.fragment_temporary(name)? {
                Some(n) => Source::Temp(n),
                None if matches!(name, "o" | "RC" | "HC") => {
                    return self.error(ErrorKind::NotReadable(name.to_owned()));
                }
                None => match self.constant_named(name)? {
                    Named::Scalar(x) => {
                        let source = self.constant_source([x; 4], &[x], start)?;
                        return Ok((source, scalar_select(scalar)));
                    }
                    Named::Vector(v) => return self.vector_operand(v, scalar, start),
                    Named::Parameter(n) => self.parameter_source(Binding::Named(n), start)?,
                },
            },
        };
        Ok((source, self.fragment_suffix(scalar, name)?))
    }

    /// `[WPOS]`
    fn fragment_attribute(&mut self, start: Span) -> Result<Source> {
        const NAMES: &str = "a fragment attribute (WPOS, COL0, COL1, FOGC, TEX0 to TEX7)";
        self.punct(b'[', "\"[\"")?;
        let name = self.word(NAMES)?;
        let Some((_, input)) = ATTRIBUTES.iter().find(|(n, _)| *n == name).copied() else {
            return self.expected(NAMES);
        };
        self.punct(b']', "\"]\"")?;
        let source = Source::Input(input);
        let span = start.to(self.c.last);
        if *self.sources.attribute.get_or_insert(source) != source {
            let kind = ErrorKind::SecondFragmentAttribute;
            return Err(ProgramError { kind, span });
        }
        self.p.attributes |= 1 << input;
        Ok(source)
    }

    fn parameter_source(&mut self, binding: Binding, start: Span) -> Result<Source> {
        let span = start.to(self.c.last);
        let source = Source::Param(self.single(binding)?);
        let read = &mut self.sources.of_fragment;
        let first = *read.parameter.get_or_insert(source);
        if first != source || !read.numbers.is_empty() {
            Err(ProgramError {
                kind: ErrorKind::SecondFragmentParameter,
                span,
            })
        } else {
            Ok(source)
        }
    }

    /// Makes a constant that adds these numbers to those of the instruction.
    fn constant_source(&mut self, v: [f32; 4], numbers: &[f32], start: Span) -> Result<Source> {
        let span = start.to(self.c.last);
        let read = &mut self.sources.of_fragment;
        for bits in numbers.iter().map(|x| x.to_bits()) {
            if !read.numbers.contains(&bits) {
                read.numbers.push(bits);
            }
        }
        let kind = match (read.parameter, read.numbers.len()) {
            (Some(_), _) => ErrorKind::SecondFragmentParameter,
            (None, 5..) => ErrorKind::ConstantNumbers,
            _ => return Ok(Source::Param(self.single(Binding::Constant(v))?)),
        };
        Err(ProgramError { kind, span })
    }

    /// `.wzyx` or `.w`; a scalar operand must have one letter.
    fn fragment_suffix(&mut self, scalar: bool, name: &str) -> Result<[Select; 4]> {
        if self.accept(b'.') {
            let word = self.word("a swizzle")?;
            return match swizzle(word, false) {
                Some(s) if !scalar || word.len() == 1 => Ok(s),
                Some(_) => self.error(ErrorKind::ScalarSuffix(name.to_owned())),
                None => self.error(ErrorKind::Swizzle),
            };
        }
        if scalar {
            self.c.next()?;
            self.error(ErrorKind::ScalarSuffix(name.to_owned()))
        } else {
            Ok(IDENTITY)
        }
    }
}

/// How a constant of one number is read.
fn scalar_select(scalar: bool) -> [Select; 4] {
    if scalar {
        [Select::Component(0); 4]
    } else {
        IDENTITY
    }
}
