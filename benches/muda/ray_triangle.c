#include "twin.h"

static inline vec cross(vec a, vec b)
{
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0};
}

static inline float dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* As one writes it in C: what has missed is not computed further. */
static inline float distance(vec corner, vec e1, vec e2, vec from, vec way)
{
    vec q = cross(way, e2);
    float det = dot(e1, q);
    if (fabsf(det) <= 0.000001f)
        return -1;
    float scale = 1 / det;
    vec s = {from.x - corner.x, from.y - corner.y, from.z - corner.z, 0};
    float u = dot(s, q) * scale;
    if (u < 0 || u > 1)
        return -1;
    vec r = cross(s, e1);
    float v = dot(way, r) * scale;
    if (v < 0 || u + v > 1)
        return -1;
    float t = dot(e2, r) * scale;
    return t > 0 ? t : -1;
}

void kernel(size_t n, void *const *p)
{
    const vec corner = *(const vec *)p[0], e1 = *(const vec *)p[1], e2 = *(const vec *)p[2];
    const vec *restrict from = p[3], *restrict way = p[4];
    float *restrict t = p[5];
    for (size_t i = 0; i < n; i++)
        t[i] = distance(corner, e1, e2, from[i], way[i]);
}
