//! Per-fragment operations (GL 1.5 section 4.1).

/// State of the fragment operations.
#[derive(Debug, Default)]
pub struct FragmentState {}
