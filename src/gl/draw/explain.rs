//! Keeps the sources of programs that draws use while a frame is explained ([`crate::gl::context::frame`]).
#![forbid(unsafe_code)]

use crate::explain::{Names, Source};
use crate::gl::Context;
use crate::gl::context::program_target::Target;
use crate::gl::program::object::Enabled;
use crate::gl::program::text_ati::ati_shader;
use crate::ir::ProgramId;

/// Keeps the source of a program that is about to be drawn with.
pub(crate) fn keep_source(cx: &mut Context, target: Target, program: ProgramId) {
    // A loaded program comes first, then a vertex or fragment shader, then fixed function.
    let ready = match target {
        Target::Vertex => cx.programs.vertex_program(),
        Target::Fragment | Target::TextFragment => cx.programs.fragment_program(),
    };
    let shader = match target {
        Target::Vertex => cx
            .vertex_shaders
            .active(&cx.programs)
            .map(|shader| shader.text()),
        Target::Fragment | Target::TextFragment => {
            ati_shader(&cx.programs, &cx.fragment_shaders).map(|(_, shader)| shader.text())
        }
    };
    // Native texts name inputs and results in their own way, and these names are kept with the text.
    let mut names = Names::default();
    let source = match (ready, shader) {
        (Enabled::Ready(loaded), _) => {
            if let Some([inputs, results]) = loaded.assembly().and_then(|p| p.native_names()) {
                names = Names { inputs, results };
            }
            let object = cx.programs.drawn(target);
            match loaded.source_map() {
                Some(map) => Source::Files(map.clone()),
                None => Source::Text(object.lock().text.clone()),
            }
        }
        (_, Some(text)) => Source::Text(text),
        _ => Source::FixedFunction,
    };
    cx.sources.keep(program, source, names);
}
