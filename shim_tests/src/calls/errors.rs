//! The set of errors that a command may raise, for models of sequences of calls.
//!
//! A command may break several rules at once. GL leaves open which error it then raises, so the answer is a set.

/// NO_ERROR
pub const NO_ERROR: u32 = 0;
/// INVALID_ENUM
pub const INVALID_ENUM: u32 = 0x0500;
/// INVALID_VALUE
pub const INVALID_VALUE: u32 = 0x0501;
/// INVALID_OPERATION
pub const INVALID_OPERATION: u32 = 0x0502;

/// The errors that a command may raise; empty when it must succeed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Errors(pub Vec<u32>);

impl Errors {
    /// No error.
    pub const NONE: Errors = Errors(Vec::new());

    /// Exactly this one.
    pub fn only(error: u32) -> Errors {
        Errors(vec![error])
    }

    /// Whether the command succeeds.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether GetError may answer this.
    pub fn allow(&self, error: u32) -> bool {
        self.0.contains(&error) || error == NO_ERROR && self.is_none()
    }

    /// Adds an error where a rule is broken.
    pub fn note(&mut self, broken: bool, error: u32) {
        if broken && !self.0.contains(&error) {
            self.0.push(error);
        }
    }
}
