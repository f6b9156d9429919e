#include "twin.h"

void kernel(size_t n, void *const *p)
{
    const float *restrict cx = p[0], *restrict cy = p[1];
    int32_t *restrict steps = p[2];
    for (size_t i = 0; i < n; i++) {
        float x = 0, y = 0, xx = 0, yy = 0;
        int32_t k = 0;
        while (xx + yy <= 4 && k < 256) {
            y = 2 * x * y + cy[i];
            x = xx - yy + cx[i];
            xx = x * x;
            yy = y * y;
            k++;
        }
        steps[i] = k;
    }
}
