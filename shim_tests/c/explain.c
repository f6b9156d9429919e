// Draws frames in which the fragments of a pixel are discarded, blended and masked in all ways, for tests/explain.rs. Prints the pixel.
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what) do { if (!(what)) { fprintf(stderr, "line %d: %s\n", __LINE__, #what); exit(1); } } while (0)
#define SIZE 64

static const char vertex[] =
    "!!ARBvp1.0\n"
    "PARAM half = 0.5;\n"
    "MOV result.position, vertex.position;\n"
    "MUL result.color, vertex.color, half;\n"
    "END\n";

static const char kill[] =
    "!!ARBfp1.0\n"
    "TEMP low;\n"
    "SUB low, fragment.color, 0.75;\n"
    "KIL low.x;\n"
    "MOV result.color, fragment.color;\n"
    "END\n";

static const char native_vertex[] =
    "!!VP2.0\n"
    "MOV o[HPOS], v[OPOS];\n"
    "MUL o[COL0], v[COL0], c[3];\n"
    "END\n";

/* The depth is outside the depth range. */
static const char native_fragment[] =
    "!!FP1.0\n"
    "MOV o[COLR], f[COL0];\n"
    "MOV o[DEPR].z, 2;\n"
    "END\n";

static const char fog[] =
    "!!ARBfp1.0\n"
    "OPTION ARB_fog_linear;\n"
    "MOV result.color, {1, -3, 2, 0.5};\n"
    "END\n";

static void load(GLenum target, GLuint name, const char *text)
{
    glBindProgramARB(target, name);
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    CHECK(glGetError() == GL_NO_ERROR);
}

static void quad(float z, float r, float g, float b, float a)
{
    glColor4f(r, g, b, a);
    glBegin(GL_QUADS);
    glTexCoord2f(0, 0); glVertex3f(-1, -1, z);
    glTexCoord2f(1, 0); glVertex3f(1, -1, z);
    glTexCoord2f(1, 1); glVertex3f(1, 1, z);
    glTexCoord2f(0, 1); glVertex3f(-1, 1, z);
    glEnd();
}

/* r0 = 2 × colour × 0.25, recorded by commands. */
static void record_shader(void)
{
    const GLfloat quarter[4] = {0.25f, 0.25f, 0.25f, 1};
    glBindFragmentShaderATI(1);
    glBeginFragmentShaderATI();
    glSetFragmentShaderConstantATI(GL_CON_0_ATI, quarter);
    glColorFragmentOp2ATI(GL_MUL_ATI, GL_REG_0_ATI, GL_NONE, GL_2X_BIT_ATI,
                          GL_PRIMARY_COLOR_ARB, GL_NONE, GL_NONE, GL_CON_0_ATI, GL_NONE, GL_NONE);
    glAlphaFragmentOp1ATI(GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_PRIMARY_COLOR_ARB, GL_NONE, GL_NONE);
    glEndFragmentShaderATI();
    CHECK(glGetError() == GL_NO_ERROR);
}

static void draw_frame(void)
{
    static const GLubyte nothing[128];
    static const GLubyte texels[16] = {255, 128, 0, 255, 255, 128, 0, 255, 255, 128, 0, 255, 255, 128, 0, 255};
    glClearColor(0.25f, 0.5f, 0.75f, 1);
    glClearDepth(0.75);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);

    glEnable(GL_VERTEX_PROGRAM_ARB); /* 0: a vertex program, written */
    quad(0, 1, 1, 0.5f, 1);
    glDisable(GL_VERTEX_PROGRAM_ARB);

    glEnable(GL_SCISSOR_TEST); /* 1 */
    glScissor(0, 0, 10, 10);
    quad(0, 1, 0, 0, 1);
    glDisable(GL_SCISSOR_TEST);

    glEnable(GL_POLYGON_STIPPLE); /* 2 */
    glPolygonStipple(nothing);
    quad(0, 1, 0, 0, 1);
    glDisable(GL_POLYGON_STIPPLE);

    glEnable(GL_ALPHA_TEST); /* 3 */
    glAlphaFunc(GL_GREATER, 0.5f);
    quad(0, 1, 0, 0, 0.25f);
    glDisable(GL_ALPHA_TEST);

    glEnable(GL_STENCIL_TEST); /* 4 */
    glStencilFunc(GL_EQUAL, 3, 0xff);
    quad(0, 1, 0, 0, 1);
    glDisable(GL_STENCIL_TEST);

    glEnable(GL_DEPTH_TEST); /* 5 */
    quad(0.8f, 1, 0, 0, 1);
    glDisable(GL_DEPTH_TEST);

    glEnable(GL_FRAGMENT_PROGRAM_ARB); /* 6: discarded */
    quad(0, 0.5f, 0, 0, 1);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);

    glEnable(GL_FRAGMENT_SHADER_ATI); /* 7: blended */
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    quad(0, 0.5f, 1, 1, 0.5f);
    glDisable(GL_BLEND);
    glDisable(GL_FRAGMENT_SHADER_ATI);

    glColorMask(0, 0, 0, 0); /* 8 */
    quad(0, 1, 0, 0, 1);
    glColorMask(1, 1, 1, 1);

    glEnable(GL_COLOR_LOGIC_OP); /* 9 */
    glLogicOp(GL_XOR);
    quad(0, 1, 0, 1, 0);
    glDisable(GL_COLOR_LOGIC_OP);

    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D); /* 10: fixed function, half of it masked */
    glColorMask(1, 1, 0, 1);
    quad(0, 1, 0.5f, 1, 1);
    glColorMask(1, 1, 1, 1);
    glDisable(GL_TEXTURE_2D);

    glEnable(GL_VERTEX_PROGRAM_ARB); /* 11: native programs, discarded */
    glEnable(GL_FRAGMENT_PROGRAM_NV);
    glBindProgramNV(GL_VERTEX_PROGRAM_NV, 3);
    glBindProgramNV(GL_FRAGMENT_PROGRAM_NV, 4);
    quad(0, 1, 1, 0.5f, 1);
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, 1);
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 2);
    glDisable(GL_FRAGMENT_PROGRAM_NV);
    glDisable(GL_VERTEX_PROGRAM_ARB);

    static const GLfloat blue[4] = {0, 0, 1, 1};
    glEnable(GL_FRAGMENT_PROGRAM_ARB); /* 12: the option of fog */
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 5);
    glFogfv(GL_FOG_COLOR, blue);
    glFogf(GL_FOG_START, 0);
    glFogf(GL_FOG_END, 2);
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
    glFogCoordf(1);
    quad(0, 1, 1, 1, 1);
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 2);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    CHECK(glGetError() == GL_NO_ERROR);
}

int main(int argc, char **argv)
{
    CHECK(argc == 3);
    static uint32_t pixels[SIZE * SIZE];
    OSMesaContext context = OSMesaCreateContextExt(OSMESA_RGBA, 24, 8, 0, NULL);
    CHECK(context && OSMesaMakeCurrent(context, pixels, GL_UNSIGNED_BYTE, SIZE, SIZE));
    load(GL_VERTEX_PROGRAM_ARB, 1, vertex);
    load(GL_FRAGMENT_PROGRAM_ARB, 5, fog);
    load(GL_FRAGMENT_PROGRAM_ARB, 2, kill);
    glLoadProgramNV(GL_VERTEX_PROGRAM_NV, 3, (GLsizei)strlen(native_vertex), (const GLubyte *)native_vertex);
    glLoadProgramNV(GL_FRAGMENT_PROGRAM_NV, 4, (GLsizei)strlen(native_fragment), (const GLubyte *)native_fragment);
    glProgramParameter4fNV(GL_VERTEX_PROGRAM_NV, 3, 0.5f, 0.5f, 0.5f, 1);
    record_shader();
    glClear(GL_COLOR_BUFFER_BIT); /* frame 0 */
    glFinish();
    draw_frame(); /* frame 1 */
    GLubyte pixel[4];
    glReadPixels(atoi(argv[1]), atoi(argv[2]), 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    glFinish();
    draw_frame(); /* frame 2, which is not explained */
    glFinish();
    printf("%d  %d  %d  %d\n", pixel[0], pixel[1], pixel[2], pixel[3]);
    OSMesaDestroyContext(context);
    return 0;
}
