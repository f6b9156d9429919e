/* The pictures of the seabed: sand, shell and caustics, each with a normal map where it has bumps. */

typedef struct { GLuint picture, bumps; } skin;

static float clamped(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
static float smooth(float a, float b, float x) { x = clamped((x - a) / (b - a)); return x * x * (3 - 2 * x); }

static void put(unsigned char *p, vec3 c)
{
    p[0] = byte(c.x);
    p[1] = byte(c.y);
    p[2] = byte(c.z);
}

/* The texture of a picture, and that of the normals of its heights. Both repeat. */
static skin make_skin(int n, float (*height)(float, float), vec3 (*colour)(float, float, float), float steepness)
{
    unsigned char *rgb = malloc((size_t)n * n * 3);
    float *heights = malloc((size_t)n * n * sizeof *heights);
    skin made;
    if (!rgb || !heights) exit(1);
    for (int i = 0; i < n * n; i++) {
        float x = (i % n + 0.5f) / n, y = (i / n + 0.5f) / n;
        heights[i] = height(x, y);
        put(rgb + 3 * i, colour(x, y, heights[i]));
    }
    made.picture = mipmapped_texture(n, rgb);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float dx = heights[y * n + (x + 1) % n] - heights[y * n + (x + n - 1) % n];
            float dy = heights[(y + 1) % n * n + x] - heights[(y + n - 1) % n * n + x];
            vec3 normal = normalized(v3(-steepness * dx, -steepness * dy, 1));
            put(rgb + (y * n + x) * 3, v3(0.5f + 0.5f * normal.x, 0.5f + 0.5f * normal.y, 0.5f + 0.5f * normal.z));
        }
    made.bumps = mipmapped_texture(n, rgb);
    free(rgb);
    free(heights);
    return made;
}

/* Ripples that wander, and grains. */
static float sand_height(float x, float y)
{
    float wander = fractal(x * 3, y * 3, 3), ripple = 0.5f + 0.5f * sinf(6.2832f * (6 * y + 1.6f * wander));
    return 0.75f * powf(ripple, 1.4f) + 0.10f * fractal(x * 24, y * 24, 24) + 0.10f * lattice((int)(x * 256), (int)(y * 256), 256);
}

static vec3 sand_colour(float x, float y, float height)
{
    float grain = lattice((int)(x * 512) + 7, (int)(y * 512), 512), shade = 0.70f + 0.16f * height + 0.2f * (grain - 0.5f);
    float patch = fractal(x * 4 + 0.5f, y * 4, 4), shell = grain > 0.985f ? 0.25f : 0;
    return v3(shade * (0.98f + 0.1f * patch) + shell, shade * 0.92f + shell, shade * (0.84f - 0.1f * patch) + shell);
}

/* The distance to the nearest of scattered points, in cells, and which point it is. */
static float scattered(float x, float y, int cells, float *which)
{
    float best = 9;
    int ix = (int)floorf(x * cells), iy = (int)floorf(y * cells);
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            float px = ix + i + 0.5f + 0.6f * (lattice(ix + i, iy + j, cells) - 0.5f);
            float py = iy + j + 0.5f + 0.6f * (lattice(ix + i + 3 * cells, iy + j + 5, cells) - 0.5f);
            float d = hypotf(x * cells - px, y * cells - py);
            if (d < best) best = d, *which = lattice(ix + i + 11, iy + j + 17, cells);
        }
    return best;
}

/* A shell of chitin: knobs of several sizes among fine pits. */
static float shell_height(float x, float y)
{
    float which, d = scattered(x, y, 14, &which), knob = sqrtf(fmaxf(1 - powf(d / (0.20f + 0.2f * which), 2), 0));
    float small, e = scattered(x, y, 40, &small);
    return 0.7f * knob * (0.4f + 0.6f * which) + 0.16f * smooth(0.45f, 0.15f, e) + 0.10f * fractal(x * 32, y * 32, 32);
}

static vec3 shell_colour(float x, float y, float height)
{
    float n = fractal(x * 8, y * 8, 8), shade = 0.66f + 0.30f * height + 0.25f * (n - 0.5f);
    return v3(shade, shade * (0.97f + 0.06f * n), shade * (0.94f + 0.1f * n));
}

static float stone_height(float x, float y)
{
    float crack = fabsf(fractal(x * 4 + 0.7f, y * 4, 4) - 0.48f);
    return 0.7f * fractal(x * 8, y * 8, 8) + 0.4f * smooth(0, 0.05f, crack) + 0.12f * lattice((int)(x * 256), (int)(y * 256), 256);
}

static vec3 stone_colour(float x, float y, float height)
{
    float moss = smooth(0.46f, 0.62f, fractal(x * 4, y * 4 + 0.5f, 4)), shade = 0.35f + 0.5f * height;
    return v3(shade * (1 - 0.24f * moss), shade * (0.97f - 0.03f * moss), shade * (0.95f - 0.30f * moss));
}

/* Follows a grid of rays through waves that repeat, down to the floor, and counts where they arrive. The three colours are refracted
 * by different amounts. A value of 255 is eight times the mean. */
static GLuint caustics_texture(void)
{
    enum { N = 256, RAYS = 1024, WAVES = 14, FINE = 4096 };
    static float light[N * N * 3];
    static unsigned char rgb[N * N * 3];
    static float sines[FINE];
    for (int i = 0; i < FINE; i++) sines[i] = sinf(6.2832f * i / FINE);
    for (int y = 0; y < RAYS; y++)
        for (int x = 0; x < RAYS; x++) {
            float dx = 0, dy = 0, fx = (float)x / RAYS, fy = (float)y / RAYS;
            for (int w = 0; w < WAVES; w++) {
                float a = 6.2832f * lattice(w, 3, 1024), k = 1.5f + 0.42f * w;
                float kx = roundf(k * cosf(a)), ky = roundf(k * sinf(a)), phase = lattice(w, 9, 1024);
                float slope = sines[(int)floorf((kx * fx + ky * fy + phase) * FINE) & (FINE - 1)] * 0.0105f / (0.5f + 0.16f * w);
                dx += slope * kx;
                dy += slope * ky;
            }
            for (int c = 0; c < 3; c++) {
                float tx = (fx + dx * (1 + 0.016f * c)) * N, ty = (fy + dy * (1 + 0.016f * c)) * N;
                int ix = (int)floorf(tx), iy = (int)floorf(ty);
                float sx = tx - ix, sy = ty - iy;
                for (int i = 0; i < 4; i++) {
                    int px = (ix + (i & 1)) & (N - 1), py = (iy + (i >> 1)) & (N - 1);
                    light[(py * N + px) * 3 + c] += ((i & 1) ? sx : 1 - sx) * ((i >> 1) ? sy : 1 - sy);
                }
            }
        }
    for (int i = 0; i < N * N * 3; i++) rgb[i] = byte(light[i] * N * N / ((float)RAYS * RAYS) / 8);
    return mipmapped_texture(N, rgb);
}
