//! Operands as expressions.

use super::built_in;
use super::statements::Shader;
use super::values::{Value, vector};
use crate::codegen::lines::{Read, Where};
use crate::frontend::assembly::d3d::model::{File, Modifier, Register};
use crate::ir::interface::fragment_input;

pub(super) const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

impl Shader<'_> {
    /// What an operand reads, and the component where a number has one of its own.
    pub(super) fn value(&self, at: Where) -> (Value, Option<u8>) {
        match at {
            Where::Virtual(v) => {
                let given = self.given[v as usize];
                let name = format!("R{}", given.register);
                (Value::named(name, 4), given.component)
            }
            Where::Fixed(register) => (self.fixed(register), None),
            Where::Addressed(base, component) => {
                let letter = LETTERS[usize::from(component)];
                (self.tables.value(base, letter), None)
            }
            Where::Literals(n) | Where::Indexed(n, _) | Where::Counted(n) => {
                (self.constant(n), None)
            }
        }
    }

    fn constant(&self, n: u32) -> Value {
        let known = self.values.get(&n).cloned();
        known.unwrap_or(Value::Literal([0.0; 4]))
    }

    fn fixed(&self, register: Register) -> Value {
        let n = register.number;
        match register.file {
            File::Input if self.target.machine.is_pixel => built_in::fragment_input(n),
            File::Input => match self.attributes.get(&n) {
                Some(name) => Value::named(name.clone(), 4),
                None => built_in::attribute(n),
            },
            File::WindowPosition => built_in::fragment_input(fragment_input::POSITION),
            File::Face => Value::named("(gl_FrontFacing ? 1.0 : -1.0)", 1),
            File::Output => built_in::result(n),
            File::ColorOut if self.has_several_colors => {
                Value::named(format!("gl_FragData[{n}]"), 4)
            }
            File::ColorOut => Value::named("gl_FragColor", 4),
            File::DepthOut => Value::named("gl_FragDepth", 1),
            File::Const => self.constant(n),
            File::Address => Value::named(format!("A{n}"), 4),
            _ => Value::named(format!("R{n}"), 4),
        }
    }

    /// The components of its register that an operand reads for some lanes.
    pub(super) fn components(&self, read: &Read, lanes: &[usize]) -> Vec<usize> {
        let own = self.value(read.from).1;
        let of_lane = |l: &usize| own.map_or(usize::from(read.lanes[*l]), usize::from);
        lanes.iter().map(of_lane).collect()
    }

    /// Whether an operand reads one number for all lanes.
    pub(super) fn is_one(&self, read: &Read, lanes: &[usize]) -> bool {
        let components = self.components(read, lanes);
        match self.value(read.from).0 {
            Value::Named { size: 1, .. } => true,
            Value::Named { .. } => components.iter().all(|c| *c == components[0]),
            Value::Literal(numbers) => {
                let mut all = components.iter().map(|c| numbers[*c].to_bits());
                let first = numbers[components[0]].to_bits();
                all.all(|bits| bits == first)
            }
        }
    }

    /// The numbers that an operand reads for some lanes.
    pub(super) fn operand(&self, read: &Read, lanes: &[usize]) -> String {
        let components = self.components(read, lanes);
        match self.value(read.from).0 {
            Value::Literal(numbers) => {
                let numbers: Vec<f32> = components
                    .iter()
                    .map(|c| modified(numbers[*c], read.modifier))
                    .collect();
                literal(&numbers)
            }
            Value::Named {
                text,
                size,
                is_float,
            } => {
                let text = selected(&text, size, is_float, &components);
                match read.modifier {
                    Modifier::Negate => format!("-{text}"),
                    Modifier::Absolute => format!("abs({text})"),
                    Modifier::NegateAbsolute => format!("-abs({text})"),
                    _ => text,
                }
            }
        }
    }

    /// The same as whole numbers.
    pub(super) fn whole(&self, read: &Read, lanes: &[usize]) -> String {
        let ty = vector("int", lanes.len() as u8);
        let numbers = match self.value(read.from).0 {
            Value::Literal(numbers) => numbers,
            // What is no float needs no way through one.
            Value::Named {
                text,
                size,
                is_float: false,
            } if read.modifier == Modifier::None => {
                let components = self.components(read, lanes);
                return format!("{ty}({})", selected(&text, size, size > 1, &components));
            }
            _ => return format!("{ty}({})", self.operand(read, lanes)),
        };
        let components = self.components(read, lanes);
        let numbers = components
            .iter()
            .map(|c| modified(numbers[*c], read.modifier) as i32);
        let texts: Vec<String> = numbers.map(|n| n.to_string()).collect();
        match texts.len() {
            1 => texts[0].clone(),
            _ => format!("{ty}({})", texts.join(", ")),
        }
    }
}

fn modified(x: f32, modifier: Modifier) -> f32 {
    match modifier {
        Modifier::Negate => -x,
        Modifier::Absolute => x.abs(),
        Modifier::NegateAbsolute => -x.abs(),
        _ => x,
    }
}

/// Components of a value. What it lacks is (0, 0, 0, 1), as attributes have it.
fn selected(text: &str, size: u8, is_float: bool, components: &[usize]) -> String {
    let size = usize::from(size);
    let n = components.len();
    if components.iter().any(|c| *c >= size) {
        let one = |c: &usize| match *c {
            c if c < size => selected(text, size as u8, is_float, &[c]),
            3 => "1.0".to_owned(),
            _ => "0.0".to_owned(),
        };
        let all: Vec<String> = components.iter().map(one).collect();
        return match n {
            1 => all[0].clone(),
            n => format!("vec{n}({})", all.join(", ")),
        };
    }
    let is_whole = n == size && components.iter().enumerate().all(|(i, c)| i == *c);
    let letters: String = components.iter().map(|c| LETTERS[*c]).collect();
    let text = match is_whole || size == 1 {
        true => text.to_owned(),
        false => format!("{text}.{letters}"),
    };
    match is_float && (size > 1 || n == 1) {
        true => text,
        false => format!("{}({text})", vector("float", n as u8)),
    }
}

/// A number or a vector of some.
pub(super) fn literal(numbers: &[f32]) -> String {
    let texts: Vec<String> = numbers.iter().map(|x| number(*x)).collect();
    match texts.len() {
        1 => texts[0].clone(),
        n if texts.iter().all(|t| *t == texts[0]) => format!("vec{n}({})", texts[0]),
        n => format!("vec{n}({})", texts.join(", ")),
    }
}

/// A float. The language has no word for an infinite one.
fn number(x: f32) -> String {
    format!("{:?}", x.clamp(f32::MIN, f32::MAX))
}
