//! Shaders in GLSL as GL's shader objects compile them, and their link to a program with both stages.

use super::cg::parts;
use crate::frontend::c_like::glsl::{
    ActiveAttribute, ActiveUniform, Limits, LinkOptions, LinkedStage, Shader, Source, compile, link,
};
use crate::frontend::c_like::tree::Stage;
use crate::frontend::source_map::SourceMap;
use crate::frontend::stage_program::{ProgramStage, StageParts, StageProgram};
use std::collections::BTreeMap;
use std::sync::Arc;

/// All user clip planes: they act on what a vertex program says of them.
const CLIP_PLANES: u8 = 0x3f;

/// A shader without errors.
#[derive(Debug)]
pub struct GlslShader(Shader);

/// What the compiler says of a shader.
#[derive(Debug, Clone)]
pub struct CompiledShader {
    /// `None` where the text has errors.
    pub shader: Option<Arc<GlslShader>>,
    /// Errors and warnings, a line each; empty where there are none.
    pub log: String,
}

/// A program that linked.
#[derive(Debug)]
pub struct LinkedShaders {
    /// Its stages, one of each at most.
    pub stages: Vec<StageProgram>,
    pub attributes: Vec<ActiveAttribute>,
    /// With the values of GL's state that it reads, whose names begin with `gl_`.
    pub uniforms: Vec<ActiveUniform>,
    /// The generic varying of fragments that is the place in a point sprite.
    pub point_coord: Option<u32>,
}

fn tree_stage(stage: ProgramStage) -> Stage {
    match stage {
        ProgramStage::Vertex => Stage::Vertex,
        ProgramStage::Fragment => Stage::Fragment,
    }
}

/// Compiles a shader, whose text is that of its strings in turn.
pub fn compile_shader(stage: ProgramStage, strings: &[Arc<[u8]>]) -> CompiledShader {
    let strings: Vec<&[u8]> = strings.iter().map(|s| &**s).collect();
    let source = Source { strings: &strings };
    match compile(&source, tree_stage(stage), &Limits::OWN) {
        Ok(shader) => CompiledShader {
            log: shader.info_log(),
            shader: Some(Arc::new(GlslShader(shader))),
        },
        Err(refused) => CompiledShader {
            shader: None,
            log: refused.info_log(),
        },
    }
}

/// Links shaders. `bound` has the attributes that the application gave a number. An error is the log.
pub fn link_shaders(
    shaders: &[Arc<GlslShader>],
    bound: &BTreeMap<String, u32>,
) -> Result<LinkedShaders, String> {
    let all: Vec<&Shader> = shaders.iter().map(|shader| &shader.0).collect();
    let attributes: Vec<(&str, u32)> = bound.iter().map(|(name, at)| (&**name, *at)).collect();
    let options = LinkOptions {
        attributes: &attributes,
        clip_planes: CLIP_PLANES,
        limits: &Limits::OWN,
    };
    let linked = link(&all, &options).map_err(|log| log.0)?;
    let map_of = |stage: Stage| {
        let mut of_stage = all.iter().filter(|s| s.stage() == stage);
        let only = of_stage.next().filter(|_| of_stage.next().is_none());
        only.map(|shader| shader.map().clone())
    };
    let stages = linked.vertex.into_iter().chain(linked.fragment);
    let stages = stages.map(|linked| {
        let map = map_of(linked.stage);
        stage_program(linked, map)
    });
    Ok(LinkedShaders {
        stages: stages.collect(),
        attributes: linked.attributes,
        uniforms: linked.uniforms,
        point_coord: linked.point_coord,
    })
}

/// A stage as draws take it. Several shaders of a stage have no map of places together.
fn stage_program(linked: LinkedStage, map: Option<Arc<SourceMap>>) -> StageProgram {
    let stage = match linked.stage {
        Stage::Vertex => ProgramStage::Vertex,
        Stage::Fragment => ProgramStage::Fragment,
    };
    StageProgram::new(StageParts {
        map: map.clone(),
        ..parts(stage, linked.entry, map.unwrap_or_default())
    })
}
