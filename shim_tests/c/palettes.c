/* Proves EXT_paletted_texture, EXT_shared_texture_palette and ATI_envmap_bumpmap, which Mesa no longer has. Texels, palettes and pixels
 * are computed here. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 16 };
static unsigned char frame[SIZE * SIZE * 4], other_frame[SIZE * SIZE * 4];
static int failures;

static PFNGLCOLORTABLEEXTPROC pColorTable;
static PFNGLCOLORSUBTABLEEXTPROC pColorSubTable;
static PFNGLGETCOLORTABLEEXTPROC pGetColorTable;
static PFNGLGETCOLORTABLEPARAMETERIVEXTPROC pGetParameter;
static PFNGLTEXBUMPPARAMETERFVATIPROC pBumpParameter;

/* Mesa's libOSMesa, which this program is linked with, does not export them. */
static void look_up(void)
{
#define LOOK_UP(pointer, name) pointer = (__typeof__(pointer))(void *)OSMesaGetProcAddress(name)
    LOOK_UP(pColorTable, "glColorTableEXT");
    LOOK_UP(pColorSubTable, "glColorSubTableEXT");
    LOOK_UP(pGetColorTable, "glGetColorTableEXT");
    LOOK_UP(pGetParameter, "glGetColorTableParameterivEXT");
    LOOK_UP(pBumpParameter, "glTexBumpParameterfvATI");
}

#define CHECK(condition)                                               \
    do {                                                               \
        if (!(condition)) {                                            \
            printf("line %d: %s\n", __LINE__, #condition);             \
            failures++;                                                \
        }                                                              \
    } while (0)

static void no_error(const char *what)
{
    GLenum error = glGetError();
    if (error) {
        printf("%s: error %04x\n", what, error);
        failures++;
    }
}

/* calls/errors.tsv tests the errors, and this file what commands do. This is entry i of the usual palette. */
static void entry(unsigned i, unsigned char out[4])
{
    out[0] = (unsigned char)i; out[1] = (unsigned char)(255 - i); out[2] = (unsigned char)(7 * i); out[3] = (unsigned char)(200 - i / 2);
}

static void set_palette(GLenum target, int width)
{
    unsigned char colors[256][4];
    for (int i = 0; i < width; i++) entry((unsigned)i, colors[i]);
    pColorTable(target, GL_RGBA8, width, GL_RGBA, GL_UNSIGNED_BYTE, colors);
}

/* Compares pixel (x, y) with a colour, within `slack`. */
static void expect(const char *what, int x, int y, const unsigned char want[4], int slack)
{
    unsigned char p[4];
    int bad = 0;
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
    for (int i = 0; i < 4; i++) bad |= abs(p[i] - want[i]) > slack;
    if (bad) {
        printf("%s: pixel (%d, %d) is %d %d %d %d, not %d %d %d %d\n", what, x, y, p[0], p[1], p[2], p[3], want[0], want[1], want[2], want[3]);
        failures++;
    }
}

static void quad(float r)
{
    glBegin(GL_QUADS);
    glTexCoord3f(0, 0, r); glVertex2f(-1, -1);
    glTexCoord3f(1, 0, r); glVertex2f(1, -1);
    glTexCoord3f(1, 1, r); glVertex2f(1, 1);
    glTexCoord3f(0, 1, r); glVertex2f(-1, 1);
    glEnd();
}

static void nearest(GLenum target)
{
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glEnable(target);
}

static GLint level_value(GLenum target, GLenum name)
{
    GLint value = -1;
    glGetTexLevelParameteriv(target, 0, name, &value);
    return value;
}

/* A 4x4 image of the indices 3i, with nearest filtering. */
static void small_image(GLint format)
{
    unsigned char indices[16];
    for (int i = 0; i < 16; i++) indices[i] = (unsigned char)(3 * i);
    glTexImage2D(GL_TEXTURE_2D, 0, format, 4, 4, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, indices);
    nearest(GL_TEXTURE_2D);
}

/* Indices are stored with the bits of their format, and returned. Colours are those of the palette. */
static void texels_and_queries(void)
{
    static const struct { GLint format; int bits; } formats[6] = {{GL_COLOR_INDEX1_EXT, 1},   {GL_COLOR_INDEX2_EXT, 2},   {GL_COLOR_INDEX4_EXT, 4},
                                                                  {GL_COLOR_INDEX8_EXT, 8},   {GL_COLOR_INDEX12_EXT, 12}, {GL_COLOR_INDEX16_EXT, 16}};
    unsigned short indices[64], back[64];
    float floats[64];
    for (int i = 0; i < 64; i++) indices[i] = (unsigned short)(i * 1031);
    set_palette(GL_TEXTURE_2D, 256);
    for (int f = 0; f < 6; f++) {
        int mask = (1 << formats[f].bits) - 1;
        glTexImage2D(GL_TEXTURE_2D, 0, formats[f].format, 8, 8, 0, GL_COLOR_INDEX, GL_UNSIGNED_SHORT, indices);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_COLOR_INDEX, GL_UNSIGNED_SHORT, back);
        for (int i = 0; i < 64; i++) CHECK(back[i] == (indices[i] & mask));
        glGetTexImage(GL_TEXTURE_2D, 0, GL_COLOR_INDEX, GL_FLOAT, floats);
        for (int i = 0; i < 64; i++) CHECK(floats[i] == (float)(indices[i] & mask));
        unsigned char colors[64][4], want[4];
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, colors);
        for (int i = 0; i < 64; i++) {
            entry((unsigned)(indices[i] & mask & 255), want);
            CHECK(!memcmp(colors[i], want, 4));
        }
        CHECK(level_value(GL_TEXTURE_2D, GL_TEXTURE_INDEX_SIZE_EXT) == formats[f].bits);
        CHECK(level_value(GL_TEXTURE_2D, GL_TEXTURE_INTERNAL_FORMAT) == formats[f].format);
        CHECK(level_value(GL_TEXTURE_2D, GL_TEXTURE_RED_SIZE) == 0);
        CHECK(level_value(GL_TEXTURE_2D, GL_TEXTURE_ALPHA_SIZE) == 0);
    }
    /* Shift and offset apply, and the map from indices to indices. */
    static const float map[4] = {9, 8, 7, 6};
    unsigned char in[4] = {0, 1, 2, 255}, out[4];
    glPixelTransferi(GL_INDEX_SHIFT, 1);
    glPixelTransferi(GL_INDEX_OFFSET, 3);
    glTexImage1D(GL_TEXTURE_1D, 0, GL_COLOR_INDEX8_EXT, 4, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, in);
    glGetTexImage(GL_TEXTURE_1D, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, out);
    for (int i = 0; i < 4; i++) CHECK(out[i] == (unsigned char)(2 * in[i] + 3));
    glPixelTransferi(GL_INDEX_SHIFT, 0);
    glPixelTransferi(GL_INDEX_OFFSET, 0);
    glPixelMapfv(GL_PIXEL_MAP_I_TO_I, 4, map);
    glPixelTransferi(GL_MAP_COLOR, 1);
    glTexSubImage1D(GL_TEXTURE_1D, 0, 1, 3, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, in + 1);
    glPixelTransferi(GL_MAP_COLOR, 0);
    glGetTexImage(GL_TEXTURE_1D, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, out);
    CHECK(out[0] == 3 && out[1] == 8 && out[2] == 7 && out[3] == 6);
    no_error("texels");
}

/* ColorTable loads colours like texels. Sub-tables stop at the end. Queries return what table 6.1 says. */
static void palettes(void)
{
    static const unsigned char two[2][4] = {{10, 20, 30, 40}, {50, 60, 70, 80}};
    unsigned char back[8][4];
    memset(back, 9, sizeof back);
    pGetColorTable(GL_TEXTURE_3D, GL_RGBA, GL_UNSIGNED_BYTE, back);
    CHECK(back[0][0] == 255 && back[0][3] == 255 && back[1][0] == 9);
    set_palette(GL_TEXTURE_2D, 4);
    pColorSubTable(GL_TEXTURE_2D, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE, two);
    pColorSubTable(GL_TEXTURE_2D, 1, 1, GL_BGRA, GL_UNSIGNED_BYTE, two);
    pColorSubTable(GL_TEXTURE_2D, 9, 2, GL_RGBA, GL_UNSIGNED_BYTE, two);
    pGetColorTable(GL_TEXTURE_2D, GL_RGBA, GL_UNSIGNED_BYTE, back);
    unsigned char want[4];
    entry(2, want);
    CHECK(back[1][0] == 30 && back[1][2] == 10 && back[1][3] == 40);
    CHECK(!memcmp(back[2], want, 4) && !memcmp(back[3], two[0], 4) && back[4][0] == 9);
    static const struct { GLenum format; unsigned char first[4]; } formats[6] = {
        {GL_RGB, {10, 20, 30, 255}},    {GL_ALPHA, {0, 0, 0, 40}},          {GL_LUMINANCE8, {10, 0, 0, 255}},
        {GL_LUMINANCE_ALPHA, {10, 0, 0, 40}}, {GL_INTENSITY, {10, 0, 0, 255}}, {4, {10, 20, 30, 40}}};
    for (int i = 0; i < 6; i++) {
        GLint value;
        pColorTable(GL_TEXTURE_CUBE_MAP, formats[i].format, 2, GL_RGBA, GL_UNSIGNED_BYTE, two);
        pGetColorTable(GL_TEXTURE_CUBE_MAP, GL_RGBA, GL_UNSIGNED_BYTE, back);
        CHECK(!memcmp(back[0], formats[i].first, 4));
        pGetParameter(GL_TEXTURE_CUBE_MAP, GL_COLOR_TABLE_FORMAT, &value);
        CHECK(value == (GLint)formats[i].format);
    }
    /* Scale, bias and the pixel store apply. */
    glPixelTransferf(GL_RED_SCALE, 2);
    glPixelTransferf(GL_GREEN_BIAS, 0.2f);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 1);
    pColorTable(GL_TEXTURE_1D, GL_RGBA, 1, GL_RGBA, GL_UNSIGNED_BYTE, two);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
    glPixelTransferf(GL_RED_SCALE, 1);
    glPixelTransferf(GL_GREEN_BIAS, 0);
    pGetColorTable(GL_TEXTURE_1D, GL_RGBA, GL_UNSIGNED_BYTE, back);
    CHECK(back[0][0] == 100 && back[0][1] == 111 && back[0][2] == 70);
    /* Proxies tell which palettes are possible. */
    GLint width = -1;
    pColorTable(GL_PROXY_TEXTURE_2D, GL_RGB5, 1 << 16, GL_RGB, GL_UNSIGNED_BYTE, NULL);
    pGetParameter(GL_PROXY_TEXTURE_2D, GL_COLOR_TABLE_WIDTH, &width);
    CHECK(width == 1 << 16);
    pColorTable(GL_PROXY_TEXTURE_2D, GL_RGB5, 1 << 17, GL_RGB, GL_UNSIGNED_BYTE, NULL);
    pGetParameter(GL_PROXY_TEXTURE_2D, GL_COLOR_TABLE_WIDTH, &width);
    CHECK(width == 0);
    no_error("palettes");
}

/* What is drawn follows the palette, the shared palette while it is enabled, and each sub-image. */
static void drawing(void)
{
    unsigned char want[4], one = 77;
    small_image(GL_COLOR_INDEX8_EXT);
    set_palette(GL_TEXTURE_2D, 256);
    quad(0);
    for (int i = 0; i < 16; i++) {
        entry((unsigned)(3 * i), want);
        expect("palette of the texture", 4 * (i % 4) + 1, 4 * (i / 4) + 2, want, 0);
    }
    glTexSubImage2D(GL_TEXTURE_2D, 0, 2, 1, 1, 1, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, &one);
    quad(0);
    entry(77, want);
    expect("sub-image", 9, 5, want, 0);
    /* The entries of the texture's own palette change while it is bound. */
    static const unsigned char red[4] = {255, 0, 0, 255}, green[4] = {0, 255, 0, 128};
    pColorSubTable(GL_TEXTURE_2D, 77, 1, GL_RGBA, GL_UNSIGNED_BYTE, red);
    quad(0);
    expect("sub-table", 9, 5, red, 0);
    /* A shared palette of one entry serves every index. New formats and enables take effect at once. */
    pColorTable(GL_SHARED_TEXTURE_PALETTE_EXT, GL_RGBA, 1, GL_RGBA, GL_UNSIGNED_BYTE, green);
    quad(0);
    expect("shared palette, disabled", 9, 5, red, 0);
    glPushAttrib(GL_TEXTURE_BIT);
    glEnable(GL_SHARED_TEXTURE_PALETTE_EXT);
    quad(0);
    expect("shared palette", 1, 1, green, 0);
    unsigned char back[16][4];
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, back);
    CHECK(!memcmp(back[5], green, 4));
    pColorTable(GL_SHARED_TEXTURE_PALETTE_EXT, GL_RGBA, 1, GL_RGBA, GL_UNSIGNED_BYTE, red);
    quad(0);
    expect("shared palette, changed", 1, 1, red, 0);
    glPopAttrib();
    CHECK(!glIsEnabled(GL_SHARED_TEXTURE_PALETTE_EXT));
    quad(0);
    expect("own palette again", 9, 5, red, 0);
    entry(0, want);
    expect("own palette again", 1, 1, want, 0);
    /* Programs read the same colours. */
    static const char text[] = "!!ARBfp1.0 TEMP t; TEX t, fragment.texcoord[0], texture[0], 2D; MOV result.color, t.bgra; END";
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof text - 1, text);
    quad(0);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    entry(3, want);
    unsigned char swapped[4] = {want[2], want[1], want[0], want[3]};
    expect("fragment program", 5, 1, swapped, 0);
    no_error("drawing");
}

/* For environments, the palette's format is that of the texture. With LUMINANCE alpha stays the primary one, with ALPHA the colours do. */
static void base_formats(void)
{
    static const unsigned char colors[2][4] = {{100, 150, 200, 50}, {200, 0, 0, 250}};
    static const unsigned char lit[4] = {100, 100, 100, 128}, faded[4] = {51, 102, 153, 50};
    unsigned char zero[4] = {0, 0, 0, 0};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_COLOR_INDEX1_EXT, 2, 2, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, zero);
    nearest(GL_TEXTURE_2D);
    glColor4ub(51, 102, 153, 128);
    pColorTable(GL_TEXTURE_2D, GL_LUMINANCE, 2, GL_RGBA, GL_UNSIGNED_BYTE, colors);
    quad(0);
    expect("LUMINANCE palette", 3, 3, lit, 0);
    pColorTable(GL_TEXTURE_2D, GL_ALPHA8, 2, GL_RGBA, GL_UNSIGNED_BYTE, colors);
    quad(0);
    expect("ALPHA palette", 3, 3, faded, 0);
    no_error("base formats");
}

/* Volumes, cubes and lines, and mipmaps with one palette for all levels. */
static void kinds(void)
{
    unsigned char volume[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}, line[2] = {9, 10}, want[4];
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_COLOR_INDEX4_EXT, 2, 2, 2, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, volume);
    nearest(GL_TEXTURE_3D);
    set_palette(GL_TEXTURE_3D, 16);
    quad(0.75f);
    entry(7, want);
    expect("volume", 3, 12, want, 0);
    volume[0][0][0] = 15;
    glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 1, 1, 1, 1, 1, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, volume);
    quad(0.75f);
    entry(15, want);
    expect("part of a volume", 3, 12, want, 0);
    glDisable(GL_TEXTURE_3D);
    glTexImage1D(GL_TEXTURE_1D, 0, GL_COLOR_INDEX8_EXT, 2, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, line);
    nearest(GL_TEXTURE_1D);
    set_palette(GL_TEXTURE_1D, 16);
    quad(0);
    entry(10, want);
    expect("line", 12, 3, want, 0);
    glDisable(GL_TEXTURE_1D);
    for (GLenum face = 0; face < 6; face++) {
        unsigned char index = (unsigned char)(20 + face);
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_COLOR_INDEX8_EXT, 1, 1, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, &index);
    }
    nearest(GL_TEXTURE_CUBE_MAP);
    set_palette(GL_TEXTURE_CUBE_MAP, 32);
    quad(-8);
    entry(25, want);
    expect("cube", 8, 8, want, 0);
    glDisable(GL_TEXTURE_CUBE_MAP);
    /* Levels of one format make a mipmap, and level 1 is drawn at half size. GENERATE_MIPMAP takes one index of four. */
    small_image(GL_COLOR_INDEX8_EXT);
    set_palette(GL_TEXTURE_2D, 64);
    unsigned char next[4] = {33, 34, 35, 36}, last = 37;
    glTexImage2D(GL_TEXTURE_2D, 1, GL_COLOR_INDEX8_EXT, 2, 2, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, next);
    glTexImage2D(GL_TEXTURE_2D, 2, GL_COLOR_INDEX8_EXT, 1, 1, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, &last);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glViewport(0, 0, 2, 2);
    quad(0);
    entry(36, want);
    expect("level 1", 1, 1, want, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, 1);
    small_image(GL_COLOR_INDEX8_EXT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTexImage(GL_TEXTURE_2D, 1, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, next);
    CHECK(next[0] == 0 && next[1] == 6 && next[2] == 24 && next[3] == 30);
    /* Levels of different index formats are no mipmap, so texturing is off. */
    glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, 0);
    glTexImage2D(GL_TEXTURE_2D, 1, GL_COLOR_INDEX4_EXT, 2, 2, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, next);
    glColor4ub(1, 2, 3, 4);
    quad(0);
    static const unsigned char plain[4] = {1, 2, 3, 4};
    expect("levels that do not match", 0, 0, plain, 0);
    no_error("kinds");
}

/* Commands are compiled into lists with their colours. Proxies are executed at once. */
static void lists(void)
{
    unsigned char want[4];
    GLint width = -1;
    small_image(GL_COLOR_INDEX8_EXT);
    set_palette(GL_TEXTURE_2D, 1);
    glNewList(1, GL_COMPILE);
    set_palette(GL_TEXTURE_2D, 64);
    pColorTable(GL_PROXY_TEXTURE_2D, GL_RGBA, 128, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glEnable(GL_SHARED_TEXTURE_PALETTE_EXT);
    glEndList();
    pGetParameter(GL_PROXY_TEXTURE_2D, GL_COLOR_TABLE_WIDTH, &width);
    CHECK(width == 128);
    pGetParameter(GL_TEXTURE_2D, GL_COLOR_TABLE_WIDTH, &width);
    CHECK(width == 1);
    CHECK(!glIsEnabled(GL_SHARED_TEXTURE_PALETTE_EXT));
    glCallList(1);
    CHECK(glIsEnabled(GL_SHARED_TEXTURE_PALETTE_EXT));
    glDisable(GL_SHARED_TEXTURE_PALETTE_EXT);
    quad(0);
    entry(45, want);
    expect("palette from a list", 15, 15, want, 0);
    no_error("lists");
}

/* Texture palettes are shared with the texture, the shared palette belongs to a context. */
static void sharing(OSMesaContext first)
{
    unsigned char want[4];
    GLint width = -1;
    glBindTexture(GL_TEXTURE_2D, 5);
    small_image(GL_COLOR_INDEX8_EXT);
    OSMesaContext second = OSMesaCreateContext(OSMESA_RGBA, first);
    OSMesaMakeCurrent(second, other_frame, GL_UNSIGNED_BYTE, SIZE, SIZE);
    glBindTexture(GL_TEXTURE_2D, 5);
    set_palette(GL_TEXTURE_2D, 64);
    set_palette(GL_SHARED_TEXTURE_PALETTE_EXT, 4);
    OSMesaMakeCurrent(first, frame, GL_UNSIGNED_BYTE, SIZE, SIZE);
    OSMesaDestroyContext(second);
    pGetParameter(GL_SHARED_TEXTURE_PALETTE_EXT, GL_COLOR_TABLE_WIDTH, &width);
    CHECK(width == 1);
    quad(0);
    entry(45, want);
    expect("palette from another context", 15, 15, want, 0);
    no_error("sharing");
}

/* Images of indices have no colours, so they cannot be rendered to. */
static void no_rendering(void)
{
    GLuint name;
    small_image(GL_COLOR_INDEX8_EXT);
    glBindTexture(GL_TEXTURE_2D, 9);
    small_image(GL_COLOR_INDEX8_EXT);
    glGenFramebuffersEXT(1, &name);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, name);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_2D, 9, 0);
    CHECK(glCheckFramebufferStatusEXT(GL_FRAMEBUFFER_EXT) == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT_EXT);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
    no_error("framebuffer");
}

/* Draws the picture, with coordinates for unit 1. */
static void quad_of_unit_1(void)
{
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        float x = i == 1 || i == 2, y = i > 1;
        glMultiTexCoord2f(GL_TEXTURE1, x, y);
        glVertex2f(2 * x - 1, 2 * y - 1);
    }
    glEnd();
}

/* A bump map of one texel, (du, dv) = (64, -32) / 128 turned by a matrix, moves the coordinates of two units. A second bump map adds to
 * it. */
static void bump_maps(void)
{
    static const signed char offset[2] = {64, -32};
    static const float matrix[4] = {0.5f, 0.25f, -0.25f, 0.5f};
    signed char back[2];
    unsigned char texels[8][8][4];
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) entry((unsigned)(8 * y + x), texels[y][x]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DUDV_ATI, 1, 1, 0, GL_DUDV_ATI, GL_BYTE, offset);
    nearest(GL_TEXTURE_2D);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_DUDV_ATI, GL_BYTE, back);
    CHECK(back[0] == 64 && back[1] == -32);
    CHECK(level_value(GL_TEXTURE_2D, GL_TEXTURE_INTERNAL_FORMAT) == GL_DUDV_ATI);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_BUMP_ENVMAP_ATI);
    glTexEnvi(GL_TEXTURE_ENV, GL_BUMP_TARGET_ATI, GL_TEXTURE1);
    pBumpParameter(GL_BUMP_ROT_MATRIX_ATI, matrix);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, 8);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    nearest(GL_TEXTURE_2D);
    quad_of_unit_1();
    /* du' = .5/2 - .25/4 = .1875 and dv' = -.5/4 - .25/2 = -.25, which are 1.5 and -2 texels. Pixel (5, 9) is at (2.75, 4.75) texels. */
    unsigned char want[4];
    entry(8 * 2 + 4, want);
    expect("bumped", 5, 9, want, 0);
    /* Unit 2 moves unit 1 as well: one texel to the left and down. */
    static const signed char more[2] = {-16, -16};
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, 7);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DU8DV8_ATI, 1, 1, 0, GL_DU8DV8_ATI, GL_BYTE, more);
    nearest(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_BUMP_ENVMAP_ATI);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_REPLACE);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE0_ALPHA, GL_PREVIOUS);
    glTexEnvi(GL_TEXTURE_ENV, GL_BUMP_TARGET_ATI, GL_TEXTURE1);
    quad_of_unit_1();
    entry(8 * 1 + 3, want);
    expect("bumped twice", 5, 9, want, 0);
    /* As a source of COMBINE the bump map is (0, 0, 0, 1). */
    static const unsigned char black[4] = {0, 0, 0, 255};
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_REPLACE);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE0_ALPHA, GL_TEXTURE);
    quad(0);
    expect("a bump map's colour", 5, 9, black, 0);
    no_error("bump maps");
}

int main(void)
{
    look_up();
    static void (*const tests[])(void) = {texels_and_queries, palettes, drawing, base_formats, kinds, lists, no_rendering, bump_maps};
    for (unsigned i = 0; i <= sizeof tests / sizeof *tests; i++) {
        OSMesaContext context = OSMesaCreateContext(OSMESA_RGBA, NULL);
        if (!context || !OSMesaMakeCurrent(context, frame, GL_UNSIGNED_BYTE, SIZE, SIZE)) return 1;
        if (i < sizeof tests / sizeof *tests) tests[i]();
        else sharing(context);
        OSMesaDestroyContext(context);
    }
    if (!failures) puts("palettes: all as computed");
    return failures != 0;
}
