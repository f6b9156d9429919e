/* Golden scenes of objects that later versions of GL took over: vertex array objects, sampler objects, copies between buffers, conditional
 * rendering; and of provoking vertices, draw buffers with states of their own, base vertices, inverted rows. */
#include "golden.h"
#include <GL/osmesa.h>

#define COMMANDS(X)                                                                                       \
    X(PFNGLGENVERTEXARRAYSPROC, GenVertexArrays) X(PFNGLBINDVERTEXARRAYPROC, BindVertexArray)              \
    X(PFNGLDELETEVERTEXARRAYSPROC, DeleteVertexArrays) X(PFNGLCOPYBUFFERSUBDATAPROC, CopyBufferSubData)    \
    X(PFNGLDRAWELEMENTSBASEVERTEXPROC, DrawElementsBaseVertex)                                             \
    X(PFNGLMULTIDRAWELEMENTSBASEVERTEXPROC, MultiDrawElementsBaseVertex)                                   \
    X(PFNGLPROVOKINGVERTEXPROC, ProvokingVertex) X(PFNGLGENSAMPLERSPROC, GenSamplers)                      \
    X(PFNGLBINDSAMPLERPROC, BindSampler) X(PFNGLSAMPLERPARAMETERIPROC, SamplerParameteri)                  \
    X(PFNGLSAMPLERPARAMETERFVPROC, SamplerParameterfv)                                                     \
    X(PFNGLBEGINCONDITIONALRENDERPROC, BeginConditionalRender)                                             \
    X(PFNGLENDCONDITIONALRENDERPROC, EndConditionalRender)                                                 \
    X(PFNGLENABLEIPROC, Enablei) X(PFNGLCOLORMASKIPROC, ColorMaski)                                        \
    X(PFNGLGENFRAMEBUFFERSPROC, GenFramebuffers) X(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer)              \
    X(PFNGLFRAMEBUFFERTEXTURE2DPROC, FramebufferTexture2D)                                                 \
    X(PFNGLDRAWBUFFERSPROC, DrawBuffers)

#define DECLARE(type, name) static type p##name;
COMMANDS(DECLARE)

__attribute__((constructor)) static void look_up(void)
{
#define LOOK_UP(type, name) p##name = (type)(void *)OSMesaGetProcAddress("gl" #name);
    COMMANDS(LOOK_UP)
}

typedef struct { float x, y; unsigned char c[4]; } vertex;

static const vertex corners[8] = {
    {-0.9f, -0.9f, {255, 0, 0, 255}}, {-0.1f, -0.8f, {0, 255, 0, 255}}, {-0.2f, 0.9f, {0, 0, 255, 255}}, {-0.8f, 0.7f, {255, 255, 0, 255}},
    {0.1f, -0.7f, {0, 255, 255, 255}}, {0.9f, -0.9f, {255, 0, 255, 255}}, {0.8f, 0.6f, {255, 255, 255, 255}}, {0.2f, 0.9f, {128, 0, 0, 255}}};

static void pointers(const char *at)
{
    glVertexPointer(2, GL_FLOAT, sizeof(vertex), at + offsetof(vertex, x));
    glColorPointer(4, GL_UNSIGNED_BYTE, sizeof(vertex), at + offsetof(vertex, c));
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
}

static GLuint buffer(GLenum target, const void *data, size_t size)
{
    GLuint name;
    glGenBuffers(1, &name);
    glBindBuffer(target, name);
    glBufferData(target, (GLsizeiptr)size, data, GL_STATIC_DRAW);
    return name;
}

/* Three objects, each with arrays and an element buffer; object 0 keeps its own through it all. */
SCENE(objects, vertex_arrays)
{
    static const unsigned short left[3] = {0, 1, 2}, right[3] = {4, 5, 6};
    GLuint names[2];
    pointers((const char *)corners);
    pGenVertexArrays(2, names);
    for (int i = 0; i < 2; i++) {
        pBindVertexArray(names[i]);
        buffer(GL_ARRAY_BUFFER, corners, sizeof corners);
        buffer(GL_ELEMENT_ARRAY_BUFFER, i ? right : left, sizeof left);
        pointers(0);
    }
    /* The second has no colours. */
    glDisableClientState(GL_COLOR_ARRAY);
    glColor3f(0.5f, 0.25f, 1);
    for (int i = 0; i < 2; i++) {
        pBindVertexArray(names[i]);
        glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, 0);
    }
    pBindVertexArray(names[0]);
    pDeleteVertexArrays(2, names);
    glScalef(0.4f, 0.4f, 1);
    glDrawArrays(GL_TRIANGLES, 5, 3);
}

SCENE(objects, base_vertex)
{
    static const unsigned char quad[6] = {0, 1, 2, 0, 2, 3};
    static const GLsizei counts[2] = {3, 3};
    static const void *const parts[2] = {quad, quad + 3};
    static const GLint bases[2] = {0, 2};
    pointers((const char *)corners);
    pDrawElementsBaseVertex(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, quad, 4);
    glScalef(0.5f, 0.5f, 1);
    pMultiDrawElementsBaseVertex(GL_TRIANGLES, counts, GL_UNSIGNED_BYTE, parts, 2, bases);
}

/* The halves of one buffer change places in another one. */
SCENE(objects, copy_buffer)
{
    const GLsizeiptr half = sizeof corners / 2;
    buffer(GL_COPY_READ_BUFFER, corners, sizeof corners);
    buffer(GL_COPY_WRITE_BUFFER, NULL, sizeof corners);
    pCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, half, half);
    pCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, half, 0, half);
    GLint name;
    glGetIntegerv(GL_COPY_WRITE_BUFFER, &name);
    glBindBuffer(GL_ARRAY_BUFFER, (GLuint)name);
    pointers(0);
    glDrawArrays(GL_QUADS, 0, 4);
    glDrawArrays(GL_TRIANGLES, 4, 3);
}

/* Every kind of primitive but quadrilaterals, flat. llvmpipe's quadrilaterals do not follow the convention, as ours do. */
static void flat_primitives(GLenum convention)
{
    static const GLenum modes[7] = {GL_LINES, GL_LINE_STRIP, GL_LINE_LOOP, GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_POLYGON};
    pProvokingVertex(convention);
    glShadeModel(GL_FLAT);
    for (int m = 0; m < 7; m++) {
        glPushMatrix();
        glTranslatef(-0.66f + 0.66f * (m % 3), -0.66f + 0.66f * (m / 3), 0);
        glScalef(0.3f, 0.3f, 1);
        glBegin(modes[m]);
        for (int i = 0; i < 6; i++) {
            /* Strips go from side to side, the others around. */
            const int strip = modes[m] == GL_TRIANGLE_STRIP;
            const float a = (float)M_PI / 3 * i, x = strip ? 0.8f * (i / 2) - 0.8f : 0.9f * cosf(a), y = strip ? (i & 1 ? 0.8f : -0.8f) : 0.9f * sinf(a);
            glColor3ub((GLubyte)(i & 1 ? 255 : 60), (GLubyte)(i * 40), (GLubyte)(i & 2 ? 255 : 60));
            glVertex2f(x, y);
        }
        glEnd();
        glPopMatrix();
    }
}

SCENE(provoking, first) { flat_primitives(GL_FIRST_VERTEX_CONVENTION); }
SCENE(provoking, last) { flat_primitives(GL_LAST_VERTEX_CONVENTION); }

/* One texture through four samplers, the last one after its deletion. */
SCENE(objects, samplers)
{
    static const float border[4] = {1, 0.5f, 0, 1};
    static const GLint modes[3][3] = {{GL_NEAREST, GL_NEAREST, GL_REPEAT}, {GL_LINEAR, GL_LINEAR, GL_MIRRORED_REPEAT}, {GL_NEAREST, GL_LINEAR, GL_CLAMP_TO_BORDER}};
    GLuint names[3];
    /* Without mipmaps and with its own filter, the texture is not complete. */
    small_texture(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glColor3f(0.2f, 0.6f, 0.3f);
    pGenSamplers(3, names);
    for (int i = 0; i < 4; i++) {
        if (i < 3) {
            pSamplerParameteri(names[i], GL_TEXTURE_MIN_FILTER, modes[i][0]);
            pSamplerParameteri(names[i], GL_TEXTURE_MAG_FILTER, modes[i][1]);
            pSamplerParameteri(names[i], GL_TEXTURE_WRAP_S, modes[i][2]);
            pSamplerParameteri(names[i], GL_TEXTURE_WRAP_T, modes[i][2]);
            pSamplerParameterfv(names[i], GL_TEXTURE_BORDER_COLOR, border);
        }
        pBindSampler(0, i < 3 ? names[i] : 0);
        glLoadIdentity();
        glTranslatef(i & 1 ? 0.5f : -0.5f, i & 2 ? 0.5f : -0.5f, 0);
        glScalef(0.45f, 0.45f, 1);
        full_quad(2.5f, 0);
    }
}

/* What a query has not seen is not drawn: vertices, pixels, clears. What it has seen is. */
SCENE(objects, conditional)
{
    static const unsigned char pixels[4 * 4 * 3] = {255, 255, 255};
    GLuint names[2];
    glGenQueries(2, names);
    for (int i = 0; i < 2; i++) {
        glBeginQuery(GL_SAMPLES_PASSED, names[i]);
        glBegin(GL_POINTS);
        glVertex2f(i ? 0 : 5, 0);
        glEnd();
        glEndQuery(GL_SAMPLES_PASSED);
    }
    for (int i = 0; i < 2; i++) {
        pBeginConditionalRender(names[i], GL_QUERY_WAIT);
        glColor3f((float)i, 0.5f, 0);
        glRectf(-0.9f, -0.9f + (float)i, 0.9f, -0.1f + (float)i);
        glWindowPos2i(4 + 20 * i, 30);
        glDrawPixels(4, 4, GL_RGB, GL_UNSIGNED_BYTE, pixels);
        glEnable(GL_SCISSOR_TEST);
        glScissor(30 * i, 28, 10, 10);
        glClearColor(0, 0, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glDisable(GL_SCISSOR_TEST);
        pEndConditionalRender();
    }
}

/* Two colour buffers, of which one blends and one writes red and blue alone. Each fills a half of the picture. */
SCENE(objects, draw_buffers)
{
    static const GLenum both[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    static const char program[] =
        "!!ARBfp1.0 OPTION ARB_draw_buffers; MOV result.color[0], fragment.color; MOV result.color[1], fragment.color; END";
    PFNGLPROGRAMSTRINGARBPROC program_string = (PFNGLPROGRAMSTRINGARBPROC)(void *)OSMesaGetProcAddress("glProgramStringARB");
    GLuint textures[2], framebuffer;
    glGenTextures(2, textures);
    pGenFramebuffers(1, &framebuffer);
    pBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (int i = 0; i < 2; i++) {
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 32, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        pFramebufferTexture2D(GL_FRAMEBUFFER, both[i], GL_TEXTURE_2D, textures[i], 0);
    }
    pDrawBuffers(2, both);
    glViewport(0, 0, 32, 64);
    glClearColor(0.2f, 0.4f, 0.6f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    program_string(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof program - 1, program);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    pEnablei(GL_BLEND, 0);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE);
    pColorMaski(1, 1, 0, 1, 1);
    glColor4f(0.9f, 0.9f, 0.1f, 0.5f);
    glRectf(-0.8f, -0.8f, 0.8f, 0.2f);
    glScissor(4, 50, 24, 8);
    glEnable(GL_SCISSOR_TEST);
    glClearColor(1, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    glDisable(GL_BLEND);
    glColorMask(1, 1, 1, 1);
    pBindFramebuffer(GL_FRAMEBUFFER, 0);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    for (int i = 0; i < 2; i++) {
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glViewport(32 * i, 0, 32, 64);
        full_quad(1, 0);
    }
}

/* The lower left part is read upside down, and drawn beside and above itself. */
SCENE(pixels, pack_invert)
{
    static unsigned char bytes[24 * 20 * 4];
    glShadeModel(GL_SMOOTH);
    glBegin(GL_TRIANGLES);
    glColor3f(1, 0, 0); glVertex2f(-1, -1); glColor3f(0, 1, 0); glVertex2f(-0.2f, -1); glColor3f(0, 0, 1); glVertex2f(-1, -0.2f);
    glEnd();
    glPixelStorei(GL_PACK_INVERT_MESA, 1);
    glReadPixels(0, 0, 24, 20, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    glWindowPos2i(34, 0);
    glDrawPixels(24, 20, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    /* Rows that end early. Mesa 22.3.6 writes beyond the image when rows lie outside of the window. */
    memset(bytes, 0x80, sizeof bytes);
    glPixelStorei(GL_PACK_ROW_LENGTH, 24);
    glPixelStorei(GL_PACK_SKIP_PIXELS, 3);
    glReadPixels(2, 0, 16, 20, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    glWindowPos2i(0, 34);
    glDrawPixels(24, 20, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
}
