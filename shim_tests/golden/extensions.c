/* Golden scenes of vertex and fragment extensions: primitive restart, half-precision and BGRA arrays, depth clamp, combiners of NVIDIA
 * and ATI, depths as colours. llvmpipe has no antialiased polygons and no depth bounds test, so these are tested in src/gl. */
#include "golden.h"
#include <GL/osmesa.h>

typedef void (*half2)(GLushort, GLushort);
typedef void (*half4)(GLushort, GLushort, GLushort, GLushort);

SCENE(extensions, primitive_restart)
{
    static const float vertices[][2] = {
        {-0.9f, -0.9f}, {-0.9f, -0.2f}, {-0.3f, -0.8f}, {-0.2f, -0.1f}, {0.3f, -0.9f},
        {0.6f, 0.2f}, {0.9f, -0.7f}, {0.9f, 0.4f}, {0.2f, 0.9f}, {-0.3f, 0.6f}, {-0.8f, 0.9f}, {-0.7f, 0.2f}};
    static const float colors[][3] = {
        {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1},
        {1, 1, 1}, {0.5f, 0, 0}, {0, 0.5f, 0}, {0, 0, 0.5f}, {0.5f, 0.5f, 0}, {0.5f, 0, 0.5f}};
    static const GLubyte strips[] = {0, 1, 2, 255, 2, 3, 4, 255, 255, 5, 6, 7, 255, 8};
    static const GLushort fans[] = {8, 9, 10, 0xffff, 9, 10, 11, 0xffff};
    glShadeModel(GL_FLAT);
    glVertexPointer(2, GL_FLOAT, 0, vertices);
    glColorPointer(3, GL_FLOAT, 0, colors);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    glEnableClientState(GL_PRIMITIVE_RESTART_NV);
    glPrimitiveRestartIndexNV(255);
    glDrawElements(GL_TRIANGLE_STRIP, sizeof strips, GL_UNSIGNED_BYTE, strips);
    glPrimitiveRestartIndexNV(0xffff);
    glDrawRangeElements(GL_TRIANGLE_FAN, 8, 11, sizeof fans / sizeof *fans, GL_UNSIGNED_SHORT, fans);
}

/* 0, ½, 1, −½, −1, ¼, −¾, ¾ as half-precision floats. */
enum { H0 = 0, H05 = 0x3800, H1 = 0x3c00, HM05 = 0xb800, HM1 = 0xbc00, H025 = 0x3400, HM075 = 0xba00, H075 = 0x3a00 };

SCENE(extensions, half_float_arrays)
{
    static const GLushort vertices[][2] = {{HM075, HM075}, {H075, HM05}, {H05, H075}, {HM05, H05}};
    static const GLushort colors[][4] = {{H1, H0, H0, H1}, {H1, H0, H0, H05}, {H1, H1, H0, H05}, {H1, H1, H0, H1}};
    glVertexPointer(2, GL_HALF_FLOAT, 0, vertices);
    glColorPointer(4, GL_HALF_FLOAT, 0, colors);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    glShadeModel(GL_FLAT);
    glDrawArrays(GL_QUADS, 0, 4);
    glDisableClientState(GL_COLOR_ARRAY);
    glColor4f(0.2f, 0.4f, 1, 0.7f);
    glDrawArrays(GL_LINE_LOOP, 0, 4);
}

SCENE(extensions, half_float_commands)
{
    half2 vertex = (half2)OSMesaGetProcAddress("glVertex2hNV");
    half4 color = (half4)OSMesaGetProcAddress("glColor4hNV");
    glShadeModel(GL_FLAT);
    glBegin(GL_TRIANGLE_FAN);
    vertex(H0, H025);
    color(H1, H05, H0, H1); vertex(HM1, HM1);
    color(H05, H025, H1, H05); vertex(H075, HM075);
    color(H0, H1, H05, H025); vertex(H05, H1);
    glEnd();
}

SCENE(extensions, bgra_arrays)
{
    static const float vertices[][2] = {{-0.8f, -0.8f}, {0.8f, -0.8f}, {0, 0.8f}, {-0.9f, 0.9f}, {-0.9f, 0.3f}, {-0.4f, 0.9f}};
    static const GLubyte colors[][4] = {
        {255, 128, 0, 200}, {255, 128, 0, 200}, {255, 128, 0, 200}, {0, 64, 255, 100}, {0, 64, 255, 100}, {0, 64, 255, 100}};
    static const GLubyte secondary[][4] = {
        {0, 0, 100, 0}, {0, 0, 100, 0}, {0, 0, 100, 0}, {90, 0, 0, 0}, {90, 0, 0, 0}, {90, 0, 0, 0}};
    glEnable(GL_COLOR_SUM);
    glVertexPointer(2, GL_FLOAT, 0, vertices);
    glColorPointer(GL_BGRA, GL_UNSIGNED_BYTE, 0, colors);
    glSecondaryColorPointer(GL_BGRA, GL_UNSIGNED_BYTE, 0, secondary);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    glEnableClientState(GL_SECONDARY_COLOR_ARRAY);
    glDrawArrays(GL_TRIANGLES, 0, 6);
}

/* A plane that leaves the depth range at both ends, in front of and behind another plane. */
SCENE(extensions, depth_clamp)
{
    glEnable(GL_DEPTH_TEST);
    glDepthRange(0.2, 0.7);
    glColor4f(0.2f, 0.8f, 0.3f, 1);
    glBegin(GL_QUADS);
    glVertex3f(-0.9f, -0.5f, 0.1f); glVertex3f(0.9f, -0.5f, 0.1f); glVertex3f(0.9f, 0.5f, 0.1f); glVertex3f(-0.9f, 0.5f, 0.1f);
    glEnd();
    glEnable(GL_DEPTH_CLAMP);
    glColor4f(1, 0.5f, 0.1f, 0.5f);
    glBegin(GL_QUADS);
    glVertex3f(-0.8f, -0.8f, -3); glVertex3f(0.8f, -0.8f, 2); glVertex3f(0.8f, 0.8f, 2); glVertex3f(-0.8f, 0.8f, -3);
    glEnd();
    glDisable(GL_DEPTH_CLAMP);
    glColor4f(0, 0, 1, 1);
    glBegin(GL_TRIANGLES);
    glVertex3f(-0.7f, 0.6f, -3.5f); glVertex3f(0.7f, 0.6f, 3); glVertex3f(0, 0.95f, 0);
    glEnd();
}

static void combiner(GLint mode)
{
    static const float constant[4] = {0.7f, 0.2f, 0.9f, 0.5f};
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, mode);
    glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, constant);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE1_RGB, GL_PRIMARY_COLOR);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE1_ALPHA, GL_PRIMARY_COLOR);
    glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND2_RGB, GL_ONE_MINUS_SRC_COLOR);
    glColor4f(0.6f, 0.8f, 0.3f, 0.4f);
}

SCENE(extensions, combine4)
{
    combiner(GL_COMBINE4_NV);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_ADD_SIGNED);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_ADD);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE3_RGB_NV, GL_TEXTURE);
    glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND3_RGB_NV, GL_SRC_ALPHA);
    /* Mesa begins with another operand than the extension says. */
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE3_ALPHA_NV, GL_ZERO);
    glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND3_ALPHA_NV, GL_ONE_MINUS_SRC_ALPHA);
    glTexEnvf(GL_TEXTURE_ENV, GL_RGB_SCALE, 2);
    full_quad(1, 0);
}

SCENE(extensions, combine3)
{
    combiner(GL_COMBINE);
    glColor4f(0.1f, 0.3f, 0.05f, 0.9f);
    glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND2_RGB, GL_SRC_COLOR);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_MODULATE_SUBTRACT_ATI);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_MODULATE_SIGNED_ADD_ATI);
    full_quad(1, 0);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_MODULATE_ADD_ATI);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE2_RGB, GL_ONE);
    glColor4f(0.3f, 0.1f, 0.4f, 0.9f);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 64, 32);
    full_quad(1, 0);
}

SCENE(extensions, depth_to_color)
{
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    for (int i = 0; i < 8; i++) {
        glEnable(GL_SCISSOR_TEST);
        glScissor(8 * i, 0, 8, 32);
        glClearDepth((0x122334 * (i + 1) + 0x40) / 16777215.0);
        glClearStencil(0x25 * i);
        glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_STENCIL_TEST);
    glRasterPos2f(-1, -1);
    glCopyPixels(0, 0, 64, 16, GL_DEPTH_STENCIL_TO_RGBA_NV);
    glRasterPos2f(-1, 0);
    glCopyPixels(0, 0, 64, 32, GL_DEPTH_STENCIL_TO_BGRA_NV);
}
