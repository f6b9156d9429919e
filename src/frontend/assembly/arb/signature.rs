//! Assembly programs as functions over arrays. Attributes, parameters and results have the names of their language.

use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::arb::parse::native::fragment::RESULTS;
use crate::frontend::assembly::arb::print::binding::{binding, result};
use crate::frontend::assembly::arb::print::native;
use crate::frontend::assembly::arb::print::program::source;
use crate::frontend::assembly::arb::program::ArbProgram;
use crate::frontend::assembly::operand::{Source, Target};
use crate::frontend::binding::Binding;
use crate::ir::interface::varying;
use crate::ir::signature::{Direction, Facts, Parameter, Scalar, Signature};
use crate::ir::{Op, Program};
use std::sync::Arc;

/// The function's name: these languages have one program in a text.
const NAME: &str = "main";

impl ArbProgram {
    /// The code, its signature, and the initial values of its uniforms. The signature has vectors of four floats: the
    /// attributes read, then the parameters, which are the same for all elements, then the results written. The
    /// uniforms hold constants, and replacements of GL state that no program can name.
    pub fn function(&self) -> (Arc<Program>, Signature, Vec<f32>) {
        let code = self.code();
        let slots = |op: Op| slots_of(&code.program, op);
        // The parameters are what the program reads and writes, as vectors named by its text.
        let inputs = slots(Op::LoadInput).into_iter().map(|n| {
            let name = source(&self.parsed, Source::Input(n));
            vector(name, Direction::In(4 * n))
        });
        let uniforms = code.bindings.iter().zip(0..).filter_map(|(b, row)| {
            let name = self.parameter_name(b)?;
            Some(vector(name, Direction::Uniform(4 * row)))
        });
        let outputs = slots(Op::StoreOutput).into_iter().map(|n| {
            let name = self.result_name(n);
            vector(name, Direction::Out(4 * n))
        });
        let parameters = inputs.chain(uniforms).chain(outputs).collect();
        // The values of uniforms where the caller gives none.
        let values = code.bindings.iter().flat_map(|b| match b {
            Binding::Constant(value) => *value,
            Binding::Named(n) => self.named()[*n as usize].1,
            Binding::Scene(state) => state.default_value(),
            Binding::Env(_) | Binding::Local(_) => [0.0; 4],
        });
        let name = NAME.to_owned();
        (
            code.program.clone(),
            Signature {
                name,
                parameters,
                samplers: Vec::new(),
            },
            values.collect(),
        )
    }

    fn parameter_name(&self, parameter: &Binding) -> Option<String> {
        match parameter {
            Binding::Constant(_) => None,
            hidden if hidden.is_hidden() => None,
            Binding::Named(n) => Some(self.named()[*n as usize].0.clone()),
            Binding::Env(n) if self.language().is_native() => Some(format!("c[{n}]")),
            Binding::Local(n) if self.language().is_native() => Some(format!("p[{n}]")),
            other => Some(binding(other)),
        }
    }

    /// A native program's names for the inputs that it reads and the results that it writes, by vec4. `None` for
    /// programs that use the names of ARB programs.
    pub fn native_names(&self) -> Option<[Vec<(u32, String)>; 2]> {
        let code = self.language().is_native().then(|| self.code())?;
        let named = |op, name: &dyn Fn(u32) -> String| {
            let slots = slots_of(&code.program, op).into_iter();
            slots.map(|n| (n, name(n))).collect()
        };
        let input = |n| source(&self.parsed, Source::Input(n));
        Some([
            named(Op::LoadInput, &input),
            named(Op::StoreOutput, &|n| self.result_name(n)),
        ])
    }

    fn result_name(&self, output: u32) -> String {
        let p = &self.parsed;
        match self.language() {
            Language::Vsp10 => format!("c[{}]", self.state_parameters()[output as usize]),
            Language::Vp20 if output == varying::CLIP_0 => "o[CLP0..3]".to_owned(),
            Language::Vp20 if output == varying::CLIP_0 + 1 => "o[CLP4..5]".to_owned(),
            _ if !p.fragment && output == varying::CLIP_0 => "result.clip[0..3]".to_owned(),
            _ if !p.fragment && output == varying::CLIP_0 + 1 => "result.clip[4..5]".to_owned(),
            Language::Fp10 => {
                let mut rows = RESULTS.iter().filter(|r| r.1 == output);
                let first = rows.clone().next().expect("a result of the table");
                let written = rows.find(|r| p.output_sizes.contains(&(output, r.2)));
                format!("o[{}]", written.unwrap_or(first).0)
            }
            language if language.is_native() => native::target(p, Target::Output(output)),
            _ => result(p.fragment, p.draw_buffers, output),
        }
    }
}

fn vector(name: String, direction: Direction) -> Parameter {
    Parameter {
        name,
        direction,
        scalar: Scalar::F32,
        components: 4,
        count: 1,
        facts: Facts::default(),
    }
}

/// The vec4s that these instructions name, ascending.
fn slots_of(program: &Program, op: Op) -> Vec<u32> {
    let named = program.insts().filter(|i| i.op == op);
    let mut vec4s: Vec<u32> = named.map(|i| i.imm[0] / 4).collect();
    vec4s.sort_unstable();
    vec4s.dedup();
    vec4s
}
