//! Searches of bytes that stand far apart.

/// The bytes before the first one of this kind; all where there is none.
#[inline]
pub(super) fn length_until(text: &[u8], is_it: impl Fn(u8) -> bool) -> usize {
    // Without a branch for each byte, a whole piece is compared at once.
    const PIECE: usize = 16;
    let has_one = |piece: &[u8]| piece.iter().fold(false, |found, c| found | is_it(*c));
    let pieces = text.chunks_exact(PIECE);
    let start = PIECE * pieces.take_while(|piece| !has_one(piece)).count();
    let end = text[start..].iter().position(|c| is_it(*c));
    end.map_or(text.len(), |length| start + length)
}
