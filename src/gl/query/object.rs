//! Query objects: names, the active queries, results (GL 1.5 section 4.1.7, EXT_timer_query, ARB_timer_query).
#![forbid(unsafe_code)]

use crate::gl::context::enums;
use crate::gl::context::error::unreadable;
use crate::gl::context::labels::forget_labels;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::context::names::{OwnNames, gen_own_names};
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

gl_enum! {
    /// What a query asks for.
    pub enum QueryTarget {
        Samples = SAMPLES_PASSED,
        Elapsed = TIME_ELAPSED,
        /// The time at one point. Such a query is never active.
        Timestamp = TIMESTAMP,
    }
}

/// A query that was begun, or a time that was asked for.
#[derive(Debug)]
pub(super) struct Query {
    pub(super) target: QueryTarget,
    /// Samples, or nanoseconds.
    pub(super) result: Arc<AtomicU64>,
}

/// Conditional rendering in progress.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conditional {
    /// The query that decides.
    pub(super) id: u32,
    /// Whether it has counted nothing.
    pub(super) discards: bool,
}

/// The query objects of a context, which are not shared, and the occlusion test.
#[derive(Debug, Default)]
pub struct QueryState {
    /// Query objects by name. `None` means that the name was generated and not begun yet.
    pub(super) objects: OwnNames<Query>,
    /// The query of samples between BeginQuery and EndQuery, or 0.
    pub(super) active: u32,
    /// The query of time between BeginQuery and EndQuery, and when it began.
    pub(super) timer: Option<(u32, Instant)>,
    /// Whether fragments set the result of HP_occlusion_test.
    pub occlusion_test: bool,
    /// The pixel counter (NV_occlusion_query 4.1.6A). The active query uses it too.
    pub(super) pixels: Arc<AtomicU64>,
    /// The counter of the query that has ended since the occlusion test's result was reset. The result depends on both
    /// counters.
    pub(super) ended: Option<Arc<AtomicU64>>,
    /// The query that decides whether commands draw, between BeginConditionalRender and EndConditionalRender.
    pub(super) conditional: Option<Conditional>,
}

impl QueryState {
    /// The counter of samples that pass, while a query is active or the occlusion test enabled.
    pub fn counter(&self) -> Option<Arc<AtomicU64>> {
        (self.active != 0 || self.occlusion_test).then(|| self.pixels.clone())
    }

    /// Whether commands draw nothing: vertices, DrawPixels, CopyPixels, Bitmap, Clear, Accum, BlitFramebuffer.
    #[inline]
    pub(crate) fn discards(&self) -> bool {
        self.conditional
            .is_some_and(|conditional| conditional.discards)
    }

    /// CURRENT_QUERY of a target: the active query or 0.
    pub(crate) fn current(&self, target: QueryTarget) -> u32 {
        match target {
            QueryTarget::Samples => self.active,
            QueryTarget::Elapsed => self.timer.map_or(0, |(id, _)| id),
            QueryTarget::Timestamp => 0,
        }
    }

    /// Whether a query of any target is active and has this name.
    pub(super) fn is_active(&self, id: u32) -> bool {
        [QueryTarget::Samples, QueryTarget::Elapsed]
            .iter()
            .any(|target| self.current(*target) == id)
    }

    /// Gives INVALID_OPERATION if this name cannot begin a query of a target: it is 0, active, used by conditional rendering
    /// (NV_conditional_render 2.X), or that of a query of another target (ARB_timer_query).
    pub(super) fn check_new(&self, id: u32, target: QueryTarget) -> Result {
        if id == 0 {
            return Err(GlError::invalid_operation("query name 0"));
        }
        if self.is_active(id) || self.conditional.is_some_and(|c| c.id == id) {
            return Err(GlError::invalid_operation("the query is in use"));
        }
        match self.objects.get(id) {
            Some(query) if query.target != target => Err(GlError::invalid_operation(
                "the query has asked for something else before",
            )),
            _ => Ok(()),
        }
    }
}

/// glGenQueries. Gives INVALID_VALUE for a negative count. A query may be active (QUIRKS 6.40).
pub fn gen_queries(call: &mut Call<'_>, n: i32, ids: ClientPtr<u32>) -> Result {
    gen_own_names(call, n, ids, |cx| &mut cx.queries.objects)
}

/// glDeleteQueries. An active query ends without a result when it is among them (QUIRKS 6.40).
pub fn delete_queries(call: &mut Call<'_>, n: i32, ids: ClientPtr<u32>) -> Result {
    let n = usize::try_from(n).map_err(|_| GlError::invalid_value("negative count"))?;
    let ids = call
        .mem
        .read_vec(ids, n)
        .map_err(unreadable("null pointer to names"))?;
    let queries = &mut *call.cx.queries;
    for id in &ids {
        queries.objects.remove(*id);
    }
    if ids.contains(&queries.active) {
        queries.active = 0;
    }
    queries.timer = queries.timer.filter(|(id, _)| !ids.contains(id));
    forget_labels(&mut call.cx.labels, &call.cx.shared, enums::QUERY, &ids);
    Ok(())
}

/// glIsQuery: whether the name is that of a query that was begun.
pub fn is_query(call: &mut Call<'_>, id: u32) -> Result<u8> {
    Ok(u8::from(call.cx.queries.objects.get(id).is_some()))
}

pub(super) const QUERY_ACTIVE: GlError = GlError::invalid_operation("a query is active");
pub(super) const NO_QUERY_ACTIVE: GlError = GlError::invalid_operation("no query is active");

/// glGetQueryiv: CURRENT_QUERY, and QUERY_COUNTER_BITS: 32 for samples, 64 for times.
pub fn get_queryiv(call: &mut Call<'_>, target: u32, pname: u32, params: ClientPtr<i32>) -> Result {
    let target = QueryTarget::checked(target, "query target")?;
    let value = match (pname, target) {
        (enums::CURRENT_QUERY, _) => call.cx.queries.current(target) as i32,
        (enums::QUERY_COUNTER_BITS, QueryTarget::Samples) => 32,
        (enums::QUERY_COUNTER_BITS, _) => 64,
        _ => return Err(GlError::invalid_enum("query parameter")),
    };
    call.mem.write(params, &[value]);
    Ok(())
}

/// The result of a query. It waits for what was recorded, so that it is always available. Gives INVALID_OPERATION for an
/// active query and when it is no query.
pub(super) fn query_result(cx: &mut Context, id: u32, pname: u32) -> Result<u64> {
    let result = match cx.queries.objects.get(id) {
        Some(query) if !cx.queries.is_active(id) => query.result.clone(),
        _ => return Err(GlError::invalid_operation("no finished query of this name")),
    };
    match pname {
        enums::QUERY_RESULT => {
            cx.finish();
            Ok(result.load(Ordering::Relaxed))
        }
        enums::QUERY_RESULT_AVAILABLE => {
            // An application that polls must see the end, and nothing else would carry out the draws.
            cx.finish();
            Ok(1)
        }
        _ => Err(GlError::invalid_enum("query object parameter")),
    }
}

/// Writes the result of a query as a number of another type, at most `max`.
fn get_object<T: bytemuck::Pod>(
    call: &mut Call<'_>,
    (id, pname): (u32, u32),
    params: ClientPtr<T>,
    convert: fn(u64) -> T,
) -> Result {
    let value = query_result(call.cx, id, pname)?;
    call.mem.write(params, &[convert(value)]);
    Ok(())
}

/// glGetQueryObjectiv. A result that does not fit gives the largest number. The errors are those of glGetQueryObjectui64v.
pub fn get_query_objectiv(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let convert = |n| i32::try_from(n).unwrap_or(i32::MAX);
    get_object(call, (id, pname), params, convert)
}

pub fn get_query_objectuiv(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    params: ClientPtr<u32>,
) -> Result {
    let convert = |n| u32::try_from(n).unwrap_or(u32::MAX);
    get_object(call, (id, pname), params, convert)
}

pub fn get_query_objecti64v(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    params: ClientPtr<i64>,
) -> Result {
    let convert = |n| i64::try_from(n).unwrap_or(i64::MAX);
    get_object(call, (id, pname), params, convert)
}

/// glGetQueryObjectui64v. Gives INVALID_OPERATION for an active query and when it is no query, INVALID_ENUM for a wrong
/// parameter.
pub fn get_query_objectui64v(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    params: ClientPtr<u64>,
) -> Result {
    get_object(call, (id, pname), params, |n| n)
}
