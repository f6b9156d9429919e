/* A library that is preloaded into piglit's shader_runner. The runner asks for GLSL before any test, even before those of ARB assembly
 * programs that use none. This library answers only these questions: two extension names, the version of the language, and that no
 * program object is current. All other calls reach the driver, so it draws every pixel. */
#define _GNU_SOURCE
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* The driver's function of this name. */
static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

const GLubyte *glGetString(GLenum name)
{
    static char extensions[16384];
    if (name == GL_SHADING_LANGUAGE_VERSION) return (const GLubyte *)"1.00";
    const GLubyte *real = ((const GLubyte *(*)(GLenum))next("glGetString"))(name);
    if (name != GL_EXTENSIONS || real == NULL) return real;
    snprintf(extensions, sizeof extensions, "%s GL_ARB_shader_objects GL_ARB_shading_language_100", (const char *)real);
    return (const GLubyte *)extensions;
}

void glGetIntegerv(GLenum name, GLint *out)
{
    if (name == GL_CURRENT_PROGRAM) *out = 0;
    else ((void (*)(GLenum, GLint *))next("glGetIntegerv"))(name, out);
}

static __GLXextFuncPtr look_up(const char *door, const GLubyte *name)
{
    if (strcmp((const char *)name, "glGetString") == 0) return (__GLXextFuncPtr)glGetString;
    if (strcmp((const char *)name, "glGetIntegerv") == 0) return (__GLXextFuncPtr)glGetIntegerv;
    return ((__GLXextFuncPtr(*)(const GLubyte *))next(door))(name);
}

__GLXextFuncPtr glXGetProcAddress(const GLubyte *name) { return look_up("glXGetProcAddress", name); }
__GLXextFuncPtr glXGetProcAddressARB(const GLubyte *name) { return look_up("glXGetProcAddressARB", name); }
