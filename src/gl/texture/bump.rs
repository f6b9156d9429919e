//! The rotation of bump maps (ATI_envmap_bumpmap section 3.8.11). The rest of that extension is a function of COMBINE.
#![forbid(unsafe_code)]

use super::env::NO_ENVIRONMENT;
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_TEXTURE_UNITS;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

const UNKNOWN: GlError = GlError::invalid_enum("unknown parameter of bump maps");

/// Checks the name first, so that nothing is read for a wrong one.
fn check_name(pname: u32) -> Result {
    match pname {
        BUMP_ROT_MATRIX_ATI => Ok(()),
        _ => Err(UNKNOWN),
    }
}

fn set(call: &mut Call<'_>, matrix: [f32; 4]) -> Result {
    call.run(move |call| {
        if call.cx.textures.active >= MAX_TEXTURE_UNITS {
            return Err(NO_ENVIRONMENT);
        }
        call.cx.textures.active_unit_mut().env.bump_matrix = matrix;
        Ok(())
    })
}

/// Sets the matrix that rotates the offsets of the active unit's bump map.
pub fn tex_bump_parameterfv_ati(call: &mut Call<'_>, pname: u32, param: ClientPtr<f32>) -> Result {
    if let Err(error) = check_name(pname) {
        return call.run(move |_| Err(error));
    }
    let matrix = call.params::<f32, 4>(param)?;
    set(call, matrix)
}

/// Sets the matrix that rotates the offsets of the active unit's bump map, from whole numbers.
pub fn tex_bump_parameteriv_ati(call: &mut Call<'_>, pname: u32, param: ClientPtr<i32>) -> Result {
    if let Err(error) = check_name(pname) {
        return call.run(move |_| Err(error));
    }
    let matrix = call.params::<i32, 4>(param)?.map(|v| v as f32);
    set(call, matrix)
}

fn get(call: &Call<'_>, pname: u32) -> Result<Vec<f32>> {
    if call.cx.textures.active >= MAX_TEXTURE_UNITS {
        return Err(NO_ENVIRONMENT);
    }
    let units = TEXTURE0..TEXTURE0 + MAX_TEXTURE_UNITS as u32;
    Ok(match pname {
        BUMP_ROT_MATRIX_ATI => call.cx.textures.active_unit().env.bump_matrix.to_vec(),
        BUMP_ROT_MATRIX_SIZE_ATI => vec![4.0],
        BUMP_NUM_TEX_UNITS_ATI => vec![MAX_TEXTURE_UNITS as f32],
        BUMP_TEX_UNITS_ATI => units.map(|unit| unit as f32).collect(),
        _ => return Err(UNKNOWN),
    })
}

/// Queries the matrix of the active unit, its size, or the units that can hold bump maps.
pub fn get_tex_bump_parameterfv_ati(
    call: &mut Call<'_>,
    pname: u32,
    param: ClientPtr<f32>,
) -> Result {
    let values = get(call, pname)?;
    call.mem.write(param, &values);
    Ok(())
}

/// The same in whole numbers.
pub fn get_tex_bump_parameteriv_ati(
    call: &mut Call<'_>,
    pname: u32,
    param: ClientPtr<i32>,
) -> Result {
    let values: Vec<i32> = get(call, pname)?.iter().map(|v| v.round() as i32).collect();
    call.mem.write(param, &values);
    Ok(())
}
