//! Colours and alphas that are computed together: two lines that follow each other, of which one writes the colour and the
//! other alpha, take one slot. Both read what was there before them.

use super::lines::{Line, Place};
use crate::frontend::assembly::d3d::model::{File, Opcode};

pub(super) fn pair(lines: &mut [Line]) {
    let mut at = 0;
    while at + 1 < lines.len() {
        let (first, second) = (&lines[at], &lines[at + 1]);
        match fits(first, second) {
            true => {
                // The colour comes first.
                if lines[at].mask == 8 {
                    lines.swap(at, at + 1);
                }
                lines[at + 1].is_paired = true;
                at += 2;
            }
            false => at += 1,
        }
    }
}

fn fits(first: &Line, second: &Line) -> bool {
    let is_parts = first.mask & 8 != second.mask & 8
        && (first.mask == 8 || second.mask == 8)
        && first.mask & second.mask == 0;
    // The second one must not need what the first one writes. Alpha, which goes second, must not write what the colour needs.
    let needs = second.components(first.to) & first.mask != 0;
    let turned = first.mask == 8 && first.components(second.to) & second.mask != 0;
    let alpha = if first.mask == 8 { first } else { second };
    is_parts
        && !needs
        && !turned
        && alpha.opcode != Opcode::Dp3
        && !is_alone(first)
        && !is_alone(second)
        && constants(first, second) <= 2
}

/// Whether an instruction has no pair: look-ups and their addresses, and those that take whole vectors.
fn is_alone(line: &Line) -> bool {
    use Opcode::*;
    matches!(
        line.opcode,
        Dp4 | Cnd | Tex | TexCrd | TexLd | TexCoord | TexKill | Phase
    )
}

/// The constants that both read together.
fn constants(first: &Line, second: &Line) -> usize {
    let mut seen: Vec<Place> = Vec::new();
    for read in first.reads.iter().chain(&second.reads) {
        let is_constant = match read.place {
            Place::Literals(_) => true,
            Place::Fixed(register) => register.file == File::Const,
            Place::Virtual(_) => false,
        };
        if is_constant && !seen.contains(&read.place) {
            seen.push(read.place);
        }
    }
    seen.len()
}
