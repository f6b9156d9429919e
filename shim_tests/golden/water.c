/* Golden scenes of a shiny water surface as games of 2002 to 2004 drew it. Two waves move the coordinates of the mirrored picture and of
 * the ground, the angle blends the two, and light glitters on the surface.
 *
 * The surface is drawn three times: by ATI_fragment_shader in two passes, by register combiners after texture shaders, and by an
 * ARB_fragment_program. tests/water.rs compares the three. Where a library lacks the extension, the program replaces it. */
#include "golden.h"
#include "../c/ati_calls.h"
#include <GL/osmesa.h>

static PFNGLCOMBINERINPUTNVPROC pInput;
static PFNGLCOMBINEROUTPUTNVPROC pOutput;
static PFNGLFINALCOMBINERINPUTNVPROC pFinal;
static PFNGLCOMBINERPARAMETERINVPROC pParameteri;
static PFNGLCOMBINERPARAMETERFVNVPROC pParameterfv;

__attribute__((constructor)) static void look_up(void)
{
#define LOOK_UP(pointer, name) pointer = (__typeof__(pointer))(void *)OSMesaGetProcAddress(name)
    load_ati_calls();
    LOOK_UP(pInput, "glCombinerInputNV");
    LOOK_UP(pOutput, "glCombinerOutputNV");
    LOOK_UP(pFinal, "glFinalCombinerInputNV");
    LOOK_UP(pParameteri, "glCombinerParameteriNV");
    LOOK_UP(pParameterfv, "glCombinerParameterfvNV");
}

static int has(const char *extension) { return strstr((const char *)glGetString(GL_EXTENSIONS), extension) != NULL; }

enum { WAVES = 32, VIEW = 64 };
/* How far a wave of height 1 moves a coordinate, and the direction of the light as a colour. */
static const float BEND = 0.0625f, LIGHT[4] = {0.68f, 0.83f, 0.83f, 1};

/* Returns the slopes of the waves at a texel, c/128 each. */
static void slopes(int x, int y, int out[2])
{
    float a = 2 * (float)M_PI * (x + 0.5f) / WAVES, b = 2 * (float)M_PI * (y + 0.5f) / WAVES;
    out[0] = (int)lrintf(70 * sinf(a + sinf(b)) + 35 * sinf(2 * a - b));
    out[1] = (int)lrintf(60 * cosf(b + 2 * a) + 40 * sinf(3 * b));
}

static void load(GLenum unit, GLint internal, int size, GLenum format, GLenum type, const void *texels, GLint wrap)
{
    GLuint name;
    glActiveTexture(unit);
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, internal, size, size, 0, format, type, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
    glEnable(GL_TEXTURE_2D);
    glActiveTexture(GL_TEXTURE0);
}

/* Unit 0 has slopes, as offsets or as bytes 128 + c. Unit 3 has normals of the same waves. */
static void load_waves(int as_offsets)
{
    signed char offsets[WAVES][WAVES][2];
    unsigned char bytes[WAVES][WAVES][4], normals[WAVES][WAVES][3];
    for (int y = 0; y < WAVES; y++)
        for (int x = 0; x < WAVES; x++) {
            int s[2];
            slopes(x, y, s);
            float n[3] = {-s[0] / 128.0f, -s[1] / 128.0f, 1.4f}, length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
            for (int i = 0; i < 2; i++) {
                offsets[y][x][i] = (signed char)s[i];
                bytes[y][x][i] = (unsigned char)(s[i] + 128);
            }
            bytes[y][x][2] = bytes[y][x][3] = 0;
            for (int i = 0; i < 3; i++) normals[y][x][i] = (unsigned char)lrintf(127.5f + 127.5f * n[i] / length);
        }
    if (as_offsets) load(GL_TEXTURE0, GL_DSDT8_NV, WAVES, GL_DSDT_NV, GL_BYTE, offsets, GL_REPEAT);
    else load(GL_TEXTURE0, GL_RGBA8, WAVES, GL_RGBA, GL_UNSIGNED_BYTE, bytes, GL_REPEAT);
    load(GL_TEXTURE3, GL_RGB8, WAVES, GL_RGB, GL_UNSIGNED_BYTE, normals, GL_REPEAT);
}

/* Unit 1 has the mirrored picture, an evening sky with its sun over hills. Unit 2 has the ground with pebbles. */
static void load_views(void)
{
    static unsigned char sky[VIEW][VIEW][3], ground[VIEW][VIEW][3];
    for (int y = 0; y < VIEW; y++)
        for (int x = 0; x < VIEW; x++) {
            float s = (x + 0.5f) / VIEW, t = (y + 0.5f) / VIEW, u = s - 0.62f, v = t - 0.45f;
            float sun = expf(-30 * (u * u + v * v)), hill = 0.24f + 0.07f * sinf(9 * s) + 0.05f * sinf(23 * s + 1);
            float c[3] = {0.95f - 0.6f * t + 0.6f * sun, 0.45f - 0.1f * t + 0.45f * sun, 0.3f + 0.45f * t + 0.1f * sun};
            float p = 0.5f + 0.25f * sinf(21 * s + 3 * sinf(13 * t)) + 0.25f * sinf(27 * t + 2 * cosf(17 * s));
            for (int i = 0; i < 3; i++) {
                float value = t < hill ? 0.08f + 0.05f * (float)i : c[i];
                sky[y][x][i] = (unsigned char)lrintf(255 * fminf(value, 1));
                ground[y][x][i] = (unsigned char)lrintf(255 * p * (i == 0 ? 0.25f : i == 1 ? 0.5f : 0.45f));
            }
        }
    load(GL_TEXTURE1, GL_RGB8, VIEW, GL_RGB, GL_UNSIGNED_BYTE, sky, GL_CLAMP_TO_EDGE);
    load(GL_TEXTURE2, GL_RGB8, VIEW, GL_RGB, GL_UNSIGNED_BYTE, ground, GL_MIRRORED_REPEAT);
}

/* Draws the sky, and below it the surface in perspective, whose alpha is its reflectance. The far edge reflects most. */
static void draw_surface(void)
{
    static const float corners[4][2] = {{-1, 0}, {1, 0}, {1, 1}, {-1, 1}};
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        float x = corners[i][0], far = corners[i][1], w = 1 + 3 * far;
        float tile[2] = {1.1f * x, 2.6f * far};
        glMultiTexCoord2fv(GL_TEXTURE0, tile);
        glMultiTexCoord2fv(GL_TEXTURE3, tile);
        glMultiTexCoord2f(GL_TEXTURE1, 0.5f + 0.45f * x, 0.9f - 0.7f * far);
        glMultiTexCoord2f(GL_TEXTURE2, 0.7f * x, 1.4f * far);
        glColor4f(1, 1, 1, 0.15f + 0.8f * far);
        glVertex4f(x * (1 + 2.6f * far), -1 + 3.2f * far, 0, w);
    }
    glEnd();
}

/* n · l to the power of eight shines on what the waves show. */
static void shade_by_program(void)
{
    static const char text[] =
        "!!ARBfp1.0 TEMP d, s, g, n; PARAM bend = program.local[0]; PARAM light = program.local[1];"
        "TEX d, fragment.texcoord[0], texture[0], 2D; MAD d, d, 1.9921875, -1.0;"
        "MAD s, d, bend, fragment.texcoord[1]; TEX s, s, texture[1], 2D;"
        "MAD g, d, bend, fragment.texcoord[2]; TEX g, g, texture[2], 2D;"
        "TEX n, fragment.texcoord[3], texture[3], 2D; MAD n, n, 2.0, -1.0; DP3_SAT n, n, light; MUL n, n, n; MUL n, n, n;"
        "LRP s, fragment.color.a, s, g; MAD_SAT result.color.xyz, n, n, s; MOV result.color.w, 1.0; END";
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof text - 1, text);
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, BEND, BEND, 0, 0);
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, 2 * LIGHT[0] - 1, 2 * LIGHT[1] - 1, 2 * LIGHT[2] - 1, 0);
}

SCENE(water, program)
{
    load_waves(0);
    load_views();
    shade_by_program();
    draw_surface();
}

/* The first pass moves two coordinate sets by the slopes, and the second samples both pictures there. */
SCENE(water, ati)
{
    load_waves(0);
    load_views();
    pBind(pGen(1));
    pBegin();
    constant(CON(0), 0.99609375f, 0.99609375f, 0, 0);
    constant(CON(1), BEND, BEND, 0, 0);
    constant(CON(2), LIGHT[0], LIGHT[1], LIGHT[2], 1);
    pSample(REG(0), TEX(0), STR);
    pPass(REG(1), TEX(1), STR);
    pPass(REG(2), TEX(2), STR);
    pColor2(GL_MUL_ATI, REG(0), RGB_ALL, GL_NONE, REG(0), AS_IS, CON(0), AS_IS);
    pColor3(GL_MAD_ATI, REG(1), RGB_ALL, GL_NONE, REG(0), GL_NONE, GL_2X_BIT_ATI | GL_BIAS_BIT_ATI, CON(1), AS_IS, REG(1), AS_IS);
    pColor3(GL_MAD_ATI, REG(2), RGB_ALL, GL_NONE, REG(0), GL_NONE, GL_2X_BIT_ATI | GL_BIAS_BIT_ATI, CON(1), AS_IS, REG(2), AS_IS);
    pSample(REG(1), REG(1), STR);
    pSample(REG(2), REG(2), STR);
    pSample(REG(3), TEX(3), STR);
    pColor2(GL_DOT3_ATI, REG(3), RGB_ALL, GL_SATURATE_BIT_ATI, REG(3), GL_NONE, GL_2X_BIT_ATI | GL_BIAS_BIT_ATI, CON(2), GL_NONE,
            GL_2X_BIT_ATI | GL_BIAS_BIT_ATI);
    pColor2(GL_MUL_ATI, REG(3), RGB_ALL, GL_NONE, REG(3), AS_IS, REG(3), AS_IS);
    pColor2(GL_MUL_ATI, REG(3), RGB_ALL, GL_NONE, REG(3), AS_IS, REG(3), AS_IS);
    pColor3(GL_LERP_ATI, REG(0), RGB_ALL, GL_NONE, GL_PRIMARY_COLOR_ARB, GL_ALPHA, GL_NONE, REG(1), AS_IS, REG(2), AS_IS);
    pColor3(GL_MAD_ATI, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, REG(3), AS_IS, REG(3), AS_IS, REG(0), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, GL_ONE, AS_IS);
    pEnd();
    glEnable(GL_FRAGMENT_SHADER_ATI);
    draw_surface();
}

static void input(GLenum stage, GLenum variable, GLenum reg, GLenum mapping) { pInput(stage, GL_RGB, variable, reg, mapping, GL_RGB); }
static void last(GLenum variable, GLenum reg, GLenum mapping, GLenum usage) { pFinal(variable, reg, mapping, usage); }

static void square(GLenum stage)
{
    input(stage, GL_VARIABLE_A_NV, GL_SPARE0_NV, GL_UNSIGNED_IDENTITY_NV);
    input(stage, GL_VARIABLE_B_NV, GL_SPARE0_NV, GL_UNSIGNED_IDENTITY_NV);
    pOutput(stage, GL_RGB, GL_SPARE0_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_NONE, GL_NONE, GL_FALSE, GL_FALSE, GL_FALSE);
}

/* Units 1 and 2 sample where the offsets of unit 0 say. */
static void offset_textures(void)
{
    static const GLint operations[4] = {GL_TEXTURE_2D, GL_OFFSET_TEXTURE_2D_NV, GL_OFFSET_TEXTURE_2D_NV, GL_TEXTURE_2D};
    static const float matrix[4] = {0.0625f, 0, 0, 0.0625f};
    for (GLenum unit = 0; unit < 4; unit++) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glTexEnvi(GL_TEXTURE_SHADER_NV, GL_SHADER_OPERATION_NV, operations[unit]);
        if (unit == 1 || unit == 2) {
            glTexEnvi(GL_TEXTURE_SHADER_NV, GL_PREVIOUS_TEXTURE_INPUT_NV, GL_TEXTURE0);
            glTexEnvfv(GL_TEXTURE_SHADER_NV, GL_OFFSET_TEXTURE_MATRIX_NV, matrix);
        }
    }
    glEnable(GL_TEXTURE_SHADER_NV);
}

SCENE(water, combiners)
{
    int nvidia = has("GL_NV_register_combiners") && has("GL_NV_texture_shader");
    load_waves(nvidia);
    load_views();
    if (!nvidia) {
        shade_by_program();
        draw_surface();
        return;
    }
    offset_textures();
    glEnable(GL_REGISTER_COMBINERS_NV);
    pParameteri(GL_NUM_GENERAL_COMBINERS_NV, 3);
    pParameterfv(GL_CONSTANT_COLOR0_NV, LIGHT);
    input(GL_COMBINER0_NV, GL_VARIABLE_A_NV, GL_TEXTURE3, GL_EXPAND_NORMAL_NV);
    input(GL_COMBINER0_NV, GL_VARIABLE_B_NV, GL_CONSTANT_COLOR0_NV, GL_EXPAND_NORMAL_NV);
    pOutput(GL_COMBINER0_NV, GL_RGB, GL_SPARE0_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_NONE, GL_NONE, GL_TRUE, GL_FALSE, GL_FALSE);
    square(GL_COMBINER1_NV);
    square(GL_COMBINER2_NV);
    last(GL_VARIABLE_A_NV, GL_PRIMARY_COLOR_NV, GL_UNSIGNED_IDENTITY_NV, GL_ALPHA);
    last(GL_VARIABLE_B_NV, GL_TEXTURE1, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    last(GL_VARIABLE_C_NV, GL_TEXTURE2, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    last(GL_VARIABLE_D_NV, GL_E_TIMES_F_NV, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    last(GL_VARIABLE_E_NV, GL_SPARE0_NV, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    last(GL_VARIABLE_F_NV, GL_SPARE0_NV, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    last(GL_VARIABLE_G_NV, GL_ZERO, GL_UNSIGNED_INVERT_NV, GL_ALPHA);
    draw_surface();
}

/* Bump mapping in two passes over the picture: DOT3 environments give the light, then the ground multiplies it. */
SCENE(water, bumps_in_two_passes)
{
    static const float light[4] = {0.9f, 0.65f, 0.8f, 1};
    load_waves(0);
    load_views();
    for (GLenum unit = GL_TEXTURE0; unit <= GL_TEXTURE3; unit++) {
        glActiveTexture(unit);
        glDisable(GL_TEXTURE_2D);
    }
    glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, light);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_DOT3_RGB);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE1_RGB, GL_CONSTANT);
    glEnable(GL_TEXTURE_2D);
    draw_surface();
    glDisable(GL_TEXTURE_2D);
    glActiveTexture(GL_TEXTURE2);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_DST_COLOR, GL_SRC_COLOR);
    draw_surface();
}

/* ATI_fragment_shader in two passes: n·l and n·h of the first are the coordinates of the only sample of the second. */
SCENE(water, lookup_in_two_passes)
{
    enum { N = 32 };
    static unsigned char table[N][N][3];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float d = (x + 0.5f) / N, s = powf((y + 0.5f) / N, 12);
            table[y][x][0] = (unsigned char)lrintf(255 * fminf(0.25f * d + s, 1));
            table[y][x][1] = (unsigned char)lrintf(255 * fminf(0.5f * d + s, 1));
            table[y][x][2] = (unsigned char)lrintf(255 * fminf(0.2f + 0.5f * d + 0.7f * s, 1));
        }
    load_waves(0);
    load(GL_TEXTURE1, GL_RGB8, N, GL_RGB, GL_UNSIGNED_BYTE, table, GL_CLAMP_TO_EDGE);
    pBind(pGen(1));
    pBegin();
    constant(CON(1), 0.8f, 0.6f, 0.9f, 0);
    constant(CON(2), LIGHT[0], LIGHT[1], LIGHT[2], 1);
    pSample(REG(3), TEX(3), STR);
    pColor2(GL_DOT3_ATI, REG(1), GL_RED_BIT_ATI, GL_NONE, REG(3), GL_NONE, GL_2X_BIT_ATI | GL_BIAS_BIT_ATI, CON(1), GL_NONE,
            GL_2X_BIT_ATI | GL_BIAS_BIT_ATI);
    pColor2(GL_DOT3_ATI, REG(1), GL_GREEN_BIT_ATI, GL_NONE, REG(3), GL_NONE, GL_2X_BIT_ATI | GL_BIAS_BIT_ATI, CON(2), GL_NONE,
            GL_2X_BIT_ATI | GL_BIAS_BIT_ATI);
    pColor1(GL_MOV_ATI, REG(1), GL_BLUE_BIT_ATI, GL_NONE, GL_ZERO, AS_IS);
    pSample(REG(1), REG(1), STR);
    pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_NONE, REG(1), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, GL_ONE, AS_IS);
    pEnd();
    glEnable(GL_FRAGMENT_SHADER_ATI);
    draw_surface();
}
