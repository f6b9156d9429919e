//! State of the special functions: lists, evaluators, selection, feedback (GL 1.5 tables 6.28 to 6.32), hints, stacks of
//! attributes, debug output.
#![forbid(unsafe_code)]

use super::row::{IntoValues, Kind, Row, rows};
use crate::gl::context::enums::*;
use crate::gl::debug::message;
use crate::gl::query::object::QueryTarget;
use crate::gl::query::sync::MAX_SERVER_WAIT;
use crate::gl::query::timer::timestamp;
use crate::gl::state::hint::HintTarget;
use crate::gl::state::label;

/// GL 1.5 tables 6.28 to 6.32.
pub(crate) const LISTS_AND_EVALUATORS: &[Row] = rows! {
    LIST_BASE Integer |cx| cx.lists.base;
    LIST_INDEX Integer |cx| cx.lists.index;
    LIST_MODE Integer |cx| cx.lists.mode_name();
    MAP1_GRID_DOMAIN Float |cx| cx.evaluators.grid1_domain;
    MAP1_GRID_SEGMENTS Integer |cx| cx.evaluators.grid1_segments;
    MAP2_GRID_DOMAIN Float |cx| cx.evaluators.grid2_domain;
    MAP2_GRID_SEGMENTS Integer |cx| cx.evaluators.grid2_segments;
    CURRENT_OCCLUSION_QUERY_ID_NV Integer |cx| cx.queries.current(QueryTarget::Samples);
    // The time now: what is recorded may not be done (ARB_timer_query).
    TIMESTAMP Integer |_| timestamp();
    MAX_SERVER_WAIT_TIMEOUT Integer |_| MAX_SERVER_WAIT;
    RENDER_MODE Integer |cx| cx.render_mode.mode.to_enum();
    NAME_STACK_DEPTH Integer |cx| cx.render_mode.selection.n_names();
    FEEDBACK_BUFFER_SIZE Integer |cx| cx.render_mode.feedback.size();
    FEEDBACK_BUFFER_TYPE Integer |cx| cx.render_mode.feedback.kind().to_enum();
    SELECTION_BUFFER_SIZE Integer |cx| cx.render_mode.selection.size();
};

pub(crate) const HINTS_AND_STACKS: &[Row] = rows! {
    ATTRIB_STACK_DEPTH Integer |cx| cx.attribs.depth();
    CLIENT_ATTRIB_STACK_DEPTH Integer |cx| cx.attribs.client_depth();
    PERSPECTIVE_CORRECTION_HINT Integer |cx| cx.hints.of(HintTarget::PerspectiveCorrection);
    POINT_SMOOTH_HINT Integer |cx| cx.hints.of(HintTarget::PointSmooth);
    LINE_SMOOTH_HINT Integer |cx| cx.hints.of(HintTarget::LineSmooth);
    POLYGON_SMOOTH_HINT Integer |cx| cx.hints.of(HintTarget::PolygonSmooth);
    FOG_HINT Integer |cx| cx.hints.of(HintTarget::Fog);
    GENERATE_MIPMAP_HINT Integer |cx| cx.hints.of(HintTarget::GenerateMipmap);
    TEXTURE_COMPRESSION_HINT Integer |cx| cx.hints.of(HintTarget::TextureCompression);
};

/// KHR_debug, table 6.55 and its limits.
pub(crate) const DEBUG: &[Row] = rows! {
    CONTEXT_FLAGS Integer |cx| if cx.debug.debug_context { CONTEXT_FLAG_DEBUG_BIT } else { 0 };
    DEBUG_LOGGED_MESSAGES Integer |cx| cx.debug.log.len();
    DEBUG_NEXT_LOGGED_MESSAGE_LENGTH Integer |cx| cx.debug.next_length();
    DEBUG_GROUP_STACK_DEPTH Integer |cx| cx.debug.groups.len();
    MAX_DEBUG_MESSAGE_LENGTH Integer |_| message::MAX_MESSAGE_LENGTH;
    MAX_DEBUG_LOGGED_MESSAGES Integer |_| message::MAX_LOGGED_MESSAGES;
    MAX_DEBUG_GROUP_STACK_DEPTH Integer |_| message::MAX_GROUP_DEPTH;
    MAX_LABEL_LENGTH Integer |_| label::MAX_LABEL_LENGTH;
};
