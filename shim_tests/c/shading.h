/* The commands of GL_TRI_shading_language, found by name as in any program that must run without them. */
#include "programs.h"
#include "trilobite_gl.h"

#define SHADING_COMMANDS(X) \
    X(PFNGLPROGRAMOPTIONTRIPROC, option, "glProgramOptionTRI") X(PFNGLPROGRAMINCLUDETRIPROC, include, "glProgramIncludeTRI") \
    X(PFNGLGETPROGRAMUNIFORMLOCATIONTRIPROC, location, "glGetProgramUniformLocationTRI") \
    X(PFNGLPROGRAMUNIFORMITRIPROC, uniform_i, "glProgramUniformiTRI") X(PFNGLPROGRAMUNIFORMFVTRIPROC, uniform_f, "glProgramUniformfvTRI") \
    X(PFNGLPROGRAMUNIFORMMATRIXFVTRIPROC, uniform_m, "glProgramUniformMatrixfvTRI") \
    X(PFNGLGETPROGRAMUNIFORMFVTRIPROC, get_f, "glGetProgramUniformfvTRI") X(PFNGLGETACTIVEUNIFORMTRIPROC, active, "glGetActiveUniformTRI")

#define X(type, command, name) static type command __attribute__((unused));
SHADING_COMMANDS(X)
#undef X

static void *find(const char *name) {
    void *found = (void *)OSMesaGetProcAddress(name);
    CHECK(found);
    return found;
}

static void find_commands(void) {
#define X(type, command, name) command = (type)find(name);
    SHADING_COMMANDS(X)
#undef X
}
