//! Programs of NVIDIA's own languages, made from random programs of ARB_vertex_program with or without its option.
//!
//! The instructions stay the same, over registers with fixed names. What the language lacks is replaced. An instruction
//! reads one attribute and one program parameter (NV_vertex_program2 2.14.1.8).

use super::ast::*;
use crate::random::Random;

/// Makes the program one of a native language: `!!VP2.0` from a program with the option, else `!!VP1.0` or `!!VP1.1`.
pub fn of(program: &Program, seed: u64) -> Program {
    let mut random = Random::new(seed ^ 0x5eed);
    let native = match (program.option, random.one_in(2)) {
        (true, _) => Native::Vp20,
        (false, true) => Native::Vp11,
        (false, false) => Native::Vp10,
    };
    let mut maker = Maker {
        native,
        attribute: None,
        parameter: None,
        random,
    };
    let mut items = vec![Item::Inst(Inst::Alu(position()))];
    items.extend(program.items.iter().map(|item| match item {
        Item::Inst(Inst::Alu(alu)) => Item::Inst(Inst::Alu(maker.alu(alu))),
        other => other.clone(),
    }));
    Program {
        native: Some(native),
        third: false,
        option: program.option,
        n_temps: if program.option { 16 } else { 12 },
        n_addresses: if program.option { 2 } else { 1 },
        singles: Vec::new(),
        arrays: vec![
            (0..native.parameters())
                .map(|n| Param::Env(n as u8))
                .collect(),
        ],
        main: program.main,
        items,
    }
}

/// `MOV o[HPOS], v[0];`
fn position() -> Alu {
    Alu {
        opcode: Opcode::Mov,
        update: false,
        code: 0,
        saturate: false,
        target: Target::Result(0),
        mask: 15,
        test: None,
        sources: vec![Operand {
            source: Source::Attribute(0),
            swizzle: [0, 1, 2, 3],
            inner_negate: false,
            absolute: false,
            negate: [false; 4],
        }],
    }
}

/// What an instruction has read so far.
struct Maker {
    native: Native,
    attribute: Option<Source>,
    parameter: Option<Source>,
    random: Random,
}

impl Maker {
    fn alu(&mut self, alu: &Alu) -> Alu {
        let (opcode, n) = self.opcode(alu.opcode);
        let registers = if self.native == Native::Vp20 { 2 } else { 1 };
        (self.attribute, self.parameter) = (None, None);
        Alu {
            opcode,
            target: match alu.target {
                Target::Address(n) => Target::Address(n % registers),
                other => other,
            },
            sources: alu.sources[..n].iter().map(|s| self.operand(s)).collect(),
            ..alu.clone()
        }
    }

    /// The operation, or one of the language with the same operands. Also returns how many of these it has.
    fn opcode(&self, opcode: Opcode) -> (Opcode, usize) {
        use Opcode::*;
        let opcode = match opcode {
            Pow => Rcp,
            Swz => Mov,
            Xpd => Dp3,
            // The programs without the option have these, but !!VP1.0 and !!VP1.1 do not.
            Ex2 | Lg2 if self.native != Native::Vp20 => Log,
            Flr | Frc if self.native != Native::Vp20 => Mov,
            Abs if self.native == Native::Vp10 => Lit,
            Dph if self.native == Native::Vp10 => Dp4,
            Sub if self.native == Native::Vp10 => Max,
            other => other,
        };
        let n = match opcode.info().form {
            Form::Vector(n) | Form::Scalar(n) => n.into(),
            _ => 1,
        };
        (opcode, n)
    }

    fn operand(&mut self, operand: &Operand) -> Operand {
        let registers = if self.native == Native::Vp20 { 2 } else { 1 };
        // Native programs have fewer registers. One instruction may read one attribute and one parameter only, so the
        // first ones stay.
        let source = match operand.source {
            Source::Temp(n) => Source::Temp(n),
            Source::Address(n) => Source::Address(n % registers),
            Source::Attribute(n) => {
                let n = match n % 16 {
                    n @ (6 | 7) => 16 + n,
                    n => n,
                };
                *self.attribute.get_or_insert(Source::Attribute(n))
            }
            Source::Relative {
                register,
                component,
                offset,
                ..
            } => {
                let relative = Source::Relative {
                    array: 0,
                    register: register % registers,
                    component,
                    offset,
                };
                *self.parameter.get_or_insert(relative)
            }
            Source::RelativeAttribute { .. } => unreachable!("not made of NV_vertex_program3"),
            Source::Single(_) | Source::Element(..) | Source::Inline(_) => {
                let n = self.random.below(self.native.parameters() as u32) as u8;
                *self.parameter.get_or_insert(Source::Element(0, n))
            }
        };
        Operand {
            source,
            swizzle: operand.swizzle.map(|c| c % 4),
            negate: [operand.negate[0]; 4],
            ..*operand
        }
    }
}
