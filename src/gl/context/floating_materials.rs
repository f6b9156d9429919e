//! Which material properties are attributes of vertices although they change between primitives only.
//!
//! A material is a uniform, so each primitive with a material of its own would be a draw of its own. When draws in a row differ
//! in nothing but a few properties, these properties *float*: small draws take them as attributes, with one value for all
//! vertices, and become one draw. Vertex programs compute the same bits from uniforms and from attributes.
#![forbid(unsafe_code)]

/// Draws in a row that differ in materials only. After as many, the properties float.
const DRAWS_IN_A_ROW: u32 = 8;
/// So many draws are watched at a time. The properties stop floating when fewer than a quarter profit.
const WATCHED_DRAWS: u32 = 1024;
/// Any property may have changed.
const ALL: u16 = u16::MAX;

/// The properties are bits in the order of [`crate::ir::interface::attribute::MATERIAL_0`].
#[derive(Debug, Default)]
pub(in crate::gl) struct FloatingMaterials {
    floating: u16,
    /// What has changed since the last draw, as far as the revision `seen`.
    changed: u16,
    seen: u64,
    /// The revision at the last draw.
    seen_by_draw: u64,
    n_in_a_row: u32,
    n_watched: u32,
    n_profiting: u32,
}

/// What has changed in the materials between the last draw and this one.
#[derive(Debug, Clone, Copy)]
pub(in crate::gl) struct MaterialChange {
    properties: u16,
    /// The revision at the last draw.
    since: u64,
}

impl FloatingMaterials {
    /// Notes a change of these properties by glMaterial, which took the lighting's values from one revision to another.
    pub(in crate::gl) fn note(&mut self, properties: u16, [before, after]: [u64; 2]) {
        self.changed |= if self.seen == before { properties } else { ALL };
        self.seen = after;
    }

    /// The change since the last draw, now that there is another one. `relevant` are the properties that draws read.
    pub(in crate::gl) fn take_change(&mut self, revision: u64, relevant: u16) -> MaterialChange {
        // Another command than glMaterial may have changed everything.
        let is_known = self.seen == revision && self.changed != ALL;
        let change = MaterialChange {
            properties: if is_known {
                self.changed & relevant
            } else {
                ALL
            },
            since: self.seen_by_draw,
        };
        self.changed = 0;
        self.seen = revision;
        self.seen_by_draw = revision;
        change
    }

    /// The properties that the vertices of a small draw have.
    pub(in crate::gl) fn of_small_draw(&mut self) -> u16 {
        if self.floating != 0 {
            self.n_watched += 1;
            if self.n_watched == WATCHED_DRAWS {
                if self.n_profiting < WATCHED_DRAWS / 4 {
                    self.floating = 0;
                }
                (self.n_watched, self.n_profiting) = (0, 0);
            }
        }
        self.floating
    }

    /// Notes that a draw differs from the last one in materials only. Returns whether its vertices have all that changed.
    pub(in crate::gl) fn covers(&mut self, change: MaterialChange, of_vertices: u16) -> bool {
        if change.properties & !of_vertices == 0 {
            self.n_profiting += 1;
            return true;
        }
        self.n_in_a_row += 1;
        if self.n_in_a_row >= DRAWS_IN_A_ROW && change.properties != ALL {
            self.floating |= change.properties;
            self.n_in_a_row = 0;
        }
        false
    }

    /// Notes that a draw differs from the last one in more.
    pub(in crate::gl) fn differs_in_more(&mut self) {
        self.n_in_a_row = 0;
    }
}

impl MaterialChange {
    /// The revision at the last draw.
    pub(in crate::gl) fn since(self) -> u64 {
        self.since
    }
}
