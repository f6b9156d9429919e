/* Proves the array objects before ARB_vertex_buffer_object, fences and occlusion queries: ATI_vertex_array_object, ATI_element_array,
 * ATI_vertex_attrib_array_object, ATI_map_object_buffer, NV_vertex_array_range(2), NV_pixel_data_range, NV_fence, NV_occlusion_query,
 * HP_occlusion_test. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) do { if (!(x)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); exit(1); } } while (0)
#define SIZE 64

#define EACH(X) \
    X(PFNGLNEWOBJECTBUFFERATIPROC, NewObjectBufferATI) X(PFNGLISOBJECTBUFFERATIPROC, IsObjectBufferATI) \
    X(PFNGLUPDATEOBJECTBUFFERATIPROC, UpdateObjectBufferATI) X(PFNGLFREEOBJECTBUFFERATIPROC, FreeObjectBufferATI) \
    X(PFNGLGETOBJECTBUFFERIVATIPROC, GetObjectBufferivATI) X(PFNGLARRAYOBJECTATIPROC, ArrayObjectATI) \
    X(PFNGLGETARRAYOBJECTIVATIPROC, GetArrayObjectivATI) X(PFNGLVERTEXATTRIBARRAYOBJECTATIPROC, VertexAttribArrayObjectATI) \
    X(PFNGLMAPOBJECTBUFFERATIPROC, MapObjectBufferATI) X(PFNGLUNMAPOBJECTBUFFERATIPROC, UnmapObjectBufferATI) \
    X(PFNGLELEMENTPOINTERATIPROC, ElementPointerATI) X(PFNGLDRAWELEMENTARRAYATIPROC, DrawElementArrayATI) \
    X(PFNGLDRAWRANGEELEMENTARRAYATIPROC, DrawRangeElementArrayATI) \
    X(PFNGLPRIMITIVERESTARTINDEXNVPROC, PrimitiveRestartIndexNV) X(PFNGLVERTEXARRAYRANGENVPROC, VertexArrayRangeNV) \
    X(PFNGLFLUSHVERTEXARRAYRANGENVPROC, FlushVertexArrayRangeNV) X(PFNGLPIXELDATARANGENVPROC, PixelDataRangeNV) \
    X(PFNGLFLUSHPIXELDATARANGENVPROC, FlushPixelDataRangeNV) X(PFNGLGENFENCESNVPROC, GenFencesNV) \
    X(PFNGLDELETEFENCESNVPROC, DeleteFencesNV) X(PFNGLSETFENCENVPROC, SetFenceNV) X(PFNGLTESTFENCENVPROC, TestFenceNV) \
    X(PFNGLFINISHFENCENVPROC, FinishFenceNV) X(PFNGLISFENCENVPROC, IsFenceNV) X(PFNGLGETFENCEIVNVPROC, GetFenceivNV) \
    X(PFNGLGENOCCLUSIONQUERIESNVPROC, GenOcclusionQueriesNV) X(PFNGLISOCCLUSIONQUERYNVPROC, IsOcclusionQueryNV) \
    X(PFNGLDELETEOCCLUSIONQUERIESNVPROC, DeleteOcclusionQueriesNV) X(PFNGLBEGINOCCLUSIONQUERYNVPROC, BeginOcclusionQueryNV) \
    X(PFNGLENDOCCLUSIONQUERYNVPROC, EndOcclusionQueryNV) X(PFNGLGETOCCLUSIONQUERYUIVNVPROC, GetOcclusionQueryuivNV) \
    X(PFNGLVERTEXATTRIBPOINTERARBPROC, VertexAttribPointerARB) X(PFNGLENABLEVERTEXATTRIBARRAYARBPROC, EnableVertexAttribArrayARB) \
    X(PFNGLDISABLEVERTEXATTRIBARRAYARBPROC, DisableVertexAttribArrayARB) X(PFNGLPROGRAMSTRINGARBPROC, ProgramStringARB)
#define DECLARE(type, name) static type name;
EACH(DECLARE)

static const float square[] = {-1, -1, 1, -1, 1, 1, -1, 1};
static const float lower[] = {-1, -1, 1, -1, 1, 0, -1, 0};
static unsigned memory[SIZE * SIZE];

static unsigned pixel(int x, int y) {
    unsigned value;
    glReadPixels(x, y, 1, 1, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, &value);
    return value;
}

/* Checks the colours of the lower and the upper half, then clears. */
static void expect(unsigned low, unsigned high) {
    unsigned was_low = pixel(20, 10), was_high = pixel(20, 50);
    if (was_low != low || was_high != high) {
        fprintf(stderr, "%08x %08x, not %08x %08x\n", was_low, was_high, low, high);
        exit(1);
    }
    CHECK(glGetError() == GL_NO_ERROR);
    glClear(GL_COLOR_BUFFER_BIT);
}

static GLint state(GLenum name) {
    GLint value = -1;
    glGetIntegerv(name, &value);
    return value;
}

static void object_buffers_feed_arrays(void) {
    GLint value;
    GLuint buffer = NewObjectBufferATI(128, 0, GL_DYNAMIC_ATI);
    CHECK(buffer && IsObjectBufferATI(buffer) && !IsObjectBufferATI(0) && !IsObjectBufferATI(77));
    static const unsigned char colors[16] = {255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255};
    UpdateObjectBufferATI(buffer, 0, 32, lower, GL_DISCARD_ATI);
    UpdateObjectBufferATI(buffer, 64, 16, colors, GL_PRESERVE_ATI);
    ArrayObjectATI(GL_VERTEX_ARRAY, 2, GL_FLOAT, 0, buffer, 0);
    ArrayObjectATI(GL_COLOR_ARRAY, 4, GL_UNSIGNED_BYTE, 0, buffer, 64);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    glDrawArrays(GL_QUADS, 0, 4);
    expect(0xffff0000, 0);
    /* EXT_vertex_weighting's name of the array of weights is taken, too. */
    ArrayObjectATI(GL_VERTEX_WEIGHT_ARRAY_EXT, 1, GL_FLOAT, 0, buffer, 96);
    GetArrayObjectivATI(GL_VERTEX_WEIGHT_ARRAY_EXT, GL_ARRAY_OBJECT_OFFSET_ATI, &value);
    CHECK(value == 96 && glGetError() == GL_NO_ERROR);
    /* Traditional arrays beside those of the object. ArrayElement reads both. */
    const float green[12] = {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0};
    glColorPointer(3, GL_FLOAT, 0, green);
    GetArrayObjectivATI(GL_COLOR_ARRAY, GL_ARRAY_OBJECT_BUFFER_ATI, &value);
    CHECK(value == 0);
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) glArrayElement(i);
    glEnd();
    expect(0xff00ff00, 0);
    /* The pointer reads as null. The definition belongs to the client attributes, and is executed while a list is compiled. */
    void *pointer = &value;
    glGetPointerv(GL_VERTEX_ARRAY_POINTER, &pointer);
    CHECK(!pointer);
    glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT);
    glNewList(1, GL_COMPILE);
    glVertexPointer(2, GL_FLOAT, 0, square);
    glDrawArrays(GL_QUADS, 0, 4);
    ArrayObjectATI(GL_VERTEX_ARRAY, 2, GL_FLOAT, 0, buffer, 0);
    glEndList();
    GetArrayObjectivATI(GL_VERTEX_ARRAY, GL_ARRAY_OBJECT_BUFFER_ATI, &value);
    CHECK(value == (GLint)buffer);
    ArrayObjectATI(GL_VERTEX_ARRAY, 2, GL_FLOAT, 8, buffer, 16);
    glPopClientAttrib();
    GetArrayObjectivATI(GL_VERTEX_ARRAY, GL_ARRAY_OBJECT_OFFSET_ATI, &value);
    CHECK(value == 0);
    glCallList(1);
    expect(0xff00ff00, 0xff00ff00);
    /* Recorded draws keep the bytes of their time. */
    glDrawArrays(GL_QUADS, 0, 4);
    UpdateObjectBufferATI(buffer, 0, 32, square, GL_PRESERVE_ATI);
    expect(0xff00ff00, 0);
    /* A mapping shows the buffer and its updates. */
    float *mapped = MapObjectBufferATI(buffer);
    CHECK(mapped && mapped[7] == 1 && MapObjectBufferATI(buffer) == mapped);
    glDrawArrays(GL_QUADS, 0, 4);
    CHECK(glGetError() == GL_INVALID_OPERATION);
    UpdateObjectBufferATI(buffer, 0, 32, lower, GL_PRESERVE_ATI);
    CHECK(mapped[7] == 0 && mapped[16] != 0);
    mapped[5] = mapped[7] = 1;
    UnmapObjectBufferATI(buffer);
    glDrawArrays(GL_QUADS, 0, 4);
    expect(0xff00ff00, 0xff00ff00);
    /* It is a buffer object in every other respect. After it is freed, its arrays read nothing. */
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &value);
    CHECK(value == 128);
    FreeObjectBufferATI(buffer);
    CHECK(!IsObjectBufferATI(buffer) && state(GL_ARRAY_BUFFER_BINDING) == 0);
    GetArrayObjectivATI(GL_VERTEX_ARRAY, GL_ARRAY_OBJECT_BUFFER_ATI, &value);
    CHECK(value == 0);
    glDrawArrays(GL_QUADS, 0, 4);
    expect(0, 0);
    glDisableClientState(GL_COLOR_ARRAY);
}

static void element_arrays_give_indices(void) {
    const unsigned short indices[] = {0, 1, 2, 0, 2, 3, 0xffff, 1, 2, 3};
    glColor3f(1, 1, 0);
    glVertexPointer(2, GL_FLOAT, 0, lower);
    ElementPointerATI(GL_UNSIGNED_SHORT, indices);
    DrawElementArrayATI(GL_TRIANGLES, 6);
    CHECK(glGetError() == GL_INVALID_OPERATION);
    glEnableClientState(GL_ELEMENT_ARRAY_ATI);
    DrawElementArrayATI(GL_TRIANGLES, 6);
    expect(0xffffff00, 0);
    DrawRangeElementArrayATI(GL_TRIANGLES, 0, 3, 6);
    expect(0xffffff00, 0);
    /* The element array in an object buffer, with the restart index, in a list. DrawElements ignores it. */
    GLuint buffer = NewObjectBufferATI(sizeof indices, indices, GL_STATIC_ATI);
    ArrayObjectATI(GL_ELEMENT_ARRAY_ATI, 1, GL_UNSIGNED_SHORT, 0, buffer, 6);
    CHECK(state(GL_ELEMENT_ARRAY_TYPE_ATI) == GL_UNSIGNED_SHORT);
    glEnableClientState(GL_PRIMITIVE_RESTART_NV);
    PrimitiveRestartIndexNV(0xffff);
    glNewList(2, GL_COMPILE);
    DrawElementArrayATI(GL_TRIANGLE_STRIP, 7);
    glEndList();
    glDisableClientState(GL_PRIMITIVE_RESTART_NV);
    FreeObjectBufferATI(buffer);
    glCallList(2);
    CHECK(pixel(5, 30) == 0xffffff00 && pixel(60, 3) == 0xffffff00);
    expect(0xffffff00, 0);
    const unsigned char quad[] = {0, 1, 2, 3};
    glVertexPointer(2, GL_FLOAT, 0, square);
    glDrawElements(GL_QUADS, 4, GL_UNSIGNED_BYTE, quad);
    expect(0xffffff00, 0xffffff00);
    /* An element buffer of ARB_vertex_buffer_object makes the pointer an offset. */
    GLuint arb;
    glGenBuffers(1, &arb);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, arb);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof quad, quad, GL_STATIC_DRAW);
    ElementPointerATI(GL_UNSIGNED_BYTE, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    DrawElementArrayATI(GL_QUADS, 4);
    expect(0xffffff00, 0xffffff00);
    glDeleteBuffers(1, &arb);
    glDisableClientState(GL_ELEMENT_ARRAY_ATI);
}

static void generic_attributes_come_from_object_buffers(void) {
    const char *program = "!!ARBvp1.0 MOV result.position, vertex.attrib[0]; MOV result.color, vertex.attrib[9]; END";
    const unsigned char colors[] = {0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255};
    GLuint buffer = NewObjectBufferATI(64, 0, GL_STATIC_ATI);
    UpdateObjectBufferATI(buffer, 0, sizeof square, square, GL_PRESERVE_ATI);
    UpdateObjectBufferATI(buffer, 32, sizeof colors, colors, GL_PRESERVE_ATI);
    ProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, strlen(program), program);
    glEnable(GL_VERTEX_PROGRAM_ARB);
    glDisableClientState(GL_VERTEX_ARRAY);
    EnableVertexAttribArrayARB(0);
    EnableVertexAttribArrayARB(9);
    VertexAttribArrayObjectATI(0, 2, GL_FLOAT, 0, 0, buffer, 0);
    VertexAttribArrayObjectATI(9, 4, GL_UNSIGNED_BYTE, 1, 0, buffer, 32);
    glDrawArrays(GL_QUADS, 0, 4);
    expect(0xff0000ff, 0xff0000ff);
    DisableVertexAttribArrayARB(0);
    DisableVertexAttribArrayARB(9);
    glDisable(GL_VERTEX_PROGRAM_ARB);
    FreeObjectBufferATI(buffer);
}

/* Everything is in memory of glXAllocateMemoryNV, under valid ranges. What changes after a flush was read before. */
static void ranges_change_no_picture(void) {
    void *(*allocate)(GLsizei, float, float, float) = (void *)OSMesaGetProcAddress("glXAllocateMemoryNV");
    void (*release)(void *) = (void *)OSMesaGetProcAddress("glXFreeMemoryNV");
    CHECK(allocate && release && !allocate(0, 0, 0, 1) && !allocate(-1, 0, 0, 1));
    float *range = allocate(4096, 0, 1, 1);
    CHECK(range && (size_t)range % 32 == 0);
    memcpy(range, lower, sizeof lower);
    glEnableClientState(GL_VERTEX_ARRAY);
    VertexArrayRangeNV(4096, range);
    glEnableClientState(GL_VERTEX_ARRAY_RANGE_WITHOUT_FLUSH_NV);
    CHECK(glIsEnabled(GL_VERTEX_ARRAY_RANGE_NV) && state(GL_VERTEX_ARRAY_RANGE_VALID_NV));
    glVertexPointer(2, GL_FLOAT, 0, range);
    glColor3f(0, 1, 1);
    glDrawArrays(GL_QUADS, 0, 4);
    FlushVertexArrayRangeNV();
    memset(range, 0, 64);
    expect(0xff00ffff, 0);
    unsigned *pixels = (unsigned *)range;
    for (int i = 0; i < 64; i++) pixels[i] = 0xffff00ff;
    glEnableClientState(GL_WRITE_PIXEL_DATA_RANGE_NV);
    glEnableClientState(GL_READ_PIXEL_DATA_RANGE_NV);
    PixelDataRangeNV(GL_WRITE_PIXEL_DATA_RANGE_NV, 4096, pixels);
    PixelDataRangeNV(GL_READ_PIXEL_DATA_RANGE_NV, 4096, pixels);
    glRasterPos2f(-1, -1);
    glPixelZoom(8, 4);
    glDrawPixels(8, 8, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
    FlushPixelDataRangeNV(GL_WRITE_PIXEL_DATA_RANGE_NV);
    pixels[0] = 0;
    glReadPixels(20, 10, 1, 1, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
    FlushPixelDataRangeNV(GL_READ_PIXEL_DATA_RANGE_NV);
    CHECK(pixels[0] == 0xffff00ff);
    expect(0xffff00ff, 0);
    PixelDataRangeNV(GL_WRITE_PIXEL_DATA_RANGE_NV, 0, 0);
    PixelDataRangeNV(GL_READ_PIXEL_DATA_RANGE_NV, 0, 0);
    VertexArrayRangeNV(0, 0);
    CHECK(!state(GL_VERTEX_ARRAY_RANGE_VALID_NV));
    glDisableClientState(GL_VERTEX_ARRAY_RANGE_NV);
    release(range);
    release(range);
    release(&range);
    glPixelZoom(1, 1);
}

static void fences_are_passed(void) {
    GLuint fences[3] = {0};
    GLint value = -1;
    GenFencesNV(3, fences);
    CHECK(fences[0] && fences[1] != fences[2] && !IsFenceNV(fences[0]) && TestFenceNV(fences[0]));
    CHECK(glGetError() == GL_INVALID_OPERATION);
    glVertexPointer(2, GL_FLOAT, 0, square);
    glDrawArrays(GL_QUADS, 0, 4);
    SetFenceNV(fences[0], GL_ALL_COMPLETED_NV);
    CHECK(IsFenceNV(fences[0]));
    GetFenceivNV(fences[0], GL_FENCE_CONDITION_NV, &value);
    CHECK(value == GL_ALL_COMPLETED_NV);
    FinishFenceNV(fences[0]);
    CHECK(memory[10 * SIZE + 20] == 0xff00ffff && TestFenceNV(fences[0]));
    GetFenceivNV(fences[0], GL_FENCE_STATUS_NV, &value);
    CHECK(value == 1);
    /* A list holds SetFence and no other command of fences. */
    glNewList(3, GL_COMPILE);
    SetFenceNV(1000, GL_ALL_COMPLETED_NV);
    FinishFenceNV(fences[0]);
    DeleteFencesNV(3, fences);
    glEndList();
    CHECK(!IsFenceNV(fences[0]) && !IsFenceNV(1000));
    glCallList(3);
    CHECK(IsFenceNV(1000) && TestFenceNV(1000));
    expect(0xff00ffff, 0xff00ffff);
}

static GLuint pixels_of(GLuint query) {
    GLuint count = 7777, available = 0;
    GetOcclusionQueryuivNV(query, GL_PIXEL_COUNT_AVAILABLE_NV, &available);
    GetOcclusionQueryuivNV(query, GL_PIXEL_COUNT_NV, &count);
    CHECK(available == 1);
    return count;
}

/* Section 4.1.6A of the text: queries and the test have one counter. */
static void occlusion_is_counted(void) {
    GLuint q[2];
    GenOcclusionQueriesNV(2, q);
    CHECK(!IsOcclusionQueryNV(q[0]) && !state(GL_OCCLUSION_TEST_RESULT_HP));
    BeginOcclusionQueryNV(q[0]);
    CHECK(state(GL_CURRENT_OCCLUSION_QUERY_ID_NV) == (GLint)q[0]);
    glVertexPointer(2, GL_FLOAT, 0, lower);
    glDrawArrays(GL_QUADS, 0, 4);
    EndOcclusionQueryNV();
    CHECK(IsOcclusionQueryNV(q[0]) && pixels_of(q[0]) == SIZE * SIZE / 2);
    /* The query has set the result of the test, too. Its query resets it. */
    CHECK(state(GL_OCCLUSION_TEST_RESULT_HP) == 1 && state(GL_OCCLUSION_TEST_RESULT_HP) == 0);
    CHECK(pixels_of(q[0]) == SIZE * SIZE / 2);
    glEnable(GL_OCCLUSION_TEST_HP);
    glDrawArrays(GL_QUADS, 0, 4);
    glDisable(GL_OCCLUSION_TEST_HP);
    glDrawArrays(GL_QUADS, 0, 4);
    /* Begin resets both. A query of the result inside a query resets its count. */
    BeginOcclusionQueryNV(q[1]);
    CHECK(!state(GL_OCCLUSION_TEST_RESULT_HP));
    glDrawArrays(GL_QUADS, 0, 4);
    CHECK(state(GL_OCCLUSION_TEST_RESULT_HP) == 1);
    glDrawArrays(GL_QUADS, 0, 2);
    EndOcclusionQueryNV();
    CHECK(pixels_of(q[1]) == 0 && !state(GL_OCCLUSION_TEST_RESULT_HP));
    /* Hidden fragments do not count. */
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_OCCLUSION_TEST_HP);
    glDepthFunc(GL_NEVER);
    glDrawArrays(GL_QUADS, 0, 4);
    CHECK(!state(GL_OCCLUSION_TEST_RESULT_HP));
    glDepthFunc(GL_LESS);
    glDrawArrays(GL_QUADS, 0, 4);
    CHECK(state(GL_OCCLUSION_TEST_RESULT_HP) == 1);
    glDisable(GL_OCCLUSION_TEST_HP);
    glDisable(GL_DEPTH_TEST);
    /* Begin and End are compiled. The objects are those of ARB_occlusion_query. */
    glNewList(4, GL_COMPILE);
    BeginOcclusionQueryNV(q[1]);
    glRectf(-1, -1, 1, 1);
    EndOcclusionQueryNV();
    glEndList();
    CHECK(pixels_of(q[1]) == 0);
    glCallList(4);
    GLuint count;
    glGetQueryObjectuiv(q[1], GL_QUERY_RESULT, &count);
    CHECK(count == SIZE * SIZE && glIsQuery(q[1]));
    DeleteOcclusionQueriesNV(2, q);
    CHECK(!IsOcclusionQueryNV(q[1]));
    glClear(GL_COLOR_BUFFER_BIT);
    expect(0, 0);
}

/* Object buffers are shared, fences are not. */
static void what_contexts_share(OSMesaContext first) {
    static unsigned other_memory[SIZE * SIZE];
    GLuint buffer = NewObjectBufferATI(32, square, GL_STATIC_ATI);
    SetFenceNV(50, GL_ALL_COMPLETED_NV);
    OSMesaContext second = OSMesaCreateContextExt(OSMESA_BGRA, 24, 8, 0, first);
    CHECK(second && OSMesaMakeCurrent(second, other_memory, GL_UNSIGNED_BYTE, SIZE, SIZE));
    CHECK(IsObjectBufferATI(buffer) && !IsFenceNV(50) && !glIsEnabled(GL_VERTEX_ARRAY_RANGE_NV));
    ArrayObjectATI(GL_VERTEX_ARRAY, 2, GL_FLOAT, 0, buffer, 0);
    glEnableClientState(GL_VERTEX_ARRAY);
    glDrawArrays(GL_QUADS, 0, 4);
    expect(0xffffffff, 0xffffffff);
    CHECK(OSMesaMakeCurrent(first, memory, GL_UNSIGNED_BYTE, SIZE, SIZE) && IsFenceNV(50));
    FreeObjectBufferATI(buffer);
    OSMesaDestroyContext(second);
}

int main(void) {
    OSMesaContext context = OSMesaCreateContextExt(OSMESA_BGRA, 24, 8, 0, 0);
    CHECK(context && OSMesaMakeCurrent(context, memory, GL_UNSIGNED_BYTE, SIZE, SIZE));
#define LOAD(type, name) CHECK((name = (type)(void *)OSMesaGetProcAddress("gl" #name)));
    EACH(LOAD)
    object_buffers_feed_arrays();
    element_arrays_give_indices();
    generic_attributes_come_from_object_buffers();
    ranges_change_no_picture();
    fences_are_passed();
    occlusion_is_counted();
    what_contexts_share(context);
    CHECK(glGetError() == GL_NO_ERROR);
    OSMesaDestroyContext(context);
    return 0;
}
