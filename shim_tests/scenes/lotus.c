/* A bundled scene of NV_vertex_program2: a lotus made of flat sheets of vertices. A vertex program with loops, subroutines and condition
 * codes rolls the sheets into petals, pads, a pod and a pond. It cuts them to their outline by a clip distance, and lights both sides. */
#include "scene.h"

static const vec3 eye = {0, 3.2f, 5.4f};

enum { WAVES = 4, LIGHTS = 4 };

/* The parameters that make a sheet one part of the flower. */
typedef struct {
    float count, phase;      /* the number of petals around, and the turn of the ring as a number of petals */
    float length, bend;      /* the length of a petal, and how far it curls, in radians */
    float rise, root;        /* the angle at its root, and the distance of the root from the axis */
    float cup, bulge;        /* how far its sides are raised, and how far its middle swells */
    float notch, tip;        /* where the outline begins between two petals, and at the middle of a petal (0 root, 1 end) */
    float wave, flutter;     /* how far ripples move the surface, and its outline */
    vec3 outside[2], inside[2]; /* colours at the root and at the end */
    float shininess, gloss, translucency, emission;
    float repeat_s, repeat_t; /* of the texture */
    float opacity, fresnel;
} part;

#ifdef REFERENCE
#include "lotus_reference.h"
#else
#include "lotus_program.h"
#endif

static const char fragment_text[] =
    "!!ARBfp1.0\n"
    "OPTION ARB_fog_exp2;\n"
    "PARAM rim = program.local[0];        # its colour, and one over its width\n"
    "TEMP texel, colour, edge;\n"
    "TEX texel, fragment.texcoord[0], texture[0], 2D;\n"
    "MUL colour, texel, fragment.color;\n"
    "MUL_SAT edge.x, fragment.texcoord[0].z, rim.w;\n"
    "MUL edge.x, edge.x, edge.x;\n"
    "ADD edge.y, 1.0, -edge.x;\n"
    "MAD colour.xyz, rim, edge.y, colour;\n"
    "ADD result.color.xyz, colour, fragment.color.secondary;\n"
    "MOV result.color.w, fragment.color.w;\n"
    "END\n";

/* Fine streaks along t. */
static void vein_texture(void)
{
    enum { N = 256 };
    static unsigned char rgb[N * N * 3];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float n = 0.6f * noise(x / 2.0f, y / 128.0f, 128) + 0.4f * noise(x / 8.0f, y / 64.0f, 32), middle = fabsf(x - N / 2.0f) / (N / 2.0f);
            float k = 0.74f + 0.26f * n - 0.10f * expf(-middle * 24);
            for (int c = 0; c < 3; c++) rgb[(y * N + x) * 3 + c] = (unsigned char)(255 * fminf(k, 1));
        }
    mipmapped_texture(N, rgb);
}

/* Makes a sheet of vertices in buffer objects, x in 0..1 around and y in 0..1 along. */
typedef struct { GLuint vertices, indices; GLsizei count; } sheet;

/* The rows are closer to the root where `skew` is above 1. */
static sheet make_sheet(int around, int along, float skew)
{
    sheet sheet = {0, 0, around * along * 6};
    GLfloat *vertex = malloc((size_t)(around + 1) * (along + 1) * 2 * sizeof *vertex), *v = vertex;
    GLuint *index = malloc((size_t)sheet.count * sizeof *index), *at = index;
    for (int j = 0; j <= along; j++)
        for (int i = 0; i <= around; i++) {
            *v++ = (float)i / around;
            *v++ = 0.002f + 0.998f * powf((float)j / along, skew);
        }
    for (int j = 0; j < along; j++)
        for (int i = 0; i < around; i++) {
            GLuint a = (GLuint)(j * (around + 1) + i), b = a + (GLuint)around + 1, six[6] = {a, a + 1, b, b, a + 1, b + 1};
            memcpy(at, six, sizeof six);
            at += 6;
        }
    glGenBuffersARB(1, &sheet.vertices);
    glBindBufferARB(GL_ARRAY_BUFFER_ARB, sheet.vertices);
    glBufferDataARB(GL_ARRAY_BUFFER_ARB, (v - vertex) * (GLsizeiptrARB)sizeof *v, vertex, GL_STATIC_DRAW_ARB);
    glGenBuffersARB(1, &sheet.indices);
    glBindBufferARB(GL_ELEMENT_ARRAY_BUFFER_ARB, sheet.indices);
    glBufferDataARB(GL_ELEMENT_ARRAY_BUFFER_ARB, sheet.count * (GLsizeiptrARB)sizeof *index, index, GL_STATIC_DRAW_ARB);
    free(vertex);
    free(index);
    return sheet;
}

static void draw(const part *p, const sheet *sheet)
{
    local(0, p->count, p->phase, p->length / p->bend, p->bend);
    local(1, p->rise, p->root, p->cup, p->bulge);
    local(2, p->notch, p->tip - p->notch, p->wave, p->flutter);
    local(5, p->outside[0].x, p->outside[0].y, p->outside[0].z, 0);
    local(6, p->outside[1].x, p->outside[1].y, p->outside[1].z, 0);
    local(7, p->inside[0].x, p->inside[0].y, p->inside[0].z, 0);
    local(8, p->inside[1].x, p->inside[1].y, p->inside[1].z, 0);
    local(9, p->shininess, p->gloss, p->translucency, p->emission);
    local(11, p->repeat_s, p->repeat_t, p->opacity, p->fresnel);
    glBindBufferARB(GL_ARRAY_BUFFER_ARB, sheet->vertices);
    glBindBufferARB(GL_ELEMENT_ARRAY_BUFFER_ARB, sheet->indices);
    glVertexPointer(2, GL_FLOAT, 0, 0);
    glDrawElements(GL_TRIANGLES, sheet->count, GL_UNSIGNED_INT, 0);
}

static sheet petal_sheet, pad_sheet, pond_sheet;

static void flower(float time)
{
    static const vec3 magenta = {0.62f, 0.10f, 0.36f}, pink = {0.98f, 0.42f, 0.62f}, pale = {1.0f, 0.80f, 0.82f}, cream = {1.0f, 0.90f, 0.66f};
    static const vec3 gold = {1.0f, 0.72f, 0.22f}, green = {0.30f, 0.42f, 0.12f};
    float breath = 0.05f * sinf(time);
    part layer = {.count = 8, .wave = 0.10f, .flutter = 0.25f, .outside = {green, pink}, .inside = {cream, pink}, .shininess = 24, .gloss = 0.25f,
        .translucency = 0.55f, .emission = 0.02f, .repeat_t = 1, .opacity = 1};
    for (int i = 0; i < 4; i++) {
        float k = i / 3.0f; /* from the outermost ring inwards */
        layer.count = i < 2 ? 10 : 8;
        layer.phase = 0.5f * (i & 1);
        layer.length = 1.75f - 0.55f * k;
        layer.rise = 0.06f + 0.48f * k + breath;
        layer.bend = 0.75f + 0.22f * k;
        layer.root = 0.20f - 0.05f * k;
        layer.cup = 0.30f - 0.18f * k;
        layer.bulge = 0.10f;
        layer.notch = 0.42f;
        layer.tip = 0.97f;
        layer.outside[1] = i < 2 ? magenta : pink;
        layer.inside[1] = i < 2 ? pink : pale;
        layer.repeat_s = layer.count;
        draw(&layer, &petal_sheet);
    }
    part stamens = {.count = 40, .length = 0.62f, .bend = 0.5f, .rise = 0.9f, .root = 0.17f, .notch = -0.2f, .tip = 1.0f, .wave = 0.1f, .flutter = 0.5f,
        .outside = {gold, cream}, .inside = {gold, cream}, .shininess = 10, .gloss = 0.2f, .translucency = 0.9f, .emission = 0.25f, .repeat_s = 40, .repeat_t = 1,
        .opacity = 1};
    draw(&stamens, &petal_sheet);
    part pod = {.count = 20, .length = 0.80f, .bend = 3.13f, .rise = 0, .root = 0.002f, .bulge = 0.05f, .notch = 2, .tip = 2,
        .outside = {gold, cream}, .inside = {gold, cream}, .shininess = 30, .gloss = 0.5f, .translucency = 0.6f, .emission = 0.35f, .repeat_s = 20, .repeat_t = 1,
        .opacity = 1};
    draw(&pod, &petal_sheet);
}

static void pads(float time)
{
    static const vec3 dark = {0.10f, 0.30f, 0.10f}, green = {0.14f, 0.42f, 0.16f}, red = {0.30f, 0.16f, 0.14f};
    static const float at[][4] = {{-2.6f, 0.9f, 1.0f, 0.2f}, {2.35f, 0.6f, 0.95f, 0.7f}, {-3.6f, -1.6f, 1.2f, 0.5f}, {1.5f, -3.0f, 1.1f, 0.1f}, {3.9f, -2.1f, 1.3f, 0.33f},
        {-1.2f, -3.6f, 0.9f, 0.9f}, {0.75f, 2.55f, 0.5f, 0.6f}};
    for (int i = 0; i < 7; i++) {
        part pad = {.count = 1, .phase = at[i][3], .length = at[i][2], .bend = 0.30f, .rise = -0.02f, .root = 0.003f, .notch = 0, .tip = 4.5f,
            .outside = {red, red}, .inside = {dark, green}, .shininess = 20, .gloss = 0.25f, .translucency = 0.2f, .emission = 0.02f, .repeat_s = 14, .repeat_t = 1,
            .opacity = 1};
        glPushMatrix();
        glTranslatef(at[i][0], 0.012f + 0.006f * sinf(1.7f * time + i), at[i][1]);
        draw(&pad, &pad_sheet);
        glPopMatrix();
    }
}

static void pond(void)
{
    static const vec3 deep = {0.05f, 0.09f, 0.20f};
    part water = {.count = 1, .length = 45, .bend = 0.0005f, .root = 0.003f, .notch = 2, .tip = 2, .wave = 1, .outside = {deep, deep}, .inside = {deep, deep},
        .shininess = 120, .gloss = 0.9f, .repeat_s = 0, .repeat_t = 0, .opacity = 0.30f, .fresnel = 0.65f};
    draw(&water, &pond_sheet);
}

/* The moon, the glow in the flower's heart, and two fireflies. */
static void light(int i, float time, vec3 *at, vec3 *colour, float *falloff)
{
    static const vec3 place[LIGHTS] = {{2.5f, 5.5f, -14}, {0, 0.85f, 0}, {-1.75f, 1.45f, 0.9f}, {1.55f, 1.75f, 0.2f}};
    static const vec3 colours[LIGHTS] = {{0.85f, 0.82f, 1.0f}, {1.3f, 0.75f, 0.35f}, {0.95f, 0.85f, 0.35f}, {0.45f, 0.75f, 1.0f}};
    static const float falloffs[LIGHTS] = {0.0005f, 1.5f, 0.9f, 0.9f};
    float wander = i > 1 ? 0.25f : 0;
    *at = plus(place[i], v3(sinf(1.1f * time + i), 0.6f * sinf(1.7f * time + 2 * i), cosf(0.9f * time + i)), wander);
    *colour = colours[i];
    *falloff = falloffs[i];
}

static void lights(float time)
{
    float m[16];
    glGetFloatv(GL_MODELVIEW_MATRIX, m);
    for (int i = 0; i < LIGHTS; i++) {
        vec3 at, colour;
        float e[3], falloff;
        light(i, time, &at, &colour, &falloff);
        for (int c = 0; c < 3; c++) e[c] = m[c] * at.x + m[4 + c] * at.y + m[8 + c] * at.z + m[12 + c];
        env(2 * WAVES + 2 * i, e[0], e[1], e[2], falloff);
        env(2 * WAVES + 2 * i + 1, colour.x, colour.y, colour.z, 1);
    }
}

static void glows(float time)
{
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glDepthMask(0);
    for (int i = 2; i < LIGHTS; i++) {
        vec3 at, c;
        float falloff;
        light(i, time, &at, &c, &falloff);
        glow(eye, v3(0, 1, 0), at, 0.45f, v3(0.30f * c.x, 0.30f * c.y, 0.30f * c.z));
        glow(eye, v3(0, 1, 0), at, 0.10f, c);
        glow(eye, v3(0, 1, 0), at, 0.05f, v3(1, 1, 1));
    }
    glDepthMask(1);
    glDisable(GL_BLEND);
}

static void waves(float time)
{
    static const float at[WAVES][5] = {{0, 0, 8, 6.0f, 0.025f}, {-1.15f, 2.15f, 15, 2.4f, 0.06f}, {2.0f, 1.7f, 17, 2.0f, 0.05f}, {1.6f, -4.2f, 9, 4.5f, 0.045f}};
    for (int i = 0; i < WAVES; i++) {
        env(2 * i, at[i][0], at[i][1], at[i][2], 4.2f * time + i);
        env(2 * i + 1, at[i][4], 1 / at[i][3], 0, 0);
    }
}

static void programs(int on)
{
    vertex_stage(on);
    (on ? glEnable : glDisable)(GL_FRAGMENT_PROGRAM_ARB);
}

/* The evening sky that the pond reflects. It is drawn flat, behind everything. */
static void backdrop(void)
{
    static const float y[5] = {-1, -0.3f, 0.3f, 0.75f, 1};
    static const vec3 colour[5] = {{0.02f, 0.05f, 0.12f}, {0.05f, 0.10f, 0.22f}, {0.16f, 0.14f, 0.34f}, {0.42f, 0.22f, 0.42f}, {0.72f, 0.36f, 0.42f}};
    glDepthMask(0);
    glMatrixMode(GL_PROJECTION);
    glPushMatrix();
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
    glPushMatrix();
    glLoadIdentity();
    glBegin(GL_TRIANGLE_STRIP);
    for (int i = 0; i < 5; i++) {
        glColor3fv(&colour[i].x);
        glVertex2f(-1, y[i]);
        glVertex2f(1, y[i]);
    }
    glEnd();
    glPopMatrix();
    glMatrixMode(GL_PROJECTION);
    glPopMatrix();
    glMatrixMode(GL_MODELVIEW);
    glDepthMask(1);
}

static void setup(void)
{
    vein_texture();
    petal_sheet = make_sheet(200, 32, 1);
    pad_sheet = make_sheet(96, 12, 1);
    pond_sheet = make_sheet(300, 180, 2.2f);
    glEnableClientState(GL_VERTEX_ARRAY);
    load(GL_FRAGMENT_PROGRAM_ARB, fragment_text);
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, 0.9f, 0.55f, 0.35f, 22);
    programs(1);
    local(3, -2 * WAVES, 0, 2, 0);
    local(4, -2 * LIGHTS, 0, 2, 0);
    local(10, 0.14f, 0.13f, 0.20f, 0);
    programs(0);
}

/* The pond reflects the flower, which is drawn upside down before it. What stands on the pond is drawn last. */
static void frame(const scene *s)
{
    static const float haze[4] = {0.36f, 0.20f, 0.36f, 1};
    glClear(GL_DEPTH_BUFFER_BIT);
    glFogfv(GL_FOG_COLOR, haze);
    glFogf(GL_FOG_DENSITY, 0.03f);
    glMatrixMode(GL_PROJECTION);
    perspective(38, (double)s->width / s->height, 0.3, 60);
    glMatrixMode(GL_MODELVIEW);
    look_at(eye, v3(0, 0.35f, 0), v3(0, 1, 0));
    backdrop();
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CLIP_PLANE0);
    programs(1);
    waves(s->time);
    glPushMatrix();
    glScalef(1, -1, 1);
    glFrontFace(GL_CW);
    lights(s->time);
    flower(s->time);
    programs(0);
    glows(s->time);
    programs(1);
    glFrontFace(GL_CCW);
    glPopMatrix();
    lights(s->time);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_SRC_ALPHA);
    glDepthMask(0);
    pond();
    glDepthMask(1);
    glDisable(GL_BLEND);
    glClear(GL_DEPTH_BUFFER_BIT);
    pads(s->time);
    flower(s->time);
    programs(0);
    glows(s->time);
}

int main(int argc, char **argv)
{
    return scene_run(argc, argv, setup, frame);
}
