//! What uniforms are called: `_light._color` outside of functions, `_light1._color` of a parameter.

use crate::frontend::c_like::entry::Entry;

/// The name of a uniform or a part of it. `is_parameter`: of a parameter of the function.
pub(in crate::codegen::text) fn name(entry: &Entry, path: &str, is_parameter: bool) -> String {
    let parts: Vec<&str> = path.split('.').collect();
    let mut all: Vec<String> = parts.iter().map(|part| format!("_{part}")).collect();
    if is_parameter {
        let own = root(path);
        let end = 1 + own.len();
        all[0].insert_str(end, &suffix(entry, own));
    }
    all.join(".")
}

/// What follows the name of a parameter, so that no variable outside of functions has the same one.
fn suffix(entry: &Entry, own: &str) -> String {
    let [n_uniforms, n_samplers] = entry.n_outside;
    let uniforms = entry.uniforms[..n_uniforms].iter().map(|u| &u.name);
    let samplers = entry.samplers[..n_samplers].iter().map(|s| &s.name);
    let outside: Vec<&str> = uniforms.chain(samplers).map(|name| root(name)).collect();
    let mut suffix = "1".to_owned();
    while outside.contains(&format!("{own}{suffix}").as_str()) {
        suffix.push('1');
    }
    suffix
}

/// The name of an attribute that a shader declares: the semantic of its input, by which applications bind it.
pub(in crate::codegen::text) fn attribute_name(entry: &Entry, vec4: u32) -> Option<String> {
    use crate::ir::interface::attribute::{EDGE_FLAG, GENERIC_0, MATRIX_INDEX, WEIGHT};
    let number = match vec4 {
        WEIGHT | EDGE_FLAG | MATRIX_INDEX => vec4,
        n => n.checked_sub(GENERIC_0)?,
    };
    let mut inputs = entry.inputs.iter().filter(|c| c.rows == 1);
    let own = inputs.find(|c| c.slots.iter().flatten().any(|slot| slot / 4 == vec4));
    let semantic = own.and_then(|c| c.semantic.as_ref());
    Some(semantic.map_or(format!("ATTR{number}"), |s| s.name.clone()))
}

/// The variable that a name is a part of.
pub(super) fn root(path: &str) -> &str {
    path.split(['.', '[']).next().unwrap_or(path)
}
