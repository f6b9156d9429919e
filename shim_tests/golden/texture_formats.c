/* Chapter 3.8: storage formats of textures: S3TC blocks, floats, sRGB. */
#include "golden.h"

static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void sampled_by(GLenum filter)
{
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glEnable(GL_TEXTURE_2D);
}

/* Random blocks, so that every code and both orders of the colours occur; 30×27 texels, so that blocks are cut. */
static void blocks(GLenum format, int block_bytes, GLenum filter)
{
    static unsigned char data[8 * 7 * 16];
    unsigned state = 12345;
    for (int i = 0; i < 8 * 7 * block_bytes; i++) data[i] = (unsigned char)next_random(&state);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, 30, 27, 0, 8 * 7 * block_bytes, data);
    sampled_by(filter);
    full_quad(1, 0);
}
SCENE(formats, dxt1_rgb) { blocks(GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 8, GL_NEAREST); }
SCENE(formats, dxt1_rgba) { blocks(GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 8, GL_NEAREST); }
SCENE(formats, dxt3) { blocks(GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, 16, GL_NEAREST); }
SCENE(formats, dxt5) { blocks(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16, GL_NEAREST); }
SCENE(formats, dxt5_linear) { blocks(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16, GL_LINEAR); }

/* Blocks replaced in the middle, and partial ones at the upper right corner. */
SCENE(formats, s3tc_sub_image)
{
    static const unsigned char red_green[8] = {0x00, 0xf8, 0xe0, 0x07, 0x1b, 0xe4, 0x1b, 0xe4};
    static unsigned char base[16 * 8], patch[4 * 8];
    for (int i = 0; i < 16; i++) memcpy(base + 8 * i, red_green, 8);
    for (int i = 0; i < 4; i++) { memcpy(patch + 8 * i, red_green, 8); patch[8 * i + 2] = 0x1f; patch[8 * i + 3] = (unsigned char)i; }
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 14, 15, 0, sizeof base, base);
    glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 4, 4, 8, 8, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 32, patch);
    glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 12, 12, 2, 3, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 8, patch);
    sampled_by(GL_NEAREST);
    full_quad(1, 0);
}

/* Values from -1 to 3 in each format: clamped by fixed function in the lower half, scaled by a program in the upper one. */
static void float_rows(GLenum filter)
{
    static const GLenum formats[8] = {GL_RGBA32F_ARB, GL_RGB32F_ARB, GL_LUMINANCE32F_ARB, GL_LUMINANCE_ALPHA32F_ARB,
                                      GL_RGBA16F_ARB, GL_ALPHA16F_ARB, GL_INTENSITY16F_ARB, GL_RGB16F_ARB};
    static const char program[] = "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\n"
                                  "MAD result.color, t, 0.25, 0.25;\nEND\n";
    float ramp[16][4];
    for (int i = 0; i < 16; i++) { ramp[i][0] = i / 3.75f - 1; ramp[i][1] = 3 - i / 3.75f; ramp[i][2] = (i & 3) - 0.5f; ramp[i][3] = 2 - i / 5.0f; }
    sampled_by(filter);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(program), program);
    for (int i = 0; i < 16; i++) {
        float y = -1 + 0.125f * i;
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i % 8], 16, 1, 0, GL_RGBA, GL_FLOAT, ramp);
        if (i == 8) glEnable(GL_FRAGMENT_PROGRAM_ARB);
        glColor4f(0.5f, 0.25f, 0.125f, 0.75f);
        glBegin(GL_QUADS);
        glTexCoord2f(0, 0); glVertex2f(-1, y); glTexCoord2f(1, 0); glVertex2f(1, y); glTexCoord2f(1, 1); glVertex2f(1, y + 0.125f); glTexCoord2f(0, 1); glVertex2f(-1, y + 0.125f);
        glEnd();
    }
}
SCENE(formats, float_nearest) { float_rows(GL_NEAREST); }
SCENE(formats, float_linear) { float_rows(GL_LINEAR); }

/* Half floats from the client, and a border beyond [0, 1]. */
SCENE(formats, half_pixels)
{
    static const unsigned short texels[4][4] = {{0x3c00, 0x3800, 0, 0x3c00}, {0x4000, 0xbc00, 0x3400, 0x3800}, {0x2e66, 0x3a66, 0x7bff, 0x3c00}, {0, 0x0001, 0x3c00, 0}};
    static const float border[4] = {0.25f, 2, -1, 0.5f};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16F_ARB, 2, 2, 0, GL_RGBA, GL_HALF_FLOAT_ARB, texels);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
    sampled_by(GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    full_quad(1.5f, 0);
}

/* Ramps in sRGB formats: colours are decoded, alpha is not. */
static void srgb_rows(GLenum filter)
{
    static const GLenum formats[8] = {GL_SRGB8_EXT, GL_SRGB8_ALPHA8_EXT, GL_SLUMINANCE8_EXT, GL_SLUMINANCE8_ALPHA8_EXT, GL_SRGB_EXT, GL_SRGB_ALPHA_EXT, GL_SLUMINANCE_EXT, GL_SLUMINANCE_ALPHA_EXT};
    unsigned char ramp[32][4];
    for (int i = 0; i < 32; i++) { ramp[i][0] = (unsigned char)(i * 255 / 31); ramp[i][1] = (unsigned char)(255 - i * 8); ramp[i][2] = (unsigned char)(i * i / 4); ramp[i][3] = (unsigned char)(i * 7); }
    sampled_by(filter);
    for (int i = 0; i < 8; i++) {
        float y = -1 + 0.25f * i;
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i], 32, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, ramp);
        glBegin(GL_QUADS);
        glTexCoord2f(0, 0); glVertex2f(-1, y); glTexCoord2f(1, 0); glVertex2f(1, y); glTexCoord2f(1, 1); glVertex2f(1, y + 0.25f); glTexCoord2f(0, 1); glVertex2f(-1, y + 0.25f);
        glEnd();
    }
}
SCENE(formats, srgb_nearest) { srgb_rows(GL_NEAREST); }
SCENE(formats, srgb_linear) { srgb_rows(GL_LINEAR); }
SCENE(formats, srgb_dxt5) { blocks(GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, 16, GL_NEAREST); }
