//! What programs of each target are limited to (ARB_vertex_program, ARB_fragment_program, ATI_text_fragment_shader).
#![forbid(unsafe_code)]

use crate::frontend::assembly::arb::Limits;
use crate::frontend::assembly::ati::{PARAMETERS, shader};
use crate::gl::context::program_target::Target;

/// What the grammar of ATI_text_fragment_shader lets a program have. An instruction is a routing, or a pair of arithmetic.
pub(crate) static TEXT_FRAGMENT: Limits = Limits {
    instructions: (shader::PASSES * (shader::REGISTERS + shader::PAIRS)) as u32,
    alu: (shader::PASSES * shader::PAIRS) as u32,
    tex: (shader::PASSES * shader::REGISTERS) as u32,
    indirections: shader::PASSES as u32,
    temporaries: shader::REGISTERS as u32,
    parameters: shader::CONSTANTS as u32,
    env: PARAMETERS,
    local: PARAMETERS,
    ..Limits::FRAGMENT
};

// The limits that programs see are those that the context reports.
const _: () = {
    let limits = &Limits::VERTEX;
    assert!(limits.texture_units as usize == crate::gl::context::limits::MAX_TEXTURE_UNITS);
    assert!(limits.texture_coords as usize == crate::gl::context::limits::MAX_TEXTURE_COORDS);
    assert!(limits.image_units as usize == crate::gl::context::limits::MAX_TEXTURE_IMAGE_UNITS);
    assert!(Limits::FRAGMENT.draw_buffers as usize == crate::gl::context::limits::MAX_DRAW_BUFFERS);
    assert!(limits.lights as usize == crate::gl::context::limits::MAX_LIGHTS);
    assert!(limits.clip_planes as usize == crate::gl::context::limits::MAX_CLIP_PLANES);
    assert!(limits.matrices as usize == crate::gl::context::limits::MAX_PROGRAM_MATRICES);
    assert!(limits.generic_attributes as usize == crate::gl::context::limits::MAX_VERTEX_ATTRIBS);
};

impl Target {
    /// What the driver reports for the target, and refuses beyond.
    pub fn limits(self) -> &'static Limits {
        match self {
            Target::Vertex => &Limits::VERTEX,
            Target::Fragment => &Limits::FRAGMENT,
            Target::TextFragment => &TEXT_FRAGMENT,
        }
    }
}
