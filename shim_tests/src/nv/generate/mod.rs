//! Random programs: straight lines over all operations and operand forms. Branches and calls are in `flow`.

mod flow;
mod operand;

use super::ast::*;
use crate::random::Random;
use operand::Generator;

/// The kinds of random programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// ARB_vertex_program alone.
    Base,
    /// With the option, without branches.
    Straight,
    /// BRA in any direction, labels and `main` anywhere.
    Branching,
    /// CAL and RET too: recursion, overflow, RET with an empty stack.
    Calling,
}

impl Kind {
    /// All kinds. Seed `n` makes a program of kind `n % 4`.
    pub const ALL: [Kind; 4] = [Kind::Base, Kind::Straight, Kind::Branching, Kind::Calling];

    /// The kind of a seed's program.
    pub fn of(seed: u64) -> Kind {
        Kind::ALL[(seed % 4) as usize]
    }
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let kind = Kind::of(seed);
    let g = Generator::new(Random::new(seed), kind != Kind::Base);
    match kind {
        Kind::Base | Kind::Straight => straight(g),
        Kind::Branching => flow::flow(g, &flow::BRANCHING),
        Kind::Calling if seed % 8 < 4 => flow::subroutines(g),
        Kind::Calling => flow::flow(g, &flow::CALLING),
    }
}

fn straight(mut g: Generator) -> Program {
    let n = 1 + g.random.below(24);
    let items = (0..n).map(|_| Item::Inst(Inst::Alu(g.alu()))).collect();
    g.program(items, None)
}
