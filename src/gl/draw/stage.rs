//! A program with its uniform array.
#![forbid(unsafe_code)]

use super::values::{self, ChangedValues, value_stamp_of};
use crate::frontend::BoundProgram;
use crate::frontend::binding::{Binding, SceneValue};
use crate::gl::Context;
use crate::gl::context::draw_cache::{KeptUniforms, UniformSource};
use crate::gl::context::program_target::Target;
use crate::raster::Stage;
use crate::texture::Texture;
use std::sync::Arc;

/// A stage, and where its uniforms come from.
pub(crate) struct SourcedStage {
    pub(crate) stage: Stage,
    pub(super) source: UniformSource,
}

/// A program with its uniform array filled from state.
pub(crate) fn stage(
    cx: &mut Context,
    target: Target,
    bound: &Arc<BoundProgram>,
    textures: Vec<Option<Texture>>,
) -> SourcedStage {
    let source = UniformSource {
        target,
        bound: bound.clone(),
    };
    let uniforms = uniforms(cx, target, &source);
    if cx.renderer.is_explaining() {
        super::explain::keep_source(cx, target, bound.program.id);
    }
    SourcedStage {
        stage: Stage {
            program: bound.program.clone(),
            uniforms,
            textures,
        },
        source,
    }
}

/// The uniform array of a program after a change of values, and before it. While it stays the same, it is the same `Arc`.
pub(super) fn changed_uniforms(
    cx: &mut Context,
    source: &UniformSource,
    changed: ChangedValues,
    before: &Arc<[f32]>,
) -> Arc<[f32]> {
    let bindings = &source.bound.bindings;
    if !bindings.iter().any(|binding| changed.concern(binding)) {
        return before.clone();
    }
    let mut values = std::mem::take(&mut cx.draws.scratch);
    values.clear();
    values.extend_from_slice(before);
    values::resolve_changed(cx, source.target, bindings, changed, &mut values);
    let uniforms = if has_same_bits(before, &values) {
        before.clone()
    } else {
        cx.renderer.uniforms_of(&values)
    };
    cx.draws.scratch = values;
    uniforms
}

/// Whether the bits agree: the sign of a zero matters.
fn has_same_bits(a: &[f32], b: &[f32]) -> bool {
    bytemuck::cast_slice::<f32, u32>(a) == bytemuck::cast_slice::<f32, u32>(b)
}

/// The uniform array of a program. While it stays the same, it is the same `Arc`. When only values have changed since the
/// program's last array, just the uniforms that read them are computed again.
fn uniforms(cx: &mut Context, target: Target, source: &UniformSource) -> Arc<[f32]> {
    let bound = &source.bound;
    let (chapters, values) = (chapters_of(cx), value_stamp_of(cx));
    let kept = &cx.draws.uniforms[target as usize];
    let is_same = |kept: &Arc<BoundProgram>| Arc::ptr_eq(kept, bound);
    let is_same = kept.bound.as_ref().is_some_and(is_same);
    // Whether a program's uniforms follow the chapters is found once.
    let follows = match is_same {
        true => kept.follows,
        false => bound.bindings.iter().all(follows_chapters),
    };
    let uniforms = if is_same && follows && kept.chapters == chapters {
        let (changed, before) = (
            ChangedValues::between(kept.values, values),
            kept.array.clone(),
        );
        changed_uniforms(cx, source, changed, &before)
    } else {
        resolved_uniforms(cx, target, bound)
    };
    cx.draws.uniforms[target as usize] = KeptUniforms {
        bound: Some(bound.clone()),
        follows,
        chapters,
        values,
        array: uniforms.clone(),
    };
    uniforms
}

/// The revisions of the chapters that most uniforms of vertex programs depend on, beside values.
fn chapters_of(cx: &Context) -> [u64; 3] {
    [
        cx.matrix.revision(),
        cx.lighting.revision(),
        cx.programs.revision(),
    ]
}

/// Whether a binding depends on the chapters of [`chapters_of`] and on values only.
fn follows_chapters(binding: &Binding) -> bool {
    match binding {
        Binding::Constant(_) | Binding::Env(_) | Binding::Local(_) | Binding::Named(_) => true,
        Binding::Scene(value) => matches!(
            value,
            SceneValue::Material(..)
                | SceneValue::MaterialShininess(_)
                | SceneValue::Light(..)
                | SceneValue::LightPosition(_)
                | SceneValue::LightAttenuation(_)
                | SceneValue::LightSpotDirection(_)
                | SceneValue::LightSpotCutoff(_)
                | SceneValue::LightHalf(_)
                | SceneValue::LightModelAmbient
                | SceneValue::LightModelSceneColor(_)
                | SceneValue::LightProduct(..)
                | SceneValue::FogParams
                | SceneValue::ClipPlane(_)
                | SceneValue::MatrixRow(..)
                | SceneValue::NormalScale(_)
        ),
    }
}

fn resolved_uniforms(cx: &mut Context, target: Target, bound: &BoundProgram) -> Arc<[f32]> {
    let mut values = std::mem::take(&mut cx.draws.scratch);
    values::resolve(cx, target, &bound.bindings, &mut values);
    // A program that addresses an array may name fewer bindings than uniforms.
    values.resize(values.len().max(bound.program.n_uniforms as usize), 0.0);
    let before = &cx.draws.uniforms[target as usize].array;
    let uniforms = if has_same_bits(before, &values) {
        before.clone()
    } else {
        cx.renderer.uniforms_of(&values)
    };
    cx.draws.scratch = values;
    uniforms
}
