//! Truth values and integers that branches and loops test, and their registers.

use crate::codegen::target::ScalarConstant;
use crate::frontend::assembly::d3d::ctab;
use crate::frontend::assembly::d3d::model::{File, Item, Shader};
use crate::frontend::c_like::hlsl::constants::{Constants, NO_FLOAT, Tested};

/// The single truth values and integers of the text. `given` says which have a register of truth values there.
pub(in crate::codegen) fn scalars(
    constants: &Constants,
    given: &dyn Fn(&str) -> bool,
) -> Vec<ScalarConstant> {
    let all = constants.entries.iter().filter_map(|entry| {
        let is_single = entry.ty.class == ctab::Class::Scalar && entry.ty.elements == 1;
        let file = match entry.ty.kind {
            ctab::Kind::Bool => File::ConstBool,
            ctab::Kind::Int => File::ConstInt,
            _ => return None,
        };
        (is_single && entry.set == ctab::RegisterSet::Float).then_some(ScalarConstant {
            register: entry.index.into(),
            file,
            number: None,
            is_given: file == File::ConstBool && given(&entry.name),
        })
    });
    all.collect()
}

/// The names of what branches and loops test, in the order of the shader.
pub(in crate::codegen) fn named_tests(
    constants: &Constants,
    shader: &Shader,
    tested: &[(File, u32)],
) -> Vec<Tested> {
    let mut named: Vec<Tested> = Vec::new();
    for (file, register) in tested {
        let of_register =
            |e: &&ctab::Entry| e.set == ctab::RegisterSet::Float && u32::from(e.index) == *register;
        let is_new = |e: &&ctab::Entry| named.iter().all(|t| t.name != e.name);
        let mut entries = constants.entries.iter();
        if let Some(entry) = entries.find(of_register).filter(is_new) {
            named.push(Tested {
                name: entry.name.clone(),
                set: match file {
                    File::ConstBool => ctab::RegisterSet::Bool,
                    _ => ctab::RegisterSet::Int,
                },
                is_float: reads_float(shader, *register),
            });
        }
    }
    named
}

fn reads_float(shader: &Shader, register: u32) -> bool {
    let mut items = shader.statements.iter().map(|s| &s.item);
    items.any(|item| match item {
        Item::Instruction(i) => { i.sources.iter() }
            .any(|s| s.register.file == File::Const && s.register.number == register),
        _ => false,
    })
}

/// What branches and loops test, with its registers: the float register, which may be none of the machine, and the other one.
pub(in crate::codegen) fn numbered(
    constants: &Constants,
    tested: &[Tested],
    given: &dyn Fn(&str) -> bool,
) -> Vec<ScalarConstant> {
    let entry = |name: &str, set: ctab::RegisterSet| {
        let mut all = constants.entries.iter();
        all.find(|e| e.name == name && e.set == set)
    };
    let all = tested.iter().enumerate().filter_map(|(n, t)| {
        let float = entry(&t.name, ctab::RegisterSet::Float).map(|e| e.index.into());
        Some(ScalarConstant {
            register: float.unwrap_or(NO_FLOAT + n as u32),
            file: match t.set {
                ctab::RegisterSet::Bool => File::ConstBool,
                _ => File::ConstInt,
            },
            number: Some(entry(&t.name, t.set)?.index.into()),
            is_given: t.set == ctab::RegisterSet::Bool && given(&t.name),
        })
    });
    // What no branch needed may be tested still: its registers are not known.
    let mut all: Vec<ScalarConstant> = all.collect();
    let is_new = |s: &ScalarConstant| all.iter().all(|t| t.register != s.register);
    let others: Vec<ScalarConstant> = scalars(constants, given)
        .into_iter()
        .filter(is_new)
        .collect();
    all.extend(others);
    all
}
