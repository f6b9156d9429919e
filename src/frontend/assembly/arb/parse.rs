//! The grammar: options, declarations, instructions (ARB_vertex_program 2.14.2, ARB_fragment_program 3.11.2).

use super::Limits;
use super::binding::Bound;
use super::opcode::{FP, Form, OPCODES, Opcode, VP, find};
use crate::frontend::assembly::cursor::{Cursor, Token};
use crate::frontend::assembly::operand::*;
use crate::frontend::binding::Binding;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::frontend::fixed_function::fragment::{FogMode, PixelPlace, TextureTarget};
use crate::ir::Span;
use crate::ir::interface::{fragment_input, fragment_output};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub(super) type Result<T = ()> = std::result::Result<T, ProgramError>;

/// One instruction.
#[derive(Debug, Clone)]
pub(super) struct Instruction {
    pub(super) opcode: Opcode,
    pub(super) saturate: bool,
    pub(super) destination: Option<Destination>,
    pub(super) sources: SmallVec<[Operand; 3]>,
    pub(super) texture: Option<(u32, TextureTarget)>,
    pub(super) span: Span,
}

/// A parameter array.
#[derive(Debug, Clone, Copy)]
pub(super) struct Array {
    pub(super) base: u32,
    pub(super) len: u32,
    pub(super) relative: bool,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Variable {
    Temp(u32),
    Address(u32),
    Attribute(u32),
    Output(u32),
    Param(u32),
    Array(usize),
}

/// A program as parsed.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    pub(super) fragment: bool,
    pub(super) position_invariant: bool,
    pub(super) shadow: bool,
    pub(super) draw_buffers: bool,
    pub(super) fog: Option<FogMode>,
    pub(super) instructions: Vec<Instruction>,
    /// The uniform array.
    pub(super) bindings: Vec<Binding>,
    pub(super) arrays: Vec<Array>,
    pub(super) n_temps: u32,
    pub(super) n_addresses: u32,
    /// Input vec4s bound, by bit.
    pub(super) attributes: u32,
    pub(super) textures: [Option<TextureTarget>; 16],
    pub(super) shadow_units: u16,
}

impl Parsed {
    /// Texture coordinate sets read by a fragment program, by bit.
    pub(super) fn coords_read(&self) -> u8 {
        if self.fragment {
            (self.attributes >> fragment_input::TEX_COORD_0) as u8
        } else {
            0
        }
    }

    /// Where pixel rectangles put their pixels: the last image unit and coordinate set that the program leaves free; a
    /// program that reads all of them loses the last.
    pub(super) fn pixel_place(&self) -> PixelPlace {
        let unit = self.textures.iter().rposition(Option::is_none);
        let free_set = (0..8).rev().find(|set| self.coords_read() >> set & 1 == 0);
        PixelPlace {
            unit: unit.unwrap_or(self.textures.len() - 1) as u32,
            coord: free_set.unwrap_or(7),
        }
    }

    /// Some instruction names the z of result.depth (TRAPS 0.36).
    pub(super) fn writes_depth(&self) -> bool {
        let depth = Target::Output(fragment_output::DEPTH);
        self.fragment
            && self.instructions.iter().any(|i| {
                i.destination
                    .is_some_and(|d| d.target == depth && d.mask & 4 != 0)
            })
    }
}

/// The parser's state.
pub(super) struct Parser<'a> {
    pub(super) c: Cursor<'a>,
    pub(super) limits: &'a Limits,
    pub(super) p: Parsed,
    pub(super) singles: FxHashMap<Vec<u32>, u32>,
    names: FxHashMap<&'a str, Variable>,
    precision: Option<&'a str>,
}

/// Parses a text.
pub(super) fn parse(text: &[u8], limits: &Limits, fragment: bool) -> Result<Parsed> {
    let expected = if fragment { "!!ARBfp1.0" } else { "!!ARBvp1.0" };
    if !text.starts_with(expected.as_bytes()) {
        return Err(ProgramError {
            kind: ErrorKind::Header { expected },
            span: Span::new(0, 0),
        });
    }
    let mut parser = Parser {
        c: Cursor::new(text, expected.len()),
        limits,
        p: Parsed {
            fragment,
            ..Parsed::default()
        },
        singles: FxHashMap::default(),
        names: FxHashMap::default(),
        precision: None,
    };
    parser.program()?;
    Ok(parser.p)
}

impl<'a> Parser<'a> {
    /// An error at the token last taken.
    pub(super) fn error<T>(&self, kind: ErrorKind) -> Result<T> {
        Err(ProgramError {
            kind,
            span: self.c.last,
        })
    }

    /// "Expected …" at the token last taken.
    pub(super) fn expected<T>(&self, expected: &'static str) -> Result<T> {
        let text = self.c.text_of(self.c.last);
        let found = if text.is_empty() {
            "the end of the program".to_string()
        } else {
            format!("\"{text}\"")
        };
        self.error(ErrorKind::Expected { expected, found })
    }

    /// Takes this punctuation mark.
    pub(super) fn punct(&mut self, mark: u8, name: &'static str) -> Result {
        if self.c.next()? == Token::Punct(mark) {
            Ok(())
        } else {
            self.expected(name)
        }
    }

    /// Takes this punctuation mark if it is next.
    pub(super) fn accept(&mut self, mark: u8) -> bool {
        let is_next = self.c.peek() == Ok(Token::Punct(mark));
        if is_next {
            let _ = self.c.next();
        }
        is_next
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
        let mut options = true;
        loop {
            let word = self.word("an instruction, a declaration or END")?;
            let start = self.c.last;
            match word {
                "END" => break,
                "OPTION" if !options => return self.error(ErrorKind::OptionLate),
                "OPTION" => self.option()?,
                "ATTRIB" => self.attrib()?,
                "PARAM" => self.param()?,
                "TEMP" => self.registers(false)?,
                "ADDRESS" if !self.p.fragment => self.registers(true)?,
                "OUTPUT" => self.output()?,
                "ALIAS" => self.alias()?,
                _ => self.instruction(word, start)?,
            }
            options &= word == "OPTION";
            self.punct(b';', "\";\"")?;
        }
        match self.c.next()? {
            Token::End => Ok(()),
            _ => self.error(ErrorKind::AfterEnd),
        }
    }

    fn option(&mut self) -> Result {
        let name = self.word("an option's name")?;
        let fog = match name {
            "ARB_fog_linear" => Some(FogMode::Linear),
            "ARB_fog_exp" => Some(FogMode::Exp),
            "ARB_fog_exp2" => Some(FogMode::Exp2),
            _ => None,
        };
        match (name, self.p.fragment) {
            ("ARB_position_invariant", false) => self.p.position_invariant = true,
            ("ARB_precision_hint_fastest" | "ARB_precision_hint_nicest", true) => {
                if self.precision.is_some_and(|p| p != name) {
                    return self.error(ErrorKind::OptionConflict(
                        "only one precision hint may be given",
                    ));
                }
                self.precision = Some(name);
            }
            ("ARB_fragment_program_shadow", true) => self.p.shadow = true,
            ("ARB_draw_buffers" | "ATI_draw_buffers", true) if self.limits.draw_buffers > 1 => {
                self.p.draw_buffers = true;
            }
            (_, true) if fog.is_some() => {
                if self.p.fog.is_some() && self.p.fog != fog {
                    return self.error(ErrorKind::OptionConflict("only one fog mode may be given"));
                }
                self.p.fog = fog;
            }
            _ => return self.error(ErrorKind::UnknownOption(name.to_string())),
        }
        Ok(())
    }

    fn is_reserved(&self, word: &str) -> bool {
        const WORDS: [&str; 10] = [
            "ALIAS", "ATTRIB", "END", "OPTION", "OUTPUT", "PARAM", "TEMP", "program", "result",
            "state",
        ];
        let dialect = if self.p.fragment { FP } else { VP };
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
        WORDS.contains(&word)
            || stage
            || OPCODES
                .iter()
                .any(|o| o.name == name && o.dialects & dialect != 0)
    }

    /// Takes a new name.
    fn new_name(&mut self) -> Result<&'a str> {
        let name = self.word("a name")?;
        if self.is_reserved(name) {
            return self.error(ErrorKind::Reserved(name.to_string()));
        }
        if self.names.contains_key(name) {
            return self.error(ErrorKind::Redeclared(name.to_string()));
        }
        Ok(name)
    }

    fn attrib(&mut self) -> Result {
        let name = self.new_name()?;
        self.punct(b'=', "\"=\"")?;
        let stage = self.word("an attribute binding")?;
        if stage
            != if self.p.fragment {
                "fragment"
            } else {
                "vertex"
            }
        {
            return self.expected("an attribute binding");
        }
        let vec4 = self.attribute_binding()?;
        self.names.insert(name, Variable::Attribute(vec4));
        Ok(())
    }

    fn registers(&mut self, address: bool) -> Result {
        loop {
            let name = self.new_name()?;
            let n = if address {
                &mut self.p.n_addresses
            } else {
                &mut self.p.n_temps
            };
            let variable = if address {
                Variable::Address(*n)
            } else {
                Variable::Temp(*n)
            };
            *n += 1;
            self.names.insert(name, variable);
            if !self.accept(b',') {
                return Ok(());
            }
        }
    }

    fn output(&mut self) -> Result {
        let name = self.new_name()?;
        self.punct(b'=', "\"=\"")?;
        if self.word("a result binding")? != "result" {
            return self.expected("a result binding");
        }
        let vec4 = self.result_binding()?;
        self.names.insert(name, Variable::Output(vec4));
        Ok(())
    }

    fn alias(&mut self) -> Result {
        let name = self.new_name()?;
        self.punct(b'=', "\"=\"")?;
        let old = self.word("a declared name")?;
        let variable = self.lookup(old)?;
        self.names.insert(name, variable);
        Ok(())
    }

    fn lookup(&self, name: &str) -> Result<Variable> {
        match self.names.get(name) {
            Some(v) => Ok(*v),
            None => self.error(ErrorKind::Undeclared(name.to_string())),
        }
    }

    fn param(&mut self) -> Result {
        let name = self.new_name()?;
        if !self.accept(b'[') {
            self.punct(b'=', "\"=\" or \"[\"")?;
            let bound = self.parameter_binding(false)?;
            let Bound::One(binding) = bound else {
                return self.error(ErrorKind::MatrixInScalar(bound.len()));
            };
            let n = self.single(binding)?;
            self.names.insert(name, Variable::Param(n));
            return Ok(());
        }
        let size = match self.c.peek()? {
            Token::Integer(0) => {
                self.c.next()?;
                return self.error(ErrorKind::ArraySize {
                    declared: 0,
                    bound: 1,
                });
            }
            Token::Integer(_) => Some(self.integer("array size", self.limits.parameters + 1)?),
            _ => None,
        };
        let size_span = self.c.last;
        self.punct(b']', "\"]\"")?;
        self.punct(b'=', "\"=\"")?;
        self.punct(b'{', "\"{\"")?;
        let base = self.p.bindings.len();
        loop {
            let bound = self.parameter_binding(true)?;
            bound.append(&mut self.p.bindings);
            if self.p.bindings.len() > 1 << 16 {
                let used = self.p.bindings.len() as u32;
                return self.error(ErrorKind::Limit {
                    what: "bound parameter vectors",
                    used,
                    limit: 1 << 16,
                });
            }
            if !self.accept(b',') {
                break;
            }
        }
        self.punct(b'}', "\",\" or \"}\"")?;
        let bound = (self.p.bindings.len() - base) as u64;
        if let Some(declared) = size.map(u64::from).filter(|s| *s != bound) {
            return Err(ProgramError {
                kind: ErrorKind::ArraySize { declared, bound },
                span: size_span,
            });
        }
        self.p.arrays.push(Array {
            base: base as u32,
            len: bound as u32,
            relative: false,
        });
        self.names
            .insert(name, Variable::Array(self.p.arrays.len() - 1));
        Ok(())
    }

    fn instruction(&mut self, word: &'a str, start: Span) -> Result {
        let dialect = if self.p.fragment { FP } else { VP };
        let Some((info, saturate)) = find(word, dialect) else {
            return self.error(ErrorKind::UnknownInstruction(word.to_string()));
        };
        if saturate && (!self.p.fragment || info.form == Form::Kil) {
            return self.error(ErrorKind::Saturate(info.name.to_string()));
        }
        let mut inst = Instruction {
            opcode: info.opcode,
            saturate,
            destination: None,
            sources: SmallVec::new(),
            texture: None,
            span: start,
        };
        match info.form {
            Form::Kil => {}
            Form::Arl => inst.destination = Some(self.address_destination()?),
            _ => inst.destination = Some(self.destination()?),
        }
        if info.form != Form::Kil {
            self.punct(b',', "\",\"")?;
        }
        let (count, scalar) = match info.form {
            Form::Vector(n) => (n, false),
            Form::Scalar(n) => (n, true),
            Form::Arl => (1, true),
            Form::Swz | Form::Kil | Form::Sample => (1, false),
        };
        for i in 0..count {
            if i > 0 {
                self.punct(b',', "\",\"")?;
            }
            let operand = if info.form == Form::Swz {
                self.swz_operand()?
            } else {
                self.operand(scalar)?
            };
            inst.sources.push(operand);
        }
        if info.form == Form::Sample {
            inst.texture = Some(self.texture()?);
        }
        inst.span = start.to(self.c.last);
        self.p.instructions.push(inst);
        Ok(())
    }

    fn address_destination(&mut self) -> Result<Destination> {
        let n = self.address_register()?;
        Ok(Destination {
            target: Target::Address(n),
            mask: 1,
        })
    }

    /// `A0.x`
    fn address_register(&mut self) -> Result<u32> {
        let name = self.word("an address register")?;
        let Variable::Address(n) = self.lookup(name)? else {
            return self.error(ErrorKind::WrongVariable(
                name.to_string(),
                "address register",
            ));
        };
        if self.c.next()? != Token::Punct(b'.') {
            return self.error(ErrorKind::AddressComponent);
        }
        if self.c.next()? != Token::Word("x") {
            return self.error(ErrorKind::AddressComponent);
        }
        Ok(n)
    }

    fn destination(&mut self) -> Result<Destination> {
        let name = self.word("a destination register")?;
        let target = if name == "result" {
            Target::Output(self.result_binding()?)
        } else {
            match self.lookup(name)? {
                Variable::Temp(n) => Target::Temp(n),
                Variable::Output(n) => Target::Output(n),
                _ => {
                    return self.error(ErrorKind::WrongVariable(
                        name.to_string(),
                        "temporary or result",
                    ));
                }
            }
        };
        let mut mask = 15;
        if self.accept(b'.') {
            let word = self.word("a write mask")?;
            let Some(m) = write_mask(word, self.p.fragment) else {
                return self.error(ErrorKind::WriteMask);
            };
            mask = m;
        }
        Ok(Destination { target, mask })
    }

    /// A register or constant, without sign and suffix; whether it is a constant; its name.
    fn source(&mut self) -> Result<(Source, bool, &'a str)> {
        let name = match self.c.peek()? {
            Token::Integer(_) | Token::Float(_) | Token::Punct(b'{') => {
                let binding = self.constant(false)?;
                return Ok((Source::Param(self.single(binding)?), true, "c"));
            }
            _ => self.word("a source operand")?,
        };
        let source = match name {
            "vertex" if !self.p.fragment => Source::Input(self.attribute_binding()?),
            "fragment" if self.p.fragment => Source::Input(self.attribute_binding()?),
            "state" | "program" => {
                let bound = self.state_or_program(name, false)?;
                let Bound::One(binding) = bound else {
                    return self.error(ErrorKind::MatrixInScalar(bound.len()));
                };
                Source::Param(self.single(binding)?)
            }
            _ => self.variable_source(name)?,
        };
        Ok((source, false, name))
    }

    fn variable_source(&mut self, name: &'a str) -> Result<Source> {
        let variable = self.lookup(name)?;
        let span = self.c.last;
        if let Variable::Array(n) = variable {
            if !self.accept(b'[') {
                return Err(ProgramError {
                    kind: ErrorKind::ArrayWithoutIndex(name.to_string()),
                    span,
                });
            }
            let source = self.array_element(n)?;
            self.punct(b']', "\"]\"")?;
            return Ok(source);
        }
        if self.accept(b'[') {
            return self.error(ErrorKind::NotAnArray(name.to_string()));
        }
        match variable {
            Variable::Temp(n) => Ok(Source::Temp(n)),
            Variable::Attribute(n) => Ok(Source::Input(n)),
            Variable::Param(n) => Ok(Source::Param(n)),
            _ => self.error(ErrorKind::WrongVariable(
                name.to_string(),
                "readable register",
            )),
        }
    }

    /// What stands in the brackets of an array.
    fn array_element(&mut self, n: usize) -> Result<Source> {
        let Array { base, len, .. } = self.p.arrays[n];
        if self.p.fragment || matches!(self.c.peek()?, Token::Integer(_)) {
            return Ok(Source::Param(base + self.integer("array index", len)?));
        }
        let address = self.address_register()?;
        let mut offset = 0;
        if let Token::Punct(sign @ (b'+' | b'-')) = self.c.peek()? {
            self.c.next()?;
            let magnitude = match self.c.next()? {
                Token::Integer(m) => m,
                _ => return self.expected("an integer"),
            };
            let limit = if sign == b'-' { 64 } else { 63 };
            if magnitude > limit {
                return self.error(ErrorKind::AddressOffset);
            }
            offset = if sign == b'-' {
                -(magnitude as i32)
            } else {
                magnitude as i32
            };
        }
        self.p.arrays[n].relative = true;
        Ok(Source::Relative {
            base,
            len,
            address,
            offset,
        })
    }

    fn sign(&mut self) -> bool {
        if self.accept(b'-') {
            return true;
        }
        self.accept(b'+');
        false
    }

    fn operand(&mut self, scalar: bool) -> Result<Operand> {
        let negate = self.sign();
        let (source, constant, name) = self.source()?;
        let start = self.c.last;
        let mut select = IDENTITY;
        if self.accept(b'.') {
            let word = self.word("a swizzle")?;
            select = match swizzle(word, self.p.fragment) {
                Some(s) if !scalar || word.len() == 1 => s,
                Some(_) => return self.error(ErrorKind::ScalarSuffix(name.to_string())),
                None => return self.error(ErrorKind::Swizzle),
            };
        } else if scalar && !constant {
            self.c.next()?;
            return self.error(ErrorKind::ScalarSuffix(name.to_string()));
        } else if scalar {
            select = [Select::Component(0); 4];
        }
        Ok(Operand {
            source,
            select,
            negate: [negate; 4],
            span: start.to(self.c.last),
        })
    }

    fn swz_operand(&mut self) -> Result<Operand> {
        let (source, ..) = self.source()?;
        let span = self.c.last;
        let mut operand = Operand {
            source,
            select: IDENTITY,
            negate: [false; 4],
            span,
        };
        let mut letters = String::new();
        for i in 0..4 {
            self.punct(b',', "\",\"")?;
            operand.negate[i] = self.sign();
            operand.select[i] = match self.c.next()? {
                Token::Integer(0) => Select::Zero,
                Token::Integer(1) => Select::One,
                Token::Word(w) => {
                    letters.push_str(w);
                    match components(&letters, self.p.fragment) {
                        Some(c) if w.len() == 1 => Select::Component(c[c.len() - 1]),
                        _ => return self.error(ErrorKind::Swizzle),
                    }
                }
                _ => return self.expected("0, 1 or a component"),
            };
        }
        Ok(operand)
    }

    /// `, texture[n], TARGET`
    fn texture(&mut self) -> Result<(u32, TextureTarget)> {
        self.punct(b',', "\",\"")?;
        if self.word("texture[n]")? != "texture" {
            return self.expected("texture[n]");
        }
        let unit = if self.c.peek()? == Token::Punct(b'[') {
            self.index("texture image unit", self.limits.image_units.min(16))?
        } else {
            0
        };
        self.punct(b',', "\",\"")?;
        let (word, _) = self.c.next_target();
        let (target, shadow) = match word {
            "1D" => (TextureTarget::D1, None),
            "2D" => (TextureTarget::D2, None),
            "3D" => (TextureTarget::D3, None),
            "CUBE" => (TextureTarget::Cube, None),
            "RECT" => (TextureTarget::Rectangle, None),
            "SHADOW1D" => (TextureTarget::D1, Some("SHADOW1D")),
            "SHADOW2D" => (TextureTarget::D2, Some("SHADOW2D")),
            "SHADOWRECT" => (TextureTarget::Rectangle, Some("SHADOWRECT")),
            _ => return self.expected("a texture target (1D, 2D, 3D, CUBE, RECT)"),
        };
        if let (Some(name), false) = (shadow, self.p.shadow) {
            return self.error(ErrorKind::NeedsShadow(name));
        }
        let is_shadow = self.p.shadow_units >> unit & 1 != 0;
        let slot = &mut self.p.textures[unit as usize];
        if slot.is_some_and(|t| t != target || is_shadow != shadow.is_some()) {
            return self.error(ErrorKind::TargetConflict(unit));
        }
        *slot = Some(target);
        self.p.shadow_units |= u16::from(shadow.is_some()) << unit;
        Ok((unit, target))
    }
}
