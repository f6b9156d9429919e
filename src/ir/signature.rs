//! What the words of a program's inputs and outputs stand for, when it is called as a function over arrays rather than by a
//! draw.
//!
//! A word is one 32-bit slot. A value of 64 bits takes two, the low one first. A parameter's words lie one after the other:
//! component by component, and array element by array element.

use crate::format::TextureShape;

/// The type of one component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// 32 bits, two's complement.
    I32,
    /// 64 bits, two's complement.
    I64,
}

impl Scalar {
    /// 32-bit words that one value takes: 1 or 2.
    pub fn words(self) -> u32 {
        match self {
            Scalar::F32 | Scalar::I32 => 1,
            Scalar::F64 | Scalar::I64 => 2,
        }
    }
}

/// Which way a parameter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Read: its first input slot.
    In(u32),
    /// Written: its first output slot.
    Out(u32),
    /// Read, then written.
    InOut {
        /// First input slot.
        input: u32,
        /// First output slot.
        output: u32,
    },
    /// Read, the same for all elements: its first uniform.
    Uniform(u32),
}

impl Direction {
    /// Its first input slot, if it is read for each element.
    pub fn input(self) -> Option<u32> {
        match self {
            Direction::In(input) | Direction::InOut { input, .. } => Some(input),
            Direction::Out(_) | Direction::Uniform(_) => None,
        }
    }

    /// Its first output slot, if it is written.
    pub fn output(self) -> Option<u32> {
        match self {
            Direction::Out(output) | Direction::InOut { output, .. } => Some(output),
            Direction::In(_) | Direction::Uniform(_) => None,
        }
    }

    /// Its first uniform, if it is the same for all elements.
    pub fn uniform(self) -> Option<u32> {
        match self {
            Direction::Uniform(uniform) => Some(uniform),
            _ => None,
        }
    }
}

/// A named input, result or uniform of a function, with its shape and its place in the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name; `return` is the function's result.
    pub name: String,
    /// Which way it goes, and where its words start.
    pub direction: Direction,
    /// The type of its components.
    pub scalar: Scalar,
    /// Components of a vector, 1 for a scalar.
    pub components: u32,
    /// Elements of an array, 1 for all else.
    pub count: u32,
    /// What the text says beside.
    pub facts: Facts,
}

/// What a text says of a parameter beside its type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Rows of a matrix, whose components are rows × columns of them; 0 for what is no matrix.
    pub rows: u32,
    /// Its semantic.
    pub semantic: Option<String>,
    /// The words of the value that it has where the caller gives none, if the text says one.
    pub default: Option<Vec<u32>>,
}

impl Parameter {
    /// Words of one value.
    pub fn words(&self) -> u32 {
        self.scalar.words() * self.components * self.count
    }

    /// Bytes of one value, packed.
    pub fn bytes(&self) -> usize {
        4 * self.words() as usize
    }
}

/// A sampler of a function, to which the caller binds a texture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SamplerParameter {
    /// Its name.
    pub name: String,
    /// The number that `Sample` has for it.
    pub number: u32,
    /// The shape of its textures; `None` takes any.
    pub shape: Option<TextureShape>,
    /// The first of four uniforms: texels in a unit of s, t and r, and the bias of the level of detail.
    pub state: Option<u32>,
}

/// A function that can be called over arrays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Signature {
    /// The name that the text declares.
    pub name: String,
    /// Its parameters in declared order; the result, if there is one, is the last.
    pub parameters: Vec<Parameter>,
    /// The samplers that it reads.
    pub samplers: Vec<SamplerParameter>,
}
