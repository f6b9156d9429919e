//! What stands between C callers and our bugs: a panic in a door becomes one line in the log and a result.
#![forbid(unsafe_code)]

use crate::platform::FloatEnvironment;
use crate::platform::roomy_stack::with_room;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    /// Inside [`guard`].
    static IN_GUARD: Cell<bool> = const { Cell::new(false) };
    /// What the hook was told of the last panic in a door.
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs a door: a panic becomes `otherwise` and one line in the log, and the floating-point environment is ours meanwhile.
/// There is room on the stack, whatever the caller's has. [`install_panic_hook`] has been called.
#[inline]
pub fn guard<R>(name: &'static str, otherwise: R, body: impl FnOnce() -> R) -> R {
    super::init();
    let outer = IN_GUARD.replace(true);
    let environment = FloatEnvironment::enter();
    let outcome = catch_unwind(AssertUnwindSafe(|| with_room(body)));
    drop(environment);
    IN_GUARD.set(outer);
    outcome.unwrap_or_else(|_| {
        log::error!("{name}: a bug in the driver: {}", take_panic());
        otherwise
    })
}

/// The message of the last panic in a door.
pub fn take_panic() -> String {
    LAST_PANIC.with(|last| {
        last.try_borrow_mut()
            .map(|mut text| std::mem::take(&mut *text))
            .unwrap_or_default()
    })
}

/// Sets a panic hook, once. Inside a door ([`guard`], or where `in_door` says so) it keeps the message, which the
/// door logs in one line. Elsewhere, as in a worker or a test, the earlier hook runs.
pub fn install_panic_hook(in_door: fn() -> bool) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let abort = crate::config::get().panic_abort;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if abort {
                before(info);
                std::process::abort();
            }
            if !IN_GUARD.get() && !in_door() {
                return before(info);
            }
            let text = info.to_string().replace('\n', " ");
            LAST_PANIC.with(|last| {
                if let Ok(mut last) = last.try_borrow_mut() {
                    *last = text;
                }
            });
        }));
    });
}
