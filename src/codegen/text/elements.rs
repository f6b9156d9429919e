//! The elements of uniforms: their names, and their first values.

use crate::frontend::assembly::arb::names;
use crate::frontend::c_like::entry::Uniform;

/// The names of a uniform's elements.
pub(super) fn elements(uniform: &Uniform) -> Vec<String> {
    let mut all = vec![uniform.name.clone()];
    for size in &uniform.sizes {
        let outer = std::mem::take(&mut all);
        let inner = outer
            .iter()
            .flat_map(|name| (0..*size).map(move |i| format!("{name}[{i}]")));
        all = inner.collect();
    }
    all
}

/// The numbers of each row that a uniform has at first.
pub(super) fn defaults_of(uniform: &Uniform) -> Vec<Vec<String>> {
    let rows = uniform.default.iter().flatten();
    let numbers = rows.map(|row| {
        let row = row.iter().take(uniform.columns as usize);
        row.map(|x| match uniform.scalar {
            scalar if scalar.is_real() => number(*x),
            _ => (x.to_bits() as i32).to_string(),
        })
    });
    numbers.map(Iterator::collect).collect()
}

/// A name whose parts follow signs of dollars.
pub(super) fn flat(name: &str) -> String {
    name.replace(['.', '['], "$").replace(']', "")
}

/// The shortest number that reads back as the same float.
pub(super) fn number(x: f32) -> String {
    let text = names::number(x);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
