#include "twin.h"

void kernel(size_t n, void *const *p)
{
    const float *restrict x = p[0];
    float *restrict y = p[1];
    for (size_t i = 0; i < n; i++)
        y[i] = 1 + x[i] * (0.9f + x[i] * (0.5f + x[i] * (0.1666f + x[i] * (0.04166f + x[i] * (0.00833f + x[i] * (0.00138f
             + x[i] * (0.000198f + x[i] * 0.0000248f)))))));
}
