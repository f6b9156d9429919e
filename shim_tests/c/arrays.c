/* Proves that vertex arrays, buffer objects and pixel buffers read no byte too far. Each array ends where unmapped memory begins, so a
 * read beyond it ends the program. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CHECK(x) do { if (!(x)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); exit(1); } } while (0)
#define SIZE 64
#define PAGE 4096

static const float square[] = {-1, -1, 1, -1, 1, 1, -1, 1};
static unsigned memory[SIZE * SIZE];

static unsigned pixel(int x, int y) {
    unsigned value;
    glReadPixels(x, y, 1, 1, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, &value);
    return value;
}

/* The last `size` bytes before unmapped memory. */
static void *at_the_edge(size_t size) {
    char *pages = mmap(0, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED && !mprotect(pages + PAGE, PAGE, PROT_NONE));
    return pages + PAGE - size;
}

static void client_arrays_end_where_their_elements_do(void) {
    float *tight = at_the_edge(sizeof square);
    memcpy(tight, square, sizeof square);
    glEnableClientState(GL_VERTEX_ARRAY);
    glVertexPointer(2, GL_FLOAT, 0, tight);
    glColor3f(1, 0, 0);
    glDrawArrays(GL_QUADS, 0, 4);
    CHECK(pixel(10, 10) == 0xffff0000);
    const int strides[] = {24, 600};
    for (int k = 0; k < 2; k++) {
        char *far = at_the_edge(3 * strides[k] + 8);
        for (int i = 0; i < 4; i++) memcpy(far + strides[k] * i, square + 2 * i, 8);
        glVertexPointer(2, GL_FLOAT, strides[k], far);
        glColor3f(0, 1, k);
        glDrawArrays(GL_QUADS, 0, 4);
        CHECK(pixel(60, 60) == (k ? 0xff00ffff : 0xff00ff00));
    }
    unsigned short *indices = at_the_edge(8);
    for (int i = 0; i < 4; i++) indices[i] = 3 - i;
    glVertexPointer(2, GL_FLOAT, 0, tight);
    glColor3f(1, 1, 0);
    glDrawRangeElements(GL_QUADS, 0, 3, 4, GL_UNSIGNED_SHORT, indices);
    CHECK(pixel(1, 60) == 0xffffff00 && glGetError() == GL_NO_ERROR);
}

static void a_list_keeps_the_version_of_its_compilation(GLuint buffer) {
    glBindBufferARB(GL_ARRAY_BUFFER, buffer);
    glBufferDataARB(GL_ARRAY_BUFFER, sizeof square, square, GL_STATIC_DRAW);
    glVertexPointer(2, GL_FLOAT, 0, (void *)0);
    glNewList(1, GL_COMPILE);
    glDrawArrays(GL_QUADS, 0, 4);
    glEndList();
    float *mapped = glMapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY);
    CHECK(mapped);
    memset(mapped, 0, sizeof square);
    CHECK(glUnmapBuffer(GL_ARRAY_BUFFER));
    glColor3f(0, 1, 1);
    glDrawArrays(GL_QUADS, 0, 4);
    CHECK(pixel(5, 5) == 0xffffff00);
    glCallList(1);
    CHECK(pixel(5, 5) == 0xff00ffff);
}

static void pixels_go_through_buffers(GLuint buffer) {
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, sizeof memory + 16, 0, GL_STREAM_READ);
    glReadPixels(0, 0, SIZE, SIZE, GL_BGRA, GL_UNSIGNED_BYTE, (void *)16);
    unsigned *mapped = glMapBuffer(GL_PIXEL_PACK_BUFFER, GL_READ_ONLY);
    CHECK(mapped && mapped[3] == 0 && mapped[4] == 0xff00ffff && mapped[SIZE * SIZE + 3] == 0xff00ffff);
    glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    glReadPixels(0, 0, SIZE, SIZE, GL_BGRA, GL_UNSIGNED_BYTE, (void *)17);
    CHECK(glGetError() == GL_INVALID_OPERATION);
    glReadPixels(0, 0, SIZE, SIZE, GL_BGRA, GL_UNSIGNED_BYTE, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glClear(GL_COLOR_BUFFER_BIT);
    glRasterPos2f(-1, -1);
    glDrawPixels(32, 32, GL_RGBA, GL_UNSIGNED_BYTE, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    CHECK(pixel(3, 3) == 0xffffff00 && pixel(40, 3) == 0 && glGetError() == GL_NO_ERROR);
}

int main(void) {
    OSMesaContext context = OSMesaCreateContextExt(OSMESA_BGRA, 24, 8, 0, 0);
    CHECK(context && OSMesaMakeCurrent(context, memory, GL_UNSIGNED_BYTE, SIZE, SIZE));
    GLuint buffers[2];
    glGenBuffersARB(2, buffers);
    client_arrays_end_where_their_elements_do();
    a_list_keeps_the_version_of_its_compilation(buffers[0]);
    pixels_go_through_buffers(buffers[1]);
    glVertexPointer(2, GL_FLOAT, 0, (void *)8192);
    glDeleteBuffers(2, buffers);
    glDrawArrays(GL_QUADS, 0, 4);
    CHECK(glGetError() == GL_NO_ERROR);
    glBegin(GL_POINTS);
    glDrawArrays(GL_QUADS, 0, 4);
    glEnd();
    CHECK(glGetError() == GL_INVALID_OPERATION);
    OSMesaDestroyContext(context);
    return 0;
}
