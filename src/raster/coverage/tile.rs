//! Coverage of primitives in one 64×64 tile: live masks of 4×4 groups, collected until the kernels run over them.
//!
//! Triangles ([`super::edges`]) with boxes of few columns get the masks of their groups directly, others row of groups by
//! row: sixteen groups are outside, inside or between at once.
#![forbid(unsafe_code)]

use super::area::{Covered, CoveredGroup, Outline, Share, Side};
use super::coarse_depth::BlockDepths;
use super::compact::{Appended, side_by_side};
use super::convex_area::ConvexArea;
use super::disc::Disc;
use super::edges::{Block, CrossingEdges, Edge, Row, classify};
use super::masks::{Columns, for_groups, rect_mask, rows_mask, stipple_mask};
use super::medium_triangle::MediumTriangles;
use super::small_triangle::SmallTriangles;
use crate::kernel::layout::Group;
use crate::raster::fragment::depth_use::DepthUse;
use crate::raster::geometry::edge_rule::EdgeRule;
use crate::raster::geometry::list::List;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::samples::SAMPLES;
use crate::raster::geometry::shape::Shape;
use crate::raster::geometry::subpixel::SUBPIXELS;
use crate::raster::geometry::tile::{GROUPS, TILE};
use crate::simd::{LANE_OFFSET, LANES, Vectors};

/// The coverage of a tile: the groups with live fragments, primitive by primitive.
#[derive(Debug, Default)]
pub(crate) struct TileCoverage {
    pub(crate) groups: List<Group>,
    pub(crate) masks: List<u16>,
    /// By group, for draws with antialiased shapes only.
    pub(crate) parts: Vec<CoveredGroup>,
    /// The masks of each sample, for targets with samples: `masks` is their union.
    pub(crate) samples: [List<u16>; SAMPLES],
    /// The first row of planes of the primitive whose groups are appended.
    pub(crate) planes: u32,
    /// The bounds of the tile's depths.
    pub(crate) depths: BlockDepths,
}

/// A primitive's shape and its limits in a tile.
pub(crate) struct InTile<'a> {
    pub(crate) shape: &'a Shape,
    /// The corners of the shape's page.
    pub(crate) corners: &'a [[i32; 2]],
    pub(crate) bounds: PixelRect,
    /// The tile's corner.
    pub(crate) tile: [i32; 2],
    /// Which edges own the centres on them.
    pub(crate) rule: EdgeRule,
    /// Removes fragments: 32 rows, bottom first.
    pub(crate) stipple: Option<&'a [u32; 32]>,
    /// The plane of the depths of a shape that may be hidden.
    pub(crate) depth: Option<([f32; 4], DepthUse)>,
}

impl InTile<'_> {
    /// The pixels of the tile within the bounds, relative to it.
    #[inline(always)]
    pub(crate) fn rect(&self) -> PixelRect {
        let ([x, y], bounds) = (self.tile, self.bounds);
        PixelRect {
            x0: (bounds.x0 - x).max(0),
            y0: (bounds.y0 - y).max(0),
            x1: (bounds.x1 - x).min(TILE),
            y1: (bounds.y1 - y).min(TILE),
        }
    }
}

impl TileCoverage {
    /// Forgets all groups.
    pub(crate) fn clear(&mut self) {
        self.groups.clear();
        self.masks.clear();
        self.parts.clear();
        self.samples.iter_mut().for_each(List::clear);
    }

    /// Appends the coverage of a shape, or that of its samples.
    #[inline(always)]
    pub(crate) fn cover_any<V: Vectors>(&mut self, what: &InTile<'_>, by_sample: bool) {
        if by_sample {
            self.cover_samples::<V>(what)
        } else {
            self.cover::<V>(what)
        }
    }

    /// Appends the coverage of a shape.
    #[inline(always)]
    pub(crate) fn cover<V: Vectors>(&mut self, what: &InTile<'_>) {
        let rect = what.rect();
        if rect.is_empty() {
            return;
        }
        let start = self.groups.len();
        match what.shape {
            Shape::Triangle { x, y } => {
                if let Some(edges) = CrossingEdges::new(x, y, rect, what.tile, what.rule) {
                    self.cover_rows::<V>(rect, &edges, what.depth);
                }
            }
            Shape::Rectangle => self.cover_rectangle(rect),
            _ => self.cover_fragments(what, rect),
        }
        if let Some(rows) = what.stipple {
            self.remove_stippled(start, rows, what.tile);
        }
    }

    /// Appends the first `n` of sixteen triangles, which all are small.
    #[inline(always)]
    pub(crate) fn cover_all_small<V: Vectors>(&mut self, small: &SmallTriangles, n: usize) {
        let mut next = self.append::<{ 4 * LANES }>();
        for l in 0..n.min(LANES) {
            next.push_four::<V>(small.blocks::<V>(l), small.masks(l));
        }
        let n = next.n;
        self.advance(n);
    }

    /// Appends a small triangle: all four blocks at once, even those that it does not touch.
    #[inline(always)]
    pub(crate) fn cover_small<V: Vectors>(&mut self, small: &SmallTriangles, l: usize) {
        let mut next = self.append::<4>();
        next.push_four::<V>(small.blocks::<V>(l), small.masks(l));
        let n = next.n;
        self.advance(n);
    }

    /// Appends a medium triangle.
    #[inline(always)]
    pub(crate) fn cover_medium(&mut self, medium: &MediumTriangles, l: usize) {
        let (planes, mut touched) = (self.planes, medium.touched(l));
        let mut next = self.append::<{ MediumTriangles::BLOCKS }>();
        while touched != 0 {
            let (group, mask) = medium.block(l, touched.trailing_zeros() as usize);
            touched &= touched - 1;
            next.push(Group { planes, ..group }, mask);
        }
        let n = next.n;
        self.advance(n);
    }

    /// Appends a whole rectangle, which often is a point of one pixel.
    #[inline(always)]
    fn cover_rectangle(&mut self, rect: PixelRect) {
        let columns = Columns::of(rect);
        let (first, end) = (rect.x0 / 4, (rect.x1 + 3) / 4);
        for row in rect.y0 / 4..(rect.y1 + 3) / 4 {
            let in_rect = rows_mask(4 * row, rect);
            let of_row = self.group(0, row);
            let mut next = self.append::<GROUPS>();
            for column in first..end {
                next.push(of_row.right(column), in_rect & columns.mask(column));
            }
            let n = next.n;
            self.advance(n);
        }
    }

    /// Appends any triangle, one row of blocks after the other.
    #[inline(always)]
    fn cover_rows<V: Vectors>(
        &mut self,
        rect: PixelRect,
        edges: &CrossingEdges<3>,
        depth: Option<([f32; 4], DepthUse)>,
    ) {
        // For each row of blocks, the edges give masks over its columns: blocks that are touched, and blocks that are
        // covered whole.
        let columns = Columns::of(rect);
        let in_blocks = edges.in_blocks::<V>();
        for row in rect.y0 / 4..(rect.y1 + 3) / 4 {
            let in_rect = rows_mask(4 * row, rect);
            let Row {
                touched,
                whole,
                corners,
            } = edges.row::<V>(row);
            let (mut touched, mut whole) = (touched & columns.all, whole & columns.all);
            let mut full = if in_rect == !0 {
                whole & columns.whole()
            } else {
                0
            };
            // Blocks that are hidden by earlier depths are dropped.
            if let Some((plane, depth_use)) = depth {
                let hidden = self.depths.row::<V>(row, plane, depth_use, full);
                (touched, whole, full) = (touched & !hidden, whole & !hidden, full & !hidden);
            }
            let of_row = self.group(0, row);
            let mut next = self.append::<{ 2 * GROUPS }>();
            // Blocks that are covered in part get the mask of the edges.
            let mut partly = touched & !whole;
            if partly != 0 {
                let corners = [
                    V::store_i(corners[0]),
                    V::store_i(corners[1]),
                    V::store_i(corners[2]),
                ];
                while partly != 0 {
                    let column = partly.trailing_zeros() as i32;
                    partly &= partly - 1;
                    let mask = in_blocks.inside(&corners, column as usize);
                    let in_rect = in_rect & columns.mask(column);
                    next.push(of_row.right(column), mask & in_rect);
                }
            }
            // Whole blocks side by side are appended at once, the others one by one.
            if full != 0 && side_by_side(full) {
                next.push_whole::<V>(of_row, full);
                whole &= !full;
            }
            while whole != 0 {
                let column = whole.trailing_zeros() as i32;
                whole &= whole - 1;
                next.push(of_row.right(column), in_rect & columns.mask(column));
            }
            let n = next.n;
            self.advance(n);
        }
    }

    /// A block of the primitive whose groups are appended.
    #[inline(always)]
    pub(super) fn group(&self, column: i32, row: i32) -> Group {
        Group {
            planes: self.planes,
            ..Group::at(column as u8, row as u8)
        }
    }

    /// The next `N` groups; [`TileCoverage::advance`] says how many of them count.
    #[inline(always)]
    pub(super) fn append<const N: usize>(&mut self) -> Appended<'_, N> {
        Appended {
            groups: self.groups.room(),
            masks: self.masks.room(),
            n: 0,
        }
    }

    #[inline(always)]
    pub(super) fn advance(&mut self, n: usize) {
        self.groups.advance(n);
        self.masks.advance(n);
    }

    /// Appends lines and antialiased shapes.
    fn cover_fragments(&mut self, what: &InTile<'_>, rect: PixelRect) {
        match what.shape {
            Shape::Triangle { .. } | Shape::Rectangle => {}
            Shape::Line(line) => self.cover_line(line, rect, what.tile),
            // Antialiased shapes have a covered fraction for each pixel.
            Shape::Disc { x, y, radius } => {
                let disc = Disc::new([*x, *y], *radius);
                self.cover_sixteen(rect, what.tile, disc);
            }
            Shape::Quad(corners) => {
                let quad = ConvexArea::new(corners, what.tile);
                self.cover_sixteen(rect, what.tile, quad);
            }
            Shape::Piece(piece) => {
                let corners = &what.corners[piece.at as usize..][..usize::from(piece.n)];
                let pixels = |c: &[i32; 2]| c.map(|c| f64::from(c) / f64::from(SUBPIXELS));
                let square = what.tile.map(f64::from);
                let outline = Outline::seen_from(corners.iter().map(pixels), square, TILE.into());
                let share = piece.share(corners, what.tile, TILE);
                if let (Some(outline), Some(share)) = (outline, share) {
                    self.cover_parts(rect, what.tile, &outline, &share);
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, place: Group, mask: u16) {
        if mask != 0 {
            let planes = self.planes;
            self.groups.push(Group { planes, ..place });
            self.masks.push(mask);
        }
    }

    /// Appends a group with its masks by sample.
    pub(crate) fn push_samples(&mut self, place: Group, masks: [u16; SAMPLES]) {
        let any = masks.iter().fold(0, |any, mask| any | mask);
        self.push(place, any);
        if any != 0 {
            for (all, mask) in self.samples.iter_mut().zip(masks) {
                all.push(mask);
            }
        }
    }

    /// Appends the pixels of `rect` that the outline covers in part and that are owned. The pixels that are owned are those
    /// of a convex region.
    fn cover_parts(&mut self, rect: PixelRect, [x, y]: [i32; 2], outline: &Outline, share: &Share) {
        for_groups(rect, 0, 0, |gx, gy, place| {
            let [left, low] = [x + gx, y + gy];
            let side = outline.place(left as f32, low as f32, 4.0);
            if side == Side::Outside {
                return;
            }
            let pixel = |lane: usize| {
                let (dx, dy) = LANE_OFFSET[lane];
                [left + i32::from(dx), low + i32::from(dy)]
            };
            let owns = |lane: usize| {
                let [px, py] = pixel(lane);
                share.owns(px, py)
            };
            let corners = [[0, 0], [3, 0], [0, 3], [3, 3]];
            let owns_all = corners
                .iter()
                .all(|[dx, dy]| share.owns(left + dx, low + dy));
            let inside = rect_mask(gx, gy, rect);
            let lanes = (0..LANES).filter(|lane| inside >> lane & 1 == 1);
            let owned = lanes.filter(|lane| owns_all || owns(*lane));
            let mut part = [[0.0; LANES]; 3];
            let mut mask = 0;
            if side == Side::Inside {
                part[0] = [1.0; LANES];
                mask = owned.fold(0, |mask, lane| mask | 1 << lane);
            } else {
                for lane in owned {
                    let [px, py] = pixel(lane).map(|c| c as f32);
                    let Covered { fraction, offset } = outline.part(px, py);
                    [part[0][lane], part[1][lane], part[2][lane]] =
                        [fraction, offset[0], offset[1]];
                    mask |= u16::from(fraction > 0.0) << lane;
                }
            }
            if mask != 0 {
                self.push(place, mask);
                self.parts.push(part);
            }
        });
    }

    /// Removes the stippled fragments from the groups from `start` on.
    fn remove_stippled(&mut self, start: usize, rows: &[u32; 32], [x, y]: [i32; 2]) {
        let mut kept = start;
        for i in start..self.groups.len() {
            let [gx, gy] = self.groups[i].place().map(|c| 4 * i32::from(c));
            let mask = self.masks[i] & stipple_mask(rows, x + gx, y + gy);
            if mask == 0 {
                continue;
            }
            self.groups[kept] = self.groups[i];
            self.masks[kept] = mask;
            if i < self.parts.len() {
                self.parts[kept] = self.parts[i];
            }
            kept += 1;
        }
        self.groups.truncate(kept);
        self.masks.truncate(kept);
        self.parts.truncate(kept);
    }
}

/// Whether a triangle may cover a centre of the tile with this corner, or of the pixels up to `reach` around it. The
/// bins test this.
pub(crate) fn triangle_touches_tile(
    vx: &[i32; 3],
    vy: &[i32; 3],
    tile: [i32; 2],
    reach: i32,
    rule: EdgeRule,
) -> bool {
    let edges: [Edge; 3] = std::array::from_fn(|i| {
        let j = (i + 1) % 3;
        Edge::new([vx[i], vy[i]], [vx[j], vy[j]], tile, rule)
    });
    !matches!(
        classify(&edges, -reach, -reach, TILE + 2 * reach),
        Block::Outside
    )
}
