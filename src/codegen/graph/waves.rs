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

/// The sine or cosine of a literal, by Taylor's series: the library for them would double what programs load.
pub(in crate::codegen) fn wave_of(kind: Kind, x: f32) -> f32 {
    use std::f64::consts::{PI, TAU};
    if !x.is_finite() {
        return f32::NAN;
    }
    let turns = f64::from(x) / TAU;
    let whole = (turns + 0.5f64.copysign(turns)) as i64 as f64;
    // Beyond 2^53 there is no fraction of a turn left.
    let angle = (f64::from(x) - whole * TAU).clamp(-PI, PI);
    let (mut term, first) = match kind {
        Kind::Sin => (angle, 1),
        _ => (1.0, 0),
    };
    let mut sum = 0.0;
    for n in (first..40).step_by(2) {
        sum += term;
        term *= -angle * angle / f64::from((n + 1) * (n + 2));
    }
    sum as f32
}

/// Whether the sine and the cosine of an angle are both read.
pub(in crate::codegen) fn is_pair(graph: &Graph, uses: &[u32], angle: NodeId) -> bool {
    let is_read = |kind: Kind| {
        let found = graph.find(kind, &[angle]);
        found.is_some_and(|n| uses[n.0 as usize] > 0)
    };
    is_read(Kind::Sin) && is_read(Kind::Cos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waves_of_literals() {
        // Angles, their sines and their cosines, in f64 rounded to f32.
        let table = [
            (0.0, 0.0, 1.0),
            (1.5, 0.997_495, 0.070_737_2),
            (std::f32::consts::FRAC_PI_2, 1.0, -4.371_139e-8),
            (100.0, -0.506_365_6, 0.862_318_9),
            (-4.0, 0.756_802_5, -0.653_643_6),
            (1e6, -0.349_993_5, 0.936_752_14),
        ];
        for (x, sine, cosine) in table {
            let (a, b) = (wave_of(Kind::Sin, x), wave_of(Kind::Cos, x));
            let near = |a: f32, b: f32| (a - b).abs() <= 1e-6 * b.abs() + 1e-14;
            assert!(near(a, sine) && near(b, cosine), "{x}: {a} {b}");
        }
        assert!(wave_of(Kind::Sin, f32::INFINITY).is_nan());
        assert!(wave_of(Kind::Cos, 3e38).abs() <= 1.0);
    }
}
