/* A bundled scene of ATI_fragment_shader: a sea at dusk. Pass 1 adds two scrolling bump maps. With them it moves the reflected view
 * vector, the place in the reflection and the place on the sea floor. Pass 2 samples all three through registers (dependent reads). */
#include "scene.h"
#include "cove_land.h"

/* The commands of extensions come by name, as in any program that must run without them. */
#define COMMANDS(X) \
    X(PFNGLGENFRAGMENTSHADERSATIPROC, glGenFragmentShadersATI) X(PFNGLBINDFRAGMENTSHADERATIPROC, glBindFragmentShaderATI) \
    X(PFNGLBEGINFRAGMENTSHADERATIPROC, glBeginFragmentShaderATI) X(PFNGLENDFRAGMENTSHADERATIPROC, glEndFragmentShaderATI) \
    X(PFNGLPASSTEXCOORDATIPROC, glPassTexCoordATI) X(PFNGLSAMPLEMAPATIPROC, glSampleMapATI) \
    X(PFNGLCOLORFRAGMENTOP2ATIPROC, glColorFragmentOp2ATI) X(PFNGLCOLORFRAGMENTOP3ATIPROC, glColorFragmentOp3ATI) \
    X(PFNGLALPHAFRAGMENTOP1ATIPROC, glAlphaFragmentOp1ATI) X(PFNGLSETFRAGMENTSHADERCONSTANTATIPROC, glSetFragmentShaderConstantATI)

static struct {
#define X(type, name) type name;
    COMMANDS(X)
#undef X
} ati;

static void find_commands(void)
{
    const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
    int found = extensions && strstr(extensions, "GL_ATI_fragment_shader");
#define X(type, name) \
    ati.name = (type)(void *)OSMesaGetProcAddress(#name); \
    found = found && ati.name;
    COMMANDS(X)
#undef X
    if (!found) {
        fprintf(stderr, "this driver has no GL_ATI_fragment_shader\n");
        exit(1);
    }
}

/* What a ripple reflects: the colour of the sky, and in alpha the part of the sun's glare. */
static GLuint glare_cube(void)
{
    enum { N = 128 };
    static unsigned char rgba[N * N * 4];
    static const float axes[6][3][3] = { /* direction = axis[0] + s * axis[1] + t * axis[2] (OpenGL 1.5, table 3.21) */
        {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},
        {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}}, {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}}, {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}}};
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_CUBE_MAP, name);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    for (int face = 0; face < 6; face++) {
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                float s = (2 * x + 1.0f) / N - 1, t = (2 * y + 1.0f) / N - 1, d[3];
                for (int i = 0; i < 3; i++) d[i] = axes[face][0][i] + s * axes[face][1][i] + t * axes[face][2][i];
                vec3 direction = normalized(v3(d[0], d[1], d[2]));
                unsigned char *p = rgba + (y * N + x) * 4;
                put(p, sky(direction));
                p[3] = (unsigned char)(255 * powf(fmaxf(dot(direction, sun), 0), 160));
            }
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, N, N, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    }
    return name;
}

/* The waves have a whole number of periods along both sides, so that the map repeats without a seam. */
static GLuint bump_texture(int seed, int slowest, int fastest, float steepness)
{
    enum { N = 256, WAVES = 36 };
    static unsigned char rgb[N * N * 3];
    static float dx[N * N], dy[N * N];
    memset(dx, 0, sizeof dx);
    memset(dy, 0, sizeof dy);
    for (int w = 0; w < WAVES; w++) {
        float a = 6.2832f * lattice(w, seed, 1024), k = slowest + (fastest - slowest) * powf((w + 0.5f) / WAVES, 1.5f);
        float kx = roundf(k * cosf(a) * 0.7f), ky = roundf(k * sinf(a)), phase = 6.2832f * lattice(w, seed + 7, 1024);
        float slope = steepness / sqrtf(WAVES);
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                float c = slope * cosf(6.2832f * (kx * x + ky * y) / N + phase), l = sqrtf(kx * kx + ky * ky) + 0.001f;
                dx[y * N + x] += c * kx / l;
                dy[y * N + x] += c * ky / l;
            }
    }
    for (int i = 0; i < N * N; i++) {
        vec3 n = normalized(v3(-dx[i], -dy[i], 1));
        put(rgb + 3 * i, v3(0.5f + 0.5f * n.x, 0.5f + 0.5f * n.y, 0.5f + 0.5f * n.z));
    }
    return mipmapped_texture(N, rgb);
}

/* Pebbles: the nearest of jittered points decides the shape and shade of each. */
static GLuint pebble_texture(void)
{
    enum { N = 512, CELLS = 20 };
    static unsigned char rgb[N * N * 3];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float u = (float)x * CELLS / N, v = (float)y * CELLS / N, first = 9, second = 9, shade = 0, tint = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    int cx = (int)u + i, cy = (int)v + j;
                    float px = cx + 0.5f + 0.7f * (lattice(cx, cy, CELLS) - 0.5f), py = cy + 0.5f + 0.7f * (lattice(cx + 5, cy + 11, CELLS) - 0.5f);
                    float d = sqrtf((u - px) * (u - px) + (v - py) * (v - py) * 1.4f);
                    if (d < first) second = first, first = d, shade = lattice(cx + 3, cy + 17, CELLS), tint = lattice(cx + 13, cy + 7, CELLS);
                    else if (d < second) second = d;
                }
            float round = smooth(0.0f, 0.22f, second - first), grain = fractal(u * 2, v * 2, 2 * CELLS);
            vec3 stone = mix(mix(v3(0.42f, 0.36f, 0.30f), v3(0.80f, 0.76f, 0.68f), shade), v3(0.62f, 0.42f, 0.34f), tint > 0.75f ? 0.7f : 0.1f);
            put(rgb + (y * N + x) * 3, mix(v3(0.22f, 0.20f, 0.17f), stone, round * (0.55f + 0.6f * grain)));
        }
    return mipmapped_texture(N, rgb);
}

/* What a vertex of the water passes to the fragment shader. */
static const char vertex_text[] =
    "!!ARBvp1.0\n"
    "OPTION ARB_position_invariant;\n"
    "PARAM mvp[4] = { state.matrix.mvp };\n"
    "PARAM eye = program.local[0];\n"
    "PARAM drift = program.local[1];      # of the two bump maps\n"
    "PARAM scales = program.local[2];     # of both bump maps, of the pebbles, refraction\n"
    "ATTRIB p = vertex.position;\n"
    "TEMP v, clip, t;\n"
    "MAD result.texcoord[0].xy, p, scales.x, drift;\n"
    "MAD result.texcoord[1].xy, p.yxxx, scales.y, drift.zwww;\n"
    "SUB v.xyz, eye, p;\n"
    "DP3 v.w, v, v;\n"
    "RSQ v.w, v.w;\n"
    "MUL v.xyz, v, v.w;\n"
    "MOV result.texcoord[2].xyz, v;\n"
    "# Where on the screen: (x + w, y + w, ., 2w), divided by the shader.\n"
    "DP4 clip.x, mvp[0], p;\n"
    "DP4 clip.y, mvp[1], p;\n"
    "DP4 clip.w, mvp[3], p;\n"
    "ADD result.texcoord[3].xy, clip, clip.w;\n"
    "ADD result.texcoord[3].w, clip.w, clip.w;\n"
    "# Where a refracted ray meets the floor: down by the depth, on along the view.\n"
    "RCP t.x, v.z;\n"
    "MUL t.x, t.x, vertex.color.w;\n"
    "MUL t.x, t.x, scales.w;\n"
    "MAD t.xy, -v, t.x, p;\n"
    "MUL result.texcoord[4].xy, t, scales.z;\n"
    "MOV result.color, vertex.color;\n"
    "MOV result.fogcoord.x, clip.w;\n"
    "END\n";

/* Units: 0 and 1 have bump maps, 2 the glare cube, 3 the reflection, 4 the sea floor. */
static GLuint water_shader(void)
{
    static const float bend[4] = {0.30f, 0.60f, 0, 0}, most[4] = {0.93f, 0.93f, 0.93f, 1}, least[4] = {0.05f, 0.05f, 0.05f, 1};
    static const float glare[4] = {1.0f, 0.72f, 0.42f, 1}, deep[4] = {0.02f, 0.10f, 0.14f, 1}, ripple[4] = {0.12f, 0.12f, 0, 0};
    GLuint name = ati.glGenFragmentShadersATI(1);
    ati.glBindFragmentShaderATI(name);
    ati.glBeginFragmentShaderATI();
    ati.glSetFragmentShaderConstantATI(GL_CON_0_ATI, bend);
    ati.glSetFragmentShaderConstantATI(GL_CON_1_ATI, most);
    ati.glSetFragmentShaderConstantATI(GL_CON_2_ATI, least);
    ati.glSetFragmentShaderConstantATI(GL_CON_3_ATI, glare);
    ati.glSetFragmentShaderConstantATI(GL_CON_4_ATI, deep);
    ati.glSetFragmentShaderConstantATI(GL_CON_5_ATI, ripple);

    /* Pass 1. r0 = normal, r2 = view vector, r3 = (x, y) on the screen and 1/w, r4 = place on the floor. */
    ati.glSampleMapATI(GL_REG_0_ATI, GL_TEXTURE0_ARB, GL_SWIZZLE_STR_ATI);
    ati.glSampleMapATI(GL_REG_1_ATI, GL_TEXTURE1_ARB, GL_SWIZZLE_STR_ATI);
    ati.glPassTexCoordATI(GL_REG_2_ATI, GL_TEXTURE2_ARB, GL_SWIZZLE_STR_ATI);
    ati.glPassTexCoordATI(GL_REG_3_ATI, GL_TEXTURE3_ARB, GL_SWIZZLE_STQ_DQ_ATI);
    ati.glPassTexCoordATI(GL_REG_4_ATI, GL_TEXTURE4_ARB, GL_SWIZZLE_STR_ATI);
    ati.glColorFragmentOp2ATI(GL_ADD_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, /* n = (a - 1/2) + (b - 1/2): the mean of both normals */
        GL_REG_0_ATI, GL_NONE, GL_BIAS_BIT_ATI, GL_REG_1_ATI, GL_NONE, GL_BIAS_BIT_ATI);
    ati.glColorFragmentOp2ATI(GL_DOT3_ATI, GL_REG_1_ATI, GL_NONE, GL_NONE, /* n·v */
        GL_REG_0_ATI, GL_NONE, GL_NONE, GL_REG_2_ATI, GL_NONE, GL_NONE);
    ati.glColorFragmentOp2ATI(GL_DOT3_ATI, GL_REG_5_ATI, GL_NONE, GL_NONE, /* n·n */
        GL_REG_0_ATI, GL_NONE, GL_NONE, GL_REG_0_ATI, GL_NONE, GL_NONE);
    ati.glColorFragmentOp2ATI(GL_MUL_ATI, GL_REG_5_ATI, GL_NONE, GL_NONE,
        GL_REG_5_ATI, GL_NONE, GL_NONE, GL_REG_2_ATI, GL_NONE, GL_NONE);
    ati.glColorFragmentOp3ATI(GL_MAD_ATI, GL_REG_5_ATI, GL_NONE, GL_NONE, /* r5 = 2(n·v)n - (n·n)v: the mirrored view vector, of any length */
        GL_REG_1_ATI, GL_NONE, GL_2X_BIT_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, GL_REG_5_ATI, GL_NONE, GL_NEGATE_BIT_ATI);
    ati.glColorFragmentOp3ATI(GL_MAD_ATI, GL_REG_4_ATI, GL_RED_BIT_ATI | GL_GREEN_BIT_ATI, GL_NONE, /* the floor moves with the water */
        GL_REG_0_ATI, GL_NONE, GL_NONE, GL_CON_5_ATI, GL_NONE, GL_NONE, GL_REG_4_ATI, GL_NONE, GL_NONE);
    ati.glColorFragmentOp2ATI(GL_MUL_ATI, GL_REG_0_ATI, GL_NONE, GL_2X_BIT_ATI, /* a distant ripple moves less of the screen */
        GL_REG_0_ATI, GL_NONE, GL_NONE, GL_REG_3_ATI, GL_BLUE, GL_NONE);
    ati.glColorFragmentOp3ATI(GL_MAD_ATI, GL_REG_3_ATI, GL_RED_BIT_ATI | GL_GREEN_BIT_ATI, GL_NONE,
        GL_REG_0_ATI, GL_NONE, GL_NONE, GL_CON_0_ATI, GL_NONE, GL_NONE, GL_REG_3_ATI, GL_NONE, GL_NONE);

    /* Pass 2. r1 = n·v, r2 = glare, r3 = reflection, r4 = floor. */
    ati.glPassTexCoordATI(GL_REG_1_ATI, GL_REG_1_ATI, GL_SWIZZLE_STR_ATI);
    ati.glSampleMapATI(GL_REG_2_ATI, GL_REG_5_ATI, GL_SWIZZLE_STR_ATI);
    ati.glSampleMapATI(GL_REG_3_ATI, GL_REG_3_ATI, GL_SWIZZLE_STR_ATI);
    ati.glSampleMapATI(GL_REG_4_ATI, GL_REG_4_ATI, GL_SWIZZLE_STR_ATI);
    ati.glColorFragmentOp2ATI(GL_MUL_ATI, GL_REG_1_ATI, GL_NONE, GL_SATURATE_BIT_ATI, /* Fresnel's term: 0.05 + 0.93 (1 - n·v)^4 */
        GL_REG_1_ATI, GL_NONE, GL_COMP_BIT_ATI, GL_REG_1_ATI, GL_NONE, GL_COMP_BIT_ATI);
    ati.glColorFragmentOp2ATI(GL_MUL_ATI, GL_REG_1_ATI, GL_NONE, GL_NONE,
        GL_REG_1_ATI, GL_NONE, GL_NONE, GL_REG_1_ATI, GL_NONE, GL_NONE);
    ati.glColorFragmentOp3ATI(GL_MAD_ATI, GL_REG_1_ATI, GL_NONE, GL_SATURATE_BIT_ATI,
        GL_REG_1_ATI, GL_NONE, GL_NONE, GL_CON_1_ATI, GL_NONE, GL_NONE, GL_CON_2_ATI, GL_NONE, GL_NONE);
    ati.glColorFragmentOp3ATI(GL_LERP_ATI, GL_REG_4_ATI, GL_NONE, GL_NONE, /* the vertex colour says how much of the floor is visible */
        GL_PRIMARY_COLOR_ARB, GL_NONE, GL_NONE, GL_REG_4_ATI, GL_NONE, GL_NONE, GL_CON_4_ATI, GL_NONE, GL_NONE);
    ati.glColorFragmentOp3ATI(GL_LERP_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE,
        GL_REG_1_ATI, GL_NONE, GL_NONE, GL_REG_3_ATI, GL_NONE, GL_NONE, GL_REG_4_ATI, GL_NONE, GL_NONE);
    ati.glColorFragmentOp3ATI(GL_MAD_ATI, GL_REG_0_ATI, GL_NONE, GL_SATURATE_BIT_ATI, /* the sun on the ripples */
        GL_REG_2_ATI, GL_ALPHA, GL_NONE, GL_CON_3_ATI, GL_NONE, GL_NONE, GL_REG_0_ATI, GL_NONE, GL_NONE);
    ati.glAlphaFragmentOp1ATI(GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_ONE, GL_NONE, GL_NONE);
    ati.glEndFragmentShaderATI();
    return name;
}

static float depth_at(float x, float y)
{
    return 0.22f + 2.2f * smooth(3.5f, 13.0f, y + 1.2f * (fractal(x * 0.4f + 9, y * 0.4f, 64) - 0.5f) * 4) ;
}

/* The rows are farther apart the farther they are, and each is as wide as the view there. */
static void water_vertex(int i, int n, int j, int m)
{
    float y = 0.9f * powf(90.0f, (float)j / m), x = (2.0f * i / n - 1) * (1.6f + 1.25f * y), depth = depth_at(x, y);
    float through = expf(-1.6f * depth);
    glColor4f(0.95f * powf(through, 1.3f), 0.95f * through, 0.92f * powf(through, 0.95f), fminf(depth, 1));
    glVertex3f(x, y, 0);
}

static void water(void)
{
    enum { N = 96, M = 160 };
    for (int j = 0; j < M; j++) {
        glBegin(GL_TRIANGLE_STRIP);
        for (int i = 0; i <= N; i++) {
            water_vertex(i, N, j + 1, M);
            water_vertex(i, N, j, M);
        }
        glEnd();
    }
}

static GLuint long_waves, short_waves, glare, reflection, pebbles;

/* Draws the surroundings upside down into a corner of the picture, and copies them to a texture. */
static void mirror(const scene *s)
{
    static const double above[4] = {0, 0, 1, 0};
    int size = 16;
    while (2 * size <= s->width && 2 * size <= s->height) size *= 2;
    glViewport(0, 0, size, size);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glPushMatrix();
    glScalef(1, 1, -1);
    glClipPlane(GL_CLIP_PLANE0, above);
    glEnable(GL_CLIP_PLANE0);
    surroundings();
    glDisable(GL_CLIP_PLANE0);
    glPopMatrix();
    glBindTexture(GL_TEXTURE_2D, reflection);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 0, 0, size, size, 0);
    glViewport(0, 0, s->width, s->height);
}

static void bind(int unit, GLenum target, GLuint texture)
{
    glActiveTextureARB(GL_TEXTURE0_ARB + (GLenum)unit);
    glBindTexture(target, texture);
    glEnable(target);
}

static void setup(void)
{
    find_commands();
    sun = normalized(v3(-0.26f, 1.0f, 0.085f));
    make_land();
    long_waves = bump_texture(1, 2, 14, 0.20f);
    short_waves = bump_texture(2, 3, 26, 0.25f);
    glare = glare_cube();
    pebbles = pebble_texture();
    glGenTextures(1, &reflection);
    load(GL_VERTEX_PROGRAM_ARB, vertex_text);
    glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 0, eye.x, eye.y, eye.z, 1);
    glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 2, 0.16f, 0.45f, 0.30f, 0.75f);
    water_shader();
}

static void frame(const scene *s)
{
    static const float haze[4] = {0.90f, 0.55f, 0.36f, 1};
    float t = s->time;
    glMatrixMode(GL_PROJECTION);
    perspective(42, (double)s->width / s->height, 0.3, 120);
    glMatrixMode(GL_MODELVIEW);
    look_at(eye, v3(0.35f, 10, 1.25f), v3(0, 0, 1));
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_LIGHT0);
    glEnable(GL_COLOR_MATERIAL);
    glEnable(GL_NORMALIZE);
    glColorMaterial(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE);
    glEnable(GL_TEXTURE_2D);
    glClearColor(haze[0], haze[1], haze[2], 1);
    mirror(s);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    surroundings();

    glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, 1, 0.011f * t, -0.023f * t, 0.31f - 0.017f * t, 0.013f * t);
    bind(4, GL_TEXTURE_2D, pebbles);
    bind(3, GL_TEXTURE_2D, reflection);
    bind(2, GL_TEXTURE_CUBE_MAP, glare);
    bind(1, GL_TEXTURE_2D, short_waves);
    bind(0, GL_TEXTURE_2D, long_waves);
    glEnable(GL_VERTEX_PROGRAM_ARB);
    glEnable(GL_FRAGMENT_SHADER_ATI);
    glDisable(GL_LIGHTING);
    water();
}

int main(int argc, char **argv)
{
    return scene_run(argc, argv, setup, frame);
}
