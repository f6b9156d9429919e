/* Plays calls of the Cg runtime for GL on a library above the process' GL, and prints what each answers, as cg_runtime.c.
 *
 *     cggl_runtime LIBRARY HEADERS script FILE         the calls of a script; scripts may call OpenGL as well
 *     cggl_runtime LIBRARY HEADERS sweep               each function with wrong handles and numbers
 *     cggl_runtime LIBRARY HEADERS random SEED N FILE  N random calls after a script
 *
 * Random calls print the state of GL that they have changed. LIBRARY is libCgGL.so, ours or NVIDIA's, and HEADERS the folder include/Cg.
 */
#include "gl_context.h"
#include "cg_runtime/random.h"
#include "cg_runtime/script.h"
#include "cggl_runtime/state.h"

static void read_headers(const char *folder) {
    static const char *const names[] = {"cg.h", "cgGL.h", "../../shim_tests/c/cggl_runtime/gl_calls.h"};
    for (int i = 0; i < 3; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        read_header(path);
    }
}

int main(int n, char **arguments) {
    if (n < 4) {
        fprintf(stderr, "usage: see the head of %s\n", __FILE__);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    make_context(64, 64);
    library = dlopen(arguments[1], RTLD_NOW);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    find_other = find_gl;
    prefix = "cgGL";
    is_chosen = is_chosen_for_gl;
    after_call = print_state;
    read_headers(arguments[2]);
    get_error = (int (*)(void))dlsym(library, "cgGetError");
    for (int i = 0; i < 3; i++)
        signal((int[]){SIGSEGV, SIGBUS, SIGABRT}[i], on_crash);
    if (!strcmp(arguments[3], "script") && n > 4)
        run_script(arguments[4]);
    else if (!strcmp(arguments[3], "sweep"))
        run_sweep();
    else if (!strcmp(arguments[3], "random") && n > 6)
        run_random(strtoul(arguments[4], NULL, 0), atoi(arguments[5]), arguments[6]);
    else
        return 2;
    fflush(stdout);
    _exit(0);
}
