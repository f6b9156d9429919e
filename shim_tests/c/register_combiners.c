/* Proves how register combiners and texture shaders work with the rest of GL. Pixels are computed by hand, because Mesa has neither
 * extension. tests/combiner_oracle.rs and tests/texture_shader_oracle.rs compare the arithmetic. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 16 };
static unsigned char frame[SIZE * SIZE * 4];
static int failures;
static PFNGLCOMBINERINPUTNVPROC pInput;
static PFNGLCOMBINEROUTPUTNVPROC pOutput;
static PFNGLFINALCOMBINERINPUTNVPROC pFinal;
static PFNGLCOMBINERPARAMETERFVNVPROC pParameterfv;
static PFNGLCOMBINERPARAMETERINVPROC pParameteri;
static PFNGLCOMBINERSTAGEPARAMETERFVNVPROC pStage;

static void look_up(void)
{
#define LOOK_UP(pointer, name)                                                \
    pointer = (__typeof__(pointer))(void *)OSMesaGetProcAddress(name);        \
    if (!pointer) printf("no %s\n", name), exit(1)
    LOOK_UP(pInput, "glCombinerInputNV");
    LOOK_UP(pOutput, "glCombinerOutputNV");
    LOOK_UP(pFinal, "glFinalCombinerInputNV");
    LOOK_UP(pParameterfv, "glCombinerParameterfvNV");
    LOOK_UP(pParameteri, "glCombinerParameteriNV");
    LOOK_UP(pStage, "glCombinerStageParameterfvNV");
}

static void expect(const char *what, int r, int g, int b, int a)
{
    unsigned char p[4];
    int want[4] = {r, g, b, a}, bad = 0;
    glReadPixels(8, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
    for (int i = 0; i < 4; i++) bad |= abs(p[i] - want[i]) > 1;
    if (bad) printf("%s: %d %d %d %d, not %d %d %d %d\n", what, p[0], p[1], p[2], p[3], r, g, b, a), failures++;
    GLenum error = glGetError();
    if (error) printf("%s: error 0x%04x\n", what, error), failures++;
}

static void quad(void) { glRectf(-1, -1, 1, 1); }

/* Draws, and checks a pixel. */
static void drawn(const char *what, int r, int g, int b, int a)
{
    quad();
    expect(what, r, g, b, a);
}

static void texture(int unit, GLenum internal, GLenum format, GLenum type, const void *texel)
{
    GLuint name;
    glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)internal, 1, 1, 0, format, type, texel);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
}

static void environment(GLenum mode) { glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, (GLint)mode); }

/* Sets combiners that show a register. */
static void show(GLenum reg)
{
    glEnable(GL_REGISTER_COMBINERS_NV);
    for (GLenum v = GL_VARIABLE_A_NV; v <= GL_VARIABLE_C_NV; v++) pFinal(v, GL_ZERO, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    pOutput(GL_COMBINER0_NV, GL_RGB, GL_DISCARD_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_NONE, GL_NONE, 0, 0, 0);
    pOutput(GL_COMBINER0_NV, GL_ALPHA, GL_DISCARD_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_NONE, GL_NONE, 0, 0, 0);
    pFinal(GL_VARIABLE_D_NV, reg, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    pFinal(GL_VARIABLE_G_NV, reg, GL_UNSIGNED_IDENTITY_NV, GL_ALPHA);
}

static void fresh(void)
{
    static OSMesaContext context;
    if (context) OSMesaDestroyContext(context);
    context = OSMesaCreateContextExt(GL_RGBA, 24, 8, 0, NULL);
    if (!OSMesaMakeCurrent(context, frame, GL_UNSIGNED_BYTE, SIZE, SIZE)) exit(1);
    look_up();
    glColor4f(0.2f, 0.4f, 0.6f, 0.8f);
}

static void initial_state(void)
{
    static const float fog[4] = {1, 0, 0, 0};
    fresh();
    glEnable(GL_REGISTER_COMBINERS_NV);
    drawn("the initial setup gives the primary colour", 51, 102, 153, 204);
    glSecondaryColor3f(0.2f, 0, 0.6f);
    drawn("and adds the secondary one", 102, 102, 255, 204);
    glSecondaryColor3f(0, 0, 0);
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogi(GL_FOG_COORDINATE_SOURCE, GL_FOG_COORDINATE);
    glFogfv(GL_FOG_COLOR, fog);
    glFogCoordf(0.25f);
    drawn("and fog", 102, 76, 115, 204);
    glDisable(GL_FOG);
    const unsigned char pixels[SIZE * SIZE * 4] = {0};
    glRasterPos2f(-1, -1);
    glDrawPixels(SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    expect("pixels of DrawPixels are primary colours", 0, 0, 0, 0);
    show(GL_SPARE1_NV);
    drawn("an undefined register", 0, 0, 0, 0);
}

static void constants(void)
{
    static const float c0[4] = {0.2f, 2, -1, 0.4f}, c1[4] = {0.6f, 0.4f, 0.2f, 1};
    fresh();
    pParameterfv(GL_CONSTANT_COLOR0_NV, c0);
    pParameterfv(GL_CONSTANT_COLOR1_NV, c1);
    pStage(GL_COMBINER0_NV, GL_CONSTANT_COLOR0_NV, c1);
    show(GL_CONSTANT_COLOR0_NV);
    drawn("constants are clamped", 51, 255, 0, 102);
    glEnable(GL_PER_STAGE_CONSTANTS_NV);
    drawn("the final combiner has those of all", 51, 255, 0, 102);
    pInput(GL_COMBINER0_NV, GL_RGB, GL_VARIABLE_A_NV, GL_CONSTANT_COLOR0_NV, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    pOutput(GL_COMBINER0_NV, GL_RGB, GL_SPARE0_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_NONE, GL_NONE, 0, 0, 0);
    pFinal(GL_VARIABLE_D_NV, GL_SPARE0_NV, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
    drawn("a stage its own", 153, 102, 51, 102);
    glDisable(GL_PER_STAGE_CONSTANTS_NV);
    drawn("or those of all", 51, 255, 0, 102);
    glPushAttrib(GL_TEXTURE_BIT);
    pParameterfv(GL_CONSTANT_COLOR0_NV, c1);
    drawn("a constant changed between draws", 153, 102, 51, 255);
    glPopAttrib();
    GLuint list = glGenLists(1);
    glNewList(list, GL_COMPILE);
    pParameterfv(GL_CONSTANT_COLOR0_NV, c1);
    pFinal(GL_VARIABLE_G_NV, GL_ZERO, GL_UNSIGNED_INVERT_NV, GL_ALPHA);
    glEndList();
    drawn("popped, and not yet called", 51, 255, 0, 102);
    glCallList(list);
    drawn("called", 153, 102, 51, 255);
}

static void registers_of_textures(void)
{
    static const float depth = 0.4f;
    static const short hilo[2] = {16384, 8192};
    static const unsigned char offsets[4] = {64, 32, 51, 102};
    fresh();
    texture(0, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_INTENSITY);
    show(GL_TEXTURE0);
    drawn("a depth is an alpha", 0, 0, 0, 102);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_ALPHA);
    drawn("a comparison is everywhere", 255, 255, 255, 255);
    texture(0, GL_SIGNED_HILO16_NV, GL_HILO_NV, GL_SHORT, hilo);
    drawn("HILO has no colour", 0, 0, 0, 0);
    environment(GL_REPLACE);
    glDisable(GL_REGISTER_COMBINERS_NV);
    drawn("and no environment", 51, 102, 153, 204);
    texture(0, GL_DSDT8_MAG8_INTENSITY8_NV, GL_DSDT_MAG_VIB_NV, GL_UNSIGNED_BYTE, offsets);
    drawn("vibrance is an intensity", 102, 102, 102, 102);
    glEnable(GL_REGISTER_COMBINERS_NV);
    drawn("in combiners an alpha", 0, 0, 0, 102);
    glDisable(GL_REGISTER_COMBINERS_NV);
    environment(GL_NONE);
    drawn("an environment that is none", 51, 102, 153, 204);
}

static void signed_environments(void)
{
    static const signed char minus[4] = {-64, -64, -128, -64}, plus[4] = {96, 96, 96, 96};
    fresh();
    texture(0, GL_SIGNED_RGBA8_NV, GL_RGBA, GL_BYTE, minus);
    environment(GL_REPLACE);
    drawn("negative colours end as 0", 0, 0, 0, 0);
    texture(1, GL_SIGNED_RGBA8_NV, GL_RGBA, GL_BYTE, minus);
    environment(GL_MODULATE);
    drawn("but live between environments", 64, 64, 255, 64);
    environment(GL_ADD);
    texture(1, GL_SIGNED_RGBA8_NV, GL_RGBA, GL_BYTE, plus);
    drawn("sums of theirs", 64, 64, 0, 0);
    static const float colour[4] = {1, 1, 1, 1};
    glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, colour);
    glActiveTexture(GL_TEXTURE0);
    environment(GL_NONE);
    glActiveTexture(GL_TEXTURE1);
    texture(1, GL_SIGNED_RGBA8_NV, GL_RGBA, GL_BYTE, minus);
    environment(GL_BLEND);
    drawn("no negative weight", 51, 102, 153, 0);
    environment(GL_COMBINE);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_REPLACE);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_REPLACE);
    glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND0_RGB, GL_ONE_MINUS_SRC_COLOR);
    drawn("no negative argument", 255, 255, 255, 0);
    fresh();
    texture(0, GL_SIGNED_RGB8_NV, GL_RGBA, GL_BYTE, minus);
    environment(GL_REPLACE);
    glEnable(GL_COLOR_SUM);
    glSecondaryColor3f(0.2f, 0.4f, 0.6f);
    drawn("the colour sum begins at 0", 51, 102, 153, 204);
}

static void border_values(void)
{
    static const unsigned char zero[4] = {0};
    static const float values[4] = {-0.5f, 0.5f, 2, -2};
    fresh();
    texture(0, GL_SIGNED_RGB_UNSIGNED_ALPHA_NV, GL_RGBA, GL_UNSIGNED_BYTE, zero);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_VALUES_NV, values);
    glTexCoord2f(-3, 0);
    show(GL_SPARE0_NV);
    pInput(GL_COMBINER0_NV, GL_RGB, GL_VARIABLE_A_NV, GL_TEXTURE0, GL_SIGNED_NEGATE_NV, GL_RGB);
    pInput(GL_COMBINER0_NV, GL_ALPHA, GL_VARIABLE_A_NV, GL_TEXTURE0, GL_SIGNED_NEGATE_NV, GL_ALPHA);
    pOutput(GL_COMBINER0_NV, GL_RGB, GL_SPARE0_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_NONE, GL_NONE, 0, 0, 0);
    pOutput(GL_COMBINER0_NV, GL_ALPHA, GL_SPARE0_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_NONE, GL_NONE, 0, 0, 0);
    drawn("a signed border, negated", 128, 0, 0, 0);
}

static void unclamped(void)
{
    static const float quarter[4] = {0.25f, 0.25f, 0.25f, 0.25f};
    fresh();
    show(GL_SPARE0_NV);
    pParameteri(GL_NUM_GENERAL_COMBINERS_NV, 2);
    pParameterfv(GL_CONSTANT_COLOR0_NV, quarter);
    pOutput(GL_COMBINER0_NV, GL_RGB, GL_SPARE0_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_SCALE_BY_FOUR_NV, GL_NONE, 0, 0, 0);
    pInput(GL_COMBINER1_NV, GL_RGB, GL_VARIABLE_A_NV, GL_SPARE0_NV, GL_SIGNED_IDENTITY_NV, GL_RGB);
    pInput(GL_COMBINER1_NV, GL_RGB, GL_VARIABLE_B_NV, GL_CONSTANT_COLOR0_NV, GL_SIGNED_IDENTITY_NV, GL_RGB);
    pOutput(GL_COMBINER1_NV, GL_RGB, GL_SPARE0_NV, GL_DISCARD_NV, GL_DISCARD_NV, GL_NONE, GL_NONE, 0, 0, 0);
    drawn("outputs are clamped", 51, 64, 64, 204);
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE);
    drawn("unless fragment colours are not", 51, 102, 153, 204);
}

static void programs_go_first(void)
{
    static const char text[] = "!!ARBfp1.0 MOV result.color, {0.2, 0.4, 0.6, 0.8}; END";
    fresh();
    show(GL_ZERO);
    glEnable(GL_TEXTURE_SHADER_NV);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)sizeof text - 1, text);
    drawn("a fragment program replaces combiners", 51, 102, 153, 204);
}

/* Every byte of a signed format is returned unchanged. */
static void round_trips(void)
{
    static const struct { GLenum internal, format; int n; } rows[] = {
        {GL_SIGNED_RGBA_NV, GL_RGBA, 4}, {GL_SIGNED_HILO8_NV, GL_HILO_NV, 2}, {GL_DSDT8_NV, GL_DSDT_NV, 2},
    };
    signed char in[256 * 4], out[256 * 4];
    fresh();
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (int row = 0; row < 3; row++) {
        int n = rows[row].n;
        for (int i = 0; i < 256 * n; i++) in[i] = (signed char)(i * 7 / n + i);
        glTexImage1D(GL_TEXTURE_1D, 0, (GLint)rows[row].internal, 256, 0, rows[row].format, GL_BYTE, in);
        glGetTexImage(GL_TEXTURE_1D, 0, rows[row].format, GL_BYTE, out);
        if (memcmp(in, out, (size_t)(256 * n))) printf("format 0x%04x does not come back\n", rows[row].internal), failures++;
    }
    short words[2] = {-32768, 32767}, back[2];
    glTexImage1D(GL_TEXTURE_1D, 0, GL_SIGNED_HILO_NV, 1, 0, GL_HILO_NV, GL_SHORT, words);
    glGetTexImage(GL_TEXTURE_1D, 0, GL_HILO_NV, GL_SHORT, back);
    if (memcmp(words, back, sizeof words)) printf("HILO: %d %d\n", back[0], back[1]), failures++;
    unsigned packed = 0x80407f01, unpacked;
    glTexImage1D(GL_TEXTURE_1D, 0, GL_DSDT_MAG_INTENSITY_NV, 1, 0, GL_DSDT_MAG_VIB_NV, GL_UNSIGNED_INT_S8_S8_8_8_NV, &packed);
    glGetTexImage(GL_TEXTURE_1D, 0, GL_DSDT_MAG_VIB_NV, GL_UNSIGNED_INT_S8_S8_8_8_NV, &unpacked);
    if (packed != unpacked) printf("S8_S8_8_8: %08x\n", unpacked), failures++;
    glGetTexImage(GL_TEXTURE_1D, 0, GL_DSDT_MAG_VIB_NV, GL_UNSIGNED_INT_8_8_S8_S8_REV_NV, &unpacked);
    if (unpacked != 0x017f4080) printf("8_8_S8_S8_REV: %08x\n", unpacked), failures++;
    float f[4];
    glGetTexImage(GL_TEXTURE_1D, 0, GL_DSDT_MAG_VIB_NV, GL_FLOAT, f);
    if (f[0] != -1 || f[1] != 0.5f) printf("as floats: %g %g\n", f[0], f[1]), failures++;
    float magnitude = 0.25f, given[3] = {0.5f, -0.5f, 0.5f};
    glPixelTransferf(GL_MAGNITUDE_SCALE_NV, 2);
    glPixelTransferf(GL_MAGNITUDE_BIAS_NV, -0.8f);
    glPixelTransferf(GL_DS_SCALE_NV, -1);
    glPixelTransferf(GL_RED_SCALE, 0);
    glTexImage1D(GL_TEXTURE_1D, 0, GL_DSDT_MAG_NV, 1, 0, GL_DSDT_MAG_NV, GL_FLOAT, given);
    glGetTexImage(GL_TEXTURE_1D, 0, GL_DSDT_MAG_NV, GL_FLOAT, f);
    magnitude = f[2];
    if (f[0] != -0.5f || f[1] != -0.5f || magnitude < 0.199f || magnitude > 0.201f) printf("transferred: %g %g %g\n", f[0], f[1], f[2]), failures++;
    if (glGetError()) printf("an error\n"), failures++;
}

int main(void)
{
    initial_state();
    constants();
    registers_of_textures();
    signed_environments();
    border_values();
    unclamped();
    programs_go_first();
    round_trips();
    printf("%d failures\n", failures);
    return failures != 0;
}
