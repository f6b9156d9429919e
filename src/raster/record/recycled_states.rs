//! Recycles the memory of states whose draws are done, and of their uniforms.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::{ColorPlanes, DrawState, RenderTarget, Stage};
use parking_lot::Mutex;
use std::sync::Arc;

/// The most states that are stored.
const MAX_STATES: usize = 4096;
/// The most lengths of uniform arrays, and the most arrays of a length.
const MAX_LENGTHS: usize = 16;
const MAX_ARRAYS: usize = 4096;
/// Longer arrays are not stored.
const MAX_FLOATS: usize = 1024;

/// States for reuse. They hold no pixels, textures or uniforms, and nobody else has them.
pub(crate) struct RecycledStates {
    states: Mutex<Vec<Arc<DrawState>>>,
    uniforms: Mutex<Vec<OfLength>>,
    no_uniforms: Arc<[f32]>,
    no_target: Arc<RenderTarget>,
}

/// Uniform arrays of one length that nobody else has.
struct OfLength {
    n: usize,
    arrays: Vec<Arc<[f32]>>,
}

impl Default for RecycledStates {
    fn default() -> Self {
        RecycledStates {
            states: Mutex::default(),
            uniforms: Mutex::default(),
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
    /// An array of uniforms with these values.
    pub(crate) fn uniforms_of(&self, values: &[f32]) -> Arc<[f32]> {
        let mut lengths = self.uniforms.lock();
        let same = lengths.iter_mut().find(|own| own.n == values.len());
        let spare = same.and_then(|own| own.arrays.pop());
        drop(lengths);
        let Some(mut spare) = spare else {
            return Arc::from(values);
        };
        match Arc::get_mut(&mut spare) {
            Some(place) => place.copy_from_slice(values),
            None => return Arc::from(values),
        }
        spare
    }

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

    /// Stores the memory of a state, and that of its uniforms, as far as nobody else has it.
    pub(crate) fn recycle(&self, mut state: Arc<DrawState>) {
        let Some(own) = Arc::get_mut(&mut state) else {
            return;
        };
        for stage in [&mut own.vertex, &mut own.fragment] {
            stage.textures.clear();
            let uniforms = std::mem::replace(&mut stage.uniforms, self.no_uniforms.clone());
            self.recycle_uniforms(uniforms);
        }
        own.target = self.no_target.clone();
        own.occlusion = None;
        let mut states = self.states.lock();
        if states.len() < MAX_STATES {
            states.push(state);
        }
    }

    pub(super) fn recycle_uniforms(&self, mut array: Arc<[f32]>) {
        let n = array.len();
        if Arc::get_mut(&mut array).is_none() || n == 0 || n > MAX_FLOATS {
            return;
        }
        let mut lengths = self.uniforms.lock();
        match lengths.iter_mut().find(|own| own.n == n) {
            Some(own) if own.arrays.len() < MAX_ARRAYS => own.arrays.push(array),
            Some(_) => {}
            None => {
                // The length that came first makes room.
                lengths.truncate(MAX_LENGTHS - 1);
                let arrays = vec![array];
                lengths.insert(0, OfLength { n, arrays });
            }
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
