//! Runs: compiled primitives of a display list, and their draws.
#![forbid(unsafe_code)]

use crate::device::draw::submit::Forms;
use crate::device::vertex::stream::{material_bits, stream_sources};
use crate::gl::draw::submit::{Drawable, submit};
use crate::gl::immediate::begin_end::{end_now, set_current_now};
use crate::gl::{Context, GlError, Result};
use crate::raster::{PackedVertices, Renderer, Topology, VertexInput, append_independent};
use std::sync::{Arc, OnceLock};

/// Runs and primitives with more vertices are drawn in place.
const MAX_COPIED: u32 = 512;

/// A primitive from Begin to End, or several consecutive ones of one kind and layout.
#[derive(Debug)]
pub(crate) struct Run {
    pub(super) topology: Topology,
    pub(super) data: Arc<Vec<u8>>,
    pub(super) layout: Vec<u8>,
    /// The number of vertices of each primitive.
    pub(super) counts: Vec<u32>,
    /// The vertex numbers of the independent primitives that all of them form.
    pub(super) assembled: OnceLock<Arc<Vec<u32>>>,
    /// The current values after the run, of the attributes that it sets.
    pub(super) leaves: Vec<(u8, [f32; 4])>,
}

/// Draws the primitives of a run, then leaves the values that it sets.
pub(super) fn execute_run(cx: &mut Context, run: &Run) -> Result {
    let mut first_part = 0;
    let mut result = Ok(());
    if cx.inside_begin() {
        // The Begin is refused, and the End closes the open primitive. The vertices between are not added to it.
        let refused = Err(GlError::invalid_operation("Begin inside Begin"));
        result = end_now(cx).and(refused);
        if run.counts.len() == 1 {
            return result;
        }
        first_part = 1;
    }
    result = result.and(draw_run(cx, run, first_part));
    // Attributes are set even where the Begin fails.
    for &(slot, value) in &run.leaves {
        set_current_now(cx, u32::from(slot), value)?;
    }
    result
}

impl Run {
    fn n_vertices(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The vertices, in the order of independent primitives if they are assembled.
    fn input(&self, cx: &mut Context, indices: Option<Arc<Vec<u32>>>) -> VertexInput {
        let (room, current) = (cx.renderer.spare_attributes(), &cx.immediate.current);
        VertexInput {
            attributes: stream_sources(&self.data, &self.layout, current, room),
            count: indices.as_ref().map_or(0, |indices| indices.len() as u32),
            indices,
            ..VertexInput::default()
        }
    }

    fn assembled(&self) -> Arc<Vec<u32>> {
        let assemble = || {
            let (mut base, mut indices) = (0, Vec::new());
            for count in &self.counts {
                append_independent(self.topology, base, *count, &mut indices);
                base += count;
            }
            Arc::new(indices)
        };
        self.assembled.get_or_init(assemble).clone()
    }
}

/// Draws primitives from `first_part` on: all as one draw if possible, or else each.
fn draw_run(cx: &mut Context, run: &Run, first_part: usize) -> Result {
    if first_part == 0 && submit(&mut WholeRun { cx, run }, run.topology)? {
        return Ok(());
    }
    let mut first = 0;
    for (part, count) in run.counts.iter().copied().enumerate() {
        if part >= first_part {
            let mut part = PartOfRun {
                cx,
                run,
                first,
                count,
            };
            submit(&mut part, run.topology)?;
        }
        first += count;
    }
    Ok(())
}

/// All primitives of a run as one draw. Few vertices are merged with neighbouring draws, many are drawn without a copy.
struct WholeRun<'a> {
    cx: &'a mut Context,
    run: &'a Run,
}

impl Drawable for WholeRun<'_> {
    fn cx(&mut self) -> &mut Context {
        self.cx
    }

    fn materials(&self) -> u16 {
        material_bits(&self.run.layout)
    }

    fn n_vertices(&self) -> Option<u32> {
        Some(self.run.n_vertices())
    }
}

impl Forms for WholeRun<'_> {
    type Error = GlError;

    fn renderer(&mut self) -> &mut Renderer {
        &mut self.cx.renderer
    }

    fn packed(&mut self) -> Result<Option<(&mut Renderer, PackedVertices<'_>)>> {
        if self.run.n_vertices() > MAX_COPIED {
            return Ok(None);
        }
        let packed = PackedVertices {
            layout: &self.run.layout,
            data: &self.run.data,
            counts: &self.run.counts,
            constants: &self.cx.immediate.current,
        };
        Ok(Some((&mut self.cx.renderer, packed)))
    }

    fn assembled(&mut self) -> Option<VertexInput> {
        let many = self.run.n_vertices() > MAX_COPIED;
        many.then(|| {
            let indices = Some(self.run.assembled());
            self.run.input(self.cx, indices)
        })
    }

    fn arrays(&mut self) -> Result<Option<VertexInput>> {
        Ok(None)
    }
}

/// The primitive of `count` vertices from `first` on.
struct PartOfRun<'a> {
    cx: &'a mut Context,
    run: &'a Run,
    first: u32,
    count: u32,
}

impl Drawable for PartOfRun<'_> {
    fn cx(&mut self) -> &mut Context {
        self.cx
    }

    fn materials(&self) -> u16 {
        material_bits(&self.run.layout)
    }

    fn n_vertices(&self) -> Option<u32> {
        Some(self.count)
    }
}

impl Forms for PartOfRun<'_> {
    type Error = GlError;

    fn renderer(&mut self) -> &mut Renderer {
        &mut self.cx.renderer
    }

    fn packed(&mut self) -> Result<Option<(&mut Renderer, PackedVertices<'_>)>> {
        if self.count > MAX_COPIED {
            return Ok(None);
        }
        let stride = 16 * self.run.layout.len();
        let start = stride * self.first as usize;
        let packed = PackedVertices {
            layout: &self.run.layout,
            data: &self.run.data[start..][..stride * self.count as usize],
            counts: &[],
            constants: &self.cx.immediate.current,
        };
        Ok(Some((&mut self.cx.renderer, packed)))
    }

    fn arrays(&mut self) -> Result<Option<VertexInput>> {
        Ok(Some(VertexInput {
            first: self.first,
            count: self.count,
            ..self.run.input(self.cx, None)
        }))
    }
}
