//! Bad input: calls every exported command with zero, random and extreme arguments, without a context and with one.
//!
//! Each command runs in a forked child with a time limit. Pointers are null, the start of a 64 KiB block before a guard
//! page, or (for commands that take offsets) an offset into a bound buffer. Sizes stay so small beside a block that
//! what the specification lets the command reach lies inside it. A child that dies or hangs is a failure; a panic
//! aborts (TRILOBITE_PANIC=abort). GLX, EGL and OSMesa commands get zeros only: there is no Display to name.
//!
//! `every_command glFoo` runs the commands whose names contain the argument.
#![allow(clippy::too_many_arguments, reason = "the C ABI of x86-64, spelt out")]

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() {}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> std::process::ExitCode {
    caller::main()
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod caller {
    use shim_tests::harness::{library_dir, root};
    use std::collections::BTreeMap;
    use std::ffi::c_void;
    use std::os::fd::AsRawFd;
    use std::process::ExitCode;
    use trilobite_registry::{Api, Door, DoorTable, Folders, rust_enums, rust_type};

    const BLOCK: usize = 64 * 1024;
    const TIME_LIMIT_S: u32 = 10;
    const ROUNDS: u32 = 6;

    /// What arguments a call gets.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Numbers {
        Zero,
        Random,
        Extreme,
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Pointers {
        Null,
        Block,
        Offset,
    }

    type Kind = (Numbers, Pointers);

    /// Integer registers, vector registers, stack: where the System V ABI wants the arguments.
    #[derive(Debug, Clone, Copy, Default)]
    struct Frame {
        integers: [u64; 6],
        vectors: [u64; 8],
        stack: [u64; 16],
        n: (usize, usize, usize),
    }

    impl Frame {
        fn push(&mut self, bits: u64, is_float: bool) {
            let (integers, vectors, stack) = &mut self.n;
            let (slots, at): (&mut [u64], &mut usize) = match is_float {
                true if *vectors < 8 => (&mut self.vectors, vectors),
                false if *integers < 6 => (&mut self.integers, integers),
                _ => (&mut self.stack, stack),
            };
            // One stub of the registry has more arguments than fit; it reads none.
            if let Some(slot) = slots.get_mut(*at) {
                *slot = bits;
                *at += 1;
            }
        }

        fn call(&self, address: *const c_void) {
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
            // SAFETY: the callee reads its arguments from the registers and stack slots where this signature puts
            // them, and the caller cleans up; what it may do with them is what this test is about.
            unsafe {
                let door: Any = std::mem::transmute(address);
                door(
                    i[0], i[1], i[2], i[3], i[4], i[5], v[0], v[1], v[2], v[3], v[4], v[5], v[6],
                    v[7], s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11],
                    s[12], s[13], s[14], s[15],
                );
            }
        }
    }

    /// SplitMix64: the same arguments in each run.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        }

        fn pick<T: Copy>(&mut self, from: &[T]) -> T {
            from[(self.roll() % from.len() as u64) as usize]
        }
    }

    struct Caller {
        library: libloading::Library,
        enums: Vec<u64>,
        block: *mut u8,
        only: Option<String>,
    }

    pub(crate) fn main() -> ExitCode {
        let only = std::env::args().nth(1).filter(|a| !a.starts_with('-'));
        if std::env::args().any(|a| a == "--list") {
            println!("every_command: test");
            return ExitCode::SUCCESS;
        }
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("TRILOBITE_PANIC", "abort") };
        // SAFETY: loading the driver runs no code of ours.
        let library = unsafe { libloading::Library::new(library_dir().join("libGL.so.1")) }
            .expect("libGL.so.1 loads");
        let caller = Caller {
            library,
            enums: enum_values(),
            block: guarded_block(),
            only,
        };
        let table =
            DoorTable::load(&Folders::of_workspace(&root())).expect("the sources are in order");
        let mut failures = caller.without_context(&table);
        failures.extend(caller.with_context(&table));
        for failure in &failures {
            println!("FAILED {failure}");
        }
        if failures.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }

    impl Caller {
        fn doors<'t>(&self, table: &'t DoorTable) -> Vec<&'t Door> {
            let wanted = |d: &&Door| {
                self.only
                    .as_ref()
                    .is_none_or(|only| d.name.contains(only.as_str()))
            };
            table.doors.iter().filter(wanted).collect()
        }

        /// Every command, many to a child; after a death the next child goes on behind it.
        fn without_context(&self, table: &DoorTable) -> Vec<String> {
            let doors = self.doors(table);
            let progress = shared_counter();
            let mut failures = Vec::new();
            let mut start = 0;
            while start < doors.len() {
                let end = doors.len().min(start + 200);
                let death = in_child(TIME_LIMIT_S * 6, || {
                    for (i, door) in doors[start..end].iter().enumerate() {
                        set(progress, start + i);
                        kinds(door)
                            .into_iter()
                            .for_each(|kind| self.call(door, kind, 2));
                    }
                });
                start = match death {
                    None => end,
                    Some(death) => {
                        failures.push(format!(
                            "{} without a context: {death}",
                            doors[get(progress)].name
                        ));
                        get(progress) + 1
                    }
                };
            }
            println!(
                "{} commands called without a context, {} failures",
                doors.len(),
                failures.len()
            );
            failures
        }

        /// Each GL command in a child of its own, with a fresh context.
        fn with_context(&self, table: &DoorTable) -> Vec<String> {
            let mut failures = Vec::new();
            let mut ran: BTreeMap<Kind, usize> = BTreeMap::new();
            let mut commands = 0;
            let doors: Vec<&Door> = self
                .doors(table)
                .into_iter()
                .filter(|d| d.api == Api::Gl)
                .collect();
            if !self.can_make_context() {
                return vec!["no context: OSMesaCreateContextExt answers null".into()];
            }
            let implemented: Vec<&&Door> = doors.iter().filter(|d| d.is_implemented()).collect();
            for door in &implemented {
                let mut whole = true;
                for kind in kinds(door) {
                    let death = in_child(TIME_LIMIT_S, || {
                        assert!(self.make_context(), "a context");
                        if kind.1 == Pointers::Offset {
                            self.bind_buffers();
                        }
                        self.call(door, kind, ROUNDS);
                        self.call_name("glFinish");
                    });
                    match death {
                        None => *ran.entry(kind).or_default() += 1,
                        Some(death) => {
                            whole = false;
                            failures.push(format!("{} with {kind:?}: {death}", door.name));
                        }
                    }
                }
                commands += whole as usize;
            }
            println!(
                "{commands} of {} implemented commands ran with every kind of argument:",
                implemented.len()
            );
            for ((numbers, pointers), n) in &ran {
                println!("  {n:5} with numbers {numbers:?}, pointers {pointers:?}");
            }
            failures
        }

        fn call(&self, door: &Door, (numbers, pointers): Kind, rounds: u32) {
            let address = self.address(&door.name);
            let seed = door
                .name
                .bytes()
                .fold(7u64, |h, b| h.wrapping_mul(31).wrapping_add(b as u64));
            let mut dice = Dice(seed);
            for _ in 0..if numbers == Numbers::Zero { 1 } else { rounds } {
                let mut frame = Frame::default();
                let parameters = door.command.as_ref().map_or(&[][..], |c| &c.parameters);
                for parameter in parameters {
                    let rust = rust_type(&parameter.c_type).unwrap_or("usize".into());
                    let (bits, is_float) =
                        self.argument(&rust, &parameter.c_type, numbers, pointers, &mut dice);
                    frame.push(bits, is_float);
                }
                frame.call(address);
            }
        }

        fn argument(
            &self,
            rust: &str,
            c_type: &str,
            n: Numbers,
            p: Pointers,
            dice: &mut Dice,
        ) -> (u64, bool) {
            if rust == "ClientFn" || c_type == "GLsync" {
                return (0, false);
            }
            if rust.starts_with("Client") {
                let address = match p {
                    Pointers::Null => 0,
                    Pointers::Block => self.block as u64,
                    Pointers::Offset => dice.pick(&[0, 4, 17, 4096, 1 << 40]),
                };
                return (address, false);
            }
            let floats = [
                0.0f64,
                -1.0,
                0.5,
                1e30,
                -1e-40,
                f64::MAX,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::NAN,
            ];
            let value = match n {
                Numbers::Zero => 0.0,
                Numbers::Random => (dice.roll() as i32 as f64) / 65536.0,
                Numbers::Extreme => dice.pick(&floats),
            };
            match rust {
                "f32" => ((value as f32).to_bits() as u64, true),
                "f64" => (value.to_bits(), true),
                _ => (self.integer(c_type, n, p, dice), false),
            }
        }

        fn integer(&self, c_type: &str, n: Numbers, p: Pointers, dice: &mut Dice) -> u64 {
            let is_enum = c_type == "GLenum";
            match (n, is_enum) {
                (Numbers::Zero, _) => 0,
                (Numbers::Random, true) => dice.pick(&self.enums),
                (Numbers::Extreme, true) => {
                    dice.pick(&[0, 1, 0xFFFF_FFFF, 0x8000_0000, 0x1_0000, 0x84C0 + 999])
                }
                // Beside a block no size may reach further than it.
                (_, false) if p == Pointers::Block => {
                    dice.pick(&[0, 1, 2, 3, 4, 8, u64::MAX, i32::MIN as u64])
                }
                (Numbers::Random, false) if c_type == "GLsizei" => dice.roll() % 40,
                (Numbers::Random, false) => dice.roll() % 300,
                (Numbers::Extreme, false) => dice.pick(&[
                    i32::MAX as u64,
                    i32::MIN as u64,
                    u64::MAX,
                    i64::MAX as u64,
                    i64::MIN as u64,
                    65536,
                ]),
            }
        }

        fn address(&self, name: &str) -> *const c_void {
            // SAFETY: the symbol is taken as an address only.
            let symbol = unsafe { self.library.get::<*const c_void>(name.as_bytes()) };
            *symbol.unwrap_or_else(|_| panic!("{name} is not exported"))
        }

        fn call_name(&self, name: &str) {
            Frame::default().call(self.address(name));
        }

        fn can_make_context(&self) -> bool {
            in_child(TIME_LIMIT_S, || assert!(self.make_context(), "a context")).is_none()
        }

        fn make_context(&self) -> bool {
            type Create = unsafe extern "C" fn(u32, i32, i32, i32, *mut c_void) -> *mut c_void;
            type Bind = unsafe extern "C" fn(*mut c_void, *mut c_void, u32, i32, i32) -> u8;
            let pixels = Box::leak(vec![0u32; 64 * 64].into_boxed_slice());
            // SAFETY: the types are those of the OSMesa header; the pixels live as long as the process.
            unsafe {
                let create: Create = std::mem::transmute(self.address("OSMesaCreateContextExt"));
                let bind: Bind = std::mem::transmute(self.address("OSMesaMakeCurrent"));
                let context = create(0x1908, 24, 8, 0, std::ptr::null_mut());
                !context.is_null() && bind(context, pixels.as_mut_ptr().cast(), 0x1401, 64, 64) == 1
            }
        }

        /// Binds a buffer of 64 KiB to the array and the element target.
        fn bind_buffers(&self) {
            for target in [0x8892, 0x8893] {
                let mut bind = Frame::default();
                [target, 5]
                    .into_iter()
                    .for_each(|bits| bind.push(bits, false));
                bind.call(self.address("glBindBuffer"));
                let mut data = Frame::default();
                [target, BLOCK as u64, 0, 0x88E4]
                    .into_iter()
                    .for_each(|bits| data.push(bits, false));
                data.call(self.address("glBufferData"));
            }
        }
    }

    /// The kinds of arguments that make sense for a command.
    fn kinds(door: &Door) -> Vec<Kind> {
        let numbers = [Numbers::Zero, Numbers::Random, Numbers::Extreme];
        if door.api != Api::Gl && door.is_implemented() {
            return vec![(Numbers::Zero, Pointers::Null)];
        }
        let has_pointer = door
            .command
            .as_ref()
            .is_some_and(|c| c.parameters.iter().any(|p| p.c_type.contains('*')));
        let takes_offset = door.name.contains("Pointer")
            || door.name.contains("DrawElements")
            || door.name.contains("DrawRange");
        let takes_offset =
            takes_offset && !door.name.contains("Get") && !door.name.contains("Multi");
        let mut pointers = vec![Pointers::Null];
        pointers.extend(has_pointer.then_some(Pointers::Block));
        pointers.extend((has_pointer && takes_offset).then_some(Pointers::Offset));
        pointers
            .iter()
            .flat_map(|p| numbers.map(|n| (n, *p)))
            .collect()
    }

    fn enum_values() -> Vec<u64> {
        let hex = |line: &str| {
            u64::from_str_radix(line.split_once("= 0x")?.1.trim_end_matches(';'), 16).ok()
        };
        rust_enums().lines().filter_map(hex).collect()
    }

    fn guarded_block() -> *mut u8 {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a fresh mapping; its last page is made unreachable. Children have copies of their own.
        unsafe {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let base = libc::mmap(std::ptr::null_mut(), BLOCK + 4096, access, flags, -1, 0);
            assert_ne!(base, libc::MAP_FAILED);
            assert_eq!(
                libc::mprotect(base.byte_add(BLOCK), 4096, libc::PROT_NONE),
                0
            );
            base.cast()
        }
    }

    fn shared_counter() -> *mut usize {
        // SAFETY: a fresh mapping that children share.
        unsafe {
            let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
            let page = libc::mmap(
                std::ptr::null_mut(),
                4096,
                libc::PROT_READ | libc::PROT_WRITE,
                flags,
                -1,
                0,
            );
            assert_ne!(page, libc::MAP_FAILED);
            page.cast()
        }
    }

    fn set(counter: *mut usize, value: usize) {
        // SAFETY: the counter of `shared_counter`.
        unsafe { counter.write_volatile(value) };
    }

    fn get(counter: *mut usize) -> usize {
        // SAFETY: the counter of `shared_counter`.
        unsafe { counter.read_volatile() }
    }

    /// Runs `work` in a forked child, its messages kept. `None` when it ends well; else how it died and what it said.
    fn in_child(seconds: u32, work: impl FnOnce()) -> Option<String> {
        let path = std::env::temp_dir().join(format!("every_command.{}", std::process::id()));
        let log = std::fs::File::create(&path).expect("the temporary folder is writable");
        // SAFETY: this process has one thread; the child ends by _exit.
        let status = unsafe {
            match libc::fork() {
                0 => {
                    libc::alarm(seconds);
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
            (true, libc::SIGALRM) => "not done in time".to_owned(),
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
}
