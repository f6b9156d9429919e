//! Fragment shaders as text: the target TEXT_FRAGMENT_SHADER_ATI of the program commands (ATI_text_fragment_shader). The
//! machine is that of ATI_fragment_shader ([`crate::gl::ati_shader::code`]).
//!
//! An enabled fragment program goes before the text, the text before a recorded shader (QUIRKS 2.33). While the bound
//! program has never loaded, draws, which are undefined then, are as if the target were disabled.
#![forbid(unsafe_code)]

use super::limits::TEXT_FRAGMENT;
use super::load::{check_room_of_assembly, report};
use super::object::ProgramState;
use crate::frontend::assembly::arb;
use crate::frontend::assembly::ati::text;
use crate::gl::ati_shader::object::{DefinedShader, FragmentShaderState};
use crate::gl::context::program_target::Target;
use crate::gl::{Call, Result};
use crate::platform::roomy_stack;
use std::sync::Arc;

/// The shader of the ATI machine that fragments run unless a fragment program does, and whose target its parameters are of.
pub(crate) fn ati_shader(
    programs: &ProgramState,
    fragment_shaders: &FragmentShaderState,
) -> Option<(Target, Arc<DefinedShader>)> {
    let text = &programs.text_fragment;
    let loaded = text.enabled.then(|| text.object.lock().shader.clone());
    match loaded.flatten() {
        Some(shader) => Some((Target::TextFragment, shader)),
        None => Some((Target::Fragment, fragment_shaders.active()?)),
    }
}

/// ProgramStringARB for this target. INVALID_OPERATION for a text that does not load, which leaves the object as it was.
pub(crate) fn load(call: &mut Call<'_>, source: &Arc<[u8]>) -> Result {
    crate::debug::show_source(source);
    check_room_of_assembly(source)?;
    let parsed = roomy_stack::with_room(|| text::parse_registered(source));
    let parsed = parsed.map_err(|error| report(call, &error, source, &[]))?;
    if let Some(warning) = arb::odd_start(source) {
        call.cx.debug.report_odd_program(&warning.info_log(source));
    }
    let counts = parsed.counts();
    let pairs = counts.pairs.iter().sum();
    let counts = arb::Counts {
        instructions: pairs + counts.routings.iter().sum::<u32>(),
        alu: pairs,
        tex: counts.samples,
        indirections: counts.passes,
        temporaries: TEXT_FRAGMENT.temporaries,
        parameters: counts.constants,
        attributes: parsed.coords_read().count_ones(),
        addresses: 0,
    };
    let state = &mut call.cx.programs;
    (state.error_position, state.error_string) = (-1, "\0".into());
    let mut object = state.text_fragment.object.lock();
    object.text = source.clone();
    object.shader = Some(Arc::new(DefinedShader::of_text(parsed, source)));
    object.shader_counts = counts;
    Ok(())
}
