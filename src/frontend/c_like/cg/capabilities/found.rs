//! The question to the walk, and what it finds.

use super::value::{Parts, Unset};
use super::walk::Walk;
use crate::frontend::c_like::cg::profile::{Profile, Registers};
use crate::frontend::c_like::rule::capability::Capability;
use crate::frontend::c_like::tree::*;
use crate::ir::Span;
use rustc_hash::FxHashSet;

/// The capabilities that an entry needs and the profile lacks, in the order in which the reference looks for them, and the
/// variables that it reads before they are written.
pub(crate) fn check_capabilities(profile: &Profile, module: &Module, entry: FunctionId) -> Found {
    let mut walk = Walk::new(profile, module, entry);
    let mut outputs = Vec::new();
    for (i, global) in module.globals.iter().enumerate() {
        if global.storage != Storage::Static {
            continue;
        }
        let n = module.types.count(global.ty);
        let parts = match &global.value {
            Some(e) => walk.expression(e),
            None => Parts::unset(walk.unset(&global.name, global.span), n),
        };
        let variable = VariableRef::Global(GlobalId(i as u32));
        walk.values.set_slice(variable, 0, n, &parts);
    }
    if let Some(function) = module.functions.get(entry.0 as usize) {
        walk.number_samplers(function);
        for (i, parameter) in function.parameters.iter().enumerate() {
            if parameter.direction == Direction::Out {
                let parts = walk.unset_parts(function, i);
                let variable = VariableRef::Local(VariableId(i as u32));
                walk.values.begin(variable, parts);
            }
        }
        walk.statements(&function.body);
        walk.outputs(None);
        outputs = walk.unset_outputs(function);
    }
    let mut found = walk.found();
    found.unset.extend(outputs);
    // The texts in HLSL give each variable a first value.
    if matches!(
        profile.registers,
        Registers::HlslVertex | Registers::HlslFragment
    ) {
        found.unset.clear();
    }
    found
}

/// What a walk finds.
pub(crate) struct Found {
    /// The capabilities that the profile lacks.
    pub(crate) needs: Vec<(Capability, Span)>,
    /// Variables that the results depend on before they are written: names, and where they are declared.
    pub(crate) unset: Vec<(String, Span)>,
}

impl Walk<'_> {
    /// What the program needs: of the earlier ones of the reference's phases all, of the last one if it is alone.
    fn found(self) -> Found {
        let results = self.results;
        let mixed = self.mixed_samplers(results);
        let read = self.read_unset.into_iter();
        let mut read: Vec<(Unset, usize)> = read.filter(|(_, i)| results.has_unset(*i)).collect();
        read.sort_unstable();
        let named = read.iter().map(|(u, _)| u.get() as usize - 1);
        let unset = named.filter_map(|i| self.unset.get(i).cloned()).collect();
        let pending = self.pending.into_iter().enumerate();
        let needed = pending
            .filter(|(i, (c, _))| results.has(*i) && *c != Capability::SamplerKinds)
            .map(|(_, need)| need);
        let mut found: Vec<_> = needed.chain(self.found).chain(mixed).collect();
        let mut known = FxHashSet::default();
        found.retain(|(c, span)| known.insert((*c, span.start, span.end)));
        let rank = |c: Capability| match c.code() {
            5508 | 5043 => 0,
            5010..=5013 => 1,
            5014 => 2,
            _ => 3,
        };
        found.sort_by_key(|(c, _)| rank(*c));
        let is_late = found.first().is_some_and(|(c, _)| rank(*c) == 3);
        found.retain(|(c, _)| is_late || rank(*c) < 3);
        Found {
            needs: found,
            unset,
        }
    }
}
