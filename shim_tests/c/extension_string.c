/* Prints the extension string, one name in each line, as a program of the time copies it: into a buffer of the size that the argument
 * gives. */
#include <GL/gl.h>
#include <GL/osmesa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    static unsigned char frame[16];
    static char buffer[1 << 16];
    size_t room = argc > 1 ? strtoul(argv[1], NULL, 10) : sizeof buffer;
    OSMesaContext context = OSMesaCreateContext(OSMESA_RGBA, NULL);
    if (!context || !OSMesaMakeCurrent(context, frame, GL_UNSIGNED_BYTE, 2, 2)) return 1;
    const char *string = (const char *)glGetString(GL_EXTENSIONS);
    if (strlen(string) + 1 > room || room > sizeof buffer) {
        printf("%zu bytes do not fit in %zu\n", strlen(string) + 1, room);
        return 1;
    }
    strcpy(buffer, string);
    for (char *name = strtok(buffer, " "); name; name = strtok(NULL, " ")) puts(name);
    return 0;
}
