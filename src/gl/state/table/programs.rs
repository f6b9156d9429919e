//! State of vertex and fragment programs and of vertex shaders.
#![forbid(unsafe_code)]

use super::row::{IntoValues, Kind, Row, rows};
use crate::frontend::assembly::arb::Limits;
use crate::frontend::vertex_shader;
use crate::gl::ext_shader::object::VertexShaderState;

/// ARB_vertex_program table X.7; PROGRAM_BINDING_ARB is a GetProgramiv name only (QUIRKS 0.43).
pub(crate) const PROGRAMS: &[Row] = rows! {
    PROGRAM_ERROR_POSITION_ARB Integer |cx| cx.programs.error_position;
    CURRENT_PROGRAM Integer |cx| cx.programs.in_use.as_ref().map_or(0, |p| p.name);
    VERTEX_PROGRAM_BINDING_NV Integer |cx| cx.programs.vertex.name;
    FRAGMENT_PROGRAM_BINDING_NV Integer |cx| cx.programs.fragment.name;
    MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV Integer |_| Limits::FRAGMENT.local;
};

/// The counts of the bound shader's last definition; before one, of nothing.
fn vertex_shader_counts(shaders: &VertexShaderState) -> vertex_shader::Counts {
    let shader = shaders.defined();
    shader.map_or_else(Default::default, |shader| shader.counts)
}

/// EXT_vertex_shader, "Vertex Shader State". What fits at all is optimized.
pub(crate) const VERTEX_SHADERS: &[Row] = rows! {
    VERTEX_SHADER_BINDING_EXT Integer |cx| cx.vertex_shaders.name;
    VERTEX_SHADER_INSTRUCTIONS_EXT Integer |cx| vertex_shader_counts(&cx.vertex_shaders).instructions;
    VERTEX_SHADER_VARIANTS_EXT Integer |cx| vertex_shader_counts(&cx.vertex_shaders).variants;
    VERTEX_SHADER_INVARIANTS_EXT Integer |cx| vertex_shader_counts(&cx.vertex_shaders).invariants;
    VERTEX_SHADER_LOCAL_CONSTANTS_EXT Integer |cx| vertex_shader_counts(&cx.vertex_shaders).local_constants;
    VERTEX_SHADER_LOCALS_EXT Integer |cx| vertex_shader_counts(&cx.vertex_shaders).locals;
    VERTEX_SHADER_OPTIMIZED_EXT Boolean |cx| cx.vertex_shaders.defined().is_some_and(|s| s.is_within_limits());
    MAX_VERTEX_SHADER_INSTRUCTIONS_EXT Integer |_| vertex_shader::MAX_INSTRUCTIONS;
    MAX_VERTEX_SHADER_VARIANTS_EXT Integer |_| vertex_shader::MAX_VARIANTS;
    MAX_VERTEX_SHADER_INVARIANTS_EXT Integer |_| vertex_shader::MAX_INVARIANTS;
    MAX_VERTEX_SHADER_LOCAL_CONSTANTS_EXT Integer |_| vertex_shader::MAX_LOCAL_CONSTANTS;
    MAX_VERTEX_SHADER_LOCALS_EXT Integer |_| vertex_shader::MAX_LOCALS;
    MAX_OPTIMIZED_VERTEX_SHADER_INSTRUCTIONS_EXT Integer |_| vertex_shader::MAX_INSTRUCTIONS;
    MAX_OPTIMIZED_VERTEX_SHADER_VARIANTS_EXT Integer |_| vertex_shader::MAX_VARIANTS;
    MAX_OPTIMIZED_VERTEX_SHADER_INVARIANTS_EXT Integer |_| vertex_shader::MAX_INVARIANTS;
    MAX_OPTIMIZED_VERTEX_SHADER_LOCAL_CONSTANTS_EXT Integer |_| vertex_shader::MAX_LOCAL_CONSTANTS;
    MAX_OPTIMIZED_VERTEX_SHADER_LOCALS_EXT Integer |_| vertex_shader::MAX_LOCALS;
};
