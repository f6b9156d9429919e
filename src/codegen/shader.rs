//! All steps, one after the other.

use super::allocate::allocate;
use super::coalesce::coalesce;
use super::finish::finish;
use super::graph::flatten::flatten;
use super::graph::fuse::fuse;
use super::legal::legalize;
use super::limits::{check_chains, check_slots};
use super::literals;
use super::pack::pack;
use super::refusal::Refusal;
use super::target::Target;
use crate::frontend::assembly::d3d::model::Shader;

/// The shader of a program.
pub fn shader(target: &Target<'_>) -> Result<Shader, Refusal> {
    let shader = shader_with(target, false);
    match shader {
        // Rounds that follow each other may not fit where a loop does.
        Err(Refusal::Limit { .. }) if target.has_loops => shader_with(target, true),
        shader => shader,
    }
}

/// The same. `keeps`: loops whose rounds are constants stay loops.
fn shader_with(target: &Target<'_>, keeps: bool) -> Result<Shader, Refusal> {
    let mut flat = flatten(target, keeps)?;
    fuse(&mut flat);
    if target.is_pixel() && target.version.major() == 1 {
        return super::combiners::shader(target, &flat);
    }
    check_chains(target, &flat)?;
    let mut code = pack(target, &flat)?;
    coalesce(target, &mut code);
    legalize(target, &mut code);
    literals::place(target, &mut code)?;
    let registers = allocate(target, &code)?;
    let shader = finish(target, &code, &registers)?;
    check_slots(target, &shader)?;
    Ok(shader)
}
