//! The parameters of NVIDIA's fragment programs, which have names: `lights[1].color` is `lights$1$color`, and rows of a matrix
//! `m` are `m$0`, `m$1` (NV_fragment_program 3.11.4.1). Of a variable that the program reads all parts have one.

use super::constants::{Constants, Held, printable};
use super::elements::{defaults_of, elements, flat};
use crate::frontend::assembly::arb::names;
use crate::frontend::c_like::entry::{Entry, Uniform};
use std::collections::BTreeMap;

/// The names and literals that stand for constants.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// By the number of the constant.
    pub(super) constants: BTreeMap<u32, String>,
    /// The statements that declare parameters.
    pub(super) declarations: String,
}

impl Names {
    pub(super) fn new(entry: &Entry, constants: &Constants, held: &BTreeMap<u32, Held>) -> Names {
        let mut all = Names::default();
        for uniform in &entry.uniforms {
            if is_declared(entry, constants, uniform) {
                all.declare(uniform, constants);
            }
        }
        for (n, what) in held {
            match what {
                Held::Literal(words) => {
                    let vector = names::vector(&words.map(printable));
                    all.constants.insert(*n, vector);
                }
                Held::State(state) if !all.constants.contains_key(n) => {
                    let name = super::state::parameter(*state);
                    all.declarations += &format!("DECLARE {name};\n");
                    all.constants.insert(*n, name);
                }
                _ => {}
            }
        }
        all
    }

    /// Declares all rows of a uniform.
    fn declare(&mut self, uniform: &Uniform, constants: &Constants) {
        let values = defaults_of(uniform);
        let all = elements(uniform);
        let rows = all.iter().flat_map(|name| {
            (0..uniform.rows).map(move |row| match uniform.rows {
                1 => flat(name),
                _ => format!("{}${row}", flat(name)),
            })
        });
        for (n, name) in rows.enumerate() {
            self.declarations += &match values.get(n) {
                Some(value) => format!("DECLARE {name} = {{{}}};\n", value.join(",")),
                None => format!("DECLARE {name};\n"),
            };
            let row = uniform.first_row as usize + n;
            if let Some(register) = constants.rows.get(row).copied().flatten() {
                self.constants.insert(register, name);
            }
        }
    }
}

/// Whether the program reads some part of the variable that a uniform belongs to.
pub(super) fn is_declared(entry: &Entry, constants: &Constants, uniform: &Uniform) -> bool {
    let root = root(&uniform.name);
    let mut samplers = entry.samplers.iter().filter(|s| s.unit.is_some());
    let mut parts = entry
        .uniforms
        .iter()
        .filter(|u| self::root(&u.name) == root);
    samplers.any(|s| self::root(&s.name) == root)
        || parts.any(|u| {
            let mut rows = u.first_row..u.first_row + u.n_rows();
            rows.any(|row| matches!(constants.rows.get(row as usize), Some(Some(_))))
        })
}

/// The variable that a name is a part of.
fn root(name: &str) -> &str {
    name.split(['.', '[']).next().unwrap_or(name)
}
