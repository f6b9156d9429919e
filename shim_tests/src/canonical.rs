//! Checks that canonical text of programs, and text of IR, are read back as the same program.
#![forbid(unsafe_code)]

use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::arb::{ArbProgram, Limits, MAX_TEXT_BYTES};
use trilobite::frontend::assembly::arb::{load_fragment, load_state, load_vertex};
use trilobite::frontend::assembly::ati;
use trilobite::frontend::assembly::ati::shader::{Constant, Shader};
use trilobite::frontend::fixed_function::fragment::PixelSource;
use trilobite::ir::{Inst, Program, Span, Type, parse, verify};

/// Loads a text as the program that its header names.
pub fn load(text: &[u8], draw_buffers: u32) -> Result<ArbProgram, String> {
    // White space and comments may stand before the header.
    let lines = text
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii_start);
    let header = { lines }
        .find(|line| line.starts_with(b"!!"))
        .unwrap_or(text);
    let loaded = if header.starts_with(b"!!ARBvp") || header.starts_with(b"!!VP") {
        load_vertex(text, &Limits::VERTEX)
    } else if header.starts_with(b"!!VSP") {
        load_state(text, &Limits::VERTEX)
    } else {
        let limits = Limits {
            draw_buffers,
            ..Limits::FRAGMENT
        };
        load_fragment(text, &limits)
    };
    loaded.map_err(|e| e.info_log(text))
}

/// The canonical text of a program. It must load as the same program, except for places in the text. Its own canonical
/// text must be itself.
pub fn arb(program: &ArbProgram, draw_buffers: u32) -> Result<String, String> {
    let text = program.text();
    // Arrays that nearly fill a mebibyte are the documented exception.
    if text.len() > MAX_TEXT_BYTES {
        return Ok(text);
    }
    let again = load(text.as_bytes(), draw_buffers).map_err(|e| format!("{e}\n{text}"))?;
    let (first, second) = (facts(program), facts(&again));
    if let Some((a, b)) = first.iter().zip(&second).find(|(a, b)| a != b) {
        return Err(format!("{text}is another program:\n{a}\n{b}"));
    }
    match again.text() {
        second if second != text => Err(format!("{text}is written as\n{second}")),
        _ => Ok(text),
    }
}

/// Everything that a program reports, except its text and spans.
fn facts(p: &ArbProgram) -> Vec<String> {
    let told = (p.counts, p.textures, p.shadow_units, p.coords_read);
    let more = (
        p.position_invariant,
        p.writes_depth,
        p.kills,
        p.clips(),
        p.flow_counts(),
    );
    let mut facts = vec![format!("{told:?} {more:?}")];
    for planes in [0, 0b10_0101] {
        facts.push(bare(&p.code_with_clip_planes(planes)));
    }
    for source in [PixelSource::DrawPixels, PixelSource::Bitmap] {
        let (code, place) = p.code_for_pixels(source, true);
        facts.push(format!("{place:?}\n{}", bare(&code)));
    }
    facts
}

/// IR without spans, with the bindings of its uniforms.
fn bare(code: &BoundProgram) -> String {
    let mut program = (*code.program).clone();
    for block in &mut program.blocks {
        block.terminator_span = Span::NONE;
        block
            .insts
            .iter_mut()
            .for_each(|inst| inst.span = Span::NONE);
    }
    // The values are compared as text, so that −0 is not +0.
    format!("{program}{:?}", code.bindings)
}

/// Whether the canonical text of a shader is read back as the same shader, the context's constants as `program.env`.
pub fn ati(shader: &Shader) -> Result<String, String> {
    let text = ati::print::text(shader);
    let again = ati::text::parse(text.as_bytes()).map_err(|e| e.info_log(text.as_bytes()))?;
    let mut expected = shader.without_spans();
    let read = shader.constants_read();
    for (n, constant) in expected.constants.iter_mut().enumerate() {
        if *constant == Constant::Global && read >> n & 1 != 0 {
            *constant = Constant::Env(n as u32);
        }
    }
    // The values are compared as text: NaN is NaN, and −0 is not +0.
    let (first, second) = (
        format!("{expected:?}"),
        format!("{:?}", again.without_spans()),
    );
    if first != second {
        return Err(format!("{text}is another shader:\n{first}\n{second}"));
    }
    match ati::print::text(&again) {
        second if second != text => Err(format!("{text}is written as\n{second}")),
        _ => Ok(text),
    }
}

/// Whether the text form of IR is read back as the same program, well formed as before.
pub fn ir(program: &Program) -> Result<(), String> {
    let text = program.to_string();
    let again = parse::parse(&text).map_err(|e| format!("{e}\n{text}"))?;
    // The text leaves out one thing: the number of the unused first result of an instruction without results.
    let types = |p: &Program| -> Vec<Type> {
        let results = p.insts().flat_map(Inst::results);
        let params = p.blocks.iter().flat_map(|b| b.params.iter().copied());
        results.chain(params).map(|v| p.type_of(v)).collect()
    };
    if again.to_string() != text || types(program) != types(&again) {
        return Err(format!("{text}is read back as\n{again}"));
    }
    verify::verify(&again).map_err(|e| format!("{e:?}\n{text}"))
}
