/* OSMesa draws into our memory and maps no X library. */
#include <GL/osmesa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) do { if (!(x)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); exit(1); } } while (0)

int main(void) {
    unsigned char memory[4 * 16 * 8];
    memset(memory, 9, sizeof memory);
    OSMesaContext c = OSMesaCreateContext(OSMESA_BGRA, 0);
    CHECK(c && OSMesaMakeCurrent(c, memory, GL_UNSIGNED_BYTE, 16, 8));
    glClearColor(0.25f, 0.5f, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glFinish();
    CHECK(memory[0] == 255 && memory[1] == 128 && memory[2] == 64 && memory[3] == 255);
    CHECK(!memcmp(memory, memory + sizeof memory - 4, 4));
    int w, h, format;
    void *buffer;
    CHECK(OSMesaGetColorBuffer(c, &w, &h, &format, &buffer) && buffer == memory && w == 16 && h == 8);
    glClear(GL_DEPTH_BUFFER_BIT);
    CHECK(OSMesaGetDepthBuffer(c, &w, &h, &format, &buffer) && format == 4 && *(unsigned *)buffer == 0xffffffffu);
    CHECK(OSMesaGetProcAddress("glClear") && !OSMesaGetProcAddress("glNoSuchCommand"));
    OSMesaDestroyContext(c);
    CHECK(!OSMesaGetCurrentContext());
    char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps)) CHECK(!strstr(line, "libX11"));
    return 0;
}
