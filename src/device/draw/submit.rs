//! Hands vertices to the renderer in the first form that it takes:
//!
//! ```text
//! lent        they lie in the renderer's memory already: nothing is copied
//!   └ packed      few: copied to those of their neighbours, which become one draw
//!       └ assembled   many, whose independent primitives are known: drawn where they lie
//!           └ arrays      any: drawn where they lie
//! ```
//!
//! A form is made when its turn comes.

use crate::raster::{DrawState, PackedVertices, Renderer, Topology, VertexInput, Vertices};
use std::sync::Arc;

/// The vertices of one draw, in the forms that they can be had in; `None` is a form that they cannot be had in. Each is
/// asked for once.
pub trait Forms {
    /// What can go wrong while a form is made.
    type Error;

    /// The renderer that draws them.
    fn renderer(&mut self) -> &mut Renderer;

    /// Draws vertices that lie in memory of the renderer. `false`: nothing was drawn, and they are where they were.
    fn draw_lent(&mut self, _: &Arc<DrawState>, _: Topology) -> bool {
        false
    }

    /// Few vertices, which the renderer may copy.
    fn packed(&mut self) -> Result<Option<(&mut Renderer, PackedVertices<'_>)>, Self::Error> {
        Ok(None)
    }

    /// Many vertices as independent primitives ([`Vertices::Assembled`]).
    fn assembled(&mut self) -> Option<VertexInput> {
        None
    }

    /// Arrays. Without this form, the caller has another way for what was not drawn.
    fn arrays(&mut self) -> Result<Option<VertexInput>, Self::Error>;
}

/// Draws vertices. `false`: nothing was drawn, for want of a form that the renderer takes in this state.
pub fn submit<F: Forms>(
    state: &Arc<DrawState>,
    topology: Topology,
    vertices: &mut F,
) -> Result<bool, F::Error> {
    if vertices.draw_lent(state, topology) {
        return Ok(true);
    }
    if let Some((renderer, packed)) = vertices.packed()?
        && renderer.draw(state, topology, Vertices::Packed(packed))
    {
        return Ok(true);
    }
    if let Some(assembled) = vertices.assembled() {
        let assembled = Vertices::Assembled(assembled);
        if vertices.renderer().draw(state, topology, assembled) {
            return Ok(true);
        }
    }
    let Some(arrays) = vertices.arrays()? else {
        return Ok(false);
    };
    let arrays = Vertices::Arrays(arrays);
    Ok(vertices.renderer().draw(state, topology, arrays))
}
