//! Queries of shaders and programs (GL 2.1 section 6.1.14), and those of ARB_shader_objects, which name both alike.
#![forbid(unsafe_code)]

use super::linked::Active;
use super::object::{NO_OBJECT, Program, Shader};
use crate::frontend::stage_program::ProgramStage;
use crate::gl::context::enums::*;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

const UNKNOWN: GlError = GlError::invalid_enum("unknown name of a property");

/// Writes as much of a text as there is room for, with a NUL; `length` receives the characters without it. INVALID_VALUE for a
/// negative size.
pub(super) fn write_text(
    call: &mut Call<'_>,
    text: &[u8],
    room: i32,
    length: ClientPtr<i32>,
    to: ClientPtr<u8>,
) -> Result {
    let room = usize::try_from(room).map_err(|_| GlError::invalid_value("the size is negative"))?;
    let n = text.len().min(room.saturating_sub(1));
    if room > 0 {
        call.mem.write(to, &text[..n]);
        call.mem.write(to.byte_add(n), &[0u8]);
    }
    call.mem.write(length, &[n as i32]);
    Ok(())
}

/// The length of a text with its NUL; 0 of none.
fn length(text: usize) -> i32 {
    match text {
        0 => 0,
        n => i32::try_from(n + 1).unwrap_or(i32::MAX),
    }
}

fn shader_value(shader: &Shader, pname: u32) -> Result<i32> {
    Ok(match pname {
        SHADER_TYPE => match shader.stage {
            ProgramStage::Vertex => VERTEX_SHADER as i32,
            ProgramStage::Fragment => FRAGMENT_SHADER as i32,
        },
        DELETE_STATUS => shader.is_deleted.into(),
        COMPILE_STATUS => shader.code().is_some().into(),
        INFO_LOG_LENGTH => length(shader.compiled.as_ref().map_or(0, |c| c.log.len())),
        SHADER_SOURCE_LENGTH => length(shader.source_length()),
        _ => return Err(UNKNOWN),
    })
}

/// The bytes of the longest name with its NUL; 0 without names.
fn longest(all: &[Active]) -> i32 {
    let longest = all.iter().map(|a| a.name.len()).max();
    longest.map_or(0, length)
}

fn program_value(program: &Program, pname: u32) -> Result<i32> {
    let linked = program.linked.as_deref();
    let uniforms = linked.map_or(&[][..], |l| &l.uniforms);
    let attributes = linked.map_or(&[][..], |l| &l.attributes);
    Ok(match pname {
        DELETE_STATUS => program.is_deleted.into(),
        LINK_STATUS => linked.is_some().into(),
        VALIDATE_STATUS => program.is_valid.into(),
        INFO_LOG_LENGTH => length(program.log.len()),
        ATTACHED_SHADERS => program.shaders.len() as i32,
        ACTIVE_ATTRIBUTES => attributes.len() as i32,
        ACTIVE_ATTRIBUTE_MAX_LENGTH => longest(attributes),
        ACTIVE_UNIFORMS => uniforms.len() as i32,
        ACTIVE_UNIFORM_MAX_LENGTH => longest(uniforms),
        _ => return Err(UNKNOWN),
    })
}

pub fn get_shaderiv(
    call: &mut Call<'_>,
    shader: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let shader = call.cx.shared.shader_objects.lock().shader(shader)?;
    let value = shader_value(&shader.lock(), pname)?;
    call.mem.write(params, &[value]);
    Ok(())
}

pub fn get_programiv(
    call: &mut Call<'_>,
    program: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let value = program_value(
        call.cx.shared.shader_objects.lock().program(program)?,
        pname,
    )?;
    call.mem.write(params, &[value]);
    Ok(())
}

/// A property of an object by the names of ARB_shader_objects, whose values are those of GL 2.1.
fn object_value(call: &Call<'_>, object: u32, pname: u32) -> Result<i32> {
    let mut objects = call.cx.shared.shader_objects.lock();
    let shader = objects.shader(object);
    match (shader, pname) {
        (Err(error), _) if error == NO_OBJECT => Err(NO_OBJECT),
        (Ok(_), OBJECT_TYPE_ARB) => Ok(SHADER_OBJECT_ARB as i32),
        (Err(_), OBJECT_TYPE_ARB) => Ok(PROGRAM_OBJECT_ARB as i32),
        (Ok(shader), _) => shader_value(&shader.lock(), pname),
        (Err(_), _) => program_value(objects.program(object)?, pname),
    }
}

pub fn get_object_parameteriv_arb(
    call: &mut Call<'_>,
    object: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let value = object_value(call, object, pname)?;
    call.mem.write(params, &[value]);
    Ok(())
}

pub fn get_object_parameterfv_arb(
    call: &mut Call<'_>,
    object: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let value = object_value(call, object, pname)?;
    call.mem.write(params, &[value as f32]);
    Ok(())
}

fn shader_log(shader: &Shader) -> String {
    let compiled = shader.compiled.as_ref();
    compiled.map(|c| c.log.clone()).unwrap_or_default()
}

pub fn get_shader_info_log(
    call: &mut Call<'_>,
    shader: u32,
    buf_size: i32,
    length: ClientPtr<i32>,
    info_log: ClientPtr<u8>,
) -> Result {
    let shader = call.cx.shared.shader_objects.lock().shader(shader)?;
    let log = shader_log(&shader.lock());
    write_text(call, log.as_bytes(), buf_size, length, info_log)
}

pub fn get_program_info_log(
    call: &mut Call<'_>,
    program: u32,
    buf_size: i32,
    length: ClientPtr<i32>,
    info_log: ClientPtr<u8>,
) -> Result {
    let mut objects = call.cx.shared.shader_objects.lock();
    let log = objects.program(program)?.log.clone();
    drop(objects);
    write_text(call, log.as_bytes(), buf_size, length, info_log)
}

pub fn get_info_log_arb(
    call: &mut Call<'_>,
    object: u32,
    max_length: i32,
    length: ClientPtr<i32>,
    info_log: ClientPtr<u8>,
) -> Result {
    let mut objects = call.cx.shared.shader_objects.lock();
    let log = match objects.shader(object) {
        Ok(shader) => shader_log(&shader.lock()),
        Err(_) => objects.program(object)?.log.clone(),
    };
    drop(objects);
    write_text(call, log.as_bytes(), max_length, length, info_log)
}

pub fn get_shader_source(
    call: &mut Call<'_>,
    shader: u32,
    buf_size: i32,
    length: ClientPtr<i32>,
    source: ClientPtr<u8>,
) -> Result {
    let shader = call.cx.shared.shader_objects.lock().shader(shader)?;
    let text = shader.lock().strings.concat();
    write_text(call, &text, buf_size, length, source)
}

/// `glGetAttachedShaders`. INVALID_VALUE for a negative size.
pub fn get_attached_shaders(
    call: &mut Call<'_>,
    program: u32,
    max_count: i32,
    count: ClientPtr<i32>,
    shaders: ClientPtr<u32>,
) -> Result {
    let mut objects = call.cx.shared.shader_objects.lock();
    let attached = objects.program(program)?.shaders.iter();
    let room = usize::try_from(max_count);
    let room = room.map_err(|_| GlError::invalid_value("the size is negative"))?;
    let names: Vec<u32> = attached.map(|(name, _)| *name).take(room).collect();
    drop(objects);
    call.mem.write(shaders, &names);
    call.mem.write(count, &[names.len() as i32]);
    Ok(())
}

pub fn get_attached_objects_arb(
    call: &mut Call<'_>,
    container: u32,
    max_count: i32,
    count: ClientPtr<i32>,
    objects: ClientPtr<u32>,
) -> Result {
    get_attached_shaders(call, container, max_count, count, objects)
}
