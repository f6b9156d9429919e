#!/usr/bin/env python3
"""Compiles and links our GLSL texts of all accepted programs of expected.tsv on Mesa (OSMesa), and draws those of values.tsv.

    glsl_links.py --trilobite FILE [--show] [--values] [PART ...]

PART: programs whose file names have it, instead of all. Prints what has no text, what Mesa refuses, and the counts. --values takes the
bodies of values.tsv instead, draws each row by its glslf text, and prints results that are not the table's. Exits with 1 if Mesa
refuses a text or a result differs.
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

    def link(self, kind, text, results=None, rows=()):
        """Why a text is refused; nothing if it is not. Puts what it draws of rows of inputs into results."""
        shader, program = self.call("glCreateShader", KINDS[kind]), self.call("glCreateProgram")
        source = ctypes.c_char_p(text.encode())
        self.call("glShaderSource", shader, 1, ctypes.byref(source), None)
        self.call("glCompileShader", shader)
        why = self.asked("Shader", shader, COMPILED)
        if not why:
            self.call("glAttachShader", program, shader)
            self.call("glLinkProgram", program)
            why = self.asked("Program", program, LINKED)
        if not why and rows:
            self.call("glUseProgram", program)
            results += [self.drawn(row) for row in rows]
        self.call("glUseProgram", 0)
        self.call("glDeleteProgram", program)
        self.call("glDeleteShader", shader)
        return why

    def float_target(self):
        """Draws into one pixel of floats from now on."""
        name = ctypes.c_uint()
        for make, bind, target in (("glGenTextures", "glBindTexture", 0x0DE1), ("glGenFramebuffers", "glBindFramebuffer", 0x8D40)):
            self.call(make, 1, ctypes.byref(name))
            self.call(bind, target, name)
            if target == 0x0DE1:
                self.call("glTexImage2D", target, 0, 0x8814, 1, 1, 0, 0x1908, 0x1406, None)
                texture = name.value
        self.call("glFramebufferTexture2D", 0x8D40, 0x8CE0, 0x0DE1, texture, 0)
        self.call("glViewport", 0, 0, 1, 1)

    def drawn(self, vectors):
        """The pixel of texture coordinates."""
        self.call("glBegin", 7)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            for unit, vector in enumerate(vectors):
                self.call("glMultiTexCoord4f", 0x84C0 + unit, *[ctypes.c_float(v) for v in vector])
            self.call("glVertex2f", ctypes.c_float(x), ctypes.c_float(y))
        self.call("glEnd")
        pixel = (ctypes.c_float * 4)()
        self.call("glReadPixels", 0, 0, 1, 1, 0x1908, 0x1406, pixel)
        return list(pixel)


def numbers(cell):
    return [float(word) if word != "-" else None for word in cell.split()]


def values(trilobite, parts):
    """Draws the rows of values.tsv. Returns how many differ."""
    bodies = collections.defaultdict(list)
    for line in open(os.path.join(HERE, "values.tsv")):
        cells = line.rstrip("\n").split("\t")
        if not line.startswith("#") and cells[0] != "name" and (not parts or any(p in cells[0] for p in parts)):
            bodies[cells[1]].append(cells)
    mesa, counts = Mesa(), collections.Counter()
    mesa.float_target()
    for body, rows in bodies.items():
        source = "float4 main(float4 a : TEXCOORD0, float4 b : TEXCOORD1, float4 d : TEXCOORD2) : COLOR { %s }" % body
        command = [trilobite, "cgc", "-quiet", "-profile", "glslf", "-nostrict"]
        done = subprocess.run(command, input=source, capture_output=True, text=True, errors="replace", timeout=120)
        results = []
        why = done.stderr if done.returncode else mesa.link("glslf", done.stdout, results, [[numbers(c) for c in row[3:6]] for row in rows])
        if why:
            counts["no text" if done.returncode else "refused"] += len(rows)
            print("none", rows[0][0], body, " ".join(why.split())[:300], sep="\t", flush=True)
        for row, result in zip(rows, results):
            wanted = numbers(row[6])
            # The reference's remainders of three are not negative.
            result = [r + 3 if row[0] == "int_modulo" and r < 0 else r for r in result]
            tolerance = max(float(row[2]), 1e-5)
            is_same = all(w is None or w == r or abs(w - r) <= tolerance * max(1, abs(w)) for w, r in zip(wanted, result))
            counts["same" if is_same else "differs"] += 1
            if not is_same:
                print("differs", *row, result, sep="\t", flush=True)
    print(dict(counts))
    return counts["differs"] + counts["refused"]


def main():
    words = sys.argv[1:]
    if "--trilobite" not in words:
        print(__doc__, file=sys.stderr)
        return 1
    at = words.index("--trilobite")
    trilobite = words[at + 1]
    parts = [w for w in words[:at] + words[at + 2:] if not w.startswith("--")]
    if "--values" in words:
        return int(values(trilobite, parts) > 0)
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
