//! Vertex arrays: state, pointers, and draws from them (GL 1.5 section 2.8, ARB_vertex_program section 2.8,
//! ARB_vertex_array_object, ARB_draw_elements_base_vertex).
//!
//! # Main types
//!
//! - [`state::VertexArray`]: one array. [`state::VertexArrayState`]: all of them; an array has the number of its attribute.
//! - [`captured::Captured`]: what a draw has read from its arrays. [`packed::Packed`]: memory for draws of few elements.
//! - [`pointer::Format`], [`pointer::Layout`], [`pointer::Place`]: the parts of a pointer command.
//!
//! # The way of a draw
//!
//! [`draw`] checks the command and finds its elements. [`primitive_restart`] cuts them at the restart index, and [`feeds`] decides
//! which array feeds which attribute. Few elements are read into packed vertices, which neighbouring draws are merged with. For
//! many, [`capture`] copies client memory ([`client`]) and takes the version of each buffer.
//!
//! # Invariants
//!
//! - Client memory is read before the command returns. A recorded draw holds copies and versions, and no address.
//! - A read outside a buffer gives zeros. Only bytes of elements, and the gaps of short strides, are read from client memory.
//! - In a list, arrays are read when the command is compiled, and errors occur when the list is executed.
//!
//! # Ways in
//!
//! Commands: pointers in [`mod@pointer`], [`pointer::interleaved`], [`pointer::ext`], [`object_ati`], [`variant`] and
//! [`pointer::weight`]; enables in [`client_state`]; draws in [`draw`], [`multi_draw`] and [`element_ati`]; queries in [`get`];
//! deletion of buffers in [`delete`]; arrays that are bound together in [`object`]. [`memory_range`] has NVIDIA's ranges, which
//! change nothing here.

pub(crate) mod capabilities;
pub mod capture;
pub(crate) mod captured;
pub(crate) mod client;
pub mod client_state;
pub mod delete;
pub mod draw;
pub mod element_ati;
pub(crate) mod feeds;
pub mod get;
pub mod memory_range;
pub mod multi_draw;
pub mod object;
pub mod object_ati;
pub(crate) mod packed;
pub mod pointer;
pub mod primitive_restart;
pub mod state;
pub mod variant;

#[cfg(test)]
pub(crate) mod tests;
