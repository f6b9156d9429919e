/* Proves HLSL and Direct3D assembly as languages of GL_TRI_shading_language: loading, errors, profiles, constants and samplers by name,
 * and which conventions hold: pixel centres, depths, vFace, vPos, winding, fog, products with 0. */
#include "shading.h"

static void hlsl(GLenum target, const char *text) {
    glProgramStringARB(target, GL_PROGRAM_FORMAT_HLSL_TRI, (GLsizei)strlen(text), text);
}

static void assembly(GLenum target, const char *text) {
    glProgramStringARB(target, GL_PROGRAM_FORMAT_D3D_ASSEMBLY_TRI, (GLsizei)strlen(text), text);
}

static int says(const char *words) {
    const char *text = (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB);
    if (!strstr(text, words)) fprintf(stderr, "%s", text);
    return strstr(text, words) != NULL;
}

static void loading(void) {
    const char *red = "float4 main() : COLOR { return float4(1, 0, 0, 1); }";
    FINE(hlsl(FP, red));
    CHECK(program_int(FP, GL_PROGRAM_FORMAT_ARB) == GL_PROGRAM_FORMAT_HLSL_TRI && get_int(GL_PROGRAM_ERROR_POSITION_ARB) == -1);
    FINE(glEnable(FP));
    clear();
    FINE(quad());
    CHECK(pixel_is(3, 3, 1, 0, 0, 1));
    /* An error has Microsoft's form and its place; the object stays as it was. */
    const char *bad = "float4 main() : COLOR\n{ return nothing; }\n";
    RAISES(GL_INVALID_OPERATION, hlsl(FP, bad));
    CHECK(says("(2,10): error X3004") && get_int(GL_PROGRAM_ERROR_POSITION_ARB) == (int)(strstr(bad, "nothing") - bad));
    CHECK(program_int(FP, GL_PROGRAM_LENGTH_ARB) == (int)strlen(red));
    /* Profiles, entries, macros, included texts. */
    FINE(option(FP, GL_PROGRAM_PROFILE_TRI, "ps_2_0"));
    FINE(option(FP, GL_PROGRAM_ENTRY_TRI, "tinted"));
    FINE(option(FP, GL_PROGRAM_DEFINE_TRI, "TINT=float4(0, 1, 0, 1)"));
    FINE(include(FP, "tint.h", 19, "#define COLOUR TINT"));
    FINE(hlsl(FP, "#include \"tint.h\"\nfloat4 tinted() : COLOR { return COLOUR; }"));
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 1, 0, 1));
    RAISES(GL_INVALID_OPERATION, hlsl(FP, "float4 tinted(float4 t : TEXCOORD0) : COLOR { return ddx(t); }"));
    FINE(option(FP, GL_PROGRAM_PROFILE_TRI, "vs_2_0"));
    RAISES(GL_INVALID_OPERATION, hlsl(FP, "float4 tinted() : COLOR { return 1; }"));
    CHECK(says("not one of fragment programs"));
    FINE(option(FP, GL_PROGRAM_PROFILE_TRI, "ps_9_0"));
    RAISES(GL_INVALID_OPERATION, hlsl(FP, "float4 tinted() : COLOR { return 1; }"));
    FINE(option(FP, GL_PROGRAM_CLEAR_OPTIONS_TRI, NULL));
    FINE(option(VP, GL_PROGRAM_POSITION_INVARIANT_TRI, "1"));
    RAISES(GL_INVALID_OPERATION, hlsl(VP, "float4 main(float4 p : POSITION) : POSITION { return p; }"));
    CHECK(says("position invariance"));
    FINE(option(VP, GL_PROGRAM_CLEAR_OPTIONS_TRI, NULL));
    RAISES(GL_INVALID_OPERATION, hlsl(VP, "float4 main(float4 p : POSITION, out float4 n : NORMAL5) : POSITION { n = p; return p; }"));
    CHECK(says("NORMAL5"));
    /* Assembly has no options; each form is one only, and each version one stage. */
    FINE(assembly(FP, "ps_1_1\nmov r0, c0\n"));
    CHECK(program_int(FP, GL_PROGRAM_FORMAT_ARB) == GL_PROGRAM_FORMAT_D3D_ASSEMBLY_TRI);
    RAISES(GL_INVALID_OPERATION, assembly(VP, "ps_1_1\nmov r0, c0\n"));
    CHECK(says("ps_1_1 shaders are no vertex programs"));
    const char *unknown = "ps_1_1\nmov r0, c99\n";
    RAISES(GL_INVALID_OPERATION, assembly(FP, unknown));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) >= 7);
    FINE(option(FP, GL_PROGRAM_DEFINE_TRI, "A=1"));
    RAISES(GL_INVALID_OPERATION, assembly(FP, "ps_1_1\nmov r0, c0\n"));
    FINE(option(FP, GL_PROGRAM_CLEAR_OPTIONS_TRI, NULL));
    static const unsigned tokens[] = {0xffff0101, 0x01, 0x800f0000, 0xa0e40000, 0x0000ffff};
    unsigned copy[5] = {0};
    FINE(glProgramStringARB(FP, GL_PROGRAM_FORMAT_D3D_TOKENS_TRI, sizeof tokens, tokens));
    CHECK(program_int(FP, GL_PROGRAM_LENGTH_ARB) == (int)sizeof tokens);
    FINE(glGetProgramStringARB(FP, GL_PROGRAM_STRING_ARB, copy));
    CHECK(!memcmp(copy, tokens, sizeof copy));
    RAISES(GL_INVALID_OPERATION, glProgramStringARB(FP, GL_PROGRAM_FORMAT_D3D_TOKENS_TRI, sizeof tokens - 4, tokens));
    RAISES(GL_INVALID_OPERATION, glProgramStringARB(FP, GL_PROGRAM_FORMAT_D3D_ASSEMBLY_TRI, sizeof tokens, tokens));
    RAISES(GL_INVALID_OPERATION, glProgramStringARB(FP, GL_PROGRAM_FORMAT_D3D_TOKENS_TRI, 7, "ps_1_1\n"));
    RAISES(GL_INVALID_ENUM, glProgramStringARB(GL_TEXT_FRAGMENT_SHADER_ATI, GL_PROGRAM_FORMAT_HLSL_TRI, 1, "x"));
    RAISES(GL_INVALID_ENUM, glProgramStringARB(FP, GL_PROGRAM_FORMAT_D3D_TOKENS_TRI + 1, 1, "x"));
    FINE(glDisable(FP));
}

/* Uniforms of HLSL by their names; of assembly by those of registers. */
static void constants(void) {
    GLfloat f[16];
    FINE(hlsl(VP, "row_major float3x4 m; struct L { float4 c[2]; bool on; } l; int which; float4 unused;"
                  "void main(float4 p : POSITION, out float4 q : POSITION, out float4 c : COLOR)"
                  "{ q = float4(mul(m, p), p.w); c = l.on ? l.c[which] : 0; }"));
    CHECK(location(VP, "unused") == -1 && location(VP, "l.c[1]") == location(VP, "l.c") + 1);
    const GLfloat rows[12] = {0.5f, 0, 0, 0.5f, 0, 1, 0, 0, 0, 0, 1, 0}, colors[8] = {9, 9, 9, 9, 0, 1, 0.5f, 1};
    FINE(uniform_m(VP, location(VP, "m"), 1, GL_TRUE, rows));
    FINE(uniform_f(VP, location(VP, "l.c"), 2, colors));
    FINE(uniform_i(VP, location(VP, "which"), 1));
    FINE(uniform_i(VP, location(VP, "l.on"), 1));
    FINE(glEnable(VP));
    clear();
    FINE(quad());
    CHECK(pixel_is(1, 3, 0, 0, 0, 0) && pixel_is(6, 3, 0, 1, 0.5f, 1));
    /* The same with registers: a defined constant is no uniform, one that is read by a computed number is one of all. */
    FINE(assembly(VP, "vs_2_0\ndcl_position v0\ndef c3, 0.5, 0.5, 0.5, 1\nmova a0.x, c0.x\nif b2\nmul r0, v0, c3\nadd r0, r0, c[a0.x + 10]\n"
                      "else\nmov r0, v0\nendif\nmov oPos, r0\nmov r1, c3\nrep i1\nmul r1, r1, c3.x\nendrep\nmov oD0, r1\n"));
    CHECK(location(VP, "c3") == -1 && location(VP, "c11") >= 0 && location(VP, "b2") >= 0 && location(VP, "i1") >= 0);
    char name[8];
    GLenum type;
    GLint n = program_int(VP, GL_PROGRAM_ACTIVE_UNIFORMS_TRI);
    FINE(active(VP, n - 2, sizeof name, NULL, NULL, &type, name));
    CHECK(!strcmp(name, "i1") && type == GL_INT_VEC4);
    FINE(active(VP, n - 1, sizeof name, NULL, NULL, &type, name));
    CHECK(!strcmp(name, "b2") && type == GL_BOOL);
    const GLfloat one[4] = {1, 0, 0, 0}, right[4] = {0.5f, 0, 0, 0};
    FINE(uniform_f(VP, location(VP, "c0"), 1, one));
    FINE(uniform_f(VP, location(VP, "c11"), 1, right));
    FINE(uniform_i(VP, location(VP, "b2"), 1));
    FINE(uniform_f(VP, location(VP, "i1"), 1, one));
    FINE(get_f(VP, location(VP, "i1"), f));
    CHECK(f[0] == 1 && f[1] == 0);
    clear();
    FINE(quad());
    CHECK(pixel_is(1, 3, 0, 0, 0, 0) && pixel_is(6, 3, 0.25f, 0.25f, 0.25f, 0.5f));
    FINE(uniform_i(VP, location(VP, "b2"), 0));
    FINE(quad());
    CHECK(pixel_is(1, 3, 0.25f, 0.25f, 0.25f, 0.5f));
    FINE(glDisable(VP));
    /* Samplers: by the register of the text, moved to another unit; before version 2 of the shape that is enabled. */
    const unsigned char texels[2][4] = {{0, 255, 0, 255}, {0, 0, 255, 255}};
    GLuint names[2];
    FINE(glGenTextures(2, names));
    for (int i = 0; i < 2; i++) {
        FINE(glActiveTexture(GL_TEXTURE0 + 2 + i));
        FINE(glBindTexture(GL_TEXTURE_2D, names[i]));
        FINE(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST));
        FINE(glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[i]));
    }
    FINE(glEnable(FP));
    FINE(hlsl(FP, "sampler2D image : register(s2); float4 main(float2 t : TEXCOORD0) : COLOR { return tex2D(image, t); }"));
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 1, 0, 1));
    FINE(uniform_i(FP, location(FP, "image"), 3));
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 0, 1, 1));
    FINE(assembly(FP, "ps_1_1\ntex t2\nmov r0, t2\n"));
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 1, 0, 1));
    FINE(active(FP, 0, sizeof name, NULL, NULL, &type, name));
    CHECK(!strcmp(name, "s2") && type == GL_SAMPLER_2D);
    FINE(uniform_i(FP, location(FP, "s2"), 3));
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 0, 1, 1));
    FINE(glDisable(FP));
    FINE(glActiveTexture(GL_TEXTURE0));
    FINE(glDeleteTextures(2, names));
}

/* Both languages at fragments: a colour of each pixel that both give. */
static void both(const char *text, const char *shader, void (*check)(void)) {
    for (int i = 0; i < 2; i++) {
        if (i) {
            FINE(assembly(FP, shader));
        } else {
            FINE(hlsl(FP, text));
        }
        FINE(glEnable(FP));
        clear();
        check();
        FINE(glDisable(FP));
    }
}

/* vPos: whole numbers from the upper left corner. GL's row 0 is the lowest. */
static void positions(void) {
    FINE(quad());
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) CHECK(pixel_is(x, y, x / 16.0f, (SIZE - 1 - y) / 16.0f, 0, 1));
    }
}

/* vFace: above 0 at the front, as glFrontFace says. */
static void facing(void) {
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 1, 0, 1));
    FINE(glFrontFace(GL_CW));
    FINE(quad());
    CHECK(pixel_is(3, 3, 1, 0, 0, 1));
    FINE(glFrontFace(GL_CCW));
}

/* vPos grows by 1 to the right and downward. */
static void derivatives(void) {
    FINE(quad());
    CHECK(pixel_is(3, 3, 0.5f, 0.5f, 0, 0.5f));
}

/* Infinity times 0 is 0 in assembly, and NaN in HLSL, which has no such rule here. */
static void conventions(void) {
    both("float4 main(float2 p : VPOS) : COLOR { return float4(p / 16, 0, 1); }",
         "ps_3_0\ndcl vPos.xy\ndef c0, 0.0625, 0, 0, 1\nmov r0, c0.yyyw\nmul r0.xy, vPos, c0.x\nmov oC0, r0\n", positions);
    both("float4 main(float f : VFACE) : COLOR { return f > 0 ? float4(0, 1, 0, 1) : float4(1, 0, 0, 1); }",
         "ps_3_0\ndcl vFace\ndef c0, 0, 1, 0, 1\ndef c1, 1, 0, 0, 1\nmov r0, c0\ncmp oC0, vFace, r0, c1\n", facing);
    /* Derivatives along y go down, as vPos does. */
    both("float4 main(float2 p : VPOS) : COLOR { return float4(ddx(p.x), ddy(p.y), 0, 1) * 0.5; }",
         "ps_3_0\ndcl vPos.xy\ndef c0, 0.5, 0.5, 0, 0.5\nmov r0, c0\ndsx r1, vPos.x\nmul r0.x, r0.x, r1.x\ndsy r1, vPos.y\nmul r0.y, r0.y, r1.x\n"
         "mov oC0, r0\n", derivatives);
    /* Clip coordinates and depths are GL's: z from -w to w is 0 to 1, and no half pixel is added. */
    const char *text = "void main(float4 p : POSITION, out float4 q : POSITION) { q = float4(p.xy, -0.5, 1); }";
    const char *shader = "vs_1_1\ndcl_position v0\ndef c0, 0, 0, -0.5, 1\nmov oPos.xy, v0\nmov oPos.zw, c0\n";
    for (int i = 0; i < 2; i++) {
        if (i) {
            FINE(assembly(VP, shader));
        } else {
            FINE(hlsl(VP, text));
        }
        FINE(glEnable(VP));
        FINE(glEnable(GL_DEPTH_TEST));
        clear();
        glBegin(GL_QUADS);
        glVertex2f(-1, -1);
        glVertex2f(0, -1);
        glVertex2f(0, 1);
        glVertex2f(-1, 1);
        glEnd();
        GLfloat depth;
        FINE(glReadPixels(1, 2, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth));
        CHECK(fabsf(depth - 0.25f) < 1e-5f);
        /* Exactly the left half: a pixel is drawn if its centre is inside. */
        for (int x = 0; x < SIZE; x++) {
            FINE(glReadPixels(x, 2, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth));
            CHECK((depth < 1) == (x < SIZE / 2));
        }
        FINE(glDisable(GL_DEPTH_TEST));
        FINE(glDisable(VP));
    }
    /* 0 times anything is 0 in assembly. */
    FINE(assembly(FP, "ps_2_0\ndef c0, 0, 1, 0, 1\nrcp r0, c0.x\nmul r0, r0, c0.x\nadd r0, r0, c0\nmov oC0, r0\n"));
    FINE(glEnable(FP));
    clear();
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 1, 0, 1));
    FINE(glDisable(FP));
    /* oFog is the fog coordinate: linear fog from 1 to 0 takes it as Direct3D does, as the part of the colour that stays. */
    const GLfloat blue[4] = {0, 0, 1, 1};
    FINE(assembly(VP, "vs_1_1\ndcl_position v0\ndef c0, 1, 0, 0.25, 1\nmov oPos, v0\nmov oD0, c0.xyyx\nmov oFog, c0.z\n"));
    FINE(glEnable(VP));
    FINE(glEnable(GL_FOG));
    FINE(glFogi(GL_FOG_MODE, GL_LINEAR));
    FINE(glFogf(GL_FOG_START, 1));
    FINE(glFogf(GL_FOG_END, 0));
    FINE(glFogfv(GL_FOG_COLOR, blue));
    FINE(glFogi(GL_FOG_COORDINATE_SOURCE, GL_FOG_COORDINATE));
    clear();
    FINE(quad());
    CHECK(pixel_is(3, 3, 0.25f, 0, 0.75f, 1));
    FINE(glDisable(GL_FOG));
    FINE(glDisable(VP));
}

/* Varyings that GL does not have link by usage, also between the languages, and attributes are generic ones. */
static void links(void) {
    const char *vertices[2] = {
        "void main(float4 p : POSITION, float4 t : TANGENT, out float4 q : POSITION, out float4 n : NORMAL, out float4 s : TEXCOORD9)"
        "{ q = p; n = t; s = t.yxzw; }",
        "vs_3_0\ndcl_position v0\ndcl_tangent v1\ndcl_texcoord9 o0\ndcl_position o1\ndcl_normal o2\nmov o1, v0\nmov o2, v1\nmov o0, v1.yxzw\n",
    };
    const char *fragments[2] = {
        "float4 main(float4 s : TEXCOORD9, float4 n : NORMAL) : COLOR { return float4(n.x, s.x, n.zw); }",
        "ps_3_0\ndcl_normal v3\ndcl_texcoord9 v0.x\nmov oC0, v3\nmov oC0.y, v0.x\n",
    };
    FINE(glEnable(VP));
    FINE(glEnable(FP));
    PFNGLVERTEXATTRIB4FARBPROC attribute = find("glVertexAttrib4fARB");
    for (int v = 0; v < 2; v++) {
        for (int f = 0; f < 2; f++) {
            if (v) {
                FINE(assembly(VP, vertices[1]));
            } else {
                FINE(hlsl(VP, vertices[0]));
            }
            if (f) {
                FINE(assembly(FP, fragments[1]));
            } else {
                FINE(hlsl(FP, fragments[0]));
            }
            FINE(attribute(14, 0.25f, 0.5f, 0.75f, 1));
            clear();
            FINE(quad());
            CHECK(pixel_is(3, 3, 0.25f, 0.5f, 0.75f, 1));
        }
    }
    FINE(glDisable(VP));
    FINE(glDisable(FP));
}

int main(void) {
    OSMesaContext context = make_context(NULL);
    find_commands();
    loading();
    constants();
    conventions();
    links();
    OSMesaDestroyContext(context);
    return 0;
}
