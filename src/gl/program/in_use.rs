//! The program of shader objects in use, whose stages draws run before those of the targets (GL 2.1 section 2.15.3).
#![forbid(unsafe_code)]

use super::loaded::Loaded;
use super::object::{ProgramObject, ProgramState, Shared, new_object};
use crate::device::Share;
use crate::device::state::revision::Watched;
use crate::frontend::stage_program::{ProgramStage, StageProgram};
use crate::gl::context::program_target::Target;
use std::sync::Arc;

/// What a program of shader objects was linked to. A stage without shaders is that of the targets or of fixed function.
#[derive(Debug, Default)]
pub(crate) struct Executable {
    /// By target, those of vertices and of fragments: the code of a stage with the values of its uniforms.
    pub(crate) stages: [Option<Shared>; 2],
    /// The generic varying of fragments that is the place in a point sprite.
    point_coord: Option<u32>,
}

/// What a program is linked to now; contexts that use it follow a later link. `None` before the first one.
pub(crate) type SharedExecutable = Arc<Watched<Option<Arc<Executable>>>>;

/// The program in use.
#[derive(Debug)]
pub(crate) struct InUse {
    /// CURRENT_PROGRAM
    pub(crate) name: u32,
    /// What it is linked to.
    pub(crate) executable: SharedExecutable,
    /// The same, as the context's last draw has seen it.
    seen: Arc<Executable>,
    /// The changes of shared objects until then.
    objects: u64,
}

impl Executable {
    /// The stages of a program, each with the first values of its uniforms.
    pub(crate) fn new(
        share: &Share,
        programs: impl IntoIterator<Item = StageProgram>,
        point_coord: Option<u32>,
    ) -> Executable {
        let mut executable = Executable {
            point_coord,
            ..Executable::default()
        };
        for program in programs {
            let target = match program.stage() {
                ProgramStage::Vertex => Target::Vertex,
                ProgramStage::Fragment => Target::Fragment,
            };
            let object = new_object(share, target.stage(), true);
            object.lock().set_shading(program);
            executable.stages[target as usize] = Some(object);
        }
        executable
    }
}

impl ProgramObject {
    /// Gives the object a program whose uniforms have names. They begin with their initial values.
    pub(crate) fn set_shading(&mut self, program: StageProgram) {
        self.named = program.initial().to_vec();
        let units = program
            .samplers()
            .map(|sampler| sampler.map_or(0, |s| s.unit));
        self.loaded = Some(Loaded::Shading(Arc::new(program), units));
    }
}

impl ProgramState {
    /// Uses a program of shader objects, or none.
    pub(crate) fn use_program(&mut self, program: Option<(u32, SharedExecutable)>) {
        self.in_use = program.map(|(name, executable)| {
            let seen = executable.lock().clone().unwrap_or_default();
            InUse {
                name,
                executable,
                seen,
                objects: 0,
            }
        });
    }

    /// Follows a later link of the program in use, if shared objects have changed since the last time; returns whether there was one.
    pub(crate) fn follow_in_use(&mut self, objects: u64) -> bool {
        let Some(in_use) = self.in_use.as_mut().filter(|p| p.objects != objects) else {
            return false;
        };
        in_use.objects = objects;
        let now = in_use.executable.lock().clone().unwrap_or_default();
        let is_other = !Arc::ptr_eq(&now, &in_use.seen);
        in_use.seen = now;
        is_other
    }

    /// The stage of the program in use that draws run in a target's place.
    pub(crate) fn linked_stage(&self, target: Target) -> Option<&Shared> {
        let in_use = self.in_use.as_ref()?;
        in_use.seen.stages.get(target as usize)?.as_ref()
    }

    /// The object whose code and parameters draws use for a target.
    pub(crate) fn drawn(&self, target: Target) -> &Shared {
        let of_target = &self.target(target).object;
        self.linked_stage(target).unwrap_or(of_target)
    }

    /// The generic varying that is the place in a point sprite for the program in use.
    pub(crate) fn point_coord(&self) -> Option<u32> {
        self.in_use.as_ref()?.seen.point_coord
    }

    /// Whether draws run a program for a target, be it one that loaded or not.
    pub(crate) fn runs_program(&self, target: Target) -> bool {
        self.target(target).enabled || self.linked_stage(target).is_some()
    }
}
