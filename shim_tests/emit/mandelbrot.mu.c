#include <math.h>
#include <stdint.h>
#include <string.h>

static int tl_less(uint32_t a, uint32_t b) { return (a ^ 0x80000000u) < (b ^ 0x80000000u); }

void mandelbrot(float cx, float cy, uint32_t *restrict return_) {
    uint32_t next = 0;
    float v9 = 0;
    float v10 = 0;
    uint32_t i11 = 0;
    v9 = 0.0f;
    v10 = 0.0f;
    i11 = 0u;
    uint32_t go1 = 1;
    while (go1) {
        // (x * x + y * y < 4.0) & (n < 100)
        float v12 = v9 * v9;
        float v13 = v10 * v10;
        if (((v12 + v13) < 4.0f) & tl_less(i11, 100u)) {
            // float t = x * x - y * y + cx;
            float v24 = v12 - v13 + cx;
            // y = 2.0 * x * y + cy;
            float v28 = 2.0f * v9 * v10 + cy;
            // n = n + 1;
            uint32_t i30 = i11 + 1u;
            // n == 90
            if (i30 == 90u) {
                go1 = 0;
                next = 4;
            } else {
                v9 = v24;
                v10 = v28;
                i11 = i30;
            }
        } else {
            go1 = 0;
            next = 2;
        }
    }
    uint32_t i36 = 0;
    if (next == 2) {
        i36 = i11;
    } else {
        i36 = 0xffffffffu;
    }
    // mandelbrot
    return_[0] = i36;
}
