//! The commands of register combiners (NV_register_combiners section 3.8.12, NV_register_combiners2).

use super::names::{
    constant_number, is_alpha, is_biased, output_register, register, stage_number, variable_number,
};
use crate::frontend::register_combiners::setup::{
    FinalInput, FinalSource, Input, MAX_STAGES, Mapping, Output, Register, Scale, Usage,
};
use crate::gl::context::enums::*;
use crate::gl::context::named::Named;
use crate::gl::{Call, GlError, Result, color_from_i32};
use crate::platform::ClientPtr;

/// The number of values of a combiner parameter; 0 when there is no such parameter.
fn parameter_len(pname: u32) -> usize {
    match pname {
        CONSTANT_COLOR0_NV | CONSTANT_COLOR1_NV => 4,
        NUM_GENERAL_COMBINERS_NV | COLOR_SUM_CLAMP_NV => 1,
        _ => 0,
    }
}

fn set_parameter(call: &mut Call<'_>, pname: u32, values: [f32; 4]) -> Result {
    let state = &mut call.cx.combiners;
    match pname {
        CONSTANT_COLOR0_NV | CONSTANT_COLOR1_NV => {
            state.constants[(pname - CONSTANT_COLOR0_NV) as usize] = values.map(to_unit);
        }
        NUM_GENERAL_COMBINERS_NV => {
            if !(1.0..MAX_STAGES as f32 + 1.0).contains(&values[0]) {
                return Err(GlError::invalid_value(
                    "NUM_GENERAL_COMBINERS is 1 to MAX_GENERAL_COMBINERS",
                ));
            }
            state.n_stages = values[0] as usize;
        }
        COLOR_SUM_CLAMP_NV => state.clamp_sum = values[0] != 0.0,
        _ => return Err(GlError::invalid_enum("not a combiner parameter")),
    }
    Ok(())
}

/// Clamps to [0, 1]; NaN becomes 0.
fn to_unit(value: f32) -> f32 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}

fn set_scalar(call: &mut Call<'_>, pname: u32, value: f32) -> Result {
    if parameter_len(pname) != 1 {
        return Err(GlError::invalid_enum(
            "not a combiner parameter of one value",
        ));
    }
    set_parameter(call, pname, [value, 0.0, 0.0, 0.0])
}

pub fn combiner_parameterf_nv(call: &mut Call<'_>, pname: u32, param: f32) -> Result {
    set_scalar(call, pname, param)
}

pub fn combiner_parameteri_nv(call: &mut Call<'_>, pname: u32, param: i32) -> Result {
    set_scalar(call, pname, param as f32)
}

/// `glCombinerParameterfvNV`: constants, number of combiners, clamping of the colour sum.
pub fn combiner_parameterfv_nv(call: &mut Call<'_>, pname: u32, params: ClientPtr<f32>) -> Result {
    let values = call.vec4(params, parameter_len(pname), |v| v)?;
    call.run(move |call| set_parameter(call, pname, values))
}

/// `glCombinerParameterivNV`: integers of colours map to [−1, 1].
pub fn combiner_parameteriv_nv(call: &mut Call<'_>, pname: u32, params: ClientPtr<i32>) -> Result {
    let n = parameter_len(pname);
    let values = call.vec4(params, n, |v| match n {
        4 => color_from_i32(v),
        _ => v as f32,
    })?;
    call.run(move |call| set_parameter(call, pname, values))
}

/// `glCombinerStageParameterfvNV`: the constants of a general combiner. Gives INVALID_ENUM for other names.
pub fn combiner_stage_parameterfv_nv(
    call: &mut Call<'_>,
    stage: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let is_color = matches!(pname, CONSTANT_COLOR0_NV | CONSTANT_COLOR1_NV);
    let values = call.vec4(params, if is_color { 4 } else { 0 }, to_unit)?;
    call.run(move |call| {
        let stage = stage_number(stage)?;
        let constant = constant_number(pname)?;
        call.cx.combiners.stage_constants[stage][constant] = values;
        Ok(())
    })
}

/// `glCombinerInputNV`. Gives INVALID_OPERATION for RGB in an alpha, for blue in an RGB portion, and for the alpha of fog.
#[allow(clippy::too_many_arguments)]
pub fn combiner_input_nv(
    call: &mut Call<'_>,
    stage: u32,
    portion: u32,
    variable: u32,
    input: u32,
    mapping: u32,
    component_usage: u32,
) -> Result {
    let (stage, alpha) = (stage_number(stage)?, is_alpha(portion)?);
    let variable = variable_number(variable, 4)?;
    let input = Input {
        register: register(input)?,
        mapping: Mapping::checked(mapping, "not an input mapping")?,
        usage: Usage::checked(component_usage, "not a component usage")?,
    };
    let reason = match (alpha, input.usage, input.register) {
        (true, Usage::Rgb, _) => "an alpha variable takes one component",
        (false, Usage::Blue, _) => "an RGB variable does not take blue alone",
        (_, Usage::Alpha, Register::Fog) => "only the final combiner knows the fog factor",
        _ => {
            call.cx.combiners.portion_mut(stage, alpha).inputs[variable] = input;
            return Ok(());
        }
    };
    Err(GlError::invalid_operation(reason))
}

/// `glCombinerOutputNV`. Gives INVALID_VALUE for a dot product of alpha. Gives INVALID_OPERATION for a bias with the scales
/// ½ and 4, and for two outputs to one register.
#[allow(clippy::too_many_arguments)]
pub fn combiner_output_nv(
    call: &mut Call<'_>,
    stage: u32,
    portion: u32,
    ab_output: u32,
    cd_output: u32,
    sum_output: u32,
    scale: u32,
    bias: u32,
    ab_dot_product: u8,
    cd_dot_product: u8,
    mux_sum: u8,
) -> Result {
    // Convert all names first.
    let (stage, alpha) = (stage_number(stage)?, is_alpha(portion)?);
    let [ab, cd, sum] = [ab_output, cd_output, sum_output].map(output_register);
    let output = Output {
        registers: [ab?, cd?, sum?],
        scale: Scale::checked(scale, "not a scale of outputs")?,
        bias: is_biased(bias)?,
        dot: [ab_dot_product != 0, cd_dot_product != 0],
        mux: mux_sum != 0,
    };
    // Check the combinations that the specification forbids.
    if alpha && output.dot != [false; 2] {
        return Err(GlError::invalid_value("alpha has no dot product"));
    }
    if output.bias && matches!(output.scale, Scale::Half | Scale::Four) {
        return Err(GlError::invalid_operation(
            "this scale does not go with a bias",
        ));
    }
    let [ab, cd, sum] = output.registers;
    let is_same = |x: Option<Register>, y| x.is_some() && x == y;
    if is_same(ab, cd) || is_same(cd, sum) || is_same(ab, sum) {
        return Err(GlError::invalid_operation(
            "two outputs go to the same register",
        ));
    }
    call.cx.combiners.portion_mut(stage, alpha).output = output;
    Ok(())
}

/// `glFinalCombinerInputNV`. E, F and G take registers only, and A does not take the colour sum. The product E·F and the
/// colour sum have neither alpha nor blue. G takes one component, and only G takes blue alone. Other combinations give
/// INVALID_OPERATION.
pub fn final_combiner_input_nv(
    call: &mut Call<'_>,
    variable: u32,
    input: u32,
    mapping: u32,
    component_usage: u32,
) -> Result {
    const G: usize = 6;
    // Each name has to exist by itself.
    let variable = variable_number(variable, G + 1)?;
    let source = match input {
        E_TIMES_F_NV => FinalSource::ETimesF,
        SPARE0_PLUS_SECONDARY_COLOR_NV => FinalSource::Spare0PlusSecondary,
        _ => FinalSource::Register(register(input)?),
    };
    let mapping = match Mapping::from_name(mapping) {
        Some(mapping @ (Mapping::UnsignedIdentity | Mapping::UnsignedInvert)) => mapping,
        _ => return Err(GlError::invalid_enum("not a mapping of the final combiner")),
    };
    let usage = Usage::checked(component_usage, "not a component usage")?;
    // Then the combination has to be allowed.
    let is_register = matches!(source, FinalSource::Register(_));
    let reason = match (variable, source, usage) {
        (4.., FinalSource::ETimesF | FinalSource::Spare0PlusSecondary, _) => {
            "E, F and G take registers"
        }
        (0, FinalSource::Spare0PlusSecondary, _) => "A does not take the colour sum",
        (G, _, Usage::Rgb) => "G takes one component",
        (..G, _, Usage::Blue) => "only G takes blue alone",
        (_, _, Usage::Alpha | Usage::Blue) if !is_register => "this source has no alpha",
        _ => {
            call.cx.combiners.last.inputs[variable] = FinalInput {
                source,
                mapping,
                usage,
            };
            return Ok(());
        }
    };
    Err(GlError::invalid_operation(reason))
}
