//! The states of Direct3D 9 that effects set, one row each.

use super::state_table::{Rows, TABLE};
use super::words::Words;
use std::sync::LazyLock;

/// What a state takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 32 bits: a number, a name of a value, or four numbers of a colour.
    Dword,
    Float,
    /// Three or four floats, or a whole number.
    Vector,
    Matrix,
    /// Any numbers: registers of constants.
    Constants,
    Texture,
    Sampler,
    VertexShader,
    PixelShader,
}

/// How states are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// There is one.
    One,
    /// There are so many.
    Below(u32),
    /// Any number.
    Any,
}

/// What a state belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    Render,
    /// A texture stage.
    Stage,
    /// A sampler; in `sampler_state` without a number.
    Sampler,
    /// A sampler, in `sampler_state` only.
    SamplerBlock,
    /// Which sampler a stage reads; not in `sampler_state`.
    Stages,
    Shader,
    Transform,
    Vertex,
    Material,
    Light,
}

/// A state.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub name: &'static str,
    pub group: Group,
    pub numbering: Numbering,
    pub kind: Kind,
    /// The names of its values.
    pub words: Words,
}

/// All states.
pub static STATES: LazyLock<Vec<State>> = LazyLock::new(|| {
    let state = |rows: &'static Rows, name: &&'static str| State {
        name,
        group: rows.group,
        numbering: rows.numbering,
        kind: rows.kind,
        words: rows.words,
    };
    let all = TABLE.iter();
    all.flat_map(|rows| rows.names.iter().map(move |name| state(rows, name)))
        .collect()
});

/// The state of a name in any case.
pub fn find(name: &str) -> Option<&'static State> {
    STATES.iter().find(|s| s.name.eq_ignore_ascii_case(name))
}

impl State {
    /// The number of a word for a value, in any case.
    pub fn word(&self, word: &str) -> Option<u32> {
        let row = self
            .words
            .iter()
            .find(|(w, _)| w.eq_ignore_ascii_case(word));
        row.map(|(_, n)| *n)
    }
}
