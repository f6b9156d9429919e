//! Lane types shared by the engines and the samplers.

/// Lanes of one group: a 4×4 block of fragments, quad-major, or 16 vertices.
pub const LANES: usize = 16;

/// One f32 per lane.
pub type LanesF32 = [f32; LANES];

/// The pixel offset (x, y) inside its 4×4 block of each lane: lanes 0–3 are the lower left quad.
pub const LANE_OFFSET: [(u8, u8); LANES] = {
    let mut offsets = [(0, 0); LANES];
    let mut lane = 0;
    while lane < LANES {
        let (quad, in_quad) = (lane / 4, lane % 4);
        offsets[lane] = ((2 * (quad % 2) + in_quad % 2) as u8, (2 * (quad / 2) + in_quad / 2) as u8);
        lane += 1;
    }
    offsets
};
