//! Makes the report of a pixel: the events that reached it, in order, and what each of them did.

use super::names::{number, vector};
use super::{Fact, Report, Section, Sources, Swatch, Tone, fragment};
use crate::raster::*;

/// The greatest stored depth.
const DEPTH_MAX: f64 = 0xff_ffff as f64;

/// Makes the report of a pixel of a frame.
pub(super) fn report(
    explanation: &Explanation,
    frame: u32,
    [x, y]: [i32; 2],
    sources: &Sources,
) -> Report {
    let hiders = hiders(&explanation.events);
    let events = explanation.events.iter().zip(&hiders).enumerate();
    let mut sections: Vec<Section> = events
        .filter_map(|(i, (event, hider))| section(i, event, *hider, explanation, sources))
        .collect();
    for i in changed_in_between(&explanation.events) {
        let what = "the pixel: by an accumulation, a copy between framebuffers, or another context";
        sections[i]
            .facts
            .insert(0, Fact::new("changed before", what));
    }
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

/// Writes a number of things.
fn count(n: usize, what: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{n} {what}{s}")
}

/// Writes the summary: how many events reached the pixel, and which colour it has in the end.
fn lead(explanation: &Explanation, sections: &[Section], [x, y]: [i32; 2]) -> Vec<String> {
    let n_draws = explanation.n_draws as usize;
    let is_inside = |t: &&std::sync::Arc<RenderTarget>| {
        (0..t.width as i32).contains(&x) && (0..t.height as i32).contains(&y)
    };
    // Either there is no such pixel, or its events are counted.
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
    // Then come what is missing, the last colour, and a warning if both runs differ.
    if explanation.n_forgotten > 0 {
        let n = explanation.n_forgotten;
        lead.push(format!("{n} earlier events are left out."));
    }
    if let Some(color) = explanation
        .last_pixel()
        .and_then(|samples| mean(samples, 0))
    {
        let shown = Swatch::of(color);
        lead.push(format!("In the end it holds {} ({shown}).", vector(&color)));
    }
    if !explanation.agrees {
        lead.push(
            "The pixel that was drawn is another one than this explanation ends with: that is a bug of Trilobite's."
                .into(),
        );
    }
    lead
}

/// Finds, for each event, the next event that replaced its colour completely.
fn hiders(events: &[Event]) -> Vec<Option<usize>> {
    // One walk backwards. `hider` has, by target, the next event that replaces everything.
    let mut hider: Vec<Option<usize>> = Vec::new();
    let mut out = vec![None; events.len()];
    for (i, event) in events.iter().enumerate().rev() {
        let (target, replaces) = match event {
            Event::Clear(clear) => {
                let all = clear
                    .clear
                    .color
                    .is_some_and(|(_, masks)| masks[0] == [true; 4]);
                (clear.target, all)
            }
            Event::Fragment(f) => {
                let ops = &f.state.ops;
                let whole = !(ops.blend.is_some() && ops.blends[0])
                    && ops.logic_op.is_none()
                    && ops.color_mask[0] == [true; 4]
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

/// Finds the events before which something else changed the pixel, such as a copy.
fn changed_in_between(events: &[Event]) -> Vec<usize> {
    let mut last: Vec<Option<&[PixelValue]>> = Vec::new();
    let mut out = Vec::new();
    for (i, event) in events.iter().enumerate() {
        let (target, before, after) = match event {
            Event::Clear(clear) => (clear.target, &clear.before, &clear.after),
            Event::Fragment(f) => (f.target, &f.before, &f.after),
            Event::Vertex(_) => continue,
        };
        last.resize(last.len().max(target + 1), None);
        if last[target].is_some_and(|last| last != before) {
            out.push(i);
        }
        last[target] = Some(after);
    }
    out
}

/// Returns the colour of a pixel in one plane: the mean of its samples.
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

/// Returns the colours of a pixel before and after an event.
pub(super) fn change(before: &[PixelValue], after: &[PixelValue]) -> Option<[Swatch; 2]> {
    Some([Swatch::of(mean(before, 0)?), Swatch::of(mean(after, 0)?)])
}

/// Makes the section of event `i`, with its number in the heading.
fn section(
    i: usize,
    event: &Event,
    hider: Option<usize>,
    explanation: &Explanation,
    sources: &Sources,
) -> Option<Section> {
    let mut section = match event {
        Event::Clear(clear) => clear_section(clear, hider),
        Event::Fragment(fragment) => fragment::section(fragment, hider, sources),
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

/// Completes the outcome of an event that changed the pixel: whether a later event replaced it.
pub(super) fn counts(outcome: String, hider: Option<usize>) -> (String, Tone) {
    match hider {
        Some(by) => (
            format!("{outcome}, then replaced by {}", by + 1),
            Tone::Hidden,
        ),
        None => (outcome, Tone::Good),
    }
}

/// Makes the section of a clear.
fn clear_section(event: &ClearEvent, hider: Option<usize>) -> Section {
    let clear = &event.clear;
    // The facts are what is cleared, and the pixel before and after it.
    let mut facts = Vec::new();
    if let Some((color, masks)) = clear.color {
        facts.push(Fact::color("colour", color));
        facts.extend(color_mask(masks[0]));
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

/// Says which components are written, unless all are.
pub(super) fn color_mask(mask: [bool; 4]) -> Option<Fact> {
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

/// Shows the colours, depths and stencil values of a pixel. A sample that equals the one before it is left out.
pub(super) fn pixels(name: &str, samples: &[PixelValue]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (n, sample) in samples.iter().enumerate() {
        if n > 0 && samples[n - 1] == *sample {
            continue;
        }
        // Names have the number of the sample if samples differ, and that of the colour buffer beyond the first.
        let name = if samples.iter().all(|s| s == sample) {
            name.to_owned()
        } else {
            format!("{name}, sample {n}")
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

/// Writes a stored depth, as a number between 0 and 1 and as the integer.
pub(super) fn depth_text(depth: u32) -> String {
    format!("{:.7} ({depth})", f64::from(depth) / DEPTH_MAX)
}
