//! A program with resolved names and types: all C-like languages become this before they are lowered.
//!
//! Nothing here has a language's rules: conversions, evaluation orders, calls of methods and of library functions are
//! explicit. Functions with parameters of an interface's type or of arrays without a size are there once for each use.

use super::types::{SamplerKind, Scalar, Semantic, Type, Types};
use crate::ir::{Intrinsic, Span};

/// A function, by its number in [`Module::functions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A variable of a function, by its number in [`Function::variables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);

/// A variable outside functions, by its number in [`Module::globals`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// A variable that a function can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum VariableRef {
    Local(VariableId),
    Global(GlobalId),
}

/// What an entry computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    Vertex,
    Fragment,
}

impl Stage {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Vertex => "vertex",
            Stage::Fragment => "fragment",
        }
    }
}

/// A program.
#[derive(Debug, Clone, Default)]
pub struct Module {
    /// Structures and arrays.
    pub types: Types,
    /// Variables outside functions, in the order of the text.
    pub globals: Vec<Global>,
    /// Functions in the order of the text; those of the library that are used follow.
    pub functions: Vec<Function>,
    /// Whether a conversion to `fixed` clamps to [−2, 2).
    pub clamps_fixed: bool,
    /// Whether a product and the sum that it belongs to may be rounded once.
    pub contracts: bool,
}

/// The storage of a variable outside functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// Set from outside, by name. A program that writes it has a copy of its own.
    Uniform,
    /// An input of each invocation, by its semantic.
    Varying,
    /// The program's own: begins with its first value in each invocation.
    Static,
}

/// A variable outside functions.
#[derive(Debug, Clone)]
pub struct Global {
    pub name: String,
    pub ty: Type,
    /// The place of its name.
    pub span: Span,
    pub storage: Storage,
    /// Its first value; a uniform's is its default, a constant.
    pub value: Option<Expression>,
    pub semantic: Option<Semantic>,
    /// Of an input: whether it is an output instead.
    pub is_output: bool,
    /// The constant buffer that it is a member of, with the buffer's number.
    pub buffer: Option<u32>,
    /// See [`Variable::is_pattern`].
    pub is_pattern: bool,
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

/// A parameter of a function. A method's object is its first one.
#[derive(Debug, Clone)]
pub struct Parameter {
    pub direction: Direction,
    /// Of an entry: whether it is set from outside, by name. [`Direction::Uniform`] says it as well.
    pub is_uniform: bool,
    /// What it stands for, if the function is an entry.
    pub semantic: Option<Semantic>,
    /// The value of an argument that a call leaves out; a uniform's default.
    pub value: Option<Expression>,
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
    /// Whether it belongs to the language, not to the text: `explain` shows its calls only.
    pub is_library: bool,
    /// The type of its value.
    pub ty: Type,
    /// Whether the value may be a pattern of bits, see [`Variable::is_pattern`].
    pub is_pattern: bool,
    /// Parameters: the first variables.
    pub parameters: Vec<Parameter>,
    /// What its value stands for, if it is an entry.
    pub semantic: Option<Semantic>,
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
    },
    /// Repeats: `before`, the body, the step, `after`.
    Loop(Box<Loop>),
    /// Ends the loop that is this many loops further out: 0 is the innermost one.
    Break(u32),
    /// Goes on with the step of the loop that is this many loops further out.
    Continue(u32),
    /// Ends the fragment where the condition holds in any component; without one, always.
    Discard(Option<Expression>),
    /// Ends the function.
    Return(Option<Expression>),
}

/// A loop.
#[derive(Debug, Clone)]
pub struct Loop {
    /// A scalar that is tested before each round; the loop ends where it is false.
    pub before: Option<Expression>,
    pub body: Vec<Statement>,
    /// Executed after the body, and after `continue`.
    pub step: Vec<Statement>,
    /// A scalar that is tested after each round; the loop ends where it is false.
    pub after: Option<Expression>,
}

/// A place that can be written.
#[derive(Debug, Clone)]
pub struct Place {
    pub variable: VariableRef,
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

/// Scalars of a vector or a matrix in order, by their numbers in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swizzle {
    components: [u8; 16],
    n: u8,
}

impl Swizzle {
    /// Of 1 to 16 components.
    pub fn new(components: &[u8]) -> Swizzle {
        let mut all = [0; 16];
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
    /// An integer of the expression's width; of a `Bool`, 0 or 1.
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
    /// The scalars of the parts, one after the other: a vector, a matrix, an array, a structure.
    Compose(Vec<Expression>),
    /// The same scalars as a value of another type.
    Reinterpret(Box<Expression>),
    /// Conversion of the numbers to another kind, component by component.
    Convert(Box<Expression>),
    /// Scalars of a vector or a matrix.
    Swizzle(Box<Expression>, Swizzle),
    /// An element of a value that is no place: of an array, a vector or a matrix.
    Element {
        of: Box<Expression>,
        index: Box<Expression>,
        /// Scalars of an element.
        scalars: u32,
        /// Elements.
        count: u32,
    },
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
    /// Component by component the second where the first, a `Bool`, holds, else the third. All three are evaluated.
    Select(Box<[Expression; 3]>),
    /// The second where the first, a scalar, holds, else the third. Only one of them is evaluated.
    Conditional(Box<[Expression; 3]>),
    /// Writes a value, and has it.
    Assign(Box<(Place, Expression)>),
    /// Reads a place, computes `value` (in which [`ExpressionKind::Old`] is what was read) and writes it.
    Update(Box<Update>),
    /// What the innermost [`ExpressionKind::Update`] around it has read.
    Old,
    /// Evaluates all in order, and has the value of the last.
    Sequence(Vec<Expression>),
    /// A texel.
    Sample(Box<Sample>),
    /// The sizes of a sampler's image at a level: width, height, depth or layers, number of levels. Four ints.
    TextureSize(Box<[Expression; 2]>),
    /// The texel at four whole coordinates, at a level: of a sampler, its coordinates, the level.
    Fetch(Box<[Expression; 3]>, SamplerKind),
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

/// `a += b`, `++a`, `a++`.
#[derive(Debug, Clone)]
pub struct Update {
    pub place: Place,
    /// The new value, of the place's type.
    pub value: Expression,
    /// Whether the expression's value is the old one.
    pub gives_old: bool,
}

/// A look-up of a texture.
#[derive(Debug, Clone)]
pub struct Sample {
    /// A sampler.
    pub sampler: Expression,
    pub kind: SamplerKind,
    /// Four floats: s, t, r, and the depth to compare with; unused ones are 0. A projection is divided already.
    pub coordinates: Expression,
    pub lod: SampleLod,
    /// Whether the result is a comparison with the fourth coordinate (or the third, of a shape without it).
    pub is_shadow: bool,
}

/// How a look-up finds its level of detail.
#[derive(Debug, Clone)]
pub enum SampleLod {
    /// From the derivatives in the quad.
    Implicit,
    /// From the derivatives, plus a float.
    Bias(Expression),
    /// A float.
    Explicit(Expression),
    /// From these derivatives, three floats each.
    Gradients(Expression, Expression),
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
}

impl Expression {
    /// The integer that it is, if it is a constant.
    pub fn constant_integer(&self) -> Option<i64> {
        let of_type = |x: i64| match self.ty {
            Type::Scalar(Scalar::Int) => Some(i64::from(x as i32)),
            Type::Scalar(Scalar::Long) => Some(x),
            _ => None,
        };
        // Arithmetic wraps to the type, and a division by zero is 0, as in the compiled program.
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
