//! The commands of program objects: names, binding, loading a text (ARB_vertex_program 2.14.1, 2.14.2 and 6.1.12; QUIRKS 0.2 to
//! 0.6, 0.39 to 0.43).

use super::load::{load, program_text};
use super::shading::{self, Format};
use super::text_ati;
use crate::gl::context::error::unreadable;
use crate::gl::context::names::places;
use crate::gl::context::program_target::Target;
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;
use std::sync::Arc;

pub fn bind_program_arb(call: &mut Call<'_>, target: u32, program: u32) -> Result {
    let target = Target::from_enum(target)?;
    let Context {
        programs, shared, ..
    } = &mut *call.cx;
    programs.bind(shared, target, program, true)
}

/// `glGenProgramsARB`: names that are reserved against this command only. Gives INVALID_VALUE for a negative count, OUT_OF_MEMORY for
/// more than 4 million and where memory is short.
pub fn gen_programs_arb(call: &mut Call<'_>, n: i32, programs: ClientPtr<u32>) -> Result {
    let out = places(&mut call.mem, n, programs)?;
    let mut table = call.cx.shared.programs.lock();
    table.make_room(out.len() / 4)?;
    for place in out.chunks_exact_mut(4) {
        place.copy_from_slice(&table.reserve()?.to_ne_bytes());
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
        .map_err(unreadable("DeletePrograms: null pointer"))?;
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
    let format = Format::from_enum(format)?;
    if let Format::Shading(language) = format {
        return shading::program_string(call, target, language, len, string);
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
