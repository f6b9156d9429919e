//! The parameters that native fragment programs declare, by their names (NV_fragment_program 5.7, 6.1.13).
#![forbid(unsafe_code)]

use crate::frontend::assembly::Stage;
use crate::gl::program::object::Shared;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// The longest name that a program of the longest text can declare.
const MAX_NAME_BYTES: usize = crate::frontend::assembly::arb::MAX_TEXT_BYTES;

/// Reads a name of the application's memory. INVALID_VALUE for no bytes and for more than any program declares.
fn read_name(call: &Call<'_>, len: i32, name: ClientPtr<u8>) -> Result<Vec<u8>> {
    let len = usize::try_from(len).unwrap_or(0);
    if len == 0 || len > MAX_NAME_BYTES {
        return Err(GlError::invalid_value(
            "program parameter: no name has this length",
        ));
    }
    let bytes = call.mem.bytes(name, len);
    let bytes = bytes.ok_or(GlError::invalid_value("null pointer to a parameter's name"))?;
    Ok(bytes.to_vec())
}

/// The program of a name, and the number of the parameter that it declares by this name. INVALID_OPERATION for what is no
/// fragment program, INVALID_VALUE when it declares no such parameter.
fn find(call: &Call<'_>, id: u32, name: &[u8]) -> Result<(Shared, usize)> {
    let programs = call.cx.shared.programs.lock();
    let refuse = GlError::invalid_operation("no fragment program has this name");
    let object = programs.existing(id).ok_or(refuse)?;
    let n = {
        let object = object.lock();
        if object.stage != Stage::Fragment {
            return Err(refuse);
        }
        let named = object.assembly().map_or(&[][..], |p| p.named());
        named.iter().position(|(own, _)| own.as_bytes() == name)
    };
    let unknown = GlError::invalid_value("the program declares no parameter of this name");
    Ok((object.clone(), n.ok_or(unknown)?))
}

fn set(call: &mut Call<'_>, id: u32, len: i32, name: ClientPtr<u8>, value: [f32; 4]) -> Result {
    let name = read_name(call, len, name)?;
    call.run(move |call| {
        let (object, n) = find(call, id, &name)?;
        object.lock().values_mut().named[n] = value;
        Ok(())
    })
}

fn get(call: &Call<'_>, id: u32, len: i32, name: ClientPtr<u8>) -> Result<[f32; 4]> {
    let name = read_name(call, len, name)?;
    let (object, n) = find(call, id, &name)?;
    let value = object.lock().named[n];
    Ok(value)
}

#[allow(clippy::too_many_arguments)]
pub fn program_named_parameter4f_nv(
    call: &mut Call<'_>,
    id: u32,
    len: i32,
    name: ClientPtr<u8>,
    x: f32,
    y: f32,
    z: f32,
    w: f32,
) -> Result {
    set(call, id, len, name, [x, y, z, w])
}

/// `glProgramNamedParameter4dNV`: stored as floats.
#[allow(clippy::too_many_arguments)]
pub fn program_named_parameter4d_nv(
    call: &mut Call<'_>,
    id: u32,
    len: i32,
    name: ClientPtr<u8>,
    x: f64,
    y: f64,
    z: f64,
    w: f64,
) -> Result {
    set(call, id, len, name, [x, y, z, w].map(|c| c as f32))
}

pub fn program_named_parameter4fv_nv(
    call: &mut Call<'_>,
    id: u32,
    len: i32,
    name: ClientPtr<u8>,
    v: ClientPtr<f32>,
) -> Result {
    let value: [f32; 4] = call.params(v)?;
    set(call, id, len, name, value)
}

/// `glProgramNamedParameter4dvNV`: stored as floats.
pub fn program_named_parameter4dv_nv(
    call: &mut Call<'_>,
    id: u32,
    len: i32,
    name: ClientPtr<u8>,
    v: ClientPtr<f64>,
) -> Result {
    let value: [f64; 4] = call.params(v)?;
    set(call, id, len, name, value.map(|c| c as f32))
}

pub fn get_program_named_parameterfv_nv(
    call: &mut Call<'_>,
    id: u32,
    len: i32,
    name: ClientPtr<u8>,
    params: ClientPtr<f32>,
) -> Result {
    let value = get(call, id, len, name)?;
    call.mem.write(params, &value);
    Ok(())
}

pub fn get_program_named_parameterdv_nv(
    call: &mut Call<'_>,
    id: u32,
    len: i32,
    name: ClientPtr<u8>,
    params: ClientPtr<f64>,
) -> Result {
    let value = get(call, id, len, name)?.map(f64::from);
    call.mem.write(params, &value);
    Ok(())
}
