//! Calls C functions with arguments that are made at run time, in forked children with limits. Tests with random calls use
//! it. This works on x86-64 Linux only.

use std::ffi::c_void;
use std::os::fd::AsRawFd;

/// The size of a [`guarded_block`].
pub const BLOCK_BYTES: usize = 64 * 1024;

/// The memory that a child may map beyond what it starts with. This limit stops a driver that allocates any size that an
/// application asks for.
const MORE_MEMORY: u64 = 3 << 30;

/// The time in seconds after which a hanging child is ended. No child needs a minute, even on a busy machine.
const HANG_GUARD_S: u32 = 300;

/// Limits this process to [`MORE_MEMORY`].
fn limit_memory() {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm
        .split(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1 << 20);
    let bytes = pages * 4096 + MORE_MEMORY;
    let limit = libc::rlimit {
        rlim_cur: bytes,
        rlim_max: bytes,
    };
    // SAFETY: sets a limit of this process.
    unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) };
}

/// The arguments of a call: integer registers, vector registers and stack, by the System V ABI.
#[derive(Debug, Clone, Copy, Default)]
pub struct Frame {
    integers: [u64; 6],
    vectors: [u64; 8],
    stack: [u64; 16],
    n: (usize, usize, usize),
}

impl Frame {
    /// Adds the next argument: its bits, and whether it is a float or double.
    pub fn push(&mut self, bits: u64, is_float: bool) {
        let (integers, vectors, stack) = &mut self.n;
        let (slots, at): (&mut [u64], &mut usize) = if is_float && *vectors < 8 {
            (&mut self.vectors, vectors)
        } else if !is_float && *integers < 6 {
            (&mut self.integers, integers)
        } else {
            (&mut self.stack, stack)
        };
        // One stub of the registry has more arguments than fit, and reads none.
        if let Some(slot) = slots.get_mut(*at) {
            *slot = bits;
            *at += 1;
        }
    }

    /// The integer arguments in registers so far.
    pub fn integers(&self) -> &[u64] {
        &self.integers[..self.n.0]
    }

    /// The floats in registers, as bits of a double.
    pub fn floats(&self) -> &[u64] {
        &self.vectors[..self.n.1]
    }

    /// Calls a function with these arguments.
    ///
    /// # Safety
    /// `address` is a C function with such parameters.
    pub unsafe fn call(&self, address: *const c_void) -> u64 {
        type Any = unsafe extern "C" fn(
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
            f64,
            f64,
            f64,
            f64,
            f64,
            f64,
            f64,
            f64,
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
            u64,
        ) -> u64;
        let (i, s) = (&self.integers, &self.stack);
        let v = self.vectors.map(f64::from_bits);
        // SAFETY: the caller vouches for the function. The callee reads its arguments from the registers and stack
        // slots where this signature puts them, and the caller cleans up. The test is about what the callee then does
        // with them.
        unsafe {
            let door: Any = std::mem::transmute(address);
            door(
                i[0], i[1], i[2], i[3], i[4], i[5], v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7],
                s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12],
                s[13], s[14], s[15],
            )
        }
    }
}

/// SplitMix64. It makes the same arguments in each run.
#[derive(Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// 64 bits.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// An element of a list that is not empty.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[(self.roll() % from.len() as u64) as usize]
    }
}

/// Writable memory of [`BLOCK_BYTES`] before an unreachable page. Forked children have copies of their own.
///
/// # Panics
/// When there is no memory.
#[track_caller]
pub fn guarded_block() -> *mut u8 {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a fresh mapping; its last page is made unreachable. Children have copies of their own.
    unsafe {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let base = libc::mmap(
            std::ptr::null_mut(),
            BLOCK_BYTES + 4096,
            access,
            flags,
            -1,
            0,
        );
        assert_ne!(base, libc::MAP_FAILED);
        assert_eq!(
            libc::mprotect(base.byte_add(BLOCK_BYTES), 4096, libc::PROT_NONE),
            0
        );
        base.cast()
    }
}

/// 512 numbers that forked children share with their parent.
#[derive(Debug, Clone, Copy)]
pub struct SharedCounters(*mut u64);

/// Makes new numbers, all 0.
///
/// # Panics
/// When there is no memory.
#[track_caller]
pub fn shared_counters() -> SharedCounters {
    let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a fresh mapping that children share.
    let page = unsafe { libc::mmap(std::ptr::null_mut(), 4096, access, flags, -1, 0) };
    assert_ne!(page, libc::MAP_FAILED);
    SharedCounters(page.cast())
}

impl SharedCounters {
    /// Number `i`.
    ///
    /// # Panics
    /// When there is no such number.
    #[track_caller]
    pub fn get(self, i: usize) -> u64 {
        assert!(i < 512);
        // SAFETY: the mapping of `shared_counters`, which stays.
        unsafe { self.0.add(i).read_volatile() }
    }

    /// Sets number `i`.
    ///
    /// # Panics
    /// When there is no such number.
    #[track_caller]
    pub fn set(self, i: usize, value: u64) {
        assert!(i < 512);
        // SAFETY: as in `get`.
        unsafe { self.0.add(i).write_volatile(value) };
    }
}

/// Runs `work` in a forked child and collects its messages. Returns `None` when it ends without an error, else how it ended
/// and what it wrote. A test must set `TRILOBITE_WORKERS` before, since each worker takes some of the limited address
/// space.
///
/// # Panics
/// When no child can be made.
#[track_caller]
pub fn in_child(work: impl FnOnce()) -> Option<String> {
    let path = std::env::temp_dir().join(format!("raw_call.{}", std::process::id()));
    let log = std::fs::File::create(&path).expect("the temporary folder is writable");
    // SAFETY: this process has one thread; the child ends by _exit.
    let status = unsafe {
        match libc::fork() {
            0 => {
                libc::alarm(HANG_GUARD_S);
                limit_memory();
                libc::dup2(log.as_raw_fd(), 2);
                let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
                libc::_exit(done.is_err() as i32);
            }
            child => {
                assert!(child > 0, "fork");
                let mut status = 0;
                assert_eq!(libc::waitpid(child, &mut status, 0), child);
                status
            }
        }
    };
    let said = std::fs::read_to_string(&path).unwrap_or_default();
    let _ = std::fs::remove_file(&path);
    if status == 0 {
        return None;
    }
    let how = match (libc::WIFSIGNALED(status), libc::WTERMSIG(status)) {
        (true, libc::SIGALRM) => "hangs".to_owned(),
        (true, signal) => format!("signal {signal}"),
        _ => format!("exit {}", libc::WEXITSTATUS(status)),
    };
    let said: Vec<&str> = said
        .lines()
        .filter(|l| !l.contains("is not implemented"))
        .take(4)
        .collect();
    Some(format!("{how} {}", said.join(" / ")))
}
