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
    TRI_LANGUAGE_CG = 5                   /* each function that needs no draw is one of the module; ANY does not recognize it */
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
    TRI_UNIFORM = 3 /* read, one value for all elements */
} tri_direction;

/* A parameter of a function. */
typedef struct tri_parameter {
    const char *name;        /* as in the text; "return" is the function's result */
    tri_direction direction;
    tri_scalar scalar;
    uint32_t components;     /* 1 for a scalar, 4 for a vector: x first */
    uint32_t count;          /* elements of an array, 1 for all else */
    size_t bytes;            /* of one value: the components of all elements follow each other without gaps */
} tri_parameter;

/* A compiled text, and a function of it. */
typedef struct tri_module tri_module;
typedef struct tri_function tri_function;

/* The values of one parameter. Value i begins at (char *)data + i * stride (bytes) and is `bytes` long, as tri_parameter says.
 *
 * Any alignment is allowed. Packed values (stride == bytes, 4 or 16 bytes each) are the fastest, since kernels read and write them
 * in place. With a stride of 0 every element has the same input. Negative strides count downward. With strides less than `bytes`
 * inputs overlap, which is an error for outputs. The stride of a uniform is ignored.
 *
 * All n values must be readable memory, and writable if the parameter is TRI_OUT or TRI_INOUT. No other memory is accessed.
 * `data` may be NULL if n is 0. */
typedef struct tri_array {
    void *data;
    ptrdiff_t stride;
} tri_array;

/* Options of a run. All zero is the default. */
typedef struct tri_options {
    uint32_t threads; /* the most threads, the calling one among them; 0: one per processor */
    double seconds;   /* the run is stopped soon after this time, on a real clock; 0: never */
} tri_options;

/* The version of this interface that the library has: this header is version 2, which adds tri_compile_with and TRI_LANGUAGE_CG. */
#define TRI_VERSION 2
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

/* What a text's compiler is told. All zero but `size` is the default. All but `entry` is for languages that have it: Cg. */
typedef struct tri_compile_options {
    size_t size;                      /* sizeof(tri_compile_options) */
    const char *name;                 /* the text's name in messages */
    const char *profile;              /* "fp40"; NULL is "latest", which takes all that can be run */
    const char *entry;                /* the function; with NULL the module has each one that needs no draw */
    const char *const *defines;       /* macros: "NAME" or "NAME=VALUE" */
    size_t n_defines;
    const char *const *interfaces;    /* structures for parameters whose types are interfaces: "light=PointLight" */
    size_t n_interfaces;
    const char *const *include_paths; /* folders */
    size_t n_include_paths;
    tri_include include;              /* NULL finds no text */
    void *user;                       /* the first argument of `include` */
    int strict;                       /* not 0: accept exactly what the language's own compiler accepts for the profile */
} tri_compile_options;

/* Does what tri_compile does, with options. `options` may be NULL. The language has to be named: TRI_LANGUAGE_ANY is
 * TRI_INVALID_ARGUMENT. So are a wrong `size`, a NULL among strings, more than 1024 of a kind, and text that is not UTF-8.
 *
 * Parameters of a Cg function that are structures are one parameter for each member, by the name that reaches it in the text:
 * "light.position", "lights[2].color". A matrix has rows x columns components, row by row; an array of numbers, vectors or matrices
 * is one parameter. Uniforms outside of the function that it reads are TRI_UNIFORM parameters after its own. `bool`, `half`, `fixed` and the small
 * integers are TRI_INT32 or TRI_FLOAT. Samplers are no parameters: a function that samples needs a draw. */
tri_result tri_compile_with(tri_language language, const char *text, size_t length, const tri_compile_options *options,
                            tri_module **module);

/* The compiler's errors or warnings, each with line, column, the line's text and a caret; empty if there are none. The string lives
 * as long as the module. */
const char *tri_log(const tri_module *module);

/* Frees a module and all its functions. NULL is allowed. No run of its functions may be in progress. */
void tri_free(tri_module *module);

/* The functions of a module that can be called: their number, the one at an index below that, and the one with this name. NULL if
 * there is none. They live as long as the module.
 *
 * An assembly text has one function, "main". Its parameters have four floats each. First come the attributes that the program reads
 * (TRI_IN), then its program parameters and the GL state that it names (TRI_UNIFORM), then its results (TRI_OUT).
 *
 * Since there is no GL, textures read (0, 0, 0, 1), and KIL ends no element. For DDX and DDY, each four elements from the first on
 * are 2 x 2 fragments: the second is to the right of the first, the third and fourth are above these. */
size_t tri_function_count(const tri_module *module);
const tri_function *tri_function_at(const tri_module *module, size_t index);
const tri_function *tri_find(const tri_module *module, const char *name);

/* The name of a function, and its parameters in declared order; NULL for an index that is too great. They live as long as the
 * module. */
const char *tri_function_name(const tri_function *function);
size_t tri_parameter_count(const tri_function *function);
const tri_parameter *tri_parameter_at(const tri_function *function, size_t index);

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
