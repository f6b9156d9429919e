//! A program as GL has it, and how its values get there.

use super::api::Gl;
use super::numbers as gl;
use crate::cg::c_string;
use crate::cg::handle::Handle;
use crate::cg::names::CONSTANTS;
use crate::cg::names::types::{class, type_info};
use crate::cg::object::Parameter;
use rustc_hash::FxHashMap;

/// A program as GL has it.
#[derive(Debug)]
pub(super) enum Machine {
    /// A text of an ARB profile: uniforms are local parameters.
    Arb { target: u32, name: u32 },
    /// A text of an NV vertex profile: uniforms are the parameters of all programs.
    NvVertex { name: u32 },
    /// A text of an NV fragment profile: uniforms have names.
    NvFragment { name: u32 },
    /// A source that GL compiles: uniforms have locations.
    Native {
        target: u32,
        name: u32,
        locations: FxHashMap<Handle, i32>,
    },
    /// A linked program: the rows of uniforms have locations.
    Glsl {
        name: u32,
        locations: FxHashMap<Handle, Vec<i32>>,
    },
}

impl Machine {
    pub(super) fn target(&self) -> u32 {
        match self {
            Machine::Arb { target, .. } | Machine::Native { target, .. } => *target,
            Machine::NvVertex { .. } => gl::VERTEX_PROGRAM,
            Machine::NvFragment { .. } => gl::FRAGMENT_PROGRAM_NV,
            Machine::Glsl { .. } => 0,
        }
    }

    pub(super) fn name(&self) -> u32 {
        match self {
            Machine::Arb { name, .. }
            | Machine::Native { name, .. }
            | Machine::Glsl { name, .. }
            | Machine::NvVertex { name }
            | Machine::NvFragment { name } => *name,
        }
    }

    pub(super) fn bind(&self, gl: &dyn Gl) {
        bind(gl, self, self.name());
    }

    /// The name of the program that is bound where this one is.
    pub(super) fn bound(&self, gl: &dyn Gl) -> u32 {
        let bound = match self {
            Machine::NvVertex { .. } => gl.integer(gl::VERTEX_PROGRAM_BINDING_NV),
            Machine::NvFragment { .. } => gl.integer(gl::FRAGMENT_PROGRAM_BINDING_NV),
            Machine::Glsl { .. } => gl.integer(gl::CURRENT_PROGRAM),
            _ => gl.program_integer(self.target(), gl::PROGRAM_BINDING),
        };
        bound as u32
    }

    pub(super) fn delete(&self, gl: &dyn Gl) {
        match self {
            Machine::Glsl { name, .. } => gl.delete_linked(*name),
            _ => gl.delete_program(self.name()),
        }
    }

    /// Whether values reach a program that is bound only. The others have a name of their own, or all programs share them.
    fn needs_binding(&self) -> bool {
        !matches!(self, Machine::NvVertex { .. } | Machine::NvFragment { .. })
    }

    /// Sends values. The program that is bound stays so.
    pub(super) fn send(&self, gl: &dyn Gl, leaves: &[(&Parameter, Handle, Option<usize>)]) {
        let before = self.needs_binding().then(|| self.bound(gl));
        let is_away = before.is_some_and(|bound| bound != self.name());
        if is_away {
            self.bind(gl);
        }
        for (leaf, handle, first) in leaves {
            self.send_leaf(gl, leaf, *handle, *first);
        }
        if is_away {
            bind(gl, self, before.unwrap_or(0));
        }
    }

    fn send_leaf(&self, gl: &dyn Gl, leaf: &Parameter, handle: Handle, first: Option<usize>) {
        let mut numbers: Vec<f32> = leaf.values.iter().map(|v| *v as f32).collect();
        if leaf.shape.class != class::MATRIX {
            let first = first.unwrap_or(numbers.len()).min(numbers.len());
            numbers[first..].fill(0.0);
        }
        match self {
            Machine::Native {
                target, locations, ..
            } => match locations.get(&handle) {
                Some(location) if leaf.shape.class == class::MATRIX => {
                    gl.set_uniform_matrix(*target, *location, &numbers);
                }
                Some(location) if !numbers.is_empty() => {
                    gl.set_uniform(*target, *location, &numbers);
                }
                _ => {}
            },
            Machine::Glsl { locations, .. } => {
                let rows = locations.get(&handle).map_or(&[][..], Vec::as_slice);
                send_rows(gl, leaf, rows, &numbers);
            }
            Machine::NvFragment { name } => {
                if leaf.is_referenced {
                    send_named(gl, *name, leaf, &numbers);
                }
            }
            _ if leaf.place.resource != CONSTANTS => {}
            _ => {
                for (row, value) in rows(leaf, &numbers).enumerate() {
                    let index = leaf.place.index as u32 + row as u32;
                    match self {
                        Machine::NvVertex { .. } => {
                            gl.set_parameter_nv(gl::VERTEX_PROGRAM, index, value);
                        }
                        _ => gl.set_local(self.target(), index, value),
                    }
                }
            }
        }
    }
}

fn bind(gl: &dyn Gl, machine: &Machine, name: u32) {
    match machine {
        Machine::NvVertex { .. } | Machine::NvFragment { .. } => {
            gl.bind_program_nv(machine.target(), name);
        }
        Machine::Glsl { .. } => gl.use_linked(name),
        _ => gl.bind_program(machine.target(), name),
    }
}

/// Sends the rows of a uniform of the program in use.
fn send_rows(gl: &dyn Gl, leaf: &Parameter, locations: &[i32], numbers: &[f32]) {
    let columns = leaf.shape.columns.clamp(1, 4) as usize;
    let name = type_info(leaf.shape.base).map(|info| info.name.to_bytes());
    let is_real = matches!(name, Some(b"float" | b"half" | b"fixed" | b"double"));
    for (location, row) in locations.iter().zip(numbers.chunks(columns)) {
        if is_real {
            gl.set_linked(*location, row);
        } else {
            let row: Vec<i32> = row.iter().map(|number| *number as i32).collect();
            gl.set_linked_integers(*location, &row);
        }
    }
}

/// The rows of a leaf as registers.
fn rows(leaf: &Parameter, numbers: &[f32]) -> impl Iterator<Item = [f32; 4]> {
    let columns = leaf.shape.columns.clamp(1, 4) as usize;
    numbers.chunks(columns).map(|row| {
        let mut register = [0.0; 4];
        register[..row.len()].copy_from_slice(row);
        register
    })
}

/// The registers of NV's fragment programs have names: `light.color` is `light$color`, and row 1 of `m[2]` is `m$2$1`.
fn send_named(gl: &dyn Gl, program: u32, leaf: &Parameter, numbers: &[f32]) {
    let flat = leaf
        .name
        .to_string_lossy()
        .replace(['.', '['], "$")
        .replace(']', "");
    for (row, value) in rows(leaf, numbers).enumerate() {
        let name = match leaf.shape.class {
            class::MATRIX => format!("{flat}${row}"),
            _ => flat.clone(),
        };
        gl.set_named_nv(program, name.as_bytes(), value);
    }
}

/// The locations of the leaves in a program that is bound, and the units of its samplers.
pub(super) fn locate<'p>(
    gl: &dyn Gl,
    target: u32,
    leaves: impl Iterator<Item = (Handle, &'p Parameter)>,
) -> FxHashMap<Handle, i32> {
    let mut locations = FxHashMap::default();
    for (handle, leaf) in leaves {
        let name = c_string(&leaf.name.to_string_lossy());
        let location = gl.uniform_location(target, &name);
        if location < 0 {
            continue;
        }
        if leaf.shape.class == class::SAMPLER {
            gl.set_uniform_unit(target, location, leaf.place.index as i32);
        } else {
            locations.insert(handle, location);
        }
    }
    locations
}

/// The locations of the leaves' rows in a linked program that is in use, and the units of its samplers. A leaf's resource has the
/// name of its uniform; a matrix is an array of rows, as `_m1`, or from an element on, as `_m1[4]`.
pub(super) fn locate_linked<'p>(
    gl: &dyn Gl,
    program: u32,
    leaves: impl Iterator<Item = (Handle, &'p Parameter)>,
) -> FxHashMap<Handle, Vec<i32>> {
    let mut locations = FxHashMap::default();
    for (handle, leaf) in leaves {
        let Some(name) = leaf
            .place
            .name
            .as_deref()
            .and_then(|name| name.to_str().ok())
        else {
            continue;
        };
        if leaf.shape.class == class::MATRIX {
            let rows = rows_of(name, leaf.shape.rows.max(0) as usize);
            let rows = rows.map(|row| gl.linked_location(program, &c_string(&row)));
            locations.insert(handle, rows.collect());
            continue;
        }
        let location = gl.linked_location(program, &c_string(name));
        if leaf.shape.class == class::SAMPLER {
            gl.set_linked_integers(location, &[leaf.place.index as i32]);
        } else {
            locations.insert(handle, vec![location]);
        }
    }
    locations
}

/// The names of a matrix's rows.
fn rows_of(name: &str, n: usize) -> impl Iterator<Item = String> {
    let element = name.strip_suffix(']').and_then(|name| {
        let (array, first) = name.rsplit_once('[')?;
        Some((array, first.parse::<usize>().ok()?))
    });
    let (array, first) = element.unwrap_or((name, 0));
    (first..first + n).map(move |row| format!("{array}[{row}]"))
}

#[cfg(test)]
mod tests {
    use super::rows_of;

    #[test]
    fn rows_are_elements() {
        let names = |name| rows_of(name, 2).collect::<Vec<_>>();
        assert_eq!(names("_m1"), ["_m1[0]", "_m1[1]"]);
        assert_eq!(names("_l1[2]._m"), ["_l1[2]._m[0]", "_l1[2]._m[1]"]);
        assert_eq!(names("_m1[4]"), ["_m1[4]", "_m1[5]"]);
    }
}
