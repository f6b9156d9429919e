//! Bindings of attributes, results, constants and program parameters (ARB_vertex_program tables X.1, X.2 and X.4 and their
//! fragment twins).

use super::parser::{Parser, Result};
use crate::frontend::assembly::arb::parsed::{FACING, Variable};
use crate::frontend::assembly::cursor::Token;
use crate::frontend::assembly::operand::{Relative, Size};
use crate::frontend::binding::{Binding, MatrixForm, MatrixName, SceneValue};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::interface::{attribute, fragment_input, fragment_output, varying};

/// The target of a parameter binding.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Bound {
    /// One vector.
    One(Binding),
    /// Rows `first..=last` of a matrix.
    Rows(MatrixName, MatrixForm, u32, u32),
    /// `program.env[first..last]`
    Env(u32, u32),
    /// `program.local[first..last]`
    Local(u32, u32),
}

impl Bound {
    /// Number of vectors.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Bound::One(_) => 1,
            Bound::Rows(_, _, a, b) | Bound::Env(a, b) | Bound::Local(a, b) => (b - a + 1) as u64,
        }
    }

    /// Adds the vectors.
    pub(crate) fn append(&self, to: &mut Vec<Binding>) {
        match *self {
            Bound::One(b) => to.push(b),
            Bound::Rows(m, f, a, b) => {
                to.extend((a..=b).map(|r| Binding::Scene(SceneValue::MatrixRow(m, f, r))))
            }
            Bound::Env(a, b) => to.extend((a..=b).map(Binding::Env)),
            Bound::Local(a, b) => to.extend((a..=b).map(Binding::Local)),
        }
    }
}

/// Conventional twins of the generic attributes; 6 and 7 have none (QUIRKS 0.29).
const TWINS: [&str; 16] = [
    "vertex.position",
    "vertex.weight",
    "vertex.normal",
    "vertex.color",
    "vertex.color.secondary",
    "vertex.fogcoord",
    "",
    "",
    "vertex.texcoord[0]",
    "vertex.texcoord[1]",
    "vertex.texcoord[2]",
    "vertex.texcoord[3]",
    "vertex.texcoord[4]",
    "vertex.texcoord[5]",
    "vertex.texcoord[6]",
    "vertex.texcoord[7]",
];

impl<'a> Parser<'a> {
    pub(crate) fn unknown<T>(&self, word: &str) -> Result<T> {
        self.error(ErrorKind::UnknownBinding(word.to_string()))
    }

    /// Takes `.word` if the word is one of these; otherwise it may be a swizzle and is not taken.
    pub(crate) fn accept_dot(&mut self, words: &[&'static str]) -> Option<&'static str> {
        let before = self.c.clone();
        if self.accept(b'.')
            && let Ok(Token::Word(w)) = self.c.next()
            && let Some(found) = words.iter().find(|x| **x == w)
        {
            return Some(found);
        }
        self.c = before;
        None
    }

    pub(crate) fn dot_word(&mut self) -> Result<&'a str> {
        self.punct(b'.', "\".\"")?;
        self.word("a binding's name")
    }

    /// `[n]` if a bracket follows, else 0.
    pub(crate) fn optional_index(&mut self, what: &'static str, limit: u32) -> Result<u32> {
        if self.c.peek()? == Token::Punct(b'[') {
            self.index(what, limit)
        } else {
            Ok(0)
        }
    }

    /// The vec4 of `[n]`, where indices count single values and n is the first of four; without it, the first vec4.
    fn first_of_four(&mut self, what: &'static str) -> Result<u32> {
        if !self.accept(b'[') {
            return Ok(0);
        }
        let index = self.integer(what, self.limits.vertex_units)?;
        if index % 4 != 0 {
            return self.error(ErrorKind::NotFirstOfFour { what, index });
        }
        self.punct(b']', "\"]\"")?;
        Ok(index / 4)
    }

    /// `[A0.x + n]` of the `len` vec4s at `base`, if an address register follows the bracket.
    fn relative(&mut self, base: u32, len: u32) -> Result<Option<Relative>> {
        let before = self.c.clone();
        let is_address = self.accept(b'[') && matches!(self.c.peek()?, Token::Word(_));
        if !is_address {
            self.c = before;
            return Ok(None);
        }
        self.c.next()?;
        self.need_larger("attributes and results are addressed", self.c.last)?;
        self.c = before;
        self.punct(b'[', "\"[\"")?;
        let relative = self.relative_address(base, len)?;
        self.punct(b']', "\"]\"")?;
        Ok(Some(relative))
    }

    /// The attribute `[n]` or `[A0.x + n]` of the `len` at `base`.
    fn attribute_array(
        &mut self,
        what: &'static str,
        (base, len): (u32, u32),
        needs_index: bool,
    ) -> Result<(u32, Option<Relative>)> {
        if let Some(relative) = self.relative(base, len)? {
            if !self.p.indexed.contains(&base) {
                self.p.indexed.push(base);
            }
            return Ok((0, Some(relative)));
        }
        let n = if needs_index {
            self.index(what, len)?
        } else {
            self.optional_index(what, len)?
        };
        Ok((base + n, None))
    }

    /// Parses what follows `vertex` or `fragment`: a [`Variable::Attribute`] or [`Variable::RelativeAttribute`].
    pub(crate) fn attribute_binding(&mut self) -> Result<Variable> {
        let word = self.dot_word()?;
        let span = self.c.last;
        let fragment = self.p.fragment;
        let coords = self.limits.texture_coords;
        // The attribute's number. Words that one of the two languages lacks fall through to `unknown`.
        let vec4 = match (word, fragment) {
            ("position", false) => attribute::POSITION,
            ("position", true) => fragment_input::POSITION,
            ("normal", false) => attribute::NORMAL,
            ("color", _) => match (self.accept_dot(&["primary", "secondary"]), fragment) {
                (Some("secondary"), false) => attribute::SECONDARY_COLOR,
                (Some("secondary"), true) => fragment_input::SECONDARY_COLOR,
                (_, false) => attribute::COLOR,
                (_, true) => fragment_input::COLOR,
            },
            ("weight", false) => attribute::WEIGHT + self.first_of_four("vertex weight")?,
            ("matrixindex", false) => {
                attribute::MATRIX_INDEX + self.first_of_four("vertex matrix index")?
            }
            ("fogcoord", false) => attribute::FOG_COORD,
            ("fogcoord", true) => fragment_input::FOG_COORD,
            ("facing", true) => {
                self.need_larger("the facing is an attribute", span)?;
                FACING
            }
            ("texcoord" | "attrib", _) if word == "texcoord" || !fragment => {
                let array = match (word, fragment) {
                    ("attrib", _) => (attribute::GENERIC_0, self.limits.generic_attributes),
                    (_, false) => (attribute::TEX_COORD_0, coords),
                    (_, true) => (fragment_input::TEX_COORD_0, coords),
                };
                let generic = word == "attrib";
                let what = if generic {
                    "vertex attribute"
                } else {
                    "texture coordinate set"
                };
                match self.attribute_array(what, array, generic)? {
                    (vec4, None) => vec4,
                    (_, Some(relative)) => return Ok(Variable::RelativeAttribute(relative)),
                }
            }
            _ => return self.unknown(word),
        };
        // Generic attributes may share registers with conventional ones: a vertex program may not use both of a pair.
        self.p.attributes |= 1 << vec4;
        if !fragment && let Some(generic) = conflict(self.p.attributes) {
            let twin = TWINS[generic as usize];
            return Err(ProgramError {
                kind: ErrorKind::AttributeConflict { generic, twin },
                span,
            });
        }
        Ok(Variable::Attribute(vec4))
    }

    /// Parses what follows `result`: a [`Variable::Output`], [`Variable::RelativeOutput`] or [`Variable::Clip`].
    pub(crate) fn result_binding(&mut self) -> Result<Variable> {
        let word = self.dot_word()?;
        if self.p.fragment {
            let n = self.fragment_result(word)?;
            return Ok(Variable::Output(n, Size::Default));
        }
        if word == "clip" {
            self.need_extension("clip distances can be written", self.c.last)?;
            let plane = self.index("clip distance", self.limits.clip_planes)?;
            return Ok(Variable::Clip(plane));
        }
        if word == "texcoord"
            && let Some(relative) =
                self.relative(varying::TEX_COORD_0, self.limits.texture_coords)?
        {
            return Ok(Variable::RelativeOutput(relative));
        }
        let n = self.vertex_result(word)?;
        Ok(Variable::Output(n, Size::Default))
    }

    fn fragment_result(&mut self, word: &str) -> Result<u32> {
        match word {
            "color" if self.p.draw_buffers => Ok(fragment_output::COLOR_0
                + self.optional_index("draw buffer", self.limits.draw_buffers)?),
            "color" => Ok(fragment_output::COLOR_0),
            "depth" => Ok(fragment_output::DEPTH),
            _ => self.unknown(word),
        }
    }

    fn vertex_result(&mut self, word: &str) -> Result<u32> {
        match word {
            "position" if self.p.position_invariant => self.error(ErrorKind::InvariantPosition),
            "position" => Ok(varying::POSITION),
            "color" => {
                let back = self.accept_dot(&["front", "back"]) == Some("back");
                let secondary = self.accept_dot(&["primary", "secondary"]) == Some("secondary");
                Ok(match (back, secondary) {
                    (false, false) => varying::FRONT_COLOR,
                    (false, true) => varying::FRONT_SECONDARY,
                    (true, false) => varying::BACK_COLOR,
                    (true, true) => varying::BACK_SECONDARY,
                })
            }
            "fogcoord" => Ok(varying::FOG_COORD),
            "pointsize" => Ok(varying::POINT_SIZE),
            "texcoord" => {
                let set =
                    self.optional_index("texture coordinate set", self.limits.texture_coords)?;
                Ok(varying::TEX_COORD_0 + set)
            }
            _ => self.unknown(word),
        }
    }

    /// The uniform row of a single binding: equal bindings share it.
    pub(crate) fn single(&mut self, binding: Binding) -> Result<u32> {
        // Constants are found by their bits in a map, state among the first bindings: few programs have more.
        let key = match binding {
            Binding::Constant(c) => c.iter().map(|x| x.to_bits()).collect(),
            other => {
                let found = self
                    .p
                    .bindings
                    .iter()
                    .take(1 << 10)
                    .position(|b| *b == other);
                if let Some(n) = found {
                    return Ok(n as u32);
                }
                Vec::new()
            }
        };
        if let Some(n) = self.singles.get(&key) {
            return Ok(*n);
        }
        // Not known yet: a new row.
        let n = self.p.bindings.len() as u32;
        if n >= 1 << 16 {
            return self.error(ErrorKind::Limit {
                what: "bound parameter vectors",
                used: n + 1,
                limit: 1 << 16,
            });
        }
        self.p.bindings.push(binding);
        if !key.is_empty() {
            self.singles.insert(key, n);
        }
        Ok(n)
    }

    /// The binding of a PARAM declaration; ranges are allowed in arrays only.
    pub(crate) fn parameter_binding(&mut self, array: bool) -> Result<Bound> {
        match self.c.peek()? {
            Token::Word(_) => {
                let word = self.word("a parameter binding")?;
                self.state_or_program(word, array)
            }
            _ => Ok(Bound::One(self.constant(true)?)),
        }
    }

    /// A constant: a scalar (signed in declarations) or a vector in braces.
    pub(crate) fn constant(&mut self, signed: bool) -> Result<Binding> {
        if !self.accept(b'{') {
            let x = self.number(signed)?;
            return Ok(Binding::Constant([x; 4]));
        }
        let mut v = [0.0, 0.0, 0.0, 1.0];
        for (i, x) in v.iter_mut().enumerate() {
            if i > 0 && !self.accept(b',') {
                break;
            }
            *x = self.number(true)?;
        }
        self.punct(b'}', "\"}\" (a vector has one to four numbers)")?;
        Ok(Binding::Constant(v))
    }

    fn number(&mut self, signed: bool) -> Result<f32> {
        let negative = signed && self.accept(b'-');
        if signed && !negative {
            self.accept(b'+');
        }
        let x = match self.c.next()? {
            Token::Integer(n) => n as f32,
            Token::Float(x) => x,
            _ => return self.expected("a number"),
        };
        Ok(if negative { -x } else { x })
    }

    /// Parses what follows `state` or `program`.
    pub(crate) fn state_or_program(&mut self, word: &str, array: bool) -> Result<Bound> {
        match word {
            "program" => self.program_parameter(array),
            "state" => self.state(array),
            _ => self.expected("a parameter binding"),
        }
    }

    fn program_parameter(&mut self, array: bool) -> Result<Bound> {
        let word = self.dot_word()?;
        let (what, limit) = match word {
            "env" => ("program.env", self.limits.env),
            "local" => ("program.local", self.limits.local),
            _ => return self.unknown(word),
        };
        let is_env = word == "env";
        self.punct(b'[', "\"[\"")?;
        let (first, last) = self.range(what, limit, array)?;
        Ok(match (first == last, is_env) {
            (true, true) => Bound::One(Binding::Env(first)),
            (true, false) => Bound::One(Binding::Local(first)),
            (false, true) => Bound::Env(first, last),
            (false, false) => Bound::Local(first, last),
        })
    }

    /// `a]` or, in arrays, `a..b]`
    pub(crate) fn range(
        &mut self,
        what: &'static str,
        limit: u32,
        array: bool,
    ) -> Result<(u32, u32)> {
        let first = self.integer(what, limit)?;
        let mut last = first;
        if array && self.c.peek()? == Token::Range {
            self.c.next()?;
            last = self.integer(what, limit)?;
            if first > last {
                return self.error(ErrorKind::RangeOrder {
                    first: first.into(),
                    last: last.into(),
                });
            }
        }
        self.punct(b']', "\"]\"")?;
        Ok((first, last))
    }
}

/// A generic attribute bound together with its conventional twin (QUIRKS 0.29).
fn conflict(bound: u32) -> Option<u32> {
    let both = bound & (bound >> attribute::GENERIC_0) & !(1 << 6 | 1 << 7) & 0xffff;
    (both != 0).then(|| both.trailing_zeros())
}
