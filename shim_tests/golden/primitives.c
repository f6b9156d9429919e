/* Golden scenes of chapters 2 and 3: topologies, clipping, points, lines, polygons. */
#include "golden.h"

static void fan_vertices(GLenum mode, int n, int spread)
{
    glBegin(mode);
    for (int i = 0; i < n; i++) {
        float a = spread ? 6.2831853f * i / n : 0, t = (float)i / (n - 1);
        glColor3f(t, 1 - t, 0.5f);
        if (spread) glVertex2f(0.8f * cosf(a), 0.8f * sinf(a));
        else glVertex2f(-0.85f + 1.7f * (i / 2) / ((n - 1) / 2), i & 1 ? 0.6f : -0.6f);
    }
    glEnd();
}

SCENE(primitives, triangles) { fan_vertices(GL_TRIANGLES, 9, 1); }
SCENE(primitives, triangle_strip) { fan_vertices(GL_TRIANGLE_STRIP, 7, 0); }
SCENE(primitives, triangle_fan) { fan_vertices(GL_TRIANGLE_FAN, 9, 1); }
SCENE(primitives, quads) { fan_vertices(GL_QUADS, 8, 1); }
SCENE(primitives, quad_strip) { fan_vertices(GL_QUAD_STRIP, 8, 0); }
SCENE(primitives, polygon) { fan_vertices(GL_POLYGON, 7, 1); }
SCENE(primitives, lines) { fan_vertices(GL_LINES, 12, 1); }
SCENE(primitives, line_strip) { fan_vertices(GL_LINE_STRIP, 9, 0); }
SCENE(primitives, line_loop) { fan_vertices(GL_LINE_LOOP, 9, 1); }
SCENE(primitives, points) { fan_vertices(GL_POINTS, 21, 1); }
SCENE(primitives, points_large) { glPointSize(7); fan_vertices(GL_POINTS, 9, 1); }
SCENE(primitives, lines_wide) { glLineWidth(5); fan_vertices(GL_LINES, 8, 1); }
SCENE(primitives, flat_strip) { glShadeModel(GL_FLAT); fan_vertices(GL_TRIANGLE_STRIP, 9, 0); }
SCENE(primitives, flat_fan) { glShadeModel(GL_FLAT); fan_vertices(GL_TRIANGLE_FAN, 9, 1); }
SCENE(primitives, flat_quads) { glShadeModel(GL_FLAT); fan_vertices(GL_QUAD_STRIP, 10, 0); }
SCENE(primitives, flat_polygon) { glShadeModel(GL_FLAT); fan_vertices(GL_POLYGON, 7, 1); }
SCENE(primitives, flat_lines) { glShadeModel(GL_FLAT); fan_vertices(GL_LINE_LOOP, 7, 1); }

SCENE(primitives, line_stipple)
{
    glEnable(GL_LINE_STIPPLE);
    /* Segments of whole lengths along x, y and the diagonals. llvmpipe cuts lines by length instead of counting fragments. */
    glOrtho(0, SIZE, 0, SIZE, -1, 1);
    glLineStipple(2, 0x1F35);
    glBegin(GL_LINE_LOOP);
    glVertex2f(5.6f, 5.45f); glVertex2f(56.6f, 5.45f); glVertex2f(56.6f, 40.45f); glVertex2f(42.6f, 54.45f); glVertex2f(5.6f, 54.45f);
    glEnd();
    glLineStipple(1, 0xAAAA);
    glBegin(GL_LINES);
    glVertex2f(11.6f, 30.45f); glVertex2f(50.6f, 30.45f); glVertex2f(20.6f, 34.45f); glVertex2f(20.6f, 48.45f);
    glEnd();
}

SCENE(primitives, polygon_stipple)
{
    unsigned char mask[128];
    for (int i = 0; i < 128; i++) mask[i] = (unsigned char)((i / 16) & 1 ? 0xC3 : 0x3F);
    glPolygonStipple(mask);
    glEnable(GL_POLYGON_STIPPLE);
    fan_vertices(GL_POLYGON, 6, 1);
}

SCENE(primitives, polygon_mode_line) { glPolygonMode(GL_FRONT_AND_BACK, GL_LINE); fan_vertices(GL_TRIANGLE_FAN, 7, 1); }
SCENE(primitives, polygon_mode_point) { glPolygonMode(GL_FRONT_AND_BACK, GL_POINT); glPointSize(5); fan_vertices(GL_QUADS, 8, 1); }

SCENE(primitives, edge_flags)
{
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glBegin(GL_POLYGON);
    for (int i = 0; i < 6; i++) {
        glEdgeFlag((GLboolean)(i & 1));
        glVertex2f(0.8f * cosf(i * 1.0472f), 0.8f * sinf(i * 1.0472f));
    }
    glEnd();
}

SCENE(primitives, cull_back) { glEnable(GL_CULL_FACE); fan_vertices(GL_TRIANGLE_STRIP, 8, 0); glCullFace(GL_FRONT); glScalef(0.5f, 0.5f, 1); fan_vertices(GL_TRIANGLE_FAN, 8, 1); glFrontFace(GL_CW); glTranslatef(0.5f, 0.5f, 0); fan_vertices(GL_TRIANGLE_FAN, 8, 1); }

SCENE(primitives, clip_frustum)
{
    perspective_view();
    glBegin(GL_TRIANGLES);
    glColor3f(1, 0, 0); glVertex3f(-1, -0.5f, 2.9f);
    glColor3f(0, 1, 0); glVertex3f(6, -0.5f, -4);
    glColor3f(0, 0, 1); glVertex3f(-3, 5, -25);
    glColor3f(1, 1, 0); glVertex3f(0, -0.2f, 8);
    glColor3f(0, 1, 1); glVertex3f(-1, -1.3f, -2);
    glColor3f(1, 0, 1); glVertex3f(1, -1.3f, -2);
    glEnd();
}

SCENE(primitives, clip_plane)
{
    static const double plane[4] = {0.7, 0.4, 0, 0.1}, other[4] = {-0.2, 1, 0, 0.5};
    glClipPlane(GL_CLIP_PLANE0, plane);
    glClipPlane(GL_CLIP_PLANE3, other);
    glEnable(GL_CLIP_PLANE0);
    glEnable(GL_CLIP_PLANE3);
    fan_vertices(GL_POLYGON, 8, 1);
    fan_vertices(GL_LINE_LOOP, 5, 1);
}

SCENE(primitives, perspective_colors)
{
    perspective_view();
    glBegin(GL_QUADS);
    /* Values are affine over the quad, so that the diagonal, which GL leaves open, does not matter. */
    glColor3f(7 / 12.0f, 5 / 12.0f, 0); glVertex3f(-1, -1, 1.5f);
    glColor3f(5 / 12.0f, 7 / 12.0f, 0); glVertex3f(1, -1, 1.5f);
    glColor3f(0, 1, 1); glVertex3f(6, 1, -15);
    glColor3f(1, 0, 1); glVertex3f(-6, 1, -15);
    glEnd();
}

SCENE(primitives, viewport_depth_range)
{
    glViewport(10, 20, 40, 30);
    fan_vertices(GL_POLYGON, 8, 1);
    glEnable(GL_DEPTH_TEST);
    glViewport(0, 0, SIZE, SIZE);
    glDepthRange(0.8, 0.2);
    glColor3f(1, 1, 1);
    full_quad(1, 0.5f);
    glDepthRange(0, 1);
    glColor3f(1, 0.3f, 0);
    glRectf(-0.5f, -0.5f, 0.5f, 0.5f);
}

SCENE(primitives, scissor) { glEnable(GL_SCISSOR_TEST); glScissor(9, 5, 33, 41); fan_vertices(GL_POLYGON, 8, 1); glClearColor(0, 1, 0, 1); glScissor(40, 40, 100, 10); glClear(GL_COLOR_BUFFER_BIT); }

SCENE(primitives, polygon_offset)
{
    glEnable(GL_DEPTH_TEST);
    glColor3f(0, 0, 1);
    full_quad(1, 0.2f);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(0, -4);
    glColor3f(1, 1, 0);
    glBegin(GL_TRIANGLES); glVertex3f(-0.8f, -0.8f, 0.2f); glVertex3f(0.8f, -0.8f, 0.2f); glVertex3f(0, 0.8f, 0.2f); glEnd();
    glPolygonOffset(0, 4);
    glColor3f(1, 0, 0);
    glBegin(GL_TRIANGLES); glVertex3f(-0.8f, 0.8f, 0.2f); glVertex3f(0, -0.8f, 0.2f); glVertex3f(0.8f, 0.8f, 0.2f); glEnd();
}

SCENE(primitives, tiny_triangles)
{
    for (int i = 0; i < 400; i++) {
        float x = -0.95f + 0.095f * (i % 20), y = -0.95f + 0.095f * (i / 20), s = 0.004f + 0.0002f * i;
        glBegin(GL_TRIANGLES);
        glColor3f((i % 20) / 20.0f, (i / 20) / 20.0f, 1);
        glVertex2f(x, y); glVertex2f(x + s, y + s / 3); glVertex2f(x + s / 2, y + s);
        glEnd();
    }
}
