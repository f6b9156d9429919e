//! What all back ends do first, one after the other.

use super::coalesce::coalesce;
use super::graph::flatten::Flat;
use super::graph::fuse::fuse;
use super::graph::keep::{Keeps, flatten};
use super::legal::hoist::hoist;
use super::legal::legalize;
use super::lines::Code;
use super::literals;
use super::pack::pack;
use super::refusal::Refusal;
use super::target::Target;

/// The graph of a program's numbers.
pub(super) fn graph(target: &Target<'_>, keeps: Keeps) -> Result<Flat, Refusal> {
    let mut flat = flatten(target, keeps)?;
    fuse(&mut flat, &target.machine);
    Ok(flat)
}

/// The lines of a graph. `near`: how far apart instructions may read a constant that a temporary holds. `hoists`: whether instructions
/// that address by one number are brought together.
pub(super) fn lines(
    target: &Target<'_>,
    flat: &mut Flat,
    near: usize,
    hoists: bool,
) -> Result<Code, Refusal> {
    // Vectors may need these although the program does not name them.
    flat.graph.literal(1.0);
    flat.graph.literal(0.0);
    let mut code = pack(target, flat)?;
    coalesce(target, &mut code);
    if hoists {
        hoist(&mut code);
    }
    legalize(target, &mut code, near);
    literals::place(target, &mut code)?;
    Ok(code)
}
