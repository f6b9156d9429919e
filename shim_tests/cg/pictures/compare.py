"""Differences of pictures, and what is said of them; for the references of Cg and of Direct3D alike."""
import os
import struct
import subprocess

AT_8_BITS = 2.0  # steps of 255
IN_FLOATS = 1e-4  # relative above 1


def options(args, drawers=("library",)):
    """The values of the switches, and the other words; None for a wrong command line. One of the drawers must be named."""
    found, words = {}, []
    while args:
        word = args.pop(0)
        if word in ["--reference", "--keep"] + ["--" + d for d in drawers] and args:
            found[word[2:]] = os.path.abspath(args.pop(0))
        elif word.startswith("-"):
            return None, []
        else:
            words.append(word)
    is_whole = "reference" in found and any(d in found for d in drawers)
    return (found if is_whole else None), words


def compiled_harness(folder):
    """Our harness, compiled in a folder."""
    here = os.path.dirname(os.path.abspath(__file__))
    harness, include = os.path.join(folder, "harness"), os.path.join(here, "..", "..", "..", "include")
    source = os.path.join(here, "harness.c")
    subprocess.check_call(["cc", "-O1", "-Wall", "-I", include, "-o", harness, source, "-lOSMesa", "-lm"])
    return harness


def explain(path):
    """Files whose difference is explained: name and explanation."""
    rows = [line.rstrip("\n").split("\t") for line in open(path) if line.strip() and not line.startswith("#")]
    return {row[0]: row[1] for row in rows}


def numbers(picture):
    return struct.unpack("<%df" % (len(picture) // 4), picture)


def differences(a, b):
    """The greatest difference at 8 bits, and in floats, with its pixel and component; None where a picture is missing."""
    if isinstance(a, str) or isinstance(b, str):
        return None
    bits, floats, where = 0.0, 0.0, 0
    for i, (x, y) in enumerate(zip(numbers(a), numbers(b))):
        if x != x and y != y or x == y:
            continue
        at_8 = abs(clamped(x) - clamped(y)) * 255
        relative = abs(x - y) / max(1.0, abs(x), abs(y))
        relative = relative if relative == relative else float("inf")
        bits = max(bits, at_8)
        if relative > floats:
            floats, where = relative, i
    return bits, floats, where


def clamped(x):
    return min(max(x, 0.0), 1.0) if x == x else 0.0


def shown(found):
    return "-" if found is None else "%.2f %.1e" % found[:2]


def said(theirs, ours, side):
    """What is said of two pictures, and where they differ most."""
    found = differences(theirs, ours)
    if found is None:
        return "missing", next(p for p in (theirs, ours) if isinstance(p, str))
    if found[0] <= AT_8_BITS and found[1] <= IN_FLOATS:
        return "same", ""
    pixel, component = divmod(found[2], 4)
    values = numbers(ours)[found[2]], numbers(theirs)[found[2]]
    note = "pixel %d %d %s: %.9g, not %.9g" % (pixel % side, pixel // side, "rgba"[component], *values)
    return ("differs" if found[0] > AT_8_BITS else "near"), note


def report(pairs, explained, side):
    """A line for each pair, then the sums. 1 if a pair differs without an explanation, or one with an explanation does not.

    A pair is a name and a function that draws it: the reference's picture, ours, and a word for the line.
    """
    counts, is_wrong = {}, False
    for name, draw in pairs:
        theirs, ours, word = draw()
        verdict, note = said(theirs, ours, side)
        counts[verdict] = counts.get(verdict, 0) + 1
        is_known = name in explained
        is_wrong |= is_known == (verdict == "same")
        print("\t".join([verdict, shown(differences(theirs, ours)), word, name, "explained" if is_known else "", note]), flush=True)
    print("%d pairs: %s" % (sum(counts.values()), ", ".join("%d %s" % (n, verdict) for verdict, n in sorted(counts.items()))))
    return int(is_wrong)
