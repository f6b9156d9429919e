//! Lane types shared by the engines and the samplers, and the choice of instruction set.

mod lanes;
mod portable;
#[cfg(test)]
mod tests;
mod vectors;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use lanes::LANE_NUMBERS;
pub use lanes::{LANE_OFFSET, LANES, LanesF32, f32_to_i32, f64_to_i32, f64_to_i64};
pub(crate) use portable::Portable;
pub(crate) use vectors::{DoubleRows, Elements, PairRows, Vectors};
#[cfg(target_arch = "x86_64")]
use x86::{avx2::Avx2, avx512::Avx512};

/// Writes four numbers by one store. By four stores they could not be read by one load for some time: that would wait until
/// all of them have left the store buffer.
#[inline(always)]
pub(crate) fn store_whole(value: [f32; 4], to: &mut [u8; 16]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_mm_set_ps, _mm_storeu_ps};
        let [x, y, z, w] = value;
        // SAFETY: every CPU of the architecture has the instructions; the pointer is the address of sixteen bytes.
        unsafe { _mm_storeu_ps(to.as_mut_ptr().cast(), _mm_set_ps(w, z, y, x)) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        *to = bytemuck::cast(value);
    }
}

/// Prefetches what a reference points to, since it will be read soon.
#[inline(always)]
pub(crate) fn prefetch<T: ?Sized>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..size_of_val(what)).step_by(64) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start: *const i8 = std::ptr::from_ref(what).cast();
        // SAFETY: every CPU of the architecture has the instruction, which reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(line)) };
    }
    let _ = what;
}

/// Asks for a line of memory at any address, for the second cache.
#[inline(always)]
pub(crate) fn prefetch_at(address: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: as above, whatever lies there.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(std::ptr::without_provenance(address)) };
    }
    let _ = address;
}

/// Work whose `run` is compiled once per instruction set; implementations are `#[inline(always)]`.
pub(crate) trait PerWidth {
    /// Does the work, with vectors of the instruction set where it names them.
    fn run<V: Vectors>(self);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi,avx512vnni,avx2,fma,bmi2,popcnt"
)]
#[inline(never)]
fn run_avx512(work: impl PerWidth) {
    work.run::<Avx512>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn run_avx2(work: impl PerWidth) {
    work.run::<Avx2>();
}

/// The instruction sets that vector code is compiled for. All give the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstructionSet {
    /// What every CPU of the architecture has.
    Portable,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512 F, VL, BW and DQ, with the above. Where VBMI and VNNI (or BMI2) are missing (CPUs before Ice Lake), vector code runs as
    /// for AVX2, and only generated code has this width.
    Avx512,
}

impl InstructionSet {
    /// Each set. [`run_on`] takes a narrower one where the CPU lacks it.
    #[cfg(test)]
    pub(crate) const ALL: [InstructionSet; 3] = [
        InstructionSet::Portable,
        InstructionSet::Avx2,
        InstructionSet::Avx512,
    ];

    /// The widest one that this CPU has.
    #[inline]
    pub fn widest() -> InstructionSet {
        static WIDEST: std::sync::OnceLock<InstructionSet> = std::sync::OnceLock::new();
        *WIDEST.get_or_init(InstructionSet::detect)
    }

    fn detect() -> InstructionSet {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            let avx2 = has!("avx2") && has!("fma");
            if avx2 && has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq") {
                return InstructionSet::Avx512;
            }
            if avx2 {
                return InstructionSet::Avx2;
            }
        }
        InstructionSet::Portable
    }

    /// The widest one that vector code has on this CPU.
    #[inline]
    fn widest_vectors() -> InstructionSet {
        static WIDEST: std::sync::OnceLock<InstructionSet> = std::sync::OnceLock::new();
        *WIDEST.get_or_init(|| {
            #[cfg(target_arch = "x86_64")]
            if !(std::arch::is_x86_feature_detected!("avx512vbmi")
                && std::arch::is_x86_feature_detected!("avx512vnni")
                && std::arch::is_x86_feature_detected!("bmi2")
                && std::arch::is_x86_feature_detected!("popcnt"))
            {
                return InstructionSet::widest().min(InstructionSet::Avx2);
            }
            InstructionSet::widest()
        })
    }

    /// What this process uses: the widest, or what `TRILOBITE_LANES=8` limits it to.
    #[inline]
    pub(crate) fn of_process() -> InstructionSet {
        static SET: std::sync::OnceLock<InstructionSet> = std::sync::OnceLock::new();
        *SET.get_or_init(|| match crate::config::get().lanes {
            Some(8) => InstructionSet::widest().min(InstructionSet::Avx2),
            _ => InstructionSet::widest(),
        })
    }
}

/// Apart from the others: its frame is large, and entering it is slow.
#[inline(never)]
fn run_portable(work: impl PerWidth) {
    work.run::<Portable>();
}

/// Runs `work` compiled for `set`, or for the widest instruction set below it that this CPU has.
#[inline(always)]
pub(crate) fn run_on(set: InstructionSet, work: impl PerWidth) {
    match set.min(InstructionSet::widest_vectors()) {
        // SAFETY: `widest_vectors` detected the features.
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => unsafe { run_avx512(work) },
        // SAFETY: `widest_vectors` detected the features.
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => unsafe { run_avx2(work) },
        _ => run_portable(work),
    }
}
