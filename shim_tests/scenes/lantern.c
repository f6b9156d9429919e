/* A bundled scene of ARB_vertex_program and ARB_fragment_program: a bump-mapped knot and wall, lit per pixel by a lantern. */
#include "scene.h"

static const char vertex_text[] =
    "!!ARBvp1.0\n"
    "# Per-pixel lighting: light and view vectors in tangent space.\n"
    "PARAM mvp[4] = { state.matrix.mvp };\n"
    "PARAM mv[4] = { state.matrix.modelview };\n"
    "PARAM mvit[3] = { state.matrix.modelview.invtrans.row[0..2] };\n"
    "PARAM light = program.local[0];\n"
    "ATTRIB tangent = vertex.texcoord[1];\n"
    "TEMP eye, n, t, b, l, v;\n"
    "DP4 result.position.x, mvp[0], vertex.position;\n"
    "DP4 result.position.y, mvp[1], vertex.position;\n"
    "DP4 result.position.z, mvp[2], vertex.position;\n"
    "DP4 result.position.w, mvp[3], vertex.position;\n"
    "DP4 eye.x, mv[0], vertex.position;\n"
    "DP4 eye.y, mv[1], vertex.position;\n"
    "DP4 eye.z, mv[2], vertex.position;\n"
    "DP3 n.x, mvit[0], vertex.normal;\n"
    "DP3 n.y, mvit[1], vertex.normal;\n"
    "DP3 n.z, mvit[2], vertex.normal;\n"
    "DP3 t.x, mv[0], tangent;\n"
    "DP3 t.y, mv[1], tangent;\n"
    "DP3 t.z, mv[2], tangent;\n"
    "XPD b.xyz, n, t;\n"
    "SUB l.xyz, light, eye;\n"
    "DP3 result.texcoord[1].x, l, t;\n"
    "DP3 result.texcoord[1].y, l, b;\n"
    "DP3 result.texcoord[1].z, l, n;\n"
    "DP3 v.x, eye, t;\n"
    "DP3 v.y, eye, b;\n"
    "DP3 v.z, eye, n;\n"
    "MOV result.texcoord[2].xyz, -v;\n"
    "MOV result.texcoord[0], vertex.texcoord[0];\n"
    "MOV result.color, vertex.color;\n"
    "MOV result.fogcoord.x, -eye.z;\n"
    "END\n";

static const char fragment_text[] =
    "!!ARBfp1.0\n"
    "OPTION ARB_fog_exp2;\n"
    "OPTION ARB_precision_hint_nicest;\n"
    "PARAM scale = { 2.0, -1.0, 24.0, 0.05 };\n"
    "PARAM ambient = program.local[0];\n"
    "PARAM lamp = program.local[1];\n"
    "PARAM gloss = program.local[2];\n"
    "TEMP normal, base, light, view, half, lit, dist;\n"
    "TEX base, fragment.texcoord[0], texture[0], 2D;\n"
    "TEX normal, fragment.texcoord[0], texture[1], 2D;\n"
    "MAD normal.xyz, normal, scale.x, scale.y;\n"
    "DP3 normal.w, normal, normal;\n"
    "RSQ normal.w, normal.w;\n"
    "MUL normal.xyz, normal, normal.w;\n"
    "DP3 dist.x, fragment.texcoord[1], fragment.texcoord[1];\n"
    "RSQ dist.y, dist.x;\n"
    "MUL light.xyz, fragment.texcoord[1], dist.y;\n"
    "DP3 view.w, fragment.texcoord[2], fragment.texcoord[2];\n"
    "RSQ view.w, view.w;\n"
    "MAD half.xyz, fragment.texcoord[2], view.w, light;\n"
    "DP3 half.w, half, half;\n"
    "RSQ half.w, half.w;\n"
    "MUL half.xyz, half, half.w;\n"
    "DP3 lit.x, normal, light;\n"
    "DP3 lit.y, normal, half;\n"
    "MOV lit.w, scale.z;\n"
    "LIT lit, lit;\n"
    "MAD dist.z, dist.x, scale.w, 1.0;\n"
    "RCP dist.z, dist.z;\n"
    "MUL lit.yz, lit, dist.z;\n"
    "MUL base.xyz, base, fragment.color;\n"
    "MAD light.xyz, lit.y, lamp, ambient;\n"
    "MUL base.xyz, base, light;\n"
    "MAD_SAT result.color.xyz, lit.z, gloss, base;\n"
    "MOV result.color.w, 1.0;\n"
    "END\n";

static float bricks(int x, int y)
{
    int row = y / 32, shifted = x + (row & 1) * 32;
    int in_x = shifted % 64, in_y = y % 32;
    float edge = fminf(fminf(in_x, 63 - in_x), fminf(in_y, 31 - in_y));
    float n = fractal(x / 16.0f, y / 16.0f, 16);
    return fminf(edge / 5.0f, 1.0f) * 0.7f + 0.3f * n;
}

static void make_textures(GLuint names[2])
{
    enum { N = 256 };
    static unsigned char base[N * N * 3], normals[N * N * 3];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float h = bricks(x, y), n = fractal(x / 8.0f, y / 8.0f, 32);
            float dx = bricks((x + 1) % N, y) - bricks((x + N - 1) % N, y), dy = bricks(x, (y + 1) % N) - bricks(x, (y + N - 1) % N);
            vec3 normal = normalized(v3(-2.0f * dx, -2.0f * dy, 1));
            unsigned char *b = base + (y * N + x) * 3, *m = normals + (y * N + x) * 3;
            b[0] = (unsigned char)(90 + 110 * h * (0.6f + 0.4f * n));
            b[1] = (unsigned char)(80 + 70 * h * (0.5f + 0.5f * n));
            b[2] = (unsigned char)(76 + 52 * h * (0.5f + 0.5f * n));
            m[0] = (unsigned char)(127.5f + 127.5f * normal.x);
            m[1] = (unsigned char)(127.5f + 127.5f * normal.y);
            m[2] = (unsigned char)(127.5f + 127.5f * normal.z);
        }
    names[0] = mipmapped_texture(N, base);
    names[1] = mipmapped_texture(N, normals);
}

static void quad(vec3 origin, vec3 u, vec3 v, float repeat)
{
    enum { N = 8 };
    vec3 n = normalized(cross(u, v)), t = normalized(u);
    glNormal3fv(&n.x);
    glMultiTexCoord3fvARB(GL_TEXTURE1_ARB, &t.x);
    for (int j = 0; j < N; j++) {
        glBegin(GL_TRIANGLE_STRIP);
        for (int i = 0; i <= N; i++)
            for (int k = 1; k >= 0; k--) {
                float a = (float)i / N, b = (float)(j + k) / N;
                glMultiTexCoord2fARB(GL_TEXTURE0_ARB, a * repeat, b * repeat);
                glVertex3f(origin.x + u.x * a + v.x * b, origin.y + u.y * a + v.y * b, origin.z + u.z * a + v.z * b);
            }
        glEnd();
    }
}

/* The knot comes from a buffer object by glDrawElements. */
static void knot(void)
{
    enum { N = 240, M = 24 };
    static knot_vertex vertices[(N + 1) * (M + 1)];
    static GLushort indices[N * M * 6];
    GLuint buffers[2];
    GLushort *at = indices;
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= M; j++) vertices[i * (M + 1) + j] = knot_surface(i, N, j, M, 1.15f, 0.21f);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            GLushort a = (GLushort)(i * (M + 1) + j), b = (GLushort)(a + M + 1);
            GLushort six[6] = {a, b, (GLushort)(a + 1), b, (GLushort)(b + 1), (GLushort)(a + 1)};
            memcpy(at, six, sizeof six);
            at += 6;
        }
    glGenBuffersARB(2, buffers);
    glBindBufferARB(GL_ARRAY_BUFFER_ARB, buffers[0]);
    glBufferDataARB(GL_ARRAY_BUFFER_ARB, sizeof vertices, vertices, GL_STATIC_DRAW_ARB);
    glBindBufferARB(GL_ELEMENT_ARRAY_BUFFER_ARB, buffers[1]);
    glBufferDataARB(GL_ELEMENT_ARRAY_BUFFER_ARB, sizeof indices, indices, GL_STATIC_DRAW_ARB);
    glVertexPointer(3, GL_FLOAT, sizeof(knot_vertex), (void *)0);
    glNormalPointer(GL_FLOAT, sizeof(knot_vertex), (void *)12);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_NORMAL_ARRAY);
    glClientActiveTextureARB(GL_TEXTURE1_ARB);
    glTexCoordPointer(3, GL_FLOAT, sizeof(knot_vertex), (void *)24);
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    glClientActiveTextureARB(GL_TEXTURE0_ARB);
    glTexCoordPointer(2, GL_FLOAT, sizeof(knot_vertex), (void *)36);
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    glDrawElements(GL_TRIANGLES, N * M * 6, GL_UNSIGNED_SHORT, 0);
    glDisableClientState(GL_TEXTURE_COORD_ARRAY);
    glClientActiveTextureARB(GL_TEXTURE1_ARB);
    glDisableClientState(GL_TEXTURE_COORD_ARRAY);
    glDisableClientState(GL_NORMAL_ARRAY);
    glDisableClientState(GL_VERTEX_ARRAY);
    glBindBufferARB(GL_ARRAY_BUFFER_ARB, 0);
    glBindBufferARB(GL_ELEMENT_ARRAY_BUFFER_ARB, 0);
    glDeleteBuffersARB(2, buffers);
}

static GLuint textures[2];

static void setup(void)
{
    make_textures(textures);
    load(GL_VERTEX_PROGRAM_ARB, vertex_text);
    load(GL_FRAGMENT_PROGRAM_ARB, fragment_text);
}

static void frame(const scene *s)
{
    static const float fog[4] = {0.02f, 0.02f, 0.035f, 1};
    vec3 lamp = v3(1.7f * cosf(1.3f * s->time), 1.1f + 0.4f * sinf(s->time), 1.9f + 0.5f * sinf(1.3f * s->time));
    glClearColor(fog[0], fog[1], fog[2], 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glFogfv(GL_FOG_COLOR, fog);
    glFogf(GL_FOG_DENSITY, 0.07f);
    glMatrixMode(GL_PROJECTION);
    perspective(45, (double)s->width / s->height, 0.3, 30);
    glMatrixMode(GL_MODELVIEW);
    look_at(v3(-0.6f, 0.8f, 5.2f), v3(0, 0.2f, 0), v3(0, 1, 0));

    float m[16], eye[4];
    glGetFloatv(GL_MODELVIEW_MATRIX, m);
    for (int i = 0; i < 3; i++) eye[i] = m[i] * lamp.x + m[4 + i] * lamp.y + m[8 + i] * lamp.z + m[12 + i];
    glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 0, eye[0], eye[1], eye[2], 1);
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, 0.10f, 0.11f, 0.16f, 1);
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, 1.5f, 1.25f, 0.85f, 1);
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 2, 0.75f, 0.7f, 0.55f, 1);

    glActiveTextureARB(GL_TEXTURE1_ARB);
    glBindTexture(GL_TEXTURE_2D, textures[1]);
    glActiveTextureARB(GL_TEXTURE0_ARB);
    glBindTexture(GL_TEXTURE_2D, textures[0]);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glEnable(GL_VERTEX_PROGRAM_ARB);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    glColor3f(0.85f, 0.9f, 1);
    quad(v3(-6, -1.6f, -2.5f), v3(12, 0, 0), v3(0, 7, 0), 5);
    glColor3f(0.9f, 0.85f, 0.8f);
    quad(v3(-6, -1.6f, 5), v3(12, 0, 0), v3(0, 0, -7.5f), 5);
    glColor3f(1, 0.95f, 0.8f);
    glPushMatrix();
    glRotatef(25 * s->time, 0.2f, 1, 0);
    glRotatef(80, 1, 0, 0);
    knot();
    glPopMatrix();

    glDisable(GL_VERTEX_PROGRAM_ARB);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE);
    glDepthMask(0);
    glEnable(GL_POINT_SMOOTH);
    for (int i = 0; i < 4; i++) {
        glPointSize((float)(6 + 10 * i * i) * (float)s->height / 480);
        glColor4f(1, 0.8f, 0.45f, i ? 0.28f / i : 1);
        glBegin(GL_POINTS);
        glVertex3fv(&lamp.x);
        glEnd();
    }
}

int main(int argc, char **argv)
{
    return scene_run(argc, argv, setup, frame);
}
