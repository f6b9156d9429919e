//! The boundary handles errors, panics, nested calls and MXCSR.

use crate::boundary::*;
use crate::current::{self, ContextCell};
use std::cell::Cell;
use trilobite::gl::{Call, Context, GlError, Result};

fn with_context(test: impl FnOnce()) {
    current::set_current(Some(ContextCell::new(Context::new(Default::default())))).unwrap();
    test();
    current::set_current(None).unwrap();
}

fn error() -> u32 {
    // SAFETY: reaches no memory of the application.
    unsafe { anywhere("test", |call| Ok(call.cx.take_error().unwrap_or(0))) }
}

#[test]
fn no_context_does_nothing() {
    // SAFETY: reaches no memory of the application.
    let result = unsafe { anywhere("test", |_| -> Result<u32> { panic!("must not run") }) };
    assert_eq!(result, 0);
}

#[test]
fn errors_are_recorded_and_the_first_stays() {
    with_context(|| {
        // SAFETY: reaches no memory of the application.
        unsafe {
            anywhere("test", |_| -> Result { Err(GlError::invalid_enum("one")) });
            anywhere("test", |_| -> Result { Err(GlError::invalid_value("two")) });
        }
        assert_eq!((error(), error()), (0x0500, 0));
    });
}

#[test]
fn a_panic_is_out_of_memory() {
    if trilobite::config::get().panic_abort {
        return;
    }
    with_context(|| {
        // SAFETY: reaches no memory of the application.
        unsafe { anywhere("test", |_| -> Result { panic!("a bug, on purpose") }) };
        assert_eq!(error(), 0x0505);
    });
}

#[test]
fn a_nested_call_is_invalid_operation() {
    with_context(|| {
        // SAFETY: reaches no memory of the application.
        let inner = unsafe { anywhere("outer", |_| Ok(anywhere("inner", |_| Ok(1u32)))) };
        assert_eq!((inner, error()), (0, 0x0502));
    });
}

#[test]
#[cfg(target_arch = "x86_64")]
fn the_body_has_our_floating_point_environment_and_the_caller_its_own() {
    fn mxcsr() -> u32 {
        let mut value = 0u32;
        // SAFETY: stores four bytes.
        unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &mut value, options(nostack)) };
        value & 0xFFC0
    }
    with_context(|| {
        let load = |value: u32| {
            // SAFETY: loads a valid MXCSR value.
            unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &value, options(nostack)) };
        };
        load(0xDFC0); // flush to zero, round up, denormals are zero
        // SAFETY: reaches no memory of the application.
        let inside = unsafe { anywhere("test", |_| Ok(mxcsr())) };
        let after = mxcsr();
        let seen = Cell::new(0);
        let copy = |_: &mut Call<'_>| {
            seen.set(mxcsr());
            Ok(())
        };
        // SAFETY: reaches no memory of the application.
        unsafe { copying("test", copy) };
        load(0x1F80);
        assert_eq!((inside, after, seen.get()), (0x1F80, 0xDFC0, 0xDFC0));
    });
}

#[test]
fn what_is_more_than_a_copy_comes_again_guarded() {
    with_context(|| {
        let tried = Cell::new(0);
        let fails = |call: &mut Call<'_>| {
            tried.set(tried.get() + 1);
            if call.only_copies {
                Err(GlError::invalid_operation("seen by nobody"))
            } else {
                Err(GlError::invalid_value("an error"))
            }
        };
        // SAFETY: reaches no memory of the application.
        unsafe { copying("test", fails) };
        assert_eq!((tried.get(), error(), error()), (2, 0x0501, 0));
    });
}
