//! Instructions that address constants by one number stand together, where the address register holds one number only. What
//! lies between is passed where neither depends on the other.

use crate::codegen::lines::{Code, Line, Where};
use crate::codegen::machine::Opcode;
use smallvec::SmallVec;

/// How far away an instruction is that is put beside another one.
const FAR: usize = 96;

/// Brings instructions that read by the same number together.
pub(in crate::codegen) fn hoist(code: &mut Code) {
    let lines = std::mem::take(&mut code.lines);
    let ids: Vec<SmallVec<[u32; 2]>> = lines.iter().map(ids_of).collect();
    let mut is_done = vec![false; lines.len()];
    let mut order = Vec::with_capacity(lines.len());
    for at in 0..lines.len() {
        if is_done[at] {
            continue;
        }
        is_done[at] = true;
        order.push(at);
        let [id] = ids[at][..] else { continue };
        // What has been passed, and is still to come before the line that is tried.
        let mut passed: SmallVec<[usize; 32]> = SmallVec::new();
        for next in (at + 1..lines.len()).take(FAR) {
            let line = &lines[next];
            if line.is_flow() || line.opcode == Opcode::TexKill {
                break;
            }
            if is_done[next] {
                continue;
            }
            let is_free = || passed.iter().all(|k| are_apart(code, &lines[*k], line));
            if ids[next][..] == [id] && is_free() {
                is_done[next] = true;
                order.push(next);
            } else {
                passed.push(next);
            }
        }
    }
    let mut lines: Vec<Option<Line>> = lines.into_iter().map(Some).collect();
    code.lines = order
        .into_iter()
        .filter_map(|at| lines[at].take())
        .collect();
}

/// The numbers by which a line addresses.
fn ids_of(line: &Line) -> SmallVec<[u32; 2]> {
    let ids = line.reads.iter().filter_map(|r| match r.from {
        Where::Indexed(_, id) => Some(id),
        _ => None,
    });
    let mut ids: SmallVec<[u32; 2]> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Whether two lines may change their places.
fn are_apart(code: &Code, a: &Line, b: &Line) -> bool {
    let meets = |to: Option<(Where, u8)>, line: &Line| {
        let Some((to, mask)) = to else { return false };
        let writes = line
            .to
            .is_some_and(|(other, own)| other == to && own & mask != 0);
        let reads = (0..line.reads.len()).any(|n| match line.reads[n].from {
            Where::Indexed(_, id) => {
                let index = code.indices[id as usize];
                index.from == to && mask >> index.lanes[0] & 1 != 0
            }
            from => from == to && line.components_read(n) & mask != 0,
        });
        writes || reads
    };
    !meets(a.to, b) && !meets(b.to, a)
}
