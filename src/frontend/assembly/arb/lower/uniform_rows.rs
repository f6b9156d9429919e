//! The uniform array of a program. A parameter that is bound several times has one row.

use crate::frontend::assembly::arb::check::count::identity;
use crate::frontend::assembly::arb::parsed::Parsed;
use crate::frontend::binding::Binding;
use rustc_hash::FxHashMap;

/// The uniform rows of [`Parsed::bindings`].
pub(crate) struct UniformRows {
    /// By uniform row.
    pub(crate) bindings: Vec<Binding>,
    /// The uniform row of each vector of [`Parsed::bindings`]. Those of a relatively addressed array follow each other.
    pub(crate) row_of: Vec<u32>,
}

impl UniformRows {
    /// Chooses rows. Parameters that are bound again by an array have the row of a relatively addressed array, else
    /// that of the first time. No two such arrays bind the same parameter, see
    /// [`crate::frontend::assembly::arb::check::count`].
    pub(crate) fn of(parsed: &Parsed) -> UniformRows {
        let n = parsed.bindings.len() as u32;
        if parsed.arrays.is_empty() {
            return UniformRows {
                bindings: parsed.bindings.clone(),
                row_of: (0..n).collect(),
            };
        }
        let arrays = parsed.arrays.iter().filter(|a| a.relative);
        let relative = arrays.flat_map(|a| a.base..a.base + a.len);
        let mut homes = FxHashMap::default();
        for vector in relative.chain(0..n) {
            // Constants in arrays keep their order.
            let binding = &parsed.bindings[vector as usize];
            if !matches!(binding, Binding::Constant(_)) {
                homes.entry(identity(binding)).or_insert(vector);
            }
        }
        let home_of = |vector: u32| {
            let home = homes.get(&identity(&parsed.bindings[vector as usize]));
            home.copied().unwrap_or(vector)
        };
        let kept: Vec<u32> = (0..n).filter(|v| home_of(*v) == *v).collect();
        let row_of_kept = |home| kept.partition_point(|v| *v < home) as u32;
        UniformRows {
            bindings: kept.iter().map(|v| parsed.bindings[*v as usize]).collect(),
            row_of: (0..n).map(|v| row_of_kept(home_of(v))).collect(),
        }
    }
}
