/* Functions and names of OpenGL that scripts use, in the form in which cg_runtime/signatures.h reads cg.h. */
typedef enum GLname {
    GL_NO_ERROR = 0,
    GL_MODELVIEW = 0x1700, GL_PROJECTION, GL_TEXTURE,
    GL_MODELVIEW_MATRIX = 0x0BA6, GL_PROJECTION_MATRIX = 0x0BA7, GL_TEXTURE_MATRIX = 0x0BA8,
    GL_VENDOR = 0x1F00, GL_RENDERER, GL_VERSION, GL_EXTENSIONS,
    GL_VERTEX_PROGRAM_ARB = 0x8620, GL_FRAGMENT_PROGRAM_ARB = 0x8804,
    GL_PROGRAM_BINDING_ARB = 0x8677, GL_PROGRAM_LENGTH_ARB = 0x8627,
    GL_PROGRAM_ERROR_POSITION_ARB = 0x864B, GL_CURRENT_PROGRAM = 0x8B8D,
    GL_ACTIVE_TEXTURE = 0x84E0, GL_CLIENT_ACTIVE_TEXTURE = 0x84E1, GL_TEXTURE0 = 0x84C0, GL_TEXTURE1, GL_TEXTURE2, GL_TEXTURE3,
    GL_TEXTURE_1D = 0x0DE0, GL_TEXTURE_2D = 0x0DE1, GL_TEXTURE_3D = 0x806F, GL_TEXTURE_CUBE_MAP = 0x8513,
    GL_TEXTURE_BINDING_1D = 0x8068, GL_TEXTURE_BINDING_2D = 0x8069, GL_TEXTURE_BINDING_3D = 0x806A, GL_TEXTURE_BINDING_CUBE_MAP = 0x8514,
    GL_VERTEX_ARRAY = 0x8074, GL_NORMAL_ARRAY, GL_COLOR_ARRAY, GL_TEXTURE_COORD_ARRAY = 0x8078,
    GL_FOG_COORD_ARRAY = 0x8457, GL_SECONDARY_COLOR_ARRAY = 0x845E,
    GL_VERTEX_ARRAY_SIZE = 0x807A, GL_VERTEX_ARRAY_TYPE, GL_VERTEX_ARRAY_STRIDE,
    GL_TEXTURE_COORD_ARRAY_SIZE = 0x8088, GL_TEXTURE_COORD_ARRAY_STRIDE = 0x808A, GL_COLOR_ARRAY_SIZE = 0x8081,
    GL_NORMAL_ARRAY_STRIDE = 0x807F,
    GL_CURRENT_COLOR = 0x0B00, GL_CURRENT_NORMAL = 0x0B02, GL_CURRENT_TEXTURE_COORDS = 0x0B03,
    GL_CURRENT_SECONDARY_COLOR = 0x8459, GL_CURRENT_FOG_COORD = 0x8453,
    GL_VERTEX_ATTRIB_ARRAY_ENABLED = 0x8622, GL_VERTEX_ATTRIB_ARRAY_SIZE = 0x8623, GL_CURRENT_VERTEX_ATTRIB = 0x8626,
    GL_VERTEX_ATTRIB_ARRAY_STRIDE = 0x8624, GL_VERTEX_ATTRIB_ARRAY_TYPE = 0x8625, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED = 0x886A,
    GL_FLOAT = 0x1406, GL_UNSIGNED_BYTE = 0x1401, GL_INT = 0x1404, GL_SHORT = 0x1402, GL_DOUBLE = 0x140A,
    GL_TEXTURE_MAG_FILTER = 0x2800, GL_TEXTURE_MIN_FILTER, GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T,
    GL_TEXTURE_MAX_ANISOTROPY = 0x84FE, GL_TEXTURE_BORDER_COLOR = 0x1004,
    GL_ARRAY_BUFFER = 0x8892, GL_BUFFER_SIZE = 0x8764, GL_STATIC_DRAW = 0x88E4, GL_DYNAMIC_DRAW = 0x88E8
} GLname;

CGDLL_API int glGetError(void);
CGDLL_API void glGetIntegerv(int name, int *to);
CGDLL_API void glGetFloatv(int name, float *to);
CGDLL_API GLboolean glIsEnabled(int capability);
CGDLL_API void glEnable(int capability);
CGDLL_API void glDisable(int capability);
CGDLL_API void glMatrixMode(int mode);
CGDLL_API void glLoadIdentity(void);
CGDLL_API void glLoadMatrixf(const float *matrix);
CGDLL_API void glTranslatef(float x, float y, float z);
CGDLL_API void glScalef(float x, float y, float z);
CGDLL_API void glBindProgramARB(int target, int program);
CGDLL_API GLboolean glIsProgramARB(int program);
CGDLL_API void glGetProgramivARB(int target, int name, int *to);
CGDLL_API void glGetProgramLocalParameterfvARB(int target, int index, float *to);
CGDLL_API void glGetProgramEnvParameterfvARB(int target, int index, float *to);
CGDLL_API void glActiveTexture(int unit);
CGDLL_API void glClientActiveTexture(int unit);
CGDLL_API void glGenTextures(int n, int *to);
CGDLL_API void glBindTexture(int target, int texture);
CGDLL_API void glGetTexParameteriv(int target, int name, int *to);
CGDLL_API void glGetTexParameterfv(int target, int name, float *to);
CGDLL_API void glGetVertexAttribivARB(int index, int name, int *to);
CGDLL_API void glGetVertexAttribfvARB(int index, int name, float *to);
CGDLL_API void glBindBuffer(int target, int buffer);
CGDLL_API void glGenBuffers(int n, int *to);
CGDLL_API void glBufferData(int target, int size, const void *data, int usage);
CGDLL_API void glGetBufferParameteriv(int target, int name, int *to);
CGDLL_API GLboolean glIsBuffer(int buffer);
CGDLL_API GLboolean glIsProgram(int program);
CGDLL_API GLboolean glIsShader(int shader);
CGDLL_API void glUseProgram(int program);
CGDLL_API void glGetUniformfv(int program, int location, float *to);
CGDLL_API int glGetUniformLocation(int program, const char *name);
