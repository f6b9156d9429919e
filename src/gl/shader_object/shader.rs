//! The commands of shaders (GL 2.1 section 2.15.1). Display lists hold none of them.
#![forbid(unsafe_code)]

use crate::frontend::shading::compile_shader as compile;
use crate::frontend::stage_program::ProgramStage;
use crate::gl::context::enums::{FRAGMENT_SHADER, VERTEX_SHADER};
use crate::gl::context::error::unreadable;
use crate::gl::{Call, GlError, Result};
use crate::platform::{ClientPtr, reserve, roomy_stack};
use std::sync::Arc;

/// The most bytes of a text; longer ones are refused by the compiler.
const MAX_TEXT_BYTES: usize = 64 << 20;
/// What the expansion of macros may take, and each byte of a text.
const MACRO_ROOM: usize = 32 << 20;
const ROOM_OF_A_BYTE: usize = 96;

const TOO_LONG: GlError = GlError::out_of_memory("the shader is too long for what is left");

/// `glCreateShader`. INVALID_ENUM for a type that is neither VERTEX_SHADER nor FRAGMENT_SHADER.
pub fn create_shader(call: &mut Call<'_>, shader_type: u32) -> Result<u32> {
    let stage = match shader_type {
        VERTEX_SHADER => ProgramStage::Vertex,
        FRAGMENT_SHADER => ProgramStage::Fragment,
        _ => {
            return Err(GlError::invalid_enum(
                "CreateShader: the type of the shader",
            ));
        }
    };
    call.cx.shared.shader_objects.lock().add_shader(stage)
}

/// `glDeleteShader`: 0 is ignored. A shader that is attached lives on.
pub fn delete_shader(call: &mut Call<'_>, shader: u32) -> Result {
    let mut objects = call.cx.shared.shader_objects.lock();
    if shader == 0 {
        return Ok(());
    }
    objects.shader(shader)?;
    objects.delete(shader)
}

pub fn is_shader(call: &mut Call<'_>, shader: u32) -> Result<u8> {
    let mut objects = call.cx.shared.shader_objects.lock();
    Ok(objects.is_shader(shader).into())
}

/// `glShaderSource`: `count` strings, each up to its NUL where there are no lengths or where its length is negative.
/// INVALID_VALUE for a negative count, a null pointer, and no shader.
pub fn shader_source(
    call: &mut Call<'_>,
    shader: u32,
    count: i32,
    string: ClientPtr<ClientPtr<u8>>,
    length: ClientPtr<i32>,
) -> Result {
    let object = call.cx.shared.shader_objects.lock().shader(shader)?;
    let n = usize::try_from(count)
        .map_err(|_| GlError::invalid_value("ShaderSource: count is negative"))?;
    let null = unreadable("ShaderSource: null pointer to strings");
    let addresses: Vec<usize> = call.mem.read_vec(string.cast(), n).map_err(null)?;
    let lengths: Vec<i32> = match length.is_null() {
        true => vec![-1; n],
        false => call.mem.read_vec(length, n).map_err(null)?,
    };
    let mut strings: Vec<Arc<[u8]>> = Vec::new();
    let mut total = 0;
    for (address, length) in addresses.into_iter().zip(lengths) {
        let string = ClientPtr::from_address(address);
        let text = match usize::try_from(length) {
            Ok(length) => call.mem.bytes(string, length),
            Err(_) => call.mem.c_string(string, MAX_TEXT_BYTES),
        };
        let text = text.ok_or(GlError::invalid_value(
            "ShaderSource: null pointer to a string",
        ))?;
        total += text.len();
        if total > MAX_TEXT_BYTES || !reserve::has_room(text.len()) {
            return Err(TOO_LONG);
        }
        strings.push(Arc::from(text));
    }
    object.lock().strings = strings;
    Ok(())
}

/// `glCompileShader`. Errors of the text are in the log; COMPILE_STATUS tells that there are some.
pub fn compile_shader(call: &mut Call<'_>, shader: u32) -> Result {
    let object = call.cx.shared.shader_objects.lock().shader(shader)?;
    let (stage, strings) = {
        let shader = object.lock();
        (shader.stage, shader.strings.clone())
    };
    let bytes: usize = strings.iter().map(|s| s.len()).sum();
    if !reserve::has_room(MACRO_ROOM + ROOM_OF_A_BYTE * bytes) {
        return Err(TOO_LONG);
    }
    strings
        .iter()
        .for_each(|text| crate::debug::show_source(text));
    let compiled = roomy_stack::with_room(|| compile(stage, &strings));
    match (&compiled.shader, compiled.log.is_empty()) {
        (_, true) => {}
        (Some(_), _) => call.cx.debug.report_odd_program(&compiled.log),
        (None, _) => call.cx.debug.report_refused_program(&compiled.log),
    }
    object.lock().compiled = Some(compiled);
    Ok(())
}
