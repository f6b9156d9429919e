//! How the text of a program becomes a program, and what is told when it does not (ARB_vertex_program 2.14.2; QUIRKS 0.2 to 0.6).
#![forbid(unsafe_code)]

use crate::frontend::assembly::Stage;
use crate::frontend::assembly::arb::{self, ArbProgram, Limits};
use crate::frontend::diagnostic::ProgramError;
use crate::gl::{Call, GlError, Result};
use crate::platform::{ClientPtr, reserve, roomy_stack};
use std::sync::Arc;

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

/// Gives OUT_OF_MEMORY where the system lacks the memory that loading a text may take: so many bytes, and so many for each of the
/// text's. Front ends make lists that cannot say it.
pub(crate) fn check_room(text: &[u8], bytes: usize, each: usize) -> Result {
    match reserve::has_room(bytes + each * text.len()) {
        true => Ok(()),
        false => Err(GlError::out_of_memory(
            "program text: too long for what is left",
        )),
    }
}

/// [`check_room`] for assembly.
pub(crate) fn check_room_of_assembly(text: &[u8]) -> Result {
    check_room(text, 256 << 10, 64)
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
    check_room_of_assembly(text)?;
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

/// Sets error position and error string to those of an error, and reports it and further ones.
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
