//! The commands of sampler objects (ARB_sampler_objects 3.9.2 and 6.1.5).
#![forbid(unsafe_code)]

use super::param::{Values, read_floats, read_ints, refuse_vector, set_sampling};
use super::query::sampling_value;
use crate::gl::context::answer::Answer;
use crate::gl::context::enums::*;
use crate::gl::context::error::unreadable;
use crate::gl::context::labels::forget_labels;
use crate::gl::context::limits::MAX_TEXTURE_IMAGE_UNITS;
use crate::gl::context::names::gen_objects;
use crate::gl::texture_object::sampler::SamplerObject;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use std::sync::Arc;

/// The object of a name. Gives INVALID_OPERATION when there is none.
fn object(call: &Call<'_>, name: u32) -> Result<Arc<SamplerObject>> {
    let samplers = call.cx.shared.samplers.lock();
    let found = samplers.get(name).cloned();
    found.ok_or(GlError::invalid_operation("no sampler object of this name"))
}

/// glGenSamplers makes objects. Gives INVALID_VALUE for a negative count, OUT_OF_MEMORY for more than 4 million and where memory is
/// short.
pub fn gen_samplers(call: &mut Call<'_>, count: i32, samplers: ClientPtr<u32>) -> Result {
    let shared = call.cx.shared.clone();
    let make = |name| Some(SamplerObject::new(&shared.device, name));
    gen_objects(call, count, samplers, |shared| &shared.samplers, make)
}

/// glDeleteSamplers: units of this context that a sampler is bound to have none then. Gives INVALID_VALUE for a negative
/// count.
pub fn delete_samplers(call: &mut Call<'_>, count: i32, samplers: ClientPtr<u32>) -> Result {
    let n = usize::try_from(count).map_err(|_| GlError::invalid_value("negative count"))?;
    let null = unreadable("null pointer to names");
    let names = call.mem.read_vec(samplers, n).map_err(null)?;
    forget_labels(&mut call.cx.labels, &call.cx.shared, SAMPLER, &names);
    for name in names {
        let Some(removed) = call.cx.shared.samplers.lock().remove(name) else {
            continue;
        };
        for unit in &mut call.cx.textures.units {
            let bound = unit.sampler.as_ref();
            if bound.is_some_and(|bound| Arc::ptr_eq(bound, &removed)) {
                unit.sampler = None;
            }
        }
    }
    Ok(())
}

/// glIsSampler: whether GenSamplers has returned the name.
pub fn is_sampler(call: &mut Call<'_>, sampler: u32) -> Result<u8> {
    Ok(u8::from(object(call, sampler).is_ok()))
}

/// glBindSampler. Gives INVALID_VALUE beyond the last image unit, INVALID_OPERATION for a name that GenSamplers has not
/// returned.
pub fn bind_sampler(call: &mut Call<'_>, unit: u32, sampler: u32) -> Result {
    let unit = unit as usize;
    if unit >= MAX_TEXTURE_IMAGE_UNITS {
        return Err(GlError::invalid_value("no such texture unit"));
    }
    let sampler = match sampler {
        0 => None,
        name => Some(object(call, name)?),
    };
    call.cx.textures.units[unit].sampler = sampler;
    Ok(())
}

fn set(call: &mut Call<'_>, sampler: u32, pname: u32, values: Values) -> Result {
    let object = object(call, sampler)?;
    let mut state = object.state.lock();
    set_sampling(&mut state.sampling, None, pname, values)?;
    if pname == TEXTURE_BORDER_COLOR {
        state.border_integers = None;
    }
    Ok(())
}

/// glSamplerParameterf. Gives INVALID_OPERATION when it is no sampler object, and the errors of glTexParameterf.
pub fn sampler_parameterf(call: &mut Call<'_>, sampler: u32, pname: u32, param: f32) -> Result {
    refuse_vector(pname)?;
    set(call, sampler, pname, Values::Float([param, 0.0, 0.0, 0.0]))
}

/// glSamplerParameteri. The errors are those of glSamplerParameterf.
pub fn sampler_parameteri(call: &mut Call<'_>, sampler: u32, pname: u32, param: i32) -> Result {
    refuse_vector(pname)?;
    set(call, sampler, pname, Values::Int([param, 0, 0, 0]))
}

/// glSamplerParameterfv. The errors are those of glSamplerParameterf.
pub fn sampler_parameterfv(
    call: &mut Call<'_>,
    sampler: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let values = read_floats(call, pname, params)?;
    call.run(move |call| set(call, sampler, pname, values))
}

/// glSamplerParameteriv. The errors are those of glSamplerParameterf.
pub fn sampler_parameteriv(
    call: &mut Call<'_>,
    sampler: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let values = read_ints(call, pname, params)?;
    call.run(move |call| set(call, sampler, pname, values))
}

/// Sets a parameter from integers: a border colour keeps them as they are.
fn set_integers(call: &mut Call<'_>, sampler: u32, pname: u32, values: Values) -> Result {
    let Values::Int(integers) = values else {
        unreachable!("the commands read integers");
    };
    if pname != TEXTURE_BORDER_COLOR {
        return set(call, sampler, pname, values);
    }
    let object = object(call, sampler)?;
    let mut state = object.state.lock();
    state.sampling.border_color = integers.map(|v| v as f32);
    state.border_integers = Some(integers.map(|v| v as u32));
    Ok(())
}

/// glSamplerParameterIiv. The errors are those of glSamplerParameterf.
pub fn sampler_parameter_iiv(
    call: &mut Call<'_>,
    sampler: u32,
    pname: u32,
    param: ClientPtr<i32>,
) -> Result {
    let values = read_ints(call, pname, param)?;
    call.run(move |call| set_integers(call, sampler, pname, values))
}

/// glSamplerParameterIuiv. The errors are those of glSamplerParameterf.
pub fn sampler_parameter_iuiv(
    call: &mut Call<'_>,
    sampler: u32,
    pname: u32,
    param: ClientPtr<u32>,
) -> Result {
    sampler_parameter_iiv(call, sampler, pname, param.cast())
}

fn get(call: &Call<'_>, sampler: u32, pname: u32) -> Result<Answer> {
    let object = object(call, sampler)?;
    sampling_value(call.cx, &object.sampling(), pname)
}

/// glGetSamplerParameterfv. Gives INVALID_OPERATION when it is no sampler object, INVALID_ENUM for a wrong parameter.
pub fn get_sampler_parameterfv(
    call: &mut Call<'_>,
    sampler: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    get(call, sampler, pname)?.write_floats(call, params);
    Ok(())
}

/// glGetSamplerParameteriv. The errors are those of glGetSamplerParameterfv.
pub fn get_sampler_parameteriv(
    call: &mut Call<'_>,
    sampler: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    get(call, sampler, pname)?.write_ints(call, params);
    Ok(())
}

/// glGetSamplerParameterIiv: a border colour as integers. The errors are those of glGetSamplerParameterfv.
pub fn get_sampler_parameter_iiv(
    call: &mut Call<'_>,
    sampler: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let integers = object(call, sampler)?.state.lock().border_integers;
    match (pname, integers) {
        (TEXTURE_BORDER_COLOR, Some(integers)) => {
            call.mem.write(params, &integers.map(|v| v as i32));
            Ok(())
        }
        _ => get_sampler_parameteriv(call, sampler, pname, params),
    }
}

/// glGetSamplerParameterIuiv. The errors are those of glGetSamplerParameterfv.
pub fn get_sampler_parameter_iuiv(
    call: &mut Call<'_>,
    sampler: u32,
    pname: u32,
    params: ClientPtr<u32>,
) -> Result {
    get_sampler_parameter_iiv(call, sampler, pname, params.cast())
}
