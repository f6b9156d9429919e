//! The commands of program objects: names, binding, loading a text (ARB_vertex_program 2.14.1, 2.14.2 and 6.1.12; QUIRKS 0.2 to
//! 0.6, 0.39 to 0.43).

use super::text_ati;
use crate::frontend::assembly::Stage;
use crate::frontend::assembly::arb::{self, ArbProgram, Limits};
use crate::frontend::diagnostic::ProgramError;
use crate::gl::context::enums;
use crate::gl::context::program_target::Target;
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::{ClientPtr, roomy_stack};
use std::sync::Arc;

pub fn bind_program_arb(call: &mut Call<'_>, target: u32, program: u32) -> Result {
    let target = Target::from_enum(target)?;
    let Context {
        programs, shared, ..
    } = &mut *call.cx;
    programs.bind(shared, target, program, true)
}

/// `glGenProgramsARB`: names that are reserved against this command only.
pub fn gen_programs_arb(call: &mut Call<'_>, n: i32, programs: ClientPtr<u32>) -> Result {
    let n = usize::try_from(n).map_err(|_| GlError::invalid_value("GenPrograms: n is negative"))?;
    if programs.is_null() {
        return Ok(());
    }
    let mut table = call.cx.shared.programs.lock();
    for i in 0..n {
        let name = table.reserve()?;
        call.mem.write(programs.byte_add(4 * i), &[name]);
    }
    Ok(())
}

/// `glDeleteProgramsARB`: a bound one first reverts to the default object of its target.
pub fn delete_programs_arb(call: &mut Call<'_>, n: i32, programs: ClientPtr<u32>) -> Result {
    let n =
        usize::try_from(n).map_err(|_| GlError::invalid_value("DeletePrograms: n is negative"))?;
    let names = call
        .mem
        .read_vec(programs, n)
        .ok_or(GlError::invalid_value("DeletePrograms: null pointer"))?;
    for name in names.into_iter().filter(|name| *name != 0) {
        let Context {
            programs, shared, ..
        } = &mut *call.cx;
        let Some(object) = shared.programs.lock().remove(name) else {
            continue;
        };
        for target in Target::ALL {
            if Arc::ptr_eq(&programs.target(target).object, &object) {
                programs.bind(shared, target, 0, true)?;
            }
        }
    }
    Ok(())
}

pub fn is_program_arb(call: &mut Call<'_>, program: u32) -> Result<u8> {
    let programs = call.cx.shared.programs.lock();
    Ok(u8::from(programs.existing(program).is_some()))
}

/// `glProgramStringARB`. A text that does not load leaves the object as it was. In a display list the text is parsed,
/// and its errors are raised, when the list is called (QUIRKS 0.57).
pub fn program_string_arb(
    call: &mut Call<'_>,
    target: u32,
    format: u32,
    len: i32,
    string: ClientPtr<u8>,
) -> Result {
    let target = Target::from_enum(target)?;
    if format != enums::PROGRAM_FORMAT_ASCII_ARB {
        return Err(GlError::invalid_enum(
            "ProgramString: the format is not PROGRAM_FORMAT_ASCII_ARB",
        ));
    }
    let text = program_text(call, len, string)?;
    call.run(move |call| {
        if target == Target::TextFragment {
            return text_ati::load(call, &text);
        }
        let program = load(call, target.stage(), &text)?;
        let mut object = call.cx.programs.target(target).object.lock();
        object.set(&text, program);
        Ok(())
    })
}

/// A copy of the application's text. INVALID_VALUE for a negative length and for a null pointer.
pub(crate) fn program_text(call: &Call<'_>, len: i32, string: ClientPtr<u8>) -> Result<Arc<[u8]>> {
    let len = usize::try_from(len)
        .map_err(|_| GlError::invalid_value("program text: len is negative"))?;
    let text = call
        .mem
        .bytes(string, len)
        .ok_or(GlError::invalid_value("program text: null pointer"))?;
    // One byte more than loads is enough to refuse the rest without copying it.
    Ok(Arc::from(&text[..len.min(arb::MAX_TEXT_BYTES + 1)]))
}

fn limits_of(stage: Stage) -> &'static Limits {
    match stage {
        Stage::Fragment | Stage::TextFragment => &Limits::FRAGMENT,
        Stage::Vertex | Stage::VertexState => &Limits::VERTEX,
    }
}

/// The program of a text, which sets error position and error string. INVALID_OPERATION when it does not load.
pub(crate) fn load(call: &mut Call<'_>, stage: Stage, text: &[u8]) -> Result<Arc<ArbProgram>> {
    crate::debug::show_source(text);
    let loaded = roomy_stack::with_room(|| match stage {
        Stage::Vertex => arb::load_vertex(text, &Limits::VERTEX),
        Stage::Fragment | Stage::TextFragment => arb::load_fragment(text, &Limits::FRAGMENT),
        Stage::VertexState => arb::load_state(text, &Limits::VERTEX),
    });
    match loaded {
        Ok(program) => {
            if call.cx.debug.reports_programs() {
                for warning in program.warnings(text) {
                    call.cx.debug.report_odd_program(&warning.info_log(text));
                }
            }
            let state = &mut call.cx.programs;
            (state.error_position, state.error_string) = (-1, "\0".into());
            Ok(Arc::new(program))
        }
        Err(error) => Err(refuse(call, &error, stage, text)),
    }
}

fn refuse(call: &mut Call<'_>, error: &ProgramError, stage: Stage, text: &[u8]) -> GlError {
    let errors = if call.cx.debug.reports_programs() {
        roomy_stack::with_room(|| arb::errors(text, limits_of(stage), stage))
    } else {
        Vec::new()
    };
    report(call, error, text, errors.get(1..).unwrap_or_default())
}

/// Sets error position and error string to those of an error, and tells of it and of further ones.
pub(crate) fn report(
    call: &mut Call<'_>,
    error: &ProgramError,
    text: &[u8],
    further: &[ProgramError],
) -> GlError {
    let message = error.info_log(text);
    call.cx.debug.report_refused_program(&message);
    for further in further {
        call.cx
            .debug
            .report_refused_program(&further.info_log(text));
    }
    let state = &mut call.cx.programs;
    state.error_position = error.error_position();
    // The application's text may hold a NUL; the string that it reads may not.
    state.error_string = message.replace('\0', " ") + "\0";
    GlError::invalid_operation("the program does not load (see PROGRAM_ERROR_STRING_ARB)")
}
