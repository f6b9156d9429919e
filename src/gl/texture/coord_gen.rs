//! Texture coordinate generation (GL 1.5 section 2.11.4).

use super::param::{Values, is_vector, read_floats, read_ints};
use crate::gl::context::answer::Answer;
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_TEXTURE_COORDS;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

gl_enum! {
    /// TEXTURE_GEN_MODE
    pub enum GenMode {
        ObjectLinear = OBJECT_LINEAR,
        EyeLinear = EYE_LINEAR,
        SphereMap = SPHERE_MAP,
        ReflectionMap = REFLECTION_MAP,
        NormalMap = NORMAL_MAP,
    }
}

/// Generation of one coordinate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TexGen {
    /// TEXTURE_GEN_MODE
    pub mode: GenMode,
    /// OBJECT_PLANE, in object coordinates.
    pub object_plane: [f32; 4],
    /// EYE_PLANE, transformed by the inverse of the modelview matrix in force when it was set.
    pub eye_plane: [f32; 4],
}

impl TexGen {
    /// The initial state of s, t, r, q.
    pub const INITIAL: [TexGen; 4] = {
        const fn generator(plane: [f32; 4]) -> TexGen {
            TexGen {
                mode: GenMode::EyeLinear,
                object_plane: plane,
                eye_plane: plane,
            }
        }
        [
            generator([1.0, 0.0, 0.0, 0.0]),
            generator([0.0, 1.0, 0.0, 0.0]),
            generator([0.0; 4]),
            generator([0.0; 4]),
        ]
    };
}

fn coordinate(coord: u32) -> Result<usize> {
    match coord {
        S | T | R | Q => Ok((coord - S) as usize),
        _ => Err(GlError::invalid_enum(
            "a texture coordinate is S, T, R or Q",
        )),
    }
}

/// A mode of a coordinate: all have the linear ones, s, t and r have maps of directions, s and t the sphere map.
fn mode(coord: usize, name: u32) -> Result<GenMode> {
    const REASON: &str = "not a mode of this coordinate";
    let mode = GenMode::checked(name, REASON)?;
    let n_coords = match mode {
        GenMode::ObjectLinear | GenMode::EyeLinear => 4,
        GenMode::ReflectionMap | GenMode::NormalMap => 3,
        GenMode::SphereMap => 2,
    };
    if coord < n_coords {
        Ok(mode)
    } else {
        Err(GlError::invalid_enum(REASON))
    }
}

fn plane(values: Values) -> [f32; 4] {
    match values {
        Values::Float(v) => v,
        Values::Int(v) => v.map(|v| v as f32),
    }
}

/// `plane · M⁻¹` for a matrix given by columns: the x with x · M = plane, by elimination with pivots; the plane itself
/// when M has no inverse.
pub(super) fn times_inverse(plane: [f32; 4], columns: [[f32; 4]; 4]) -> [f32; 4] {
    // Row i of the system is column i of M: Σ_k M[k][i] x[k] = plane[i].
    let mut rows: [[f64; 5]; 4] = std::array::from_fn(|i| {
        std::array::from_fn(|k| {
            if k < 4 {
                columns[i][k] as f64
            } else {
                plane[i] as f64
            }
        })
    });
    for step in 0..4 {
        let pivot = (step..4)
            .max_by(|a, b| rows[*a][step].abs().total_cmp(&rows[*b][step].abs()))
            .unwrap_or(step);
        rows.swap(step, pivot);
        let divisor = rows[step][step];
        if divisor == 0.0 || !divisor.is_finite() {
            return plane;
        }
        for other in (0..4).filter(|other| *other != step) {
            let factor = rows[other][step] / divisor;
            let pivot_row = rows[step];
            rows[other]
                .iter_mut()
                .zip(pivot_row)
                .for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    std::array::from_fn(|i| (rows[i][4] / rows[i][i]) as f32)
}

/// The active unit, which must have coordinates.
fn coordinate_unit(active: usize) -> Result<usize> {
    match active {
        unit if unit < MAX_TEXTURE_COORDS => Ok(unit),
        _ => Err(GlError::invalid_operation(
            "the active unit has no texture coordinates",
        )),
    }
}

fn set(call: &mut Call<'_>, coord: u32, pname: u32, values: Values) -> Result {
    let coord = coordinate(coord)?;
    let unit = coordinate_unit(call.cx.textures.active)?;
    let modelview = *call.cx.matrix.modelview();
    let generator = &mut call.cx.textures.units[unit].tex_gen[coord];
    match pname {
        TEXTURE_GEN_MODE => generator.mode = mode(coord, values.name())?,
        OBJECT_PLANE => generator.object_plane = plane(values),
        EYE_PLANE => generator.eye_plane = times_inverse(plane(values), modelview),
        _ => {
            return Err(GlError::invalid_enum(
                "unknown coordinate generation parameter",
            ));
        }
    }
    Ok(())
}

fn refuse_vector(pname: u32) -> Result {
    if is_vector(pname) {
        Err(GlError::invalid_enum("this parameter is a vector"))
    } else {
        Ok(())
    }
}

/// Sets the mode of a coordinate of the active unit.
pub fn tex_genf(call: &mut Call<'_>, coord: u32, pname: u32, param: f32) -> Result {
    refuse_vector(pname)?;
    set(call, coord, pname, Values::Float([param, 0.0, 0.0, 0.0]))
}

/// Sets the mode of a coordinate of the active unit.
pub fn tex_gend(call: &mut Call<'_>, coord: u32, pname: u32, param: f64) -> Result {
    tex_genf(call, coord, pname, param as f32)
}

/// Sets the mode of a coordinate of the active unit.
pub fn tex_geni(call: &mut Call<'_>, coord: u32, pname: u32, param: i32) -> Result {
    refuse_vector(pname)?;
    set(call, coord, pname, Values::Int([param, 0, 0, 0]))
}

/// Sets mode or plane of a coordinate of the active unit.
pub fn tex_genfv(call: &mut Call<'_>, coord: u32, pname: u32, params: ClientPtr<f32>) -> Result {
    let values = read_floats(call, pname, params)?;
    call.run(move |call| set(call, coord, pname, values))
}

/// Sets mode or plane of a coordinate of the active unit.
pub fn tex_gendv(call: &mut Call<'_>, coord: u32, pname: u32, params: ClientPtr<f64>) -> Result {
    let values = if is_vector(pname) {
        call.params::<f64, 4>(params)?.map(|v| v as f32)
    } else {
        [call.params::<f64, 1>(params)?[0] as f32, 0.0, 0.0, 0.0]
    };
    call.run(move |call| set(call, coord, pname, Values::Float(values)))
}

/// Sets mode or plane of a coordinate of the active unit.
pub fn tex_geniv(call: &mut Call<'_>, coord: u32, pname: u32, params: ClientPtr<i32>) -> Result {
    let values = read_ints(call, pname, params)?;
    call.run(move |call| set(call, coord, pname, values))
}

fn get(call: &Call<'_>, coord: u32, pname: u32) -> Result<Answer> {
    let coord = coordinate(coord)?;
    let generator =
        call.cx.textures.units[coordinate_unit(call.cx.textures.active)?].tex_gen[coord];
    match pname {
        TEXTURE_GEN_MODE => Ok(Answer::name(generator.mode)),
        OBJECT_PLANE => Ok(Answer::Vector(generator.object_plane)),
        EYE_PLANE => Ok(Answer::Vector(generator.eye_plane)),
        _ => Err(GlError::invalid_enum(
            "unknown coordinate generation parameter",
        )),
    }
}

/// Queries the generation of a coordinate.
pub fn get_tex_genfv(
    call: &mut Call<'_>,
    coord: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    get(call, coord, pname)?.write_floats(call, params);
    Ok(())
}

/// Queries the generation of a coordinate.
pub fn get_tex_geniv(
    call: &mut Call<'_>,
    coord: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    get(call, coord, pname)?.write_ints(call, params);
    Ok(())
}

/// Queries the generation of a coordinate.
pub fn get_tex_gendv(
    call: &mut Call<'_>,
    coord: u32,
    pname: u32,
    params: ClientPtr<f64>,
) -> Result {
    match get(call, coord, pname)? {
        Answer::Vector(plane) => call.mem.write(params, &plane.map(f64::from)),
        Answer::Int(mode) => call.mem.write(params, &[mode as f64]),
        _ => {}
    }
    Ok(())
}
