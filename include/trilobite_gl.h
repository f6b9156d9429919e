/* trilobite_gl.h: the OpenGL extensions of Trilobite itself. docs/extensions has their texts.
 *
 * Include it after <GL/gl.h> and <GL/glext.h>. Addresses come from glXGetProcAddress, or with GL_GLEXT_PROTOTYPES from the library. */
#ifndef TRILOBITE_GL_H
#define TRILOBITE_GL_H

#ifdef __cplusplus
extern "C" {
#endif

#ifndef GL_TRI_shading_language
#define GL_TRI_shading_language 1

/* Formats of ProgramStringARB. */
#define GL_PROGRAM_FORMAT_CG_TRI 0x54520000
#define GL_PROGRAM_FORMAT_MUDA_TRI 0x54520001
#define GL_PROGRAM_FORMAT_HLSL_TRI 0x54520002
#define GL_PROGRAM_FORMAT_D3D_ASSEMBLY_TRI 0x54520003
#define GL_PROGRAM_FORMAT_D3D_TOKENS_TRI 0x54520004

/* Names of ProgramOptionTRI. */
#define GL_PROGRAM_PROFILE_TRI 0x54520010
#define GL_PROGRAM_ENTRY_TRI 0x54520011
#define GL_PROGRAM_DEFINE_TRI 0x54520012
#define GL_PROGRAM_INTERFACE_TRI 0x54520013
#define GL_PROGRAM_STRICT_TRI 0x54520014
#define GL_PROGRAM_CLEAR_OPTIONS_TRI 0x54520015
#define GL_PROGRAM_POSITION_INVARIANT_TRI 0x54520016

/* Names of GetProgramivARB. */
#define GL_PROGRAM_ACTIVE_UNIFORMS_TRI 0x54520020
#define GL_PROGRAM_UNIFORM_MAX_LENGTH_TRI 0x54520021

typedef void(APIENTRY *PFNGLPROGRAMOPTIONTRIPROC)(GLenum target, GLenum pname, const char *value);
typedef void(APIENTRY *PFNGLPROGRAMINCLUDETRIPROC)(GLenum target, const char *name, GLsizei len, const void *text);
typedef GLint(APIENTRY *PFNGLGETPROGRAMUNIFORMLOCATIONTRIPROC)(GLenum target, const char *name);
typedef void(APIENTRY *PFNGLPROGRAMUNIFORMITRIPROC)(GLenum target, GLint location, GLint value);
typedef void(APIENTRY *PFNGLPROGRAMUNIFORMFVTRIPROC)(GLenum target, GLint location, GLsizei count, const GLfloat *value);
typedef void(APIENTRY *PFNGLPROGRAMUNIFORMMATRIXFVTRIPROC)(GLenum target, GLint location, GLsizei count, GLboolean transpose,
                                                           const GLfloat *value);
typedef void(APIENTRY *PFNGLGETPROGRAMUNIFORMFVTRIPROC)(GLenum target, GLint location, GLfloat *params);
typedef void(APIENTRY *PFNGLGETACTIVEUNIFORMTRIPROC)(GLenum target, GLuint index, GLsizei bufSize, GLsizei *length, GLint *size,
                                                     GLenum *type, char *name);

#ifdef GL_GLEXT_PROTOTYPES
void APIENTRY glProgramOptionTRI(GLenum target, GLenum pname, const char *value);
void APIENTRY glProgramIncludeTRI(GLenum target, const char *name, GLsizei len, const void *text);
GLint APIENTRY glGetProgramUniformLocationTRI(GLenum target, const char *name);
void APIENTRY glProgramUniformiTRI(GLenum target, GLint location, GLint value);
void APIENTRY glProgramUniformfvTRI(GLenum target, GLint location, GLsizei count, const GLfloat *value);
void APIENTRY glProgramUniformMatrixfvTRI(GLenum target, GLint location, GLsizei count, GLboolean transpose, const GLfloat *value);
void APIENTRY glGetProgramUniformfvTRI(GLenum target, GLint location, GLfloat *params);
void APIENTRY glGetActiveUniformTRI(GLenum target, GLuint index, GLsizei bufSize, GLsizei *length, GLint *size, GLenum *type,
                                    char *name);
#endif
#endif

#ifdef __cplusplus
}
#endif

#endif
