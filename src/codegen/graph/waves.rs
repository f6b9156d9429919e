//! Sines and cosines as series. One of an angle alone takes fewer slots as a series, and those of several angles share its
//! lines; the instruction `sincos` stays where both are wanted.

use super::numbers::{Graph, Kind, NodeId};

/// The cosine between −π and π is 1 + z (…), of which these are the coefficients in z = a²; the error is below 9e-7. They were
/// fitted by Remez's exchange.
const COSINE: [f32; 5] = [
    -2.206_837_5e-7,
    2.422_849e-5,
    -0.001_386_126_5,
    0.041_660_82,
    -0.499_995_97,
];

/// The sine is a (1 + z (…)); the error is below 2e-7.
const SINE: [f32; 5] = [
    -2.054_987e-8,
    2.705_137e-6,
    -0.000_198_144_5,
    0.008_332_685,
    -0.166_666_12,
];

impl Graph {
    /// The series of a sine or cosine of an angle between −π and π.
    pub(in crate::codegen) fn wave_series(&mut self, kind: Kind, angle: NodeId) -> NodeId {
        let square = self.mul(angle, angle);
        let [first, rest @ ..] = match kind {
            Kind::Sin => SINE,
            _ => COSINE,
        };
        let mut sum = self.literal(first);
        for coefficient in rest {
            let coefficient = self.literal(coefficient);
            sum = self.mad(sum, square, coefficient);
        }
        let one = self.literal(1.0);
        let sum = self.mad(sum, square, one);
        match kind {
            Kind::Sin => self.mul(sum, angle),
            _ => sum,
        }
    }
}

/// Whether the sine and the cosine of an angle are both read.
pub(in crate::codegen) fn is_pair(graph: &Graph, uses: &[u32], angle: NodeId) -> bool {
    let is_read = |kind: Kind| {
        let mut nodes = graph.nodes.iter().zip(uses);
        nodes.any(|(n, uses)| *uses > 0 && n.kind == kind && n.args[..] == [angle])
    };
    is_read(Kind::Sin) && is_read(Kind::Cos)
}
