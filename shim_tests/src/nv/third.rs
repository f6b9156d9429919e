//! Programs with `OPTION NV_vertex_program3`, made from random programs with NV_vertex_program2. They add the second
//! condition code, `_SAT`, addressed attributes and results, PUSHA and POPA. Textures have tests of their own.

use super::ast::*;
use crate::random::Random;

/// The program with the greater option. A program without any option stays as it is.
pub fn of(program: &Program, seed: u64) -> Program {
    let mut maker = Maker {
        random: Random::new(seed ^ 0x0333),
        n_addresses: program.n_addresses,
    };
    let mut out = program.clone();
    if !program.option {
        return out;
    }
    out.third = true;
    out.items = Vec::with_capacity(program.items.len());
    for item in &program.items {
        if maker.n_addresses > 0 && maker.random.one_in(8) {
            let n = maker.address();
            let push = maker.random.one_in(2);
            out.items
                .push(Item::Inst(if push { Inst::Push(n) } else { Inst::Pop(n) }));
        }
        out.items.push(maker.item(item));
    }
    out
}

struct Maker {
    random: Random,
    n_addresses: u8,
}

impl Maker {
    fn address(&mut self) -> u8 {
        self.random.below(self.n_addresses.into()) as u8
    }

    fn index(&mut self) -> Index {
        Index {
            register: self.address(),
            component: self.random.below(4) as u8,
            offset: self.random.below(14) as i32 - 3,
        }
    }

    fn test(&mut self, test: Option<Test>) -> Option<Test> {
        let register = self.random.below(2) as u8;
        test.map(|test| Test { register, ..test })
    }

    fn item(&mut self, item: &Item) -> Item {
        Item::Inst(match item {
            Item::Label(label) => return Item::Label(*label),
            Item::Inst(Inst::Alu(alu)) => Inst::Alu(self.alu(alu)),
            Item::Inst(Inst::Branch(label, test)) => Inst::Branch(*label, self.test(*test)),
            Item::Inst(Inst::Call(label, test)) => Inst::Call(*label, self.test(*test)),
            Item::Inst(Inst::Return(test)) => Inst::Return(self.test(*test)),
            Item::Inst(other) => other.clone(),
        })
    }

    fn alu(&mut self, alu: &Alu) -> Alu {
        let mut out = alu.clone();
        let is_address = matches!(alu.target, Target::Address(_));
        out.test = self.test(alu.test);
        out.code = self.random.below(2) as u8;
        out.saturate = !is_address && self.random.one_in(5);
        if self.n_addresses == 0 {
            return out;
        }
        let is_texcoord = matches!(alu.target, Target::Result(RESULT_TEXCOORD_0..RESULT_CLIP_0));
        if is_texcoord && self.random.one_in(2) {
            out.target = Target::RelativeTexcoord(self.index());
        }
        for source in &mut out.sources {
            if matches!(source.source, Source::Attribute(_)) && self.random.one_in(3) {
                source.source = Source::RelativeAttribute {
                    generic: self.random.one_in(2),
                    at: self.index(),
                };
            }
        }
        out
    }
}
