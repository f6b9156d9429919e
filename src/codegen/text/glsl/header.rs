//! What the head of a shader in GLSL says otherwise than that of a program in assembly.

use super::names::{attribute_name, name};
use crate::codegen::text::header::{Header, Variable};
use crate::codegen::text::profile::Writing;
use crate::frontend::c_like::cg::Declared;
use crate::frontend::c_like::entry::{Connector, Uniform};
use crate::ir::interface::fragment_input;

impl Header<'_> {
    /// The same of a shader in GLSL: uniforms come first. State of the API is none, and those of which nothing reads a part
    /// are left out.
    pub(in crate::codegen::text) fn glsl_variables(
        &self,
        parameters: &[Declared<'_>],
        globals: &[Declared<'_>],
    ) -> Vec<Variable> {
        let entry = self.entry;
        let [n_uniforms, n_samplers] = entry.n_outside;
        let uniforms = entry.uniforms.split_at(n_uniforms);
        let samplers = entry.samplers.split_at(n_samplers);
        let places = { parameters.iter().zip(0..) }.chain(globals.iter().map(|g| (g, -1)));
        let mut all = Vec::new();
        for (declared, n) in places.clone() {
            let [numbers, units] = match n >= 0 {
                true => [
                    self.numbers(uniforms.1, declared.name, n),
                    self.samplers(samplers.1, declared.name, n),
                ],
                false => [
                    self.numbers(uniforms.0, declared.name, n),
                    self.samplers(samplers.0, declared.name, n),
                ],
            };
            let own = numbers.into_iter().chain(units);
            let own: Vec<Variable> = own.filter(|v| !is_state(&v.semantic)).collect();
            if own.iter().any(|v| v.is_used) {
                all.extend(own);
            }
        }
        for (declared, n) in places.clone() {
            all.extend(self.inputs(declared.name, n));
        }
        for (declared, n) in places {
            all.extend(self.outputs(declared.name, n));
        }
        all.extend(self.outputs(&entry.name, -1));
        all
    }

    /// What an input of a shader in GLSL is called otherwise than by its register: a declared attribute, or a member of a structure
    /// of fragments, by their semantics.
    pub(in crate::codegen::text) fn glsl_input(
        &self,
        connector: &Connector,
        vec4: Option<u32>,
        is_output: bool,
    ) -> Option<String> {
        if self.profile.writing != Writing::Glsl || is_output {
            return None;
        }
        if !self.profile.machine.is_pixel {
            return attribute_name(self.entry, vec4?);
        }
        // The position of a vertex is nothing that fragments read.
        let is_position = vec4 == Some(fragment_input::POSITION);
        let semantic = connector.semantic.as_ref().filter(|_| !is_position);
        let named = semantic.filter(|_| connector.name.contains('.') && connector.rows == 1);
        named.map(|s| s.name.clone())
    }

    /// Where a uniform of a shader in GLSL lies: the name of its first row.
    pub(in crate::codegen::text) fn glsl_place(
        &self,
        uniform: &Uniform,
        first_row: u32,
        n: i32,
    ) -> String {
        let own = name(self.entry, &uniform.name, n >= 0);
        match uniform.n_rows() {
            1 => own,
            _ => format!("{own}[{first_row}]"),
        }
    }
}

/// Whether a semantic names state of the API.
fn is_state(semantic: &str) -> bool {
    let start = semantic.get(..6);
    start.is_some_and(|start| start.eq_ignore_ascii_case("state."))
}
