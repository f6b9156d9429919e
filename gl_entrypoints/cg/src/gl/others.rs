//! Attributes, textures, buffers, versions of GLSL.

use super::{Process, gl_doors};
use crate::door::{self, Bool};
use std::ffi::{c_char, c_int, c_uint, c_void};
use trilobite::cg::gl::api::{Array, Gl};
use trilobite::cg::gl::{attributes, buffers, textures, versions};
use trilobite::cg::{Handle, Text, World};

gl_doors! {
    fn trilobite_cgGLSetParameterPointer(param: Handle, size: c_int, ty: c_uint, stride: c_int, pointer: usize), about param => |w: &mut World, gl: &dyn Gl, p, size, ty, stride, address| {
        let array = Array { size, ty, stride, address };
        attributes::set_array(w, gl, p, array)
    };
    fn trilobite_cgGLEnableClientState(param: Handle), about param => |w: &mut World, gl: &dyn Gl, p| {
        attributes::switch_array(w, gl, p, true)
    };
    fn trilobite_cgGLDisableClientState(param: Handle), about param => |w: &mut World, gl: &dyn Gl, p| {
        attributes::switch_array(w, gl, p, false)
    };
    fn trilobite_cgGLSetTextureParameter(param: Handle, texture: c_uint), about param => |w, _: &dyn Gl, p, t| textures::set(w, p, t);
    fn trilobite_cgGLGetTextureParameter(param: Handle) -> c_uint = 0, about param => |w: &mut World, _: &dyn Gl, p| textures::get(w, p);
    fn trilobite_cgGLEnableTextureParameter(param: Handle), about param => |w: &mut World, gl: &dyn Gl, p| textures::enable(w, gl, p);
    fn trilobite_cgGLDisableTextureParameter(param: Handle), about param => |w: &mut World, _: &dyn Gl, p| textures::disable(w, p);
    fn trilobite_cgGLGetTextureEnum(param: Handle) -> c_uint = textures::NO_UNIT, about param => |w: &mut World, _: &dyn Gl, p| {
        textures::unit_enum(w, p)
    };
    fn trilobite_cgGLSetManageTextureParameters(context: Handle, flag: Bool), about context => |w, _: &dyn Gl, c, flag| {
        textures::manage(w, c, flag != 0)
    };
    fn trilobite_cgGLGetManageTextureParameters(context: Handle) -> Bool = 0, about context => |w: &mut World, _: &dyn Gl, c| {
        textures::is_managing(w, c).map(Into::into)
    };
    fn trilobite_cgGLSetupSampler(param: Handle, texture: c_uint), about param => |w, _: &dyn Gl, p, t| textures::set_up(w, p, t);
    fn trilobite_cgGLCreateBufferFromObject(context: Handle, object: c_uint, manage: Bool) -> Handle = Handle::NULL, about context => |w, gl: &dyn Gl, c, object, manage| {
        buffers::create_of(w, gl, c, object, manage != 0)
    };
    fn trilobite_cgGLGetBufferObject(buffer: Handle) -> c_uint = 0, about buffer => |w, gl: &dyn Gl, b| buffers::object(w, gl, b);
    fn trilobite_cgGLDetectGLSLVersion() -> c_int = 0, about Handle::NULL => |_: &mut World, gl: &dyn Gl| Ok(versions::detect(gl));
    fn trilobite_cgGLSetContextGLSLVersion(context: Handle, version: c_int), about context => |w, _: &dyn Gl, c, v| versions::set(w, c, v);
    fn trilobite_cgGLGetContextGLSLVersion(context: Handle) -> c_int = 0, about context => |w: &mut World, _: &dyn Gl, c| versions::get(w, c);
    fn trilobite_cgGLGetGLSLVersionString(version: c_int) -> Text = Text::NULL, about Handle::NULL => |_: &mut World, _: &dyn Gl, v| {
        Ok(versions::name(v))
    };
}

/// The number of a version's text.
///
/// # Safety
/// `text` is null or a C string.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn trilobite_cgGLGetGLSLVersion(text: *const c_char) -> c_int {
    // SAFETY: the caller's promise is passed on.
    let text = unsafe { door::text(text) }.unwrap_or_default();
    door::guarded("cgGLGetGLSLVersion", 0, || versions::number(&text))
}

/// Makes a buffer with an object of GL.
///
/// # Safety
/// `data` is null or has `size` bytes.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn trilobite_cgGLCreateBuffer(
    context: Handle,
    size: c_int,
    data: *const c_void,
    usage: c_uint,
) -> Handle {
    door::call("cgGLCreateBuffer", Handle::NULL, context, |world| {
        // SAFETY: the caller's promise is passed on.
        let data = unsafe { crate::buffers::bytes(data, size) };
        buffers::create(world, &Process, context, (size, data), usage)
    })
}
