// Gradient noise in two dimensions: gradients at whole places, chosen by a hash, faded into each other.

static int hash(in int x, in int y) {
    int h = x * 374761393 + y * 668265263;
    h = (h ^ (h >>| 13)) * 1274126177;
    return h ^ (h >>| 16);
}

// One of eight directions, times the way from the place.
static float slope(in int h, in float x, in float y) {
    float u = sel(x, y, (h & 1) != 0);
    float v = sel(y, x, (h & 1) != 0);
    float a = sel(u, -u, (h & 2) != 0);
    float b = sel(v, -v, (h & 4) != 0);
    return a + 0.5 * b;
}

static float fade(in float t) {
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

void perlin(in float x, in float y, out float noise) {
    float fx = floor(x);
    float fy = floor(y);
    int ix = int(fx);
    int iy = int(fy);
    float dx = x - fx;
    float dy = y - fy;
    float s00 = slope(hash(ix, iy), dx, dy);
    float s10 = slope(hash(ix + 1, iy), dx - 1.0, dy);
    float s01 = slope(hash(ix, iy + 1), dx, dy - 1.0);
    float s11 = slope(hash(ix + 1, iy + 1), dx - 1.0, dy - 1.0);
    float u = fade(dx);
    float low = s00 + u * (s10 - s00);
    float high = s01 + u * (s11 - s01);
    noise = low + fade(dy) * (high - low);
}
