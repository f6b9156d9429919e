//! Look-ups of textures, pairs of sine and cosine, and kills: lines that fill several lanes.

pub(super) mod batches;

use super::graph::numbers::{Kind, Lanes, NodeId};
use super::lines::{Line, Read, Shape, Where};
use super::operands::Form;
use super::pack::Pack;
use crate::codegen::machine::{Opcode, Waves};
use crate::frontend::assembly::d3d::model::{File, Register};
use smallvec::SmallVec;

impl Pack<'_> {
    /// Computes a number that comes with others.
    pub(super) fn whole(&mut self, n: NodeId) {
        if self.homes[n.0 as usize].is_some() {
            return;
        }
        match self.graph.kind(n) {
            Kind::Texel(_) => self.sample(self.graph.args(n)[0]),
            Kind::After(_) => self.region(self.graph.args(n)[0]),
            Kind::Sin | Kind::Cos if self.target.machine.waves != Waves::Single => {
                self.waves(self.graph.args(n)[0]);
            }
            Kind::Lit => self.light(n),
            Kind::Fraction => self.fraction_alone(n),
            Kind::Max => {
                if let Some(light) = self.light_of(n) {
                    self.light(light);
                }
            }
            Kind::TexelScale(..) => self.refuse("a level of detail of a cube's derivatives", 4532),
            Kind::Missing(op) => {
                let name = op.info().name;
                self.refuse(&format!("the operation {name} on bits"), 3535);
            }
            Kind::WindowY => self.refuse("the height of the frame", 5000),
            _ => {}
        }
    }

    fn sample(&mut self, sample: NodeId) {
        let Kind::Sample(opcode, unit) = self.graph.kind(sample) else {
            return;
        };
        let args: Vec<NodeId> = self.graph.args(sample).to_vec();
        let is_old = self.target.machine.has_plain_coordinates;
        let (n, derivatives) = match opcode {
            Opcode::TexLdD => (args.len() / 3, true),
            Opcode::TexLdB | Opcode::TexLdL | Opcode::TexLdP => (args.len() - 1, false),
            _ => (args.len(), false),
        };
        let mut coordinates: Lanes = [None; 4];
        for (lane, argument) in coordinates.iter_mut().zip(&args[..n]) {
            *lane = Some(*argument);
        }
        // A texture of one dimension is looked up as one of two.
        if n == 1 {
            coordinates[1] = coordinates[0];
        }
        if matches!(opcode, Opcode::TexLdB | Opcode::TexLdL | Opcode::TexLdP) {
            coordinates[3] = Some(args[n]);
        }
        let mut reads: SmallVec<[Read; 4]> = SmallVec::new();
        reads.push(match is_old {
            true => self.operand(coordinates, Form::Plain),
            false => self.unmodified(coordinates),
        });
        reads.push(Read::plain(Where::Fixed(Register::new(
            File::Sampler,
            unit,
        ))));
        if derivatives {
            for i in [1, 2] {
                let mut lanes: Lanes = [None; 4];
                for (lane, argument) in lanes.iter_mut().zip(&args[i * n..(i + 1) * n]) {
                    *lane = Some(*argument);
                }
                reads.push(match is_old {
                    true => self.operand(lanes, Form::Plain),
                    false => self.unmodified(lanes),
                });
            }
        }
        let register = self.code.new_virtual(true);
        for c in 0..4 {
            if let Some(texel) = self.graph.find(Kind::Texel(c), &[sample]) {
                self.homes[texel.0 as usize] = Some((register, c));
            }
        }
        let lanes = match opcode {
            Opcode::TexLdB | Opcode::TexLdL | Opcode::TexLdP => 4,
            _ => n.max(2) as u8,
        };
        self.code.lines.push(Line::new(
            opcode,
            Some((Where::Virtual(register), 15)),
            reads,
            Shape::Load(lanes),
        ));
    }

    /// The sine and the cosine of an angle.
    fn waves(&mut self, angle: NodeId) {
        let read = self.operand([Some(angle); 4], Form::Any);
        let register = self.code.new_virtual(true);
        let mut mask = 0;
        // One instruction has both: the cosine in x, the sine in y, where they are wanted.
        for (kind, lane) in [(Kind::Cos, 0), (Kind::Sin, 1)] {
            if let Some(n) = self.graph.find(kind, &[angle]) {
                self.homes[n.0 as usize] = Some((register, lane));
                mask |= 1 << lane;
            }
        }
        let waves = self.target.machine.waves;
        if waves == Waves::None {
            return self.refuse("a sine", 4532);
        }
        let mut reads: SmallVec<[Read; 4]> = SmallVec::new();
        reads.push(Read {
            lanes: [read.lanes[0]; 4],
            ..read
        });
        // Versions 2 need the constants of the series as two more operands.
        if waves == Waves::PairWithConstants {
            for constants in SERIES {
                let id = self.code.literal(constants.map(|x| Some(x.to_bits())));
                reads.push(Read::plain(Where::Literals(id)));
            }
        }
        self.code.lines.push(Line::new(
            Opcode::SinCos,
            Some((Where::Virtual(register), mask)),
            reads,
            Shape::One,
        ));
    }

    /// Ends the fragment where one of the numbers is below 0.
    pub(super) fn kill(&mut self, numbers: &[NodeId]) {
        for some in numbers.chunks(4) {
            let last = some[some.len() - 1];
            let lanes: Lanes = [0, 1, 2, 3].map(|l| Some(*some.get(l).unwrap_or(&last)));
            let read = match self.target.machine.has_plain_kills {
                true => self.operand(lanes, Form::Plain),
                false => self.operand(lanes, Form::Any),
            };
            self.emit_kill(read, 4);
        }
    }
}

/// The constants of `sincos` in model 2: those of its series.
const SERIES: [[f32; 4]; 2] = [
    [
        -1.550_099_2e-6,
        -2.170_139e-5,
        0.002_604_166_7,
        0.000_260_416_68,
    ],
    [-0.020_833_334, -0.125, 1.0, 0.5],
];
