/* Compares the pixel transfer of the imaging subset (GL 1.5 sections 3.6.3 to 3.6.5) with the formulas of the text, pixel by pixel, for
 * random images and random state. No other driver has the subset today.
 *
 * usage: imaging_oracle ROUNDS SEED */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 32, MAX = 16, TABLES = 3, ENTRIES = 8 };
typedef struct { float c[4]; } pixel;
typedef struct { int width, height; pixel at[MAX][MAX]; } image;
typedef struct { int width, height, border; pixel at[5][5], scale, bias, color; } filter;
typedef struct {
    pixel scale, bias, post_scale, post_bias, matrix_scale, matrix_bias;
    int has_table[TABLES], convolution;
    pixel table[TABLES][ENTRIES];
    filter filter;
    pixel row[5], column[5];
    float matrix[16];
} state;

static unsigned char frame[SIZE * SIZE * 4];
static unsigned long long seed;

static unsigned roll(unsigned n)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(seed >> 33) % n;
}
/* Between -range and range, in 64ths. */
static float number(float range) { return range * ((float)roll(129) - 64) / 64; }
static pixel some(float middle, float range)
{
    pixel p;
    for (int i = 0; i < 4; i++) p.c[i] = middle + number(range);
    return p;
}
static float clamp(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

/* ---- the formulas of the text ---- */

static void scale_bias(image *i, pixel scale, pixel bias)
{
    for (int y = 0; y < i->height; y++)
        for (int x = 0; x < i->width; x++)
            for (int k = 0; k < 4; k++) i->at[y][x].c[k] = i->at[y][x].c[k] * scale.c[k] + bias.c[k];
}

static void look_up(image *i, const pixel *table)
{
    for (int y = 0; y < i->height; y++)
        for (int x = 0; x < i->width; x++)
            for (int k = 0; k < 4; k++) {
                int entry = (int)floorf(clamp(i->at[y][x].c[k]) * (ENTRIES - 1) + 0.5f);
                i->at[y][x].c[k] = table[entry].c[k];
            }
}

/* The pixel at (x, y) that the filter reads. Outside the image the border mode decides. */
static pixel source(const image *i, const filter *f, int x, int y)
{
    int inside = x >= 0 && y >= 0 && x < i->width && y < i->height;
    if (f->border == GL_CONSTANT_BORDER && !inside) return f->color;
    if (f->border == GL_REPLICATE_BORDER) {
        x = x < 0 ? 0 : x >= i->width ? i->width - 1 : x;
        y = y < 0 ? 0 : y >= i->height ? i->height - 1 : y;
    }
    return i->at[y][x];
}

/* One-dimensional filters apply to one-dimensional textures only. */
static int is_convolved(const state *s) { return s->convolution && s->convolution != GL_CONVOLUTION_1D; }

static void convolve(image *i, const state *s)
{
    const filter *f = &s->filter;
    image out = {0};
    int reduce = f->border == GL_REDUCE;
    out.width = reduce ? i->width - (f->width - 1) : i->width;
    out.height = reduce ? i->height - (f->height - 1) : i->height;
    if (out.width < 0) out.width = 0;
    if (out.height < 0) out.height = 0;
    for (int y = 0; y < out.height; y++)
        for (int x = 0; x < out.width; x++)
            for (int k = 0; k < 4; k++) {
                double sum = 0;
                for (int m = 0; m < f->height; m++)
                    for (int n = 0; n < f->width; n++) {
                        int sx = reduce ? x + n : x + n - f->width / 2, sy = reduce ? y + m : y + m - f->height / 2;
                        double weight = s->convolution == GL_SEPARABLE_2D ? (double)s->row[n].c[k] * s->column[m].c[k] : f->at[m][n].c[k];
                        sum += source(i, f, sx, sy).c[k] * weight;
                    }
                out.at[y][x].c[k] = (float)sum;
            }
    *i = out;
}

static void multiply(image *i, const float *m)
{
    for (int y = 0; y < i->height; y++)
        for (int x = 0; x < i->width; x++) {
            pixel p = i->at[y][x];
            for (int r = 0; r < 4; r++) i->at[y][x].c[r] = m[r] * p.c[0] + m[4 + r] * p.c[1] + m[8 + r] * p.c[2] + m[12 + r] * p.c[3];
        }
}

static void transfer(image *i, const state *s)
{
    scale_bias(i, s->scale, s->bias);
    if (s->has_table[0]) look_up(i, s->table[0]);
    if (is_convolved(s)) {
        convolve(i, s);
        scale_bias(i, s->post_scale, s->post_bias);
    }
    if (s->has_table[1]) look_up(i, s->table[1]);
    multiply(i, s->matrix);
    scale_bias(i, s->matrix_scale, s->matrix_bias);
    if (s->has_table[2]) look_up(i, s->table[2]);
}

/* ---- the same state in GL ---- */

static void set_transfer(GLenum red_scale, GLenum red_bias, pixel scale, pixel bias)
{
    /* RED_SCALE and RED_BIAS come first, then ZOOM_X and ZOOM_Y. The other groups have four scales, then four biases. */
    static const GLenum first[] = {GL_RED_SCALE, GL_GREEN_SCALE, GL_BLUE_SCALE, GL_ALPHA_SCALE};
    for (GLenum k = 0; k < 4; k++) {
        glPixelTransferf(red_scale == GL_RED_SCALE ? first[k] : red_scale + k, scale.c[k]);
        glPixelTransferf(red_scale == GL_RED_SCALE ? first[k] + 1 : red_bias + k, bias.c[k]);
    }
}

static filter some_filter(GLenum target, state *s)
{
    static const int borders[] = {GL_REDUCE, GL_CONSTANT_BORDER, GL_REPLICATE_BORDER};
    filter f = {.width = 1 + (int)roll(5), .height = target == GL_CONVOLUTION_1D ? 1 : 1 + (int)roll(5), .border = borders[roll(3)]};
    f.color = some(0.5f, 0.5f);
    f.scale = some(1, 0.5f);
    f.bias = some(0, 0.0625f);
    pixel flat[25];
    glConvolutionParameterfv(target, GL_CONVOLUTION_FILTER_SCALE, f.scale.c);
    glConvolutionParameterfv(target, GL_CONVOLUTION_FILTER_BIAS, f.bias.c);
    glConvolutionParameteri(target, GL_CONVOLUTION_BORDER_MODE, f.border);
    glConvolutionParameterfv(target, GL_CONVOLUTION_BORDER_COLOR, f.color.c);
    for (int i = 0; i < f.width * f.height; i++) {
        flat[i] = some(0.25f, 0.5f);
        for (int k = 0; k < 4; k++) f.at[i / f.width][i % f.width].c[k] = flat[i].c[k] * f.scale.c[k] + f.bias.c[k];
    }
    if (target == GL_CONVOLUTION_1D) glConvolutionFilter1D(target, GL_RGBA, f.width, GL_RGBA, GL_FLOAT, flat);
    if (target == GL_CONVOLUTION_2D) glConvolutionFilter2D(target, GL_RGBA, f.width, f.height, GL_RGBA, GL_FLOAT, flat);
    if (target == GL_SEPARABLE_2D) {
        pixel row[5], column[5];
        for (int i = 0; i < 5; i++) {
            row[i] = some(0.25f, 0.5f);
            column[i] = some(0.25f, 0.5f);
            for (int k = 0; k < 4; k++) {
                s->row[i].c[k] = row[i].c[k] * f.scale.c[k] + f.bias.c[k];
                s->column[i].c[k] = column[i].c[k] * f.scale.c[k] + f.bias.c[k];
            }
        }
        glSeparableFilter2D(target, GL_RGBA, f.width, f.height, GL_RGBA, GL_FLOAT, row, column);
    }
    glEnable(target);
    return f;
}

static state some_state(void)
{
    static const GLenum tables[TABLES] = {GL_COLOR_TABLE, GL_POST_CONVOLUTION_COLOR_TABLE, GL_POST_COLOR_MATRIX_COLOR_TABLE};
    static const GLenum convolutions[] = {0, GL_CONVOLUTION_1D, GL_CONVOLUTION_2D, GL_SEPARABLE_2D};
    state s = {.scale = some(1, 0.5f), .bias = some(0, 0.25f), .post_scale = some(1, 0.5f), .post_bias = some(0, 0.25f), .matrix_scale = some(1, 0.5f), .matrix_bias = some(0, 0.25f)};
    set_transfer(GL_RED_SCALE, GL_RED_BIAS, s.scale, s.bias);
    set_transfer(GL_POST_CONVOLUTION_RED_SCALE, GL_POST_CONVOLUTION_RED_BIAS, s.post_scale, s.post_bias);
    set_transfer(GL_POST_COLOR_MATRIX_RED_SCALE, GL_POST_COLOR_MATRIX_RED_BIAS, s.matrix_scale, s.matrix_bias);
    for (int t = 0; t < TABLES; t++) {
        s.has_table[t] = roll(3) == 0;
        if (!s.has_table[t]) continue;
        for (int i = 0; i < ENTRIES; i++) {
            s.table[t][i] = some(0.5f, 0.5f);
            for (int k = 0; k < 4; k++) s.table[t][i].c[k] = clamp(s.table[t][i].c[k]);
        }
        glColorTable(tables[t], GL_RGBA, ENTRIES, GL_RGBA, GL_FLOAT, s.table[t]);
        glEnable(tables[t]);
    }
    s.convolution = (int)convolutions[roll(4)];
    if (s.convolution) s.filter = some_filter((GLenum)s.convolution, &s);
    for (int i = 0; i < 16; i++) s.matrix[i] = (i % 5 == 0) * 0.75f + number(0.25f);
    glMatrixMode(GL_COLOR);
    glLoadMatrixf(s.matrix);
    return s;
}

/* Draws a random image through random state, and compares it with the formulas. Returns the number of pixels that differ. */
static int one_round(int round)
{
    state s = some_state();
    image i = {.width = 1 + (int)roll(MAX), .height = 1 + (int)roll(MAX)};
    pixel flat[MAX * MAX];
    for (int p = 0; p < i.width * i.height; p++) flat[p] = i.at[p / i.width][p % i.width] = some(0.5f, 0.5f);
    glWindowPos2i(0, 0);
    glDrawPixels(i.width, i.height, GL_RGBA, GL_FLOAT, flat);
    glFinish();
    if (glGetError()) return printf("round %d: an error\n", round), 1;
    /* A value halfway between two entries of a table, or two bytes of the window, may be rounded either way. */
    transfer(&i, &s);
    int bad = 0, is_table = s.has_table[0] || s.has_table[1] || s.has_table[2];
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            for (int k = 0; k < 4; k++) {
                float want = x < i.width && y < i.height ? clamp(i.at[y][x].c[k]) * 255 : 0;
                int got = frame[4 * (y * SIZE + x) + k];
                if (fabsf(want - (float)got) > 0.51f && bad++ < 3 && !is_table)
                    printf("round %d (%#x, border %#x): pixel (%d, %d) component %d is %d, not %g\n", round, s.convolution, s.filter.border, x, y, k, got, want);
            }
    /* With tables, a value near the middle of two entries may be rounded either way. Few are. */
    if (is_table && bad <= 2) bad = 0;
    if (bad && is_table) printf("round %d (%#x, with tables): %d components differ\n", round, s.convolution, bad);
    return bad;
}

int main(int n, char **arguments)
{
    int rounds = n > 1 ? atoi(arguments[1]) : 300, failures = 0;
    seed = n > 2 ? strtoull(arguments[2], NULL, 0) : 1;
    for (int round = 0; round < rounds; round++) {
        OSMesaContext context = OSMesaCreateContextExt(OSMESA_RGBA, 0, 0, 0, NULL);
        memset(frame, 0, sizeof frame);
        if (!context || !OSMesaMakeCurrent(context, frame, GL_UNSIGNED_BYTE, SIZE, SIZE)) return 1;
        glClear(GL_COLOR_BUFFER_BIT);
        int bad = one_round(round);
        glFinish();
        failures += bad != 0;
        OSMesaDestroyContext(context);
    }
    printf("%d rounds, %d failures\n", rounds, failures);
    return failures != 0;
}
