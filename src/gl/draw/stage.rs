//! A program with its uniform array.
#![forbid(unsafe_code)]

use super::values::{self, ChangedValues};
use crate::frontend::BoundProgram;
use crate::gl::Context;
use crate::gl::context::draw_cache::UniformSource;
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
    let uniforms = uniforms(cx, target, bound);
    if cx.renderer.is_explaining() {
        super::explain::keep_source(cx, target, bound.program.id);
    }
    SourcedStage {
        stage: Stage {
            program: bound.program.clone(),
            uniforms,
            textures,
        },
        source: UniformSource {
            target,
            bound: bound.clone(),
        },
    }
}

/// The uniform array of a program after a change of values, and before it. While it stays the same, it is the same `Arc`.
pub(super) fn changed_uniforms(
    cx: &mut Context,
    source: &UniformSource,
    changed: ChangedValues,
    before: &Arc<Vec<f32>>,
) -> Arc<Vec<f32>> {
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
        Arc::new(values.clone())
    };
    cx.draws.scratch = values;
    uniforms
}

/// Whether the bits agree: the sign of a zero matters.
fn has_same_bits(a: &[f32], b: &[f32]) -> bool {
    bytemuck::cast_slice::<f32, u32>(a) == bytemuck::cast_slice::<f32, u32>(b)
}

/// The uniform array of a program. While it stays the same, it is the same `Arc`.
fn uniforms(cx: &mut Context, target: Target, bound: &BoundProgram) -> Arc<Vec<f32>> {
    let mut values = std::mem::take(&mut cx.draws.scratch);
    values::resolve(cx, target, &bound.bindings, &mut values);
    // A program that addresses an array may name fewer bindings than uniforms.
    values.resize(values.len().max(bound.program.n_uniforms as usize), 0.0);
    let kept = &mut cx.draws.uniforms[target as usize];
    if !has_same_bits(kept, &values) {
        *kept = Arc::new(values.clone());
    }
    let uniforms = kept.clone();
    cx.draws.scratch = values;
    uniforms
}
