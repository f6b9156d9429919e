/* Plays calls of the Cg runtime on a library, and prints what each answers: results, errors, and what it writes.
 *
 *     cg_runtime LIBRARY HEADER script FILE        the calls of a script; see cg_runtime/script.h
 *     cg_runtime LIBRARY HEADER sweep              each function with wrong handles and numbers
 *     cg_runtime LIBRARY HEADER threads            several threads at once
 *     cg_runtime LIBRARY HEADER random SEED N FILE N random calls after a script
 *
 * LIBRARY is ours or NVIDIA's: equal lines are equal behaviour.
 */
#include "cg_runtime/random.h"
#include "cg_runtime/script.h"
#include "cg_runtime/threads.h"

int main(int n, char **arguments) {
    if (n < 4) {
        fprintf(stderr, "usage: see the head of %s\n", __FILE__);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    library = dlopen(arguments[1], RTLD_NOW);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    read_header(arguments[2]);
    get_error = (int (*)(void))dlsym(library, "cgGetError");
    for (int i = 0; i < 3; i++)
        signal((int[]){SIGSEGV, SIGBUS, SIGABRT}[i], on_crash);
    if (!strcmp(arguments[3], "script") && n > 4)
        run_script(arguments[4]);
    else if (!strcmp(arguments[3], "sweep"))
        run_sweep();
    else if (!strcmp(arguments[3], "threads"))
        run_threads();
    else if (!strcmp(arguments[3], "random") && n > 6)
        run_random(strtoul(arguments[4], NULL, 0), atoi(arguments[5]), arguments[6]);
    else
        return 2;
    /* NVIDIA's library may crash while it ends. */
    fflush(stdout);
    _exit(0);
}
