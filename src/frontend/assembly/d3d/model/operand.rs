//! Operands: destinations with masks and modifiers, sources with swizzles and modifiers.

use super::register::Register;

/// Which component of the register each of x, y, z and w reads: two bits each, x lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle(pub u8);

impl Swizzle {
    /// `.xyzw`
    pub const IDENTITY: Swizzle = Swizzle(0xe4);

    /// The component of the register, 0 to 3, that component `c` of the operand reads; `c` is 0 to 3 as well.
    pub fn component(self, c: usize) -> usize {
        usize::from(self.0 >> (2 * c) & 3)
    }

    /// The swizzle whose four components all read `component`, which is 0 to 3.
    pub fn replicate(component: u8) -> Swizzle {
        Swizzle(component * 0x55)
    }

    /// Whether it selects one component.
    pub fn is_replicate(self) -> bool {
        self.0 == (self.0 & 3) * 0x55
    }

    /// The components of the register that are read for the components in `mask`. Both are sets by bit: 1 is x, 8 is w.
    pub fn components_read(self, mask: u8) -> u8 {
        let read = (0..4).filter(|c| mask >> c & 1 != 0);
        read.fold(0, |bits, c| bits | 1 << self.component(c))
    }
}

/// What happens to a source after its swizzle. The numbers are those of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Modifier {
    /// x
    None = 0,
    /// −x
    Negate = 1,
    /// x − ½
    Bias = 2,
    /// ½ − x
    NegateBias = 3,
    /// 2 (x − ½)
    Signed = 4,
    /// −2 (x − ½)
    NegateSigned = 5,
    /// 1 − x
    Complement = 6,
    /// 2 x
    Double = 7,
    /// −2 x
    NegateDouble = 8,
    /// Coordinates divided by z.
    DivideByZ = 9,
    /// Coordinates divided by w.
    DivideByW = 10,
    /// |x|
    Absolute = 11,
    /// −|x|
    NegateAbsolute = 12,
    /// Not x, of a truth value.
    Not = 13,
}

impl Modifier {
    /// All, by their numbers.
    pub const ALL: [Modifier; 14] = [
        Modifier::None,
        Modifier::Negate,
        Modifier::Bias,
        Modifier::NegateBias,
        Modifier::Signed,
        Modifier::NegateSigned,
        Modifier::Complement,
        Modifier::Double,
        Modifier::NegateDouble,
        Modifier::DivideByZ,
        Modifier::DivideByW,
        Modifier::Absolute,
        Modifier::NegateAbsolute,
        Modifier::Not,
    ];

    /// What stands before the register's name, and what after it.
    pub fn affixes(self) -> (&'static str, &'static str) {
        match self {
            Modifier::None => ("", ""),
            Modifier::Negate => ("-", ""),
            Modifier::Bias => ("", "_bias"),
            Modifier::NegateBias => ("-", "_bias"),
            Modifier::Signed => ("", "_bx2"),
            Modifier::NegateSigned => ("-", "_bx2"),
            Modifier::Complement => ("1-", ""),
            Modifier::Double => ("", "_x2"),
            Modifier::NegateDouble => ("-", "_x2"),
            Modifier::DivideByZ => ("", "_dz"),
            Modifier::DivideByW => ("", "_dw"),
            Modifier::Absolute => ("", "_abs"),
            Modifier::NegateAbsolute => ("-", "_abs"),
            Modifier::Not => ("!", ""),
        }
    }
}

/// A computed part of a register's number: a component of `a0`, or `aL`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Index {
    /// The register that holds the number.
    pub register: Register,
    /// The component of it, as tokens have it: four times the same.
    pub swizzle: Swizzle,
}

/// A source operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Source {
    /// The register, or the one from which `index` counts.
    pub register: Register,
    /// A number that is added to the register's.
    pub index: Option<Index>,
    /// The components read.
    pub swizzle: Swizzle,
    /// What happens to them.
    pub modifier: Modifier,
}

impl Source {
    /// A register as it is.
    pub fn plain(register: Register) -> Source {
        Source {
            register,
            index: None,
            swizzle: Swizzle::IDENTITY,
            modifier: Modifier::None,
        }
    }
}

/// A power of two by which a result is multiplied: −3 to 3.
pub type Shift = i8;

/// A destination operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Destination {
    /// The register, or the one from which `index` counts.
    pub register: Register,
    /// A number that is added to the register's.
    pub index: Option<Index>,
    /// The components written, by bit.
    pub mask: u8,
    /// `_sat`: clamped to [0, 1].
    pub saturate: bool,
    /// `_pp`: less precision would do.
    pub partial: bool,
    /// `_centroid`: taken at a covered sample.
    pub centroid: bool,
    /// `_x2` to `_x8`, `_d2` to `_d8`.
    pub shift: Shift,
}

impl Destination {
    /// A whole register.
    pub fn plain(register: Register) -> Destination {
        Destination {
            register,
            index: None,
            mask: 15,
            saturate: false,
            partial: false,
            centroid: false,
            shift: 0,
        }
    }
}

/// A comparison of two numbers. The numbers are those of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Comparison {
    /// >
    Gt = 1,
    /// =
    Eq = 2,
    /// ≥
    Ge = 3,
    /// <
    Lt = 4,
    /// ≠
    Ne = 5,
    /// ≤
    Le = 6,
}

impl Comparison {
    /// All, by their numbers from 1.
    pub const ALL: [Comparison; 6] = [
        Comparison::Gt,
        Comparison::Eq,
        Comparison::Ge,
        Comparison::Lt,
        Comparison::Ne,
        Comparison::Le,
    ];

    /// Its name in instructions.
    pub fn name(self) -> &'static str {
        ["gt", "eq", "ge", "lt", "ne", "le"][self as usize - 1]
    }
}
