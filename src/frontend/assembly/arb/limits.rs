//! Limits of programs, by target and for every program; and the counts that a program uses.

/// The longest text that is parsed.
pub const MAX_TEXT_BYTES: usize = 1 << 20;
/// A text with more instructions than this multiple of the limit is not parsed to its end.
pub(super) const READ_PER_LIMIT: u32 = 4;
/// MAX_PROGRAM_EXEC_INSTRUCTIONS_NV: a vertex stops after this number of executed instructions.
pub const MAX_EXEC_INSTRUCTIONS: u32 = 65536;
/// MAX_PROGRAM_CALL_DEPTH_NV: a call at this depth ends the program.
pub const MAX_CALL_DEPTH: u32 = 4;
/// MAX_PROGRAM_IF_DEPTH_NV: an IF inside of this number of IFs ends the program.
pub const MAX_IF_DEPTH: u32 = 48;
/// MAX_PROGRAM_LOOP_DEPTH_NV: a LOOP or REP inside of this number of them ends the program.
pub const MAX_LOOP_DEPTH: u32 = 4;
/// MAX_PROGRAM_LOOP_COUNT_NV: no block of LOOP or REP runs more often.
pub const MAX_LOOP_COUNT: u32 = 255;

/// Load limits of a target (ARB_vertex_program table X.9, ARB_fragment_program table X.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// All instructions together, declarations aside.
    pub instructions: u32,
    /// ALU instructions (fragment programs).
    pub alu: u32,
    /// Texture instructions (fragment programs).
    pub tex: u32,
    /// Texture indirections (fragment programs).
    pub indirections: u32,
    /// Registers that TEMP declares.
    pub temporaries: u32,
    /// Vectors of parameters that a program binds, constants included.
    pub parameters: u32,
    /// Different attributes that a program binds.
    pub attributes: u32,
    /// Address registers (vertex programs).
    pub addresses: u32,
    /// `program.env` vectors.
    pub env: u32,
    /// `program.local` vectors.
    pub local: u32,
    /// Numbers in `state.light[n]`.
    pub lights: u32,
    /// Numbers in `state.clip[n]`.
    pub clip_planes: u32,
    /// Fixed-function texture units.
    pub texture_units: u32,
    /// Texture coordinate sets.
    pub texture_coords: u32,
    /// Numbers in `texture[n]` of a sampling instruction.
    pub image_units: u32,
    /// Numbers in `state.matrix.program[n]`.
    pub matrices: u32,
    /// Vertex units: modelview matrices, weights and matrix indices.
    pub vertex_units: u32,
    /// Numbers in `state.matrix.palette[n]`.
    pub palette_matrices: u32,
    /// Numbers in `vertex.attrib[n]`.
    pub generic_attributes: u32,
    /// Numbers in `result.color[n]`.
    pub draw_buffers: u32,
}

impl Limits {
    /// The limits that this driver reports for vertex programs. A program of piglit's binds 1,021 local parameters
    /// (big-param).
    pub const VERTEX: Limits = Limits {
        instructions: 1024,
        alu: 0,
        tex: 0,
        indirections: 0,
        temporaries: 64,
        parameters: 1024,
        attributes: 16,
        addresses: 4,
        env: 256,
        local: 1024,
        lights: 8,
        clip_planes: 6,
        texture_units: 8,
        texture_coords: 8,
        image_units: 16,
        matrices: 8,
        vertex_units: 4,
        palette_matrices: 32,
        generic_attributes: 16,
        draw_buffers: 1,
    };
    /// The limits that this driver reports for fragment programs.
    pub const FRAGMENT: Limits = Limits {
        instructions: 4096,
        alu: 4096,
        tex: 4096,
        indirections: 4096,
        parameters: 256,
        attributes: 10,
        addresses: 0,
        local: 256,
        draw_buffers: 4,
        ..Limits::VERTEX
    };
}

/// The resources that a program uses (GetProgramiv).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub instructions: u32,
    pub alu: u32,
    pub tex: u32,
    pub indirections: u32,
    pub temporaries: u32,
    pub parameters: u32,
    pub attributes: u32,
    pub addresses: u32,
}
