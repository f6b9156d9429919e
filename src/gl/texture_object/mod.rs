//! What a texture is before any command: its object, parameters, targets and internal formats (GL 1.5 section 3.8).
//!
//! Textures are specified in `texture`. Framebuffers attach their images, and so use this room, too.

pub mod complete;
pub mod format;
pub mod object;
pub mod parameters;
pub mod target;
