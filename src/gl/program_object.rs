//! Program objects (ARB_vertex_program, ARB_fragment_program).

/// Bound programs.
#[derive(Debug, Default)]
pub struct ProgramState {}

/// Program objects by name.
#[derive(Debug, Default)]
pub struct Programs {}
