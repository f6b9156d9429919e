//! Uniform arrays in memory that is used again: most draws change a few numbers of their uniforms, and the arrays of draws that
//! are done are free.
#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::sync::Arc;

/// The most arrays that are kept.
const MAX_ARRAYS: usize = 512;
/// The most floats of an array that is kept.
const MAX_FLOATS: usize = 1024;
/// How many arrays are looked at.
const LOOKS: usize = 2;

/// The arrays that were made, the oldest first. Some still belong to draws.
#[derive(Debug, Default)]
pub(crate) struct UniformArrays(VecDeque<Arc<[f32]>>);

impl UniformArrays {
    /// An array of these values.
    pub(crate) fn array(&mut self, values: &[f32]) -> Arc<[f32]> {
        if values.len() > MAX_FLOATS {
            return Arc::from(values);
        }
        for _ in 0..LOOKS {
            let Some(mut array) = self.0.pop_front() else {
                break;
            };
            let own = Arc::get_mut(&mut array).filter(|own| own.len() == values.len());
            let is_free = own.map(|own| own.copy_from_slice(values)).is_some();
            self.0.push_back(array.clone());
            if is_free {
                return array;
            }
        }
        let array = Arc::<[f32]>::from(values);
        if self.0.len() >= MAX_ARRAYS {
            self.0.pop_front();
        }
        self.0.push_back(array.clone());
        array
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_that_nobody_has_are_used_again() {
        let mut arrays = UniformArrays::default();
        let first = arrays.array(&[1.0, 2.0]);
        let second = arrays.array(&[3.0]);
        assert_eq!((&first[..], &second[..]), (&[1.0, 2.0][..], &[3.0][..]));
        let place = first.as_ptr();
        drop(first);
        let third = arrays.array(&[4.0, 5.0]);
        assert_eq!((third.as_ptr(), &third[..]), (place, &[4.0, 5.0][..]));
        // Another length, and arrays that somebody has, need memory of their own.
        assert_eq!(&arrays.array(&[6.0, 7.0])[..], [6.0, 7.0]);
        assert_eq!((&second[..], &third[..]), (&[3.0][..], &[4.0, 5.0][..]));
        for i in 0..2 * MAX_ARRAYS {
            arrays.array(&vec![0.0; i]);
        }
        assert!(arrays.0.len() <= MAX_ARRAYS);
    }
}
