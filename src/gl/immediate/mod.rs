//! Vertices between Begin and End, and current values (GL 1.5 sections 2.6 and 2.7).
//!
//! All vertex commands end in `begin_end`, which draws the picture of their paths. `primitive` decides which vertices of an
//! open primitive are drawn when. The other files have one family of commands each.

pub mod attribute;
pub mod attribute_nv;
pub mod begin_end;
pub mod color;
pub mod material;
pub mod normal;
pub(crate) mod primitive;
pub mod rect;
pub mod tex_coord;
pub mod vertex;
pub mod weight;

#[cfg(test)]
pub(crate) mod tests;
