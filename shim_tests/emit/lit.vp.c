#include <math.h>
#include <stdint.h>
#include <string.h>

static float tl_float(uint32_t n) { float x; memcpy(&x, &n, sizeof x); return x; }
static float tl_canonical(float x) { return x != x ? tl_float(0x7fc00000u) : x; }
static float tl_maxf(float a, float b) { return a > b ? a : b; }

void shade(
    const float *restrict vertex_position,
    const float *restrict vertex_normal,
    const float *restrict vertex_color_primary,
    const float *restrict state_matrix_mvp_row_0,
    const float *restrict state_matrix_mvp_row_1,
    const float *restrict state_matrix_mvp_row_2,
    const float *restrict state_matrix_mvp_row_3,
    const float *restrict program_local_0,
    float *restrict result_position,
    float *restrict result_color_front_primary) {
    // DP3 lit.x, vertex.normal, light
    float v47 = fmaf(vertex_normal[2], program_local_0[2], fmaf(vertex_normal[1], program_local_0[1], vertex_normal[0] * program_local_0[0]));
    // MAX lit.x, lit.x, 0.0
    float v54 = (0.0f != 0.0f) ? v47 : tl_maxf(v47, 0.0f);
    // DP4 result.position.x, mvp[0], vertex.position
    result_position[0] = tl_canonical(fmaf(state_matrix_mvp_row_0[3], vertex_position[3], fmaf(state_matrix_mvp_row_0[2], vertex_position[2], fmaf(state_matrix_mvp_row_0[1], vertex_position[1], state_matrix_mvp_row_0[0] * vertex_position[0]))));
    // DP4 result.position.y, mvp[1], vertex.position
    result_position[1] = tl_canonical(fmaf(state_matrix_mvp_row_1[3], vertex_position[3], fmaf(state_matrix_mvp_row_1[2], vertex_position[2], fmaf(state_matrix_mvp_row_1[1], vertex_position[1], state_matrix_mvp_row_1[0] * vertex_position[0]))));
    // DP4 result.position.z, mvp[2], vertex.position
    result_position[2] = tl_canonical(fmaf(state_matrix_mvp_row_2[3], vertex_position[3], fmaf(state_matrix_mvp_row_2[2], vertex_position[2], fmaf(state_matrix_mvp_row_2[1], vertex_position[1], state_matrix_mvp_row_2[0] * vertex_position[0]))));
    // DP4 result.position.w, mvp[3], vertex.position
    result_position[3] = tl_canonical(fmaf(state_matrix_mvp_row_3[3], vertex_position[3], fmaf(state_matrix_mvp_row_3[2], vertex_position[2], fmaf(state_matrix_mvp_row_3[1], vertex_position[1], state_matrix_mvp_row_3[0] * vertex_position[0]))));
    // MAD result.color, vertex.color, lit.x, ambient
    result_color_front_primary[0] = tl_canonical(fmaf(vertex_color_primary[0], v54, 0.1f));
    result_color_front_primary[1] = tl_canonical(fmaf(vertex_color_primary[1], v54, 0.1f));
    result_color_front_primary[2] = tl_canonical(fmaf(vertex_color_primary[2], v54, 0.2f));
    result_color_front_primary[3] = tl_canonical(fmaf(vertex_color_primary[3], v54, 1.0f));
}
