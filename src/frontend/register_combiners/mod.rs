//! Register combiners (NV_register_combiners section 3.8.12, NV_register_combiners2): a setup of plain data → the IR of
//! what stands behind texturing. They replace texture environments, colour sum and fog; whoever makes texture colours (the
//! texture units, texture shaders, a fragment program `!!FCP1.0`) hands them over as `lower::Inputs`.

pub mod lower;
mod notes;
mod registers;
mod scalar;
pub mod setup;

#[cfg(test)]
mod tests;
