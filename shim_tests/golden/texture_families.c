/* Golden scenes of texture extensions from 1997 to 2004: wrap modes that mirror once, fog distances, palettes, bump maps of ATI. Mesa
 * has neither palettes nor bump maps. There the colours are looked up before, and an ARB_fragment_program moves the coordinates. */
#include "golden.h"
#include <GL/osmesa.h>

static int has(const char *extension) { return strstr((const char *)glGetString(GL_EXTENSIONS), extension) != NULL; }

/* Coordinates go from -1.3 to 1.4 in a column of the picture, without those near 0, where Mesa mixes in the border. */
static void column(int i, int n)
{
    static const float from[2] = {-1.31f, 0.13f}, to[2] = {-0.13f, 1.41f};
    for (int j = 0; j < 4; j++) {
        int s = j & 1, t = j / 2;
        float x0 = -1 + (float)(2 * i + s) / (float)n, x1 = x0 + 1.0f / (float)n, y0 = (float)t - 1;
        glBegin(GL_QUADS);
        glTexCoord2f(from[s], from[t]); glVertex2f(x0, y0);
        glTexCoord2f(to[s], from[t]); glVertex2f(x1, y0);
        glTexCoord2f(to[s], to[t]); glVertex2f(x1, y0 + 1);
        glTexCoord2f(from[s], to[t]); glVertex2f(x0, y0 + 1);
        glEnd();
    }
}

static void mirrored_once(GLenum filter)
{
    static const GLenum modes[3] = {GL_MIRROR_CLAMP_EXT, GL_MIRROR_CLAMP_TO_EDGE_EXT, GL_MIRROR_CLAMP_TO_BORDER_EXT};
    static const float border[4] = {1, 0.5f, 0, 0.25f};
    small_texture(filter, filter, GL_REPEAT);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
    for (int i = 0; i < 3; i++) {
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLint)modes[i]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, (GLint)modes[(i + 1) % 3]);
        column(i, 3);
    }
}

SCENE(families, mirror_once_nearest) { mirrored_once(GL_NEAREST); }
SCENE(families, mirror_once_linear) { mirrored_once(GL_LINEAR); }

/* A floor below the eye and one behind it, in bands of vertices. */
static void fog_by_distance(GLenum mode)
{
    static const float fog[4] = {0.9f, 0.8f, 0.6f, 1};
    perspective_view();
    glEnable(GL_FOG);
    glFogi(GL_FOG_DISTANCE_MODE_NV, (GLint)mode);
    glFogfv(GL_FOG_COLOR, fog);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogf(GL_FOG_START, mode == GL_EYE_PLANE ? -1.5f : 1.5f);
    glFogf(GL_FOG_END, mode == GL_EYE_PLANE ? -6 : 6);
    for (int i = 0; i < 8; i++) {
        float z0 = 1.9f - 0.6f * (float)i, z1 = z0 - 0.6f;
        glColor3f(0.1f, i & 1 ? 0.6f : 0.3f, 0.2f);
        for (int side = -1; side <= 1; side += 2) {
            glBegin(GL_QUAD_STRIP);
            for (int j = 0; j <= 8; j++) {
                float x = -2 + 0.5f * (float)j;
                glVertex3f(x, 0.5f * (float)side, z0); glVertex3f(x, 0.5f * (float)side, z1);
            }
            glEnd();
        }
    }
}

SCENE(families, fog_eye_radial) { fog_by_distance(GL_EYE_RADIAL_NV); }
SCENE(families, fog_eye_plane) { fog_by_distance(GL_EYE_PLANE); }
SCENE(families, fog_eye_plane_absolute) { fog_by_distance(GL_EYE_PLANE_ABSOLUTE_NV); }

/* The colour of an entry. */
static void entry(unsigned i, unsigned char out[4])
{
    out[0] = (unsigned char)(i * 37); out[1] = (unsigned char)(255 - i * 11); out[2] = (unsigned char)(i * i * 5); out[3] = (unsigned char)(255 - i);
}

/* Makes an image of indices with this number of bits, by a palette of `width` entries of this format. The shared palette has the reverse
 * order. */
static void paletted(GLenum index_format, int bits, unsigned width, GLenum format, int shared)
{
    enum { N = 8 };
    unsigned short indices[N][N];
    unsigned char palette[256][4], colors[N][N][4];
    for (unsigned i = 0; i < width; i++) entry(shared ? width - 1 - i : i, palette[i]);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            indices[y][x] = (unsigned short)(x * 5 + y * 29 + x * y);
            memcpy(colors[y][x], palette[indices[y][x] & ((1u << bits) - 1) & (width - 1)], 4);
        }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (has("GL_EXT_paletted_texture")) {
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)index_format, N, N, 0, GL_COLOR_INDEX, GL_UNSIGNED_SHORT, indices);
        GLenum target = shared ? GL_SHARED_TEXTURE_PALETTE_EXT : GL_TEXTURE_2D;
        glColorTable(target, format, (GLsizei)width, GL_RGBA, GL_UNSIGNED_BYTE, palette);
        (shared ? glEnable : glDisable)(GL_SHARED_TEXTURE_PALETTE_EXT);
    } else {
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, N, N, 0, GL_RGBA, GL_UNSIGNED_BYTE, colors);
    }
}

static void cell(int i)
{
    float x = -1 + 0.5f * (float)(i % 4), y = -1 + 1.0f * (float)(i / 4);
    glBegin(GL_QUADS);
    glTexCoord2f(0.03f, 0.02f); glVertex2f(x, y);
    glTexCoord2f(1.03f, 0.02f); glVertex2f(x + 0.5f, y);
    glTexCoord2f(1.03f, 1.02f); glVertex2f(x + 0.5f, y + 1);
    glTexCoord2f(0.03f, 1.02f); glVertex2f(x, y + 1);
    glEnd();
}

/* Below: 1, 2, 4 and 8 bits. Above: a palette narrower than the indices, LUMINANCE_ALPHA, RGB (alpha 1), the shared palette. */
static void palettes(GLint filter)
{
    static const struct { GLenum indices; int bits; unsigned width; GLenum format; int shared; } all[8] = {
        {GL_COLOR_INDEX1_EXT, 1, 2, GL_RGBA, 0}, {GL_COLOR_INDEX2_EXT, 2, 4, GL_RGBA, 0}, {GL_COLOR_INDEX4_EXT, 4, 256, GL_RGBA, 0},
        {GL_COLOR_INDEX8_EXT, 8, 256, GL_RGBA, 0}, {GL_COLOR_INDEX8_EXT, 8, 8, GL_RGBA, 0}, {GL_COLOR_INDEX16_EXT, 16, 256, GL_LUMINANCE_ALPHA, 0},
        {GL_COLOR_INDEX12_EXT, 12, 64, GL_RGB, 0}, {GL_COLOR_INDEX8_EXT, 8, 256, GL_RGBA, 1}};
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glEnable(GL_TEXTURE_2D);
    glColor4f(1, 0.9f, 0.8f, 0.7f);
    for (int i = 0; i < 8; i++) {
        paletted(all[i].indices, all[i].bits, all[i].width, all[i].format, all[i].shared);
        cell(i);
    }
}

SCENE(families, palettes_nearest) { palettes(GL_NEAREST); }
SCENE(families, palettes_linear) { palettes(GL_LINEAR); }

/* Unit 0 moves the coordinates of unit 1, turned by its matrix. The colour of unit 1 is multiplied by the primary one. */
SCENE(families, bump_map)
{
    static const float matrix[4] = {0.2f, 0.05f, -0.1f, 0.15f};
    signed char t[WAVE_TEXELS][WAVE_TEXELS][2];
    unsigned char bytes[WAVE_TEXELS][WAVE_TEXELS][4];
    wave_texels(t, bytes);
    int bumps = has("GL_ATI_envmap_bumpmap");
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (bumps) glTexImage2D(GL_TEXTURE_2D, 0, GL_DU8DV8_ATI, WAVE_TEXELS, WAVE_TEXELS, 0, GL_DUDV_ATI, GL_BYTE, t);
    else glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WAVE_TEXELS, WAVE_TEXELS, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glEnable(GL_TEXTURE_2D);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, 7);
    small_texture(GL_LINEAR, GL_LINEAR, GL_REPEAT);
    if (bumps) {
        void (*set_matrix)(GLenum, const GLfloat *) = (void (*)(GLenum, const GLfloat *))(void *)OSMesaGetProcAddress("glTexBumpParameterfvATI");
        glActiveTexture(GL_TEXTURE0);
        glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
        glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_BUMP_ENVMAP_ATI);
        glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_REPLACE);
        glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE0_ALPHA, GL_PREVIOUS);
        glTexEnvi(GL_TEXTURE_ENV, GL_BUMP_TARGET_ATI, GL_TEXTURE1);
        set_matrix(GL_BUMP_ROT_MATRIX_ATI, matrix);
    } else {
        static const char text[] =
            "!!ARBfp1.0 TEMP d, c, q; TEX d, fragment.texcoord[0], texture[0], 2D; MAD d, d, 1.9921875, -1.0;"
            "RCP q.x, fragment.texcoord[1].w; MUL q, fragment.texcoord[1], q.x;"
            "MAD c, d.x, {0.2, -0.1}, q; MAD c, d.y, {0.05, 0.15}, c; TEX c, c, texture[1], 2D; MUL result.color, c, fragment.color; END";
        glEnable(GL_FRAGMENT_PROGRAM_ARB);
        glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof text - 1, text);
    }
    static const float corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        float x = corners[i][0], y = corners[i][1];
        glMultiTexCoord2f(GL_TEXTURE0, 0.501f + 0.5f * x, 0.501f + 0.5f * y);
        glMultiTexCoord4f(GL_TEXTURE1, 1.02f + 1.04f * x, 0.98f + 1.04f * y, 0, 2);
        glColor4f(0.7f + 0.3f * x, 0.8f, 0.7f + 0.2f * y, 0.9f);
        glVertex2f(x, y);
    }
    glEnd();
}
