//! Builds a [`Program`] block by block.
//!
//! ```
//! use trilobite::ir::{Builder, Op};
//! let mut b = Builder::new();
//! let x = b.load_input(0);
//! let two = b.f32(2.0);
//! let y = b.emit1(Op::FMul, &[x, two]);
//! b.store_output(0, y);
//! let program = b.finish();
//! assert_eq!(program.n_outputs, 1);
//! ```

use super::inst::Inst;
use super::interface::{LodMode, Varyings};
use super::note::{Note, Noted};
use super::opcode::Op;
use super::program::{Block, Edge, Program, ProgramId, Terminator};
use super::types::{BlockId, Span, Type, ValueId};
use smallvec::SmallVec;

/// A program under construction. Instructions go to the current block until a terminator closes it.
#[derive(Debug)]
pub struct Builder {
    blocks: Vec<Option<Block>>,
    current: BlockId,
    open: Block,
    value_types: Vec<Type>,
    span: Span,
    n_uniforms: u32,
    n_inputs: u32,
    pub(super) n_outputs: u32,
    n_slots: u32,
    instruction_limit: Option<u32>,
    is_interruptible: bool,
    call_depth: u32,
    notes: Vec<Note>,
    suspended: Vec<(BlockId, Block)>,
}

fn empty_block() -> Block {
    Block {
        params: SmallVec::new(),
        insts: Vec::new(),
        terminator: Terminator::End,
        terminator_span: Span::NONE,
        source_count: 0,
    }
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Builder {
    /// A builder whose current block is the entry.
    pub fn new() -> Builder {
        Builder {
            blocks: vec![None],
            current: BlockId::ENTRY,
            open: empty_block(),
            value_types: Vec::new(),
            span: Span::NONE,
            n_uniforms: 0,
            n_inputs: 0,
            n_outputs: 0,
            n_slots: 0,
            instruction_limit: None,
            is_interruptible: false,
            call_depth: 0,
            notes: Vec::new(),
            suspended: Vec::new(),
        }
    }

    /// Leaves the current block open, to go on with another one by [`Builder::switch_to`] or [`Builder::resume`].
    pub fn suspend(&mut self) -> BlockId {
        assert!(!self.is_closed(), "the current block is closed already");
        let open = std::mem::replace(&mut self.open, empty_block());
        self.suspended.push((self.current, open));
        self.blocks[self.current.index()] = Some(empty_block());
        self.current
    }

    /// Goes on with a block that was suspended. The current block must have been closed or suspended.
    pub fn resume(&mut self, block: BlockId) {
        assert!(
            self.blocks[self.current.index()].is_some(),
            "the current block has no terminator"
        );
        let found = self.suspended.iter().rposition(|(id, _)| *id == block);
        let at = found.expect("the block was suspended");
        self.open = self.suspended.swap_remove(at).1;
        self.current = block;
        self.blocks[block.index()] = None;
    }

    /// How many values there are so far.
    pub fn n_values(&self) -> usize {
        self.value_types.len()
    }

    /// Makes room for `n` more instructions in the current block.
    pub fn reserve(&mut self, n: usize) {
        self.open.insts.reserve(n);
        self.notes.reserve(n / 2);
        self.value_types.reserve(n);
    }

    /// The source text of the instructions that follow.
    pub fn set_span(&mut self, span: Span) {
        self.span = span;
    }

    /// Notes what values of the current block are in the source text.
    pub fn note(&mut self, what: Noted, values: [Option<ValueId>; 4]) {
        self.notes.push(Note {
            block: self.current,
            span: self.span,
            what,
            values,
        });
    }

    /// Notes up to four values that decide something.
    pub fn note_fact(&mut self, name: &'static str, values: &[ValueId]) {
        let values = std::array::from_fn(|i| values.get(i).copied());
        self.note(Noted::Fact(name), values);
    }

    /// Charges `n` source instructions to the current block.
    pub fn count_source(&mut self, n: u32) {
        self.open.source_count += n;
    }

    /// Limits the source instructions that a lane may execute.
    pub fn set_instruction_limit(&mut self, limit: u32) {
        self.instruction_limit = Some(limit);
    }

    /// Lets loops run without a limit, until the caller of the program stops it.
    pub fn set_interruptible(&mut self) {
        self.is_interruptible = true;
    }

    /// Sets the depth of the lanes' call stacks.
    pub fn set_call_depth(&mut self, depth: u32) {
        self.call_depth = depth;
    }

    /// Makes the uniform array at least `n` long.
    pub fn reserve_uniforms(&mut self, n: u32) {
        self.n_uniforms = self.n_uniforms.max(n);
    }

    /// Reserves a new lane slot.
    pub fn new_slot(&mut self) -> u32 {
        self.n_slots += 1;
        self.n_slots - 1
    }

    /// A new, empty block; it is filled after [`Builder::switch_to`].
    pub fn new_block(&mut self) -> BlockId {
        self.blocks.push(None);
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Starts filling `block`, whose parameters have these types, and returns them. The current block must have been
    /// closed by a terminator.
    pub fn switch_to(&mut self, block: BlockId, params: &[Type]) -> SmallVec<[ValueId; 4]> {
        assert!(
            self.blocks[self.current.index()].is_some(),
            "the current block has no terminator"
        );
        assert!(
            self.blocks[block.index()].is_none(),
            "a block is filled once"
        );
        self.current = block;
        self.open = empty_block();
        self.open.params = params.iter().map(|t| self.new_value(*t)).collect();
        self.open.params.clone()
    }

    /// Whether the current block is already closed.
    pub fn is_closed(&self) -> bool {
        self.blocks[self.current.index()].is_some()
    }

    fn close(&mut self, terminator: Terminator) {
        assert!(
            !self.is_closed(),
            "the current block already has a terminator"
        );
        let mut block = std::mem::replace(&mut self.open, empty_block());
        block.terminator = terminator;
        block.terminator_span = self.span;
        self.blocks[self.current.index()] = Some(block);
    }

    /// Closes the current block with a jump.
    pub fn jump(&mut self, block: BlockId, args: &[ValueId]) {
        self.close(Terminator::Jump(Edge {
            block,
            args: args.iter().copied().collect(),
        }));
    }

    /// Closes the current block with a branch to two blocks.
    pub fn branch(&mut self, mask: ValueId, yes: (BlockId, &[ValueId]), no: (BlockId, &[ValueId])) {
        let edge = |(block, args): (BlockId, &[ValueId])| Edge {
            block,
            args: args.iter().copied().collect(),
        };
        self.close(Terminator::Branch(mask, edge(yes), edge(no)));
    }

    /// Closes the current block with a call.
    pub fn call(&mut self, callee: BlockId, resume: BlockId) {
        self.close(Terminator::Call { callee, resume });
    }

    /// Closes the current block with a return.
    pub fn ret(&mut self) {
        self.close(Terminator::Return);
    }

    /// Closes the current block: these lanes end.
    pub fn end(&mut self) {
        self.close(Terminator::End);
    }

    fn new_value(&mut self, ty: Type) -> ValueId {
        self.value_types.push(ty);
        ValueId(self.value_types.len() as u32 - 1)
    }

    /// The type of a value built so far.
    pub fn type_of(&self, value: ValueId) -> Type {
        self.value_types[value.index()]
    }

    /// Appends an instruction and returns its results.
    pub fn emit(&mut self, op: Op, args: &[ValueId], imm: [u32; 2]) -> SmallVec<[ValueId; 4]> {
        let first = self.append(op, args, imm).0;
        let n = op.info().results.len() as u32;
        (first..first + n).map(ValueId).collect()
    }

    /// Appends an instruction and returns its first result.
    fn append(&mut self, op: Op, args: &[ValueId], imm: [u32; 2]) -> ValueId {
        assert!(
            !self.is_closed(),
            "an instruction after the block's terminator"
        );
        let info = op.info();
        assert_eq!(
            args.len(),
            info.args.len(),
            "{} takes {} arguments",
            info.name,
            info.args.len()
        );
        for (arg, ty) in args.iter().zip(info.args) {
            assert_eq!(self.type_of(*arg), *ty, "argument type of {}", info.name);
        }
        let first_result = ValueId(self.value_types.len() as u32);
        self.value_types.extend_from_slice(info.results);
        self.open.insts.push(Inst {
            op,
            args: SmallVec::from_slice(args),
            imm,
            first_result,
            span: self.span,
        });
        first_result
    }

    /// Appends an instruction with one result.
    pub(super) fn append1(&mut self, op: Op, args: &[ValueId], imm: [u32; 2]) -> ValueId {
        assert_eq!(op.info().results.len(), 1, "{op:?} has one result");
        self.append(op, args, imm)
    }

    /// Appends an instruction with one result and no immediate.
    pub fn emit1(&mut self, op: Op, args: &[ValueId]) -> ValueId {
        self.append1(op, args, [0, 0])
    }

    /// An f32 constant.
    pub fn f32(&mut self, x: f32) -> ValueId {
        self.append1(Op::ConstF32, &[], [x.to_bits(), 0])
    }

    /// An i32 constant.
    pub fn i32(&mut self, x: i32) -> ValueId {
        self.append1(Op::ConstI32, &[], [x as u32, 0])
    }

    /// A mask constant.
    pub fn mask(&mut self, x: bool) -> ValueId {
        self.append1(Op::ConstMask, &[], [x as u32, 0])
    }

    /// Uniform `index` (f32 units).
    pub fn load_uniform(&mut self, index: u32) -> ValueId {
        self.reserve_uniforms(index + 1);
        self.append1(Op::LoadUniform, &[], [index, 0])
    }

    /// Uniform `index` as bits.
    pub fn load_uniform_i(&mut self, index: u32) -> ValueId {
        self.reserve_uniforms(index + 1);
        self.append1(Op::LoadUniformI, &[], [index, 0])
    }

    /// Row `row` (per lane) of the `n_rows` rows of four uniforms that start at `base`.
    pub fn load_param_row(&mut self, base: u32, n_rows: u32, row: ValueId) -> [ValueId; 4] {
        self.reserve_uniforms(base + 4 * n_rows);
        let r = self.emit(Op::LoadParamRow, &[row], [base, n_rows]);
        [r[0], r[1], r[2], r[3]]
    }

    /// Input slot `slot` (scalar).
    pub fn load_input(&mut self, slot: u32) -> ValueId {
        self.n_inputs = self.n_inputs.max(slot + 1);
        self.append1(Op::LoadInput, &[], [slot, 0])
    }

    /// Stores to output slot `slot` (scalar).
    pub fn store_output(&mut self, slot: u32, value: ValueId) {
        self.n_outputs = self.n_outputs.max(slot + 1);
        self.emit(Op::StoreOutput, &[value], [slot, 0]);
    }

    /// Samples texture image unit `unit`.
    pub fn sample(
        &mut self,
        unit: u32,
        mode: LodMode,
        strq: [ValueId; 4],
        lod: ValueId,
    ) -> [ValueId; 4] {
        let r = self.emit(
            Op::Sample,
            &[strq[0], strq[1], strq[2], strq[3], lod],
            [unit, mode as u32],
        );
        [r[0], r[1], r[2], r[3]]
    }

    /// The program. An open current block is closed with `End`; a block that was made but never filled is one, too.
    pub fn finish(mut self) -> Program {
        if !self.is_closed() {
            self.end();
        }
        Program {
            id: ProgramId::unique(),
            blocks: self
                .blocks
                .into_iter()
                .map(|b| b.unwrap_or_else(empty_block))
                .collect(),
            value_types: self.value_types,
            n_uniforms: self.n_uniforms,
            n_inputs: self.n_inputs,
            n_outputs: self.n_outputs,
            n_slots: self.n_slots,
            instruction_limit: self.instruction_limit,
            is_interruptible: self.is_interruptible,
            fraction_units: 0,
            planar_units: 0,
            varyings: Varyings::default(),
            call_depth: self.call_depth,
            notes: self.notes,
            source: None,
        }
    }
}
