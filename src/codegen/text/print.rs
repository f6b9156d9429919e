//! The text: its first lines, the head, declarations, instructions.

use super::body::Body;
use super::constants::{Constants, Held, printable};
use super::error::TextError;
use super::glsl;
use super::header::{Header, Variable};
use super::names::Names;
use super::options::{CgText, TextOptions};
use super::profile::{Profile, Writing};
use super::target::held;
use crate::codegen::allocate::Given;
use crate::codegen::lines::{Code, Line, Where};
use crate::codegen::machine::Opcode;
use crate::codegen::target::Target;
use crate::frontend::assembly::arb::names;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::cg::Program;
use crate::frontend::c_like::entry::{Entry, live};
use std::collections::BTreeMap;

/// What a text is printed of.
pub(super) struct Text<'t> {
    pub(super) profile: &'t Profile,
    pub(super) entry: &'t Entry,
    pub(super) target: &'t Target<'t>,
    pub(super) constants: &'t Constants,
    pub(super) is_invariant: bool,
}

impl Text<'_> {
    pub(super) fn print(
        &self,
        program: &Program,
        options: &TextOptions,
        made: &(Code, Vec<Given>),
    ) -> Result<CgText, TextError> {
        let (code, given) = made;
        let held = held(self.constants, &code.definitions);
        if self.profile.writing == Writing::Glsl {
            return self.glsl(program, options, &held, made);
        }
        let names = match self.profile.writing {
            Writing::NvFragment => Names::new(self.entry, self.constants, &held),
            _ => Names::default(),
        };
        let body = Body {
            profile: self.profile,
            target: self.target,
            given,
            has_several_colors: self.entry.colors > 1,
            constants: &names.constants,
        };
        let body = body.print(code)?;
        let temporaries = temporaries(code, given);
        let mut text = format!("{}\n", self.profile.head);
        text += &self.options(options);
        let (head, variables) = self.head(program, options, &held, code)?;
        text += &head;
        text += &match self.profile.writing {
            Writing::NvVertex => String::new(),
            Writing::NvFragment => names.declarations,
            _ => self.declarations(&held, code, temporaries),
        };
        for line in &body.lines {
            text += line;
            text.push('\n');
        }
        text += "END\n";
        let instructions = body.count();
        text += &format!("# {instructions} instructions, {temporaries} R-regs\n");
        Ok(CgText {
            text,
            instructions,
            temporaries,
            rows: self.constants.locals(),
            variables,
            names: names.constants,
            constants: match self.profile.writing {
                Writing::NvVertex | Writing::NvFragment => others(&held),
                _ => Vec::new(),
            },
        })
    }

    /// A shader in GLSL, whose comments begin otherwise.
    fn glsl(
        &self,
        program: &Program,
        options: &TextOptions,
        held: &BTreeMap<u32, Held>,
        made: &(Code, Vec<Given>),
    ) -> Result<CgText, TextError> {
        let (head, variables) = self.head(program, options, held, &made.0)?;
        let (body, instructions) = glsl::print(self, held, made)?;
        let mut text = String::new();
        for line in head.lines() {
            text += &format!("//{}\n", line.trim_start_matches('#'));
        }
        Ok(CgText {
            text: text + &body,
            instructions,
            temporaries: temporaries(&made.0, &made.1),
            rows: self.constants.locals(),
            variables,
            names: BTreeMap::new(),
            constants: Vec::new(),
        })
    }

    /// The comments at the head, and the variables that they list.
    fn head(
        &self,
        program: &Program,
        options: &TextOptions,
        held: &BTreeMap<u32, Held>,
        code: &Code,
    ) -> Result<(String, Vec<Variable>), TextError> {
        let kills = code.lines.iter().filter(|l| l.opcode == Opcode::TexKill);
        let header = Header {
            profile: self.profile,
            program,
            entry: self.entry,
            constants: self.constants,
            options,
            is_invariant: self.is_invariant,
            live: &live::values(&self.entry.code.program, |_| false),
            n_kills: match self.profile.writing {
                Writing::Glsl => 0,
                _ => kills.count(),
            },
        };
        header.print(held).map_err(TextError::Program)
    }

    /// The declarations of registers, in the languages that have them.
    fn declarations(&self, held: &BTreeMap<u32, Held>, code: &Code, temporaries: usize) -> String {
        let mut out = parameters(held);
        for n in 0..temporaries {
            out += &format!("TEMP R{n};\n");
        }
        // What sets a condition code alone is written there.
        let chooses = self.target.machine.chooses_by_condition;
        let tests = |l: &Line| l.comparison.is_some() || chooses && l.opcode == Opcode::Cmp;
        if code.lines.iter().any(tests) {
            out += "TEMP RC;\n";
        }
        if code.lines.iter().any(|l| l.opcode == Opcode::Mova) {
            out += "ADDRESS A0;\n";
        }
        out
    }

    fn options(&self, asked: &TextOptions) -> String {
        if matches!(
            self.profile.writing,
            Writing::NvVertex | Writing::NvFragment
        ) {
            return match self.is_invariant {
                true => "OPTION NV_position_invariant;\n".to_owned(),
                false => String::new(),
            };
        }
        let options = [
            (asked.from_top, "ARB_fragment_coord_origin_upper_left"),
            (asked.is_integer, "ARB_fragment_coord_pixel_center_integer"),
            (self.is_invariant, "ARB_position_invariant"),
            (self.entry.shadow_units != 0, "ARB_fragment_program_shadow"),
            (self.entry.colors > 1, "ARB_draw_buffers"),
        ];
        let named = options.iter().filter(|(has, _)| *has);
        let all = self
            .profile
            .option
            .into_iter()
            .chain(named.map(|(_, name)| *name));
        all.map(|name| format!("OPTION {name};\n")).collect()
    }
}

/// What registers hold that is no parameter of the program.
fn others(held: &BTreeMap<u32, Held>) -> Vec<(u32, Binding)> {
    let all = held.iter().filter_map(|(n, what)| match what {
        Held::Local => None,
        Held::State(state) => Some((*n, Binding::Scene(*state))),
        Held::Literal(words) => Some((*n, Binding::Constant(words.map(printable)))),
    });
    all.collect()
}

/// How many temporaries there are.
pub(super) fn temporaries(code: &Code, given: &[Given]) -> usize {
    let of_line = code.lines.iter().flat_map(|l| {
        let reads = l.reads.iter().map(|r| r.from);
        reads.chain(l.to.map(|(to, _)| to))
    });
    let registers = of_line.filter_map(|at| match at {
        Where::Virtual(v) => Some(given[v as usize].register as usize + 1),
        _ => None,
    });
    registers.max().unwrap_or(0)
}

/// The array of all constants. Where nothing is, it has the local parameter of the number.
fn parameters(held: &BTreeMap<u32, Held>) -> String {
    let Some((last, _)) = held.last_key_value() else {
        return String::new();
    };
    let of = |n: u32| match held.get(&n).copied() {
        None | Some(Held::Local) => Binding::Local(n),
        Some(Held::State(state)) => Binding::Scene(state),
        Some(Held::Literal(words)) => Binding::Constant(words.map(printable)),
    };
    let all: Vec<Binding> = (0..=*last).map(of).collect();
    let runs = all.chunk_by(follows);
    let parts: Vec<String> = runs
        .map(|run| match run {
            [Binding::Constant(words)] => names::vector(words),
            [one] => names::binding(one),
            _ => names::binding_range(&run[0], run.len() as u32),
        })
        .collect();
    format!("PARAM c[{}] = {{ {} }};\n", last + 1, parts.join(",\n\t\t"))
}

/// Whether one binding is the next of another one: of local parameters, or of a matrix.
fn follows(a: &Binding, b: &Binding) -> bool {
    match (a, b) {
        (Binding::Local(a), Binding::Local(b)) => a + 1 == *b,
        (
            Binding::Scene(SceneValue::MatrixRow(name, form, row)),
            Binding::Scene(SceneValue::MatrixRow(next, as_form, next_row)),
        ) => (name, form, row + 1) == (next, as_form, *next_row),
        _ => false,
    }
}
