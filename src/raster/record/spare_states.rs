//! The memory of states whose draws are done, and of their uniforms, for other states.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::{ColorPlanes, DrawState, RenderTarget, Stage};
use std::sync::{Arc, LazyLock};

/// The most states that are kept.
const MAX_STATES: usize = 4096;
/// The most lengths of uniform arrays, and the most arrays of a length.
const MAX_LENGTHS: usize = 16;
const MAX_ARRAYS: usize = 4096;
/// Longer arrays are not kept.
const MAX_FLOATS: usize = 1024;

/// States for reuse. They hold no pixels, textures or uniforms, and nobody else has them.
#[derive(Debug, Default)]
pub(crate) struct SpareStates {
    states: Vec<Arc<DrawState>>,
    uniforms: Vec<OfLength>,
}

/// The target of spare states.
static NO_TARGET: LazyLock<Arc<RenderTarget>> = LazyLock::new(|| {
    Arc::new(RenderTarget {
        width: 0,
        height: 0,
        color: ColorPlanes::new(),
        depth_stencil: None,
    })
});

/// Uniform arrays of one length that nobody else has.
#[derive(Debug)]
struct OfLength {
    n: usize,
    arrays: Vec<Arc<[f32]>>,
}

impl SpareStates {
    /// An array of uniforms with these values.
    pub(crate) fn uniforms_of(&mut self, values: &[f32]) -> Arc<[f32]> {
        let same = self.uniforms.iter_mut().find(|own| own.n == values.len());
        let Some(mut spare) = same.and_then(|own| own.arrays.pop()) else {
            return Arc::from(values);
        };
        match Arc::get_mut(&mut spare) {
            Some(place) => place.copy_from_slice(values),
            None => return Arc::from(values),
        }
        spare
    }

    /// Makes a state one that can be shared.
    pub(crate) fn share(&mut self, state: DrawState) -> Arc<DrawState> {
        let Some(mut spare) = self.states.pop() else {
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
        &mut self,
        like: &DrawState,
        [vertex, fragment]: [Arc<[f32]>; 2],
    ) -> Arc<DrawState> {
        let mut state = (self.states.pop()).unwrap_or_else(|| Arc::new(like.clone()));
        let own = Arc::make_mut(&mut state);
        copy(own, like);
        (own.vertex.uniforms, own.fragment.uniforms) = (vertex, fragment);
        state
    }

    /// Keeps the memory of a state, and that of its uniforms, as far as nobody else has it.
    pub(crate) fn keep(&mut self, mut state: Arc<DrawState>) {
        let Some(own) = Arc::get_mut(&mut state) else {
            return;
        };
        for stage in [&mut own.vertex, &mut own.fragment] {
            stage.textures.clear();
            let uniforms = std::mem::take(&mut stage.uniforms);
            self.keep_uniforms(uniforms);
        }
        own.target = NO_TARGET.clone();
        own.occlusion = None;
        if self.states.len() < MAX_STATES {
            self.states.push(state);
        }
    }

    pub(super) fn keep_uniforms(&mut self, mut array: Arc<[f32]>) {
        let n = array.len();
        if Arc::get_mut(&mut array).is_none() || n == 0 || n > MAX_FLOATS {
            return;
        }
        let of_length = self.of_length(n);
        if of_length.len() < MAX_ARRAYS {
            of_length.push(array);
        }
    }

    /// The arrays of a length. One that is new may take the place of others.
    fn of_length(&mut self, n: usize) -> &mut Vec<Arc<[f32]>> {
        let known = self.uniforms.iter().position(|own| own.n == n);
        let at = known.unwrap_or_else(|| {
            self.uniforms.truncate(MAX_LENGTHS - 1);
            let arrays = Vec::new();
            self.uniforms.insert(0, OfLength { n, arrays });
            0
        });
        &mut self.uniforms[at].arrays
    }

    /// Takes everything from others, up to the limits.
    pub(super) fn take_all(&mut self, others: &mut SpareStates) {
        let room = MAX_STATES.saturating_sub(self.states.len());
        self.states.extend(others.states.drain(..).take(room));
        for OfLength { n, arrays } in &mut others.uniforms {
            let own = self.of_length(*n);
            let room = MAX_ARRAYS.saturating_sub(own.len());
            own.extend(arrays.drain(..).take(room));
        }
    }
}

/// Copies all but the uniforms.
fn copy(to: &mut DrawState, from: &DrawState) {
    // All fields are named here, so that none is forgotten.
    let DrawState {
        vertex,
        fragment,
        raster,
        ops,
        values,
        target,
        occlusion,
    } = from;
    copy_stage(&mut to.vertex, vertex);
    copy_stage(&mut to.fragment, fragment);
    to.raster.clone_from(raster);
    (to.ops, to.values) = (*ops, *values);
    to.target.clone_from(target);
    to.occlusion.clone_from(occlusion);
}

fn copy_stage(to: &mut Stage, from: &Stage) {
    let Stage {
        program,
        uniforms: _,
        textures,
    } = from;
    to.program.clone_from(program);
    to.textures.clone_from(textures);
}
