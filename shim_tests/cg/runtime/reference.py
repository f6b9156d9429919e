#!/usr/bin/env python3
"""Plays the calls of scripts/ on NVIDIA's libCg.so, and on ours.

  reference.py record             writes expected/ by what NVIDIA's library answers
  reference.py compare LIBRARY [FIRST LAST N]   compares LIBRARY with NVIDIA's: all scripts, the sweep, and random
                                  sequences of N calls with the seeds FIRST to LAST; prints the calls that differ

NVIDIA's library is $CG_REF_LIB, or ~/.cache/trilobite-ref/libCg.so, where shared/tests/cg/cgc_ref.py puts it. It is run as a
black box; nothing of it is kept but results, errors, and the interface's own strings.
"""
import os, pathlib, subprocess, sys, tempfile

here = pathlib.Path(__file__).resolve().parent
root = here.parents[2]
header = root / "include/Cg/cg.h"
SEEDS = range(1, 6)
N = 300


def harness():
    program = pathlib.Path(tempfile.mkdtemp()) / "cg_runtime"
    source = root / "shim_tests/c/cg_runtime.c"
    subprocess.run(["cc", "-std=gnu11", "-O1", "-o", program, source, "-I", root / "include", "-ldl"], check=True)
    return program


def play(program, library, *arguments):
    run = subprocess.run([program, library, header, *map(str, arguments)], capture_output=True, timeout=300)
    return run.stdout.decode(errors="replace")


def plays(seeds=SEEDS, n=N):
    for script in sorted((here / "scripts").glob("*.script")):
        if script.stem != "random":
            yield script.stem, ("script", script)
    yield "sweep", ("sweep",)
    for seed in seeds:
        yield f"random{seed}", ("random", seed, n, here / "scripts/random.script")


def calls(text):
    """The calls of a transcript, each with what it answers."""
    found = []
    for line in text.splitlines():
        if line.startswith(" ") and found:
            found[-1][1] += line
        else:
            found.append([line, ""])
    return found


def main():
    reference = os.environ.get("CG_REF_LIB", os.path.expanduser("~/.cache/trilobite-ref/libCg.so"))
    program = harness()
    if sys.argv[1:] == ["record"]:
        for name, arguments in plays():
            (here / "expected" / f"{name}.txt").write_text(play(program, reference, *arguments))
        return 0
    if sys.argv[1:2] != ["compare"] or len(sys.argv) not in (3, 6):
        print(__doc__, file=sys.stderr)
        return 2
    first, last, n = map(int, sys.argv[3:6]) if len(sys.argv) == 6 else (SEEDS[0], SEEDS[-1], N)
    total = differ = 0
    for name, arguments in plays(range(first, last + 1), n):
        theirs, ours = calls(play(program, reference, *arguments)), calls(play(program, sys.argv[2], *arguments))
        for a, b in zip(theirs, ours):
            if "crashed" in a[1]:
                print(f"{name}: NVIDIA's library crashes: {a[0]}")
                if arguments[0] != "sweep":
                    break
                continue
            total += 1
            if a != b:
                differ += 1
                print(f"{name}: {a[0]}: {a[1].strip()} | {b[0] if a[0] != b[0] else ''}{b[1].strip()}")
                if a[0] != b[0]:
                    break
    print(f"{total} calls compared, {differ} differ")
    return int(differ != 0)


if __name__ == "__main__":
    sys.exit(main())
