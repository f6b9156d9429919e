//! Random programs of OPTION NV_fragment_program2 and of `!!FP1.0`, and a scalar evaluator for them.
//!
//! They have suffixes, sizes, conditions, blocks, subroutines and the loop index. Approximated functions and operations
//! on quads (EX2, DDX, textures) are left to program tests.

pub mod evaluate;
pub mod generate;
pub mod number;
pub mod print;

#[cfg(test)]
mod tests;

/// A write mask's or swizzle's letters.
pub const LETTERS: &[u8; 4] = b"xyzw";
/// The number of temporaries. The last two are SHORT.
pub const TEMPS: usize = 4;
/// Texture coordinate sets.
pub const SETS: usize = 8;

/// How an instruction computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    None,
    R,
    H,
    X,
}

/// How it limits its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clamp {
    None,
    Sat,
    Ssat,
}

/// The value that is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Source {
    Temp(usize),
    Set(usize),
    /// `fragment.texcoord[A0.x + n]`
    Indexed(usize),
    Constant([f32; 4]),
    Facing,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Operand {
    pub source: Source,
    pub swizzle: [usize; 4],
    pub absolute: bool,
    pub negate: bool,
}

/// A test of the condition code: the rule's number in [`RULES`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Condition {
    pub rule: usize,
    pub swizzle: [usize; 4],
}

/// The rules, by name.
pub const RULES: [&str; 8] = ["EQ", "GE", "GT", "LE", "LT", "NE", "TR", "FL"];

/// Where a result goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    Temp(usize),
    Color,
    Code,
}

/// One computation.
#[derive(Debug, Clone, PartialEq)]
pub struct Alu {
    pub opcode: &'static str,
    pub precision: Precision,
    pub updates: bool,
    pub clamp: Clamp,
    pub target: Target,
    pub mask: [bool; 4],
    pub condition: Option<Condition>,
    pub sources: Vec<Operand>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    Alu(Alu),
    If(Condition, Vec<Node>, Option<Vec<Node>>),
    Rep(f32, Vec<Node>),
    Loop([f32; 3], Vec<Node>),
    Break(Option<Condition>),
    Call(usize, Option<Condition>),
    Return(Option<Condition>),
    Kill(Condition),
}

/// A program: its own statements, and its subroutines, which begin with a label and end with RET.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// A program of `!!FP1.0`: computations and KIL alone.
    pub native: bool,
    pub short_color: bool,
    pub main: Vec<Node>,
    pub subroutines: Vec<Vec<Node>>,
}

/// The opcodes that native programs lack.
pub const NOT_NATIVE: [&str; 7] = ["ABS", "CMP", "DIV", "DP2", "DP2A", "DPH", "NRM"];

/// The opcodes: how many operands they have, whether the last is a scalar, and whether they may have precision X.
pub const OPCODES: [(&str, usize, bool, bool); 27] = [
    ("ABS", 1, false, true),
    ("ADD", 2, false, true),
    ("CMP", 3, false, false),
    ("DIV", 2, true, false),
    ("DP2", 2, false, true),
    ("DP2A", 3, false, true),
    ("DP3", 2, false, true),
    ("DP4", 2, false, true),
    ("DPH", 2, false, true),
    ("DST", 2, false, false),
    ("FLR", 1, false, true),
    ("LRP", 3, false, true),
    ("MAD", 3, false, true),
    ("MAX", 2, false, true),
    ("MIN", 2, false, true),
    ("MOV", 1, false, true),
    ("MUL", 2, false, true),
    ("NRM", 1, false, false),
    ("RCP", 1, true, false),
    ("RFL", 2, false, false),
    ("SEQ", 2, false, true),
    ("SGE", 2, false, true),
    ("SLE", 2, false, true),
    ("SNE", 2, false, true),
    ("STR", 2, false, true),
    ("SUB", 2, false, true),
    ("X2D", 3, false, false),
];
