/* Several threads that make, use and destroy the same kinds of objects, and use each other's handles while these die. */
#ifndef THREADS_H
#define THREADS_H

#include "script.h"
#include <Cg/cg.h>
#include <pthread.h>

enum { N_THREADS = 4, N_ROUNDS = 200 };

#define FIND(name) __typeof__(&name) f_##name = (__typeof__(&name))dlsym(library, #name)

static void *volatile shared[N_THREADS];

static void *use_library(void *argument) {
    intptr_t own = (intptr_t)argument;
    FIND(cgCreateContext);
    FIND(cgDestroyContext);
    FIND(cgCreateProgram);
    FIND(cgDestroyProgram);
    FIND(cgGetNamedParameter);
    FIND(cgCreateParameter);
    FIND(cgConnectParameter);
    FIND(cgSetParameter4f);
    FIND(cgGetParameterValuefr);
    FIND(cgGetParameterName);
    const char *text = "float4 main(float4 p : POSITION, uniform float4 k) : POSITION { return p * k; }";
    CGcontext context = f_cgCreateContext();
    for (int i = 0; i < N_ROUNDS; i++) {
        CGparameter made = f_cgCreateParameter(context, CG_FLOAT4);
        shared[own] = made;
        CGparameter other = (CGparameter)shared[(own + i) % N_THREADS];
        float values[4];
        f_cgSetParameter4f(other, 1, 2, 3, 4);
        f_cgGetParameterValuefr(other, 4, values);
        if (i % 20 == 0) {
            CGprogram program = f_cgCreateProgram(context, CG_SOURCE, text, CG_PROFILE_ARBVP1, "main", NULL);
            CGparameter k = f_cgGetNamedParameter(program, "k");
            f_cgConnectParameter(other, k);
            f_cgConnectParameter(made, k);
            if (!program || !k || !f_cgGetParameterName(k))
                abort();
            f_cgDestroyProgram(program);
        }
        if (i % 50 == 49) {
            f_cgDestroyContext(context);
            context = f_cgCreateContext();
        }
    }
    f_cgDestroyContext(context);
    return NULL;
}

static void run_threads(void) {
    signal(SIGSEGV, SIG_DFL);
    signal(SIGABRT, SIG_DFL);
    pthread_t threads[N_THREADS];
    for (intptr_t i = 0; i < N_THREADS; i++)
        pthread_create(&threads[i], NULL, use_library, (void *)i);
    for (int i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("threads done\n");
}

#endif
