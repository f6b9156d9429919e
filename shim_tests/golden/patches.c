/* Golden scenes of NV_evaluators, ATI_pn_triangles and EXT_stencil_two_side. Mesa has neither of the first two. There the evaluators of
 * GL 1.5 draw, or triangles that are computed here by the formulas of the texts. */
#include "golden.h"
#include <GL/osmesa.h>

static PFNGLMAPCONTROLPOINTSNVPROC pControlPoints;
static PFNGLMAPPARAMETERFVNVPROC pMapParameter;
static PFNGLEVALMAPSNVPROC pEvalMaps;
static PFNGLPNTRIANGLESIATIPROC pTriangles;
static PFNGLACTIVESTENCILFACEEXTPROC pActiveFace;

__attribute__((constructor)) static void look_up(void)
{
#define LOOK_UP(pointer, name) pointer = (__typeof__(pointer))(void *)OSMesaGetProcAddress(name)
    LOOK_UP(pControlPoints, "glMapControlPointsNV");
    LOOK_UP(pMapParameter, "glMapParameterfvNV");
    LOOK_UP(pEvalMaps, "glEvalMapsNV");
    LOOK_UP(pTriangles, "glPNTrianglesiATI");
    LOOK_UP(pActiveFace, "glActiveStencilFaceEXT");
}

static int has(const char *extension) { return strstr((const char *)glGetString(GL_EXTENSIONS), extension) != NULL; }

static void view(float angle, float x, float y, float z)
{
    perspective_view();
    glRotatef(angle, x, y, z);
    glEnable(GL_DEPTH_TEST);
}

static void lit(void)
{
    static const float position[4] = {0.4f, 0.6f, 1, 0}, specular[4] = {0.6f, 0.6f, 0.6f, 1}, diffuse[4] = {0.2f, 0.5f, 0.8f, 1};
    glLightfv(GL_LIGHT0, GL_POSITION, position);
    glMaterialfv(GL_FRONT_AND_BACK, GL_DIFFUSE, diffuse);
    glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, specular);
    glMaterialf(GL_FRONT_AND_BACK, GL_SHININESS, 12);
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glEnable(GL_NORMALIZE);
}

static const float control[4][4][4] = {
    {{-1, -1, 0.6f, 1}, {-0.3f, -1, 1.4f, 1}, {0.3f, -1, -0.8f, 1}, {1, -1, 0.2f, 1}},
    {{-1, -0.3f, 0.2f, 1}, {-0.3f, -0.3f, 2, 1}, {0.3f, -0.3f, 0, 1}, {1, -0.3f, -0.5f, 1}},
    {{-1, 0.3f, 1, 1}, {-0.3f, 0.3f, 0, 1}, {0.3f, 0.3f, 1, 1}, {1, 0.3f, 1, 1}},
    {{-1, 1, 0, 1}, {-0.3f, 1, -0.4f, 1}, {0.3f, 1, 0, 1}, {1, 1, -0.3f, 1}}};
static const float colors[2][2][4] = {{{1, 0, 0, 1}, {0.5f, 0.5f, 0, 1}}, {{0.5f, 0, 0.5f, 1}, {0, 0.5f, 0.5f, 1}}};

/* A cubic patch with colours at its corners. u is the slower index in memory. */
SCENE(evaluators, general)
{
    view(-40, 1, 0.2f, 0);
    if (has("NV_evaluators")) {
        static const float segments[4] = {40, 40, 38, 38};
        pControlPoints(GL_EVAL_2D_NV, 0, GL_FLOAT, 64, 16, 4, 4, 0, control);
        pControlPoints(GL_EVAL_2D_NV, 3, GL_FLOAT, 32, 16, 2, 2, 0, colors);
        glEnable(GL_EVAL_VERTEX_ATTRIB3_NV);
        pMapParameter(GL_EVAL_2D_NV, GL_MAP_TESSELLATION_NV, segments);
        pEvalMaps(GL_EVAL_2D_NV, GL_FILL);
        return;
    }
    glMap2f(GL_MAP2_VERTEX_4, 0, 1, 16, 4, 0, 1, 4, 4, &control[0][0][0]);
    glMap2f(GL_MAP2_COLOR_4, 0, 1, 8, 2, 0, 1, 4, 2, &colors[0][0][0]);
    glEnable(GL_MAP2_VERTEX_4);
    glEnable(GL_MAP2_COLOR_4);
    glMapGrid2f(40, 0, 1, 38, 0, 1);
    glEvalMesh2(GL_FILL, 0, 40, 0, 38);
}

/* The same patch, rational, with analytic normals. The number of segments grows continuously, and differs from edge to edge. */
SCENE(evaluators, general_fractional)
{
    float rational[4][4][4];
    memcpy(rational, control, sizeof rational);
    for (int i = 1; i < 3; i++)
        for (int j = 1; j < 3; j++)
            for (int c = 0; c < 4; c++) rational[i][j][c] *= 2.5f;
    view(-40, 1, 0.2f, 0);
    lit();
    glFrontFace(GL_CW);
    glEnable(GL_AUTO_NORMAL);
    if (has("NV_evaluators")) {
        static const float segments[4] = {180.3f, 256, 171.7f, 222.2f};
        pControlPoints(GL_EVAL_2D_NV, 0, GL_FLOAT, 64, 16, 4, 4, 0, rational);
        pMapParameter(GL_EVAL_2D_NV, GL_MAP_TESSELLATION_NV, segments);
        glEnable(GL_EVAL_FRACTIONAL_TESSELLATION_NV);
        pEvalMaps(GL_EVAL_2D_NV, GL_FILL);
        return;
    }
    glMap2f(GL_MAP2_VERTEX_4, 0, 1, 16, 4, 0, 1, 4, 4, &rational[0][0][0]);
    glEnable(GL_MAP2_VERTEX_4);
    glMapGrid2f(256, 0, 1, 256, 0, 1);
    glEvalMesh2(GL_FILL, 0, 256, 0, 256);
}

typedef struct { float x, y, z; } vec;
static vec scaled(vec a, float s) { return (vec){a.x * s, a.y * s, a.z * s}; }
static vec plus(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static vec minus(vec a, vec b) { return plus(a, scaled(b, -1)); }
static float dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec cross(vec a, vec b) { return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
static vec unit(vec a) { return scaled(a, 1 / sqrtf(dot(a, a))); }

/* Point number j * 4 + i - j (j - 1) / 2 is b_ij: 0 to 3 along u, then the rows above. */
static const vec triangle[10] = {
    {-0.9f, -0.8f, 0}, {-0.3f, -1.1f, 1.2f}, {0.4f, -0.5f, -0.6f}, {0.9f, -0.7f, 0.3f}, {-0.9f, -0.1f, 0.9f},
    {0, -0.1f, 2}, {0.6f, 0, 0.9f}, {-0.5f, 0.5f, -0.7f}, {0.2f, 0.6f, 0.8f}, {0, 1, 0}};

/* The formula of NV_evaluators 5.7 with its derivatives. */
static void triangular_vertex(float u, float v)
{
    static const float ways[4][4] = {{1, 3, 3, 1}, {3, 6, 3, 0}, {3, 3, 0, 0}, {1, 0, 0, 0}};
    float w = 1 - u - v;
    vec p = {0, 0, 0}, du = p, dv = p;
    for (int j = 0; j < 4; j++)
        for (int i = 0; i + j < 4; i++) {
            int k = 3 - i - j;
            vec b = triangle[j * 4 + i - j * (j - 1) / 2];
            float uvw = powf(u, i) * powf(v, j) * powf(w, k);
            float by_u = (i ? i * powf(u, i - 1) * powf(v, j) * powf(w, k) : 0), by_v = (j ? j * powf(u, i) * powf(v, j - 1) * powf(w, k) : 0);
            float by_w = (k ? k * powf(u, i) * powf(v, j) * powf(w, k - 1) : 0);
            p = plus(p, scaled(b, ways[j][i] * uvw));
            du = plus(du, scaled(b, ways[j][i] * (by_u - by_w)));
            dv = plus(dv, scaled(b, ways[j][i] * (by_v - by_w)));
        }
    vec n = unit(cross(du, dv));
    glNormal3f(n.x, n.y, n.z);
    glVertex3f(p.x, p.y, p.z);
}

SCENE(evaluators, triangular)
{
    enum { N = 24 };
    view(-30, 1, 0.4f, 0);
    lit();
    glFrontFace(GL_CW);
    if (has("NV_evaluators")) {
        static const float segments[4] = {N, N, N};
        float points[10][4];
        for (int i = 0; i < 10; i++) { memcpy(points[i], &triangle[i], 12); points[i][3] = 1; }
        pControlPoints(GL_EVAL_TRIANGULAR_2D_NV, 0, GL_FLOAT, 16, 0, 4, 4, 1, points);
        pMapParameter(GL_EVAL_TRIANGULAR_2D_NV, GL_MAP_TESSELLATION_NV, segments);
        glEnable(GL_AUTO_NORMAL);
        pEvalMaps(GL_EVAL_TRIANGULAR_2D_NV, GL_FILL);
        return;
    }
    glBegin(GL_TRIANGLES);
    for (int j = 0; j < N; j++)
        for (int i = 0; i + j < N; i++) {
            float u = (float)i / N, v = (float)j / N, d = 1.0f / N;
            triangular_vertex(u, v); triangular_vertex(u, v + d); triangular_vertex(u + d, v);
            if (i + j + 1 < N) triangular_vertex(u + d, v), triangular_vertex(u, v + d), triangular_vertex(u + d, v + d);
        }
    glEnd();
}

/* Computes a curved PN triangle by the formulas of the paper: P and N at (w, u, v). */
static void pn_vertex(const vec *p, const vec *n, const float *c, int cubic, int quadratic, float w, float u, float v)
{
    vec point, normal, e[3][2], h[3], sum = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3;
        e[i][0] = scaled(minus(plus(scaled(p[i], 2), p[k]), scaled(n[i], dot(minus(p[k], p[i]), n[i]))), 1 / 3.0f);
        e[i][1] = scaled(minus(plus(scaled(p[k], 2), p[i]), scaled(n[k], dot(minus(p[i], p[k]), n[k]))), 1 / 3.0f);
        sum = plus(sum, plus(e[i][0], e[i][1]));
        vec d = minus(p[k], p[i]), s = plus(n[i], n[k]);
        h[i] = unit(minus(s, scaled(d, 2 * dot(d, s) / dot(d, d))));
    }
    vec mean = scaled(plus(plus(p[0], p[1]), p[2]), 1 / 3.0f), E = scaled(sum, 1 / 6.0f), b111 = plus(E, scaled(minus(E, mean), 0.5f));
    float t[3] = {w, u, v};
    if (cubic) {
        point = scaled(b111, 6 * w * u * v);
        for (int i = 0; i < 3; i++) {
            float a = t[i], b = t[(i + 1) % 3];
            point = plus(point, plus(scaled(p[i], a * a * a), plus(scaled(e[i][0], 3 * a * a * b), scaled(e[i][1], 3 * a * b * b))));
        }
    } else point = plus(plus(scaled(p[0], w), scaled(p[1], u)), scaled(p[2], v));
    if (quadratic) {
        normal = (vec){0, 0, 0};
        for (int i = 0; i < 3; i++) normal = plus(normal, plus(scaled(n[i], t[i] * t[i]), scaled(h[i], 2 * t[i] * t[(i + 1) % 3])));
    } else normal = plus(plus(scaled(n[0], w), scaled(n[1], u)), scaled(n[2], v));
    glColor3f(w * c[0] + u * c[1] + v * c[2], 0.5f, 0.7f);
    glNormal3f(normal.x, normal.y, normal.z);
    glVertex3f(point.x, point.y, point.z);
}

static void pn_triangle(const vec *p, const vec *n, const float *c, int level, int cubic, int quadratic)
{
    const int N = level + 1;
    for (int j = 0; j < N; j++)
        for (int i = 0; i + j < N; i++) {
            float u = (float)i / N, v = (float)j / N, d = 1.0f / N;
#define VERTEX(u, v) pn_vertex(p, n, c, cubic, quadratic, 1 - (u) - (v), u, v)
            VERTEX(u, v); VERTEX(u + d, v); VERTEX(u, v + d);
            if (i + j + 1 < N) VERTEX(u + d, v), VERTEX(u + d, v + d), VERTEX(u, v + d);
        }
}

/* An octahedron with the normals of a sphere: as triangles, and as a fan of its upper half with a strip below it. */
static void octahedron(int level, GLenum points, GLenum normals)
{
    static const vec corner[6] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, -1}, {-1, 0, 0}, {0, -1, 0}};
    static const float shade[6] = {1, 0, 0.7f, 0.3f, 0.5f, 0.1f};
    static const int faces[8][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}, {5, 2, 1}, {5, 3, 2}, {5, 4, 3}, {5, 1, 4}};
    if (!has("ATI_pn_triangles")) {
        glBegin(GL_TRIANGLES);
        for (int f = 0; f < 8; f++) {
            vec p[3], n[3];
            float c[3];
            for (int i = 0; i < 3; i++) p[i] = scaled(corner[faces[f][i]], 0.9f), n[i] = corner[faces[f][i]], c[i] = shade[faces[f][i]];
            pn_triangle(p, n, c, level, points == GL_PN_TRIANGLES_POINT_MODE_CUBIC_ATI, normals == GL_PN_TRIANGLES_NORMAL_MODE_QUADRATIC_ATI);
        }
        glEnd();
        return;
    }
    glEnable(GL_PN_TRIANGLES_ATI);
    pTriangles(GL_PN_TRIANGLES_TESSELATION_LEVEL_ATI, level);
    pTriangles(GL_PN_TRIANGLES_POINT_MODE_ATI, (GLint)points);
    pTriangles(GL_PN_TRIANGLES_NORMAL_MODE_ATI, (GLint)normals);
#define CORNER(i) glColor3f(shade[i], 0.5f, 0.7f), glNormal3fv(&corner[i].x), glVertex3f(0.9f * corner[i].x, 0.9f * corner[i].y, 0.9f * corner[i].z)
    glBegin(GL_TRIANGLE_FAN);
    CORNER(0); CORNER(1); CORNER(2); CORNER(3); CORNER(4); CORNER(1);
    glEnd();
    glBegin(GL_TRIANGLE_STRIP);
    CORNER(2); CORNER(1); CORNER(5); CORNER(4);
    glEnd();
    vec vertices[6];
    for (int i = 0; i < 6; i++) vertices[i] = scaled(corner[i], 0.9f);
    static const unsigned char rest[6] = {5, 3, 2, 5, 4, 3};
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_NORMAL_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    float shades[6][3];
    for (int i = 0; i < 6; i++) shades[i][0] = shade[i], shades[i][1] = 0.5f, shades[i][2] = 0.7f;
    glVertexPointer(3, GL_FLOAT, 0, vertices);
    glNormalPointer(GL_FLOAT, 0, corner);
    glColorPointer(3, GL_FLOAT, 0, shades);
    glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, rest);
    glDisable(GL_PN_TRIANGLES_ATI);
}

SCENE(patches, pn_triangles)
{
    view(25, 1, 0.5f, 0);
    lit();
    octahedron(7, GL_PN_TRIANGLES_POINT_MODE_CUBIC_ATI, GL_PN_TRIANGLES_NORMAL_MODE_QUADRATIC_ATI);
}

SCENE(patches, pn_triangles_linear)
{
    view(25, 1, 0.5f, 0);
    lit();
    glShadeModel(GL_SMOOTH);
    octahedron(3, GL_PN_TRIANGLES_POINT_MODE_LINEAR_ATI, GL_PN_TRIANGLES_NORMAL_MODE_LINEAR_ATI);
}

SCENE(patches, pn_triangles_lines)
{
    view(25, 1, 0.5f, 0);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glEnable(GL_CULL_FACE);
    octahedron(2, GL_PN_TRIANGLES_POINT_MODE_CUBIC_ATI, GL_PN_TRIANGLES_NORMAL_MODE_QUADRATIC_ATI);
}

/* Shadow volumes in one pass, as programs drew them with this extension: front faces increment, back faces decrement. */
SCENE(stencil, two_side_ext)
{
    glEnable(GL_STENCIL_TEST);
    glEnable(GL_STENCIL_TEST_TWO_SIDE_EXT);
    glColorMask(0, 0, 0, 0);
    pActiveFace(GL_BACK);
    glStencilFunc(GL_ALWAYS, 0, ~0u);
    glStencilOp(GL_KEEP, GL_KEEP, GL_DECR_WRAP);
    pActiveFace(GL_FRONT);
    glStencilFunc(GL_ALWAYS, 0, ~0u);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR_WRAP);
    for (int i = 0; i < 6; i++) {
        float a = 1.1f * i;
        glBegin(GL_TRIANGLES);
        glVertex2f(-0.9f * cosf(a), -0.6f); glVertex2f(0.85f, 0.6f * sinf(a)); glVertex2f(0.4f * cosf(2 * a), 0.9f * sinf(a + 1));
        glEnd();
    }
    glDisable(GL_STENCIL_TEST_TWO_SIDE_EXT);
    glColorMask(1, 1, 1, 1);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    for (int value = -3; value < 6; value++) {
        glStencilFunc(GL_EQUAL, value & 255, 255);
        glColor3f(value < 0 ? 0.3f * -value : 0, value > 0 ? 0.18f * value : 0, value ? 0.2f : 0.6f);
        glRectf(-1, -1, 1, 1);
    }
}
