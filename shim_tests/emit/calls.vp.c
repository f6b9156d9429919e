#include <math.h>
#include <stdint.h>
#include <string.h>

static float tl_float(uint32_t n) { float x; memcpy(&x, &n, sizeof x); return x; }
static float tl_canonical(float x) { return x != x ? tl_float(0x7fc00000u) : x; }

void shade(
    const float *restrict vertex_position,
    const float *restrict vertex_color_primary,
    float *restrict result_position,
    float *restrict result_color_front_primary) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    uint32_t next = 0;
    uint32_t steps = 0;
    uint32_t depth = 0;
    uint32_t stack[4] = { 0 };
    result_position[0] = 0.0f;
    result_position[1] = 0.0f;
    result_position[2] = 0.0f;
    result_position[3] = 1.0f;
    result_color_front_primary[0] = 0.0f;
    result_color_front_primary[1] = 0.0f;
    result_color_front_primary[2] = 0.0f;
    result_color_front_primary[3] = 1.0f;
    steps = steps + 2;
    if (steps > 65536) { return; }
    s0 = vertex_color_primary[0];
    s1 = vertex_color_primary[1];
    s2 = vertex_color_primary[2];
    s3 = vertex_color_primary[3];
    if (depth == 4) { return; }
    stack[depth] = 2;
    depth = depth + 1;
    uint32_t go1 = 1;
    while (go1) {
        steps = steps + 2;
        if (steps > 65536) { return; }
        // MUL r, r, 0.5
        float v36 = s1 * 0.5f;
        float v37 = s2 * 0.5f;
        float v38 = s3 * 0.5f;
        s0 = s0 * 0.5f;
        s1 = v36;
        s2 = v37;
        s3 = v38;
        uint32_t go2 = 1;
        while (go2) {
            if (depth == 0) { return; }
            depth = depth - 1;
            next = stack[depth];
            if (next == 2) {
                go2 = 0;
            }
            if (next == 3) {
                steps = steps + 3;
                if (steps > 65536) { return; }
                // MOV result.color, r
                float v25 = s0;
                float v26 = s1;
                float v27 = s2;
                float v28 = s3;
                result_position[0] = tl_canonical(vertex_position[0]);
                result_position[1] = tl_canonical(vertex_position[1]);
                result_position[2] = tl_canonical(vertex_position[2]);
                result_position[3] = tl_canonical(vertex_position[3]);
                result_color_front_primary[0] = tl_canonical(v25);
                result_color_front_primary[1] = tl_canonical(v26);
                result_color_front_primary[2] = tl_canonical(v27);
                result_color_front_primary[3] = tl_canonical(v28);
            }
        }
        steps = steps + 1;
        if (steps > 65536) { return; }
        if (depth == 4) { return; }
        stack[depth] = 3;
        depth = depth + 1;
    }
}
