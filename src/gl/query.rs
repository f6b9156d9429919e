//! Occlusion queries (GL 1.5 section 4.1.7).
#![forbid(unsafe_code)]

use super::{Call, GlError, Result, enums};
use crate::platform::ClientPtr;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Query objects, private to their context.
#[derive(Debug, Default)]
pub struct QueryState {
    /// By name; `None` for a name that was generated and not begun yet.
    objects: BTreeMap<u32, Option<Arc<AtomicU64>>>,
    /// The query between BeginQuery and EndQuery.
    active: Option<(u32, Arc<AtomicU64>)>,
}

impl QueryState {
    /// Where draws count the samples that pass, while a query is active.
    pub fn counter(&self) -> Option<Arc<AtomicU64>> {
        self.active.as_ref().map(|(_, counter)| counter.clone())
    }

    /// CURRENT_QUERY: the active query or 0.
    pub fn current(&self) -> u32 {
        self.active.as_ref().map_or(0, |(name, _)| *name)
    }
}

/// glGenQueries. INVALID_VALUE for a negative count, INVALID_OPERATION while a query is active: section 4.1.7 asks it of
/// both GenQueries and DeleteQueries "while any query of any target is active", as ARB_occlusion_query does. (Later
/// versions took that back; piglit's gen_delete_while_active tests theirs.)
pub fn gen_queries(call: &mut Call<'_>, n: i32, ids: ClientPtr<u32>) -> Result {
    let n = usize::try_from(n).map_err(|_| GlError::invalid_value("negative count"))?;
    if call.cx.queries.active.is_some() {
        return Err(GlError::invalid_operation("a query is active"));
    }
    if ids.is_null() {
        return Ok(());
    }
    let objects = &mut call.cx.queries.objects;
    let mut candidate = 1u32;
    for i in 0..n {
        while objects.contains_key(&candidate) {
            candidate = candidate
                .checked_add(1)
                .ok_or(GlError::out_of_memory("query names"))?;
        }
        objects.insert(candidate, None);
        call.mem
            .write(ids.byte_add(i.wrapping_mul(4)), &[candidate]);
    }
    Ok(())
}

/// glDeleteQueries. INVALID_OPERATION while a query is active.
pub fn delete_queries(call: &mut Call<'_>, n: i32, ids: ClientPtr<u32>) -> Result {
    let n = usize::try_from(n).map_err(|_| GlError::invalid_value("negative count"))?;
    if call.cx.queries.active.is_some() {
        return Err(GlError::invalid_operation("a query is active"));
    }
    let ids = call
        .mem
        .read_vec(ids, n)
        .ok_or(GlError::invalid_value("null pointer to names"))?;
    for id in &ids {
        call.cx.queries.objects.remove(id);
    }
    call.cx.forget_labels(enums::QUERY, &ids);
    Ok(())
}

/// glIsQuery: whether the name is one of a query that was begun.
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

/// glBeginQuery. INVALID_OPERATION for name 0, or while a query is active.
pub fn begin_query(call: &mut Call<'_>, target: u32, id: u32) -> Result {
    check_target(target)?;
    if id == 0 || call.cx.queries.active.is_some() {
        return Err(GlError::invalid_operation(
            "query name 0, or a query is active",
        ));
    }
    let counter = Arc::new(AtomicU64::new(0));
    call.cx.queries.objects.insert(id, Some(counter.clone()));
    call.cx.queries.active = Some((id, counter));
    Ok(())
}

/// glEndQuery. INVALID_OPERATION without an active query.
pub fn end_query(call: &mut Call<'_>, target: u32) -> Result {
    check_target(target)?;
    match call.cx.queries.active.take() {
        Some(_) => Ok(()),
        None => Err(GlError::invalid_operation("no query is active")),
    }
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

/// The result: waits for what was recorded, so that it is always available. INVALID_OPERATION for a name that is no
/// query or the active one.
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
            // An application that polls must see the end: nothing else would carry the draws out.
            call.cx.finish();
            Ok(1)
        }
        _ => Err(GlError::invalid_enum("query object parameter")),
    }
}

/// glGetQueryObjectiv
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

/// glGetQueryObjectuiv
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
