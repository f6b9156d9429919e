//! The code of a shader's tokens in the place of its own: a program in HLSL becomes tokens, these are read as any others are,
//! and the slots of their program are renamed to those of the first one.

use std::collections::HashMap;
use std::sync::Arc;
use trilobite::codegen::{Slot, compile_hlsl};
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::d3d::{Constant, D3dProgram, Link};
use trilobite::frontend::binding::Binding;
use trilobite::frontend::c_like::hlsl::constants::Feed;
use trilobite::frontend::c_like::hlsl::{Program, StageEntry};
use trilobite::frontend::c_like::types::Scalar;
use trilobite::ir::Op;

/// The entry with the code of its tokens.
pub fn through_tokens(program: &Program, mut entry: StageEntry) -> Result<StageEntry, String> {
    let compiled = compile_hlsl(program).map_err(|e| e.line(program.map()))?;
    let tokens = compiled.tokens(true);
    let read = D3dProgram::from_tokens(&tokens);
    let read = read.map_err(|e| format!("the tokens are refused: {}", e.kind))?;
    let table = read.constant_table();
    let table = table.map_err(|e| format!("the table is refused: {}", e.kind))?;
    if table.as_ref() != Some(&compiled.table) {
        return Err("the table is another one".into());
    }
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
    entry.constants.feeds = feeds(&read, &code)?;
    entry.entry.code = BoundProgram {
        program: Arc::new(renamed),
        bindings: code.bindings.clone(),
    };
    Ok(entry)
}

/// The slots of the first program by those of the tokens, where the meaning is the same.
fn pairs(links: &[Link], slots: &[Slot]) -> HashMap<u32, u32> {
    let of = |link: &Link| {
        let same = |s: &&Slot| (s.usage, s.index) == (link.usage, link.index);
        slots.iter().find(same).map(|s| (link.vec4, s.vec4))
    };
    links.iter().filter_map(of).collect()
}

/// Each row of the tokens' program is a register.
fn feeds(read: &D3dProgram, code: &BoundProgram) -> Result<Vec<Feed>, String> {
    let mut feeds = Vec::new();
    for (row, binding) in code.bindings.iter().enumerate() {
        let Binding::Named(n) = binding else { continue };
        let Some(Constant::Float(register)) = read.constant(*n) else {
            return Err("a constant that is no float".into());
        };
        feeds.extend((0..4).map(|component| Feed {
            row: row as u32,
            column: component,
            scalar: Scalar::Float,
            register,
            component,
        }));
    }
    Ok(feeds)
}
