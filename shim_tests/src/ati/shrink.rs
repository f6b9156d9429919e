//! Makes a failing sequence shorter.

/// Removes parts of `sequence` while `fails` still holds: halves first, single elements last. It makes at most `tries`
/// tries. The result fails.
pub fn shrink<T: Clone>(
    sequence: &[T],
    tries: usize,
    mut fails: impl FnMut(&[T]) -> bool,
) -> Vec<T> {
    let mut smallest = sequence.to_vec();
    let mut chunk = smallest.len().div_ceil(2);
    let mut left = tries;
    while chunk > 0 && left > 0 {
        let mut start = 0;
        let before = smallest.len();
        while start < smallest.len() && left > 0 {
            let end = (start + chunk).min(smallest.len());
            let shorter = [&smallest[..start], &smallest[end..]].concat();
            left -= 1;
            if fails(&shorter) {
                smallest = shorter;
            } else {
                start = end;
            }
        }
        // Single elements are tried again until none can be removed.
        if chunk > 1 || smallest.len() == before {
            chunk /= 2;
        }
    }
    smallest
}
