//! All steps.

use super::lines::{After, Line, Operand, Place};
use super::pairs::pair;
use super::registers::{allocate, literals};
use super::vector::Vectors;
use crate::codegen::graph::flatten::Flat;
use crate::codegen::graph::numbers::{Lanes, NodeId};
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Target;
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::assembly::d3d::{D3dProgram, Slots, tokens};
use crate::ir::Span;
use crate::ir::interface::fragment_output;

/// Microsoft's number for too many arithmetic instructions, and how many there are.
const TOO_MANY: u32 = 5088;
const ARITHMETIC: u32 = 8;

/// The shader of a graph.
pub(in crate::codegen) fn shader(
    target: &Target<'_>,
    version: Version,
    flat: &Flat,
) -> Result<Shader, Refusal> {
    let mut vectors = Vectors::new(version, &flat.graph);
    let color = |c: u32| {
        flat.outputs
            .get(&(4 * fragment_output::COLOR_0 + c))
            .copied()
    };
    let first = (0..4).find_map(color);
    let lanes: Lanes = [0, 1, 2, 3].map(|c| color(c).or(first));
    let has_depth = target
        .outputs
        .iter()
        .any(|s| s.register.file == File::DepthOut);
    if first.is_none() || has_depth || !flat.killing.is_empty() {
        return Err(vectors.refusal());
    }
    let mut kills: Vec<NodeId> = flat.kills.clone();
    kills.dedup();
    if !kills.is_empty() && vectors.kill(&kills).is_err() {
        return Err(vectors.refusal());
    }
    // Coordinates that are computed take a phase of their own.
    let mut before = Vec::new();
    if version == Version::Ps14 {
        let roots: Vec<NodeId> = lanes.iter().flatten().copied().collect();
        if vectors.first_phase(&roots).is_err() {
            return Err(vectors.refusal());
        }
        if !vectors.code.computed.is_empty() {
            before = vectors.end_phase();
            before.push(Line::new(Opcode::Phase, Place::Literals(0), 0, &[]));
        }
    }
    let to = vectors.new_virtual();
    if vectors.compute(to, lanes, 15, After::default()).is_err() {
        return Err(vectors.refusal());
    }
    let code = vectors.code;
    let mut addresses = code.addresses;
    if version != Version::Ps14 {
        // Stages follow each other.
        addresses.sort_by_key(|l| match l.to {
            Place::Fixed(register) => register.number,
            _ => 0,
        });
    }
    let after = addresses.into_iter().chain(code.lines);
    let mut lines: Vec<Line> = before.into_iter().chain(after).collect();
    allocate(version, &mut lines, code.virtuals)?;
    let definitions = literals(target, version, &mut lines, &code.literals)?;
    pair(&mut lines);
    let shader = assemble(version, &lines, &definitions);
    let phases = lines.split(|l| l.opcode == Opcode::Phase);
    let used = phases.map(|lines| Slots::of(&assemble(version, lines, &[])).arithmetic);
    let used = used.max().unwrap_or(0);
    if used > ARITHMETIC {
        return Err(Refusal::Limit {
            what: "arithmetic instruction slots are needed",
            used,
            limit: ARITHMETIC,
            version: version.name(),
            number: TOO_MANY,
        });
    }
    // What the rules of the version forbid has no other form here.
    match D3dProgram::from_tokens(&tokens::encode(&shader)) {
        Ok(_) => Ok(shader),
        Err(error) => Err(Refusal::Lacks {
            what: format!("an expression ({})", error.kind),
            version: version.name(),
            number: 4532,
            span: Span::NONE,
        }),
    }
}

fn assemble(version: Version, lines: &[Line], definitions: &[(u32, [u32; 4])]) -> Shader {
    let span = Span::NONE;
    let definitions = definitions.iter().map(|(number, words)| {
        Item::Definition(Definition {
            register: Register::new(File::Const, *number),
            words: *words,
        })
    });
    let instructions = lines.iter().map(|l| Item::Instruction(instruction(l)));
    let items = definitions.chain(instructions);
    Shader {
        version,
        statements: items.map(|item| Statement { item, span }).collect(),
        end: span,
    }
}

fn register(place: Place) -> Register {
    match place {
        Place::Fixed(register) => register,
        Place::Virtual(n) | Place::Literals(n) => Register::new(File::Temp, n),
    }
}

fn instruction(line: &Line) -> Instruction {
    let source = |read: &Operand| Source {
        swizzle: read.component.map_or(Swizzle::IDENTITY, Swizzle::replicate),
        modifier: read.modifier,
        ..Source::plain(register(read.place))
    };
    Instruction {
        opcode: line.opcode,
        comparison: None,
        coissue: line.is_paired,
        predicate: None,
        destination: (line.opcode != Opcode::Phase).then(|| Destination {
            mask: line.mask,
            saturate: line.after.saturate,
            shift: line.after.shift,
            ..Destination::plain(register(line.to))
        }),
        sources: line.reads.iter().map(source).collect(),
    }
}
