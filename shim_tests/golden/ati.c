/* Golden scenes of ATI_fragment_shader: operations, modifiers, both passes, and shaders together with the rest of GL. Scenes keep
 * registers within [-8, 8] and results within [0, 1], and avoid what QUIRKS section 2 says of Mesa. c/fragment_shader_ati.c tests that
 * by hand. */
#include "golden.h"
#include "../c/ati_calls.h"

/* The commands are found before the first scene is drawn. */
__attribute__((constructor)) static void look_up(void) { load_ati_calls(); }

static void begin_shader(void)
{
    pBind(pGen(1));
    pBegin();
}

static void end_shader(void)
{
    pEnd();
    glEnable(GL_FRAGMENT_SHADER_ATI);
}

/* Binds a 4×4 texture to a unit. */
static void texture_on(int unit, GLenum filter)
{
    GLuint name;
    glActiveTexture(TEX(unit));
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    small_texture(filter, filter, GL_REPEAT);
    glActiveTexture(GL_TEXTURE0);
}

static void vertex(float x, float y)
{
    /* Set 0 goes over [-0.65, 1.63], set 1 over [0.03, 0.97]. Their r mixes both directions. */
    glMultiTexCoord3f(TEX(0), 0.51f + 1.12f * x, 0.47f + 1.12f * y, 0.3f + 0.4f * x - 0.5f * y);
    glMultiTexCoord3f(TEX(1), 0.5f + 0.47f * y, 0.5f - 0.47f * x, 0.5f + 0.23f * x + 0.23f * y);
    glColor4f(0.5f + 0.45f * x, 0.5f - 0.45f * y, 0.3f, 0.5f + 0.25f * x + 0.2f * y);
    glVertex2f(x, y);
}

/* Draws a rectangle of the picture with these inputs. */
static void shade(float x0, float y0, float x1, float y1)
{
    glBegin(GL_QUADS);
    vertex(x0, y0); vertex(x1, y0); vertex(x1, y1); vertex(x0, y1);
    glEnd();
}

/* REG_1 and REG_2 are coordinate sets 0 and 1, and REG_3 is a texel. */
static void route_inputs(void)
{
    texture_on(3, GL_NEAREST);
    begin_shader();
    pPass(REG(1), TEX(0), STR);
    pPass(REG(2), TEX(1), STR);
    pSample(REG(3), TEX(1), STR);
    constant(CON(1), 0.3f, 0.25f, 0.15f, 0.3f);
}

static void two_operands(GLenum op, GLuint a, GLuint b)
{
    route_inputs();
    pColor2(op, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, a, AS_IS, b, AS_IS);
    pAlpha2(op, REG(0), GL_SATURATE_BIT_ATI, a, AS_IS, b, AS_IS);
    end_shader();
    shade(-1, -1, 1, 1);
}

static void three_operands(GLenum op, GLuint a, GLuint b, GLuint c)
{
    route_inputs();
    pColor3(op, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, a, AS_IS, b, AS_IS, c, AS_IS);
    pAlpha3(op, REG(0), GL_SATURATE_BIT_ATI, a, AS_IS, b, AS_IS, c, AS_IS);
    end_shader();
    shade(-1, -1, 1, 1);
}

SCENE(ati, mov)
{
    route_inputs();
    pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_NONE, REG(2), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, REG(3), AS_IS);
    end_shader();
    shade(-1, -1, 1, 1);
}
SCENE(ati, add) { two_operands(GL_ADD_ATI, REG(1), REG(3)); }
SCENE(ati, mul) { two_operands(GL_MUL_ATI, GL_PRIMARY_COLOR_ARB, REG(3)); }
SCENE(ati, sub) { two_operands(GL_SUB_ATI, REG(3), REG(1)); }
SCENE(ati, dot3) { two_operands(GL_DOT3_ATI, REG(1), REG(2)); }
SCENE(ati, dot4) { two_operands(GL_DOT4_ATI, REG(3), CON(1)); }
SCENE(ati, mad) { three_operands(GL_MAD_ATI, REG(1), REG(2), REG(3)); }
SCENE(ati, lerp) { three_operands(GL_LERP_ATI, REG(2), REG(3), GL_PRIMARY_COLOR_ARB); }
SCENE(ati, cnd) { three_operands(GL_CND_ATI, REG(3), GL_PRIMARY_COLOR_ARB, REG(1)); }
SCENE(ati, cnd0) { three_operands(GL_CND0_ATI, REG(3), GL_PRIMARY_COLOR_ARB, REG(1)); }
/* Mesa reads the blue of the second argument instead of that of the third. */
SCENE(ati, dot2_add) { three_operands(GL_DOT2_ADD_ATI, REG(1), REG(3), REG(3)); }

/* Cell i of a grid of n × n. */
static void cell(int i, int n)
{
    float w = 2.0f / n, x = -1 + w * (i % n), y = -1 + w * (i / n);
    shade(x, y, x + w, y + w);
}

/* All sixteen combinations. The same shader is defined again and again while it is bound. */
SCENE(ati, argument_modifiers)
{
    begin_shader();
    pEnd();
    glGetError(); /* an empty shader is an error */
    glEnable(GL_FRAGMENT_SHADER_ATI);
    for (GLuint i = 0; i < 16; i++) {
        pBegin();
        pColor2(GL_ADD_ATI, REG(0), RGB_ALL, GL_HALF_BIT_ATI | GL_SATURATE_BIT_ATI, GL_PRIMARY_COLOR_ARB, GL_NONE, i, GL_ONE, AS_IS);
        pAlpha2(GL_ADD_ATI, REG(0), GL_HALF_BIT_ATI | GL_SATURATE_BIT_ATI, GL_PRIMARY_COLOR_ARB, GL_NONE, i, GL_ONE, AS_IS);
        pEnd();
        cell((int)i, 4);
    }
}

/* Every scale, alone and with saturation, of a sum in [-0.6, 1.6]. Half of the result plus a quarter shows values below 0 and above 1. */
SCENE(ati, result_modifiers)
{
    static const GLuint scales[7] = {GL_NONE, GL_2X_BIT_ATI, GL_4X_BIT_ATI, GL_8X_BIT_ATI, GL_HALF_BIT_ATI, GL_QUARTER_BIT_ATI, GL_EIGHTH_BIT_ATI};
    glEnable(GL_FRAGMENT_SHADER_ATI);
    for (int i = 0; i < 14; i++) {
        GLuint mod = scales[i % 7] | (i < 7 ? 0 : GL_SATURATE_BIT_ATI);
        begin_shader();
        constant(CON(4), 0.3f, 0.3f, 0.3f, 0.3f);
        pPass(REG(1), TEX(0), STR);
        pColor1(GL_MOV_ATI, REG(2), RGB_ALL, mod, REG(1), GL_NONE, GL_NONE);
        pAlpha1(GL_MOV_ATI, REG(2), mod, REG(1), GL_RED, GL_NONE);
        pColor3(GL_MAD_ATI, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, REG(2), AS_IS, CON(4), AS_IS, CON(4), AS_IS);
        pAlpha3(GL_MAD_ATI, REG(0), GL_SATURATE_BIT_ATI, REG(2), AS_IS, CON(4), AS_IS, CON(4), AS_IS);
        end_shader();
        cell(i, 4);
    }
}

/* Each component is replicated, in colour and in alpha. */
SCENE(ati, replication)
{
    static const GLuint from[5] = {GL_NONE, GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
    texture_on(3, GL_NEAREST);
    for (int i = 0; i < 9; i++) {
        GLuint source = i < 5 ? GL_PRIMARY_COLOR_ARB : REG(3);
        begin_shader();
        pSample(REG(3), TEX(1), STR);
        pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_NONE, source, from[i % 5], GL_NONE);
        pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, source, from[(i + 2) % 5], GL_NONE);
        end_shader();
        cell(i, 3);
    }
}

SCENE(ati, masks)
{
    for (GLuint mask = 0; mask < 8; mask++) {
        begin_shader();
        pPass(REG(0), TEX(1), STR);
        pColor1(GL_MOV_ATI, REG(0), mask, GL_NONE, GL_ONE, GL_NONE, mask & 1 ? GL_NONE : GL_COMP_BIT_ATI);
        pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, GL_PRIMARY_COLOR_ARB, AS_IS);
        end_shader();
        cell((int)mask, 3);
    }
}

/* Each kind of argument: 0, 1, constants of the shader and of the context, and both interpolated colours. */
SCENE(ati, arguments)
{
    static const GLuint sources[8] = {GL_ZERO, GL_ONE, CON(0), CON(7), CON(3), GL_PRIMARY_COLOR_ARB, GL_SECONDARY_INTERPOLATOR_ATI, REG(5)};
    constant(CON(0), 1, 0, 1, 0.25f);
    constant(CON(7), 0.2f, 0.4f, 0.6f, 0.8f);
    glSecondaryColor3f(0.9f, 0.6f, 0.1f);
    for (int i = 0; i < 8; i++) {
        begin_shader();
        pPass(REG(5), TEX(1), STR);
        pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_NONE, sources[i], AS_IS);
        pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, sources[i], i >= 6 ? GL_BLUE : GL_NONE, GL_NONE);
        constant(CON(0), 0.8f, 0.7f, 0, 0.5f); /* this affects the earlier operations too */
        end_shader();
        cell(i, 3);
    }
}

/* Local constants take precedence. Constants of the context are read at the draw and outlive those of the shader. Both are left as they
 * were. (Mesa reads them when another shader is bound.) */
SCENE(ati, constants)
{
    GLuint first, second;
    first = pGen(2), second = first + 1;
    for (GLuint shader = first; shader <= second; shader++) {
        pBind(shader);
        pBegin();
        if (shader == second) constant(CON(1), 0, 0.3f, 0.9f, 1);
        pColor2(GL_MUL_ATI, REG(0), RGB_ALL, GL_NONE, CON(1), AS_IS, CON(2), AS_IS);
        pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, CON(1), AS_IS);
        pEnd();
    }
    glEnable(GL_FRAGMENT_SHADER_ATI);
    constant(CON(1), 1, 0.5f, 0.25f, 0.75f);
    constant(CON(2), 1, 1, 1, 1);
    for (int i = 0; i < 4; i++) {
        if (i == 2) constant(CON(1), 0.5f, 1, 0.5f, 0.3f);
        if (i == 3) constant(CON(2), 0.5f, 0.9f, 0.5f, 1);
        pBind(i & 1 ? second : first);
        cell(i, 2);
    }
}

/* Eight pairs in both passes add 1/32 each. */
SCENE(ati, sixteen_pairs)
{
    begin_shader();
    pPass(REG(0), TEX(1), STR);
    constant(CON(5), 0.03125f, 0.015625f, 0.0625f, 0.05f);
    for (int pass = 0; pass < 2; pass++) {
        if (pass) pPass(REG(0), REG(0), STR);
        for (int i = 0; i < 8; i++) {
            pColor2(i & 1 ? GL_ADD_ATI : GL_SUB_ATI, REG(0), i % 3 ? GL_NONE : GL_GREEN_BIT_ATI, GL_NONE, REG(0), AS_IS, CON(5), AS_IS);
            pAlpha2(pass ? GL_SUB_ATI : GL_ADD_ATI, REG(0), i == 7 ? GL_HALF_BIT_ATI : GL_NONE, i || pass ? REG(0) : GL_ONE, AS_IS, CON(5), AS_IS);
        }
    }
    end_shader();
    shade(-1, -1, 1, 1);
}

/* The second pass samples where the first one says: a texel moves the coordinates. */
SCENE(ati, dependent_read)
{
    texture_on(0, GL_LINEAR);
    texture_on(1, GL_NEAREST);
    begin_shader();
    pSample(REG(1), TEX(1), STR);
    pPass(REG(2), TEX(0), STR);
    pColor3(GL_MAD_ATI, REG(2), RGB_ALL, GL_NONE, REG(1), GL_NONE, GL_BIAS_BIT_ATI, CON(1), AS_IS, REG(2), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(2), GL_NONE, GL_ZERO, AS_IS);
    pSample(REG(0), REG(2), STR);
    pPass(REG(1), REG(1), STR);
    pColor2(GL_MUL_ATI, REG(0), RGB_ALL, GL_NONE, REG(0), AS_IS, REG(1), GL_ALPHA, GL_NONE);
    end_shader();
    constant(CON(1), 0.4f, 0.3f, 0, 0);
    shade(-1, -1, 1, 1);
}

/* Registers keep their values from the first pass to the second, or go to other registers. Alpha goes along with STR. */
SCENE(ati, loopback)
{
    texture_on(3, GL_NEAREST);
    begin_shader();
    glPushAttrib(GL_ENABLE_BIT); /* any command may be called inside a definition */
    pPass(REG(1), TEX(0), STR);
    pSample(REG(3), TEX(1), STR);
    pColor1(GL_MOV_ATI, REG(4), RGB_ALL, GL_NONE, REG(3), GL_NONE, GL_COMP_BIT_ATI);
    pAlpha1(GL_MOV_ATI, REG(4), GL_NONE, REG(3), AS_IS);
    pColor2(GL_ADD_ATI, REG(1), GL_RED_BIT_ATI, GL_SATURATE_BIT_ATI, REG(1), AS_IS, REG(3), AS_IS);
    glPopAttrib();
    pPass(REG(5), REG(4), STR);
    pPass(REG(1), REG(1), STR);
    pColor3(GL_LERP_ATI, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, GL_PRIMARY_COLOR_ARB, AS_IS, REG(1), AS_IS, REG(5), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, REG(5), AS_IS);
    end_shader();
    shade(-1, -1, 1, 1);
}

/* The four swizzles, passed (above) and sampled (below), of coordinates whose r and q differ. */
SCENE(ati, swizzles)
{
    static const GLuint swizzles[4] = {GL_SWIZZLE_STR_ATI, GL_SWIZZLE_STQ_ATI, GL_SWIZZLE_STR_DR_ATI, GL_SWIZZLE_STQ_DQ_ATI};
    texture_on(0, GL_NEAREST);
    for (int i = 0; i < 8; i++) {
        begin_shader();
        if (i < 4) pSample(REG(0), TEX(0), swizzles[i]);
        else pPass(REG(0), TEX(0), swizzles[i - 4]);
        pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, REG(0), GL_NONE, GL_NONE);
        pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, GL_ONE, AS_IS);
        end_shader();
        float x = -1 + 0.5f * (i % 4), y = i < 4 ? -1 : 0;
        glBegin(GL_QUADS);
        glTexCoord4f(0.02f, 0.01f, 1.3f, 0.7f); glVertex2f(x, y);
        glTexCoord4f(1.71f, 0.01f, 1.8f, 2.2f); glVertex2f(x + 0.5f, y);
        glTexCoord4f(1.71f, 1.53f, 3.3f, 2.6f); glVertex2f(x + 0.5f, y + 1);
        glTexCoord4f(0.02f, 1.53f, 2.8f, 1.1f); glVertex2f(x, y + 1);
        glEnd();
    }
}

/* A register of the first pass is divided by its third component in the second, as coordinates of a sample and as a value. */
SCENE(ati, projective_register)
{
    texture_on(2, GL_NEAREST);
    begin_shader();
    constant(CON(6), 0.9f, 0.9f, 0.7f, 1);
    pPass(REG(1), TEX(1), STR);
    pColor2(GL_ADD_ATI, REG(1), RGB_ALL, GL_NONE, REG(1), AS_IS, CON(6), AS_IS);
    pPass(REG(0), REG(1), GL_SWIZZLE_STR_DR_ATI);
    pSample(REG(2), REG(1), GL_SWIZZLE_STR_DR_ATI);
    pColor3(GL_LERP_ATI, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, GL_PRIMARY_COLOR_ARB, GL_BLUE, GL_NONE, REG(0), GL_NONE, GL_BIAS_BIT_ATI, REG(2), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, REG(2), AS_IS);
    end_shader();
    shade(-1, -1, 1, 1);
}

/* The unit of the destination register is sampled, with the coordinates of another register. */
SCENE(ati, units)
{
    for (int i = 0; i < 6; i++) {
        texture_on(i, GL_NEAREST);
        glActiveTexture(TEX(i));
        unsigned char texel[4] = {(unsigned char)(40 * i), (unsigned char)(255 - 50 * i), 90, 255};
        for (int n = 0; n < 4; n++) glTexSubImage2D(GL_TEXTURE_2D, 0, n, n, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    }
    glActiveTexture(GL_TEXTURE0);
    for (int i = 0; i < 6; i++) {
        begin_shader();
        pSample(REG(i), TEX(7 - i), STR);
        pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_NONE, REG(i), AS_IS);
        pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, REG(i), AS_IS);
        end_shader();
        float x = -1 + 0.6f * (i % 3), y = -1 + i / 3;
        for (int corner = 0; corner < 4; corner++) {
            float u = corner == 1 || corner == 2, v = corner / 2;
            if (!corner) glBegin(GL_QUADS);
            for (int set = 0; set < 8; set++) glMultiTexCoord2f(TEX(set), 0.03f * set + 1.13f * u, 0.11f * set - (set & 1 ? 0.9f : 0.2f) * v);
            glVertex2f(x + 0.5f * u, y + 0.8f * v);
        }
        glEnd();
    }
}

/* One shader samples each target: the enabled one with the highest priority. */
SCENE(ati, targets)
{
    static const GLenum faces[6] = {0x8515, 0x8516, 0x8517, 0x8518, 0x8519, 0x851a};
    unsigned char t[8][8][4];
    for (int i = 0; i < 64; i++) { t[i / 8][i % 8][0] = (unsigned char)(i * 4); t[i / 8][i % 8][1] = (unsigned char)(i % 8 * 36); t[i / 8][i % 8][2] = 255 - i / 8 * 30; t[i / 8][i % 8][3] = 128; }
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, t[3]);
    glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, t);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    for (int f = 0; f < 6; f++) glTexImage2D(faces[f], 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, t[f]);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    begin_shader();
    pSample(REG(0), TEX(0), STR);
    pColor1(GL_MOV_ATI, REG(1), RGB_ALL, GL_NONE, GL_ONE, AS_IS);
    end_shader();
    glDisable(GL_TEXTURE_2D);
    static const GLenum targets[4] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP};
    for (int i = 0; i < 4; i++) {
        glEnable(targets[i]);
        cell(i, 2);
    }
}

/* A cube map is sampled in a direction that the first pass computes, and a volume with q as its third coordinate. */
SCENE(ati, cube_and_volume)
{
    static const GLenum faces[6] = {0x8515, 0x8516, 0x8517, 0x8518, 0x8519, 0x851a};
    unsigned char t[4][4][4];
    for (int f = 0; f < 6; f++) {
        for (int i = 0; i < 16; i++) { t[0][i / 4][i % 4] = 0; unsigned char *p = &t[0][0][0] + 4 * i; p[0] = (unsigned char)(40 * f + 10); p[1] = (unsigned char)(i % 4 * 80); p[2] = (unsigned char)(i / 4 * 80); p[3] = 255; }
        glTexImage2D(faces[f], 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, t);
    }
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_CUBE_MAP);
    glActiveTexture(GL_TEXTURE2);
    unsigned char volume[2][2][2][4];
    for (int i = 0; i < 32; i++) (&volume[0][0][0][0])[i] = (unsigned char)(i % 4 == 3 ? 200 : (i * 67) & 255);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 2, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, volume);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glEnable(GL_TEXTURE_3D);
    glActiveTexture(GL_TEXTURE0);
    begin_shader();
    pPass(REG(1), TEX(0), STR);
    pColor1(GL_MOV_ATI, REG(1), RGB_ALL, GL_NONE, REG(1), GL_NONE, GL_BIAS_BIT_ATI);
    pSample(REG(0), REG(1), STR);
    pSample(REG(2), TEX(1), GL_SWIZZLE_STQ_ATI);
    pColor3(GL_LERP_ATI, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, GL_PRIMARY_COLOR_ARB, AS_IS, REG(0), AS_IS, REG(2), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, REG(2), AS_IS);
    end_shader();
    static const float corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        float x = corners[i][0], y = corners[i][1];
        glTexCoord3f(0.5f + 1.1f * x, 0.51f + 1.31f * y, 0.913f - 0.3f * x);
        glMultiTexCoord4f(TEX(1), 0.6f * x, 0.5f * y, 0.9f, 0.5f + 0.3f * x + 0.4f * y);
        glColor3f(0.5f + 0.5f * x, 0.5f + 0.5f * x, 0.5f + 0.5f * x);
        glVertex2f(x, y);
    }
    glEnd();
}

/* Coordinates are generated and transformed, and nothing is sampled. (The textures are needed because Mesa ignores matrices without
 * them.) */
SCENE(ati, generated_coordinates)
{
    static const float plane[4] = {0.4f, 0.3f, 0, 0.5f};
    texture_on(0, GL_NEAREST);
    texture_on(6, GL_NEAREST);
    glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
    glTexGenfv(GL_S, GL_OBJECT_PLANE, plane);
    glEnable(GL_TEXTURE_GEN_S);
    glMatrixMode(GL_TEXTURE);
    glRotatef(20, 0, 0, 1);
    glTranslatef(0.1f, 0.2f, 0.3f);
    glActiveTexture(GL_TEXTURE6);
    glScalef(0.5f, 0.7f, 0.9f);
    begin_shader();
    pPass(REG(0), TEX(0), STR);
    pPass(REG(1), TEX(6), STR);
    pColor2(GL_MUL_ATI, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, REG(0), AS_IS, REG(1), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, REG(1), GL_RED, GL_NONE);
    end_shader();
    glMultiTexCoord3f(TEX(6), 0.9f, 1.1f, 1);
    shade(-1, -1, 1, 1);
}

/* The mipmap level follows from the differences of dependent coordinates. Each level has its colour. */
SCENE(ati, dependent_levels)
{
    static const float repeats[6] = {0.02f, 0.07f, 0.15f, 0.33f, 0.65f, 1.3f};
    static unsigned char t[64][64][4];
    glActiveTexture(GL_TEXTURE1);
    for (int level = 0; level < 7; level++) {
        memset(t, 40 + 30 * level, sizeof t);
        for (int i = 0; i < 4096; i++) { t[i / 64][i % 64][level % 3] = 255; t[i / 64][i % 64][3] = (unsigned char)(255 - 30 * level); }
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 64 >> level, 64 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, t);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    begin_shader();
    constant(CON(0), 0.55f, 0.55f, 0, 0);
    pPass(REG(1), TEX(0), STR);
    pColor2(GL_MUL_ATI, REG(1), RGB_ALL, GL_8X_BIT_ATI, REG(1), AS_IS, CON(0), AS_IS);
    pSample(REG(1), REG(1), STR);
    pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_NONE, REG(1), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, REG(1), AS_IS);
    end_shader();
    for (int i = 0; i < 6; i++) {
        float y = -1 + i / 3.0f, r = repeats[i];
        glBegin(GL_QUADS);
        glTexCoord2f(0.1f, 0); glVertex2f(-1, y); glTexCoord2f(0.13f, 0); glVertex2f(1, y);
        glTexCoord2f(0.13f, r); glVertex2f(1, y + 0.34f); glTexCoord2f(0.1f, r); glVertex2f(-1, y + 0.34f);
        glEnd();
    }
}

static void fogged(GLenum mode)
{
    static const float color[4] = {0.7f, 0.1f, 0.9f, 1};
    route_inputs();
    pColor2(GL_ADD_ATI, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, REG(3), AS_IS, REG(2), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, REG(3), AS_IS);
    end_shader();
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, (GLint)mode);
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
    glFogfv(GL_FOG_COLOR, color);
    glFogf(GL_FOG_DENSITY, 1.3f);
    glBegin(GL_QUADS);
    glFogCoordf(0); vertex(-1, -1); glFogCoordf(0.8f); vertex(1, -1); glFogCoordf(1.4f); vertex(1, 1); glFogCoordf(0.6f); vertex(-1, 1);
    glEnd();
}

SCENE(ati, fog_linear) { fogged(GL_LINEAR); }
SCENE(ati, fog_exp) { fogged(GL_EXP); }
SCENE(ati, fog_exp2) { fogged(GL_EXP2); }

/* Fragments of pixel rectangles have the coordinates of the raster position. (Mesa has those of set 0 only.) */
SCENE(ati, pixel_rectangles)
{
    unsigned char p[20][20][3];
    for (int y = 0; y < 20; y++)
        for (int x = 0; x < 20; x++) { p[y][x][0] = (unsigned char)(x * 12); p[y][x][1] = 90; p[y][x][2] = (unsigned char)(y * 12); }
    texture_on(0, GL_NEAREST);
    begin_shader();
    pSample(REG(0), TEX(0), STR);
    pPass(REG(1), TEX(0), STR);
    pColor3(GL_LERP_ATI, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, REG(0), AS_IS, REG(1), AS_IS, GL_PRIMARY_COLOR_ARB, AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, GL_PRIMARY_COLOR_ARB, AS_IS);
    end_shader();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexCoord3f(0.5f, 0.2f, 0.8f);
    glRasterPos2f(-0.9f, -0.9f);
    glDrawPixels(20, 20, GL_RGB, GL_UNSIGNED_BYTE, p);
    glTexCoord3f(0.4f, 0.6f, 0.3f);
    glRasterPos2f(0.1f, -0.6f);
    glCopyPixels(3, 3, 20, 20, GL_COLOR);
    glPixelZoom(-1.5f, 1);
    glTexCoord3f(0.9f, 0.9f, 0.9f);
    glRasterPos2f(0.9f, 0.2f);
    glDrawPixels(20, 20, GL_RGB, GL_UNSIGNED_BYTE, p);
}

/* Fragments of bitmaps have the colour of the raster position. (Mesa loses the secondary colour and the coordinates.) */
SCENE(ati, bitmaps)
{
    static const unsigned char bits[16] = {0xff, 0x81, 0xbd, 0xa5, 0xa5, 0xbd, 0x81, 0xff, 0xf0, 0xf0, 0xf0, 0xf0, 0x0f, 0x0f, 0x0f, 0x0f};
    begin_shader();
    pColor2(GL_ADD_ATI, REG(0), RGB_ALL, GL_HALF_BIT_ATI, GL_PRIMARY_COLOR_ARB, AS_IS, CON(1), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, GL_PRIMARY_COLOR_ARB, AS_IS);
    end_shader();
    constant(CON(1), 0.3f, 0.2f, 1, 1);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (int i = 0; i < 4; i++) {
        glColor4f(1 - 0.3f * i, 0.9f, 0.1f + 0.2f * i, 0.2f + 0.2f * i);
        glRasterPos2f(-0.9f + 0.4f * i, -0.9f + 0.45f * i);
        glColor3f(0, 0, 0);
        glBitmap(8, 16, 0, 0, 9, 3, bits);
        glBitmap(8, 16, 0, 0, 0, 0, bits);
    }
}

/* Points, lines, culled and flat primitives: the shader gets what rasterization makes. */
SCENE(ati, points_and_lines)
{
    begin_shader();
    pPass(REG(1), TEX(1), STR);
    pColor2(GL_ADD_ATI, REG(0), RGB_ALL, GL_HALF_BIT_ATI, REG(1), AS_IS, GL_PRIMARY_COLOR_ARB, AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, GL_PRIMARY_COLOR_ARB, AS_IS);
    end_shader();
    glPointSize(9);
    glBegin(GL_POINTS);
    vertex(-0.7f, -0.7f); vertex(0.1f, -0.5f); vertex(0.7f, -0.72f);
    glEnd();
    glLineWidth(5);
    glBegin(GL_LINES);
    vertex(-0.9f, -0.11f); vertex(0.9f, -0.11f); vertex(-0.45f, 0); vertex(-0.45f, 0.9f);
    glEnd();
    glShadeModel(GL_FLAT);
    glBegin(GL_TRIANGLES);
    vertex(0, 0); vertex(0.9f, 0.1f); vertex(0.3f, 0.9f);
    glEnd();
}

/* Lists bind shaders and set constants. A definition is executed at once while a list is compiled. */
SCENE(ati, lists)
{
    GLuint shader = pGen(2);
    for (GLuint i = 0; i < 2; i++) {
        glNewList(1 + i, GL_COMPILE);
        pBind(shader + i);
        constant(CON(1), 0.2f + 0.6f * i, 0.5f, 0.9f - 0.8f * i, 1);
        glEnable(GL_FRAGMENT_SHADER_ATI);
        glEndList();
        pBind(shader + i);
        glNewList(3, GL_COMPILE);
        pBegin();
        pPass(REG(1), TEX(1), STR);
        pColor2(i ? GL_MUL_ATI : GL_SUB_ATI, REG(0), RGB_ALL, GL_SATURATE_BIT_ATI, CON(1), AS_IS, REG(1), AS_IS);
        pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, CON(1), AS_IS);
        pEnd();
        glEndList();
    }
    glCallList(1);
    cell(0, 2);
    glCallList(2);
    cell(1, 2);
    glDisable(GL_FRAGMENT_SHADER_ATI);
    cell(2, 2);
    glCallList(1);
    cell(3, 2);
}
