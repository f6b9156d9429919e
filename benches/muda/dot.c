#include "twin.h"

void kernel(size_t n, void *const *p)
{
    const vec *restrict a = p[0], *restrict b = p[1];
    float *restrict r = p[2];
    for (size_t i = 0; i < n; i++)
        r[i] = a[i].x * b[i].x + a[i].y * b[i].y + a[i].z * b[i].z + a[i].w * b[i].w;
}
