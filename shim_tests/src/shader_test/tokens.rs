//! The code of a shader's tokens in the place of its own: a program in HLSL becomes tokens, these are read as any others are,
//! and the slots of their program are renamed to those of the first one.

use std::collections::HashMap;
use std::sync::Arc;
use trilobite::codegen::{Compiled, Slot, compile_hlsl};
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::d3d::ctab::{ConstantTable, RegisterSet};
use trilobite::frontend::assembly::d3d::{Constant, D3dProgram, Link};
use trilobite::frontend::binding::Binding;
use trilobite::frontend::c_like::hlsl::constants::{Constants, Feed};
use trilobite::frontend::c_like::hlsl::{Program, StageEntry};
use trilobite::frontend::c_like::types::Scalar;
use trilobite::ir::{Op, Program as Ir};

/// The entry with the code of its tokens.
pub fn through_tokens(program: &Program, entry: StageEntry) -> Result<StageEntry, String> {
    let compiled = compile_hlsl(program).map_err(|e| e.line(program.map()))?;
    with_tokens(&compiled, entry, &compiled.tokens(true), true)
}

/// The entry with the code of the tokens that another compiler has made of its text.
pub fn through_other_tokens(
    program: &Program,
    entry: StageEntry,
    tokens: &[u8],
) -> Result<StageEntry, String> {
    let compiled = compile_hlsl(program).map_err(|e| e.line(program.map()))?;
    with_tokens(&compiled, entry, tokens, false)
}

fn with_tokens(
    compiled: &Compiled,
    mut entry: StageEntry,
    tokens: &[u8],
    is_own: bool,
) -> Result<StageEntry, String> {
    let read = D3dProgram::from_tokens(tokens);
    let read = read.map_err(|e| format!("the tokens are refused: {}", e.kind))?;
    let table = read.constant_table();
    let table = table.map_err(|e| format!("the table is refused: {}", e.kind))?;
    if is_own && table.as_ref() != Some(&compiled.table) {
        return Err("the table is another one".into());
    }
    let empty = ConstantTable {
        constants: Vec::new(),
        ..compiled.table.clone()
    };
    let table = table.unwrap_or(empty);
    let code = read.code();
    let mut renamed = (*code.program).clone();
    let interface = read.interface();
    let inputs = pairs(&interface.inputs, &compiled.inputs);
    let outputs = pairs(&interface.outputs, &compiled.outputs);
    for inst in renamed.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        let slots = match inst.op {
            Op::LoadInput => &inputs,
            Op::StoreOutput => &outputs,
            _ => continue,
        };
        if let Some(vec4) = slots.get(&(inst.imm[0] / 4)) {
            inst.imm[0] = 4 * vec4 + inst.imm[0] % 4;
        }
    }
    let slots = |op| {
        let all = renamed.insts().filter(move |i| i.op == op);
        all.map(|i| i.imm[0] + 1).max().unwrap_or(0)
    };
    (renamed.n_inputs, renamed.n_outputs) = (slots(Op::LoadInput), slots(Op::StoreOutput));
    entry.constants.feeds = feeds(&read, &code, &entry.constants, &table)?;
    set_counters(&read, &code, &mut renamed);
    entry.entry.code = BoundProgram {
        program: Arc::new(renamed),
        bindings: code.bindings.clone(),
    };
    Ok(entry)
}

/// The slots of the first program by those of the tokens, where the meaning is the same.
fn pairs(links: &[Link], slots: &[Slot]) -> HashMap<u32, u32> {
    let of = |link: &Link| {
        let same = |s: &&Slot| s.usage == Some((link.usage, link.index));
        slots.iter().find(same).map(|s| (link.vec4, s.vec4))
    };
    links.iter().filter_map(of).collect()
}

/// Each row of the tokens' program is a register; its numbers come from where the program has the constant of that register.
fn feeds(
    read: &D3dProgram,
    code: &BoundProgram,
    own: &Constants,
    table: &ConstantTable,
) -> Result<Vec<Feed>, String> {
    let mut feeds = Vec::new();
    for (row, binding) in code.bindings.iter().enumerate() {
        let Binding::Named(n) = binding else { continue };
        let constant = read.constant(*n).ok_or("a row that is no constant")?;
        let (set, number, scalar, n) = match constant {
            Constant::Float(number) => (RegisterSet::Float, number, Scalar::Float, 4),
            Constant::Int(number) => (RegisterSet::Int, number, Scalar::Int, 1),
            Constant::Bool(number) => (RegisterSet::Bool, number, Scalar::Bool, 1),
            Constant::BumpMatrix(_) | Constant::BumpLuminance(_) => {
                return Err("a constant of a texture's stage".into());
            }
        };
        let entry = { table.constants.iter() }
            .filter(|e| e.set == set)
            .find(|e| (e.index..e.index + e.count).contains(&(number as u16)));
        let Some(entry) = entry else { continue };
        let mut others = own.entries.iter();
        let known = others.find(|e| e.name == entry.name && e.set == RegisterSet::Float);
        let first = known.map_or(0, |e| u32::from(e.index));
        feeds.extend((0..n).map(|component| Feed {
            row: row as u32,
            column: component,
            scalar,
            register: first + number - u32::from(entry.index),
            component,
        }));
    }
    Ok(feeds)
}

/// Counters of loops begin with 0 and have the step 1, as an application sets them.
fn set_counters(read: &D3dProgram, code: &BoundProgram, program: &mut Ir) {
    for inst in program.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        let Some(Binding::Named(n)) = code.bindings.get(inst.imm[0] as usize / 4) else {
            continue;
        };
        let is_integer = matches!(read.constant(*n), Some(Constant::Int(_)));
        if is_integer && inst.op == Op::LoadUniformI && inst.imm[0] % 4 != 0 {
            let value = u32::from(inst.imm[0] % 4 == 2);
            (inst.op, inst.imm) = (Op::ConstI32, [value, 0]);
        }
    }
}
