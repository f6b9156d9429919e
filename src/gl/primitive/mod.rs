//! Points, lines, polygons and multisampling (GL 1.5 sections 3.2 to 3.5, ARB_multisample).
//!
//! Commands: glPoint*, glLine*, glPolygon*, glCullFace, glFrontFace, glSampleCoverage. The room uses `pixel` to read and
//! write polygon stipples.

pub(crate) mod capabilities;
pub mod commands;
pub(crate) mod multisample;
pub mod state;

#[cfg(test)]
pub(crate) mod tests;
