//! Uniforms: their names, types, and where their numbers are among the words of `Binding::Named`.

use crate::format::TextureShape;

/// A kind of number of a uniform. Integers and truth values stand in a word as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    /// IEEE binary32.
    Float,
    /// 32 bits, two's complement.
    Int,
    /// An integer, 1 where it is true and 0 else.
    Bool,
}

impl NumberKind {
    /// The word that stands for a number. A float becomes an integer by truncation; what no integer is, NaN too, becomes the
    /// nearest one or 0.
    pub fn word_of(self, value: f32) -> f32 {
        match self {
            NumberKind::Float => value,
            NumberKind::Int => f32::from_bits(value as i32 as u32),
            NumberKind::Bool => f32::from_bits(u32::from(value != 0.0)),
        }
    }

    /// The word that stands for an integer.
    pub fn word_of_int(self, value: i32) -> f32 {
        match self {
            NumberKind::Float => value as f32,
            NumberKind::Int => f32::from_bits(value as u32),
            NumberKind::Bool => f32::from_bits(u32::from(value != 0)),
        }
    }

    /// The number that a word stands for.
    pub fn number_of(self, word: f32) -> f32 {
        match self {
            NumberKind::Float => word,
            NumberKind::Int => word.to_bits() as i32 as f32,
            NumberKind::Bool => f32::from(u8::from(word.to_bits() != 0)),
        }
    }
}

/// Where the numbers of a uniform are. Word 4n + c is component c of vector n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The word of the first number.
    pub first: u32,
    /// Words from one row to the next.
    pub row: u32,
    /// Words from one component of a row to the next.
    pub column: u32,
    /// Words from one element of an array to the next.
    pub element: u32,
}

impl Layout {
    /// The word of a component.
    pub fn word(&self, element: u32, row: u32, column: u32) -> usize {
        (self.first + element * self.element + row * self.row + column * self.column) as usize
    }
}

/// What a sampler samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SamplerType {
    /// The shape of its texture; `None` takes the texture that fixed function would sample on the unit, or else a 2D texture.
    pub shape: Option<TextureShape>,
    /// Whether depths are compared, where the texture asks for it.
    pub is_shadow: bool,
}

/// The type of a uniform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UniformType {
    /// A number (one row, one column), a vector (one row) or a matrix.
    Numbers {
        /// The kind of each number.
        kind: NumberKind,
        /// Rows of a matrix, else 1.
        rows: u8,
        /// Components of a row.
        columns: u8,
        /// Where they are.
        layout: Layout,
    },
    /// A sampler, by its number.
    Sampler(u8),
}

/// A uniform that applications may set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uniform {
    /// The name by which applications find it: `light.position`, `bones`.
    pub name: String,
    /// Its type, or that of an element.
    pub ty: UniformType,
    /// Elements of an array, 1 for all else.
    pub count: u32,
    /// Whether it is an array, which may have one element.
    pub is_array: bool,
}
