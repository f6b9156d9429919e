// Proves that include/trilobite.h works from C: programs over arrays, queries, wrong arguments, several threads.
// usage: compute CASE
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trilobite.h"

#define CHECK(condition)                                                                     \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                  \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

static const char *scale =
    "!!ARBvp1.0\n"
    "PARAM k = program.local[0];\n"
    "MAD result.position, vertex.position, k.x, {0.5, 0.5, 0.5, 0.5};\n"
    "MOV result.texcoord[0], vertex.normal;\n"
    "END\n";

static tri_module *compiled(const char *text) {
    tri_module *module = NULL;
    tri_result result = tri_compile(TRI_LANGUAGE_ANY, text, strlen(text), &module);
    if (result != TRI_OK) {
        fprintf(stderr, "%s", tri_log(module));
    }
    CHECK(result == TRI_OK && module);
    return module;
}

// A structure of the application. Its members are bound in place.
typedef struct {
    char tag;
    float position[4];
    float normal[4];
    float transformed[4];
} __attribute__((packed)) vertex;

static void run_over_structures(const tri_function *f, size_t n, uint32_t threads) {
    vertex *v = calloc(n + 1, sizeof *v);
    for (size_t i = 0; i < n; i++) {
        for (int c = 0; c < 4; c++) {
            v[i].position[c] = i + c * 0.25f;
            v[i].normal[c] = -(float)i;
        }
        v[i].tag = 'a' + i % 26;
    }
    float k[4] = {2, 0, 0, 0}, *copy = malloc((n + 1) * 16);
    ptrdiff_t stride = sizeof *v;
    tri_array arrays[] = {{v[0].position, stride}, {v[0].normal, stride}, {k, 0}, {v[0].transformed, stride}, {copy, 16}};
    char message[100] = "?";
    tri_options options = {threads, 100.0};
    tri_result result = tri_run(f, n, arrays, 5, &options, message, sizeof message);
    CHECK(result == TRI_OK && message[0] == 0);
    for (size_t i = 0; i < n; i++) {
        CHECK(v[i].tag == (char)('a' + i % 26));
        for (int c = 0; c < 4; c++) {
            CHECK(v[i].transformed[c] == 2 * (i + c * 0.25f) + 0.5f);
            CHECK(copy[4 * i + c] == -(float)i);
        }
    }
    free(v);
    free(copy);
}

static void arrays(void) {
    tri_module *module = compiled(scale);
    const tri_function *f = tri_find(module, "main");
    size_t sizes[] = {0, 1, 15, 16, 17, 100, 9000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (uint32_t threads = 0; threads < 3; threads++) {
            run_over_structures(f, sizes[i], threads);
        }
    }
    tri_free(module);
}

static void questions(void) {
    tri_module *module = compiled(scale);
    CHECK(tri_version() == TRI_VERSION && tri_log(module)[0] == 0);
    CHECK(tri_function_count(module) == 1 && !tri_function_at(module, 1));
    const tri_function *f = tri_function_at(module, 0);
    CHECK(f && f == tri_find(module, "main") && !tri_find(module, "other") && !strcmp(tri_function_name(f), "main"));
    const char *names[] = {"vertex.position", "vertex.normal", "program.local[0]", "result.position", "result.texcoord[0]"};
    tri_direction directions[] = {TRI_IN, TRI_IN, TRI_UNIFORM, TRI_OUT, TRI_OUT};
    CHECK(tri_parameter_count(f) == 5 && !tri_parameter_at(f, 5));
    for (int i = 0; i < 5; i++) {
        const tri_parameter *p = tri_parameter_at(f, i);
        CHECK(!strcmp(p->name, names[i]) && p->direction == directions[i]);
        CHECK(p->scalar == TRI_FLOAT && p->components == 4 && p->count == 1 && p->bytes == 16);
    }
    tri_free(module);
    const char *odd = "!!ARBfp1.0\nTEMP a, unused;\nMOV a, fragment.color;\nMOV result.color, a;\nEND\n";
    module = compiled(odd);
    CHECK(strstr(tri_log(module), "warning") && strstr(tri_log(module), "line 2"));
    tri_free(module);
}

static void wrong(void) {
    tri_module *module = (tri_module *)&module;
    const char *bad = "!!ARBvp1.0\nMOV result.position, vertex.positron;\nMOV nothing;\nEND\n";
    CHECK(tri_compile(TRI_LANGUAGE_ANY, bad, strlen(bad), &module) == TRI_COMPILE_ERROR && module);
    CHECK(strstr(tri_log(module), "line 2, column 29") && strstr(tri_log(module), "^"));
    CHECK(tri_function_count(module) == 0 && !tri_function_at(module, 0) && !tri_find(module, "main"));
    tri_free(module);
    CHECK(tri_compile(TRI_LANGUAGE_ANY, "hello", 5, &module) == TRI_COMPILE_ERROR && tri_log(module)[0]);
    tri_free(module);
    CHECK(tri_compile(TRI_LANGUAGE_ANY, NULL, 0, &module) == TRI_COMPILE_ERROR);
    tri_free(module);
    const char *ati = "!!ATIfs1.0\nStartOutputPass;\nMOV r0, color0;\nEndPass;\n";
    CHECK(tri_compile(TRI_LANGUAGE_ANY, ati, strlen(ati), &module) == TRI_COMPILE_ERROR && strstr(tri_log(module), "draws"));
    tri_free(module);
    CHECK(tri_compile(TRI_LANGUAGE_MUDA, NULL, 0, &module) == TRI_OK && tri_function_count(module) == 0 && !tri_log(module)[0]);
    tri_free(module);
    CHECK(tri_compile(99, bad, strlen(bad), &module) == TRI_INVALID_ARGUMENT && !module);
    CHECK(tri_compile(TRI_LANGUAGE_ANY, NULL, 5, &module) == TRI_INVALID_ARGUMENT && !module);
    CHECK(tri_compile(TRI_LANGUAGE_ANY, bad, (size_t)-1, &module) == TRI_INVALID_ARGUMENT && !module);
    CHECK(tri_compile(TRI_LANGUAGE_ANY, bad, 5, NULL) == TRI_INVALID_ARGUMENT);
    tri_free(NULL);
    CHECK(tri_log(NULL)[0] == 0 && !tri_function_count(NULL) && !tri_function_at(NULL, 0) && !tri_find(NULL, "main"));
    CHECK(!tri_function_name(NULL) && !tri_parameter_count(NULL) && !tri_parameter_at(NULL, 0));

    module = compiled(scale);
    CHECK(!tri_find(module, NULL));
    const tri_function *f = tri_find(module, "main");
    float k[4] = {0}, in[64] = {0}, out[64] = {0}, more[64] = {0};
    tri_array good[] = {{in, 16}, {in, 16}, {k, 0}, {out, 16}, {more, 16}}, array[5];
    char message[200];
#define WRONG(change, text)                                                                                                 \
    memcpy(array, good, sizeof good);                                                                                       \
    change;                                                                                                                 \
    CHECK(tri_run(f, 16, array, 5, NULL, message, sizeof message) == TRI_INVALID_ARGUMENT && strstr(message, text))
    WRONG(array[0].data = NULL, "vertex.position");
    WRONG(array[2].data = NULL, "program.local[0]");
    WRONG(array[1].stride = PTRDIFF_MAX, "vertex.normal");
    WRONG(array[3].stride = 12, "result.position");
    WRONG(array[4].data = out + 4, "result.texcoord[0]");
    CHECK(tri_run(NULL, 1, good, 5, NULL, message, 5) == TRI_INVALID_ARGUMENT && strlen(message) == 4);
    CHECK(tri_run(f, 1, good, 4, NULL, message, sizeof message) == TRI_INVALID_ARGUMENT && strstr(message, "5 arrays"));
    CHECK(tri_run(f, 1, NULL, 5, NULL, NULL, 0) == TRI_INVALID_ARGUMENT);
    tri_options options = {0, -1};
    CHECK(tri_run(f, 1, good, 5, &options, message, sizeof message) == TRI_INVALID_ARGUMENT && strstr(message, "seconds"));
    options.seconds = NAN;
    CHECK(tri_run(f, 1, good, 5, &options, NULL, 0) == TRI_INVALID_ARGUMENT);
    options.seconds = HUGE_VAL;
    CHECK(tri_run(f, 1, good, 5, &options, NULL, 0) == TRI_OK);
    CHECK(tri_run(f, 16, good, 5, NULL, NULL, 0) == TRI_OK);
    tri_free(module);
}

/* Arrays without a size in the text: indices that are computed ask for 16 elements, options for any number. */
static void sizes_of_arrays(void) {
    const char *text =
        "void sums(array vec a, array float b, int n, out array vec part, out vec sum) {\n"
        "    int i = 0; vec s = 0.0;\n"
        "    while (i < n) { s = s + a[i] * b[i]; part[i] = s; i = i + 1; }\n"
        "    sum = s;\n"
        "}\n";
    const char *sizes[] = {"a=40", "b=40", "part=40"};
    tri_compile_options options = {.size = sizeof options};
    tri_module *module;
    CHECK(tri_compile_with(TRI_LANGUAGE_MUDA, text, strlen(text), &options, &module) == TRI_OK);
    CHECK(tri_parameter_at(tri_find(module, "sums"), 0)->count == 16);
    tri_free(module);
    options.array_sizes = sizes;
    options.n_array_sizes = 3;
    CHECK(tri_compile_with(TRI_LANGUAGE_MUDA, text, strlen(text), &options, &module) == TRI_OK);
    const tri_function *sums = tri_find(module, "sums");
    const tri_parameter *a = tri_parameter_at(sums, 0);
    CHECK(a->count == 40 && a->components == 4 && a->bytes == 640 && tri_parameter_at(sums, 3)->count == 40);
    enum { N = 19 };
    static float vectors[N][40][4], factors[N][40], parts[N][40][4], sum[N][4];
    int32_t n[N];
    for (int e = 0; e < N; e++) {
        n[e] = 40 - e;
        for (int i = 0; i < 40; i++) {
            factors[e][i] = (float)(i % 7) - e;
            for (int c = 0; c < 4; c++) vectors[e][i][c] = (float)(i + 3 * c) * 0.5f;
        }
    }
    tri_array arrays[] = {{vectors, sizeof *vectors}, {factors, sizeof *factors}, {n, 4}, {parts, sizeof *parts}, {sum, 16}};
    CHECK(tri_run(sums, N, arrays, 5, NULL, NULL, 0) == TRI_OK);
    for (int e = 0; e < N; e++) {
        float expected[4] = {0};
        for (int i = 0; i < 40; i++) {
            for (int c = 0; c < 4; c++) {
                if (i < n[e]) expected[c] += vectors[e][i][c] * factors[e][i];
                CHECK(parts[e][i][c] == (i < n[e] ? expected[c] : 0));
            }
        }
        CHECK(!memcmp(expected, sum[e], sizeof expected));
    }
    tri_free(module);
    // The structure of version 4 ends before the sizes.
    options.size = offsetof(tri_compile_options, array_sizes);
    CHECK(tri_compile_with(TRI_LANGUAGE_MUDA, text, strlen(text), &options, &module) == TRI_OK);
    CHECK(tri_parameter_at(tri_find(module, "sums"), 0)->count == 16);
    tri_free(module);
    options.size = sizeof options;
    const char *wrong[] = {"a", "a=", "a=x", "a=-1", "a=0", "a=5000000000"};
    options.n_array_sizes = 1;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options.array_sizes = wrong + i;
        CHECK(tri_compile_with(TRI_LANGUAGE_MUDA, text, strlen(text), &options, &module) == TRI_INVALID_ARGUMENT);
    }
    // More than a text may have is an error of the text.
    sizes[0] = "a=100000";
    options.array_sizes = sizes;
    CHECK(tri_compile_with(TRI_LANGUAGE_MUDA, text, strlen(text), &options, &module) == TRI_COMPILE_ERROR);
    tri_free(module);
}

static void muda(void) {
    sizes_of_arrays();
    const char *text =
        "void saxpy(float a, float x, inout float y) { y = a * x + y; }\n"
        "void lengths(vec v, out vec unit, out double squared) {\n"
        "    float s = v.x * v.x + v.y * v.y + v.z * v.z;\n"
        "    unit = v / vec(sqrt(s));\n"
        "    squared = double(s);\n"
        "}\n"
        "void wait(float a, out float r) { r = a; while (a > 0.0) { r = r + 1.0; } }\n";
    tri_module *module;
    tri_result result = tri_compile(TRI_LANGUAGE_MUDA, text, strlen(text), &module);
    if (result != TRI_OK) fprintf(stderr, "%s", tri_log(module));
    CHECK(result == TRI_OK && tri_function_count(module) == 3);
    enum { N = 5000 };
    static float x[N], y[N], v[N][4], unit[N][4];
    static double squared[N];
    float a = 3;
    for (int i = 0; i < N; i++) {
        x[i] = i, y[i] = -i;
        v[i][i % 3] = i + 1;
    }
    tri_array line[] = {{&a, 0}, {x, 4}, {y, 4}};
    CHECK(tri_run(tri_find(module, "saxpy"), N, line, 3, NULL, NULL, 0) == TRI_OK);
    const tri_function *lengths = tri_find(module, "lengths");
    const tri_parameter *p = tri_parameter_at(lengths, 2);
    CHECK(p->direction == TRI_OUT && p->scalar == TRI_DOUBLE && p->components == 1 && p->bytes == 8);
    tri_array vectors[] = {{v, 16}, {unit, 16}, {squared, 8}};
    CHECK(tri_run(lengths, N, vectors, 3, NULL, NULL, 0) == TRI_OK);
    for (int i = 0; i < N; i++) {
        CHECK(y[i] == 2.0f * i && squared[i] == (double)((i + 1.0f) * (i + 1.0f)));
        for (int c = 0; c < 4; c++) CHECK(unit[i][c] == (c == i % 3));
    }
    // Lane 0 leaves the loop, the others never do.
    tri_array endless[] = {{x, 4}, {y, 4}};
    tri_options options = {0, 0.05};
    char message[100];
    CHECK(tri_run(tri_find(module, "wait"), N, endless, 2, &options, message, sizeof message) == TRI_BUDGET_SPENT);
    CHECK(strstr(message, "50ms"));
    options.seconds = 100;
    CHECK(tri_run(tri_find(module, "wait"), 1, endless, 2, &options, NULL, 0) == TRI_OK && y[0] == 0);
    tri_free(module);
}

// Textures, KIL and derivatives as include/trilobite.h describes them. The results are computed by hand.
static void fragments(void) {
    const char *text =
        "!!ARBfp1.0\nTEMP t, u;\nKIL fragment.color;\nMUL t, fragment.color, program.local[0];\n"
        "TEX u, fragment.texcoord[0], texture[0], 2D;\nADD t, t, u;\n"
        "MAD result.color, t, {2, 3, 4, 5}, fragment.texcoord[0];\nEND\n";
    enum { N = 37 };
    static float color[N][4], place[N][4], result[N][4];
    float local[4] = {1, 2, 4, 8};
    for (int i = 0; i < N; i++) {
        for (int c = 0; c < 4; c++) color[i][c] = i % 2 ? -i : i, place[i][c] = i * i;
    }
    tri_module *module = compiled(text);
    tri_array arrays[] = {{color, 16}, {place, 16}, {local, 0}, {result, 16}};
    CHECK(tri_run(tri_find(module, "main"), N, arrays, 4, NULL, NULL, 0) == TRI_OK);
    for (int i = 0; i < N; i++) {
        for (int c = 0; c < 4; c++) CHECK(result[i][c] == (color[i][c] * local[c] + (c == 3)) * (2 + c) + place[i][c]);
    }
    tri_free(module);
    module = compiled("!!FP1.0\nDDX R0, f[TEX0];\nDDY R0.y, f[TEX0];\nMOV o[COLR], R0;\nEND\n");
    tri_array slopes[] = {{place, 16}, {result, 16}};
    CHECK(tri_run(tri_find(module, "main"), N - 1, slopes, 2, NULL, NULL, 0) == TRI_OK);
    for (int i = 0; i < N - 1; i++) {
        int left = i & ~1, below = i & ~2;
        CHECK(result[i][0] == place[left + 1][0] - place[left][0]);
        CHECK(result[i][1] == place[below + 2][1] - place[below][1]);
    }
    tri_free(module);
}

// y = a x + y over arrays in difficult places: x in y's memory, off every alignment, backward, far apart.
static void awkward(void) {
    const char *text = "void saxpy(float a, float x, inout float y) { y = a * x + y; }\n";
    tri_module *module;
    CHECK(tri_compile(TRI_LANGUAGE_MUDA, text, strlen(text), &module) == TRI_OK);
    const tri_function *f = tri_find(module, "saxpy");
    enum { N = 9001 };
    float a = 2;
    // A run over no elements, with no arrays.
    tri_array none[] = {{NULL, 4}, {NULL, 4}, {NULL, 4}};
    CHECK(tri_run(f, 0, none, 3, NULL, NULL, 0) == TRI_OK);
    // x lies before y, in its place, and after it. The results are as if x had been read before.
    for (int shift = -3; shift <= 3; shift++) {
        for (int offset = 0; offset < 4; offset++) {
            static char memory[4 * (N + 8) + 4];
            static float before[N + 8];
            for (int i = 0; i < N + 8; i++) {
                before[i] = i % 1000;
                memcpy(memory + offset + 4 * i, &before[i], 4);
            }
            char *y = memory + offset + 4 * 4;
            tri_array arrays[] = {{&a, 0}, {y + 4 * shift, 4}, {y, 4}};
            CHECK(tri_run(f, N, arrays, 3, NULL, NULL, 0) == TRI_OK);
            for (int i = 0; i < N; i++) {
                float result;
                memcpy(&result, y + 4 * i, 4);
                CHECK(result == 2 * before[i + 4 + shift] + before[i + 4]);
            }
        }
    }
    // One array runs from its last element to the first, and the other is a mebibyte away.
    enum { FAR = 1 << 20, M = 40 };
    char *far = calloc(M, FAR);
    static float x[M];
    CHECK(far);
    for (int i = 0; i < M; i++) x[i] = i;
    tri_array apart[] = {{&a, 0}, {x + M - 1, -4}, {far, FAR}};
    CHECK(tri_run(f, M, apart, 3, NULL, NULL, 0) == TRI_OK);
    for (int i = 0; i < M; i++) CHECK(*(float *)(far + (size_t)i * FAR) == 2.0f * (M - 1 - i));
    free(far);
    // The result is always the same NaN, whatever NaN is given.
    uint32_t nans[M], sums[M];
    for (int i = 0; i < M; i++) nans[i] = 0xff800001u + (uint32_t)i * 0x1357, sums[i] = 0;
    tri_array undefined[] = {{&a, 0}, {nans, 4}, {sums, 4}};
    CHECK(tri_run(f, M, undefined, 3, NULL, NULL, 0) == TRI_OK);
    for (int i = 0; i < M; i++) CHECK(sums[i] == 0x7fc00000u);
    tri_free(module);
    // The outputs are interleaved, and one runs from its last element to the first.
    const char *two = "void two(float x, out float a, out float b) { a = x; b = x + 0.5; }\n";
    CHECK(tri_compile(TRI_LANGUAGE_MUDA, two, strlen(two), &module) == TRI_OK);
    float pairs[2 * M + 1];
    tri_array between[] = {{x, 4}, {pairs, 8}, {pairs + 2 * M - 1, -8}};
    CHECK(tri_run(tri_find(module, "two"), M, between, 3, NULL, NULL, 0) == TRI_OK);
    for (int i = 0; i < M; i++) CHECK(pairs[2 * i] == i && pairs[2 * (M - 1 - i) + 1] == i + 0.5f);
    between[2].data = (char *)(pairs + 2 * M - 1) + 1;
    CHECK(tri_run(tri_find(module, "two"), M, between, 3, NULL, NULL, 0) == TRI_INVALID_ARGUMENT);
    tri_free(module);
}

static void *thread(void *f) {
    for (int i = 0; i < 30; i++) {
        run_over_structures(f, 3000 + i, i % 3);
        tri_module *module = compiled(scale);
        tri_free(module);
    }
    return NULL;
}

static void threads(void) {
    tri_module *module = compiled(scale);
    pthread_t all[4];
    for (int i = 0; i < 4; i++) {
        CHECK(!pthread_create(&all[i], NULL, thread, (void *)tri_find(module, "main")));
    }
    for (int i = 0; i < 4; i++) {
        CHECK(!pthread_join(all[i], NULL));
    }
    tri_free(module);
}

// Functions of Cg: structures by their members, matrices by rows, arrays, interfaces, included texts, and wrong options.
static const char *include_one(void *user, const char *path, size_t *length) {
    if (strcmp(path, "twice.cgh")) return NULL;
    *length = strlen(user);
    return user;
}

static void cg(void) {
    const char *text =
        "#include \"twice.cgh\"\n"
        "struct Light { float3 position; float4 color[2]; };\n"
        "uniform float bias; uniform float other;\n"
        "float2 shade(float3x2 m, Light l, out float3 row, inout int n, uniform half k)\n"
        "{ row = l.position * m[2].y; n += 1; return mul(l.position, m) * SCALE + twice(k) + bias; }\n"
        "float4 sampled(sampler2D t, float2 at) { return tex2D(t, at); }\n"
        "float4 drawn(float4 c) { discard; return c; }\n";
    const char *open =
        "interface Op { float go(float x); };\n"
        "struct Half : Op { float go(float x) { return x * 0.5; } };\n"
        "float through(Op o, float x) { return o.go(x); }\n";
    char header[] = "float twice(float x) { return 2 * x; }\n";
    const char *defines[] = {"SCALE=10"}, *interfaces[] = {"o=Half"};
    tri_compile_options options = {.size = sizeof options};
    options.name = "lights.cg";
    options.defines = defines;
    options.n_defines = 1;
    options.include = include_one;
    options.user = header;
    tri_module *module = NULL;
    tri_result result = tri_compile_with(TRI_LANGUAGE_CG, text, strlen(text), &options, &module);
    if (result != TRI_OK) fprintf(stderr, "%s", tri_log(module));
    CHECK(result == TRI_OK);
    // What discards is no function over arrays; one that samples and one of an included text are.
    CHECK(!tri_find(module, "drawn") && tri_find(module, "sampled") && tri_find(module, "twice"));
    const tri_function *shade = tri_find(module, "shade");
    CHECK(shade);
    static const struct { const char *name; tri_direction direction; tri_scalar scalar; uint32_t components, count; } expected[] = {
        {"m", TRI_IN, TRI_FLOAT, 6, 1},          {"l.position", TRI_IN, TRI_FLOAT, 3, 1}, {"l.color", TRI_IN, TRI_FLOAT, 4, 2},
        {"row", TRI_OUT, TRI_FLOAT, 3, 1},       {"n", TRI_INOUT, TRI_INT32, 1, 1},       {"k", TRI_UNIFORM, TRI_FLOAT, 1, 1},
        {"return", TRI_OUT, TRI_FLOAT, 2, 1},    {"bias", TRI_UNIFORM, TRI_FLOAT, 1, 1},
    };
    CHECK(tri_parameter_at(shade, 0)->rows == 3 && tri_parameter_at(shade, 1)->rows == 0);
    CHECK(tri_error_position(module) == -1 && tri_error_position(NULL) == -1);
    CHECK(tri_parameter_count(shade) == sizeof expected / sizeof *expected);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const tri_parameter *p = tri_parameter_at(shade, i);
        CHECK(!strcmp(p->name, expected[i].name) && p->direction == expected[i].direction && p->scalar == expected[i].scalar);
        CHECK(p->components == expected[i].components && p->count == expected[i].count);
        CHECK(p->bytes == 4u * p->components * p->count);
    }
    // A matrix is given row by row: m[2].y is its last number.
    float m[2][6] = {{1, 0, 0, 1, 0, 3}, {1, 2, 3, 4, 5, 6}}, position[2][3] = {{1, 2, 3}, {1, 1, 1}}, color[8] = {0};
    float row[2][3], value[2][2], k = 0.5f, bias = 0.25f;
    int32_t n[2] = {4, -5};
    tri_array arrays[] = {{m, sizeof *m}, {position, sizeof *position}, {color, 0}, {row, sizeof *row},
                          {n, sizeof *n}, {&k, 0},                      {value, sizeof *value}, {&bias, 0}};
    CHECK(tri_run(shade, 2, arrays, 8, NULL, NULL, 0) == TRI_OK);
    CHECK(row[0][0] == 3 && row[0][2] == 9 && row[1][1] == 6 && n[0] == 5 && n[1] == -4);
    CHECK(value[0][0] == 11.25f && value[0][1] == 111.25f && value[1][0] == 91.25f && value[1][1] == 121.25f);
    // Wrong numbers of arrays, and outputs that overlap.
    char message[200];
    CHECK(tri_run(shade, 2, arrays, 7, NULL, message, sizeof message) == TRI_INVALID_ARGUMENT && message[0]);
    arrays[3].stride = 4;
    CHECK(tri_run(shade, 2, arrays, 8, NULL, NULL, 0) == TRI_INVALID_ARGUMENT);
    tri_free(module);
    // A function with an interface for which nothing stands is not there. As the entry it is an error. Then with a structure.
    CHECK(tri_compile_with(TRI_LANGUAGE_CG, open, strlen(open), &options, &module) == TRI_OK);
    CHECK(tri_function_count(module) == 0);
    tri_free(module);
    options.entry = "through";
    CHECK(tri_compile_with(TRI_LANGUAGE_CG, open, strlen(open), &options, &module) == TRI_COMPILE_ERROR);
    CHECK(strstr(tri_log(module), "error C1306"));
    tri_free(module);
    options.interfaces = interfaces;
    options.n_interfaces = 1;
    CHECK(tri_compile_with(TRI_LANGUAGE_CG, open, strlen(open), &options, &module) == TRI_OK);
    CHECK(tri_function_count(module) == 1);
    float x = 3, half = 0;
    const tri_function *through = tri_find(module, "through");
    tri_array one[] = {{&x, 0}, {&half, 0}};
    CHECK(tri_parameter_count(through) == 2 && tri_run(through, 1, one, 2, NULL, NULL, 0) == TRI_OK && half == 1.5f);
    tri_free(module);
    // An entry that discards says why it is none; errors have their place and number, also those of included texts.
    options.entry = "drawn";
    CHECK(tri_compile_with(TRI_LANGUAGE_CG, text, strlen(text), &options, &module) == TRI_COMPILE_ERROR);
    CHECK(strstr(tri_log(module), "only draws have") && tri_function_count(module) == 0);
    CHECK(tri_error_position(module) == strstr(text, "discard") - text);
    tri_free(module);
    options.entry = NULL;
    char broken[] = "float twice(float x) { return 2 * y; }\n";
    options.user = broken;
    CHECK(tri_compile_with(TRI_LANGUAGE_CG, text, strlen(text), &options, &module) == TRI_COMPILE_ERROR);
    CHECK(strstr(tri_log(module), "twice.cgh(1) : error C1008") && strstr(tri_log(module), "lights.cg(1)"));
    CHECK(tri_error_position(module) == strstr(text, "\"twice.cgh") - text);
    tri_free(module);
    options.user = header;
    // Wrong options.
    CHECK(tri_compile_with(TRI_LANGUAGE_ANY, text, strlen(text), &options, &module) == TRI_INVALID_ARGUMENT && !module);
    options.size = 8;
    CHECK(tri_compile_with(TRI_LANGUAGE_CG, text, strlen(text), &options, &module) == TRI_INVALID_ARGUMENT);
    options.size = sizeof options;
    options.profile = "nothing";
    CHECK(tri_compile_with(TRI_LANGUAGE_CG, text, strlen(text), &options, &module) == TRI_COMPILE_ERROR);
    CHECK(strstr(tri_log(module), "nothing"));
    tri_free(module);
    options.profile = NULL;
    const char *none[] = {NULL}, *bytes[] = {"A=\xff"};
    options.defines = none;
    CHECK(tri_compile_with(TRI_LANGUAGE_CG, text, strlen(text), &options, &module) == TRI_INVALID_ARGUMENT);
    options.defines = bytes;
    CHECK(tri_compile_with(TRI_LANGUAGE_CG, text, strlen(text), &options, &module) == TRI_INVALID_ARGUMENT);
}

// What the text gives uniforms and arguments is their value where the caller has none.
static void defaults_in(tri_language language) {
    const char *text =
        "uniform float k = 3; static const float two = 2; uniform float3 lots[2] = {{1, 2, 3}, {4, 5, 6}}; uniform bool on = true;\n"
        "uniform float computed = two + 0.5;\n"
        "float f(float x, uniform int n, uniform float scale = 2.5, float y = -1)\n"
        "{ return on ? x * scale + k + y + lots[1].z + n + computed : 0; }\n";
    tri_module *module = NULL;
    tri_result result = tri_compile_with(language, text, strlen(text), NULL, &module);
    if (result != TRI_OK) fprintf(stderr, "%s", tri_log(module));
    const tri_function *f = tri_find(module, "f");
    CHECK(f && tri_parameter_count(f) == 9);
    float x[2] = {10, 20}, out[2] = {0}, k = 100, y[2] = {1000, 2000};
    int32_t n = 7;
    tri_array arrays[9] = {{0}};
    size_t n_defaults = 0, k_at = 0, y_at = 0, n_at = 0;
    for (size_t i = 0; i < 9; i++) {
        const tri_parameter *p = tri_parameter_at(f, i);
        const float *value = p->default_value;
        n_defaults += value != NULL;
        int is_given = !strcmp(p->name, "x") || !strcmp(p->name, "n") || !strcmp(p->name, "return");
        CHECK(is_given ? !value : value && p->bytes >= 4);
        if (!strcmp(p->name, "x")) arrays[i] = (tri_array){x, 4};
        if (!strcmp(p->name, "return")) arrays[i] = (tri_array){out, 4};
        if (!strcmp(p->name, "n")) { n_at = i; arrays[i].data = &n; }
        if (!strcmp(p->name, "k")) { k_at = i; CHECK(value[0] == 3); }
        if (!strcmp(p->name, "y")) { y_at = i; CHECK(value[0] == -1); }
        if (!strcmp(p->name, "scale")) CHECK(value[0] == 2.5f);
        if (!strcmp(p->name, "lots")) CHECK(p->count == 2 && value[2] == 3 && value[5] == 6);
    }
    CHECK(n_defaults == 6);
    char message[200];
    CHECK(tri_run(f, 2, arrays, 9, NULL, message, sizeof message) == TRI_OK && !message[0]);
    CHECK(out[0] == 10 * 2.5f + 3 - 1 + 6 + 7 + 2.5f && out[1] == 20 * 2.5f + 3 - 1 + 6 + 7 + 2.5f);
    // What is given counts, for a uniform once, for an argument element by element.
    arrays[k_at].data = &k;
    arrays[y_at] = (tri_array){y, 4};
    CHECK(tri_run(f, 2, arrays, 9, NULL, message, sizeof message) == TRI_OK);
    CHECK(out[0] == 10 * 2.5f + 100 + 1000 + 6 + 7 + 2.5f && out[1] == 20 * 2.5f + 100 + 2000 + 6 + 7 + 2.5f);
    // A parameter without a value in the text needs the caller's memory.
    arrays[n_at].data = NULL;
    CHECK(tri_run(f, 2, arrays, 9, NULL, message, sizeof message) == TRI_INVALID_ARGUMENT && strstr(message, "`n`"));
    tri_free(module);
}

static void defaults(void) {
    defaults_in(TRI_LANGUAGE_CG);
    defaults_in(TRI_LANGUAGE_HLSL);
}

// The same function in Cg and HLSL: textures of each shape, filters, wraps, levels, sizes; semantics of parameters.
static const char *sampling =
    "sampler2D outside;\n"
    "void look(float2 at : TEXCOORD3, sampler1D line, sampler2D image, sampler3D volume, samplerCUBE sky, float level,\n"
    "          out float4 a, out float4 b, out float4 c, out float4 d, out float4 e : COLOR1)\n"
    "{ a = tex2D(image, at); b = tex1D(line, at.x) + tex2D(outside, at); c = tex3D(volume, float3(at, at.x));\n"
    "  d = texCUBE(sky, float3(at, -8)); e = tex2Dlod(image, float4(at, 0, level)); }\n"
    "float4 steep(float2 at, sampler2D image, float d) { return tex2D(image, at, float2(d, 0), float2(0, d)); }\n";

static tri_texture *textured(tri_shape shape, tri_texels format, uint32_t width, uint32_t height, uint32_t depth, uint32_t levels,
                             const void *texels, size_t bytes, tri_filter filter, tri_wrap wrap) {
    tri_image image = {.size = sizeof image, .shape = shape, .format = format, .width = width, .height = height, .depth = depth};
    image.levels = levels;
    image.texels = texels;
    image.bytes = bytes;
    image.mag = image.min = filter;
    image.mip = TRI_NEAREST;
    for (int i = 0; i < 3; i++) image.wrap[i] = wrap;
    tri_texture *texture = NULL;
    char message[100] = "?";
    if (tri_make_texture(&image, &texture, message, sizeof message)) fprintf(stderr, "%s\n", message);
    CHECK(texture && !message[0]);
    return texture;
}

static void look(tri_language language) {
    tri_module *module = NULL;
    tri_result result = tri_compile_with(language, sampling, strlen(sampling), NULL, &module);
    if (result != TRI_OK) fprintf(stderr, "%s", tri_log(module));
    const tri_function *look = tri_find(module, "look");
    CHECK(look && tri_parameter_count(look) == 12);
    // Samplers come last, in the order of the text: those of the function, then those outside.
    static const struct { const char *name; tri_shape shape; } samplers[] = {
        {"line", TRI_SHAPE_1D}, {"image", TRI_SHAPE_2D}, {"volume", TRI_SHAPE_3D}, {"sky", TRI_SHAPE_CUBE}, {"outside", TRI_SHAPE_2D},
    };
    for (size_t i = 0; i < 5; i++) {
        const tri_parameter *p = tri_parameter_at(look, 7 + i);
        CHECK(!strcmp(p->name, samplers[i].name) && p->direction == TRI_SAMPLER && p->shape == samplers[i].shape && p->bytes == 0);
    }
    CHECK(!strcmp(tri_parameter_at(look, 0)->semantic, "TEXCOORD3") && !strcmp(tri_parameter_at(look, 1)->semantic, ""));
    CHECK(!strcmp(tri_parameter_at(look, 6)->semantic, "COLOR1"));
    // A line of floats, an image with a second level, a volume, a cube whose -z face is red.
    const float line[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const unsigned char image[] = {0, 0, 0, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 51, 102, 153, 204};
    float volume[8][4], outside[4] = {100, 200, 300, 400};
    for (int i = 0; i < 32; i++) volume[i / 4][i % 4] = i / 4;
    unsigned char sky[24] = {0};
    sky[20] = 255;
    tri_texture *textures[5] = {
        textured(TRI_SHAPE_1D, TRI_TEXELS_RGBA32F, 2, 9, 9, 0, line, sizeof line, TRI_LINEAR, TRI_CLAMP_TO_EDGE),
        textured(TRI_SHAPE_2D, TRI_TEXELS_RGBA8, 2, 2, 0, 2, image, sizeof image, TRI_NEAREST, TRI_REPEAT),
        textured(TRI_SHAPE_3D, TRI_TEXELS_RGBA32F, 2, 2, 2, 1, volume, sizeof volume, TRI_NEAREST, TRI_MIRRORED_REPEAT),
        textured(TRI_SHAPE_CUBE, TRI_TEXELS_RGBA8, 1, 1, 0, 1, sky, sizeof sky, TRI_LINEAR, TRI_CLAMP_TO_EDGE),
        textured(TRI_SHAPE_2D, TRI_TEXELS_RGBA32F, 1, 1, 0, 1, outside, sizeof outside, TRI_NEAREST, TRI_REPEAT),
    };
    enum { N = 37 };
    float at[N][2], level[N], r[5][N][4];
    for (int i = 0; i < N; i++) {
        at[i][0] = i % 2 ? 0.75f : 1.25f;
        at[i][1] = i % 4 < 2 ? 0.25f : 0.75f;
        level[i] = i % 3 ? 1 : 0;
    }
    tri_array arrays[12] = {{at, sizeof *at}, {level, sizeof *level}};
    for (int i = 0; i < 5; i++) {
        arrays[2 + i] = (tri_array){r[i], 16};
        arrays[7 + i] = (tri_array){textures[i], 0};
    }
    char message[100] = "?";
    CHECK(tri_run(look, N, arrays, 12, NULL, message, sizeof message) == TRI_OK);
    for (int i = 0; i < N; i++) {
        int x = i % 2, y = i % 4 >= 2;
        for (int c = 0; c < 4; c++) {
            CHECK(r[0][i][c] == image[4 * (2 * y + x) + c] / 255.0f);
            // At 0.75 the texel's centre, at 1.25 the last texel.
            CHECK(fabsf(r[1][i][c] - (line[4 + c] + outside[c])) < 1e-3f);
            // Beyond 1 it is mirrored, so 1.25 reads what 0.75 does.
            CHECK(r[2][i][c] == volume[4 + 2 * y + 1][c]);
            CHECK(fabsf(r[3][i][c] - sky[20 + c] / 255.0f) < 1e-6f);
            CHECK(fabsf(r[4][i][c] - (i % 3 ? image[16 + c] : image[4 * (2 * y + x) + c]) / 255.0f) < 1e-6f);
        }
    }
    // Without a texture a sampler reads (0, 0, 0, 1); one of another shape is an error.
    arrays[8].data = NULL;
    CHECK(tri_run(look, 1, arrays, 12, NULL, NULL, 0) == TRI_OK && r[0][0][0] == 0 && r[0][0][3] == 1);
    arrays[8].data = textures[2];
    CHECK(tri_run(look, 1, arrays, 12, NULL, message, sizeof message) == TRI_INVALID_ARGUMENT);
    CHECK(strstr(message, "`image` is a sampler of 2D textures"));
    // Derivatives choose the level: the size of the texture is known.
    const tri_function *steep = tri_find(module, "steep");
    CHECK(steep && tri_parameter_count(steep) == 4);
    float d[2] = {0.25f, 1}, s[2][4];
    tri_array four[] = {{at, 0}, {d, 4}, {s, 16}, {textures[1], 0}};
    CHECK(tri_run(steep, 2, four, 4, NULL, NULL, 0) == TRI_OK);
    CHECK(fabsf(s[0][1]) < 1e-6f && fabsf(s[1][0] - image[16] / 255.0f) < 1e-6f);
    for (int i = 0; i < 5; i++) tri_free_texture(textures[i]);
    tri_free(module);
}

static void textures(void) {
    look(TRI_LANGUAGE_CG);
    look(TRI_LANGUAGE_HLSL);
    // What is no texture.
    const unsigned char texels[16] = {0};
    tri_image image = {.size = sizeof image, .shape = TRI_SHAPE_2D, .width = 2, .height = 2, .texels = texels, .bytes = 16};
    tri_texture *texture = NULL;
    char message[100];
    CHECK(tri_make_texture(&image, &texture, NULL, 0) == TRI_OK && texture);
    tri_free_texture(texture);
    tri_free_texture(NULL);
    static const struct { const char *says; size_t at; uint32_t value; } wrong[] = {
        {"size", offsetof(tri_image, width), 0},          {"size", offsetof(tri_image, height), 16385},
        {"16 are given", offsetof(tri_image, width), 3},  {"levels", offsetof(tri_image, levels), 3},
        {"shape", offsetof(tri_image, shape), 0},         {"shape", offsetof(tri_image, shape), 6},
        {"format", offsetof(tri_image, format), 3},       {"wrap", offsetof(tri_image, wrap) + 4, 4},
        {"mag", offsetof(tri_image, mag), 2},             {"mip", offsetof(tri_image, mip), 3},
        {"compare", offsetof(tri_image, compare), 9},     {"depths", offsetof(tri_image, compare), 2},
        {"tri_image", offsetof(tri_image, size), 8},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tri_image bad = image;
        memcpy((char *)&bad + wrong[i].at, &wrong[i].value, 4);
        CHECK(tri_make_texture(&bad, &texture, message, sizeof message) == TRI_INVALID_ARGUMENT && !texture);
        if (!strstr(message, wrong[i].says)) fprintf(stderr, "%s: %s\n", wrong[i].says, message);
        CHECK(strstr(message, wrong[i].says));
    }
    CHECK(tri_make_texture(NULL, &texture, NULL, 0) == TRI_INVALID_ARGUMENT);
    CHECK(tri_make_texture(&image, NULL, NULL, 0) == TRI_INVALID_ARGUMENT);
}

// Direct3D assembly: registers by their names, a sampler, and what its arithmetic is known for.
static void d3d(void) {
    const char *vertex = "vs_1_1\ndcl_position v0\nm4x4 oPos, v0, c4\nmul oD0, v0, c0.x\n";
    tri_module *module = compiled(vertex);
    const tri_function *f = tri_find(module, "main");
    static const char *const names[] = {"v0", "c0", "c4", "c5", "c6", "c7", "oPos", "oD0"};
    CHECK(f && tri_parameter_count(f) == 8);
    for (int i = 0; i < 8; i++) CHECK(!strcmp(tri_parameter_at(f, i)->name, names[i]));
    float v[2][4] = {{1, 2, 3, 1}, {INFINITY, 0, 0, 1}}, c[5][4] = {{0}, {2, 0, 0, 5}, {0, 2, 0, 6}, {0, 0, 2, 7}, {0, 0, 0, 1}};
    float position[2][4], color[2][4];
    tri_array arrays[] = {{v, 16}, {c[0], 0}, {c[1], 0}, {c[2], 0}, {c[3], 0}, {c[4], 0}, {position, 16}, {color, 16}};
    CHECK(tri_run(f, 2, arrays, 8, NULL, NULL, 0) == TRI_OK);
    CHECK(position[0][0] == 7 && position[0][1] == 10 && position[0][2] == 13 && position[0][3] == 1);
    // 0 times anything is 0.
    CHECK(color[1][0] == 0 && position[1][1] == 6);
    tri_free(module);
    const char *pixel = "ps_2_0\ndcl_2d s3\ndcl t0.xy\ntexld r0, t0, s3\nmov oC0, r0\n";
    CHECK(tri_compile_with(TRI_LANGUAGE_D3D_ASSEMBLY, pixel, strlen(pixel), NULL, &module) == TRI_OK);
    f = tri_find(module, "main");
    CHECK(tri_parameter_count(f) == 3 && !strcmp(tri_parameter_at(f, 2)->name, "s3"));
    const unsigned char texels[8] = {255, 0, 0, 255, 0, 255, 0, 255};
    tri_texture *texture = textured(TRI_SHAPE_2D, TRI_TEXELS_RGBA8, 2, 1, 0, 1, texels, 8, TRI_NEAREST, TRI_CLAMP_TO_EDGE);
    float t[2][4] = {{0.25f}, {0.75f}}, out[2][4];
    tri_array three[] = {{t, 16}, {out, 16}, {texture, 0}};
    CHECK(tri_run(f, 2, three, 3, NULL, NULL, 0) == TRI_OK && out[0][0] == 1 && out[0][1] == 0 && out[1][1] == 1);
    tri_free_texture(texture);
    tri_free(module);
    // Errors have their place.
    const char *bad = "ps_2_0\nmov oC0, c99\n";
    CHECK(tri_compile(TRI_LANGUAGE_ANY, bad, strlen(bad), &module) == TRI_COMPILE_ERROR);
    CHECK(tri_error_position(module) >= 7 && tri_log(module)[0]);
    tri_free(module);
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    if (!strcmp(name, "arrays")) arrays();
    else if (!strcmp(name, "questions")) questions();
    else if (!strcmp(name, "wrong")) wrong();
    else if (!strcmp(name, "muda")) muda();
    else if (!strcmp(name, "fragments")) fragments();
    else if (!strcmp(name, "awkward")) awkward();
    else if (!strcmp(name, "cg")) cg();
    else if (!strcmp(name, "defaults")) defaults();
    else if (!strcmp(name, "textures")) textures();
    else if (!strcmp(name, "d3d")) d3d();
    else if (!strcmp(name, "threads")) threads();
    else return 2;
    return 0;
}
