//! Program objects by the commands of NV_vertex_program (2.14.1.7, 2.14.1.8, 6.1.13) and NV_fragment_program. Objects and
//! their names are those of [`crate::gl::program::object`]; here a name becomes an object when it is loaded.
#![forbid(unsafe_code)]

use crate::frontend::assembly::{Language, Stage};
use crate::gl::context::enums::*;
use crate::gl::context::error::unreadable;
use crate::gl::context::program_target::Target;
use crate::gl::program::load::{load, program_text};
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;

/// What LoadProgramNV loads for a target.
fn stage(target: u32) -> Result<Stage> {
    match target {
        VERTEX_PROGRAM_NV => Ok(Stage::Vertex),
        VERTEX_STATE_PROGRAM_NV => Ok(Stage::VertexState),
        FRAGMENT_PROGRAM_NV => Ok(Stage::Fragment),
        _ => Err(GlError::invalid_enum("the target is not a program target")),
    }
}

/// Reads names of the application's memory. INVALID_VALUE for a negative number and for a null pointer.
fn names(call: &Call<'_>, n: i32, ids: ClientPtr<u32>) -> Result<Vec<u32>> {
    let n = usize::try_from(n)
        .map_err(|_| GlError::invalid_value("the number of programs is negative"))?;
    let null = unreadable("null pointer to the names of programs");
    call.mem.read_vec(ids, n).map_err(null)
}

/// `glLoadProgramNV`. A text that does not load leaves all as it was but error position and error string; in a display
/// list the text is parsed when the list is called.
pub fn load_program_nv(
    call: &mut Call<'_>,
    target: u32,
    id: u32,
    len: i32,
    program: ClientPtr<u8>,
) -> Result {
    let stage = stage(target)?;
    if id == 0 {
        return Err(GlError::invalid_value("LoadProgram: the name is 0"));
    }
    let text = program_text(call, len, program)?;
    call.run(move |call| {
        let is_other = {
            let programs = call.cx.shared.programs.lock();
            let object = programs.existing(id);
            object.is_some_and(|object| object.lock().stage != stage)
        };
        if is_other {
            return Err(GlError::invalid_operation(
                "LoadProgram: the name belongs to a program of another target",
            ));
        }
        let program = load(call, stage, &text)?;
        let shared = &call.cx.shared;
        let object = shared
            .programs
            .lock()
            .object(&shared.device, id, stage, true)?;
        object.lock().set(&text, program);
        Ok(())
    })
}

/// `glBindProgramNV`: a free name is bound without becoming an object.
pub fn bind_program_nv(call: &mut Call<'_>, target: u32, id: u32) -> Result {
    let target = match stage(target)? {
        Stage::Vertex => Target::Vertex,
        Stage::Fragment => Target::Fragment,
        Stage::VertexState | Stage::TextFragment => {
            return Err(GlError::invalid_enum(
                "BindProgram: vertex state programs are executed by their names",
            ));
        }
    };
    let Context {
        programs, shared, ..
    } = &mut *call.cx;
    programs.bind(shared, target, id, false)
}

/// `glAreProgramsResidentNV`: all are. INVALID_VALUE for names of no program.
pub fn are_programs_resident_nv(
    call: &mut Call<'_>,
    n: i32,
    programs: ClientPtr<u32>,
    _residences: ClientPtr<u8>,
) -> Result<u8> {
    let names = names(call, n, programs)?;
    let table = call.cx.shared.programs.lock();
    if names.iter().all(|name| table.existing(*name).is_some()) {
        Ok(1)
    } else {
        Err(GlError::invalid_value(
            "AreProgramsResident: a name of no program",
        ))
    }
}

/// `glRequestResidentProgramsNV`: nothing to do.
pub fn request_resident_programs_nv(
    call: &mut Call<'_>,
    n: i32,
    programs: ClientPtr<u32>,
) -> Result {
    names(call, n, programs)?;
    call.run(|_| Ok(()))
}

/// `glGetProgramivNV`. INVALID_OPERATION for a name of no program.
pub fn get_programiv_nv(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let value = {
        let programs = call.cx.shared.programs.lock();
        let object = programs.existing(id).ok_or(NO_PROGRAM)?.lock();
        match pname {
            PROGRAM_TARGET_NV => {
                let language = object.assembly().map(|p| p.language());
                target_of(object.stage, language) as i32
            }
            PROGRAM_LENGTH_NV => object.text.len() as i32,
            PROGRAM_RESIDENT_NV => 1,
            _ => return Err(GlError::invalid_enum("GetProgramivNV: unknown name")),
        }
    };
    call.mem.write(params, &[value]);
    Ok(())
}

const NO_PROGRAM: GlError = GlError::invalid_operation("no program has this name");

/// The target of an object's program.
fn target_of(stage: Stage, language: Option<Language>) -> u32 {
    match (stage, language) {
        (Stage::Vertex, _) => VERTEX_PROGRAM_NV,
        (Stage::VertexState, _) => VERTEX_STATE_PROGRAM_NV,
        (Stage::Fragment, Some(Language::Fp10)) => FRAGMENT_PROGRAM_NV,
        (Stage::Fragment, _) => FRAGMENT_PROGRAM_ARB,
        (Stage::TextFragment, _) => TEXT_FRAGMENT_SHADER_ATI,
    }
}

/// `glGetProgramStringNV`: the bytes as given. INVALID_OPERATION for a name of no program.
pub fn get_program_string_nv(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    program: ClientPtr<u8>,
) -> Result {
    if pname != PROGRAM_STRING_NV {
        return Err(GlError::invalid_enum(
            "GetProgramStringNV: the name is not PROGRAM_STRING_NV",
        ));
    }
    let text = {
        let programs = call.cx.shared.programs.lock();
        let object = programs.existing(id).ok_or(NO_PROGRAM)?;
        object.lock().text.clone()
    };
    call.mem.write(program, &text);
    Ok(())
}
