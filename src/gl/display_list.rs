//! Display lists (GL 1.5 section 5.4).

use super::{Call, Context, Result};

/// A recorded command.
pub type Recorded = Box<dyn Fn(&mut Call<'_>) -> Result + Send + Sync>;

/// Whether commands are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recording {
    /// Executed at once.
    Off,
    /// COMPILE
    Compile,
    /// COMPILE_AND_EXECUTE
    CompileAndExecute,
}

/// The list being compiled.
#[derive(Debug, Default)]
pub struct ListState {}

impl ListState {
    /// Whether commands are recorded now.
    #[inline]
    pub fn recording(&self) -> Recording {
        Recording::Off
    }
}

/// Display lists by name.
#[derive(Debug, Default)]
pub struct Lists {}

/// Appends a command to the list being compiled.
pub fn append(_cx: &mut Context, _command: Recorded) -> Result {
    Ok(())
}
