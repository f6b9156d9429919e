//! Programs made wrong in every small way: cut off at each byte, with one byte changed, with a NUL inserted.
//!
//! A reader must either refuse such a text with a message and a position inside the text, or load it as a program that
//! runs.
#![forbid(unsafe_code)]

use crate::fuzz;

/// A sample program, and the function that reads any bytes in its language.
#[derive(Clone, Copy)]
pub struct Sample {
    /// The correct text.
    pub text: &'static str,
    /// The reader. It panics only for a bug of the driver.
    pub target: fn(&[u8]),
}

/// Ten programs. Together they use every form of statement of their languages.
pub fn samples() -> Vec<Sample> {
    let arb = fuzz::PROGRAMS.iter().map(|text| Sample {
        text,
        target: fuzz::arb_program,
    });
    let ati = fuzz::ATI_PROGRAMS.iter().map(|text| Sample {
        text,
        target: fuzz::ati_program,
    });
    arb.chain(ati).collect()
}

/// All wrong texts that follow from one text.
const PER_BYTE: usize = 2 + 255;

/// The number of wrong texts that [`wrong`] makes from this one.
pub fn count(text: &str) -> usize {
    text.len() * PER_BYTE
}

/// Makes wrong text number `n`. Each byte of the text gives several: the text that ends before it, the text with a NUL
/// before it, and the texts with each other value in its place.
pub fn wrong(text: &str, n: usize) -> Vec<u8> {
    let (at, change) = (n / PER_BYTE, n % PER_BYTE);
    let mut bytes = text.as_bytes().to_vec();
    match change {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, 0),
        change => bytes[at] = bytes[at].wrapping_add((change - 1) as u8),
    }
    bytes
}
