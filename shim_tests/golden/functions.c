/* Golden scenes of chapters 3.6, 4.3 and 5.1, and of what belongs to several chapters: pixel formats, buffer masks, evaluators, queries,
 * programs with fog. */
#include "golden.h"

static void gradient(void)
{
    glBegin(GL_QUADS);
    glColor4f(0.1f, 0.2f, 0.9f, 0.21f); glVertex2f(-1, -1); glColor4f(0.9f, 0.1f, 0.5f, 0.42f); glVertex2f(1, -1);
    glColor4f(0.9f, 0.9f, 0.1f, 0.97f); glVertex2f(1, 1); glColor4f(0.1f, 1, 0.5f, 0.76f); glVertex2f(-1, 1);
    glEnd();
}

/* Reads a part of the picture in a format, and draws it elsewhere in the same format. */
static void round_trip(int x, int y, GLenum format, GLenum type)
{
    static unsigned char bytes[16 * 16 * 16];
    memset(bytes, 0x55, sizeof bytes);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(x, y, 13, 11, format, type, bytes);
    glWindowPos2i(63 - x - 13, 63 - y - 11);
    glDrawPixels(13, 11, format, type, bytes);
}

SCENE(pixels, read_formats)
{
    static const GLenum pairs[12][2] = {
        {GL_RGB, GL_UNSIGNED_BYTE}, {GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV}, {GL_RGBA, GL_FLOAT}, {GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
        {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4}, {GL_BGRA, GL_UNSIGNED_SHORT_1_5_5_5_REV}, {GL_RED, GL_SHORT}, {GL_LUMINANCE_ALPHA, GL_UNSIGNED_SHORT},
        {GL_BGR, GL_BYTE}, {GL_RGB, GL_UNSIGNED_BYTE_3_3_2}, {GL_RGBA, GL_UNSIGNED_INT_10_10_10_2}, {GL_BLUE, GL_INT}};
    gradient();
    for (int i = 0; i < 12; i++) round_trip(2 + 15 * (i % 4), 1 + 12 * (i / 4), pairs[i][0], pairs[i][1]);
}

SCENE(pixels, read_raw)
{
    /* Draws the bytes that ReadPixels wrote as luminance, which shows their order and padding. */
    static const GLenum pairs[6][2] = {{GL_RGB, GL_UNSIGNED_SHORT_5_6_5}, {GL_BGRA, GL_UNSIGNED_BYTE}, {GL_LUMINANCE, GL_UNSIGNED_BYTE}, {GL_RGB, GL_UNSIGNED_BYTE}, {GL_ABGR_EXT, GL_UNSIGNED_BYTE}, {GL_GREEN, GL_UNSIGNED_SHORT}};
    gradient();
    for (int i = 0; i < 6; i++) {
        unsigned char bytes[24 * 8];
        memset(bytes, 0, sizeof bytes);
        glPixelStorei(GL_PACK_ROW_LENGTH, 6);
        glPixelStorei(GL_PACK_SKIP_PIXELS, 1);
        glReadPixels(8 * i, 50, 5, 4, pairs[i][0], pairs[i][1], bytes);
        glPixelStorei(GL_PACK_ROW_LENGTH, 0);
        glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
        glPixelZoom(1, 1);
        glWindowPos2i(2 + 30 * (i & 1), 1 + 12 * (i / 2));
        glDrawPixels(24, 8, GL_LUMINANCE, GL_UNSIGNED_BYTE, bytes);
    }
}

SCENE(pixels, stencil_and_depth)
{
    unsigned char stencil[16][16];
    float depth[16][16];
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++) { stencil[y][x] = (unsigned char)(x / 2 + 8 * (y / 4)); depth[y][x] = (x ^ y) / 15.0f; }
    glPixelZoom(3, 2);
    glWindowPos2i(4, 6);
    glStencilMask(0x1f);
    glDrawPixels(16, 16, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil);
    glEnable(GL_STENCIL_TEST);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    for (int v = 0; v < 64; v++) {
        glStencilFunc(GL_EQUAL, v, 0xff);
        glColor3f((v & 7) / 7.0f, (v >> 3) / 7.0f, 0.3f);
        if (v) full_quad(1, 0);
    }
    glDisable(GL_STENCIL_TEST);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    glColorMask(0, 0, 0, 0);
    glPixelZoom(2, 1.6f);
    glWindowPos2i(28, 38);
    glDrawPixels(16, 16, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
    glColorMask(1, 1, 1, 1);
    glDepthFunc(GL_GREATER);
    glColor3f(1, 1, 1);
    full_quad(1, 0.1f);
}

SCENE(pixels, draw_textured)
{
    unsigned char p[12][12][3];
    for (int y = 0; y < 12; y++)
        for (int x = 0; x < 12; x++) { p[y][x][0] = (unsigned char)(x * 20); p[y][x][1] = 40; p[y][x][2] = (unsigned char)(y * 20); }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    perspective_view();
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    for (int i = 0; i < 3; i++) {
        glTexCoord2f(0.1f + 0.25f * i, 0.9f);
        glRasterPos3f(-0.5f - 0.3f * i, -0.75f + 0.75f * i, 1.0f - i); glDrawPixels(12, 12, GL_RGB, GL_UNSIGNED_BYTE, p);
    }
    glDisable(GL_TEXTURE_2D);
    glEnable(GL_ALPHA_TEST);
    glAlphaFunc(GL_GREATER, 0.5f);
    glRasterPos3f(0.3f, 0, 0);
    glDrawPixels(12, 12, GL_RGB, GL_UNSIGNED_BYTE, p);
}

SCENE(pixels, raster_pos_lighting)
{
    static const unsigned char block[16] = {0xff, 0x81, 0xbd, 0xa5, 0xa5, 0xbd, 0x81, 0xff, 0xf0, 0xf0, 0xf0, 0xf0, 0x0f, 0x0f, 0x0f, 0x0f};
    static const float position[4] = {0.6f, 0.3f, 1, 0}, diffuse[4] = {1, 0.7f, 0.2f, 1};
    perspective_view();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glLightfv(GL_LIGHT0, GL_POSITION, position);
    glMaterialfv(GL_FRONT, GL_DIFFUSE, diffuse);
    for (int i = 0; i < 9; i++) {
        float a = (i - 4) * 0.4f;
        glNormal3f(sinf(a), 0.2f, cosf(a));
        glRasterPos3f(-1.2f + 0.3f * i, -0.8f + 0.17f * i, 0.1f * i);
        glBitmap(8, 16, 3.5f, 4, 0, 0, block);
    }
}

SCENE(state, front_back_masks)
{
    /* There is no back buffer. FRONT and FRONT_AND_BACK draw, and NONE does not. */
    glDrawBuffer(GL_NONE);
    glColor3f(1, 0, 0);
    glRectf(-1, -1, 0, 1);
    glDrawBuffer(GL_FRONT);
    glColor3f(0, 1, 0);
    glRectf(-0.8f, -0.8f, 0.2f, 0);
    glDrawBuffer(GL_FRONT_AND_BACK);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glColor3f(0.3f, 0, 0.3f);
    glRectf(-0.2f, -0.4f, 0.8f, 0.4f);
    glEnable(GL_STENCIL_TEST);
    glStencilMask(0x0f);
    glClearStencil(0xff);
    glClear(GL_STENCIL_BUFFER_BIT);
    glStencilFunc(GL_EQUAL, 0x0f, 0xff);
    glColor3f(0, 0, 0.5f);
    glRectf(-1, 0.5f, 1, 0.9f);
}

static const float control[4][4][3] = {
    {{-1, -1, 0.6f}, {-0.3f, -1, 1.4f}, {0.3f, -1, -0.8f}, {1, -1, 0.2f}},
    {{-1, -0.3f, 0.2f}, {-0.3f, -0.3f, 2}, {0.3f, -0.3f, 0}, {1, -0.3f, -0.5f}},
    {{-1, 0.3f, 1}, {-0.3f, 0.3f, 0}, {0.3f, 0.3f, 1}, {1, 0.3f, 1}},
    {{-1, 1, 0}, {-0.3f, 1, -0.4f}, {0.3f, 1, 0}, {1, 1, -0.3f}}};
static const float corner_colors[2][2][4] = {{{1, 0, 0, 1}, {0.5f, 0.5f, 0, 1}}, {{0.5f, 0, 0.5f, 1}, {0, 0.5f, 0.5f, 1}}};

/* A fine mesh, because Mesa makes triangle strips of it, whose diagonals differ from those of quads. */
static void bezier(int n)
{
    perspective_view();
    glRotatef(-40, 1, 0.2f, 0);
    glEnable(GL_DEPTH_TEST);
    glMap2f(GL_MAP2_VERTEX_3, 0, 1, 3, 4, 0, 1, 12, 4, &control[0][0][0]);
    glEnable(GL_MAP2_VERTEX_3);
    glMapGrid2f(n, 0, 1, n - 2, 0, 1);
}
SCENE(evaluators, mesh_fill) { bezier(40); glMap2f(GL_MAP2_COLOR_4, 0, 1, 4, 2, 0, 1, 8, 2, &corner_colors[0][0][0]); glEnable(GL_MAP2_COLOR_4); glEvalMesh2(GL_FILL, 0, 40, 0, 38); }
SCENE(evaluators, mesh_line) { bezier(9); glEvalMesh2(GL_LINE, 1, 8, 0, 7); glColor3f(1, 0, 0); glPointSize(3); glEvalMesh2(GL_POINT, 0, 9, 2, 5); }

SCENE(evaluators, mesh_lit)
{
    static const float position[4] = {0.4f, 0.4f, 1, 0};
    bezier(40);
    glEnable(GL_AUTO_NORMAL);
    glEnable(GL_NORMALIZE);
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    glLightfv(GL_LIGHT0, GL_POSITION, position);
    glFrontFace(GL_CW); /* EvalMesh2 makes clockwise quads */
    glEvalMesh2(GL_FILL, 0, 40, 0, 38);
}

SCENE(evaluators, curve)
{
    static const float points[4][3] = {{-0.9f, -0.7f, 0}, {-0.5f, 1.4f, 0}, {0.4f, -1.6f, 0}, {0.9f, 0.8f, 0}}, colors[2][4] = {{1, 0, 0, 1}, {0, 1, 1, 1}};
    glMap1f(GL_MAP1_VERTEX_3, 0, 2, 3, 4, &points[0][0]);
    glMap1f(GL_MAP1_COLOR_4, 0, 2, 4, 2, &colors[0][0]);
    glEnable(GL_MAP1_VERTEX_3);
    glEnable(GL_MAP1_COLOR_4);
    glBegin(GL_LINE_STRIP);
    for (int i = 0; i <= 20; i++) glEvalCoord1f(i * 0.1f);
    glEnd();
    glPointSize(5);
    glMapGrid1f(6, 0.2f, 1.8f);
    glEvalMesh1(GL_POINT, 0, 6);
}

/* Draws a bar as long as the count, 64 fragments for each pixel. */
static void bar(GLuint query, int row)
{
    GLuint count = 0;
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
    glPushAttrib(GL_ALL_ATTRIB_BITS);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 4 * row, (GLsizei)(count / 64), 3);
    glClearColor(1, 0.2f * row, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glPopAttrib();
}

SCENE(state, occlusion_query)
{
    GLuint queries[4];
    glGenQueries(4, queries);
    glEnable(GL_DEPTH_TEST);
    for (int i = 0; i < 4; i++) {
        glBeginQuery(GL_SAMPLES_PASSED, queries[i]);
        glColor3f(0.2f * i, 0.3f, 0.3f + 0.2f * i);
        if (i == 0) glRectf(-1, -1, 1, 1);
        if (i == 1) { glTranslatef(0, 0, -0.5f); glBegin(GL_TRIANGLES); glVertex2f(-0.9f, 0); glVertex2f(0.9f, 0); glVertex2f(0, 0.9f); glEnd(); }
        if (i == 2) { glDepthFunc(GL_EQUAL); glBegin(GL_TRIANGLES); glVertex2f(-0.9f, 0); glVertex2f(0.9f, 0); glVertex2f(0, 0.9f); glEnd(); glDepthFunc(GL_LESS); }
        if (i == 3) { glColorMask(0, 0, 0, 0); glDepthMask(0); glTranslatef(0, 0, 0.7f); glRectf(-1, -1, 1, 1); glColorMask(1, 1, 1, 1); glDepthMask(1); }
        glEndQuery(GL_SAMPLES_PASSED);
    }
    for (int i = 0; i < 4; i++) bar(queries[i], i);
}

static void fragment_program(const char *text)
{
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
}

static void fogged_program(const char *text)
{
    static const float color[4] = {0.9f, 0.7f, 0.2f, 1};
    perspective_view();
    glFogfv(GL_FOG_COLOR, color);
    glFogf(GL_FOG_DENSITY, 0.12f);
    glFogf(GL_FOG_START, 2);
    glFogf(GL_FOG_END, 14);
    fragment_program(text);
    glBegin(GL_QUADS);
    glColor3f(7 / 12.0f, 5 / 12.0f, 0); glVertex3f(-1, -1, 1.5f);
    glColor3f(5 / 12.0f, 7 / 12.0f, 0); glVertex3f(1, -1, 1.5f);
    glColor3f(0, 1, 1); glVertex3f(6, 1, -15);
    glColor3f(1, 0, 1); glVertex3f(-6, 1, -15);
    glEnd();
}
SCENE(programs, fog_linear) { fogged_program("!!ARBfp1.0\nOPTION ARB_fog_linear;\nMUL result.color, fragment.color, {1, 0.8, 1, 1};\nEND\n"); }
SCENE(programs, fog_exp) { fogged_program("!!ARBfp1.0\nOPTION ARB_fog_exp;\nMOV result.color, fragment.color;\nEND\n"); }
SCENE(programs, fog_exp2) { fogged_program("!!ARBfp1.0\nOPTION ARB_fog_exp2;\nMOV result.color, fragment.color;\nEND\n"); }
SCENE(programs, fog_coordinate) { fogged_program("!!ARBfp1.0\nMUL result.color, fragment.fogcoord.x, {0.05, 0.1, 0.02, 1};\nEND\n"); }
SCENE(programs, window_position) { fogged_program("!!ARBfp1.0\nTEMP a;\nMUL a, fragment.position, {0.015625, 0.015625, 1, 0.5};\nMOV result.color, a;\nEND\n"); }

SCENE(programs, vertex_and_fragment)
{
    static const char vertex[] =
        "!!ARBvp1.0\nPARAM m[4] = { state.matrix.mvp };\nTEMP p;\nDP4 p.x, m[0], vertex.position;\nDP4 p.y, m[1], vertex.position;\nDP4 p.z, m[2], vertex.position;\nDP4 p.w, m[3], vertex.position;\n"
        "MOV result.position, p;\nMOV result.texcoord[0], vertex.normal;\nMAD result.texcoord[1], vertex.texcoord[0], {3, 2, 0, 0}, {0, 0, 0, 1};\nEND\n";
    static const char fragment[] =
        "!!ARBfp1.0\nTEMP n, t, l;\nDP3 n.w, fragment.texcoord[0], fragment.texcoord[0];\nRSQ n.w, n.w;\nMUL n.xyz, fragment.texcoord[0], n.w;\nDP3_SAT l.x, n, {0.57735, 0.57735, 0.57735, 0};\n"
        "POW l.y, l.x, {20}.x;\nTEX t, fragment.texcoord[1], texture[0], 2D;\nMAD_SAT result.color.xyz, t, l.x, l.y;\nMOV result.color.w, l.x;\nEND\n";
    perspective_view();
    glEnable(GL_DEPTH_TEST);
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof vertex - 1, vertex);
    glEnable(GL_VERTEX_PROGRAM_ARB);
    fragment_program(fragment);
    sphere(1, 12);
}

SCENE(lighting, secondary_with_texture)
{
    static const float position[4] = {0.5f, 0.7f, 1, 0}, white[4] = {1, 1, 1, 1};
    perspective_view();
    glEnable(GL_DEPTH_TEST);
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glEnable(GL_COLOR_SUM);
    glSecondaryColor3f(0, 0.4f, 0);
    glPushMatrix();
    glTranslatef(-0.7f, 0, 0);
    sphere(0.65f, 8);
    glPopMatrix();
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glLightfv(GL_LIGHT0, GL_POSITION, position);
    glMaterialfv(GL_FRONT, GL_SPECULAR, white);
    glMaterialf(GL_FRONT, GL_SHININESS, 6);
    glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR);
    glTranslatef(0.7f, 0, 0);
    sphere(0.65f, 8);
}
