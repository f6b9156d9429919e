/* Golden scenes of chapter 3.8, one for each kind of texture: 3D, cube, rectangle, depth, formats, copies. */
#include "golden.h"

static void nearest(GLenum target)
{
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

static void volume(GLenum filter)
{
    static unsigned char texels[4][4][8][3];
    for (int z = 0; z < 4; z++)
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 8; x++) { texels[z][y][x][0] = (unsigned char)(x * 36); texels[z][y][x][1] = (unsigned char)(y * 85); texels[z][y][x][2] = (unsigned char)(z * 85); }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGB8, 8, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
    glEnable(GL_TEXTURE_3D);
    glBegin(GL_QUADS);
    glTexCoord3f(0.03f, 0.02f, 0.01f); glVertex2f(-1, -1); glTexCoord3f(1.03f, 0.02f, 0.51f); glVertex2f(1, -1);
    glTexCoord3f(1.03f, 1.52f, 1.11f); glVertex2f(1, 1); glTexCoord3f(0.03f, 1.52f, 0.61f); glVertex2f(-1, 1);
    glEnd();
}
SCENE(texture, volume_nearest) { volume(GL_NEAREST); }
SCENE(texture, volume_linear) { volume(GL_LINEAR); }

static void cube_faces(GLenum filter)
{
    unsigned char t[4][4][3];
    for (GLuint face = 0; face < 6; face++) {
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 4; x++) { t[y][x][0] = (unsigned char)(face & 1 ? 255 : 40 + 30 * x); t[y][x][1] = (unsigned char)(face & 2 ? 255 : 40 + 50 * y); t[y][x][2] = (unsigned char)(face & 4 ? 255 : 100); }
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGB8, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, t);
    }
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glEnable(GL_TEXTURE_CUBE_MAP);
}

/* Six patches, one for each face, seen from inside. Then directions across edges. */
static void cube_patches(void)
{
    static const float axes[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int i = 0; i < 6; i++) {
        const float *m = axes[i], *u = axes[(i + 2) % 6], *v = axes[(i + 4) % 6];
        float x = -1 + 0.66f * (i % 3), y = -1 + 0.66f * (i / 3);
        glBegin(GL_QUADS);
        for (int k = 0; k < 4; k++) {
            float a = k == 1 || k == 2 ? 0.93f : -0.95f, b = k >= 2 ? 0.97f : -0.91f;
            glTexCoord3f(m[0] + a * u[0] + b * v[0], m[1] + a * u[1] + b * v[1], m[2] + a * u[2] + b * v[2]);
            glVertex2f(x + (k == 1 || k == 2 ? 0.6f : 0), y + (k >= 2 ? 0.6f : 0));
        }
        glEnd();
    }
    glBegin(GL_QUADS);
    glTexCoord3f(-1.1f, -0.5f, 0.3f); glVertex2f(-1, 0.4f); glTexCoord3f(1.1f, -0.5f, 0.4f); glVertex2f(1, 0.4f);
    glTexCoord3f(1.1f, 0.5f, 0.4f); glVertex2f(1, 1); glTexCoord3f(-1.1f, 0.5f, 0.3f); glVertex2f(-1, 1);
    glEnd();
}
SCENE(texture, cube_nearest) { cube_faces(GL_NEAREST); cube_patches(); }
SCENE(texture, cube_linear) { cube_faces(GL_LINEAR); cube_patches(); }
SCENE(texture, cube_seamless) { glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS); cube_faces(GL_LINEAR); cube_patches(); }
SCENE(texture, cube_seamless_nearest) { glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS); cube_faces(GL_NEAREST); cube_patches(); }

static void cube_generated(GLint mode)
{
    static const GLenum coords[3] = {GL_S, GL_T, GL_R}, enables[3] = {GL_TEXTURE_GEN_S, GL_TEXTURE_GEN_T, GL_TEXTURE_GEN_R};
    cube_faces(GL_NEAREST);
    perspective_view();
    glEnable(GL_DEPTH_TEST);
    for (int i = 0; i < 3; i++) { glTexGeni(coords[i], GL_TEXTURE_GEN_MODE, mode); glEnable(enables[i]); }
    glRotatef(25, 1, 0.4f, 0);
    sphere(1, 14);
}
SCENE(texgen, reflection_map) { cube_generated(GL_REFLECTION_MAP); }
SCENE(texgen, normal_map) { cube_generated(GL_NORMAL_MAP); }

SCENE(texture, rectangle)
{
    unsigned char t[5][7][4];
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 7; x++) { t[y][x][0] = (unsigned char)(x * 40); t[y][x][1] = (unsigned char)(y * 60); t[y][x][2] = (unsigned char)((x ^ y) & 1 ? 255 : 0); t[y][x][3] = 255; }
    glTexImage2D(GL_TEXTURE_RECTANGLE_ARB, 0, GL_RGBA8, 7, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, t);
    nearest(GL_TEXTURE_RECTANGLE_ARB);
    glTexParameteri(GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glEnable(GL_TEXTURE_RECTANGLE_ARB);
    full_quad(8.1f, 0);
    glTexParameteri(GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glScalef(0.5f, 0.5f, 1);
    full_quad(4.7f, 0);
}

static void depth_texture(GLint func, GLint mode, GLint result)
{
    static float texels[8][8];
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) texels[y][x] = (float)((x * 5 + y * 3) % 16) / 15;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 8, 8, 0, GL_DEPTH_COMPONENT, GL_FLOAT, texels);
    nearest(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, mode);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, func);
    glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, result);
    glEnable(GL_TEXTURE_2D);
    glColor4f(1, 0.8f, 0.3f, 1);
    glBegin(GL_QUADS);
    glTexCoord3f(0, 0, 0.03f); glVertex2f(-1, -1); glTexCoord3f(1, 0, 0.5f); glVertex2f(1, -1);
    glTexCoord3f(1, 1, 0.97f); glVertex2f(1, 1); glTexCoord3f(0, 1, 0.5f); glVertex2f(-1, 1);
    glEnd();
}
SCENE(texture, depth_luminance) { depth_texture(GL_LEQUAL, GL_NONE, GL_LUMINANCE); }
SCENE(texture, depth_alpha) { depth_texture(GL_LEQUAL, GL_NONE, GL_ALPHA); }
SCENE(texture, depth_compare) { depth_texture(GL_LEQUAL, GL_COMPARE_R_TO_TEXTURE, GL_LUMINANCE); }
SCENE(texture, depth_compare_greater) { depth_texture(GL_GREATER, GL_COMPARE_R_TO_TEXTURE, GL_INTENSITY); }

SCENE(texture, copy_sub_image)
{
    glBegin(GL_QUADS);
    glColor3f(1, 0, 0); glVertex2f(-1, -1); glColor3f(0, 1, 0); glVertex2f(1, -1); glColor3f(0, 1, 1); glVertex2f(1, 1); glColor3f(1, 0, 1); glVertex2f(-1, 1);
    glEnd();
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 16, 16, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 16, 16);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 3, 5, 30, 40, 9, 7);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 12, 0, 50, 10, 4, 14);
    glColor3f(1, 1, 1);
    glScalef(0.75f, 0.75f, 1);
    full_quad(1, 0);
}

SCENE(texture, formats)
{
    static const GLenum formats[8] = {GL_RGB8, GL_RGBA8, GL_LUMINANCE16, GL_LUMINANCE8_ALPHA8, GL_ALPHA8, GL_INTENSITY8, GL_RGB10, GL_RGB16};
    static float ramp[16][4];
    for (int i = 0; i < 16; i++) { ramp[i][0] = i / 15.0f; ramp[i][1] = 1 - i / 15.0f; ramp[i][2] = (i & 3) / 3.0f; ramp[i][3] = (15 - i) / 15.0f; }
    nearest(GL_TEXTURE_2D);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    for (int i = 0; i < 8; i++) {
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i], 16, 1, 0, GL_RGBA, GL_FLOAT, ramp);
        glColor4f(0.5f, 0.25f, 0.125f, 0.75f);
        glBegin(GL_QUADS);
        glTexCoord2f(0, 0); glVertex2f(-1, -1 + 0.25f * i); glTexCoord2f(1, 0); glVertex2f(1, -1 + 0.25f * i); glTexCoord2f(1, 1); glVertex2f(1, -0.75f + 0.25f * i); glTexCoord2f(0, 1); glVertex2f(-1, -0.75f + 0.25f * i);
        glEnd();
    }
}

/* Layers of array textures, which no fixed function samples: what was specified, drawn, copied and reduced is blitted. */
static void show_layer(GLuint texture, GLint level, GLint layer, int width, int height, int x, int y)
{
    GLuint buffer;
    glGenFramebuffersEXT(1, &buffer);
    glBindFramebufferEXT(GL_READ_FRAMEBUFFER_EXT, buffer);
    glFramebufferTextureLayerEXT(GL_READ_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, texture, level, layer);
    glReadBuffer(GL_COLOR_ATTACHMENT0_EXT);
    glBlitFramebuffer(0, 0, width, height, x, y, x + 16, y + 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebufferEXT(GL_READ_FRAMEBUFFER_EXT, 0);
    glDeleteFramebuffersEXT(1, &buffer);
}
static void array_layers(GLenum format)
{
    static unsigned char texels[6][8][8][4];
    GLuint textures[2], buffer;
    for (int i = 0; i < 6 * 64; i++) {
        unsigned char *t = &texels[0][0][0][0] + 4 * i;
        t[0] = (unsigned char)(i % 8 * 36); t[1] = (unsigned char)(i / 8 % 8 * 36); t[2] = (unsigned char)(i / 64 * 50); t[3] = 255;
    }
    glGenTextures(2, textures);
    glBindTexture(GL_TEXTURE_2D_ARRAY_EXT, textures[0]);
    glTexImage3D(GL_TEXTURE_2D_ARRAY_EXT, 0, (GLint)format, 8, 8, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY_EXT, 0, 2, 2, 1, 4, 4, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels[4]);
    glBindTexture(GL_TEXTURE_1D_ARRAY_EXT, textures[1]);
    glTexImage2D(GL_TEXTURE_1D_ARRAY_EXT, 0, (GLint)format, 8, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[3]);
    /* A triangle is drawn to a layer, with blending. */
    glGenFramebuffersEXT(1, &buffer);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, buffer);
    glFramebufferTextureLayerEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, textures[0], 0, 3);
    glViewport(0, 0, 8, 8);
    glEnable(GL_BLEND); glBlendFunc(GL_ONE, GL_ONE);
    glColor4f(0.25f, 0, 0.5f, 0);
    glRectf(-0.5f, -0.5f, 1, 0.5f);
    glFramebufferTextureLayerEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, textures[1], 0, 2);
    glViewport(0, 0, 8, 1);
    glRectf(-0.5f, -1, 1, 1);
    glDisable(GL_BLEND);
    /* What layer 5 holds is copied to a corner of layer 0. */
    glFramebufferTextureLayerEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, textures[0], 0, 5);
    glCopyTexSubImage3D(GL_TEXTURE_2D_ARRAY_EXT, 0, 5, 4, 0, 0, 0, 3, 4);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
    glDeleteFramebuffersEXT(1, &buffer);
    glViewport(0, 0, 64, 64);
    glGenerateMipmapEXT(GL_TEXTURE_2D_ARRAY_EXT);
    glGenerateMipmapEXT(GL_TEXTURE_1D_ARRAY_EXT);
    for (int i = 0; i < 6; i++) {
        show_layer(textures[0], 0, i, 8, 8, i % 4 * 16, i / 4 * 16);
        show_layer(textures[i & 1], 1, i, 4, i & 1 ? 1 : 4, (i + 6) % 4 * 16, (i + 6) / 4 * 16);
    }
    for (int i = 0; i < 4; i++) show_layer(textures[1], 0, i, 8, 1, i * 16, 48);
}
SCENE(texture, array_layers) { array_layers(GL_RGBA8); }
SCENE(texture, array_layers_float) { array_layers(GL_RGBA16F_ARB); }
