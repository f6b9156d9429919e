//! The arithmetic of a text pass (ATI_text_fragment_shader 3.10.1): destinations, arguments, and the pairs that
//! statements make. A statement that writes alpha and colour is both halves of a pair.

use super::rules::{self, Half};
use super::shader::*;
use super::text::{Parser, Result};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use smallvec::SmallVec;

/// The scales of table 3.22 and their exponents of 2.
pub(super) const SCALES: [(&str, i8); 6] = [
    ("2x", 1),
    ("4x", 2),
    ("8x", 3),
    ("half", -1),
    ("quarter", -2),
    ("eighth", -3),
];

/// Colour components of a mask.
const COLOR: u8 = 7;
/// Alpha of a mask.
const ALPHA: u8 = 8;

/// A register, its components, and the modifier of the result.
#[derive(Debug, Clone, Copy)]
struct Destination {
    register: u8,
    mask: u8,
    scale: i8,
    saturate: bool,
    /// The mask, or the register where there is none.
    span: Span,
}

/// The components in a word: some of r, g, b, a in this order.
fn mask_of(word: &str) -> Option<u8> {
    let mut mask = 0;
    for letter in word.bytes() {
        let bit = 1 << b"rgba".iter().position(|c| *c == letter)?;
        if mask >= bit {
            return None;
        }
        mask |= bit;
    }
    (mask != 0).then_some(mask)
}

impl Parser<'_> {
    /// Parses all that follows the opcode at `start`.
    pub(super) fn instruction(&mut self, opcode: Opcode, start: Span) -> Result {
        let mut color = self.destination()?;
        // Dot products may name a destination for colour and another one for alpha.
        let mut alpha = color;
        if self.extended && opcode.is_dot() && self.c.accept(b'+') {
            alpha = self.destination()?;
            if color.mask & ALPHA != 0 || alpha.mask != ALPHA {
                return self
                    .c
                    .expected("a destination for color alone, \"+\", and one with .a");
            }
        }
        self.check_place(opcode, color.mask | alpha.mask, start, alpha.span)?;
        (color.mask, alpha.mask) = (color.mask & COLOR, alpha.mask & ALPHA);
        let arguments = self.arguments(opcode, color.mask, alpha.mask)?;
        let span = start.to(self.c.last);
        // Colour and alpha are two operations, each with the part of the mask that is its own.
        let half = |to: Destination| {
            (to.mask != 0).then(|| Operation {
                opcode,
                register: to.register,
                mask: to.mask,
                scale: to.scale,
                saturate: to.saturate,
                arguments: arguments.clone(),
                span,
            })
        };
        let (color, alpha) = (half(color), half(alpha));
        // An operation of alpha alone joins the colour operation before it.
        let pass = self.current();
        match rules::open_pair(Some(&mut *pass)) {
            Some(pair) if color.is_none() => pair.alpha = alpha,
            _ => pass.pairs.push(Pair { color, alpha }),
        }
        Ok(())
    }

    /// Whether an operation that writes `mask` may come next (semantic restrictions 5, 10 and 11).
    fn check_place(&mut self, opcode: Opcode, mask: u8, start: Span, mask_span: Span) -> Result {
        let open = rules::open_pair(self.shader.passes.last_mut());
        let color = open.as_ref().and_then(|pair| pair.color.as_ref());
        if mask == ALPHA {
            let verdict = if opcode.is_dot() {
                Err(ErrorKind::DotMask(opcode.name()))
            } else {
                rules::alpha_after(color, opcode)
            };
            let span = mask_span;
            verdict.map_err(|kind| ProgramError { kind, span })?;
            if open.is_some() {
                return Ok(());
            }
        }
        let span = start;
        rules::another_pair(self.shader.passes.last()).map_err(|kind| ProgramError { kind, span })
    }

    /// `r0.rg.2x.sat`
    fn destination(&mut self) -> Result<Destination> {
        let mut to = Destination {
            register: self.register()?,
            mask: COLOR | ALPHA,
            scale: 0,
            saturate: false,
            span: self.c.last,
        };
        // Suffixes stand in the order mask, scale, sat, each at most once.
        let mut last = 0;
        while let Some(word) = self.c.next_suffix() {
            let scale = SCALES.iter().find(|(name, _)| *name == word);
            let place = match (mask_of(word), scale) {
                (Some(mask), _) => {
                    (to.mask, to.span) = (mask, self.c.last);
                    1
                }
                (_, Some((_, scale))) => {
                    to.scale = *scale;
                    2
                }
                _ if word == "sat" => {
                    to.saturate = true;
                    3
                }
                _ => 0,
            };
            if place <= last {
                return self.bad_suffix(word, ErrorKind::DestinationSuffix);
            }
            last = place;
        }
        Ok(to)
    }

    fn bad_suffix<T>(&mut self, word: &str, kind: ErrorKind) -> Result<T> {
        if word.is_empty() {
            self.c.next()?;
        }
        self.c.error(kind)
    }

    /// Parses the arguments of the opcode; `color` and `alpha` are the components that the statement writes.
    fn arguments(
        &mut self,
        opcode: Opcode,
        color: u8,
        alpha: u8,
    ) -> Result<SmallVec<[Argument; 3]>> {
        let mut arguments = SmallVec::new();
        self.c.accept(b',');
        for n in 0..opcode.arity() {
            if n > 0 {
                self.c.punct(b',', "\",\"")?;
            }
            let (argument, span) = self.argument()?;
            arguments.push(argument);
            // Alpha takes the colour's result of a dot product, and reads nothing itself.
            let halves = [
                (color != 0).then_some(Half::Color),
                (alpha != 0 && !opcode.is_dot()).then_some(Half::Alpha),
            ];
            let mut halves = halves.into_iter().flatten();
            halves
                .try_for_each(|half| rules::argument(half, opcode, &argument))
                .and_then(|()| rules::constants(&arguments))
                .map_err(|kind| ProgramError { kind, span })?;
        }
        Ok(arguments)
    }

    /// Parses `r1.b.neg.2x.bias.comp`; returns the place of its name, too.
    fn argument(&mut self) -> Result<(Argument, Span)> {
        let source = self.source()?;
        let span = self.c.last;
        let mut argument = Argument {
            source,
            replicate: None,
            modifiers: Modifiers::default(),
        };
        // Suffixes stand in the order replicate, neg, 2x, bias, comp, each at most once.
        let mut last = 0;
        while let Some(word) = self.c.next_suffix() {
            let modifiers = &mut argument.modifiers;
            let place = match word {
                "r" | "g" | "b" | "a" => {
                    argument.replicate = mask_of(word).map(|mask| mask.trailing_zeros() as u8);
                    1
                }
                "neg" => {
                    modifiers.negate = true;
                    2
                }
                "2x" => {
                    modifiers.double = true;
                    3
                }
                "bias" => {
                    modifiers.bias = true;
                    4
                }
                "comp" => {
                    modifiers.complement = true;
                    5
                }
                _ => 0,
            };
            if place <= last {
                return self.bad_suffix(word, ErrorKind::ArgumentSuffix);
            }
            last = place;
        }
        Ok((argument, span))
    }

    fn source(&mut self) -> Result<Source> {
        let what = "an argument: a register, a constant c0 to c7, 0, 1, color0 or color1";
        let word = self.name(what)?;
        match word {
            "0" => return Ok(Source::Zero),
            "1" => return Ok(Source::One),
            "color0" | "color1" if self.preliminary => {
                return self.c.error(ErrorKind::ColorInFirstPass);
            }
            "color0" => return Ok(Source::Primary),
            "color1" => return Ok(Source::Secondary),
            _ => {}
        }
        if let Some(n) = self.numbered(word, 'r', "register", REGISTERS)? {
            return Ok(Source::Register(n));
        }
        match self.numbered(word, 'c', "constant", CONSTANTS)? {
            Some(n) if self.declared >> n & 1 != 0 => Ok(Source::Constant(n)),
            Some(_) => self.c.error(ErrorKind::Undeclared(word.to_string())),
            None => self.c.expected(what),
        }
    }
}
