//! The variables that are read and that the text gives a register: it is of the right kind, and each has its own.

use super::register;
use crate::frontend::assembly::d3d::ctab::{Entry, RegisterSet};
use crate::frontend::c_like::hlsl::constants::Constants;
use crate::frontend::c_like::hlsl::profile::Profile;
use crate::frontend::c_like::hlsl::program::StageEntry;
use crate::frontend::c_like::hlsl::strict::Refusal;
use crate::frontend::c_like::tree::{Global, Module, Storage};
use crate::frontend::c_like::types::Type;
use crate::ir::Span;

/// The reference's number for a register that does not hold its variable.
const WRONG_KIND: u32 = 4509;

/// A constant that is read, with its variable and the register that the text gives it.
type Given<'m> = (&'m Entry, &'m Global, (char, u32));

fn given<'m>(module: &'m Module, constants: &'m Constants) -> impl Iterator<Item = Given<'m>> {
    constants.entries.iter().filter_map(|entry| {
        let mut globals = module.globals.iter();
        let is_own = |g: &&Global| g.storage == Storage::Uniform && g.name == entry.name;
        let global = globals.find(is_own)?;
        Some((entry, global, register(global.semantic.as_ref()?)?))
    })
}

/// Refuses registers of the wrong kind, and those of two variables.
pub(in crate::frontend::c_like::hlsl) fn given_registers(
    profile: &Profile,
    module: &Module,
    made: &StageEntry,
) -> Option<Refusal> {
    let constants = &made.constants;
    let fits = |(_, global, (set, number)): &Given<'_>| match (set, element(module, global)) {
        ('s' | 't', Type::Sampler(kind)) => (*set == 't') == kind.of_texture().is_some(),
        ('c', ty) => !matches!(ty, Type::Sampler(_)),
        ('i' | 'b', ty) => {
            let limit = profile.constants[if *set == 'i' { 1 } else { 2 }];
            ty.scalar().is_some_and(|s| !s.is_real()) && *number < limit
        }
        _ => false,
    };
    if let Some((_, global, _)) = given(module, constants).find(|g| !fits(g)) {
        let why = "this register does not hold such a variable";
        return Some((why, WRONG_KIND, global.span));
    }
    shared(module, made)
}

/// Two variables that are read from one register.
fn shared(module: &Module, made: &StageEntry) -> Option<Refusal> {
    let why = "two variables have the same register";
    // Constants and samplers have their registers with their places in the text.
    let uniforms = module
        .globals
        .iter()
        .filter(|g| g.storage == Storage::Uniform);
    let mut read = made.constants.read.clone();
    read.sort_unstable();
    if let Some(both) = read
        .windows(2)
        .find(|w| w[0].0 == w[1].0 && w[0].1 != w[1].1)
    {
        let second = uniforms.clone().nth(both[1].1);
        return Some((why, 4500, second.map_or(Span::NONE, |g| g.span)));
    }
    let units = made.entry.samplers.iter().filter(|s| s.semantic.is_some());
    let mut units: Vec<(u32, Span)> = units
        .filter_map(|s| Some((s.unit?, s.semantic.as_ref()?.span)))
        .collect();
    units.sort_unstable_by_key(|(unit, span)| (*unit, span.start));
    let both = units.windows(2).find(|w| w[0].0 == w[1].0)?;
    Some((why, 4500, both[1].1))
}

/// Refuses registers of integers and truth values of variables that are read as floats, in a finished layout.
pub(in crate::frontend::c_like::hlsl) fn read_as_float(
    module: &Module,
    constants: &Constants,
) -> Option<Refusal> {
    let mut all = given(module, constants);
    let is_elsewhere = |(entry, _, (set, _)): &Given<'_>| {
        entry.set == RegisterSet::Float && matches!(set, 'i' | 'b')
    };
    let (_, global, _) = all.find(is_elsewhere)?;
    let why = "the variable is read as a float, and this register holds none; give it one of c";
    Some((why, WRONG_KIND, global.span))
}

/// The innermost element of a variable.
fn element(module: &Module, global: &Global) -> Type {
    module.types.innermost(global.ty)
}
