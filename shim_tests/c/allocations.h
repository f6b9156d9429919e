/* Counts the memory that a program and its libraries ask for: malloc and its relatives, anonymous mappings, and shared memory segments.
 * These numbers depend on the code alone, and not on how many pages the kernel maps around those that are touched. Include this in one
 * file of a program: its definitions replace those of the C library in all libraries. */
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_long allocated_bytes, allocated_peak;
/* How often memory was asked for. */
static atomic_long allocated_blocks;

/* The change of a block from `before` to `after` bytes. */
static void count_bytes(long before, long after)
{
    if (after) atomic_fetch_add(&allocated_blocks, 1);
    long now = atomic_fetch_add(&allocated_bytes, after - before) + after - before;
    long peak = atomic_load(&allocated_peak);
    while (now > peak && !atomic_compare_exchange_weak(&allocated_peak, &peak, now)) {}
}

static long usable(void *block) { return block ? (long)malloc_usable_size(block) : 0; }

static void *counted(void *block)
{
    count_bytes(0, usable(block));
    return block;
}

void *malloc(size_t n) { return counted(__libc_malloc(n)); }
void *calloc(size_t n, size_t size) { return counted(__libc_calloc(n, size)); }
void *memalign(size_t align, size_t n) { return counted(__libc_memalign(align, n)); }
void *aligned_alloc(size_t align, size_t n) { return counted(__libc_memalign(align, n)); }

int posix_memalign(void **out, size_t align, size_t n)
{
    void *block = counted(__libc_memalign(align, n));
    if (!block) return ENOMEM;
    *out = block;
    return 0;
}

void free(void *block)
{
    count_bytes(usable(block), 0);
    __libc_free(block);
}

void *realloc(void *block, size_t n)
{
    long before = usable(block);
    void *moved = __libc_realloc(block, n);
    if (moved || !n) count_bytes(before, usable(moved));
    return moved;
}

/* Mappings of files are not counted, because their pages are the system's. */
void *mmap(void *at, size_t n, int access, int flags, int file, off_t offset)
{
    void *base = (void *)syscall(SYS_mmap, at, n, access, flags, file, offset);
    if (base != MAP_FAILED && (flags & MAP_ANONYMOUS)) count_bytes(0, (long)n);
    return base;
}

void *mmap64(void *at, size_t n, int access, int flags, int file, off_t offset) { return mmap(at, n, access, flags, file, offset); }

void *shmat(int id, const void *at, int flags)
{
    struct shmid_ds segment;
    void *base = (void *)syscall(SYS_shmat, id, at, flags);
    if (base != (void *)-1 && shmctl(id, IPC_STAT, &segment) == 0) count_bytes(0, (long)segment.shm_segsz);
    return base;
}
