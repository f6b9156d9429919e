//! What one lane did: a program run by the interpreter as always, with an observer.
//!
//! The program is taken as its front end left it, so all values that its notes name are there. Only the mathematical
//! functions are expanded, since no engine has them. The bits are the same, since passes change none.
#![forbid(unsafe_code)]

use super::interpreter::{Bits, Interpreter};
use super::layout::Invocation;
use super::scratch::Scratch;
use crate::ir::print::instruction_text;
use crate::ir::{BlockId, Inst, Note, Noted, Op, Program, Span, Type, ValueId};

/// A value in one lane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A float.
    F32(f32),
    /// An integer.
    I32(i32),
    /// A truth value.
    Mask(bool),
    /// A float of 64 bits.
    F64(f64),
    /// An integer of 64 bits.
    I64(i64),
}

/// Some values of a statement, and what they are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fact {
    /// What the values are: an operand, a result, or a named fact.
    pub what: Noted,
    /// The values by component, where it has them.
    pub values: [Option<Value>; 4],
}

impl Fact {
    /// The values that are there, in order.
    pub fn present(&self) -> impl Iterator<Item = Value> + '_ {
        self.values.iter().flatten().copied()
    }
}

/// An instruction of the IR, where the program has no notes.
#[derive(Debug, Clone, PartialEq)]
pub struct Instruction {
    /// In the IR's text form.
    pub text: String,
    /// The values that it reads, by name.
    pub operands: Vec<(String, Value)>,
    /// The values that it makes, by name.
    pub results: Vec<(String, Value)>,
}

/// What the lane did for one piece of source text.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// The source text; `Span::NONE` when no line of it asked for this.
    pub span: Span,
    /// What was read, decided and written.
    pub facts: Vec<Fact>,
    /// The instruction that stands for it.
    pub instruction: Option<Instruction>,
    /// The fragment was discarded here.
    pub kills: bool,
}

/// What one lane did, in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trace {
    /// Statements, as far as they are kept.
    pub statements: Vec<Statement>,
    /// How many more there were.
    pub left_out: u64,
}

impl Trace {
    /// The statement that discarded the fragment.
    pub fn killer(&self) -> Option<&Statement> {
        self.statements.iter().find(|s| s.kills)
    }
}

/// A program whose runs can be observed.
pub struct TracedProgram {
    program: Program,
    interpreter: Interpreter,
}

impl TracedProgram {
    /// Prepares a verified program.
    pub fn new(program: &Program) -> TracedProgram {
        let program = crate::passes::expand_math::expand_math(program);
        TracedProgram {
            interpreter: Interpreter::observable(&program),
            program,
        }
    }

    /// Runs it over `inv`, of whose groups one is live, and says what a lane of that one did in its first `limit`
    /// statements, or up to its end. A fragment that was discarded only helps its neighbours from there on.
    pub fn run(&self, inv: &mut Invocation<'_>, lane: usize, limit: usize) -> Trace {
        let mut recorder = Recorder {
            program: &self.program,
            limit,
            trace: Trace::default(),
            is_dead: false,
        };
        self.interpreter
            .run_observed(inv, &mut Scratch::default(), lane, &mut |block, values| {
                recorder.block(block, values);
            });
        recorder.trace
    }
}

struct Recorder<'p> {
    program: &'p Program,
    limit: usize,
    trace: Trace,
    is_dead: bool,
}

impl Recorder<'_> {
    fn block(&mut self, block: BlockId, bits: Bits<'_>) {
        if self.is_dead {
            return;
        }
        let mut statements = if self.program.notes.is_empty() {
            self.instructions(block, bits)
        } else {
            self.noted(block, bits)
        };
        let is_kill = |i: &&Inst| i.op == Op::Kill && bits(i.args[0]) != 0;
        if let Some(kill) = self.program.block(block).insts.iter().find(is_kill) {
            self.is_dead = true;
            let at = statements.iter().rposition(|s| s.span == kill.span);
            statements.truncate(at.map_or(statements.len(), |at| at + 1));
            match statements.last_mut().filter(|_| at.is_some()) {
                Some(last) => last.kills = true,
                None => statements.push(Statement {
                    kills: true,
                    ..statement(kill.span)
                }),
            }
        }
        for statement in statements {
            // What kills is worth more than what comes before.
            if self.trace.statements.len() < self.limit || statement.kills {
                self.trace.statements.push(statement);
            } else {
                self.trace.left_out += 1;
            }
        }
    }

    fn value(&self, v: ValueId, bits: Bits<'_>) -> Value {
        match self.program.type_of(v) {
            Type::F32 => Value::F32(f32::from_bits(bits(v) as u32)),
            Type::I32 => Value::I32(bits(v) as i32),
            Type::Mask => Value::Mask(bits(v) != 0),
            Type::F64 => Value::F64(f64::from_bits(bits(v))),
            Type::I64 => Value::I64(bits(v) as i64),
        }
    }

    /// The statements of a block by its notes: those of one piece of source text together.
    fn noted(&self, block: BlockId, bits: Bits<'_>) -> Vec<Statement> {
        let mut statements: Vec<Statement> = Vec::new();
        for note in self.program.notes.iter().filter(|n| n.block == block) {
            let fact = self.fact(note, bits);
            match statements.last_mut() {
                Some(last)
                    if last.span == note.span && note.span != Span::NONE && !begins(note, last) =>
                {
                    last.facts.push(fact);
                }
                _ => statements.push(Statement {
                    facts: vec![fact],
                    ..statement(note.span)
                }),
            }
        }
        statements
    }

    fn fact(&self, note: &Note, bits: Bits<'_>) -> Fact {
        Fact {
            what: note.what,
            values: note.values.map(|v| v.map(|v| self.value(v, bits))),
        }
    }

    fn instructions(&self, block: BlockId, bits: Bits<'_>) -> Vec<Statement> {
        let named = |v: ValueId| (format!("%{}", v.0), self.value(v, bits));
        let insts = self.program.block(block).insts.iter();
        let insts = insts.filter(|i| !is_constant(i.op));
        insts
            .map(|inst| Statement {
                instruction: Some(Instruction {
                    text: instruction_text(inst),
                    operands: inst.args.iter().copied().map(named).collect(),
                    results: inst.results().map(named).collect(),
                }),
                ..statement(inst.span)
            })
            .collect()
    }
}

/// Whether the note is of another run of the statement: a function may be called twice by one.
fn begins(note: &Note, last: &Statement) -> bool {
    let is_result = |fact: &Fact| matches!(fact.what, Noted::Result | Noted::Assigned);
    matches!(note.what, Noted::Read(_)) && last.facts.iter().any(is_result)
}

fn is_constant(op: Op) -> bool {
    use Op::{ConstF32, ConstF64, ConstI32, ConstI64, ConstMask};
    matches!(op, ConstF32 | ConstI32 | ConstMask | ConstF64 | ConstI64)
}

fn statement(span: Span) -> Statement {
    Statement {
        span,
        facts: Vec::new(),
        instruction: None,
        kills: false,
    }
}
