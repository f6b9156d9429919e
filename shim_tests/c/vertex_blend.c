/* Proves ARB_vertex_blend and ARB_matrix_palette. Feedback of random vertices is compared with sums in double precision. An arm of two
 * bones is drawn in many ways, and each must give the picture of vertices that were transformed here.
 *
 * usage: vertex_blend [PICTURE.ppm], which writes that picture. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <math.h>
#include <string.h>

#define SIZE 128
#include "pixel_tests.h"

/* The commands come from GetProcAddress, because the system's libraries do not export them. */
#define COMMANDS(X) \
    X(glVertexBlendARB) X(glCurrentPaletteMatrixARB) X(glWeightfvARB) X(glWeightPointerARB) X(glMatrixIndexubvARB) X(glMatrixIndexuivARB) \
    X(glMatrixIndexPointerARB)
#define DECLARE(name) static __typeof__(&name) p_##name;
COMMANDS(DECLARE)

static void look_up(void)
{
#define LOOK_UP(name)                                                                    \
    if (!(p_##name = (__typeof__(p_##name))(void *)OSMesaGetProcAddress(#name)))         \
        printf("no %s\n", #name), exit(1);
    COMMANDS(LOOK_UP)
}

#define glVertexBlendARB (*p_glVertexBlendARB)
#define glCurrentPaletteMatrixARB (*p_glCurrentPaletteMatrixARB)
#define glWeightfvARB (*p_glWeightfvARB)
#define glWeightPointerARB (*p_glWeightPointerARB)
#define glMatrixIndexubvARB (*p_glMatrixIndexubvARB)
#define glMatrixIndexuivARB (*p_glMatrixIndexuivARB)
#define glMatrixIndexPointerARB (*p_glMatrixIndexPointerARB)

enum { UNITS = 4, PALETTE = 32, RINGS = 17, SIDES = 12, VERTICES = (RINGS - 1) * SIDES * 4 };

static double uniform(void) { return rand() / (double)RAND_MAX * 2 - 1; }

static void select_matrix(int palette, int i)
{
    if (palette) glCurrentPaletteMatrixARB(i);
    glMatrixMode(palette ? GL_MATRIX_PALETTE_ARB : i == 0 ? GL_MODELVIEW0_ARB : i == 1 ? GL_MODELVIEW1_ARB : GL_MODELVIEW2_ARB + (GLenum)i - 2);
}

/* Computes v · inverse of the upper left 3×3 of m (by columns), by cofactors. */
static void to_normal(double out[3], const float m[16], const double v[3])
{
    double c[3][3], determinant = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            c[i][j] = (double)m[4 * j1 + i1] * m[4 * j2 + i2] - (double)m[4 * j2 + i1] * m[4 * j1 + i2];
        }
    for (int j = 0; j < 3; j++) determinant += c[0][j] * m[4 * j];
    for (int i = 0; i < 3; i++) out[i] = (c[i][0] * v[0] + c[i][1] * v[1] + c[i][2] * v[2]) / determinant;
}

/* The factor of RESCALE_NORMAL: 1 ÷ the length of the third row of the inverse. */
static double rescale(const float m[16])
{
    /* The unit normal z selects that row. */
    const double z[3] = {0, 0, 1};
    double row[3];
    to_normal(row, m, z);
    return 1 / sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]);
}

static void near(const char *what, double got, double want)
{
    if (!(fabs(got - want) <= 5e-5 * (1 + fabs(want)))) FAIL("%s: %.7g, not %.7g\n", what, got, want);
}

typedef struct {
    int units, palette, normalize, rescale, unity;
    float matrices[PALETTE][16];
} blend;

/* Checks one random vertex: the texture coordinates of feedback give its eye normal and eye position. */
static void one_vertex(const blend *b)
{
    float weight[4], buffer[32], object[4];
    GLuint index[4];
    double normal[3], eye[4] = {0, 0, 0, 0}, n[3] = {0, 0, 0}, length = 0, sum = 0;
    for (int i = 0; i < 4; i++) object[i] = i < 3 ? (float)uniform() : 1, weight[i] = (float)(fabs(uniform()) + 0.1), index[i] = (GLuint)rand() % PALETTE;
    for (int i = 0; i < 3; i++) normal[i] = (float)uniform();
    int size = b->unity ? b->units - 1 : UNITS;
    for (int i = 0; i < size; i++) sum += weight[i];
    for (int unit = 0; unit < b->units; unit++) {
        const float *m = b->matrices[b->palette ? index[unit] : (GLuint)unit];
        double w = b->unity && unit == size ? 1 - sum : weight[unit], own[3], factor = b->rescale ? rescale(m) : 1;
        to_normal(own, m, normal);
        for (int i = 0; i < 3; i++) n[i] += w * factor * own[i];
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) eye[i] += w * m[4 * j + i] * object[j];
    }
    for (int i = 0; i < 3; i++) length += n[i] * n[i];
    for (int i = 0; i < 3 && b->normalize; i++) n[i] /= sqrt(length);
    glWeightfvARB(size, weight);
    glMatrixIndexuivARB(UNITS, index);
    glNormal3f((float)normal[0], (float)normal[1], (float)normal[2]);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 3; i++) glTexGeni(GL_S + (GLenum)i, GL_TEXTURE_GEN_MODE, pass ? GL_EYE_LINEAR : GL_NORMAL_MAP);
        glFeedbackBuffer(32, GL_4D_COLOR_TEXTURE, buffer);
        glRenderMode(GL_FEEDBACK);
        glBegin(GL_POINTS);
        glVertex4fv(object);
        glEnd();
        if (glRenderMode(GL_RENDER) != 13) { FAIL("a point was lost\n"); return; }
        for (int i = 0; i < 3; i++) near(pass ? "eye position" : "normal", buffer[9 + i], pass ? eye[i] : n[i]);
    }
    /* The projection is the identity ÷ 100. */
    near("window x", (buffer[1] / (SIZE / 2.0) - 1) * 100 * eye[3], eye[0]);
}

static void random_vertices(void)
{
    blend b;
    glMatrixMode(GL_PROJECTION);
    glScalef(0.01f, 0.01f, 0.01f);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, "abc");
    glEnable(GL_TEXTURE_2D);
    for (int i = 0; i < 3; i++) {
        float plane[4] = {0, 0, 0, 0};
        plane[i] = 1;
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        glTexGenfv(GL_S + (GLenum)i, GL_EYE_PLANE, plane);
        glEnable(GL_TEXTURE_GEN_S + (GLenum)i);
    }
    glEnable(GL_VERTEX_BLEND_ARB);
    for (int kind = 0; kind < 64; kind++) {
        b.units = 1 + kind % 4;
        b.palette = kind >> 2 & 1, b.normalize = kind >> 3 & 1, b.rescale = kind >> 4 & 1, b.unity = (kind >> 5 & 1) && b.units > 1;
        for (int i = 0; i < (b.palette ? PALETTE : UNITS); i++) {
            for (int j = 0; j < 16; j++) b.matrices[i][j] = (float)(j % 4 == 3 ? j == 15 : uniform() + (j % 5 == 0) * 4);
            select_matrix(b.palette, i);
            glLoadMatrixf(b.matrices[i]);
        }
        glVertexBlendARB(b.units);
        (b.palette ? glEnable : glDisable)(GL_MATRIX_PALETTE_ARB);
        if (glIsEnabled(GL_MATRIX_PALETTE_ARB) != b.palette) FAIL("MATRIX_PALETTE_ARB is not what was set\n");
        (b.normalize ? glEnable : glDisable)(GL_NORMALIZE);
        (b.rescale ? glEnable : glDisable)(GL_RESCALE_NORMAL);
        (b.unity ? glEnable : glDisable)(GL_WEIGHT_SUM_UNITY_ARB);
        one_vertex(&b);
    }
}

/* The arm is a tube along x, whose right half turns by 75° about the middle. */
static struct { float position[3], normal[3], weight[2]; GLubyte index[2]; } arm[VERTICES];
static float bones[2][16];

enum { LEFT = 5, RIGHT = 19 };

static void make_arm(void)
{
    int n = 0;
    for (int ring = 0; ring < RINGS - 1; ring++)
        for (int side = 0; side < SIDES; side++)
            for (int corner = 0; corner < 4; corner++, n++) {
                int r = ring + (corner == 1 || corner == 2), s = side + (corner >= 2);
                float x = 2.0f * r / (RINGS - 1) - 1, a = 2 * (float)M_PI * s / SIDES, w = 0.5f - 1.5f * x;
                arm[n].position[0] = x;
                arm[n].position[1] = 0.3f * cosf(a), arm[n].position[2] = 0.3f * sinf(a);
                arm[n].normal[0] = 0, arm[n].normal[1] = cosf(a), arm[n].normal[2] = sinf(a);
                arm[n].weight[0] = w = w < 0 ? 0 : w > 1 ? 1 : w;
                arm[n].weight[1] = 1 - w;
                arm[n].index[0] = LEFT, arm[n].index[1] = RIGHT;
            }
}

static void set_up(void)
{
    const float toward[4] = {0.3f, 0.8f, 0.6f, 0}, diffuse[4] = {0.9f, 0.6f, 0.3f, 1};
    glMatrixMode(GL_PROJECTION);
    glFrustum(-0.5, 0.5, -0.5, 0.5, 1, 20);
    glMatrixMode(GL_MODELVIEW);
    glLightfv(GL_LIGHT0, GL_POSITION, toward);
    glMaterialfv(GL_FRONT, GL_DIFFUSE, diffuse);
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glEnable(GL_NORMALIZE);
    glEnable(GL_DEPTH_TEST);
    for (int bone = 0; bone < 2; bone++) {
        glLoadIdentity();
        glTranslatef(0.1f, -0.3f, -2.6f);
        glRotatef(20, 1, 0, 0);
        if (bone) glRotatef(75, 0, 0, 1);
        glGetFloatv(GL_MODELVIEW_MATRIX, bones[bone]);
    }
    glLoadIdentity();
}

static void load_bones(int palette)
{
    const int numbers[2] = {palette ? LEFT : 0, palette ? RIGHT : 1};
    for (int bone = 0; bone < 2; bone++) {
        select_matrix(palette, numbers[bone]);
        glLoadMatrixf(bones[bone]);
    }
    glEnable(GL_VERTEX_BLEND_ARB);
    glVertexBlendARB(2);
    if (palette) glEnable(GL_MATRIX_PALETTE_ARB);
}

static void commands(int unity, int palette)
{
    if (unity) glEnable(GL_WEIGHT_SUM_UNITY_ARB);
    glBegin(GL_QUADS);
    for (int i = 0; i < VERTICES; i++) {
        glWeightfvARB(unity ? 1 : 2, arm[i].weight);
        if (palette) glMatrixIndexubvARB(2, arm[i].index);
        glNormal3fv(arm[i].normal);
        glVertex3fv(arm[i].position);
    }
    glEnd();
}

static void arrays(int weights, const char *base)
{
#define AT(field) (base + ((char *)arm[0].field - (char *)arm))
    glVertexPointer(3, GL_FLOAT, sizeof arm[0], AT(position));
    glNormalPointer(GL_FLOAT, sizeof arm[0], AT(normal));
    glWeightPointerARB(weights, GL_FLOAT, sizeof arm[0], AT(weight));
    glMatrixIndexPointerARB(2, GL_UNSIGNED_BYTE, sizeof arm[0], AT(index));
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_NORMAL_ARRAY);
    glEnableClientState(GL_WEIGHT_ARRAY_ARB);
    glEnableClientState(GL_MATRIX_INDEX_ARRAY_ARB);
}

static void program(const char *matrices)
{
    static char text[2048];
    snprintf(text, sizeof text,
             "!!ARBvp1.0\nATTRIB w = vertex.weight; ATTRIB v = vertex.position; ATTRIB n = vertex.normal; PARAM p[4] = { state.matrix.projection };\n"
             "TEMP eye, normal, own, d; ADDRESS a;\n%s"
             "DP4 result.position.x, p[0], eye; DP4 result.position.y, p[1], eye; DP4 result.position.z, p[2], eye; DP4 result.position.w, p[3], eye;\n"
             "DP3 d.w, normal, normal; RSQ d.w, d.w; MUL normal.xyz, normal, d.w; DP3 own.w, state.light[0].position, state.light[0].position; RSQ own.w, own.w;\n"
             "MUL own.xyz, state.light[0].position, own.w; DP3 d.x, normal, own; MAX d.x, d.x, 0.0; MOV own, state.lightprod[0].ambient;\n"
             "ADD own, own, state.lightmodel.scenecolor; MAD own.xyz, d.x, state.lightprod[0].diffuse, own; MOV own.w, 1.0; MOV result.color, own; END", matrices);
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    if (glGetError()) FAIL("%s\n", glGetString(GL_PROGRAM_ERROR_STRING_ARB));
    glEnable(GL_VERTEX_PROGRAM_ARB);
}

#define UNIT(M, N, W) \
    "DP4 own.x, " M "0], v; DP4 own.y, " M "1], v; DP4 own.z, " M "2], v; DP4 own.w, " M "3], v; MAD eye, own, w." W ", eye;\n" \
    "DP3 own.x, " N "0], n; DP3 own.y, " N "1], n; DP3 own.z, " N "2], n; MAD normal, own, w." W ", normal;\n"

static void program_of_modelviews(void)
{
    load_bones(0);
    glDisable(GL_VERTEX_BLEND_ARB);
    program("MOV eye, { 0, 0, 0, 0 }; MOV normal, eye;\n"
            UNIT("state.matrix.modelview[0].row[", "state.matrix.modelview[0].invtrans.row[", "x")
            UNIT("state.matrix.modelview[1].row[", "state.matrix.modelview[1].invtrans.row[", "y"));
    arrays(2, (char *)arm);
    /* Programs do not use the derived weight: w.y would be wrong if it replaced the second one. */
    glEnable(GL_WEIGHT_SUM_UNITY_ARB);
    glDrawArrays(GL_QUADS, 0, VERTICES);
}

/* The palette matrices of the bones are consecutive. Rows of both are read by a computed address. */
static void program_of_palette(void)
{
    load_bones(1);
    program("PARAM m[] = { state.matrix.palette[5], state.matrix.palette[19] };\n"
            "PARAM q[] = { state.matrix.palette[5].invtrans, state.matrix.palette[19].invtrans };\n"
            "TEMP i; MOV eye, { 0, 0, 0, 0 }; MOV normal, eye;\n"
            /* (index − 5) · 4 ÷ 14: the place of its first row */
            "SUB i, vertex.matrixindex, 5.0; MUL i, i, 0.28571429; ADD i, i, 0.125; ARL a.x, i.x;\n"
            UNIT("m[a.x + ", "q[a.x + ", "x") "ARL a.x, i.y;\n" UNIT("m[a.x + ", "q[a.x + ", "y"));
    arrays(2, (char *)arm);
    glDrawArrays(GL_QUADS, 0, VERTICES);
}

/* The same sums, computed here: the picture that all others are compared with. */
static void transformed_here(void)
{
    glBegin(GL_QUADS);
    for (int i = 0; i < VERTICES; i++) {
        double eye[3] = {0}, n[3] = {0}, own[3], normal[3] = {arm[i].normal[0], arm[i].normal[1], arm[i].normal[2]};
        for (int bone = 0; bone < 2; bone++) {
            to_normal(own, bones[bone], normal);
            for (int j = 0; j < 3; j++) {
                n[j] += arm[i].weight[bone] * own[j];
                for (int k = 0; k < 4; k++) eye[j] += arm[i].weight[bone] * bones[bone][4 * k + j] * (k < 3 ? arm[i].position[k] : 1.0);
            }
        }
        glNormal3dv(n);
        glVertex3dv(eye);
    }
    glEnd();
}

static void two_modelviews(void) { load_bones(0); commands(0, 0); }
static void unity(void) { load_bones(0); commands(1, 0); }
static void palette(void) { load_bones(1); commands(0, 1); }
static void palette_in_list(void)
{
    load_bones(1);
    glNewList(1, GL_COMPILE);
    commands(0, 1);
    glEndList();
    /* The commands of the list that give one weight depend on the state when the list is called. */
    glCallList(1);
}
static void unity_in_list(void)
{
    load_bones(0);
    glNewList(1, GL_COMPILE);
    glBegin(GL_QUADS);
    for (int i = 0; i < VERTICES; i++) glWeightfvARB(1, arm[i].weight), glNormal3fv(arm[i].normal), glVertex3fv(arm[i].position);
    glEnd();
    glEndList();
    glEnable(GL_WEIGHT_SUM_UNITY_ARB);
    glCallList(1);
}
static void arrays_of_two(void) { load_bones(0); arrays(2, (char *)arm); glDrawArrays(GL_QUADS, 0, VERTICES); }
static void arrays_with_unity(void)
{
    load_bones(0);
    arrays(1, (char *)arm);
    glEnable(GL_WEIGHT_SUM_UNITY_ARB);
    glDrawArrays(GL_QUADS, 0, VERTICES);
}
static void few_at_a_time(void)
{
    load_bones(1);
    arrays(1, (char *)arm);
    glEnable(GL_WEIGHT_SUM_UNITY_ARB);
    for (int i = 0; i < VERTICES; i += 4) glDrawArrays(GL_QUADS, i, 4);
}
static void elements(void)
{
    load_bones(1);
    arrays(1, (char *)arm);
    glEnable(GL_WEIGHT_SUM_UNITY_ARB);
    glBegin(GL_QUADS);
    for (int i = 0; i < VERTICES; i++) glArrayElement(i);
    glEnd();
}
static void buffer_object(void)
{
    GLuint name;
    static GLushort order[VERTICES];
    for (int i = 0; i < VERTICES; i++) order[i] = (GLushort)(VERTICES - 4 - i / 4 * 4 + i % 4);
    load_bones(1);
    glGenBuffers(1, &name);
    glBindBuffer(GL_ARRAY_BUFFER, name);
    glBufferData(GL_ARRAY_BUFFER, sizeof arm, arm, GL_STATIC_DRAW);
    arrays(1, NULL);
    glEnable(GL_WEIGHT_SUM_UNITY_ARB);
    glDrawElements(GL_QUADS, VERTICES, GL_UNSIGNED_SHORT, order);
}
static void arrays_in_list(void)
{
    load_bones(1);
    arrays(1, (char *)arm);
    glNewList(1, GL_COMPILE);
    glDrawArrays(GL_QUADS, 0, VERTICES);
    glEndList();
    glEnable(GL_WEIGHT_SUM_UNITY_ARB);
    glCallList(1);
}

static const struct { const char *name; void (*draw)(void); } ways[] = {
    {"transformed here", transformed_here}, {"two modelview matrices", two_modelviews}, {"sum of 1", unity}, {"palette", palette},
    {"palette in a list", palette_in_list}, {"sum of 1 in a list", unity_in_list}, {"arrays", arrays_of_two}, {"arrays, sum of 1", arrays_with_unity},
    {"few at a time", few_at_a_time}, {"ArrayElement", elements}, {"buffer object", buffer_object}, {"arrays in a list", arrays_in_list},
    {"program of modelview matrices", program_of_modelviews}, {"program of the palette", program_of_palette}};
static unsigned char reference[SIZE * SIZE * 4];
static unsigned current;

static void draw_arm(void)
{
    make_arm();
    set_up();
    ways[current].draw();
    glFinish();
    if (current == 0) memcpy(reference, frame, sizeof frame);
    int different = 0, covered = 0;
    for (int i = 0; i < SIZE * SIZE * 4; i += 4) {
        int bad = 0;
        for (int c = 0; c < 3; c++) bad |= abs(frame[i + c] - reference[i + c]) > 2;
        different += bad, covered += frame[i] != 0;
    }
    /* Edges move where the last bits of a position differ. */
    if (different > 8 || covered < 2000) FAIL("%s: %d pixels differ, %d are covered\n", ways[current].name, different, covered);
}

int main(int argc, char **argv)
{
    void (*const first[])(void) = {random_vertices};
    void (*const pictures[])(void) = {draw_arm};
    look_up();
    run_tests(first, 1);
    for (current = 0; current < sizeof ways / sizeof ways[0]; current++) {
        run_tests(pictures, 1);
        if (argc > 2 && !strcmp(argv[1], ways[current].name)) {
            FILE *file = fopen(argv[2], "wb");
            fprintf(file, "P6 %d %d 255\n", SIZE, SIZE);
            for (int i = 0; i < SIZE * SIZE; i++) fwrite(frame + 4 * i, 1, 3, file);
            fclose(file);
        }
    }
    return failures != 0;
}
