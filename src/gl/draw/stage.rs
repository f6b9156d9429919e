//! A program with its uniform array.

use super::values;
use crate::frontend::BoundProgram;
use crate::gl::Context;
use crate::gl::context::program_target::Target;
use crate::raster::Stage;
use crate::texture::Texture;
use std::sync::Arc;

/// A program with its uniform array filled from state.
pub(crate) fn stage(
    cx: &mut Context,
    target: Target,
    bound: &BoundProgram,
    textures: Vec<Option<Texture>>,
) -> Stage {
    let mut values = std::mem::take(&mut cx.draws.scratch);
    values::resolve(cx, target, &bound.bindings, &mut values);
    // A program that addresses an array may name fewer bindings than uniforms.
    values.resize(values.len().max(bound.program.n_uniforms as usize), 0.0);
    let kept = &mut cx.draws.uniforms[target as usize];
    if **kept != values {
        *kept = Arc::new(values.clone());
    }
    let uniforms = kept.clone();
    cx.draws.scratch = values;
    if cx.renderer.is_explaining() {
        super::explain::keep_source(cx, target, bound.program.id);
    }
    Stage {
        program: bound.program.clone(),
        uniforms,
        textures,
    }
}
