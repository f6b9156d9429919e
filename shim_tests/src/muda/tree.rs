//! Programs as trees.

/// A kind of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Float,
    Double,
    Int,
    Long,
}

/// A type: a number or four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ty {
    pub kind: Kind,
    /// Four of them.
    pub is_vector: bool,
}

/// The bits of the components. A scalar has the first; the others are 0.
pub type Value = [u64; 4];

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What the expression computes.
    pub node: Node,
    /// The type of the result.
    pub ty: Ty,
}

/// An operation with its operands.
#[derive(Debug, Clone)]
pub enum Node {
    /// The bits, and how they are written.
    Literal(u64, String),
    Variable(usize),
    /// An element of an array.
    Element(usize, Box<Expr>),
    /// `-` or `~`
    Unary(char, Box<Expr>),
    /// An operator. One of two operands may be a scalar while the other is a vector.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Swizzle(Box<Expr>, Vec<usize>),
    /// A constructor: of a scalar, of four scalars, or of a vector of another type.
    Construct(Vec<Expr>),
    /// `sel`
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    Math(&'static str, Vec<Expr>),
    /// A function of the author's programs: `ftoi`, `itof`, `as_ivec`, `as_vec`, `all`, `any`, `gather`.
    Author(&'static str, Box<Expr>),
    /// `extract`, with an int.
    Extract(Box<Expr>, Box<Expr>),
}

/// A statement.
#[derive(Debug, Clone)]
pub enum Stmt {
    /// With the components that are written.
    Assign(usize, Option<Vec<usize>>, Expr),
    AssignElement(usize, Expr, Expr),
    /// A condition that is a vector decides for each component.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    Return(Expr),
    /// A call: result variable, function, and one argument for each parameter. Arguments that are written are variables.
    Call(usize, usize, Vec<Expr>),
}

#[derive(Debug, Clone)]
pub struct Variable {
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Elements of an array, 0 for others.
    pub size: usize,
}

/// The direction of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    In,
    Out,
    InOut,
}

/// A function, whose parameters are its first variables.
#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Way>,
    pub variables: Vec<Variable>,
    pub result: Ty,
    pub body: Vec<Stmt>,
}

/// A program. Its last function is the kernel.
#[derive(Debug, Clone)]
pub struct Program {
    /// The functions. Each calls earlier ones only.
    pub functions: Vec<Function>,
}

impl Kind {
    /// The bits of the number 1.
    pub fn width(self) -> u32 {
        match self {
            Kind::Float | Kind::Int => 32,
            Kind::Double | Kind::Long => 64,
        }
    }

    pub(super) fn is_real(self) -> bool {
        matches!(self, Kind::Float | Kind::Double)
    }

    pub(super) fn cut(self, bits: u64) -> u64 {
        match self.width() {
            32 => bits & 0xffff_ffff,
            _ => bits,
        }
    }
}
