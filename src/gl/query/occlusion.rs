//! Queries of samples and the occlusion test (GL 1.5 section 4.1.7, NV_occlusion_query, HP_occlusion_test): one counter.
#![forbid(unsafe_code)]

use super::object::{
    NO_QUERY_ACTIVE, QUERY_ACTIVE, Query, QueryTarget, delete_queries, gen_queries,
    get_query_objectiv, get_query_objectuiv, is_query,
};
use crate::gl::{Call, Context, Result};
use crate::platform::ClientPtr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// OCCLUSION_TEST_RESULT_HP. The query resets it to FALSE, and the pixel counter to 0 (NV_occlusion_query 6.1.13), even the
/// counter of an active query.
pub(crate) fn take_test_result(cx: &mut Context) -> bool {
    cx.finish();
    let ended = cx.queries.ended.take();
    let in_query = ended.is_some_and(|counter| counter.load(Ordering::Relaxed) > 0);
    cx.queries.pixels.swap(0, Ordering::Relaxed) > 0 || in_query
}

/// Begins a query of samples: resets the pixel counter and the occlusion test's result.
pub(super) fn begin(cx: &mut Context, id: u32) -> Result {
    cx.queries.check_new(id, QueryTarget::Samples)?;
    if cx.queries.active != 0 {
        return Err(QUERY_ACTIVE);
    }
    let queries = &mut *cx.queries;
    let pixels = Arc::<AtomicU64>::default();
    let query = Query {
        target: QueryTarget::Samples,
        result: pixels.clone(),
    };
    queries.objects.set(id, query)?;
    queries.pixels = pixels;
    queries.ended = None;
    queries.active = id;
    Ok(())
}

/// Ends the query of samples. Gives INVALID_OPERATION if none is active.
pub(super) fn end(cx: &mut Context) -> Result {
    let queries = &mut *cx.queries;
    if std::mem::take(&mut queries.active) == 0 {
        return Err(NO_QUERY_ACTIVE);
    }
    // The object keeps its count. From now on the counter belongs to the occlusion test alone.
    queries.ended = Some(std::mem::take(&mut queries.pixels));
    Ok(())
}

/// glGenOcclusionQueriesNV: names and errors are those of GenQueries.
pub fn gen_occlusion_queries_nv(call: &mut Call<'_>, n: i32, ids: ClientPtr<u32>) -> Result {
    gen_queries(call, n, ids)
}

/// glDeleteOcclusionQueriesNV: as DeleteQueries.
pub fn delete_occlusion_queries_nv(call: &mut Call<'_>, n: i32, ids: ClientPtr<u32>) -> Result {
    delete_queries(call, n, ids)
}

pub fn is_occlusion_query_nv(call: &mut Call<'_>, id: u32) -> Result<u8> {
    is_query(call, id)
}

/// glBeginOcclusionQueryNV. Gives INVALID_OPERATION for name 0, or while a query is active.
pub fn begin_occlusion_query_nv(call: &mut Call<'_>, id: u32) -> Result {
    begin(call.cx, id)
}

/// glEndOcclusionQueryNV. Gives INVALID_OPERATION without an active query.
pub fn end_occlusion_query_nv(call: &mut Call<'_>) -> Result {
    end(call.cx)
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
