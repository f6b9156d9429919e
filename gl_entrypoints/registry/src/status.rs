//! Writes the counts of docs/STATUS.md, which stand between two markers.

use crate::commands::gl_versions;
use crate::doors::{Api, DoorTable};
use std::collections::BTreeSet;
use std::fmt::Write;

pub(crate) const BEGIN: &str =
    "<!-- counts: begin (cargo run -p trilobite-registry --bin status) -->";
const END: &str = "<!-- counts: end -->";

/// The block with its markers: the numbers of implemented commands by family and by version of GL.
pub fn counts_block(table: &DoorTable) -> String {
    let mut out = format!("{BEGIN}\n| commands | implemented | exported |\n|---|---:|---:|\n");
    let families = [
        ("GL", Api::Gl),
        ("GLX", Api::Glx),
        ("EGL", Api::Egl),
        ("OSMesa", Api::OsMesa),
    ];
    // The table by API.
    for (name, api) in families {
        let (implemented, all) = table.count(api);
        writeln!(out, "| {name} | {implemented} | {all} |").expect("a String takes all");
    }
    // The table by the version in which a command became part of GL.
    let implemented: BTreeSet<&str> = table
        .doors
        .iter()
        .filter(|d| d.is_implemented())
        .map(|d| d.name.as_str())
        .collect();
    out.push_str("\n| new in | implemented | all |\n|---|---:|---:|\n");
    for (version, names) in gl_versions() {
        let title = version.replace("GL_VERSION_", "GL ").replace('_', ".");
        if ["GL 1.", "GL 2."].iter().any(|era| title.starts_with(era)) {
            let done = names
                .iter()
                .filter(|n| implemented.contains(n.as_str()))
                .count();
            writeln!(out, "| {title} | {done} | {} |", names.len()).expect("a String takes all");
        }
    }
    out.push_str(END);
    out
}

/// Replaces the block in `document`, or appends it when there is none.
pub fn with_counts(document: &str, block: &str) -> String {
    match (document.find(BEGIN), document.find(END)) {
        (Some(start), Some(end)) if start < end => {
            format!(
                "{}{block}{}",
                &document[..start],
                &document[end + END.len()..]
            )
        }
        _ => format!("{}\n\n{block}\n", document.trim_end()),
    }
}
