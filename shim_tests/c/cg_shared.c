/* Opens two libraries of the Cg runtime, each for itself, and asks libCgGL about a context of libCg.
 *
 *     cg_shared FIRST SECOND
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void *find(void *libraries[2], char **names, const char *library, const char *function) {
    for (int i = 0; i < 2; i++)
        if (strstr(names[i], library))
            return dlsym(libraries[i], function);
    return NULL;
}

int main(int n, char **arguments) {
    if (n != 3)
        return 2;
    void *libraries[2];
    for (int i = 0; i < 2; i++) {
        libraries[i] = dlopen(arguments[i + 1], RTLD_NOW | RTLD_LOCAL);
        if (!libraries[i]) {
            printf("%s\n", dlerror());
            return 1;
        }
    }
    char **names = arguments + 1;
    void *(*create)(void) = (void *(*)(void))find(libraries, names, "libCg.so", "cgCreateContext");
    int (*error)(void) = (int (*)(void))find(libraries, names, "libCg.so", "cgGetError");
    void (*set)(void *, int) = (void (*)(void *, int))find(libraries, names, "libCgGL.so", "cgGLSetManageTextureParameters");
    int (*get)(void *) = (int (*)(void *))find(libraries, names, "libCgGL.so", "cgGLGetManageTextureParameters");
    void *context = create();
    set(context, 1);
    if (error() || get(context) != 1)
        return 1;
    /* The error of one library is read from the other. */
    set((void *)0x1234, 1);
    if (error() != 16)
        return 1;
    puts("shared");
    return 0;
}
