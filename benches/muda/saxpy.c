#include "twin.h"

void kernel(size_t n, void *const *p)
{
    const float a = *(const float *)p[0];
    const float *restrict x = p[1];
    float *restrict y = p[2];
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
