//! A program with resolved names and types: all C-like languages become this before they are lowered.

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

/// The direction of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
    InOut,
    /// The same for all elements of a run, and never written.
    Uniform,
}

impl Direction {
    /// Written, so that the argument must be a place.
    pub fn is_written(self) -> bool {
        matches!(self, Direction::Out | Direction::InOut)
    }
}

#[derive(Debug, Clone)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    /// Where it is declared.
    pub span: Span,
    /// Whether its bits may be a mask or another pattern from operations on bits. Then no move may change them;
    /// otherwise all NaNs count as one (DESIGN 3).
    pub is_pattern: bool,
}

#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    /// The place of its name.
    pub span: Span,
    /// Whether it can be called from outside.
    pub is_external: bool,
    /// The type of its value.
    pub ty: Type,
    /// Whether the value may be a pattern of bits, see [`Variable::is_pattern`].
    pub is_pattern: bool,
    /// Parameters: the first variables, with their directions.
    pub parameters: Vec<Direction>,
    /// All variables.
    pub variables: Vec<Variable>,
    /// The statements of its body.
    pub body: Vec<Statement>,
}

#[derive(Debug, Clone)]
pub struct Statement {
    /// Its kind.
    pub kind: StatementKind,
    /// Its text (for a block, of its head only).
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// Begins a variable, with all bits 0.
    Declare(VariableId),
    /// Computes a value and drops it.
    Expression(Expression),
    /// Writes a value; the value first.
    Assign(Place, Expression),
    /// A block.
    Block(Vec<Statement>),
    /// Takes one of two branches.
    If {
        /// A scalar; true if any bit is set.
        condition: Expression,
        /// Where it is true.
        yes: Vec<Statement>,
        /// Where it is false.
        no: Vec<Statement>,
        /// The variables from outside that a branch may write.
        writes: Vec<VariableId>,
    },
    /// Repeats its body.
    While {
        /// A scalar; true if any bit is set.
        condition: Expression,
        /// The repeated statements.
        body: Vec<Statement>,
        /// The variables from outside that condition or body may write.
        writes: Vec<VariableId>,
    },
    /// Ends the function.
    Return(Option<Expression>),
}

/// A place that can be written.
#[derive(Debug, Clone)]
pub struct Place {
    /// The variable.
    pub variable: VariableId,
    /// From the variable inward.
    pub steps: Vec<Step>,
    /// The type at the end of the steps.
    pub base: Type,
    /// The selected components of a vector.
    pub swizzle: Option<Swizzle>,
    /// The type of the value that is read or written.
    pub ty: Type,
}

/// A step into a variable.
#[derive(Debug, Clone)]
pub enum Step {
    /// The scalars from this one on.
    Offset(u32),
    /// An element; `scalars` in each of `count`.
    Index {
        /// Its index.
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

#[derive(Debug, Clone)]
pub struct Expression {
    /// Its kind.
    pub kind: ExpressionKind,
    pub ty: Type,
    /// Its text.
    pub span: Span,
}

/// The kinds of expressions.
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
    /// Conversion of the numbers to another kind, component by component.
    Convert(Box<Expression>),
    /// Components of a vector.
    Swizzle(Box<Expression>, Swizzle),
    /// The scalars from this one on, of a value that is no place.
    Member(Box<Expression>, u32),
    /// The bits of the second where the third has ones, else those of the first.
    Choose(Box<[Expression; 3]>),
    /// A mathematical function, component by component.
    Math(Math, Vec<Expression>),
    /// One operation, with its immediates and arguments; masks are ints.
    Operation(&'static Intrinsic, [u32; 2], Vec<Expression>),
    /// Whether any bit is set, as a mask of 32 bits.
    Truth(Box<Expression>),
    /// The number, with any NaN replaced by the canonical NaN.
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
    /// A place that is written at the end of the call, and for `inout` read before it.
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
    /// The integer that it is, if it is a constant.
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
