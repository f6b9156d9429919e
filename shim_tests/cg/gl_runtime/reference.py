#!/usr/bin/env python3
"""Plays the calls of scripts/ on NVIDIA's libCgGL.so, and on ours, above the system's GL.

  reference.py record             writes expected/ by what NVIDIA's library answers
  reference.py compare LIBRARY [FIRST LAST]   compares LIBRARY with NVIDIA's: all scripts, the sweep, and random
                                  sequences of calls with the seeds FIRST to LAST; prints the calls that differ

NVIDIA's library is $CGGL_REF_LIB; the libCg.so that belongs to it is in the same folder, as with ours. It needs an X server
(xvfb-run), and a software GL. It is run as a black box; nothing of it is kept but results, errors, and the interface's own strings.
"""
import os, pathlib, subprocess, sys, tempfile

here = pathlib.Path(__file__).resolve().parent
root = here.parents[2]
sys.path.insert(0, str(here.parent / "runtime"))
from reference import calls

N = 300


def harness():
    program = pathlib.Path(tempfile.mkdtemp()) / "cggl_runtime"
    source = root / "shim_tests/c/cggl_runtime.c"
    subprocess.run(["cc", "-std=gnu11", "-O1", "-o", program, source, "-I", root / "include", "-ldl", "-lX11", "-lGL"], check=True)
    return program


def play(program, library, *arguments):
    folder = os.path.dirname(os.path.abspath(library))
    own = {"LD_LIBRARY_PATH": folder, "LIBGL_ALWAYS_SOFTWARE": "1"}
    command = [program, os.path.abspath(library), root / "include/Cg", *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, timeout=300, env={**os.environ, **own})
    return run.stdout.decode(errors="replace")


def plays(seeds):
    for script in sorted((here / "scripts").glob("*.script")):
        if script.stem != "random":
            yield script.stem, ("script", script)
    yield "sweep", ("sweep",)
    for seed in seeds:
        yield f"random{seed}", ("random", seed, N, here / "scripts/random.script")


def main():
    reference = os.environ.get("CGGL_REF_LIB", os.path.expanduser("~/.cache/trilobite-ref/libCgGL.so"))
    program = harness()
    if sys.argv[1:] == ["record"]:
        for name, arguments in plays(()):
            (here / "expected" / f"{name}.txt").write_text(play(program, reference, *arguments))
        return 0
    if sys.argv[1:2] != ["compare"] or len(sys.argv) not in (3, 5):
        print(__doc__, file=sys.stderr)
        return 2
    first, last = map(int, sys.argv[3:5]) if len(sys.argv) == 5 else (1, 5)
    total = differ = 0
    for name, arguments in plays(range(first, last + 1)):
        theirs, ours = calls(play(program, reference, *arguments)), calls(play(program, sys.argv[2], *arguments))
        for a, b in zip(theirs, ours):
            if "crashed" in a[1]:
                print(f"{name}: NVIDIA's library crashes: {a[0]}")
                break
            total += 1
            if a != b:
                differ += 1
                print(f"{name}: {a[0]}: {a[1].strip()} | {b[0] if a[0] != b[0] else ''}{b[1].strip()}")
                if a[0] != b[0]:
                    break
    print(f"{total} calls compared, {differ} differ")
    return int(differ != 0)


sys.exit(main())
