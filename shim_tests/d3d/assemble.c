/* assemble.exe LIST OUT: assembles texts by D3DAssemble of Microsoft's compiler, and disassembles what it makes.
 * LIST has texts, each ended by a zero byte. For each, OUT gets a line: the words in hexadecimal without comments and the last
 * one, or "refused", a tab, and the FNV-1a hash of the disassembly without comments and blanks at the ends of its lines.
 * With a third argument the disassemblies go to that file, a zero byte after each; it is for eyes only.
 * Build: x86_64-w64-mingw32-gcc -O1 -o assemble.exe assemble.c */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Blob {
    struct {
        HRESULT (WINAPI *query)(void *, void *, void **);
        ULONG (WINAPI *add_ref)(void *);
        ULONG (WINAPI *release)(void *);
        void *(WINAPI *pointer)(void *);
        SIZE_T (WINAPI *size)(void *);
    } *v;
} Blob;
typedef HRESULT (WINAPI *Assemble)(const void *, SIZE_T, const char *, const void *, void *, UINT, Blob **, Blob **);
typedef HRESULT (WINAPI *Disassemble)(const void *, SIZE_T, UINT, const char *, Blob **);

/* Writes the words of a stream without its comments. */
static void words(FILE *out, const unsigned *w, size_t n)
{
    for (size_t i = 0; i < n && w[i] != 0x0000ffff; i++) {
        if ((w[i] & 0xffff) == 0xfffe && i > 0)
            i += w[i] >> 16 & 0x7fff;
        else
            fprintf(out, "%08x", w[i]);
    }
}

/* The lines of a listing that are neither empty nor comments, ended by one line feed each. */
static size_t plain(const char *text, char *to)
{
    char *start = to;
    while (*text) {
        size_t n = strcspn(text, "\r\n"), kept = n;
        const char *first = text + strspn(text, " ");
        while (kept && text[kept - 1] == ' ')
            kept--;
        if (kept && strncmp(first, "//", 2)) {
            memcpy(to, text, kept);
            to += kept;
            *to++ = '\n';
        }
        text += n;
        text += strspn(text, "\r\n");
    }
    *to = 0;
    return to - start;
}

int main(int argc, char **argv)
{
    HMODULE h = LoadLibraryA("d3dcompiler_47.dll");
    Assemble assemble = (Assemble)GetProcAddress(h, "D3DAssemble");
    Disassemble disassemble = (Disassemble)GetProcAddress(h, "D3DDisassemble");
    if (argc < 3 || !assemble || !disassemble)
        return 3;
    FILE *in = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb"), *texts = argc > 3 ? fopen(argv[3], "wb") : 0;
    static char text[1 << 20], kept[1 << 20];
    size_t n = 0;
    for (int c; (c = fgetc(in)) != EOF;) {
        if (c) {
            text[n++] = c;
            continue;
        }
        Blob *code = 0, *messages = 0, *listing = 0;
        if (assemble(text, n, "a", 0, 0, 0, &code, &messages) || !code) {
            fprintf(out, "refused\t-\n");
            if (texts && messages)
                fwrite(messages->v->pointer(messages), 1, strlen(messages->v->pointer(messages)), texts);
        } else {
            unsigned hash = 0x811c9dc5;
            words(out, code->v->pointer(code), code->v->size(code) / 4);
            if (!disassemble(code->v->pointer(code), code->v->size(code), 0, 0, &listing)) {
                size_t length = plain(listing->v->pointer(listing), kept);
                for (size_t i = 0; i < length; i++)
                    hash = (hash ^ (unsigned char)kept[i]) * 0x01000193;
                if (texts)
                    fwrite(kept, 1, length, texts);
                listing->v->release(listing);
            }
            fprintf(out, "\t%08x\n", hash);
        }
        if (texts)
            fputc(0, texts);
        fflush(out);
        if (code) code->v->release(code);
        if (messages) messages->v->release(messages);
        n = 0;
    }
    return 0;
}
