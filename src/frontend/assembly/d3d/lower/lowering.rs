//! Lowers a shader, instruction by instruction.

use super::evaluate::needs;
use super::interface::{Interface, Plan, plain_output};
use super::registers::{Registers, output};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::binding::Binding;
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::vector::*;
use crate::ir::interface::{fragment_input, fragment_output};
use crate::ir::{BlockId, Builder, Noted, Op, Span, ValueId};
use std::collections::HashMap;

/// The most instructions that a lane executes of a shader with loops or subroutines.
pub(super) const MOST_EXECUTED: u32 = 65536;
/// Subroutines that call each other are at most this deep.
pub(super) const CALL_DEPTH: u32 = 4;

/// The registers and the code so far.
pub(super) struct Lowering<'s> {
    pub(super) shader: &'s Shader,
    pub(super) plan: Plan,
    pub(super) b: Builder,
    pub(super) u: Uniforms,
    pub(super) r: Registers,
    /// Loaded inputs, by their vectors of slots.
    pub(super) inputs: HashMap<u32, Vec4>,
    /// Blocks that are open.
    pub(super) open: Vec<super::flow::Open>,
    /// The blocks of subroutines, by label.
    pub(super) labels: HashMap<u32, BlockId>,
    /// Loops so far.
    pub(super) n_loops: usize,
    /// Whether the code is a subroutine's.
    pub(super) in_subroutine: bool,
    /// Rows of the matrices of `texm3x…`, so far.
    pub(super) rows: Vec<ValueId>,
    /// Computed depth, of versions before 2.
    pub(super) depth: Option<ValueId>,
}

/// The IR of a shader that `check` accepts.
pub(in crate::frontend::assembly::d3d) fn lower(shader: &Shader) -> (BoundProgram, Interface) {
    let plan = Plan::of(shader);
    let instructions: Vec<(&Instruction, Span)> = shader.instructions().collect();
    // What flow there is decides how registers are kept: as values, or in slots that outlive blocks.
    let is_loop = |o: Opcode| matches!(o, Opcode::Loop | Opcode::Rep);
    let n_loops = instructions
        .iter()
        .filter(|(i, _)| is_loop(i.opcode))
        .count();
    let has = |what: fn(Opcode) -> bool| instructions.iter().any(|(i, _)| what(i.opcode));
    let has_calls = has(|o| matches!(o, Opcode::Call | Opcode::CallNz));
    let has_blocks =
        n_loops > 0 || has_calls || has(|o| matches!(o, Opcode::If | Opcode::IfC | Opcode::Ret));
    let pixel = shader.version.is_pixel();
    let mut l = Lowering {
        u: Uniforms::with(bindings(&plan)),
        plan,
        shader,
        b: Builder::new(),
        r: Registers::new(n_loops, has_blocks, pixel),
        inputs: HashMap::new(),
        open: Vec::new(),
        labels: HashMap::new(),
        n_loops: 0,
        in_subroutine: false,
        rows: Vec::new(),
        depth: None,
    };
    // has_calls || Only loops and calls can run for long; they are stopped at a limit.
    if n_loops > 0 || has_calls {
        l.b.set_instruction_limit(MOST_EXECUTED);
    }
    if has_calls {
        l.b.set_call_depth(CALL_DEPTH);
    }
    // The shader's code, then the properties that the rasterizer reads.
    l.prologue(&instructions, has_blocks);
    l.instructions(&instructions);
    l.finish(has_blocks);
    let mut b = l.b;
    b.reserve_uniforms(4 * l.u.bindings.len() as u32);
    let mut code = b.finish();
    if pixel {
        code.varyings.centroid = centroid(&l.plan, shader);
    }
    (BoundProgram::new(code, l.u.bindings), l.plan.interface)
}

/// The rows of uniforms: float constants, then the others. Definitions are rows of an array only.
fn bindings(plan: &Plan) -> Vec<Binding> {
    let mut named = 0;
    let mut bindings = Vec::with_capacity(plan.floats.len() + plan.others.len());
    for n in &plan.floats {
        let words = plan.defined.get(&Register::new(File::Const, *n));
        bindings.push(match words {
            Some(words) => Binding::Constant(words.map(f32::from_bits)),
            None => {
                named += 1;
                Binding::Named(named - 1)
            }
        });
    }
    let others = 0..plan.others.len() as u32;
    bindings.extend(others.map(|n| Binding::Named(named + n)));
    bindings
}

/// The generic varyings that are taken at a covered sample, by bit.
fn centroid(plan: &Plan, shader: &Shader) -> u32 {
    let is_centroid = |register: Register| {
        let mut all = shader.declarations();
        all.any(|(d, _)| d.destination().register == register && d.destination().centroid)
    };
    let inputs = plan.interface.inputs.iter();
    let numbers = inputs.filter(|link| is_centroid(link.register));
    let numbers = numbers.filter_map(|link| link.vec4.checked_sub(fragment_input::GENERIC_0));
    numbers.fold(0, |bits, n| bits | 1 << n)
}

impl Lowering<'_> {
    /// Emits what all blocks share: loads of constants and inputs, and the initial values of outputs.
    fn prologue(&mut self, instructions: &[(&Instruction, Span)], has_blocks: bool) {
        if !has_blocks {
            return;
        }
        for (instruction, _) in instructions {
            for (n, source) in instruction.sources.iter().enumerate() {
                for row in 0..super::interface::rows(instruction.opcode, n) {
                    let mut source = *source;
                    source.register.number += row;
                    if !source.register.is_written_in(self.shader.version) {
                        self.load_shared(&source);
                    }
                }
            }
            self.load_texture_sizes(instruction);
        }
        for slot in self.output_slots(instructions) {
            let scalar = output(slot);
            let initial = self.b.f32(self.r.initial(scalar));
            self.r.write(scalar, initial);
        }
        self.r.end_block(&mut self.b);
        let first = self.b.new_block();
        self.b.jump(first, &[]);
        self.b.switch_to(first, &[]);
    }

    /// The output slots that any instruction writes, whole vectors.
    fn output_slots(&self, instructions: &[(&Instruction, Span)]) -> Vec<u32> {
        let mut vectors: Vec<u32> = Vec::new();
        for (instruction, _) in instructions {
            let Some(d) = &instruction.destination else {
                continue;
            };
            if d.index.is_some() {
                vectors.extend(self.plan.interface.outputs.iter().map(|o| o.vec4));
            }
            let links = self.plan.interface.outputs.iter();
            let of_register = links.filter(|o| o.register == d.register).map(|o| o.vec4);
            vectors.extend(of_register.chain(plain_output(d.register)));
        }
        vectors.sort_unstable();
        vectors.dedup();
        let slots = vectors.into_iter().flat_map(|v| 4 * v..4 * v + 4);
        let is_stored = |slot: &u32| self.r.output_slot(output(*slot)).is_some();
        slots.filter(is_stored).collect()
    }

    /// Lowers instructions; those that run together read before either writes.
    fn instructions(&mut self, instructions: &[(&Instruction, Span)]) {
        let mut rest = instructions;
        while let Some(((first, span), after)) = rest.split_first() {
            self.b.set_span(*span);
            self.b.count_source(1);
            let paired = after.first().filter(|(next, _)| next.coissue);
            let result = self.compute(first);
            if let Some((second, second_span)) = paired {
                self.b.set_span(*second_span);
                self.b.count_source(1);
                let second_result = self.compute(second);
                self.b.set_span(*span);
                self.write_result(first, result);
                self.b.set_span(*second_span);
                self.write_result(second, second_result);
                rest = &after[1..];
                continue;
            }
            self.write_result(first, result);
            rest = after;
        }
        self.b.set_span(Span::NONE);
    }

    /// The result of an instruction, if it has one. Flow takes effect here.
    fn compute(&mut self, instruction: &Instruction) -> Option<[Option<ValueId>; 4]> {
        if self.flow(instruction) {
            return None;
        }
        if let Some(result) = self.texture_instruction(instruction) {
            return result;
        }
        let mask = instruction.destination.map_or(15, |d| d.mask);
        let zero = self.b.f32(0.0);
        let mut s = [[zero; 4]; 3];
        for (n, source) in instruction.sources.iter().enumerate().take(3) {
            let need = needs(instruction.opcode, n, mask, self.shader.version);
            s[n] = self.source(source, need);
            self.b.note(Noted::Operand, present(&s[n], need));
        }
        Some(self.evaluate(instruction, &s))
    }

    /// Stores the results at the end.
    fn finish(&mut self, has_blocks: bool) {
        let version = self.shader.version;
        // With blocks, each block stores what it has written, so that the last one only needs its end.
        if has_blocks {
            self.r.end_block(&mut self.b);
            if !self.b.is_closed() {
                if self.in_subroutine {
                    self.b.ret();
                } else {
                    self.b.end();
                }
            }
            return;
        }
        // The result of versions 1 is r0, and a depth where an instruction has made one.
        if version.is_pixel() && version.major() == 1 {
            for c in 0..4 {
                let value = self.r.read(&mut self.b, c);
                self.b
                    .store_output(4 * fragment_output::COLOR_0 + c as u32, value);
            }
            if let Some(depth) = self.depth {
                self.b.store_output(4 * fragment_output::DEPTH + 2, depth);
            }
            return;
        }
        // Other results are in registers of their own.
        let instructions: Vec<_> = self.shader.instructions().collect();
        for slot in self.output_slots(&instructions) {
            let value = self.r.read(&mut self.b, output(slot));
            self.b.store_output(slot, value);
        }
    }

    /// A vector of constants by its row among the uniforms.
    pub(super) fn row(&mut self, row: usize) -> Vec4 {
        self.u.load_index(&mut self.b, row)
    }

    /// A comparison as a mask.
    pub(super) fn compare(&mut self, how: Comparison, x: ValueId, y: ValueId) -> ValueId {
        let b = &mut self.b;
        match how {
            Comparison::Gt => b.emit1(Op::FLt, &[y, x]),
            Comparison::Eq => b.emit1(Op::FEq, &[x, y]),
            Comparison::Ge => b.emit1(Op::FLe, &[y, x]),
            Comparison::Lt => b.emit1(Op::FLt, &[x, y]),
            Comparison::Ne => b.emit1(Op::FNe, &[x, y]),
            Comparison::Le => b.emit1(Op::FLe, &[x, y]),
        }
    }
}
