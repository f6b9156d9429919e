/* What a program knows of the Cg runtime's functions at run time: it reads them, and the numbers of names, from cg.h. */
#ifndef SIGNATURES_H
#define SIGNATURES_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FUNCTIONS = 512, MAX_PARAMETERS = 8, MAX_NAMES = 2048 };

/* A type, as far as a call and its printing need it. */
enum kind {
    NOTHING, INTEGER, UNSIGNED_LONG, REAL, DOUBLE, HANDLE, TEXT, TEXTS, CALLBACK,
    /* Arrays that a call reads, and arrays that it writes. */
    READS_INTS, READS_REALS, READS_DOUBLES, READS_BYTES, READS_HANDLES,
    WRITES_INTS, WRITES_REALS, WRITES_DOUBLES, WRITES_POINTER, POINTER
};

struct parameter {
    enum kind kind;
    char type[32];
};

struct function {
    char name[64];
    struct parameter result;
    struct parameter parameters[MAX_PARAMETERS];
    int n_parameters;
};

struct name {
    char text[64];
    char type[32];
    int value;
};

static struct function functions[MAX_FUNCTIONS];
static int n_functions;
static struct name names[MAX_NAMES];
static int n_names;

static const char *const HANDLES[] = {"CGhandle", "CGcontext", "CGprogram", "CGparameter", "CGobj", "CGbuffer", "CGeffect",
    "CGstate", "CGstateassignment", "CGtechnique", "CGpass", "CGannotation", NULL};

static int is_handle(const char *type) {
    for (int i = 0; HANDLES[i]; i++)
        if (!strcmp(HANDLES[i], type))
            return 1;
    return 0;
}

/* Reads a type with the name after it; `text` has neither the comma nor the brackets around. */
static struct parameter read_type(const char *text, int has_name) {
    struct parameter p = {NOTHING, ""};
    int is_const = !strncmp(text, "const ", 6);
    if (is_const)
        text += 6;
    int n = 0;
    if (!strncmp(text, "unsigned long", 13))
        text += 9;
    while ((isalnum((unsigned char)text[n]) || text[n] == '_') && n < 31) {
        p.type[n] = text[n];
        n++;
    }
    (void)has_name;
    int stars = 0;
    for (const char *c = text + n; *c; c++)
        stars += *c == '*';
    const char *t = p.type;
    if (!strcmp(t, "void") || !strcmp(t, "GLvoid"))
        p.kind = stars == 0 ? NOTHING : stars == 2 ? WRITES_POINTER : is_const ? READS_BYTES : POINTER;
    else if (!strcmp(t, "char"))
        p.kind = stars == 2 ? TEXTS : TEXT;
    else if (!strcmp(t, "float"))
        p.kind = stars == 0 ? REAL : is_const ? READS_REALS : WRITES_REALS;
    else if (!strcmp(t, "double"))
        p.kind = stars == 0 ? DOUBLE : is_const ? READS_DOUBLES : WRITES_DOUBLES;
    else if (!strcmp(t, "long"))
        p.kind = UNSIGNED_LONG;
    else if (is_handle(t))
        p.kind = stars == 0 ? HANDLE : READS_HANDLES;
    else if (strstr(t, "Func") || strstr(t, "callback"))
        p.kind = CALLBACK;
    else
        p.kind = stars == 0 ? INTEGER : is_const ? READS_INTS : WRITES_INTS;
    return p;
}

/* result name(type name, ...); */
static void read_function(char *line) {
    struct function *f = &functions[n_functions++];
    char *open = strchr(line, '('), *name = open;
    while (name > line && (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
        name--;
    snprintf(f->name, sizeof f->name, "%.*s", (int)(open - name), name);
    *name = 0;
    f->result = read_type(line, 0);
    *strchr(open + 1, ')') = 0;
    for (char *rest = open + 1, *one; (one = strtok_r(rest, ",", &rest));) {
        while (*one == ' ')
            one++;
        if (strcmp(one, "void"))
            f->parameters[f->n_parameters++] = read_type(one, 1);
    }
}

/* NAME = 1, NAME, ... */
static void read_names(char *line, const char *type, int *next) {
    for (char *rest = line, *one; (one = strtok_r(rest, ",\n", &rest));) {
        char word[64];
        int value;
        int found = sscanf(one, " %63[A-Za-z0-9_] = %i", word, &value);
        if (found < 1 || (strncmp(word, "CG_", 3) && strncmp(word, "GL_", 3)))
            continue;
        if (found == 2)
            *next = value;
        struct name *n = &names[n_names++];
        snprintf(n->text, sizeof n->text, "%s", word);
        snprintf(n->type, sizeof n->type, "%s", type);
        n->value = (*next)++;
    }
}

static void read_header(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(2);
    }
    char line[1024], type[32] = "";
    int next = 0;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "typedef enum %31[A-Za-z]", type) == 1)
            next = 0;
        else if (line[0] == '}')
            type[0] = 0;
        else if (type[0])
            read_names(line, type, &next);
        else if (!strncmp(line, "CGDLL_API ", 10))
            read_function(line + strlen("CGDLL_API "));
        else if (!strncmp(line, "CGGLDLL_API ", 12))
            read_function(line + strlen("CGGLDLL_API "));
    }
    fclose(file);
}

static const struct function *find_function(const char *name) {
    for (int i = 0; i < n_functions; i++)
        if (!strcmp(functions[i].name, name))
            return &functions[i];
    return NULL;
}

#endif
