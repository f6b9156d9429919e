/* Chapter 3.8: storage formats of textures: S3TC blocks. */
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
