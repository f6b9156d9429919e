//! What kinds of machines can do, for the table of profiles. These are the capabilities that NVIDIA's compiler shows for small
//! programs (`shim_tests/cg/facts/profiles.tsv` and `specifiers.tsv`).

use super::profile::{Capabilities, Indexing};

/// Vertex programs without branches in the machine: `if` becomes selection.
pub(super) const VERTEX: Capabilities = Capabilities {
    branches: true,
    loops: false,
    comparisons: true,
    bit_operators: false,
    indexing: Indexing::Uniforms,
    indexes_samplers: false,
    discards: false,
    clamps_fixed: false,
    has_small_reals: false,
    buffers: false,
    constant_registers: None,
};

/// Vertex programs with branches and loops.
pub(super) const VERTEX_FLOW: Capabilities = Capabilities {
    loops: true,
    ..VERTEX
};

/// Fragment programs without branches in the machine.
pub(super) const FRAGMENT: Capabilities = Capabilities {
    indexing: Indexing::None,
    discards: true,
    ..VERTEX
};

/// Fragment programs with branches and loops.
pub(super) const FRAGMENT_FLOW: Capabilities = Capabilities {
    loops: true,
    indexing: Indexing::Late,
    ..FRAGMENT
};

/// Register combiners and ps_1: arithmetic alone.
pub(super) const COMBINERS: Capabilities = Capabilities {
    branches: false,
    comparisons: false,
    discards: false,
    ..FRAGMENT
};

/// Everything, but for indices into arrays of samplers.
pub(super) const GP4: Capabilities = Capabilities {
    branches: true,
    loops: true,
    comparisons: true,
    bit_operators: true,
    indexing: Indexing::All,
    indexes_samplers: false,
    discards: true,
    clamps_fixed: false,
    has_small_reals: false,
    buffers: true,
    constant_registers: None,
};

/// Everything.
pub(super) const ALL: Capabilities = Capabilities {
    indexes_samplers: true,
    ..GP4
};

/// `fixed` is clamped, as NV_fragment_program's X precision does.
pub(super) const fn clamping(can: Capabilities) -> Capabilities {
    Capabilities {
        clamps_fixed: true,
        has_small_reals: true,
        ..can
    }
}

/// A program has this number of registers for constants at most.
pub(super) const fn counting(can: Capabilities, constant_registers: usize) -> Capabilities {
    Capabilities {
        constant_registers: Some(constant_registers),
        ..can
    }
}
