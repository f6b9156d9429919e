//! Plays random sequences of calls to the driver, for tests with a model of every call. Each sequence runs in a forked
//! child with limits. A failing sequence is made shorter before it is shown. This works on x86-64 Linux only.

use super::raw::{Frame, SharedCounters, in_child, shared_counters};
use crate::ati::shrink::shrink;
use crate::harness::library_dir;
use crate::random::Random;
use std::ffi::c_void;
use std::fmt::Display;
use std::process::ExitCode;

/// The most shorter sequences that are tried before a failing sequence is shown.
const TRIES: usize = 1500;

/// The driver's doors, and counters that children share.
#[derive(Debug)]
pub struct Driver {
    library: libloading::Library,
    counts: SharedCounters,
}

/// The player uses the numbers below. Tests count from here on.
const OWN_COUNTS: usize = 2;
const POSITION: usize = 0;
const CALLS: usize = 1;

impl Driver {
    fn load() -> Driver {
        // SAFETY: loading the driver runs no code of ours.
        let library = unsafe { libloading::Library::new(library_dir().join("libGL.so.1")) };
        Driver {
            library: library.expect("libGL.so.1 loads"),
            counts: shared_counters(),
        }
    }

    /// Calls a door with these integer and these float arguments. In C they may be mixed.
    ///
    /// # Panics
    /// When the driver has no such door.
    pub fn gl(&self, door: &str, whole: &[u64], floats: &[f32]) -> u64 {
        // SAFETY: the symbol is taken as an address only.
        let symbol = unsafe { self.library.get::<*const c_void>(door.as_bytes()) };
        let address = *symbol.unwrap_or_else(|_| panic!("{door} is not exported"));
        let mut frame = Frame::default();
        whole.iter().for_each(|bits| frame.push(*bits, false));
        let bits = floats.iter().map(|f| u64::from(f.to_bits()));
        bits.for_each(|bits| frame.push(bits, true));
        // SAFETY: the address is a door, and the arguments have its types. Pointers are to enough values.
        unsafe { frame.call(address) }
    }

    /// Makes a context with a window of `side` × `side` pixels. Both live as long as the process. Returns the first pixel
    /// of the window.
    ///
    /// # Panics
    /// When there is none.
    pub fn make_context(&self, side: usize) -> *const [u8; 4] {
        let pixels = Box::leak(vec![[0u8; 4]; side * side].into_boxed_slice());
        let context = self.gl("OSMesaCreateContextExt", &[0x1908, 24, 8, 0, 0], &[]);
        let window = [context, pixels.as_mut_ptr() as u64, 0x1401];
        let size = [side as u64; 2];
        let bound = self.gl("OSMesaMakeCurrent", &[&window[..], &size].concat(), &[]);
        assert!(context != 0 && bound as u8 == 1, "a context");
        pixels.as_ptr()
    }

    /// Adds one to the count of kind `i`.
    pub fn count(&self, i: usize) {
        self.counts
            .set(OWN_COUNTS + i, self.counts.get(OWN_COUNTS + i) + 1);
    }

    /// The count of kind `i`, over all children.
    pub fn counted(&self, i: usize) -> u64 {
        self.counts.get(OWN_COUNTS + i)
    }

    /// All calls made.
    pub fn calls(&self) -> u64 {
        self.counts.get(CALLS)
    }

    /// Plays a sequence in a child. Returns how it failed, if it did.
    fn fails<T: Test>(&self, calls: &[T::Call]) -> Option<String> {
        in_child(|| {
            let mut test = T::begin(self);
            for (i, call) in calls.iter().enumerate() {
                self.counts.set(POSITION, i as u64);
                match test.step(self, call) {
                    Ok(true) => self.counts.set(CALLS, self.calls() + 1),
                    Ok(false) => {}
                    Err(why) => panic!("{why}"),
                }
            }
        })
    }

    /// Makes a failing sequence shorter, and shows it.
    fn report<T: Test>(&self, seed: u64, calls: &[T::Call], why: &str) {
        let position = self.counts.get(POSITION) as usize;
        let name = T::NAME;
        println!("FAILED TRILOBITE_{name}_SEED={seed}, call {position}: {why}");
        let small = shrink(&calls[..=position], TRIES, |c| self.fails::<T>(c).is_some());
        println!("{} calls fail:", small.len());
        small.iter().for_each(|call| println!("    {call}"));
        println!("{}", self.fails::<T>(&small).unwrap_or_default());
    }
}

/// A test that plays sequences. Each child has a value of its own.
pub trait Test: Sized {
    /// What is played.
    type Call: Clone + Display;
    /// The test reads TRILOBITE_`NAME`_CALLS and TRILOBITE_`NAME`_SEED.
    const NAME: &'static str;
    /// The number of calls, unless the user asks for another.
    const CALLS: u64;

    fn sequence(random: &mut Random) -> Vec<Self::Call>;

    /// Starts a sequence.
    fn begin(driver: &Driver) -> Self;

    /// Makes a call and compares its result. Returns false when the call is left out here.
    ///
    /// # Errors
    /// How the driver differs.
    fn step(&mut self, driver: &Driver, call: &Self::Call) -> Result<bool, String>;

    /// Prints what the sequences did.
    ///
    /// # Errors
    /// Gives one when this was too little to be a test.
    fn summary(driver: &Driver) -> Result<String, String>;
}

/// The main function of a test. `NAME N` (or TRILOBITE_`NAME`_CALLS=N) makes N calls in all. TRILOBITE_`NAME`_SEED=S plays
/// the sequence that failed.
pub fn main<T: Test>() -> ExitCode {
    if std::env::args().any(|a| a == "--list") {
        println!("{}_calls: test", T::NAME.to_lowercase());
        return ExitCode::SUCCESS;
    }
    let number = |what: &str| {
        let value = std::env::var(format!("TRILOBITE_{}_{what}", T::NAME));
        value.ok().and_then(|n| n.parse::<u64>().ok())
    };
    let argument = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let calls = argument.or(number("CALLS")).unwrap_or(T::CALLS);
    // SAFETY: no other thread runs yet.
    unsafe {
        std::env::set_var("TRILOBITE_PANIC", "abort");
        std::env::set_var("TRILOBITE_WORKERS", "0");
    }
    let driver = Driver::load();
    let one = number("SEED");
    for seed in one.unwrap_or(0).. {
        let sequence = T::sequence(&mut Random::new(seed));
        if let Some(why) = driver.fails::<T>(&sequence) {
            driver.report::<T>(seed, &sequence, &why);
            return ExitCode::FAILURE;
        }
        if one.is_some() || driver.calls() >= calls {
            break;
        }
    }
    match T::summary(&driver) {
        Ok(summary) => println!("{summary}"),
        Err(why) if one.is_none() => {
            println!("FAILED: {why}");
            return ExitCode::FAILURE;
        }
        Err(_) => {}
    }
    ExitCode::SUCCESS
}
