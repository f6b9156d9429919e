//! One row of the table of capabilities (GL 1.5 section 6.1.1).
//!
//! Each chapter lists its own in `CAPABILITIES`, and [`crate::gl::state::enable`] joins the lists. glEnable, glDisable,
//! glIsEnabled, glGet and the attribute group ENABLE_BIT read nothing else.

use crate::gl::{Context, Result};

/// A capability, or a run of capabilities with consecutive names.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Capability {
    /// The first name.
    pub(crate) name: u32,
    /// The number of names.
    pub(crate) count: u32,
    pub(crate) set_by: SetBy,
    /// Whether ENABLE_BIT saves it.
    pub(crate) in_enable_group: bool,
    /// Reads capability number `i` of the run.
    pub(crate) get: fn(&Context, usize) -> bool,
    /// Sets capability number `i` of the run. It fails when the context lacks what the capability needs.
    pub(crate) set: fn(&mut Context, usize, bool) -> Result,
}

/// The commands that set a capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SetBy {
    /// glEnable and glDisable.
    Enable,
    /// glEnableClientState and glDisableClientState.
    ClientState,
    /// Both pairs, for vertex arrays (EXT_vertex_array enables them by glEnable).
    Both,
}

/// The row of a capability that is one field of the context, set by glEnable and saved by ENABLE_BIT.
macro_rules! capability {
    ($name:expr, $($field:tt)+) => {
        $crate::gl::context::capability::Capability {
            name: $name,
            count: 1,
            set_by: $crate::gl::context::capability::SetBy::Enable,
            in_enable_group: true,
            get: |cx, _| cx.$($field)+,
            set: |cx, _, on| {
                cx.$($field)+ = on;
                Ok(())
            },
        }
    };
}

/// The row of a run of capabilities: its first name, its length, and the place of number `i`.
macro_rules! capability_run {
    ($name:ident, $count:expr, |$cx:ident, $i:ident| $($place:tt)+) => {
        $crate::gl::context::capability::Capability {
            name: $name,
            count: $count as u32,
            set_by: $crate::gl::context::capability::SetBy::Enable,
            in_enable_group: true,
            get: |$cx, $i| $($place)+,
            set: |$cx, $i, on| {
                $($place)+ = on;
                Ok(())
            },
        }
    };
}

pub(crate) use {capability, capability_run};

/// Finds the row of a name in a list, and the number of the name in its run.
#[inline]
pub(crate) fn find_in(
    rows: &'static [Capability],
    name: u32,
) -> Option<(&'static Capability, usize)> {
    let row = rows
        .iter()
        .find(|row| name.wrapping_sub(row.name) < row.count)?;
    Some((row, (name - row.name) as usize))
}
