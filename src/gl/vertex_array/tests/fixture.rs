//! Steps that the tests of vertex arrays share with those of other vertex commands.

use crate::gl::context::enums::*;
use crate::gl::*;
use crate::platform::{ClientMemory, ClientPtr};
use std::sync::Arc;

pub(crate) fn with_call<R>(body: impl FnOnce(&mut Call<'_>) -> R) -> R {
    let mut cx = Context::new(Arc::new(ShareGroup::default()));
    body(&mut Call::new(&mut cx, ClientMemory::for_tests()))
}

pub(crate) fn code<T>(result: Result<T>) -> u32 {
    result.map_or_else(|e| e.code, |_| NO_ERROR)
}

/// A pointer that must not be dereferenced.
pub(super) const WILD: ClientPtr<u8> = ClientPtr::NULL;
