//! Uniform arrays of programs, filled with an API's values.

use crate::frontend::binding::{Binding, SceneValue};

/// The values that an API gives to the bindings of a program.
pub trait Values {
    /// A value of the scene: of a light, a matrix or a texture unit.
    fn scene(&self, state: SceneValue) -> [f32; 4];

    /// A parameter that all programs of one stage share.
    fn env(&self, n: u32) -> [f32; 4];

    /// A parameter of the program, by its number.
    fn local(&self, n: u32) -> [f32; 4];

    /// A parameter of the program, by its name.
    fn named(&self, n: u32) -> [f32; 4];
}

/// Fills `out` with the uniform array of these bindings, four floats each.
pub fn resolve(bindings: &[Binding], values: &impl Values, out: &mut Vec<f32>) {
    out.clear();
    out.reserve(4 * bindings.len());
    for binding in bindings {
        out.extend_from_slice(&value(binding, values));
    }
}

/// The value of a binding.
pub fn value(binding: &Binding, values: &impl Values) -> [f32; 4] {
    match *binding {
        Binding::Constant(value) => value,
        Binding::Env(n) => values.env(n),
        Binding::Local(n) => values.local(n),
        Binding::Named(n) => values.named(n),
        Binding::Scene(state) => values.scene(state),
    }
}
