/* Scripts: a line is a call, with variables for what calls answer.
 *
 *     text vertex <<            a text, up to a line with >>
 *     ...
 *     >>
 *     c = cgCreateContext
 *     p = cgCreateProgram c CG_SOURCE $vertex CG_PROFILE_ARBVP1 "main" null
 *     cgSetParameterValuefr m 4 [1 2 3 4]
 *     each p cgGetParameterName     the function for all parameters of the program, leaves and insides
 *     range cgGetTypeString 0 1400  the function for all numbers; runs of equal answers are one line
 *     manual                        from here on, the error is not asked for after each call
 */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "call.h"

enum { MAX_VARIABLES = 512, MAX_TEXT = 1 << 16 };

static struct { char name[32]; intptr_t value; } variables[MAX_VARIABLES];
static int n_variables;
static struct { char name[32]; char text[MAX_TEXT]; } texts[32];
static int n_texts;
static int is_manual;

static int (*get_error)(void);

static void error_callback(void) {
    printf("  callback: %d\n", get_error());
}

static void error_handler(void *context, int error, void *data) {
    printf("  handler: ");
    print_handle((intptr_t)context);
    printf(" %d %s\n", error, data ? "data" : "null");
}

static void include_callback(void *context, const char *filename) {
    printf("  include: %s\n", filename);
    void (*give)(void *, const char *, const char *) = (void (*)(void *, const char *, const char *))dlsym(library, "cgSetCompilerIncludeString");
    if (strstr(filename, "given"))
        give(context, filename, "float4 given(float4 x) { return x * 2; }\n");
}

static intptr_t *variable(const char *name) {
    for (int i = 0; i < n_variables; i++)
        if (!strcmp(variables[i].name, name))
            return &variables[i].value;
    if (n_variables == MAX_VARIABLES)
        exit(2);
    snprintf(variables[n_variables].name, sizeof variables[0].name, "%s", name);
    variables[n_variables].value = 0;
    return &variables[n_variables++].value;
}

/* The number of a name; anything else is a variable or a number. */
static intptr_t word_value(const char *word) {
    for (int i = 0; i < n_names; i++)
        if (!strcmp(names[i].text, word))
            return names[i].value;
    if (isdigit((unsigned char)word[0]) || word[0] == '-')
        return strtol(word, NULL, 0);
    if (!strcmp(word, "null"))
        return 0;
    if (word[0] == '@') {
        void *f = !strcmp(word, "@error") ? (void *)error_callback
            : !strcmp(word, "@handler")   ? (void *)error_handler
            : !strcmp(word, "@include")   ? (void *)include_callback
                                          : (void *)&is_manual;
        return (intptr_t)f;
    }
    return *variable(word);
}

/* Takes a word, a text in quotes or a list in brackets off a line. */
static char *take(char **line) {
    char *start = *line;
    while (*start == ' ')
        start++;
    if (!*start)
        return NULL;
    char *end = start;
    if (*start == '"') {
        end = strchr(start + 1, '"');
        *line = end + 1;
    } else if (*start == '[') {
        end = strchr(start, ']');
        *line = end + 1;
    } else {
        while (*end && *end != ' ')
            end++;
        *line = *end ? end + 1 : end;
    }
    *end = 0;
    return start;
}

static char *unescape(char *text) {
    char *to = text;
    for (char *from = text; *from; from++)
        *to++ = from[0] == '\\' && from[1] == 'n' ? (from++, '\n') : *from;
    *to = 0;
    return text;
}

static void read_argument(char *word, const struct parameter *p, struct argument *a) {
    prepare(p, a);
    a->is_null = !word || !strcmp(word, "null");
    if (!word)
        return;
    if (word[0] == '"') {
        a->word = (intptr_t)unescape(word + 1);
    } else if (word[0] == '$') {
        for (int i = 0; i < n_texts; i++)
            if (!strcmp(texts[i].name, word + 1))
                a->word = (intptr_t)texts[i].text;
    } else if (word[0] == '[') {
        for (char *rest = word + 1, *one; (one = strtok_r(rest, " ", &rest)) && a->n < MAX_VALUES - 1; a->n++)
            if (p->kind == TEXTS)
                a->array.texts[a->n] = one;
            else if (p->kind == READS_HANDLES)
                a->array.pointers[a->n] = (void *)word_value(one);
            else if (p->kind == READS_REALS)
                a->array.reals[a->n] = strtof(one, NULL);
            else if (p->kind == READS_DOUBLES)
                a->array.doubles[a->n] = strtod(one, NULL);
            else
                a->array.ints[a->n] = (int)word_value(one);
        if (p->kind == TEXTS)
            a->array.texts[a->n] = NULL;
    } else if (p->kind == REAL || p->kind == DOUBLE) {
        a->real = strtod(word, NULL);
    } else {
        a->word = word_value(word);
    }
}

/* The result and, unless the script asks itself, the error; both end the line that the caller has begun. */
static intptr_t call_and_print(const struct function *f, struct argument *arguments) {
    int crashed;
    /* Callbacks print lines of their own. */
    intptr_t result = call(f, arguments, &crashed);
    if (crashed) {
        printf("= crashed\n");
        return 0;
    }
    printf("= ");
    print_result(f, arguments, result);
    print_written(f, arguments);
    if (!is_manual) {
        int error = get_error();
        if (error)
            printf(" ! %d", error);
    }
    printf("\n");
    return result;
}

static void run_call(char *line) {
    char copy[1024];
    snprintf(copy, sizeof copy, "%s", line);
    char *word = take(&line);
    char *target = NULL;
    char *peek = line;
    while (*peek == ' ')
        peek++;
    if (*peek == '=') {
        target = word;
        line = peek + 1;
        word = take(&line);
    }
    const struct function *f = word ? find_function(word) : NULL;
    if (!f) {
        printf("no function: %s\n", copy);
        exit(2);
    }
    static struct argument arguments[MAX_PARAMETERS];
    memset(arguments, 0, sizeof arguments);
    for (int i = 0; i < f->n_parameters; i++)
        read_argument(take(&line), &f->parameters[i], &arguments[i]);
    printf("%s\n  ", copy);
    intptr_t result = call_and_print(f, arguments);
    if (target)
        *variable(target) = result;
}

typedef void *(*one_to_one)(void *);

/* Calls a function of one parameter for a parameter and for all inside. */
static void each_inside(const struct function *f, void *p, int depth) {
    one_to_one first = (one_to_one)dlsym(library, "cgGetFirstDependentParameter");
    one_to_one first_member = (one_to_one)dlsym(library, "cgGetFirstStructParameter");
    one_to_one next = (one_to_one)dlsym(library, "cgGetNextParameter");
    int (*class)(void *) = (int (*)(void *))dlsym(library, "cgGetParameterClass");
    int (*size)(void *, int) = (int (*)(void *, int))dlsym(library, "cgGetArraySize");
    void *(*element)(void *, int) = (void *(*)(void *, int))dlsym(library, "cgGetArrayParameter");
    const char *(*name)(void *) = (const char *(*)(void *))dlsym(library, "cgGetParameterName");
    (void)first;
    while (p) {
        static struct argument arguments[MAX_PARAMETERS];
        memset(arguments, 0, sizeof arguments);
        for (int i = 0; i < f->n_parameters; i++)
            prepare(&f->parameters[i], &arguments[i]);
        arguments[0].word = (intptr_t)p;
        /* Values: by default, for 16 of them; of parameters, the current ones. */
        if (f->n_parameters > 1 && f->parameters[1].kind == INTEGER)
            arguments[1].word = !strcmp(f->name, "cgGetParameterValues") ? 4110 : 16;
        printf("%*s%s ", 2 + 2 * depth, "", name(p));
        call_and_print(f, arguments);
        int kind = class(p);
        if (kind == 4)
            each_inside(f, first_member(p), depth + 1);
        if (kind == 5)
            for (int i = 0; i < size(p, 0); i++)
                each_inside(f, element(p, i), depth + 1);
        p = next(p);
        get_error();
    }
}

static void run_each(char *line) {
    char *program = take(&line), *name = take(&line);
    printf("each %s %s\n", program, name);
    void *(*first)(void *, int) = (void *(*)(void *, int))dlsym(library, "cgGetFirstParameter");
    void *of = (void *)word_value(program);
    for (int space = 4109; space >= 4108; space--) {
        printf(" %s\n", space == 4109 ? "CG_PROGRAM" : "CG_GLOBAL");
        each_inside(find_function(name), first(of, space), 0);
    }
}

/* Calls a function that answers a text for all numbers of a range. */
static void run_range(char *line) {
    char *name = take(&line), *from = take(&line), *to = take(&line);
    const char *(*text)(int) = (const char *(*)(int))dlsym(library, name);
    char last[256] = "";
    for (int n = atoi(from); text && n < atoi(to); n++) {
        const char *now = text(n);
        if (!strcmp(last, now ? now : "null"))
            continue;
        snprintf(last, sizeof last, "%s", now ? now : "null");
        printf("%s %d = ", name, n);
        print_text(now);
        printf(" ! %d\n", get_error());
    }
}

static void run_script(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(2);
    }
    static char line[1 << 14];
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (!line[0] || line[0] == '#')
            continue;
        if (sscanf(line, "text %31s <<", texts[n_texts].name) == 1) {
            char *to = texts[n_texts++].text;
            while (fgets(line, sizeof line, file) && strncmp(line, ">>", 2)) {
                strcpy(to, line);
                to += strlen(line);
            }
        } else if (!strcmp(line, "manual")) {
            is_manual = 1;
        } else if (!strncmp(line, "range ", 6)) {
            run_range(line + 6);
        } else if (!strncmp(line, "each ", 5)) {
            run_each(line + 5);
        } else {
            run_call(line);
        }
    }
    fclose(file);
}

#endif
