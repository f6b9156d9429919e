//! Expressions, with the arguments of calls, updates and look-ups of textures.

use super::{BinaryOp, FunctionId, Gather, Math, Place, Shift, Swizzle, UnaryOp};
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type};
use crate::ir::{Intrinsic, Span};

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
    Binary(BinaryOp, Box<[Expression; 2]>),
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
    /// What the components of a vector say together.
    Gather(Gather, Box<Expression>),
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
    /// The texture, where it is an object beside the sampler. Each pair of both has an image unit of its own.
    pub texture: Option<Expression>,
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

/// The number that an integer constant of this type is. The bits of an `unsigned int` may be kept with a sign.
pub fn number_of(x: i64, ty: Type) -> f64 {
    match ty.scalar() {
        Some(Scalar::UInt) => f64::from(x as u32),
        _ => x as f64,
    }
}

impl Expression {
    /// Its value, if it is a constant of type int or long. An int is in the range of i32. Operations wrap, and a
    /// division by 0 gives 0.
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
            ExpressionKind::Binary(op, operands) => {
                let [a, b] = &**operands;
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
