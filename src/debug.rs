//! Log set-up. Messages go to stderr through `log`; nothing is set up before the first use of the driver.
//!
//! Warnings and errors are always shown. `TRILOBITE_DEBUG=calls` shows, under the target [`CALLS`], every command that
//! failed, with its reason, and what there is to say of programs; `stats` prints the [`counters`] when the process ends; the
//! other words are asked with [`words`].
#![forbid(unsafe_code)]

pub mod counters;
pub mod guard;
pub mod jobs;
mod scaling;

#[cfg(test)]
mod tests;

use crate::config::{self, DebugWords};
use crate::platform::reserve;
use std::io::Write;
use std::sync::{Arc, Once};

/// The log target of commands that failed, of errors in programs, and of warnings about those that load.
pub const CALLS: &str = "trilobite::calls";

/// The words of `TRILOBITE_DEBUG`.
pub fn words() -> DebugWords {
    config::get().debug
}

/// Sets up the log at the first call; later calls cost one load. An application that links us as a Rust library and
/// has set its own logger keeps it.
pub fn init() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let config = config::get();
        let calls = if config.debug.calls {
            log::LevelFilter::Debug
        } else {
            log::LevelFilter::Warn
        };
        let logger = env_logger::Builder::new()
            .filter_level(log::LevelFilter::Warn)
            .filter_module(CALLS, calls)
            .format(|out, record| writeln!(out, "trilobite: {}", record.args()))
            .target(env_logger::Target::Stderr)
            .build();
        let level = logger.filter().max(log::LevelFilter::Warn);
        if log::set_boxed_logger(Box::new(Logger(logger))).is_ok() {
            log::set_max_level(level);
        }
        if config.debug.stats {
            counters::print_at_exit();
        }
        if config.debug.jobs {
            jobs::start();
        }
        for word in &config.not_understood {
            log::warn!("{word} is not understood");
        }
    });
}

/// The logger of env_logger. That asks for memory at the first message of each thread, and the C library ends the process where there
/// is none. Then the message is written without it.
struct Logger(env_logger::Logger);

impl log::Log for Logger {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        self.0.enabled(metadata)
    }

    fn log(&self, record: &log::Record<'_>) {
        if reserve::has_ample_memory() {
            self.0.log(record);
        } else if self.0.matches(record) {
            eprintln!("trilobite: {}", record.args());
        }
    }

    fn flush(&self) {
        self.0.flush();
    }
}

/// Shows a program as it is loaded, under `TRILOBITE_DEBUG=source`.
pub fn show_source(text: &[u8]) {
    if words().source {
        eprintln!("trilobite: source:\n{}", String::from_utf8_lossy(text));
    }
}

/// The text of a shader that was recorded command by command: shown under `TRILOBITE_DEBUG=source`, kept for
/// explanations and for kernels as MUDA; else empty and never printed.
pub fn source_of_recorded(print: impl FnOnce() -> String) -> Arc<[u8]> {
    let config = config::get();
    let DebugWords { source, muda, .. } = config.debug;
    if !source && !muda && config.explain.is_none() {
        return Arc::default();
    }
    let text = print().into_bytes();
    show_source(&text);
    text.into()
}
