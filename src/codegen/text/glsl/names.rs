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

/// The variable that a name is a part of.
pub(super) fn root(path: &str) -> &str {
    path.split(['.', '[']).next().unwrap_or(path)
}
