//! NV_fence: points in the command stream that an application can wait for. A flush carries out what is recorded, so a
//! fence is complete when the context has been flushed since it was set. A test flushes, so that a program that polls sees
//! the end.
#![forbid(unsafe_code)]

use crate::gl::context::enums::*;
use crate::gl::context::error::unreadable;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::context::names::{OwnNames, gen_own_names};
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;

#[derive(Debug, Clone, Copy)]
struct Fence {
    /// FENCE_STATUS_NV. FENCE_CONDITION_NV is ALL_COMPLETED_NV for all fences. TRUE is kept until the fence is set again.
    status: bool,
}

/// The fences of a context, which are not shared.
#[derive(Debug, Default)]
pub struct FenceState {
    fences: OwnNames<Fence>,
}

/// Flushes the context, which carries out what was recorded before a fence. Gives INVALID_OPERATION for a name without a fence.
fn complete(cx: &mut Context, name: u32) -> Result<Fence> {
    let missing = GlError::invalid_operation("no such fence");
    let fence = cx.fences.fences.get(name).copied();
    let fence = fence.ok_or(missing)?;
    if fence.status {
        return Ok(fence);
    }
    cx.flush_to_window();
    let done = Fence { status: true };
    cx.fences.fences.set(name, done)?;
    Ok(done)
}

/// glGenFencesNV. Gives INVALID_VALUE for a negative count.
pub fn gen_fences_nv(call: &mut Call<'_>, n: i32, fences: ClientPtr<u32>) -> Result {
    gen_own_names(call, n, fences, |cx| &mut cx.fences.fences)
}

/// glDeleteFencesNV: unused names are ignored. Gives INVALID_VALUE for a negative count.
pub fn delete_fences_nv(call: &mut Call<'_>, n: i32, fences: ClientPtr<u32>) -> Result {
    let n = usize::try_from(n).map_err(|_| GlError::invalid_value("negative count"))?;
    let null = unreadable("null pointer to names");
    for name in call.mem.read_vec(fences, n).map_err(null)? {
        call.cx.fences.fences.remove(name);
    }
    Ok(())
}

/// glSetFenceNV accepts any name. Gives INVALID_ENUM for a wrong condition, OUT_OF_MEMORY.
pub fn set_fence_nv(call: &mut Call<'_>, fence: u32, condition: u32) -> Result {
    if condition != ALL_COMPLETED_NV {
        return Err(GlError::invalid_enum("condition of a fence"));
    }
    let set = Fence { status: false };
    call.cx.fences.fences.set(fence, set)
}

/// glTestFenceNV: returns TRUE, since it finishes what was recorded before. Gives INVALID_OPERATION (and also TRUE) for a
/// name without a fence.
pub fn test_fence_nv(call: &mut Call<'_>, fence: u32) -> Result<u8> {
    if let Err(error) = complete(call.cx, fence) {
        call.cx.record_error_of("glTestFenceNV", error);
    }
    Ok(1)
}

/// glFinishFenceNV. Gives INVALID_OPERATION for a name without a fence.
pub fn finish_fence_nv(call: &mut Call<'_>, fence: u32) -> Result {
    complete(call.cx, fence).map(|_| ())
}

/// glIsFenceNV: returns FALSE for a name that was generated and not set.
pub fn is_fence_nv(call: &mut Call<'_>, fence: u32) -> Result<u8> {
    Ok(u8::from(call.cx.fences.fences.get(fence).is_some()))
}

gl_enum! {
    /// What glGetFenceivNV asks for.
    pub enum FenceProperty {
        Status = FENCE_STATUS_NV,
        Condition = FENCE_CONDITION_NV,
    }
}

/// glGetFenceivNV. Gives INVALID_OPERATION for a name without a fence, INVALID_ENUM for a wrong property.
pub fn get_fenceiv_nv(
    call: &mut Call<'_>,
    fence: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let property = FenceProperty::checked(pname, "property of a fence")?;
    let fence = complete(call.cx, fence)?;
    let value = match property {
        FenceProperty::Status => i32::from(fence.status),
        FenceProperty::Condition => ALL_COMPLETED_NV as i32,
    };
    call.mem.write(params, &[value]);
    Ok(())
}
