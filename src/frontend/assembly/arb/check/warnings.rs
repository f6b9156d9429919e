//! Warnings about a program that loads: for the log and for `trilobite compile`, never for the application.

use crate::frontend::assembly::arb::check::flow_graph::FlowGraph;
use crate::frontend::assembly::arb::language::before_header;
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::opcode_table::row_of;
use crate::frontend::assembly::arb::parsed::{Instruction, Parsed, Variable};
use crate::frontend::assembly::operand::{Condition, Rule, Select, Source, Target};
use crate::frontend::diagnostic::{Warning, WarningKind};
use crate::ir::Span;

/// The most warnings that are reported.
const MAX_WARNINGS: usize = 20;

/// The warnings, in the order of the text.
pub(crate) fn warnings(p: &Parsed, text: &[u8]) -> Vec<Warning> {
    let graph = FlowGraph::of(p);
    let mut out = declarations(p, text);
    out.extend(p.instructions.iter().filter_map(forbidden));
    out.extend(odd_start(text));
    if graph.is_straight(p) {
        let block = graph.blocks[graph.start].instructions.clone();
        // Registers of native programs begin as 0 (NV_vertex_program2 2.14.1.4).
        if !p.language.is_native() {
            read_before_written(p, &p.instructions[block.clone()], text, &mut out);
        }
        conditions(&p.instructions[block], &mut out);
    } else {
        let updates = p.instructions.iter().any(|i| i.updates.is_some());
        for inst in &p.instructions {
            test(inst, if updates { 15 } else { 0 }, &mut out);
        }
    }
    for block in graph.blocks.iter().filter(|b| !b.reached) {
        let first = p.instructions.get(block.instructions.start);
        if let Some(inst) = first.filter(|i| is_work(i) && !block.instructions.is_empty()) {
            out.push(Warning {
                kind: WarningKind::Unreachable,
                span: inst.span,
            });
        }
    }
    out.sort_by_key(|w| w.span.start);
    out.truncate(MAX_WARNINGS);
    out
}

/// The warning about white space or comments before the header.
pub(crate) fn odd_start(text: &[u8]) -> Option<Warning> {
    let start = before_header(text);
    (start > 0).then(|| Warning {
        kind: WarningKind::BeforeHeader,
        span: Span::new(start, start + 2),
    })
}

/// What the specifications forbid, and drivers of the time took: RFL with w in its mask (NV_fragment_program 3.11.5.36), POPA
/// under a condition (NV_vertex_program3 2.14.5.43).
fn forbidden(inst: &Instruction) -> Option<Warning> {
    let destination = inst.destination.as_ref()?;
    let always = |c: Condition| c.rule == Rule::Tr;
    let kind = match inst.opcode {
        Opcode::Rfl if destination.mask & 8 != 0 => WarningKind::MaskWithW,
        Opcode::Popa if !destination.condition.is_none_or(always) => WarningKind::PopCondition,
        _ => return None,
    };
    Some(Warning {
        kind,
        span: inst.span,
    })
}

/// Whether an instruction does work: ENDIF and its like, and a RET at the end, are formalities.
fn is_work(inst: &Instruction) -> bool {
    use Opcode::{Else, Endif, Endloop, Endrep, Ret};
    !matches!(inst.opcode, Else | Endif | Endloop | Endrep | Ret)
}

fn name(text: &[u8], span: Span) -> String {
    let bytes = text.get(span.start as usize..span.end as usize);
    String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
}

/// Warns of unused names, and of temporaries that are only written.
fn declarations(p: &Parsed, text: &[u8]) -> Vec<Warning> {
    let mut read = vec![false; p.n_temps as usize];
    for operand in p.instructions.iter().flat_map(|i| &i.sources) {
        if let Source::Temp(n) = operand.source {
            read[n as usize] = true;
        }
    }
    let warn = |d: &crate::frontend::assembly::arb::parsed::Declared| {
        let kind = match d.variable {
            _ if !d.used => WarningKind::Unused(name(text, d.span)),
            Variable::Temp(n) if !read[n as usize] => WarningKind::NeverRead(name(text, d.span)),
            _ => return None,
        };
        Some(Warning { kind, span: d.span })
    };
    p.declared.iter().filter_map(warn).collect()
}

/// Warns, in straight code, of components that are read and never written before.
fn read_before_written(p: &Parsed, code: &[Instruction], text: &[u8], out: &mut Vec<Warning>) {
    let mut written = vec![0u8; p.n_temps as usize];
    for inst in code {
        let mask = inst.destination.map_or(15, |d| d.mask);
        let wanted = row_of(inst.opcode).components_read(mask);
        for operand in &inst.sources {
            let Source::Temp(n) = operand.source else {
                continue;
            };
            let letters = operand.select.iter().enumerate();
            let read = letters.fold(0, |bits, (i, s)| match s {
                Select::Component(c) => bits | (wanted >> i & 1) << c,
                _ => bits,
            });
            let missing = read & !written[n as usize];
            let is_it = |v: &Variable| matches!(v, Variable::Temp(m) if *m == n);
            let declared = p.declared.iter().find(|d| is_it(&d.variable));
            if let Some(declared) = declared.filter(|_| missing != 0) {
                let components = (0..4).filter(|c| missing >> c & 1 != 0);
                out.push(Warning {
                    kind: WarningKind::ReadBeforeWritten {
                        name: name(text, declared.span),
                        components: components.map(|c| char::from(b"xyzw"[c])).collect(),
                    },
                    span: operand.span,
                });
                // One warning is enough.
                written[n as usize] |= missing;
            }
        }
        if let Some((n, mask)) = inst.destination.and_then(|d| match d.target {
            Target::Temp(n) => Some((n, d.mask)),
            _ => None,
        }) {
            written[n as usize] |= mask;
        }
    }
}

/// Warns, in straight code, of tests before any update of their condition code.
fn conditions(code: &[Instruction], out: &mut Vec<Warning>) {
    let mut updated = 0;
    for inst in code {
        test(inst, updated, out);
        if let (Some(_), Some(destination)) = (inst.updates, inst.destination) {
            updated |= destination.mask;
        }
    }
}

/// Warns of an instruction's condition that never holds. `updated` are the components of the condition code that may
/// have been written.
fn test(inst: &Instruction, updated: u8, out: &mut Vec<Warning>) {
    let of_destination = inst.destination.and_then(|d| Some((d.condition?, d.mask)));
    let tested = inst.condition.map(|c| (c, 15)).or(of_destination);
    let kind = match tested {
        Some((Condition { rule: Rule::Fl, .. }, _)) => WarningKind::ConditionFalse,
        Some((c, mask)) if matches!(c.rule, Rule::Lt | Rule::Gt | Rule::Ne) => {
            let looks_at = (0..4).filter(|i| mask >> i & 1 != 0).map(|i| c.swizzle[i]);
            if { looks_at }.any(|c| updated >> c & 1 != 0) {
                return;
            }
            WarningKind::ConditionOfInitialCode
        }
        _ => return,
    };
    out.push(Warning {
        kind,
        span: inst.span,
    });
}
