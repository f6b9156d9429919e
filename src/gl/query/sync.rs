//! Sync objects: points in the command stream of a context, for which any context of its share group can wait (ARB_sync).
//!
//! A sync object is signaled when its context has carried out what it had recorded before. That happens on a flush, and at
//! the latest when the context is destroyed. A poll flushes, so that a program that polls sees the end.
#![forbid(unsafe_code)]

use crate::device::state::signal::Signal;
use crate::gl::context::enums::*;
use crate::gl::context::labels::forget_labels;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::context::names::NO_ROOM;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::platform::reserve::from_system;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// MAX_SERVER_WAIT_TIMEOUT in nanoseconds. A context that waits for another one which never flushes goes on after this.
pub(crate) const MAX_SERVER_WAIT: u64 = 1_000_000_000;

/// TIMEOUT_IGNORED, which has 64 bits.
const TIMEOUT_IGNORED: u64 = u64::MAX;

/// The sync objects of a share group. Their names are numbers in the form of addresses; nothing is read there.
#[derive(Debug, Default)]
pub struct SyncObjects {
    objects: FxHashMap<usize, Arc<Signal>>,
    last: usize,
}

/// The object of a name. Gives INVALID_VALUE when there is none.
fn object(call: &Call<'_>, sync: ClientPtr<u8>) -> Result<Arc<Signal>> {
    let syncs = call.cx.shared.syncs.lock();
    let found = syncs.objects.get(&sync.address()).cloned();
    found.ok_or(GlError::invalid_value("no sync object of this name"))
}

/// glFenceSync: returns the new object. Gives INVALID_ENUM for a wrong condition, INVALID_VALUE for flags, OUT_OF_MEMORY where
/// memory is short.
pub fn fence_sync(call: &mut Call<'_>, condition: u32, flags: u32) -> Result<ClientPtr<u8>> {
    if condition != SYNC_GPU_COMMANDS_COMPLETE {
        return Err(GlError::invalid_enum("condition of a sync object"));
    }
    if flags != 0 {
        return Err(GlError::invalid_value("a sync object has no flags"));
    }
    let mut syncs = call.cx.shared.syncs.lock();
    from_system(|| syncs.objects.try_reserve(1)).map_err(|_| NO_ROOM)?;
    let sync = call.cx.syncs.add();
    syncs.last += 1;
    let name = syncs.last;
    syncs.objects.insert(name, sync);
    Ok(ClientPtr::from_address(name))
}

/// glIsSync: whether the name is that of a sync object.
pub fn is_sync(call: &mut Call<'_>, sync: ClientPtr<u8>) -> Result<u8> {
    Ok(u8::from(object(call, sync).is_ok()))
}

/// glDeleteSync: the name is free at once. Those that wait go on waiting. 0 is ignored. Gives INVALID_VALUE when it is no
/// sync object.
pub fn delete_sync(call: &mut Call<'_>, sync: ClientPtr<u8>) -> Result {
    if sync.is_null() {
        return Ok(());
    }
    object(call, sync)?;
    call.cx.shared.syncs.lock().objects.remove(&sync.address());
    let names = [sync.address() as u32];
    forget_labels(&mut call.cx.labels, &call.cx.shared, SYNC_FENCE, &names);
    Ok(())
}

/// glClientWaitSync: waits until the object is signaled, or for a time in nanoseconds. Gives INVALID_VALUE when it is no sync
/// object and for other flags than SYNC_FLUSH_COMMANDS_BIT, and then returns WAIT_FAILED.
pub fn client_wait_sync(
    call: &mut Call<'_>,
    sync: ClientPtr<u8>,
    flags: u32,
    timeout: u64,
) -> Result<u32> {
    let checked = object(call, sync).and_then(|sync| match flags & !SYNC_FLUSH_COMMANDS_BIT {
        0 => Ok(sync),
        _ => Err(GlError::invalid_value("flags of a wait")),
    });
    let sync = match checked {
        Ok(sync) => sync,
        Err(error) => {
            call.cx.record_error_of("glClientWaitSync", error);
            return Ok(WAIT_FAILED);
        }
    };
    if sync.is_reached() {
        return Ok(ALREADY_SIGNALED);
    }
    // This also flushes without the flag: a wait for a command that is never carried out would not end.
    call.cx.flush_to_window();
    if timeout == 0 {
        // A poll tests the state that it finds, which a flush that was asked for comes before.
        let is_seen = flags & SYNC_FLUSH_COMMANDS_BIT != 0 && sync.is_reached();
        return Ok(if is_seen {
            ALREADY_SIGNALED
        } else {
            TIMEOUT_EXPIRED
        });
    }
    Ok(if sync.wait(timeout) {
        CONDITION_SATISFIED
    } else {
        TIMEOUT_EXPIRED
    })
}

/// glWaitSync: later commands of this context come after the signal, or after MAX_SERVER_WAIT_TIMEOUT. Gives INVALID_VALUE
/// when it is no sync object, for flags, and for another time than TIMEOUT_IGNORED.
pub fn wait_sync(call: &mut Call<'_>, sync: ClientPtr<u8>, flags: u32, timeout: u64) -> Result {
    let sync = object(call, sync)?;
    if flags != 0 || timeout != TIMEOUT_IGNORED {
        return Err(GlError::invalid_value("flags or time of a wait"));
    }
    if !sync.is_reached() {
        call.cx.finish();
        sync.wait(MAX_SERVER_WAIT);
    }
    Ok(())
}

gl_enum! {
    /// What glGetSynciv asks for.
    pub enum SyncProperty {
        Type = OBJECT_TYPE,
        Condition = SYNC_CONDITION,
        Status = SYNC_STATUS,
        Flags = SYNC_FLAGS,
    }
}

/// glGetSynciv. Gives INVALID_VALUE when it is no sync object and for a negative size, INVALID_ENUM for a wrong property.
pub fn get_synciv(
    call: &mut Call<'_>,
    sync: ClientPtr<u8>,
    pname: u32,
    buf_size: i32,
    length: ClientPtr<i32>,
    values: ClientPtr<i32>,
) -> Result {
    let sync = object(call, sync)?;
    let property = SyncProperty::checked(pname, "property of a sync object")?;
    if buf_size < 0 {
        return Err(GlError::invalid_value("negative size"));
    }
    let value = match property {
        SyncProperty::Type => SYNC_FENCE,
        SyncProperty::Condition => SYNC_GPU_COMMANDS_COMPLETE,
        SyncProperty::Flags => 0,
        SyncProperty::Status if sync.is_reached() => SIGNALED,
        SyncProperty::Status => {
            call.cx.flush_to_window();
            UNSIGNALED
        }
    };
    let n = buf_size.min(1);
    if n == 1 {
        call.mem.write(values, &[value as i32]);
    }
    call.mem.write(length, &[n]);
    Ok(())
}
