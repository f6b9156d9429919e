//! Machine code before registers: instruction sets, values, and places in memory.
#![forbid(unsafe_code)]

/// The instruction set that code is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Isa {
    /// 16 lanes, EVEX, 32 vector registers, masks in k registers.
    Avx512,
    /// 8 lanes, VEX, 16 vector registers, masks in vector registers. Each region runs twice, for the lower and the upper
    /// half of the group.
    Avx2,
}

impl Isa {
    /// How many vector registers there are: 32 with AVX-512, 16 with AVX2.
    pub(crate) fn n_vectors(self) -> usize {
        match self {
            Isa::Avx512 => 32,
            Isa::Avx2 => 16,
        }
    }

    /// Values in vector registers that the scheduler allows at a time.
    pub(crate) fn pressure_limit(self) -> i32 {
        match self {
            Isa::Avx512 => 26,
            Isa::Avx2 => 13,
        }
    }

    /// The kind of register for truth values.
    pub(crate) fn mask_class(self) -> Class {
        match self {
            Isa::Avx512 => Class::Mask,
            Isa::Avx2 => Class::Vector,
        }
    }
}

/// The kind of register that holds a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// A register zmm or ymm.
    Vector,
    /// A mask register of AVX-512.
    Mask,
}

/// A value of the machine code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct VReg(pub(crate) u32);

impl VReg {
    /// No value.
    pub(crate) const NONE: VReg = VReg(u32::MAX);

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) fn is_some(self) -> bool {
        self != VReg::NONE
    }
}

/// The base of a memory place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Base {
    /// The frame in the worker's scratch.
    Frame,
    /// The group's own rows in the frame, in programs that interleave several groups.
    Group,
    /// The uniform array.
    Uniforms,
    /// The group's inputs.
    Inputs,
    /// The group's outputs.
    Outputs,
    /// The plane coefficients.
    Planes,
    /// The group's live mask.
    Masks,
    /// The constants, which lie before the code.
    Pool,
    /// An array of the application, from the group's first element on.
    Array(Array),
}

/// An array that code reads or writes by its address in the frame's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Array {
    /// The index of its address.
    pub(crate) entry: u32,
    /// Words of an element.
    pub(crate) words: u8,
    /// Whether it is written: in programs of two stages the written group is not the one that is read.
    pub(crate) is_output: bool,
}

/// The form of a value at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// 16 lanes in 64 bytes; code for 8 lanes takes its half.
    Lanes,
    /// 32 bits for all lanes.
    Splat,
    /// 64 bits for all lanes.
    SplatWide,
    /// Equal lanes, as many as a vector register has: constants for VEX code, which cannot broadcast an operand.
    Row,
}

/// A place in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) base: Base,
    pub(crate) offset: i32,
    pub(crate) shape: Shape,
}

impl Place {
    pub(crate) fn lanes(base: Base, offset: i32) -> Place {
        Place {
            base,
            offset,
            shape: Shape::Lanes,
        }
    }

    pub(crate) fn splat(base: Base, offset: i32) -> Place {
        Place {
            base,
            offset,
            shape: Shape::Splat,
        }
    }
}

/// The properties of a [`VReg`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct VRegInfo {
    pub(crate) class: Class,
    /// The place where it can be read during the whole region when it is in no register.
    pub(crate) home: Option<Place>,
    /// Whether the region changes the place: the one node that reads the value is ordered by its access.
    pub(crate) changes: bool,
}

impl VRegInfo {
    /// Whether it is read from an array of the application. All nodes that use such values come before those that write
    /// to arrays.
    pub(crate) fn is_in_array(&self) -> bool {
        let home = self.home.as_ref();
        home.is_some_and(|place| matches!(place.base, Base::Array(_)))
    }
}
