//! Register combiners as NV_register_combiners and NV_register_combiners2 describe them, and random setups.
//!
//! The oracle computes one fragment at a time in f64, and shares nothing with the driver. A setup is in the words of
//! the specification. It reaches the driver as calls written as text (`calls::script`).

use crate::random::Random;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Red, green, blue, alpha.
pub type Rgba = [f64; 4];
/// Registers by name.
pub type Registers = BTreeMap<&'static str, Rgba>;

/// Names of the texture registers that setups use.
pub const TEXTURES: [&str; 4] = ["TEXTURE0", "TEXTURE1", "TEXTURE2", "TEXTURE3"];
const WRITABLE: [&str; 8] = [
    "PRIMARY_COLOR_NV",
    "SECONDARY_COLOR_NV",
    "SPARE0_NV",
    "SPARE1_NV",
    "TEXTURE0",
    "TEXTURE1",
    "TEXTURE2",
    "TEXTURE3",
];
const READ_ONLY: [&str; 4] = ["ZERO", "CONSTANT_COLOR0_NV", "CONSTANT_COLOR1_NV", "FOG"];
const MAPPINGS: [&str; 8] = [
    "UNSIGNED_IDENTITY_NV",
    "UNSIGNED_INVERT_NV",
    "EXPAND_NORMAL_NV",
    "EXPAND_NEGATE_NV",
    "HALF_BIAS_NORMAL_NV",
    "HALF_BIAS_NEGATE_NV",
    "SIGNED_IDENTITY_NV",
    "SIGNED_NEGATE_NV",
];
const VARIABLES: [&str; 7] = [
    "VARIABLE_A_NV",
    "VARIABLE_B_NV",
    "VARIABLE_C_NV",
    "VARIABLE_D_NV",
    "VARIABLE_E_NV",
    "VARIABLE_F_NV",
    "VARIABLE_G_NV",
];
const PORTIONS: [&str; 2] = ["RGB", "ALPHA"];

/// An input of a variable.
#[derive(Debug, Clone, Copy)]
pub struct Input {
    register: &'static str,
    mapping: &'static str,
    usage: &'static str,
}

/// A portion of a general combiner.
#[derive(Debug, Clone, Copy)]
pub struct Portion {
    inputs: [Input; 4],
    outputs: [&'static str; 3],
    scale: &'static str,
    bias: bool,
    dot: [bool; 2],
    mux: bool,
}

#[derive(Debug, Clone)]
pub struct Setup {
    stages: Vec<[Portion; 2]>,
    last: [Input; 7],
    clamp_sum: bool,
    constants: [Rgba; 2],
    /// Whether PER_STAGE_CONSTANTS_NV is enabled.
    per_stage: Option<Vec<[Rgba; 2]>>,
}

fn color(random: &mut Random) -> Rgba {
    std::array::from_fn(|_| f64::from(random.below(257)) / 256.0)
}

fn register(random: &mut Random) -> &'static str {
    if random.one_in(3) {
        random.pick(&READ_ONLY)
    } else {
        random.pick(&WRITABLE)
    }
}

impl Input {
    fn random(random: &mut Random, portion: usize) -> Input {
        let own = PORTIONS[portion];
        let input = Input {
            register: register(random),
            mapping: random.pick(&MAPPINGS),
            usage: match (random.one_in(3), portion) {
                (false, _) => own,
                (true, 0) => "ALPHA",
                (true, _) => "BLUE",
            },
        };
        match input {
            // Only the final combiner reads the fog factor.
            Input {
                register: "FOG",
                usage: "ALPHA",
                ..
            } => Input {
                usage: if portion == 0 { "RGB" } else { "BLUE" },
                ..input
            },
            input => input,
        }
    }

    fn random_final(random: &mut Random, variable: usize) -> Input {
        let mut register = register(random);
        let mut usage = match (variable, random.one_in(3)) {
            (6, true) => "BLUE",
            (6, false) | (_, true) => "ALPHA",
            (_, false) => "RGB",
        };
        if variable < 4 && random.one_in(3) {
            register = match variable {
                0 => "E_TIMES_F_NV",
                _ => random.pick(&["E_TIMES_F_NV", "SPARE0_PLUS_SECONDARY_COLOR_NV"]),
            };
            usage = "RGB";
        }
        Input {
            register,
            mapping: random.pick(&["UNSIGNED_IDENTITY_NV", "UNSIGNED_INVERT_NV"]),
            usage,
        }
    }
}

impl Portion {
    fn random(random: &mut Random, portion: usize) -> Portion {
        let mut outputs = [(); 3].map(|()| {
            if random.one_in(3) {
                "DISCARD_NV"
            } else {
                random.pick(&WRITABLE)
            }
        });
        for i in 1..3 {
            if outputs[..i].contains(&outputs[i]) {
                outputs[i] = "DISCARD_NV";
            }
        }
        let scale = random.pick(&[
            "NONE",
            "NONE",
            "SCALE_BY_TWO_NV",
            "SCALE_BY_FOUR_NV",
            "SCALE_BY_ONE_HALF_NV",
        ]);
        Portion {
            inputs: [(); 4].map(|()| Input::random(random, portion)),
            outputs,
            scale,
            bias: matches!(scale, "NONE" | "SCALE_BY_TWO_NV") && random.one_in(3),
            dot: [(); 2].map(|()| portion == 0 && random.one_in(4)),
            mux: random.one_in(4),
        }
    }

    fn script(&self, stage: usize, portion: usize, out: &mut String) {
        let name = PORTIONS[portion];
        for (variable, input) in VARIABLES.iter().zip(&self.inputs) {
            let Input {
                register,
                mapping,
                usage,
            } = input;
            let _ = write!(
                out,
                "glCombinerInputNV COMBINER{stage}_NV {name} {variable} {register} {mapping} {usage};"
            );
        }
        let bias = ["NONE", "BIAS_BY_NEGATIVE_ONE_HALF_NV"][usize::from(self.bias)];
        let [ab, cd, sum] = self.outputs;
        let (scale, [dot_ab, dot_cd], mux) = (self.scale, self.dot, self.mux);
        let _ = write!(
            out,
            "glCombinerOutputNV COMBINER{stage}_NV {name} {ab} {cd} {sum} {scale} {bias} {dot_ab} {dot_cd} {mux};"
        );
    }
}

impl Setup {
    /// Makes any setup that the specification allows.
    pub fn random(random: &mut Random) -> Setup {
        let n = 1 + random.below(8) as usize;
        let stage = |random: &mut Random| std::array::from_fn(|i| Portion::random(random, i));
        let constants = |random: &mut Random| std::array::from_fn(|_| color(random));
        let per_stage = random.one_in(2);
        Setup {
            stages: (0..n).map(|_| stage(random)).collect(),
            last: std::array::from_fn(|i| Input::random_final(random, i)),
            clamp_sum: random.one_in(2),
            constants: constants(random),
            per_stage: per_stage.then(|| (0..n).map(|_| constants(random)).collect()),
        }
    }

    /// The calls that make this setup in a context.
    pub fn script(&self) -> String {
        let mut out = "glEnable REGISTER_COMBINERS_NV;".to_owned();
        let (n, clamp) = (self.stages.len(), self.clamp_sum);
        let _ = write!(
            out,
            "glCombinerParameteriNV NUM_GENERAL_COMBINERS_NV {n};\
             glCombinerParameteriNV COLOR_SUM_CLAMP_NV {clamp};"
        );
        for (i, c) in self.constants.iter().enumerate() {
            let [r, g, b, a] = c;
            let _ = write!(
                out,
                "glCombinerParameterfvNV CONSTANT_COLOR{i}_NV [{r} {g} {b} {a}];"
            );
        }
        for (stage, constants) in self.per_stage.iter().flatten().enumerate() {
            out += "glEnable PER_STAGE_CONSTANTS_NV;";
            for (i, [r, g, b, a]) in constants.iter().enumerate() {
                let _ = write!(
                    out,
                    "glCombinerStageParameterfvNV COMBINER{stage}_NV CONSTANT_COLOR{i}_NV [{r} {g} {b} {a}];"
                );
            }
        }
        for (stage, portions) in self.stages.iter().enumerate() {
            for (i, portion) in portions.iter().enumerate() {
                portion.script(stage, i, &mut out);
            }
        }
        // E and F come first, then the variables that may read their product.
        for (variable, input) in VARIABLES.iter().zip(&self.last) {
            let Input {
                register,
                mapping,
                usage,
            } = input;
            let _ = write!(
                out,
                "glFinalCombinerInputNV {variable} {register} {mapping} {usage};"
            );
        }
        out
    }

    /// Returns the colour of a fragment whose registers (fog, colours, textures) have these values. It is `None` if a mux
    /// is too close to its threshold for the driver's precision.
    pub fn evaluate(&self, initial: &Registers) -> Option<Rgba> {
        let mut registers = initial.clone();
        registers.insert("ZERO", [0.0; 4]);
        registers.insert("SPARE1_NV", [0.0; 4]);
        let alpha = initial.get("TEXTURE0").map_or(0.0, |texture| texture[3]);
        registers.insert("SPARE0_NV", [0.0, 0.0, 0.0, alpha]);
        for (n, stage) in self.stages.iter().enumerate() {
            let constants = match &self.per_stage {
                Some(own) => own[n],
                None => self.constants,
            };
            registers.insert("CONSTANT_COLOR0_NV", constants[0]);
            registers.insert("CONSTANT_COLOR1_NV", constants[1]);
            registers = general(stage, &registers)?;
        }
        registers.insert("CONSTANT_COLOR0_NV", self.constants[0]);
        registers.insert("CONSTANT_COLOR1_NV", self.constants[1]);
        Some(self.last(&registers))
    }

    fn last(&self, registers: &Registers) -> Rgba {
        let mut registers = registers.clone();
        let value = |i: usize, registers: &Registers| variable(&self.last[i], registers);
        let (e, f) = (value(4, &registers), value(5, &registers));
        registers.insert("E_TIMES_F_NV", [e[0] * f[0], e[1] * f[1], e[2] * f[2], 0.0]);
        let (spare, secondary) = (registers["SPARE0_NV"], registers["SECONDARY_COLOR_NV"]);
        let sum = |i: usize| {
            let sum = spare[i].max(0.0) + secondary[i].max(0.0);
            if self.clamp_sum { sum.min(1.0) } else { sum }
        };
        registers.insert(
            "SPARE0_PLUS_SECONDARY_COLOR_NV",
            [sum(0), sum(1), sum(2), 0.0],
        );
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| value(i, &registers));
        let rgb = |i: usize| (a[i] * b[i] + (1.0 - a[i]) * c[i] + d[i]).min(1.0);
        [rgb(0), rgb(1), rgb(2), value(6, &registers)[3]]
    }
}

/// Table NV_register_combiners.4.
fn mapped(mapping: &str, e: f64) -> f64 {
    match mapping {
        "UNSIGNED_IDENTITY_NV" => e.max(0.0),
        "UNSIGNED_INVERT_NV" => 1.0 - e.clamp(0.0, 1.0),
        "EXPAND_NORMAL_NV" => 2.0 * e.max(0.0) - 1.0,
        "EXPAND_NEGATE_NV" => -2.0 * e.max(0.0) + 1.0,
        "HALF_BIAS_NORMAL_NV" => e.max(0.0) - 0.5,
        "HALF_BIAS_NEGATE_NV" => -e.max(0.0) + 0.5,
        "SIGNED_IDENTITY_NV" => e,
        "SIGNED_NEGATE_NV" => -e,
        other => panic!("{other} is no mapping"),
    }
}

/// The value of a variable. RGB portions use red, green and blue, alpha portions the last component.
fn variable(input: &Input, registers: &Registers) -> Rgba {
    let register = registers[input.register];
    let [r, g, b, a] = register.map(|e| mapped(input.mapping, e));
    match input.usage {
        "RGB" => [r, g, b, f64::NAN],
        "BLUE" => [f64::NAN, f64::NAN, f64::NAN, b],
        _ => [a; 4],
    }
}

/// Runs a general combiner. Returns the registers of the next stage.
fn general(stage: &[Portion; 2], registers: &Registers) -> Option<Registers> {
    // Both portions read the registers as they were before the stage.
    let mut written = registers.clone();
    for (portion, components) in stage.iter().zip([0..3, 3..4]) {
        let [a, b, c, d] = portion
            .inputs
            .each_ref()
            .map(|input| variable(input, registers));
        let product = |x: &Rgba, y: &Rgba, dot: bool, i: usize| {
            if dot {
                x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
            } else {
                x[i] * y[i]
            }
        };
        let scale = match portion.scale {
            "SCALE_BY_TWO_NV" => 2.0,
            "SCALE_BY_FOUR_NV" => 4.0,
            "SCALE_BY_ONE_HALF_NV" => 0.5,
            _ => 1.0,
        };
        let bias = if portion.bias { -0.5 } else { 0.0 };
        let select = registers["SPARE0_NV"][3];
        // Rounding may decide a selector so near to a half, so the case is left out.
        if portion.mux && (select - 0.5).abs() < 1e-3 {
            return None;
        }
        // The outputs: two products, and their sum or the selected one.
        for i in components {
            let ab = product(&a, &b, portion.dot[0], i);
            let cd = product(&c, &d, portion.dot[1], i);
            let sum = if !portion.mux {
                ab + cd
            } else if select < 0.5 {
                ab
            } else {
                cd
            };
            for (register, value) in portion.outputs.iter().zip([ab, cd, sum]) {
                if let Some(place) = written.get_mut(register) {
                    place[i] = ((value + bias) * scale).clamp(-1.0, 1.0);
                }
            }
        }
    }
    Some(written)
}
