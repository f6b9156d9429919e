//! Operations that matter and read a variable that nothing has written, and outputs of which something is not written.

use super::refusal;
use crate::frontend::c_like::entry::Entry;
use crate::frontend::c_like::entry::known::Known;
use crate::frontend::c_like::entry::live::is_root;
use crate::frontend::c_like::hlsl::profile::{Profile, Stage};
use crate::frontend::c_like::hlsl::semantics::usage;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::{Inst, Span, Terminator, ValueId};

/// Refuses the first operation that reads a variable without a value, if results depend on it.
pub(super) fn check_unset(entry: &Entry) -> Result<(), ProgramError> {
    if entry.unset.is_empty() {
        return Ok(());
    }
    let program = &entry.code.program;
    let mut is_unset = vec![false; program.value_types.len()];
    let all = entry.unset.iter();
    all.for_each(|u| is_unset[u.value.index()] = true);
    let unset_of = |args: &[ValueId]| args.iter().copied().find(|v| is_unset[v.index()]);
    let branches = program.blocks.iter().filter_map(|b| match b.terminator {
        Terminator::Branch(mask, ..) => unset_of(&[mask]).map(|v| (v, None)),
        _ => None,
    });
    let reads = program
        .insts()
        .filter_map(|i| unset_of(&i.args).map(|v| (v, Some(i))));
    let mut reads = reads.chain(branches).peekable();
    if reads.peek().is_none() {
        return Ok(());
    }
    let live = Known::except(program, &is_unset).live();
    let matters = |inst: &Inst| is_root(inst) || inst.results().any(|v| live[v.index()]);
    let Some((value, inst)) = reads.find(|(_, inst)| inst.is_none_or(matters)) else {
        return Ok(());
    };
    let unset = entry.unset.iter().find(|u| u.value == value);
    let (name, declared) = unset.map_or((String::new(), Span::NONE), |u| (u.name.clone(), u.span));
    let span = inst.map_or(declared, |i| i.span);
    let kind = ErrorKind::CLike(Rule::Hlsl(HlslRule::Unset(name)));
    Err(ProgramError { kind, span })
}

/// Refuses results of a shader of which something is not written, where its profile needs them whole.
pub(super) fn check_outputs(profile: &Profile, entry: &Entry) -> Result<(), ProgramError> {
    for row in &entry.unset_rows {
        let Some((usage, first)) = usage(&row.semantic) else {
            continue;
        };
        let is_first = first + row.row == 0;
        // Each row is a stage, what is not written, and the reference's number.
        let refused = match (profile.stage, usage) {
            (Some(Stage::Vertex), "POSITION") if is_first => {
                Some(("a vertex shader writes the whole position", 4541))
            }
            (Some(Stage::Vertex), _) => None,
            (_, "COLOR") if profile.model >= 30 && row.is_whole && is_first => {
                Some(("a pixel shader writes COLOR0", 4530))
            }
            (_, "COLOR") if profile.model >= 30 && !row.is_whole => {
                Some(("a pixel shader writes a colour whole", 4529))
            }
            _ if profile.model >= 30 => None,
            _ => Some(("an \"out\" parameter is not written whole", 3508)),
        };
        if let Some((why, number)) = refused {
            return Err(refusal(why, number, row.span));
        }
    }
    Ok(())
}
