//! Four lanes: the components of a row, computed in f64.
#![forbid(unsafe_code)]

use std::array::from_fn;
use std::ops::{Add, Mul, Sub};

/// Four lanes in the registers of one instruction set; the same bits on all.
pub(crate) trait Fours: Copy + 'static {
    /// Four f64.
    type D: Copy + Add<Output = Self::D> + Sub<Output = Self::D> + Mul<Output = Self::D>;
    /// Four f32.
    type Q: Copy;

    /// The same number in all lanes.
    fn splat(x: f64) -> Self::D;
    /// Lanes from memory.
    fn load(x: &[f32; 4]) -> Self::Q;
    /// These numbers.
    fn of(x: [f64; 4]) -> Self::D;
    /// The same numbers.
    fn widen(x: Self::Q) -> Self::D;
    /// The nearest f32s.
    fn narrow(x: Self::D) -> Self::Q;
    /// Row `i` has component `i` of each column.
    fn write_rows(columns: [Self::Q; 4], rows: &mut [[f32; 4]; 4]);
}

/// Arrays, for every machine, and where no instruction set is at hand.
#[derive(Clone, Copy)]
pub(crate) struct Arrays;

/// Four f64.
#[derive(Clone, Copy)]
pub(crate) struct D([f64; 4]);

macro_rules! operators {
    ($($op:ident $function:ident $operator:tt;)*) => {
        $(impl $op for D {
            type Output = D;
            #[inline(always)]
            fn $function(self, other: D) -> D {
                let (a, b) = (self.0, other.0);
                D([a[0] $operator b[0], a[1] $operator b[1], a[2] $operator b[2], a[3] $operator b[3]])
            }
        })*
    };
}

operators! {
    Add add +;
    Sub sub -;
    Mul mul *;
}

impl Fours for Arrays {
    type D = D;
    type Q = [f32; 4];

    #[inline(always)]
    fn splat(x: f64) -> D {
        D([x; 4])
    }
    #[inline(always)]
    fn load(x: &[f32; 4]) -> [f32; 4] {
        *x
    }
    #[inline(always)]
    fn of(x: [f64; 4]) -> D {
        D(x)
    }
    #[inline(always)]
    fn widen(x: [f32; 4]) -> D {
        D(x.map(f64::from))
    }
    #[inline(always)]
    fn narrow(x: D) -> [f32; 4] {
        x.0.map(|x| x as f32)
    }
    #[inline(always)]
    fn write_rows(columns: [[f32; 4]; 4], rows: &mut [[f32; 4]; 4]) {
        *rows = from_fn(|i| columns.map(|column| column[i]));
    }
}
