/* Proves EXT_vertex_shader: pixels computed by hand, values that queries return, and pictures that must equal those of a vertex program.
 * No driver of today has the extension, so none can be the origin. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <math.h>
#include <string.h>

#define SIZE 32
#include "pixel_tests.h"

/* The commands come from GetProcAddress, because the system's libraries do not export them. */
#define COMMANDS(X) \
    X(glBeginVertexShaderEXT) X(glBindLightParameterEXT) X(glBindMaterialParameterEXT) X(glBindParameterEXT) \
    X(glBindTexGenParameterEXT) X(glBindTextureUnitParameterEXT) X(glBindVertexShaderEXT) X(glDeleteVertexShaderEXT) \
    X(glDisableVariantClientStateEXT) X(glEnableVariantClientStateEXT) X(glEndVertexShaderEXT) X(glExtractComponentEXT) \
    X(glGenSymbolsEXT) X(glGenVertexShadersEXT) X(glGetInvariantFloatvEXT) X(glGetVariantFloatvEXT) \
    X(glGetVariantIntegervEXT) X(glGetVariantPointervEXT) X(glInsertComponentEXT) X(glIsVariantEnabledEXT) \
    X(glSetInvariantEXT) X(glSetLocalConstantEXT) X(glShaderOp1EXT) X(glShaderOp2EXT) X(glShaderOp3EXT) X(glSwizzleEXT) \
    X(glVariantPointerEXT) X(glVariantfvEXT) X(glVariantubvEXT) X(glWriteMaskEXT) X(glNewObjectBufferATI) \
    X(glUpdateObjectBufferATI) X(glFreeObjectBufferATI) X(glVariantArrayObjectATI) X(glGetVariantArrayObjectivATI)
#define DECLARE(name) static __typeof__(&name) p_##name;
COMMANDS(DECLARE)

static void look_up(void)
{
#define LOOK_UP(name)                                                                    \
    if (!(p_##name = (__typeof__(p_##name))(void *)OSMesaGetProcAddress(#name)))         \
        printf("no %s\n", #name), exit(1);
    COMMANDS(LOOK_UP)
}

#define glBeginVertexShaderEXT (*p_glBeginVertexShaderEXT)
#define glBindLightParameterEXT (*p_glBindLightParameterEXT)
#define glBindMaterialParameterEXT (*p_glBindMaterialParameterEXT)
#define glBindParameterEXT (*p_glBindParameterEXT)
#define glBindTexGenParameterEXT (*p_glBindTexGenParameterEXT)
#define glBindTextureUnitParameterEXT (*p_glBindTextureUnitParameterEXT)
#define glBindVertexShaderEXT (*p_glBindVertexShaderEXT)
#define glDeleteVertexShaderEXT (*p_glDeleteVertexShaderEXT)
#define glDisableVariantClientStateEXT (*p_glDisableVariantClientStateEXT)
#define glEnableVariantClientStateEXT (*p_glEnableVariantClientStateEXT)
#define glEndVertexShaderEXT (*p_glEndVertexShaderEXT)
#define glExtractComponentEXT (*p_glExtractComponentEXT)
#define glGenSymbolsEXT (*p_glGenSymbolsEXT)
#define glGenVertexShadersEXT (*p_glGenVertexShadersEXT)
#define glGetInvariantFloatvEXT (*p_glGetInvariantFloatvEXT)
#define glGetVariantFloatvEXT (*p_glGetVariantFloatvEXT)
#define glGetVariantIntegervEXT (*p_glGetVariantIntegervEXT)
#define glGetVariantPointervEXT (*p_glGetVariantPointervEXT)
#define glInsertComponentEXT (*p_glInsertComponentEXT)
#define glIsVariantEnabledEXT (*p_glIsVariantEnabledEXT)
#define glSetInvariantEXT (*p_glSetInvariantEXT)
#define glSetLocalConstantEXT (*p_glSetLocalConstantEXT)
#define glShaderOp1EXT (*p_glShaderOp1EXT)
#define glShaderOp2EXT (*p_glShaderOp2EXT)
#define glShaderOp3EXT (*p_glShaderOp3EXT)
#define glSwizzleEXT (*p_glSwizzleEXT)
#define glVariantPointerEXT (*p_glVariantPointerEXT)
#define glVariantfvEXT (*p_glVariantfvEXT)
#define glVariantubvEXT (*p_glVariantubvEXT)
#define glWriteMaskEXT (*p_glWriteMaskEXT)
#define glNewObjectBufferATI (*p_glNewObjectBufferATI)
#define glUpdateObjectBufferATI (*p_glUpdateObjectBufferATI)
#define glFreeObjectBufferATI (*p_glFreeObjectBufferATI)
#define glVariantArrayObjectATI (*p_glVariantArrayObjectATI)
#define glGetVariantArrayObjectivATI (*p_glGetVariantArrayObjectivATI)

static GLuint symbol(GLenum type, GLenum storage) { return glGenSymbolsEXT(type, storage, GL_FULL_RANGE_EXT, 1); }
static GLuint local(GLenum type) { return symbol(type, GL_LOCAL_EXT); }

static void begin(void)
{
    glBindVertexShaderEXT(glGenVertexShadersEXT(1));
    glBeginVertexShaderEXT();
}

static void end(void)
{
    glEndVertexShaderEXT();
    glEnable(GL_VERTEX_SHADER_EXT);
}

static GLuint constant4(float x, float y, float z, float w)
{
    const float v[4] = {x, y, z, w};
    GLuint id = symbol(GL_VECTOR_EXT, GL_LOCAL_CONSTANT_EXT);
    glSetLocalConstantEXT(id, GL_FLOAT, v);
    return id;
}

static GLuint constant1(float x)
{
    GLuint id = symbol(GL_SCALAR_EXT, GL_LOCAL_CONSTANT_EXT);
    glSetLocalConstantEXT(id, GL_FLOAT, &x);
    return id;
}

static void transform(void)
{
    glShaderOp2EXT(GL_OP_MULTIPLY_MATRIX_EXT, GL_OUTPUT_VERTEX_EXT, glBindParameterEXT(GL_MVP_MATRIX_EXT), glBindParameterEXT(GL_CURRENT_VERTEX_EXT));
}

static void quad(void) { glRectf(-1, -1, 1, 1); }

/* Ends the definition, draws with it, and checks a pixel. */
static void expect_shader(const char *what, int r, int g, int b, int a)
{
    end();
    quad();
    expect(what, 8, 8, r, g, b, a);
}

/* Makes the colour of all vertices a vector with these components, each a scalar. */
static void color_of(GLuint x, GLuint y, GLuint z)
{
    GLuint v = local(GL_VECTOR_EXT);
    glShaderOp1EXT(GL_OP_MOV_EXT, v, constant1(1));
    glInsertComponentEXT(v, x, 0);
    glInsertComponentEXT(v, y, 1);
    glInsertComponentEXT(v, z, 2);
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, v);
}

/* Each scalar operation: 2^-1 = 0.5, log2 1.5157166 = 0.6, 0.5^2 = 0.25, 1/4, 1/sqrt 4, 0.3 as a fraction, (-0.5)^2. */
static void scalar_operations(void)
{
    GLuint s[3];
    begin();
    transform();
    for (int i = 0; i < 3; i++) s[i] = local(GL_SCALAR_EXT);
    glShaderOp1EXT(GL_OP_EXP_BASE_2_EXT, s[0], constant1(-1));
    glShaderOp1EXT(GL_OP_LOG_BASE_2_EXT, s[1], constant1(1.5157166f));
    glShaderOp2EXT(GL_OP_POWER_EXT, s[2], constant1(0.5f), constant1(2));
    color_of(s[0], s[1], s[2]);
    expect_shader("EXP_BASE_2, LOG_BASE_2, POWER", 128, 153, 64, 255);
    begin();
    transform();
    glShaderOp1EXT(GL_OP_RECIP_EXT, s[0], constant1(4));
    glShaderOp1EXT(GL_OP_RECIP_SQRT_EXT, s[1], constant1(4));
    glShaderOp2EXT(GL_OP_POWER_EXT, s[2], constant1(-0.5f), constant1(2));
    color_of(s[0], s[1], s[2]);
    expect_shader("RECIP, RECIP_SQRT, POWER of a negative base", 64, 128, 64, 255);
    begin();
    transform();
    glShaderOp1EXT(GL_OP_FRAC_EXT, s[0], constant1(-1.7f));
    glShaderOp1EXT(GL_OP_FLOOR_EXT, s[1], constant1(1.7f));
    glShaderOp1EXT(GL_OP_ROUND_EXT, s[2], constant1(0.4f));
    color_of(s[0], s[1], s[2]);
    expect_shader("FRAC, FLOOR, ROUND", 77, 255, 0, 255);
    begin();
    transform();
    glShaderOp3EXT(GL_OP_CLAMP_EXT, s[0], constant1(0.9f), constant1(0.1f), constant1(0.4f));
    glShaderOp2EXT(GL_OP_SET_GE_EXT, s[1], constant1(1), constant1(1));
    glShaderOp2EXT(GL_OP_SET_LT_EXT, s[2], constant1(1), constant1(1));
    color_of(s[0], s[1], s[2]);
    expect_shader("CLAMP, SET_GE, SET_LT", 102, 255, 0, 255);
}

/* Vectors: DOT3 leaves w of its destination, CROSS_PRODUCT makes it 1, and scalars go to all components. */
static void vector_operations(void)
{
    begin();
    transform();
    GLuint v = local(GL_VECTOR_EXT);
    glShaderOp1EXT(GL_OP_MOV_EXT, v, constant4(0, 0, 0, 0.6f));
    glShaderOp2EXT(GL_OP_DOT3_EXT, v, constant4(0.5f, 0.5f, 1, 9), constant4(0.2f, 0.2f, 0.2f, 9));
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, v);
    expect_shader("DOT3", 102, 102, 102, 153);
    begin();
    transform();
    glShaderOp2EXT(GL_OP_CROSS_PRODUCT_EXT, v, constant4(1, 0, 0, 5), constant4(0, 0.5f, -0.25f, 5));
    glShaderOp2EXT(GL_OP_ADD_EXT, v, v, constant1(0.25f));
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, v);
    expect_shader("CROSS_PRODUCT, and a scalar added", 64, 128, 191, 255);
    begin();
    transform();
    glShaderOp2EXT(GL_OP_SUB_EXT, v, constant1(1), constant4(0.8f, 0.6f, 0.4f, 0.2f));
    glShaderOp3EXT(GL_OP_MADD_EXT, GL_OUTPUT_COLOR0_EXT, v, constant1(0.5f), constant4(0.1f, 0.1f, 0.1f, 0.1f));
    expect_shader("SUB, MADD", 51, 77, 102, 128);
    begin();
    transform();
    glShaderOp2EXT(GL_OP_MAX_EXT, v, constant4(0.2f, 0.4f, 0.6f, 0.8f), constant1(0.5f));
    glShaderOp2EXT(GL_OP_MIN_EXT, v, v, constant4(1, 0.3f, 1, 0.7f));
    glShaderOp1EXT(GL_OP_NEGATE_EXT, v, v);
    glShaderOp2EXT(GL_OP_MUL_EXT, GL_OUTPUT_COLOR0_EXT, v, constant1(-1));
    expect_shader("MAX, MIN, NEGATE, MUL", 128, 77, 153, 179);
    begin();
    transform();
    GLuint s = local(GL_SCALAR_EXT);
    glShaderOp2EXT(GL_OP_DOT4_EXT, s, constant4(0.1f, 0.2f, 0.3f, 0.4f), constant4(1, 1, 1, -0.5f));
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, s);
    expect_shader("DOT4 to a scalar, MOV to all components", 102, 102, 102, 102);
}

/* Swizzles, masks, components. */
static void components(void)
{
    begin();
    transform();
    GLuint v = local(GL_VECTOR_EXT), c = constant4(0.2f, -0.4f, 0.6f, 0.8f);
    glSwizzleEXT(GL_OUTPUT_COLOR0_EXT, c, GL_W_EXT, GL_NEGATIVE_Y_EXT, GL_ZERO_EXT, GL_ONE_EXT);
    expect_shader("swizzle", 204, 102, 0, 255);
    begin();
    transform();
    glSwizzleEXT(v, c = constant4(0.2f, -0.4f, 0.6f, 0.8f), GL_NEGATIVE_ONE_EXT, GL_X_EXT, GL_Z_EXT, GL_Z_EXT);
    glWriteMaskEXT(v, c, GL_TRUE, GL_FALSE, GL_FALSE, GL_FALSE);
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, constant1(1));
    glWriteMaskEXT(GL_OUTPUT_COLOR0_EXT, v, GL_TRUE, GL_TRUE, GL_FALSE, GL_TRUE);
    expect_shader("write masks", 51, 51, 255, 153);
    begin();
    transform();
    GLuint s = local(GL_SCALAR_EXT), m = local(GL_MATRIX_EXT);
    glExtractComponentEXT(s, c = constant4(0.2f, -0.4f, 0.6f, 0.8f), 3);
    for (int i = 0; i < 4; i++) glInsertComponentEXT(m, c, i);
    glInsertComponentEXT(m, constant4(0, 0, 0, 1), 1);
    /* The rows of the matrix are its products with (0, 0, 0, 1) and (1, 0, 0, 0). */
    glShaderOp2EXT(GL_OP_MULTIPLY_MATRIX_EXT, v, m, constant4(1, 0, 0, 0));
    glInsertComponentEXT(v, s, 2);
    glExtractComponentEXT(GL_OUTPUT_COLOR0_EXT, m, 1);
    glWriteMaskEXT(GL_OUTPUT_COLOR0_EXT, v, GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
    expect_shader("rows of matrices", 51, 0, 204, 255);
}

/* INDEX into invariants, constants and locals. A value that is set later counts in the next draw. */
static void indices(void)
{
    const float colors[4][4] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 0, 1}};
    GLuint block = glGenSymbolsEXT(GL_VECTOR_EXT, GL_INVARIANT_EXT, GL_FULL_RANGE_EXT, 4);
    GLuint index = symbol(GL_SCALAR_EXT, GL_INVARIANT_EXT);
    for (int i = 0; i < 4; i++) glSetInvariantEXT(block + i, GL_FLOAT, colors[i]);
    float n = 2.9f;
    glSetInvariantEXT(index, GL_FLOAT, &n);
    begin();
    transform();
    glShaderOp2EXT(GL_OP_INDEX_EXT, GL_OUTPUT_COLOR0_EXT, index, block);
    expect_shader("INDEX of invariants", 0, 0, 255, 255);
    n = 1;
    glSetInvariantEXT(index, GL_FLOAT, &n);
    quad();
    expect("the index is another", 8, 8, 0, 255, 0, 255);
    const GLdouble white[4] = {1, 1, 1, 1};
    glSetInvariantEXT(block + 1, GL_DOUBLE, white);
    quad();
    expect("the symbol is another", 8, 8, 255, 255, 255, 255);
    begin();
    transform();
    GLuint locals = glGenSymbolsEXT(GL_VECTOR_EXT, GL_LOCAL_EXT, GL_FULL_RANGE_EXT, 3);
    for (int i = 0; i < 3; i++) glShaderOp1EXT(GL_OP_MOV_EXT, locals + i, block + i);
    /* The index counts back from the last name. */
    glShaderOp2EXT(GL_OP_INDEX_EXT, GL_OUTPUT_COLOR0_EXT, constant1(-2), locals + 2);
    expect_shader("INDEX of locals, backwards", 255, 0, 0, 255);
    GLuint matrices = glGenSymbolsEXT(GL_MATRIX_EXT, GL_INVARIANT_EXT, GL_FULL_RANGE_EXT, 2);
    /* By columns, the second matrix takes x to (0.2, 0.4, 0.6, 1). */
    const float m[16] = {0.2f, 0.4f, 0.6f, 1};
    glSetInvariantEXT(matrices + 1, GL_FLOAT, m);
    begin();
    transform();
    GLuint chosen = local(GL_MATRIX_EXT);
    glShaderOp2EXT(GL_OP_INDEX_EXT, chosen, constant1(1), matrices);
    glShaderOp2EXT(GL_OP_MULTIPLY_MATRIX_EXT, GL_OUTPUT_COLOR0_EXT, chosen, constant4(1, 0, 0, 0));
    expect_shader("INDEX of matrices", 51, 102, 153, 255);
}

/* Draws a quad whose left vertices have ½ of a scalar variant, and the right ones 1. */
static void graded(GLuint variant)
{
    const float half = 0.5f, one = 1;
    glBegin(GL_QUADS);
    glVariantfvEXT(variant, &half);
    glVertex2f(-1, -1);
    glVertex2f(-1, 1);
    glVariantfvEXT(variant, &one);
    glVertex2f(1, 1);
    glVertex2f(1, -1);
    glEnd();
}

/* Integers of a normalized range. A scalar, a vector and a matrix as variants: between Begin and End, by arrays, in lists. */
static void variants(void)
{
    GLuint color = glGenSymbolsEXT(GL_VECTOR_EXT, GL_VARIANT_EXT, GL_NORMALIZED_RANGE_EXT, 1);
    GLuint scale = symbol(GL_SCALAR_EXT, GL_VARIANT_EXT), matrix = symbol(GL_MATRIX_EXT, GL_VARIANT_EXT);
    float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const GLubyte bytes[4] = {255, 51, 102, 255};
    GLuint product = local(GL_VECTOR_EXT);
    begin();
    transform();
    glShaderOp2EXT(GL_OP_MULTIPLY_MATRIX_EXT, product, matrix, color);
    glShaderOp2EXT(GL_OP_MUL_EXT, GL_OUTPUT_COLOR0_EXT, product, scale);
    end();
    float half = 0.5f, one = 1;
    glVariantfvEXT(matrix, identity);
    glVariantfvEXT(scale, &one);
    glVariantubvEXT(color, bytes);
    quad();
    expect("current variants", 8, 8, 255, 51, 102, 255);
    /* Between Begin and End, the variant changes from vertex to vertex: left dark, right light. */
    graded(scale);
    expect("left", 0, 8, 130, 26, 52, 130);
    expect("right", SIZE - 1, 8, 253, 51, 101, 253);
    /* The same in a list. */
    glNewList(1, GL_COMPILE);
    graded(scale);
    glEndList();
    glClear(GL_COLOR_BUFFER_BIT);
    glCallList(1);
    expect("left, of a list", 0, 8, 130, 26, 52, 130);
    expect("right, of a list", SIZE - 1, 8, 253, 51, 101, 253);
    /* Arrays: shorts, four to an element even for a scalar variant. A matrix has sixteen floats. */
    static const GLshort scales[4][4] = {{0}, {0}, {1}, {1}};
    static const float corners[4][2] = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    static float matrices[4][16];
    for (int i = 0; i < 4; i++) memcpy(matrices[i], identity, sizeof identity);
    glVertexPointer(2, GL_FLOAT, 0, corners);
    glEnableClientState(GL_VERTEX_ARRAY);
    glVariantPointerEXT(scale, GL_SHORT, 0, scales);
    glVariantPointerEXT(matrix, GL_FLOAT, 64, matrices);
    glEnableVariantClientStateEXT(scale);
    glEnableVariantClientStateEXT(matrix);
    static const GLubyte order[4] = {0, 1, 2, 3};
    /* The scales come after 16 unused bytes. Then the matrices follow, with 16 unused bytes between them. */
    GLuint object = glNewObjectBufferATI(16 + sizeof scales + 4 * 80, NULL, GL_STATIC_ATI);
    const GLuint first_matrix = 16 + sizeof scales;
    glUpdateObjectBufferATI(object, 16, sizeof scales, scales, GL_PRESERVE_ATI);
    for (int i = 0; i < 4; i++) glUpdateObjectBufferATI(object, first_matrix + 80 * i, 64, matrices[i], GL_PRESERVE_ATI);
    for (int way = 0; way < 9; way++) {
        static const char *const ways[] = {"DrawArrays", "DrawElements", "ArrayElement", "a list of DrawArrays", "a list of ArrayElement",
                                           "a buffer", "an object buffer", "two arrays of an object buffer", "elements of an object buffer"};
        glClear(GL_COLOR_BUFFER_BIT);
        if (way == 3 || way == 4) glNewList(2, GL_COMPILE);
        if (way == 5) {
            glBindBuffer(GL_ARRAY_BUFFER, 9); /* object buffers share the name space */
            glBufferData(GL_ARRAY_BUFFER, sizeof scales, scales, GL_STATIC_DRAW);
            glVariantPointerEXT(scale, GL_SHORT, 0, NULL);
            glBindBuffer(GL_ARRAY_BUFFER, 0);
        }
        if (way == 6) glVariantArrayObjectATI(scale, GL_SHORT, 0, object, 16);
        if (way == 7) {
            GLint of[2] = {0};
            glVariantArrayObjectATI(matrix, GL_FLOAT, 80, object, first_matrix);
            glGetVariantArrayObjectivATI(matrix, GL_ARRAY_OBJECT_BUFFER_ATI, of);
            glGetVariantArrayObjectivATI(matrix, GL_ARRAY_OBJECT_OFFSET_ATI, of + 1);
            if (of[0] != (GLint)object || of[1] != (GLint)first_matrix) FAIL("array object %d at %d\n", of[0], of[1]);
        }
        if (way == 1) glDrawElements(GL_QUADS, 4, GL_UNSIGNED_BYTE, order);
        else if (way == 2 || way == 4 || way == 8) {
            glBegin(GL_QUADS);
            for (int i = 0; i < 4; i++) glArrayElement(i);
            glEnd();
        } else glDrawArrays(GL_QUADS, 0, 4);
        if (way == 3 || way == 4) {
            glEndList();
            glDisableVariantClientStateEXT(scale);
            glCallList(2);
            glEnableVariantClientStateEXT(scale);
        }
        expect(ways[way], 0, 8, 4, 1, 2, 4);
        expect(ways[way], SIZE - 1, 8, 251, 50, 100, 251);
    }
    /* A recorded draw keeps the bytes of its time, and the next one reads the new ones. */
    static const GLshort halves[4][4] = {{1}, {1}, {0}, {0}};
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_QUADS, 0, 4);
    glUpdateObjectBufferATI(object, 16, sizeof halves, halves, GL_PRESERVE_ATI);
    expect("before an update", SIZE - 1, 8, 251, 50, 100, 251);
    glDrawArrays(GL_QUADS, 0, 4);
    expect("after an update", 0, 8, 251, 50, 100, 251);
    expect("after an update", SIZE - 1, 8, 4, 1, 2, 4);
    glFreeObjectBufferATI(object);
    glVariantPointerEXT(scale, GL_SHORT, 0, scales);
    glVariantPointerEXT(matrix, GL_FLOAT, 64, matrices);
    /* The client's attribute stack saves the arrays. */
    glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT);
    glDisableVariantClientStateEXT(scale);
    glVariantPointerEXT(matrix, GL_INT, 8, NULL);
    if (glIsVariantEnabledEXT(scale, GL_VARIANT_ARRAY_EXT)) FAIL("the array is still enabled\n");
    glPopClientAttrib();
    void *pointer = NULL;
    GLint type = 0, stride = 0;
    glGetVariantPointervEXT(matrix, GL_VARIANT_ARRAY_POINTER_EXT, &pointer);
    glGetVariantIntegervEXT(matrix, GL_VARIANT_ARRAY_TYPE_EXT, &type);
    glGetVariantIntegervEXT(matrix, GL_VARIANT_ARRAY_STRIDE_EXT, &stride);
    if (!glIsVariantEnabledEXT(scale, GL_VARIANT_ARRAY_EXT) || pointer != matrices || type != GL_FLOAT || stride != 64)
        FAIL("PopClientAttrib: %p 0x%04x %d\n", pointer, type, stride);
    /* Another shader has the variant in another attribute. The values belong to the variants. */
    glDisableVariantClientStateEXT(scale);
    glDisableVariantClientStateEXT(matrix);
    glVariantfvEXT(scale, &half);
    begin();
    transform();
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, scale);
    expect_shader("the same variant in another shader", 128, 128, 128, 128);
    float values[4];
    glGetVariantFloatvEXT(color, GL_VARIANT_VALUE_EXT, values);
    if (fabsf(values[1] - 0.2f) > 1e-6f) FAIL("the value of a variant is %g\n", values[1]);
}

/* Each piece of bound state has its value. */
static void bound_state(void)
{
    const float diffuse[4] = {0.2f, 0.4f, 0.6f, 0.8f}, plane[4] = {0.1f, 0.2f, 0.3f, 0.4f};
    glLightfv(GL_LIGHT1, GL_DIFFUSE, diffuse);
    glLightf(GL_LIGHT1, GL_SPOT_CUTOFF, 45);
    glLightf(GL_LIGHT1, GL_LINEAR_ATTENUATION, 0.25f);
    glMaterialfv(GL_BACK, GL_SPECULAR, diffuse);
    glMaterialf(GL_BACK, GL_SHININESS, 64);
    glTexGenfv(GL_T, GL_OBJECT_PLANE, plane);
    glFogf(GL_FOG_DENSITY, 0.75f);
    glMultiTexCoord2f(GL_TEXTURE3, 0.5f, 0.25f);
    glNormal3f(0.25f, 0.5f, 0.75f);
    begin();
    transform();
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, glBindLightParameterEXT(GL_LIGHT1, GL_DIFFUSE));
    expect_shader("light", 51, 102, 153, 204);
    begin();
    transform();
    GLuint s[3] = {local(GL_SCALAR_EXT), local(GL_SCALAR_EXT), local(GL_SCALAR_EXT)};
    glShaderOp2EXT(GL_OP_MUL_EXT, s[0], glBindLightParameterEXT(GL_LIGHT1, GL_SPOT_CUTOFF), constant1(1.0f / 90));
    glShaderOp2EXT(GL_OP_MUL_EXT, s[1], glBindMaterialParameterEXT(GL_BACK, GL_SHININESS), constant1(1.0f / 128));
    glShaderOp1EXT(GL_OP_MOV_EXT, s[2], glBindParameterEXT(GL_FOG_DENSITY));
    color_of(s[0], s[1], s[2]);
    expect_shader("scalars of state", 128, 128, 191, 255);
    begin();
    transform();
    GLuint v = local(GL_VECTOR_EXT);
    glShaderOp2EXT(GL_OP_ADD_EXT, v, glBindTexGenParameterEXT(GL_TEXTURE0, GL_T, GL_OBJECT_PLANE), glBindParameterEXT(GL_CURRENT_NORMAL));
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, v);
    expect_shader("a plane and the normal, whose w is 0", 89, 179, 255, 102);
    begin();
    transform();
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, glBindTextureUnitParameterEXT(GL_TEXTURE3, GL_CURRENT_TEXTURE_COORDS));
    expect_shader("texture coordinates", 128, 64, 0, 255);
    /* A material changes from vertex to vertex. */
    begin();
    transform();
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, glBindMaterialParameterEXT(GL_FRONT, GL_EMISSION));
    end();
    const float red[4] = {1, 0, 0, 1}, green[4] = {0, 1, 0, 1};
    glBegin(GL_QUADS);
    glMaterialfv(GL_FRONT, GL_EMISSION, red);
    glVertex2f(-1, -1), glVertex2f(-1, 1), glVertex2f(0, 1), glVertex2f(0, -1);
    glMaterialfv(GL_FRONT, GL_EMISSION, green);
    glVertex2f(0, -1), glVertex2f(0, 1), glVertex2f(1, 1), glVertex2f(1, -1);
    glEnd();
    expect("the first material", 4, 8, 255, 0, 0, 255);
    expect("the second material", SIZE - 4, 8, 0, 255, 0, 255);
    GLuint same = glBindParameterEXT(GL_FOG_DENSITY);
    float density = 0, matrix[16];
    glGetInvariantFloatvEXT(same, GL_INVARIANT_VALUE_EXT, &density);
    if (density != 0.75f || same != glBindParameterEXT(GL_FOG_DENSITY)) FAIL("bound state: %u %g\n", same, density);
    glMatrixMode(GL_PROJECTION);
    glTranslatef(1, 2, 3);
    glGetInvariantFloatvEXT(glBindParameterEXT(GL_PROJECTION_MATRIX), GL_INVARIANT_VALUE_EXT, matrix);
    if (matrix[12] != 1 || matrix[13] != 2 || matrix[14] != 3) FAIL("a bound matrix: %g %g %g\n", matrix[12], matrix[13], matrix[14]);
}

/* Fog coordinate, secondary colour, texture coordinates and user clip planes work. Lighting, two sides and raster positions do not use
 * the shader. */
static void outputs(void)
{
    const float fog[4] = {0, 0, 1, 1}, plane[4] = {1, 0, 0, 0};
    begin();
    transform();
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, constant4(1, 0, 0, 1));
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR1_EXT, constant4(0, 0.4f, 0, 1));
    glExtractComponentEXT(GL_OUTPUT_FOG_EXT, constant4(0, 0, 0.75f, 0), 2);
    end();
    glEnable(GL_LIGHTING);
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    quad();
    expect("no colour sum", 8, 8, 255, 0, 0, 255);
    glEnable(GL_COLOR_SUM);
    quad();
    expect("colour sum", 8, 8, 255, 102, 0, 255);
    glDisable(GL_COLOR_SUM);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogf(GL_FOG_START, 0);
    glFogf(GL_FOG_END, 1);
    glFogfv(GL_FOG_COLOR, fog);
    glEnable(GL_FOG);
    quad();
    expect("fog", 8, 8, 64, 0, 191, 255);
    glDisable(GL_FOG);
    glClear(GL_COLOR_BUFFER_BIT);
    GLdouble equation[4] = {plane[0], plane[1], plane[2], plane[3]};
    glClipPlane(GL_CLIP_PLANE0, equation);
    glEnable(GL_CLIP_PLANE0);
    quad();
    expect("clipped away", 4, 8, 0, 0, 0, 0);
    expect("not clipped", SIZE - 4, 8, 255, 0, 0, 255);
    glDisable(GL_CLIP_PLANE0);
    GLuint texture;
    const GLubyte texels[2][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}};
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glEnable(GL_TEXTURE_2D);
    begin();
    transform();
    glShaderOp3EXT(GL_OP_MADD_EXT, GL_OUTPUT_TEXTURE_COORD0_EXT, glBindParameterEXT(GL_CURRENT_VERTEX_EXT), constant4(0.5f, 0.5f, 0, 0), constant4(0.5f, 0.5f, 0, 1));
    end();
    quad();
    expect("the first texel", 4, 8, 255, 0, 0, 255);
    expect("the second texel", SIZE - 4, 8, 0, 255, 0, 255);
    glDisable(GL_TEXTURE_2D);
    /* A shader that moves everything behind the eye moves no raster position. */
    begin();
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_VERTEX_EXT, constant4(0, 0, 0, -1));
    end();
    glDisable(GL_LIGHTING);
    GLboolean valid = 0;
    float position[4];
    glRasterPos2f(0.5f, 0.5f);
    glGetBooleanv(GL_CURRENT_RASTER_POSITION_VALID, &valid);
    glGetFloatv(GL_CURRENT_RASTER_POSITION, position);
    if (!valid || position[0] != SIZE * 0.75f) FAIL("the raster position: %d %g\n", valid, position[0]);
}

/* A shader without a definition, one beyond the limits, and one under an enabled program have no effect. */
static void undefined_shaders(void)
{
    glColor4f(0, 1, 0, 1);
    glBindVertexShaderEXT(glGenVertexShadersEXT(1));
    glEnable(GL_VERTEX_SHADER_EXT);
    quad();
    expect("not defined", 8, 8, 0, 255, 0, 255);
    begin();
    glEnable(GL_VERTEX_SHADER_EXT);
    quad();
    expect("being defined", 8, 8, 0, 255, 0, 255);
    GLint most = 0, used = 0;
    GLboolean optimized = 1;
    glGetIntegerv(GL_MAX_VERTEX_SHADER_INSTRUCTIONS_EXT, &most);
    transform();
    GLuint white = constant1(1);
    for (int i = 0; i < most - 4; i++) glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, white);
    glEndVertexShaderEXT();
    quad();
    expect("at the limit", 8, 8, 255, 255, 255, 255);
    glBeginVertexShaderEXT();
    transform();
    for (int i = 0; i < most - 3; i++) glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, white);
    glEndVertexShaderEXT();
    glGetIntegerv(GL_VERTEX_SHADER_INSTRUCTIONS_EXT, &used);
    glGetBooleanv(GL_VERTEX_SHADER_OPTIMIZED_EXT, &optimized);
    quad();
    expect("beyond the limit", 8, 8, 0, 255, 0, 255);
    if (used != most + 1 || optimized) FAIL("beyond the limit: %d instructions, %d\n", used, optimized);
    begin();
    transform();
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, constant4(0, 0, 1, 1));
    expect_shader("the shader", 0, 0, 255, 255);
    const char *program = "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, {1, 0, 0, 1};\nEND";
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(program), program);
    glEnable(GL_VERTEX_PROGRAM_ARB);
    quad();
    expect("a vertex program goes first", 8, 8, 255, 0, 0, 255);
    glDisable(GL_VERTEX_PROGRAM_ARB);
    quad();
    expect("the shader again", 8, 8, 0, 0, 255, 255);
    GLint name = 0;
    glGetIntegerv(GL_VERTEX_SHADER_BINDING_EXT, &name);
    glDeleteVertexShaderEXT((GLuint)name);
    quad();
    expect("deleted", 8, 8, 0, 255, 0, 255);
    glGetIntegerv(GL_VERTEX_SHADER_BINDING_EXT, &name);
    if (name) FAIL("after a deletion %d is bound\n", name);
}

/* Errors leave the definition as it was. */
static void errors(void)
{
    GLuint variant = symbol(GL_VECTOR_EXT, GL_VARIANT_EXT), invariant = symbol(GL_VECTOR_EXT, GL_INVARIANT_EXT);
    GLuint scalar = local(GL_SCALAR_EXT), vector = local(GL_VECTOR_EXT), matrix = local(GL_MATRIX_EXT);
    const float v[4] = {0, 0.6f, 0, 1};
    begin();
    transform();
    GLuint constant = constant4(1, 0, 0, 1);
    glSetLocalConstantEXT(constant, GL_FLOAT, v);
    expect_error("a constant set twice", GL_INVALID_OPERATION);
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, constant);
    static const struct {
        const char *what;
        GLenum error;
    } cases[] = {{"a vector sum as a scalar", GL_INVALID_OPERATION}, {"a result that is a variant", GL_INVALID_OPERATION}, {"an output as an argument", GL_INVALID_OPERATION}, {"an operation of another arity", GL_INVALID_ENUM}, {"a matrix moved", GL_INVALID_OPERATION}, {"a swizzle of a scalar", GL_INVALID_OPERATION}, {"a swizzle's enum", GL_INVALID_ENUM}, {"a mask's enum", GL_INVALID_ENUM}, {"component 4", GL_INVALID_VALUE}, {"a scalar into a matrix", GL_INVALID_OPERATION}, {"a scalar of a matrix", GL_INVALID_OPERATION}, {"no symbol", GL_INVALID_OPERATION}, {"texture coordinates 8", GL_INVALID_OPERATION}, {"an invariant inside", GL_INVALID_OPERATION}, {"Begin inside", GL_INVALID_OPERATION}, {"Gen inside", GL_INVALID_OPERATION}, {"a variant as a local constant", GL_INVALID_VALUE}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        switch (i) {
        case 0: glShaderOp2EXT(GL_OP_ADD_EXT, scalar, variant, variant); break;
        case 1: glShaderOp1EXT(GL_OP_MOV_EXT, variant, invariant); break;
        case 2: glShaderOp1EXT(GL_OP_MOV_EXT, vector, GL_OUTPUT_COLOR0_EXT); break;
        case 3: glShaderOp2EXT(GL_OP_MOV_EXT, vector, vector, vector); break;
        case 4: glShaderOp1EXT(GL_OP_MOV_EXT, matrix, matrix); break;
        case 5: glSwizzleEXT(GL_OUTPUT_COLOR0_EXT, scalar, GL_X_EXT, GL_X_EXT, GL_X_EXT, GL_X_EXT); break;
        case 6: glSwizzleEXT(GL_OUTPUT_COLOR0_EXT, vector, GL_X_EXT, GL_X_EXT, GL_X_EXT, GL_TRUE); break;
        case 7: glWriteMaskEXT(GL_OUTPUT_COLOR0_EXT, vector, 2, 0, 0, 0); break;
        case 8: glInsertComponentEXT(GL_OUTPUT_COLOR0_EXT, scalar, 4); break;
        case 9: glInsertComponentEXT(matrix, scalar, 0); break;
        case 10: glExtractComponentEXT(scalar, matrix, 0); break;
        case 11: glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, 0x7fffffff); break;
        case 12: glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_TEXTURE_COORD8_EXT, vector); break;
        case 13: glSetInvariantEXT(invariant, GL_FLOAT, v); break;
        case 14: glBeginVertexShaderEXT(); break;
        case 15: glGenVertexShadersEXT(1); break;
        case 16: glSetLocalConstantEXT(variant, GL_FLOAT, v); break;
        }
        expect_error(cases[i].what, cases[i].error);
    }
    expect_shader("errors leave no trace", 255, 0, 0, 255);
}

/* The same lighting as a shader and as a program gives the same bits. */
static void as_a_program(void)
{
    static const char *program =
        "!!ARBvp1.0\n"
        "TEMP n, d, c;\n"
        "DP4 result.position.x, state.matrix.mvp.row[0], vertex.position;\n"
        "DP4 result.position.y, state.matrix.mvp.row[1], vertex.position;\n"
        "DP4 result.position.z, state.matrix.mvp.row[2], vertex.position;\n"
        "DP4 result.position.w, state.matrix.mvp.row[3], vertex.position;\n"
        "DP3 n.x, state.matrix.modelview.row[0], vertex.normal;\n"
        "DP3 n.y, state.matrix.modelview.row[1], vertex.normal;\n"
        "DP3 n.z, state.matrix.modelview.row[2], vertex.normal;\n"
        "DP3 d.x, n, n;\n"
        "RSQ d.x, d.x;\n"
        "MUL n, n, d.x;\n"
        "DP3 c.x, n, state.light[0].position;\n"
        "MAX c.x, c.x, 0;\n"
        "POW d.y, c.x, {20, 0, 0, 0}.x;\n"
        "MUL n, c.x, vertex.color;\n"
        "ADD result.color, n, d.y;\n"
        "END";
    static unsigned char by_program[sizeof frame];
    const float toward[4] = {0.48f, 0.6f, -0.64f, 0};
    glLightfv(GL_LIGHT0, GL_POSITION, toward);
    glEnable(GL_DEPTH_TEST);
    glRotatef(35, 1, 2, 3);
    for (int way = 0; way < 2; way++) {
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        if (way) {
            begin();
            GLuint normal = glBindParameterEXT(GL_CURRENT_NORMAL), modelview = glBindParameterEXT(GL_MODELVIEW_MATRIX);
            GLuint n = local(GL_VECTOR_EXT), row = local(GL_VECTOR_EXT), s = local(GL_SCALAR_EXT), c = local(GL_SCALAR_EXT);
            transform();
            for (int i = 0; i < 3; i++) {
                glExtractComponentEXT(row, modelview, i);
                glShaderOp2EXT(GL_OP_DOT3_EXT, s, row, normal);
                glInsertComponentEXT(n, s, i);
            }
            glShaderOp2EXT(GL_OP_DOT3_EXT, s, n, n);
            glShaderOp1EXT(GL_OP_RECIP_SQRT_EXT, s, s);
            glShaderOp2EXT(GL_OP_MUL_EXT, n, n, s);
            glShaderOp2EXT(GL_OP_DOT3_EXT, c, n, glBindLightParameterEXT(GL_LIGHT0, GL_POSITION));
            glShaderOp2EXT(GL_OP_MAX_EXT, c, c, constant1(0));
            glShaderOp2EXT(GL_OP_POWER_EXT, s, c, constant1(20));
            glShaderOp2EXT(GL_OP_MUL_EXT, n, c, glBindParameterEXT(GL_CURRENT_COLOR));
            glShaderOp2EXT(GL_OP_ADD_EXT, GL_OUTPUT_COLOR0_EXT, n, s);
            end();
            glDisable(GL_VERTEX_PROGRAM_ARB);
        } else {
            glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(program), program);
            glEnable(GL_VERTEX_PROGRAM_ARB);
        }
        for (int i = 0; i < 12; i++) {
            glBegin(GL_QUAD_STRIP);
            for (int j = 0; j <= 12; j++)
                for (int k = 0; k < 2; k++) {
                    float a = (float)(i + k) * 0.2618f, b = (float)j * 0.5236f;
                    glColor3f(0.5f + 0.5f * cosf(b), 0.4f, (float)i / 12);
                    glNormal3f(2 * sinf(a) * cosf(b), 2 * sinf(a) * sinf(b), 2 * cosf(a));
                    glVertex3f(0.8f * sinf(a) * cosf(b), 0.8f * sinf(a) * sinf(b), 0.8f * cosf(a));
                }
            glEnd();
        }
        glFinish();
        if (!way) memcpy(by_program, frame, sizeof frame);
    }
    int different = 0, lit = 0;
    for (unsigned i = 0; i < sizeof frame; i++) different += frame[i] != by_program[i], lit += frame[i] > 64;
    if (different || lit < 400) FAIL("%d components differ from the program's; %d are bright\n", different, lit);
}

/* The text excludes none of its commands from display lists. Names are made, and bound parameters are found, at once. */
static void display_lists(void)
{
    GLint n = -1;
    GLuint shader = glGenVertexShadersEXT(1), list = glGenLists(1);
    glNewList(list, GL_COMPILE);
    glBindVertexShaderEXT(shader);
    glBeginVertexShaderEXT();
    transform();
    glShaderOp1EXT(GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, constant4(1, 0, 0, 1));
    glEndVertexShaderEXT();
    glEndList();
    glGetIntegerv(GL_VERTEX_SHADER_BINDING_EXT, &n);
    if (n) FAIL("compiling binds shader %d\n", n);
    glCallList(list);
    glGetIntegerv(GL_VERTEX_SHADER_BINDING_EXT, &n);
    if (n != (GLint)shader) FAIL("the list binds shader %d, not %u\n", n, shader);
    glEnable(GL_VERTEX_SHADER_EXT);
    quad();
    expect("a shader defined by a display list", 8, 8, 255, 0, 0, 255);
}

int main(void)
{
    look_up();
    static void (*const tests[])(void) = {scalar_operations, vector_operations, components, indices, variants, bound_state, outputs, undefined_shaders, errors, as_a_program, display_lists};
    return run_tests(tests, sizeof tests / sizeof *tests);
}
