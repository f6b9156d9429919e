/* Shaders and programs in GLSL through OpenGL's shader objects. Prints what the commands answer and what is drawn, so that two
 * libraries can be compared. */
#define GL_GLEXT_PROTOTYPES
#include "gl_context.h"
#include <GL/gl.h>
#include <GL/glext.h>
#include <string.h>

enum { SIZE = 16 };

static GLuint shader(GLenum type, const char *text) {
    GLuint s = glCreateShader(type);
    glShaderSource(s, 1, &text, NULL);
    glCompileShader(s);
    GLint ok = 0;
    glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        char log[4096] = "";
        glGetShaderInfoLog(s, sizeof log, NULL, log);
        fprintf(stderr, "%s\n", log);
        printf("does not compile\n");
    }
    return s;
}

static GLuint linked(const char *vertex, const char *fragment) {
    GLuint p = glCreateProgram();
    if (vertex)
        glAttachShader(p, shader(GL_VERTEX_SHADER, vertex));
    if (fragment)
        glAttachShader(p, shader(GL_FRAGMENT_SHADER, fragment));
    glLinkProgram(p);
    GLint ok = 0;
    glGetProgramiv(p, GL_LINK_STATUS, &ok);
    if (!ok) {
        char log[4096] = "";
        glGetProgramInfoLog(p, sizeof log, NULL, log);
        fprintf(stderr, "%s\n", log);
    }
    printf("linked %d\n", ok);
    return p;
}

static void pixel(const char *name, int x, int y) {
    GLubyte c[4];
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, c);
    printf("%s: %d %d %d\n", name, c[0], c[1], c[2]);
}

static void square(void) {
    glBegin(GL_QUADS);
    glTexCoord2f(0, 0), glVertex2f(-1, -1);
    glTexCoord2f(1, 0), glVertex2f(1, -1);
    glTexCoord2f(1, 1), glVertex2f(1, 1);
    glTexCoord2f(0, 1), glVertex2f(-1, 1);
    glEnd();
}

static void error(const char *name) {
    printf("%s: error 0x%x\n", name, glGetError());
}

static void draws(void) {
    GLuint p = linked("uniform mat4 turn; varying vec2 uv; uniform vec2 shift;\n"
                      "void main() { uv = gl_MultiTexCoord0.xy + shift; gl_Position = turn * gl_Vertex; gl_FrontColor = gl_Color; }",
        "varying vec2 uv; uniform vec3 colors[3]; uniform bool flag; uniform int n;\n"
        "void main() { vec3 c = vec3(0.0); for (int i = 0; i < n; i++) c += colors[i]; gl_FragColor = vec4(c * (flag ? uv.x : 1.0), 1.0) * gl_Color; }");
    glUseProgram(p);
    static const GLfloat turn[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const GLfloat colors[9] = {0.5f, 0, 0, 0, 0.25f, 0, 0, 0, 1};
    glUniformMatrix4fv(glGetUniformLocation(p, "turn"), 1, GL_FALSE, turn);
    glUniform3fv(glGetUniformLocation(p, "colors"), 3, colors);
    glUniform1i(glGetUniformLocation(p, "n"), 3);
    glUniform1i(glGetUniformLocation(p, "flag"), 1);
    glUniform2f(glGetUniformLocation(p, "shift"), 0.25f, 0);
    error("uniforms");
    glColor3f(1, 1, 0.5f);
    square();
    pixel("turned, lower", 8, 1);
    pixel("turned, upper", 8, 14);
    glUniform1f(glGetUniformLocation(p, "flag"), 0);
    glUniform1i(glGetUniformLocation(p, "n"), 1);
    square();
    pixel("first colour", 8, 8);
    GLfloat got[16] = {0};
    glGetUniformfv(p, glGetUniformLocation(p, "turn"), got);
    printf("turn %g %g %g %g\n", got[0], got[1], got[4], got[5]);
    glGetUniformfv(p, glGetUniformLocation(p, "colors[2]"), got);
    printf("colors[2] %g %g %g\n", got[0], got[1], got[2]);
    glUniform3f(glGetUniformLocation(p, "turn"), 1, 2, 3);
    error("a vector for a matrix");
    glUniform1f(glGetUniformLocation(p, "n"), 1);
    error("a float for an int");
    glUniform1i(-1, 1);
    error("no location");
    glUniform1i(1000, 1);
    error("a wrong location");
    glUseProgram(0);
}

static void textures(void) {
    GLuint p = linked(NULL, "uniform sampler2D a, b; void main() { gl_FragColor = texture2D(a, gl_TexCoord[0].xy) + texture2D(b, gl_TexCoord[0].xy); }");
    GLuint t[2];
    glGenTextures(2, t);
    static const GLubyte texels[2][4] = {{100, 0, 0, 255}, {0, 50, 20, 255}};
    for (int i = 0; i < 2; i++) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)i * 2);
        glBindTexture(GL_TEXTURE_2D, t[i]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[i]);
    }
    glUseProgram(p);
    glUniform1i(glGetUniformLocation(p, "a"), 0);
    glUniform1i(glGetUniformLocation(p, "b"), 2);
    square();
    pixel("two textures", 8, 8);
    glUniform1i(glGetUniformLocation(p, "b"), 0);
    square();
    pixel("one texture", 8, 8);
    glUniform1f(glGetUniformLocation(p, "a"), 0);
    error("a float for a sampler");
    glUniform1i(glGetUniformLocation(p, "a"), 1000);
    error("no such unit");
    glUseProgram(0);
    glActiveTexture(GL_TEXTURE0);
}

static void state(void) {
    GLuint p = linked("varying vec4 c; void main() { gl_Position = ftransform();\n"
                      "c = gl_LightSource[1].diffuse * gl_FrontMaterial.ambient + vec4(gl_Fog.density) + gl_TextureMatrix[1][3]; }",
        "varying vec4 c; void main() { gl_FragColor = c + gl_TextureEnvColor[0] * 0.5 + vec4(gl_DepthRange.far * 0.1); }");
    static const GLfloat light[4] = {0.5f, 0.25f, 0, 1}, material[4] = {0.5f, 0.5f, 0.5f, 1}, environment[4] = {0, 0, 0.5f, 0};
    glLightfv(GL_LIGHT1, GL_DIFFUSE, light);
    glMaterialfv(GL_FRONT, GL_AMBIENT, material);
    glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, environment);
    glFogf(GL_FOG_DENSITY, 0.125f);
    glActiveTexture(GL_TEXTURE1);
    glMatrixMode(GL_TEXTURE);
    glTranslatef(0, 0.25f, 0);
    glActiveTexture(GL_TEXTURE0);
    glMatrixMode(GL_PROJECTION);
    glScalef(0.5f, 0.5f, 1);
    glUseProgram(p);
    glClear(GL_COLOR_BUFFER_BIT);
    square();
    pixel("state", 8, 8);
    pixel("outside", 1, 1);
    glUseProgram(0);
    glLoadIdentity();
}

static void attributes(void) {
    GLuint p = glCreateProgram();
    glAttachShader(p, shader(GL_VERTEX_SHADER, "attribute vec4 place; attribute vec3 tint; attribute mat2 m; varying vec3 t;\n"
                                               "void main() { t = tint + vec3(m[0], m[1].y); gl_Position = place; }"));
    glAttachShader(p, shader(GL_FRAGMENT_SHADER, "varying vec3 t; void main() { gl_FragColor = vec4(t, 1.0); }"));
    glBindAttribLocation(p, 0, "place");
    glBindAttribLocation(p, 5, "tint");
    glBindAttribLocation(p, 3, "gl_Vertex");
    error("GL's own attribute");
    glBindAttribLocation(p, 99, "tint");
    error("attribute 99");
    glLinkProgram(p);
    printf("place %d tint %d none %d\n", glGetAttribLocation(p, "place"), glGetAttribLocation(p, "tint"), glGetAttribLocation(p, "none"));
    GLint m = glGetAttribLocation(p, "m"), n = 0;
    printf("m has a place: %d\n", m > 0 && m != 5 && m + 1 != 5);
    glGetProgramiv(p, GL_ACTIVE_ATTRIBUTES, &n);
    printf("%d attributes\n", n);
    glUseProgram(p);
    static const GLfloat places[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    static const GLfloat tints[] = {0.25f, 0, 0, 0.25f, 0, 0, 0.25f, 0, 0, 0.25f, 0, 0};
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, places);
    glVertexAttribPointer(5, 3, GL_FLOAT, GL_FALSE, 0, tints);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(5);
    glVertexAttrib2f((GLuint)m, 0.25f, 0.5f);
    glVertexAttrib2f((GLuint)m + 1, 0.125f, 1);
    glDrawArrays(GL_QUADS, 0, 4);
    pixel("attributes", 8, 8);
    glDisableVertexAttribArray(0);
    glDisableVertexAttribArray(5);
    glUseProgram(0);
}

static void life(void) {
    GLuint v = shader(GL_VERTEX_SHADER, "void main() { gl_Position = gl_Vertex; }");
    GLuint f = shader(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(0, 1, 0, 1); }");
    GLuint p = glCreateProgram();
    glAttachShader(p, v);
    glAttachShader(p, f);
    glAttachShader(p, f);
    error("attached twice");
    glUseProgram(p);
    error("not linked");
    glLinkProgram(p);
    glUseProgram(p);
    glDeleteShader(v);
    glDeleteProgram(p);
    GLint n = 0;
    glGetShaderiv(v, GL_DELETE_STATUS, &n);
    printf("shader %d, deleted %d, program %d\n", glIsShader(v), n, glIsProgram(p));
    square();
    pixel("a deleted program", 8, 8);
    GLuint names[4];
    GLsizei count = 0;
    glGetAttachedShaders(p, 4, &count, names);
    printf("%d attached\n", count);
    glUseProgram(0);
    printf("shader %d, program %d, fragment %d\n", glIsShader(v), glIsProgram(p), glIsShader(f));
    glUseProgram(f);
    error("a shader is used");
    glUseProgram(12345);
    error("nothing is used");
    glCompileShader(p);
    error("nothing is compiled");
    glCreateShader(GL_TEXTURE_2D);
    error("a wrong type");
    glDeleteProgram(0);
    glDeleteShader(0);
    error("name 0");
    GLuint broken = glCreateShader(GL_FRAGMENT_SHADER);
    const char *text = "void main() { gl_FragColor = nothing; }";
    glShaderSource(broken, 1, &text, NULL);
    glCompileShader(broken);
    glGetShaderiv(broken, GL_COMPILE_STATUS, &n);
    GLint length = 0;
    glGetShaderiv(broken, GL_INFO_LOG_LENGTH, &length);
    printf("broken: compiled %d, has a log %d\n", n, length > 1);
    glGetShaderiv(broken, GL_SHADER_SOURCE_LENGTH, &length);
    char part[8];
    glGetShaderSource(broken, 8, &count, part);
    printf("source %d, part \"%s\" %d\n", length, part, count);
    p = glCreateProgram();
    glAttachShader(p, broken);
    glLinkProgram(p);
    glGetProgramiv(p, GL_LINK_STATUS, &n);
    printf("linked %d\n", n);
    printf("location %d\n", glGetUniformLocation(p, "x"));
    error("a location of what is not linked");
}

static void lists(void) {
    GLuint p = linked("void main() { gl_Position = gl_Vertex; }", "uniform vec3 c; void main() { gl_FragColor = vec4(c, 1); }");
    GLuint list = glGenLists(1);
    GLint c = glGetUniformLocation(p, "c");
    glNewList(list, GL_COMPILE);
    glUseProgram(p);
    glUniform3f(c, 0, 0, 1);
    square();
    glUseProgram(0);
    glEndList();
    glClear(GL_COLOR_BUFFER_BIT);
    pixel("a list that was not called", 8, 8);
    glCallList(list);
    pixel("a list", 8, 8);
    GLint now = 1;
    glGetIntegerv(GL_CURRENT_PROGRAM, &now);
    printf("program %d\n", now);
}

static void points(void) {
    GLuint p = linked("uniform float size; void main() { gl_Position = gl_Vertex; gl_PointSize = size; }",
        "#version 120\nvoid main() { gl_FragColor = vec4(floor(gl_PointCoord * 4.0 + 0.5) / 4.0, 0.0, 1.0); }");
    glUseProgram(p);
    glUniform1f(glGetUniformLocation(p, "size"), 8);
    glEnable(GL_POINT_SPRITE);
    glEnable(GL_VERTEX_PROGRAM_POINT_SIZE);
    glClear(GL_COLOR_BUFFER_BIT);
    glBegin(GL_POINTS);
    glVertex2f(0, 0);
    glEnd();
    pixel("upper left", 4, 11);
    pixel("lower right", 11, 4);
    pixel("outside", 13, 8);
    glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
    glBegin(GL_POINTS);
    glVertex2f(0, 0);
    glEnd();
    pixel("from below", 4, 11);
    glDisable(GL_POINT_SPRITE);
    glDisable(GL_VERTEX_PROGRAM_POINT_SIZE);
    glUseProgram(0);
}

static void active(void) {
    GLuint p = linked("uniform mat4 a; uniform struct { vec3 x; float y[2]; } s; attribute vec2 t; uniform float unused;\n"
                      "void main() { gl_Position = a * gl_Vertex + vec4(s.x, s.y[1]) + vec4(t, gl_Fog.start, 0.0); }",
        "uniform samplerCube c; void main() { gl_FragColor = textureCube(c, vec3(1)); }");
    GLint n = 0;
    glGetProgramiv(p, GL_ACTIVE_UNIFORMS, &n);
    for (GLint i = 0; i < n; i++) {
        char name[64];
        GLint size = 0;
        GLenum type = 0;
        glGetActiveUniform(p, (GLuint)i, sizeof name, NULL, &size, &type, name);
        /* Some libraries name all members of a structure of GL's state, and arrays by their first elements. */
        if (!strncmp(name, "gl_", 3))
            continue;
        if (strstr(name, "[0]"))
            *strstr(name, "[0]") = 0;
        printf("%s %d 0x%x %d\n", name, size, type, glGetUniformLocation(p, name) >= 0);
    }
    glGetProgramiv(p, GL_ACTIVE_ATTRIBUTES, &n);
    for (GLint i = 0; i < n; i++) {
        char name[64];
        GLint size = 0;
        GLenum type = 0;
        glGetActiveAttrib(p, (GLuint)i, sizeof name, NULL, &size, &type, name);
        printf("%s %d 0x%x %d\n", name, size, type, glGetAttribLocation(p, name) >= 0);
    }
}

int main(int n, char **arguments) {
    make_context(SIZE, SIZE);
    glViewport(0, 0, SIZE, SIZE);
    static const struct { const char *name; void (*run)(void); } cases[] = {{"draws", draws}, {"textures", textures}, {"state", state},
        {"attributes", attributes}, {"life", life}, {"lists", lists}, {"points", points}, {"active", active}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (n < 2 || !strcmp(arguments[1], cases[i].name)) {
            printf("== %s\n", cases[i].name);
            cases[i].run();
            printf("error 0x%x\n", glGetError());
        }
    return 0;
}
