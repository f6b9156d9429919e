// Proves KHR_debug through the C doors: the callback, GL calls inside it, leaving it by longjmp, the log, labels.
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what) do { if (!(what)) { fprintf(stderr, "line %d: %s\n", __LINE__, #what); exit(1); } } while (0)

static struct { GLenum source, type, severity; GLuint id; GLsizei length; char text[4096]; } last;
static int calls;
static GLenum error_inside;
static jmp_buf out;

static void keep(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar *message)
{
    calls++;
    last.source = source; last.type = type; last.id = id; last.severity = severity; last.length = length;
    CHECK(length >= 0 && length < 4096 && strlen(message) == (size_t)length);
    strcpy(last.text, message);
}

static void APIENTRY plain(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                           const GLchar *message, const void *user)
{
    CHECK(user == &calls);
    keep(source, type, id, severity, length, message);
}

/* Asks for the error and draws, which works because the command has left the context. */
static void APIENTRY calls_gl(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                              const GLchar *message, const void *user)
{
    (void)user;
    keep(source, type, id, severity, length, message);
    error_inside = glGetError();
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

/* Makes an error itself, each time it is called. */
static void APIENTRY never_content(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                   const GLchar *message, const void *user)
{
    (void)user;
    keep(source, type, id, severity, length, message);
    glEnable(0xABCD);
}

static void APIENTRY leaves(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                            const GLchar *message, const void *user)
{
    (void)user;
    keep(source, type, id, severity, length, message);
    longjmp(out, 1);
}

static void callbacks(const uint32_t *pixels)
{
    GLint value = -1;
    glEnable(0xABCD);
    CHECK(glGetError() == GL_INVALID_ENUM && !glIsEnabled(GL_DEBUG_OUTPUT));
    glGetIntegerv(GL_DEBUG_LOGGED_MESSAGES, &value);
    CHECK(value == 0);
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(plain, &calls);
    void *found = NULL;
    glGetPointerv(GL_DEBUG_CALLBACK_FUNCTION, &found);
    CHECK(found == (void *)plain);
    glGetPointerv(GL_DEBUG_CALLBACK_USER_PARAM, &found);
    CHECK(found == &calls);

    glEnable(0xABCD);
    CHECK(calls == 1 && last.source == GL_DEBUG_SOURCE_API && last.type == GL_DEBUG_TYPE_ERROR);
    CHECK(last.severity == GL_DEBUG_SEVERITY_HIGH && strstr(last.text, "glEnable: GL_INVALID_ENUM: "));
    GLuint id = last.id;
    glDisable(0xABCE);
    CHECK(calls == 2 && last.id == id && strstr(last.text, "glDisable"));
    CHECK(glGetError() == GL_INVALID_ENUM && calls == 2);
    glDebugMessageControl(GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, GL_DONT_CARE, 1, &id, GL_FALSE);
    glEnable(0xABCD);
    CHECK(calls == 2 && glGetError() == GL_INVALID_ENUM);
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_TRUE);

    // A command without a body makes a message.
    void (*missing)(void) = (void (*)(void))glDispatchCompute;
    missing();
    CHECK(calls == 3 && strstr(last.text, "glDispatchCompute: GL_INVALID_OPERATION"));
    CHECK(glGetError() == GL_INVALID_OPERATION);

    // A program that does not load makes a message with the line and the caret, then the error.
    const char *text = "!!ARBvp1.0\nMOV result.position, vertex.positron;\nEND";
    calls = 0;
    glDebugMessageControl(GL_DEBUG_SOURCE_API, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_FALSE);
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    CHECK(calls == 1 && last.source == GL_DEBUG_SOURCE_SHADER_COMPILER && last.type == GL_DEBUG_TYPE_ERROR);
    CHECK(strstr(last.text, "line 2") && strstr(last.text, "vertex.positron") && strchr(last.text, '^'));
    CHECK(strcmp(last.text, (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB)) == 0);
    CHECK(glGetError() == GL_INVALID_OPERATION);

    // Every error makes a message. The first one is the error string. Each warning of a program that loads makes a message as well.
    text = "!!ARBvp1.0\nMOV result.position, vertex.positron;\nMOV result.colour, 1;\nEND";
    calls = 0;
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    CHECK(calls == 2 && strstr(last.text, "line 3") && last.type == GL_DEBUG_TYPE_ERROR);
    CHECK(strstr((const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB), "line 2"));
    CHECK(glGetError() == GL_INVALID_OPERATION);
    text = "!!ARBvp1.0\nTEMP spare;\nMOV result.position, vertex.position;\nEND";
    calls = 0;
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    CHECK(calls == 1 && last.source == GL_DEBUG_SOURCE_SHADER_COMPILER && last.type == GL_DEBUG_TYPE_OTHER);
    CHECK(last.severity == GL_DEBUG_SEVERITY_LOW && strstr(last.text, "spare") && glGetError() == GL_NO_ERROR);
    CHECK(*glGetString(GL_PROGRAM_ERROR_STRING_ARB) == 0);
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_TRUE);

    // Errors of a display list's commands are delivered when CallList has done all of them.
    calls = 0;
    glNewList(5, GL_COMPILE);
    glEnable(0xABCD);
    glBlendFunc(1, 0x9999);
    glEndList();
    CHECK(calls == 0);
    glCallList(5);
    CHECK(calls == 2 && strstr(last.text, "in display list 5: GL_INVALID_ENUM"));
    CHECK(glGetError() == GL_INVALID_ENUM);

    // The callback may call GL.
    glDebugMessageCallback(calls_gl, NULL);
    glEnable(0xABCD);
    CHECK(error_inside == GL_INVALID_ENUM && glGetError() == GL_NO_ERROR);
    glFinish();
    CHECK((pixels[0] & 0xffffff) == 0x00ff00);

    // Between Begin and End, glGetError itself is an error. A callback that calls it is not called again without end.
    glBegin(GL_TRIANGLES);
    glEnable(GL_BLEND);
    glEnd();
    CHECK(glGetError() == GL_INVALID_OPERATION);
    glDebugMessageCallback(never_content, NULL);
    calls = 0;
    glEnable(0xABCD);
    CHECK(calls > 0 && calls < 100 && glGetError() == GL_INVALID_ENUM);

    // The callback leaves by longjmp, many times. Each message still arrives, and the context is not left busy.
    glDebugMessageCallback(leaves, NULL);
    calls = 0;
    for (volatile int i = 0; i < 100; i++) {
        if (setjmp(out) == 0) {
            glEnable(0xABCD);
            CHECK(!"the callback leaves");
        }
        CHECK(calls == i + 1 && glGetError() == GL_INVALID_ENUM && glGetError() == GL_NO_ERROR);
    }
    glDebugMessageCallback(NULL, NULL);
}

static void groups_and_log(void)
{
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 3, -1, "shadows");
    glDebugMessageControl(GL_DEBUG_SOURCE_API, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_FALSE);
    glEnable(0xABCD);
    glDebugMessageInsertARB(GL_DEBUG_SOURCE_THIRD_PARTY, GL_DEBUG_TYPE_MARKER, 9, GL_DEBUG_SEVERITY_LOW, 4, "markers");
    glPopDebugGroup();
    glEnable(0xABCD);
    CHECK(glGetError() == GL_INVALID_ENUM);
    GLint value = 0;
    glGetIntegerv(GL_DEBUG_LOGGED_MESSAGES, &value);
    CHECK(value == 4);
    glGetIntegerv(GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH, &value);
    CHECK(value == 8);
    GLenum sources[4], types[4], severities[4];
    GLuint ids[4];
    GLsizei lengths[4];
    char texts[21];
    // There is room for three texts, so the fourth message stays.
    CHECK(glGetDebugMessageLog(9, sizeof texts, sources, types, ids, severities, lengths, texts) == 3);
    CHECK(memcmp(texts, "shadows\0mark\0shadows", 21) == 0);
    CHECK(types[0] == GL_DEBUG_TYPE_PUSH_GROUP && types[1] == GL_DEBUG_TYPE_MARKER && types[2] == GL_DEBUG_TYPE_POP_GROUP);
    CHECK(sources[1] == GL_DEBUG_SOURCE_THIRD_PARTY && severities[1] == GL_DEBUG_SEVERITY_LOW && ids[1] == 9);
    CHECK(ids[0] == 3 && ids[2] == 3 && lengths[0] == 8 && lengths[1] == 5);
    CHECK(glGetDebugMessageLogARB(9, 0, NULL, types, NULL, NULL, NULL, NULL) == 1 && types[0] == GL_DEBUG_TYPE_ERROR);
    CHECK(glGetError() == GL_NO_ERROR);
}

static void labels(void)
{
    GLuint buffer;
    char label[8] = "????";
    GLsizei length = -1;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glObjectLabel(GL_BUFFER, buffer, -1, "terrain of the valley");
    glGetObjectLabel(GL_BUFFER, buffer, sizeof label, &length, label);
    CHECK(strcmp(label, "terrain") == 0 && length == 7);
    glGetObjectLabel(GL_BUFFER, buffer, 0, &length, NULL);
    CHECK(length == 21);
    // The next object with this name has no label.
    glDeleteBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glGetObjectLabel(GL_BUFFER, buffer, sizeof label, &length, label);
    CHECK(length == 0 && label[0] == 0 && glGetError() == GL_NO_ERROR);
    glObjectPtrLabel(&buffer, -1, "no sync object");
    CHECK(glGetError() == GL_INVALID_VALUE);
}

int main(void)
{
    static uint32_t pixels[16 * 16];
    CHECK(OSMesaMakeCurrent(OSMesaCreateContextExt(GL_RGBA, 24, 8, 0, NULL), pixels, GL_UNSIGNED_BYTE, 16, 16));
    CHECK(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_KHR_debug"));
    callbacks(pixels);
    groups_and_log();
    labels();
    return 0;
}
