/* One call of a function whose types are known at run time only, and how it is printed. */
#ifndef CALL_H
#define CALL_H

#include "signatures.h"
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>

enum { MAX_VALUES = 64, MAX_KNOWN = 65536 };

/* An argument. Arrays have room for what a call writes. */
struct argument {
    intptr_t word;
    double real;
    int is_null;
    int n;
    union {
        int ints[MAX_VALUES];
        float reals[MAX_VALUES];
        double doubles[MAX_VALUES];
        const char *texts[MAX_VALUES];
        void *pointers[MAX_VALUES];
    } array;
};

static void *library;
/* Finds the functions that the library does not have; null where there are none. */
static void *(*find_other)(const char *name);

/* Handles by the order in which they appear: the pointers differ from run to run. */
static void *known[MAX_KNOWN];
static int n_known;

static int number_of(void *handle) {
    for (int i = 0; i < n_known; i++)
        if (known[i] == handle)
            return i + 1;
    if (n_known < MAX_KNOWN)
        known[n_known++] = handle;
    return n_known;
}

static const int UNTOUCHED = -77;

/* What a function writes to begins as numbers that no test gives. */
static void prepare(const struct parameter *p, struct argument *a) {
    for (int i = 0; i < MAX_VALUES; i++) {
        if (p->kind == WRITES_INTS)
            a->array.ints[i] = UNTOUCHED;
        if (p->kind == WRITES_REALS)
            a->array.reals[i] = (float)UNTOUCHED;
        if (p->kind == WRITES_DOUBLES)
            a->array.doubles[i] = UNTOUCHED;
        if (p->kind == WRITES_POINTER)
            a->array.pointers[i] = NULL;
    }
}

static sigjmp_buf after_crash;

static void on_crash(int signal) {
    siglongjmp(after_crash, signal);
}

__attribute__((noinline)) static void *find(const char *name) {
    void *address = dlsym(library, name);
    return address || !find_other ? address : find_other(name);
}

/* Calls a function: integers and pointers in one row of registers, numbers with a fraction in the other. */
static intptr_t call(const struct function *f, struct argument *arguments, int *crashed) {
    void *const address = find(f->name);
    if (!address) {
        *crashed = -1;
        return 0;
    }
    intptr_t words[MAX_PARAMETERS] = {0};
    double reals[4] = {0};
    int n_words = 0, n_reals = 0;
    for (int i = 0; i < f->n_parameters; i++) {
        struct argument *a = &arguments[i];
        enum kind kind = f->parameters[i].kind;
        if (kind == DOUBLE) {
            reals[n_reals++] = a->real;
        } else if (kind == REAL) {
            float real = (float)a->real;
            memcpy(&reals[n_reals++], &real, sizeof real);
        } else if (kind >= READS_INTS || kind == TEXTS) {
            words[n_words++] = a->is_null ? 0 : kind == POINTER ? a->word : (intptr_t)&a->array;
        } else {
            words[n_words++] = a->word;
        }
    }
    intptr_t (*function)(intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, double, double, double, double);
    memcpy(&function, &address, sizeof function);
    int signal = sigsetjmp(after_crash, 1);
    *crashed = signal;
    if (signal)
        return 0;
    return function(words[0], words[1], words[2], words[3], words[4], words[5], reals[0], reals[1], reals[2], reals[3]);
}

static void print_text(const char *text) {
    if (!text) {
        printf("null");
        return;
    }
    putchar('"');
    /* The names of parameters that have none are the library's. */
    if (!strncmp(text, "$G_", 3) && strchr(text + 1, '$')) {
        text = strchr(text + 1, '$');
        printf("$G");
    }
    for (int n = 0; *text && n < 200; text++, n++)
        if (*text == '\n')
            printf("\\n");
        else if (*text == '"')
            printf("\\\"");
        else
            putchar(*text);
    putchar('"');
}

/* Messages of a compiler are its own: their numbers are compared, and the first line of a program. */
static void print_messages(const char *text) {
    if (!text) {
        printf("null");
        return;
    }
    if (!strncmp(text, "!!", 2)) {
        printf("%.*s", (int)strcspn(text, "\n"), text);
        return;
    }
    printf("messages");
    /* How often one is repeated is the compiler's, too. */
    int last = 0;
    for (const char *at = text; (at = strstr(at, "error")); at++) {
        int number;
        if (sscanf(at, "error C%d", &number) == 1 && number != last) {
            printf(" C%d", number);
            last = number;
        }
    }
}

static void print_handle(intptr_t word) {
    if (word)
        printf("#%d", number_of((void *)word));
    else
        printf("0");
}

static const struct argument *written_count(const struct function *f, const struct argument *arguments) {
    for (int i = 0; i < f->n_parameters; i++)
        if (f->parameters[i].kind == WRITES_INTS)
            return &arguments[i];
    return NULL;
}

static int prints_messages(const struct function *f, const struct argument *arguments) {
    return !strcmp(f->name, "cgGetLastListing") || (!strcmp(f->name, "cgGetProgramString") && arguments[1].word == 4106)
        || (!strcmp(f->name, "cgGetString"));
}

/* What a call answers. Types of an application's own structures have numbers that only the library knows. */
static void print_result(const struct function *f, const struct argument *arguments, intptr_t result) {
    const struct argument *n = written_count(f, arguments);
    int count = n && !n->is_null ? n->array.ints[0] : 0;
    switch (f->result.kind) {
    case NOTHING: printf("-"); break;
    case INTEGER: printf("%d", strcmp(f->result.type, "GLboolean") ? (int)result : (unsigned char)result); break;
    case UNSIGNED_LONG: printf("%ld", (long)result); break;
    case HANDLE: print_handle(result); break;
    case TEXT:
        if (prints_messages(f, arguments))
            print_messages((const char *)result);
        else
            print_text((const char *)result);
        break;
    case TEXTS:
        printf("{");
        for (const char *const *t = (const char *const *)result; t && *t; t++)
            print_text(*t);
        printf("}");
        break;
    case READS_DOUBLES: case READS_REALS: case READS_INTS:
        printf(result ? "{" : "null");
        for (int i = 0; result && i < count && i < MAX_VALUES; i++)
            if (f->result.kind == READS_DOUBLES)
                printf("%s%g", i ? " " : "", ((const double *)result)[i]);
            else if (f->result.kind == READS_REALS)
                printf("%s%g", i ? " " : "", ((const float *)result)[i]);
            else
                printf("%s%d", i ? " " : "", ((const int *)result)[i]);
        if (result)
            printf("}");
        break;
    default: printf(result ? "some" : "null");
    }
}

/* What a call has written to its arguments. */
static void print_written(const struct function *f, const struct argument *arguments) {
    for (int i = 0; i < f->n_parameters; i++) {
        const struct argument *a = &arguments[i];
        enum kind kind = f->parameters[i].kind;
        if (a->is_null || kind < WRITES_INTS || kind > WRITES_DOUBLES)
            continue;
        int last = -1;
        for (int j = 0; j < MAX_VALUES; j++)
            if (kind == WRITES_INTS ? a->array.ints[j] != UNTOUCHED
                    : kind == WRITES_REALS ? a->array.reals[j] != (float)UNTOUCHED
                                           : a->array.doubles[j] != UNTOUCHED)
                last = j;
        printf(" [");
        for (int j = 0; j <= last; j++)
            if (kind == WRITES_INTS)
                printf("%s%d", j ? " " : "", a->array.ints[j]);
            else
                printf("%s%g", j ? " " : "", kind == WRITES_REALS ? a->array.reals[j] : a->array.doubles[j]);
        printf("]");
    }
}

#endif
