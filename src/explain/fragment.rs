//! Makes the section of a fragment: its fate with the compared numbers, and a listing of its program.

use super::names::{blend, compare, logic_op, number, stencil_op};
use super::pixel::{change, color_mask, counts, depth_text, pixels};
use super::source::{Text, Written};
use super::{Fact, Listing, Section, Source, Sources, Tone};
use crate::ir::interface::DEPTH_RANGE_FACT;
use crate::ir::{Noted, ProgramId, Span};
use crate::kernel::trace::{self, Value};
use crate::raster::*;

/// Makes the section of a fragment. `hider` is the number of the event that replaced its colour later, if one did.
pub(super) fn section(
    fragment: &FragmentEvent,
    hider: Option<usize>,
    sources: &Sources,
) -> Section {
    // The heading names the primitive, the facts say what it is and what the tests compared.
    let (outcome, tone) = fate(fragment, hider, sources);
    let vertices: Vec<String> = fragment.vertices.iter().map(|v| v.to_string()).collect();
    let what = match fragment.vertices.len() {
        1 => "point",
        2 => "line",
        3 => "triangle",
        _ => "polygon",
    };
    let mut facts = vec![
        Fact::new("vertices", vertices.join(", ")),
        Fact::new("facing", if fragment.front { "front" } else { "back" }),
    ];
    facts.extend(shading_facts(fragment));
    for (n, outcome) in fragment.outcomes.iter().enumerate() {
        facts.extend(outcome_facts(fragment, n, outcome));
    }
    facts.extend(state_facts(fragment));
    facts.extend(pixels("before", &fragment.before));
    facts.extend(pixels("after", &fragment.after));
    Section {
        heading: format!("Draw {}, {what} {}", fragment.draw, fragment.primitive),
        outcome,
        tone,
        change: change(&fragment.before, &fragment.after),
        facts,
        listings: listing(fragment, sources).into_iter().collect(),
    }
}

/// Says in words what happened to a fragment.
fn fate(fragment: &FragmentEvent, hider: Option<usize>, sources: &Sources) -> (String, Tone) {
    let ops = &fragment.state.ops;
    let lost = |what: &str| (what.to_owned(), Tone::Bad);
    match fragment.fate {
        Fate::NotCovered => lost("not covered"),
        Fate::Stippled => lost("left out by the polygon stipple"),
        Fate::Scissored => lost("outside of the scissor box"),
        Fate::Killed => lost(&killer(fragment, sources)),
        Fate::CoverageRemoved => lost("no sample left by alpha or the sample coverage"),
        Fate::DepthBounds => lost("failed the depth bounds test"),
        Fate::Alpha => lost("failed the alpha test"),
        Fate::Stencil => lost("failed the stencil test"),
        Fate::Depth => lost("failed the depth test"),
        Fate::NothingWritten => ("passed, but no colour is written".to_owned(), Tone::Neutral),
        Fate::Written => {
            let how = match (
                ops.logic_op,
                ops.blend.filter(|_| ops.blends[0]),
                ops.color_mask[0] == [true; 4],
            ) {
                (Some(op), _, _) => format!("combined by {}", logic_op(op)),
                (None, Some(_), _) => "blended".into(),
                (None, None, true) => "written".into(),
                (None, None, false) => "written in part".into(),
            };
            counts(how, hider)
        }
    }
}

/// Names the statement that discarded a fragment, if it is known.
fn killer(fragment: &FragmentEvent, sources: &Sources) -> String {
    let shading = fragment.shading.as_ref();
    let killer = shading.and_then(|shading| shading.trace.killer());
    if let Some(why) = killer.and_then(depth_range) {
        return format!("discarded{why}");
    }
    match (killer, sources.of(fragment.state.fragment.program.id)) {
        (Some(statement), Some(source)) if statement.span != Span::NONE => {
            let written = Text::of(source).map(|text| text.written(statement.span));
            let Written { line, file, .. } = written.unwrap_or_default();
            let file = file.map_or(String::new(), |file| format!("{file}, in "));
            format!("discarded by line {line} of {file}the fragment program")
        }
        _ => "discarded by the fragment program".into(),
    }
}

/// Says how a computed depth lies outside of the depth range, if this is why the fragment was discarded.
pub(super) fn depth_range(killer: &trace::Statement) -> Option<String> {
    let is_it = |fact: &&trace::Fact| fact.what == Noted::Fact(DEPTH_RANGE_FACT);
    let fact = killer.facts.iter().find(is_it)?;
    let [Value::F32(depth), Value::F32(low), Value::F32(high), _] =
        fact.present().collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let [depth, low, high] = [depth, low, high].map(number);
    Some(format!(
        ": depth {depth} is outside of the depth range {low} to {high}"
    ))
}

/// Returns the results of the fragment program.
fn shading_facts(fragment: &FragmentEvent) -> Vec<Fact> {
    let Some(shading) = &fragment.shading else {
        return Vec::new();
    };
    let mut facts = Vec::new();
    if !shading.is_killed {
        facts.push(Fact::color("shaded colour", shading.color));
    }
    if let Some(depth) = shading.depth {
        facts.push(Fact::new("shaded depth", number(depth)));
    }
    facts
}

/// Returns the tests and the colours of one sample. Samples with the same outcome are described once.
fn outcome_facts(fragment: &FragmentEvent, sample: usize, outcome: &Outcome) -> Vec<Fact> {
    let n = fragment.outcomes.len();
    let same = |o: &Outcome| {
        (o.fate, &o.tests, &o.colors) == (outcome.fate, &outcome.tests, &outcome.colors)
    };
    let first = fragment.outcomes.iter().position(same) == Some(sample);
    let all = fragment.outcomes.iter().all(same);
    if n > 1 && !first {
        return Vec::new();
    }
    // A fact's name has the number of the sample only if samples differ.
    let named = |name: &str| {
        if n == 1 || all {
            name.to_owned()
        } else {
            format!("{name}, sample {sample}")
        }
    };
    let mut facts = Vec::new();
    if n > 1 && !all {
        facts.push(Fact::new(named("fate"), format!("{:?}", outcome.fate)));
    }
    // The tests come in the order in which they ran, then blending or the logic operation.
    for test in &outcome.tests {
        let Noted::Fact(name) = test.what else {
            continue;
        };
        facts.push(Fact::new(
            named(&format!("{name} test")),
            test_text(fragment, name, test),
        ));
    }
    for colors in &outcome.colors {
        let Noted::Fact(name) = colors.what else {
            continue;
        };
        facts.push(color_fact(named(name), colors));
    }
    facts
}

/// Shows the values of blending, which are floats, or of the logic operation, which are integers.
fn color_fact(name: String, fact: &trace::Fact) -> Fact {
    let values: Vec<Value> = fact.present().collect();
    match values[..] {
        [Value::F32(r), Value::F32(g), Value::F32(b), Value::F32(a)] => {
            Fact::color(name, [r, g, b, a])
        }
        [Value::I32(source), Value::I32(old), Value::I32(new)] => Fact::new(
            name,
            format!("source {source:#010x}, destination {old:#010x} → {new:#010x}"),
        ),
        _ => Fact::new(name, String::new()),
    }
}

/// Shows what a test compared, as `0.5 LESS 0.25: fails`.
fn test_text(fragment: &FragmentEvent, name: &str, fact: &trace::Fact) -> String {
    let values: Vec<Value> = fact.present().collect();
    let verdict = match values.last() {
        Some(Value::Mask(true)) => "passes",
        _ => "fails",
    };
    let ops = &fragment.state.ops;
    let integer = |i: usize| match values.get(i) {
        Some(Value::I32(x)) => *x as u32,
        _ => 0,
    };
    let float = |i: usize| match values.get(i) {
        Some(Value::F32(x)) => *x,
        _ => 0.0,
    };
    // Each test has noted the numbers that it compared, in the order in which they are shown.
    let face = usize::from(!fragment.front);
    let what = match name {
        "depth" => format!(
            "{} {} {}",
            depth_text(integer(0)),
            ops.depth_test.map(compare).unwrap_or_default(),
            depth_text(integer(1))
        ),
        "depth bounds" => format!(
            "{} ≤ {} ≤ {}",
            depth_text(integer(0)),
            depth_text(integer(1)),
            depth_text(integer(2))
        ),
        "alpha" => format!(
            "{} {} {}",
            number(float(0)),
            ops.alpha_test.map(compare).unwrap_or_default(),
            alpha_reference(fragment, float(1))
        ),
        "stencil" => format!(
            "reference {} {} stored {}, both under mask {:#04x}",
            integer(0),
            ops.stencil
                .map(|s| compare(s[face].func))
                .unwrap_or_default(),
            integer(1),
            fragment.state.values.stencil_mask[face]
        ),
        _ => String::new(),
    };
    format!("{what}: {verdict}")
}

/// Shows the reference of the alpha test. For colour buffers of bytes, alpha is compared as an integer.
fn alpha_reference(fragment: &FragmentEvent, reference: f32) -> String {
    let colors = fragment.before.first().and_then(|p| p.colors.first());
    match colors {
        Some(StoredPixel::Floats(_)) => number(reference),
        _ => format!("{} (of 255)", number(reference)),
    }
}

/// Returns the state that decided the fragment's fate: scissor, stencil operations, blending and colour mask.
fn state_facts(fragment: &FragmentEvent) -> Vec<Fact> {
    let state = &fragment.state;
    let ops = &state.ops;
    // The scissor is shown if it removed the fragment, blending and mask if the fragment was written.
    let mut facts = Vec::new();
    if let (Fate::Scissored, Some([x, y, width, height])) = (fragment.fate, state.raster.scissor) {
        let what = format!("({x}, {y}), {width} × {height}");
        facts.push(Fact::new("scissor box", what));
    }
    if let Some(faces) = ops.stencil {
        let face = faces[usize::from(!fragment.front)];
        let [fail, depth_fail, pass] = [face.fail, face.depth_fail, face.pass].map(stencil_op);
        facts.push(Fact::new(
            "stencil operation",
            format!("{fail}, or {depth_fail} where depth fails, or {pass}"),
        ));
    }
    if fragment.fate == Fate::Written {
        if let (Some(b), None) = (ops.blend.filter(|_| ops.blends[0]), ops.logic_op) {
            let color = blend(b.equation[0], b.src[0], b.dst[0]);
            let alpha = blend(b.equation[1], b.src[1], b.dst[1]);
            facts.push(Fact::new("blending", color.clone()));
            if alpha != color {
                facts.push(Fact::new("blending of alpha", alpha));
            }
        }
        facts.extend(color_mask(ops.color_mask[0]));
    }
    facts
}

/// Makes the listing of the fragment program, or a remark that says why it did not run.
fn listing(fragment: &FragmentEvent, sources: &Sources) -> Option<Listing> {
    let program = fragment.state.fragment.program.id;
    let caption = caption("Fragment", sources, program);
    let Some(shading) = &fragment.shading else {
        let remark = match fragment.fate {
            Fate::Stippled | Fate::Scissored => return None,
            Fate::NothingWritten => "Not run: nobody sees what it computes.",
            _ => "Not run: the tests come first, since the program cannot change what they see.",
        };
        return Some(Listing {
            caption,
            lines: Vec::new(),
            remark: Some(remark.into()),
        });
    };
    let mut listing = Listing::new(caption, &shading.trace, sources.of(program));
    if shading.is_forgotten {
        listing.remark = Some("Left out: many fragments came after this one.".into());
    } else if shading.is_killed {
        listing.remark = Some("The fragment is discarded here.".into());
    }
    Some(listing)
}

/// Names a program: by the first word of its text, or as fixed function.
pub(super) fn caption(stage: &str, sources: &Sources, program: ProgramId) -> String {
    match sources.of(program) {
        Some(Source::Text(text)) => {
            let header = text
                .split(|c| c.is_ascii_whitespace())
                .next()
                .unwrap_or_default();
            let header = String::from_utf8_lossy(&header[..header.len().min(16)]).into_owned();
            format!("{stage} program {header}")
        }
        Some(Source::Files(map)) => {
            let file = map.place(Span::new(0, 0)).file.to_owned();
            format!("{stage} program {file}").trim_end().to_owned()
        }
        Some(Source::FixedFunction) => format!("{stage} stage, fixed function"),
        None => format!("{stage} stage"),
    }
}
