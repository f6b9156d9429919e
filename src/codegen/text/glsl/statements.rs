//! Instructions as statements.

use super::operands::LETTERS;
use super::tables::Tables;
use super::values::{Value, vector};
use crate::codegen::allocate::Given;
use crate::codegen::lines::{Line, Read, Shape, Where};
use crate::codegen::machine::Opcode;
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Target;
use crate::frontend::assembly::d3d::model::{Comparison, File};
use crate::ir::Span;
use std::collections::BTreeMap;

/// What statements are made with.
pub(super) struct Shader<'s> {
    pub(super) target: &'s Target<'s>,
    pub(super) given: &'s [Given],
    pub(super) has_several_colors: bool,
    /// What registers of constants are.
    pub(super) values: &'s BTreeMap<u32, Value>,
    pub(super) tables: &'s Tables,
    /// The names of attributes that the shader declares.
    pub(super) attributes: &'s BTreeMap<u32, String>,
    /// The names of samplers by their units.
    pub(super) samplers: &'s BTreeMap<u32, String>,
}

impl Shader<'_> {
    /// A line as a statement; none for what says nothing.
    pub(super) fn statement(&self, line: &Line) -> Result<Option<String>, Refusal> {
        if line.is_flow() {
            return self.flow(line).map(Some);
        }
        if line.opcode == Opcode::TexKill {
            // Vertices cannot be discarded, whatever the text says.
            return Ok(self.target.machine.is_pixel.then(|| self.kill(line)));
        }
        let Some((to, mask)) = line.to else {
            return Err(unsaid(line));
        };
        let mut lanes: Vec<usize> = (0..4).filter(|l| mask >> l & 1 != 0).collect();
        let (value, own) = self.value(to);
        let Value::Named { text, size, .. } = value else {
            return Err(unsaid(line));
        };
        let written = match (size, own) {
            (1, _) => {
                lanes.truncate(1);
                text
            }
            (_, Some(c)) if lanes.len() == 1 => format!("{text}.{}", LETTERS[usize::from(c)]),
            _ if lanes.len() == 4 => text,
            _ => {
                let letters: String = lanes.iter().map(|l| LETTERS[*l]).collect();
                format!("{text}.{letters}")
            }
        };
        let mut value = self.expression(line, &lanes)?;
        if line.saturate {
            value = format!("clamp({value}, 0.0, 1.0)");
        }
        if matches!(to, Where::Fixed(r) if r.file == File::Address) {
            value = match lanes.len() {
                1 => format!("int(floor({value}))"),
                n => format!("ivec{n}(floor({value}))"),
            };
        }
        Ok((value != written).then(|| format!("{written} = {value};")))
    }

    fn kill(&self, line: &Line) -> String {
        let read = &line.reads[0];
        match self.is_one(read, &ALL) {
            true => format!("if ({} < 0.0) discard;", self.operand(read, &[0])),
            false => {
                let numbers = self.operand(read, &ALL);
                format!("if (any(lessThan({numbers}, vec4(0.0)))) discard;")
            }
        }
    }

    /// The numbers that a line computes for some lanes.
    fn expression(&self, line: &Line, lanes: &[usize]) -> Result<String, Refusal> {
        use Opcode::*;
        let n = lanes.len();
        match line.opcode {
            TexLd | TexLdP | TexLdB | TexLdL | TexLdD => {
                let letters: String = lanes.iter().map(|l| LETTERS[*l]).collect();
                let texel = self.lookup(line)?;
                return Ok(if n == 4 {
                    texel
                } else {
                    format!("{texel}.{letters}")
                });
            }
            Lit => return Ok(self.lit(line, lanes)),
            Dp3 | Dp4 | Dp2Add => return Ok(spread(self.dot(line), n)),
            _ => {}
        }
        match line.shape {
            // What computes one number gives it to all lanes.
            Shape::One => Ok(spread(self.each(line, &[0])?, n)),
            _ => self.each(line, lanes),
        }
    }

    /// What is computed in each lane alike.
    fn each(&self, line: &Line, lanes: &[usize]) -> Result<String, Refusal> {
        use Opcode::*;
        let n = lanes.len();
        let read = |k: usize| self.operand(&line.reads[k], lanes);
        let call = |name: &str| format!("{name}({})", read(0));
        Ok(match line.opcode {
            Mov | Mova => read(0),
            Abs => call("abs"),
            Frc => call("fract"),
            Floor => call("floor"),
            Rsq => call("inversesqrt"),
            Exp => call("exp2"),
            Log => call("log2"),
            Sin => call("sin"),
            Cos => call("cos"),
            Dsx | Dsy if !self.target.machine.is_pixel => {
                return Err(Refusal::Lacks {
                    what: "a derivative".to_owned(),
                    version: self.target.machine.name,
                    number: 5000,
                    span: Span::NONE,
                });
            }
            Dsx => call("dFdx"),
            Dsy => call("dFdy"),
            Rcp => format!("1.0 / {}", read(0)),
            Pow => format!("pow({}, {})", read(0), read(1)),
            Min => format!("min({}, {})", read(0), read(1)),
            Max => format!("max({}, {})", read(0), read(1)),
            Add => self.sum(line, lanes),
            Mul => self.product(line, lanes),
            Mad => sum(
                self.product(line, lanes),
                &self.addend(&line.reads[2], lanes),
            ),
            Slt | Sge => {
                let (sign, name) = match line.opcode {
                    Slt => ("<", "lessThan"),
                    _ => (">=", "greaterThanEqual"),
                };
                match n {
                    1 => format!("float({} {sign} {})", read(0), read(1)),
                    n => format!("vec{n}({name}({}, {}))", read(0), read(1)),
                }
            }
            BitAnd | BitOr | BitXor | ShiftLeft | ShiftRight => self.bits(line, lanes),
            Cmp => self.choice(line, lanes),
            _ => return Err(unsaid(line)),
        })
    }

    /// An operation on the bits of whole numbers.
    fn bits(&self, line: &Line, lanes: &[usize]) -> String {
        let sign = match line.opcode {
            Opcode::BitAnd => "&",
            Opcode::BitOr => "|",
            Opcode::BitXor => "^",
            Opcode::ShiftLeft => "<<",
            _ => ">>",
        };
        let [a, b] = [0, 1].map(|k: usize| self.whole(&line.reads[k], lanes));
        format!("{}({a} {sign} {b})", vector("float", lanes.len() as u8))
    }

    /// a ≥ 0 ? b : c
    fn choice(&self, line: &Line, lanes: &[usize]) -> String {
        let [test, yes, no] = [0, 1, 2].map(|k: usize| &line.reads[k]);
        let one = |lanes: &[usize]| {
            let [yes, no] = [yes, no].map(|read| self.operand(read, lanes));
            format!("{} >= 0.0 ? {yes} : {no}", self.operand(test, &lanes[..1]))
        };
        if self.is_one(test, lanes) {
            return format!("({})", one(lanes));
        }
        let all: Vec<String> = lanes.iter().map(|l| one(&[*l])).collect();
        format!("vec{}({})", lanes.len(), all.join(", "))
    }

    /// The sum of two operands, of which one may be a number for all lanes.
    fn sum(&self, line: &Line, lanes: &[usize]) -> String {
        let [a, b] = [0, 1].map(|k: usize| &line.reads[k]);
        match lanes.len() > 1 && self.is_one(a, lanes) {
            true => sum(self.operand(b, lanes), &self.addend(a, lanes)),
            false => sum(self.operand(a, lanes), &self.addend(b, lanes)),
        }
    }

    /// What is added to a vector: a number if it is the same in all lanes.
    fn addend(&self, read: &Read, lanes: &[usize]) -> String {
        match self.is_one(read, lanes) {
            true => self.operand(read, &lanes[..1]),
            false => self.operand(read, lanes),
        }
    }

    fn product(&self, line: &Line, lanes: &[usize]) -> String {
        let [a, b] = [0, 1].map(|k: usize| &line.reads[k]);
        let [is_one, is_other] = [a, b].map(|read| self.is_one(read, lanes));
        let [first, second] = match (is_one, is_other) {
            (true, false) => [self.operand(a, &lanes[..1]), self.operand(b, lanes)],
            (false, true) => [self.operand(a, lanes), self.operand(b, &lanes[..1])],
            _ => [self.operand(a, lanes), self.operand(b, lanes)],
        };
        format!("{first} * {second}")
    }

    fn dot(&self, line: &Line) -> String {
        let n = match line.opcode {
            Opcode::Dp2Add => 2,
            Opcode::Dp3 => 3,
            _ => 4,
        };
        let [a, b] = [0, 1].map(|k: usize| self.operand(&line.reads[k], &ALL[..n]));
        let dot = format!("dot({a}, {b})");
        match line.opcode {
            Opcode::Dp2Add => sum(dot, &self.operand(&line.reads[2], &[0])),
            _ => dot,
        }
    }

    /// (1, max(x, 0), x > 0 ? max(y, 0) ^ w : 0, 1)
    fn lit(&self, line: &Line, lanes: &[usize]) -> String {
        let [x, y, w] = [0, 1, 3].map(|l: usize| self.operand(&line.reads[0], &[l]));
        let one = |lane: &usize| match lane {
            1 => format!("max({x}, 0.0)"),
            2 => format!("({x} > 0.0 ? pow(max({y}, 0.0), clamp({w}, -127.9961, 127.9961)) : 0.0)"),
            _ => "1.0".to_owned(),
        };
        let all: Vec<String> = lanes.iter().map(one).collect();
        match all.len() {
            1 => all[0].clone(),
            n => format!("vec{n}({})", all.join(", ")),
        }
    }

    /// The beginning or end of a block, or a way out of a loop.
    fn flow(&self, line: &Line) -> Result<String, Refusal> {
        let condition = || {
            let [a, b] = [0, 1].map(|k: usize| self.operand(&line.reads[k], &[0]));
            let comparison = line.comparison.ok_or_else(|| unsaid(line))?;
            Ok::<String, Refusal>(format!("{a} {} {b}", sign(comparison)))
        };
        Ok(match line.opcode {
            Opcode::Rep => "while (true) {".to_owned(),
            Opcode::IfC => format!("if ({}) {{", condition()?),
            Opcode::BreakC => format!("if ({}) break;", condition()?),
            Opcode::Else => "} else {".to_owned(),
            Opcode::EndRep | Opcode::EndIf => "}".to_owned(),
            _ => return Err(unsaid(line)),
        })
    }
}

const ALL: [usize; 4] = [0, 1, 2, 3];

fn sum(a: String, b: &str) -> String {
    match b.strip_prefix('-') {
        Some(b) => format!("{a} - {b}"),
        None => format!("{a} + {b}"),
    }
}

/// A number for so many lanes.
fn spread(number: String, n: usize) -> String {
    match n {
        1 => number,
        n => format!("vec{n}({number})"),
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Gt => ">",
        Comparison::Eq => "==",
        Comparison::Ge => ">=",
        Comparison::Lt => "<",
        Comparison::Ne => "!=",
        Comparison::Le => "<=",
    }
}

fn unsaid(line: &Line) -> Refusal {
    Refusal::Internal(format!("no statement of GLSL: {:?}", line.opcode))
}
