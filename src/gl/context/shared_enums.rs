//! Enums that several chapters name: faces, comparisons, where colours are clamped.
#![forbid(unsafe_code)]

use super::named::{gl_enum, gl_names};
use crate::texture::CompareFunc;
use std::ops::Range;

gl_enum! {
    /// Faces of polygons.
    pub enum Face {
        Front = FRONT,
        Back = BACK,
        Both = FRONT_AND_BACK,
    }
}

impl Face {
    /// The indices of these faces in a pair of front and back.
    pub fn indices(self) -> Range<usize> {
        match self {
            Face::Front => 0..1,
            Face::Back => 1..2,
            Face::Both => 0..2,
        }
    }

    pub fn has_front(self) -> bool {
        self != Face::Back
    }

    pub fn has_back(self) -> bool {
        self != Face::Front
    }
}

gl_names! {
    CompareFunc {
        Never = NEVER,
        Less = LESS,
        Equal = EQUAL,
        LessEqual = LEQUAL,
        Greater = GREATER,
        NotEqual = NOTEQUAL,
        GreaterEqual = GEQUAL,
        Always = ALWAYS,
    }
}

gl_enum! {
    /// Whether colours are clamped to [0, 1] (ARB_color_buffer_float).
    pub enum ClampMode {
        On = TRUE,
        Off = FALSE,
        /// Colours are clamped for buffers of fixed-point numbers only.
        FixedOnly = FIXED_ONLY,
    }
}

impl ClampMode {
    /// Whether colours are clamped before they go to a buffer, or after they are read. `float` says that the buffer holds
    /// floats.
    pub fn applies(self, float: bool) -> bool {
        match self {
            ClampMode::On => true,
            ClampMode::Off => false,
            ClampMode::FixedOnly => !float,
        }
    }
}
