//! What is asked for.

use super::machine::Machine;
use crate::format::TextureShape;
use crate::frontend::assembly::d3d::model::{File, Register, Usage};
use crate::frontend::c_like::tree::Wish;
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Program, Span, ValueId};
use std::ops::Range;

/// A vector of input or output slots, and what it means to the stage before or after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The vector of slots ([`crate::ir::interface`]).
    pub vec4: u32,
    /// Its register.
    pub register: Register,
    /// Direct3D's usage and index of it, in shaders of Direct3D.
    pub usage: Option<(Usage, u8)>,
    /// How many components the text declares.
    pub components: u8,
    /// Their kind. What a program is given as whole numbers or truth values is taken as such.
    pub scalar: Scalar,
}

impl Slot {
    /// Whether it is an output of one number, which is written whole.
    pub(super) fn is_number(&self) -> bool {
        match self.usage {
            Some((Usage::PointSize, _)) => true,
            Some((Usage::Fog, _)) => self.components == 1,
            _ => false,
        }
    }
}

/// Where a word of the uniform array lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A component of a float constant.
    Constant { register: u32, component: u8 },
    /// The height of the framebuffer.
    Height,
    /// Texels in a unit of a coordinate: what levels of detail are computed from.
    TexelScale { unit: u32, component: u8 },
    /// A literal's bits.
    Literal(u32),
}

/// A truth value or an integer of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScalarConstant {
    /// Its float register.
    pub(super) register: u32,
    /// What it can be beside that: an integer or a truth value of the machine.
    pub(super) file: File,
    /// Its number there, once that is known.
    pub(super) number: Option<u32>,
    /// Whether the text gives it a register of truth values: then branches test it.
    pub(super) is_given: bool,
}

/// A program, and what its slots and uniforms are.
#[derive(Debug)]
pub(super) struct Target<'p> {
    pub(super) machine: Machine,
    pub(super) program: &'p Program,
    pub(super) inputs: Vec<Slot>,
    pub(super) outputs: Vec<Slot>,
    /// By words of the uniform array; `None`: nothing sets it.
    pub(super) uniforms: Vec<Option<Place>>,
    /// The shapes of textures, by units.
    pub(super) shapes: [Option<TextureShape>; 16],
    /// Units whose look-ups compare, by bit.
    pub(super) shadows: u16,
    /// Float constants that are taken, by number; literals get others.
    pub(super) taken: Vec<bool>,
    /// Microsoft's number for more than four look-ups after each other, where that is too much.
    pub(super) chains: Option<u32>,
    /// What attributes ask for, by the conditions of their branch or loop.
    pub(super) wishes: Vec<(Span, Wish)>,
    /// Scalars of the text that can be the condition of a branch or the rounds of a loop.
    pub(super) scalars: Vec<ScalarConstant>,
    /// Components of constants that are 0 or 1.
    pub(super) bools: Vec<(u32, u8)>,
    /// The values of the program that are not made whole numbers, although the program says so.
    pub(super) left: Vec<Range<u32>>,
    /// Constants of the text that lie in registers of their own: arrays that computed numbers address.
    pub(super) definitions: Vec<(u32, [u32; 4])>,
}

impl Target<'_> {
    /// What an attribute asks of the branch or loop with this condition.
    pub(super) fn wish(&self, condition: Span) -> Option<Wish> {
        let known = self.wishes.iter().find(|(span, _)| *span == condition);
        known.map(|(_, wish)| *wish)
    }

    /// What a scalar of the text can be beside a float constant.
    pub(super) fn scalar(&self, register: u32) -> Option<File> {
        let known = self.scalars.iter().find(|s| s.register == register);
        known.map(|s| s.file)
    }

    /// Whether the text gives a scalar a register of truth values.
    pub(super) fn is_given(&self, register: u32) -> bool {
        let known = self.scalars.iter().find(|s| s.register == register);
        known.is_some_and(|s| s.is_given)
    }

    /// The number of the first integer constant that the shader defines: scalars of the text have those before it.
    pub(super) fn first_integer(&self) -> u32 {
        let integers = self.scalars.iter().filter(|s| s.file == File::ConstInt);
        let numbers = integers.filter_map(|s| s.number);
        numbers.map(|n| n + 1).max().unwrap_or(0)
    }

    /// Whether a value stays as it is where the program makes it a whole number.
    pub(super) fn leaves(&self, value: ValueId) -> bool {
        self.left.iter().any(|range| range.contains(&value.0))
    }

    /// The register of a vector of input slots.
    pub(super) fn input_register(&self, vec4: u32) -> Option<Register> {
        let slot = self.inputs.iter().find(|s| s.vec4 == vec4);
        slot.map(|s| s.register)
    }

    /// The register of a vector of output slots.
    pub(super) fn output_register(&self, vec4: u32) -> Option<Register> {
        let slot = self.outputs.iter().find(|s| s.vec4 == vec4);
        slot.map(|s| s.register)
    }

    /// The kind of numbers that an input register holds.
    pub(super) fn scalar_of_input(&self, register: Register) -> Option<Scalar> {
        let slot = self.inputs.iter().find(|s| s.register == register);
        slot.map(|s| s.scalar)
    }

    /// What a place of the uniform array is.
    pub(super) fn place(&self, word: u32) -> Option<Place> {
        self.uniforms.get(word as usize).copied().flatten()
    }
}
