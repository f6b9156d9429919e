//! Samplers and the textures that applications give them.

use super::api::Gl;
use super::numbers as gl;
use crate::cg::Result;
use crate::cg::handle::Handle;
use crate::cg::names::types::{class, type_info};
use crate::cg::names::{CgError, FIRST_UNIT};
use crate::cg::object::Parameter;
use crate::cg::world::World;

/// What GL answers for a parameter that has no unit.
pub const NO_UNIT: u32 = 0x0502;

fn sampler(world: &World, parameter: Handle) -> Result<&Parameter> {
    let parameter = world.parameter(parameter)?;
    match parameter.shape.class {
        class::SAMPLER => Ok(parameter),
        _ => Err(CgError::INVALID_PARAMETER),
    }
}

const N_UNITS: i32 = 16;

/// The unit of a sampler that the program reads.
fn unit(sampler: &Parameter) -> Option<u32> {
    let unit = sampler.place.resource - FIRST_UNIT;
    (0..N_UNITS).contains(&unit).then_some(unit as u32)
}

/// The target that a sampler reads.
fn target(sampler: &Parameter) -> Option<u32> {
    let name = type_info(sampler.shape.ty)?.name.to_str().ok()?;
    Some(match name {
        "sampler1D" | "shadow1D" => gl::TEXTURE_1D,
        "sampler2D" | "shadow2D" => gl::TEXTURE_2D,
        "sampler3D" => gl::TEXTURE_3D,
        "samplerCUBE" => gl::TEXTURE_CUBE_MAP,
        "samplerRECT" | "shadowRECT" => gl::TEXTURE_RECTANGLE,
        "sampler1DARRAY" => gl::TEXTURE_1D_ARRAY,
        "sampler2DARRAY" => gl::TEXTURE_2D_ARRAY,
        _ => return None,
    })
}

/// Gives a sampler a texture. GL has it when it is enabled.
pub fn set(world: &mut World, parameter: Handle, texture: u32) -> Result<()> {
    if world.parameter(parameter)?.is_array() {
        return Err(CgError::INVALID_PARAM_HANDLE);
    }
    sampler(world, parameter)?;
    world.gl.textures.insert(parameter, texture);
    Ok(())
}

/// The texture of a sampler; 0 without one, and of what is no sampler.
pub fn get(world: &World, parameter: Handle) -> Result<u32> {
    world.parameter(parameter)?;
    Ok(world.gl.textures.get(&parameter).copied().unwrap_or(0))
}

/// `GL_TEXTURE0` and those after it.
pub fn unit_enum(world: &World, parameter: Handle) -> Result<u32> {
    let unit = unit(sampler(world, parameter)?);
    let unit = unit.ok_or(CgError::INVALID_PARAMETER)?;
    Ok(gl::TEXTURE0 + unit)
}

/// Binds the texture of a sampler to its unit. The active unit stays.
pub fn enable(world: &World, gl: &dyn Gl, parameter: Handle) -> Result<()> {
    let sampler = sampler(world, parameter)?;
    let texture = world.gl.textures.get(&parameter).copied().unwrap_or(0);
    if texture != 0 {
        bind(gl, sampler, texture);
    }
    Ok(())
}

/// Programs of all profiles that are loaded here read units whether these are enabled or not.
pub fn disable(world: &World, parameter: Handle) -> Result<()> {
    sampler(world, parameter).map(|_| ())
}

fn bind(gl: &dyn Gl, sampler: &Parameter, texture: u32) {
    let (Some(unit), Some(target)) = (unit(sampler), target(sampler)) else {
        return;
    };
    let before = gl.integer(gl::ACTIVE_TEXTURE) as u32;
    gl.active_texture(unit);
    gl.bind_texture(target, texture);
    gl.active_texture(before.saturating_sub(gl::TEXTURE0));
}

/// Binds the textures of all samplers of a program, or takes them away.
pub(super) fn bind_all(world: &World, gl: &dyn Gl, program: Handle, on: bool) -> Result<()> {
    let leaves = world.program(program)?.leaves.concat();
    for leaf in leaves {
        let texture = world.gl.textures.get(&leaf.handle()).copied().unwrap_or(0);
        let parameter = world.parameters.get(leaf);
        if let Some(sampler) = parameter.filter(|_| texture != 0) {
            bind(gl, sampler, if on { texture } else { 0 });
        }
    }
    Ok(())
}

/// Lets the textures of a context's programs be bound with these.
pub fn manage(world: &mut World, context: Handle, on: bool) -> Result<()> {
    world.context(context)?;
    if on {
        world.gl.managing.insert(context);
    } else {
        world.gl.managing.remove(&context);
    }
    Ok(())
}

pub fn is_managing(world: &World, context: Handle) -> Result<bool> {
    world.context(context)?;
    Ok(world.gl.managing.contains(&context))
}

/// Gives a sampler a texture, and the texture the states of the sampler. Samplers outside of effects have no states.
pub fn set_up(world: &mut World, parameter: Handle, texture: u32) -> Result<()> {
    set(world, parameter, texture)
}
