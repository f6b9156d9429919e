//! Lowers a setup to IR.
//!
//! ```text
//!  registers ─map→ A B C D ─→ A·B   C·D   A·B + C·D (or one of both)  ─ (x + bias) · scale, clamped → registers
//!      … up to eight times …
//!  registers ─map→ A … G   ─→ A·B + (1 − A)·C + D, at most 1;  G                                  → colour
//! ```
//!
//! What the specification leaves open:
//! - Registers that are undefined (spares at first, textures of units without a texture) hold (0, 0, 0, 0).
//! - The sum of a portion with dot products is the sum of the dot products, and the mux chooses among them (revision of
//!   September 30, 2003; the formula of the sum was not changed then).
//! - Without clamping of fragment colours (ARB_color_buffer_float) nothing is clamped, and neither is the colour sum.
//!   The text says both that it is as if COLOR_SUM_CLAMP_NV were TRUE and that clamps are to go. Its intent is
//!   followed.

use super::registers::Registers;
pub use super::registers::TEXTURES;
use super::scalar::{Bounds, Scalar, Term, Vector, bounded};
use super::setup::*;
use crate::frontend::binding::{ApiValue, Binding, SceneValue};
use crate::frontend::vector::*;
use crate::ir::{Builder, Op, ValueId};

/// The initial values of the first combiner's registers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inputs {
    /// Texture colours; `None` is undefined.
    pub textures: [Option<Vec4>; TEXTURES],
    /// Whether each of them is in [0, 1].
    pub in_unit: [bool; TEXTURES],
    pub primary: Vec4,
    pub secondary: Vec4,
    /// Fog colour, and the fog factor, or 1 without fog.
    pub fog: Vec4,
    /// Whether values are clamped.
    pub clamp: bool,
}

/// The colour of the final combiner.
pub(crate) fn combine(b: &mut Builder, u: &mut Uniforms, setup: &Setup, inputs: &Inputs) -> Vec4 {
    let zero = Scalar {
        value: b.f32(0.0),
        bounds: Bounds::new(0.0, 0.0),
    };
    // Registers start with the inputs and their bounds. Textures that are off give zeros; spare 0 starts with texture
    // 0's alpha.
    let textures: [Vector; TEXTURES] = std::array::from_fn(|unit| {
        let bounds = if inputs.in_unit[unit] {
            Bounds::UNIT
        } else {
            Bounds::ANY
        };
        inputs.textures[unit].map_or([zero; 4], |texture| bounded(texture, bounds))
    });
    let mut machine = Combiners {
        registers: Registers {
            fog: bounded(inputs.fog, Bounds::ANY),
            primary: bounded(inputs.primary, Bounds::ANY),
            secondary: bounded(inputs.secondary, Bounds::ANY),
            spares: [[zero, zero, zero, textures[0][3]], [zero; 4]],
            textures,
        },
        constants: None,
        clamp: inputs.clamp,
        b,
        u,
    };
    // General combiners run in order. Each has constants of its own, or all have one pair.
    for (n, stage) in setup.stages.iter().enumerate() {
        machine.constants = setup.per_stage_constants.then_some(n as u32);
        machine.general(stage, n);
    }
    machine.constants = None;
    machine.b.note_fact("final combiner", &[]);
    let color = machine.last(setup);
    machine.b.note_fact("colour", &color);
    color
}

/// The stage being lowered.
pub(super) struct Combiners<'a> {
    pub(super) b: &'a mut Builder,
    u: &'a mut Uniforms,
    pub(super) registers: Registers,
    /// The stage that gives the constants; `None`: all stages share theirs.
    constants: Option<u32>,
    clamp: bool,
}

impl Combiners<'_> {
    fn register(&mut self, register: Register) -> Vector {
        let constant = |n| match self.constants {
            Some(stage) => SceneValue::Api(ApiValue::CombinerStageConstant(stage, n)),
            None => SceneValue::Api(ApiValue::CombinerConstant(n)),
        };
        match register {
            Register::Constant0 => self.constant(constant(0)),
            Register::Constant1 => self.constant(constant(1)),
            Register::Fog => self.registers.fog,
            written => match self.registers.writable(written) {
                Some(value) => *value,
                None => bounded([self.b.f32(0.0); 4], Bounds::new(0.0, 0.0)),
            },
        }
    }

    fn constant(&mut self, constant: SceneValue) -> Vector {
        let bounds = if self.clamp {
            Bounds::UNIT
        } else {
            Bounds::ANY
        };
        bounded(self.u.load(self.b, Binding::Scene(constant)), bounds)
    }

    /// Computes min(max(x, low), high), without the parts that the bounds make needless. Without clamping it returns x.
    fn clamped(&mut self, x: Scalar, low: f32, high: f32) -> Scalar {
        if !self.clamp {
            return x;
        }
        let mut value = x.value;
        if x.bounds.low < low.into() {
            let low = self.b.f32(low);
            value = self.b.emit1(Op::FMax, &[value, low]);
        }
        if x.bounds.high > high.into() {
            let high = self.b.f32(high);
            value = self.b.emit1(Op::FMin, &[value, high]);
        }
        Scalar {
            value,
            bounds: x.bounds.clamped(low.into(), high.into()),
        }
    }

    /// max(0, e), unless nothing is clamped.
    fn positive(&mut self, e: Scalar) -> Scalar {
        self.clamped(e, 0.0, f32::INFINITY)
    }

    /// min(max(e, 0), 1), unless nothing is clamped.
    fn unit(&mut self, e: Scalar) -> Scalar {
        self.clamped(e, 0.0, 1.0)
    }

    /// The mapping of a register that holds 0.
    fn mapped_zero(mapping: Mapping) -> f32 {
        match mapping {
            Mapping::UnsignedIdentity | Mapping::SignedIdentity | Mapping::SignedNegate => 0.0,
            Mapping::UnsignedInvert | Mapping::ExpandNegate => 1.0,
            Mapping::ExpandNormal => -1.0,
            Mapping::HalfBiasNormal => -0.5,
            Mapping::HalfBiasNegate => 0.5,
        }
    }

    /// Table NV_register_combiners.4: e or its clamp, times ±1 or ±2, plus a constant.
    fn mapped(&mut self, mapping: Mapping, e: Scalar) -> Scalar {
        let (factor, summand) = match mapping {
            Mapping::SignedIdentity | Mapping::UnsignedIdentity => (1.0, 0.0),
            Mapping::SignedNegate => (-1.0, 0.0),
            Mapping::UnsignedInvert => (-1.0, 1.0),
            Mapping::ExpandNormal => (2.0, -1.0),
            Mapping::ExpandNegate => (-2.0, 1.0),
            Mapping::HalfBiasNormal => (1.0, -0.5),
            Mapping::HalfBiasNegate => (-1.0, 0.5),
        };
        // The signed mappings take e as it is, UNSIGNED_INVERT clamps it to [0, 1], and the others to at least 0.
        let e = match mapping {
            Mapping::SignedIdentity | Mapping::SignedNegate => e,
            Mapping::UnsignedInvert => self.unit(e),
            _ => self.positive(e),
        };
        let constant = self.b.f32(summand);
        // The cheapest operation for factor and constant.
        let value = match (factor, summand) {
            (1.0, 0.0) => e.value,
            (-1.0, 0.0) => neg(self.b, e.value),
            (1.0, _) => add(self.b, e.value, constant),
            (-1.0, _) => sub(self.b, constant, e.value),
            _ => {
                let factor = self.b.f32(factor);
                fma(self.b, factor, e.value, constant)
            }
        };
        Scalar {
            value,
            bounds: e.bounds.scaled(factor.into(), summand.into()),
        }
    }

    /// Component `i` of a variable.
    pub(super) fn input(&mut self, input: Input, i: usize) -> Term {
        if input.register == Register::Zero {
            return Term::Constant(Self::mapped_zero(input.mapping));
        }
        let register = self.register(input.register);
        Term::Value(self.mapped(input.mapping, register[component(input.usage, i)]))
    }

    pub(super) fn value(&mut self, term: Term) -> ValueId {
        match term {
            Term::Constant(value) => self.b.f32(value),
            Term::Value(x) => x.value,
        }
    }

    /// x · y + sum
    fn add_product(&mut self, x: Term, y: Term, sum: Term) -> Term {
        use Term::*;
        match (x, y, sum) {
            (Constant(0.0), _, sum) | (_, Constant(0.0), sum) => sum,
            (Constant(x), Constant(y), Constant(sum)) => Constant(x * y + sum),
            (Constant(1.0), y, Constant(0.0)) => y,
            (x, Constant(1.0), Constant(0.0)) => x,
            (x, y, sum) => {
                let bounds = x.bounds().times(y.bounds()).plus(sum.bounds());
                let (x, y) = (self.value(x), self.value(y));
                let value = match sum {
                    Constant(0.0) => mul(self.b, x, y),
                    sum => {
                        let sum = self.value(sum);
                        fma(self.b, x, y, sum)
                    }
                };
                Value(Scalar { value, bounds })
            }
        }
    }

    /// Adds the product of a pair of variables, for component `i`, to `sum`.
    fn pair(&mut self, [x, y]: [Input; 2], dot: bool, i: usize, sum: Term) -> Term {
        let components = if dot { 0..3 } else { i..i + 1 };
        components.fold(sum, |sum, i| {
            let (x, y) = (self.input(x, i), self.input(y, i));
            self.add_product(x, y, sum)
        })
    }

    /// (x + bias) · scale, clamped to [−1, 1].
    fn output(&mut self, output: &Output, x: Term) -> Scalar {
        let (mut value, mut bounds) = (self.value(x), x.bounds());
        if output.bias {
            let half = self.b.f32(0.5);
            value = sub(self.b, value, half);
            bounds = bounds.scaled(1.0, -0.5);
        }
        if output.scale != Scale::One {
            let scale = self.b.f32(output.scale.factor());
            value = mul(self.b, value, scale);
            bounds = bounds.scaled(output.scale.factor().into(), 0.0);
        }
        self.clamped(Scalar { value, bounds }, -1.0, 1.0)
    }

    /// Computes AB, CD and the sum of component `i`, where they are written.
    fn component(&mut self, portion: &Portion, i: usize) -> [Option<Scalar>; 3] {
        let [a, b, c, d] = portion.inputs;
        let output = &portion.output;
        let [ab_used, cd_used, sum_used] = output.registers.map(|register| register.is_some());
        let nothing = Term::Constant(0.0);
        let mut ab = nothing;
        if ab_used || sum_used {
            ab = self.pair([a, b], output.dot[0], i, nothing);
        }
        let mut cd = nothing;
        if cd_used || sum_used && output.mux {
            cd = self.pair([c, d], output.dot[1], i, nothing);
        }
        let sum = sum_used.then(|| {
            if output.mux {
                self.mux(ab, cd)
            } else {
                self.pair([c, d], output.dot[1], i, ab)
            }
        });
        [ab_used.then_some(ab), cd_used.then_some(cd), sum].map(|x| Some(self.output(output, x?)))
    }

    /// AB where the alpha of SPARE0_NV is less than ½, else CD.
    fn mux(&mut self, ab: Term, cd: Term) -> Term {
        let (half, alpha) = (self.b.f32(0.5), self.registers.spares[0][3].value);
        let is_less = self.b.emit1(Op::FLt, &[alpha, half]);
        let bounds = ab.bounds().or(cd.bounds());
        let (ab, cd) = (self.value(ab), self.value(cd));
        Term::Value(Scalar {
            value: self.b.emit1(Op::SelectF, &[is_less, ab, cd]),
            bounds,
        })
    }

    /// Lowers general combiner `n`: all reads come before all writes.
    fn general(&mut self, stage: &Stage, n: usize) {
        self.note_variables(stage, n);
        let mut written = self.registers;
        for i in 0..4 {
            let portion = if i < 3 { &stage.rgb } else { &stage.alpha };
            let values = self.component(portion, i);
            for (register, value) in portion.output.registers.iter().zip(values) {
                if let (Some(register), Some(value)) = (register, value)
                    && let Some(place) = written.writable(*register)
                {
                    place[i] = value;
                }
            }
        }
        self.registers = written;
        self.note_written(stage);
    }

    /// Component `i` of a variable of the final combiner; `e_times_f` is the product of its own variables.
    fn final_input(&mut self, input: FinalInput, i: usize, e_times_f: Term, clamp: bool) -> Term {
        let i = component(input.usage, i);
        let value = match input.source {
            FinalSource::Register(register) => {
                return self.input(
                    Input {
                        register,
                        mapping: input.mapping,
                        usage: input.usage,
                    },
                    i,
                );
            }
            // The two computed sources are registers of the final combiner only.
            FinalSource::ETimesF => Scalar {
                value: self.value(e_times_f),
                bounds: e_times_f.bounds(),
            },
            FinalSource::Spare0PlusSecondary => {
                let [spare, secondary] = [self.registers.spares[0][i], self.registers.secondary[i]]
                    .map(|e| self.positive(e));
                let sum = Scalar {
                    value: add(self.b, spare.value, secondary.value),
                    bounds: spare.bounds.plus(secondary.bounds),
                };
                if clamp { self.unit(sum) } else { sum }
            }
        };
        Term::Value(self.mapped(input.mapping, value))
    }

    /// Lowers the final combiner.
    fn last(&mut self, setup: &Setup) -> Vec4 {
        let [a, b, c, d, e, f, g] = setup.last.inputs;
        let (nothing, one) = (Term::Constant(0.0), self.b.f32(1.0));
        let mut out = [one; 4];
        let mut variables = [[nothing; 3]; 4];
        for (i, out) in out.iter_mut().enumerate().take(3) {
            // E · F is computed only if a variable reads it.
            let uses_product = [a, b, c, d]
                .iter()
                .any(|x| x.source == FinalSource::ETimesF);
            let mut product = nothing;
            if uses_product {
                let e = self.final_input(e, i, nothing, setup.clamp_sum);
                let f = self.final_input(f, i, nothing, setup.clamp_sum);
                product = self.add_product(e, f, nothing);
            }
            let [a, b, c, d] =
                [a, b, c, d].map(|x| self.final_input(x, i, product, setup.clamp_sum));
            for (values, term) in variables.iter_mut().zip([a, b, c, d]) {
                values[i] = term;
            }
            // The result is A · B + (1 − A) · C + D, at most 1.
            let rest = match a {
                Term::Constant(a) => Term::Constant(1.0 - a),
                Term::Value(a) => Term::Value(Scalar {
                    value: sub(self.b, one, a.value),
                    bounds: a.bounds.scaled(-1.0, 1.0),
                }),
            };
            let sum = self.add_product(rest, c, d);
            let sum = self.add_product(a, b, sum);
            let sum = Scalar {
                value: self.value(sum),
                bounds: sum.bounds(),
            };
            *out = self.clamped(sum, f32::NEG_INFINITY, 1.0).value;
        }
        let alpha = self.final_input(g, 3, nothing, setup.clamp_sum);
        out[3] = self.value(alpha);
        self.note_last(&setup.last, variables, out[3]);
        out
    }
}

/// The component of a register that a variable reads for component `i`.
fn component(usage: Usage, i: usize) -> usize {
    match usage {
        Usage::Rgb => i,
        Usage::Blue => 2,
        Usage::Alpha => 3,
    }
}
