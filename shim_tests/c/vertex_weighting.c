/* EXT_vertex_weighting: eye coordinates and normals against values computed by hand, everything that reads them, the state that it shares with
   ARB_vertex_blend, vertex programs, and one row of points drawn by every way to give a weight. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <math.h>
#include <string.h>

#define SIZE 128
#include "pixel_tests.h"

/* The commands by GetProcAddress: the system's libraries do not export them. */
#define COMMANDS(X) \
    X(glVertexWeightfEXT) X(glVertexWeightfvEXT) X(glVertexWeightPointerEXT) X(glVertexWeighthNV) X(glVertexWeighthvNV) X(glVertexBlendARB) \
    X(glWeightfvARB) X(glVertexAttrib1fNV) X(glVertexArrayRangeNV) X(glBindProgramNV) X(glLoadProgramNV)
#define DECLARE(name) static __typeof__(&name) p_##name;
COMMANDS(DECLARE)

static void look_up(void)
{
#define LOOK_UP(name)                                                                    \
    if (!(p_##name = (__typeof__(p_##name))(void *)OSMesaGetProcAddress(#name)))         \
        printf("no %s\n", #name), exit(1);
    COMMANDS(LOOK_UP)
}

#define glVertexWeightfEXT (*p_glVertexWeightfEXT)
#define glVertexWeightfvEXT (*p_glVertexWeightfvEXT)
#define glVertexWeightPointerEXT (*p_glVertexWeightPointerEXT)
#define glVertexWeighthNV (*p_glVertexWeighthNV)
#define glVertexWeighthvNV (*p_glVertexWeighthvNV)
#define glVertexBlendARB (*p_glVertexBlendARB)
#define glWeightfvARB (*p_glWeightfvARB)
#define glVertexAttrib1fNV (*p_glVertexAttrib1fNV)
#define glVertexArrayRangeNV (*p_glVertexArrayRangeNV)
#define glBindProgramNV (*p_glBindProgramNV)
#define glLoadProgramNV (*p_glLoadProgramNV)

static void near(const char *what, double got, double want)
{
    if (!(fabs(got - want) <= 5e-5 * (1 + fabs(want)))) FAIL("%s: %.7g, not %.7g\n", what, got, want);
}

static void load(GLenum mode, const float matrix[16])
{
    glMatrixMode(mode);
    glLoadMatrixf(matrix);
}

/* Moves eye coordinates of each matrix along z, from the start of the identity. */
static void depths(float primary, float secondary)
{
    glMatrixMode(GL_MODELVIEW0_EXT);
    glLoadIdentity();
    glTranslatef(0, 0, primary);
    glMatrixMode(GL_MODELVIEW1_EXT);
    glLoadIdentity();
    glTranslatef(0, 0, secondary);
}

/* Moves by (1, 2, 3); and scales by (2, 4, 8). */
static const float moved[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1};
static const float scaled[16] = {2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 8, 0, 0, 0, 0, 1};
/* Turns x to y. */
static const float turned[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
/* As `moved` and `scaled`, with other last rows: w is twice object w, and object x + y + z + w. */
static const float moved_w[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 2};
static const float scaled_w[16] = {2, 0, 0, 1, 0, 4, 0, 1, 0, 0, 8, 1, 0, 0, 0, 1};

/* Texture coordinates are generated in this mode: eye coordinates or normals. */
static void generate(GLenum mode)
{
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, "abc");
    glEnable(GL_TEXTURE_2D);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    for (int i = 0; i < 3; i++) {
        float plane[4] = {0, 0, 0, 0};
        plane[i] = 1;
        glTexGeni(GL_S + (GLenum)i, GL_TEXTURE_GEN_MODE, (GLint)mode);
        if (mode == GL_EYE_LINEAR) glTexGenfv(GL_S + (GLenum)i, GL_EYE_PLANE, plane);
        glEnable(GL_TEXTURE_GEN_S + (GLenum)i);
    }
}

/* Draws the vertex (1, 2, 3) for feedback: the generated coordinates, and w. */
static void vertex(const char *what, float x, float y, float z, float w)
{
    float buffer[32];
    glFeedbackBuffer(32, GL_4D_COLOR_TEXTURE, buffer);
    glRenderMode(GL_FEEDBACK);
    glBegin(GL_POINTS);
    glVertex3f(1, 2, 3);
    glEnd();
    if (glRenderMode(GL_RENDER) != 13) { FAIL("%s: a point was lost\n", what); return; }
    near(what, buffer[9], x), near(what, buffer[10], y), near(what, buffer[11], z);
    if (w != 0) near(what, buffer[4], w), near(what, (buffer[1] / (SIZE / 2.0) - 1) * 100 * w, x);
}

/* 2.10: e0 = (2, 4, 6, 1) and e1 = (2, 8, 24, 1). */
static void eye_coordinates(void)
{
    glMatrixMode(GL_PROJECTION);
    glScalef(0.01f, 0.01f, 0.01f);
    generate(GL_EYE_LINEAR);
    load(GL_MODELVIEW0_EXT, moved);
    load(GL_MODELVIEW1_EXT, scaled);
    glVertexWeightfEXT(0.25f);
    vertex("disabled", 2, 4, 6, 1);
    glEnable(GL_VERTEX_WEIGHTING_EXT);
    vertex("a quarter", 2, 7, 19.5f, 1);
    glVertexWeightfEXT(0);
    vertex("0", 2, 8, 24, 1);
    glVertexWeightfEXT(1);
    vertex("1", 2, 4, 6, 1);
    /* Weights are not clamped: 2 e0 − e1, and 2 e1 − e0. */
    glVertexWeightfEXT(2);
    vertex("2", 2, 0, -12, 1);
    glVertexWeightfEXT(-1);
    vertex("-1", 2, 12, 42, 1);
    /* w is that of e0 alone. e1 has w = 7. */
    glVertexWeightfEXT(0.25f);
    load(GL_MODELVIEW1_EXT, scaled_w);
    vertex("w of the secondary matrix", 2, 7, 19.5f, 1);
    load(GL_MODELVIEW0_EXT, moved_w);
    vertex("w of the primary matrix", 2, 7, 19.5f, 2);
    glDisable(GL_VERTEX_WEIGHTING_EXT);
    vertex("disabled again", 2, 4, 6, 2);
}

/* 2.10.3: the normal (1, 0, 0) becomes (0, 1, 0) and (½, 0, 0). The second is rescaled by 8. */
static void normals(void)
{
    glMatrixMode(GL_PROJECTION);
    glScalef(0.01f, 0.01f, 0.01f);
    generate(GL_NORMAL_MAP);
    load(GL_MODELVIEW0_EXT, turned);
    load(GL_MODELVIEW1_EXT, scaled);
    glNormal3f(1, 0, 0);
    glVertexWeightfEXT(0.25f);
    glEnable(GL_VERTEX_WEIGHTING_EXT);
    vertex("sum", 0.375f, 0.25f, 0, 0);
    glEnable(GL_NORMALIZE);
    vertex("normalized sum", 0.8320503f, 0.5547002f, 0, 0);
    /* Weighting comes after rescaling and before normalization. */
    glEnable(GL_RESCALE_NORMAL);
    vertex("normalized sum of rescaled normals", 0.9965458f, 0.0830455f, 0, 0);
    glDisable(GL_NORMALIZE);
    vertex("sum of rescaled normals", 3, 0.25f, 0, 0);
}

static void point(const char *what, float x, int r, int g, int b)
{
    glClear(GL_COLOR_BUFFER_BIT);
    glBegin(GL_POINTS);
    glVertex3f(x, 0.5f / 64, 0);
    glEnd();
    expect(what, SIZE / 2, SIZE / 2, r, g, b, -1);
}

/* z is −4 in eye coordinates, half of −2 and half of −6. */
static void fog_and_clip_planes(void)
{
    const double behind_5[4] = {0, 0, 1, 5}, behind_3[4] = {0, 0, 1, 3};
    glMatrixMode(GL_PROJECTION);
    glOrtho(-1, 1, -1, 1, 0, 10);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    glClipPlane(GL_CLIP_PLANE0, behind_5);
    glClipPlane(GL_CLIP_PLANE1, behind_3);
    depths(-2, -6);
    glVertexWeightfEXT(0.5f);
    glEnable(GL_VERTEX_WEIGHTING_EXT);
    glEnable(GL_CLIP_PLANE0);
    point("before the plane", 0.5f / 64, 255, 255, 255);
    glEnable(GL_CLIP_PLANE1);
    point("behind the plane", 0.5f / 64, 0, 0, 0);
    glDisable(GL_CLIP_PLANE1);
    /* The factor is (10 − 4) ÷ 10. */
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogf(GL_FOG_START, 0);
    glFogf(GL_FOG_END, 10);
    point("fog", 0.5f / 64, 153, 153, 153);
}

/* The normal (0, 0, 1) and the one that is turned to (0, −1, 0): the light from (0, 0, 1) gives ½, or √½ for the unit normal. The point moves by
   a quarter of a pixel, within its own. */
static void lighting(void)
{
    static const float lifted[16] = {1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1};
    const float white[4] = {1, 1, 1, 1}, black[4] = {0, 0, 0, 1};
    glMaterialfv(GL_FRONT, GL_DIFFUSE, white);
    glMaterialfv(GL_FRONT, GL_AMBIENT, black);
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glEnable(GL_VERTEX_WEIGHTING_EXT);
    glMatrixMode(GL_MODELVIEW1_EXT);
    glLoadMatrixf(lifted);
    glVertexWeightfEXT(0.5f);
    glNormal3f(0, 0, 1);
    point("light", 0.5f / 64, 128, 128, 128);
    glEnable(GL_NORMALIZE);
    point("light on a unit normal", 0.5f / 64, 180, 180, 180);
}

/* 2.12: the raster position ignores weighting. */
static void raster_position(void)
{
    float position[4], coords[4];
    generate(GL_EYE_LINEAR);
    glMatrixMode(GL_MODELVIEW1_EXT);
    glTranslatef(0.5f, 0, 0);
    glVertexWeightfEXT(0);
    glEnable(GL_VERTEX_WEIGHTING_EXT);
    glRasterPos2f(0.25f, 0);
    glGetFloatv(GL_CURRENT_RASTER_POSITION, position);
    glGetFloatv(GL_CURRENT_RASTER_TEXTURE_COORDS, coords);
    near("raster position", position[0], 80);
    near("its texture coordinate", coords[0], 0.25);
    glDisable(GL_TEXTURE_2D);
    point("a vertex after it", 0.5f / 64 - 0.5f, 255, 255, 255);
}

/* The primary matrix moves the point out of the view volume, the secondary one to the window depth ¾. */
static void selection(void)
{
    GLuint hits[8] = {0};
    glMatrixMode(GL_MODELVIEW0_EXT);
    glTranslatef(5, 0, 0);
    glMatrixMode(GL_MODELVIEW1_EXT);
    glTranslatef(0, 0, 0.5f);
    glEnable(GL_VERTEX_WEIGHTING_EXT);
    for (int weight = 0; weight < 2; weight++) {
        glSelectBuffer(8, hits);
        glRenderMode(GL_SELECT);
        glVertexWeightfEXT((float)weight);
        glBegin(GL_POINTS);
        glVertex2f(0, 0);
        glEnd();
        GLint n = glRenderMode(GL_RENDER);
        if (n != 1 - weight) FAIL("weight %d: %d hits\n", weight, n);
    }
    near("depth of the hit", hits[1] / 4294967295.0, 0.75);
}

static void current_weights(const char *what, float first, float a, float b, float c, float d)
{
    const float want[4] = {a, b, c, d};
    float weight, weights[4];
    glGetFloatv(GL_CURRENT_VERTEX_WEIGHT_EXT, &weight);
    glGetFloatv(GL_CURRENT_WEIGHT_ARB, weights);
    near(what, weight, first);
    for (int i = 0; i < 4; i++) near(what, weights[i], want[i]);
}

/* QUIRKS 6.37: weights and their array are the state of ARB_vertex_blend, whose vertex units go first. */
static void shared_state(void)
{
    const float two[2] = {0.5f, 0.125f};
    float matrix[16];
    current_weights("at first", 1, 1, 0, 0, 0);
    glVertexWeightfEXT(0.25f);
    current_weights("VertexWeightfEXT", 0.25f, 0.25f, 0, 0, 0);
    glWeightfvARB(2, two);
    current_weights("WeightfvARB", 0.5f, 0.5f, 0.125f, 0, 0);
    glVertexAttrib1fNV(1, 0.75f);
    current_weights("VertexAttrib1fNV", 0.75f, 0.75f, 0, 0, 1);
    glEnable(GL_WEIGHT_SUM_UNITY_ARB);
    glVertexWeightfEXT(0.25f);
    current_weights("sum of 1", 0.25f, 0.25f, 0.75f, 0, 0);
    glPushAttrib(GL_CURRENT_BIT | GL_TRANSFORM_BIT);
    glVertexWeightfEXT(3);
    glEnable(GL_VERTEX_WEIGHTING_EXT);
    glMatrixMode(GL_MODELVIEW1_EXT);
    glPopAttrib();
    current_weights("popped", 0.25f, 0.25f, 0.75f, 0, 0);
    if (glIsEnabled(GL_VERTEX_WEIGHTING_EXT)) FAIL("TRANSFORM_BIT does not hold VERTEX_WEIGHTING_EXT\n");
    load(GL_MODELVIEW1_ARB, scaled);
    glGetFloatv(GL_MODELVIEW1_MATRIX_EXT, matrix);
    if (memcmp(matrix, scaled, sizeof matrix)) FAIL("MODELVIEW1_MATRIX_EXT is not the matrix of MODELVIEW1_ARB\n");
    glMatrixMode(GL_PROJECTION);
    glScalef(0.01f, 0.01f, 0.01f);
    generate(GL_EYE_LINEAR);
    load(GL_MODELVIEW0_EXT, moved);
    glEnable(GL_VERTEX_WEIGHTING_EXT);
    vertex("weighting", 2, 7, 19.5f, 1);
    /* One unit gives e0 ÷ 4. */
    glEnable(GL_VERTEX_BLEND_ARB);
    glVertexBlendARB(1);
    vertex("a vertex unit", 0.5f, 1, 1.5f, 0.25f);
}

/* Programs read the weight as an attribute. Weighting does not affect them. */
static void programs(void)
{
    static const char native[] = "!!VP1.0\nMOV o[HPOS], v[OPOS]; MOV o[COL0], v[WGHT]; END";
    static const char arb[] = "!!ARBvp1.0\nMOV result.position, vertex.position; MOV result.color, vertex.weight; END";
    const float place[3] = {0.5f / 64, 0.5f / 64, 0}, weight = 0.75f;
    glMatrixMode(GL_MODELVIEW1_EXT);
    glTranslatef(5, 0, 0);
    glEnable(GL_VERTEX_WEIGHTING_EXT);
    glVertexPointer(3, GL_FLOAT, 0, place);
    glVertexWeightPointerEXT(1, GL_FLOAT, 0, &weight);
    glEnableClientState(GL_VERTEX_ARRAY);
    glLoadProgramNV(GL_VERTEX_PROGRAM_NV, 1, sizeof native - 1, (const GLubyte *)native);
    glBindProgramNV(GL_VERTEX_PROGRAM_NV, 1);
    glEnable(GL_VERTEX_PROGRAM_NV);
    for (int i = 0; i < 2; i++) {
        glDisableClientState(GL_VERTEX_WEIGHT_ARRAY_EXT);
        glVertexWeightfEXT(0.25f);
        point(i ? "vertex.weight" : "v[WGHT]", 0.5f / 64, 64, 0, 0);
        glEnableClientState(GL_VERTEX_WEIGHT_ARRAY_EXT);
        glClear(GL_COLOR_BUFFER_BIT);
        glDrawArrays(GL_POINTS, 0, 1);
        expect(i ? "vertex.weight of an array" : "v[WGHT] of an array", SIZE / 2, SIZE / 2, 191, 0, 0, -1);
        glBindProgramNV(GL_VERTEX_PROGRAM_NV, 2);
        glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof arb - 1, arb);
    }
}

/* The row of points: point i lies 4 i pixels to the left of column 48 in pixel row i, since its weight is i ÷ 8 and the secondary matrix moves by
   32 pixels. Each is there REPEATS times. */
enum { POINTS = 9, REPEATS = 64, VERTICES = POINTS * REPEATS };
static struct { float position[3], weight; GLushort half; } row[VERTICES];

static void make_row(void)
{
    static const GLushort halves[POINTS] = {0, 0x3000, 0x3400, 0x3600, 0x3800, 0x3900, 0x3a00, 0x3b00, 0x3c00};
    for (int i = 0; i < VERTICES; i++) {
        int number = i % POINTS;
        row[i].position[0] = (16 + 0.5f) / 64 - 1;
        row[i].position[1] = ((float)number + 0.5f) / 64 - 1;
        row[i].weight = (float)number / 8;
        row[i].half = halves[number];
    }
}

static void by_f(int i) { glVertexWeightfEXT(row[i].weight); }
static void by_fv(int i) { glVertexWeightfvEXT(&row[i].weight); }
static void by_h(int i) { glVertexWeighthNV(row[i].half); }
static void by_hv(int i) { glVertexWeighthvNV(&row[i].half); }
static void by_blend(int i) { glWeightfvARB(1, &row[i].weight); }
static void by_attribute(int i) { glVertexAttrib1fNV(1, row[i].weight); }

static void commands(void (*weight)(int))
{
    glBegin(GL_POINTS);
    for (int i = 0; i < POINTS; i++) weight(i), glVertex3fv(row[i].position);
    glEnd();
}

static void one_command(void) { commands(by_f); }
static void its_vector_form(void) { commands(by_fv); }
static void half(void) { commands(by_h); }
static void half_vector(void) { commands(by_hv); }
static void weights_of_blend(void) { commands(by_blend); }
static void attribute_1(void) { commands(by_attribute); }

static void between_primitives(void)
{
    for (int i = 0; i < POINTS; i++) {
        glVertexWeightfEXT(row[i].weight);
        glBegin(GL_POINTS);
        glVertex3fv(row[i].position);
        glEnd();
    }
}

static void commands_in_list(void)
{
    glNewList(1, GL_COMPILE);
    commands(by_f);
    glEndList();
    glCallList(1);
}

static void between_primitives_in_list(void)
{
    glNewList(1, GL_COMPILE_AND_EXECUTE);
    between_primitives();
    glEndList();
    glVertexWeightfEXT(7);
    glCallList(1);
}

static void arrays(const char *base, GLenum type)
{
#define AT(field) (base + ((char *)&row[0].field - (char *)row))
    glVertexPointer(3, GL_FLOAT, sizeof row[0], AT(position[0]));
    glVertexWeightPointerEXT(1, type, sizeof row[0], type == GL_FLOAT ? AT(weight) : AT(half));
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_VERTEX_WEIGHT_ARRAY_EXT);
}

static void few(void) { arrays((char *)row, GL_FLOAT); glDrawArrays(GL_POINTS, 0, POINTS); }
static void many(void) { arrays((char *)row, GL_FLOAT); glDrawArrays(GL_POINTS, 0, VERTICES); }
static void halves(void) { arrays((char *)row, GL_HALF_FLOAT_NV); glDrawArrays(GL_POINTS, 0, VERTICES); }

static void elements(void)
{
    static GLushort order[VERTICES];
    for (int i = 0; i < VERTICES; i++) order[i] = (GLushort)(VERTICES - 1 - i);
    arrays((char *)row, GL_FLOAT);
    glDrawElements(GL_POINTS, VERTICES, GL_UNSIGNED_SHORT, order);
}

static void array_elements(void)
{
    arrays((char *)row, GL_FLOAT);
    glBegin(GL_POINTS);
    for (int i = 0; i < POINTS; i++) glArrayElement(i);
    glEnd();
}

static void buffer_object(void)
{
    GLuint name;
    glGenBuffers(1, &name);
    glBindBuffer(GL_ARRAY_BUFFER, name);
    glBufferData(GL_ARRAY_BUFFER, sizeof row, row, GL_STATIC_DRAW);
    arrays(NULL, GL_HALF_FLOAT_NV);
    glDrawArrays(GL_POINTS, 0, VERTICES);
}

static void arrays_in_list(void)
{
    arrays((char *)row, GL_FLOAT);
    glNewList(1, GL_COMPILE);
    glDrawArrays(GL_POINTS, 0, VERTICES);
    glEndList();
    glDisableClientState(GL_VERTEX_WEIGHT_ARRAY_EXT);
    glCallList(1);
}

static void array_range(void)
{
    glVertexArrayRangeNV(sizeof row, row);
    glEnableClientState(GL_VERTEX_ARRAY_RANGE_NV);
    arrays((char *)row, GL_FLOAT);
    glDrawArrays(GL_POINTS, 0, VERTICES);
}

/* 2.8: interleaved formats disable the array. It is enabled after that. */
static void interleaved(void)
{
    arrays((char *)row, GL_FLOAT);
    glInterleavedArrays(GL_V3F, sizeof row[0], row);
    if (glIsEnabled(GL_VERTEX_WEIGHT_ARRAY_EXT)) FAIL("InterleavedArrays leaves VERTEX_WEIGHT_ARRAY_EXT enabled\n");
    glEnableClientState(GL_VERTEX_WEIGHT_ARRAY_EXT);
    glDrawArrays(GL_POINTS, 0, POINTS);
}

static const struct { const char *name; void (*draw)(void); } ways[] = {
    {"VertexWeightfEXT", one_command}, {"VertexWeightfvEXT", its_vector_form}, {"VertexWeighthNV", half}, {"VertexWeighthvNV", half_vector},
    {"WeightfvARB", weights_of_blend}, {"VertexAttrib1fNV", attribute_1}, {"between primitives", between_primitives},
    {"commands in a list", commands_in_list}, {"between primitives in a list", between_primitives_in_list}, {"few elements", few},
    {"many elements", many}, {"halves", halves}, {"DrawElements", elements}, {"ArrayElement", array_elements}, {"buffer object", buffer_object},
    {"arrays in a list", arrays_in_list}, {"vertex array range", array_range}, {"interleaved", interleaved}};
static unsigned current;

static void draw_row(void)
{
    make_row();
    glMatrixMode(GL_MODELVIEW1_EXT);
    glTranslatef(0.5f, 0, 0);
    glEnable(GL_VERTEX_WEIGHTING_EXT);
    ways[current].draw();
    glFinish();
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            if ((frame[(y * SIZE + x) * 4] != 0) != (y < POINTS && x == 48 - 4 * y)) FAIL("%s: pixel (%d, %d)\n", ways[current].name, x, y);
}

int main(void)
{
    void (*const tests[])(void) = {eye_coordinates, normals, fog_and_clip_planes, lighting, raster_position, selection, shared_state, programs};
    void (*const rows[])(void) = {draw_row};
    look_up();
    run_tests(tests, sizeof tests / sizeof tests[0]);
    for (current = 0; current < sizeof ways / sizeof ways[0]; current++) run_tests(rows, 1);
    return failures != 0;
}
