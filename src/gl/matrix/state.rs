//! Matrix stacks, clip planes, viewport: the transformation state (GL 1.5 section 2.10 to 2.12, tables 6.7 and 6.8).
//!
//! The commands are in [`crate::gl::transform::commands`], the arithmetic is in [`crate::device::geometry::matrix`].
#![forbid(unsafe_code)]

use super::blend::VertexBlend;
use super::mode::MatrixMode;
use crate::device::geometry::matrix::{IDENTITY, Mat4, invert, multiply};
use crate::gl::context::enums;
use crate::gl::context::limits::{
    MAX_CLIP_PLANES, MAX_PALETTE_MATRICES, MAX_PROGRAM_MATRICES, MAX_TEXTURE_COORDS,
    MAX_VERTEX_UNITS,
};
use crate::gl::{GlError, Result};
use std::cell::Cell;

pub const MAX_MODELVIEW_STACK_DEPTH: usize = 32;
pub const MAX_PROJECTION_STACK_DEPTH: usize = 4;
pub const MAX_TEXTURE_STACK_DEPTH: usize = 10;
pub const MAX_COLOR_STACK_DEPTH: usize = 4;
/// Depth of each program matrix stack (ARB_vertex_program table X.15 asks for 1).
pub const MAX_PROGRAM_MATRIX_STACK_DEPTH: usize = 4;
/// Depth of each stack of the matrix palette (ARB_matrix_palette asks for 1).
pub const MAX_PALETTE_STACK_DEPTH: usize = 4;

/// A matrix stack, which is never empty.
#[derive(Debug, Clone)]
pub struct MatrixStack {
    entries: Vec<Entry>,
    limit: usize,
}

/// A matrix, and its inverse once it was asked for.
#[derive(Debug, Clone)]
struct Entry {
    matrix: Mat4,
    inverse: Cell<Option<Mat4>>,
}

impl MatrixStack {
    fn new(limit: usize) -> MatrixStack {
        let identity = Entry {
            matrix: IDENTITY,
            inverse: Cell::new(Some(IDENTITY)),
        };
        MatrixStack {
            entries: vec![identity],
            limit,
        }
    }

    #[inline]
    fn last(&self) -> &Entry {
        self.entries.last().expect("a matrix stack is never empty")
    }

    #[inline]
    pub fn top(&self) -> &Mat4 {
        &self.last().matrix
    }

    pub fn set_top(&mut self, matrix: Mat4) {
        let top = self.entries.last_mut();
        *top.expect("a matrix stack is never empty") = Entry {
            matrix,
            inverse: Cell::new(None),
        };
    }

    /// The number of matrices, from 1 to the limit.
    pub fn depth(&self) -> usize {
        self.entries.len()
    }

    /// The inverse of the top. A singular matrix gives the zero matrix.
    pub fn inverse(&self) -> Mat4 {
        let top = self.last();
        top.inverse.get().unwrap_or_else(|| {
            let inverse = invert(&top.matrix).unwrap_or([[0.0; 4]; 4]);
            top.inverse.set(Some(inverse));
            inverse
        })
    }

    /// Pushes a copy of the top. STACK_OVERFLOW on a full stack.
    pub fn push(&mut self) -> Result {
        if self.entries.len() >= self.limit {
            return Err(GlError::stack_overflow("the matrix stack is full"));
        }
        self.entries.push(self.last().clone());
        Ok(())
    }

    /// Drops the top. Gives STACK_UNDERFLOW when it is the only one.
    pub fn pop(&mut self) -> Result {
        if self.entries.len() == 1 {
            return Err(GlError::stack_underflow("the matrix stack has one entry"));
        }
        self.entries.pop();
        Ok(())
    }
}

#[derive(Debug, Clone)]
pub struct MatrixState {
    /// The stack that matrix commands change.
    pub mode: MatrixMode,
    pub modelview_stack: MatrixStack,
    /// The vertex units.
    pub blend: VertexBlend,
    /// Modelview stacks 1 and up (ARB_vertex_blend).
    blend_stacks: [MatrixStack; MAX_VERTEX_UNITS - 1],
    /// ARB_matrix_palette's stacks, by palette index.
    palette_stacks: [MatrixStack; MAX_PALETTE_MATRICES],
    pub projection_stack: MatrixStack,
    /// The texture stacks by coordinate set.
    pub texture_stacks: [MatrixStack; MAX_TEXTURE_COORDS],
    /// The stacks of program matrices (ARB_vertex_program 2.14.1).
    pub program_stacks: [MatrixStack; MAX_PROGRAM_MATRICES],
    /// The stack of the colour matrix (ARB_imaging).
    pub color_stack: MatrixStack,
    /// User clip planes in eye coordinates.
    pub clip_planes: [[f32; 4]; MAX_CLIP_PLANES],
    /// CLIP_PLANEi, by index.
    pub clip_enabled: [bool; MAX_CLIP_PLANES],
    /// Whether normals are scaled to length 1.
    pub normalize: bool,
    /// Whether normals are divided by the scale of the modelview matrix.
    pub rescale_normal: bool,
    /// Depths are clamped instead of clipped (NV_depth_clamp).
    pub depth_clamp: bool,
    /// The viewport: x, y, width, height.
    pub viewport: [i32; 4],
    /// The depth range: near and far, both in [0, 1].
    pub depth_range: [f64; 2],
    /// Counts changes of the matrices of the two stacks that make the modelview-projection matrix.
    pub version: u64,
    mvp: Cell<Option<(u64, Mat4)>>,
}

impl Default for MatrixState {
    fn default() -> Self {
        MatrixState {
            mode: MatrixMode::ModelView,
            modelview_stack: MatrixStack::new(MAX_MODELVIEW_STACK_DEPTH),
            blend: VertexBlend::default(),
            blend_stacks: std::array::from_fn(|_| MatrixStack::new(MAX_MODELVIEW_STACK_DEPTH)),
            palette_stacks: std::array::from_fn(|_| MatrixStack::new(MAX_PALETTE_STACK_DEPTH)),
            projection_stack: MatrixStack::new(MAX_PROJECTION_STACK_DEPTH),
            texture_stacks: std::array::from_fn(|_| MatrixStack::new(MAX_TEXTURE_STACK_DEPTH)),
            program_stacks: std::array::from_fn(|_| {
                MatrixStack::new(MAX_PROGRAM_MATRIX_STACK_DEPTH)
            }),
            color_stack: MatrixStack::new(MAX_COLOR_STACK_DEPTH),
            clip_planes: [[0.0; 4]; MAX_CLIP_PLANES],
            clip_enabled: [false; MAX_CLIP_PLANES],
            normalize: false,
            rescale_normal: false,
            depth_clamp: false,
            viewport: [0; 4],
            depth_range: [0.0, 1.0],
            version: 0,
            mvp: Cell::new(None),
        }
    }
}

impl MatrixState {
    #[inline]
    pub fn modelview(&self) -> &Mat4 {
        self.modelview_stack.top()
    }

    #[inline]
    pub fn projection(&self) -> &Mat4 {
        self.projection_stack.top()
    }

    /// The texture matrix of a coordinate set below `MAX_TEXTURE_COORDS`.
    #[inline]
    pub fn texture(&self, unit: usize) -> &Mat4 {
        self.texture_stacks[unit].top()
    }

    /// The stack of modelview matrix `unit`. Returns `None` beyond the last unit.
    pub fn modelview_of(&self, unit: usize) -> Option<&MatrixStack> {
        match unit.checked_sub(1) {
            None => Some(&self.modelview_stack),
            Some(n) => self.blend_stacks.get(n),
        }
    }

    /// The stack of a matrix of the palette. Returns `None` beyond the last one.
    pub fn palette(&self, index: usize) -> Option<&MatrixStack> {
        self.palette_stacks.get(index)
    }

    /// The stack of a mode. For the texture mode, `set` is the coordinate set, below `MAX_TEXTURE_COORDS`.
    pub(crate) fn stack(&self, mode: MatrixMode, set: usize) -> &MatrixStack {
        match mode {
            MatrixMode::ModelView => &self.modelview_stack,
            MatrixMode::Projection => &self.projection_stack,
            MatrixMode::Texture => &self.texture_stacks[set],
            MatrixMode::Color => &self.color_stack,
            MatrixMode::VertexUnit(unit) => &self.blend_stacks[unit - 1],
            MatrixMode::Palette => &self.palette_stacks[self.blend.current_palette],
            MatrixMode::Program(n) | MatrixMode::ProgramNv(n) => &self.program_stacks[n],
        }
    }

    /// The stack of a mode, for changes. They are counted when they change the modelview-projection matrix.
    pub(crate) fn stack_mut(&mut self, mode: MatrixMode, set: usize) -> &mut MatrixStack {
        match mode {
            MatrixMode::ModelView => {
                self.version += 1;
                &mut self.modelview_stack
            }
            MatrixMode::Projection => {
                self.version += 1;
                &mut self.projection_stack
            }
            MatrixMode::Texture => &mut self.texture_stacks[set],
            MatrixMode::Color => &mut self.color_stack,
            MatrixMode::VertexUnit(unit) => &mut self.blend_stacks[unit - 1],
            MatrixMode::Palette => &mut self.palette_stacks[self.blend.current_palette],
            MatrixMode::Program(n) | MatrixMode::ProgramNv(n) => &mut self.program_stacks[n],
        }
    }

    /// A program matrix. The index is below `MAX_PROGRAM_MATRICES`.
    #[inline]
    pub fn program(&self, index: usize) -> &Mat4 {
        self.program_stacks[index].top()
    }

    /// The product projection × modelview, computed once per change.
    pub fn mvp(&self) -> Mat4 {
        match self.mvp.get() {
            Some((version, mvp)) if version == self.version => mvp,
            _ => {
                let mvp = multiply(self.projection(), self.modelview());
                self.mvp.set(Some((self.version, mvp)));
                mvp
            }
        }
    }

    /// The inverse of the modelview matrix; zero when it is singular.
    pub fn inverse_modelview(&self) -> Mat4 {
        self.modelview_stack.inverse()
    }

    /// The inverse of the modelview-projection matrix; zero when it is singular.
    pub fn inverse_mvp(&self) -> Mat4 {
        invert(&self.mvp()).unwrap_or([[0.0; 4]; 4])
    }

    /// The least and the greatest depth of the depth range.
    pub fn sorted_depth_range(&self) -> [f32; 2] {
        let [near, far] = self.depth_range.map(|depth| depth as f32);
        [near.min(far), near.max(far)]
    }

    /// Bit `i` stands for CLIP_PLANEi.
    pub fn clip_plane_bits(&self) -> u8 {
        self.clip_enabled
            .iter()
            .enumerate()
            .fold(0, |bits, (i, &on)| bits | (u8::from(on) << i))
    }
}
/// The number of the program matrix that a MatrixMode name means: MATRIX0_ARB and on, or MATRIX0_NV and on.
pub(crate) fn program_matrix(name: u32) -> Option<usize> {
    let mut numbers = [enums::MATRIX0_ARB, enums::MATRIX0_NV].into_iter();
    numbers.find_map(|first| {
        let n = name.checked_sub(first)? as usize;
        (n < MAX_PROGRAM_MATRICES).then_some(n)
    })
}
