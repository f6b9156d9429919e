//! The statistics that `compile` prints.

use std::fmt::Display;
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::arb::{ArbProgram, FlowCounts, Limits};
use trilobite::frontend::assembly::ati;
use trilobite::frontend::assembly::ati::shader::{
    CONSTANTS, Constant, PAIRS, PASSES, REGISTERS, Shader,
};
use trilobite::frontend::assembly::d3d::D3dProgram;
use trilobite::frontend::c_like::entry::Kernel;
use trilobite::frontend::language::Loaded;
use trilobite::ir::signature::{Direction, Scalar, Signature};
use trilobite::ir::{self, stats::Stats};

/// Lists what a program uses of the driver's limits, and the size of its IR.
pub(super) fn statistics(program: &Loaded, code: &BoundProgram, ir: &ir::Program) -> String {
    let mut out = match program {
        Loaded::Arb { program, limits } => arb(program, limits, ir),
        Loaded::Ati(shader) => shader_counts(shader),
        Loaded::D3d(shader) => d3d_counts(shader),
        Loaded::Muda { kernel, .. } => {
            return kernel_counts(kernel) + &format!("IR: {}\n", Stats::of(ir));
        }
        Loaded::Shading(loaded) => {
            return signature_counts(&loaded.signature()) + &format!("IR: {}\n", Stats::of(ir));
        }
    };
    out += &row("uniform vectors", code.bindings.len());
    out + &format!("IR: {}\n", Stats::of(ir))
}

/// Lists the instruction slots and the signature of a Direct3D shader.
fn d3d_counts(shader: &D3dProgram) -> String {
    let slots = shader.slots();
    let mut out = format!("{}\n", shader.version().name());
    out += &row("instruction slots", slots.all());
    out += &row("of texture instructions", slots.texture);
    out + &signature_counts(&shader.signature().0)
}

/// Lists the parameters of a function, with the words that hold them.
fn kernel_counts(kernel: &Kernel) -> String {
    signature_counts(&kernel.signature)
}

fn signature_counts(signature: &Signature) -> String {
    let mut out = format!("function {}\n", signature.name);
    for p in &signature.parameters {
        let kind = match p.scalar {
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
        };
        let way = match p.direction {
            Direction::In(input) => format!("in, from input word {input}"),
            Direction::Out(output) => format!("out, from output word {output}"),
            Direction::InOut { input, output } => {
                format!("inout, from input word {input}, output word {output}")
            }
            Direction::Uniform(first) => format!("uniform, from word {first}"),
        };
        out += &format!(
            "    {:<18} {} x {kind}, {way}\n",
            p.name,
            p.components * p.count
        );
    }
    out
}

/// One line: a name and a number.
fn row(what: &str, value: impl Display) -> String {
    format!("{what:<22}{value:>6}\n")
}

/// One line: a name, a number, and its limit.
fn row_of(what: &str, used: u32, limit: impl Display) -> String {
    format!("{what:<22}{used:>6} of {limit}\n")
}

/// Lists what a vertex or fragment program uses of its limits.
fn arb(program: &ArbProgram, limits: &Limits, ir: &ir::Program) -> String {
    let used = program.counts;
    let mut rows = vec![
        ("instructions", used.instructions, limits.instructions),
        ("temporaries", used.temporaries, limits.temporaries),
        ("parameters", used.parameters, limits.parameters),
        ("attributes", used.attributes, limits.attributes),
    ];
    if limits.alu == 0 {
        rows.push(("address registers", used.addresses, limits.addresses));
    } else {
        rows.extend([
            ("ALU instructions", used.alu, limits.alu),
            ("texture instructions", used.tex, limits.tex),
            (
                "texture indirections",
                used.indirections,
                limits.indirections,
            ),
        ]);
    }
    let rows = rows
        .into_iter()
        .map(|(what, n, limit)| row_of(what, n, limit));
    let flow = program.flow_counts().map(|counts| flow(&counts, ir));
    rows.chain(flow).collect()
}

/// Lists the control flow of a program in a language that has it.
fn flow(counts: &FlowCounts, ir: &ir::Program) -> String {
    let limit = ir
        .instruction_limit
        .map_or("none".to_owned(), |n| n.to_string());
    [
        row("labels", counts.labels),
        row(
            "BRA, CAL, RET",
            format!("{}, {}, {}", counts.branches, counts.calls, counts.returns),
        ),
        row("IF, loops", format!("{}, {}", counts.ifs, counts.loops)),
        row("goes back", if counts.goes_back { "yes" } else { "no" }),
        row("execution limit", limit),
        row("call depth", ir.call_depth),
        row("lane slots", ir.n_slots),
    ]
    .concat()
}

/// Lists the passes of an ATI shader with their routing, and its constants with their values.
fn shader_counts(shader: &Shader) -> String {
    let counts = shader.counts();
    let mut out = row_of("passes", counts.passes, PASSES);
    for (n, pass) in shader.passes.iter().enumerate() {
        out += &row_of(&format!("pairs, pass {}", n + 1), counts.pairs[n], PAIRS);
        out += &row_of(
            &format!("routings, pass {}", n + 1),
            counts.routings[n],
            REGISTERS,
        );
        for (register, routing) in pass.routing.iter().enumerate() {
            if let Some(routing) = routing {
                out += &format!("    {}\n", ati::print::routing(register, routing));
            }
        }
    }
    out += &row("textures sampled", counts.samples);
    out += &row_of("constants", counts.constants, CONSTANTS);
    for (n, constant) in shader.constants.iter().enumerate() {
        if *constant != Constant::Global {
            out += &format!("    c{n} = {}\n", ati::print::constant(n, constant));
        }
    }
    out
}
