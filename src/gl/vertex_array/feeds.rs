//! Decides which array feeds which attribute (NV_vertex_program 2.14.3; ARB_vertex_program section 2.8 and its interactions
//! with NV_vertex_program).
#![forbid(unsafe_code)]

use super::state::VertexArrayState;
use crate::gl::ext_shader::object::VertexShaderState;
use crate::gl::immediate::attribute_nv;
use crate::gl::program::object::ProgramState;
use crate::ir::interface::attribute;
use smallvec::SmallVec;

/// How a draw uses arrays. It depends on the vertex program that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArrayUse {
    /// Fixed function runs: of the generic arrays only number 0 is used, for the position.
    Conventional,
    /// A program with separate generic attributes runs.
    Generic,
    /// The vertex shader of this id runs (EXT_vertex_shader): the arrays are those of fixed function and of the shader's
    /// variants.
    Variants(u64),
    /// A native program runs: an attribute takes generic array `n`, or else the conventional array that it aliases.
    Aliased,
}

/// Attributes, each with the number of its array.
pub(crate) type ArrayNumbers = SmallVec<[(u32, u32); 16]>;

impl ArrayUse {
    pub(crate) fn of(programs: &ProgramState, vertex_shaders: &VertexShaderState) -> ArrayUse {
        match programs.runs_native_vertices() {
            Some(true) => ArrayUse::Aliased,
            Some(false) => ArrayUse::Generic,
            None => match vertex_shaders.active(programs) {
                Some(shader) => ArrayUse::Variants(shader.id),
                None => ArrayUse::Conventional,
            },
        }
    }

    /// Whether a vertex program runs.
    pub(crate) fn is_of_program(self) -> bool {
        matches!(self, ArrayUse::Generic | ArrayUse::Aliased)
    }

    /// The number of the enabled array that feeds an attribute. Generic array 0 takes precedence over the vertex array.
    pub(crate) fn array_of(self, arrays: &VertexArrayState, slot: u32) -> Option<u32> {
        let conventional = || arrays.array(slot).enabled.then_some(slot);
        let generic = |n: u32| {
            let is_enabled = match self {
                ArrayUse::Conventional | ArrayUse::Variants(_) => {
                    arrays.array(attribute::GENERIC_0 + n).enabled
                }
                ArrayUse::Generic | ArrayUse::Aliased => arrays.nv_enabled >> n & 1 != 0,
            };
            is_enabled.then_some(attribute::GENERIC_0 + n)
        };
        match (self, slot) {
            (_, attribute::POSITION) => generic(0).or_else(conventional),
            (_, attribute::GENERIC_0) => None,
            (_, attribute::EDGE_FLAG | attribute::MATRIX_INDEX) => conventional(),
            (ArrayUse::Aliased, 0..attribute::GENERIC_0) => generic(slot).or_else(conventional),
            (_, 0..attribute::GENERIC_0) => conventional(),
            (ArrayUse::Aliased, _) => {
                let n = slot - attribute::GENERIC_0;
                let is_own = attribute_nv::slot(n) == slot;
                if is_own { generic(n) } else { None }
            }
            _ => generic(slot - attribute::GENERIC_0),
        }
    }

    /// The attributes that enabled arrays feed, the position first. Returns `None` without an array for the position.
    /// Variants are those of the shader that `VertexShaderState::load_variants` has loaded.
    pub(crate) fn enabled(
        self,
        arrays: &VertexArrayState,
        vertex_shaders: &VertexShaderState,
    ) -> Option<ArrayNumbers> {
        self.array_of(arrays, attribute::POSITION)?;
        let slots = 0..attribute::COUNT;
        let with_array = |slot| Some((slot, self.array_of(arrays, slot)?));
        let mut numbers: ArrayNumbers = slots.filter_map(with_array).collect();
        if let (ArrayUse::Variants(_), Some(shader)) = (self, &vertex_shaders.followed) {
            let slots = (attribute::VARIANT_0..).zip(&shader.variants);
            let with_array = |(slot, (name, part)): (u32, &(u32, u32))| {
                Some((slot, arrays.enabled_variant(*name, *part)?))
            };
            numbers.extend(slots.filter_map(with_array));
        }
        Some(numbers)
    }
}
