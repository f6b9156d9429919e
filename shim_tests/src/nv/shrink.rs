//! Makes a failing program smaller while it still fails.

use super::ast::*;

/// Removes instructions, unused labels, tests, suffixes, signs and declarations while `fails` holds.
pub fn shrink(program: &Program, fails: impl Fn(&Program) -> bool) -> Program {
    let mut best = program.clone();
    loop {
        let smaller = candidates(&best).into_iter().find(|p| fails(p));
        match smaller {
            Some(p) => best = p,
            None => return best,
        }
    }
}

/// The programs with one thing less.
fn candidates(program: &Program) -> Vec<Program> {
    let mut out = Vec::new();
    for (i, item) in program.items.iter().enumerate() {
        let mut p = program.clone();
        match item {
            Item::Label(label) if program.is_used(*label) => continue,
            Item::Label(label) => {
                p.items.remove(i);
                if p.main == Some(*label) {
                    p.main = None;
                }
            }
            Item::Inst(_) => drop(p.items.remove(i)),
        }
        out.push(p);
    }
    for i in 0..program.items.len() {
        let Item::Inst(Inst::Alu(alu)) = &program.items[i] else {
            continue;
        };
        for simpler in simpler(alu) {
            if simpler != *alu {
                let mut p = program.clone();
                p.items[i] = Item::Inst(Inst::Alu(simpler));
                out.push(p);
            }
        }
    }
    out.extend(without_declarations(program));
    out
}

fn simpler(alu: &Alu) -> Vec<Alu> {
    let mut out = Vec::new();
    let mut push = |change: &dyn Fn(&mut Alu)| {
        let mut a = alu.clone();
        change(&mut a);
        out.push(a);
    };
    push(&|a| a.test = None);
    if alu.target != Target::ConditionCode {
        push(&|a| a.update = false);
    }
    push(&|a| a.saturate = false);
    for c in (0..4).filter(|c| alu.mask != 1 << c) {
        push(&|a| a.mask &= !(1 << c));
    }
    for i in 0..alu.sources.len() {
        push(&|a| a.sources[i].negate = [false; 4]);
        push(&|a| a.sources[i].inner_negate = false);
        push(&|a| {
            a.sources[i].absolute = false;
            a.sources[i].inner_negate = false;
        });
    }
    out
}

/// The program without the last declaration of a kind, if nothing names it.
fn without_declarations(program: &Program) -> Vec<Program> {
    let sources = || program.alus().flat_map(|a| &a.sources).map(|s| s.source);
    let mut out = Vec::new();
    let last_single = program.singles.len().wrapping_sub(1) as u8;
    if !program.singles.is_empty() && sources().all(|s| s != Source::Single(last_single)) {
        let mut p = program.clone();
        p.singles.pop();
        out.push(p);
    }
    let last = program.arrays.len().wrapping_sub(1) as u8;
    let names_array = |s: Source| match s {
        Source::Element(array, _) | Source::Relative { array, .. } => array == last,
        _ => false,
    };
    if !program.arrays.is_empty() && !sources().any(names_array) {
        let mut p = program.clone();
        p.arrays.pop();
        out.push(p);
    }
    out
}
