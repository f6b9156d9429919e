/* Calls that no script writes: each function with wrong handles, and random sequences. */
#ifndef RANDOM_H
#define RANDOM_H

#include "script.h"
#include <sys/wait.h>
#include <unistd.h>

/* Functions that a sweep and random calls leave out: the error functions themselves, and those whose null pointers
 * crash NVIDIA's library. */
static const char *const LEFT_OUT[] = {"cgGetError", "cgGetFirstError", "cgGetLastErrorString", "cgSetErrorCallback",
    "cgGetErrorCallback", "cgSetErrorHandler", "cgGetErrorHandler", "cgSetStateCallbacks", "cgSetCompilerIncludeCallback", NULL};

/* What the names of the functions begin with that are swept and chosen by chance. */
static const char *prefix = "cg";

static int is_left_out(const char *name) {
    if (strncmp(name, prefix, strlen(prefix)))
        return 1;
    for (int i = 0; LEFT_OUT[i]; i++)
        if (!strcmp(LEFT_OUT[i], name))
            return 1;
    return 0;
}

static void sweep_one(const struct function *f, intptr_t handle, intptr_t number, const char *label) {
    struct argument arguments[MAX_PARAMETERS];
    memset(arguments, 0, sizeof arguments);
    for (int i = 0; i < f->n_parameters; i++) {
        enum kind kind = f->parameters[i].kind;
        struct argument *a = &arguments[i];
        prepare(&f->parameters[i], a);
        a->word = kind == HANDLE ? handle : kind == INTEGER ? number : kind == TEXT ? (intptr_t)"nothing" : 0;
        a->is_null = kind == TEXTS;
    }
    printf("%s %s\n  ", f->name, label);
    call_and_print(f, arguments);
}

/* Each call in a child, since some crash NVIDIA's library and leave it unusable. */
static void run_sweep(void) {
    for (int i = 0; i < n_functions; i++) {
        const struct function *f = &functions[i];
        for (int wrong = 0; wrong < 4 && !is_left_out(f->name); wrong++) {
            fflush(stdout);
            pid_t child = fork();
            if (!child) {
                void *(*create)(void) = (void *(*)(void))dlsym(library, "cgCreateContext");
                void (*destroy)(void *) = (void (*)(void *))dlsym(library, "cgDestroyContext");
                void *context = create();
                void *stale = create();
                destroy(stale);
                get_error();
                intptr_t handles[] = {0, 0x12345670, (intptr_t)stale, (intptr_t)context};
                const char *labels[] = {"null", "foreign", "stale", "context"};
                sweep_one(f, handles[wrong], wrong == 3 ? -1 : 0, labels[wrong]);
                fflush(stdout);
                _exit(0);
            }
            int status;
            waitpid(child, &status, 0);
        }
    }
}

static uint64_t random_state;

static uint32_t random_below(uint32_t n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 16) % n);
}

/* The handles that calls have answered, by type. */
static struct { const struct parameter *type; intptr_t word; } pool[4096];
static int n_pool;

static void remember(const struct parameter *type, intptr_t word) {
    for (int i = 0; i < n_pool; i++)
        if (pool[i].word == word)
            return;
    if (word && n_pool < 4096) {
        pool[n_pool].type = type;
        pool[n_pool++].word = word;
    }
}

static intptr_t random_handle(const char *type) {
    uint32_t chance = random_below(32);
    if (chance == 0)
        return 0;
    if (chance == 1)
        return 0x12345670;
    for (int tries = 0; tries < 200 && n_pool; tries++) {
        uint32_t i = random_below((uint32_t)n_pool);
        if (!strcmp(pool[i].type->type, type) || !strcmp(type, "CGhandle"))
            return pool[i].word;
    }
    return 0;
}

static int random_number(const char *type) {
    if (random_below(16) == 0)
        return (int)random_below(3) - 1;
    for (int tries = 0; tries < 4000; tries++) {
        const struct name *n = &names[random_below((uint32_t)n_names)];
        if (!strcmp(n->type, type))
            return n->value;
    }
    return (int)random_below(18) - 1;
}

static const char *const WORDS[] = {"main", "m", "lights", "lights[1]", "lights[0].color", "position", "s", "k", "color",
    "in.uv", "table[2]", "COLOR0", "float4", "Light", "nothing", "TEXCOORD1", "x", ""};

static const char *random_text(void) {
    return WORDS[random_below(sizeof WORDS / sizeof WORDS[0])];
}

static void random_argument(const struct parameter *p, struct argument *a) {
    prepare(p, a);
    switch (p->kind) {
    case HANDLE:
        a->word = random_handle(p->type);
        printf(" ");
        print_handle(a->word);
        break;
    case INTEGER:
        a->word = random_number(p->type);
        printf(" %d", (int)a->word);
        break;
    case UNSIGNED_LONG:
        a->word = (int)random_below(6) - 1;
        printf(" %d", (int)a->word);
        break;
    case REAL: case DOUBLE:
        a->real = (double)random_below(64) / 4 - 4;
        printf(" %g", a->real);
        break;
    case TEXT:
        a->word = (intptr_t)random_text();
        printf(" \"%s\"", (const char *)a->word);
        break;
    case READS_INTS: case READS_REALS: case READS_DOUBLES:
        for (int i = 0; i < MAX_VALUES; i++) {
            int value = 1 + (int)random_below(9);
            if (p->kind == READS_INTS)
                a->array.ints[i] = value;
            else if (p->kind == READS_REALS)
                a->array.reals[i] = (float)value;
            else
                a->array.doubles[i] = value;
        }
        printf(" [...]");
        break;
    default:
        a->is_null = p->kind == TEXTS || p->kind == CALLBACK;
    }
}

/* What a program chooses in place of the functions below, and what it prints after each call. */
static int (*is_chosen)(const char *name);
static void (*after_call)(void);

/* What random calls are taken from. Effects are not there; scripts make and destroy. NVIDIA's library answers anything for the
 * domain of a wrong handle, crashes after some maps, and loses the values of some types that it makes parameters of. */
static int is_random(const struct function *f) {
    if (is_chosen)
        return !is_left_out(f->name) && is_chosen(f->name);
    static const char *const WITHOUT[] = {"State", "Effect", "Technique", "Pass", "Annotation", "CreateProgram", "Array(", "Multi",
        "ParameterArray", "DestroyContext", "DestroyProgram", "CreateObj", "Combine", "Evaluate", "SetProgramProfile", "IncludeFile",
        "ProfileDomain", "cgGetProgramDomain", "cgMapBuffer", "cgCreateParameter", "SetSemantic", "SetParameterSemantic", "SetParameterVariability", "UniformBuffer", "ProgramBuffer",
        "SetProgramOutput", "cgGetEnum", NULL};
    for (int i = 0; WITHOUT[i]; i++)
        if (strstr(f->name, WITHOUT[i]) && strcmp(f->name, "cgGetEnumString"))
            return 0;
    return !is_left_out(f->name);
}

static void run_random(unsigned long seed, int n, const char *script) {
    random_state = 0x9E3779B97F4A7C15u * (seed + 1);
    run_script(script);
    static struct parameter types[MAX_VARIABLES];
    for (int i = 0; i < n_variables; i++) {
        static const char *const letters[][2] = {{"c", "CGcontext"}, {"p", "CGprogram"}, {"m", "CGparameter"}};
        for (int j = 0; j < 3; j++)
            if (variables[i].name[0] == letters[j][0][0])
                snprintf(types[i].type, sizeof types[i].type, "%s", letters[j][1]);
        remember(&types[i], variables[i].value);
    }
    for (int i = 0; i < n; i++) {
        const struct function *f;
        do
            f = &functions[random_below((uint32_t)n_functions)];
        while (!is_random(f));
        static struct argument arguments[MAX_PARAMETERS];
        memset(arguments, 0, sizeof arguments);
        printf("%s", f->name);
        for (int j = 0; j < f->n_parameters; j++)
            random_argument(&f->parameters[j], &arguments[j]);
        printf("\n  ");
        intptr_t result = call_and_print(f, arguments);
        if (after_call)
            after_call();
        if (f->result.kind == HANDLE)
            remember(&f->result, result);
    }
}

#endif
