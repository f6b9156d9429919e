//! Runs one vertex through a program, instruction by instruction.
//!
//! It has operands (2.14.4.1), destination and condition code update (2.14.4.3), branching (2.14.4.X) and the end of
//! execution. QUIRKS section 1 decides what the text leaves open.

use super::ast::*;
use super::math::Math;
use super::{alu, alu::address};

/// What a vertex and its program read.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'a> {
    /// Conventional attributes 0..16, then generic ones.
    pub attributes: &'a [[f32; 4]; 32],
    /// `program.env`
    pub env: &'a [[f32; 4]],
    /// `program.local`
    pub local: &'a [[f32; 4]],
    /// The values of [`super::STATES`].
    pub state: &'a [[f32; 4]],
}

/// A condition code component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    Lt,
    Eq,
    Gt,
    Un,
}

/// Why a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It reached the end of the text.
    Last,
    /// RET with an empty call stack.
    EmptyReturn,
    /// CAL or PUSHA with a full stack; RET or POPA of an entry of the other kind; POPA with an empty stack.
    CallOverflow,
    /// The execution limit.
    Limit,
}

/// The results of a vertex.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The results, by the numbers of [`Target::Result`].
    pub results: [[f32; 4]; N_RESULTS],
    /// Why it ended.
    pub end: End,
    /// Values that the condition code's components took, by bit of [`Code`].
    pub codes_seen: u8,
    /// The deepest call stack.
    pub depth: usize,
    /// Executed instructions.
    pub executed: u32,
}

/// MAX_PROGRAM_CALL_DEPTH_NV
pub const CALL_DEPTH: usize = 4;
/// MAX_PROGRAM_EXEC_INSTRUCTIONS_NV
pub const EXECUTION_LIMIT: u32 = 65536;

/// An entry of the stack of calls and addresses (NV_vertex_program3 2.14.5.43).
#[derive(Debug, Clone, Copy)]
enum Entry {
    Return(usize),
    Address([i32; 4]),
}

/// A program with its labels and stretches found.
pub struct Evaluator<'p> {
    program: &'p Program,
    math: &'p Math,
    insts: Vec<&'p Inst>,
    /// The instruction after each label.
    places: [usize; 256],
    entry: usize,
    /// At the start of each straight-line stretch, its number of instructions. A vertex that would exceed the limit in
    /// a stretch stops before it (DESIGN section 3).
    stretches: Vec<Option<u32>>,
}

impl<'p> Evaluator<'p> {
    /// Finds labels and stretches.
    pub fn new(program: &'p Program, math: &'p Math) -> Evaluator<'p> {
        // Find the instructions and the places of the labels.
        let mut insts = Vec::new();
        let mut places = [0; 256];
        for item in &program.items {
            match item {
                Item::Label(label) => places[usize::from(*label)] = insts.len(),
                Item::Inst(inst) => insts.push(inst),
            }
        }
        let entry = program.main.map_or(0, |label| places[usize::from(label)]);
        // A stretch begins where control may arrive, and after each instruction that is not arithmetic.
        let mut begins = vec![false; insts.len() + 1];
        begins[entry] = true;
        for (i, inst) in insts.iter().enumerate() {
            if let Inst::Branch(label, _) | Inst::Call(label, _) = inst {
                begins[places[usize::from(*label)]] = true;
            }
            if !matches!(inst, Inst::Alu(_)) {
                begins[i + 1] = true;
            }
        }
        begins[insts.len()] = true;
        let length = |i: usize| begins[i + 1..].iter().position(|b| *b).unwrap_or(0) as u32 + 1;
        let stretches = (0..insts.len())
            .map(|i| begins[i].then(|| length(i)))
            .collect();
        Evaluator {
            program,
            math,
            insts,
            places,
            entry,
            stretches,
        }
    }

    /// Runs one vertex.
    pub fn run(&self, inputs: &Inputs<'_>, limit: u32) -> Outcome {
        let mut results = [[0.0, 0.0, 0.0, 1.0]; N_RESULTS];
        results[usize::from(RESULT_CLIP_0)..].fill([0.0; 4]);
        let mut vertex = Vertex {
            program: self.program,
            math: self.math,
            inputs,
            temps: vec![[0.0; 4]; self.program.n_temps.into()],
            addresses: vec![[0; 4]; self.program.n_addresses.into()],
            results,
            codes: [[Code::Eq; 4]; 2],
            codes_seen: 1 << Code::Eq as u8,
        };
        let (mut next, mut stack, mut depth, mut executed) = (self.entry, Vec::new(), 0, 0);
        let end = loop {
            let Some(inst) = self.insts.get(next) else {
                break End::Last;
            };
            // A stretch that exceeds the limit is not begun.
            if let Some(n) = self.stretches[next] {
                if executed + n > limit {
                    break End::Limit;
                }
                executed += n;
            }
            next += 1;
            match inst {
                Inst::Alu(alu) => vertex.step(alu),
                Inst::Branch(label, test) => {
                    if vertex.passes(*test) {
                        next = self.places[usize::from(*label)];
                    }
                }
                Inst::Call(label, test) => {
                    if vertex.passes(*test) {
                        if stack.len() == CALL_DEPTH {
                            break End::CallOverflow;
                        }
                        stack.push(Entry::Return(next));
                        depth = depth.max(stack.len());
                        next = self.places[usize::from(*label)];
                    }
                }
                Inst::Push(n) => {
                    if stack.len() == CALL_DEPTH {
                        break End::CallOverflow;
                    }
                    stack.push(Entry::Address(vertex.addresses[usize::from(*n)]));
                }
                Inst::Pop(n) => match stack.pop() {
                    Some(Entry::Address(value)) => {
                        vertex.addresses[usize::from(*n)] = value;
                    }
                    _ => break End::CallOverflow,
                },
                Inst::Return(test) => {
                    if vertex.passes(*test) {
                        match stack.pop() {
                            None => break End::EmptyReturn,
                            Some(Entry::Return(place)) => next = place,
                            Some(Entry::Address(_)) => break End::CallOverflow,
                        }
                    }
                }
            }
        };
        Outcome {
            results: vertex.results,
            end,
            codes_seen: vertex.codes_seen,
            depth,
            executed,
        }
    }
}

/// The registers of a vertex.
struct Vertex<'a> {
    program: &'a Program,
    math: &'a Math,
    inputs: &'a Inputs<'a>,
    temps: Vec<[f32; 4]>,
    addresses: Vec<[i32; 4]>,
    results: [[f32; 4]; N_RESULTS],
    codes: [[Code; 4]; 2],
    codes_seen: u8,
}

impl Vertex<'_> {
    fn param(&self, param: Param) -> [f32; 4] {
        match param {
            Param::Constant(c) => c,
            Param::Env(n) => self.inputs.env[usize::from(n)],
            Param::Local(n) => self.inputs.local[usize::from(n)],
            Param::State(n) => self.inputs.state[usize::from(n)],
        }
    }

    fn register(&self, source: Source) -> [f32; 4] {
        match source {
            Source::Temp(n) => self.temps[usize::from(n)],
            Source::Attribute(n) => self.inputs.attributes[usize::from(n)],
            Source::Single(n) => self.param(self.program.singles[usize::from(n)]),
            Source::Element(array, n) => {
                self.param(self.program.arrays[usize::from(array)][usize::from(n)])
            }
            Source::Relative {
                array,
                register,
                component,
                offset,
            } => {
                let base = self.addresses[usize::from(register)][usize::from(component)];
                let row = usize::try_from(i64::from(base) + i64::from(offset)).ok();
                // Reads outside the array give zeros (QUIRKS 0.32).
                row.and_then(|row| self.program.arrays[usize::from(array)].get(row))
                    .map_or([0.0; 4], |p| self.param(*p))
            }
            Source::Inline(param) => self.param(param),
            Source::RelativeAttribute { generic, at } => {
                let (base, len) = if generic { (16, 16) } else { (8, 8) };
                let n = self.place(at, len);
                n.map_or([0.0; 4], |n| self.inputs.attributes[base + n])
            }
            Source::Address(_) => unreachable!("only ARA reads address registers"),
        }
    }

    /// The index that a relative address gives, if it is below `len`.
    fn place(&self, at: Index, len: usize) -> Option<usize> {
        let base = self.addresses[usize::from(at.register)][usize::from(at.component)];
        let n = usize::try_from(base + at.offset).ok()?;
        (n < len).then_some(n)
    }

    fn operand(&self, operand: &Operand) -> [f32; 4] {
        let register = self.register(operand.source);
        std::array::from_fn(|c| {
            let mut x = match operand.swizzle[c] {
                4 => 0.0,
                5 => 1.0,
                from => register[usize::from(from)],
            };
            if operand.inner_negate {
                x = -x;
            }
            if operand.absolute {
                x = x.abs();
            }
            if operand.negate[c] { -x } else { x }
        })
    }

    /// Whether any component passes the test. Without a test, it passes.
    fn passes(&self, test: Option<Test>) -> bool {
        (0..4).any(|c| self.component_passes(test, c))
    }

    fn component_passes(&self, test: Option<Test>, c: usize) -> bool {
        let Some(Test {
            rule,
            swizzle,
            register,
        }) = test
        else {
            return true;
        };
        let code = self.codes[usize::from(register)][usize::from(swizzle[c])];
        match rule {
            Rule::Eq => code == Code::Eq,
            Rule::Ne => code != Code::Eq,
            Rule::Lt => code == Code::Lt,
            Rule::Ge => code == Code::Gt || code == Code::Eq,
            Rule::Le => code == Code::Lt || code == Code::Eq,
            Rule::Gt => code == Code::Gt,
            Rule::Tr => true,
            Rule::Fl => false,
        }
    }

    fn step(&mut self, alu: &Alu) {
        match alu.target {
            Target::Address(n) => {
                let integers = self.integers(alu);
                let mut register = self.addresses[usize::from(n)];
                self.update(alu, &mut register, integers.map(Some), |x| f64::from(*x));
                self.addresses[usize::from(n)] = register;
            }
            target => {
                let mut s = [[0.0; 4]; 3];
                for (value, source) in s.iter_mut().zip(&alu.sources) {
                    *value = self.operand(source);
                }
                let mut result = alu::compute(self.math, alu.opcode, &s, self.program.native);
                if alu.saturate {
                    // NaN gives 0 (QUIRKS 0.28).
                    result = result.map(|x| x.map(|x| if x > 0.0 { x.min(1.0) } else { 0.0 }));
                }
                let texcoord = match target {
                    Target::RelativeTexcoord(at) => self.place(at, 8),
                    _ => None,
                };
                let texcoord = texcoord.map(|n| usize::from(RESULT_TEXCOORD_0) + n);
                let mut register = match target {
                    Target::Temp(n) => self.temps[usize::from(n)],
                    Target::Result(n) => self.results[usize::from(n)],
                    Target::RelativeTexcoord(_) => texcoord.map_or([0.0; 4], |n| self.results[n]),
                    _ => [0.0; 4],
                };
                self.update(alu, &mut register, result, |x| f64::from(*x));
                match target {
                    Target::Temp(n) => self.temps[usize::from(n)] = register,
                    Target::Result(n) => self.results[usize::from(n)] = register,
                    Target::RelativeTexcoord(_) => {
                        if let Some(n) = texcoord {
                            self.results[n] = register;
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// ARL, ARR and ARA.
    fn integers(&self, alu: &Alu) -> [i32; 4] {
        if let Source::Address(n) = alu.sources[0].source {
            let [x, y, z, w] = self.addresses[usize::from(n)].map(f64::from);
            return [x + z, y + w, x + z, y + w].map(address);
        }
        let value = self.operand(&alu.sources[0]);
        value.map(|x| match alu.opcode {
            Opcode::Arl => address(x.floor().into()),
            _ => address(x.round_ties_even().into()),
        })
    }

    /// UpdateDestination. All tests use the condition code as it was before the instruction.
    fn update<T: Copy>(
        &mut self,
        alu: &Alu,
        register: &mut [T; 4],
        result: [Option<T>; 4],
        number: impl Fn(&T) -> f64,
    ) {
        let mut codes = self.codes[usize::from(alu.code)];
        for c in 0..4 {
            if alu.mask >> c & 1 == 0 || !self.component_passes(alu.test, c) {
                continue;
            }
            let Some(value) = result[c] else { continue };
            register[c] = value;
            if alu.update {
                codes[c] = generate_code(number(&value));
                self.codes_seen |= 1 << codes[c] as u8;
            }
        }
        self.codes[usize::from(alu.code)] = codes;
    }
}

fn generate_code(x: f64) -> Code {
    if x.is_nan() {
        Code::Un
    } else if x < 0.0 {
        Code::Lt
    } else if x == 0.0 {
        Code::Eq
    } else {
        Code::Gt
    }
}
