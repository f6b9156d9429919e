#include <math.h>
#include <stdint.h>
#include <string.h>

static int tl_less(uint32_t a, uint32_t b) { return (a ^ 0x80000000u) < (b ^ 0x80000000u); }

void mandelbrot(float cx, float cy, uint32_t *restrict return_) {
    uint32_t next = 0;
    float v8 = 0;
    float v9 = 0;
    uint32_t i10 = 0;
    v8 = 0.0f;
    v9 = 0.0f;
    i10 = 0u;
    uint32_t go1 = 1;
    while (go1) {
        // (x * x + y * y < 4.0) & (n < 100)
        float v11 = v8 * v8;
        float v12 = v9 * v9;
        if (((v11 + v12) < 4.0f) & tl_less(i10, 100u)) {
            // float t = x * x - y * y + cx;
            float v23 = v11 - v12 + cx;
            // y = 2.0 * x * y + cy;
            float v27 = 2.0f * v8 * v9 + cy;
            // n = n + 1;
            uint32_t i29 = i10 + 1u;
            // n == 90
            if (i29 == 90u) {
                go1 = 0;
                next = 4;
            } else {
                v8 = v23;
                v9 = v27;
                i10 = i29;
            }
        } else {
            go1 = 0;
            next = 3;
        }
    }
    uint32_t i35 = 0;
    if (next == 3) {
        i35 = i10;
    } else {
        i35 = 0xffffffffu;
    }
    // mandelbrot
    return_[0] = i35;
}
