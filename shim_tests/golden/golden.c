/* Draws one golden scene off-screen. Writes it as PPM, followed by alpha as a PGM. */
#include "golden.h"
#include <GL/osmesa.h>

static golden_scene *scenes;

void golden_register(golden_scene *scene)
{
    scene->next = scenes;
    scenes = scene;
}

static void write_picture(const char *path)
{
    static unsigned char rgb[SIZE * 3], alpha[SIZE];
    FILE *f = fopen(path, "wb");
    if (!f) {
        perror(path);
        exit(1);
    }
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    fprintf(f, "P6\n%d %d\n255\n", SIZE, 2 * SIZE);
    for (int y = SIZE - 1; y >= 0; y--) {
        glReadPixels(0, y, SIZE, 1, GL_RGB, GL_UNSIGNED_BYTE, rgb);
        fwrite(rgb, 3, SIZE, f);
    }
    for (int y = SIZE - 1; y >= 0; y--) {
        glReadPixels(0, y, SIZE, 1, GL_ALPHA, GL_UNSIGNED_BYTE, alpha);
        for (int x = 0; x < SIZE; x++) rgb[3 * x] = rgb[3 * x + 1] = rgb[3 * x + 2] = alpha[x];
        fwrite(rgb, 3, SIZE, f);
    }
    fclose(f);
}

int main(int argc, char **argv)
{
    static unsigned char pixels[SIZE * SIZE * 4];
    if (argc == 2 && !strcmp(argv[1], "--list")) {
        for (golden_scene *s = scenes; s; s = s->next) puts(s->name);
        return 0;
    }
    if (argc != 3) return 2;
    for (golden_scene *s = scenes; s; s = s->next) {
        if (strcmp(s->name, argv[1])) continue;
        OSMesaContext context = OSMesaCreateContextExt(OSMESA_RGBA, 24, 8, 16, NULL);
        if (!context || !OSMesaMakeCurrent(context, pixels, GL_UNSIGNED_BYTE, SIZE, SIZE)) return 1;
        glClearColor(0.1f, 0.1f, 0.2f, 0);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
        s->draw();
        GLenum error = glGetError();
        if (error) {
            fprintf(stderr, "%s: GL error 0x%04x\n", argv[1], error);
            return 1;
        }
        glPixelTransferf(GL_RED_SCALE, 1);
        write_picture(argv[2]);
        OSMesaDestroyContext(context);
        return 0;
    }
    fprintf(stderr, "no scene %s\n", argv[1]);
    return 2;
}
