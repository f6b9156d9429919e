//! Vertex weights and matrix indices: glWeight*vARB, glMatrixIndex*vARB and their arrays (ARB_vertex_blend and
//! ARB_matrix_palette, sections 2.7 and 2.8). glVertexWeight* sets weight 0 (EXT_vertex_weighting 2.7, NV_half_float).
//!
//! A command sets the first values of a vector. The others depend on the state when it is executed, which may be long after
//! it was recorded in a display list. `Rest` decides them, for commands and for arrays alike.
#![forbid(unsafe_code)]

use super::begin_end::set_current_now;
use crate::gl::attribute::component::{Normalized, Plain, from_half};
use crate::gl::attribute::sized::sized;
use crate::gl::context::limits::MAX_VERTEX_UNITS;
use crate::gl::context::recording::{Recording, VertexOp};
use crate::gl::current::state::ImmediateState;
use crate::gl::matrix::state::MatrixState;
use crate::gl::program::object::ProgramState;
use crate::gl::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// Decides the values after those that are given.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rest {
    /// Whether the weight after the last one makes the sum 1. Vertex programs ignore this (ARB_vertex_program, issue 37).
    sum_unity: bool,
    /// The current matrix indices, which do not change.
    indices: [f32; 4],
    /// The number of units that transform vertices. A program reads all.
    pub(crate) units: usize,
}

impl Rest {
    /// Reads the current state.
    pub(crate) fn of(
        matrix: &MatrixState,
        programs: &ProgramState,
        immediate: &ImmediateState,
    ) -> Rest {
        let blend = &matrix.blend;
        let is_program = programs.runs_native_vertices().is_some();
        Rest {
            sum_unity: blend.sum_unity && !is_program,
            indices: immediate.current[attribute::MATRIX_INDEX as usize],
            units: match (is_program, blend.enabled) {
                (true, _) => MAX_VERTEX_UNITS,
                (false, true) => blend.units,
                (false, false) => 0,
            },
        }
    }

    /// Gives INVALID_VALUE where no weight remains for the one that makes the sum 1. ARB_matrix_palette has the same rule
    /// for indices among its errors, but not in its section 2.7. By that rule the last unit could never have an index of
    /// its own.
    pub(crate) fn check(&self, slot: u32, size: usize) -> Result {
        if slot == attribute::WEIGHT && self.sum_unity && size == MAX_VERTEX_UNITS {
            return Err(GlError::invalid_value(
                "as many weights as vertex units with WEIGHT_SUM_UNITY_ARB",
            ));
        }
        Ok(())
    }

    /// The whole vector, whose first `size` values are given.
    pub(crate) fn complete(&self, slot: u32, size: usize, given: [f32; 4]) -> [f32; 4] {
        let mut value = match slot {
            attribute::MATRIX_INDEX => self.indices,
            _ => [0.0; 4],
        };
        value[..size].copy_from_slice(&given[..size]);
        if slot == attribute::WEIGHT && self.sum_unity && size < MAX_VERTEX_UNITS {
            value[size] = 1.0 - given[..size].iter().sum::<f32>();
        }
        value
    }
}

/// Whether commands set only the first values of this attribute.
pub(crate) fn is_set_in_part(slot: u32) -> bool {
    matches!(slot, attribute::WEIGHT | attribute::MATRIX_INDEX)
}

/// Checks a size. Gives INVALID_VALUE unless it is 1 to MAX_VERTEX_UNITS_ARB.
pub(crate) fn checked_size(size: i32) -> Result<usize> {
    match usize::try_from(size) {
        Ok(size @ 1..=MAX_VERTEX_UNITS) => Ok(size),
        _ => Err(GlError::invalid_value(
            "number of weights or matrix indices",
        )),
    }
}

/// Sets the first `size` values of the weights or the matrix indices, as [`super::begin_end::set_current`] sets whole
/// attributes.
pub(crate) fn set_first(call: &mut Call<'_>, slot: u32, size: usize, given: [f32; 4]) -> Result {
    let recording = call.cx.recorder.recording();
    if recording != Recording::Off {
        let op = VertexOp::First(slot as u8, size as u8, given);
        call.cx.recorder.append_vertex_op(op)?;
        if recording == Recording::Compile {
            return Ok(());
        }
    }
    set_first_now(call.cx, slot, size, given)
}

/// Sets the first values, without recording.
pub(crate) fn set_first_now(cx: &mut Context, slot: u32, size: usize, given: [f32; 4]) -> Result {
    let rest = Rest::of(&cx.matrix, &cx.programs, &cx.immediate);
    rest.check(slot, size)?;
    set_current_now(cx, slot, rest.complete(slot, size, given))
}

/// The body of the commands. Gives INVALID_VALUE for a size that is not 1 to MAX_VERTEX_UNITS_ARB, when a list is executed.
fn set_from<T: bytemuck::Pod>(
    call: &mut Call<'_>,
    slot: u32,
    size: i32,
    values: ClientPtr<T>,
    convert: fn(T) -> f32,
) -> Result {
    match checked_size(size) {
        Ok(size) => {
            let given = call.vec4(values, size, convert)?;
            set_first(call, slot, size, given)
        }
        Err(error) => call.run_anywhere(move |_| Err(error)),
    }
}

/// The commands of a family: name, type of a component, conversion. `size` components are given.
macro_rules! first_values {
    ($slot:expr; $($name:ident $ty:ty as $convert:path;)*) => {$(
        pub fn $name(call: &mut Call<'_>, size: i32, values: ClientPtr<$ty>) -> Result {
            set_from(call, $slot, size, values, $convert)
        }
    )*};
}

first_values! { attribute::WEIGHT;
    weightbv_arb i8 as Normalized::normalized;
    weightsv_arb i16 as Normalized::normalized;
    weightiv_arb i32 as Normalized::normalized;
    weightfv_arb f32 as Normalized::normalized;
    weightdv_arb f64 as Normalized::normalized;
    weightubv_arb u8 as Normalized::normalized;
    weightusv_arb u16 as Normalized::normalized;
    weightuiv_arb u32 as Normalized::normalized;
}

first_values! { attribute::MATRIX_INDEX;
    matrix_indexubv_arb u8 as Plain::plain;
    matrix_indexusv_arb u16 as Plain::plain;
    matrix_indexuiv_arb u32 as Plain::plain;
}

/// The current vertex weight and the first of ARB_vertex_blend's weights are the same state (ARB_vertex_program, issue 85).
fn set_weight(call: &mut Call<'_>, weight: [f32; 4]) -> Result {
    set_first(call, attribute::WEIGHT, 1, weight)
}

sized! { set set_weight(), copied set_weight;
    [inline] f32 as Plain::plain {
        vertex_weightf_ext vertex_weightfv_ext [weight]
    }
    [inline] u16 as from_half {
        vertex_weighth_nv vertex_weighthv_nv [weight]
    }
}
