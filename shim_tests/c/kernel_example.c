// An example of a kernel from C: draws the Mandelbrot set to standard output (PGM, 384 x 256 pixels).
//
//     cc -Iinclude shim_tests/c/kernel_example.c -Ltarget/release -ltrilobite -o kernel_example
//     LD_LIBRARY_PATH=target/release ./kernel_example > mandelbrot.pgm
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trilobite.h"

static const char *const text =
    "// Steps until z = z*z + c leaves the circle of radius 2, at most 255.\n"
    "void steps(in float re, in float im, out int n) {\n"
    "    float x = 0.0;\n"
    "    float y = 0.0;\n"
    "    n = 0;\n"
    "    while ((x * x + y * y <= 4.0) & (n < 255)) {\n"
    "        float next = x * x - y * y + re;\n"
    "        y = 2.0 * x * y + im;\n"
    "        x = next;\n"
    "        n = n + 1;\n"
    "    }\n"
    "}\n";

enum { WIDTH = 384, HEIGHT = 256 };

int main(void) {
    tri_module *module;
    if (tri_compile(TRI_LANGUAGE_MUDA, text, strlen(text), &module) != TRI_OK) {
        fputs(tri_log(module), stderr);
        return 1;
    }
    const tri_function *steps = tri_find(module, "steps");

    // One run computes a row. Its real parts are an array, and its imaginary part is the same for all (a stride of 0).
    float re[WIDTH];
    int32_t n[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
        re[i] = -2.0f + 3.0f * i / WIDTH;
    }
    printf("P5\n%d %d\n255\n", WIDTH, HEIGHT);
    for (int row = 0; row < HEIGHT; row++) {
        float im = -1.0f + 2.0f * row / HEIGHT;
        tri_array arrays[] = {{re, sizeof *re}, {&im, 0}, {n, sizeof *n}};
        tri_options options = {.seconds = 10};
        char message[200];
        if (tri_run(steps, WIDTH, arrays, 3, &options, message, sizeof message) != TRI_OK) {
            fprintf(stderr, "%s\n", message);
            return 1;
        }
        for (int i = 0; i < WIDTH; i++) {
            putchar(n[i]);
        }
    }
    tri_free(module);
    return 0;
}
