/* Proves what the specification decides and Mesa 22.3.6 draws otherwise, so that no golden image can hold it. Pixels are computed by
 * hand. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>

#define SIZE 16
#include "pixel_tests.h"

static void quad(float s)
{
    glBegin(GL_QUADS);
    glTexCoord2f(0, 0); glVertex2f(-1, -1); glTexCoord2f(s, 0); glVertex2f(1, -1); glTexCoord2f(s, s); glVertex2f(1, 1); glTexCoord2f(0, s); glVertex2f(-1, 1);
    glEnd();
}

/* Section 2.14.1: x^0 is 1, also with attenuation. The light is at 45 degrees to the provoking vertex: 0.2 · √½ and 0.4, halved. */
static void shininess_zero(void)
{
    static const float position[4] = {2, 1, 3, 1}, diffuse[4] = {0.2f, 0, 0, 1}, specular[4] = {0, 0.4f, 0, 1}, black[4] = {0, 0, 0, 1}, white[4] = {1, 1, 1, 1};
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, black);
    glLightfv(GL_LIGHT0, GL_POSITION, position);
    glLightfv(GL_LIGHT0, GL_DIFFUSE, white);
    glLightfv(GL_LIGHT0, GL_SPECULAR, white);
    glLightf(GL_LIGHT0, GL_CONSTANT_ATTENUATION, 2);
    glMaterialfv(GL_FRONT, GL_DIFFUSE, diffuse);
    glMaterialfv(GL_FRONT, GL_SPECULAR, specular);
    glMaterialf(GL_FRONT, GL_SHININESS, 0);
    glShadeModel(GL_FLAT);
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glNormal3f(0, 0, 1);
    quad(1);
    expect("SHININESS 0", 8, 8, 18, 51, 0, 255);
}

/* Section 2.14.3: COLOR_MATERIAL changes only the back face: 0.5 · colour + 0.2 · 0.2. The front keeps its own diffuse 0.8. */
static void back_color_material(void)
{
    static const float position[4] = {0, 0, 1, 0}, half[4] = {0.5f, 0.5f, 0.5f, 1};
    glLightfv(GL_LIGHT0, GL_POSITION, position);
    glLightfv(GL_LIGHT0, GL_DIFFUSE, half);
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glColorMaterial(GL_BACK, GL_DIFFUSE);
    glEnable(GL_COLOR_MATERIAL);
    glColor3f(1, 0.5f, 0);
    glNormal3f(0, 0, 1);
    quad(1);
    expect("front without COLOR_MATERIAL", 8, 8, 112, 112, 112, 255);
    glNormal3f(0, 0, -1);
    glFrontFace(GL_CW);
    quad(1);
    expect("COLOR_MATERIAL of the back", 8, 8, 138, 74, 10, 255);
}

/* Section 3.10: the fog factor of a negative coordinate is above 1 and is clamped. So is exp(-d·c). */
static void negative_fog_coordinate(void)
{
    glEnable(GL_FOG);
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogCoordf(-0.75f);
    glColor3f(1, 0.5f, 0);
    quad(1);
    expect("fog coordinate -0.75", 3, 3, 255, 128, 0, 255);
    glFogi(GL_FOG_MODE, GL_EXP);
    quad(1);
    expect("fog coordinate -0.75, EXP", 3, 3, 255, 128, 0, 255);
}

/* Section 3.6.4: fragments of pixel rectangles have the fog coordinate of the raster position. */
static void fogged_pixels(void)
{
    static const unsigned char white[4] = {255, 255, 255, 255};
    static const float color[4] = {1, 0, 0, 0};
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
    glFogfv(GL_FOG_COLOR, color);
    glFogCoordf(0.75f);
    glRasterPos2f(0, 0);
    glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, white);
    expect("DrawPixels with fog", 8, 8, 255, 64, 64, 255);
}

/* Section 3.6.4: the fraction of the raster position counts. Centres 2.5 and 3.5 are in 2.25..3.75, and 4.5 is in 3.75..5.25. */
static void zoom_from_a_fraction(void)
{
    static const unsigned char two[2] = {100, 200};
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glWindowPos2f(2.25f, 1);
    glPixelZoom(1.5f, 1);
    glDrawPixels(2, 1, GL_LUMINANCE, GL_UNSIGNED_BYTE, two);
    expect("zoom", 1, 1, 0, 0, 0, 0);
    expect("zoom", 2, 1, 100, 100, 100, 255);
    expect("zoom", 3, 1, 100, 100, 100, 255);
    expect("zoom", 4, 1, 200, 200, 200, 255);
    expect("zoom", 5, 1, 0, 0, 0, 0);
}

/* Section 3.6.4: stencil indices are shifted and offset. */
static void stencil_transfer(void)
{
    static const unsigned char value = 3;
    unsigned char got = 0;
    glPixelTransferi(GL_INDEX_SHIFT, 1);
    glPixelTransferi(GL_INDEX_OFFSET, 5);
    glWindowPos2i(4, 4);
    glDrawPixels(1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &value);
    glPixelTransferi(GL_INDEX_SHIFT, 0);
    glPixelTransferi(GL_INDEX_OFFSET, 0);
    glReadPixels(4, 4, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &got);
    if (got != 11) printf("stencil transfer: %d, not 11\n", got), failures++;
}

/* Section 3.13: coverage multiplies alpha. Inside the point it is 1. */
static void smooth_point_alpha(void)
{
    glEnable(GL_POINT_SMOOTH);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE);
    glPointSize(11);
    glColor4f(1, 0.5f, 0, 0.4f);
    glBegin(GL_POINTS);
    glVertex2f(0, 0);
    glEnd();
    expect("smooth point", 8, 8, 102, 51, 0, 41);
    expect("smooth point", 5, 9, 102, 51, 0, 41);
}

/* Section 3.9: the colour sum is clamped to 1 before fog halves it. */
static void sum_before_fog(void)
{
    glEnable(GL_COLOR_SUM);
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
    glFogCoordf(0.5f);
    glColor3f(0.9f, 0.2f, 0.1f);
    glSecondaryColor3f(0.8f, 0.2f, 0);
    quad(1);
    expect("colour sum and fog", 8, 8, 128, 51, 13, 255);
}

/* Section 3.8.8: an image with a border uses its own border texels: half of each at s = 0. */
static void border_texels(void)
{
    unsigned char t[4][4][3];
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) { t[y][x][0] = x == 0 ? 200 : 0; t[y][x][1] = x == 3 ? 100 : 20; t[y][x][2] = 60; }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 4, 4, 1, GL_RGB, GL_UNSIGNED_BYTE, t);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glMatrixMode(GL_TEXTURE);
    glTranslatef(-0.5f, 0, 0);
    quad(2);
    glLoadIdentity();
    expect("border texels", 0, 8, 100, 20, 60, 255);
    expect("border texels", 15, 8, 0, 60, 60, 255);
    expect("border texels", 8, 8, 0, 20, 60, 255);
}

/* Section 3.6.1: swapped shorts from a part of a larger image. Luminance is R (section 3.8.1, table 3.15). */
static void swapped_luminance(void)
{
    unsigned short image[3][5][3];
    for (int i = 0; i < 45; i++) {
        unsigned v = (unsigned)(i / 3) * 4000 + (i % 3 ? 1234 : 0);
        (&image[0][0][0])[i] = (unsigned short)(v >> 8 | v << 8);
    }
    glPixelStorei(GL_UNPACK_SWAP_BYTES, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 5);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 2);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 1);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    glPixelTransferf(GL_RED_SCALE, 1.5f);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE16, 2, 2, 0, GL_RGB, GL_UNSIGNED_SHORT, image);
    glPixelTransferf(GL_RED_SCALE, 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    quad(1);
    /* Texel (0, 0) is image[1][2], the seventh: 28000 · 1.5 of 65535. Texel (1, 0) is 32000 · 1.5, and (0, 1), 48000 · 1.5, is clamped. */
    expect("swapped luminance", 3, 3, 163, 163, 163, 255);
    expect("swapped luminance", 12, 3, 187, 187, 187, 255);
    expect("swapped luminance", 3, 12, 255, 255, 255, 255);
}

/* Section 3.6.5: in the lookup from RGBA to RGBA every component has its map. 85 of 255 is entry 1 of 4, and 255 is entry 3. */
static void color_maps(void)
{
    static const float up[4] = {0, 0.2f, 0.4f, 0.6f}, down[4] = {1, 0.8f, 0.6f, 0}, alpha[2] = {0.2f, 0.8f};
    static const unsigned char p[2][4] = {{85, 255, 85, 255}, {255, 0, 170, 0}};
    glPixelMapfv(GL_PIXEL_MAP_R_TO_R, 4, up);
    glPixelMapfv(GL_PIXEL_MAP_G_TO_G, 4, up);
    glPixelMapfv(GL_PIXEL_MAP_B_TO_B, 4, down);
    glPixelMapfv(GL_PIXEL_MAP_A_TO_A, 2, alpha);
    glPixelTransferi(GL_MAP_COLOR, 1);
    glWindowPos2i(3, 3);
    glDrawPixels(2, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
    glPixelTransferi(GL_MAP_COLOR, 0);
    expect("colour maps", 3, 3, 51, 153, 204, 204);
    expect("colour maps", 4, 3, 153, 0, 153, 51);
}

/* NV_point_sprite section 3.3: r is 0, or s / q or r / q of the vertex. Four slices show which. Without replacement the sprite is still
 * a square. */
static void sprite_third(void)
{
    static const unsigned char slices[4] = {10, 90, 170, 250};
    static const int modes[3] = {GL_ZERO, GL_S, GL_R}, want[3] = {10, 170, 250};
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_LUMINANCE8, 1, 1, 4, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, slices);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glEnable(GL_TEXTURE_3D);
    glEnable(GL_POINT_SPRITE);
    glEnable(GL_POINT_SMOOTH);
    glPointSize(6);
    glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, 1);
    for (int i = 0; i < 4; i++) {
        if (i == 3) glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, 0);
        else glPointParameteri(GL_POINT_SPRITE_R_MODE_NV, modes[i]);
        glClear(GL_COLOR_BUFFER_BIT);
        glBegin(GL_POINTS);
        glTexCoord4f(1.2f, 0.2f, 1.8f, 2);
        glVertex2f(0, 0);
        glEnd();
        int c = want[i < 3 ? i : 2];
        expect("the middle of a sprite", 8, 8, c, c, c, 255);
        expect("the corner of a sprite", 5, 5, c, c, c, 255);
        expect("beside a sprite", 4, 8, 0, 0, 0, 0);
    }
}

/* EXT_stencil_two_side 4.2.2: clears use the front mask, whichever face is active. The three sets of state are those of its interactions
 * with GL 2.0. */
static void stencil_faces(void)
{
    PFNGLACTIVESTENCILFACEEXTPROC activeFace = (PFNGLACTIVESTENCILFACEEXTPROC)(void *)OSMesaGetProcAddress("glActiveStencilFaceEXT");
    GLint value;
    glStencilMask(0x0f);
    activeFace(GL_BACK);
    glStencilMask(0xf0);
    glStencilFunc(GL_EQUAL, 0x35, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INVERT);
    glClearStencil(0xff);
    glClear(GL_STENCIL_BUFFER_BIT);
    glReadPixels(8, 8, 1, 1, GL_STENCIL_INDEX, GL_INT, &value);
    if (value != 0x0f) printf("stencil clear: 0x%x\n", value), failures++;
    glGetIntegerv(GL_STENCIL_FUNC, &value);
    if (value != GL_EQUAL) printf("active face's function: 0x%x\n", value), failures++;
    glGetIntegerv(GL_STENCIL_BACK_FUNC, &value);
    if (value != GL_ALWAYS) printf("back function of GL 2.0: 0x%x\n", value), failures++;
    activeFace(GL_FRONT);
    glStencilMask(0xff);
    glStencilFunc(GL_ALWAYS, 0x35, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    glEnable(GL_STENCIL_TEST);
    glEnable(GL_STENCIL_TEST_TWO_SIDE_EXT);
    quad(1);
    glReadPixels(8, 8, 1, 1, GL_STENCIL_INDEX, GL_INT, &value);
    if (value != 0x35) printf("front faces: 0x%x\n", value), failures++;
    glFrontFace(GL_CW);
    quad(1);
    glReadPixels(8, 8, 1, 1, GL_STENCIL_INDEX, GL_INT, &value);
    if (value != 0xc5) printf("back faces: 0x%x\n", value), failures++;
    /* Points and lines of a polygon mode are still polygons. Points are front faces. */
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glLineWidth(5);
    glRectf(-0.9f, 0, 0.9f, 0.9f);
    glReadPixels(8, 8, 1, 1, GL_STENCIL_INDEX, GL_INT, &value);
    if (value != 0xc5) printf("the test of back faces failed to fail: 0x%x\n", value), failures++;
    glBegin(GL_POINTS);
    glVertex2f(0, 0);
    glEnd();
    glReadPixels(8, 8, 1, 1, GL_STENCIL_INDEX, GL_INT, &value);
    if (value != 0x35) printf("points: 0x%x\n", value), failures++;
}

/* Section 4.3.2: rows whose distance is less than their length are packed one after the other. The last one has all its pixels. */
static void overlapping_rows(void)
{
    unsigned char image[3 * 2 * 4 + 2 * 4];
    glClearColor(0, 0.2f, 0.4f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glScissor(0, 2, SIZE, 1);
    glEnable(GL_SCISSOR_TEST);
    glClearColor(1, 0.6f, 0.4f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    glPixelStorei(GL_PACK_ROW_LENGTH, 2);
    memset(image, 9, sizeof image);
    glReadPixels(0, 0, 4, 3, GL_RGBA, GL_UNSIGNED_BYTE, image);
    for (unsigned i = 0; i < sizeof image; i++) {
        static const unsigned char below[4] = {0, 51, 102, 255}, last[4] = {255, 153, 102, 255};
        unsigned char wanted = (i < 16 ? below : last)[i % 4];
        if (image[i] != wanted) printf("overlapping rows: byte %u is %u instead of %u\n", i, image[i], wanted), failures++;
    }
}

int main(void)
{
    static void (*const tests[])(void) = {shininess_zero, back_color_material, negative_fog_coordinate, fogged_pixels, zoom_from_a_fraction, stencil_transfer, smooth_point_alpha, sum_before_fog, border_texels, swapped_luminance, color_maps, sprite_third, stencil_faces, overlapping_rows};
    return run_tests(tests, sizeof tests / sizeof *tests);
}
