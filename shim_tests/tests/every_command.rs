//! Calls every exported command with zero, random and extreme arguments, without a context and with one.
//!
//! Each command runs in a forked child with a time limit. A child that dies or hangs is a failure. A panic aborts
//! (TRILOBITE_PANIC=abort).
//!
//! Pointers are null, or the start of a 64 KiB block before a guard page. For commands that take offsets they may be
//! offsets into a bound buffer. Sizes are so small beside a block that a legal access stays inside it. GLX, EGL and
//! OSMesa commands get zeros only, since there is no Display to name.
//!
//! `every_command glFoo` runs the commands whose names contain the argument.

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() {}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> std::process::ExitCode {
    caller::main()
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod caller {
    use shim_tests::calls::raw::{Dice, Frame, guarded_block, in_child, shared_counters};
    use shim_tests::calls::{ati_arguments, vertex_arguments};
    use shim_tests::harness::{library_dir, root};
    use std::collections::BTreeMap;
    use std::ffi::c_void;
    use std::process::ExitCode;
    use trilobite_registry::{Api, Door, DoorTable, Folders, rust_enums, rust_type};

    const BLOCK: usize = shim_tests::calls::raw::BLOCK_BYTES;
    const ROUNDS: u32 = 6;

    /// The kind of arguments of a call.
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
        unsafe {
            std::env::set_var("TRILOBITE_PANIC", "abort");
            std::env::set_var("TRILOBITE_WORKERS", "3");
        }
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

        /// Runs every command, many in one child. If a child dies, the next one continues after that command.
        fn without_context(&self, table: &DoorTable) -> Vec<String> {
            let doors = self.doors(table);
            let progress = shared_counters();
            let mut failures = Vec::new();
            let mut start = 0;
            while start < doors.len() {
                let end = doors.len().min(start + 200);
                let death = in_child(|| {
                    for (i, door) in doors[start..end].iter().enumerate() {
                        progress.set(0, (start + i) as u64);
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
                            doors[progress.get(0) as usize].name
                        ));
                        progress.get(0) as usize + 1
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

        /// Runs each GL command in a child of its own, with a fresh context.
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
                    let death = in_child(|| {
                        assert!(self.make_context(), "a context");
                        if kind.1 == Pointers::Offset {
                            self.bind_buffers();
                        }
                        if ati_arguments::INSIDE.contains(&door.name.as_str()) {
                            self.call_name("glBeginFragmentShaderATI");
                            self.call(door, kind, ROUNDS);
                            self.draw_with_fragment_shader();
                        } else if vertex_arguments::INSIDE.contains(&door.name.as_str()) {
                            self.call_name("glBeginVertexShaderEXT");
                            self.call(door, kind, ROUNDS);
                            self.call_name("glEndVertexShaderEXT");
                        } else {
                            self.call(door, kind, ROUNDS);
                        }
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
            let enough = commands * 100 >= implemented.len() * 95;
            if !enough {
                failures.push("fewer than 95 % of the implemented commands ran".into());
            }
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
                    if numbers == Numbers::Random
                        && let Some(value) =
                            ati_arguments::argument(&door.name, &parameter.name, &mut dice).or_else(
                                || {
                                    let (command, name) = (&door.name, &parameter.name);
                                    vertex_arguments::argument(command, name, &mut dice)
                                },
                            )
                    {
                        frame.push(value, false);
                        continue;
                    }
                    let rust = rust_type(&parameter.c_type).unwrap_or("usize".into());
                    let (bits, is_float) =
                        self.argument(&rust, &parameter.c_type, numbers, pointers, &mut dice);
                    frame.push(bits, is_float);
                }
                // SAFETY: the address is a door, and the arguments have its types. The test is about what it does with
                // them.
                unsafe { frame.call(address) };
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
                // No size may reach beyond the end of a block.
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
            // SAFETY: a door without parameters.
            unsafe { Frame::default().call(self.address(name)) };
        }

        fn can_make_context(&self) -> bool {
            in_child(|| assert!(self.make_context(), "a context")).is_none()
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

        /// Ends the definition of an ATI fragment shader and fills the picture with it.
        fn draw_with_fragment_shader(&self) {
            self.call_name("glEndFragmentShaderATI");
            let mut enable = Frame::default();
            enable.push(0x8920, false);
            let mut rectangle = Frame::default();
            [-1.0f32, -1.0, 1.0, 1.0]
                .iter()
                .for_each(|v| rectangle.push(u64::from(v.to_bits()), true));
            // SAFETY: doors and arguments of their types.
            unsafe {
                enable.call(self.address("glEnable"));
                rectangle.call(self.address("glRectf"));
            }
        }

        /// Binds a buffer of 64 KiB to the array and the element target.
        fn bind_buffers(&self) {
            for target in [0x8892, 0x8893] {
                let mut bind = Frame::default();
                [target, 5]
                    .into_iter()
                    .for_each(|bits| bind.push(bits, false));
                // SAFETY: arguments of its types.
                unsafe { bind.call(self.address("glBindBuffer")) };
                let mut data = Frame::default();
                [target, BLOCK as u64, 0, 0x88E4]
                    .into_iter()
                    .for_each(|bits| data.push(bits, false));
                // SAFETY: arguments of its types; the null pointer means no data.
                unsafe { data.call(self.address("glBufferData")) };
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
}
