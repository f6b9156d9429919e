//! Names in use, kept as ranges, because GenFragmentShadersATI may ask for any number of consecutive names.

use std::collections::BTreeMap;

/// A set of names in use. 0 is never one of them.
#[derive(Debug, Default)]
pub(crate) struct NameRanges {
    /// The first and the last name of each range. Ranges neither overlap nor touch.
    ranges: BTreeMap<u32, u32>,
}

impl NameRanges {
    /// Takes the first `count` consecutive free names, and returns the first of them. Returns `None` when there are fewer,
    /// or when `count` is 0.
    pub(crate) fn take(&mut self, count: u32) -> Option<u32> {
        let length = count.checked_sub(1)?;
        let mut first = 1u32;
        for (&start, &last) in &self.ranges {
            if start - first > length {
                break;
            }
            first = last.checked_add(1)?;
        }
        // A range up to the greatest name fits only before the next range, which the loop has checked.
        let last = first.checked_add(length)?;
        self.join(first, last);
        Some(first)
    }

    /// Marks a name as used, if it is free.
    pub(crate) fn insert(&mut self, name: u32) {
        let before = self.ranges.range(..=name).next_back();
        if before.is_none_or(|(_, &last)| last < name) {
            self.join(name, name);
        }
    }

    /// Frees a name, if it is used.
    pub(crate) fn remove(&mut self, name: u32) {
        let Some((&first, &last)) = self.ranges.range(..=name).next_back() else {
            return;
        };
        if last < name {
            return;
        }
        self.ranges.remove(&first);
        if first < name {
            self.ranges.insert(first, name - 1);
        }
        if name < last {
            self.ranges.insert(name + 1, last);
        }
    }

    /// Adds a range of names, and joins it with the ranges that it touches.
    fn join(&mut self, mut first: u32, mut last: u32) {
        let before = self.ranges.range(..first).next_back();
        if let Some((&start, _)) = before.filter(|(_, end)| **end == first - 1) {
            first = start;
        }
        if let Some(end) = last
            .checked_add(1)
            .and_then(|next| self.ranges.remove(&next))
        {
            last = end;
        }
        self.ranges.insert(first, last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_found_and_ranges_join() {
        let mut names = NameRanges::default();
        assert_eq!(names.take(0), None);
        assert_eq!((names.take(3), names.take(1)), (Some(1), Some(4)));
        names.insert(8);
        names.insert(8);
        assert_eq!(names.take(3), Some(5), "exactly the gap");
        assert_eq!(names.ranges, BTreeMap::from([(1, 8)]));
        names.remove(4);
        names.remove(4);
        names.remove(100);
        assert_eq!(names.take(2), Some(9), "a gap of one is too small");
        assert_eq!(names.take(1), Some(4));
        assert_eq!(names.ranges, BTreeMap::from([(1, 10)]));
        names.remove(1);
        names.remove(10);
        assert_eq!(names.ranges, BTreeMap::from([(2, 9)]));
    }

    #[test]
    fn all_names_can_be_taken_and_then_none_is_left() {
        let mut names = NameRanges::default();
        assert_eq!(names.take(u32::MAX), Some(1));
        assert_eq!(names.take(1), None);
        names.remove(u32::MAX);
        assert_eq!(names.take(2), None);
        assert_eq!(names.take(1), Some(u32::MAX));
        let mut names = NameRanges::default();
        names.insert(u32::MAX);
        assert_eq!(names.take(u32::MAX), None);
        assert_eq!(names.take(u32::MAX - 1), Some(1));
    }
}
