//! The environment, read once, at first use; ignored in a process with raised rights (DESIGN 8 and 9).
#![forbid(unsafe_code)]

use crate::process;
use std::sync::OnceLock;

/// Which engine runs kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The tile interpreter.
    Interpreter,
    /// Generated machine code.
    Jit,
}

/// What `TRILOBITE_*` variables say. A variable that is absent or not understood leaves its default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Config {
    /// `TRILOBITE_DEBUG`: what to dump and log.
    pub debug: DebugWords,
    /// `TRILOBITE_ENGINE=interpreter|jit`; `None` takes machine code where the CPU and the system allow it.
    pub engine: Option<Engine>,
    /// `TRILOBITE_EXEC_MEMORY=deny`: as if the system refused executable memory.
    pub deny_exec_memory: bool,
    /// `TRILOBITE_LANES=8|16`; `None` takes what the CPU has.
    pub lanes: Option<usize>,
    /// `TRILOBITE_WORKERS=n`, 0 to 1024: worker threads beside the calling one. `None` takes one less than the cores.
    pub workers: Option<usize>,
    /// `TRILOBITE_FRAMES_AHEAD=n`, 0 to 2: frames that the application may be ahead of what is shown. `None` takes 1 where there
    /// are several cores.
    pub frames_ahead: Option<usize>,
    /// `TRILOBITE_PANIC=abort`: a bug of ours stops the process instead of recording GL_OUT_OF_MEMORY.
    pub panic_abort: bool,
    /// `TRILOBITE_EXTENSION_YEAR`: names only extensions up to this year.
    pub extension_year: Option<u32>,
    /// `TRILOBITE_EXTENSION_CHARS`: the most bytes of the extension string.
    pub extension_chars: Option<usize>,
    /// `TRILOBITE_EXPLAIN=FRAME:X,Y[:FILE]`, or `FRAME:vDRAW,VERTEX[:FILE]`: explains a pixel, or a vertex.
    pub explain: Option<Explain>,
    /// Words that were not understood, as `NAME=value`, for one warning each.
    pub not_understood: Vec<String>,
}

/// What is to be explained of a frame, all counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explain {
    /// How many buffer swaps come before the frame.
    pub frame: u32,
    /// A fragment or a vertex of that frame.
    pub what: Explained,
    /// Where the explanation goes: as HTML, or as text where the name does not end in `.html`.
    pub file: String,
}

/// A pixel or a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Explained {
    /// Column and row, from the lower left corner.
    Pixel(i32, i32),
    /// A draw, and the place of a vertex in its sequence.
    Vertex(u32, u32),
}

impl Explain {
    /// Where explanations go that have no file of their own.
    pub const FILE: &str = "trilobite-explain.html";

    /// Reads `FRAME:X,Y[:FILE]` or `FRAME:vDRAW,VERTEX[:FILE]`.
    pub fn parse(text: &str) -> Option<Explain> {
        let mut parts = text.splitn(3, ':');
        let (frame, what, file) = (parts.next()?, parts.next()?, parts.next());
        let (a, b) = what.split_once(',')?;
        let (a, b) = (a.trim(), b.trim());
        Some(Explain {
            frame: frame.trim().parse().ok()?,
            what: match a.strip_prefix('v') {
                Some(draw) => Explained::Vertex(draw.parse().ok()?, b.parse().ok()?),
                None => Explained::Pixel(a.parse().ok()?, b.parse().ok()?),
            },
            file: file
                .filter(|f| !f.is_empty())
                .unwrap_or(Self::FILE)
                .to_owned(),
        })
    }
}

/// The words of `TRILOBITE_DEBUG`, separated by commas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DebugWords {
    /// Program sources as loaded.
    pub source: bool,
    /// IR after lowering.
    pub ir: bool,
    /// IR after each pass.
    pub passes: bool,
    /// Kernels as MUDA, with their source lines.
    pub muda: bool,
    /// Machine code.
    pub asm: bool,
    /// What is binned for each tile, at every flush.
    pub bins: bool,
    /// Commands that failed, and why.
    pub calls: bool,
    /// Counters, when the process ends.
    pub stats: bool,
    /// The times of each frame's jobs. One thread draws.
    pub jobs: bool,
}

impl DebugWords {
    fn set(&mut self, word: &str) -> bool {
        let flag = match word {
            "source" => &mut self.source,
            "ir" => &mut self.ir,
            "passes" => &mut self.passes,
            "muda" => &mut self.muda,
            "asm" => &mut self.asm,
            "bins" => &mut self.bins,
            "calls" => &mut self.calls,
            "stats" => &mut self.stats,
            "jobs" => &mut self.jobs,
            _ => return false,
        };
        *flag = true;
        true
    }
}

/// The environment as it was at the first call of this function.
pub fn get() -> &'static Config {
    static CONFIG: OnceLock<Config> = OnceLock::new();
    CONFIG.get_or_init(|| {
        if process::is_secure() {
            return Config::default();
        }
        Config::from_variables(|name| {
            std::env::var_os(name).map(|v| v.to_string_lossy().into_owned())
        })
    })
}

impl Config {
    /// Reads the variables through `lookup`.
    pub fn from_variables(lookup: impl Fn(&str) -> Option<String>) -> Config {
        let mut config = Config::default();
        let mut refused = Vec::new();
        // Reads a variable if it is set and not blank; a value that `accept` refuses is reported later.
        let mut read = |name: &str, accept: &mut dyn FnMut(&str) -> bool| {
            let Some(value) = lookup(name) else { return };
            let value = value.trim();
            if !value.is_empty() && !accept(value) {
                refused.push(format!("{name}={value}"));
            }
        };
        read("TRILOBITE_DEBUG", &mut |v| {
            let words = v.split(',').map(str::trim).filter(|w| !w.is_empty());
            words.filter(|word| !config.debug.set(word)).count() == 0
        });
        read("TRILOBITE_ENGINE", &mut |v| {
            config.engine = match v {
                "interpreter" => Some(Engine::Interpreter),
                "jit" => Some(Engine::Jit),
                _ => return false,
            };
            true
        });
        read("TRILOBITE_EXEC_MEMORY", &mut |v| {
            config.deny_exec_memory = v == "deny";
            config.deny_exec_memory
        });
        read("TRILOBITE_LANES", &mut |v| {
            accept_number(v, &[8, 16], &mut config.lanes)
        });
        read("TRILOBITE_WORKERS", &mut |v| {
            config.workers = v.parse().ok().filter(|n| *n <= 1024);
            config.workers.is_some()
        });
        read("TRILOBITE_FRAMES_AHEAD", &mut |v| {
            accept_number(v, &[0, 1, 2], &mut config.frames_ahead)
        });
        read("TRILOBITE_PANIC", &mut |v| {
            config.panic_abort = v == "abort";
            config.panic_abort
        });
        read("TRILOBITE_EXTENSION_YEAR", &mut |v| {
            config.extension_year = v.parse().ok();
            config.extension_year.is_some()
        });
        read("TRILOBITE_EXTENSION_CHARS", &mut |v| {
            config.extension_chars = v.parse().ok();
            config.extension_chars.is_some()
        });
        read("TRILOBITE_EXPLAIN", &mut |v| {
            config.explain = Explain::parse(v);
            config.explain.is_some()
        });
        config.not_understood = refused;
        if config.debug.jobs {
            (config.workers, config.frames_ahead) = (Some(0), Some(0));
        }
        config
    }
}

fn accept_number(text: &str, allowed: &[usize], out: &mut Option<usize>) -> bool {
    *out = text.parse().ok().filter(|n| allowed.contains(n));
    out.is_some()
}

#[cfg(test)]
mod tests;
