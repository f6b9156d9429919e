#include <math.h>
#include <stdint.h>
#include <string.h>

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

static float tl_float(uint32_t n) { float x; memcpy(&x, &n, sizeof x); return x; }
static float tl_canonical(float x) { return x != x ? tl_float(0x7fc00000u) : x; }

void shade(
    const struct tl_draw *draw,
    const float *restrict fragment_color_primary,
    const float *restrict fragment_texcoord_0,
    const float *restrict program_env_0,
    const float *restrict program_env_1,
    float *restrict result_color) {
    // TEX t, fragment.texcoord[0], texture[0], 2D
    float v6[4];
    draw->sample(draw->data, 0, 0, (const float[5]){ fragment_texcoord_0[0], fragment_texcoord_0[1], fragment_texcoord_0[2], fragment_texcoord_0[2], 0.0f }, v6);
    // SUB d.w, t.w, 0.5
    // KIL d.w
    int m19 = (v6[3] - 0.5f) < 0.0f;
    draw->kill(draw->data, ((m19 | m19) | m19) | m19);
    // LRP result.color.xyz, program.env[0].x, t, program.env[1]
    float v43 = 1.0f - program_env_0[0];
    // MUL t, t, fragment.color
    result_color[0] = tl_canonical(fmaf(program_env_0[0], v6[0] * fragment_color_primary[0], v43 * program_env_1[0]));
    result_color[1] = tl_canonical(fmaf(program_env_0[0], v6[1] * fragment_color_primary[1], v43 * program_env_1[1]));
    result_color[2] = tl_canonical(fmaf(program_env_0[0], v6[2] * fragment_color_primary[2], v43 * program_env_1[2]));
    result_color[3] = 1.0f;
}
