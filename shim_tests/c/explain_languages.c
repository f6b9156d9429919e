// Draws one frame with programs in Cg, HLSL and Direct3D's assembly (as text and as tokens), one over the other, for tests/explain.rs. Prints
// the pixel.
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trilobite_gl.h"

#define CHECK(what) do { if (!(what)) { fprintf(stderr, "line %d: %s\n", __LINE__, #what); exit(1); } } while (0)
#define SIZE 16

static const char cg_vertex[] =
    "void main(float4 p : POSITION, out float4 q : POSITION, out float2 t : TEXCOORD0)\n"
    "{\n"
    "  q = p;\n"
    "  t = p.xy * 0.5 + 0.5;\n"
    "}\n";

static const char cg_fragment[] =
    "#include \"half.cgh\"\n"
    "float4 main(float2 t : TEXCOORD0) : COLOR\n"
    "{\n"
    "  float x = halved(t.x);\n"
    "  return float4(x, 0, 0, 1);\n"
    "}\n";

static const char header[] = "float halved(float x) { return x * 0.5; }\n";

static const char hlsl_fragment[] =
    "float4 main(float2 t : TEXCOORD0) : COLOR\n"
    "{\n"
    "  if (t.x < 0.25) discard;\n"
    "  return float4(0, t, 1);\n"
    "}\n";

static const char assembly[] = "ps_2_0\ndcl t0.xy\ndef c0, 0, 0, 1, 1\nmov r0, c0\nmad r0.x, t0.y, c0.z, c0.z ; brighter\nmov oC0, r0\n";

/* ps_2_0: dcl t0, mov r0 t0, mov oC0 r0 */
static const unsigned tokens[] = {
    0xffff0200, 0x0200001f, 0x80000000, 0xb00f0000, 0x02000001, 0x800f0000, 0xb0e40000, 0x02000001, 0x800f0800, 0x80e40000, 0x0000ffff,
};

static void load(GLenum target, GLenum format, const void *text, size_t length) {
    GLuint name;
    glGenProgramsARB(1, &name);
    glBindProgramARB(target, name);
    ((PFNGLPROGRAMINCLUDETRIPROC)(void *)OSMesaGetProcAddress("glProgramIncludeTRI"))(target, "half.cgh", sizeof header - 1, header);
    glProgramStringARB(target, format, (GLsizei)length, text);
    GLint position;
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
    if (position != -1) fprintf(stderr, "%s\n", (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB));
    CHECK(position == -1 && glGetError() == GL_NO_ERROR);
    glEnable(target);
}

static void fragments(GLenum format, const void *text, size_t length) {
    load(GL_FRAGMENT_PROGRAM_ARB, format, text, length);
    glRectf(-1, -1, 1, 1);
}

int main(int argc, char **argv) {
    CHECK(argc == 3);
    static uint32_t pixels[SIZE * SIZE];
    OSMesaContext context = OSMesaCreateContextExt(OSMESA_RGBA, 24, 8, 0, NULL);
    CHECK(context && OSMesaMakeCurrent(context, pixels, GL_UNSIGNED_BYTE, SIZE, SIZE));
    glClear(GL_COLOR_BUFFER_BIT); /* frame 0 */
    glFinish();
    load(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_CG_TRI, cg_vertex, sizeof cg_vertex - 1); /* frame 1 */
    fragments(GL_PROGRAM_FORMAT_CG_TRI, cg_fragment, sizeof cg_fragment - 1);
    fragments(GL_PROGRAM_FORMAT_HLSL_TRI, hlsl_fragment, sizeof hlsl_fragment - 1);
    fragments(GL_PROGRAM_FORMAT_D3D_ASSEMBLY_TRI, assembly, sizeof assembly - 1);
    fragments(GL_PROGRAM_FORMAT_D3D_TOKENS_TRI, tokens, sizeof tokens);
    CHECK(glGetError() == GL_NO_ERROR);
    GLubyte pixel[4];
    glReadPixels(atoi(argv[1]), atoi(argv[2]), 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    glFinish();
    printf("%d  %d  %d  %d\n", pixel[0], pixel[1], pixel[2], pixel[3]);
    /* A refused text is told where messages go. */
    const char *bad = "float4 main() : COLOR\n{ return nothing; }\n";
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_CG_TRI, (GLsizei)strlen(bad), bad);
    CHECK(glGetError() == GL_INVALID_OPERATION);
    OSMesaDestroyContext(context);
    return 0;
}
