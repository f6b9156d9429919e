/* Measures two ways to draw the same in turn, by the processor time of the process. Prints the medians, and the median of the ratios. */
#ifndef TWO_WAYS_H
#define TWO_WAYS_H
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_ROUNDS = 99 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int n)
{
    qsort(values, (size_t)n, sizeof *values, compare);
    return values[n / 2];
}

/* Runs `measure` of way 0 and of way 1, which returns nanoseconds per `unit`, and prints the results. Returns false for a wrong number
 * of rounds. */
static int two_ways(int rounds, const char *const names[2], const char *unit, double (*measure)(int way))
{
    double times[2][MOST_ROUNDS], ratios[MOST_ROUNDS];
    if (rounds < 1 || rounds > MOST_ROUNDS) return 0;
    for (int i = 0; i < rounds; i++) {
        for (int way = 0; way < 2; way++) times[way][i] = measure(way);
        ratios[i] = times[0][i] / times[1][i];
    }
    printf("%s %.3f ns/%s, %s %.3f ns/%s, ratio %.3f\n", names[0], median(times[0], rounds), unit, names[1], median(times[1], rounds), unit,
           median(ratios, rounds));
    return 1;
}
#endif
