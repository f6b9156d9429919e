//! All steps, one after the other.

use super::finish::finish;
use super::limits::{check_chains, check_slots};
use crate::codegen::allocate::allocate;
use crate::codegen::graph::flatten::Flat;
use crate::codegen::graph::keep::Keeps;
use crate::codegen::legal::NEAR;
use crate::codegen::refusal::Refusal;
use crate::codegen::steps::{graph, lines};
use crate::codegen::target::Target;
use crate::codegen::textures::batches::batch;
use crate::frontend::assembly::d3d::model::{File, Shader, Version};
use crate::frontend::assembly::d3d::{MOST_DEPENDENT, highest_order};

/// A shader, and the scalars of the text that its branches and loops test: their files beside floats, and their float registers.
pub(in crate::codegen) type Made = (Shader, Vec<(File, u32)>);

/// The shader of a program.
pub(in crate::codegen) fn shader(
    target: &Target<'_>,
    version: Version,
    keeps: Keeps,
) -> Result<Made, Refusal> {
    match (shader_with(target, version, keeps), keeps) {
        // Rounds that follow each other may not fit where a loop does.
        (Err(Refusal::Limit { .. }), Keeps::Asked) if target.machine.has_loops() => {
            shader_with(target, version, Keeps::All)
        }
        (shader, _) => shader,
    }
}

/// The same, with these loops kept.
fn shader_with(target: &Target<'_>, version: Version, keeps: Keeps) -> Result<Made, Refusal> {
    let mut flat = graph(target, keeps)?;
    if version.is_pixel() && version.major() == 1 {
        return Ok((
            super::combiners::shader(target, version, &flat)?,
            Vec::new(),
        ));
    }
    check_chains(target, &flat)?;
    // Instructions that are brought together take registers, and so do moved constants while they are read again.
    let hoists = target.machine.address.components == 1;
    let mut tried = made(target, version, &mut flat, NEAR, hoists);
    for near in [NEAR, 1] {
        let Err(Refusal::Limit { .. }) = tried else {
            break;
        };
        tried = made(target, version, &mut flat, near, false);
    }
    let made = tried?;
    check_slots(&made.0)?;
    Ok(made)
}

/// How many look-ups stand together at most, in the order in which this is tried.
const TOGETHER: [usize; 7] = [32, 11, 10, 8, 6, 5, 4];

/// The shader of a graph. Where too many look-ups of ps_2_0 would depend on each other, because they write registers that
/// are free again, look-ups that do not depend on each other stand together.
fn made(
    target: &Target<'_>,
    version: Version,
    flat: &mut Flat,
    near: usize,
    hoists: bool,
) -> Result<Made, Refusal> {
    let code = lines(target, flat, near, hoists)?;
    let is_fine =
        |shader: &Shader| version != Version::Ps20 || highest_order(shader).0 <= MOST_DEPENDENT;
    let first = allocate(target, &code).and_then(|given| finish(target, version, &code, &given));
    if version != Version::Ps20 || first.as_ref().is_ok_and(is_fine) {
        return Ok((first?, code.tested));
    }
    for most in TOGETHER {
        let mut code = code.clone();
        batch(&mut code, most);
        let made = allocate(target, &code).and_then(|given| finish(target, version, &code, &given));
        if let Some(shader) = made.ok().filter(is_fine) {
            return Ok((shader, code.tested));
        }
    }
    let used = highest_order(&first?).0;
    Err(Refusal::Limit {
        what: "look-ups after each other are needed",
        used,
        limit: MOST_DEPENDENT,
        version: target.machine.name,
        number: 5775,
    })
}
