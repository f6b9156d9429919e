//! Which lengths the words of a set have, by their first byte. Most words of a text are not in a set by this alone, without a
//! look-up in it.

/// Lengths of words by their first byte, a bit each; long words share one.
#[derive(Debug, Clone)]
pub struct WordLengths([u32; 256]);

impl Default for WordLengths {
    fn default() -> WordLengths {
        WordLengths::EMPTY
    }
}

impl WordLengths {
    /// Those of no words.
    pub const EMPTY: WordLengths = WordLengths([0; 256]);

    /// The first byte, and the bit of the length.
    #[inline]
    const fn place(word: &str) -> (usize, u32) {
        let length = if word.len() < 31 { word.len() } else { 31 };
        let first = match word.as_bytes() {
            [first, ..] => *first as usize,
            [] => 0,
        };
        (first, 1 << length)
    }

    /// Adds a word.
    pub const fn insert(&mut self, word: &str) {
        let (first, length) = WordLengths::place(word);
        self.0[first] |= length;
    }

    /// Adds a word in small letters that may begin with a capital.
    pub const fn insert_any_case(&mut self, word: &str) {
        let (first, length) = WordLengths::place(word);
        self.0[first] |= length;
        self.0[(first as u8).to_ascii_uppercase() as usize] |= length;
    }

    /// Whether a word that has been added begins with the same byte and is as long.
    #[inline]
    pub fn has(&self, word: &str) -> bool {
        let (first, length) = WordLengths::place(word);
        self.0[first] & length != 0
    }
}
