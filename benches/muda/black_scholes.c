#include "twin.h"

static float normal(float x)
{
    float k = 1 / (1 + 0.2316419f * fabsf(x));
    float sum = k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float tail = 0.39894228f * expf(-0.5f * x * x) * sum;
    return x > 0 ? 1 - tail : tail;
}

void kernel(size_t n, void *const *p)
{
    const float *restrict spot = p[0], *restrict strike = p[1], *restrict years = p[2];
    float *restrict call = p[3], *restrict put = p[4];
    for (size_t i = 0; i < n; i++) {
        float root = 0.3f * sqrtf(years[i]);
        float d1 = (logf(spot[i] / strike[i]) + (0.02f + 0.5f * 0.3f * 0.3f) * years[i]) / root;
        float d2 = d1 - root;
        float n1 = normal(d1), n2 = normal(d2);
        float discounted = strike[i] * expf(-0.02f * years[i]);
        call[i] = spot[i] * n1 - discounted * n2;
        put[i] = discounted * (1 - n2) - spot[i] * (1 - n1);
    }
}
