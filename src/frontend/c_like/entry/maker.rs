//! An entry under construction, and the tables that describe it in the end.

use super::semantics::{Semantics, Stage};
use crate::frontend::c_like::lower::Lowering;
use crate::frontend::c_like::tree::Global;
use crate::frontend::c_like::types::{Scalar, Semantic, Type};
use crate::ir::Span;

/// The image units of a program.
pub(super) const UNITS: usize = 16;

/// How to compile an entry.
pub struct Options<'o> {
    pub stage: Stage,
    pub semantics: &'o dyn Semantics,
    /// A vertex program's position is that of fixed function; what the text writes there is dropped.
    pub position_invariant: bool,
    /// User clip planes in use, by bit, for a position-invariant program.
    pub clip_planes: u8,
    /// Whether loops stay that the compiler of shaders may keep.
    pub keeps_loops: bool,
}

/// A program under construction.
pub(super) struct Maker<'m, 'o> {
    pub(super) l: Lowering<'m>,
    pub(super) options: &'o Options<'o>,
    pub(super) uniforms: Uniforms,
    pub(super) inputs: Inputs,
    pub(super) outputs: Outputs,
    /// The registers of outputs with a semantic.
    pub(super) declared_outputs: Vec<u32>,
    /// The first row of the uniform array from which on rows that are not read are dropped.
    pub(super) state_row: u32,
    /// The uniforms and samplers outside of functions, which come first.
    pub(super) n_outside: [usize; 2],
}

/// A varying's name, type and semantic.
#[derive(Clone, Copy)]
pub(super) struct Varying<'v> {
    pub(super) name: &'v str,
    pub(super) ty: Type,
    pub(super) semantic: Option<&'v Semantic>,
}

impl<'v> Varying<'v> {
    /// The value of a variable outside functions.
    pub(super) fn of(global: &'v Global) -> Varying<'v> {
        Varying {
            name: &global.name,
            ty: global.ty,
            semantic: global.semantic.as_ref(),
        }
    }
}

/// A varying that connects the program with the pipeline.
#[derive(Debug, Clone, PartialEq)]
pub struct Connector {
    /// Its name, as a uniform's.
    pub name: String,
    pub semantic: Option<Semantic>,
    pub scalar: Scalar,
    /// Rows of all elements.
    pub rows: u32,
    /// Numbers of a row.
    pub columns: u32,
    /// The first slot of each row, as [`crate::ir::interface`] numbers them; `None` for what is none, or is not used.
    pub slots: Vec<Option<u32>>,
}

/// A uniform: a number, a vector, a matrix, or an array of these.
#[derive(Debug, Clone, PartialEq)]
pub struct Uniform {
    /// Its name from outside: `light.position`, `lights[3].color`.
    pub name: String,
    /// The kind of its numbers. Floats, and what is computed as floats, are given as f32, all others as 32-bit integers,
    /// truth values as 0 or another number.
    pub scalar: Scalar,
    /// Rows of an element; 1 of scalars and vectors.
    pub rows: u32,
    /// Numbers of a row, in the first words of its vector of four uniforms.
    pub columns: u32,
    /// The sizes of the array, outermost first; none of what is no array.
    pub sizes: Vec<u32>,
    /// Its first vector in the uniform array, and in the bindings.
    pub first_row: u32,
    /// The value that the text gives, a vector of four for each row.
    pub default: Option<Vec<[f32; 4]>>,
    pub semantic: Option<Semantic>,
    /// Whether the program reads it.
    pub is_read: bool,
}

impl Uniform {
    /// The rows of all elements: each is a vector of four in the uniform array, from [`Uniform::first_row`] on.
    pub fn n_rows(&self) -> u32 {
        self.sizes.iter().product::<u32>() * self.rows
    }
}

/// The uniforms and samplers of an entry.
#[derive(Default)]
pub(super) struct Uniforms {
    pub(super) uniforms: Vec<Uniform>,
    /// Samplers by the numbers that stand for them; see `lower::SamplerUse`.
    pub(super) samplers: Vec<(String, Type, Option<Semantic>)>,
}

/// A sampler that is bound by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampler {
    pub name: String,
    pub ty: Type,
    pub semantic: Option<Semantic>,
    /// Its image unit, if the program reads it.
    pub unit: Option<u32>,
}

/// The inputs of an entry.
#[derive(Default)]
pub(super) struct Inputs {
    pub(super) connectors: Vec<Connector>,
    /// Rows without a register, by their numbers: the name that is no semantic of inputs, and its place in the text.
    pub(super) waiting: Vec<Option<(String, Span)>>,
}

/// The outputs of an entry.
#[derive(Default)]
pub(super) struct Outputs {
    pub(super) connectors: Vec<Connector>,
    pub(super) writes_depth: bool,
    /// Colours that are written, by bit.
    pub(super) colors: u8,
    /// Rows of which something is not written.
    pub(super) unset: Vec<UnsetRow>,
    /// How many registers for outputs without a semantic were tried.
    pub(super) n_tried: u32,
}

/// A row of an `out` parameter of which something is not written.
#[derive(Debug, Clone)]
pub(in crate::frontend::c_like) struct UnsetRow {
    pub(in crate::frontend::c_like) semantic: String,
    /// Its number, added to that of the semantic.
    pub(in crate::frontend::c_like) row: u32,
    /// Whether nothing of it is written.
    pub(in crate::frontend::c_like) is_whole: bool,
    pub(in crate::frontend::c_like) span: Span,
}
