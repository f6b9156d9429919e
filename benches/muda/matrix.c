#include "twin.h"

void kernel(size_t n, void *const *p)
{
    const vec c0 = *(const vec *)p[0], c1 = *(const vec *)p[1], c2 = *(const vec *)p[2], c3 = *(const vec *)p[3];
    const vec *restrict v = p[4];
    vec *restrict r = p[5];
    for (size_t i = 0; i < n; i++) {
        r[i].x = c0.x * v[i].x + c1.x * v[i].y + c2.x * v[i].z + c3.x * v[i].w;
        r[i].y = c0.y * v[i].x + c1.y * v[i].y + c2.y * v[i].z + c3.y * v[i].w;
        r[i].z = c0.z * v[i].x + c1.z * v[i].y + c2.z * v[i].z + c3.z * v[i].w;
        r[i].w = c0.w * v[i].x + c1.w * v[i].y + c2.w * v[i].z + c3.w * v[i].w;
    }
}
