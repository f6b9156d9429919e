/* Runs a program that may not make memory executable, as under SELinux or systemd's MemoryDenyWriteExecute.
 *
 * usage: deny_exec PROGRAM [ARGS...]. Exit status 77 means that this kernel cannot deny it (before Linux 6.3). */
#include <sys/prctl.h>
#include <unistd.h>

#define SET_MEMORY_DENY_WRITE_EXECUTE 65
#define REFUSE_EXECUTABLE_GAIN 1

int main(int n_args, char **args)
{
    if (n_args < 2)
        return 2;
    if (prctl(SET_MEMORY_DENY_WRITE_EXECUTE, REFUSE_EXECUTABLE_GAIN, 0, 0, 0) != 0)
        return 77;
    execv(args[1], args + 1);
    return 127;
}
