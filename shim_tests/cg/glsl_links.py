#!/usr/bin/env python3
"""Compiles and links our GLSL texts of all accepted programs of expected.tsv on Mesa (OSMesa).

    glsl_links.py --trilobite FILE [--show] [PART ...]

PART: programs whose file names have it, instead of all. Prints what has no text, what Mesa refuses, and the counts. Exits with 1 if
Mesa refuses a text.
"""
import collections
import concurrent.futures
import ctypes
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = {"glslv": 0x8B31, "glslf": 0x8B30}
COMPILED, LINKED = 0x8B81, 0x8B82


class Mesa:
    """A context without a window."""

    def __init__(self):
        self.library = ctypes.CDLL("libOSMesa.so.8")
        self.library.OSMesaCreateContextExt.restype = ctypes.c_void_p
        self.library.OSMesaGetProcAddress.restype = ctypes.c_void_p
        context = self.library.OSMesaCreateContextExt(0x1908, 24, 8, 0, None)
        self.pixels = ctypes.create_string_buffer(4 * 16 * 16)
        self.library.OSMesaMakeCurrent(ctypes.c_void_p(context), self.pixels, 0x1401, 16, 16)

    def call(self, name, *arguments):
        address = self.library.OSMesaGetProcAddress(name.encode())
        return ctypes.CFUNCTYPE(ctypes.c_uint)(address)(*arguments)

    def asked(self, what, name, word):
        answer = ctypes.c_int()
        self.call("glGet%siv" % what, name, word, ctypes.byref(answer))
        if answer.value:
            return ""
        log = ctypes.create_string_buffer(4096)
        self.call("glGet%sInfoLog" % what, name, 4096, None, log)
        return log.value.decode(errors="replace").strip() or "refused"

    def link(self, kind, text):
        """Why a text is refused; nothing if it is not."""
        shader, program = self.call("glCreateShader", KINDS[kind]), self.call("glCreateProgram")
        source = ctypes.c_char_p(text.encode())
        self.call("glShaderSource", shader, 1, ctypes.byref(source), None)
        self.call("glCompileShader", shader)
        why = self.asked("Shader", shader, COMPILED)
        if not why:
            self.call("glAttachShader", program, shader)
            self.call("glLinkProgram", program)
            why = self.asked("Program", program, LINKED)
        self.call("glDeleteProgram", program)
        self.call("glDeleteShader", shader)
        return why


def main():
    words = sys.argv[1:]
    if "--trilobite" not in words:
        print(__doc__, file=sys.stderr)
        return 1
    at = words.index("--trilobite")
    trilobite = words[at + 1]
    parts = [w for w in words[:at] + words[at + 2:] if w != "--show"]
    rows = [line.rstrip("\n").split("\t") for line in open(os.path.join(HERE, "expected.tsv")) if line.startswith("accept/")]
    rows = [r for r in rows if r[1] in KINDS and r[3] == "ok" and (not parts or any(p in r[0] for p in parts))]

    def text(row):
        command = [trilobite, "cgc", "-quiet", "-profile", row[1], "-entry", row[2], os.path.join(HERE, row[0])]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
        return (done.stdout, "") if done.returncode == 0 else ("", " ".join(done.stderr.split())[:300])

    mesa, counts = Mesa(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for row, (made, why) in zip(rows, pool.map(text, rows)):
            said = "no text" if why else "refused" if (why := mesa.link(row[1], made)) else "linked"
            counts[row[1], said] += 1
            if said != "linked":
                print(said, row[1], row[0], why.replace("\n", " | "), sep="\t", flush=True)
                if "--show" in words:
                    print(made)
    print(dict(counts))
    return int(any(said == "refused" for _, said in counts))


if __name__ == "__main__":
    sys.exit(main())
