//! The commands of programs of shaders (GL 2.1 sections 2.15.2 and 2.15.3). Display lists hold UseProgram alone.
#![forbid(unsafe_code)]

use super::linked::Linked;
use super::object::NO_OBJECT;
use crate::frontend::shading::{GlslShader, link_shaders};
use crate::gl::program::in_use::Executable;
use crate::gl::{Call, GlError, Result};
use crate::platform::roomy_stack;
use std::sync::Arc;

pub fn create_program(call: &mut Call<'_>) -> Result<u32> {
    let shared = &call.cx.shared;
    let program = shared.shader_objects.lock().add_program(&shared.device)?;
    Ok(program)
}

/// `glDeleteProgram`: 0 is ignored. A program in use lives on.
pub fn delete_program(call: &mut Call<'_>, program: u32) -> Result {
    let mut objects = call.cx.shared.shader_objects.lock();
    if program == 0 {
        return Ok(());
    }
    objects.program(program)?;
    objects.delete(program)
}

/// `glDeleteObjectARB`: 0 is ignored. INVALID_VALUE for no object.
pub fn delete_object_arb(call: &mut Call<'_>, object: u32) -> Result {
    match object {
        0 => Ok(()),
        _ => call.cx.shared.shader_objects.lock().delete(object),
    }
}

pub fn is_program(call: &mut Call<'_>, program: u32) -> Result<u8> {
    let mut objects = call.cx.shared.shader_objects.lock();
    Ok(objects.is_program(program).into())
}

/// `glAttachShader`. INVALID_OPERATION for a shader that is attached already.
pub fn attach_shader(call: &mut Call<'_>, program: u32, shader: u32) -> Result {
    let mut objects = call.cx.shared.shader_objects.lock();
    let object = objects.shader(shader);
    let program = objects.program(program)?;
    let object = object?;
    if program.shaders.iter().any(|(name, _)| *name == shader) {
        return Err(GlError::invalid_operation("the shader is attached already"));
    }
    program.shaders.push((shader, object));
    Ok(())
}

/// `glDetachShader`. INVALID_OPERATION for a shader that is not attached. A deleted one goes.
pub fn detach_shader(call: &mut Call<'_>, program: u32, shader: u32) -> Result {
    let mut objects = call.cx.shared.shader_objects.lock();
    let is_shader = objects.shader(shader).map(|_| ());
    let program = objects.program(program)?;
    is_shader?;
    let place = program.shaders.iter().position(|(name, _)| *name == shader);
    let place = place.ok_or(GlError::invalid_operation("the shader is not attached"))?;
    program.shaders.remove(place);
    Ok(())
}

/// `glLinkProgram`. A program that is in use is drawn with at once, in all contexts, unless the link fails.
pub fn link_program(call: &mut Call<'_>, program: u32) -> Result {
    let shared = call.cx.shared.clone();
    let mut objects = shared.shader_objects.lock();
    let object = objects.program(program)?;
    let codes: Option<Vec<Arc<GlslShader>>> = object
        .shaders
        .iter()
        .map(|(_, shader)| shader.lock().code().cloned())
        .collect();
    let linked = match codes {
        None => Err("error: a shader that is attached has not compiled\n".to_owned()),
        Some(codes) => roomy_stack::with_room(|| link_shaders(&codes, &object.bound)),
    };
    object.is_valid = false;
    match linked {
        Err(log) => {
            call.cx.debug.report_refused_program(&log);
            (object.linked, object.log) = (None, log);
        }
        Ok(mut linked) => {
            object.log.clear();
            let stages = std::mem::take(&mut linked.stages);
            let executable = Arc::new(Executable::new(&shared.device, stages, linked.point_coord));
            object.linked = Some(Arc::new(Linked::new(linked, executable.clone())));
            *object.executable.lock() = Some(executable);
        }
    }
    Ok(())
}

/// `glUseProgram`: 0 uses none. INVALID_OPERATION for a program that is not linked.
pub fn use_program(call: &mut Call<'_>, program: u32) -> Result {
    if program == 0 {
        call.cx.programs.use_program(None);
        return Ok(());
    }
    let executable = {
        let mut objects = call.cx.shared.shader_objects.lock();
        let object = objects.program(program)?;
        if object.linked.is_none() {
            return Err(GlError::invalid_operation("the program is not linked"));
        }
        object.executable.clone()
    };
    call.cx.programs.use_program(Some((program, executable)));
    Ok(())
}

/// `glValidateProgram`: whether a draw could run the program, with a reason in the log.
pub fn validate_program(call: &mut Call<'_>, program: u32) -> Result {
    let mut objects = call.cx.shared.shader_objects.lock();
    let object = objects.program(program)?;
    let reason = match &object.linked {
        None => Some("the program is not linked\n"),
        Some(linked) => linked.conflict(),
    };
    object.is_valid = reason.is_none();
    object.log = reason.unwrap_or_default().to_owned();
    Ok(())
}

/// `glGetHandleARB`: the program in use for PROGRAM_OBJECT_ARB. INVALID_ENUM for another name.
pub fn get_handle_arb(call: &mut Call<'_>, pname: u32) -> Result<u32> {
    match pname {
        crate::gl::context::enums::PROGRAM_OBJECT_ARB => {
            Ok(call.cx.programs.in_use.as_ref().map_or(0, |p| p.name))
        }
        _ => Err(GlError::invalid_enum("GetHandle: unknown name")),
    }
}

/// The program with this name that is linked. INVALID_VALUE and INVALID_OPERATION otherwise.
pub(super) fn linked_program(call: &Call<'_>, program: u32) -> Result<Arc<Linked>> {
    let mut objects = call.cx.shared.shader_objects.lock();
    let object = objects.program(program)?;
    let not_linked = GlError::invalid_operation("the program is not linked");
    object.linked.clone().ok_or(not_linked)
}

/// The program in use. INVALID_OPERATION if there is none, or if its last link failed.
pub(super) fn current_program(call: &Call<'_>) -> Result<Arc<Linked>> {
    let none = GlError::invalid_operation("no program is in use");
    let name = call.cx.programs.in_use.as_ref().ok_or(none)?.name;
    linked_program(call, name).map_err(|error| match error {
        NO_OBJECT => none,
        other => other,
    })
}
