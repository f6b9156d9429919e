//! Uniforms of register combiners, which have registers for vectors only.

use super::usage::{self, Used};
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::binding::Binding;
use crate::frontend::c_like::tree::{Direction, FunctionId, GlobalId, Module, Storage, VariableId};
use crate::frontend::c_like::types::{Type, Types};
use crate::ir::Span;

/// Reports uniform matrices that the entry reads.
pub(super) fn refuse_matrices(module: &Module, entry: FunctionId, out: &mut Diagnostics) {
    let function = &module.functions[entry.0 as usize];
    let mut refuse = |ty: Type, name: &str, span: Span, used: &dyn Fn() -> Vec<Used>| {
        let mut matrices = Vec::new();
        find_matrices(&module.types, ty, 0, &mut matrices);
        let is_read =
            |(first, end): &(u32, u32)| used().iter().any(|(a, b, _)| a < end && first < b);
        if matrices.iter().any(is_read) {
            out.rule(Rule::Binding(Binding::NoMatrix(name.into())), span);
        }
    };
    for (i, p) in function.parameters.iter().enumerate() {
        if p.is_uniform || p.direction == Direction::Uniform {
            let v = &function.variables[i];
            let used = || usage::reads(module, entry, VariableId(i as u32));
            refuse(v.ty, &v.name, v.span, &used);
        }
    }
    for (i, global) in module.globals.iter().enumerate() {
        if global.storage == Storage::Uniform {
            let used = || usage::reads_of_global(module, entry, GlobalId(i as u32));
            refuse(global.ty, &global.name, global.span, &used);
        }
    }
}

/// Collects the scalars of the matrices in a type, whose first scalar is this one. An array of what has some counts whole.
fn find_matrices(types: &Types, ty: Type, first: u32, found: &mut Vec<(u32, u32)>) {
    match ty {
        Type::Matrix(..) => found.push((first, first + types.count(ty))),
        Type::Array(id) => {
            let n_before = found.len();
            find_matrices(types, types.array_of(id).0, first, found);
            if found.len() > n_before {
                found.truncate(n_before);
                found.push((first, first + types.count(ty)));
            }
        }
        Type::Struct(id) => {
            let mut at = first;
            for member in &types.structure(id).members {
                find_matrices(types, member.ty, at, found);
                at += types.count(member.ty);
            }
        }
        _ => {}
    }
}
