#include <math.h>
#include <stdint.h>
#include <string.h>

static int tl_less(uint32_t a, uint32_t b) { return (a ^ 0x80000000u) < (b ^ 0x80000000u); }

void mandelbrot(float cx, float cy, uint32_t *restrict return_) {
    uint32_t next = 0;
    float v4 = 0;
    float v5 = 0;
    uint32_t i6 = 0;
    v4 = 0.0f;
    v5 = 0.0f;
    i6 = 0u;
    uint32_t go1 = 1;
    while (go1) {
        // (x * x + y * y < 4.0) & (n < 100)
        float v7 = v4 * v4;
        float v8 = v5 * v5;
        if (((v7 + v8) < 4.0f) & tl_less(i6, 100u)) {
            // float t = x * x - y * y + cx;
            float v19 = v7 - v8 + cx;
            // y = 2.0 * x * y + cy;
            float v23 = 2.0f * v4 * v5 + cy;
            // n = n + 1;
            uint32_t i25 = i6 + 1u;
            // n == 90
            if (i25 == 90u) {
                go1 = 0;
                next = 4;
            } else {
                v4 = v19;
                v5 = v23;
                i6 = i25;
            }
        } else {
            go1 = 0;
            next = 2;
        }
    }
    uint32_t i31 = 0;
    if (next == 2) {
        i31 = i6;
    } else {
        i31 = 0xffffffffu;
    }
    // mandelbrot
    return_[0] = i31;
}
