//! Varyings of vertex programs: the attributes of GL that they are, their current values and their arrays.

use super::api::{Array, Attribute, Gl};
use crate::cg::Result;
use crate::cg::handle::Handle;
use crate::cg::names::{CgError, GLSL_ATTRIB, enums, resource_string};
use crate::cg::object::Parameter;
use crate::cg::world::World;

/// The attribute that a parameter is; `None` of what is none.
fn attribute(parameter: &Parameter) -> Option<Attribute> {
    let is_input = parameter.variability == enums::VARYING && parameter.direction != enums::OUT;
    if !is_input || !parameter.is_leaf() {
        return None;
    }
    let of_resource = || resource_string(parameter.place.resource);
    let name = match (parameter.place.resource, &parameter.place.name) {
        (GLSL_ATTRIB, Some(name)) => name.as_c_str(),
        _ => of_resource(),
    };
    let name = name.to_str().ok()?;
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let word = &name[..name.len() - digits.len()];
    let number = digits.parse().unwrap_or(0);
    Some(match (word, number) {
        ("POSITION", 0) => Attribute::Position,
        ("NORMAL", 0) => Attribute::Normal,
        ("COLOR" | "DIFFUSE", 0) => Attribute::Color,
        ("COLOR", 1) | ("SPECULAR", 0) => Attribute::SecondaryColor,
        ("FOGCOORD" | "FOG" | "TESSFACTOR", 0) => Attribute::FogCoord,
        ("TEXCOORD", unit) => Attribute::TexCoord(unit),
        ("ATTR", n) => Attribute::Generic(n),
        ("BLENDWEIGHT", 0) => Attribute::Generic(1),
        ("PSIZE", 0) => Attribute::Generic(6),
        ("BLENDINDICES", 0) => Attribute::Generic(7),
        ("TANGENT", 0) => Attribute::Generic(14),
        ("BINORMAL", 0) => Attribute::Generic(15),
        _ => return None,
    })
}

/// Sets GL's current value of a varying, as far as numbers are given. Of other parameters this does nothing.
pub(super) fn send(world: &World, gl: &dyn Gl, parameter: Handle, numbers: &[f64]) -> Result<()> {
    let parameter = world.parameter(parameter)?;
    if let Some(attribute) = attribute(parameter) {
        let mut value = [0.0, 0.0, 0.0, 1.0];
        for (to, from) in value.iter_mut().zip(numbers) {
            *to = *from as f32;
        }
        gl.set_attribute(attribute, value);
    }
    Ok(())
}

fn checked(world: &World, parameter: Handle) -> Result<Attribute> {
    let found = attribute(world.parameter(parameter)?);
    found.ok_or(CgError::INVALID_PARAMETER)
}

/// Gives GL the array of a varying.
pub fn set_array(world: &World, gl: &dyn Gl, parameter: Handle, array: Array) -> Result<()> {
    gl.set_array(checked(world, parameter)?, array);
    Ok(())
}

/// Lets GL read the array of a varying, or no longer.
pub fn switch_array(world: &World, gl: &dyn Gl, parameter: Handle, on: bool) -> Result<()> {
    gl.switch_array(checked(world, parameter)?, on);
    Ok(())
}
