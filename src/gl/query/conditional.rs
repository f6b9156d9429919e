//! Conditional rendering: commands draw nothing if a query has counted no samples (NV_conditional_render).
#![forbid(unsafe_code)]

use super::object::{Conditional, QueryTarget, query_result};
use crate::gl::context::enums::QUERY_RESULT;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::{Call, GlError, Result};

gl_enum! {
    /// How BeginConditionalRenderNV takes the result. We always wait, and never discard by region, which all modes allow.
    pub enum ConditionalMode {
        Wait = QUERY_WAIT,
        NoWait = QUERY_NO_WAIT,
        ByRegionWait = QUERY_BY_REGION_WAIT,
        ByRegionNoWait = QUERY_BY_REGION_NO_WAIT,
    }
}

/// glBeginConditionalRenderNV. Gives INVALID_ENUM for a wrong mode, INVALID_VALUE when it is no query, INVALID_OPERATION for
/// a query of time, for an active query, and while conditional rendering is in progress.
pub fn begin_conditional_render(call: &mut Call<'_>, id: u32, mode: u32) -> Result {
    ConditionalMode::checked(mode, "mode of conditional rendering")?;
    let queries = &call.cx.queries;
    if queries.conditional.is_some() {
        return Err(GlError::invalid_operation(
            "conditional rendering is in progress",
        ));
    }
    match queries.objects.get(id) {
        Some(query) if query.target == QueryTarget::Samples => {}
        Some(_) => return Err(GlError::invalid_operation("the query counts no samples")),
        _ => return Err(GlError::invalid_value("no query of this name")),
    }
    let discards = query_result(call.cx, id, QUERY_RESULT)? == 0;
    call.cx.queries.without_revision().conditional = Some(Conditional { id, discards });
    Ok(())
}

/// glEndConditionalRenderNV. Gives INVALID_OPERATION outside of conditional rendering.
pub fn end_conditional_render(call: &mut Call<'_>) -> Result {
    match call.cx.queries.without_revision().conditional.take() {
        Some(_) => Ok(()),
        None => Err(GlError::invalid_operation(
            "conditional rendering is not in progress",
        )),
    }
}
