//! A program whose names and types are resolved: what all C-like languages become before they are lowered.

use super::types::{Scalar, Type, Types};
use crate::ir::{Intrinsic, Span};

/// A function, by its number in [`Module::functions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A variable of a function, by its number in [`Function::variables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);

/// A program.
#[derive(Debug, Clone, Default)]
pub struct Module {
    /// Structures and arrays.
    pub types: Types,
    /// Functions in the order of the text.
    pub functions: Vec<Function>,
}

/// Which way a parameter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
    InOut,
    /// The same for all elements of a run; never written.
    Uniform,
}

impl Direction {
    /// Written, so that an argument is a place.
    pub fn is_written(self) -> bool {
        matches!(self, Direction::Out | Direction::InOut)
    }
}

/// A variable or a parameter.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where it is declared.
    pub span: Span,
    /// Whether its bits may be those of a mask or another pattern that was made by operations on bits, so that no move may change
    /// them; otherwise a NaN is one NaN for all (DESIGN 3).
    pub is_pattern: bool,
}

/// A function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// Whether it can be called from outside.
    pub is_external: bool,
    /// The type of its value.
    pub ty: Type,
    /// Whether the value may be a pattern of bits, see [`Variable::is_pattern`].
    pub is_pattern: bool,
    /// Parameters: the first variables, and which way each goes.
    pub parameters: Vec<Direction>,
    /// All variables.
    pub variables: Vec<Variable>,
    /// What it does.
    pub body: Vec<Statement>,
}

/// A statement.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Its text (of a block's head only).
    pub span: Span,
}

/// What a statement does.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// The variable begins, with all bits 0.
    Declare(VariableId),
    /// Computes a value and drops it.
    Expression(Expression),
    /// Writes a value; the value first.
    Assign(Place, Expression),
    /// A block.
    Block(Vec<Statement>),
    /// Takes one of two ways.
    If {
        /// A scalar; true if any bit is set.
        condition: Expression,
        /// Where it is true.
        yes: Vec<Statement>,
        /// Where it is false.
        no: Vec<Statement>,
        /// The variables from outside that one of the ways may write.
        writes: Vec<VariableId>,
    },
    /// Repeats.
    While {
        /// A scalar; true if any bit is set.
        condition: Expression,
        /// What is repeated.
        body: Vec<Statement>,
        /// The variables from outside that condition or body may write.
        writes: Vec<VariableId>,
    },
    /// Ends the function.
    Return(Option<Expression>),
}

/// Something that can be written.
#[derive(Debug, Clone)]
pub struct Place {
    /// The variable.
    pub variable: VariableId,
    /// From the variable inward.
    pub steps: Vec<Step>,
    /// The type at the end of the steps.
    pub base: Type,
    /// The components that are meant, of a vector.
    pub swizzle: Option<Swizzle>,
    /// The type of what is read or written.
    pub ty: Type,
}

/// A step into a variable.
#[derive(Debug, Clone)]
pub enum Step {
    /// The scalars from this one on.
    Offset(u32),
    /// An element; `scalars` in each of `count`.
    Index {
        /// Which one.
        index: Box<Expression>,
        /// Scalars of an element.
        scalars: u32,
        /// Elements of the array.
        count: u32,
    },
}

/// Components in order; one is a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swizzle {
    components: [u8; 4],
    n: u8,
}

impl Swizzle {
    /// Of 1 to 4 components.
    pub fn new(components: &[u8]) -> Swizzle {
        let mut all = [0; 4];
        all[..components.len()].copy_from_slice(components);
        Swizzle {
            components: all,
            n: components.len() as u8,
        }
    }

    /// The components.
    pub fn components(&self) -> &[u8] {
        &self.components[..usize::from(self.n)]
    }
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expression {
    /// What it computes.
    pub kind: ExpressionKind,
    /// The type of its value.
    pub ty: Type,
    /// Its text.
    pub span: Span,
}

/// What an expression computes.
#[derive(Debug, Clone)]
pub enum ExpressionKind {
    /// An integer of the expression's width.
    Integer(i64),
    /// A number: as a float and as a double.
    Real(f32, f64),
    /// These bits.
    Bits(u32),
    /// The value of a place.
    Read(Place),
    /// Component by component.
    Unary(UnaryOp, Box<Expression>),
    /// Component by component, on operands of the same shape.
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    /// A shift or a rotation: the value and the count (a scalar or as many as the value has).
    Shift(Shift, Box<Expression>, Box<Expression>),
    /// A scalar in all components.
    Smear(Box<Expression>),
    /// A vector of scalars.
    Compose(Vec<Expression>),
    /// The numbers as those of another kind, component by component.
    Convert(Box<Expression>),
    /// Components of a vector.
    Swizzle(Box<Expression>, Swizzle),
    /// The scalars from this one on, of a value that is no place.
    Member(Box<Expression>, u32),
    /// The bits of the second where the third has ones, else those of the first.
    Choose(Box<[Expression; 3]>),
    /// A function of mathematics, component by component.
    Math(Math, Vec<Expression>),
    /// One operation, with its immediates and arguments; masks are ints.
    Operation(&'static Intrinsic, [u32; 2], Vec<Expression>),
    /// Whether any bit is set, as a mask of 32 bits.
    Truth(Box<Expression>),
    /// The number, any NaN as the one NaN.
    OneNan(Box<Expression>),
    /// A call.
    Call(FunctionId, Vec<Argument>),
    /// An error that is already reported.
    Unknown,
}

/// An argument of a call.
#[derive(Debug, Clone)]
pub enum Argument {
    /// A value.
    In(Expression),
    /// What is written at the end of the call, and for `inout` read before.
    Place(Place),
}

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
        matches!(self, Add | Subtract | Multiply | Divide)
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

/// Which way a shift goes.
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
    /// Which way.
    pub kind: ShiftKind,
    /// Lane by lane; otherwise all bits of the vector are one number, component x the lowest.
    pub by_lane: bool,
}

/// Functions of mathematics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Math {
    Abs,
    Min,
    Max,
    Floor,
    Ceil,
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
}

impl Expression {
    /// The integer that it is, where the text says so.
    pub fn constant_integer(&self) -> Option<i64> {
        let of_type = |x: i64| match self.ty {
            Type::Scalar(Scalar::Int) => Some(i64::from(x as i32)),
            Type::Scalar(Scalar::Long) => Some(x),
            _ => None,
        };
        match &self.kind {
            ExpressionKind::Integer(x) => of_type(*x),
            ExpressionKind::Convert(e) => of_type(e.constant_integer()?),
            ExpressionKind::Unary(op, e) => {
                let x = e.constant_integer()?;
                of_type(match op {
                    UnaryOp::Negate => x.wrapping_neg(),
                    UnaryOp::Not => !x,
                })
            }
            ExpressionKind::Binary(op, a, b) => {
                let (a, b) = (a.constant_integer()?, b.constant_integer()?);
                of_type(match op {
                    BinaryOp::Add => a.wrapping_add(b),
                    BinaryOp::Subtract => a.wrapping_sub(b),
                    BinaryOp::Multiply => a.wrapping_mul(b),
                    BinaryOp::Divide => a.checked_div(b).unwrap_or(0),
                    BinaryOp::And => a & b,
                    BinaryOp::Or => a | b,
                    BinaryOp::Xor => a ^ b,
                    _ => return None,
                })
            }
            _ => None,
        }
    }
}
