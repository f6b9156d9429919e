//! Pixels in client memory: how they are laid out, transferred, and moved in rows (GL 1.5 section 3.6).
//!
//! # Main types
//!
//! - [`transfer::PixelState`]: pixel store, transfer, maps and zoom, with the modes of the imaging subset ([`imaging_modes`]).
//! - [`image::PixelBlock`]: a client image and its bytes. [`image::SourceBytes`]: where these bytes are.
//! - [`client_rows::ClientRows`] and [`frame_rows::FrameRows`]: a client image and a framebuffer as sources of texels.
//!
//! # Invariants
//!
//! - [`image::unpack_source`] and [`image::pack_target`] are the only places that decide between client memory and a pixel buffer.
//! - A row is transferred when it is read, before it is converted to texels or packed.
//! - Colours pass through as `f32`. Bytes that the transfer leaves as they are take a shorter way, as bytes.
//!
//! # Ways in
//!
//! Commands: glPixelStore*, glPixelTransfer*, glPixelMap*, glPixelZoom in [`transfer`], glClearBufferData in [`clear_buffer`]. Other rooms call
//! [`image::with_pixels`] with the image of a command, which a display list copies. [`stipple`] reads polygon stipples.

pub(crate) mod capabilities;
pub mod clear_buffer;
pub(crate) mod client_rows;
mod element;
pub(crate) mod frame_rows;
pub mod image;
pub mod imaging_modes;
pub(crate) mod stipple;
pub mod transfer;
