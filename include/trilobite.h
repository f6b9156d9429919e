/* trilobite.h: shading and kernel languages as functions over arrays, without any GL.
 *
 *     const char *text = "void saxpy(in float a, in float x, inout float y) { y = a * x + y; }";
 *     tri_module *module;
 *     if (tri_compile(TRI_LANGUAGE_MUDA, text, strlen(text), &module) != TRI_OK)
 *         fputs(tri_log(module), stderr);
 *     const tri_function *saxpy = tri_find(module, "saxpy");
 *     tri_array arrays[] = {{&a, 0}, {x, sizeof *x}, {y, sizeof *y}};
 *     tri_run(saxpy, n, arrays, 3, NULL, NULL, 0);
 *     tri_free(module);
 *
 * A whole program: shim_tests/c/kernel_example.c. Link with -ltrilobite.
 *
 * All functions may be called from any thread at any time. A module is immutable, so several threads may run its functions at
 * once. No GL context is needed, and none is changed. The floating-point environment of the caller stays as it is, and has no
 * influence on results: numbers round to nearest even, denormals are kept.
 */
#ifndef TRILOBITE_H
#define TRILOBITE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a call ended. */
typedef enum tri_result {
    TRI_OK = 0,
    TRI_COMPILE_ERROR = 1,    /* the text was refused; tri_log says where and why */
    TRI_INVALID_ARGUMENT = 2, /* nothing was done */
    TRI_OUT_OF_MEMORY = 3,    /* nothing was done */
    TRI_BUDGET_SPENT = 4,     /* the run took longer than its options allow; outputs hold anything */
    TRI_INTERNAL_ERROR = 5    /* a bug of ours, which standard error describes; outputs hold anything */
} tri_result;

/* The language of a text. */
typedef enum tri_language {
    TRI_LANGUAGE_ANY = 0,                 /* by the first characters (!!ARBvp1.0, !!FP1.0, ...); ATI's are no functions: an error */
    TRI_LANGUAGE_VERTEX_PROGRAM = 1,      /* !!ARBvp1.0, !!VP1.0, !!VP1.1, !!VP2.0 */
    TRI_LANGUAGE_FRAGMENT_PROGRAM = 2,    /* !!ARBfp1.0, !!FP1.0 */
    TRI_LANGUAGE_VERTEX_STATE_PROGRAM = 3, /* !!VSP1.0 */
    TRI_LANGUAGE_MUDA = 4,                /* each external function is one of the module; ANY does not recognize it */
    TRI_LANGUAGE_CG = 5,                  /* each function that needs no draw is one of the module; ANY does not recognize it */
    TRI_LANGUAGE_HLSL = 6,                /* HLSL of Direct3D 9, as Cg */
    TRI_LANGUAGE_D3D_ASSEMBLY = 7         /* Direct3D 9 shader assembly, vs_1_1 to ps_3_0, as text or as tokens; ANY recognizes both */
} tri_language;

/* The type of one component: little-endian, two's complement or IEEE 754. */
typedef enum tri_scalar {
    TRI_FLOAT = 0,  /* 4 bytes */
    TRI_DOUBLE = 1, /* 8 bytes */
    TRI_INT32 = 2,  /* 4 bytes */
    TRI_INT64 = 3   /* 8 bytes */
} tri_scalar;

/* Which way a parameter goes. */
typedef enum tri_direction {
    TRI_IN = 0,     /* read, one value for each element */
    TRI_OUT = 1,    /* written, one value for each element */
    TRI_INOUT = 2,  /* read, then written */
    TRI_UNIFORM = 3, /* read, one value for all elements */
    TRI_SAMPLER = 4  /* a sampler: its array's `data` is a tri_texture, or NULL, which reads (0, 0, 0, 1) */
} tri_direction;

/* What a texture is made of. A sampler of TRI_SHAPE_ANY takes each. */
typedef enum tri_shape {
    TRI_SHAPE_ANY = 0,
    TRI_SHAPE_1D = 1,
    TRI_SHAPE_2D = 2,
    TRI_SHAPE_3D = 3,
    TRI_SHAPE_CUBE = 4,
    TRI_SHAPE_RECTANGLE = 5 /* its coordinates count texels */
} tri_shape;

/* A parameter of a function. */
typedef struct tri_parameter {
    const char *name;        /* as in the text; "return" is the function's result */
    tri_direction direction;
    tri_scalar scalar;
    uint32_t components;     /* 1 for a scalar, 4 for a vector: x first */
    uint32_t count;          /* elements of an array, 1 for all else */
    size_t bytes;            /* of one value: the components of all elements follow each other without gaps; 0 of a sampler */
    /* From version 3 on: */
    uint32_t rows;           /* of a matrix, whose components follow row by row; 0 for all else */
    tri_shape shape;         /* of a sampler's textures */
    const char *semantic;    /* as in the text: "TEXCOORD0"; empty if there is none */
    /* From version 4 on: */
    const void *default_value; /* one value, which the parameter has where its array's `data` is NULL; NULL if there is none */
} tri_parameter;

/* A compiled text, a function of it, and what a sampler reads. */
typedef struct tri_module tri_module;
typedef struct tri_function tri_function;
typedef struct tri_texture tri_texture;

/* How a texel lies in memory. */
typedef enum tri_texels {
    TRI_TEXELS_RGBA8 = 0,   /* 4 bytes, red first, 255 is 1 */
    TRI_TEXELS_RGBA32F = 1, /* 4 floats */
    TRI_TEXELS_DEPTH32F = 2 /* 1 float from 0 to 1: a sample is (D, D, D, 1) */
} tri_texels;

typedef enum tri_filter {
    TRI_NEAREST = 0,
    TRI_LINEAR = 1,
    TRI_BASE_LEVEL = 2 /* for `mip` alone: no other level is read */
} tri_filter;

/* What coordinates outside of 0 to 1 read. */
typedef enum tri_wrap {
    TRI_REPEAT = 0,
    TRI_CLAMP_TO_EDGE = 1,
    TRI_MIRRORED_REPEAT = 2,
    TRI_CLAMP_TO_BORDER = 3
} tri_wrap;

/* The comparison of the third coordinate with a depth, whose result is 0 or 1: reference < depth for TRI_COMPARE_LESS. */
typedef enum tri_compare {
    TRI_COMPARE_NONE = 0,
    TRI_COMPARE_NEVER = 1,
    TRI_COMPARE_LESS = 2,
    TRI_COMPARE_EQUAL = 3,
    TRI_COMPARE_LEQUAL = 4,
    TRI_COMPARE_GREATER = 5,
    TRI_COMPARE_NOTEQUAL = 6,
    TRI_COMPARE_GEQUAL = 7,
    TRI_COMPARE_ALWAYS = 8
} tri_compare;

/* An image and how it is sampled. All zero but `size`, `shape`, the sizes, `texels` and `bytes` is a repeated image of bytes, whose
 * nearest texel is read. */
typedef struct tri_image {
    size_t size;         /* sizeof(tri_image) */
    tri_shape shape;
    tri_texels format;
    uint32_t width, height, depth; /* of the base level, 1 to 16384; what the shape does not have is not read */
    uint32_t levels;     /* 0 is 1. Each level is half as large as the one before, and at least one texel along each axis */
    const void *texels;  /* level after level. Of a level: six faces (+x -x +y -y +z -z), or slices; of each, rows; t = 0 is at the first */
    size_t bytes;        /* of all levels, exactly */
    tri_filter mag, min; /* within a level, where it is magnified or minified */
    tri_filter mip;      /* between levels */
    tri_wrap wrap[3];    /* of s, t and r */
    float border[4];     /* the colour outside, for TRI_CLAMP_TO_BORDER */
    tri_compare compare; /* for texels of depths */
} tri_image;

/* The values of one parameter. Value i begins at (char *)data + i * stride (bytes) and is `bytes` long, as tri_parameter says.
 *
 * Any alignment is allowed. Packed values (stride == bytes, 4 or 16 bytes each) are the fastest, since kernels read and write them
 * in place. With a stride of 0 every element has the same input. Negative strides count downward. With strides less than `bytes`
 * inputs overlap, which is an error for outputs. The stride of a uniform is ignored.
 *
 * All n values must be readable memory, and writable if the parameter is TRI_OUT or TRI_INOUT. No other memory is accessed.
 * `data` may be NULL if n is 0, and for a parameter with a default value. */
typedef struct tri_array {
    void *data;
    ptrdiff_t stride;
} tri_array;

/* Options of a run. All zero is the default. */
typedef struct tri_options {
    uint32_t threads; /* the most threads, the calling one among them; 0: one per processor */
    double seconds;   /* the run is stopped soon after this time, on a real clock; 0: never */
} tri_options;

/* The version of this interface that the library has: this header is version 5, which adds sizes of arrays. Version 4 added default
 * values. Version 3 added HLSL, Direct3D assembly, textures, semantics and the places of errors. Version 2 added tri_compile_with
 * and TRI_LANGUAGE_CG. */
#define TRI_VERSION 5
uint32_t tri_version(void);

/* Compiles `length` bytes at `text`, which need no NUL at their end. `text` may be NULL if `length` is 0.
 *
 * `*module` becomes a module, which the caller must free. After TRI_COMPILE_ERROR it has a log and no functions. With any other
 * error it is NULL. A MUDA text needs no functions: an empty one is TRI_OK. */
tri_result tri_compile(tri_language language, const char *text, size_t length, tri_module **module);

/* Finds the text that an #include names. `path` is the name as it is searched for: in the folder of the including text first, then
 * in each folder of the options. It returns the text and writes its length, at most 2^20 bytes; or NULL, if there is no such text. The
 * text must stay until the next call of the function, or the end of tri_compile_with. */
typedef const char *(*tri_include)(void *user, const char *path, size_t *length);

/* What a text's compiler is told. All zero but `size` is the default. All but `entry` and
 * `array_sizes` is for Cg and HLSL. */
typedef struct tri_compile_options {
    size_t size;                      /* sizeof(tri_compile_options) */
    const char *name;                 /* the text's name in messages */
    const char *profile;              /* "fp40", "ps_3_0"; NULL takes all that can be run */
    const char *entry;                /* the function, also a static one of MUDA; with NULL the module has each one that needs no draw */
    const char *const *defines;       /* macros: "NAME" or "NAME=VALUE" */
    size_t n_defines;
    const char *const *interfaces;    /* structures for parameters whose types are interfaces: "light=PointLight" */
    size_t n_interfaces;
    const char *const *include_paths; /* folders */
    size_t n_include_paths;
    tri_include include;              /* NULL finds no text */
    void *user;                       /* the first argument of `include` */
    int strict;                       /* not 0: accept exactly what the language's own compiler accepts for the profile */
    /* From version 5 on: */
    const char *const *array_sizes;   /* elements of parameters that are arrays without a size in the text: "normal=3" */
    size_t n_array_sizes;
} tri_compile_options;

/* Does what tri_compile does, with options. `options` may be NULL. The language has to be named: TRI_LANGUAGE_ANY is
 * TRI_INVALID_ARGUMENT. So are a `size` of no version, a NULL among strings, more than 1024 of a kind, text that is not UTF-8, and a
 * size of an array that is no number from 1 on.
 *
 * Parameters of a function in Cg or HLSL that are structures are one parameter for each member, by the name that reaches it in the text:
 * "light.position", "lights[2].color". A matrix has rows x columns components, row by row; an array of numbers, vectors or matrices
 * is one parameter. Uniforms outside of the function that it reads are TRI_UNIFORM parameters after its own. What the text gives a
 * uniform or an argument, if it is a constant (`uniform float x = 3`), is its default value. `bool`, `half`, `fixed` and the small
 * integers are TRI_INT32 or TRI_FLOAT.
 *
 * The samplers that it reads, its own and those outside, are the last parameters. Elements have no neighbours, so a look-up without
 * a level reads level 0, as in a vertex program; a bias is the level; derivatives that are given choose one. */
tri_result tri_compile_with(tri_language language, const char *text, size_t length, const tri_compile_options *options,
                            tri_module **module);

/* The compiler's errors or warnings, each with line, column, the line's text and a caret; empty if there are none. The string lives
 * as long as the module. */
const char *tri_log(const tri_module *module);

/* The byte of the text at which the first error is, or the place of the #include for one of an included text; -1 without an error. */
int64_t tri_error_position(const tri_module *module);

/* Frees a module and all its functions. NULL is allowed. No run of its functions may be in progress. */
void tri_free(tri_module *module);

/* The functions of a module that can be called: their number, the one at an index below that, and the one with this name. NULL if
 * there is none. They live as long as the module.
 *
 * An assembly text has one function, "main". Its parameters have four floats each. First come the attributes that the program reads
 * (TRI_IN), then its program parameters and the GL state that it names (TRI_UNIFORM), then its results (TRI_OUT).
 *
 * Since there is no GL, textures of ARB and NV programs read (0, 0, 0, 1), and KIL ends no element. For DDX and DDY, each four elements
 * from the first on are 2 x 2 fragments: the second is to the right of the first, the third and fourth are above these.
 *
 * Parameters of Direct3D assembly have the names of registers: v0, t0, oPos, oC0, c4, i0, b0. Its samplers s0 to s15 come last, and
 * choose levels by the differences within 2 x 2 fragments, as DDX does. */
size_t tri_function_count(const tri_module *module);
const tri_function *tri_function_at(const tri_module *module, size_t index);
const tri_function *tri_find(const tri_module *module, const char *name);

/* The name of a function, and its parameters in declared order; NULL for an index that is too great. They live as long as the
 * module. */
const char *tri_function_name(const tri_function *function);
size_t tri_parameter_count(const tri_function *function);
const tri_parameter *tri_parameter_at(const tri_function *function, size_t index);

/* Makes a texture, whose texels are copied. `*texture` becomes NULL with an error, which goes to `message` as that of tri_run.
 * Several threads may use it at once. */
tri_result tri_make_texture(const tri_image *image, tri_texture **texture, char *message, size_t message_bytes);

/* Frees a texture. NULL is allowed. No run that reads it may be in progress. */
void tri_free_texture(tri_texture *texture);

/* Calls a function for elements 0 to n - 1, in any order, on several threads where that pays. It returns when all is done. `arrays`
 * has one array for each parameter, in their order. `options` may be NULL. `n` may be 0.
 *
 * Inputs may share memory with outputs: the results are as if all inputs had been read before. It is an error if outputs of
 * different elements, or of different parameters, share bytes. The values of several outputs may be interleaved.
 *
 * The error goes to `message` as text of at most `message_bytes` bytes with its NUL. It is empty after TRI_OK. `message` may be
 * NULL. */
tri_result tri_run(const tri_function *function, size_t n, const tri_array *arrays, size_t n_arrays, const tri_options *options,
                   char *message, size_t message_bytes);

#ifdef __cplusplus
}
#endif

#endif
