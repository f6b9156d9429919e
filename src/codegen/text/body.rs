//! The instructions of a program as text.

use super::profile::Profile;
use crate::codegen::allocate::Given;
use crate::codegen::lines::{Code, Line, Read, Shape, Where};
use crate::codegen::machine::Opcode;
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Target;
use crate::format::TextureShape;
use crate::frontend::assembly::arb::names;
use crate::frontend::assembly::d3d::model::{File, Modifier, Register};
use crate::ir::interface::{fragment_output, varying};

/// What instructions are printed with.
pub(super) struct Body<'b> {
    pub(super) profile: &'b Profile,
    pub(super) target: &'b Target<'b>,
    pub(super) given: &'b [Given],
    /// Whether colours have numbers.
    pub(super) has_several_colors: bool,
}

impl Body<'_> {
    /// The instructions, without those that move a register to itself.
    pub(super) fn instructions(&self, code: &Code) -> Result<Vec<String>, Refusal> {
        let all = code.lines.iter().filter(|l| !self.is_idle(l));
        all.map(|l| self.instruction(l)).collect()
    }

    fn is_idle(&self, line: &Line) -> bool {
        let (Some((to, mask)), [read], Opcode::Mov) = (line.to, &line.reads[..], line.opcode)
        else {
            return false;
        };
        let (to, own) = (self.register(to), self.lanes(read));
        let mask = destination_mask(mask, to.1);
        let from = self.register(read.from);
        let stays = (0..4).all(|l| mask >> l & 1 == 0 || usize::from(own[l]) == l);
        let is_plain = !line.saturate && read.modifier == Modifier::None;
        is_plain && stays && to.0 == from.0
    }

    fn instruction(&self, line: &Line) -> Result<String, Refusal> {
        let Some(name) = line.opcode.program() else {
            let what = format!("no instruction of programs: {:?}", line.opcode);
            return Err(Refusal::Internal(what));
        };
        let suffix = if line.saturate { "_SAT" } else { "" };
        let mut operands = Vec::new();
        operands.extend(line.to.map(|(to, mask)| self.destination(to, mask)));
        let mut sources: Vec<String> = (0..line.reads.len())
            .map(|n| self.source(line, n))
            .collect();
        // The texture stands at the end, after all operands.
        if line.opcode == Opcode::TexLdD {
            sources[1..].rotate_left(1);
        }
        // The comparison of these programs takes the first choice below 0.
        if line.opcode == Opcode::Cmp {
            sources.swap(1, 2);
        }
        operands.extend(sources);
        Ok(format!("{name}{suffix} {};", operands.join(", ")))
    }

    /// The name of a register, and the component where a number has one of its own.
    fn register(&self, at: Where) -> (String, Option<u8>) {
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
                (format!("c[{n}]"), None)
            }
        }
    }

    fn fixed(&self, register: Register) -> String {
        let is_pixel = self.target.machine.is_pixel;
        let n = register.number;
        match register.file {
            File::Input => self.profile.input(n),
            File::WindowPosition => self
                .profile
                .input(crate::ir::interface::fragment_input::POSITION),
            File::Output => names::result(is_pixel, false, n),
            File::ColorOut => {
                let n = fragment_output::COLOR_0 + n;
                names::result(is_pixel, self.has_several_colors, n)
            }
            File::Face => "fragment.facing".to_owned(),
            File::DepthOut => names::result(is_pixel, false, fragment_output::DEPTH),
            File::Const => format!("c[{n}]"),
            File::Address => format!("A{n}"),
            _ => format!("R{n}"),
        }
    }

    fn destination(&self, to: Where, mask: u8) -> String {
        let (name, component) = self.register(to);
        let mask = match to {
            Where::Fixed(r) if r.file == File::DepthOut => 4,
            Where::Fixed(r) if r.file == File::Output && is_number(r.number) => 1,
            _ => destination_mask(mask, component),
        };
        let letters: String = (0..4)
            .filter(|l| mask >> l & 1 != 0)
            .map(|l| LETTERS[l])
            .collect();
        match mask {
            15 => name,
            _ => format!("{name}.{letters}"),
        }
    }

    fn lanes(&self, read: &Read) -> [u8; 4] {
        match self.register(read.from).1 {
            Some(c) => [c; 4],
            None => read.lanes,
        }
    }

    fn source(&self, line: &Line, n: usize) -> String {
        let read = &line.reads[n];
        if let Where::Fixed(Register {
            file: File::Sampler,
            number,
        }) = read.from
        {
            return format!("texture[{number}], {}", self.shape(number));
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

    /// The texture target of an image unit.
    fn shape(&self, unit: u32) -> String {
        let shape = self.target.shapes.get(unit as usize).copied().flatten();
        let name = match shape {
            Some(TextureShape::D1) => "1D",
            Some(TextureShape::D3) => "3D",
            Some(TextureShape::Cube) => "CUBE",
            Some(TextureShape::Rectangle) => "RECT",
            _ => "2D",
        };
        match self.target.shadows >> unit & 1 {
            0 => name.to_owned(),
            _ => format!("SHADOW{name}"),
        }
    }
}

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Whether an output of vertices is one number.
fn is_number(vec4: u32) -> bool {
    matches!(vec4, varying::FOG_COORD | varying::POINT_SIZE)
}

/// The components that are written. A number that is alone has one of its own.
fn destination_mask(mask: u8, component: Option<u8>) -> u8 {
    match component {
        Some(c) if mask.count_ones() == 1 => 1 << c,
        _ => mask,
    }
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
