//! Queries that begin and end: of samples and of time (GL 1.5 section 4.1.7, EXT_timer_query).
#![forbid(unsafe_code)]

use super::object::QueryTarget;
use super::{occlusion, timer};
use crate::gl::context::named::Named;
use crate::gl::{Call, GlError, Result};

/// The target of a query that can be active. Gives INVALID_ENUM for another one.
fn active_target(target: u32) -> Result<QueryTarget> {
    QueryTarget::from_name(target)
        .filter(|target| *target != QueryTarget::Timestamp)
        .ok_or(GlError::invalid_enum("query target"))
}

/// glBeginQuery. Gives INVALID_ENUM for a wrong target, INVALID_OPERATION for name 0, for a query that is active or has had
/// another target, and while a query of this target is active.
pub fn begin_query(call: &mut Call<'_>, target: u32, id: u32) -> Result {
    match active_target(target)? {
        QueryTarget::Elapsed => timer::begin(call.cx, id),
        _ => occlusion::begin(call.cx, id),
    }
}

/// glEndQuery. Gives INVALID_ENUM for a wrong target, INVALID_OPERATION without an active query.
pub fn end_query(call: &mut Call<'_>, target: u32) -> Result {
    match active_target(target)? {
        QueryTarget::Elapsed => timer::end(call.cx),
        _ => occlusion::end(call.cx),
    }
}
