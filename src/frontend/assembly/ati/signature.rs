//! Names the uniforms of a shader where its code is written as a function.

use crate::frontend::assembly::arb::print::binding::state_name;
use crate::frontend::binding::{ApiValue, Binding, SceneValue};
use crate::ir::signature::{Direction, Facts, Parameter, Scalar, Signature};

/// The function of a shader with these bindings, and the initial values of its uniforms. Its parameters are the
/// constants that commands or parameters set, as vectors of four floats. The text sets the other uniforms.
pub fn uniforms(bindings: &[Binding]) -> (Signature, Vec<f32>) {
    let parameters = bindings.iter().zip(0..).filter_map(|(binding, row)| {
        Some(Parameter {
            name: name(binding)?,
            direction: Direction::Uniform(4 * row),
            scalar: Scalar::F32,
            components: 4,
            count: 1,
            facts: Facts::default(),
        })
    });
    let values = bindings.iter().flat_map(|binding| match binding {
        Binding::Constant(value) => *value,
        _ => [0.0; 4],
    });
    let signature = Signature {
        name: "main".to_owned(),
        parameters: parameters.collect(),
        samplers: Vec::new(),
    };
    (signature, values.collect())
}

fn name(binding: &Binding) -> Option<String> {
    match binding {
        Binding::Scene(SceneValue::Api(ApiValue::FragmentShaderConstant(n))) => {
            Some(format!("c{n}"))
        }
        Binding::Env(n) => Some(format!("program.env[{n}]")),
        Binding::Local(n) => Some(format!("program.local[{n}]")),
        Binding::Scene(state) => Some(state_name(state)),
        Binding::Constant(_) | Binding::Named(_) => None,
    }
}
