//! Samplers without a kind (`sampler`), which get one where the program looks up. The results may depend on one kind only.

use super::value::{Needs, Part, Parts, Value};
use super::walk::Walk;
use crate::frontend::c_like::cg::profile::Registers;
use crate::frontend::c_like::rule::capability::Capability;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{SamplerKind, Type, Types};
use crate::ir::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// The library's parameter by which a look-up is moved, in texels.
const TEXEL_OFFSET: &str = "o";

/// The samplers without a kind that the application gives, and how they are read.
#[derive(Default)]
pub(super) struct Samplers {
    /// Where each is reported; a sampler's number is its place here.
    declared: Vec<Span>,
    /// Each sampler with each kind that it is read as, and the number of this need in [`Needs`].
    read: FxHashMap<(usize, SamplerKind), usize>,
}

impl Walk<'_> {
    /// Gives numbers to the samplers of uniforms. A number is the value of its sampler wherever that goes.
    pub(super) fn number_samplers(&mut self, entry: &Function) {
        let globals = self.module.globals.iter().enumerate();
        for (i, global) in globals.filter(|(_, g)| g.storage == Storage::Uniform) {
            let variable = VariableRef::Global(GlobalId(i as u32));
            self.number(variable, global.ty, global.span);
        }
        for (i, parameter) in entry
            .variables
            .iter()
            .take(entry.parameters.len())
            .enumerate()
        {
            let variable = VariableRef::Local(VariableId(i as u32));
            self.number(variable, parameter.ty, Span::NONE);
        }
    }

    /// Numbers the samplers of a variable. Those of text in GLSL are reported where they are declared, unless they are
    /// parts of something.
    fn number(&mut self, variable: VariableRef, ty: Type, span: Span) {
        let is_whole = matches!(ty, Type::Sampler(_));
        let is_text = self.writes_glsl();
        if is_text && !is_whole || self.profile.registers == Registers::HlslFragment {
            return;
        }
        let mut leaves = Vec::new();
        kindless(&self.module.types, ty, 0, &mut leaves);
        if leaves.is_empty() {
            return;
        }
        let mut parts = Parts::default();
        for at in leaves {
            let number = Value::Number(self.samplers.declared.len() as f64);
            parts.set(at as usize, Part::new(Some(number), Needs::default()));
            self.samplers
                .declared
                .push(if is_text { span } else { Span::NONE });
        }
        let n = self.module.types.count(ty);
        self.values.set_slice(variable, 0, n, &parts);
    }

    pub(super) fn writes_glsl(&self) -> bool {
        matches!(
            self.profile.registers,
            Registers::GlslVertex | Registers::GlslFragment
        )
    }

    /// A function of the library reads samplers: what its result needs of them.
    pub(super) fn sampled(
        &mut self,
        function: &Function,
        arguments: &[Parts],
        span: Span,
    ) -> Needs {
        let mut needs = Needs::default();
        for (parameter, argument) in function.variables.iter().zip(arguments) {
            let is_offset = parameter.name == TEXEL_OFFSET && !self.writes_glsl();
            if is_offset && !argument.is_constant() {
                needs = needs.and(self.pending(Capability::TexelOffset, span));
            }
            let Type::Sampler(kind) = parameter.ty else {
                continue;
            };
            if let Some(Value::Number(number)) = argument.get(0).value {
                let key = (number as usize, kind);
                let next = self.next_need();
                let i = *self.samplers.read.entry(key).or_insert(next);
                if i == next {
                    self.push_pending(Capability::SamplerKinds, Span::NONE);
                }
                needs = needs.and(Needs::one(i));
            }
        }
        needs
    }

    /// Where samplers are reported that results need as two kinds.
    pub(super) fn mixed_samplers(&self, results: Needs) -> Vec<(Capability, Span)> {
        let needed = self.samplers.read.iter().filter(|(_, i)| results.has(**i));
        let mut known = FxHashSet::default();
        let mut mixed: Vec<usize> = needed
            .filter(|((number, _), _)| !known.insert(*number))
            .map(|((number, _), _)| *number)
            .collect();
        mixed.sort_unstable();
        let capability = if self.writes_glsl() {
            Capability::SamplerType
        } else {
            Capability::SamplerKinds
        };
        let places = mixed.iter().map(|number| self.samplers.declared[*number]);
        places.map(|span| (capability, span)).collect()
    }
}

/// The samplers without a kind in a value, by the numbers of its scalars from `at` on: those that are followed one by one.
fn kindless(types: &Types, ty: Type, at: u32, found: &mut Vec<u32>) {
    if at as usize >= Parts::MOST {
        return;
    }
    match ty {
        Type::Sampler(SamplerKind::Any) => found.push(at),
        Type::Struct(id) => {
            let mut at = at;
            for member in &types.structure(id).members {
                kindless(types, member.ty, at, found);
                at = at.saturating_add(types.count(member.ty));
            }
        }
        Type::Array(id) => {
            let (element, n) = types.array_of(id);
            let size = types.count(element).max(1);
            for i in 0..n.min(Parts::MOST as u32) {
                kindless(
                    types,
                    element,
                    at.saturating_add(i.saturating_mul(size)),
                    found,
                );
            }
        }
        _ => {}
    }
}
