//! The operators of a language, found by their first byte.

/// The operators and punctuation of a language.
#[derive(Debug)]
pub struct Operators {
    list: &'static [&'static str],
    /// Bit `i` of the entry of a byte says that `list[i]` begins with it.
    by_first: [u64; 128],
}

impl Operators {
    /// The table of these operators: at most 64 of ASCII, each before its own prefixes.
    pub const fn new(list: &'static [&'static str]) -> Operators {
        assert!(list.len() <= 64, "a bit for each operator");
        let mut by_first = [0; 128];
        let mut i = 0;
        while i < list.len() {
            by_first[list[i].as_bytes()[0] as usize] |= 1 << i;
            i += 1;
        }
        Operators { list, by_first }
    }

    /// The operator that begins with this byte and is no more than it, unless there are longer ones.
    #[inline]
    pub(super) fn only(&self, first: u8) -> Option<&'static str> {
        let all = *self.by_first.get(usize::from(first))?;
        if !all.is_power_of_two() {
            return None;
        }
        let operator = self.list[all.trailing_zeros() as usize];
        (operator.len() == 1).then_some(operator)
    }

    /// The first operator of the list that begins the text.
    pub(super) fn find(&self, text: &[u8]) -> Option<&'static str> {
        let mut left = *self.by_first.get(*text.first()? as usize)?;
        while left != 0 {
            let operator = self.list[left.trailing_zeros() as usize];
            if begins(text, operator.as_bytes()) {
                return Some(operator);
            }
            left &= left - 1;
        }
        None
    }
}

/// Whether the operator begins the text. It is too short for a call that compares bytes.
fn begins(text: &[u8], operator: &[u8]) -> bool {
    text.len() >= operator.len() && operator.iter().zip(text).all(|(a, b)| a == b)
}
