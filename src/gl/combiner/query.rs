//! Queries of register combiners (NV_register_combiners section 6.1.3, NV_register_combiners2).

use super::names::{constant_number, is_alpha, stage_number, variable_number};
use crate::frontend::register_combiners::setup::{FinalSource, Mapping, Portion, Register, Usage};
use crate::gl::context::answer::Answer;
use crate::gl::context::enums::*;
use crate::gl::context::named::Named;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// Gives INVALID_ENUM for a name that is no parameter of inputs.
fn input_parameter(pname: u32, input: u32, mapping: Mapping, usage: Usage) -> Result<Answer> {
    let name = match pname {
        COMBINER_INPUT_NV => input,
        COMBINER_MAPPING_NV => mapping.name(),
        COMBINER_COMPONENT_USAGE_NV => usage.name(),
        _ => return Err(GlError::invalid_enum("not a parameter of combiner inputs")),
    };
    Ok(Answer::Int(name as i32))
}

fn portion<'a>(call: &'a Call<'_>, stage: u32, portion: u32) -> Result<&'a Portion> {
    let stage = &call.cx.combiners.stages[stage_number(stage)?];
    Ok(if is_alpha(portion)? {
        &stage.alpha
    } else {
        &stage.rgb
    })
}

fn input(call: &Call<'_>, stage: u32, of: u32, variable: u32, pname: u32) -> Result<Answer> {
    let input = portion(call, stage, of)?.inputs[variable_number(variable, 4)?];
    input_parameter(pname, input.register.name(), input.mapping, input.usage)
}

fn output(call: &Call<'_>, stage: u32, of: u32, pname: u32) -> Result<Answer> {
    let output = portion(call, stage, of)?.output;
    let register = |register: Option<Register>| register.map_or(DISCARD_NV, Named::name) as i32;
    Ok(Answer::Int(match pname {
        COMBINER_AB_DOT_PRODUCT_NV => output.dot[0].into(),
        COMBINER_CD_DOT_PRODUCT_NV => output.dot[1].into(),
        COMBINER_MUX_SUM_NV => output.mux.into(),
        COMBINER_SCALE_NV => output.scale.name() as i32,
        COMBINER_BIAS_NV if output.bias => BIAS_BY_NEGATIVE_ONE_HALF_NV as i32,
        COMBINER_BIAS_NV => NONE as i32,
        COMBINER_AB_OUTPUT_NV => register(output.registers[0]),
        COMBINER_CD_OUTPUT_NV => register(output.registers[1]),
        COMBINER_SUM_OUTPUT_NV => register(output.registers[2]),
        _ => return Err(GlError::invalid_enum("not a parameter of combiner outputs")),
    }))
}

fn final_input(call: &Call<'_>, variable: u32, pname: u32) -> Result<Answer> {
    let input = call.cx.combiners.last.inputs[variable_number(variable, 7)?];
    let source = match input.source {
        FinalSource::Register(register) => register.name(),
        FinalSource::ETimesF => E_TIMES_F_NV,
        FinalSource::Spare0PlusSecondary => SPARE0_PLUS_SECONDARY_COLOR_NV,
    };
    input_parameter(pname, source, input.mapping, input.usage)
}

pub fn get_combiner_input_parameterfv_nv(
    call: &mut Call<'_>,
    stage: u32,
    portion: u32,
    variable: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    input(call, stage, portion, variable, pname)?.write_floats(call, params);
    Ok(())
}

pub fn get_combiner_input_parameteriv_nv(
    call: &mut Call<'_>,
    stage: u32,
    portion: u32,
    variable: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    input(call, stage, portion, variable, pname)?.write_ints(call, params);
    Ok(())
}

pub fn get_combiner_output_parameterfv_nv(
    call: &mut Call<'_>,
    stage: u32,
    portion: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    output(call, stage, portion, pname)?.write_floats(call, params);
    Ok(())
}

pub fn get_combiner_output_parameteriv_nv(
    call: &mut Call<'_>,
    stage: u32,
    portion: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    output(call, stage, portion, pname)?.write_ints(call, params);
    Ok(())
}

pub fn get_final_combiner_input_parameterfv_nv(
    call: &mut Call<'_>,
    variable: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    final_input(call, variable, pname)?.write_floats(call, params);
    Ok(())
}

pub fn get_final_combiner_input_parameteriv_nv(
    call: &mut Call<'_>,
    variable: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    final_input(call, variable, pname)?.write_ints(call, params);
    Ok(())
}

pub fn get_combiner_stage_parameterfv_nv(
    call: &mut Call<'_>,
    stage: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let constants = call.cx.combiners.stage_constants[stage_number(stage)?];
    let value = constants[constant_number(pname)?];
    call.mem.write(params, &value);
    Ok(())
}
