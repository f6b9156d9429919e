//! GLSL outside of draws: a text as the program of one stage.

use super::loaded::{LoadedCode, LoadedText};
use super::options::{CompileOptions, Refused};
use crate::frontend::c_like::glsl::{Limits, LinkOptions, Source, compile, link};
use crate::frontend::c_like::tree::Stage;

/// The stages by their names, which are also the suffixes of files.
const STAGES: [(&str, Stage); 4] = [
    ("vertex", Stage::Vertex),
    ("vert", Stage::Vertex),
    ("fragment", Stage::Fragment),
    ("frag", Stage::Fragment),
];

/// The stage of a name.
pub fn glsl_stage(name: &str) -> Option<Stage> {
    let row = STAGES.iter().find(|(word, _)| *word == name);
    row.map(|(_, stage)| *stage)
}

/// Loads a text as the program of the stage that the options name as a profile, or else of fragments.
pub fn load_glsl(text: &[u8], options: &CompileOptions) -> Result<LoadedText, Refused> {
    let refused = |listing: String| Refused {
        listing,
        position: 0,
    };
    let stage = match options.profile.as_deref() {
        None => Stage::Fragment,
        Some(name) => glsl_stage(name)
            .ok_or_else(|| refused(format!("error: there is no stage \"{name}\"\n")))?,
    };
    let strings = [text];
    let source = Source { strings: &strings };
    let limits = Limits::OWN;
    let shader = compile(&source, stage, &limits).map_err(|error| {
        let first = error.errors.first();
        let position = first.map_or(0, |e| error.map.main_offset(e.span) as i32);
        Refused {
            listing: error.info_log(),
            position,
        }
    })?;
    let link_options = LinkOptions {
        clip_planes: 0,
        attributes: &[],
        limits: &limits,
    };
    let linked = link(&[&shader], &link_options).map_err(|log| refused(log.0))?;
    let of_stage = linked.vertex.or(linked.fragment);
    let entry = of_stage
        .ok_or_else(|| refused("error: the text has no program\n".into()))?
        .entry;
    let code = LoadedCode::Stage(stage, Box::new(entry));
    let log = shader.info_log();
    let warnings = Some(log).filter(|log| !log.is_empty());
    Ok(LoadedText::new(
        code,
        shader.map().clone(),
        warnings.into_iter().collect(),
    ))
}
