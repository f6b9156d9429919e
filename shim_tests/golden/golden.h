/* Golden scenes: one question for each image. `golden NAME OUT.ppm` draws one at 64×64, and `golden --list` prints all names. */
#ifndef GOLDEN_H
#define GOLDEN_H
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 };

typedef struct golden_scene {
    const char *name;
    void (*draw)(void);
    struct golden_scene *next;
} golden_scene;

void golden_register(golden_scene *scene);

/* SCENE(chapter, name) { ... } registers chapter/name. Drawing starts from the initial state, cleared to (.1 .1 .2 0). */
#define SCENE(chapter, title)                                                                             \
    static void chapter##_##title(void);                                                                  \
    static golden_scene chapter##_##title##_scene = {#chapter "/" #title, chapter##_##title, 0};           \
    __attribute__((constructor)) static void register_##chapter##_##title(void) { golden_register(&chapter##_##title##_scene); } \
    static void chapter##_##title(void)

/* Draws the whole window as a quad with texture coordinates 0..s. */
static inline void full_quad(float s, float z)
{
    glBegin(GL_QUADS);
    glTexCoord2f(0, 0); glVertex3f(-1, -1, z);
    glTexCoord2f(s, 0); glVertex3f(1, -1, z);
    glTexCoord2f(s, s); glVertex3f(1, 1, z);
    glTexCoord2f(0, s); glVertex3f(-1, 1, z);
    glEnd();
}

/* Makes a 4×4 RGBA texture whose texels all differ. */
static inline void small_texture(GLenum min, GLenum mag, GLenum wrap)
{
    unsigned char t[4][4][4];
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            t[y][x][0] = (unsigned char)(x * 85); t[y][x][1] = (unsigned char)(y * 85);
            t[y][x][2] = (unsigned char)((x ^ y) & 1 ? 255 : 0); t[y][x][3] = (unsigned char)(255 - 20 * (x + y));
        }
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, t);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)min);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)mag);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLint)wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, (GLint)wrap);
    glEnable(GL_TEXTURE_2D);
}

/* Makes waves of offsets c, of which 128 would be 1, and the same as bytes c + 128. */
enum { WAVE_TEXELS = 16 };
static inline void wave_texels(signed char t[WAVE_TEXELS][WAVE_TEXELS][2], unsigned char bytes[WAVE_TEXELS][WAVE_TEXELS][4])
{
    for (int y = 0; y < WAVE_TEXELS; y++)
        for (int x = 0; x < WAVE_TEXELS; x++) {
            t[y][x][0] = (signed char)lrintf(100 * sinf(2 * (float)M_PI * (x + 0.5f) / WAVE_TEXELS));
            t[y][x][1] = (signed char)lrintf(100 * cosf(2 * (float)M_PI * (y + 2 * x + 0.5f) / WAVE_TEXELS));
            for (int i = 0; i < 4; i++) bytes[y][x][i] = i < 2 ? (unsigned char)(t[y][x][i] + 128) : 0;
        }
}

static inline void perspective_view(void)
{
    glMatrixMode(GL_PROJECTION);
    glFrustum(-0.5, 0.5, -0.5, 0.5, 1, 20);
    glMatrixMode(GL_MODELVIEW);
    glTranslatef(0, 0, -3);
}

static inline void sphere(float radius, int n)
{
    for (int i = 0; i < n; i++) {
        float a0 = (float)M_PI * i / n, a1 = (float)M_PI * (i + 1) / n;
        glBegin(GL_QUAD_STRIP);
        for (int j = 0; j <= 2 * n; j++) {
            float b = (float)M_PI * j / n;
            float v0[3] = {sinf(a0) * sinf(b), cosf(a0), sinf(a0) * cosf(b)}, v1[3] = {sinf(a1) * sinf(b), cosf(a1), sinf(a1) * cosf(b)};
            glNormal3fv(v0); glTexCoord2f((float)j / n, (float)i / n); glVertex3f(radius * v0[0], radius * v0[1], radius * v0[2]);
            glNormal3fv(v1); glTexCoord2f((float)j / n, (float)(i + 1) / n); glVertex3f(radius * v1[0], radius * v1[1], radius * v1[2]);
        }
        glEnd();
    }
}
#endif
