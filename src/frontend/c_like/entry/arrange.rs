//! Image units as Microsoft's compiler arranges them: arrays in one piece, up to the last element that is read. What
//! the text gives registers comes first, then the longest, then pairs of a sampler and a texture, in the order of the text.

use super::maker::{UNITS, Uniforms};
use super::semantics::Semantics;
use crate::frontend::c_like::lower::Uses;
use std::cmp::Reverse;

/// Samplers with neighbouring units.
struct Group {
    /// By their places in the group; those that are not read are there as well.
    numbers: Vec<Option<u32>>,
    /// Up to the last one that is read.
    n_read: usize,
    is_pair: bool,
    /// The register that the text gives the first one.
    named: Option<u32>,
}

/// The units of the samplers that are read; `None` where none is free.
pub(super) fn arranged(
    uses: &Uses,
    uniforms: &Uniforms,
    semantics: &dyn Semantics,
) -> Vec<(u32, Option<u32>)> {
    let mut groups = alone(uses, uniforms, semantics);
    groups.extend(pairs(uses, uniforms));
    groups.retain(|g| g.n_read > 0);
    groups.sort_by_key(|g| (g.named.is_none(), Reverse(g.n_read), !g.is_pair));
    let mut is_taken = [false; UNITS];
    let mut chosen = Vec::new();
    for group in groups {
        let n = group.n_read;
        let free = || is_taken.windows(n).position(|w| !w.contains(&true));
        let first = group.named.map(|unit| unit as usize).or_else(free);
        if let Some(first) = first {
            let own = is_taken.iter_mut().skip(first).take(n);
            own.for_each(|taken| *taken = true);
        }
        for (i, number) in group.numbers.iter().enumerate() {
            if let Some(number) = number.filter(|n| is_read(uses, *n)) {
                chosen.push((number, first.map(|f| (f + i) as u32)));
            }
        }
    }
    chosen
}

fn is_read(uses: &Uses, number: u32) -> bool {
    uses.samplers[number as usize].shape.is_some()
}

/// The name of the array, and whether there is one: `s[1][0]` is one of `s`.
fn array_name(name: &str) -> &str {
    let mut name = name;
    while let Some((rest, last)) = name.rsplit_once('[')
        && last.ends_with(']')
    {
        name = rest;
    }
    name
}

/// Samplers that are read alone. Those of an array follow each other in the table.
fn alone(uses: &Uses, uniforms: &Uniforms, semantics: &dyn Semantics) -> Vec<Group> {
    let mut groups: Vec<(&str, Group)> = Vec::new();
    let n_own = uses.samplers.len() - uses.pairs.len();
    for (number, (name, _, semantic)) in uniforms.samplers[..n_own].iter().enumerate() {
        let base = array_name(name);
        let is_new = base == name || groups.last().is_none_or(|(last, _)| *last != base);
        if is_new {
            let group = Group {
                numbers: Vec::new(),
                n_read: 0,
                is_pair: false,
                named: semantic.as_ref().and_then(|s| semantics.image_unit(s)),
            };
            groups.push((base, group));
        }
        if let Some((_, group)) = groups.last_mut() {
            group.numbers.push(Some(number as u32));
            if is_read(uses, number as u32) {
                group.n_read = group.numbers.len();
            }
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Pairs of a sampler and the elements of an array of textures, in the order of the samplers.
fn pairs(uses: &Uses, uniforms: &Uniforms) -> Vec<Group> {
    let name = |number: u32| &*uniforms.samplers[number as usize].0;
    let mut all = uses.pairs.clone();
    all.sort_by_key(|p| (p.sampler, p.texture));
    let mut groups: Vec<((u32, &str), Group)> = Vec::new();
    for pair in all {
        let base = array_name(name(pair.texture));
        let key = (pair.sampler, base);
        if groups.last().is_none_or(|(last, _)| *last != key) {
            let group = Group {
                numbers: Vec::new(),
                n_read: 0,
                is_pair: true,
                named: None,
            };
            groups.push((key, group));
        }
        // The place of a texture in its array.
        let before = (0..pair.texture).rev();
        let place =
            before.take_while(|n| base != name(pair.texture) && array_name(name(*n)) == base);
        let place = place.count();
        if let Some((_, group)) = groups.last_mut() {
            group
                .numbers
                .resize(group.numbers.len().max(place + 1), None);
            group.numbers[place] = Some(pair.number);
            group.n_read = group.n_read.max(place + 1);
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
