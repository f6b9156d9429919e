//! Kernels are compiled outside of the lock, once each, and the least recently used one is forgotten.

use crate::ir::{Builder, ProgramId};
use crate::kernel::cache::{Cache, Key};
use crate::kernel::engine::Engine;
use crate::kernel::interface::{Kernel, OutputNans};
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Barrier};

fn any_kernel() -> Arc<dyn Kernel> {
    crate::kernel::compile_uncached(&Builder::new().finish(), Engine::Interpreter)
}

fn any_key() -> Key {
    let id = ProgramId::unique();
    (id, Engine::Interpreter, OutputNans::Canonical)
}

#[test]
fn the_least_recently_used_goes() {
    let kernel = any_kernel();
    let keys = [any_key(), any_key(), any_key()];
    let compiles = Cell::new(0);
    let cache = Cache::new(2);
    let find = |i: usize| {
        let before = compiles.get();
        cache.find(keys[i], || {
            compiles.set(compiles.get() + 1);
            kernel.clone()
        });
        compiles.get() != before
    };
    let compiled = [0, 1, 0, 2, 0, 1].map(find);
    assert_eq!(compiled, [true, true, false, true, false, true]);
}

#[test]
fn other_kernels_are_found_while_one_is_compiled() {
    let (slow, quick) = (any_key(), any_key());
    let cache = Cache::new(2);
    let kernel = cache.find(slow, || cache.find(quick, any_kernel));
    assert!(Arc::ptr_eq(&kernel, &cache.find(quick, || unreachable!())));
}

#[test]
fn threads_that_ask_together_share_one_kernel() {
    let (key, cache) = (any_key(), Cache::new(1));
    let (start, n_compiles) = (Barrier::new(4), AtomicU32::new(0));
    let find = || {
        start.wait();
        cache.find(key, || {
            n_compiles.fetch_add(1, Ordering::Relaxed);
            any_kernel()
        })
    };
    let kernels = std::thread::scope(|s| {
        let threads = [0; 4].map(|_| s.spawn(find));
        threads.map(|thread| thread.join().expect("no thread panics"))
    });
    assert_eq!(n_compiles.into_inner(), 1);
    assert!(kernels.iter().all(|k| Arc::ptr_eq(k, &kernels[0])));
}
