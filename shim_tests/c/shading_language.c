/* Proves GL_TRI_shading_language with programs in MUDA and Cg: loading, options, uniforms by name, samplers, display lists, sharing, and
 * pictures with fixed function and ARB programs at the other stage. */
#include "shading.h"

static void load_muda(GLenum target, const char *text) {
    glProgramStringARB(target, GL_PROGRAM_FORMAT_MUDA_TRI, (GLsizei)strlen(text), text);
}

static const char TINT[] = "void tint(uniform vec tint, in vec color, out vec result_color) { result_color = color * tint; }";
static const char MOVE[] = "void move(uniform vec by[2], uniform int which, in vec position, in vec color, out vec result_position,"
                           " out vec result_color) { result_position = position + by[which]; result_color = color; }";
static const char ARB_HALF[] = "!!ARBfp1.0 MUL result.color, fragment.color, 0.5; END";
static const char ARB_PASS[] = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, vertex.color; END";

static void extension(void) {
    const char *all = (const char *)glGetString(GL_EXTENSIONS);
    CHECK(strstr(all, "GL_TRI_shading_language"));
}

static void loading(void) {
    FINE(load_muda(FP, TINT));
    CHECK(program_int(FP, GL_PROGRAM_FORMAT_ARB) == GL_PROGRAM_FORMAT_MUDA_TRI);
    CHECK(program_int(FP, GL_PROGRAM_LENGTH_ARB) == (int)strlen(TINT));
    CHECK(program_int(FP, GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB) == 1 && program_int(FP, GL_PROGRAM_INSTRUCTIONS_ARB) == 0);
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == -1);
    char text[sizeof TINT] = "";
    FINE(glGetProgramStringARB(FP, GL_PROGRAM_STRING_ARB, text));
    CHECK(strcmp(text, TINT) == 0);
    /* A text with an error leaves the object as it was, and says where and why. */
    const char *bad = "void tint(uniform vec tint, in vec colour, out vec result_color) { result_color = colour; }";
    RAISES(GL_INVALID_OPERATION, load_muda(FP, bad));
    CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB), "\"colour\" is no input of a fragment program"));
    CHECK(program_int(FP, GL_PROGRAM_LENGTH_ARB) == (int)strlen(TINT) && location(FP, "tint") == 0);
    const char *worse = "void f(out vec result_color) {\n    result_color = nothing;\n}";
    RAISES(GL_INVALID_OPERATION, load_muda(FP, worse));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == (int)(strstr(worse, "nothing") - worse));
    CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB), "line 2, column 20"));
    /* Warnings stand in the string of a text that loads. */
    FINE(load_muda(FP, "void f(in vec color, out vec result_color) { float unused = 1.0; result_color = color; }"));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == -1);
    CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB), "warning"));
    /* What a stage does not have. */
    RAISES(GL_INVALID_OPERATION, load_muda(VP, "void f(in vec position, out vec result_color) { result_color = position; }"));
    CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB), "result_position"));
    RAISES(GL_INVALID_OPERATION, load_muda(FP, "void f(inout vec color) { color = color + color; }"));
    RAISES(GL_INVALID_OPERATION, load_muda(FP, "void f(in ivec color, out vec result_color) { result_color = vec(color); }"));
    RAISES(GL_INVALID_OPERATION, load_muda(FP, "void f(in vec texcoord8, out vec result_color) { result_color = texcoord8; }"));
    RAISES(GL_INVALID_OPERATION, load_muda(FP, "void f(out vec result_depth) { }"));
    RAISES(GL_INVALID_OPERATION,
           load_muda(VP, "void f(in vec position, out vec result_position) { result_position = position; kill(1 == 1); }"));
    RAISES(GL_INVALID_OPERATION, load_muda(VP, "void f(in vec position, out vec result_position)"
                                               "{ result_position = sample(0, position.x, position.y, 0.0, 1.0, 0.0); }"));
    RAISES(GL_INVALID_OPERATION, load_muda(FP, ""));
    /* Wrong arguments. */
    RAISES(GL_INVALID_ENUM, glProgramStringARB(FP, 0x54520005, 1, "x"));
    RAISES(GL_INVALID_ENUM, glProgramStringARB(GL_TEXT_FRAGMENT_SHADER_ATI, GL_PROGRAM_FORMAT_MUDA_TRI, 1, "x"));
    RAISES(GL_INVALID_VALUE, glProgramStringARB(FP, GL_PROGRAM_FORMAT_MUDA_TRI, -1, "x"));
    RAISES(GL_INVALID_VALUE, glProgramStringARB(FP, GL_PROGRAM_FORMAT_MUDA_TRI, 1, NULL));
    /* The same object takes texts of either kind. */
    FINE(load(FP, ARB_HALF));
    CHECK(program_int(FP, GL_PROGRAM_FORMAT_ARB) == GL_PROGRAM_FORMAT_ASCII_ARB);
    CHECK(program_int(FP, GL_PROGRAM_ACTIVE_UNIFORMS_TRI) == 0 && program_int(FP, GL_PROGRAM_UNIFORM_MAX_LENGTH_TRI) == 0);
}

static void options(void) {
    const char *two = "void a(out vec result_color) { result_color = vec(1.0, 0.0, 0.0, 1.0); }"
                      "void b(out vec result_color) { result_color = vec(0.0, 1.0, 0.0, 1.0); }";
    RAISES(GL_INVALID_OPERATION, load_muda(FP, two));
    FINE(option(FP, GL_PROGRAM_ENTRY_TRI, "b"));
    FINE(load_muda(FP, two));
    FINE(glEnable(FP));
    clear();
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 1, 0, 1));
    /* Options hold until they are cleared, and belong to the object. */
    GLuint other;
    FINE(glGenProgramsARB(1, &other));
    FINE(glBindProgramARB(FP, other));
    RAISES(GL_INVALID_OPERATION, load_muda(FP, two));
    FINE(glBindProgramARB(FP, 0));
    FINE(load_muda(FP, two));
    FINE(option(FP, GL_PROGRAM_CLEAR_OPTIONS_TRI, NULL));
    RAISES(GL_INVALID_OPERATION, load_muda(FP, two));
    /* What MUDA has not. */
    FINE(option(FP, GL_PROGRAM_DEFINE_TRI, "N=4"));
    RAISES(GL_INVALID_OPERATION, load_muda(FP, TINT));
    CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB), "MUDA has no macros"));
    FINE(option(FP, GL_PROGRAM_CLEAR_OPTIONS_TRI, NULL));
    FINE(option(FP, GL_PROGRAM_PROFILE_TRI, "latest"));
    FINE(load_muda(FP, TINT));
    FINE(option(FP, GL_PROGRAM_PROFILE_TRI, "fp40"));
    RAISES(GL_INVALID_OPERATION, load_muda(FP, TINT));
    FINE(option(FP, GL_PROGRAM_CLEAR_OPTIONS_TRI, NULL));
    /* Wrong arguments. */
    RAISES(GL_INVALID_ENUM, option(GL_TEXTURE_2D, GL_PROGRAM_ENTRY_TRI, "f"));
    RAISES(GL_INVALID_ENUM, option(GL_TEXT_FRAGMENT_SHADER_ATI, GL_PROGRAM_ENTRY_TRI, "f"));
    RAISES(GL_INVALID_ENUM, option(FP, GL_PROGRAM_LENGTH_ARB, "f"));
    RAISES(GL_INVALID_VALUE, option(FP, GL_PROGRAM_ENTRY_TRI, NULL));
    RAISES(GL_INVALID_VALUE, option(FP, GL_PROGRAM_DEFINE_TRI, "4=N"));
    RAISES(GL_INVALID_VALUE, option(FP, GL_PROGRAM_DEFINE_TRI, ""));
    RAISES(GL_INVALID_VALUE, option(FP, GL_PROGRAM_INTERFACE_TRI, "light"));
    RAISES(GL_INVALID_VALUE, option(FP, GL_PROGRAM_INTERFACE_TRI, "light="));
    RAISES(GL_INVALID_VALUE, option(FP, GL_PROGRAM_STRICT_TRI, "yes"));
    RAISES(GL_INVALID_VALUE, include(FP, "", 1, "x"));
    RAISES(GL_INVALID_VALUE, include(FP, NULL, 1, "x"));
    RAISES(GL_INVALID_VALUE, include(FP, "a.h", -1, "x"));
    RAISES(GL_INVALID_ENUM, include(GL_TEXTURE_2D, "a.h", 1, "x"));
    RAISES(GL_INVALID_VALUE, include(FP, "a.h", 1 << 25, "x"));
    FINE(include(FP, "a.h", 1, "x"));
    FINE(include(FP, "a.h", 0, NULL));
    FINE(glDisable(FP));
    FINE(glDeleteProgramsARB(1, &other));
}

static void uniforms(void) {
    GLfloat f[4] = {9, 9, 9, 9};
    FINE(load_muda(VP, MOVE));
    CHECK(program_int(VP, GL_PROGRAM_ACTIVE_UNIFORMS_TRI) == 2 && program_int(VP, GL_PROGRAM_UNIFORM_MAX_LENGTH_TRI) == 6);
    GLint at = location(VP, "by"), which = location(VP, "which");
    CHECK(at >= 0 && which >= 0 && location(VP, "by[0]") == at && location(VP, "by[1]") == at + 1);
    CHECK(location(VP, "by[2]") == -1 && location(VP, "position") == -1 && location(VP, "which[0]") == -1 && location(VP, "") == -1);
    char name[16];
    GLsizei length = 99;
    GLint size = 99;
    GLenum type = 99;
    FINE(active(VP, 0, sizeof name, &length, &size, &type, name));
    CHECK(!strcmp(name, "by") && length == 2 && size == 2 && type == GL_FLOAT_VEC4);
    FINE(active(VP, 1, 4, &length, &size, &type, name));
    CHECK(!strcmp(name, "whi") && length == 3 && size == 1 && type == GL_INT);
    FINE(active(VP, 1, 0, NULL, NULL, NULL, NULL));
    RAISES(GL_INVALID_VALUE, active(VP, 2, 4, &length, &size, &type, name));
    RAISES(GL_INVALID_VALUE, active(VP, 0, -1, &length, &size, &type, name));
    /* They begin as 0, and are set in part or at once. */
    FINE(get_f(VP, at + 1, f));
    CHECK(f[0] == 0 && f[3] == 0);
    const GLfloat values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    FINE(uniform_f(VP, at, 2, values));
    FINE(get_f(VP, at + 1, f));
    CHECK(f[0] == 5 && f[3] == 8);
    FINE(uniform_f(VP, at + 1, 1, values));
    FINE(get_f(VP, at + 1, f));
    CHECK(f[0] == 1 && f[3] == 4);
    FINE(uniform_i(VP, which, -7));
    FINE(get_f(VP, which, f));
    CHECK(f[0] == -7);
    const GLfloat fraction = 1.75f;
    FINE(uniform_f(VP, which, 1, &fraction));
    FINE(get_f(VP, which, f));
    CHECK(f[0] == 1);
    /* A location of -1 sets nothing; others that are none are errors. */
    FINE(uniform_f(VP, -1, 1, values));
    FINE(uniform_i(VP, -1, 1));
    RAISES(GL_INVALID_OPERATION, uniform_f(VP, 3, 1, values));
    RAISES(GL_INVALID_OPERATION, uniform_f(VP, -2, 1, values));
    RAISES(GL_INVALID_OPERATION, uniform_f(VP, at + 1, 2, values));
    RAISES(GL_INVALID_OPERATION, uniform_i(VP, at, 1));
    RAISES(GL_INVALID_OPERATION, uniform_m(VP, at, 1, GL_FALSE, values));
    RAISES(GL_INVALID_OPERATION, get_f(VP, -1, f));
    RAISES(GL_INVALID_VALUE, uniform_f(VP, at, -1, values));
    RAISES(GL_INVALID_VALUE, uniform_f(VP, at, 1, NULL));
    RAISES(GL_INVALID_VALUE, location(VP, NULL));
    RAISES(GL_INVALID_ENUM, location(GL_TEXTURE_2D, "by"));
    /* Without a program of a shading language. */
    FINE(load(FP, ARB_HALF));
    RAISES(GL_INVALID_OPERATION, location(FP, "by"));
    RAISES(GL_INVALID_OPERATION, uniform_f(FP, -1, 1, values));
    /* Another text has its own uniforms, with their initial values. */
    FINE(load_muda(VP, MOVE));
    FINE(get_f(VP, at, f));
    CHECK(f[0] == 0);
}

static void stages(void) {
    const GLfloat red[4] = {1, 0.5f, 0, 1}, right[8] = {0, 0, 0, 0, 1, 0, 0, 0};
    /* MUDA fragments after fixed-function vertices. */
    FINE(load_muda(FP, TINT));
    FINE(uniform_f(FP, location(FP, "tint"), 1, red));
    FINE(glEnable(FP));
    glColor4f(0.5f, 1, 1, 1);
    clear();
    FINE(quad());
    CHECK(pixel_is(3, 3, 0.5f, 0.5f, 0, 1));
    /* Another value takes effect at the next draw. */
    const GLfloat blue[4] = {0, 0, 1, 1};
    FINE(uniform_f(FP, location(FP, "tint"), 1, blue));
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 0, 1, 1));
    /* After an ARB vertex program. */
    FINE(load(VP, ARB_PASS));
    FINE(glEnable(VP));
    FINE(uniform_f(FP, location(FP, "tint"), 1, red));
    FINE(quad());
    CHECK(pixel_is(3, 3, 0.5f, 0.5f, 0, 1));
    /* MUDA at both stages: the right half. */
    FINE(load_muda(VP, MOVE));
    FINE(uniform_f(VP, location(VP, "by"), 2, right));
    FINE(uniform_i(VP, location(VP, "which"), 1));
    clear();
    FINE(quad());
    CHECK(pixel_is(1, 3, 0, 0, 0, 0) && pixel_is(6, 3, 0.5f, 0.5f, 0, 1));
    /* MUDA vertices before an ARB fragment program, then before fixed function; arrays too. */
    FINE(load(FP, ARB_HALF));
    clear();
    FINE(quad());
    CHECK(pixel_is(1, 3, 0, 0, 0, 0) && pixel_is(6, 3, 0.25f, 0.5f, 0.5f, 0.5f));
    FINE(glDisable(FP));
    const GLfloat corners[8] = {-1, -1, 1, -1, 1, 1, -1, 1};
    FINE(glVertexPointer(2, GL_FLOAT, 0, corners));
    FINE(glEnableClientState(GL_VERTEX_ARRAY));
    clear();
    FINE(glDrawArrays(GL_QUADS, 0, 4));
    FINE(glDisableClientState(GL_VERTEX_ARRAY));
    CHECK(pixel_is(1, 3, 0, 0, 0, 0) && pixel_is(6, 3, 0.5f, 1, 1, 1));
    /* A loop that never ends is stopped. */
    FINE(load_muda(VP, "void f(in vec position, out vec result_position)"
                       "{ float i = 0.0; while (position.w > 0.0) { i = i + 1.0; } result_position = position; }"));
    FINE(quad());
    glFinish();
    FINE(glDisable(VP));
    /* Enabled without a program: no draw. */
    GLuint empty;
    FINE(glGenProgramsARB(1, &empty));
    FINE(glBindProgramARB(FP, empty));
    FINE(glEnable(FP));
    RAISES(GL_INVALID_OPERATION, glBegin(GL_POINTS));
    FINE(glBindProgramARB(FP, 0));
    FINE(glDisable(FP));
    FINE(glDeleteProgramsARB(1, &empty));
    glColor4f(1, 1, 1, 1);
}

static void textures(void) {
    const unsigned char green[4] = {0, 255, 0, 255}, blue[4] = {0, 0, 255, 255};
    GLuint names[2];
    FINE(glGenTextures(2, names));
    for (int unit = 0; unit < 2; unit++) {
        FINE(glActiveTexture(GL_TEXTURE0 + 3 + unit));
        FINE(glBindTexture(GL_TEXTURE_2D, names[unit]));
        FINE(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST));
        FINE(glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, unit ? blue : green));
    }
    FINE(load_muda(FP, "void f(in vec texcoord0, out vec result_color)"
                       "{ result_color = sample(3, texcoord0.x, texcoord0.y, 0.0, 1.0, 0.0) + sample(4, 0.5, 0.5, 0.0, 1.0, 0.0); }"));
    FINE(glEnable(FP));
    clear();
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 1, 1, 1));
    FINE(glDisable(FP));
    FINE(glActiveTexture(GL_TEXTURE0));
    FINE(glDeleteTextures(2, names));
}

/* Results at all their places: colours, depth, discarded fragments, window positions; pixel rectangles. */
static void results(void) {
    FINE(load_muda(FP, "void f(in vec position, out vec result_color, out float result_depth)"
                       "{ kill(mask(position.x < 2.0)); result_depth = 0.25; result_color = position * 0.125; }"));
    FINE(glEnable(FP));
    FINE(glEnable(GL_DEPTH_TEST));
    clear();
    FINE(quad());
    FINE(glDisable(GL_DEPTH_TEST));
    CHECK(pixel_is(1, 3, 0, 0, 0, 0) && pixel_is(4, 2, 4.5f / 8, 2.5f / 8, 0.5f / 8, 1.0f / 8));
    GLfloat depth = 9;
    FINE(glReadPixels(4, 2, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth));
    CHECK(fabsf(depth - 0.25f) < 1e-5f);
    FINE(glReadPixels(1, 2, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth));
    CHECK(depth == 1);
    /* DrawPixels gives the primary colour, Bitmap leaves it. */
    const GLfloat half[4] = {0.5f, 0.5f, 0.5f, 1};
    FINE(load_muda(FP, TINT));
    FINE(uniform_f(FP, location(FP, "tint"), 1, half));
    const unsigned char pixel[4] = {255, 0, 255, 255}, bits[1] = {0x80};
    clear();
    glColor4f(0, 1, 0, 1);
    FINE(glRasterPos2f(0, 0));
    FINE(glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel));
    CHECK(pixel_is(4, 4, 0.5f, 0, 0.5f, 1));
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    FINE(glBitmap(2, 1, 0, 0, 0, 0, bits));
    CHECK(pixel_is(4, 4, 0, 0.5f, 0, 1) && pixel_is(5, 4, 0, 0, 0, 0));
    const GLfloat depths[1] = {0.5f};
    FINE(glEnable(GL_DEPTH_TEST));
    FINE(glDepthFunc(GL_ALWAYS));
    FINE(glDrawPixels(1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, depths));
    FINE(glReadPixels(4, 4, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth));
    CHECK(fabsf(depth - 0.5f) < 1e-5f);
    FINE(glDepthFunc(GL_LESS));
    FINE(glDisable(GL_DEPTH_TEST));
    FINE(glDisable(FP));
    glColor4f(1, 1, 1, 1);
}

static void load_cg(GLenum target, const char *text) {
    glProgramStringARB(target, GL_PROGRAM_FORMAT_CG_TRI, (GLsizei)strlen(text), text);
}

/* Programs in Cg: structures, matrices, samplers, macros, included texts, profiles; with MUDA at the other stage. */
static void cg(void) {
    GLfloat f[16];
    const char *vertex =
        "struct Light { float3 position; float4 color[2]; };\n"
        "void main(float4 position : POSITION, out float4 oPosition : POSITION, out float4 oColor : COLOR,\n"
        "          uniform float4x4 transform, uniform Light light, uniform int which, uniform bool bright)\n"
        "{ oPosition = mul(transform, position);\n"
        "  oColor = float4(light.position, 0) + light.color[which] + (bright ? float4(0, 0, 0.5, 0) : float4(0)); }\n";
    FINE(load_cg(VP, vertex));
    CHECK(program_int(VP, GL_PROGRAM_FORMAT_ARB) == GL_PROGRAM_FORMAT_CG_TRI);
    GLint transform = location(VP, "transform"), color = location(VP, "light.color"), position = location(VP, "light.position");
    CHECK(transform >= 0 && color >= 0 && position >= 0 && location(VP, "light.color[1]") == color + 1);
    CHECK(location(VP, "light") == -1 && location(VP, "position") == -1);
    /* x' = x / 2 + 0.5, by columns; then the same by rows. */
    const GLfloat columns[16] = {0.5f, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5f, 0, 0, 1};
    const GLfloat rows[16] = {0.5f, 0, 0, 0.5f, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const GLfloat red[8] = {9, 9, 9, 9, 0.5f, 0, 0, 1}, green[3] = {0, 0.25f, 0};
    FINE(uniform_m(VP, transform, 1, GL_TRUE, rows));
    FINE(get_f(VP, transform, f));
    CHECK(!memcmp(f, columns, sizeof f));
    FINE(uniform_m(VP, transform, 1, GL_FALSE, columns));
    FINE(get_f(VP, transform, f));
    CHECK(!memcmp(f, columns, sizeof f));
    RAISES(GL_INVALID_OPERATION, uniform_f(VP, transform, 1, columns));
    FINE(uniform_f(VP, color, 2, red));
    FINE(uniform_f(VP, position, 1, green));
    FINE(uniform_i(VP, location(VP, "which"), 1));
    FINE(uniform_i(VP, location(VP, "bright"), 7));
    FINE(get_f(VP, location(VP, "bright"), f));
    CHECK(f[0] == 1);
    FINE(glEnable(VP));
    clear();
    FINE(quad());
    CHECK(pixel_is(1, 3, 0, 0, 0, 0) && pixel_is(6, 3, 0.5f, 0.25f, 0.5f, 1));
    /* MUDA fragments after it, then Cg fragments. */
    const GLfloat half[4] = {0.5f, 0.5f, 0.5f, 1};
    FINE(load_muda(FP, TINT));
    FINE(uniform_f(FP, location(FP, "tint"), 1, half));
    FINE(glEnable(FP));
    FINE(quad());
    CHECK(pixel_is(6, 3, 0.25f, 0.125f, 0.25f, 1));
    FINE(glDisable(VP));
    /* Samplers take units in the order in which they are read; the application moves them. */
    const unsigned char texels[2][4] = {{0, 255, 0, 255}, {0, 0, 255, 255}};
    GLuint names[2];
    FINE(glGenTextures(2, names));
    for (int i = 0; i < 2; i++) {
        FINE(glActiveTexture(GL_TEXTURE0 + 5 * i));
        FINE(glBindTexture(GL_TEXTURE_2D, names[i]));
        FINE(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST));
        FINE(glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[i]));
    }
    FINE(option(FP, GL_PROGRAM_PROFILE_TRI, "fp40"));
    FINE(option(FP, GL_PROGRAM_ENTRY_TRI, "textured"));
    FINE(option(FP, GL_PROGRAM_DEFINE_TRI, "SCALE=0.5"));
    const char *header = "float4 scaled(float4 c) { return c * SCALE; }\n";
    FINE(include(FP, "scale.cgh", (GLsizei)strlen(header), header));
    const char *fragment = "#include \"scale.cgh\"\n"
                           "float4 textured(uniform sampler2D image, float2 at : TEXCOORD0) : COLOR { return scaled(tex2D(image, at)); }\n";
    FINE(load_cg(FP, fragment));
    GLint image = location(FP, "image");
    char name[8];
    GLenum type;
    FINE(active(FP, 0, sizeof name, NULL, NULL, &type, name));
    CHECK(!strcmp(name, "image") && type == GL_SAMPLER_2D);
    FINE(get_f(FP, image, f));
    CHECK(f[0] == 0);
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 0.5f, 0, 0.5f));
    FINE(uniform_i(FP, image, 5));
    FINE(quad());
    CHECK(pixel_is(3, 3, 0, 0, 0.5f, 0.5f));
    RAISES(GL_INVALID_VALUE, uniform_i(FP, image, 16));
    RAISES(GL_INVALID_VALUE, uniform_i(FP, image, -1));
    RAISES(GL_INVALID_OPERATION, uniform_f(FP, image, 1, half));
    /* A vertex profile at the fragment target, an unknown one, and an error with its place and number. */
    FINE(option(FP, GL_PROGRAM_PROFILE_TRI, "vp40"));
    RAISES(GL_INVALID_OPERATION, load_cg(FP, fragment));
    FINE(option(FP, GL_PROGRAM_PROFILE_TRI, "nothing"));
    RAISES(GL_INVALID_OPERATION, load_cg(FP, fragment));
    FINE(option(FP, GL_PROGRAM_CLEAR_OPTIONS_TRI, NULL));
    const char *bad = "float4 main() : COLOR\n{ return nothing; }\n";
    RAISES(GL_INVALID_OPERATION, load_cg(FP, bad));
    CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB), "(2) : error C1008"));
    CHECK(get_int(GL_PROGRAM_ERROR_POSITION_ARB) == (int)(strstr(bad, "nothing") - bad));
    FINE(glDisable(FP));
    FINE(glActiveTexture(GL_TEXTURE0));
    FINE(glDeleteTextures(2, names));
}

static void lists_and_sharing(OSMesaContext context) {
    const GLfloat white[4] = {1, 1, 1, 1}, red[4] = {1, 0, 0, 1};
    GLfloat f[4];
    GLuint list = glGenLists(1), name;
    FINE(glGenProgramsARB(1, &name));
    FINE(glBindProgramARB(FP, name));
    FINE(load_muda(FP, TINT));
    /* A list holds the text, but neither options nor uniforms. */
    FINE(glNewList(list, GL_COMPILE));
    FINE(uniform_f(FP, 0, 1, red));
    FINE(load_muda(FP, MOVE));
    FINE(glEndList());
    FINE(get_f(FP, 0, f));
    CHECK(f[0] == 1 && f[1] == 0);
    RAISES(GL_INVALID_OPERATION, glCallList(list));
    FINE(glDeleteLists(list, 1));
    /* Neither is allowed between Begin and End. */
    glBegin(GL_POINTS);
    uniform_i(FP, 0, 1);
    option(FP, GL_PROGRAM_ENTRY_TRI, "f");
    glEnd();
    CHECK(glGetError() == GL_INVALID_OPERATION);
    /* Values belong to the object: another context sees them. */
    OSMesaContext other = OSMesaCreateContextExt(OSMESA_RGBA, 24, 8, 0, context);
    CHECK(other && OSMesaMakeCurrent(other, memory, GL_UNSIGNED_BYTE, SIZE, SIZE));
    FINE(glBindProgramARB(FP, name));
    FINE(get_f(FP, 0, f));
    CHECK(f[0] == 1 && f[1] == 0);
    FINE(uniform_f(FP, 0, 1, white));
    OSMesaDestroyContext(other);
    CHECK(OSMesaMakeCurrent(context, memory, GL_UNSIGNED_BYTE, SIZE, SIZE));
    FINE(get_f(FP, 0, f));
    CHECK(f[1] == 1);
    FINE(glDeleteProgramsARB(1, &name));
}

int main(void) {
    OSMesaContext context = make_context(NULL);
    find_commands();
    extension();
    loading();
    options();
    uniforms();
    stages();
    textures();
    results();
    cg();
    lists_and_sharing(context);
    OSMesaDestroyContext(context);
    return 0;
}
