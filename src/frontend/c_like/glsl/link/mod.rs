//! Shaders of both stages become programs (OpenGL 2.1 sections 2.15.3 and 3.11).

mod parts;
mod places;
mod stage;
mod touched;
mod uniforms;

use super::limits::Limits;
use super::request::{Read, Shader, read_all};
use crate::frontend::c_like::tree::Stage;

use parts::Whole;

pub use parts::{LinkOptions, Log};
pub use places::ActiveAttribute;
pub use stage::LinkedStage;
pub use uniforms::ActiveUniform;

/// The programs of linked shaders.
#[derive(Debug, Clone)]
pub struct Linked {
    pub vertex: Option<LinkedStage>,
    pub fragment: Option<LinkedStage>,
    /// The attributes that the vertex program reads, in the order of the text.
    pub attributes: Vec<ActiveAttribute>,
    /// The uniforms and samplers that a program reads, in the order of the text.
    pub uniforms: Vec<ActiveUniform>,
    /// The generic varying that is the place in a point sprite, where the fragment program reads it.
    pub point_coord: Option<u32>,
}

/// Links shaders.
pub fn link(shaders: &[&Shader], options: &LinkOptions<'_>) -> Result<Linked, Log> {
    let mut log = Log::default();
    if shaders.is_empty() {
        log.error("the program has no shaders");
        return Err(log);
    }
    let mut whole = |stage| whole_stage(shaders, stage, options.limits, &mut log);
    let (vertex, fragment) = (whole(Stage::Vertex), whole(Stage::Fragment));
    if !log.is_empty() {
        return Err(log);
    }
    uniforms::check(vertex.as_ref(), fragment.as_ref(), &mut log);
    let made = places::Places::find(vertex.as_ref(), fragment.as_ref(), options, &mut log);
    if !log.is_empty() {
        return Err(log);
    }
    let mut make = |whole: Option<Whole>| {
        let whole = whole?;
        LinkedStage::new(whole, &made, options.clip_planes, &mut log)
    };
    let (vertex, fragment) = (make(vertex), make(fragment));
    let uniforms = uniforms::active(vertex.as_ref(), fragment.as_ref());
    uniforms::check_samplers(&uniforms, options.limits, &mut log);
    if !log.is_empty() {
        return Err(log);
    }
    Ok(Linked {
        vertex,
        fragment,
        attributes: made.attributes,
        uniforms,
        point_coord: made.point_coord,
    })
}

/// The shaders of a stage as one text; `None` if there are none.
fn whole_stage(shaders: &[&Shader], stage: Stage, limits: &Limits, log: &mut Log) -> Option<Whole> {
    let of_stage: Vec<&&Shader> = shaders.iter().filter(|s| s.stage == stage).collect();
    let first = of_stage.first()?;
    let is_alone = of_stage.len() == 1 && !first.lacks_bodies;
    let has_main = |whole: &Whole| {
        let functions = whole.read.module.functions.iter();
        functions
            .filter(|f| f.is_external && f.name == "main")
            .count()
            == 1
    };
    let whole = if is_alone {
        Whole {
            read: first.as_read(),
            stage,
        }
    } else {
        let texts: Vec<_> = of_stage.iter().map(|s| s.text.clone()).collect();
        let read = read_all(&texts, stage, limits, true);
        Whole { read, stage }
    };
    if let Err(errors) = &whole.read.result {
        for error in errors {
            // The places are those of several texts.
            log.error(&format!("{} shaders: {error}", stage.name()));
        }
        return None;
    }
    if !has_main(&whole) {
        log.error(&format!(
            "the {} shaders have no function \"main\"",
            stage.name()
        ));
        return None;
    }
    Some(whole)
}

impl Shader {
    fn as_read(&self) -> Read {
        Read {
            module: self.module.clone(),
            declared: self.declared.clone(),
            result: Ok(Vec::new()),
            map: (**self.map()).clone(),
            header: self.header,
            lacks_bodies: false,
        }
    }
}
