//! Writes the steps of a program as the statements of a function.
//!
//! The same code writes the text twice. The first time it finds the blocks of statements that name each variable
//! ([`Places`]). The second time it declares the variable in the innermost block that contains them all.

use super::comments::Comments;
use super::graph::Graph;
use super::language::Language;
use super::parameters::{Parameters, Port};
use super::places::{Places, Variable};
use super::plan::Plan;
use super::structure::{Step, Structure};
use super::text::Text;
use super::{EmitError, MAX_BYTES};
use crate::ir::{BlockId, Inst, Op, OpKind, Program, Span, Terminator, Type, ValueId};

pub(super) struct Writer<'a, L> {
    pub(super) language: &'a L,
    pub(super) program: &'a Program,
    pub(super) graph: &'a Graph<'a>,
    pub(super) plan: &'a Plan,
    pub(super) structure: &'a Structure,
    pub(super) parameters: &'a Parameters,
    /// The values of uniforms that no parameter gives.
    pub(super) uniforms: &'a [f32],
    /// Copies of parameters that are read and written, by the parameter's index.
    pub(super) copies: Vec<Option<Port>>,
    pub(super) comments: Comments<'a>,
    pub(super) places: Places,
    pub(super) out: String,
    pub(super) indent: usize,
    /// The number of temporary variables so far.
    pub(super) n_temps: u32,
    /// The output whose high word has been stored with its low one.
    pub(super) stored_with_low: Option<u32>,
    /// Whether executed source instructions are counted.
    pub(super) counts: bool,
    pub(super) error: Option<EmitError>,
}

impl<L: Language> Writer<'_, L> {
    pub(super) fn line(&mut self, text: &str) {
        if self.out.len() > MAX_BYTES {
            self.error.get_or_insert(EmitError::TooLong);
            return;
        }
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Begins the second pass, with the results of the first one.
    pub(super) fn again(&mut self) {
        self.places = std::mem::take(&mut self.places).settle();
        self.out.clear();
        self.comments.begin();
        (self.indent, self.n_temps) = (0, 0);
    }

    /// The function's body.
    pub(super) fn body(&mut self) {
        self.indent = 1;
        // Copies of parameters, slots, the variables of control flow, and the stack of calls; then the steps.
        for i in 0..self.copies.len() {
            if let Some(copy) = &self.copies[i] {
                let port = &self.parameters.ports[i];
                let text = self.language.copy(port, &copy.parameter.name);
                self.line(&text);
            }
        }
        for slot in 0..self.program.n_slots {
            if self.places.is_named(Variable::Slot(slot)) {
                let ty = self.slot_type(slot);
                let text = self.language.declare(ty, &format!("s{slot}"), None);
                self.line(&text);
            }
        }
        let own = [
            ("next", self.structure.is_asked.contains(&true)),
            ("steps", self.counts),
            ("depth", self.graph.returns.is_some()),
        ];
        for (name, _) in own.iter().filter(|(_, is_needed)| *is_needed) {
            let text = self.language.declare(Type::I32, name, Some("0"));
            self.line(&text);
        }
        if self.graph.returns.is_some() {
            let text = self.language.declare_stack(self.program.call_depth);
            self.line(&text);
        }
        let structure = self.structure;
        // A return at the very end says nothing.
        let steps = match structure.steps.split_last() {
            Some((Step::End, rest)) => rest,
            _ => &structure.steps[..],
        };
        self.places.enter();
        self.steps(steps);
    }

    fn steps(&mut self, steps: &[Step]) {
        for (i, step) in steps.iter().enumerate() {
            self.begin(i);
            self.step(step);
        }
    }

    /// Begins the statement of this index: declares the variables that it is the first of several to name.
    fn begin(&mut self, number: usize) {
        for variable in self.places.declared_before(number) {
            let text = self.declaration(variable);
            self.line(&text);
        }
    }

    /// Statements in braces.
    fn block(&mut self, steps: &[Step]) {
        self.indent += 1;
        self.places.enter();
        self.steps(steps);
        self.places.leave();
        self.indent -= 1;
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Block(block) => self.instructions(*block),
            Step::If(block, yes, no) => self.if_else(*block, yes, no),
            Step::Take(block, edge) => self.take(*block, *edge),
            Step::Next(node) if self.structure.is_asked[*node as usize] => {
                self.line(&format!("next = {node};"));
            }
            Step::Next(_) => {}
            Step::Leave(number) => self.line(&format!("go{number} = 0;")),
            Step::Loop(number, body) => self.endless(*number, |w| w.block(body)),
            Step::While(number, block, is_yes, body) => {
                self.while_loop(*number, *block, *is_yes, body)
            }
            // A guard runs for the nodes that it names.
            Step::Guard(nodes, yes, no) => {
                let tests: Vec<String> = nodes.iter().map(|n| format!("next == {n}")).collect();
                let test = match &tests[..] {
                    [one] => one.clone(),
                    tests => format!("({})", tests.join(") | (")),
                };
                self.line(&format!("if ({test}) {{"));
                self.block(yes);
                self.otherwise(no);
            }
            // Calls keep their return addresses on a stack; one that is full or empty ends the program.
            Step::Push(node) => {
                let depth = self.program.call_depth;
                self.return_if(&format!("depth == {depth}"));
                self.line(&format!("stack[depth] = {node};"));
                self.line("depth = depth + 1;");
            }
            Step::Pop => {
                self.return_if("depth == 0");
                self.line("depth = depth - 1;");
                self.line("next = stack[depth];");
            }
            Step::End => self.line("return;"),
        }
    }

    /// Ends an `if`, with an `else` if that writes something.
    fn otherwise(&mut self, steps: &[Step]) {
        if self.is_silent(steps) {
            // The steps are visited nevertheless: blocks of statements are numbered.
            self.places.enter();
            self.steps(steps);
            self.places.leave();
            return self.line(self.language.end_if());
        }
        self.line("} else {");
        self.block(steps);
        self.line("}");
    }

    fn return_if(&mut self, condition: &str) {
        let end = self.language.end_if();
        self.line(&format!("if ({condition}) {{ return; {end}"));
    }

    fn if_else(&mut self, block: BlockId, yes: &[Step], no: &[Step]) {
        self.comment(self.program.block(block).terminator_span);
        let mut condition = self.condition(block);
        let (mut yes, mut no) = (yes, no);
        if self.is_silent(yes) && !self.is_silent(no) {
            condition = self.language.not(&condition);
            (yes, no) = (no, yes);
        }
        self.line(&format!("if ({}) {{", condition.text));
        self.block(yes);
        self.otherwise(no);
    }

    /// Whether steps write nothing.
    fn is_silent(&self, steps: &[Step]) -> bool {
        steps.iter().all(|step| match step {
            Step::Next(node) => !self.structure.is_asked[*node as usize],
            Step::Take(block, edge) => self.moves(*block, *edge).is_empty(),
            Step::Block(block) => self.is_bare(*block),
            _ => false,
        })
    }

    fn condition(&mut self, block: BlockId) -> Text {
        match self.program.block(block).terminator {
            Terminator::Branch(mask, ..) => self.value(mask),
            _ => unreachable!("only branches have conditions"),
        }
    }

    fn endless(&mut self, number: u32, body: impl FnOnce(&mut Self)) {
        let text = self
            .language
            .declare(Type::I32, &format!("go{number}"), Some("1"));
        self.line(&text);
        self.line(&format!("while (go{number}) {{"));
        body(self);
        self.line("}");
    }

    fn while_loop(&mut self, number: u32, block: BlockId, is_yes: bool, body: &[Step]) {
        // A block that must do something before its condition is known becomes an endless loop that a variable ends.
        if !self.is_bare(block) {
            let (yes, no) = ([Step::Leave(number)], body);
            let (yes, no) = if is_yes {
                (no, &yes[..])
            } else {
                (&yes[..], no)
            };
            return self.endless(number, |w| {
                w.indent += 1;
                w.places.enter();
                w.begin(0);
                w.instructions(block);
                w.begin(1);
                w.if_else(block, yes, no);
                w.places.leave();
                w.indent -= 1;
            });
        }
        // Else the condition goes into the head of the loop.
        self.comment(self.program.block(block).terminator_span);
        let mut condition = self.condition(block);
        if !is_yes {
            condition = self.language.not(&condition);
        }
        self.line(&format!("while ({}) {{", condition.text));
        self.block(body);
        self.line("}");
    }

    /// Whether a block has no statements of its own.
    fn is_bare(&self, block: BlockId) -> bool {
        let block = self.program.block(block);
        let is_counted = self.counts && block.source_count > 0;
        !is_counted && block.insts.iter().all(|inst| self.is_quiet(inst))
    }

    /// Whether an instruction has no statement: it is not needed, or is written at the place of its use.
    fn is_quiet(&self, inst: &Inst) -> bool {
        let is_write = inst.op.info().kind == OpKind::Write;
        let mut results = inst.results();
        !is_write && results.all(|v| !self.plan.is_used(v) || self.plan.is_inline(v))
    }

    fn instructions(&mut self, id: BlockId) {
        let block = self.program.block(id);
        self.comments.begin();
        if self.counts && block.source_count > 0 {
            let limit = self.program.instruction_limit.unwrap_or(u32::MAX);
            self.line(&format!("steps = steps + {};", block.source_count));
            self.return_if(&format!("steps > {limit}"));
        }
        for (i, inst) in block.insts.iter().enumerate() {
            if self.is_quiet(inst) {
                continue;
            }
            self.comment_all(inst);
            match inst.op {
                Op::StoreOutput | Op::StoreOutputI => self.store(&block.insts[i..], inst),
                Op::StoreSlot => {
                    let slot = inst.imm[0];
                    self.places.name(Variable::Slot(slot));
                    let value = self.kept(inst.args[0], self.slot_type(slot));
                    self.line(&format!("s{slot} = {};", value.text));
                }
                _ => self.statement(inst),
            }
        }
    }

    fn statement(&mut self, inst: &Inst) {
        let results = inst.op.info().results.len();
        if results == 0 {
            let operation = self.operation(inst);
            let text = self.language.effect(&operation);
            return self.line(&text);
        }
        let v = inst.first_result;
        if results > 1 {
            let is_new = self.places.define(Variable::Value(v.0));
            let name = format!("v{}", v.0);
            let text = match inst.op {
                Op::LoadParamRow => self.row(inst, &name, is_new),
                _ => {
                    let operation = self.operation(inst);
                    self.language.fill_texel(&name, is_new, &operation)
                }
            };
            // A language may need several lines.
            text.lines().for_each(|line| self.line(line.trim_start()));
            return;
        }
        let ty = self.storage(v);
        let value = self.statement_value(inst, ty);
        let is_new = self.places.define(Variable::Value(v.0));
        let text = if is_new {
            self.language.declare(ty, &self.name(v), Some(&value.text))
        } else {
            format!("{} = {};", self.name(v), value.text)
        };
        self.line(&text);
    }

    fn declaration(&self, variable: Variable) -> String {
        match variable {
            Variable::Slot(_) => String::new(),
            Variable::Value(v) => {
                let v = ValueId(v);
                let inst = self.plan.inst(self.program, v);
                if inst.is_some_and(|i| i.op.info().results.len() > 1) {
                    self.language.declare_vector(&format!("v{}", v.0))
                } else {
                    self.language.declare(self.storage(v), &self.name(v), None)
                }
            }
        }
    }

    fn comment(&mut self, span: Span) {
        if let Some(text) = self.comments.of(span) {
            self.line(&format!("// {text}"));
        }
    }

    /// The source of an instruction, and of the instructions inside its statement.
    fn comment_all(&mut self, inst: &Inst) {
        let mut spans = Vec::new();
        self.collect_spans(inst, &mut spans);
        spans.sort_unstable_by_key(|span: &Span| (span.start, span.end));
        spans.into_iter().for_each(|span| self.comment(span));
    }

    fn collect_spans(&self, inst: &Inst, spans: &mut Vec<Span>) {
        spans.push(inst.span);
        for v in inst.args.iter().filter(|v| self.plan.is_inline(**v)) {
            let inst = self.plan.inst(self.program, *v);
            // A constant or a parameter belongs to the first statement that uses it.
            if let Some(inst) = inst.filter(|i| !self.plan.is_atom(self.program, i)) {
                self.collect_spans(inst, spans);
            }
        }
    }
}
