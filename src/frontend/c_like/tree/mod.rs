//! A program with resolved names and types: all C-like languages become this before they are lowered.
//!
//! Nothing here has a language's rules: conversions, evaluation orders, calls of methods and of library functions are
//! explicit. Functions with parameters of an interface's type or of arrays without a size are there once for each use.
//!
//! | file | what is in it |
//! |---|---|
//! | `effect` | Techniques, passes and their states. |
//! | `expression` | Expressions. |
//! | `effect` | What effects add to a program. |
//! | `operator` | Operators and mathematical functions. |

pub mod effect;
mod expression;
mod operator;

use super::types::{Semantic, Type, Types};
use crate::ir::Span;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use smol_str::SmolStr;

pub use expression::*;
pub use operator::*;

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
    /// The most levels that its trees have: 0, or more than the usual, see [`super::deep`].
    pub depth: u32,
    /// Whether a conversion to `fixed` clamps to [−2, 2).
    pub clamps_fixed: bool,
    /// Whether constants of the kinds `half` and `fixed` are rounded, see [`super::small_real`].
    pub rounds_small_constants: bool,
    /// Whether a product and the sum that it belongs to may be rounded once.
    pub contracts: bool,
    /// Functions of the text that have parameters of open types: interfaces, arrays without a size. They are no functions of the
    /// module until they are the entry and these types are given.
    pub open: Vec<String>,
    /// The structures and the sizes that were given for nothing, each as a sentence.
    pub misgiven: Vec<String>,
    /// Whether the machine computes integers as floats, which are finite: see `lower::range`.
    pub numbers_are_floats: bool,
    /// Whether the machine has loops, so that those stay which the text asks to.
    pub has_loops: bool,
    /// Whether it has loops that do more than count to an integer.
    pub has_open_loops: bool,
    /// Whether the machine has no loops, so that all are unrolled whose rounds constants bound.
    pub unrolls: bool,
    /// What attributes ask for, by the conditions of their `if` or loop.
    pub wishes: Vec<(Span, Wish)>,
    /// Techniques, and what effects know of variables.
    pub effect: effect::Effect,
    /// Where the language's own compiler reports what its machine lacks.
    pub lines: Lines,
}

/// The places at which errors are reported, by the places of what they are about.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    /// Of operators and conditions.
    pub operators: FxHashMap<Span, Span>,
    /// Of statements, by the place of the expression that they evaluate.
    pub statements: FxHashMap<Span, Span>,
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
    pub name: SmolStr,
    pub ty: Type,
    /// Where it is declared.
    pub span: Span,
    /// Whether its bits may be a mask or another pattern from operations on bits. Then no move may change them;
    /// otherwise all NaNs count as one (DESIGN 3).
    pub is_pattern: bool,
}

#[derive(Debug, Clone)]
pub struct Function {
    pub name: SmolStr,
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
    pub changes: Changes,
}

/// What a function's own statements and expressions change, without its calls.
#[derive(Debug, Clone, Copy, Default)]
pub struct Changes {
    /// Whether an expression assigns, updates, or writes a place by a call. Assignments that are statements do not count.
    pub in_expressions: bool,
    /// Whether a variable outside functions is written.
    pub globals: bool,
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

/// What an attribute asks the compiler to do with an `if` or a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// `[branch]`: the machine jumps.
    Branch,
    /// `[flatten]`: both ways are computed.
    Flatten,
    /// `[loop]` or `[fastopt]`: the machine repeats.
    Loop,
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
    /// Whether the text asks for the rounds one after the other (`[unroll]`), which must then be constant and few.
    pub must_unroll: bool,
    /// Whether the text bounds the rounds: `[unroll]` or `[unroll(4)]`.
    pub is_bounded: bool,
    /// Whether the text asks for a loop of the machine.
    pub stays: bool,
}

/// A place that can be written.
#[derive(Debug, Clone)]
pub struct Place {
    pub variable: VariableRef,
    /// From the variable inward; most places have one at most.
    pub steps: SmallVec<[Step; 1]>,
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
        /// Whether it is a component of a vector.
        is_component: bool,
    },
}

/// Scalars of a vector or a matrix in order, by their numbers in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swizzle {
    components: [u8; 16],
    n: u8,
}

impl Swizzle {
    /// A swizzle of 1 to 16 components, each the number of a scalar in the vector or, row by row, in the matrix. Panics
    /// if there are more.
    pub fn new(components: &[u8]) -> Swizzle {
        let mut all = [0; 16];
        all[..components.len()].copy_from_slice(components);
        Swizzle {
            components: all,
            n: components.len() as u8,
        }
    }

    /// The numbers of the scalars that it selects, 1 to 16 of them.
    pub fn components(&self) -> &[u8] {
        &self.components[..usize::from(self.n)]
    }
}
