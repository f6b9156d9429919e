//! Queries about programs (ARB_vertex_program 6.1.12; QUIRKS 0.42, 0.43).

use super::uniform;
use crate::frontend::assembly::arb::{
    MAX_CALL_DEPTH, MAX_EXEC_INSTRUCTIONS, MAX_IF_DEPTH, MAX_LOOP_COUNT, MAX_LOOP_DEPTH,
};
use crate::gl::context::enums::*;
use crate::gl::context::program_target::Target;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

pub fn get_programiv_arb(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let target = Target::from_enum(target)?;
    let value = program_value(call, target, pname)?;
    call.mem.write(params, &[value]);
    Ok(())
}

fn program_value(call: &Call<'_>, target: Target, pname: u32) -> Result<i32> {
    let state = call.cx.programs.target(target);
    let object = state.object.lock();
    let counts = match &object.loaded {
        Some(program) => program.counts(),
        None => object.shader_counts,
    };
    let is_loaded = object.loaded.is_some() || object.shader.is_some();
    let limits = target.limits();
    let value = match pname {
        PROGRAM_BINDING_ARB => return Ok(state.name as i32),
        PROGRAM_LENGTH_ARB => return Ok(object.text.len() as i32),
        PROGRAM_FORMAT_ARB => return Ok(object.format.to_enum() as i32),
        PROGRAM_ACTIVE_UNIFORMS_TRI => return Ok(uniform::count(&object)),
        PROGRAM_UNIFORM_MAX_LENGTH_TRI => return Ok(uniform::max_length(&object)),
        PROGRAM_UNDER_NATIVE_LIMITS_ARB => return Ok(is_loaded as i32),
        PROGRAM_INSTRUCTIONS_ARB | PROGRAM_NATIVE_INSTRUCTIONS_ARB => counts.instructions,
        PROGRAM_TEMPORARIES_ARB | PROGRAM_NATIVE_TEMPORARIES_ARB => counts.temporaries,
        PROGRAM_PARAMETERS_ARB | PROGRAM_NATIVE_PARAMETERS_ARB => counts.parameters,
        PROGRAM_ATTRIBS_ARB | PROGRAM_NATIVE_ATTRIBS_ARB => counts.attributes,
        PROGRAM_ADDRESS_REGISTERS_ARB | PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB => counts.addresses,
        PROGRAM_ALU_INSTRUCTIONS_ARB | PROGRAM_NATIVE_ALU_INSTRUCTIONS_ARB => counts.alu,
        PROGRAM_TEX_INSTRUCTIONS_ARB | PROGRAM_NATIVE_TEX_INSTRUCTIONS_ARB
            if target == Target::Vertex =>
        {
            0
        }
        PROGRAM_TEX_INSTRUCTIONS_ARB | PROGRAM_NATIVE_TEX_INSTRUCTIONS_ARB => counts.tex,
        PROGRAM_TEX_INDIRECTIONS_ARB | PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB => counts.indirections,
        MAX_PROGRAM_INSTRUCTIONS_ARB | MAX_PROGRAM_NATIVE_INSTRUCTIONS_ARB => limits.instructions,
        MAX_PROGRAM_TEMPORARIES_ARB | MAX_PROGRAM_NATIVE_TEMPORARIES_ARB => limits.temporaries,
        MAX_PROGRAM_PARAMETERS_ARB | MAX_PROGRAM_NATIVE_PARAMETERS_ARB => limits.parameters,
        MAX_PROGRAM_ATTRIBS_ARB | MAX_PROGRAM_NATIVE_ATTRIBS_ARB => limits.attributes,
        MAX_PROGRAM_ADDRESS_REGISTERS_ARB | MAX_PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB => {
            limits.addresses
        }
        MAX_PROGRAM_ALU_INSTRUCTIONS_ARB | MAX_PROGRAM_NATIVE_ALU_INSTRUCTIONS_ARB => limits.alu,
        MAX_PROGRAM_TEX_INSTRUCTIONS_ARB | MAX_PROGRAM_NATIVE_TEX_INSTRUCTIONS_ARB => limits.tex,
        MAX_PROGRAM_TEX_INDIRECTIONS_ARB | MAX_PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB => {
            limits.indirections
        }
        MAX_PROGRAM_ENV_PARAMETERS_ARB => limits.env,
        MAX_PROGRAM_LOCAL_PARAMETERS_ARB => limits.local,
        // NV_vertex_program2_option table X.11, NV_fragment_program2 table X.10.
        MAX_PROGRAM_EXEC_INSTRUCTIONS_NV => MAX_EXEC_INSTRUCTIONS,
        MAX_PROGRAM_CALL_DEPTH_NV => MAX_CALL_DEPTH,
        MAX_PROGRAM_IF_DEPTH_NV if target == Target::Fragment => MAX_IF_DEPTH,
        MAX_PROGRAM_LOOP_DEPTH_NV if target == Target::Fragment => MAX_LOOP_DEPTH,
        MAX_PROGRAM_LOOP_COUNT_NV if target == Target::Fragment => MAX_LOOP_COUNT,
        _ => return Err(GlError::invalid_enum("GetProgramiv: unknown name")),
    };
    Ok(value as i32)
}

/// `glGetProgramStringARB`: the bytes as given, without a terminating NUL.
pub fn get_program_string_arb(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    string: ClientPtr<u8>,
) -> Result {
    let target = Target::from_enum(target)?;
    if pname != PROGRAM_STRING_ARB {
        return Err(GlError::invalid_enum(
            "GetProgramString: the name is not PROGRAM_STRING_ARB",
        ));
    }
    let text = call.cx.programs.target(target).object.lock().text.clone();
    call.mem.write(string, &text);
    Ok(())
}
