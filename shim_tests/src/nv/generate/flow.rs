//! Random control flow: labels, branches, calls and returns between random instructions, and loops that count. Only the
//! execution limit keeps a program from looping or recursing for ever.

use super::operand::Generator;
use crate::nv::ast::*;

/// The frequency of each kind among instructions, in sixteenths.
pub(super) struct Weights {
    branch: u32,
    call: u32,
    ret: u32,
}

pub(super) const BRANCHING: Weights = Weights {
    branch: 4,
    call: 0,
    ret: 0,
};
pub(super) const CALLING: Weights = Weights {
    branch: 1,
    call: 4,
    ret: 3,
};

pub(super) fn flow(mut g: Generator, weights: &Weights) -> Program {
    g.update_rate = 2;
    let n_labels = 1 + g.random.below(5) as u8;
    let n = 3 + g.random.below(18);
    let mut items: Vec<Item> = (0..n)
        .map(|_| Item::Inst(g.any_inst(n_labels, weights)))
        .collect();
    for label in 0..n_labels {
        let at = g.random.below(items.len() as u32 + 1) as usize;
        items.insert(at, Item::Label(label));
    }
    let mut next_label = n_labels;
    if g.random.one_in(2) {
        g.counted_loop(&mut items, &mut next_label);
    }
    if !g.random.one_in(4) {
        // The first instructions compute values that branches test.
        items.insert(0, Item::Inst(Inst::Alu(g.decision())));
    }
    let main = match g.random.below(4) {
        0 => Some(g.random.below(n_labels.into()) as u8),
        1 => {
            let at = g.random.below(items.len() as u32 + 1) as usize;
            items.insert(at, Item::Label(next_label));
            Some(next_label)
        }
        _ => None,
    };
    g.program(items, main)
}

/// A main part and up to six subroutines, in any order of text. Most call later ones and return. Some are also entered from
/// the code before them.
pub(super) fn subroutines(mut g: Generator) -> Program {
    g.update_rate = 2;
    let n = 1 + g.random.below(6) as u8;
    let place = g.random.below(u32::from(n) + 1) as u8;
    let mut items = Vec::new();
    for part in 0..=n {
        if part == place {
            if place > 0 || g.random.one_in(2) {
                items.push(Item::Label(n));
            }
            items.push(Item::Inst(Inst::Alu(g.decision())));
            let calls = 1 + g.random.below(3);
            (0..calls).for_each(|_| g.calling_part(0, n, &mut items));
        } else {
            let label = part - u8::from(part > place);
            items.push(Item::Label(label));
            g.calling_part(label + 1, n, &mut items);
        }
        if !g.random.one_in(4) {
            items.push(Item::Inst(Inst::Return(None)));
        }
    }
    let main = items.contains(&Item::Label(n)).then_some(n);
    g.program(items, main)
}

impl Generator {
    /// Some instructions, perhaps with a call in the middle. Most calls are of subroutines from `first` on.
    fn calling_part(&mut self, first: u8, n: u8, items: &mut Vec<Item>) {
        let few = |g: &mut Generator, items: &mut Vec<Item>| {
            for _ in 0..g.random.below(4) {
                items.push(Item::Inst(Inst::Alu(g.alu())));
            }
        };
        few(self, items);
        if self.random.one_in(2) {
            items.push(Item::Inst(Inst::Alu(self.decision())));
        }
        let any = first >= n || self.random.one_in(5);
        let first = if any { 0 } else { first };
        let label = first + self.random.below(u32::from(n - first)) as u8;
        if !any || self.random.one_in(3) {
            items.push(Item::Inst(Inst::Call(label, self.test(2))));
        }
        few(self, items);
        if self.random.one_in(3) {
            items.push(Item::Inst(Inst::Return(self.test(20))));
        }
    }

    fn any_inst(&mut self, n_labels: u8, weights: &Weights) -> Inst {
        let label = self.random.below(n_labels.into()) as u8;
        let x = self.random.below(16);
        if x < weights.branch {
            Inst::Branch(label, self.test(12))
        } else if x < weights.branch + weights.call {
            Inst::Call(label, self.test(6))
        } else if x < weights.branch + weights.call + weights.ret {
            Inst::Return(self.test(4))
        } else if x >= 14 {
            Inst::Alu(self.decision())
        } else {
            Inst::Alu(self.alu())
        }
    }

    /// An instruction that updates the whole condition code, mostly from an attribute, so that vertices diverge.
    fn decision(&mut self) -> Alu {
        let opcode = self.random.pick(&[Opcode::Mov, Opcode::Add, Opcode::Ssg]);
        let mut alu = Alu {
            update: true,
            target: Target::ConditionCode,
            mask: 15,
            test: None,
            ..self.alu_of(opcode)
        };
        if !self.random.one_in(4) {
            alu.sources[0].source = self.attribute();
        }
        alu
    }

    /// `MOV t.c, n; label: … SUBC t.c, t.c, 1; BRA label (GT.c);` around a part of the program.
    fn counted_loop(&mut self, items: &mut Vec<Item>, next_label: &mut u8) {
        let start = self.random.below(items.len() as u32) as usize;
        let end = start + self.random.below((items.len() - start) as u32 + 1) as usize;
        let (temp, c) = (
            self.random.below(self.n_temps.into()) as u8,
            self.random.below(4) as u8,
        );
        // The parts of the instructions.
        let operand = |source, c| Operand {
            source,
            swizzle: [c; 4],
            inner_negate: false,
            absolute: false,
            negate: [false; 4],
        };
        let number = |x: f32| operand(Source::Inline(Param::Constant([x; 4])), 0);
        let alu = |opcode, update, sources| {
            Item::Inst(Inst::Alu(Alu {
                opcode,
                update,
                code: 0,
                saturate: false,
                target: Target::Temp(temp),
                mask: 1 << c,
                test: None,
                sources,
            }))
        };
        let test = Some(Test {
            rule: Rule::Gt,
            swizzle: [c; 4],
            register: 0,
        });
        // Insert the end of the loop first, so that the start keeps its place.
        let label = *next_label;
        *next_label += 1;
        let count = 1.0 + self.random.below(6) as f32;
        items.splice(
            end..end,
            [
                alu(
                    Opcode::Sub,
                    true,
                    vec![operand(Source::Temp(temp), c), number(1.0)],
                ),
                Item::Inst(Inst::Branch(label, test)),
            ],
        );
        items.splice(
            start..start,
            [
                alu(Opcode::Mov, false, vec![number(count)]),
                Item::Label(label),
            ],
        );
    }
}
