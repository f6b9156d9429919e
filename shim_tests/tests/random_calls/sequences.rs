//! Plays sequences of calls, each in a child.

use super::commands::{LATER, NEVER, OFTEN};
use shim_tests::calls::raw::{
    BLOCK_BYTES, Dice, Frame, SharedCounters, guarded_block, in_child, shared_counters,
};
use shim_tests::calls::{ati_arguments, vertex_arguments};
use shim_tests::harness::{library_dir, root};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::process::ExitCode;
use trilobite_registry::{Api, Door, DoorTable, Folders, enum_groups};

const CALLS: usize = 1500;
const SEEDS: u64 = 40;
const SIDE: usize = 96;

pub(crate) struct Player {
    library: libloading::Library,
    doors: Vec<Door>,
    often: Vec<usize>,
    /// Those of ATI's and NVIDIA's extensions and of EXT_vertex_shader.
    vendors: Vec<usize>,
    /// Those of extensions of 2008 and later.
    later: Vec<usize>,
    pub(crate) groups: BTreeMap<String, Vec<u32>>,
    /// Small whole numbers: indices, names, sizes.
    pub(crate) whole: *mut u8,
    /// Numbers between -2 and 2.
    pub(crate) float: *mut u8,
    /// The memory that commands write.
    pub(crate) out: *mut u8,
}

/// The facts about earlier calls that decide which calls make sense.
#[derive(Default)]
pub(crate) struct Past {
    pub(crate) is_compiling: bool,
}

pub(crate) fn main() -> ExitCode {
    if std::env::args().any(|a| a == "--list") {
        println!("random_calls: test");
        return ExitCode::SUCCESS;
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let argument = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let n = argument
        .or(number("TRILOBITE_RANDOM_CALLS"))
        .unwrap_or(SEEDS);
    // SAFETY: no other thread runs yet.
    unsafe { std::env::set_var("TRILOBITE_PANIC", "abort") };
    let player = Player::new();
    let one = number("TRILOBITE_RANDOM_SEED");
    let first = number("TRILOBITE_RANDOM_FIRST").unwrap_or(0);
    let seeds = one.map_or(first..first + n, |seed| seed..seed + 1);
    let (mut failures, mut pictures, count) = (0, 0, seeds.end - seeds.start);
    for seed in seeds {
        match player.twice(seed, one.is_some()) {
            Ok(n) => pictures += n,
            Err(why) => {
                failures += 1;
                println!("FAILED seed {seed}: {why}");
            }
        }
    }
    println!(
        "{count} sequences of {CALLS} calls, each with 0 and 3 workers: {pictures} pictures, {failures} failures"
    );
    // If nothing were ever drawn, nothing would be tested.
    if one.is_none() && pictures < 5 * count {
        println!("FAILED: hardly anything was drawn");
        failures += 1;
    }
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn hash(pixels: *const [u32]) -> u64 {
    // SAFETY: the pixels live as long as the process. The driver writes to them inside of calls only.
    let pixels = unsafe { &*pixels };
    pixels.iter().fold(0u64, |h, p| {
        (h ^ u64::from(*p))
            .wrapping_mul(0x0100_0000_01B3)
            .rotate_left(7)
    })
}

impl Player {
    fn new() -> Player {
        // SAFETY: loading the driver runs no code of ours.
        let library = unsafe { libloading::Library::new(library_dir().join("libGL.so.1")) }
            .expect("libGL.so.1 loads");
        let table =
            DoorTable::load(&Folders::of_workspace(&root())).expect("the sources are in order");
        let wanted = |d: &Door| {
            d.api == Api::Gl
                && d.is_implemented()
                && !NEVER.iter().any(|never| d.name.contains(never))
        };
        let doors: Vec<Door> = table.doors.into_iter().filter(wanted).collect();
        let often = OFTEN
            .iter()
            .filter_map(|name| doors.iter().position(|d| d.name == *name))
            .collect();
        let is_vendors = |d: &Door| {
            let parts = [
                "Shader",
                "Symbol",
                "Variant",
                "Invariant",
                "LocalConstant",
                "ParameterEXT",
            ];
            let is_shaders = d.name.ends_with("EXT") && parts.iter().any(|p| d.name.contains(p));
            is_shaders || d.name.ends_with("ATI") || d.name.ends_with("NV")
        };
        let vendors = (0..doors.len())
            .filter(|i| is_vendors(&doors[*i]))
            .collect();
        let later = (0..doors.len())
            .filter(|i| LATER.iter().any(|part| doors[*i].name.contains(part)))
            .collect();
        let (whole, float, out) = (guarded_block(), guarded_block(), guarded_block());
        let mut dice = Dice(1);
        for i in 0..BLOCK_BYTES / 4 {
            // SAFETY: both blocks have this many bytes and the alignment of a page.
            unsafe {
                whole.cast::<u32>().add(i).write((dice.roll() % 24) as u32);
                float
                    .cast::<f32>()
                    .add(i)
                    .write((dice.roll() % 4001) as f32 / 1000.0 - 2.0);
            }
        }
        Player {
            library,
            doors,
            often,
            vendors,
            later,
            groups: enum_groups(),
            whole,
            float,
            out,
        }
    }

    fn address(&self, name: &str) -> *const c_void {
        // SAFETY: the symbol is taken as an address only.
        let symbol = unsafe { self.library.get::<*const c_void>(name.as_bytes()) };
        *symbol.unwrap_or_else(|_| panic!("{name} is not exported"))
    }

    /// Plays a sequence with no worker and with three. Returns the number of pictures that it showed.
    fn twice(&self, seed: u64, verbose: bool) -> Result<u64, String> {
        let results = shared_counters();
        for (run, workers) in ["0", "3"].into_iter().enumerate() {
            let death = in_child(|| {
                // SAFETY: the child has one thread. The driver reads its configuration at the first call.
                unsafe { std::env::set_var("TRILOBITE_WORKERS", workers) };
                let (picture, error) = self.play(seed, results, verbose && run == 0);
                results.set(2 + 2 * run, picture);
                results.set(3 + 2 * run, error);
            });
            if let Some(death) = death {
                let door = &self.doors[results.get(1) as usize].name;
                return Err(format!(
                    "{workers} workers, call {} ({door}): {death}",
                    results.get(0)
                ));
            }
        }
        let (a, b) = (
            [2, 3].map(|i| results.get(i)),
            [4, 5].map(|i| results.get(i)),
        );
        if a == b {
            Ok(results.get(6))
        } else {
            Err(format!("no worker gives {a:x?}, three give {b:x?}"))
        }
    }

    /// Makes the calls of a seed. Returns a hash of the picture, and the last error.
    fn play(&self, seed: u64, progress: SharedCounters, verbose: bool) -> (u64, u64) {
        let pixels = self.make_context();
        let mut dice = Dice(seed.wrapping_mul(0x1234_5678_9ABC_DEF1) ^ 0x55);
        let mut past = Past::default();
        let (mut n_pictures, mut picture) = (0, hash(pixels));
        for i in 0..CALLS {
            let at = match dice.roll() % 6 {
                0..=2 => dice.pick(&self.often),
                3 => dice.pick(&self.vendors),
                4 => dice.pick(&self.later),
                _ => (dice.roll() % self.doors.len() as u64) as usize,
            };
            let door = &self.doors[at];
            progress.set(0, i as u64);
            progress.set(1, at as u64);
            let Some(frame) = self.arguments(door, &mut past, &mut dice) else {
                continue;
            };
            if verbose {
                println!(
                    "{i} {} {:x?} {:x?}",
                    door.name,
                    frame.integers(),
                    frame.floats()
                );
            }
            // SAFETY: a door, and arguments that an application could pass.
            unsafe { frame.call(self.address(&door.name)) };
            if dice.roll().is_multiple_of(12) {
                self.shape(&mut dice);
            }
            if dice.roll().is_multiple_of(60) {
                self.fragment_shader(&mut past, &mut dice);
            }
            if dice.roll().is_multiple_of(60) {
                self.vertex_shader(&mut past, &mut dice);
            }
            if i % 60 == 59 {
                self.leave(&mut past);
            }
            if i % 25 == 0 {
                // SAFETY: a door without parameters.
                unsafe { Frame::default().call(self.address("glFinish")) };
                let now = hash(pixels);
                n_pictures += u64::from(now != picture);
                picture = now;
            }
        }
        self.leave(&mut past);
        // SAFETY: a door without parameters.
        unsafe { Frame::default().call(self.address("glFinish")) };
        // SAFETY: as above.
        let error = unsafe { Frame::default().call(self.address("glGetError")) } as u32;
        progress.set(6, n_pictures);
        (hash(pixels), u64::from(error))
    }

    /// Ends a primitive, list or shader definition, in which most commands are refused.
    fn leave(&self, past: &mut Past) {
        past.is_compiling = false;
        for name in ["glEnd", "glEndList", "glEndFragmentShaderATI"] {
            // SAFETY: doors without parameters.
            unsafe { Frame::default().call(self.address(name)) };
        }
    }

    /// Makes Begin, vertices with their attributes, and End.
    fn shape(&self, dice: &mut Dice) {
        let call = |name: &str, whole: &[u64], floats: &[f32]| {
            let mut frame = Frame::default();
            whole.iter().for_each(|bits| frame.push(*bits, false));
            let bits = floats.iter().map(|f| u64::from(f.to_bits()));
            bits.for_each(|bits| frame.push(bits, true));
            // SAFETY: arguments of the door's types.
            unsafe { frame.call(self.address(name)) };
        };
        let mode = dice.roll() % 10;
        call("glBegin", &[mode], &[]);
        for _ in 0..dice.roll() % 24 {
            let mut n = || self.number(dice) as f32;
            call("glColor4f", &[], &[n(), n(), n(), n()]);
            call("glTexCoord2f", &[], &[n(), n()]);
            call("glVertex4f", &[], &[n(), n(), n(), 1.0]);
        }
        call("glEnd", &[], &[]);
    }

    /// Makes a definition of an ATI fragment shader, then draws with it.
    fn fragment_shader(&self, past: &mut Past, dice: &mut Dice) {
        let mut names = vec!["glBindFragmentShaderATI", "glBeginFragmentShaderATI"];
        for _ in 0..dice.roll() % 24 {
            names.push(dice.pick(&ati_arguments::INSIDE));
        }
        names.push("glEndFragmentShaderATI");
        self.definition(&names, 0x8920, past, dice);
    }

    /// Makes a definition of a vertex shader, then draws with it.
    fn vertex_shader(&self, past: &mut Past, dice: &mut Dice) {
        let mut names = Vec::new();
        for _ in 0..8 {
            names.push(dice.pick(&vertex_arguments::BEFORE));
        }
        names.extend(["glBindVertexShaderEXT", "glBeginVertexShaderEXT"]);
        for _ in 0..dice.roll() % 32 {
            names.push(dice.pick(&vertex_arguments::INSIDE));
        }
        names.push("glEndVertexShaderEXT");
        self.definition(&names, 0x8780, past, dice);
    }

    /// Calls these commands, enables what they define, and draws.
    fn definition(&self, names: &[&str], capability: u64, past: &mut Past, dice: &mut Dice) {
        for name in names {
            let door = self.doors.iter().find(|d| d.name == *name);
            let door = door.expect("a door of the extension");
            if let Some(frame) = self.arguments(door, past, dice) {
                // SAFETY: a door, and arguments of its types.
                unsafe { frame.call(self.address(name)) };
            }
        }
        let mut enable = Frame::default();
        enable.push(capability, false);
        // SAFETY: as above.
        unsafe { enable.call(self.address("glEnable")) };
        self.shape(dice);
    }

    fn make_context(&self) -> *const [u32] {
        type Create = unsafe extern "C" fn(u32, i32, i32, i32, *mut c_void) -> *mut c_void;
        type Bind = unsafe extern "C" fn(*mut c_void, *mut c_void, u32, i32, i32) -> u8;
        let pixels = Box::leak(vec![0u32; SIDE * SIDE].into_boxed_slice());
        // SAFETY: the types are those of the OSMesa header; the pixels live as long as the process.
        unsafe {
            let create: Create = std::mem::transmute(self.address("OSMesaCreateContextExt"));
            let bind: Bind = std::mem::transmute(self.address("OSMesaMakeCurrent"));
            let context = create(0x1908, 24, 8, 0, std::ptr::null_mut());
            let bound = bind(
                context,
                pixels.as_mut_ptr().cast(),
                0x1401,
                SIDE as i32,
                SIDE as i32,
            );
            assert!(!context.is_null() && bound == 1, "a context");
        }
        pixels as *const [u32]
    }
}
