//! The GL of the process, as `trilobite::cg::gl` sees it.

use super::table as gl;
use std::ffi::CStr;
use trilobite::cg::gl::api::{Array, Attribute, Gl};
use trilobite::cg::gl::numbers;

/// The GL of the process. Its context is the caller's current one.
#[derive(Debug, Clone, Copy)]
pub struct Process;

/// `GL_BUFFER_SIZE`.
const BUFFER_SIZE: u32 = 0x8764;
/// The longest message of a compiler that is read.
const MAX_LOG_BYTES: i32 = 1 << 20;

/// Why a block may call GL: the arguments are plain numbers, or slices and variables that outlive the call.
macro_rules! call {
    ($call:expr) => {
        // SAFETY: the arguments are numbers, or addresses of what lives during the call and is as long as GL says.
        unsafe { $call }
    };
}

/// Reads the messages of a compiler or linker.
fn messages(length: i32, read: impl Fn(i32, *mut u8)) -> String {
    let room = length.clamp(0, MAX_LOG_BYTES);
    let mut bytes = vec![0u8; room as usize + 1];
    read(room, bytes.as_mut_ptr());
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// The attributes without a meaning to fixed function, as programs in GLSL name them.
const ATTRIBUTES: [&CStr; 16] = [
    c"ATTR0", c"ATTR1", c"ATTR2", c"ATTR3", c"ATTR4", c"ATTR5", c"ATTR6", c"ATTR7", c"ATTR8",
    c"ATTR9", c"ATTR10", c"ATTR11", c"ATTR12", c"ATTR13", c"ATTR14", c"ATTR15",
];

const INFO_LOG_LENGTH: u32 = 0x8B84;

impl Process {
    /// Calls what is about the arrays of a unit. The active unit of the application stays.
    fn at_client_unit(&self, unit: u32, body: impl FnOnce()) {
        let before = self.integer(numbers::CLIENT_ACTIVE_TEXTURE) as u32;
        call!(gl::client_active_texture(numbers::TEXTURE0 + unit));
        body();
        call!(gl::client_active_texture(before));
    }
}

impl Gl for Process {
    fn text(&self, name: u32) -> Option<String> {
        let text = call!(gl::get_string(name));
        if text.is_null() {
            return None;
        }
        // SAFETY: GL answers null or a C string that it keeps.
        let text = unsafe { CStr::from_ptr(text.cast()) };
        Some(text.to_string_lossy().into_owned())
    }

    fn integer(&self, name: u32) -> i32 {
        // Some names have up to four numbers.
        let mut values = [0; 4];
        call!(gl::get_integers(name, values.as_mut_ptr()));
        values[0]
    }

    fn matrix(&self, name: u32) -> [f32; 16] {
        let mut values = [0.0; 16];
        call!(gl::get_floats(name, values.as_mut_ptr()));
        values
    }

    fn error(&self) -> u32 {
        call!(gl::get_error())
    }

    fn switch(&self, capability: u32, on: bool) {
        if on {
            call!(gl::enable(capability));
        } else {
            call!(gl::disable(capability));
        }
    }

    fn make_program(&self) -> u32 {
        let mut program = 0;
        call!(gl::gen_programs(1, &mut program));
        program
    }

    fn delete_program(&self, program: u32) {
        call!(gl::delete_programs(1, &program));
    }

    fn bind_program(&self, target: u32, program: u32) {
        call!(gl::bind_program(target, program));
    }

    fn program_integer(&self, target: u32, name: u32) -> i32 {
        let mut value = 0;
        call!(gl::get_program(target, name, &mut value));
        value
    }

    fn program_string(&self, target: u32, format: u32, text: &[u8]) {
        call!(gl::program_string(
            target,
            format,
            text.len() as i32,
            text.as_ptr()
        ));
    }

    fn set_local(&self, target: u32, index: u32, value: [f32; 4]) {
        call!(gl::local_parameter(target, index, value.as_ptr()));
    }

    fn load_program_nv(&self, target: u32, program: u32, text: &[u8]) {
        call!(gl::load_program_nv(
            target,
            program,
            text.len() as i32,
            text.as_ptr()
        ));
    }

    fn bind_program_nv(&self, target: u32, program: u32) {
        call!(gl::bind_program_nv(target, program));
    }

    fn set_parameter_nv(&self, target: u32, index: u32, value: [f32; 4]) {
        call!(gl::parameter_nv(target, index, value.as_ptr()));
    }

    fn set_named_nv(&self, program: u32, name: &[u8], value: [f32; 4]) {
        call!(gl::named_parameter_nv(
            program,
            name.len() as i32,
            name.as_ptr(),
            value.as_ptr()
        ));
    }

    fn program_option(&self, target: u32, name: u32, value: &CStr) {
        call!(gl::program_option(target, name, value.as_ptr()));
    }

    fn uniform_location(&self, target: u32, name: &CStr) -> i32 {
        call!(gl::uniform_location(target, name.as_ptr()))
    }

    fn set_uniform(&self, target: u32, location: i32, value: &[f32]) {
        call!(gl::program_uniform(target, location, 1, value.as_ptr()));
    }

    fn set_uniform_matrix(&self, target: u32, location: i32, value: &[f32]) {
        call!(gl::program_uniform_matrix(
            target,
            location,
            1,
            1,
            value.as_ptr()
        ));
    }

    fn set_uniform_unit(&self, target: u32, location: i32, unit: i32) {
        call!(gl::program_uniform_unit(target, location, unit));
    }

    fn make_shader(&self, stage: u32, text: &[u8]) -> Result<u32, String> {
        let shader = call!(gl::create_shader(stage));
        let (at, length) = (text.as_ptr(), text.len() as i32);
        call!(gl::shader_source(shader, 1, &at, &length));
        call!(gl::compile_shader(shader));
        let (mut compiled, mut length) = (0, 0);
        call!(gl::get_shader(
            shader,
            numbers::COMPILE_STATUS,
            &mut compiled
        ));
        if compiled != 0 {
            return Ok(shader);
        }
        call!(gl::get_shader(shader, INFO_LOG_LENGTH, &mut length));
        let log = messages(length, |room, to| {
            call!(gl::shader_log(shader, room, &mut 0, to))
        });
        call!(gl::delete_shader(shader));
        Err(log)
    }

    fn delete_shader(&self, shader: u32) {
        call!(gl::delete_shader(shader));
    }

    fn link(&self, shaders: &[u32]) -> Result<u32, String> {
        let program = call!(gl::create_program());
        for shader in shaders {
            call!(gl::attach_shader(program, *shader));
        }
        for (n, name) in ATTRIBUTES.iter().enumerate() {
            call!(gl::bind_attribute(program, n as u32, name.as_ptr()));
        }
        call!(gl::link_program(program));
        let (mut linked, mut length) = (0, 0);
        call!(gl::get_linked(program, numbers::LINK_STATUS, &mut linked));
        if linked != 0 {
            return Ok(program);
        }
        call!(gl::get_linked(program, INFO_LOG_LENGTH, &mut length));
        let log = messages(length, |room, to| {
            call!(gl::linked_log(program, room, &mut 0, to))
        });
        call!(gl::delete_linked(program));
        Err(log)
    }

    fn delete_linked(&self, program: u32) {
        call!(gl::delete_linked(program));
    }

    fn use_linked(&self, program: u32) {
        call!(gl::use_program(program));
    }

    fn linked_location(&self, program: u32, name: &CStr) -> i32 {
        call!(gl::linked_location(program, name.as_ptr()))
    }

    fn set_linked(&self, location: i32, value: &[f32]) {
        let at = value.as_ptr();
        match value.len() {
            1 => call!(gl::uniform1(location, 1, at)),
            2 => call!(gl::uniform2(location, 1, at)),
            3 => call!(gl::uniform3(location, 1, at)),
            4 => call!(gl::uniform4(location, 1, at)),
            _ => {}
        }
    }

    fn set_linked_integers(&self, location: i32, value: &[i32]) {
        let at = value.as_ptr();
        match value.len() {
            1 => call!(gl::uniform1i(location, 1, at)),
            2 => call!(gl::uniform2i(location, 1, at)),
            3 => call!(gl::uniform3i(location, 1, at)),
            4 => call!(gl::uniform4i(location, 1, at)),
            _ => {}
        }
    }

    fn active_texture(&self, unit: u32) {
        call!(gl::active_texture(numbers::TEXTURE0 + unit));
    }

    fn bind_texture(&self, target: u32, texture: u32) {
        call!(gl::bind_texture(target, texture));
    }

    fn texture_parameter(&self, target: u32, name: u32, value: &[f32]) {
        // The border colour has four numbers, the others one.
        let mut whole = [0.0; 4];
        for (to, from) in whole.iter_mut().zip(value) {
            *to = *from;
        }
        call!(gl::tex_parameters(target, name, whole.as_ptr()));
    }

    fn texture_parameter_integer(&self, target: u32, name: u32, value: i32) {
        call!(gl::tex_parameter(target, name, value));
    }

    fn set_array(&self, attribute: Attribute, array: Array) {
        let Array {
            size,
            ty,
            stride,
            address,
        } = array;
        match attribute {
            Attribute::Position => call!(gl::vertex_pointer(size, ty, stride, address)),
            Attribute::Normal => call!(gl::normal_pointer(ty, stride, address)),
            Attribute::Color => call!(gl::color_pointer(size, ty, stride, address)),
            Attribute::SecondaryColor => {
                call!(gl::secondary_color_pointer(size, ty, stride, address));
            }
            Attribute::FogCoord => call!(gl::fog_coord_pointer(ty, stride, address)),
            Attribute::TexCoord(unit) => self.at_client_unit(unit, || {
                call!(gl::tex_coord_pointer(size, ty, stride, address));
            }),
            Attribute::Generic(n) => {
                call!(gl::attribute_pointer(n, size, ty, 0, stride, address));
            }
        }
    }

    fn switch_array(&self, attribute: Attribute, on: bool) {
        let switch = |array: u32| {
            if on {
                call!(gl::enable_client_state(array));
            } else {
                call!(gl::disable_client_state(array));
            }
        };
        let array = match attribute {
            Attribute::Position => numbers::VERTEX_ARRAY,
            Attribute::Normal => numbers::NORMAL_ARRAY,
            Attribute::Color => numbers::COLOR_ARRAY,
            Attribute::SecondaryColor => numbers::SECONDARY_COLOR_ARRAY,
            Attribute::FogCoord => numbers::FOG_COORD_ARRAY,
            Attribute::TexCoord(unit) => {
                return self.at_client_unit(unit, || switch(numbers::TEXTURE_COORD_ARRAY));
            }
            Attribute::Generic(n) if on => return call!(gl::enable_attribute_array(n)),
            Attribute::Generic(n) => return call!(gl::disable_attribute_array(n)),
        };
        switch(array);
    }

    fn set_attribute(&self, attribute: Attribute, value: [f32; 4]) {
        let at = value.as_ptr();
        match attribute {
            // A position would be a vertex.
            Attribute::Position => {}
            Attribute::Normal => call!(gl::normal(at)),
            Attribute::Color => call!(gl::color(at)),
            Attribute::SecondaryColor => call!(gl::secondary_color(at)),
            Attribute::FogCoord => call!(gl::fog_coord(at)),
            Attribute::TexCoord(unit) => call!(gl::tex_coord(numbers::TEXTURE0 + unit, at)),
            Attribute::Generic(0) => {}
            Attribute::Generic(n) => call!(gl::attribute(n, at)),
        }
    }

    fn make_buffer(&self, size: usize, bytes: &[u8], usage: u32) -> u32 {
        let mut buffer = 0;
        call!(gl::gen_buffers(1, &mut buffer));
        call!(gl::bind_buffer(numbers::ARRAY_BUFFER, buffer));
        let at = if bytes.len() < size {
            std::ptr::null()
        } else {
            bytes.as_ptr()
        };
        call!(gl::buffer_data(
            numbers::ARRAY_BUFFER,
            size as isize,
            at,
            usage
        ));
        call!(gl::bind_buffer(numbers::ARRAY_BUFFER, 0));
        buffer
    }

    fn delete_buffer(&self, buffer: u32) {
        call!(gl::delete_buffers(1, &buffer));
    }

    fn set_buffer(&self, buffer: u32, bytes: &[u8]) {
        call!(gl::bind_buffer(numbers::ARRAY_BUFFER, buffer));
        let size = bytes.len() as isize;
        call!(gl::buffer_sub_data(
            numbers::ARRAY_BUFFER,
            0,
            size,
            bytes.as_ptr()
        ));
        call!(gl::bind_buffer(numbers::ARRAY_BUFFER, 0));
    }

    fn buffer_size(&self, buffer: u32) -> i32 {
        let mut size = 0;
        call!(gl::bind_buffer(numbers::ARRAY_BUFFER, buffer));
        call!(gl::get_buffer(
            numbers::ARRAY_BUFFER,
            BUFFER_SIZE,
            &mut size
        ));
        call!(gl::bind_buffer(numbers::ARRAY_BUFFER, 0));
        size
    }
}
