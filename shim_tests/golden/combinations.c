/* Golden scenes of features that meet in programs: materials inside Begin, clipped flat shading, stencils of two sides, maps, assembly
 * instructions. */
#include "golden.h"

static void lit(void)
{
    static const float position[4] = {0.5f, 0.6f, 1, 0};
    perspective_view();
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glLightfv(GL_LIGHT0, GL_POSITION, position);
}

SCENE(combinations, material_inside_begin)
{
    lit();
    glBegin(GL_QUAD_STRIP);
    for (int i = 0; i <= 12; i++) {
        float a = i * 0.26f - 1.5f, color[4] = {i & 1, (i >> 1) & 1, 0.7f, 1};
        glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, color);
        glNormal3f(sinf(a), 0, cosf(a));
        glVertex3f(1.2f * sinf(a), 0.9f, cosf(a));
        if (i == 6) { float glow[4] = {0.5f, 0, 0, 1}; glMaterialfv(GL_FRONT, GL_EMISSION, glow); }
        glVertex3f(1.2f * sinf(a), -0.9f, cosf(a));
    }
    glEnd();
}

SCENE(combinations, material_in_lists)
{
    lit();
    glLightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, 1);
    for (int part = 0; part < 2; part++) {
        glNewList((GLuint)(1 + part), GL_COMPILE);
        glBegin(GL_TRIANGLES);
        for (int i = 0; i < 9; i++) {
            float color[4] = {i % 3 == 0, i % 3 == 1, i % 3 == 2, 1}, gloss[4] = {0.6f, 0.6f, 0.6f, 1};
            glMaterialf(GL_FRONT, GL_SHININESS, 4.0f * i + 1);
            if (i == 4) glMaterialfv(GL_FRONT, GL_SPECULAR, gloss);
            glMaterialfv(GL_FRONT, GL_DIFFUSE, color);
            float a = 0.698f * i;
            glNormal3f(0.3f * cosf(a), 0.3f * sinf(a), 0.95f);
            glVertex3f(0.7f * cosf(a) - 0.6f + 1.3f * part, 0.9f * sinf(a), 0.2f * (i % 3));
        }
        glEnd();
        glEndList();
    }
    glCallList(1);
    glCallList(2);
}

SCENE(combinations, color_material_two_sided)
{
    lit();
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    glColorMaterial(GL_FRONT_AND_BACK, GL_DIFFUSE);
    glEnable(GL_COLOR_MATERIAL);
    glShadeModel(GL_FLAT);
    glRotatef(60, 1, 0.3f, 0);
    glBegin(GL_TRIANGLE_STRIP);
    for (int i = 0; i <= 18; i++) {
        float a = i * 0.35f;
        glColor3f(i % 3 == 0, i % 3 == 1, 1);
        glNormal3f(sinf(a), 0, cosf(a));
        glVertex3f(sinf(a), (i & 1) ? 0.8f : -0.8f, cosf(a));
    }
    glEnd();
}

SCENE(combinations, flat_clipped)
{
    static const double plane[4] = {1, 0.3, 0, 0.4};
    glClipPlane(GL_CLIP_PLANE2, plane);
    glEnable(GL_CLIP_PLANE2);
    glShadeModel(GL_FLAT);
    perspective_view();
    for (int mode = 0; mode < 3; mode++) {
        static const GLenum modes[3] = {GL_TRIANGLE_FAN, GL_QUAD_STRIP, GL_POLYGON};
        glPushMatrix();
        glTranslatef(0, 1.0f - mode, 0.3f * mode);
        glBegin(modes[mode]);
        for (int i = 0; i < 8; i++) {
            float a = 0.7853982f * i;
            glColor3f(i & 1, i >> 1 & 1, 1 - 0.12f * i);
            if (mode == 1) glVertex3f(-2 + 1.3f * (i / 2), i & 1 ? 0.4f : -0.4f, 0.2f * i);
            else glVertex3f(1.9f * cosf(a), 0.45f * sinf(a), 2.2f * cosf(a));
        }
        glEnd();
        glPopMatrix();
    }
}

SCENE(combinations, lines_clipped_by_the_view)
{
    perspective_view();
    glLineWidth(3);
    glBegin(GL_LINES);
    for (int i = 0; i < 9; i++) {
        glColor3f(1, i / 8.0f, 0); glVertex3f(-4, -3 + 0.77f * i, -1);
        glColor3f(0, 0.3f, 1); glVertex3f(4, 2.9f - 0.77f * i, 2.3f);
    }
    glEnd();
    glPointSize(9);
    glBegin(GL_POINTS);
    glColor3f(1, 1, 1);
    glVertex3f(1.46f, 0.3f, 0); glVertex3f(-1.47f, -0.8f, 0); glVertex3f(1.6f, 1, 0); glVertex3f(0, -1.44f, 0);
    glEnd();
}

SCENE(stencil, two_sides)
{
    glEnable(GL_STENCIL_TEST);
    glColorMask(0, 0, 0, 0);
    glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
    glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_DECR_WRAP);
    glStencilFuncSeparate(GL_FRONT_AND_BACK, GL_ALWAYS, 0, ~0u);
    for (int i = 0; i < 5; i++) {
        float a = 1.2f * i;
        glBegin(GL_TRIANGLES);
        glVertex2f(-0.8f * cosf(a), -0.7f); glVertex2f(0.85f, 0.5f * sinf(a)); glVertex2f(0.3f * cosf(2 * a), 0.9f * sinf(a + 1));
        glEnd();
    }
    glColorMask(1, 1, 1, 1);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    for (int v = 0; v < 256; v++) {
        if (v == 4) v = 250;
        glStencilFunc(GL_EQUAL, v, ~0u);
        glColor3f((v & 3) / 3.0f, v > 128, 0.5f);
        glRectf(-1, -1, 1, 1);
    }
}

SCENE(pixels, index_maps)
{
    static const float red[4] = {0, 1, 0, 1}, green[4] = {0, 0.3f, 1, 1}, blue[4] = {1, 0, 0.5f, 0}, alpha[1] = {1};
    unsigned char index[10][12];
    for (int y = 0; y < 10; y++)
        for (int x = 0; x < 12; x++) index[y][x] = (unsigned char)(x + y);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelMapfv(GL_PIXEL_MAP_I_TO_R, 4, red);
    glPixelMapfv(GL_PIXEL_MAP_I_TO_G, 4, green);
    glPixelMapfv(GL_PIXEL_MAP_I_TO_B, 4, blue);
    glPixelMapfv(GL_PIXEL_MAP_I_TO_A, 1, alpha);
    glPixelZoom(2, 2);
    glWindowPos2i(34, 30);
    glDrawPixels(12, 10, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, index);
}

SCENE(pixels, bitmap_orders)
{
    static const unsigned char bits[2 * 9] = {0x80, 0x01, 0xc3, 0x80, 0xa5, 0x40, 0x99, 0x20, 0x81, 0x10, 0xff, 0xf0, 0x0f, 0x08, 0x33, 0x04, 0x55, 0x02};
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    glColor3f(1, 1, 0);
    glWindowPos2i(5, 5);
    glBitmap(14, 9, 0, 0, 20, 3, bits);
    glPixelStorei(GL_UNPACK_LSB_FIRST, 1);
    glColor3f(1, 0, 1); /* not the raster colour */
    glBitmap(14, 9, 2.6f, 1.4f, -15, 22, bits);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 3);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 2);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 16);
    glFinish(); /* Mesa collects bitmaps, and loses them at a logic operation */
    glEnable(GL_COLOR_LOGIC_OP);
    glLogicOp(GL_XOR);
    glBitmap(10, 6, 0, 0, 0, 0, bits);
}

SCENE(pixels, copy_depth_and_stencil)
{
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    for (int i = 0; i < 3; i++) {
        glColor3f(0.3f * i, 0.4f, 0.2f);
        glBegin(GL_TRIANGLES); glVertex3f(-1, -1, -0.9f + 0.1f * i); glVertex3f(0.1f, -0.9f + 0.2f * i, 0.8f); glVertex3f(-0.9f, 0.2f * i, 0.1f); glEnd();
    }
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glDisable(GL_STENCIL_TEST);
    glDepthFunc(GL_ALWAYS);
    glColorMask(0, 0, 0, 0);
    glWindowPos2i(33, 4);
    glCopyPixels(0, 0, 30, 30, GL_DEPTH);
    glWindowPos2i(31, 62);
    glPixelZoom(1, -1);
    glCopyPixels(0, 0, 30, 30, GL_STENCIL);
    glColorMask(1, 1, 1, 1);
    glDepthFunc(GL_GREATER);
    glColor3f(1, 0.5f, 0);
    full_quad(1, 0.3f);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    for (int v = 1; v < 4; v++) { glStencilFunc(GL_EQUAL, v, 0xff); glColor3f(v / 3.0f, 0, 1); glRectf(-0.1f, -0.1f, 1, 1); }
}

SCENE(environment, crossbar)
{
    static const float constant[4] = {0.2f, 0.7f, 0.4f, 0.5f};
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_INTERPOLATE);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE0_RGB, GL_TEXTURE1);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE1_RGB, GL_TEXTURE0);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE2_RGB, GL_PRIMARY_COLOR);
    glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND2_RGB, GL_SRC_ALPHA);
    glActiveTexture(GL_TEXTURE1);
    GLuint second;
    glGenTextures(1, &second);
    glBindTexture(GL_TEXTURE_2D, second);
    small_texture(GL_NEAREST, GL_NEAREST, GL_MIRRORED_REPEAT);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
    glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, constant);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_ADD_SIGNED);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE0_RGB, GL_PREVIOUS);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE1_RGB, GL_CONSTANT);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_SUBTRACT);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE0_ALPHA, GL_TEXTURE0);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE1_ALPHA, GL_CONSTANT);
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        float x = i == 1 || i == 2, y = i >= 2;
        glMultiTexCoord2f(GL_TEXTURE0, 1.01f * x, y);
        glMultiTexCoord2f(GL_TEXTURE1, 2.03f * y, 1.98f * x);
        glColor4f(1, 1, 1, 0.1f + 0.8f * x);
        glVertex2f(2 * x - 1, 2 * y - 1);
    }
    glEnd();
}

SCENE(texgen, projective_q)
{
    static const float s[4] = {0.5f, 0, 0, 0.5f}, t[4] = {0, 0.5f, 0, 0.5f}, q[4] = {0.2f, 0.1f, 0.3f, 1};
    perspective_view();
    glEnable(GL_DEPTH_TEST);
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glMatrixMode(GL_TEXTURE);
    glScalef(2, 1.5f, 1);
    glRotatef(20, 0, 0, 1);
    glMatrixMode(GL_MODELVIEW);
    glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR); glTexGenfv(GL_S, GL_OBJECT_PLANE, s); glEnable(GL_TEXTURE_GEN_S);
    glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR); glTexGenfv(GL_T, GL_OBJECT_PLANE, t); glEnable(GL_TEXTURE_GEN_T);
    glRotatef(30, 0, 1, 0);
    glTexGeni(GL_Q, GL_TEXTURE_GEN_MODE, GL_EYE_LINEAR); glTexGenfv(GL_Q, GL_EYE_PLANE, q); glEnable(GL_TEXTURE_GEN_Q);
    glRotatef(25, 1, 0, 0);
    sphere(1.1f, 12);
}

static void program(GLenum target, const char *text)
{
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    glEnable(target);
}

static void per_pixel(const char *body)
{
    char text[2000];
    snprintf(text, sizeof text, "!!ARBfp1.0\nTEMP p, a, b, c;\nATTRIB t = fragment.texcoord[0];\nMOV p, t;\n%sEND\n", body);
    program(GL_FRAGMENT_PROGRAM_ARB, text);
    glBegin(GL_QUADS);
    glTexCoord4f(-2.03f, -1.98f, 0.25f, 1); glVertex2f(-1, -1); glTexCoord4f(2.01f, -1.98f, 1.25f, 1); glVertex2f(1, -1);
    glTexCoord4f(2.01f, 2.02f, 2.25f, 1); glVertex2f(1, 1); glTexCoord4f(-2.03f, 2.02f, 1.25f, 1); glVertex2f(-1, 1);
    glEnd();
}
#define PROGRAM(name, body) SCENE(programs, name) { per_pixel(body); }
PROGRAM(trigonometry, "MUL p, p, {3,2,1,1};\nSIN a.x, p.x;\nCOS a.y, p.y;\nSCS b.xy, t.x;\nMAD a.xy, a, {0.4,0.4,0,0}, {0.5,0.5,0,0};\nMAD a.z, b.y, {0.5}.x, {0.5}.x;\nMOV a.w, b.x;\nMOV result.color, a;\n")
PROGRAM(powers, "EX2 a.x, p.x;\nMUL a.x, a.x, {0.25}.x;\nABS b, p;\nLG2 a.y, b.y;\nMAD a.y, a.y, {0.2}.x, {0.5}.x;\nPOW a.z, b.x, b.z;\nMUL a.z, a.z, {0.2}.x;\nRSQ a.w, b.z;\nMUL a.w, a.w, {0.5}.x;\nMOV result.color, a;\n")
PROGRAM(comparisons, "CMP a.x, p.x, {0.2}.x, {0.9}.x;\nSGE a.y, p.x, p.y;\nSLT b.x, p.z, {0.8}.x;\nMIN b.y, p.x, p.y;\nMAX b.z, b.y, {-0.5}.x;\nADD a.z, b.z, b.x;\nLRP a.w, {0.3}.x, p.x, p.y;\nMOV result.color, a;\n")
PROGRAM(fractions, "FRC a, p;\nFLR b, p;\nMAD b, b, {0.2,0.2,0.2,0.2}, {0.5,0.5,0.5,0.5};\nMOV a.z, b.x;\nMOV a.w, b.y;\nMOV result.color, a;\n")
PROGRAM(products, "XPD a, p, {0.3,0.2,0.9,0};\nDPH b.x, p, {0.1,0.2,0.3,0.4};\nDST c, p, p.yxzw;\nSWZ b, b, x, 1, -x, 0;\nMOV a.w, b.x;\nABS a, a;\nADD_SAT result.color, a, -b;\n")
PROGRAM(kill, "MUL a, p, {4,4,4,4};\nFRC a, a;\nADD a.xy, a, {-0.3,-0.2,0,0};\nKIL a.xyxy;\nMOV result.color, {1,0.7,0.1,1};\n")
PROGRAM(lit, "MUL p.w, p.z, {4}.x;\nMOV p.z, {0}.x;\nLIT a, p;\nMUL a.y, a.y, {0.5}.x;\nMUL a.z, a.z, {0.1}.x;\nMUL a.x, a.x, {0.2}.x;\nMOV result.color, a;\n")
PROGRAM(depth, "MAD a.z, p.x, {0.2}.x, {0.5}.x;\nMOV result.depth.z, a.z;\nMOV result.color, a.z;\n")

SCENE(programs, textures)
{
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glDisable(GL_TEXTURE_2D);
    glActiveTexture(GL_TEXTURE1);
    GLuint second;
    glGenTextures(1, &second);
    glBindTexture(GL_TEXTURE_RECTANGLE_ARB, second);
    unsigned char t[3][3][4];
    for (int i = 0; i < 36; i++) (&t[0][0][0])[i] = (unsigned char)(i * 37);
    glTexImage2D(GL_TEXTURE_RECTANGLE_ARB, 0, GL_RGBA8, 3, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, t);
    glTexParameteri(GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    per_pixel("TEX a, t, texture[0], 2D;\nMOV p.w, p.z;\nTXP b, p, texture[0], 2D;\nMAD c, t, {0.7,0.7,0,0}, {1.5,1.5,0,0};\nTEX c, c, texture[1], RECT;\nMUL a, a, {0.4,0.4,0.4,0.4};\nMAD a, b, {0.3,0.3,0.3,0.3}, a;\nMAD result.color, c, {0.3,0.3,0.3,0.3}, a;\n");
}

SCENE(programs, vertex_instructions)
{
    static const char text[] =
        "!!ARBvp1.0\nPARAM wave[4] = { {0,0.1,0,0}, {0.05,0,0,0}, {0,-0.1,0.1,0}, {-0.05,0,0,0} };\nPARAM k = {4, 0.5, 2, 1};\nPARAM mvp[4] = { state.matrix.mvp };\nPARAM it[4] = { state.matrix.modelview.invtrans };\nADDRESS a;\nTEMP p, n, c;\n"
        "MUL c.x, vertex.texcoord[0].x, k.x;\nFLR c.x, c.x;\nMIN c.x, c.x, {3}.x;\nMAX c.x, c.x, {0}.x;\nARL a.x, c.x;\nMOV p, vertex.position;\nADD p.xyz, p, wave[a.x];\n"
        "DP4 result.position.x, mvp[0], p;\nDP4 result.position.y, mvp[1], p;\nDP4 result.position.z, mvp[2], p;\nDP4 result.position.w, mvp[3], p;\n"
        "DP3 n.x, it[0], vertex.normal;\nDP3 n.y, it[1], vertex.normal;\nDP3 n.z, it[2], vertex.normal;\nMOV n.w, {10}.x;\nMOV c, n;\nMOV c.y, n.z;\nLIT c, c;\n"
        "EXP n.xy, p.y;\nLOG n.z, p.x;\nMUL n.x, n.y, k.y;\nMAD result.color.xyz, c, k.y, n.xxyw;\nMOV result.color.w, k.w;\nEND\n";
    perspective_view();
    glEnable(GL_DEPTH_TEST);
    program(GL_VERTEX_PROGRAM_ARB, text);
    sphere(1, 16);
}

SCENE(arrays, generic_attributes)
{
    static const struct { short p[2]; unsigned char c[4]; float w; } v[4] = {{{-20000, -18000}, {255, 0, 0, 255}, 1}, {{22000, -20000}, {0, 255, 0, 255}, 2}, {{18000, 21000}, {0, 0, 255, 255}, 1.5f}, {{-21000, 20000}, {255, 255, 255, 0}, 1}};
    static const unsigned int order[4] = {3, 0, 2, 1};
    program(GL_VERTEX_PROGRAM_ARB, "!!ARBvp1.0\nTEMP p;\nMOV p, vertex.attrib[0];\nMUL p.xy, p, vertex.attrib[9].x;\nMOV p.w, vertex.attrib[9].x;\nMOV result.position, p;\nMOV result.color, vertex.attrib[7];\nEND\n");
    glVertexAttribPointerARB(0, 2, GL_SHORT, GL_TRUE, sizeof v[0], v[0].p);
    glVertexAttribPointerARB(7, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof v[0], v[0].c);
    glVertexAttribPointerARB(9, 1, GL_FLOAT, GL_FALSE, sizeof v[0], &v[0].w);
    glEnableVertexAttribArrayARB(0); glEnableVertexAttribArrayARB(7); glEnableVertexAttribArrayARB(9);
    glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_INT, order);
}

SCENE(arrays, multi_draw)
{
    static float v[40];
    static const GLint first[3] = {0, 5, 13};
    static const GLsizei count[3] = {5, 8, 7};
    for (int i = 0; i < 20; i++) { float a = i * 2.1f; v[2 * i] = 0.9f * cosf(a) * (1 - 0.03f * i); v[2 * i + 1] = 0.9f * sinf(a * 1.3f); }
    glVertexPointer(2, GL_FLOAT, 0, v);
    glEnableClientState(GL_VERTEX_ARRAY);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glMultiDrawArrays(GL_TRIANGLE_STRIP, first, count, 3);
}
