//! Makes the report of a vertex.

use super::fragment::caption;
use super::names::{number, topology, vector};
use super::program::is_written;
use super::{Fact, Listing, Report, Section, Sources, Tone};
use crate::ir::interface::varying;
use crate::raster::VertexEvent;

/// Makes the report of a vertex of a draw, or says that there is no such vertex.
pub(super) fn report(
    title: String,
    found: Option<&VertexEvent>,
    n_draws: u32,
    sources: &Sources,
) -> Report {
    let Some(found) = found else {
        return Report {
            title,
            lead: vec![format!(
                "The frame has no such vertex. It has {n_draws} draws; draws and vertices are counted from 0."
            )],
            ..Report::default()
        };
    };
    let state = &found.state;
    let program = &state.vertex.program;
    // Attributes and results have the names of the program's language. Only written results are shown.
    let inputs = found.inputs.iter();
    let names = sources.names(program.id);
    let inputs = inputs.map(|(n, value)| Fact::new(names.attribute(*n), vector(value)));
    let written = (0..varying::GENERIC_0).filter(|n| is_written(program, *n));
    let mut outputs: Vec<Fact> = written
        .map(|n| Fact::new(names.varying(n), vector(&found.outputs[n as usize])))
        .collect();
    outputs.push(Fact::new(
        "window coordinates",
        found.window.map(|c| number(c as f32)).join("  "),
    ));
    let (outcome, tone) = outcome(found.outputs[varying::POSITION as usize]);
    // The report has the inputs, the run of the program line by line, and the results.
    Report {
        title,
        lead: vec![format!(
            "Index {} at place {} of a draw of {}.",
            found.index,
            found.seq,
            topology(found.topology)
        )],
        swatch: None,
        sections: vec![
            Section {
                heading: "Inputs".into(),
                facts: inputs.collect(),
                ..Section::default()
            },
            Section {
                heading: "Program".into(),
                listings: vec![Listing::new(
                    caption("Vertex", sources, program.id),
                    &found.trace,
                    sources.of(program.id),
                )],
                ..Section::default()
            },
            Section {
                heading: "Results".into(),
                outcome,
                tone,
                facts: outputs,
                ..Section::default()
            },
        ],
    }
}

/// Says which planes of the view volume the vertex with this clip position is outside of.
fn outcome([x, y, z, w]: [f32; 4]) -> (String, Tone) {
    let outside: Vec<&str> = [
        (x < -w, "left"),
        (x > w, "right"),
        (y < -w, "below"),
        (y > w, "above"),
        (z < -w, "before the near plane"),
        (z > w, "behind the far plane"),
    ]
    .into_iter()
    .filter_map(|(is_outside, side)| is_outside.then_some(side))
    .collect();
    if outside.is_empty() {
        return ("inside the view volume".to_owned(), Tone::Good);
    }
    let text = format!("outside the view volume: {}", outside.join(", "));
    (text, Tone::Bad)
}
