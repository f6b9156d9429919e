#include "twin.h"

void kernel(size_t n, void *const *p)
{
    const float *a = p[0], *b = p[1], *c = p[2], *d = p[3], *e = p[4], *f = p[5], *g = p[6], *h = p[7], *i = p[8];
    float *restrict r = p[9];
    for (size_t k = 0; k < n; k++)
        r[k] = 0.0625f * (a[k] + c[k] + g[k] + i[k]) + 0.125f * (b[k] + d[k] + f[k] + h[k]) + 0.25f * e[k];
}
