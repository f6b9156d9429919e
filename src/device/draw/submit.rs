//! Hands vertices to the renderer in the first form that it takes:
//!
//! ```text
//! lent        they lie in the renderer's memory already: nothing is copied
//!   └ packed      few: copied to those of their neighbours, which become one draw
//!       └ assembled   many, whose independent primitives are known: drawn where they lie
//!           └ arrays      any: drawn where they lie
//! ```
//!
//! Each form is made only when the forms before it were refused.

use crate::raster::{DrawState, PackedVertices, Renderer, Topology, VertexInput, Vertices};
use std::sync::Arc;

/// The vertices of one draw, in the forms that they can take. A form that they cannot take is `None`. Each form is
/// requested at most once.
pub trait Forms {
    /// The error of making a form.
    type Error;

    /// The renderer that draws them.
    fn renderer(&mut self) -> &mut Renderer;

    /// Draws vertices that are already in the renderer's memory. `false` means that nothing was drawn and the vertices did
    /// not move.
    fn draw_lent(&mut self, _: &Arc<DrawState>, _: Topology) -> bool {
        false
    }

    /// Returns the vertices packed, if they are few and the renderer may copy them.
    fn packed(&mut self) -> Result<Option<(&mut Renderer, PackedVertices<'_>)>, Self::Error> {
        Ok(None)
    }

    /// Returns many vertices as independent primitives ([`Vertices::Assembled`]).
    fn assembled(&mut self) -> Option<VertexInput> {
        None
    }

    /// Returns the vertices as arrays. Without this form, the caller itself handles what was not drawn.
    fn arrays(&mut self) -> Result<Option<VertexInput>, Self::Error>;
}

/// Draws vertices. `false` means that nothing was drawn, because the vertices have no form that the renderer takes in this
/// state.
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
