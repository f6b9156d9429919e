//! Begin/End and the current values (GL 1.5 sections 2.6, 2.7).

/// Current values and the primitive being specified.
#[derive(Debug, Default)]
pub struct ImmediateState {
    inside_begin: bool,
}

impl ImmediateState {
    /// Between Begin and End.
    #[inline]
    pub fn inside_begin(&self) -> bool {
        self.inside_begin
    }
}
