/* Golden scenes of chapters 3.3 to 3.5: antialiased points and lines, point parameters and sprites, polygon modes with two faces. */
#include "golden.h"

static void smooth_blending(void)
{
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
}

static void star(int n)
{
    glBegin(GL_LINES);
    for (int i = 0; i < n; i++) {
        float a = 6.2831853f * (i + 0.3f) / n;
        glColor4f((i & 1) ? 1 : 0.4f, (i & 2) ? 1 : 0.4f, 0.8f, 1);
        glVertex2f(0.15f * cosf(a), 0.15f * sinf(a));
        glVertex2f(0.9f * cosf(a), 0.9f * sinf(a));
    }
    glEnd();
}
SCENE(antialiasing, lines) { smooth_blending(); glEnable(GL_LINE_SMOOTH); star(11); }
SCENE(antialiasing, lines_wide) { smooth_blending(); glEnable(GL_LINE_SMOOTH); glLineWidth(5.5f); star(7); }

SCENE(antialiasing, points)
{
    static const float sizes[9] = {1, 1.5f, 2, 3, 4.5f, 6, 8, 11, 16};
    smooth_blending();
    glEnable(GL_POINT_SMOOTH);
    for (int i = 0; i < 9; i++) {
        glPointSize(sizes[i]);
        glBegin(GL_POINTS);
        glColor4f(1, 0.1f * i, 0.2f, 1);
        glVertex2f(-0.65f + 0.64f * (i % 3), -0.61f + 0.63f * (i / 3));
        glEnd();
    }
}

SCENE(points, attenuation)
{
    static const float attenuation[3] = {0, 0, 0.012f};
    perspective_view();
    glPointSize(1);
    glPointParameterf(GL_POINT_SIZE_MIN, 2);
    glPointParameterf(GL_POINT_SIZE_MAX, 9);
    glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, attenuation);
    glBegin(GL_POINTS);
    for (int i = 0; i < 8; i++) {
        glColor3f(i & 1, i >> 1 & 1, 1);
        glVertex3f((i - 3.4f) * (0.8f - 0.12f * (i - 7)) * 0.3f, (i & 1) ? 0.4f : -0.4f, 1.9f - 1.7f * (7 - i));
    }
    glEnd();
}

SCENE(points, fade)
{
    static const float attenuation[3] = {0, 0, 1};
    smooth_blending();
    perspective_view();
    glPointSize(30);
    glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 8);
    glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, attenuation);
    glBegin(GL_POINTS);
    for (int i = 0; i < 6; i++) { glColor4f(1, 1, 0.5f, 1); glVertex3f(-1.2f + 0.45f * i, 0, 1 - i); }
    glEnd();
}

SCENE(points, sprites)
{
    small_texture(GL_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
    glEnable(GL_POINT_SPRITE);
    glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, 1);
    glPointSize(16);
    glBegin(GL_POINTS);
    glTexCoord2f(0.9f, 0.9f);
    glColor3f(1, 1, 1); glVertex2f(-0.5f, -0.5f);
    glColor3f(1, 0.5f, 0.5f); glVertex2f(0.51f, -0.27f);
    glEnd();
    glPointSize(25);
    glBegin(GL_POINTS);
    glVertex2f(0.03f, 0.53f);
    glEnd();
    glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, 0);
    glPointSize(8);
    glBegin(GL_POINTS);
    glVertex2f(0.8f, 0.8f);
    glEnd();
}

SCENE(primitives, two_sided_modes)
{
    static const float back[4] = {0.1f, 0.9f, 1, 1}, front[4] = {1, 0.5f, 0.1f, 1}, ambient[4] = {0.4f, 0.4f, 0.4f, 1}, position[4] = {0.5f, 0.6f, 1, 0};
    perspective_view();
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glEnable(GL_DEPTH_TEST);
    glLightfv(GL_LIGHT0, GL_POSITION, position);
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, ambient);
    glMaterialfv(GL_FRONT, GL_AMBIENT_AND_DIFFUSE, front);
    glMaterialfv(GL_BACK, GL_AMBIENT_AND_DIFFUSE, back);
    glPolygonMode(GL_FRONT, GL_FILL);
    glPolygonMode(GL_BACK, GL_LINE);
    glRotatef(35, 1, 0.2f, 0);
    glBegin(GL_QUAD_STRIP);
    for (int i = 0; i <= 10; i++) {
        float a = i * 0.5f + 0.13f;
        glNormal3f(sinf(a), 0, cosf(a));
        glVertex3f(sinf(a), 0.7f, cosf(a)); glVertex3f(sinf(a), -0.7f, cosf(a));
    }
    glEnd();
}

SCENE(primitives, polygon_offset_slope)
{
    glEnable(GL_DEPTH_TEST);
    glColor3f(0.2f, 0.2f, 0.9f);
    glBegin(GL_QUADS);
    glVertex3f(-1, -1, -0.8f); glVertex3f(1, -1, 0.7f); glVertex3f(1, 1, 0.9f); glVertex3f(-1, 1, -0.6f);
    glEnd();
    glEnable(GL_POLYGON_OFFSET_FILL);
    for (int i = 0; i < 6; i++) {
        /* The quad crosses the plane further right for each greater factor. Constant factors count in units only. */
        glPolygonOffset(2.0f * (i - 3), 0);
        glColor3f(1, i / 6.0f, 0);
        float y0 = -0.9f + 0.3f * i, y1 = y0 + 0.2f;
        glBegin(GL_QUADS);
        glVertex3f(-0.9f, y0, -0.5f); glVertex3f(0.9f, y0, 0.4f); glVertex3f(0.9f, y1, 0.4f); glVertex3f(-0.9f, y1, -0.5f);
        glEnd();
    }
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glEnable(GL_POLYGON_OFFSET_LINE);
    glPolygonOffset(-1, -1);
    glColor3f(1, 1, 1);
    glBegin(GL_QUADS);
    glVertex3f(-0.97f, -0.97f, -0.7625f); glVertex3f(0.97f, -0.97f, 0.6925f); glVertex3f(0.97f, 0.97f, 0.8865f); glVertex3f(-0.97f, 0.97f, -0.5685f);
    glEnd();
}

SCENE(primitives, clip_plane_perspective)
{
    static const double plane[4] = {0.6, 0.5, 0.1, 1.5}, other[4] = {-0.3, 0.1, 0.4, 2.1};
    perspective_view();
    glClipPlane(GL_CLIP_PLANE1, plane);
    glRotatef(20, 0, 1, 0);
    glClipPlane(GL_CLIP_PLANE4, other);
    glEnable(GL_CLIP_PLANE1);
    glEnable(GL_CLIP_PLANE4);
    glBegin(GL_QUADS);
    glColor3f(7 / 12.0f, 5 / 12.0f, 0); glVertex3f(-1, -1, 1.5f);
    glColor3f(5 / 12.0f, 7 / 12.0f, 0); glVertex3f(1, -1, 1.5f);
    glColor3f(0, 1, 1); glVertex3f(6, 1, -15);
    glColor3f(1, 0, 1); glVertex3f(-6, 1, -15);
    glEnd();
    glColor3f(1, 1, 1);
    sphere(0.9f, 7);
}
