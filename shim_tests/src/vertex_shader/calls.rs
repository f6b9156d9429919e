//! Calls of EXT_vertex_shader's commands as an application makes them, in any order and with any arguments.

use super::bound_state::BOUND;

/// An id in the place of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Id {
    /// Symbol `.1` of the block that was made as number `.0`. It is 0 before that.
    Symbol(usize, u32),
    /// This number: an output, or the name of no symbol.
    Plain(u32),
}

/// A name of a shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// This number.
    Plain(u32),
    /// One of the names that GenVertexShadersEXT has returned so far, or 0.
    Generated(u32),
}

/// The kinds of symbols whose queries have names of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Variant,
    Invariant,
    LocalConstant,
}

/// Numbers for a symbol, which a command reads as numbers of its type.
pub type Data = Box<[f64; 16]>;

/// One call. Enums are as they are given.
#[derive(Debug, Clone, PartialEq)]
pub enum Call {
    GenShaders(u32),
    BindShader(Name),
    DeleteShader(Name),
    Begin,
    End,
    GenSymbols {
        data: u32,
        storage: u32,
        range: u32,
        count: u32,
    },
    /// Number of [`BOUND`], with one of its enums (0: none) replaced by a wrong one.
    BindState(usize, usize),
    /// ShaderOpnEXT, where n is the number of arguments.
    Op {
        op: u32,
        res: Id,
        args: Vec<Id>,
    },
    Swizzle(Id, Id, [u32; 4]),
    WriteMask(Id, Id, [u32; 4]),
    Insert(Id, Id, u32),
    Extract(Id, Id, u32),
    SetInvariant(Id, u32, Data),
    SetLocalConstant(Id, u32, Data),
    /// Variant{b, ub, s, us, i, ui, f, d}vEXT by its type, BYTE to DOUBLE.
    Variant(Id, u32, Data),
    VariantPointer {
        id: Id,
        ty: u32,
        stride: u32,
        pointer: u64,
    },
    EnableArray(Id, bool),
    IsArrayEnabled(Id, u32),
    /// GetVariantFloatvEXT and its like.
    Get(Kind, Id, u32),
    /// GetVariantPointervEXT
    GetPointer(Id, u32),
    /// Enable or Disable(VERTEX_SHADER_EXT)
    Enable(bool),
    /// Begin(TRIANGLES)
    BeginPrimitive,
    EndPrimitive,
    /// A triangle, drawn with the bound and enabled state.
    Draw,
    /// Queries of all state of symbols and shaders.
    Inspect,
}

impl std::fmt::Display for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Call::BindState(row, wrong) => write!(f, "{:?}, wrong {wrong}", BOUND[*row]),
            other => write!(f, "{other:x?}"),
        }
    }
}
