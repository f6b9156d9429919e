//! Image units as Microsoft's compiler arranges them: arrays in one piece, up to the last element that is read. What
//! the text gives registers comes first, then the longest, then pairs of a sampler and a texture, in the order of the text.

use super::maker::{UNITS, Uniforms};
use super::semantics::Semantics;
use crate::frontend::c_like::lower::Uses;
use std::cmp::Reverse;

/// Samplers with neighbouring units.
struct Group {
    /// Those that are read, with their places in the group.
    members: Vec<(usize, u32)>,
    /// The number of all, read or not.
    n_all: usize,
    is_pair: bool,
    /// Whether the text gives the pair's sampler a register.
    is_given: bool,
    /// The register that the text gives the first one.
    named: Option<u32>,
}

impl Group {
    /// The units up to the last sampler that is read; all of what the text gives a register.
    fn n_units(&self) -> usize {
        let ends = self.members.iter().map(|(place, _)| place + 1);
        let given = self.named.map_or(0, |_| self.n_all);
        ends.max().unwrap_or(0).max(given)
    }
}

/// The units of the samplers that are read; `None` where none is free.
pub(super) fn arranged(
    uses: &Uses,
    uniforms: &Uniforms,
    semantics: &dyn Semantics,
) -> Vec<(u32, Option<u32>)> {
    let own = &uniforms.samplers[..uses.samplers.len() - uses.pairs.len()];
    let places = places(own.iter().map(|(name, ..)| &**name));
    let mut groups = alone(uses, uniforms, &places, semantics);
    let is_given = |n: u32| {
        let semantic = uniforms.samplers[n as usize].2.as_ref();
        semantic.is_some_and(|s| semantics.image_unit(s).is_some())
    };
    groups.extend(pairs(uses, &places, &is_given));
    groups.retain(|g| !g.members.is_empty() || g.named.is_some());
    groups.sort_by_key(|g| {
        let is_last = (!g.is_pair, g.is_pair && !g.is_given);
        (g.named.is_none(), Reverse(g.n_units()), is_last)
    });
    let mut is_taken = [false; UNITS];
    let mut chosen = Vec::new();
    for group in groups {
        let n = group.n_units();
        let free = || is_taken.windows(n).position(|w| !w.contains(&true));
        let first = group.named.map(|unit| unit as usize).or_else(free);
        if let Some(first) = first {
            let own = is_taken.iter_mut().skip(first).take(n);
            own.for_each(|taken| *taken = true);
        }
        let units = group.members.iter();
        chosen.extend(units.map(|(i, number)| (*number, first.map(|f| (f + i) as u32))));
    }
    chosen
}

fn is_read(uses: &Uses, number: u32) -> bool {
    uses.samplers[number as usize].shape.is_some()
}

/// Of each sampler its place in its array, whose elements follow each other; 0 of what is no element.
fn places<'n>(names: impl Iterator<Item = &'n str>) -> Vec<usize> {
    let mut last: Option<(&str, usize)> = None;
    let each = names.map(|name| {
        let array = array_name(name);
        let place = match last {
            Some((before, place)) if before == array && array != name => place + 1,
            _ => 0,
        };
        last = Some((array, place));
        place
    });
    each.collect()
}

/// The name of the array, or of what is no element: `s[1][0]` is one of `s`.
pub(in crate::frontend::c_like) fn array_name(name: &str) -> &str {
    let mut name = name;
    while let Some((rest, last)) = name.rsplit_once('[')
        && last.ends_with(']')
    {
        name = rest;
    }
    name
}

/// Samplers that are read alone.
fn alone(
    uses: &Uses,
    uniforms: &Uniforms,
    places: &[usize],
    semantics: &dyn Semantics,
) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (number, place) in (0..).zip(places) {
        if *place == 0 {
            let semantic = uniforms.samplers[number as usize].2.as_ref();
            groups.push(Group {
                members: Vec::new(),
                n_all: 0,
                is_pair: false,
                is_given: false,
                named: semantic.and_then(|s| semantics.image_unit(s)),
            });
        }
        if let Some(group) = groups.last_mut() {
            group.n_all = place + 1;
            if is_read(uses, number) {
                group.members.push((*place, number));
            }
        }
    }
    groups
}

/// Pairs of a sampler and the elements of an array of textures, in the order of the samplers.
fn pairs(uses: &Uses, places: &[usize], is_given: &dyn Fn(u32) -> bool) -> Vec<Group> {
    let mut groups: Vec<((u32, u32), Group)> = Vec::new();
    for ((sampler, texture), number) in &uses.pairs {
        let place = places[*texture as usize];
        // The sampler, and the first texture of the array.
        let key = (*sampler, texture - place as u32);
        if groups.last().is_none_or(|(last, _)| *last != key) {
            let group = Group {
                members: Vec::new(),
                n_all: 0,
                is_pair: true,
                is_given: is_given(*sampler),
                named: None,
            };
            groups.push((key, group));
        }
        if let Some((_, group)) = groups.last_mut() {
            group.members.push((place, *number));
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
