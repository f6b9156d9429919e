/* Golden scenes of EXT_vertex_shader. Mesa does not have it. Where it is missing, fixed function draws the same, so that the reference
 * has another implementation and another formulation. */
#include "golden.h"
#include <GL/osmesa.h>

#define COMMANDS                                                                                                        \
    COMMAND(PFNGLGENVERTEXSHADERSEXTPROC, GenVertexShaders) COMMAND(PFNGLBINDVERTEXSHADEREXTPROC, BindVertexShader)     \
    COMMAND(PFNGLBEGINVERTEXSHADEREXTPROC, BeginVertexShader) COMMAND(PFNGLENDVERTEXSHADEREXTPROC, EndVertexShader)     \
    COMMAND(PFNGLSHADEROP1EXTPROC, ShaderOp1) COMMAND(PFNGLSHADEROP2EXTPROC, ShaderOp2)                                 \
    COMMAND(PFNGLSHADEROP3EXTPROC, ShaderOp3) COMMAND(PFNGLSWIZZLEEXTPROC, Swizzle)                                     \
    COMMAND(PFNGLWRITEMASKEXTPROC, WriteMask) COMMAND(PFNGLEXTRACTCOMPONENTEXTPROC, ExtractComponent)                   \
    COMMAND(PFNGLGENSYMBOLSEXTPROC, GenSymbols) COMMAND(PFNGLSETINVARIANTEXTPROC, SetInvariant)                         \
    COMMAND(PFNGLSETLOCALCONSTANTEXTPROC, SetLocalConstant) COMMAND(PFNGLVARIANTPOINTEREXTPROC, VariantPointer)         \
    COMMAND(PFNGLENABLEVARIANTCLIENTSTATEEXTPROC, EnableVariantClientState)                                             \
    COMMAND(PFNGLBINDLIGHTPARAMETEREXTPROC, BindLightParameter)                                                         \
    COMMAND(PFNGLBINDMATERIALPARAMETEREXTPROC, BindMaterialParameter)                                                   \
    COMMAND(PFNGLBINDTEXTUREUNITPARAMETEREXTPROC, BindTextureUnitParameter)                                             \
    COMMAND(PFNGLBINDPARAMETEREXTPROC, BindParameter)

#define COMMAND(type, name) static type p##name;
COMMANDS
#undef COMMAND

__attribute__((constructor)) static void look_up(void)
{
#define COMMAND(type, name) p##name = (type)(void *)OSMesaGetProcAddress("gl" #name "EXT");
    COMMANDS
#undef COMMAND
}

static int has_vertex_shader(void) { return strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_vertex_shader") != NULL; }

static GLuint scalar(void) { return pGenSymbols(GL_SCALAR_EXT, GL_LOCAL_EXT, GL_FULL_RANGE_EXT, 1); }
static GLuint vector(void) { return pGenSymbols(GL_VECTOR_EXT, GL_LOCAL_EXT, GL_FULL_RANGE_EXT, 1); }

static GLuint constant(float x, float y, float z, float w)
{
    const float v[4] = {x, y, z, w};
    GLuint id = pGenSymbols(GL_VECTOR_EXT, GL_LOCAL_CONSTANT_EXT, GL_FULL_RANGE_EXT, 1);
    pSetLocalConstant(id, GL_FLOAT, v);
    return id;
}

static GLuint number(float x)
{
    GLuint id = pGenSymbols(GL_SCALAR_EXT, GL_LOCAL_CONSTANT_EXT, GL_FULL_RANGE_EXT, 1);
    pSetLocalConstant(id, GL_FLOAT, &x);
    return id;
}

static void normalize(GLuint v)
{
    GLuint s = scalar();
    pShaderOp2(GL_OP_DOT3_EXT, s, v, v);
    pShaderOp1(GL_OP_RECIP_SQRT_EXT, s, s);
    pShaderOp2(GL_OP_MUL_EXT, v, v, s);
}

/* Light 0 is infinitely far, on a material, for an infinite viewer. Modelview matrices have no scale. */
static void light(GLuint modelview)
{
    GLuint n = vector(), l = vector(), h = vector(), color = vector(), d = scalar(), s = scalar(), lit = scalar();
    pSwizzle(n, pBindParameter(GL_CURRENT_NORMAL), GL_X_EXT, GL_Y_EXT, GL_Z_EXT, GL_ZERO_EXT);
    pShaderOp2(GL_OP_MULTIPLY_MATRIX_EXT, n, modelview, n);
    pShaderOp1(GL_OP_MOV_EXT, l, pBindLightParameter(GL_LIGHT0, GL_POSITION));
    normalize(l);
    pShaderOp2(GL_OP_ADD_EXT, h, l, constant(0, 0, 1, 0));
    normalize(h);
    pShaderOp2(GL_OP_DOT3_EXT, d, n, l);
    pShaderOp2(GL_OP_DOT3_EXT, s, n, h);
    pShaderOp2(GL_OP_SET_LT_EXT, lit, number(0), d);
    pShaderOp2(GL_OP_MAX_EXT, d, d, number(0));
    pShaderOp2(GL_OP_MAX_EXT, s, s, number(0));
    pShaderOp2(GL_OP_POWER_EXT, s, s, pBindMaterialParameter(GL_FRONT, GL_SHININESS));
    pShaderOp2(GL_OP_MUL_EXT, s, s, lit);
    pShaderOp2(GL_OP_ADD_EXT, color, pBindParameter(GL_LIGHT_MODEL_AMBIENT), pBindLightParameter(GL_LIGHT0, GL_AMBIENT));
    pShaderOp3(GL_OP_MADD_EXT, color, color, pBindMaterialParameter(GL_FRONT, GL_AMBIENT), pBindMaterialParameter(GL_FRONT, GL_EMISSION));
    GLuint product = vector();
    pShaderOp2(GL_OP_MUL_EXT, product, pBindLightParameter(GL_LIGHT0, GL_DIFFUSE), pBindMaterialParameter(GL_FRONT, GL_DIFFUSE));
    pShaderOp3(GL_OP_MADD_EXT, color, product, d, color);
    pShaderOp2(GL_OP_MUL_EXT, product, pBindLightParameter(GL_LIGHT0, GL_SPECULAR), pBindMaterialParameter(GL_FRONT, GL_SPECULAR));
    pShaderOp3(GL_OP_MADD_EXT, color, product, s, color);
    pWriteMask(color, pBindMaterialParameter(GL_FRONT, GL_DIFFUSE), GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);
    pShaderOp1(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, color);
}

static void begin(void)
{
    pBindVertexShader(pGenVertexShaders(1));
    pBeginVertexShader();
}

static void end(void)
{
    pEndVertexShader();
    glEnable(GL_VERTEX_SHADER_EXT);
}

/* A lit, textured sphere in fog, from bound state alone. */
SCENE(vertex_shader, lit_textured)
{
    const float toward[4] = {1, 1, 2, 0}, diffuse[4] = {0.9f, 0.7f, 0.5f, 0.75f}, specular[4] = {0.5f, 0.5f, 0.5f, 1}, ambient[4] = {0.2f, 0.3f, 0.4f, 1};
    const float fog[4] = {0.2f, 0.2f, 0.6f, 1};
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glLightfv(GL_LIGHT0, GL_POSITION, toward);
    glLightfv(GL_LIGHT0, GL_AMBIENT, ambient);
    glLightfv(GL_LIGHT0, GL_SPECULAR, specular);
    glMaterialfv(GL_FRONT, GL_DIFFUSE, diffuse);
    glMaterialfv(GL_FRONT, GL_SPECULAR, specular);
    glMaterialfv(GL_FRONT, GL_AMBIENT, ambient);
    glMaterialf(GL_FRONT, GL_SHININESS, 12);
    small_texture(GL_LINEAR, GL_LINEAR, GL_REPEAT);
    glMatrixMode(GL_TEXTURE);
    glScalef(3, 2, 1);
    glTranslatef(0.25f, 0.125f, 0);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogf(GL_FOG_START, 1.5f);
    glFogf(GL_FOG_END, 4);
    glFogfv(GL_FOG_COLOR, fog);
    glEnable(GL_FOG);
    perspective_view();
    if (has_vertex_shader()) {
        begin();
        GLuint eye = vector(), z = scalar(), modelview = pBindParameter(GL_MODELVIEW_MATRIX);
        pShaderOp2(GL_OP_MULTIPLY_MATRIX_EXT, eye, modelview, pBindParameter(GL_CURRENT_VERTEX_EXT));
        pShaderOp2(GL_OP_MULTIPLY_MATRIX_EXT, GL_OUTPUT_VERTEX_EXT, pBindParameter(GL_PROJECTION_MATRIX), eye);
        pExtractComponent(z, eye, 2);
        pShaderOp1(GL_OP_NEGATE_EXT, GL_OUTPUT_FOG_EXT, z);
        pShaderOp2(GL_OP_MULTIPLY_MATRIX_EXT, GL_OUTPUT_TEXTURE_COORD0_EXT, pBindTextureUnitParameter(GL_TEXTURE0, GL_TEXTURE_MATRIX), pBindTextureUnitParameter(GL_TEXTURE0, GL_CURRENT_TEXTURE_COORDS));
        light(modelview);
        end();
    } else {
        glEnable(GL_LIGHTING);
        glEnable(GL_LIGHT0);
    }
    glRotatef(40, 1, 0, 0);
    glRotatef(25, 0, 0, 1);
    sphere(1.1f, 20);
}

/* A palette of matrices, indexed by a variant of each vertex, and colours of a normalized variant. All are in one draw of arrays. */
SCENE(vertex_shader, matrix_palette)
{
    enum { PIECES = 5 };
    static float corners[PIECES][4][2];
    static float index[PIECES][4][4];
    static GLbyte color[PIECES][4][4];
    float matrices[PIECES][16];
    for (int i = 0; i < PIECES; i++) {
        glPushMatrix();
        glRotatef(72.0f * i, 0, 0, 1);
        glTranslatef(0, 0.55f, 0);
        glScalef(0.5f + 0.1f * i, 0.8f, 1);
        glGetFloatv(GL_MODELVIEW_MATRIX, matrices[i]);
        glPopMatrix();
        for (int j = 0; j < 4; j++) {
            corners[i][j][0] = (j == 1 || j == 2) ? 0.3f : -0.3f;
            corners[i][j][1] = j >= 2 ? 0.3f : -0.3f;
            /* a value between whole numbers, which the index truncates */
            index[i][j][0] = i + 0.2f * j;
            color[i][j][0] = (GLbyte)(120 - 20 * i);
            color[i][j][1] = (GLbyte)(25 * i);
            color[i][j][2] = 60;
            color[i][j][3] = 127;
        }
    }
    if (has_vertex_shader()) {
        GLuint palette = pGenSymbols(GL_MATRIX_EXT, GL_INVARIANT_EXT, GL_FULL_RANGE_EXT, PIECES);
        GLuint which = pGenSymbols(GL_SCALAR_EXT, GL_VARIANT_EXT, GL_FULL_RANGE_EXT, 1);
        GLuint paint = pGenSymbols(GL_VECTOR_EXT, GL_VARIANT_EXT, GL_NORMALIZED_RANGE_EXT, 1);
        for (int i = 0; i < PIECES; i++) pSetInvariant(palette + (GLuint)i, GL_FLOAT, matrices[i]);
        begin();
        GLuint chosen = pGenSymbols(GL_MATRIX_EXT, GL_LOCAL_EXT, GL_FULL_RANGE_EXT, 1);
        pShaderOp2(GL_OP_INDEX_EXT, chosen, which, palette);
        pShaderOp2(GL_OP_MULTIPLY_MATRIX_EXT, GL_OUTPUT_VERTEX_EXT, chosen, pBindParameter(GL_CURRENT_VERTEX_EXT));
        pShaderOp1(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, paint);
        end();
        pVariantPointer(which, GL_FLOAT, 0, index);
        pVariantPointer(paint, GL_BYTE, 4, color);
        pEnableVariantClientState(which);
        pEnableVariantClientState(paint);
        glVertexPointer(2, GL_FLOAT, 0, corners);
        glEnableClientState(GL_VERTEX_ARRAY);
        glDrawArrays(GL_QUADS, 0, 4 * PIECES);
        return;
    }
    for (int i = 0; i < PIECES; i++) {
        glLoadMatrixf(matrices[i]);
        glBegin(GL_QUADS);
        for (int j = 0; j < 4; j++) {
            glColor4bv(color[i][j]);
            glVertex2fv(corners[i][j]);
        }
        glEnd();
    }
}
