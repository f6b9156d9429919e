//! The question that lowering asks of a profile: which slots of the stage a semantic stands for.

use crate::frontend::binding::Binding;
pub use crate::frontend::c_like::tree::Stage;
use crate::frontend::c_like::types::Semantic;

/// Where the components of an input come from. A row is a scalar, a vector, or one row of a matrix; an array has the
/// rows of its elements.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Input {
    /// Input slots of the stage ([`crate::ir::interface`]), from this one on: 4 × the number of the vec4, plus the first
    /// component.
    Slot(u32),
    /// The fragment's place in the window: x, y, depth and 1 ÷ w.
    WindowPosition {
        /// y counts from the window's upper edge.
        from_top: bool,
        /// x and y of the fragment at the corner are 0, not ½.
        is_integer: bool,
    },
    /// The first number where the primitive faces front, else the second. A truth value is true where it faces front.
    Facing(f32, f32),
}

/// Where the components of an output go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Output slots of the stage, from this one on, as [`Input::Slot`].
    Slot(u32),
    /// The fragment's depth: this component of the row; of a shorter row the last one.
    Depth(u8),
    /// The vertex that user clip planes cut: the distances to those in use are stored.
    ClipVertex,
    /// Nowhere: the machine has no such output.
    Nowhere,
}

/// A profile's semantics.
///
/// A value of several rows asks for each of them, with `row` from 0 on: row 2 of `TEXCOORD3` is what `TEXCOORD5` is
/// alone. `None` stands for a name that means nothing there, or a row beyond the last register.
pub trait Semantics {
    /// The input of a varying parameter or member.
    fn input(&self, stage: Stage, semantic: &Semantic, row: u32) -> Option<Input>;
    /// The output of an out parameter, a member or the function's value.
    fn output(&self, stage: Stage, semantic: &Semantic, row: u32) -> Option<Output>;
    /// The `n`th register that inputs without a semantic may take; those that are in use are passed over.
    fn free_input(&self, stage: Stage, n: u32) -> Option<Input>;
    /// The `n`th register that outputs without a semantic may take.
    fn free_output(&self, stage: Stage, n: u32) -> Option<Output>;
    /// Whether parameters that go both ways are results though the function never writes them.
    fn passes_on(&self) -> bool {
        false
    }
    /// Whether a truth value from outside is true above zero only, not wherever it is not zero.
    fn is_true_above_zero(&self) -> bool {
        false
    }
    /// What a row of a uniform stands for without being set, given the name of the state: `state.matrix.mvp`.
    fn state(&self, _name: &str, _row: u32) -> Option<Binding> {
        None
    }
    /// The component of its row in which a number of state stands; vectors begin with the first one.
    fn state_component(&self, _name: &str) -> u32 {
        0
    }
    /// Whether image units are arranged as Microsoft's compiler does, not in the order of the first reads.
    fn arranges_units(&self) -> bool {
        false
    }
    /// Whether inputs and outputs hold a column of a matrix in each register, not a row: of a variable, or of a member of
    /// the structure.
    fn is_by_columns(&self, _structure: Option<&str>, _name: &str) -> bool {
        false
    }
    /// The image unit that a sampler's semantic names, as `TEXUNIT2` and `register(s2)` do.
    fn image_unit(&self, semantic: &Semantic) -> Option<u32>;
}
