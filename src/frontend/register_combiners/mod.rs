//! Register combiners (NV_register_combiners section 3.8.12, NV_register_combiners2): a setup of plain data becomes the
//! IR after texturing.
//!
//! They replace texture environments, colour sum and fog. The texture colours come as [`lower::Inputs`] from the
//! texture units, texture shaders or a fragment program `!!FCP1.0`.
//!
//! [`setup`] is the key: stages, portions, mappings, scales. `registers` tracks the value of each register, `scalar`
//! has the mappings of inputs and the scales of outputs. `notes` name values for explanations.

pub mod lower;
mod notes;
mod registers;
mod scalar;
pub mod setup;

#[cfg(test)]
mod tests;
