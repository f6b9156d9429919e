//! NVIDIA's own languages: `!!VP1.0`, `!!VP1.1`, `!!VP2.0`, `!!VSP1.0` (NV_vertex_program, NV_vertex_program1_1,
//! NV_vertex_program2) and `!!FP1.0` (NV_fragment_program).
//!
//! Registers have fixed names instead of declarations, and are parsed here. All else is the grammar of ARB programs.
//! Both give the same [`super::super::parsed::Parsed`], so that there is one lowering.

pub(crate) mod fragment;
mod fragment_operand;
pub(crate) mod register;
mod statement;
