//! Notes of combiners for explanations: each mapped variable with its register, and the registers' new values.

use super::lower::Combiners;
use super::registers::{TEXTURES, WRITABLE};
use super::scalar::Term;
use super::setup::*;
use crate::ir::{Noted, ValueId};

/// The names of the general combiners in notes.
const GENERAL: [&str; MAX_STAGES] = [
    "general combiner 0",
    "general combiner 1",
    "general combiner 2",
    "general combiner 3",
    "general combiner 4",
    "general combiner 5",
    "general combiner 6",
    "general combiner 7",
];

/// The number of variable G among those of [`VARIABLES`]; A to D are 0 to 3.
pub(super) const G: usize = 4;

macro_rules! variables {
    (@ $variable:literal $register:literal) => {
        [
            concat!($variable, " (", $register, ")"),
            concat!($variable, " (", $register, ".blue)"),
            concat!($variable, " (", $register, ".alpha)"),
        ]
    };
    ($($register:literal)*) => {
        [$([
            variables!(@ "A" $register),
            variables!(@ "B" $register),
            variables!(@ "C" $register),
            variables!(@ "D" $register),
            variables!(@ "G" $register),
        ]),*]
    };
}

/// Indices in [`VARIABLES`].
const SPARE0_PLUS_SECONDARY: usize = 8 + TEXTURES;
const E_TIMES_F: usize = SPARE0_PLUS_SECONDARY + 1;

/// The name of a variable in notes: its source, its letter, and the components that it reads (its own, blue, alpha).
const VARIABLES: [[[&str; 3]; G + 1]; E_TIMES_F + 1] = variables![
    "zero" "constant0" "constant1" "fog" "primary" "secondary" "spare0" "spare1"
    "texture0" "texture1" "texture2" "texture3" "texture4" "texture5" "texture6" "texture7"
    "spare0 + secondary" "E * F"
];

/// The name of variable `variable` where `own` are a portion's own components.
pub(super) fn name(variable: usize, source: FinalSource, usage: Usage, own: Usage) -> &'static str {
    let place = match source {
        FinalSource::Register(Register::Zero) => 0,
        FinalSource::Register(Register::Constant0) => 1,
        FinalSource::Register(Register::Constant1) => 2,
        FinalSource::Register(Register::Fog) => 3,
        FinalSource::Register(Register::Primary) => 4,
        FinalSource::Register(Register::Secondary) => 5,
        FinalSource::Register(Register::Spare0) => 6,
        FinalSource::Register(Register::Spare1) => 7,
        FinalSource::Register(Register::Texture(n)) => 8 + usize::from(n) % TEXTURES,
        FinalSource::Spare0PlusSecondary => SPARE0_PLUS_SECONDARY,
        FinalSource::ETimesF => E_TIMES_F,
    };
    let components = match usage {
        usage if usage == own => 0,
        Usage::Rgb => 0,
        Usage::Blue => 1,
        Usage::Alpha => 2,
    };
    VARIABLES[place][variable][components]
}

impl Combiners<'_> {
    /// Notes that general combiner `n` begins, and the mapped variables that its portions use.
    pub(super) fn note_variables(&mut self, stage: &Stage, n: usize) {
        self.b.note_fact(GENERAL[n % MAX_STAGES], &[]);
        for variable in 0..4 {
            let name_of = |portion: &Portion, own| {
                let input = portion.inputs[variable];
                name(
                    variable,
                    FinalSource::Register(input.register),
                    input.usage,
                    own,
                )
            };
            let names = [
                name_of(&stage.rgb, Usage::Rgb),
                name_of(&stage.alpha, Usage::Alpha),
            ];
            let rgb = [0, 1, 2].map(|i| self.variable(&stage.rgb, variable, i));
            let alpha = self.variable(&stage.alpha, variable, 3);
            self.note_variable(names, [rgb[0], rgb[1], rgb[2], alpha]);
        }
    }

    /// Component `i` of a variable of a portion that uses it.
    fn variable(&mut self, portion: &Portion, variable: usize, i: usize) -> Option<ValueId> {
        let [ab, cd, sum] = portion.output.registers;
        let of_pair = if variable < 2 { ab } else { cd };
        of_pair.or(sum)?;
        let term = self.input(portion.inputs[variable], i);
        Some(self.value(term))
    }

    /// Notes a variable's values under its names for colours and for alpha.
    fn note_variable(&mut self, [colour, alpha]: [&'static str; 2], values: [Option<ValueId>; 4]) {
        let [r, g, b, a] = values;
        let notes = if colour == alpha {
            vec![(colour, values)]
        } else {
            vec![(colour, [r, g, b, None]), (alpha, [None, None, None, a])]
        };
        for (name, values) in notes {
            if values.iter().any(Option::is_some) {
                self.b.note(Noted::Fact(name), values);
            }
        }
    }

    /// Notes the registers that a general combiner has written.
    pub(super) fn note_written(&mut self, stage: &Stage) {
        let portions = [&stage.rgb, &stage.alpha].map(|portion| portion.output.registers);
        let is_written = |register: &Register| portions.as_flattened().contains(&Some(*register));
        for (register, name) in WRITABLE.into_iter().filter(|(r, _)| is_written(r)) {
            if let Some(value) = self.registers.writable(register) {
                self.b.note_fact(name, &value.map(|scalar| scalar.value));
            }
        }
    }

    /// Notes the variables of the final combiner: A to D by component, and G, which is its alpha.
    pub(super) fn note_last(&mut self, last: &FinalStage, colours: [[Term; 3]; 4], alpha: ValueId) {
        for (variable, terms) in colours.into_iter().enumerate() {
            let input = last.inputs[variable];
            let name = name(variable, input.source, input.usage, Usage::Rgb);
            let [r, g, b] = terms.map(|term| Some(self.value(term)));
            self.b.note(Noted::Fact(name), [r, g, b, None]);
        }
        let input = last.inputs[6];
        let name = name(G, input.source, input.usage, Usage::Alpha);
        self.b
            .note(Noted::Fact(name), [None, None, None, Some(alpha)]);
    }
}
