//! Facts about the process we are loaded into.

/// Whether the process runs with more rights than its caller (set-user-id and the like): its environment is not ours
/// to believe (AT_SECURE of the auxiliary vector).
pub fn is_secure() -> bool {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    // SAFETY: getauxval reads a table that the kernel made; it has no preconditions.
    return unsafe { libc::getauxval(libc::AT_SECURE) } != 0;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    return false;
}

/// Calls `f` when the process ends by `exit` or by returning from `main`.
pub fn at_exit(f: extern "C" fn()) {
    // SAFETY: the function stays valid: it is ours, and our library is never unloaded. That there is no room for it is no
    // harm.
    let _ = unsafe { libc::atexit(f) };
}
