//! Arrays that share memory.

use crate::platform::Strided;

/// Whether writing elements of `a` in any order may change an element of `b` with another number (or one with the same, if
/// they do not start together).
pub(super) fn interfere(a: &Strided<'_>, b: &Strided<'_>) -> bool {
    let (x, y) = (a.extent(), b.extent());
    if x.start >= y.end || y.start >= x.end {
        return false;
    }
    if a.stride() != b.stride() || a.stride() == 0 {
        return true;
    }
    // Elements of both repeat by the same distance. How far do those of `b` start behind those of `a`?
    let period = a.stride().unsigned_abs();
    let (a_bytes, b_bytes) = (a.element_bytes(), b.element_bytes());
    if x.start == y.start && a.len() == b.len() {
        return a_bytes.max(b_bytes) > period;
    }
    let behind = y.start.wrapping_sub(x.start);
    let behind = match y.start >= x.start {
        true => behind % period,
        false => (period - (x.start - y.start) % period) % period,
    };
    behind < a_bytes || behind + b_bytes > period
}

/// Whether elements of one array share bytes.
pub(super) fn overlaps_itself(a: &Strided<'_>) -> bool {
    a.len() > 1 && a.stride().unsigned_abs() < a.element_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::SharedBytes;

    /// Every pair of small arrays, against the bytes themselves.
    #[test]
    fn interference_is_never_missed() {
        let elements = |base: usize, stride: isize, size: usize, n: usize| -> Vec<Vec<usize>> {
            let start = |i: usize| base.checked_add_signed(i as isize * stride).unwrap();
            (0..n)
                .map(|i| (start(i)..start(i) + size).collect())
                .collect()
        };
        let block = SharedBytes::new(256).unwrap();
        let array = |base, stride, size, n| {
            Strided::within(&block, base, stride, size, n).expect("it lies in the block")
        };
        let mut missed_none = 0;
        for (stride, base) in (-9isize..10).flat_map(|s| (100..118).map(move |b| (s, b))) {
            for (a_size, b_size) in [(4, 4), (4, 8), (8, 4)] {
                for (b_stride, b_n) in [(stride, 3), (8, 3), (stride, 2), (-8, 3)] {
                    let (a, b) = (
                        array(108, stride, a_size, 3),
                        array(base, b_stride, b_size, b_n),
                    );
                    let (xs, ys) = (
                        elements(108, stride, a_size, 3),
                        elements(base, b_stride, b_size, b_n),
                    );
                    let shares = |x: &Vec<usize>, y: &Vec<usize>| x.iter().any(|b| y.contains(b));
                    let really = xs.iter().enumerate().any(|(i, x)| {
                        ys.iter()
                            .enumerate()
                            .any(|(j, y)| shares(x, y) && (i != j || x[0] != y[0]))
                    });
                    assert!(!really || interfere(&a, &b), "{a:?} {b:?}");
                    missed_none += usize::from(!interfere(&a, &b));
                }
            }
        }
        assert!(missed_none > 400, "{missed_none}");
    }
}
