/* Golden scenes of chapter 4: tests, blending, masks, logic operations; pixel rectangles; display lists. */
#include "golden.h"

static void ramp(float z)
{
    glBegin(GL_QUADS);
    glColor4f(0, 0, 0, 0); glVertex3f(-1, -1, z); glColor4f(1, 0, 0, 0.3f); glVertex3f(1, -1, z);
    glColor4f(1, 1, 0, 1); glVertex3f(1, 1, -z); glColor4f(0, 0, 1, 0.7f); glVertex3f(-1, 1, -z);
    glEnd();
}

static void over(GLenum src, GLenum dst)
{
    ramp(0);
    glEnable(GL_BLEND);
    glBlendFunc(src, dst);
    glBegin(GL_QUADS);
    glColor4f(0.9f, 0.6f, 0.1f, 0.8f); glVertex2f(-0.8f, -0.8f); glColor4f(0.1f, 0.8f, 0.9f, 0.5f); glVertex2f(0.8f, -0.8f);
    glColor4f(0.3f, 0.3f, 0.9f, 0.1f); glVertex2f(0.8f, 0.8f); glColor4f(0.7f, 0.2f, 0.6f, 1); glVertex2f(-0.8f, 0.8f);
    glEnd();
}
SCENE(blend, alpha) { over(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA); }
SCENE(blend, additive) { over(GL_ONE, GL_ONE); }
SCENE(blend, dst_color) { over(GL_DST_COLOR, GL_ZERO); }
SCENE(blend, one_minus_dst_color) { over(GL_ONE_MINUS_DST_COLOR, GL_SRC_COLOR); }
SCENE(blend, dst_alpha) { over(GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA); }
SCENE(blend, saturate) { over(GL_SRC_ALPHA_SATURATE, GL_ONE); }
SCENE(blend, constant) { glBlendColor(0.2f, 0.9f, 0.5f, 0.6f); over(GL_CONSTANT_COLOR, GL_ONE_MINUS_CONSTANT_ALPHA); }
SCENE(blend, subtract) { glBlendEquation(GL_FUNC_SUBTRACT); over(GL_ONE, GL_ONE); }
SCENE(blend, reverse_subtract) { glBlendEquation(GL_FUNC_REVERSE_SUBTRACT); over(GL_SRC_ALPHA, GL_ONE); }
SCENE(blend, minimum) { glBlendEquation(GL_MIN); over(GL_ONE, GL_ONE); }
SCENE(blend, maximum) { glBlendEquation(GL_MAX); over(GL_ONE, GL_ONE); }
SCENE(blend, separate) { ramp(0); glEnable(GL_BLEND); glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA); glScalef(0.8f, 0.8f, 1); ramp(0); }
SCENE(blend, color_mask) { glColorMask(1, 0, 1, 0); ramp(0); }

#define LOGIC(name, op) SCENE(logic, name) { ramp(0); glEnable(GL_COLOR_LOGIC_OP); glLogicOp(op); glRotatef(90, 0, 0, 1); glScalef(0.8f, 0.8f, 1); ramp(0); }
LOGIC(exclusive_or, GL_XOR)
LOGIC(invert, GL_INVERT)
LOGIC(nand, GL_NAND)
LOGIC(and_reverse, GL_AND_REVERSE)
LOGIC(or_inverted, GL_OR_INVERTED)

#define DEPTH(name, func) SCENE(depth, name) { glEnable(GL_DEPTH_TEST); glDepthFunc(GL_ALWAYS); ramp(0.5f); glDepthFunc(func); glColor4f(1, 1, 1, 1); full_quad(1, 0); }
DEPTH(less, GL_LESS)
DEPTH(greater, GL_GREATER)
DEPTH(not_equal, GL_NOTEQUAL)
SCENE(depth, mask) { glEnable(GL_DEPTH_TEST); glDepthMask(0); ramp(0.5f); glDepthMask(1); glColor3f(0, 1, 1); glRectf(-0.5f, -0.5f, 0.5f, 0.5f); }
SCENE(depth, intersecting)
{
    glEnable(GL_DEPTH_TEST);
    for (int i = 0; i < 3; i++) {
        glPushMatrix();
        glRotatef(120.0f * i, 0.2f, 0.3f, 1);
        glRotatef(35, 1, 0, 0);
        glColor3f(i == 0, i == 1, i == 2);
        full_quad(1, 0);
        glPopMatrix();
    }
}

#define ALPHA(name, func) SCENE(alpha, name) { glEnable(GL_ALPHA_TEST); glAlphaFunc(func, 0.5f); ramp(0); }
ALPHA(greater, GL_GREATER)
ALPHA(less_equal, GL_LEQUAL)

SCENE(stencil, operations)
{
    static const GLenum ops[8] = {GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP};
    glEnable(GL_STENCIL_TEST);
    glClearStencil(3);
    glClear(GL_STENCIL_BUFFER_BIT);
    glColorMask(0, 0, 0, 0);
    for (int i = 0; i < 8; i++) {
        glStencilFunc(GL_ALWAYS, 7, 0xFF);
        glStencilOp(GL_KEEP, GL_KEEP, ops[i]);
        for (int k = 0; k < 5; k++) glRectf(-1 + 0.25f * i, -1 + 0.4f * k, -1 + 0.25f * (i + 1), 1);
    }
    glColorMask(1, 1, 1, 1);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    for (int v = 0; v < 256; v++) {
        glStencilFunc(GL_EQUAL, v, 0xFF);
        glColor3f((v & 7) / 7.0f, (v >> 3 & 7) / 7.0f, (v >> 6) / 3.0f);
        full_quad(1, 0);
    }
}

SCENE(stencil, depth_fail)
{
    glEnable(GL_DEPTH_TEST);
    ramp(0.5f);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 1, ~0u);
    glStencilOp(GL_KEEP, GL_INCR, GL_REPLACE);
    glColorMask(0, 0, 0, 0);
    glRectf(-0.7f, -0.7f, 0.7f, 0.7f);
    glColorMask(1, 1, 1, 1);
    glDisable(GL_DEPTH_TEST);
    glStencilFunc(GL_EQUAL, 1, ~0u);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glColor3f(1, 1, 1);
    glRectf(-0.5f, -1, 0.5f, 1);
}

SCENE(pixels, draw_pixels)
{
    unsigned char p[16][16][4];
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++) { p[y][x][0] = (unsigned char)(x * 16); p[y][x][1] = (unsigned char)(y * 16); p[y][x][2] = 99; p[y][x][3] = (unsigned char)(x * y); }
    /* Positions are on whole pixels. Mesa rounds the raster position, and the specification zooms around it as it is. */
    glRasterPos2f(-0.90625f, -0.90625f);
    glDrawPixels(16, 16, GL_RGBA, GL_UNSIGNED_BYTE, p);
    glRasterPos2f(-0.1875f, -0.90625f);
    glPixelZoom(2.5f, 1.5f);
    glDrawPixels(8, 16, GL_BGRA, GL_UNSIGNED_BYTE, p);
    glRasterPos2f(0.90625f, 0.90625f);
    glPixelZoom(-1, -2);
    glDrawPixels(16, 16, GL_RGBA, GL_UNSIGNED_BYTE, p);
    glPixelZoom(1, 1);
    glWindowPos2i(2, 40);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 16);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 4);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 3);
    glDrawPixels(9, 7, GL_RGBA, GL_UNSIGNED_BYTE, p);
}

SCENE(pixels, bitmap)
{
    static const unsigned char letter[13] = {0x00, 0x00, 0xc3, 0xc3, 0xc3, 0xc3, 0xff, 0xc3, 0xc3, 0xc3, 0x66, 0x3c, 0x18};
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glColor3f(1, 0.8f, 0.2f);
    glRasterPos2f(-0.9f, 0.3f);
    for (int i = 0; i < 6; i++) glBitmap(8, 13, 0.5f, 2, 9.5f, -3, letter);
    glColor3f(0, 1, 0);
    glBitmap(8, 13, 0, 0, 0, 0, letter);
}

SCENE(pixels, copy_pixels) { ramp(0); glRasterPos2f(-0.2f, -0.2f); glCopyPixels(4, 40, 20, 20, GL_COLOR); glPixelZoom(1, -1); glRasterPos2f(-0.9f, 0.4f); glCopyPixels(30, 2, 25, 9, GL_COLOR); }
SCENE(pixels, transfer) { unsigned char p[8][8][4]; memset(p, 100, sizeof p); glPixelTransferf(GL_RED_SCALE, 2); glPixelTransferf(GL_GREEN_BIAS, -0.2f); glRasterPos2f(-0.5f, -0.5f); glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, p); glPixelTransferf(GL_RED_SCALE, 1); glPixelTransferf(GL_GREEN_BIAS, 0); }
SCENE(pixels, copy_tex_image) { ramp(0); glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 8, 16, 32, 32, 0); glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST); glEnable(GL_TEXTURE_2D); glColor3f(1, 1, 1); glScalef(0.7f, 0.7f, 1); full_quad(1, 0); }

SCENE(lists, nested)
{
    glNewList(1, GL_COMPILE);
    glBegin(GL_TRIANGLES);
    glVertex2f(0, 0); glVertex2f(0.3f, 0); glVertex2f(0, 0.3f);
    glEnd();
    glTranslatef(0.2f, 0.1f, 0);
    glEndList();
    glNewList(2, GL_COMPILE);
    for (int i = 0; i < 3; i++) { glColor3f(i == 0, i == 1, i == 2); glCallList(1); }
    glRotatef(40, 0, 0, 1);
    glEndList();
    GLubyte names[3] = {0, 0, 0};
    glListBase(2);
    glTranslatef(-0.2f, -0.2f, 0);
    glCallLists(3, GL_UNSIGNED_BYTE, names);
}

SCENE(lists, inherited_color)
{
    glNewList(1, GL_COMPILE);
    glBegin(GL_QUADS);
    glVertex2f(-0.3f, -0.3f); glVertex2f(0.3f, -0.3f);
    glColor3f(1, 1, 1);
    glVertex2f(0.3f, 0.3f); glVertex2f(-0.3f, 0.3f);
    glEnd();
    glEndList();
    for (int i = 0; i < 3; i++) {
        glPushMatrix();
        glTranslatef(-0.6f + 0.6f * i, 0.5f - 0.5f * i, 0);
        glColor3f(i == 0, i == 1, i == 2);
        glCallList(1);
        glPopMatrix();
    }
}

SCENE(lists, compile_and_execute) { glNewList(5, GL_COMPILE_AND_EXECUTE); glColor3f(1, 0, 0); glRectf(-0.9f, -0.9f, 0, 0); glTranslatef(0.8f, 0.8f, 0); glEndList(); glCallList(5); }
SCENE(lists, split_begin) { glNewList(1, GL_COMPILE); glVertex2f(0.6f, -0.6f); glColor3f(0, 0, 1); glVertex2f(0, 0.7f); glEndList(); glBegin(GL_TRIANGLES); glColor3f(1, 0, 0); glVertex2f(-0.6f, -0.6f); glCallList(1); glEnd(); }

SCENE(arrays, interleaved)
{
    static const struct { unsigned char c[4]; float v[3]; } data[6] = {{{255, 0, 0, 255}, {-0.8f, -0.8f, 0}}, {{0, 255, 0, 255}, {0.8f, -0.8f, 0}}, {{0, 0, 255, 255}, {0, 0.8f, 0}}, {{255, 255, 0, 255}, {-0.8f, 0.8f, 0}}, {{0, 255, 255, 255}, {-0.5f, 0.2f, 0}}, {{255, 0, 255, 255}, {-0.9f, 0.1f, 0}}};
    static const unsigned short indices[6] = {0, 1, 2, 5, 4, 3};
    glInterleavedArrays(GL_C4UB_V3F, 0, data);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, indices);
    glDrawRangeElements(GL_TRIANGLES, 3, 5, 3, GL_UNSIGNED_SHORT, indices + 3);
}

SCENE(arrays, types)
{
    static const short v[8] = {-3, -3, 3, -3, 3, 3, -3, 3};
    static const double v2[6] = {-0.5, -0.5, 0.5, -0.5, 0, 0.5};
    static const signed char c[9] = {127, 0, 0, 0, 127, 0, 0, 0, 127};
    glEnableClientState(GL_VERTEX_ARRAY);
    glVertexPointer(2, GL_SHORT, 0, v);
    glPushMatrix();
    glScalef(0.3f, 0.3f, 1);
    glDrawArrays(GL_QUADS, 0, 4);
    glPopMatrix();
    glVertexPointer(2, GL_DOUBLE, 0, v2);
    glColorPointer(3, GL_BYTE, 0, c);
    glEnableClientState(GL_COLOR_ARRAY);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

SCENE(arrays, buffer_object)
{
    static const float v[12] = {-0.8f, -0.8f, 1, 0, 0.8f, -0.8f, 0, 1, 0, 0.8f, 1, 1};
    GLuint name;
    glGenBuffers(1, &name);
    glBindBuffer(GL_ARRAY_BUFFER, name);
    glBufferData(GL_ARRAY_BUFFER, sizeof v, NULL, GL_DYNAMIC_DRAW);
    memcpy(glMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY), v, sizeof v);
    glUnmapBuffer(GL_ARRAY_BUFFER);
    glVertexPointer(2, GL_FLOAT, 16, (void *)0);
    glTexCoordPointer(2, GL_FLOAT, 16, (void *)8);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

SCENE(arrays, array_element)
{
    static const float v[8] = {-0.7f, -0.7f, 0.7f, -0.5f, 0.5f, 0.7f, -0.8f, 0.4f}, c[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    glVertexPointer(2, GL_FLOAT, 0, v);
    glColorPointer(3, GL_FLOAT, 0, c);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    glBegin(GL_TRIANGLE_FAN);
    for (int i = 0; i < 4; i++) glArrayElement(i);
    glEnd();
}

SCENE(state, push_attrib)
{
    glColor3f(1, 0, 0);
    glPushAttrib(GL_CURRENT_BIT | GL_ENABLE_BIT | GL_SCISSOR_BIT);
    glColor3f(0, 1, 0);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 20, 64);
    full_quad(1, 0);
    glPopAttrib();
    glRectf(0, -0.5f, 0.9f, 0.5f);
}
