#include "twin.h"

void kernel(size_t n, void *const *p)
{
    const vec source = *(const vec *)p[0];
    const vec *restrict body = p[1];
    vec *restrict acceleration = p[2];
    for (size_t i = 0; i < n; i++) {
        vec way = {source.x - body[i].x, source.y - body[i].y, source.z - body[i].z, source.w - body[i].w};
        float square = way.x * way.x + way.y * way.y + way.z * way.z + 0.01f;
        float pull = source.w / (square * sqrtf(square));
        acceleration[i].x += way.x * pull;
        acceleration[i].y += way.y * pull;
        acceleration[i].z += way.z * pull;
        acceleration[i].w += way.w * pull;
    }
}
