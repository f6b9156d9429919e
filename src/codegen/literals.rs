//! The registers of literals. Vectors share registers where their numbers fit into one; arrays that computed numbers address
//! have some of their own.

use super::lines::{Code, Line, Where};
use super::refusal::Refusal;
use super::target::{Place, Target};
use crate::codegen::machine::Opcode;
use crate::frontend::assembly::d3d::model::{File, Modifier, Register};
use crate::ir::{Op, Program, ValueId};
use rustc_hash::FxHashSet;

/// Microsoft's number for constants that have no register.
pub(super) const TOO_MANY: u32 = 4507;

struct Pool {
    definitions: Vec<(u32, [Option<u32>; 4])>,
    free: std::vec::IntoIter<u32>,
}

pub(super) fn place(target: &Target<'_>, code: &mut Code) -> Result<(), Refusal> {
    // Literals take the registers that named constants leave free.
    let limit = target.taken.len() as u32;
    let free: Vec<u32> = (0..limit).filter(|n| !target.taken[*n as usize]).collect();
    let mut pool = Pool {
        definitions: Vec::new(),
        free: free.into_iter(),
    };
    let literals = std::mem::take(&mut code.literals);
    // Each operand gets a register that holds its values already, or has room for them.
    for line in &mut code.lines {
        let whole = line.clone();
        for n in 0..line.reads.len() {
            let Where::Literals(id) = line.reads[n].from else {
                continue;
            };
            let placed = pool.read(target, line, &whole, n, &literals[id as usize]);
            let Some(register) = placed else {
                return Err(Refusal::Limit {
                    what: "registers of constants are needed",
                    used: limit + 1,
                    limit,
                    version: target.machine.name,
                    number: TOO_MANY,
                });
            };
            line.reads[n].from = Where::Fixed(Register::new(File::Const, register));
        }
    }
    // Components that nothing reads are 0. The target's own definitions are added.
    let known = pool.definitions.into_iter();
    code.definitions = known
        .map(|(n, words)| (n, words.map(|w| w.unwrap_or(0))))
        .collect();
    code.definitions.extend(&target.definitions);
    code.definitions.sort_by_key(|d| d.0);
    Ok(())
}

impl Pool {
    /// Places the literals that an operand reads, and lets it read them there.
    fn read(
        &mut self,
        target: &Target<'_>,
        line: &mut Line,
        whole: &Line,
        n: usize,
        vector: &[Option<u32>; 4],
    ) -> Option<u32> {
        // The values that must lie in one register, and whether each must lie in the component of its lane.
        let wanted = line.lanes_read(n);
        let in_order = line.opcode == Opcode::SinCos || is_whole_move(target, line);
        let wanted = if in_order { 15 } else { wanted };
        let mut values = [None; 4];
        for lane in (0..4).filter(|l| wanted >> l & 1 != 0) {
            values[lane] = vector[usize::from(line.reads[n].lanes[lane])];
        }
        // An operand all of whose values are negative reads their opposites.
        let is_negative = |v: &u32| f32::from_bits(*v) < 0.0;
        if target.machine.shares_signs && values.iter().flatten().all(is_negative) {
            values = values.map(|v| v.map(|v| (-f32::from_bits(v)).to_bits()));
            line.reads[n].modifier = negated(line.reads[n].modifier);
        }
        let mut distinct: Vec<u32> = values.iter().flatten().copied().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let in_order = in_order || distinct.len() > 1 && !target.machine.swizzles;
        // What the other operands read of it lies in the same register.
        let others = if target.machine.has_few_ports {
            whole.reads.len()
        } else {
            0
        };
        for other in 0..others {
            if whole.reads[other].from == whole.reads[n].from {
                let wanted = whole.components_read(other);
                let values = (0..4).filter(|c| wanted >> c & 1 != 0);
                distinct.extend(values.filter_map(|c| vector[c]));
            }
        }
        let fit = |words: &[Option<u32>; 4]| match in_order {
            true => fit_in_order(words, &values),
            false => fit_anywhere(words, &distinct),
        };
        // Takes the first register into which they fit, or a free one.
        let at = self.definitions.iter().position(|(_, w)| fit(w).is_some());
        let at = match at {
            Some(at) => at,
            None => {
                self.definitions.push((self.free.next()?, [None; 4]));
                self.definitions.len() - 1
            }
        };
        let (register, words) = &mut self.definitions[at];
        *words = fit(words)?;
        // The operand reads the values where they are now.
        let lanes = &mut line.reads[n].lanes;
        let mut first = None;
        for (lane, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            let component = match in_order {
                true => lane,
                false => words.iter().position(|w| w == &Some(*value))?,
            };
            lanes[lane] = component as u8;
            first.get_or_insert(component as u8);
        }
        // Lanes that nothing reads follow one that is read.
        for (lane, value) in values.iter().enumerate() {
            if value.is_none() {
                lanes[lane] = if in_order { lane as u8 } else { first? };
            }
        }
        Some(*register)
    }
}

/// The modifier with the other sign.
fn negated(modifier: Modifier) -> Modifier {
    match modifier {
        Modifier::Negate => Modifier::None,
        Modifier::Absolute => Modifier::NegateAbsolute,
        Modifier::NegateAbsolute => Modifier::Absolute,
        _ => Modifier::Negate,
    }
}

/// Whether an instruction moves a register as it is.
fn is_whole_move(target: &Target<'_>, line: &Line) -> bool {
    let to = line.to.map(|(to, _)| to);
    target.machine.moves_colors
        && matches!(to, Some(Where::Fixed(register)) if register.file == File::ColorOut)
}

fn fit_in_order(words: &[Option<u32>; 4], values: &[Option<u32>; 4]) -> Option<[Option<u32>; 4]> {
    let mut words = *words;
    for (word, value) in words.iter_mut().zip(values) {
        match (&word, value) {
            (Some(a), Some(b)) if a != b => return None,
            (None, value) => *word = *value,
            _ => {}
        }
    }
    Some(words)
}

fn fit_anywhere(words: &[Option<u32>; 4], values: &[u32]) -> Option<[Option<u32>; 4]> {
    let mut words = *words;
    for value in values {
        if !words.contains(&Some(*value)) {
            *words.iter_mut().find(|w| w.is_none())? = Some(*value);
        }
    }
    Some(words)
}

/// A literal by its bits; one of integers becomes the float that the machine computes with.
pub(super) fn literal(bits: u32, is_integer: bool) -> Place {
    match is_integer {
        true => Place::Literal((bits as i32 as f32).to_bits()),
        false => Place::Literal(bits),
    }
}

/// The rows of arrays that computed numbers address and whose words are integers: the program reads them as bits.
pub(super) fn rows_of_integers(program: &Program) -> FxHashSet<u32> {
    let as_bits = program.insts().filter(|i| i.op == Op::BitsOfF32);
    let as_bits: FxHashSet<ValueId> = as_bits.map(|i| i.args[0]).collect();
    let loads = program.insts().filter(|i| i.op == Op::LoadParamRow);
    let whole = loads.filter(|i| i.results().any(|v| as_bits.contains(&v)));
    whole
        .flat_map(|i| i.imm[0] / 4..i.imm[0] / 4 + i.imm[1])
        .collect()
}

/// Which of the free registers arrays of literals get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    First,
    Last,
}

/// Gives arrays of literals that computed numbers address registers.
pub(super) fn place_arrays(target: &mut Target<'_>, end: End) {
    let loads = target.program.insts().filter(|i| i.op == Op::LoadParamRow);
    let arrays: Vec<[u32; 2]> = loads.map(|i| [i.imm[0] / 4, i.imm[1]]).collect();
    for [first, rows] in arrays {
        let rows = first..first + rows;
        // An array of which some rows are set from outside has registers already.
        let is_literal = |row: &u32| {
            let place = target.uniforms.get(4 * *row as usize);
            matches!(place, Some(Some(Place::Literal(_))))
        };
        if !rows.clone().all(|row| is_literal(&row)) {
            continue;
        }
        let Some(start) = free(&target.taken, rows.len(), end) else {
            continue;
        };
        // Its rows follow each other in registers, and the program's uniforms become these.
        for (register, row) in (start..).zip(rows) {
            let value = [0, 1, 2, 3].map(|c| match target.place(4 * row + c) {
                Some(Place::Literal(bits)) => bits,
                _ => 0,
            });
            target.taken[register as usize] = true;
            target.definitions.push((register, value));
            for component in 0..4u8 {
                target.uniforms[4 * row as usize + usize::from(component)] =
                    Some(Place::Constant {
                        register,
                        component,
                    });
            }
        }
    }
}

/// A place where so many registers are free.
fn free(taken: &[bool], n: usize, end: End) -> Option<u32> {
    let mut windows = taken.windows(n.max(1));
    let is_free = |w: &[bool]| !w.contains(&true);
    let at = match end {
        End::First => windows.position(is_free),
        End::Last => windows.rposition(is_free),
    };
    at.map(|at| at as u32)
}
