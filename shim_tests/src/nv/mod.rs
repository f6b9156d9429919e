//! The instruction set of NV_vertex_program2_option, written a second time.
//!
//! [`ast`] has programs as data, [`mod@evaluate`] a scalar evaluator of one vertex, [`mod@print`] a printer,
//! [`generate`] random programs. [`compare`] compares all that with the driver. [`native`] turns these programs into
//! programs of NVIDIA's own languages, [`third`] into programs with `OPTION NV_vertex_program3`.
//!
//! Nothing here uses the driver's parser or lowering, so that an error must be made twice to be overlooked. What the
//! seed and ARB_vertex_program leave open is decided by QUIRKS sections 0 and 1.
#![forbid(unsafe_code)]

pub mod alu;
pub mod ast;
pub mod compare;
pub mod evaluate;
pub mod generate;
pub mod math;
mod names;
pub mod native;
pub mod print;
pub mod shrink;
pub mod third;

#[cfg(test)]
mod tests;

use trilobite::frontend::binding::{Binding, ColorTerm, Face, MatrixForm, MatrixName, SceneValue};

/// Some pieces of state: their spelling in programs, and the bindings that the driver must make from them.
pub const STATES: [(&str, Binding); 6] = [
    (
        "state.material.back.diffuse",
        Binding::Scene(SceneValue::Material(Face::Back, ColorTerm::Diffuse)),
    ),
    (
        "state.light[1].position",
        Binding::Scene(SceneValue::LightPosition(1)),
    ),
    ("state.fog.params", Binding::Scene(SceneValue::FogParams)),
    (
        "state.matrix.program[2].transpose.row[1]",
        Binding::Scene(SceneValue::MatrixRow(
            MatrixName::Program(2),
            MatrixForm::Transpose,
            1,
        )),
    ),
    (
        "state.clip[3].plane",
        Binding::Scene(SceneValue::ClipPlane(3)),
    ),
    (
        "state.matrix.mvp.row[0]",
        Binding::Scene(SceneValue::MatrixRow(MatrixName::Mvp, MatrixForm::Plain, 0)),
    ),
];
