//! Operators and mathematical functions.

use crate::frontend::c_like::types::Scalar;

/// An operator with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// −a
    Negate,
    /// All bits flipped.
    Not,
}

/// An operator with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    /// Of integers: truncates; by 0 gives 0.
    Divide,
    /// Of integers: a − (a ÷ b) × b; of reals: a − trunc(a ÷ b) × b.
    Remainder,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Xor,
}

impl BinaryOp {
    /// Whether it computes with numbers.
    pub fn is_arithmetic(self) -> bool {
        use BinaryOp::*;
        matches!(self, Add | Subtract | Multiply | Divide | Remainder)
    }

    /// The result on two numbers of a kind, as integers are folded in 64 bits and real numbers as doubles: a division of
    /// integers truncates, and by 0 gives 0. Comparisons give 0 or 1.
    pub fn of_numbers(self, x: f64, y: f64, scalar: Scalar) -> f64 {
        let truth = |b: bool| f64::from(u8::from(b));
        match self {
            BinaryOp::Add => x + y,
            BinaryOp::Subtract => x - y,
            BinaryOp::Multiply => x * y,
            BinaryOp::Divide if scalar.is_real() => x / y,
            BinaryOp::Divide | BinaryOp::Remainder if y == 0.0 => 0.0,
            BinaryOp::Divide => (x / y).trunc(),
            BinaryOp::Remainder => x % y,
            BinaryOp::Less => truth(x < y),
            BinaryOp::LessEqual => truth(x <= y),
            BinaryOp::Greater => truth(x > y),
            BinaryOp::GreaterEqual => truth(x >= y),
            BinaryOp::Equal => truth(x == y),
            BinaryOp::NotEqual => truth(x != y),
            BinaryOp::And => (x as i64 & y as i64) as f64,
            BinaryOp::Or => (x as i64 | y as i64) as f64,
            BinaryOp::Xor => (x as i64 ^ y as i64) as f64,
        }
    }

    /// Whether it works on bits.
    pub fn is_logic(self) -> bool {
        use BinaryOp::*;
        matches!(self, And | Or | Xor)
    }

    /// Whether its result is a mask: all bits of a component set, or none.
    pub fn is_comparison(self) -> bool {
        !self.is_arithmetic() && !self.is_logic()
    }
}

/// The direction of a shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShiftKind {
    Left,
    Right,
    ArithmeticRight,
    RotateLeft,
    RotateRight,
}

/// A shift or a rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shift {
    pub kind: ShiftKind,
    /// Lane by lane; otherwise all bits of the vector are one number, component x the lowest.
    pub by_lane: bool,
}

/// Mathematical functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Math {
    Abs,
    Min,
    Max,
    Floor,
    Ceil,
    /// Toward 0.
    Trunc,
    /// To nearest, ties to even.
    Round,
    Sqrt,
    Rsqrt,
    Rcp,
    Exp,
    Exp2,
    Log,
    Log2,
    Pow,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    /// a × b + c, rounded once.
    Fma,
    /// 1 above 0, −1 below, else 0.
    Sign,
    /// a − floor(a ÷ b) × b; of integers a − (a ÷ b) × b.
    Mod,
}

/// What the components of a vector say together, as an int.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gather {
    /// A mask: whether each has any bit set.
    All,
    /// A mask: whether one has any bit set.
    Any,
    /// Bit i is the highest bit of component i.
    Signs,
}
