//! All steps, one after the other.

use super::allocate::{Given, allocate};
use super::coalesce::coalesce;
use super::finish::finish;
use super::graph::flatten::{Flat, flatten};
use super::graph::fuse::fuse;
use super::legal::{NEAR, legalize};
use super::limits::{check_chains, check_slots};
use super::lines::Code;
use super::literals;
use super::pack::pack;
use super::refusal::Refusal;
use super::target::Target;
use crate::frontend::assembly::d3d::model::{File, Shader};

/// A shader, and the scalars of the text that its branches and loops test: their files beside floats, and their float registers.
pub(super) type Made = (Shader, Vec<(File, u32)>);

/// The shader of a program.
pub(super) fn shader(target: &Target<'_>) -> Result<Made, Refusal> {
    let shader = shader_with(target, false);
    match shader {
        // Rounds that follow each other may not fit where a loop does.
        Err(Refusal::Limit { .. }) if target.has_loops => shader_with(target, true),
        shader => shader,
    }
}

/// The same. `keeps`: loops whose rounds are constants stay loops.
fn shader_with(target: &Target<'_>, keeps: bool) -> Result<Made, Refusal> {
    let mut flat = flatten(target, keeps)?;
    fuse(&mut flat);
    if target.is_pixel() && target.version.major() == 1 {
        return Ok((super::combiners::shader(target, &flat)?, Vec::new()));
    }
    check_chains(target, &flat)?;
    let (code, registers) = match lines(target, &flat, NEAR) {
        // Moved constants take registers while they are read again.
        Err(Refusal::Limit { .. }) => lines(target, &flat, 1)?,
        made => made?,
    };
    let shader = finish(target, &code, &registers)?;
    check_slots(target, &shader)?;
    Ok((shader, code.tested))
}

/// The lines of a graph, and the registers of their virtual ones.
fn lines(target: &Target<'_>, flat: &Flat, near: usize) -> Result<(Code, Vec<Given>), Refusal> {
    let mut code = pack(target, flat)?;
    coalesce(target, &mut code);
    legalize(target, &mut code, near);
    literals::place(target, &mut code)?;
    let registers = allocate(target, &code)?;
    Ok((code, registers))
}
