#include <math.h>
#include <stdint.h>
#include <string.h>

static float tl_float(uint32_t n) { float x; memcpy(&x, &n, sizeof x); return x; }
static float tl_canonical(float x) { return x != x ? tl_float(0x7fc00000u) : x; }
static float tl_minf(float a, float b) { return a < b ? a : b; }
static float tl_maxf(float a, float b) { return a > b ? a : b; }

void shade(const float *restrict fragment_color_primary, float *restrict result_color) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    float s4 = 0;
    uint32_t next = 0;
    uint32_t steps = 0;
    result_color[0] = 0.0f;
    result_color[1] = 0.0f;
    result_color[2] = 0.0f;
    result_color[3] = 0.0f;
    steps = steps + 2;
    if (steps > 65536) { return; }
    // REP { 4 }
    float v29 = tl_minf(tl_maxf(floorf(4.0f), 0.0f), 255.0f);
    s0 = 0.0f;
    s1 = 0.0f;
    s2 = 0.0f;
    s3 = 0.0f;
    s4 = v29;
    if (v29 <= 0.0f) {
        next = 7;
    } else {
        uint32_t go1 = 1;
        while (go1) {
            steps = steps + 4;
            if (steps > 65536) { return; }
            // ADD sum, sum, fragment.color
            float v33 = s0;
            float v37 = v33 + fragment_color_primary[0];
            float v38 = s1 + fragment_color_primary[1];
            float v39 = s2 + fragment_color_primary[2];
            float v40 = s3 + fragment_color_primary[3];
            s0 = v37;
            s1 = v38;
            s2 = v39;
            s3 = v40;
            // SUBC c.x, c.x, 2.0
            // IF GT.x
            int m46 = 0.0f < (v37 - 2.0f);
            if (((m46 | m46) | m46) | m46) {
                go1 = 0;
                next = 3;
            } else {
                steps = steps + 2;
                if (steps > 65536) { return; }
                // MUL sum, sum, 0.75
                float v65 = s1 * 0.75f;
                float v66 = s2 * 0.75f;
                float v67 = s3 * 0.75f;
                s0 = s0 * 0.75f;
                s1 = v65;
                s2 = v66;
                s3 = v67;
                steps = steps + 1;
                if (steps > 65536) { return; }
                // ENDREP
                float v69 = s4;
                float v71 = v69 - 1.0f;
                s4 = v71;
                if (!(0.0f < v71)) {
                    go1 = 0;
                    next = 7;
                }
            }
        }
        if (next == 3) {
            steps = steps + 1;
            if (steps > 65536) { return; }
            next = 7;
        }
    }
    steps = steps + 1;
    if (steps > 65536) { return; }
    // MOV result.color, sum
    float v76 = s1;
    float v77 = s2;
    float v78 = s3;
    result_color[0] = tl_canonical(s0);
    result_color[1] = tl_canonical(v76);
    result_color[2] = tl_canonical(v77);
    result_color[3] = tl_canonical(v78);
}
