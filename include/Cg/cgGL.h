/* cgGL.h: the interface of NVIDIA's Cg runtime 3.1 for OpenGL (libCgGL.so), as Trilobite has it.
 *
 * The names, numbers and signatures are those of the published interface. Programs link with libCgGL.so and libCg.so, which
 * share their objects. The functions use the GL context that is current, of whichever GL the process has.
 */
#ifndef _cggl_h
#define _cggl_h

#include <Cg/cg.h>
#include <GL/gl.h>

#ifndef CGGLDLL_API
#define CGGLDLL_API extern
#endif
#ifndef CGGLENTRY
#define CGGLENTRY
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Matrices that GL tracks, what is done with them, and the stages of programs. */
typedef enum CGGLenum {
    CG_GL_MATRIX_IDENTITY = 0, CG_GL_MATRIX_TRANSPOSE, CG_GL_MATRIX_INVERSE, CG_GL_MATRIX_INVERSE_TRANSPOSE,
    CG_GL_MODELVIEW_MATRIX, CG_GL_PROJECTION_MATRIX, CG_GL_TEXTURE_MATRIX, CG_GL_MODELVIEW_PROJECTION_MATRIX,
    CG_GL_VERTEX, CG_GL_FRAGMENT, CG_GL_GEOMETRY, CG_GL_TESSELLATION_CONTROL, CG_GL_TESSELLATION_EVALUATION
} CGGLenum;

/* Versions of GLSL. */
typedef enum CGGLglslversion {
    CG_GL_GLSL_DEFAULT = 0, CG_GL_GLSL_100, CG_GL_GLSL_110, CG_GL_GLSL_120
} CGGLglslversion;

/* Profiles and options */
CGGLDLL_API CGbool cgGLIsProfileSupported(CGprofile profile);
CGGLDLL_API void cgGLEnableProfile(CGprofile profile);
CGGLDLL_API void cgGLDisableProfile(CGprofile profile);
CGGLDLL_API CGprofile cgGLGetLatestProfile(CGGLenum profile_type);
CGGLDLL_API void cgGLSetOptimalOptions(CGprofile profile);
CGGLDLL_API const char **cgGLGetOptimalOptions(CGprofile profile);
CGGLDLL_API void cgGLSetContextOptimalOptions(CGcontext context, CGprofile profile);
CGGLDLL_API const char **cgGLGetContextOptimalOptions(CGcontext context, CGprofile profile);
CGGLDLL_API void cgGLEnableProgramProfiles(CGprogram program);
CGGLDLL_API void cgGLDisableProgramProfiles(CGprogram program);
CGGLDLL_API void cgGLSetDebugMode(CGbool debug);

/* Programs */
CGGLDLL_API void cgGLLoadProgram(CGprogram program);
CGGLDLL_API void cgGLUnloadProgram(CGprogram program);
CGGLDLL_API CGbool cgGLIsProgramLoaded(CGprogram program);
CGGLDLL_API void cgGLBindProgram(CGprogram program);
CGGLDLL_API void cgGLUnbindProgram(CGprofile profile);
CGGLDLL_API GLuint cgGLGetProgramID(CGprogram program);

/* Parameters */
CGGLDLL_API void cgGLSetParameter1f(CGparameter param, float x);
CGGLDLL_API void cgGLSetParameter1fv(CGparameter param, const float *v);
CGGLDLL_API void cgGLGetParameter1f(CGparameter param, float *v);
CGGLDLL_API void cgGLSetParameterArray1f(CGparameter param, long offset, long nelements, const float *v);
CGGLDLL_API void cgGLGetParameterArray1f(CGparameter param, long offset, long nelements, float *v);
CGGLDLL_API void cgGLSetParameter2f(CGparameter param, float x, float y);
CGGLDLL_API void cgGLSetParameter2fv(CGparameter param, const float *v);
CGGLDLL_API void cgGLGetParameter2f(CGparameter param, float *v);
CGGLDLL_API void cgGLSetParameterArray2f(CGparameter param, long offset, long nelements, const float *v);
CGGLDLL_API void cgGLGetParameterArray2f(CGparameter param, long offset, long nelements, float *v);
CGGLDLL_API void cgGLSetParameter3f(CGparameter param, float x, float y, float z);
CGGLDLL_API void cgGLSetParameter3fv(CGparameter param, const float *v);
CGGLDLL_API void cgGLGetParameter3f(CGparameter param, float *v);
CGGLDLL_API void cgGLSetParameterArray3f(CGparameter param, long offset, long nelements, const float *v);
CGGLDLL_API void cgGLGetParameterArray3f(CGparameter param, long offset, long nelements, float *v);
CGGLDLL_API void cgGLSetParameter4f(CGparameter param, float x, float y, float z, float w);
CGGLDLL_API void cgGLSetParameter4fv(CGparameter param, const float *v);
CGGLDLL_API void cgGLGetParameter4f(CGparameter param, float *v);
CGGLDLL_API void cgGLSetParameterArray4f(CGparameter param, long offset, long nelements, const float *v);
CGGLDLL_API void cgGLGetParameterArray4f(CGparameter param, long offset, long nelements, float *v);
CGGLDLL_API void cgGLSetParameter1d(CGparameter param, double x);
CGGLDLL_API void cgGLSetParameter1dv(CGparameter param, const double *v);
CGGLDLL_API void cgGLGetParameter1d(CGparameter param, double *v);
CGGLDLL_API void cgGLSetParameterArray1d(CGparameter param, long offset, long nelements, const double *v);
CGGLDLL_API void cgGLGetParameterArray1d(CGparameter param, long offset, long nelements, double *v);
CGGLDLL_API void cgGLSetParameter2d(CGparameter param, double x, double y);
CGGLDLL_API void cgGLSetParameter2dv(CGparameter param, const double *v);
CGGLDLL_API void cgGLGetParameter2d(CGparameter param, double *v);
CGGLDLL_API void cgGLSetParameterArray2d(CGparameter param, long offset, long nelements, const double *v);
CGGLDLL_API void cgGLGetParameterArray2d(CGparameter param, long offset, long nelements, double *v);
CGGLDLL_API void cgGLSetParameter3d(CGparameter param, double x, double y, double z);
CGGLDLL_API void cgGLSetParameter3dv(CGparameter param, const double *v);
CGGLDLL_API void cgGLGetParameter3d(CGparameter param, double *v);
CGGLDLL_API void cgGLSetParameterArray3d(CGparameter param, long offset, long nelements, const double *v);
CGGLDLL_API void cgGLGetParameterArray3d(CGparameter param, long offset, long nelements, double *v);
CGGLDLL_API void cgGLSetParameter4d(CGparameter param, double x, double y, double z, double w);
CGGLDLL_API void cgGLSetParameter4dv(CGparameter param, const double *v);
CGGLDLL_API void cgGLGetParameter4d(CGparameter param, double *v);
CGGLDLL_API void cgGLSetParameterArray4d(CGparameter param, long offset, long nelements, const double *v);
CGGLDLL_API void cgGLGetParameterArray4d(CGparameter param, long offset, long nelements, double *v);

/* Matrices */
CGGLDLL_API void cgGLSetMatrixParameterdr(CGparameter param, const double *matrix);
CGGLDLL_API void cgGLGetMatrixParameterdr(CGparameter param, double *matrix);
CGGLDLL_API void cgGLSetMatrixParameterArraydr(CGparameter param, long offset, long nelements, const double *matrices);
CGGLDLL_API void cgGLGetMatrixParameterArraydr(CGparameter param, long offset, long nelements, double *matrices);
CGGLDLL_API void cgGLSetMatrixParameterdc(CGparameter param, const double *matrix);
CGGLDLL_API void cgGLGetMatrixParameterdc(CGparameter param, double *matrix);
CGGLDLL_API void cgGLSetMatrixParameterArraydc(CGparameter param, long offset, long nelements, const double *matrices);
CGGLDLL_API void cgGLGetMatrixParameterArraydc(CGparameter param, long offset, long nelements, double *matrices);
CGGLDLL_API void cgGLSetMatrixParameterfr(CGparameter param, const float *matrix);
CGGLDLL_API void cgGLGetMatrixParameterfr(CGparameter param, float *matrix);
CGGLDLL_API void cgGLSetMatrixParameterArrayfr(CGparameter param, long offset, long nelements, const float *matrices);
CGGLDLL_API void cgGLGetMatrixParameterArrayfr(CGparameter param, long offset, long nelements, float *matrices);
CGGLDLL_API void cgGLSetMatrixParameterfc(CGparameter param, const float *matrix);
CGGLDLL_API void cgGLGetMatrixParameterfc(CGparameter param, float *matrix);
CGGLDLL_API void cgGLSetMatrixParameterArrayfc(CGparameter param, long offset, long nelements, const float *matrices);
CGGLDLL_API void cgGLGetMatrixParameterArrayfc(CGparameter param, long offset, long nelements, float *matrices);
CGGLDLL_API void cgGLSetStateMatrixParameter(CGparameter param, CGGLenum matrix, CGGLenum transform);

/* Attributes */
CGGLDLL_API void cgGLSetParameterPointer(CGparameter param, GLint fsize, GLenum type, GLsizei stride, const GLvoid *pointer);
CGGLDLL_API void cgGLEnableClientState(CGparameter param);
CGGLDLL_API void cgGLDisableClientState(CGparameter param);

/* Textures */
CGGLDLL_API void cgGLSetTextureParameter(CGparameter param, GLuint texobj);
CGGLDLL_API GLuint cgGLGetTextureParameter(CGparameter param);
CGGLDLL_API void cgGLEnableTextureParameter(CGparameter param);
CGGLDLL_API void cgGLDisableTextureParameter(CGparameter param);
CGGLDLL_API GLenum cgGLGetTextureEnum(CGparameter param);
CGGLDLL_API void cgGLSetManageTextureParameters(CGcontext context, CGbool flag);
CGGLDLL_API CGbool cgGLGetManageTextureParameters(CGcontext context);
CGGLDLL_API void cgGLSetupSampler(CGparameter param, GLuint texobj);

/* Effects and buffers */
CGGLDLL_API void cgGLRegisterStates(CGcontext context);
CGGLDLL_API CGbuffer cgGLCreateBuffer(CGcontext context, int size, const void *data, GLenum bufferUsage);
CGGLDLL_API CGbuffer cgGLCreateBufferFromObject(CGcontext context, GLuint obj, CGbool manageObject);
CGGLDLL_API GLuint cgGLGetBufferObject(CGbuffer buffer);

/* GLSL */
CGGLDLL_API CGGLglslversion cgGLDetectGLSLVersion(void);
CGGLDLL_API void cgGLSetContextGLSLVersion(CGcontext context, CGGLglslversion version);
CGGLDLL_API CGGLglslversion cgGLGetContextGLSLVersion(CGcontext context);
CGGLDLL_API CGGLglslversion cgGLGetGLSLVersion(const char *version_string);
CGGLDLL_API const char *cgGLGetGLSLVersionString(CGGLglslversion version);

#ifdef __cplusplus
}
#endif

#endif
