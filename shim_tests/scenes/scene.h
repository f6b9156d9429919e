/* Shared by the bundled scenes: an off-screen context, a picture file, meshes, procedural textures.
 *
 * A scene is an ordinary GL program of 2004. With OUTPUT.ppm [WIDTH HEIGHT [TIME]] it writes one frame. With --window [WIDTH HEIGHT] it
 * moves until a key is pressed or the window is closed. */
#ifndef SCENE_H
#define SCENE_H
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

typedef struct { float x, y, z; } vec3;

static vec3 v3(float x, float y, float z) { vec3 v = {x, y, z}; return v; }
static vec3 sub(vec3 a, vec3 b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
static vec3 cross(vec3 a, vec3 b) { return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
static float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec3 normalized(vec3 a) { float l = 1 / sqrtf(dot(a, a)); return v3(a.x * l, a.y * l, a.z * l); }

static vec3 plus(vec3 a, vec3 b, float k) { return v3(a.x + b.x * k, a.y + b.y * k, a.z + b.z * k); }

static void perspective(double fovy, double aspect, double near, double far)
{
    double top = near * tan(fovy * M_PI / 360);
    glFrustum(-top * aspect, top * aspect, -top, top, near, far);
}

static void look_at(vec3 eye, vec3 at, vec3 up)
{
    vec3 f = normalized(sub(at, eye)), s = normalized(cross(f, up)), u = cross(s, f);
    float m[16] = {s.x, u.x, -f.x, 0, s.y, u.y, -f.y, 0, s.z, u.z, -f.z, 0, 0, 0, 0, 1};
    glMultMatrixf(m);
    glTranslatef(-eye.x, -eye.y, -eye.z);
}

/* Draws a soft disc for additive blending, which faces the eye. */
static void glow(vec3 eye, vec3 up, vec3 at, float radius, vec3 colour)
{
    vec3 f = normalized(sub(at, eye)), side = normalized(cross(f, up));
    up = cross(side, f);
    glBegin(GL_TRIANGLE_FAN);
    glColor3fv(&colour.x);
    glVertex3fv(&at.x);
    for (int ring = 0; ring <= 48; ring++) {
        float a = 2 * (float)M_PI * ring / 48;
        vec3 p = plus(plus(at, side, radius * cosf(a)), up, radius * sinf(a));
        glColor3f(0, 0, 0);
        glVertex3fv(&p.x);
    }
    glEnd();
}

/* Value noise on an n×n torus, in 0..1. */
static float lattice(int x, int y, int n)
{
    unsigned h = (unsigned)((x % n + n) % n) * 374761393u + (unsigned)((y % n + n) % n) * 668265263u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return (float)((h ^ (h >> 16)) & 0xffff) / 65535.0f;
}

static float noise(float x, float y, int n)
{
    int ix = (int)floorf(x), iy = (int)floorf(y);
    float fx = x - ix, fy = y - iy;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    float a = lattice(ix, iy, n) * (1 - fx) + lattice(ix + 1, iy, n) * fx;
    float b = lattice(ix, iy + 1, n) * (1 - fx) + lattice(ix + 1, iy + 1, n) * fx;
    return a * (1 - fy) + b * fy;
}

static float fractal(float x, float y, int n)
{
    float sum = 0, amp = 0.5f;
    for (int i = 0; i < 5; i++, x *= 2, y *= 2, n *= 2, amp *= 0.5f) sum += amp * noise(x, y, n);
    return sum;
}

/* Uploads an RGB image with all mipmap levels made by a box filter, as gluBuild2DMipmaps would. */
static GLuint mipmapped_texture(int size, unsigned char *rgb)
{
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    for (int level = 0; size >= 1; level++) {
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGB8, size, size, 0, GL_RGB, GL_UNSIGNED_BYTE, rgb);
        int half = size / 2;
        for (int y = 0; y < half; y++)
            for (int x = 0; x < half; x++)
                for (int c = 0; c < 3; c++) {
                    int at = (2 * y * size + 2 * x) * 3 + c;
                    rgb[(y * half + x) * 3 + c] = (unsigned char)((rgb[at] + rgb[at + 3] + rgb[at + size * 3] + rgb[at + size * 3 + 3] + 2) / 4);
                }
        size = half;
    }
    return name;
}

/* Loads an ARB program, or prints where it is wrong. */
static GLuint load(GLenum target, const char *text)
{
    GLuint name;
    GLint position;
    glGenProgramsARB(1, &name);
    glBindProgramARB(target, name);
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
    if (position != -1) {
        fprintf(stderr, "program error at byte %d: %s\n", position, (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB));
        exit(1);
    }
    return name;
}

/* Computes a point of the (p, q) torus knot, and the frame of the tube around it. */
static vec3 knot_point(float t, float p, float q, float radius)
{
    float r = radius * (2 + cosf(q * t)) / 3;
    return v3(r * cosf(p * t), radius * sinf(q * t) / 3, r * sinf(p * t));
}

typedef struct { vec3 position, normal, tangent; float s, t; } knot_vertex;

static knot_vertex knot_surface(int i, int n, int j, int m, float radius, float tube)
{
    float t = 2 * (float)M_PI * i / n, a = 2 * (float)M_PI * j / m, e = 0.001f;
    vec3 c = knot_point(t, 2, 3, radius), along = normalized(sub(knot_point(t + e, 2, 3, radius), knot_point(t - e, 2, 3, radius)));
    vec3 side = normalized(cross(along, v3(0, 1, 0.01f))), up = cross(side, along);
    knot_vertex v;
    v.normal = v3(side.x * cosf(a) + up.x * sinf(a), side.y * cosf(a) + up.y * sinf(a), side.z * cosf(a) + up.z * sinf(a));
    v.position = v3(c.x + tube * v.normal.x, c.y + tube * v.normal.y, c.z + tube * v.normal.z);
    v.tangent = along;
    v.s = 24.0f * i / n;
    v.t = 4.0f * j / m;
    return v;
}

typedef struct { int width, height; float time; int in_window; const char *name, *output; unsigned char *pixels; OSMesaContext context; } scene;

#include "scene_window.h"

static scene scene_begin(int argc, char **argv)
{
    scene s = {.width = 640, .height = 480, .time = 1};
    if (argc < 2) {
        fprintf(stderr, "usage: %s OUTPUT.ppm [WIDTH HEIGHT [TIME]]\n       %s --window [WIDTH HEIGHT]\n", argv[0], argv[0]);
        exit(2);
    }
    s.name = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
    s.output = argv[1];
    s.in_window = strcmp(argv[1], "--window") == 0;
    if (argc >= 4) s.width = atoi(argv[2]), s.height = atoi(argv[3]);
    if (argc >= 5) s.time = (float)atof(argv[4]);
    if (s.width < 16 || s.height < 16 || s.width > 4096 || s.height > 4096) {
        fprintf(stderr, "%s: the size must lie between 16 and 4096\n", argv[0]);
        exit(2);
    }
    s.pixels = malloc((size_t)s.width * s.height * 4);
    s.context = OSMesaCreateContextExt(s.in_window ? OSMESA_BGRA : OSMESA_RGBA, 24, 8, 0, NULL);
    if (!s.pixels || !s.context || !OSMesaMakeCurrent(s.context, s.pixels, GL_UNSIGNED_BYTE, s.width, s.height)) {
        fprintf(stderr, "%s: no off-screen context\n", argv[0]);
        exit(1);
    }
    return s;
}

/* Draws one picture. The state that it sets is dropped after it. */
static void scene_frame(const scene *s, void (*frame)(const scene *))
{
    glPushAttrib(GL_ALL_ATTRIB_BITS);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    frame(s);
    glPopAttrib();
    glFinish();
}

static void scene_end(scene *s)
{
    GLenum error = glGetError();
    if (error) {
        fprintf(stderr, "GL error 0x%04x\n", error);
        exit(1);
    }
    unsigned char *row = malloc((size_t)s->width * 3);
    FILE *f = fopen(s->output, "wb");
    if (!f || !row) {
        perror(s->output);
        exit(1);
    }
    fprintf(f, "P6\n%d %d\n255\n", s->width, s->height);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (int y = s->height - 1; y >= 0; y--) {
        glReadPixels(0, y, s->width, 1, GL_RGB, GL_UNSIGNED_BYTE, row);
        fwrite(row, 3, (size_t)s->width, f);
    }
    if (fclose(f)) {
        perror(s->output);
        exit(1);
    }
    OSMesaDestroyContext(s->context);
    free(row);
    free(s->pixels);
}

/* Runs a scene: `setup` once, then `frame` for the picture, or again and again in a window. */
static int scene_run(int argc, char **argv, void (*setup)(void), void (*frame)(const scene *))
{
    scene s = scene_begin(argc, argv);
    setup();
    if (s.in_window) {
        scene_window(&s, frame);
        return 0;
    }
    scene_frame(&s, frame);
    scene_end(&s);
    return 0;
}
#endif
