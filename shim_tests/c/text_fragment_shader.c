/* Proves ATI_text_fragment_shader: texts by the program commands drive the same machine as recorded shaders. Pixels are computed by
 * hand. */
#define GL_GLEXT_PROTOTYPES
#include "ati_calls.h"
#include <string.h>

#define SIZE 16
#include "pixel_tests.h"

enum { TARGET = GL_TEXT_FRAGMENT_SHADER_ATI };

/* Checks that a rectangle over the window has this colour. */
static void expect_drawn(const char *what, int r, int g, int b, int a)
{
    glRectf(-1, -1, 1, 1);
    expect(what, 8, 8, r, g, b, a);
}

static void load(const char *text) { glProgramStringARB(TARGET, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text); }

/* Constants of all three kinds. Parameters are read at the draw. */
static void constants(void)
{
    load("!!ATIfs1.0\n"
         "StartConstants;\n"
         "  CONSTANT c0 = program.env[7]; # the last one\n"
         "  CONSTANT c3 = program.local[3];\n"
         "  CONSTANT c7 = { 0.2, 0.4 };\n"
         "EndConstants;\n"
         "StartOutputPass;\n"
         "  MOV r0.r, c0;\n"
         "  MOV r0.g, c3;\n"
         "  ADD r0.ba, c7, 0;\n"
         "EndPass;\n");
    glProgramEnvParameter4fARB(TARGET, 7, 0.6f, 0, 0, 0);
    glProgramLocalParameter4fARB(TARGET, 3, 0, 0.8f, 0, 0);
    glEnable(TARGET);
    expect_drawn("constants", 153, 204, 0, 255);
    glProgramEnvParameter4fARB(TARGET, 7, 0.2f, 0, 0, 0);
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 7, 1, 1, 1, 1);
    expect_drawn("an env parameter of this target", 51, 204, 0, 255);
    glBindProgramARB(TARGET, 5);
    load("!!ATIfs1.0 StartConstants; CONSTANT c0 = program.local[3]; EndConstants; StartOutputPass; MOV r0, c0; EndPass;");
    expect_drawn("another program's own parameter", 0, 0, 0, 0);
    glBindProgramARB(TARGET, 0);
    expect_drawn("the default program again", 51, 204, 0, 255);
}

/* The halves of a pair run in parallel; modifiers; two passes with a dependent read. */
static void machine(void)
{
    load("!!ATIfs1.0 StartOutputPass;\n"
         "MOV r0.rgb, 1;\n"
         "MOV r0.a, r0.r;\n"
         "MAD r0.rg.half.sat, r0, 1, 1.neg.bias.comp;\n"
         "EndPass;");
    glEnable(TARGET);
    /* Alpha reads red as it was before: -((1 - 1) - 0.5) = 0.5 added to 1, halved. */
    expect_drawn("halves in parallel, modifiers", 191, 191, 255, 0);
    GLuint texture;
    const GLubyte texels[2][4] = {{0, 0, 255, 255}, {0, 255, 0, 255}};
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    glMultiTexCoord2f(GL_TEXTURE3, 0.25f, 0.5f);
    load("!!ATIfs1.0\n"
         "StartPrelimPass;\n"
         "  PassTexCoord r2, t3.str;\n"
         "  ADD r2.r, r2, 1.bias;\n"
         "EndPass;\n"
         "StartOutputPass;\n"
         "  SampleMap r1, r2.str;\n"
         "  MOV r0, r1;\n"
         "  MUL r0.b, r0, color0.a;\n"
         "EndPass;\n");
    expect_drawn("a dependent read", 0, 255, 0, 255);
}

/* Positions of errors. A text that does not load leaves the program as it is. */
static void errors(void)
{
    static const struct {
        const char *what, *text;
        int position;
    } cases[] = {
        {"the header", "!!ARBfp1.0 END", 0},
        {"a word before the header", "x!!ATIfs1.0", 0},
        {"an undeclared constant", "!!ATIfs1.0 StartOutputPass; MOV r0, c1; EndPass;", 36},
        {"a colour in the first pass", "!!ATIfs1.0 StartPrelimPass; MOV r0, color0; EndPass; StartOutputPass; EndPass;", 36},
        {"a pass without arithmetic", "!!ATIfs1.0 StartPrelimPass; SampleMap r0, t0.str; EndPass; StartOutputPass; EndPass;", 50},
        {"texture coordinates 6", "!!ATIfs1.0 StartOutputPass; SampleMap r0, t6.str; EndPass;", 42},
        {"a register in the first pass", "!!ATIfs1.0 StartOutputPass; SampleMap r0, r1.str; EndPass;", 42},
        {"a number above 1", "!!ATIfs1.0 StartConstants; CONSTANT c0 = { 1.5 }; EndConstants; StartOutputPass; EndPass;", 43},
        {"alpha of the secondary colour", "!!ATIfs1.0 StartOutputPass; MOV r0, color1; EndPass;", 36},
        {"an alpha dot product", "!!ATIfs1.0 StartOutputPass; DOT3 r0.a, r1, r2; EndPass;", 36},
        {"alpha after DOT4", "!!ATIfs1.0 StartOutputPass; DOT4 r0.rgb, r1, r2; MOV r0.a, r1; EndPass;", 56},
        {"routed twice", "!!ATIfs1.0 StartOutputPass; SampleMap r0, t0.str; PassTexCoord r0, t0.str; EndPass;", 63},
        {"str and stq", "!!ATIfs1.0 StartOutputPass; SampleMap r0, t0.str; PassTexCoord r1, t0.stq; EndPass;", 70},
        {"three constants", "!!ATIfs1.0 StartConstants; CONSTANT c0 = {0}; CONSTANT c1 = {0}; CONSTANT c2 = {0}; EndConstants; StartOutputPass; MAD r0, c0, c1, c2; EndPass;", 131},
        {"the end is missing", "!!ATIfs1.0 StartOutputPass;", 27},
    };
    load("!!ATIfs1.0 StartOutputPass; MOV r0, 1; EndPass;");
    glEnable(TARGET);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        GLint position = -2;
        load(cases[i].text);
        expect_error(cases[i].what, GL_INVALID_OPERATION);
        glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
        if (position != cases[i].position) FAIL("%s: position %d, not %d: %s\n", cases[i].what, position, cases[i].position, glGetString(GL_PROGRAM_ERROR_STRING_ARB));
    }
    expect_drawn("the program of before", 255, 255, 255, 255);
    GLint length = 0, format = 0, position = 0;
    load("!!ATIfs1.0 StartOutputPass; MOV r0, 0; EndPass;");
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
    glGetProgramivARB(TARGET, GL_PROGRAM_LENGTH_ARB, &length);
    glGetProgramivARB(TARGET, GL_PROGRAM_FORMAT_ARB, &format);
    char text[64] = "";
    glGetProgramStringARB(TARGET, GL_PROGRAM_STRING_ARB, text);
    if (length != 47 || position != -1 || format != GL_PROGRAM_FORMAT_ASCII_ARB || strncmp(text + 28, "MOV r0, 0;", 10)) FAIL("the text: %d %d %s\n", length, position, text);
}

/* Which of several shaders takes precedence, and what happens without a program. */
static void priority(void)
{
    glColor4f(0, 0, 1, 1);
    glEnable(TARGET);
    expect_drawn("nothing loaded", 0, 0, 255, 255);
    pBind(pGen(1));
    pBegin();
    pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_NONE, GL_ONE, AS_IS);
    pEnd();
    glEnable(GL_FRAGMENT_SHADER_ATI);
    expect_drawn("nothing loaded, but recorded", 255, 255, 255, 0);
    load("!!ATIfs1.0 StartOutputPass; MOV r0, 1.bias.comp; EndPass;");
    /* (1 - 1) - 0.5 is below 0. */
    expect_drawn("a text before what is recorded", 0, 0, 0, 0);
    const char *program = "!!ARBfp1.0 MOV result.color, {1,0,0,1}; END";
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(program), program);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    expect_drawn("a fragment program before the text", 255, 0, 0, 255);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    glPushAttrib(GL_ENABLE_BIT);
    glDisable(TARGET);
    expect_drawn("recorded", 255, 255, 255, 0);
    glPopAttrib();
    expect_drawn("the text again", 0, 0, 0, 0);
    GLuint name = 9;
    glBindProgramARB(TARGET, name);
    load("!!ATIfs1.0 StartOutputPass; MOV r0, color0; EndPass;");
    expect_drawn("another text", 0, 0, 255, 255);
    glDeleteProgramsARB(1, &name);
    expect_drawn("deleted", 0, 0, 0, 0);
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 11);
    glBindProgramARB(TARGET, 11);
    expect_error("a program of another target", GL_INVALID_OPERATION);
}

/* Text and commands give the same pixels. Colour sum and fog follow both. */
static void as_recorded(void)
{
    unsigned char recorded[sizeof frame];
    glEnable(GL_COLOR_SUM);
    glSecondaryColor3f(0.25f, 0, 0.5f);
    for (int way = 0; way < 2; way++) {
        if (way) {
            load("!!ATIfs1.0\nStartOutputPass;\nPassTexCoord r1, t0.stq_dq;\nDOT3 r0.2x, r1, color0;\nMUL r0.rgb.sat, r0, r1.g.comp;\nEndPass;");
            glEnable(TARGET);
        } else {
            pBind(pGen(1));
            pBegin();
            pPass(REG(1), TEX(0), GL_SWIZZLE_STQ_DQ_ATI);
            pColor2(GL_DOT3_ATI, REG(0), RGB_ALL, GL_2X_BIT_ATI, REG(1), AS_IS, GL_PRIMARY_COLOR_ARB, AS_IS);
            pAlpha2(GL_DOT3_ATI, REG(0), GL_2X_BIT_ATI, REG(1), AS_IS, GL_PRIMARY_COLOR_ARB, AS_IS);
            pColor2(GL_MUL_ATI, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, REG(0), AS_IS, REG(1), GL_GREEN, GL_COMP_BIT_ATI);
            pEnd();
            glEnable(GL_FRAGMENT_SHADER_ATI);
        }
        glBegin(GL_QUADS);
        for (int i = 0; i < 4; i++) {
            float x = (float)((i + 1) / 2 % 2), y = (float)(i / 2);
            glTexCoord4f(x, y, 0, 1 + y);
            glColor3f(x, 0.5f, y);
            glVertex2f(2 * x - 1, 2 * y - 1);
        }
        glEnd();
        glFinish();
        if (!way) memcpy(recorded, frame, sizeof frame);
    }
    if (memcmp(recorded, frame, sizeof frame)) FAIL("text and commands differ\n");
}

int main(void)
{
    static void (*const tests[])(void) = {constants, machine, errors, priority, as_recorded};
    load_ati_calls();
    return run_tests(tests, sizeof tests / sizeof *tests);
}
