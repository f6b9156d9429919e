//! Queries of time (EXT_timer_query, ARB_timer_query).
//!
//! A time is taken after all that was recorded before is carried out, as the texts ask for.
#![forbid(unsafe_code)]

use super::object::{NO_QUERY_ACTIVE, QUERY_ACTIVE, Query, QueryTarget};
use crate::gl::context::named::Named;
use crate::gl::{Call, Context, GlError, Result};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Timestamps count from the first one that this process asks for.
static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// TIMESTAMP: the time now, in nanoseconds. The commands so far may still be recorded.
pub(crate) fn timestamp() -> u64 {
    nanoseconds(FIRST.elapsed())
}

/// Begins a query of the time that commands take. Gives INVALID_OPERATION while another one is active.
pub(super) fn begin(cx: &mut Context, id: u32) -> Result {
    cx.queries.check_new(id, QueryTarget::Elapsed)?;
    if cx.queries.timer.is_some() {
        return Err(QUERY_ACTIVE);
    }
    cx.finish();
    set(cx, id, QueryTarget::Elapsed, 0)?;
    cx.queries.without_revision().timer = Some((id, Instant::now()));
    Ok(())
}

/// Ends the query of time. Gives INVALID_OPERATION if none is active.
pub(super) fn end(cx: &mut Context) -> Result {
    let timer = cx.queries.without_revision().timer.take();
    let (id, start) = timer.ok_or(NO_QUERY_ACTIVE)?;
    cx.finish();
    set(cx, id, QueryTarget::Elapsed, nanoseconds(start.elapsed()))
}

fn set(cx: &mut Context, id: u32, target: QueryTarget, result: u64) -> Result {
    let result = std::sync::Arc::new(result.into());
    let objects = &mut cx.queries.without_revision().objects;
    objects.set(id, Query { target, result })
}

/// glQueryCounter: the result is the time at which the commands so far are done. Gives INVALID_ENUM for another target than
/// TIMESTAMP, INVALID_OPERATION for a name that GenQueries has not returned, and for a query that is active or has had
/// another target.
pub fn query_counter(call: &mut Call<'_>, id: u32, target: u32) -> Result {
    let is_timestamp = QueryTarget::from_name(target) == Some(QueryTarget::Timestamp);
    if !is_timestamp {
        return Err(GlError::invalid_enum("the target of a time is TIMESTAMP"));
    }
    call.cx.queries.check_new(id, QueryTarget::Timestamp)?;
    if !call.cx.queries.objects.knows(id) {
        return Err(GlError::invalid_operation(
            "the name is not one that GenQueries has returned",
        ));
    }
    call.cx.finish();
    set(call.cx, id, QueryTarget::Timestamp, timestamp())
}
