//! A program: blocks, values and terminators.

use super::inst::Inst;
use super::interface::Varyings;
use super::note::Note;
use super::types::{BlockId, Span, Type, ValueId};
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A process-wide unique name of a finished program; kernel keys hold it instead of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProgramId(u64);

impl ProgramId {
    /// An id that no other program has.
    pub fn unique() -> ProgramId {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        ProgramId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A jump: the target and the values for its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// Where to.
    pub block: BlockId,
    /// One argument per parameter of the target.
    pub args: SmallVec<[ValueId; 4]>,
}

/// How a block ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Terminator {
    /// Goes on at the edge's block.
    Jump(Edge),
    /// Lanes with a true mask take the first edge, the others the second.
    Branch(ValueId, Edge, Edge),
    /// Pushes `resume` on the lane's call stack (at most [`Program::call_depth`] deep) and goes to `callee`; a lane
    /// whose stack is full ends the program. Both blocks have no parameters.
    Call {
        /// Where to.
        callee: BlockId,
        /// Where the return goes.
        resume: BlockId,
    },
    /// Pops the lane's call stack and goes on there; an empty stack ends the program.
    Return,
    /// The program ends for these lanes.
    End,
}

/// Instructions that run one after the other, then a terminator.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Parameters; their types are in [`Program::value_types`].
    pub params: SmallVec<[ValueId; 4]>,
    /// Instructions in order.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub terminator: Terminator,
    /// The terminator's source text.
    pub terminator_span: Span,
    /// Source instructions in this block, charged at its entry against [`Program::instruction_limit`].
    pub source_count: u32,
}

/// A program in SSA form. `ir::verify` says whether it is well formed; front ends and passes leave it so.
#[derive(Debug, Clone)]
pub struct Program {
    /// Unique name. A pass that changes the program gives it a new one.
    pub id: ProgramId,
    /// Blocks; the first is the entry and has no parameters.
    pub blocks: Vec<Block>,
    /// The type of each value, by its [`ValueId`].
    pub value_types: Vec<Type>,
    /// Length of the uniform array (f32 units).
    pub n_uniforms: u32,
    /// Number of input slots (scalars; see [`super::interface`]).
    pub n_inputs: u32,
    /// Number of output slots (scalars).
    pub n_outputs: u32,
    /// Number of lane slots that live in scratch memory.
    pub n_slots: u32,
    /// A lane that would execute more source instructions than this stops before the block. `None`: no back edges.
    pub instruction_limit: Option<u32>,
    /// Loops may be bounded by nothing: engines test a flag each time around. Only for programs
    /// that the application itself runs; no draw has such.
    pub is_interruptible: bool,
    /// Texture image units, by bit, of whose samples the maker vouches that they lie in [0, 1] and are neither −0 nor NaN.
    pub fraction_units: u32,
    /// Texture image units, by bit, of which the maker vouches that their samples depend neither on r nor on q.
    pub planar_units: u32,
    /// How the generic varyings that a fragment program reads are interpolated.
    pub varyings: Varyings,
    /// Depth of the lane call stack; 0 when there is no `Call`.
    pub call_depth: u32,
    /// What the source text speaks of, in its order inside each block. Not part of the text form.
    pub notes: Vec<Note>,
    /// The text that spans are pieces of, where dumps are asked for that quote it. Not part of the text form.
    pub source: Option<Arc<[u8]>>,
}

impl Program {
    /// The block of this id.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// The type of a value.
    pub fn type_of(&self, value: ValueId) -> Type {
        self.value_types[value.index()]
    }

    /// Lets notes name other values: those of a program whose uses of values were renamed likewise.
    pub fn rename_notes(&mut self, new: impl Fn(ValueId) -> ValueId) {
        let values = self.notes.iter_mut().flat_map(|note| &mut note.values);
        values.flatten().for_each(|v| *v = new(*v));
    }

    /// All instructions, block by block.
    pub fn insts(&self) -> impl Iterator<Item = &Inst> {
        self.blocks.iter().flat_map(|b| b.insts.iter())
    }
}

impl Terminator {
    /// The edges that leave the block; a call counts as an edge to the callee and one to the resume block.
    pub fn successors(&self) -> SmallVec<[BlockId; 2]> {
        match self {
            Terminator::Jump(e) => [e.block].into_iter().collect(),
            Terminator::Branch(_, a, b) => [a.block, b.block].into_iter().collect(),
            Terminator::Call { callee, resume } => [*callee, *resume].into_iter().collect(),
            Terminator::Return | Terminator::End => SmallVec::new(),
        }
    }
}
