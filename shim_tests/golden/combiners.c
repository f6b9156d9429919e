/* Golden scenes of NV_register_combiners and NV_texture_shader. Mesa has neither. Where they are missing, an ARB_fragment_program does
 * the same arithmetic, so that the reference has another implementation and another formulation. */
#include "golden.h"
#include <GL/osmesa.h>

static PFNGLCOMBINERINPUTNVPROC pInput;
static PFNGLCOMBINEROUTPUTNVPROC pOutput;
static PFNGLFINALCOMBINERINPUTNVPROC pFinal;
static PFNGLCOMBINERPARAMETERINVPROC pParameter;

__attribute__((constructor)) static void look_up(void)
{
#define LOOK_UP(pointer, name) pointer = (__typeof__(pointer))(void *)OSMesaGetProcAddress(name)
    LOOK_UP(pInput, "glCombinerInputNV");
    LOOK_UP(pOutput, "glCombinerOutputNV");
    LOOK_UP(pFinal, "glFinalCombinerInputNV");
    LOOK_UP(pParameter, "glCombinerParameteriNV");
}

static int has(const char *extension) { return strstr((const char *)glGetString(GL_EXTENSIONS), extension) != NULL; }

/* Uses a fragment program instead. */
static void program(const char *text)
{
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
}

/* Unit 0 has the normals of round bumps, as bytes. */
static void normal_map(void)
{
    enum { N = 32 };
    unsigned char t[N][N][3];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float nx = sinf(2 * (float)M_PI * 2 * (x + 0.5f) / N), ny = sinf(2 * (float)M_PI * 2 * (y + 0.5f) / N);
            float n[3] = {nx, ny, 0.6f};
            float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
            for (int i = 0; i < 3; i++) t[y][x][i] = (unsigned char)lrintf(127.5f + 127.5f * n[i] / length);
        }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, N, N, 0, GL_RGB, GL_UNSIGNED_BYTE, t);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glEnable(GL_TEXTURE_2D);
}

/* Unit 1 has a cube map of the directions to its texels, which scales any vector to length 1. */
static void normalization_map(void)
{
    enum { N = 32 };
    static const float axes[6][3][3] = {
        {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}}, {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}}, {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
        {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}}, {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
    };
    unsigned char t[N][N][3];
    glActiveTexture(GL_TEXTURE1);
    for (int face = 0; face < 6; face++) {
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                float s = 2 * (x + 0.5f) / N - 1, r = 2 * (y + 0.5f) / N - 1, length = sqrtf(s * s + r * r + 1);
                for (int i = 0; i < 3; i++) {
                    float v = s * axes[face][0][i] + r * axes[face][1][i] + axes[face][2][i];
                    t[y][x][i] = (unsigned char)lrintf(127.5f + 127.5f * v / length);
                }
            }
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, 0, GL_RGB8, N, N, 0, GL_RGB, GL_UNSIGNED_BYTE, t);
    }
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glEnable(GL_TEXTURE_CUBE_MAP);
    glActiveTexture(GL_TEXTURE0);
}

/* Draws the picture with the vector to a light in set 1. */
static void lit_quad(void)
{
    static const float corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        float x = corners[i][0], y = corners[i][1];
        glMultiTexCoord2f(GL_TEXTURE0, 0.5f + 0.5f * x, 0.5f + 0.5f * y);
        glMultiTexCoord3f(GL_TEXTURE1, 0.3f - 0.55f * x, 0.25f - 0.55f * y, 1);
        glColor4f(0.6f + 0.3f * x, 0.5f + 0.2f * y, 0.4f, 1);
        glVertex2f(x, y);
    }
    glEnd();
}

static void input(GLenum stage, GLenum variable, GLenum reg, GLenum mapping) { pInput(stage, GL_RGB, variable, reg, mapping, GL_RGB); }
static void last(GLenum variable, GLenum reg, GLenum usage) { pFinal(variable, reg, GL_UNSIGNED_IDENTITY_NV, usage); }

/* Diffuse light times the primary colour, plus the light to the power of four. */
SCENE(combiners, bumps)
{
    normal_map();
    normalization_map();
    if (has("GL_NV_register_combiners")) {
        glEnable(GL_REGISTER_COMBINERS_NV);
        pParameter(GL_NUM_GENERAL_COMBINERS_NV, 2);
        input(GL_COMBINER0_NV, GL_VARIABLE_A_NV, GL_TEXTURE0, GL_EXPAND_NORMAL_NV);
        input(GL_COMBINER0_NV, GL_VARIABLE_B_NV, GL_TEXTURE1, GL_EXPAND_NORMAL_NV);
        pOutput(GL_COMBINER0_NV, GL_RGB, GL_SPARE0_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_NONE, GL_NONE, GL_TRUE, GL_FALSE, GL_FALSE);
        input(GL_COMBINER1_NV, GL_VARIABLE_A_NV, GL_SPARE0_NV, GL_UNSIGNED_IDENTITY_NV);
        input(GL_COMBINER1_NV, GL_VARIABLE_B_NV, GL_SPARE0_NV, GL_UNSIGNED_IDENTITY_NV);
        pOutput(GL_COMBINER1_NV, GL_RGB, GL_SPARE1_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_NONE, GL_NONE, GL_FALSE, GL_FALSE, GL_FALSE);
        last(GL_VARIABLE_A_NV, GL_SPARE0_NV, GL_RGB);
        last(GL_VARIABLE_B_NV, GL_PRIMARY_COLOR_NV, GL_RGB);
        last(GL_VARIABLE_C_NV, GL_ZERO, GL_RGB);
        last(GL_VARIABLE_D_NV, GL_E_TIMES_F_NV, GL_RGB);
        last(GL_VARIABLE_E_NV, GL_SPARE1_NV, GL_RGB);
        last(GL_VARIABLE_F_NV, GL_SPARE1_NV, GL_RGB);
        last(GL_VARIABLE_G_NV, GL_PRIMARY_COLOR_NV, GL_ALPHA);
    } else {
        program("!!ARBfp1.0 TEMP n, l, d, s; TEX n, fragment.texcoord[0], texture[0], 2D; TEX l, fragment.texcoord[1], texture[1], CUBE;"
                "MAD n, n, 2.0, -1.0; MAD l, l, 2.0, -1.0; DP3_SAT d, n, l; MUL s, d, d; MUL s, s, s;"
                "MAD_SAT result.color.xyz, d, fragment.color, s; MOV result.color.w, fragment.color; END");
    }
    lit_quad();
}

/* Unit 0 has offsets c ÷ 128 that move the texture of unit 1: water. */
SCENE(combiners, offsets)
{
    signed char t[WAVE_TEXELS][WAVE_TEXELS][2];
    unsigned char bytes[WAVE_TEXELS][WAVE_TEXELS][4];
    wave_texels(t, bytes);
    int shaders = has("GL_NV_texture_shader");
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (shaders) glTexImage2D(GL_TEXTURE_2D, 0, GL_DSDT8_NV, WAVE_TEXELS, WAVE_TEXELS, 0, GL_DSDT_NV, GL_BYTE, t);
    else glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WAVE_TEXELS, WAVE_TEXELS, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, 7);
    small_texture(GL_LINEAR, GL_LINEAR, GL_REPEAT);
    if (shaders) {
        static const float matrix[4] = {0.2f, 0.05f, -0.1f, 0.15f};
        glEnable(GL_TEXTURE_SHADER_NV);
        glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
        glTexEnvi(GL_TEXTURE_SHADER_NV, GL_SHADER_OPERATION_NV, GL_OFFSET_TEXTURE_2D_NV);
        glTexEnvfv(GL_TEXTURE_SHADER_NV, GL_OFFSET_TEXTURE_MATRIX_NV, matrix);
        glActiveTexture(GL_TEXTURE0);
        glTexEnvi(GL_TEXTURE_SHADER_NV, GL_SHADER_OPERATION_NV, GL_TEXTURE_2D);
    } else {
        program("!!ARBfp1.0 TEMP d, c; TEX d, fragment.texcoord[0], texture[0], 2D; MAD d, d, 1.9921875, -1.0;"
                "MAD c, d.x, {0.2, 0.05}, fragment.texcoord[1]; MAD c, d.y, {-0.1, 0.15}, c; TEX result.color, c, texture[1], 2D; END");
    }
    static const float corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        float x = corners[i][0], y = corners[i][1];
        glMultiTexCoord2f(GL_TEXTURE0, 0.501f + 0.5f * x, 0.501f + 0.5f * y);
        glMultiTexCoord2f(GL_TEXTURE1, 0.51f + 0.52f * x, 0.49f + 0.52f * y);
        glVertex2f(x, y);
    }
    glEnd();
}
