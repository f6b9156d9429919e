/* A bundled scene of fixed function: three lights, fog, mipmapped textures, a mirror floor by stencil, display lists, a blended overlay. */
#include "scene.h"

static GLuint stone, tiles, knot_list;

static void make_textures(void)
{
    enum { N = 256 };
    static unsigned char rgb[N * N * 3];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float n = fractal(x / 32.0f, y / 32.0f, 8);
            int dark = ((x / 64) + (y / 64)) & 1, joint = x % 64 < 2 || y % 64 < 2;
            float base = joint ? 0.15f : dark ? 0.25f : 0.75f;
            unsigned char *p = rgb + (y * N + x) * 3;
            p[0] = (unsigned char)(255 * base * (0.7f + 0.5f * n));
            p[1] = (unsigned char)(255 * base * (0.68f + 0.45f * n));
            p[2] = (unsigned char)(255 * base * (0.62f + 0.45f * n));
        }
    tiles = mipmapped_texture(N, rgb);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float n = fractal(x / 16.0f, y / 64.0f + 2 * fractal(x / 32.0f, y / 32.0f, 8), 16);
            unsigned char *p = rgb + (y * N + x) * 3;
            p[0] = (unsigned char)(140 + 110 * n);
            p[1] = (unsigned char)(120 + 110 * n);
            p[2] = (unsigned char)(95 + 110 * n);
        }
    stone = mipmapped_texture(N, rgb);
}

static void make_knot(void)
{
    enum { N = 256, M = 24 };
    knot_list = glGenLists(1);
    glNewList(knot_list, GL_COMPILE);
    for (int i = 0; i < N; i++) {
        glBegin(GL_QUAD_STRIP);
        for (int j = 0; j <= M; j++)
            for (int k = 0; k <= 1; k++) {
                knot_vertex v = knot_surface(i + k, N, j, M, 1.0f, 0.17f);
                glTexCoord2f(v.s, v.t);
                glNormal3fv(&v.normal.x);
                glVertex3fv(&v.position.x);
            }
        glEnd();
    }
    glEndList();
}

static void column(float x, float z)
{
    glPushMatrix();
    glTranslatef(x, 0, z);
    glBegin(GL_QUAD_STRIP);
    for (int i = 0; i <= 24; i++) {
        float a = 2 * (float)M_PI * i / 24, c = cosf(a), s = sinf(a);
        glNormal3f(c, 0, s);
        glTexCoord2f(i / 8.0f, 3);
        glVertex3f(0.26f * c, 3.0f, 0.26f * s);
        glTexCoord2f(i / 8.0f, 0);
        glVertex3f(0.34f * c, 0, 0.34f * s);
    }
    glEnd();
    for (int k = 0; k < 2; k++) {
        float y0 = k ? 2.9f : 0, y1 = y0 + 0.22f, r = 0.45f;
        glBegin(GL_QUADS);
        for (int i = 0; i < 4; i++) {
            float a = (float)M_PI / 2 * i + (float)M_PI / 4, b = a + (float)M_PI / 2, m = (a + b) / 2;
            glNormal3f(cosf(m), 0, sinf(m));
            glTexCoord2f(1, 0); glVertex3f(r * 1.3f * cosf(a), y0, r * 1.3f * sinf(a));
            glTexCoord2f(1, 0.3f); glVertex3f(r * 1.3f * cosf(a), y1, r * 1.3f * sinf(a));
            glTexCoord2f(0, 0.3f); glVertex3f(r * 1.3f * cosf(b), y1, r * 1.3f * sinf(b));
            glTexCoord2f(0, 0); glVertex3f(r * 1.3f * cosf(b), y0, r * 1.3f * sinf(b));
        }
        glEnd();
        glBegin(GL_POLYGON);
        glNormal3f(0, 1, 0);
        for (int i = 3; i >= 0; i--) {
            float a = (float)M_PI / 2 * i + (float)M_PI / 4;
            glTexCoord2f(0.5f + 0.5f * cosf(a), 0.5f + 0.5f * sinf(a));
            glVertex3f(r * 1.3f * cosf(a), y1, r * 1.3f * sinf(a));
        }
        glEnd();
    }
    glPopMatrix();
}

static void lights(float time)
{
    static const float sun[4] = {-0.5f, 0.8f, 0.35f, 0}, warm[4] = {1.0f, 0.86f, 0.66f, 1}, black[4] = {0, 0, 0, 1};
    static const float ambient[4] = {0.16f, 0.17f, 0.22f, 1}, cold[4] = {0.25f, 0.45f, 0.95f, 1}, red[4] = {1.0f, 0.3f, 0.15f, 1};
    float lamp[4] = {2.2f * cosf(time), 1.0f, 2.2f * sinf(time), 1}, spot[4] = {0, 4.2f, 0, 1}, down[3] = {0, -1, 0};
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, ambient);
    glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR);
    glLightfv(GL_LIGHT0, GL_POSITION, sun);
    glLightfv(GL_LIGHT0, GL_DIFFUSE, warm);
    glLightfv(GL_LIGHT0, GL_SPECULAR, warm);
    glLightfv(GL_LIGHT1, GL_POSITION, lamp);
    glLightfv(GL_LIGHT1, GL_DIFFUSE, cold);
    glLightfv(GL_LIGHT1, GL_SPECULAR, cold);
    glLightf(GL_LIGHT1, GL_LINEAR_ATTENUATION, 0.25f);
    glLightf(GL_LIGHT1, GL_QUADRATIC_ATTENUATION, 0.12f);
    glLightfv(GL_LIGHT2, GL_POSITION, spot);
    glLightfv(GL_LIGHT2, GL_SPOT_DIRECTION, down);
    glLightf(GL_LIGHT2, GL_SPOT_CUTOFF, 32);
    glLightf(GL_LIGHT2, GL_SPOT_EXPONENT, 12);
    glLightfv(GL_LIGHT2, GL_DIFFUSE, red);
    glLightfv(GL_LIGHT2, GL_SPECULAR, black);
    for (int i = 0; i < 3; i++) glEnable(GL_LIGHT0 + i);
}

static void objects(float time)
{
    static const float white[4] = {1, 1, 1, 1}, shine[4] = {0.9f, 0.85f, 0.7f, 1}, gold[4] = {0.95f, 0.72f, 0.3f, 1}, none[4] = {0, 0, 0, 1};
    lights(time);
    glBindTexture(GL_TEXTURE_2D, stone);
    glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, gold);
    glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, shine);
    glMaterialf(GL_FRONT_AND_BACK, GL_SHININESS, 48);
    glPushMatrix();
    glTranslatef(0, 1.25f, 0);
    glRotatef(40 * time, 0, 1, 0);
    glRotatef(70, 1, 0, 0);
    glCallList(knot_list);
    glPopMatrix();
    glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, white);
    glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, none);
    for (int i = 0; i < 5; i++) {
        column(-2.6f, 2.0f - 2.6f * i);
        column(2.6f, 2.0f - 2.6f * i);
    }
}

static void floor_quads(void)
{
    glNormal3f(0, 1, 0);
    glBegin(GL_QUADS);
    for (int z = -14; z < 6; z++)
        for (int x = -5; x < 5; x++) {
            glTexCoord2f(x * 0.5f, z * 0.5f + 0.5f); glVertex3f((float)x, 0, z + 1.0f);
            glTexCoord2f(x * 0.5f + 0.5f, z * 0.5f + 0.5f); glVertex3f(x + 1.0f, 0, z + 1.0f);
            glTexCoord2f(x * 0.5f + 0.5f, z * 0.5f); glVertex3f(x + 1.0f, 0, (float)z);
            glTexCoord2f(x * 0.5f, z * 0.5f); glVertex3f((float)x, 0, (float)z);
        }
    glEnd();
}

static void mirrored_scene(float time)
{
    static const double above[4] = {0, -1, 0, 0};
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 1, ~0u);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    glColorMask(0, 0, 0, 0);
    glDepthMask(0);
    floor_quads();
    glColorMask(1, 1, 1, 1);
    glDepthMask(1);
    glStencilFunc(GL_EQUAL, 1, ~0u);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glClipPlane(GL_CLIP_PLANE0, above);
    glEnable(GL_CLIP_PLANE0);
    glPushMatrix();
    glScalef(1, -1, 1);
    glFrontFace(GL_CW);
    objects(time);
    glFrontFace(GL_CCW);
    glPopMatrix();
    glDisable(GL_CLIP_PLANE0);
    glDisable(GL_STENCIL_TEST);
}

static void tinted_floor(float time)
{
    static const float glass[4] = {0.9f, 0.9f, 0.95f, 0.72f};
    lights(time);
    glBindTexture(GL_TEXTURE_2D, tiles);
    glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, glass);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    floor_quads();
    glDisable(GL_BLEND);
}

static void overlay(void)
{
    glPushAttrib(GL_ALL_ATTRIB_BITS);
    glMatrixMode(GL_PROJECTION);
    glPushMatrix();
    glLoadIdentity();
    glOrtho(0, 1, 0, 1, -1, 1);
    glMatrixMode(GL_MODELVIEW);
    glPushMatrix();
    glLoadIdentity();
    glDisable(GL_LIGHTING);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_FOG);
    glDisable(GL_TEXTURE_2D);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glBegin(GL_QUADS);
    glColor4f(0, 0, 0, 0.75f); glVertex2f(0, 0); glVertex2f(1, 0);
    glColor4f(0, 0, 0, 0); glVertex2f(1, 0.16f); glVertex2f(0, 0.16f);
    glColor4f(0, 0, 0, 0); glVertex2f(0, 0.9f); glVertex2f(1, 0.9f);
    glColor4f(0, 0, 0, 0.6f); glVertex2f(1, 1); glVertex2f(0, 1);
    glEnd();
    glEnable(GL_LINE_STIPPLE);
    glLineStipple(2, 0xF0F0);
    glLineWidth(2);
    glColor4f(1, 0.8f, 0.4f, 0.8f);
    glBegin(GL_LINE_LOOP);
    glVertex2f(0.03f, 0.04f); glVertex2f(0.97f, 0.04f); glVertex2f(0.97f, 0.96f); glVertex2f(0.03f, 0.96f);
    glEnd();
    glMatrixMode(GL_PROJECTION);
    glPopMatrix();
    glMatrixMode(GL_MODELVIEW);
    glPopMatrix();
    glPopAttrib();
}

static void setup(void)
{
    make_textures();
    make_knot();
}

static void frame(const scene *s)
{
    static const float haze[4] = {0.62f, 0.68f, 0.78f, 1};
    glClearColor(haze[0], haze[1], haze[2], 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glMatrixMode(GL_PROJECTION);
    perspective(50, (double)s->width / s->height, 0.3, 40);
    glMatrixMode(GL_MODELVIEW);
    look_at(v3(0.9f, 1.9f, 4.4f), v3(0, 1.0f, 0), v3(0, 1, 0));
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_LIGHTING);
    glEnable(GL_NORMALIZE);
    glEnable(GL_CULL_FACE);
    glEnable(GL_TEXTURE_2D);
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, GL_EXP2);
    glFogf(GL_FOG_DENSITY, 0.085f);
    glFogfv(GL_FOG_COLOR, haze);
    mirrored_scene(s->time);
    tinted_floor(s->time);
    objects(s->time);
    overlay();
}

int main(int argc, char **argv)
{
    return scene_run(argc, argv, setup, frame);
}
