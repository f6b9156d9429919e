/* Golden scenes of chapter 3.8: storage formats of textures: S3TC blocks, floats, sRGB. */
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

/* Random blocks have every code and both orders of the colours. 30×27 texels cut blocks. */
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

/* Blocks are replaced in the middle, and partial ones at the upper right corner. */
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

/* Values from -1 to 3 in each format. Fixed function clamps them in the lower half, and a program scales them in the upper half. */
static const GLenum floats[8] = {GL_RGBA32F_ARB, GL_RGB32F_ARB, GL_LUMINANCE32F_ARB, GL_LUMINANCE_ALPHA32F_ARB,
                                 GL_RGBA16F_ARB, GL_ALPHA16F_ARB, GL_INTENSITY16F_ARB, GL_RGB16F_ARB};
static const GLenum halves[8] = {GL_RGBA16F_ARB, GL_RGB16F_ARB, GL_LUMINANCE16F_ARB, GL_LUMINANCE_ALPHA16F_ARB,
                                 GL_ALPHA16F_ARB, GL_INTENSITY16F_ARB, GL_R16F, GL_RG16F};
static void float_rows(const GLenum *formats, GLenum filter)
{
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
SCENE(formats, float_nearest) { float_rows(floats, GL_NEAREST); }
SCENE(formats, float_linear) { float_rows(floats, GL_LINEAR); }
SCENE(formats, half_nearest) { float_rows(halves, GL_NEAREST); }
SCENE(formats, half_linear) { float_rows(halves, GL_LINEAR); }

/* Half floats from the client, and a border outside [0, 1]. */
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

/* Ramps in sRGB formats: colours are decoded, and alpha is not. */
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

/* The formats of two blocks of values, and FXT1, whose blocks are 8×4 texels. */
SCENE(formats, rgtc1) { blocks(GL_COMPRESSED_RED_RGTC1, 8, GL_NEAREST); }
SCENE(formats, rgtc2_linear) { blocks(GL_COMPRESSED_RG_RGTC2, 16, GL_LINEAR); }
SCENE(formats, latc1) { blocks(GL_COMPRESSED_LUMINANCE_LATC1_EXT, 8, GL_NEAREST); }
SCENE(formats, latc2) { blocks(GL_COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT, 16, GL_NEAREST); }

/* Values from -1 to 1, which a program maps to [0, 1]. */
static void signed_blocks(GLenum format, int block_bytes)
{
    static const char program[] = "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\n"
                                  "MAD result.color, t, 0.5, 0.5;\nEND\n";
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(program), program);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    blocks(format, block_bytes, GL_NEAREST);
}
SCENE(formats, rgtc2_signed) { signed_blocks(GL_COMPRESSED_SIGNED_RG_RGTC2, 16); }
SCENE(formats, latc2_signed) { signed_blocks(GL_COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT, 16); }

/* Four columns of blocks, one for each mode, of 8×4 texels. */
static void fxt1_blocks(GLenum format)
{
    static const unsigned char modes[4] = {0x00, 0x40, 0x60, 0x80}, kept[4] = {0x3f, 0x1f, 0x1f, 0x7f};
    static unsigned char data[4 * 7 * 16];
    unsigned state = 54321;
    for (int i = 0; i < 4 * 7; i++) {
        for (int j = 0; j < 16; j++) data[16 * i + j] = (unsigned char)next_random(&state);
        data[16 * i + 15] = (unsigned char)((data[16 * i + 15] & kept[i % 4]) | modes[i % 4]);
    }
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, 30, 27, 0, sizeof data, data);
    sampled_by(GL_NEAREST);
    full_quad(1, 0);
}
SCENE(formats, fxt1_rgb) { fxt1_blocks(GL_COMPRESSED_RGB_FXT1_3DFX); }
SCENE(formats, fxt1_rgba) { fxt1_blocks(GL_COMPRESSED_RGBA_FXT1_3DFX); }

/* Red and green textures, with swizzles that move their components. */
SCENE(formats, swizzles)
{
    static const GLenum formats[4] = {GL_RED, GL_RG8, GL_LUMINANCE8_ALPHA8, GL_RGBA8};
    static const GLint swizzles[4][4] = {{GL_ONE, GL_RED, GL_ZERO, GL_RED}, {GL_GREEN, GL_ZERO, GL_RED, GL_ONE}, {GL_ALPHA, GL_RED, GL_ONE, GL_GREEN}, {GL_BLUE, GL_ALPHA, GL_RED, GL_GREEN}};
    unsigned char ramp[32][4];
    for (int i = 0; i < 32; i++) { ramp[i][0] = (unsigned char)(i * 8); ramp[i][1] = (unsigned char)(255 - i * 8); ramp[i][2] = (unsigned char)(i * i / 4); ramp[i][3] = (unsigned char)(i * 7); }
    sampled_by(GL_NEAREST);
    for (int i = 0; i < 8; i++) {
        float y = -1 + 0.25f * i;
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i % 4], 32, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, ramp);
        if (i >= 4) glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, swizzles[i % 4]);
        glBegin(GL_QUADS);
        glTexCoord2f(0, 0); glVertex2f(-1, y); glTexCoord2f(1, 0); glVertex2f(1, y); glTexCoord2f(1, 1); glVertex2f(1, y + 0.25f); glTexCoord2f(0, 1); glVertex2f(-1, y + 0.25f);
        glEnd();
    }
}

/* Light is added in a buffer of half floats, far beyond 1 and below 0, and drawn at a quarter. */
static void float_target(GLenum format)
{
    GLuint buffer, texture;
    static const char program[] = "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\n"
                                  "MAD result.color, t, 0.25, 0.25;\nEND\n";
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, 32, 32, 0, GL_RGBA, GL_FLOAT, NULL);
    sampled_by(GL_NEAREST);
    glDisable(GL_TEXTURE_2D);
    glGenFramebuffersEXT(1, &buffer);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, buffer);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_2D, texture, 0);
    glViewport(0, 0, 32, 32);
    glClearColor(-0.5f, 0.25f, 1.5f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE);
    glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_FALSE);
    for (int i = 0; i < 6; i++) {
        float x = -0.75f + 0.25f * i;
        glColor4f(i - 2.0f, 0.5f * i, 1 - i * 0.75f, 0.25f * (i + 1));
        glRectf(x, -0.875f + 0.125f * i, x + 0.75f, 0.5f + 0.0625f * i);
    }
    glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_TRUE);
    glDisable(GL_BLEND);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
    glViewport(0, 0, 64, 64);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(program), program);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    full_quad(1, 0);
}
SCENE(formats, target_rgba16f) { float_target(GL_RGBA16F_ARB); }
SCENE(formats, target_rgb32f) { float_target(GL_RGB32F_ARB); }
SCENE(formats, target_luminance_alpha32f) { float_target(GL_LUMINANCE_ALPHA32F_ARB); }
SCENE(formats, target_srgb8) { float_target(GL_SRGB8_ALPHA8_EXT); }

/* A ramp of floats from -1.25 to 1.25 in each signed format, which a program maps to [0, 1]: nearest below, linear above. */
static void signed_rows(const GLenum *formats)
{
    static const char program[] = "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\n"
                                  "MAD result.color, t, 0.5, 0.5;\nEND\n";
    float ramp[16][4];
    for (int i = 0; i < 16; i++) { ramp[i][0] = i / 6.0f - 1.25f; ramp[i][1] = 1.25f - i / 6.0f; ramp[i][2] = (i & 3) * 0.5f - 0.75f; ramp[i][3] = 1 - i / 8.0f; }
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(program), program);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    for (int i = 0; i < 16; i++) {
        float y = -1 + 0.125f * i;
        sampled_by(i < 8 ? GL_NEAREST : GL_LINEAR);
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i % 8], 16, 1, 0, GL_RGBA, GL_FLOAT, ramp);
        glBegin(GL_QUADS);
        glTexCoord2f(0, 0); glVertex2f(-1, y); glTexCoord2f(1, 0); glVertex2f(1, y); glTexCoord2f(1, 1); glVertex2f(1, y + 0.125f); glTexCoord2f(0, 1); glVertex2f(-1, y + 0.125f);
        glEnd();
    }
}
SCENE(formats, snorm8)
{
    static const GLenum formats[8] = {GL_RGBA8_SNORM, GL_RGB8_SNORM, GL_RG8_SNORM, GL_R8_SNORM, GL_ALPHA8_SNORM, GL_LUMINANCE8_SNORM, GL_LUMINANCE8_ALPHA8_SNORM, GL_INTENSITY8_SNORM};
    signed_rows(formats);
}
SCENE(formats, snorm16)
{
    static const GLenum formats[8] = {GL_RGBA16_SNORM, GL_RGB16_SNORM, GL_RG16_SNORM, GL_R16_SNORM, GL_ALPHA16_SNORM, GL_LUMINANCE16_SNORM, GL_LUMINANCE16_ALPHA16_SNORM, GL_INTENSITY16_SNORM};
    signed_rows(formats);
}
SCENE(formats, snorm_bytes)
{
    static const char program[] = "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\n"
                                  "MAD result.color, t, 0.5, 0.5;\nEND\n";
    signed char texels[8][8][4], patch[3][3][4];
    unsigned state = 777;
    for (int i = 0; i < 256; i++) (&texels[0][0][0])[i] = (signed char)next_random(&state);
    memset(patch, -64, sizeof patch);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8_SNORM, 8, 8, 0, GL_RGBA, GL_BYTE, texels);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 2, 3, 3, 3, GL_RGBA, GL_BYTE, patch);
    sampled_by(GL_LINEAR);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(program), program);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    full_quad(1, 0);
}

/* Packed floats as floats, with a generated mipmap at the right, and as words; a program shows a quarter of them. Mesa rounds
   to 0 where the text prefers the nearest number: the floats and their averages are numbers of both formats. */
static void packed_floats(GLenum format, GLenum type)
{
    static const char program[] = "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\n"
                                  "MUL result.color, t, 0.25;\nEND\n";
    float ramp[16][16][3];
    unsigned words[16][16], state = 4242;
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++) {
            ramp[y][x][0] = x * y % 32 * 0.125f; ramp[y][x][1] = (15 - x) * 0.25f; ramp[y][x][2] = y * 0.125f - 0.25f;
            words[y][x] = next_random(&state) * 256u + (next_random(&state) & 255);
            words[y][x] = type == GL_UNSIGNED_INT_5_9_9_9_REV ? (words[y][x] & 0x07ffffff) | (14u + (x & 3)) << 27 : words[y][x] & 0x7fdffbff; /* exponents up to 15 */
        }
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(program), program);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    for (int i = 0; i < 4; i++) {
        float x = i % 2 - 1.0f, y = i / 2 - 1.0f, zoom = i % 2 ? 3 : 1;
        sampled_by(i % 2 ? GL_LINEAR : GL_NEAREST);
        if (i == 1) { glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST); glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_TRUE); }
        if (i < 2) glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, 16, 16, 0, GL_RGB, GL_FLOAT, ramp);
        else glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, 16, 16, 0, GL_RGB, type, words);
        if (i == 1) { glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT); glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT); zoom = 4; }
        glBegin(GL_QUADS);
        glTexCoord2f(0, 0); glVertex2f(x, y); glTexCoord2f(zoom, 0); glVertex2f(x + 1, y); glTexCoord2f(zoom, zoom); glVertex2f(x + 1, y + 1); glTexCoord2f(0, zoom); glVertex2f(x, y + 1);
        glEnd();
        glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_FALSE);
    }
}
SCENE(formats, packed_11_11_10) { packed_floats(GL_R11F_G11F_B10F, GL_UNSIGNED_INT_10F_11F_11F_REV); }
SCENE(formats, packed_9_9_9_5) { packed_floats(GL_RGB9_E5, GL_UNSIGNED_INT_5_9_9_9_REV); }
SCENE(formats, target_11_11_10) { float_target(GL_R11F_G11F_B10F); }
