//! The functions and types that emitted C uses. Each text contains those that it needs.

/// Each piece's name, the pieces that it needs, and the piece.
const PIECES: &[(&str, &[&str], &str)] = &[
    (
        "tl_bits",
        &[],
        "static uint32_t tl_bits(float x) { uint32_t n; memcpy(&n, &x, sizeof n); return n; }",
    ),
    (
        "tl_float",
        &[],
        "static float tl_float(uint32_t n) { float x; memcpy(&x, &n, sizeof x); return x; }",
    ),
    (
        "tl_bits64",
        &[],
        "static uint64_t tl_bits64(double x) { uint64_t n; memcpy(&n, &x, sizeof n); return n; }",
    ),
    (
        "tl_double",
        &[],
        "static double tl_double(uint64_t n) { double x; memcpy(&x, &n, sizeof x); return x; }",
    ),
    (
        "tl_canonical",
        &["tl_float"],
        "static float tl_canonical(float x) { return x != x ? tl_float(0x7fc00000u) : x; }",
    ),
    (
        "tl_canonical_double",
        &["tl_double"],
        "static double tl_canonical_double(double x) { return x != x ? tl_double(UINT64_C(0x7ff8000000000000)) : x; }",
    ),
    (
        "tl_minf",
        &[],
        "static float tl_minf(float a, float b) { return a < b ? a : b; }",
    ),
    (
        "tl_maxf",
        &[],
        "static float tl_maxf(float a, float b) { return a > b ? a : b; }",
    ),
    (
        "tl_mind",
        &[],
        "static double tl_mind(double a, double b) { return a < b ? a : b; }",
    ),
    (
        "tl_maxd",
        &[],
        "static double tl_maxd(double a, double b) { return a > b ? a : b; }",
    ),
    (
        "tl_shl",
        &[],
        "static uint32_t tl_shl(uint32_t a, uint32_t n) { return n < 32 ? a << n : 0; }",
    ),
    (
        "tl_shr",
        &[],
        "static uint32_t tl_shr(uint32_t a, uint32_t n) { return n < 32 ? a >> n : 0; }",
    ),
    (
        "tl_sar",
        &["tl_shr"],
        "static uint32_t tl_sar(uint32_t a, uint32_t n) { return a >> 31 ? ~tl_shr(~a, n) : tl_shr(a, n); }",
    ),
    (
        "tl_shl64",
        &[],
        "static uint64_t tl_shl64(uint64_t a, uint32_t n) { return n < 64 ? a << n : 0; }",
    ),
    (
        "tl_shr64",
        &[],
        "static uint64_t tl_shr64(uint64_t a, uint32_t n) { return n < 64 ? a >> n : 0; }",
    ),
    (
        "tl_sar64",
        &["tl_shr64"],
        "static uint64_t tl_sar64(uint64_t a, uint32_t n) { return a >> 63 ? ~tl_shr64(~a, n) : tl_shr64(a, n); }",
    ),
    (
        "tl_less",
        &[],
        "static int tl_less(uint32_t a, uint32_t b) { return (a ^ 0x80000000u) < (b ^ 0x80000000u); }",
    ),
    (
        "tl_less64",
        &[],
        "static int tl_less64(uint64_t a, uint64_t b) { const uint64_t top = UINT64_C(1) << 63; return (a ^ top) < (b ^ top); }",
    ),
    (
        "tl_min",
        &["tl_less"],
        "static uint32_t tl_min(uint32_t a, uint32_t b) { return tl_less(a, b) ? a : b; }",
    ),
    (
        "tl_max",
        &["tl_less"],
        "static uint32_t tl_max(uint32_t a, uint32_t b) { return tl_less(a, b) ? b : a; }",
    ),
    (
        "tl_signed",
        &[],
        "static int32_t tl_signed(uint32_t n) { int32_t x; memcpy(&x, &n, sizeof x); return x; }",
    ),
    (
        "tl_signed64",
        &[],
        "static int64_t tl_signed64(uint64_t n) { int64_t x; memcpy(&x, &n, sizeof x); return x; }",
    ),
    (
        "tl_int_of_float",
        &[],
        "static uint32_t tl_int_of_float(float x) { return x >= -0x1p31f && x < 0x1p31f ? (uint32_t)(int32_t)x : 0x80000000u; }",
    ),
    (
        "tl_byte",
        &[],
        "static uint32_t tl_byte(float x) { x = rintf(x); return x > 0 && x < 0x1p31f ? (x < 255 ? (uint32_t)x : 255u) : 0u; }",
    ),
    (
        "tl_pack_bytes",
        &["tl_byte"],
        "static uint32_t tl_pack_bytes(float a, float b, float c, float d) { return tl_byte(a) | tl_byte(b) << 8 | tl_byte(c) << 16 | tl_byte(d) << 24; }",
    ),
    (
        "tl_int_of_double",
        &[],
        "static uint32_t tl_int_of_double(double x) { return x > -0x1p31 - 1 && x < 0x1p31 ? (uint32_t)(int32_t)x : 0x80000000u; }",
    ),
    (
        "tl_long_of_double",
        &[],
        "static uint64_t tl_long_of_double(double x) { return x >= -0x1p63 && x < 0x1p63 ? (uint64_t)(int64_t)x : UINT64_C(1) << 63; }",
    ),
    (
        "tl_float_of_int",
        &["tl_signed"],
        "static float tl_float_of_int(uint32_t n) { return (float)tl_signed(n); }",
    ),
    (
        "tl_double_of_int",
        &["tl_signed"],
        "static double tl_double_of_int(uint32_t n) { return tl_signed(n); }",
    ),
    (
        "tl_double_of_long",
        &["tl_signed64"],
        "static double tl_double_of_long(uint64_t n) { return (double)tl_signed64(n); }",
    ),
    (
        "tl_long_of_int",
        &[],
        "static uint64_t tl_long_of_int(uint32_t n) { return n >> 31 ? n | UINT64_C(0xffffffff00000000) : n; }",
    ),
    (
        "tl_row",
        &[],
        "static void tl_row(const float *rows, uint32_t n, uint32_t i, float out[4]) {\n    \
             if (i < n) memcpy(out, rows + 4 * (size_t)i, 4 * sizeof *out); else memset(out, 0, 4 * sizeof *out);\n}",
    ),
];

/// The interface to a draw; the function's caller provides it. `data` is the first argument of each of its functions.
const DRAW: &str = "\
struct tl_draw {
    void *data;
    /* A texel of image unit `unit`; lod: 0 by derivatives, 1 biased, 2 given. In: s, t, r, q (or what depth is compared with),
       level of detail. */
    void (*sample)(void *data, int unit, int lod, const float in[5], float rgba[4]);
    /* How a value differs between neighbours of the fragment. */
    float (*ddx)(void *data, float x);
    float (*ddy)(void *data, float x);
    /* Coefficient `n` (d/dx, d/dy, at the tile's corner) of the plane of an input. */
    float (*plane)(void *data, int input, int n);
    /* The fragment's place in its tile. */
    float (*lane_x)(void *data);
    float (*lane_y)(void *data);
    int (*front_facing)(void *data);
    /* Whether the fragment is still to be drawn; `kill` ends that where the argument is not 0. */
    int (*live)(void *data);
    void (*kill)(void *data, int x);
    uint32_t (*load_pixel)(void *data, int plane);
    void (*store_pixel)(void *data, int plane, uint32_t x);
};
";

/// The helpers that must precede a function with this body.
pub(super) fn before(body: &str) -> String {
    let mut is_needed: Vec<bool> = PIECES
        .iter()
        .map(|(name, ..)| body.contains(&format!("{name}(")))
        .collect();
    for i in (0..PIECES.len()).rev() {
        if is_needed[i] {
            for (j, (name, ..)) in PIECES.iter().enumerate() {
                is_needed[j] |= PIECES[i].1.contains(name);
            }
        }
    }
    let mut text = String::from("#include <math.h>\n#include <stdint.h>\n#include <string.h>\n\n");
    if body.contains("struct tl_draw *") {
        text += DRAW;
        text.push('\n');
    }
    let pieces = PIECES.iter().zip(&is_needed).filter(|(_, needed)| **needed);
    let pieces: Vec<&str> = pieces.map(|((.., piece), _)| *piece).collect();
    if !pieces.is_empty() {
        text += &pieces.join("\n");
        text += "\n\n";
    }
    text
}
