//! Functions of the application.

/// A function of the application, as a number that the doors understand. 0 is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Callback(pub usize);
