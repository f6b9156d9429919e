//! Vertex state programs: ExecuteProgramNV (NV_vertex_program 2.14.4).
#![forbid(unsafe_code)]

use super::values;
use crate::frontend::assembly::Stage;
use crate::frontend::assembly::arb::ArbProgram;
use crate::gl::context::enums::VERTEX_STATE_PROGRAM_NV;
use crate::gl::context::program_target::Target;
use crate::gl::{Call, Context, GlError, Result};
use crate::kernel::layout::MAX_PIXEL_PLANES;
use crate::kernel::{Invocation, PixelWindow, Scratch, compile};
use crate::platform::{ClientPtr, roomy_stack};
use crate::simd::LANES;
use std::sync::Arc;

/// `glExecuteProgramNV`: runs a state program with `params` as `v[0]`. Gives INVALID_OPERATION when it is no state program,
/// and when it writes a parameter that tracks a matrix.
pub fn execute_program_nv(
    call: &mut Call<'_>,
    target: u32,
    id: u32,
    params: ClientPtr<f32>,
) -> Result {
    if target != VERTEX_STATE_PROGRAM_NV {
        return Err(GlError::invalid_enum(
            "ExecuteProgram: the target is not VERTEX_STATE_PROGRAM_NV",
        ));
    }
    let params: [f32; 4] = call.params(params)?;
    call.run(move |call| {
        let program = state_program(call, id)?;
        let is_tracking = |n: &u32| call.cx.programs.is_tracking(*n as usize);
        if program.state_parameters().iter().any(is_tracking) {
            return Err(GlError::invalid_operation(
                "ExecuteProgram: the program writes a parameter that tracks a matrix",
            ));
        }
        let written = roomy_stack::with_room(|| execute(call.cx, &program, params));
        let env = &mut call.cx.programs.vertex.env;
        for (n, value) in program.state_parameters().iter().zip(written) {
            env[*n as usize] = value;
        }
        Ok(())
    })
}

fn state_program(call: &Call<'_>, id: u32) -> Result<Arc<ArbProgram>> {
    let programs = call.cx.shared.programs.lock();
    let object = programs.existing(id).map(|object| object.lock());
    let object = object.filter(|object| object.stage == Stage::VertexState);
    let program = object.and_then(|object| object.assembly().cloned());
    program.ok_or(GlError::invalid_operation(
        "ExecuteProgram: no vertex state program has this name",
    ))
}

/// Runs the program, and returns the final values of the parameters that it writes.
fn execute(cx: &Context, program: &ArbProgram, params: [f32; 4]) -> Vec<[f32; 4]> {
    let code = program.code();
    let mut uniforms = Vec::new();
    values::resolve(cx, Target::Vertex, &code.bindings, &mut uniforms);
    uniforms.resize(uniforms.len().max(code.program.n_uniforms as usize), 0.0);
    let inputs = params.map(|x| [x; LANES]);
    let n_outputs = 4 * program.state_parameters().len();
    let mut outputs = vec![[0.0; LANES]; n_outputs];
    let mut invocation = Invocation {
        uniforms: &uniforms,
        inputs: &inputs,
        n_inputs: inputs.len(),
        outputs: &mut outputs,
        n_outputs,
        planes: &[],
        groups: &[],
        masks: &mut [1],
        front_facing: true,
        pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
        samplers: &[],
    };
    compile(&code.program).run(&mut invocation, &mut Scratch::default());
    let (vectors, _) = outputs.as_chunks::<4>();
    vectors.iter().map(|v| v.map(|lanes| lanes[0])).collect()
}
