//! [`Fours`] in AVX: a register of four f64, half a one of four f32.

use super::super::fours::Fours;
use super::*;

/// AVX.
#[derive(Clone, Copy)]
pub(crate) struct Avx;
#[derive(Clone, Copy)]
pub(crate) struct D(__m256d);
#[derive(Clone, Copy)]
pub(crate) struct Q(__m128);

macro_rules! one {
    ($out:ident, $intrinsic:ident, $($arg:expr),*) => {
        $out($intrinsic($($arg.0),*))
    };
}

operators! { one;
    D: Add add = _mm256_add_pd;
    D: Sub sub = _mm256_sub_pd;
    D: Mul mul = _mm256_mul_pd;
}

impl Fours for Avx {
    type D = D;
    type Q = Q;

    methods! { one;
        widen(x: Q) -> D = _mm256_cvtps_pd;
        narrow(x: D) -> Q = _mm256_cvtpd_ps;
    }

    #[inline(always)]
    fn splat(x: f64) -> D {
        // SAFETY: as for the operators; so below.
        unsafe { D(_mm256_set1_pd(x)) }
    }
    #[inline(always)]
    fn load(x: &[f32; 4]) -> Q {
        // SAFETY: as above, and the array holds four f32.
        unsafe { Q(_mm_loadu_ps(x.as_ptr())) }
    }
    #[inline(always)]
    fn of(x: [f64; 4]) -> D {
        // SAFETY: as above.
        unsafe { D(_mm256_setr_pd(x[0], x[1], x[2], x[3])) }
    }
    #[inline(always)]
    fn write_rows([a, b, c, d]: [Q; 4], rows: &mut [[f32; 4]; 4]) {
        // SAFETY: as above, and each row holds four f32.
        unsafe {
            let (ab, cd) = (_mm_unpacklo_ps(a.0, b.0), _mm_unpacklo_ps(c.0, d.0));
            let (ab_high, cd_high) = (_mm_unpackhi_ps(a.0, b.0), _mm_unpackhi_ps(c.0, d.0));
            _mm_storeu_ps(rows[0].as_mut_ptr(), _mm_movelh_ps(ab, cd));
            _mm_storeu_ps(rows[1].as_mut_ptr(), _mm_movehl_ps(cd, ab));
            _mm_storeu_ps(rows[2].as_mut_ptr(), _mm_movelh_ps(ab_high, cd_high));
            _mm_storeu_ps(rows[3].as_mut_ptr(), _mm_movehl_ps(cd_high, ab_high));
        }
    }
}
