/* Measures lighting by register combiners, and the same arithmetic as an ARB fragment program. It draws both in turn, and prints the
 * medians of nanoseconds of processor time per pixel and of their ratio.
 *
 * usage: combiner_speed [ROUNDS [TEX|TXP]]. Conventional texturing divides coordinates by q, as TXP does; a program that needs no
 * division has TEX. From the top of the repository, after a release build:
 *     cc -O1 -o combiner_speed shim_tests/c/combiner_speed.c -Ltarget/release -lOSMesa -lGL -lm
 *     TRILOBITE_WORKERS=1 LD_LIBRARY_PATH=target/release ./combiner_speed 31 TXP */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <math.h>
#include <string.h>
#include "two_ways.h"

enum { SIZE = 1024, TEXELS = 64, DRAWS = 12 };
static unsigned char frame[SIZE * SIZE * 4], pictures[2][SIZE * SIZE * 4];

/* Vectors as bytes on a unit: normals, directions to the light, or half angles. Or a colour map. */
static void texture(GLenum unit, float tilt)
{
    static unsigned char t[TEXELS][TEXELS][4];
    for (int y = 0; y < TEXELS; y++)
        for (int x = 0; x < TEXELS; x++) {
            float v[3] = {tilt * sinf(0.2f * (float)x), tilt * cosf(0.3f * (float)y), 1}, length = sqrtf(v[0] * v[0] + v[1] * v[1] + 1);
            for (int i = 0; i < 3; i++) t[y][x][i] = (unsigned char)lrintf(127.5f + 127.5f * v[i] / length);
            t[y][x][3] = 255;
        }
    GLuint name;
    glActiveTexture(unit);
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, TEXELS, TEXELS, 0, GL_RGBA, GL_UNSIGNED_BYTE, t);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glEnable(GL_TEXTURE_2D);
}

/* Sets the four variables of a general combiner, all with one mapping. */
static void inputs(GLenum stage, GLenum mapping, const GLenum registers[4])
{
    for (GLenum i = 0; i < 4; i++) glCombinerInputNV(stage, GL_RGB, GL_VARIABLE_A_NV + i, registers[i], mapping, GL_RGB);
}

/* Sets the outputs of a general combiner for AB, CD and their sum. */
static void outputs(GLenum stage, GLenum ab, GLenum cd, GLenum sum, GLboolean dot)
{
    glCombinerOutputNV(stage, GL_RGB, ab, cd, sum, GL_NONE, GL_NONE, dot, dot, GL_FALSE);
}

/* The lighting: diffuse light times colour map and primary colour, n·h to the eighth power times the secondary colour, ambient light. */
static void set_combiners(void)
{
    static const float ambient[4] = {0.1f, 0.08f, 0.12f, 1};
    glCombinerParameteriNV(GL_NUM_GENERAL_COMBINERS_NV, 4);
    glCombinerParameterfvNV(GL_CONSTANT_COLOR0_NV, ambient);
    inputs(GL_COMBINER0_NV, GL_EXPAND_NORMAL_NV, (GLenum[]){GL_TEXTURE0, GL_TEXTURE1, GL_TEXTURE0, GL_TEXTURE2});
    outputs(GL_COMBINER0_NV, GL_SPARE0_NV, GL_SPARE1_NV, GL_DISCARD_NV, GL_TRUE);
    /* Light times the colour map, and the highlight squared. */
    inputs(GL_COMBINER1_NV, GL_UNSIGNED_IDENTITY_NV, (GLenum[]){GL_SPARE0_NV, GL_PRIMARY_COLOR_NV, GL_SPARE1_NV, GL_SPARE1_NV});
    outputs(GL_COMBINER1_NV, GL_SPARE0_NV, GL_SPARE1_NV, GL_DISCARD_NV, GL_FALSE);
    /* B and D are 1. */
    inputs(GL_COMBINER2_NV, GL_UNSIGNED_IDENTITY_NV, (GLenum[]){GL_SPARE0_NV, GL_ZERO, GL_CONSTANT_COLOR0_NV, GL_ZERO});
    glCombinerInputNV(GL_COMBINER2_NV, GL_RGB, GL_VARIABLE_B_NV, GL_ZERO, GL_UNSIGNED_INVERT_NV, GL_RGB);
    glCombinerInputNV(GL_COMBINER2_NV, GL_RGB, GL_VARIABLE_D_NV, GL_ZERO, GL_UNSIGNED_INVERT_NV, GL_RGB);
    outputs(GL_COMBINER2_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_SPARE0_NV, GL_FALSE);
    inputs(GL_COMBINER3_NV, GL_UNSIGNED_IDENTITY_NV, (GLenum[]){GL_SPARE1_NV, GL_SPARE1_NV, GL_ZERO, GL_ZERO});
    outputs(GL_COMBINER3_NV, GL_SPARE1_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_FALSE);
    glFinalCombinerInputNV(GL_VARIABLE_A_NV, GL_SPARE0_NV, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    glFinalCombinerInputNV(GL_VARIABLE_B_NV, GL_TEXTURE3, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    glFinalCombinerInputNV(GL_VARIABLE_C_NV, GL_ZERO, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    glFinalCombinerInputNV(GL_VARIABLE_D_NV, GL_E_TIMES_F_NV, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    glFinalCombinerInputNV(GL_VARIABLE_E_NV, GL_SPARE1_NV, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    glFinalCombinerInputNV(GL_VARIABLE_F_NV, GL_SPARE1_NV, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    glFinalCombinerInputNV(GL_VARIABLE_G_NV, GL_PRIMARY_COLOR_NV, GL_UNSIGNED_IDENTITY_NV, GL_ALPHA);
}

static void set_program(const char *read)
{
    static const char form[] =
        "!!ARBfp1.0 TEMP n, l, h, c, d, s; PARAM ambient = {0.1, 0.08, 0.12, 1};"
        "%s n, fragment.texcoord[0], texture[0], 2D; %s l, fragment.texcoord[1], texture[1], 2D;"
        "%s h, fragment.texcoord[2], texture[2], 2D; %s c, fragment.texcoord[3], texture[3], 2D;"
        "MAD n, n, 2, -1; MAD l, l, 2, -1; MAD h, h, 2, -1; DP3_SAT d, n, l; DP3_SAT s, n, h;"
        "MUL d, d, fragment.color; MUL s, s, s; ADD_SAT d, d, ambient; MUL s, s, s;"
        "MUL s, s, s; MAD_SAT result.color.xyz, d, c, s; MOV result.color.w, fragment.color.w; END";
    char text[sizeof form + 16];
    int length = snprintf(text, sizeof text, form, read, read, read, read);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, length, text);
}

static void draw(void)
{
    static const float corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        float x = corners[i][0], y = corners[i][1];
        for (GLenum set = 0; set < 4; set++) glMultiTexCoord2f(GL_TEXTURE0 + set, (3 + (float)set) * x + 0.1f, 4 * y + 0.3f * (float)set);
        glColor4f(0.6f + 0.3f * x, 0.7f + 0.2f * y, 0.8f, 0.5f);
        glVertex2f(x, y);
    }
    glEnd();
}

/* Nanoseconds per pixel. */
static double measure(int by_program)
{
    (by_program ? glDisable : glEnable)(GL_REGISTER_COMBINERS_NV);
    (by_program ? glEnable : glDisable)(GL_FRAGMENT_PROGRAM_ARB);
    draw();
    glFinish();
    double start = seconds();
    for (int i = 0; i < DRAWS; i++) draw();
    glFinish();
    double spent = seconds() - start;
    memcpy(pictures[by_program], frame, sizeof frame);
    return 1e9 * spent / DRAWS / SIZE / SIZE;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 15, worst = 0;
    OSMesaContext context = OSMesaCreateContext(OSMESA_RGBA, NULL);
    if (!context || !OSMesaMakeCurrent(context, frame, GL_UNSIGNED_BYTE, SIZE, SIZE)) return 1;
    texture(GL_TEXTURE0, 0.7f);
    texture(GL_TEXTURE1, 0.4f);
    texture(GL_TEXTURE2, 0.2f);
    texture(GL_TEXTURE3, 1.5f);
    set_combiners();
    set_program(argc > 2 ? argv[2] : "TXP");
    static const char *const names[2] = {"combiners", "program"};
    if (!two_ways(rounds, names, "pixel", measure)) return 2;
    if (glGetError()) return 1;
    for (int i = 0; i < SIZE * SIZE * 4; i++) worst = abs(pictures[0][i] - pictures[1][i]) > worst ? abs(pictures[0][i] - pictures[1][i]) : worst;
    printf("greatest difference of a channel %d\n", worst);
    return 0;
}
