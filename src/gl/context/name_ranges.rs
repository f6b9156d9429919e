//! Names in use, kept as ranges, because GenFragmentShadersATI may ask for any number of consecutive names.

use std::collections::BTreeMap;

/// A set of names in use. 0 is never one of them.
#[derive(Debug, Default)]
pub(crate) struct NameRanges {
    /// The first and the last name of each range. Ranges neither overlap nor touch.
    pub(super) ranges: BTreeMap<u32, u32>,
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
