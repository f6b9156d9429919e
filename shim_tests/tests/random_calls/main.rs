//! Random sequences of calls that an application could make.
//!
//! They have enums from the registry's groups, small sizes and readable pointers. Programs load or are broken. Display
//! lists, Begin and End occur.
//!
//! Each seed is one sequence in a forked child with limits on time and memory. It runs twice, with no worker and with
//! three. Nothing may crash, hang or panic. Both runs must end with the same picture and the same error.
//!
//! `random_calls N` (or TRILOBITE_RANDOM_CALLS=N) runs N seeds, from TRILOBITE_RANDOM_FIRST on. TRILOBITE_RANDOM_SEED=S
//! runs the one that failed and prints its calls.

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() {}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> std::process::ExitCode {
    sequences::main()
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod arguments;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod commands;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod sequences;
