//! The registers and operands of each language.

use super::body::{Body, LETTERS};
use super::lacks::is_clip;
use super::profile::Writing;
use crate::codegen::lines::{Line, Read, Shape, Where};
use crate::format::TextureShape;
use crate::frontend::assembly::arb::{fragment_names, names, vertex_names};
use crate::frontend::assembly::d3d::model::{File, Modifier, Register};
use crate::ir::interface::{fragment_input, fragment_output, varying};

impl Body<'_> {
    /// The name of a register, and the component where a number has one of its own.
    pub(super) fn register(&self, at: Where) -> (String, Option<u8>) {
        match at {
            Where::Virtual(v) => {
                let given = self.given[v as usize];
                (format!("R{}", given.register), given.component)
            }
            Where::Fixed(register) => (self.fixed(register), None),
            Where::Addressed(base, component) => {
                let letter = LETTERS[usize::from(component)];
                let offset = match base {
                    0 => String::new(),
                    n => format!(" + {n}"),
                };
                (format!("c[A0.{letter}{offset}]"), None)
            }
            Where::Literals(n) | Where::Indexed(n, _) | Where::Counted(n) => {
                (self.constant(n), None)
            }
        }
    }

    fn fixed(&self, register: Register) -> String {
        let n = register.number;
        match register.file {
            File::Input => self.input(n),
            File::WindowPosition => self.input(fragment_input::POSITION),
            File::Output => self.output(n),
            File::ColorOut => self.output(fragment_output::COLOR_0 + n),
            File::Face => "fragment.facing".to_owned(),
            File::DepthOut => self.output(fragment_output::DEPTH),
            File::Const => self.constant(n),
            File::Address => format!("A{n}"),
            _ => format!("R{n}"),
        }
    }

    /// A constant. Where none has a number, it is a name or a literal.
    fn constant(&self, n: u32) -> String {
        match self.constants.get(&n) {
            Some(name) => name.clone(),
            None => format!("c[{n}]"),
        }
    }

    fn input(&self, vec4: u32) -> String {
        match self.profile.writing {
            Writing::NvVertex => vertex_names::attribute(vec4),
            Writing::NvFragment => fragment_names::attribute(vec4),
            _ => names::attribute(self.target.machine.is_pixel, vec4),
        }
    }

    fn output(&self, vec4: u32) -> String {
        let is_pixel = self.target.machine.is_pixel;
        match self.profile.writing {
            // Its components have names of their own ([`Body::distance`]).
            _ if is_clip(vec4) && !is_pixel => format!("clip{vec4}"),
            Writing::NvVertex => vertex_names::result(vec4),
            Writing::NvFragment => fragment_names::result(vec4),
            _ => names::result(is_pixel, self.has_several_colors && is_pixel, vec4),
        }
    }

    /// The distance to a clip plane that a component of an output is.
    pub(super) fn distance(&self, register: Register, component: u8) -> Option<String> {
        let n = register.number.wrapping_sub(varying::CLIP_0);
        let is_output = register.file == File::Output && !self.target.machine.is_pixel;
        if !is_output || !is_clip(register.number) {
            return None;
        }
        let n = 4 * n + u32::from(component);
        Some(match self.profile.writing {
            Writing::NvVertex => format!("o[CLP{n}].x"),
            _ => format!("result.clip[{n}].x"),
        })
    }

    pub(super) fn destination(&self, to: Where, mask: u8) -> String {
        if let Where::Fixed(register) = to
            && let Some(name) = self.distance(register, mask.trailing_zeros() as u8)
        {
            return name;
        }
        let (name, mask) = (self.register(to).0, self.mask(to, mask));
        format!("{name}{}", letters(mask))
    }

    /// The components that are written.
    pub(super) fn mask(&self, to: Where, mask: u8) -> u8 {
        match to {
            Where::Fixed(r) if r.file == File::DepthOut => 4,
            Where::Fixed(r) if r.file == File::Output && is_number(r.number) => 1,
            _ => destination_mask(mask, self.register(to).1),
        }
    }

    pub(super) fn lanes(&self, read: &Read) -> [u8; 4] {
        match self.register(read.from).1 {
            Some(c) => [c; 4],
            None => read.lanes,
        }
    }

    pub(super) fn source(&self, line: &Line, n: usize) -> String {
        let read = &line.reads[n];
        if let Where::Fixed(Register {
            file: File::Sampler,
            number,
        }) = read.from
        {
            return match self.profile.writing {
                Writing::NvFragment => format!("TEX{number}, {}", self.shape(number)),
                _ => format!("texture[{number}], {}", self.shape(number)),
            };
        }
        let lanes = self.lanes(read);
        let (before, after) = match read.modifier {
            Modifier::Negate => ("-", ""),
            Modifier::Absolute => ("|", "|"),
            Modifier::NegateAbsolute => ("-|", "|"),
            _ => ("", ""),
        };
        let (name, _) = self.register(read.from);
        let swizzle = match line.shape {
            Shape::One => format!(".{}", LETTERS[usize::from(lanes[0])]),
            _ => swizzle(lanes, line.lanes_read(n)),
        };
        format!("{before}{name}{swizzle}{after}")
    }

    /// The texture target of an image unit. In NV_fragment_program the texture itself says whether it compares.
    fn shape(&self, unit: u32) -> String {
        let shape = self.target.shapes.get(unit as usize).copied().flatten();
        let name = match shape {
            Some(TextureShape::D1) => "1D",
            Some(TextureShape::D3) => "3D",
            Some(TextureShape::Cube) => "CUBE",
            Some(TextureShape::Rectangle) => "RECT",
            _ => "2D",
        };
        let is_shadow = self.target.shadows >> unit & 1 != 0;
        match is_shadow && self.profile.writing != Writing::NvFragment {
            false => name.to_owned(),
            true => format!("SHADOW{name}"),
        }
    }
}

/// Whether an output of vertices is one number.
fn is_number(vec4: u32) -> bool {
    matches!(vec4, varying::FOG_COORD | varying::POINT_SIZE)
}

/// The components that are written. A number that is alone has one of its own.
pub(super) fn destination_mask(mask: u8, component: Option<u8>) -> u8 {
    match component {
        Some(c) if mask.count_ones() == 1 => 1 << c,
        _ => mask,
    }
}

/// A mask of components; none where it is all of them.
pub(super) fn letters(mask: u8) -> String {
    if mask == 15 {
        return String::new();
    }
    let components = (0..4).filter(|l| mask >> l & 1 != 0);
    std::iter::once('.')
        .chain(components.map(|l| LETTERS[l]))
        .collect()
}

/// A swizzle, of which lanes that are not read follow those before them; none where all lanes are in order.
fn swizzle(lanes: [u8; 4], wanted: u8) -> String {
    let is_in_order = (0..4).all(|l| wanted >> l & 1 == 0 || usize::from(lanes[l]) == l);
    if is_in_order && wanted.count_ones() > 1 {
        return String::new();
    }
    let mut last = lanes[wanted.trailing_zeros().min(3) as usize];
    let mut letters = String::from(".");
    for (lane, component) in lanes.iter().enumerate() {
        if wanted >> lane & 1 != 0 {
            last = *component;
        }
        letters.push(LETTERS[usize::from(last)]);
    }
    // One letter stands for four equal ones.
    let first = letters.as_bytes()[1];
    if letters.bytes().skip(1).all(|l| l == first) {
        letters.truncate(2);
    }
    letters
}
