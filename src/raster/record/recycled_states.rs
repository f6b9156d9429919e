//! Recycles the memory of states whose draws are done.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::{ColorPlanes, DrawState, RenderTarget, Stage};
use parking_lot::Mutex;
use std::sync::Arc;

/// The most states that are stored.
const MAX_STATES: usize = 1024;

/// States for reuse. They hold no pixels, textures or uniforms, and nobody else has them.
pub(crate) struct RecycledStates {
    states: Mutex<Vec<Arc<DrawState>>>,
    no_uniforms: Arc<[f32]>,
    no_target: Arc<RenderTarget>,
}

impl Default for RecycledStates {
    fn default() -> Self {
        RecycledStates {
            states: Mutex::default(),
            no_uniforms: Arc::default(),
            no_target: Arc::new(RenderTarget {
                width: 0,
                height: 0,
                color: ColorPlanes::new(),
                depth_stencil: None,
            }),
        }
    }
}

impl RecycledStates {
    /// Makes a state one that can be shared.
    pub(crate) fn share(&self, state: DrawState) -> Arc<DrawState> {
        let spare = self.states.lock().pop();
        let Some(mut spare) = spare else {
            return Arc::new(state);
        };
        match Arc::get_mut(&mut spare) {
            Some(place) => *place = state,
            None => return Arc::new(state),
        }
        spare
    }

    /// A copy of a state with other uniforms for its vertex and its fragment stage.
    pub(crate) fn changed(
        &self,
        like: &DrawState,
        [vertex, fragment]: [Arc<[f32]>; 2],
    ) -> Arc<DrawState> {
        let spare = self.states.lock().pop();
        let mut state = spare.unwrap_or_else(|| Arc::new(like.clone()));
        let own = Arc::make_mut(&mut state);
        copy(own, like);
        (own.vertex.uniforms, own.fragment.uniforms) = (vertex, fragment);
        state
    }

    /// Stores the memory of a state if nobody else has it.
    pub(crate) fn recycle(&self, mut state: Arc<DrawState>) {
        let Some(own) = Arc::get_mut(&mut state) else {
            return;
        };
        for stage in [&mut own.vertex, &mut own.fragment] {
            stage.textures.clear();
            stage.uniforms = self.no_uniforms.clone();
        }
        own.target = self.no_target.clone();
        own.occlusion = None;
        let mut states = self.states.lock();
        if states.len() < MAX_STATES {
            states.push(state);
        }
    }
}

/// Copies all but the uniforms.
fn copy(to: &mut DrawState, from: &DrawState) {
    copy_stage(&mut to.vertex, &from.vertex);
    copy_stage(&mut to.fragment, &from.fragment);
    to.raster.clone_from(&from.raster);
    to.ops = from.ops;
    to.values = from.values;
    to.target.clone_from(&from.target);
    to.occlusion.clone_from(&from.occlusion);
}

fn copy_stage(to: &mut Stage, from: &Stage) {
    to.program.clone_from(&from.program);
    to.textures.clone_from(&from.textures);
}
