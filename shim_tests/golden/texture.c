/* Golden scenes of chapter 3.8: texture images, filters, wraps, environments. */
#include "golden.h"

SCENE(texture, nearest) { small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT); full_quad(1.5f, 0); }
SCENE(texture, linear) { small_texture(GL_LINEAR, GL_LINEAR, GL_REPEAT); full_quad(1.5f, 0); }
SCENE(texture, clamp) { small_texture(GL_LINEAR, GL_LINEAR, GL_CLAMP); glTranslatef(0.5f, 0.5f, 0); glScalef(1.5f, 1.5f, 1); full_quad(2, 0); }
SCENE(texture, clamp_to_edge) { small_texture(GL_LINEAR, GL_LINEAR, GL_CLAMP_TO_EDGE); full_quad(2, 0); }
SCENE(texture, mirrored_repeat) { small_texture(GL_NEAREST, GL_NEAREST, GL_MIRRORED_REPEAT); full_quad(3, 0); }

SCENE(texture, clamp_to_border)
{
    static const float border[4] = {1, 0.5f, 0, 1};
    small_texture(GL_LINEAR, GL_LINEAR, GL_CLAMP_TO_BORDER);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
    glMatrixMode(GL_TEXTURE);
    glTranslatef(-0.5f, -0.5f, 0);
    full_quad(2, 0);
}

/* Levels have flat, distinct colours, which show the level of detail. Coordinates are affine over the quad, so that its diagonal does
 * not matter. */
static void mip_pyramid(GLenum min)
{
    static unsigned char texels[64 * 64 * 3];
    for (int level = 0, size = 64; size; level++, size /= 2) {
        for (int i = 0; i < size * size; i++) {
            texels[3 * i] = level & 1 ? 255 : 60; texels[3 * i + 1] = level & 2 ? 255 : 60; texels[3 * i + 2] = level & 4 ? 255 : 60;
        }
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGB8, size, size, 0, GL_RGB, GL_UNSIGNED_BYTE, texels);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)min);
    glEnable(GL_TEXTURE_2D);
    perspective_view();
    glBegin(GL_QUADS);
    glTexCoord2f(0, 0); glVertex3f(-1, -1, 1.8f); glTexCoord2f(1, 0); glVertex3f(1, -1, 1.8f);
    glTexCoord2f(4.5f, 16); glVertex3f(8, 1.2f, -16); glTexCoord2f(-3.5f, 16); glVertex3f(-8, 1.2f, -16);
    glEnd();
}
SCENE(texture, mip_nearest_nearest) { mip_pyramid(GL_NEAREST_MIPMAP_NEAREST); }
SCENE(texture, mip_linear_linear) { mip_pyramid(GL_LINEAR_MIPMAP_LINEAR); }
SCENE(texture, mip_bias) { glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 1.5f); mip_pyramid(GL_NEAREST_MIPMAP_NEAREST); }
SCENE(texture, mip_lod_clamp) { glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, 1.2f); glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, 2.8f); mip_pyramid(GL_LINEAR_MIPMAP_LINEAR); }

SCENE(texture, generate_mipmap)
{
    static unsigned char texels[32 * 32 * 3];
    for (int i = 0; i < 32 * 32; i++) texels[3 * i] = (unsigned char)(i * 7), texels[3 * i + 1] = (unsigned char)(i & 32 ? 255 : 0), texels[3 * i + 2] = (unsigned char)(i * 3);
    glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 32, 32, 0, GL_RGB, GL_UNSIGNED_BYTE, texels);
    glEnable(GL_TEXTURE_2D);
    full_quad(4, 0);
}

SCENE(texture, one_dimensional)
{
    unsigned char texels[8][3];
    for (int i = 0; i < 8; i++) texels[i][0] = (unsigned char)(i * 36), texels[i][1] = 128, texels[i][2] = (unsigned char)(255 - i * 36);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage1D(GL_TEXTURE_1D, 0, GL_RGB8, 8, 0, GL_RGB, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glEnable(GL_TEXTURE_1D);
    full_quad(2, 0);
}

SCENE(texture, sub_image)
{
    unsigned short patch[2][2] = {{0xF800, 0x07E0}, {0x001F, 0xFFFF}};
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 2, 2, 2, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, patch);
    full_quad(1, 0);
}

SCENE(texture, matrix) { small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT); glMatrixMode(GL_TEXTURE); glRotatef(30, 0, 0, 1); glScalef(2, 3, 1); full_quad(1, 0); }

SCENE(texture, projective)
{
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glBegin(GL_QUADS);
    glTexCoord4f(0, 0, 0, 1); glVertex2f(-1, -1); glTexCoord4f(1, 0, 0, 1); glVertex2f(1, -1);
    glTexCoord4f(3, 3, 0, 3); glVertex2f(1, 1); glTexCoord4f(0, 3, 0, 3); glVertex2f(-1, 1);
    glEnd();
}

static void environment(GLint mode, GLenum format)
{
    static const unsigned char texels[4][4] = {{255, 40, 90, 200}, {20, 200, 255, 90}, {128, 128, 0, 255}, {0, 255, 60, 20}};
    static const float color[4] = {0.2f, 0.9f, 0.4f, 0.6f};
    unsigned char narrow[16];
    int n = format == GL_RGBA ? 4 : format == GL_RGB ? 3 : format == GL_LUMINANCE_ALPHA ? 2 : 1;
    for (int i = 0; i < 4; i++) memcpy(narrow + i * n, texels[i], (size_t)n);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)(format == GL_RED ? GL_INTENSITY : format), 2, 2, 0, format == GL_RED ? GL_LUMINANCE : format, GL_UNSIGNED_BYTE, narrow);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, mode);
    glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, color);
    glEnable(GL_TEXTURE_2D);
    glBegin(GL_QUADS);
    glColor4f(1, 0.2f, 0.2f, 0.3f); glTexCoord2f(0, 0); glVertex2f(-1, -1);
    glColor4f(0.2f, 1, 0.2f, 0.9f); glTexCoord2f(1, 0); glVertex2f(1, -1);
    glColor4f(0.2f, 0.4f, 1, 0.5f); glTexCoord2f(1, 1); glVertex2f(1, 1);
    glColor4f(0.8f, 0.8f, 0.8f, 1); glTexCoord2f(0, 1); glVertex2f(-1, 1);
    glEnd();
}
#define ENVIRONMENT(name, mode, format) SCENE(environment, name) { environment(mode, format); }
ENVIRONMENT(modulate_rgba, GL_MODULATE, GL_RGBA)
ENVIRONMENT(modulate_rgb, GL_MODULATE, GL_RGB)
ENVIRONMENT(modulate_alpha, GL_MODULATE, GL_ALPHA)
ENVIRONMENT(modulate_luminance, GL_MODULATE, GL_LUMINANCE)
ENVIRONMENT(modulate_luminance_alpha, GL_MODULATE, GL_LUMINANCE_ALPHA)
ENVIRONMENT(modulate_intensity, GL_MODULATE, GL_RED)
ENVIRONMENT(replace_rgba, GL_REPLACE, GL_RGBA)
ENVIRONMENT(replace_rgb, GL_REPLACE, GL_RGB)
ENVIRONMENT(replace_alpha, GL_REPLACE, GL_ALPHA)
ENVIRONMENT(decal_rgba, GL_DECAL, GL_RGBA)
ENVIRONMENT(decal_rgb, GL_DECAL, GL_RGB)
ENVIRONMENT(blend_rgba, GL_BLEND, GL_RGBA)
ENVIRONMENT(blend_luminance, GL_BLEND, GL_LUMINANCE)
ENVIRONMENT(blend_intensity, GL_BLEND, GL_RED)
ENVIRONMENT(add_rgba, GL_ADD, GL_RGBA)
ENVIRONMENT(add_intensity, GL_ADD, GL_RED)

static void combine(GLint rgb, GLint alpha)
{
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, rgb);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, alpha);
    glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE2_RGB, GL_CONSTANT);
    glTexEnvi(GL_TEXTURE_ENV, GL_OPERAND1_RGB, GL_ONE_MINUS_SRC_COLOR);
    environment(GL_COMBINE, GL_RGBA);
}
SCENE(environment, combine_replace) { combine(GL_REPLACE, GL_MODULATE); }
SCENE(environment, combine_add_signed) { combine(GL_ADD_SIGNED, GL_ADD); }
SCENE(environment, combine_interpolate) { combine(GL_INTERPOLATE, GL_INTERPOLATE); }
SCENE(environment, combine_subtract) { combine(GL_SUBTRACT, GL_SUBTRACT); }
SCENE(environment, combine_dot3) { combine(GL_DOT3_RGB, GL_REPLACE); }
SCENE(environment, combine_dot3_rgba) { combine(GL_DOT3_RGBA, GL_REPLACE); }
SCENE(environment, combine_scale) { glTexEnvf(GL_TEXTURE_ENV, GL_RGB_SCALE, 4); glTexEnvf(GL_TEXTURE_ENV, GL_ALPHA_SCALE, 2); combine(GL_MODULATE, GL_MODULATE); }

SCENE(environment, two_units)
{
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glActiveTexture(GL_TEXTURE1);
    small_texture(GL_LINEAR, GL_LINEAR, GL_REPEAT);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD);
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        float x = i == 1 || i == 2, y = i >= 2;
        glMultiTexCoord2f(GL_TEXTURE0, x, y);
        glMultiTexCoord2f(GL_TEXTURE1, 2 * x + y, 2 * y);
        glColor3f(0.5f, 0.5f, 0.5f);
        glVertex2f(2 * x - 1, 2 * y - 1);
    }
    glEnd();
}

SCENE(environment, color_sum)
{
    glEnable(GL_COLOR_SUM);
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glSecondaryColor3f(0.3f, 0, 0.2f);
    full_quad(1, 0);
}
