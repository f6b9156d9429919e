//! Lane types shared by the engines and the samplers.

/// Lanes of one group: a 4×4 block of fragments, quad-major, or 16 vertices.
pub const LANES: usize = 16;

/// One f32 per lane.
pub type LanesF32 = [f32; LANES];

/// The pixel offset (x, y) inside its 4×4 block of each lane: lanes 0–3 are the lower left quad.
pub const LANE_OFFSET: [(u8, u8); LANES] = {
    let mut offsets = [(0, 0); LANES];
    let mut lane = 0;
    while lane < LANES {
        let (quad, in_quad) = (lane / 4, lane % 4);
        offsets[lane] = ((2 * (quad % 2) + in_quad % 2) as u8, (2 * (quad / 2) + in_quad / 2) as u8);
        lane += 1;
    }
    offsets
};

/// Work whose `run` is compiled once per instruction set; implementations are `#[inline(always)]`.
pub(crate) trait PerWidth {
    /// Does the work.
    fn run(self);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")]
fn run_avx512(work: impl PerWidth) {
    work.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2(work: impl PerWidth) {
    work.run();
}

/// Runs `work` compiled for the widest instruction set that this CPU has. All give the same bits.
pub(crate) fn run_widest(work: impl PerWidth) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        let avx2 = has!("avx2") && has!("fma");
        if avx2 && has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq") {
            // SAFETY: the features were detected.
            return unsafe { run_avx512(work) };
        }
        if avx2 {
            // SAFETY: the features were detected.
            return unsafe { run_avx2(work) };
        }
    }
    work.run();
}
