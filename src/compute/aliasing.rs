//! Finds out whether strided arrays share memory.
//!
//! Two arrays are two arithmetic progressions of element starts. Whether any two elements overlap is a question about
//! remainders, which is answered without a walk over the elements.

use crate::platform::Strided;

/// Whether writes to elements of `a`, in any order, may change an element of `b` before it is read. Elements with the same
/// number that start together do not count: an element is read before it is written.
pub(super) fn interfere(a: &Strided<'_>, b: &Strided<'_>) -> bool {
    !lie_together(a, b) && share_bytes(a, b)
}

/// Whether only elements with the same number share bytes, and these start together.
fn lie_together(a: &Strided<'_>, b: &Strided<'_>) -> bool {
    let bytes = a.element_bytes().max(b.element_bytes());
    let is_same = a.stride() == b.stride() && a.len() == b.len();
    is_same && a.extent().start == b.extent().start && bytes <= a.stride().unsigned_abs()
}

/// Whether any element of `a` shares bytes with any of `b`.
pub(super) fn share_bytes(a: &Strided<'_>, b: &Strided<'_>) -> bool {
    let (x, y) = (a.extent(), b.extent());
    if x.start >= y.end || y.start >= x.end {
        return false;
    }
    Places::of(a).overlap(&Places::of(b))
}

/// The bytes of an array's elements, in the order of their addresses.
struct Places {
    /// The address of the lowest element.
    first: i128,
    /// The bytes from one element to the next, at least 1.
    step: i128,
    /// The number of elements.
    n: i128,
    /// The bytes of one element.
    bytes: i128,
}

impl Places {
    /// The elements of an array, which has at least one.
    fn of(array: &Strided<'_>) -> Places {
        let (n, step) = match array.stride() {
            0 => (1, 1),
            stride => (array.len(), stride.unsigned_abs()),
        };
        Places {
            first: array.extent().start as i128,
            step: step as i128,
            n: n as i128,
            bytes: array.element_bytes() as i128,
        }
    }

    /// Whether some element of `self` and some element of `other` share bytes.
    fn overlap(&self, other: &Places) -> bool {
        // Element i of self overlaps element j of other if 0 <= at(i) - j * other.step <= most.
        let most = self.bytes + other.bytes - 2;
        let at = |i: i128| self.first - other.first + self.bytes - 1 + i * self.step;
        let last = (other.n - 1) * other.step;
        // Only elements from..=to lie between the start of the first other element and the end of the last one.
        let from = (-at(0))
            .max(0)
            .unsigned_abs()
            .div_ceil(self.step.unsigned_abs()) as i128;
        let to = (last + most - at(0)).div_euclid(self.step).min(self.n - 1);
        if from > to {
            return false;
        }
        // The last other element, or the one just below element `from`, may overlap at once.
        let rest = at(from) % other.step;
        if at(to) >= last || rest <= most {
            return true;
        }
        // Otherwise, find the first further element whose distance to an other element is at most `most`.
        let wanted = [0, most].map(|e| (other.step - rest + e).unsigned_abs());
        let more = first_within(self.step.unsigned_abs(), other.step.unsigned_abs(), wanted);
        more.is_some_and(|more| more <= (to - from).unsigned_abs())
    }
}

/// The least `i` with `low <= step * i mod modulus <= high`, for 0 < low <= high < modulus. At least every second call
/// halves the modulus, so the depth is at most twice its number of bits.
fn first_within(step: u128, modulus: u128, [low, high]: [u128; 2]) -> Option<u128> {
    let step = step % modulus;
    if step == 0 {
        return None;
    }
    if 2 * step > modulus {
        return first_within(modulus - step, modulus, [modulus - high, modulus - low]);
    }
    let i = low.div_ceil(step);
    if step * i <= high {
        return Some(i);
    }
    // No multiple of `step` below the modulus is in the range. Ask how often `step * i` must pass the modulus so that one is.
    let around = first_within(step - modulus % step, step, [low % step, high % step])?;
    Some((low + modulus * around).div_ceil(step))
}

/// Whether elements of one array overlap each other.
pub(super) fn overlaps_itself(a: &Strided<'_>) -> bool {
    a.len() > 1 && a.stride().unsigned_abs() < a.element_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::SharedBytes;
    use std::ops::Range;

    /// Compares every pair of small arrays with the bytes of their elements.
    #[test]
    fn what_is_shared_is_found_and_nothing_else() {
        let block = SharedBytes::new(256).unwrap();
        let array = |base, stride, size, n| {
            Strided::within(&block, base, stride, size, n).expect("it lies in the block")
        };
        // The bytes of each element, computed one by one, are what the answers are compared with.
        let elements = |base: usize, stride: isize, size: usize, n: usize| -> Vec<Range<usize>> {
            let start = |i: usize| base.checked_add_signed(i as isize * stride).unwrap();
            (0..n).map(|i| start(i)..start(i) + size).collect()
        };
        // Each outcome is counted, so that the test cannot pass without having seen all three.
        let mut counts = [0; 3];
        // Bases and strides cross each other: overlapping, touching, interleaved and apart, also backwards.
        let bases = (100..118).flat_map(|base| (-9isize..14).map(move |stride| (base, stride)));
        for (base, stride) in bases {
            for (a_size, b_size, a_n) in [(4, 4, 3), (4, 8, 1), (8, 4, 4), (1, 2, 5)] {
                for (b_stride, b_n) in [(stride, 3), (stride, a_n), (-stride, 4), (8, 3), (-11, 5)]
                {
                    let (a, b) = (
                        array(108, stride, a_size, a_n),
                        array(base, b_stride, b_size, b_n),
                    );
                    let (xs, ys) = (
                        elements(108, stride, a_size, a_n),
                        elements(base, b_stride, b_size, b_n),
                    );
                    let overlap =
                        |x: &Range<usize>, y: &Range<usize>| x.start < y.end && y.start < x.end;
                    let pairs = || {
                        xs.iter()
                            .enumerate()
                            .flat_map(|x| ys.iter().enumerate().map(move |y| (x, y)))
                    };
                    let shared = pairs().any(|((_, x), (_, y))| overlap(x, y));
                    assert_eq!(share_bytes(&a, &b), shared, "{a:?} {b:?}");
                    assert_eq!(share_bytes(&b, &a), shared, "{b:?} {a:?}");
                    // A pair interferes if the shared bytes do not belong to the same element of both arrays.
                    let changed = pairs()
                        .any(|((i, x), (j, y))| overlap(x, y) && (i != j || x.start != y.start));
                    assert!(!changed || interfere(&a, &b), "{a:?} {b:?}");
                    counts[usize::from(shared) + usize::from(changed)] += 1;
                }
            }
        }
        assert!(counts.iter().all(|n| *n > 100), "{counts:?}");
    }

    #[test]
    fn long_arrays_are_compared_in_no_time() {
        let n = 1i128 << 40;
        let places = |first, step| Places {
            first,
            step,
            n,
            bytes: 4,
        };
        let overlap = |a: Places, b: Places| a.overlap(&b);
        // Three arrays in one, of which one counts downward.
        assert!(!overlap(places(0, 12), places(4, 12)) && !overlap(places(8, 12), places(4, 12)));
        assert!(overlap(places(0, 12), places(4, 20)));
        // The distances of the elements' starts are 8 more than multiples of 16, and 2 more.
        assert!(!overlap(places(0, 48), places(8, 80)) && overlap(places(0, 48), places(2, 80)));
        // Only some of the last ones overlap.
        assert!(overlap(places(0, n), places(5, n + 1)) && overlap(places(5, n + 1), places(0, n)));
    }
}
