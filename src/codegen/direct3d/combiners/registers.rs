//! Temporaries and literals.

use super::lines::{Line, Operand, Place};
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Target;
use crate::frontend::assembly::d3d::model::{File, Opcode, Register, Version};

/// Microsoft's numbers for temporaries and constants that are not there.
const TEMPORARIES: u32 = 4505;
const CONSTANTS: u32 = 4507;

/// Gives virtual registers temporaries. If the result cannot be computed in `r0`, it is moved there.
pub(super) fn allocate(version: Version, lines: &mut Vec<Line>, n: u32) -> Result<(), Refusal> {
    let mut own = lines.clone();
    if place(version, &mut own, n).is_ok() {
        *lines = own;
        return Ok(());
    }
    if let Some(last) = lines.last() {
        let result = Operand::plain(last.to);
        lines.push(Line::new(Opcode::Mov, Place::Virtual(n), 15, &[result]));
    }
    place(version, lines, n + 1)
}

/// Gives virtual registers temporaries. The last line writes `r0`. Texture registers that nothing reads any more serve as
/// temporaries as well, before 1.4.
fn place(version: Version, lines: &mut [Line], n: u32) -> Result<(), Refusal> {
    let is_14 = version == Version::Ps14;
    let mut pool: Vec<Register> = (0..if is_14 { 6 } else { 2 })
        .map(|n| Register::new(File::Temp, n))
        .collect();
    if !is_14 {
        pool.extend((0..4).map(|n| Register::new(File::Texture, n)));
    }
    // From which line to which one a register is in use, with those that look-ups have.
    let life = |lines: &[Line], place: Place| {
        let uses = |l: &Line| l.to == place || l.reads.iter().any(|r| r.place == place);
        let first = lines.iter().position(uses)?;
        Some((first, lines.iter().rposition(uses)?))
    };
    let mut busy: Vec<(Register, usize, usize)> = Vec::new();
    for register in &pool {
        let Some((first, last)) = life(lines, Place::Fixed(*register)) else {
            continue;
        };
        // Coordinates are there from the beginning.
        let first = if register.file == File::Texture {
            0
        } else {
            first
        };
        busy.push((*register, first, last));
    }
    let last_to = lines.last().map(|l| l.to);
    let mut order: Vec<(u32, (usize, usize))> = (0..n)
        .filter_map(|v| Some((v, life(lines, Place::Virtual(v))?)))
        .collect();
    // The result has r0; the others follow in their order.
    order.sort_by_key(|(v, (first, _))| (last_to != Some(Place::Virtual(*v)), *first));
    for (v, (first, last)) in order {
        let is_result = last_to == Some(Place::Virtual(v));
        let is_free = |register: &Register| {
            let mut others = busy.iter().filter(|(r, ..)| r == register);
            !others.any(|(_, from, to)| first < *to && *from < last)
                && !is_apart(version, lines, v, *register)
        };
        let mut candidates = pool.iter().filter(|r| !is_result || r.number == 0);
        let Some(register) =
            candidates.find(|r| is_free(r) && (!is_result || r.file == File::Temp))
        else {
            return Err(Refusal::Limit {
                what: "temporaries r# are needed",
                used: pool.len() as u32 + 1,
                limit: if is_14 { 6 } else { 2 },
                version: version.name(),
                number: TEMPORARIES,
            });
        };
        busy.push((*register, first, last));
        let (from, to) = (Place::Virtual(v), Place::Fixed(*register));
        for line in lines.iter_mut() {
            if line.to == from {
                line.to = to;
            }
            let reads = line.reads.iter_mut().filter(|r| r.place == from);
            reads.for_each(|r| r.place = to);
        }
    }
    Ok(())
}

/// Whether a register is what a comparison of 1.2 and 1.3 has on its other side: these cannot be the same.
fn is_apart(version: Version, lines: &[Line], v: u32, register: Register) -> bool {
    let is_old = matches!(version, Version::Ps12 | Version::Ps13);
    let (own, other) = (Place::Virtual(v), Place::Fixed(register));
    let is_one = |l: &Line| matches!(l.opcode, Opcode::Cmp | Opcode::Dp4);
    is_old
        && lines.iter().filter(|l| is_one(l)).any(|l| {
            let reads = |p: Place| l.reads.iter().any(|r| r.place == p);
            l.to == own && reads(other) || l.to == other && reads(own)
        })
}

/// Gives literals constants: those that fit into one share it. Returns the definitions.
pub(super) fn literals(
    target: &Target<'_>,
    version: Version,
    lines: &mut [Line],
    vectors: &[[Option<u32>; 4]],
) -> Result<Vec<(u32, [u32; 4])>, Refusal> {
    let mut free = (0..8u32).filter(|n| !target.taken.get(*n as usize).copied().unwrap_or(false));
    let mut definitions: Vec<(u32, [Option<u32>; 4])> = Vec::new();
    for (id, vector) in vectors.iter().enumerate() {
        let place = Place::Literals(id as u32);
        let is_read = |l: &Line| l.reads.iter().any(|r| r.place == place);
        if !lines.iter().any(is_read) {
            continue;
        }
        let fits = |known: &[Option<u32>; 4]| {
            let mut pairs = known.iter().zip(vector);
            pairs.all(|(a, b)| a.is_none() || b.is_none() || a == b)
        };
        let at = match definitions.iter().position(|(_, known)| fits(known)) {
            Some(at) => at,
            None => {
                let Some(register) = free.next() else {
                    return Err(Refusal::Limit {
                        what: "registers of constants are needed",
                        used: 9,
                        limit: 8,
                        version: version.name(),
                        number: CONSTANTS,
                    });
                };
                definitions.push((register, [None; 4]));
                definitions.len() - 1
            }
        };
        let (register, known) = &mut definitions[at];
        for (known, value) in known.iter_mut().zip(vector) {
            *known = known.or(*value);
        }
        let to = Place::Fixed(Register::new(File::Const, *register));
        let reads = lines.iter_mut().flat_map(|l| &mut l.reads);
        reads
            .filter(|r| r.place == place)
            .for_each(|r| r.place = to);
    }
    let all = definitions.into_iter();
    Ok(all
        .map(|(n, words)| (n, words.map(|w| w.unwrap_or(0))))
        .collect())
}
