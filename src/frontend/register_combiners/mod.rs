//! Register combiners (NV_register_combiners section 3.8.12, NV_register_combiners2): a setup of plain data → the IR of
//! what stands after texturing.
//!
//! They replace texture environments, colour sum and fog. What makes the texture colours (the texture units, texture
//! shaders, a fragment program `!!FCP1.0`) hands them over as [`lower::Inputs`].
//!
//! [`setup`] is the key: stages, portions, mappings, scales. `registers` says what each register holds on the way, `scalar`
//! has the mappings of inputs and the scales of outputs. `notes` name values for explanations.

pub mod lower;
mod notes;
mod registers;
mod scalar;
pub mod setup;

#[cfg(test)]
mod tests;
