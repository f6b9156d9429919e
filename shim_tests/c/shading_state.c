/* Proves that programs of TRI_shading_language read GL state as ARB programs do, that Cg's position invariance is fixed function's
 * position to the bit, and that one scene is the same picture from each language at each stage. */
#include "shading.h"

static void load_text(GLenum target, GLenum format, const char *text) {
    glProgramStringARB(target, format, (GLsizei)strlen(text), text);
    if (get_int(GL_PROGRAM_ERROR_POSITION_ARB) != -1)
        fprintf(stderr, "%s\n%s\n", text, (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB));
}

/* Gives every piece of state a value of its own, with components between 0 and 1 or nearly so. */
static void set_state(void) {
    GLfloat v[4] = {0.1f, 0.2f, 0.3f, 0.4f};
    const GLenum terms[] = {GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_EMISSION};
    const GLenum faces[] = {GL_FRONT, GL_BACK};
    for (int face = 0; face < 2; face++)
        for (int term = 0; term < 4; term++) {
            for (int c = 0; c < 4; c++) v[c] = 0.2f + 0.05f * (term + 4 * face) + 0.1f * c;
            FINE(glMaterialfv(faces[face], terms[term], v));
        }
    FINE(glMaterialf(GL_FRONT, GL_SHININESS, 0.75f));
    for (int term = 0; term < 3; term++) {
        for (int c = 0; c < 4; c++) v[c] = 0.15f + 0.1f * term + 0.15f * c;
        FINE(glLightfv(GL_LIGHT3, terms[term], v));
    }
    const GLfloat position[4] = {0.6f, 0.5f, 0.4f, 0}, direction[3] = {0.25f, 0.5f, 0.75f};
    FINE(glLightfv(GL_LIGHT3, GL_POSITION, position));
    FINE(glLightfv(GL_LIGHT3, GL_SPOT_DIRECTION, direction));
    FINE(glLightf(GL_LIGHT3, GL_CONSTANT_ATTENUATION, 0.5f));
    FINE(glLightf(GL_LIGHT3, GL_LINEAR_ATTENUATION, 0.7f));
    const GLfloat ambient[4] = {0.35f, 0.45f, 0.55f, 0.65f}, fog[4] = {0.8f, 0.6f, 0.4f, 0.2f};
    FINE(glLightModelfv(GL_LIGHT_MODEL_AMBIENT, ambient));
    FINE(glFogfv(GL_FOG_COLOR, fog));
    FINE(glFogf(GL_FOG_DENSITY, 0.25f));
    FINE(glFogf(GL_FOG_START, 0.5f));
    const GLfloat plane[4] = {0.2f, 0.4f, 0.6f, 0.8f};
    FINE(glTexGenfv(GL_S, GL_OBJECT_PLANE, plane));
    const GLdouble clip[4] = {0.3, 0.5, 0.7, 0.9};
    FINE(glClipPlane(GL_CLIP_PLANE0 + 2, clip));
    FINE(glPointSize(1));
    FINE(glDepthRange(0.125, 0.75));
    FINE(glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, fog));
    const GLfloat matrix[16] = {0.5f, 0.1f, 0.2f, 0.05f, 0.15f, 0.75f, 0.3f, 0.1f, 0.25f, 0.2f, 0.9f, 0.15f, 0.3f, 0.1f, 0.4f, 1};
    FINE(glMatrixMode(GL_MODELVIEW));
    FINE(glLoadMatrixf(matrix));
    FINE(glMatrixMode(GL_PROJECTION));
    FINE(glLoadIdentity());
    FINE(glScalef(0.5f, 0.75f, 0.25f));
    FINE(glMatrixMode(GL_TEXTURE));
    FINE(glLoadIdentity());
    FINE(glTranslatef(0.5f, 0.25f, 0.125f));
    FINE(glMatrixMode(GL_MATRIX0_ARB + 1));
    FINE(glLoadMatrixf(matrix));
    FINE(glMatrixMode(GL_MODELVIEW));
}

/* The name of a state, what Cg's structure calls it (NULL: it has it not), and the stages of ARB programs that have it. */
static const struct { const char *state, *member; int vertex, fragment; } states[] = {
    {"state.material.diffuse", "glstate.material.diffuse", 1, 1},
    {"state.material.front.emission", "glstate.material.front.emission", 1, 1},
    {"state.material.back.specular", "glstate.material.back.specular", 1, 1},
    {"state.material.shininess", "glstate.material.shininess", 1, 1},
    {"state.light[3].ambient", "glstate.light[3].ambient", 1, 1},
    {"state.light[3].position", "glstate.light[3].position", 1, 1},
    {"state.light[3].attenuation", "glstate.light[3].attenuation", 1, 1},
    {"state.light[3].spot.direction", "glstate.light[3].spot.direction", 1, 1},
    {"state.light[3].half", "glstate.light[3].half", 1, 1},
    {"state.lightmodel.ambient", "glstate.lightmodel.ambient", 1, 1},
    {"state.lightmodel.back.scenecolor", "glstate.lightmodel.back.scenecolor", 1, 1},
    {"state.lightprod[3].front.diffuse", "glstate.lightprod[3].front.diffuse", 1, 1},
    {"state.texgen[0].object.s", "glstate.texgen[0].object.s", 1, 0},
    {"state.fog.color", "glstate.fog.color", 1, 1},
    {"state.fog.params", "glstate.fog.params", 1, 1},
    {"state.clip[2].plane", "glstate.clip[2].plane", 1, 0},
    {"state.point.size", NULL, 1, 0},
    {"state.texenv[0].color", NULL, 0, 1},
    {"state.depth.range", NULL, 0, 1},
    {"state.matrix.modelview.row[1]", "glstate.matrix.modelview[0][1]", 1, 1},
    {"state.matrix.mvp.row[2]", "glstate.matrix.mvp[2]", 1, 1},
    {"state.matrix.projection.row[0]", "glstate.matrix.projection[0]", 1, 1},
    {"state.matrix.modelview[0].transpose.row[3]", "glstate.matrix.transpose.modelview[0][3]", 1, 1},
    {"state.matrix.modelview.invtrans.row[3]", "glstate.matrix.invtrans.modelview[0][3]", 1, 1},
    {"state.matrix.texture[0].row[0]", "glstate.matrix.texture[0][0]", 1, 1},
    {"state.matrix.program[1].row[2]", "glstate.matrix.program[1][2]", 1, 1},
};

/* Draws with the stage's program, and returns the pixel in the middle. */
static unsigned drawn(GLenum target) {
    unsigned pixel;
    FINE(glEnable(target));
    clear();
    FINE(quad());
    FINE(glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel));
    FINE(glDisable(target));
    return pixel;
}

static void state(GLenum target) {
    char text[512];
    int is_vertex = target == VP, compared = 0;
    const char *parameters = is_vertex ? "float4 p : POSITION, out float4 q : POSITION, out float4 c : COLOR" : "out float4 c : COLOR";
    const char *position = is_vertex ? "q = p; " : "";
    set_state();
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        if (is_vertex ? !states[i].vertex : !states[i].fragment) continue;
        if (is_vertex)
            snprintf(text, sizeof text, "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, %s; END", states[i].state);
        else
            snprintf(text, sizeof text, "!!ARBfp1.0 MOV result.color, %s; END", states[i].state);
        FINE(load_text(target, GL_PROGRAM_FORMAT_ASCII_ARB, text));
        /* Fixed function moves the vertices before a fragment program: a quad of its own matrices covers the middle all the same. */
        unsigned expected = drawn(target);
        snprintf(text, sizeof text, "void main(%s, uniform float4 s : %s) { %sc = s; }", parameters, states[i].state, position);
        FINE(load_text(target, GL_PROGRAM_FORMAT_CG_TRI, text));
        CHECK(program_int(target, GL_PROGRAM_ACTIVE_UNIFORMS_TRI) == 0);
        unsigned found = drawn(target);
        if (found != expected) fprintf(stderr, "%s: %08x, not %08x\n", states[i].state, found, expected);
        CHECK(found == expected);
        compared += expected != 0;
        if (!states[i].member) continue;
        snprintf(text, sizeof text, "void main(%s) { %sc = %s; }", parameters, position, states[i].member);
        FINE(load_text(target, GL_PROGRAM_FORMAT_CG_TRI, text));
        found = drawn(target);
        if (found != expected) fprintf(stderr, "%s: %08x, not %08x\n", states[i].member, found, expected);
        CHECK(found == expected);
    }
    CHECK(compared > 15);
    /* A value follows its state, also between draws of one program. */
    snprintf(text, sizeof text, "void main(%s) { %sc = glstate.fog.color; }", parameters, position);
    FINE(load_text(target, GL_PROGRAM_FORMAT_CG_TRI, text));
    unsigned before = drawn(target);
    const GLfloat other[4] = {0, 1, 0, 1};
    FINE(glFogfv(GL_FOG_COLOR, other));
    CHECK(drawn(target) == 0xff00ff00u && before != 0xff00ff00u);
    /* A matrix whole, by its rows, and one that has more rows than its state: that is the application's. */
    const char *row = is_vertex ? "uniform float4x4 m : state.matrix.program[1]" : "uniform float4 m[3] : state.matrix.program[1]";
    snprintf(text, sizeof text, "void main(%s, %s) { %sc = m[2]; }", parameters, row, position);
    FINE(load_text(target, GL_PROGRAM_FORMAT_CG_TRI, text));
    unsigned whole = drawn(target);
    snprintf(text, sizeof text, "void main(%s) { %sc = glstate.matrix.program[1][2]; }", parameters, position);
    FINE(load_text(target, GL_PROGRAM_FORMAT_CG_TRI, text));
    CHECK(drawn(target) == whole && whole);
    snprintf(text, sizeof text, "void main(%s, uniform float4 m[5] : state.matrix.program[1]) { %sc = m[4]; }", parameters, position);
    FINE(load_text(target, GL_PROGRAM_FORMAT_CG_TRI, text));
    CHECK(location(target, "m") == 0 && program_int(target, GL_PROGRAM_ACTIVE_UNIFORMS_TRI) == 1);
    FINE(glMatrixMode(GL_PROJECTION));
    FINE(glLoadIdentity());
    FINE(glMatrixMode(GL_MODELVIEW));
    FINE(glLoadIdentity());
    FINE(glDepthRange(0, 1));
}

/* A triangle whose depths and edges are awkward numbers. */
static void triangle(void) {
    glBegin(GL_TRIANGLES);
    glVertex4f(-0.9f, -0.77f, 0.13f, 1.1f);
    glVertex4f(1.3f, -0.6f, -0.41f, 1.2f);
    glVertex4f(0.1f, 1.17f, 0.37f, 0.9f);
    glEnd();
}

/* The number of pixels that the vertex program covers at the very depths of fixed function. */
static int equal_pixels(void) {
    int n = 0;
    FINE(glDisable(VP));
    FINE(glEnable(GL_DEPTH_TEST));
    FINE(glDepthFunc(GL_LESS));
    FINE(glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT));
    FINE(glColorMask(0, 0, 0, 0));
    FINE(triangle());
    FINE(glColorMask(1, 1, 1, 1));
    FINE(glDepthFunc(GL_EQUAL));
    FINE(glEnable(VP));
    FINE(triangle());
    FINE(glDisable(VP));
    FINE(glDisable(GL_DEPTH_TEST));
    FINE(glDepthFunc(GL_LESS));
    glFinish();
    for (int i = 0; i < SIZE * SIZE; i++) n += memory[4 * i + 1] == 255;
    return n;
}

static void position_invariance(void) {
    const char *product = "void main(float4 p : POSITION, out float4 q : POSITION, out float4 c : COLOR, uniform float4x4 m : state.matrix.mvp)"
                          "{ q = mul(m, p); c = float4(0, 1, 0, 1); }";
    const char *elsewhere = "void main(float4 p : POSITION, out float4 q : POSITION, out float4 c : COLOR)"
                            "{ q = p.yxzw * 0.5; c = float4(0, 1, 0, 1); }";
    char pragma[512];
    FINE(glMatrixMode(GL_PROJECTION));
    FINE(glFrustum(-0.31, 0.29, -0.3, 0.33, 0.7, 9.1));
    FINE(glMatrixMode(GL_MODELVIEW));
    FINE(glTranslatef(0.07f, 0.03f, -1.9f));
    FINE(glRotatef(23, 0.3f, 1, 0.2f));
    /* Fixed function on itself: as many as there are. */
    FINE(load_text(VP, GL_PROGRAM_FORMAT_ASCII_ARB,
                   "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, {0, 1, 0, 1}; END"));
    int all = equal_pixels();
    CHECK(all > 20);
    snprintf(pragma, sizeof pragma, "#pragma position_invariant main\n%s", product);
    FINE(load_text(VP, GL_PROGRAM_FORMAT_CG_TRI, pragma));
    CHECK(equal_pixels() == all);
    /* The pragma of another function, or a position that is computed otherwise, changes nothing. */
    snprintf(pragma, sizeof pragma, "#pragma position_invariant main\n%s", elsewhere);
    FINE(load_text(VP, GL_PROGRAM_FORMAT_CG_TRI, pragma));
    CHECK(equal_pixels() == 0);
    /* The option holds for any text, and is cleared with the others. */
    FINE(option(VP, GL_PROGRAM_POSITION_INVARIANT_TRI, "1"));
    FINE(load_text(VP, GL_PROGRAM_FORMAT_CG_TRI, elsewhere));
    CHECK(equal_pixels() == all);
    /* User clip planes act as on fixed function. */
    const GLdouble plane[4] = {1, 0, 0, 0};
    FINE(glClipPlane(GL_CLIP_PLANE0 + 4, plane));
    FINE(glEnable(GL_CLIP_PLANE0 + 4));
    int clipped = equal_pixels();
    FINE(glDisable(GL_CLIP_PLANE0 + 4));
    CHECK(clipped > 0 && clipped < all && equal_pixels() == all);
    RAISES(GL_INVALID_VALUE, option(VP, GL_PROGRAM_POSITION_INVARIANT_TRI, "yes"));
    FINE(option(VP, GL_PROGRAM_CLEAR_OPTIONS_TRI, NULL));
    FINE(load_text(VP, GL_PROGRAM_FORMAT_CG_TRI, elsewhere));
    CHECK(equal_pixels() == 0);
    FINE(glMatrixMode(GL_PROJECTION));
    FINE(glLoadIdentity());
    FINE(glMatrixMode(GL_MODELVIEW));
    FINE(glLoadIdentity());
}

/* The scene: two quads with colours, moved by the matrices, with a texture of four texels. */
static void scene(void) {
    const GLfloat places[2] = {-0.5f, 0.5f};
    for (int i = 0; i < 2; i++) {
        glLoadIdentity();
        glTranslatef(places[i], 0.25f * i, 0);
        glScalef(0.5f, 0.5f, 1);
        glColor4f(1, 0.5f, i, 1);
        glBegin(GL_QUADS);
        for (int c = 0; c < 4; c++) {
            float x = c == 1 || c == 2, y = c > 1;
            glTexCoord2f(x, y);
            glVertex2f(2 * x - 1, 2 * y - 1);
        }
        glEnd();
    }
    glLoadIdentity();
}

enum { FIXED, ARB, CG, MUDA, HLSL, D3D_ASSEMBLY, D3D_TOKENS, LANGUAGES };

static const GLenum formats[LANGUAGES] = {
    0,
    GL_PROGRAM_FORMAT_ASCII_ARB,
    GL_PROGRAM_FORMAT_CG_TRI,
    GL_PROGRAM_FORMAT_MUDA_TRI,
    GL_PROGRAM_FORMAT_HLSL_TRI,
    GL_PROGRAM_FORMAT_D3D_ASSEMBLY_TRI,
    GL_PROGRAM_FORMAT_D3D_TOKENS_TRI,
};
/* vs_1_1: dcl_position v0, dcl_color v1, dcl_texcoord v2, mul r0 v0 c0, add oPos r0 c1, mov oD0 v1, mov oT0 v2. */
static const unsigned vertex_tokens[] = {
    0xfffe0101, 0x1f, 0x80000000, 0x900f0000, 0x1f, 0x8000000a, 0x900f0001, 0x1f, 0x80000005, 0x900f0002,
    0x05, 0x800f0000, 0x90e40000, 0xa0e40000, 0x02, 0xc00f0000, 0x80e40000, 0xa0e40001,
    0x01, 0xd00f0000, 0x90e40001, 0x01, 0xe00f0000, 0x90e40002, 0x0000ffff,
};
/* ps_2_0: dcl_2d s0, dcl t0, dcl v0, texld r0 t0 s0, mul r0 r0 v0, mov oC0 r0. */
static const unsigned fragment_tokens[] = {
    0xffff0200, 0x0200001f, 0x90000000, 0xa00f0800, 0x0200001f, 0x80000000, 0xb0030000, 0x0200001f, 0x80000000, 0x900f0000,
    0x03000042, 0x800f0000, 0xb0e40000, 0xa0e40800, 0x03000005, 0x800f0000, 0x80e40000, 0x90e40000,
    0x02000001, 0x800f0800, 0x80e40000, 0x0000ffff,
};
static const char *const vertex_texts[LANGUAGES] = {
    NULL,
    "!!ARBvp1.0 PARAM m[4] = {state.matrix.mvp}; ATTRIB p = vertex.position;"
    "DP4 result.position.x, m[0], p; DP4 result.position.y, m[1], p; DP4 result.position.z, m[2], p; DP4 result.position.w, m[3], p;"
    "MOV result.color, vertex.color; MOV result.texcoord[0], vertex.texcoord[0]; END",
    "struct Vertex { float4 p : POSITION; float4 c : COLOR; float4 t : TEXCOORD0; };"
    "Vertex main(Vertex v) { v.p = mul(glstate.matrix.mvp, v.p); return v; }",
    "void main(in vec position, in vec color, in vec texcoord0, out vec result_position, out vec result_color, out vec result_texcoord0,"
    "          uniform vec scale, uniform vec by)"
    "{ result_position = position * scale + by; result_color = color; result_texcoord0 = texcoord0; }",
    "float4 scale, by; struct V { float4 p : POSITION; float4 c : COLOR; float2 t : TEXCOORD; };"
    "V main(V v) { v.p = v.p * scale + by; return v; }",
    "vs_2_0\ndcl_position v0\ndcl_color v1\ndcl_texcoord v2\nmul r0, v0, c0\nadd oPos, r0, c1\nmov oD0, v1\nmov oT0, v2\n",
    (const char *)vertex_tokens,
};
static const char *const fragment_texts[LANGUAGES] = {
    NULL,
    "!!ARBfp1.0 TEMP t; TEX t, fragment.texcoord[0], texture[0], 2D; MUL result.color, t, fragment.color; END",
    "float4 main(float4 c : COLOR, float2 t : TEXCOORD0, uniform sampler2D image : TEXUNIT0) : COLOR { return c * tex2D(image, t); }",
    "void main(in vec color, in vec texcoord0, out vec result_color)"
    "{ result_color = color * sample(0, texcoord0.x, texcoord0.y, 0.0, 1.0, 0.0); }",
    "sampler2D image : register(s0); float4 main(float4 c : COLOR, float2 t : TEXCOORD0) : COLOR { return c * tex2D(image, t); }",
    "ps_1_1\ntex t0\nmul r0, t0, v0\n",
    (const char *)fragment_tokens,
};

static void use(GLenum target, int language, const char *const *texts) {
    if (language == FIXED) {
        FINE(glDisable(target));
    } else {
        GLsizei length = language != D3D_TOKENS ? (GLsizei)strlen(texts[language])
                         : target == VP         ? (GLsizei)sizeof vertex_tokens
                                                : (GLsizei)sizeof fragment_tokens;
        FINE(glProgramStringARB(target, formats[language], length, texts[language]));
        FINE(glEnable(target));
    }
}

static void languages(void) {
    static unsigned char expected[sizeof memory];
    const unsigned char texels[16] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 128, 255, 255, 255, 255, 64, 255};
    GLuint name;
    FINE(glGenTextures(1, &name));
    FINE(glBindTexture(GL_TEXTURE_2D, name));
    FINE(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST));
    FINE(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST));
    FINE(glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels));
    FINE(glMatrixMode(GL_TEXTURE));
    FINE(glLoadIdentity());
    FINE(glMatrixMode(GL_MODELVIEW));
    FINE(glEnable(GL_TEXTURE_2D));
    for (int v = 0; v < LANGUAGES; v++) {
        for (int f = 0; f < LANGUAGES; f++) {
            use(VP, v, vertex_texts);
            use(FP, f, fragment_texts);
            clear();
            if (v >= MUDA) {
                /* These have no state: the application sets what the matrices do to the second quad, which is drawn twice. */
                const char *names[2] = {v < D3D_ASSEMBLY ? "scale" : "c0", v < D3D_ASSEMBLY ? "by" : "c1"};
                const GLfloat scale[4] = {0.5f, 0.5f, 1, 1}, by[2][4] = {{-0.5f, 0, 0, 0}, {0.5f, 0.25f, 0, 0}};
                FINE(uniform_f(VP, location(VP, names[0]), 1, scale));
                for (int i = 0; i < 2; i++) {
                    FINE(uniform_f(VP, location(VP, names[1]), 1, by[i]));
                    FINE(glScissor(4 * i, 0, 4, SIZE));
                    FINE(glEnable(GL_SCISSOR_TEST));
                    FINE(scene());
                    FINE(glDisable(GL_SCISSOR_TEST));
                }
            } else {
                FINE(scene());
            }
            glFinish();
            if (v == FIXED && f == FIXED) memcpy(expected, memory, sizeof memory);
            for (size_t i = 0; i < sizeof memory; i++) {
                /* In their left half the last colour counts, whose blue is another one. */
                if (v >= MUDA && i % 4 == 2 && i / 4 % SIZE < 4) continue;
                if (abs(memory[i] - expected[i]) > 1) fprintf(stderr, "vertices %d, fragments %d, byte %zu\n", v, f, i);
                CHECK(abs(memory[i] - expected[i]) <= 1);
            }
        }
    }
    int n = 0;
    for (size_t i = 0; i < sizeof memory; i++) n += expected[i] == 255;
    CHECK(n > 30);
    FINE(glDisable(VP));
    FINE(glDisable(FP));
    FINE(glDisable(GL_TEXTURE_2D));
    FINE(glDeleteTextures(1, &name));
}

int main(void) {
    OSMesaContext context = make_context(NULL);
    find_commands();
    state(VP);
    state(FP);
    position_invariance();
    languages();
    OSMesaDestroyContext(context);
    return 0;
}
