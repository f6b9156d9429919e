//! The kernels and their arrays.

/// A kernel and its arrays.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// The numbers of elements of two runs. In the first the arrays stay in the second cache (about 512 KiB, where the
    /// work is little). In the second they do not, so that memory may be the bound.
    pub(crate) sizes: &'static [usize],
    /// The first parameters are the same for all elements.
    pub(crate) n_same: usize,
    /// Calls of one run, each with the next value of the first parameter.
    pub(crate) n_calls: usize,
    /// The offsets of the parameters' data in elements, if they read one array.
    pub(crate) offsets: &'static [usize],
    /// The range of the inputs.
    pub(crate) range: [f32; 2],
    /// The first two inputs are the places of a square picture, not random.
    pub(crate) is_picture: bool,
    /// The greatest difference of results, relative to 1 + the greatest magnitude of the result after any call. C fuses
    /// multiplications with additions, and its library has other functions.
    pub(crate) tolerance: f64,
}

const CASE: Case = Case {
    name: "",
    sizes: &[16 << 10],
    n_same: 0,
    n_calls: 1,
    offsets: &[],
    range: [-1.0, 1.0],
    is_picture: false,
    tolerance: 1e-5,
};

/// A row of the blurred picture.
const ROW: usize = 1 << 10;
const WORDS: &[usize] = &[64 << 10, 1 << 20];
const VECTORS: &[usize] = &[16 << 10, 1 << 20];

/// The ten kernels.
pub(crate) const CASES: [Case; 10] = [
    Case {
        name: "saxpy",
        sizes: WORDS,
        n_same: 1,
        ..CASE
    },
    Case {
        name: "dot",
        sizes: VECTORS,
        ..CASE
    },
    Case {
        name: "matrix",
        sizes: VECTORS,
        n_same: 4,
        ..CASE
    },
    Case {
        name: "mandelbrot",
        range: [-1.5, 0.5],
        is_picture: true,
        // Steps are counted, and gcc fuses just the product that the text fuses.
        tolerance: 0.0,
        ..CASE
    },
    Case {
        name: "black_scholes",
        range: [0.5, 2.0],
        ..CASE
    },
    Case {
        name: "ray_triangle",
        sizes: VECTORS,
        n_same: 3,
        tolerance: 1e-3,
        ..CASE
    },
    Case {
        name: "perlin",
        range: [-100.0, 100.0],
        ..CASE
    },
    Case {
        name: "blur",
        sizes: WORDS,
        offsets: &[
            0,
            1,
            2,
            ROW,
            ROW + 1,
            ROW + 2,
            2 * ROW,
            2 * ROW + 1,
            2 * ROW + 2,
        ],
        ..CASE
    },
    Case {
        name: "n_body",
        sizes: &[4 << 10],
        n_same: 1,
        n_calls: 64,
        ..CASE
    },
    Case {
        name: "horner",
        sizes: WORDS,
        ..CASE
    },
];
