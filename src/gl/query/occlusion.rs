//! Occlusion queries and the occlusion test (GL 1.5 section 4.1.7, NV_occlusion_query, HP_occlusion_test): one counter.
#![forbid(unsafe_code)]

use crate::gl::context::enums;
use crate::gl::context::labels::forget_labels;
use crate::gl::context::names::{OwnNames, gen_own_names};
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The query objects of a context, which are not shared, and the occlusion test.
#[derive(Debug, Default)]
pub struct QueryState {
    /// Query objects by name. `None` means that the name was generated and not begun yet.
    objects: OwnNames<Arc<AtomicU64>>,
    /// The query between BeginQuery and EndQuery, or 0.
    active: u32,
    /// Whether fragments set the result of HP_occlusion_test.
    pub occlusion_test: bool,
    /// The pixel counter (NV_occlusion_query 4.1.6A). The active query uses it too.
    pixels: Arc<AtomicU64>,
    /// The counter of the query that has ended since the occlusion test's result was reset. The result depends on both
    /// counters.
    ended: Option<Arc<AtomicU64>>,
}

impl QueryState {
    /// The counter of samples that pass, while a query is active or the occlusion test enabled.
    pub fn counter(&self) -> Option<Arc<AtomicU64>> {
        (self.active != 0 || self.occlusion_test).then(|| self.pixels.clone())
    }

    /// CURRENT_QUERY: the active query or 0.
    pub fn current(&self) -> u32 {
        self.active
    }
}

/// OCCLUSION_TEST_RESULT_HP. The query resets it to FALSE, and the pixel counter to 0 (NV_occlusion_query 6.1.13), even the
/// counter of an active query.
pub(crate) fn take_test_result(cx: &mut Context) -> bool {
    cx.finish();
    let ended = cx.queries.ended.take();
    let in_query = ended.is_some_and(|counter| counter.load(Ordering::Relaxed) > 0);
    cx.queries.pixels.swap(0, Ordering::Relaxed) > 0 || in_query
}

const QUERY_ACTIVE: GlError = GlError::invalid_operation("a query is active");

/// glGenQueries. Gives INVALID_VALUE for a negative count. A query may be active (QUIRKS 6.40).
pub fn gen_queries(call: &mut Call<'_>, n: i32, ids: ClientPtr<u32>) -> Result {
    gen_own_names(call, n, ids, |cx| &mut cx.queries.objects)
}

/// glGenOcclusionQueriesNV: names and errors are those of GenQueries.
pub fn gen_occlusion_queries_nv(call: &mut Call<'_>, n: i32, ids: ClientPtr<u32>) -> Result {
    gen_queries(call, n, ids)
}

/// glDeleteQueries. The active query ends without a result when it is among them (QUIRKS 6.40).
pub fn delete_queries(call: &mut Call<'_>, n: i32, ids: ClientPtr<u32>) -> Result {
    let n = usize::try_from(n).map_err(|_| GlError::invalid_value("negative count"))?;
    let ids = call
        .mem
        .read_vec(ids, n)
        .ok_or(GlError::invalid_value("null pointer to names"))?;
    let queries = &mut *call.cx.queries;
    for id in &ids {
        queries.objects.remove(id);
    }
    if ids.contains(&queries.active) {
        queries.active = 0;
    }
    forget_labels(&mut call.cx.labels, &call.cx.shared, enums::QUERY, &ids);
    Ok(())
}

/// glDeleteOcclusionQueriesNV: as DeleteQueries.
pub fn delete_occlusion_queries_nv(call: &mut Call<'_>, n: i32, ids: ClientPtr<u32>) -> Result {
    delete_queries(call, n, ids)
}

/// glIsQuery: whether the name is that of a query that was begun.
pub fn is_query(call: &mut Call<'_>, id: u32) -> Result<u8> {
    Ok(u8::from(matches!(
        call.cx.queries.objects.get(&id),
        Some(Some(_))
    )))
}

fn check_target(target: u32) -> Result {
    if target == enums::SAMPLES_PASSED {
        Ok(())
    } else {
        Err(GlError::invalid_enum("query target"))
    }
}

pub fn is_occlusion_query_nv(call: &mut Call<'_>, id: u32) -> Result<u8> {
    is_query(call, id)
}

/// glBeginQuery. Gives INVALID_OPERATION for name 0, or while a query is active.
pub fn begin_query(call: &mut Call<'_>, target: u32, id: u32) -> Result {
    check_target(target)?;
    begin_occlusion_query_nv(call, id)
}

/// glBeginOcclusionQueryNV: resets the pixel counter and the occlusion test's result. Gives INVALID_OPERATION for name 0,
/// or while a query is active.
pub fn begin_occlusion_query_nv(call: &mut Call<'_>, id: u32) -> Result {
    if id == 0 {
        return Err(GlError::invalid_operation("query name 0"));
    }
    if call.cx.queries.active != 0 {
        return Err(QUERY_ACTIVE);
    }
    let queries = &mut *call.cx.queries;
    queries.pixels = Arc::default();
    queries.ended = None;
    queries.objects.insert(id, Some(queries.pixels.clone()));
    queries.active = id;
    Ok(())
}

/// glEndQuery. Gives INVALID_OPERATION without an active query.
pub fn end_query(call: &mut Call<'_>, target: u32) -> Result {
    check_target(target)?;
    end_occlusion_query_nv(call)
}

/// glEndOcclusionQueryNV. Gives INVALID_OPERATION without an active query.
pub fn end_occlusion_query_nv(call: &mut Call<'_>) -> Result {
    let queries = &mut *call.cx.queries;
    if std::mem::take(&mut queries.active) == 0 {
        return Err(GlError::invalid_operation("no query is active"));
    }
    // The object keeps its count. From now on the counter belongs to the occlusion test alone.
    queries.ended = Some(std::mem::take(&mut queries.pixels));
    Ok(())
}

/// glGetQueryiv: CURRENT_QUERY, QUERY_COUNTER_BITS (32).
pub fn get_queryiv(call: &mut Call<'_>, target: u32, pname: u32, params: ClientPtr<i32>) -> Result {
    check_target(target)?;
    let value = match pname {
        enums::CURRENT_QUERY => call.cx.queries.current() as i32,
        enums::QUERY_COUNTER_BITS => 32,
        _ => return Err(GlError::invalid_enum("query parameter")),
    };
    call.mem.write(params, &[value]);
    Ok(())
}

/// The result of a query. It waits for what was recorded, so that it is always available. Gives INVALID_OPERATION for the
/// active query and when it is no query.
fn query_result(call: &mut Call<'_>, id: u32, pname: u32) -> Result<u64> {
    let queries = &call.cx.queries;
    let counter = match queries.objects.get(&id) {
        Some(Some(counter)) if queries.current() != id => counter.clone(),
        _ => return Err(GlError::invalid_operation("no finished query of this name")),
    };
    match pname {
        enums::QUERY_RESULT => {
            call.cx.finish();
            Ok(counter.load(Ordering::Relaxed))
        }
        enums::QUERY_RESULT_AVAILABLE => {
            // An application that polls must see the end, and nothing else would carry out the draws.
            call.cx.finish();
            Ok(1)
        }
        _ => Err(GlError::invalid_enum("query object parameter")),
    }
}

pub fn get_query_objectiv(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let value = query_result(call, id, pname)?.min(i32::MAX as u64) as i32;
    call.mem.write(params, &[value]);
    Ok(())
}

pub fn get_query_objectuiv(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    params: ClientPtr<u32>,
) -> Result {
    let value = query_result(call, id, pname)?.min(u64::from(u32::MAX)) as u32;
    call.mem.write(params, &[value]);
    Ok(())
}

/// glGetOcclusionQueryivNV: PIXEL_COUNT_NV and PIXEL_COUNT_AVAILABLE_NV are QUERY_RESULT and QUERY_RESULT_AVAILABLE.
pub fn get_occlusion_queryiv_nv(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    get_query_objectiv(call, id, pname, params)
}

pub fn get_occlusion_queryuiv_nv(
    call: &mut Call<'_>,
    id: u32,
    pname: u32,
    params: ClientPtr<u32>,
) -> Result {
    get_query_objectuiv(call, id, pname, params)
}
