//! Why a verb failed.
#![forbid(unsafe_code)]

/// Why a verb failed: printed to standard error after `trilobite: `.
#[derive(Debug)]
pub(super) enum Failure {
    /// The input was refused, or the system refused us: exit status 1.
    Refused(String),
    /// The arguments do not say what to do: exit status 2.
    Usage(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Refused(message)
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Failure {
        Failure::Refused(message.to_owned())
    }
}
