//! The state of register combiners (NV_register_combiners section 3.8.12, NV_register_combiners2).
//!
//! The state holds the front end's types. [`super::commands`] sets it, and [`super::query`] reads it.

use crate::frontend::register_combiners::setup::{FinalStage, MAX_STAGES, Portion, Setup, Stage};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub struct RegisterCombinerState {
    /// REGISTER_COMBINERS_NV
    pub enabled: bool,
    /// Whether stages have constants of their own (NV_register_combiners2).
    pub per_stage_constants: bool,
    /// NUM_GENERAL_COMBINERS_NV
    pub n_stages: usize,
    /// COLOR_SUM_CLAMP_NV
    pub clamp_sum: bool,
    /// CONSTANT_COLOR0_NV, CONSTANT_COLOR1_NV
    pub constants: [[f32; 4]; 2],
    /// The constants of each general combiner.
    pub stage_constants: [[[f32; 4]; 2]; MAX_STAGES],
    pub stages: [Stage; MAX_STAGES],
    /// The final combiner.
    pub last: FinalStage,
}

impl Default for RegisterCombinerState {
    fn default() -> RegisterCombinerState {
        RegisterCombinerState {
            enabled: false,
            per_stage_constants: false,
            n_stages: 1,
            clamp_sum: true,
            constants: Default::default(),
            stage_constants: Default::default(),
            stages: [Stage::INITIAL; MAX_STAGES],
            last: FinalStage::INITIAL,
        }
    }
}

impl RegisterCombinerState {
    /// The setup for draws. Returns `None` when combiners are disabled.
    pub fn active(&self) -> Option<Arc<Setup>> {
        self.enabled.then(|| {
            Arc::new(Setup {
                stages: self.stages[..self.n_stages].to_vec(),
                last: self.last,
                clamp_sum: self.clamp_sum,
                per_stage_constants: self.per_stage_constants,
            })
        })
    }

    /// The RGB or alpha portion of general combiner `stage`.
    pub(super) fn portion_mut(&mut self, stage: usize, alpha: bool) -> &mut Portion {
        let stage = &mut self.stages[stage];
        if alpha {
            &mut stage.alpha
        } else {
            &mut stage.rgb
        }
    }
}
