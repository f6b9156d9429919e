//! Profiles, their options, and programs.

use super::gl_doors;
use crate::door::Bool;
use std::ffi::{c_int, c_uint};
use trilobite::cg::gl::api::Gl;
use trilobite::cg::gl::{profiles, programs};
use trilobite::cg::names::profiles::UNKNOWN;
use trilobite::cg::{Handle, World};

const NULL: Handle = Handle::NULL;

/// The address of a row without texts.
fn no_texts() -> usize {
    static NONE: usize = 0;
    &raw const NONE as usize
}

gl_doors! {
    fn trilobite_cgGLIsProfileSupported(profile: c_int) -> Bool = 0, about NULL => |_: &mut World, gl: &dyn Gl, p| {
        Ok(profiles::is_supported(gl, p).into())
    };
    fn trilobite_cgGLEnableProfile(profile: c_int), about NULL => |_: &mut World, gl: &dyn Gl, p| profiles::switch(gl, p, true);
    fn trilobite_cgGLDisableProfile(profile: c_int), about NULL => |_: &mut World, gl: &dyn Gl, p| profiles::switch(gl, p, false);
    fn trilobite_cgGLGetLatestProfile(stage: c_int) -> c_int = UNKNOWN, about NULL => |_: &mut World, gl: &dyn Gl, s| profiles::latest(gl, s);
    fn trilobite_cgGLSetOptimalOptions(profile: c_int), about NULL => |w, gl: &dyn Gl, p| profiles::set_options(w, gl, NULL, p);
    fn trilobite_cgGLGetOptimalOptions(profile: c_int) -> usize = no_texts(), about NULL => |w, gl: &dyn Gl, p| {
        Ok(profiles::options(w, gl, NULL, p))
    };
    fn trilobite_cgGLSetContextOptimalOptions(context: Handle, profile: c_int), about context => |w: &mut World, gl: &dyn Gl, c, p| {
        w.context(c)?;
        profiles::set_options(w, gl, c, p)
    };
    fn trilobite_cgGLGetContextOptimalOptions(context: Handle, profile: c_int) -> usize = no_texts(), about context => |w: &mut World, gl: &dyn Gl, c, p| {
        w.context(c)?;
        Ok(profiles::options(w, gl, c, p))
    };
    fn trilobite_cgGLRegisterStates(context: Handle), about context => |w: &mut World, _: &dyn Gl, c| {
        w.context(c)?;
        log::warn!("cgGLRegisterStates: there are no effects yet");
        Ok(())
    };
    fn trilobite_cgGLLoadProgram(program: Handle), about program => |w, gl: &dyn Gl, p| programs::load(w, gl, p);
    fn trilobite_cgGLUnloadProgram(program: Handle), about program => |w, gl: &dyn Gl, p| programs::unload(w, gl, p);
    fn trilobite_cgGLIsProgramLoaded(program: Handle) -> Bool = 0, about program => |w: &mut World, _: &dyn Gl, p| {
        programs::is_loaded(w, p).map(Into::into)
    };
    fn trilobite_cgGLBindProgram(program: Handle), about program => |w, gl: &dyn Gl, p| programs::bind(w, gl, p);
    fn trilobite_cgGLUnbindProgram(profile: c_int), about NULL => |w, gl: &dyn Gl, p| programs::unbind(w, gl, p);
    fn trilobite_cgGLGetProgramID(program: Handle) -> c_uint = 0, about program => |w: &mut World, _: &dyn Gl, p| programs::id(w, p);
    fn trilobite_cgGLEnableProgramProfiles(program: Handle), about program => |w: &mut World, gl: &dyn Gl, p| {
        programs::switch_all(w, gl, p, true)
    };
    fn trilobite_cgGLDisableProgramProfiles(program: Handle), about program => |w: &mut World, gl: &dyn Gl, p| {
        programs::switch_all(w, gl, p, false)
    };
    fn trilobite_cgGLSetDebugMode(debug: Bool), about NULL => |w: &mut World, _: &dyn Gl, debug| {
        w.gl.is_debugging = debug != 0;
        Ok(())
    };
}
