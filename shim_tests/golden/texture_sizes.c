/* Golden scenes of sizes that are no power of two (ARB_texture_non_power_of_two), of mipmapped volumes (EXT_texture3D), and of
 * rectangles (ARB_texture_rectangle) in their wrap modes, in fragment programs and as depth textures. */
#include "golden.h"

static void filters(GLenum target, GLenum min, GLenum mag)
{
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, (GLint)min);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, (GLint)mag);
}

static void wraps(GLenum target, GLenum wrap)
{
    glTexParameteri(target, GL_TEXTURE_WRAP_S, (GLint)wrap);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, (GLint)wrap);
    glTexParameteri(target, GL_TEXTURE_WRAP_R, (GLint)wrap);
}

/* All texels differ, and each level has its own colour. */
static const unsigned char *texels(int width, int height, int depth, int level)
{
    static unsigned char t[32 * 32 * 8 * 4];
    unsigned char *p = t;
    for (int z = 0; z < depth; z++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                *p++ = (unsigned char)(x * 255 / width); *p++ = (unsigned char)(y * 255 / height);
                *p++ = (unsigned char)(level * 60 + ((x ^ y ^ z) & 1) * 60 + z * 20); *p++ = (unsigned char)(250 - 12 * z - 3 * x);
            }
    return t;
}

static int half(int n) { return n > 1 ? n / 2 : 1; }

/* Makes all levels of a flat image, a face, or a volume. */
static void pyramid(GLenum target, int width, int height, int depth)
{
    for (int level = 0;; level++) {
        const unsigned char *t = texels(width, height, depth, level);
        if (target == GL_TEXTURE_3D) glTexImage3D(target, level, GL_RGBA8, width, height, depth, 0, GL_RGBA, GL_UNSIGNED_BYTE, t);
        else if (target == GL_TEXTURE_1D) glTexImage1D(target, level, GL_RGBA8, width, 0, GL_RGBA, GL_UNSIGNED_BYTE, t);
        else glTexImage2D(target, level, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, t);
        if (width == 1 && height == 1 && depth == 1) return;
        width = half(width); height = half(height); depth = half(depth);
    }
}

/* Four quads, each minifying twice as much as the one before. 13×7 has the levels 6×3, 3×1 and 1×1. */
static void minified(GLenum filter)
{
    pyramid(GL_TEXTURE_2D, 13, 7, 1);
    filters(GL_TEXTURE_2D, filter, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    for (int i = 0; i < 4; i++) {
        float x = (i & 1) ? 0 : -1, y = (i & 2) ? 0 : -1, s = (float)(1 << i) * 0.7f * 32 / 13, t = (float)(1 << i) * 0.6f * 32 / 7;
        glBegin(GL_QUADS);
        glTexCoord2f(0.013f, 0.017f); glVertex2f(x, y); glTexCoord2f(0.013f + s, 0.017f); glVertex2f(x + 1, y);
        glTexCoord2f(0.013f + s, 0.017f + t); glVertex2f(x + 1, y + 1); glTexCoord2f(0.013f, 0.017f + t); glVertex2f(x, y + 1);
        glEnd();
    }
}
SCENE(texture, odd_size_mip_nearest) { minified(GL_NEAREST_MIPMAP_NEAREST); }
SCENE(texture, odd_size_mip_linear) { minified(GL_LINEAR_MIPMAP_NEAREST); }

/* One quad for each wrap mode, over three periods. */
static void wrapped(GLenum filter)
{
    static const GLenum modes[4] = {GL_REPEAT, GL_MIRRORED_REPEAT, GL_CLAMP_TO_EDGE, GL_CLAMP_TO_BORDER};
    static const float border[4] = {1, 0.5f, 0, 0.25f};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 5, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels(5, 3, 1, 0));
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
    filters(GL_TEXTURE_2D, filter, filter);
    glEnable(GL_TEXTURE_2D);
    for (int i = 0; i < 4; i++) {
        float x = (i & 1) ? 0 : -1, y = (i & 2) ? 0 : -1;
        wraps(GL_TEXTURE_2D, modes[i]);
        glBegin(GL_QUADS);
        glTexCoord2f(-1.03f, -1.04f); glVertex2f(x, y); glTexCoord2f(2.01f, -1.04f); glVertex2f(x + 1, y);
        glTexCoord2f(2.01f, 2.02f); glVertex2f(x + 1, y + 1); glTexCoord2f(-1.03f, 2.02f); glVertex2f(x, y + 1);
        glEnd();
    }
}
SCENE(texture, odd_size_wrap_nearest) { wrapped(GL_NEAREST); }
SCENE(texture, odd_size_wrap_linear) { wrapped(GL_LINEAR); }

SCENE(texture, odd_size_one_dimensional)
{
    pyramid(GL_TEXTURE_1D, 11, 1, 1);
    filters(GL_TEXTURE_1D, GL_LINEAR_MIPMAP_NEAREST, GL_LINEAR);
    glEnable(GL_TEXTURE_1D);
    full_quad(2.3f, 0);
    glScalef(0.5f, 0.5f, 1);
    full_quad(7.1f, 0);
}

/* Faces of 7×7 texels are drawn on 7×7 pixels each, starting at odd and even pixels: level 0 up to every edge. Then they are drawn on
 * 3×3. */
SCENE(texture, odd_size_cube)
{
    static const float axes[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (GLuint face = 0; face < 6; face++) pyramid(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 7, 7, 1);
    filters(GL_TEXTURE_CUBE_MAP, GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
    wraps(GL_TEXTURE_CUBE_MAP, GL_CLAMP_TO_EDGE);
    glEnable(GL_TEXTURE_CUBE_MAP);
    for (int i = 0; i < 12; i++) {
        const float *m = axes[i % 6], *u = axes[(i + 2) % 6], *v = axes[(i + 4) % 6];
        int pixels = i < 6 ? 7 : 3, left = 2 + 9 * (i % 6), low = i < 6 ? 3 : 20 + i % 2;
        glBegin(GL_QUADS);
        for (int k = 0; k < 4; k++) {
            int right = k == 1 || k == 2, high = k >= 2;
            float a = right ? 1 : -1, b = high ? 1 : -1;
            glTexCoord3f(m[0] + a * u[0] + b * v[0], m[1] + a * u[1] + b * v[1], m[2] + a * u[2] + b * v[2]);
            glVertex2f((float)(left + right * pixels) / 32 - 1, (float)(low + high * pixels) / 32 - 1);
        }
        glEnd();
    }
}

/* 6×5×3 texels, magnified, then minified along all three axes. r wraps. */
static void volume(GLenum min, GLenum wrap)
{
    pyramid(GL_TEXTURE_3D, 6, 5, 3);
    filters(GL_TEXTURE_3D, min, GL_LINEAR);
    wraps(GL_TEXTURE_3D, wrap);
    glEnable(GL_TEXTURE_3D);
    for (int i = 0; i < 4; i++) {
        float x = (i & 1) ? 0 : -1, y = (i & 2) ? 0 : -1, n = (float)(1 << i) * 0.9f;
        glBegin(GL_QUADS);
        glTexCoord3f(-0.21f, -0.11f, -0.33f); glVertex2f(x, y); glTexCoord3f(n, -0.11f, 0.4f); glVertex2f(x + 1, y);
        glTexCoord3f(n, n, 0.4f + n); glVertex2f(x + 1, y + 1); glTexCoord3f(-0.21f, n, n - 0.33f); glVertex2f(x, y + 1);
        glEnd();
    }
}
SCENE(texture, volume_mipmaps) { volume(GL_LINEAR_MIPMAP_NEAREST, GL_REPEAT); }
SCENE(texture, volume_mirrored) { volume(GL_LINEAR, GL_MIRRORED_REPEAT); }

/* Images of 2×2 texels are cut out of a larger volume by all unpack parameters. Then slices are replaced and copied. */
SCENE(texture, volume_parts)
{
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 6);
    glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, 5);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 2);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 1);
    glPixelStorei(GL_UNPACK_SKIP_IMAGES, 1);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels(6, 5, 5, 0));
    glTexSubImage3D(GL_TEXTURE_3D, 0, 1, 2, 1, 2, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels(6, 5, 5, 2));
    glBegin(GL_QUADS);
    glColor3f(1, 0, 0); glVertex2f(-1, -1); glColor3f(0, 1, 0); glVertex2f(1, -1); glColor3f(0, 1, 1); glVertex2f(1, 1); glColor3f(1, 0, 1); glVertex2f(-1, 1);
    glEnd();
    glCopyTexSubImage3D(GL_TEXTURE_3D, 0, 2, 0, 2, 10, 20, 2, 3);
    glColor3f(1, 1, 1);
    filters(GL_TEXTURE_3D, GL_NEAREST, GL_NEAREST);
    glEnable(GL_TEXTURE_3D);
    for (int z = 0; z < 3; z++) {
        float y = -1 + 0.66f * (float)z, r = ((float)z + 0.5f) / 3;
        glBegin(GL_QUADS);
        glTexCoord3f(0, 0, r); glVertex2f(-1, y); glTexCoord3f(1, 0, r); glVertex2f(1, y);
        glTexCoord3f(1, 1, r); glVertex2f(1, y + 0.6f); glTexCoord3f(0, 1, r); glVertex2f(-1, y + 0.6f);
        glEnd();
    }
}

static void rectangle_quad(float x, float y, float s, float t)
{
    glBegin(GL_QUADS);
    glTexCoord2f(-2.2f, -2.3f); glVertex2f(x, y); glTexCoord2f(s, -2.3f); glVertex2f(x + 1, y);
    glTexCoord2f(s, t); glVertex2f(x + 1, y + 1); glTexCoord2f(-2.2f, t); glVertex2f(x, y + 1);
    glEnd();
}

/* The three wrap modes of rectangles, whose coordinates count texels. The fourth quad magnifies linearly and minifies to the nearest
 * texel. */
static void rectangle_wraps(GLenum filter)
{
    static const GLenum modes[3] = {GL_CLAMP_TO_EDGE, GL_CLAMP_TO_BORDER, GL_CLAMP};
    static const float border[4] = {1, 0.5f, 0, 0.25f};
    glTexImage2D(GL_TEXTURE_RECTANGLE_ARB, 0, GL_RGBA8, 7, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels(7, 5, 1, 0));
    glTexParameterfv(GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_BORDER_COLOR, border);
    filters(GL_TEXTURE_RECTANGLE_ARB, filter, filter);
    glEnable(GL_TEXTURE_RECTANGLE_ARB);
    for (int i = 0; i < 3; i++) {
        wraps(GL_TEXTURE_RECTANGLE_ARB, modes[i]);
        rectangle_quad((i & 1) ? 0 : -1, (i & 2) ? 0 : -1, 9.1f, 7.4f);
    }
    filters(GL_TEXTURE_RECTANGLE_ARB, GL_NEAREST, GL_LINEAR);
    wraps(GL_TEXTURE_RECTANGLE_ARB, GL_CLAMP_TO_EDGE);
    rectangle_quad(0, 0, 40.6f, 38.7f);
}
SCENE(texture, rectangle_wrap_nearest) { rectangle_wraps(GL_NEAREST); }
SCENE(texture, rectangle_wrap_linear) { rectangle_wraps(GL_LINEAR); }

static void fragment_program(const char *text)
{
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
}

SCENE(texture, rectangle_program)
{
    glTexImage2D(GL_TEXTURE_RECTANGLE_ARB, 0, GL_RGBA8, 13, 9, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels(13, 9, 1, 1));
    glTexSubImage2D(GL_TEXTURE_RECTANGLE_ARB, 0, 3, 2, 5, 4, GL_RGBA, GL_UNSIGNED_BYTE, texels(5, 4, 1, 3));
    filters(GL_TEXTURE_RECTANGLE_ARB, GL_LINEAR, GL_LINEAR);
    fragment_program("!!ARBfp1.0\nTEMP c, d;\nTEX c, fragment.texcoord[0], texture[0], RECT;\n"
                     "MUL d, c, {9, 7, 0, 2};\nTXP d, d, texture[0], RECT;\nLRP result.color, 0.5, c, d;\nEND");
    full_quad(13.4f, 0);
}

/* r is a depth in [0, 1], whatever the units of s and t are. */
SCENE(texture, rectangle_depth_compare)
{
    static float depths[5][6];
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 6; x++) depths[y][x] = (float)((x * 5 + y * 3) % 16) / 15;
    glTexImage2D(GL_TEXTURE_RECTANGLE_ARB, 0, GL_DEPTH_COMPONENT24, 6, 5, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
    filters(GL_TEXTURE_RECTANGLE_ARB, GL_NEAREST, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
    glEnable(GL_TEXTURE_RECTANGLE_ARB);
    glBegin(GL_QUADS);
    glTexCoord3f(0, 0, 0.03f); glVertex2f(-1, -1); glTexCoord3f(6, 0, 0.5f); glVertex2f(1, -1);
    glTexCoord3f(6, 5, 0.97f); glVertex2f(1, 1); glTexCoord3f(0, 5, 0.5f); glVertex2f(-1, 1);
    glEnd();
    fragment_program("!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\nTEMP d;\n"
                     "TEX d, fragment.texcoord[0], texture[0], SHADOWRECT;\nMUL result.color, d, {1, 0.5, 0.25, 1};\nEND");
    glScalef(0.5f, 0.5f, 1);
    glBegin(GL_QUADS);
    glTexCoord3f(0, 0, 0.97f); glVertex2f(-1, -1); glTexCoord3f(6, 0, 0.5f); glVertex2f(1, -1);
    glTexCoord3f(6, 5, 0.03f); glVertex2f(1, 1); glTexCoord3f(0, 5, 0.5f); glVertex2f(-1, 1);
    glEnd();
}
