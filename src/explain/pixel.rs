//! The report of a pixel: what reached it, in order, and what became of that.

use super::names::{blend, compare, logic_op, number, stencil_op, vector};
use super::{Fact, Listing, Report, Section, Source, Sources, Swatch, Tone};
use crate::ir::{Noted, ProgramId};
use crate::kernel::trace::{self, Value};
use crate::raster::*;

/// The greatest stored depth.
const DEPTH_MAX: f64 = 0xff_ffff as f64;

/// The report of a pixel of a frame.
pub(super) fn report(
    explanation: &Explanation,
    frame: u32,
    [x, y]: [i32; 2],
    sources: &Sources,
) -> Report {
    let hiders = hiders(&explanation.events);
    let events = explanation.events.iter().zip(&hiders).enumerate();
    let sections: Vec<Section> = events
        .filter_map(|(i, (event, hider))| section(i, event, *hider, explanation, sources))
        .collect();
    let last = explanation
        .last_pixel()
        .and_then(|samples| mean(samples, 0));
    Report {
        title: format!("Pixel ({x}, {y}) of frame {frame}"),
        lead: lead(explanation, &sections, [x, y]),
        swatch: last.map(Swatch::of),
        sections,
    }
}

fn count(n: usize, what: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{n} {what}{s}")
}

fn lead(explanation: &Explanation, sections: &[Section], [x, y]: [i32; 2]) -> Vec<String> {
    let n_draws = explanation.n_draws as usize;
    let is_inside = |t: &&std::sync::Arc<RenderTarget>| {
        (0..t.width as i32).contains(&x) && (0..t.height as i32).contains(&y)
    };
    let mut lead = Vec::new();
    if n_draws == 0 && sections.is_empty() {
        lead.push("Nothing was drawn in this frame.".to_owned());
    } else if explanation.targets.iter().filter(is_inside).count() == 0 {
        let sizes = explanation.targets.iter();
        let sizes: Vec<String> = sizes
            .map(|t| format!("{} × {}", t.width, t.height))
            .collect();
        lead.push(format!(
            "The frame has no such pixel: it drew to {}. Pixels are counted from 0, from the lower left corner.",
            sizes.join(", ")
        ));
    } else {
        let is_fragment = |e: &&Event| matches!(e, Event::Fragment(_));
        let n_fragments = explanation.events.iter().filter(is_fragment).count();
        let n_clears = explanation.events.len() - n_fragments;
        let lost = sections.iter().filter(|s| s.tone == Tone::Bad).count();
        let lost = match (lost, n_fragments) {
            (_, 0) => String::new(),
            (0, _) => " None of the fragments was lost.".into(),
            (1, _) => " One of the fragments was lost.".into(),
            (n, _) => format!(" {n} of the fragments were lost."),
        };
        lead.push(format!(
            "The frame has {}; {} and {} reached this pixel.{lost}",
            count(n_draws, "draw"),
            count(n_fragments, "fragment"),
            count(n_clears, "clear"),
        ));
    }
    if explanation.n_forgotten > 0 {
        let n = explanation.n_forgotten;
        lead.push(format!("{n} earlier events are left out."));
    }
    if let Some(color) = explanation
        .last_pixel()
        .and_then(|samples| mean(samples, 0))
    {
        lead.push(format!("In the end it holds {}.", vector(&color)));
    }
    if !explanation.agrees {
        lead.push(
            "The pixel that was drawn is another one than this explanation ends with: that is a bug of Trilobite's."
                .into(),
        );
    }
    lead
}

/// For each event: the event behind it that replaced all of its colour.
fn hiders(events: &[Event]) -> Vec<Option<usize>> {
    let mut hider: Vec<Option<usize>> = Vec::new();
    let mut out = vec![None; events.len()];
    for (i, event) in events.iter().enumerate().rev() {
        let (target, replaces) = match event {
            Event::Clear(clear) => {
                let all = clear.clear.color.is_some_and(|(_, mask)| mask == [true; 4]);
                (clear.target, all)
            }
            Event::Fragment(f) => {
                let ops = &f.state.ops;
                let whole = ops.blend.is_none()
                    && ops.logic_op.is_none()
                    && ops.color_mask == [true; 4]
                    && f.outcomes.iter().all(|o| o.fate == Fate::Written);
                (f.target, whole)
            }
            Event::Vertex(_) => continue,
        };
        if hider.len() <= target {
            hider.resize(target + 1, None);
        }
        out[i] = hider[target];
        if replaces {
            hider[target] = Some(i);
        }
    }
    out
}

/// The colour of a plane: the mean of its samples.
fn mean(samples: &[PixelValue], plane: usize) -> Option<[f32; 4]> {
    let mut sum = [0.0; 4];
    for sample in samples {
        let color = match sample.colors.get(plane)? {
            StoredPixel::Bytes(bytes) => bytes.map(|b| f32::from(b) / 255.0),
            StoredPixel::Floats(color) => *color,
        };
        sum = std::array::from_fn(|c| sum[c] + color[c]);
    }
    let n = samples.len() as f32;
    (n > 0.0).then(|| sum.map(|c| c / n))
}

fn change(before: &[PixelValue], after: &[PixelValue]) -> Option<[Swatch; 2]> {
    Some([Swatch::of(mean(before, 0)?), Swatch::of(mean(after, 0)?)])
}

fn section(
    i: usize,
    event: &Event,
    hider: Option<usize>,
    explanation: &Explanation,
    sources: &Sources,
) -> Option<Section> {
    let mut section = match event {
        Event::Clear(clear) => clear_section(clear, hider),
        Event::Fragment(fragment) => fragment_section(fragment, hider, sources),
        Event::Vertex(_) => return None,
    };
    let target = match event {
        Event::Clear(clear) => clear.target,
        Event::Fragment(fragment) => fragment.target,
        Event::Vertex(_) => 0,
    };
    section.heading = format!("{}. {}", i + 1, section.heading);
    if explanation.targets.len() > 1 {
        let of = &explanation.targets[target];
        let what = format!("{target} of {} × {} pixels", of.width, of.height);
        section.facts.insert(0, Fact::new("target", what));
    }
    Some(section)
}

/// An outcome that counts, unless something replaced it.
fn counts(outcome: String, hider: Option<usize>) -> (String, Tone) {
    match hider {
        Some(by) => (
            format!("{outcome}, then replaced by {}", by + 1),
            Tone::Hidden,
        ),
        None => (outcome, Tone::Good),
    }
}

fn clear_section(event: &ClearEvent, hider: Option<usize>) -> Section {
    let clear = &event.clear;
    let mut facts = Vec::new();
    if let Some((color, mask)) = clear.color {
        facts.push(Fact::color("colour", color));
        facts.extend(color_mask(mask));
    }
    if let Some(depth) = clear.depth {
        facts.push(Fact::new("depth", number(depth)));
    }
    if let Some((stencil, mask)) = clear.stencil {
        facts.push(Fact::new(
            "stencil",
            format!("{stencil}, write mask {mask:#04x}"),
        ));
    }
    if let Some([x, y, width, height]) = clear.scissor {
        facts.push(Fact::new(
            "scissor",
            format!("({x}, {y}), {width} × {height}"),
        ));
    }
    facts.extend(pixels("before", &event.before));
    facts.extend(pixels("after", &event.after));
    let (outcome, tone) = counts("cleared".into(), hider);
    Section {
        heading: "Clear".into(),
        outcome,
        tone,
        change: change(&event.before, &event.after),
        facts,
        listings: Vec::new(),
    }
}

fn color_mask(mask: [bool; 4]) -> Option<Fact> {
    let letters = "rgba".chars().zip(mask).filter(|(_, on)| *on);
    let written: String = letters.map(|(c, _)| c).collect();
    (mask != [true; 4]).then(|| {
        let what = if written.is_empty() {
            "nothing"
        } else {
            &written
        };
        Fact::new("colour mask", format!("{what} is written"))
    })
}

/// The samples of a pixel.
fn pixels(name: &str, samples: &[PixelValue]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (n, sample) in samples.iter().enumerate() {
        if n > 0 && samples[n - 1] == *sample {
            continue;
        }
        let name = match samples.iter().all(|s| s == sample) {
            true => name.to_owned(),
            false => format!("{name}, sample {n}"),
        };
        for (plane, color) in sample.colors.iter().enumerate() {
            let name = match plane {
                0 => name.clone(),
                n => format!("{name}, colour buffer {n}"),
            };
            facts.push(match color {
                StoredPixel::Bytes(bytes) => Fact {
                    value: format!("{} of 255", bytes.map(|b| b.to_string()).join("  ")),
                    ..Fact::color(name, bytes.map(|b| f32::from(b) / 255.0))
                },
                StoredPixel::Floats(color) => Fact::color(name, *color),
            });
        }
        if let Some((depth, stencil)) = sample.depth_stencil {
            let what = format!("{}, stencil {stencil}", depth_text(depth));
            facts.push(Fact::new(format!("depth {name}"), what));
        }
    }
    facts
}

/// A stored depth as a number and as it is stored.
fn depth_text(depth: u32) -> String {
    format!("{:.7} ({depth})", f64::from(depth) / DEPTH_MAX)
}

fn fragment_section(fragment: &FragmentEvent, hider: Option<usize>, sources: &Sources) -> Section {
    let (outcome, tone) = fate(fragment, hider);
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

/// What became of a fragment, in words.
fn fate(fragment: &FragmentEvent, hider: Option<usize>) -> (String, Tone) {
    let ops = &fragment.state.ops;
    let lost = |what: &str| (what.to_owned(), Tone::Bad);
    match fragment.fate {
        Fate::NotCovered => lost("not covered"),
        Fate::Stippled => lost("left out by the polygon stipple"),
        Fate::Scissored => lost("outside of the scissor box"),
        Fate::Killed => match killing_line(fragment) {
            Some(line) => lost(&line),
            None => lost("discarded by the fragment program"),
        },
        Fate::CoverageRemoved => lost("no sample left by alpha or the sample coverage"),
        Fate::DepthBounds => lost("failed the depth bounds test"),
        Fate::Alpha => lost("failed the alpha test"),
        Fate::Stencil => lost("failed the stencil test"),
        Fate::Depth => lost("failed the depth test"),
        Fate::NothingWritten => ("passed, but no colour is written".to_owned(), Tone::Neutral),
        Fate::Written => {
            let how = match (ops.logic_op, ops.blend, ops.color_mask == [true; 4]) {
                (Some(op), _, _) => format!("combined by {}", logic_op(op)),
                (None, Some(_), _) => "blended".into(),
                (None, None, true) => "written".into(),
                (None, None, false) => "written in part".into(),
            };
            counts(how, hider)
        }
    }
}

fn killing_line(fragment: &FragmentEvent) -> Option<String> {
    let shading = fragment.shading.as_ref()?;
    shading.trace.killer()?;
    Some("discarded by the fragment program".into())
}

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

/// The tests and the colours of one sample.
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
    let named = |name: &str| match n == 1 || all {
        true => name.to_owned(),
        false => format!("{name}, sample {sample}"),
    };
    let mut facts = Vec::new();
    if n > 1 && !all {
        facts.push(Fact::new(named("fate"), format!("{:?}", outcome.fate)));
    }
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

/// `0.5 LESS 0.25: fails`
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

/// Alphas of buffers of bytes are compared as integers.
fn alpha_reference(fragment: &FragmentEvent, reference: f32) -> String {
    let colors = fragment.before.first().and_then(|p| p.colors.first());
    match colors {
        Some(StoredPixel::Floats(_)) => number(reference),
        _ => format!("{} (of 255)", number(reference)),
    }
}

/// The state that decided.
fn state_facts(fragment: &FragmentEvent) -> Vec<Fact> {
    let state = &fragment.state;
    let ops = &state.ops;
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
        if let (Some(b), None) = (ops.blend, ops.logic_op) {
            let color = blend(b.equation[0], b.src[0], b.dst[0]);
            let alpha = blend(b.equation[1], b.src[1], b.dst[1]);
            facts.push(Fact::new("blending", color.clone()));
            if alpha != color {
                facts.push(Fact::new("blending of alpha", alpha));
            }
        }
        facts.extend(color_mask(ops.color_mask));
    }
    facts
}

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
        listing.remark = Some("Left out: many fragments came behind this one.".into());
    } else if shading.is_killed {
        listing.remark = Some("The fragment is discarded here.".into());
    }
    Some(listing)
}

/// What a program is called.
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
        Some(Source::FixedFunction) => format!("{stage} stage, fixed function"),
        None => format!("{stage} stage"),
    }
}
