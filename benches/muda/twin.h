/* What the C twins of MUDA kernels share: `kernel` runs over n elements of packed arrays, one for each parameter, in their order. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    float x, y, z, w;
} vec;

void kernel(size_t n, void *const *p);
