//! Meshes over the unit square and the unit triangle, with a number of segments for each edge: NV_evaluators 5.7,
//! ATI_pn_triangles.
//!
//! A square is a grid whose outermost cells are stitched to the edges, a triangle a row of rings around its centre:
//!
//! ```text
//!   +--+--+--+      +          A number that is no integer gives an even number of segments, of which the two in the
//!   | \|  | /|      |\         middle are shorter: the next ones grow out of the middle, and either direction of an
//!   +--+--+--+      | +        edge gives the same places.
//!   | /|  | \|      |  \
//!   +----+---+      +---+
//! ```
//!
//! Triangles (1, 2, 3) have (u3 − u1)(v2 − v1) − (u2 − u1)(v3 − v1) ≥ 0.

/// A place on an edge: the distances from its beginning and to its end, which sum to 1.
pub type Along = [f32; 2];

/// A vertex of a mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshPoint {
    /// u and v, from 0 to 1.
    pub place: [f32; 2],
    /// The number of the edge that the point lies on, and the place there. A corner belongs to one of its edges. It is
    /// `None` inside.
    pub edge: Option<(usize, Along)>,
}

/// Triangles between points.
#[derive(Debug, Default)]
pub struct Mesh {
    /// Places in the unit square or triangle, each listed once.
    pub points: Vec<MeshPoint>,
    /// Three point numbers for each triangle.
    pub triangles: Vec<u32>,
}

/// How an edge is divided into segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    /// The number is rounded up to an integer, and all segments have one length.
    Integral,
    /// The number of segments is even, and the length of two of them grows with the number.
    Fractional,
}

/// Returns the ends of `n` (at least 1) segments, with both ends of the edge.
pub(super) fn ends(n: f32, spacing: Spacing) -> Vec<Along> {
    match spacing {
        Spacing::Integral => {
            let k = n.ceil();
            let at = |i: f32| [i / k, (k - i) / k];
            (0..=k as u32).map(|i| at(i as f32)).collect()
        }
        Spacing::Fractional => {
            let half = (n / 2.0).ceil() as u32;
            let at = |i: u32| [i as f32 / n, (n - i as f32) / n];
            let (before, behind) = ((0..half).map(at), (0..half).rev().map(at));
            let behind = behind.map(|[t, s]| [s, t]);
            before.chain([[0.5, 0.5]]).chain(behind).collect()
        }
    }
}

/// A line of points: each has its number and its place along the line.
type Line = Vec<(u32, f32)>;

impl Mesh {
    fn add(&mut self, place: [f32; 2], edge: Option<(usize, Along)>) -> u32 {
        self.points.push(MeshPoint { place, edge });
        (self.points.len() - 1) as u32
    }

    /// Adds a triangle, with its corners in the order that all triangles share.
    fn triangle(&mut self, a: u32, b: u32, c: u32) {
        let [p, q, r] = [a, b, c].map(|i| self.points[i as usize].place.map(f64::from));
        let turn = (r[0] - p[0]) * (q[1] - p[1]) - (q[0] - p[0]) * (r[1] - p[1]);
        let corners = if turn >= 0.0 { [a, b, c] } else { [a, c, b] };
        self.triangles.extend(corners);
    }

    /// Adds the triangles between two lines that run in one direction.
    fn stitch(&mut self, outer: &Line, inner: &Line) {
        let (mut i, mut k) = (0, 0);
        while i + 1 < outer.len() || k + 1 < inner.len() {
            let next = |line: &Line, at: usize| line.get(at + 1).map_or(f32::INFINITY, |p| p.1);
            if next(outer, i) <= next(inner, k) {
                self.triangle(outer[i].0, outer[i + 1].0, inner[k].0);
                i += 1;
            } else {
                self.triangle(outer[i].0, inner[k].0, inner[k + 1].0);
                k += 1;
            }
        }
    }

    /// Adds the points of an edge between two existing corners; `place` gives the coordinates of a point.
    fn edge(
        &mut self,
        number: usize,
        corners: [u32; 2],
        ends: &[Along],
        place: impl Fn(Along) -> [f32; 2],
    ) -> Line {
        let last = ends.len() - 1;
        let point = |(i, along): (usize, &Along)| {
            let point = match i {
                0 => corners[0],
                i if i == last => corners[1],
                _ => self.add(place(*along), Some((number, *along))),
            };
            (point, along[0])
        };
        ends.iter().enumerate().map(point).collect()
    }

    /// A mesh of the unit square. Its edges are v = 0, v = 1 (both along u), u = 0, u = 1 (both along v). `n` (at least 1)
    /// are their numbers of segments.
    pub fn square(n: [f32; 4], spacing: Spacing) -> Mesh {
        let is_even = n[0] == n[1] && n[2] == n[3] && spacing == Spacing::Integral;
        let mut mesh = Mesh::default();
        let corners = [0.0, 1.0].map(|v| {
            let along = [v, 1.0 - v];
            [
                mesh.add([0.0, v], Some((2, along))),
                mesh.add([1.0, v], Some((3, along))),
            ]
        });
        let [[c00, c10], [c01, c11]] = corners;
        let parts = n.map(|n| ends(n, spacing));
        let bottom = mesh.edge(0, [c00, c10], &parts[0], |[u, _]| [u, 0.0]);
        let top = mesh.edge(1, [c01, c11], &parts[1], |[u, _]| [u, 1.0]);
        let left = mesh.edge(2, [c00, c01], &parts[2], |[v, _]| [0.0, v]);
        let right = mesh.edge(3, [c10, c11], &parts[3], |[v, _]| [1.0, v]);
        // A grid with one column and one row more than the mean has enough triangles after the stitching.
        let inner = |a: f32, b: f32| {
            if is_even {
                ends(a, spacing)
            } else {
                ends((a + b) / 2.0 + 1.0, spacing)
            }
        };
        let (columns, rows) = (inner(n[0], n[1]), inner(n[2], n[3]));
        let [columns, rows] = [&columns, &rows].map(|ends| &ends[1..ends.len() - 1]);
        if columns.is_empty() || rows.is_empty() {
            // The mesh is one cell wide: the stitching goes from one long edge to the other.
            if rows.is_empty() {
                mesh.stitch(&bottom, &top);
            } else {
                mesh.stitch(&left, &right);
            }
            return mesh;
        }
        let lines: Vec<Line> = rows
            .iter()
            .map(|[v, _]| {
                let row = columns.iter().map(|[u, _]| (mesh.add([*u, *v], None), *u));
                row.collect()
            })
            .collect();
        for pair in lines.windows(2) {
            mesh.stitch(&pair[0], &pair[1]);
        }
        let side = |at: fn(&Line) -> u32| -> Line {
            let points = lines.iter().zip(rows);
            points.map(|(line, [v, _])| (at(line), *v)).collect()
        };
        let (first, last) = (side(|line| line[0].0), side(|line| line[line.len() - 1].0));
        mesh.stitch(&bottom, &lines[0]);
        mesh.stitch(&top, &lines[lines.len() - 1]);
        mesh.stitch(&left, &first);
        mesh.stitch(&right, &last);
        mesh
    }

    /// A mesh of the unit triangle. Its edges are (0,0) to (1,0), (1,0) to (0,1), (0,1) to (0,0). `n` (at least 1) are
    /// their numbers of segments.
    pub fn triangular(n: [f32; 3], spacing: Spacing) -> Mesh {
        if n[0] == n[1] && n[0] == n[2] && spacing == Spacing::Integral {
            return Mesh::triangle_grid(n[0].ceil() as u32);
        }
        let mut mesh = Mesh::default();
        let mean = n.iter().sum::<f32>() / 3.0;
        let mut outer = mesh.ring(1.0, n.map(|n| ends(n, spacing)), true);
        let depth = mean / 2.0;
        for i in 1..depth.ceil() as u32 {
            let radius = 1.0 - i as f32 / depth;
            let parts = ends((mean * radius).max(1.0), Spacing::Fractional);
            let inner = mesh.ring(radius, [parts.clone(), parts.clone(), parts], false);
            for (outer, inner) in outer.iter().zip(&inner) {
                mesh.stitch(outer, inner);
            }
            outer = inner;
        }
        let centre = mesh.add([1.0 / 3.0; 2], None);
        for line in &outer {
            mesh.stitch(line, &vec![(centre, 0.0)]);
        }
        mesh
    }

    /// Adds the three sides of a triangle around the centre. With `radius` 1 this is the unit triangle itself.
    fn ring(&mut self, radius: f32, parts: [Vec<Along>; 3], is_edge: bool) -> [Line; 3] {
        const CORNERS: [[f32; 2]; 3] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        let centre = 1.0 / 3.0;
        // The corners of an inner ring lie between the centre and the corners of the triangle.
        let places = CORNERS.map(|corner| {
            if is_edge {
                corner
            } else {
                corner.map(|c| radius.mul_add(c - centre, centre))
            }
        });
        let corners: [u32; 3] = std::array::from_fn(|i| {
            let start = is_edge.then_some((i, [0.0, 1.0]));
            self.add(places[i], start)
        });
        // Each side runs from its corner to the next one. Only the outermost ring lies on edges.
        std::array::from_fn(|i| {
            let (a, b) = (places[i], places[(i + 1) % 3]);
            let ends = [corners[i], corners[(i + 1) % 3]];
            let first = self.points.len();
            let line = self.edge(i, ends, &parts[i], |[t, s]| {
                [s * a[0] + t * b[0], s * a[1] + t * b[1]]
            });
            if !is_edge {
                self.points[first..]
                    .iter_mut()
                    .for_each(|point| point.edge = None);
            }
            line
        })
    }

    /// A mesh of the unit triangle with `n` equal segments on each edge, divided into n² equal triangles.
    pub fn triangle_grid(n: u32) -> Mesh {
        let mut mesh = Mesh::default();
        let at = |i: u32| i as f32 / n as f32;
        let mut below: Line = Vec::new();
        for row in 0..=n {
            let line: Line = (0..=n - row)
                .map(|i| {
                    let edge = match (i, row) {
                        (i, 0) if i < n => Some((0, [at(i), at(n - i)])),
                        (i, row) if i + row == n && row < n => Some((1, [at(row), at(n - row)])),
                        (0, row) => Some((2, [at(n - row), at(row)])),
                        _ => None,
                    };
                    (mesh.add([at(i), at(row)], edge), at(i))
                })
                .collect();
            for i in 0..line.len().min(below.len()) {
                let (b, l) = (|k: usize| below[k].0, |k: usize| line[k].0);
                mesh.triangle(b(i), b(i + 1), l(i));
                if i + 1 < line.len() {
                    mesh.triangle(b(i + 1), l(i), l(i + 1));
                }
            }
            below = line;
        }
        mesh
    }
}
