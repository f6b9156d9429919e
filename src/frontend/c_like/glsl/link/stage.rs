//! A linked program of a stage.

use super::super::semantics::Connections;
use super::parts::{Log, Whole};
use super::places::{Places, main_of};
use crate::frontend::c_like::entry::{self, Entry};
use crate::frontend::c_like::tree::{Module, Stage};
use crate::frontend::diagnostic::ProgramError;
use std::sync::Arc;

/// A program of a stage, as draws take it.
#[derive(Debug, Clone)]
pub struct LinkedStage {
    pub stage: Stage,
    pub entry: Entry,
}

impl LinkedStage {
    /// The program of the shaders of a stage; errors go to the log.
    pub(super) fn new(
        mut whole: Whole,
        places: &Places,
        clip_planes: u8,
        log: &mut Log,
    ) -> Option<LinkedStage> {
        places.write(&mut whole);
        let semantics = Connections {
            point_coord: places.point_coord.unwrap_or(0),
        };
        let options = entry::Options {
            stage: whole.stage,
            semantics: &semantics,
            position_invariant: false,
            clip_planes,
            keeps_loops: false,
        };
        let mut entry = match program(&whole.read.module, &options) {
            Ok(entry) => entry,
            Err(error) => {
                log.0 += &error.listing(&whole.read.map);
                return None;
            }
        };
        if whole.stage == Stage::Fragment {
            Arc::make_mut(&mut entry.code.program).varyings.centroid = places.centroid;
        }
        Some(LinkedStage {
            stage: whole.stage,
            entry,
        })
    }
}

fn program(module: &Module, options: &entry::Options<'_>) -> Result<Entry, ProgramError> {
    let main = main_of(module).map_or_else(
        || entry::choose(module, Some("main"), entry::Several::Refused),
        Ok,
    )?;
    entry::program(module, main, options)
}
