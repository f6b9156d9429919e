//! Chooses the engine that runs a program: machine code where the CPU and the system allow it, else the interpreter.
//! Both give the same bits.
#![forbid(unsafe_code)]

use super::interface::{Kernel, OutputNans};
use super::interpreter::Interpreter;
#[cfg(target_arch = "x86_64")]
use super::jit::JitKernel;
use super::slots::Slots;
use crate::config;
use crate::ir::{Program, Span};
use crate::simd::{InstructionSet, LANES};
use std::fmt::{self, Display, Formatter};
use std::sync::{Arc, OnceLock};

/// A way to run programs. All engines give the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Steps over rows of lanes, on any CPU.
    Interpreter,
    /// Machine code for AVX2 (8 lanes) or AVX-512 (16).
    Jit(InstructionSet),
}

impl Engine {
    /// The engine of this process, by its CPU and by `TRILOBITE_ENGINE` and `TRILOBITE_LANES`.
    pub fn of_process() -> Engine {
        static ENGINE: OnceLock<Engine> = OnceLock::new();
        *ENGINE.get_or_init(|| {
            let set = InstructionSet::of_process();
            let wanted = config::get().engine.unwrap_or(config::Engine::Jit);
            let can = cfg!(target_arch = "x86_64") && set >= InstructionSet::Avx2;
            match (wanted, can) {
                (config::Engine::Jit, true) => Engine::Jit(set),
                _ => Engine::Interpreter,
            }
        })
    }

    /// The engines that this CPU can run: tests compare them.
    pub fn all() -> impl Iterator<Item = Engine> {
        let sets = [InstructionSet::Avx2, InstructionSet::Avx512];
        let can =
            |set: &InstructionSet| cfg!(target_arch = "x86_64") && *set <= InstructionSet::widest();
        let jits = sets.into_iter().filter(can).map(Engine::Jit);
        std::iter::once(Engine::Interpreter).chain(jits)
    }

    /// The kernel of a verified program without `Math` opcodes. Where machine code is impossible it is interpreted, and
    /// the reason is logged.
    pub(super) fn compile(self, program: &Program, nans: OutputNans) -> Arc<dyn Kernel> {
        match self {
            Engine::Interpreter => interpret(program),
            Engine::Jit(set) => match generate(program, set, nans, None) {
                Some(kernel) => Arc::new(kernel),
                None => {
                    crate::debug::counters::INTERPRETED.add(1);
                    interpret(program)
                }
            },
        }
    }
}

impl Display for Engine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Interpreter => write!(f, "tile interpreter, {LANES} lanes a group"),
            Engine::Jit(InstructionSet::Avx512) => write!(f, "machine code for AVX-512, 16 lanes"),
            Engine::Jit(_) => write!(f, "machine code for AVX2, 8 lanes"),
        }
    }
}

/// The machine code of a verified program as text, after the passes, or the reason why there is none. `comment` gives
/// the line to write before the code of a piece of source text.
pub fn machine_code(
    program: &Program,
    comment: &dyn Fn(Span) -> Option<String>,
) -> Result<String, String> {
    match Engine::of_process() {
        Engine::Interpreter => Err("programs are interpreted here".into()),
        Engine::Jit(set) => disassembled(&crate::passes::standard(program), set, comment),
    }
}

#[cfg(target_arch = "x86_64")]
fn disassembled(
    program: &Program,
    set: InstructionSet,
    comment: &dyn Fn(Span) -> Option<String>,
) -> Result<String, String> {
    let nans = OutputNans::Canonical;
    let kernel = super::jit::compile(program, set, nans, None).map_err(|e| e.to_string())?;
    Ok(format!("; {kernel}\n{}", kernel.disassembly(comment)))
}

#[cfg(not(target_arch = "x86_64"))]
fn disassembled(
    _: &Program,
    _: InstructionSet,
    _: &dyn Fn(Span) -> Option<String>,
) -> Result<String, String> {
    Err("there is no machine code for this architecture".into())
}

fn interpret(program: &Program) -> Arc<dyn Kernel> {
    let interpreter = Interpreter::new(program);
    if crate::debug::words().passes {
        eprintln!("trilobite: interpreter: {interpreter}");
    }
    Arc::new(interpreter)
}

#[cfg(target_arch = "x86_64")]
pub(super) fn generate(
    program: &Program,
    set: InstructionSet,
    nans: OutputNans,
    slots: Option<&Slots>,
) -> Option<JitKernel> {
    use super::jit::{self, Unsupported};
    use std::sync::atomic::{AtomicBool, Ordering};
    /// Without executable memory the interpreter runs everything from then on; one line is logged.
    static NO_MEMORY: AtomicBool = AtomicBool::new(false);
    if NO_MEMORY.load(Ordering::Relaxed) {
        return None;
    }
    let words = crate::debug::words();
    match jit::compile(program, set, nans, slots) {
        Ok(kernel) => {
            if words.passes {
                eprintln!("trilobite: jit: {kernel}");
            }
            if words.asm {
                let bytes = |span: Span| Some(format!("@{}..{}", span.start, span.end));
                eprintln!("trilobite: asm: {kernel}\n{}", kernel.disassembly(&bytes));
            }
            Some(kernel)
        }
        Err(error @ Unsupported::Memory(_)) => {
            if !NO_MEMORY.swap(true, Ordering::Relaxed) {
                log::warn!("programs are interpreted: {error}");
            }
            None
        }
        // The engine has logged this for all programs.
        Err(Unsupported::Cpu) => None,
        Err(error) => {
            log::warn!("a program is interpreted, many times slower: {error}");
            None
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn generate(
    _: &Program,
    _: InstructionSet,
    _: OutputNans,
    _: Option<&Slots>,
) -> Option<super::interpreter::Interpreter> {
    None
}
