//! Why a verb failed.
#![forbid(unsafe_code)]

/// Why a verb failed. The message is printed to standard error after `trilobite: `.
#[derive(Debug)]
pub(super) enum Failure {
    /// The input was refused, or a request to the system failed. The exit status is 1.
    Refused(String),
    /// The arguments are wrong or not enough. The exit status is 2.
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
