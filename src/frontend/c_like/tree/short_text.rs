//! Texts that are mostly short: names in the typed tree.

use std::fmt::{self, Debug, Display, Formatter};
use std::ops::Deref;

/// The bytes that need no memory of their own: the whole takes as much as a `String` does.
const SHORT: usize = 22;

/// A text that never changes.
#[derive(Clone, PartialEq, Eq)]
pub struct ShortText(Bytes);

#[derive(Clone, PartialEq, Eq)]
enum Bytes {
    /// The number of bytes, and these with zeros after them.
    Short(u8, [u8; SHORT]),
    Long(Box<str>),
}

impl From<&str> for ShortText {
    fn from(text: &str) -> ShortText {
        let mut bytes = [0; SHORT];
        ShortText(match bytes.get_mut(..text.len()) {
            Some(begin) => {
                begin.copy_from_slice(text.as_bytes());
                Bytes::Short(text.len() as u8, bytes)
            }
            None => Bytes::Long(text.into()),
        })
    }
}

impl Deref for ShortText {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Bytes::Short(n, bytes) => {
                let text = std::str::from_utf8(&bytes[..usize::from(*n)]);
                text.expect("it was made of a text")
            }
            Bytes::Long(text) => text,
        }
    }
}

impl PartialEq<str> for ShortText {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for ShortText {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl PartialEq<String> for ShortText {
    fn eq(&self, other: &String) -> bool {
        **self == **other
    }
}

impl Display for ShortText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&**self, f)
    }
}

impl Debug for ShortText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(&**self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_all_lengths_stay() {
        assert_eq!(size_of::<ShortText>(), size_of::<String>());
        for n in 0..40 {
            let text = "abcd".repeat(n);
            assert_eq!(ShortText::from(&*text), text);
        }
    }
}
