//! A linked program of a stage.

use super::super::semantics::Connections;
use super::parts::{Log, Whole};
use super::places::{Places, main_of};
use crate::frontend::c_like::deep::DeepModule;
use crate::frontend::c_like::entry::{self, Entry};
use crate::frontend::c_like::tree::Stage;
use crate::frontend::diagnostic::ProgramError;
use std::sync::Arc;

/// A program of a stage, as draws take it.
#[derive(Debug, Clone)]
pub struct LinkedStage {
    module: Arc<DeepModule>,
    pub stage: Stage,
    /// The program without user clip planes.
    pub entry: Entry,
    point_coord: u32,
    centroid: u32,
}

impl LinkedStage {
    pub(super) fn new(mut whole: Whole, places: &Places, log: &mut Log) -> Option<LinkedStage> {
        places.write(&mut whole);
        let (module, stage) = (Arc::new(whole.read.module), whole.stage);
        let point_coord = places.point_coord.unwrap_or(0);
        let centroid = match stage {
            Stage::Vertex => 0,
            Stage::Fragment => places.centroid,
        };
        match program(&module, stage, 0, point_coord, centroid) {
            Ok(entry) => Some(LinkedStage {
                module,
                stage,
                entry,
                point_coord,
                centroid,
            }),
            Err(error) => {
                let line = error.listing(&whole.read.map);
                log.0 += &line;
                None
            }
        }
    }

    /// The program with these user clip planes in use, by bit. They cut what `gl_ClipVertex` says, or else nothing.
    pub fn with_clip_planes(&self, planes: u8) -> Result<Entry, ProgramError> {
        program(
            &self.module,
            self.stage,
            planes,
            self.point_coord,
            self.centroid,
        )
    }
}

fn program(
    module: &DeepModule,
    stage: Stage,
    clip_planes: u8,
    point_coord: u32,
    centroid: u32,
) -> Result<Entry, ProgramError> {
    let semantics = Connections { point_coord };
    let options = entry::Options {
        stage,
        semantics: &semantics,
        position_invariant: false,
        clip_planes,
        keeps_loops: false,
    };
    let main = main_of(module).map_or_else(
        || entry::choose(module, Some("main"), entry::Several::Refused),
        Ok,
    )?;
    let mut entry = entry::program(module, main, &options)?;
    Arc::make_mut(&mut entry.code.program).varyings.centroid = centroid;
    Ok(entry)
}
