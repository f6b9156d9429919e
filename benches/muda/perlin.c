#include "twin.h"

static inline uint32_t hash(int32_t x, int32_t y)
{
    uint32_t h = (uint32_t)x * 374761393u + (uint32_t)y * 668265263u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return h ^ (h >> 16);
}

static inline float slope(uint32_t h, float x, float y)
{
    float u = h & 1 ? y : x, v = h & 1 ? x : y;
    float a = h & 2 ? -u : u, b = h & 4 ? -v : v;
    return a + 0.5f * b;
}

static inline float fade(float t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

void kernel(size_t n, void *const *p)
{
    const float *restrict x = p[0], *restrict y = p[1];
    float *restrict noise = p[2];
    for (size_t i = 0; i < n; i++) {
        float fx = floorf(x[i]), fy = floorf(y[i]);
        int32_t ix = (int32_t)fx, iy = (int32_t)fy;
        float dx = x[i] - fx, dy = y[i] - fy;
        float s00 = slope(hash(ix, iy), dx, dy), s10 = slope(hash(ix + 1, iy), dx - 1, dy);
        float s01 = slope(hash(ix, iy + 1), dx, dy - 1), s11 = slope(hash(ix + 1, iy + 1), dx - 1, dy - 1);
        float u = fade(dx), low = s00 + u * (s10 - s00), high = s01 + u * (s11 - s01);
        noise[i] = low + fade(dy) * (high - low);
    }
}
