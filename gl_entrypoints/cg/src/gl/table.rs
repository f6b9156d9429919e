//! The functions of GL that libCgGL calls. Each is asked for when it is called first.

use super::find;
use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

/// A function of GL that is found when it is called first.
pub(super) struct Function {
    names: &'static [&'static CStr],
    /// Null before the first call, and [`MISSING`] if GL has none.
    address: AtomicPtr<c_void>,
}

/// What no function's address is.
const MISSING: *mut c_void = std::ptr::dangling_mut();

impl Function {
    pub(super) const fn new(names: &'static [&'static CStr]) -> Function {
        Function {
            names,
            address: AtomicPtr::new(std::ptr::null_mut()),
        }
    }

    /// The address, if GL has the function.
    pub(super) fn address(&self) -> Option<*const c_void> {
        let mut address = self.address.load(Ordering::Relaxed);
        if address.is_null() {
            address = find::address(self.names).cast_mut();
            if address.is_null() {
                log::warn!("libCgGL: GL has no {:?}", self.names[0]);
                address = MISSING;
            }
            self.address.store(address, Ordering::Relaxed);
        }
        (address != MISSING).then_some(address.cast_const())
    }
}

/// Functions of GL, by their names here: each calls the one that the process has, and without one answers what stands at the end.
macro_rules! functions {
    ($(fn $name:ident($($argument:ident: $ty:ty),*) $(-> $result:ty)? = [$($symbol:literal),+] $(, $otherwise:expr)?;)*) => {
        $(
            /// Calls the function of this meaning.
            ///
            /// # Safety
            /// The arguments are as GL's specification has them.
            #[allow(clippy::too_many_arguments)]
            pub(super) unsafe fn $name($($argument: $ty),*) $(-> $result)? {
                static FUNCTION: Function = Function::new(&[$($symbol),+]);
                type Signature = unsafe extern "system" fn($($ty),*) $(-> $result)?;
                match FUNCTION.address() {
                    // SAFETY: functions of this name have this signature, and the caller's promise is passed on.
                    Some(address) => unsafe {
                        std::mem::transmute::<*const c_void, Signature>(address)($($argument),*)
                    },
                    None => { $($otherwise)? }
                }
            }
        )*
    };
}

functions! {
    fn get_string(name: u32) -> *const u8 = [c"glGetString"], std::ptr::null();
    fn get_integers(name: u32, to: *mut i32) = [c"glGetIntegerv"];
    fn get_floats(name: u32, to: *mut f32) = [c"glGetFloatv"];
    fn get_error() -> u32 = [c"glGetError"], 0;
    fn enable(capability: u32) = [c"glEnable"];
    fn disable(capability: u32) = [c"glDisable"];

    fn gen_programs(n: i32, to: *mut u32) = [c"glGenProgramsARB", c"glGenProgramsNV"];
    fn delete_programs(n: i32, programs: *const u32) = [c"glDeleteProgramsARB", c"glDeleteProgramsNV"];
    fn bind_program(target: u32, program: u32) = [c"glBindProgramARB"];
    fn program_string(target: u32, format: u32, length: i32, text: *const u8) = [c"glProgramStringARB"];
    fn get_program(target: u32, name: u32, to: *mut i32) = [c"glGetProgramivARB"];
    fn local_parameter(target: u32, index: u32, value: *const f32) = [c"glProgramLocalParameter4fvARB"];
    fn bind_program_nv(target: u32, program: u32) = [c"glBindProgramNV"];
    fn load_program_nv(target: u32, program: u32, length: i32, text: *const u8) = [c"glLoadProgramNV"];
    fn parameter_nv(target: u32, index: u32, value: *const f32) = [c"glProgramParameter4fvNV"];
    fn named_parameter_nv(program: u32, length: i32, name: *const u8, value: *const f32) = [c"glProgramNamedParameter4fvNV"];

    fn program_option(target: u32, name: u32, value: *const std::ffi::c_char) = [c"glProgramOptionTRI"];
    fn uniform_location(target: u32, name: *const std::ffi::c_char) -> i32 = [c"glGetProgramUniformLocationTRI"], -1;
    fn program_uniform(target: u32, location: i32, count: i32, value: *const f32) = [c"glProgramUniformfvTRI"];
    fn program_uniform_matrix(target: u32, location: i32, count: i32, transpose: u8, value: *const f32) = [c"glProgramUniformMatrixfvTRI"];
    fn program_uniform_unit(target: u32, location: i32, value: i32) = [c"glProgramUniformiTRI"];

    fn create_shader(stage: u32) -> u32 = [c"glCreateShader"], 0;
    fn shader_source(shader: u32, n: i32, texts: *const *const u8, lengths: *const i32) = [c"glShaderSource"];
    fn compile_shader(shader: u32) = [c"glCompileShader"];
    fn get_shader(shader: u32, name: u32, to: *mut i32) = [c"glGetShaderiv"];
    fn shader_log(shader: u32, room: i32, length: *mut i32, to: *mut u8) = [c"glGetShaderInfoLog"];
    fn delete_shader(shader: u32) = [c"glDeleteShader"];
    fn create_program() -> u32 = [c"glCreateProgram"], 0;
    fn attach_shader(program: u32, shader: u32) = [c"glAttachShader"];
    fn link_program(program: u32) = [c"glLinkProgram"];
    fn get_linked(program: u32, name: u32, to: *mut i32) = [c"glGetProgramiv"];
    fn linked_log(program: u32, room: i32, length: *mut i32, to: *mut u8) = [c"glGetProgramInfoLog"];
    fn delete_linked(program: u32) = [c"glDeleteProgram"];
    fn use_program(program: u32) = [c"glUseProgram"];
    fn linked_location(program: u32, name: *const std::ffi::c_char) -> i32 = [c"glGetUniformLocation"], -1;
    fn bind_attribute(program: u32, index: u32, name: *const std::ffi::c_char) = [c"glBindAttribLocation"];
    fn uniform1(location: i32, n: i32, value: *const f32) = [c"glUniform1fv"];
    fn uniform2(location: i32, n: i32, value: *const f32) = [c"glUniform2fv"];
    fn uniform3(location: i32, n: i32, value: *const f32) = [c"glUniform3fv"];
    fn uniform4(location: i32, n: i32, value: *const f32) = [c"glUniform4fv"];
    fn uniform1i(location: i32, n: i32, value: *const i32) = [c"glUniform1iv"];
    fn uniform2i(location: i32, n: i32, value: *const i32) = [c"glUniform2iv"];
    fn uniform3i(location: i32, n: i32, value: *const i32) = [c"glUniform3iv"];
    fn uniform4i(location: i32, n: i32, value: *const i32) = [c"glUniform4iv"];

    fn active_texture(unit: u32) = [c"glActiveTexture", c"glActiveTextureARB"];
    fn bind_texture(target: u32, texture: u32) = [c"glBindTexture"];
    fn tex_parameters(target: u32, name: u32, value: *const f32) = [c"glTexParameterfv"];
    fn tex_parameter(target: u32, name: u32, value: i32) = [c"glTexParameteri"];

    fn client_active_texture(unit: u32) = [c"glClientActiveTexture", c"glClientActiveTextureARB"];
    fn enable_client_state(array: u32) = [c"glEnableClientState"];
    fn disable_client_state(array: u32) = [c"glDisableClientState"];
    fn enable_attribute_array(index: u32) = [c"glEnableVertexAttribArrayARB", c"glEnableVertexAttribArray"];
    fn disable_attribute_array(index: u32) = [c"glDisableVertexAttribArrayARB", c"glDisableVertexAttribArray"];
    fn vertex_pointer(size: i32, ty: u32, stride: i32, at: usize) = [c"glVertexPointer"];
    fn normal_pointer(ty: u32, stride: i32, at: usize) = [c"glNormalPointer"];
    fn color_pointer(size: i32, ty: u32, stride: i32, at: usize) = [c"glColorPointer"];
    fn secondary_color_pointer(size: i32, ty: u32, stride: i32, at: usize) = [c"glSecondaryColorPointer", c"glSecondaryColorPointerEXT"];
    fn fog_coord_pointer(ty: u32, stride: i32, at: usize) = [c"glFogCoordPointer", c"glFogCoordPointerEXT"];
    fn tex_coord_pointer(size: i32, ty: u32, stride: i32, at: usize) = [c"glTexCoordPointer"];
    fn attribute_pointer(index: u32, size: i32, ty: u32, normalized: u8, stride: i32, at: usize) = [c"glVertexAttribPointerARB", c"glVertexAttribPointer"];
    fn color(value: *const f32) = [c"glColor4fv"];
    fn normal(value: *const f32) = [c"glNormal3fv"];
    fn secondary_color(value: *const f32) = [c"glSecondaryColor3fv", c"glSecondaryColor3fvEXT"];
    fn fog_coord(value: *const f32) = [c"glFogCoordfv", c"glFogCoordfvEXT"];
    fn tex_coord(unit: u32, value: *const f32) = [c"glMultiTexCoord4fv", c"glMultiTexCoord4fvARB"];
    fn attribute(index: u32, value: *const f32) = [c"glVertexAttrib4fvARB", c"glVertexAttrib4fv"];

    fn gen_buffers(n: i32, to: *mut u32) = [c"glGenBuffers", c"glGenBuffersARB"];
    fn delete_buffers(n: i32, buffers: *const u32) = [c"glDeleteBuffers", c"glDeleteBuffersARB"];
    fn bind_buffer(target: u32, buffer: u32) = [c"glBindBuffer", c"glBindBufferARB"];
    fn buffer_data(target: u32, size: isize, data: *const u8, usage: u32) = [c"glBufferData", c"glBufferDataARB"];
    fn buffer_sub_data(target: u32, offset: isize, size: isize, data: *const u8) = [c"glBufferSubData", c"glBufferSubDataARB"];
    fn get_buffer(target: u32, name: u32, to: *mut i32) = [c"glGetBufferParameteriv", c"glGetBufferParameterivARB"];
}
