#!/usr/bin/env python3
"""Draws programs in HLSL and Direct3D's assembly with our driver and compares the pictures with those of Wine's Direct3D on llvmpipe.

    pictures.py --reference FOLDER --library FOLDER [--keep FOLDER] [WORD ...]

FOLDER of --reference has d3d9_ref.sh; that of --library has our libOSMesa.so.8. Draws the programs of pictures/cases.py, or those whose names
have one of the words. Ours go through GL_TRI_shading_language. A line for each: what is said of it, the greatest difference at 8 bits and in
floats (relative above 1), the name. Exits with 1 if one differs that pictures/explained.tsv does not explain, or explains for nothing.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "cg"))

from pictures.compare import AT_8_BITS, IN_FLOATS, differences, explain, numbers, shown  # noqa: E402

import importlib.util  # noqa: E402


def own(name):
    """A module of our folder `pictures`, which has the name of Cg's."""
    spec = importlib.util.spec_from_file_location("hlsl_" + name, os.path.join(HERE, "pictures", name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def options(args):
    """The values of the switches, and the words; None for a wrong command line."""
    found, words = {}, []
    while args:
        word = args.pop(0)
        if word in ("--reference", "--library", "--keep") and args:
            found[word[2:]] = os.path.abspath(args.pop(0))
        elif word.startswith("-"):
            return None, []
        else:
            words.append(word)
    return (found if "reference" in found and "library" in found else None), words


def main():
    found, words = options(sys.argv[1:])
    if found is None:
        print(__doc__, file=sys.stderr)
        return 1
    draw, explained = own("draw"), explain(os.path.join(HERE, "pictures", "explained.tsv"))
    drawing = draw.Drawing(found["reference"], found["library"], os.path.join(HERE, "..", "cg", "pictures", "harness.c"), found.get("keep"))
    counts, is_wrong = {}, False
    for number, (name, vertex, pixel) in enumerate(own("cases").all_cases()):
        if words and not any(word in name for word in words):
            continue
        theirs, ours = drawing.draw(number, vertex, pixel)
        verdict, note = said(theirs, ours, draw.SIZE)
        counts[verdict] = counts.get(verdict, 0) + 1
        is_known = name in explained
        is_wrong |= is_known == (verdict == "same")
        print("\t".join([verdict, shown(differences(theirs, ours)), "%03d" % number, name, "explained" if is_known else "", note]), flush=True)
    print(", ".join("%d %s" % (n, verdict) for verdict, n in sorted(counts.items())))
    return int(is_wrong)


def said(theirs, ours, size):
    """What is said of two pictures, and where they differ most."""
    found = differences(theirs, ours)
    if found is None:
        return "missing", next(p for p in (theirs, ours) if isinstance(p, str))
    if found[0] <= AT_8_BITS and found[1] <= IN_FLOATS:
        return "same", ""
    pixel, component = divmod(found[2], 4)
    values = numbers(ours)[found[2]], numbers(theirs)[found[2]]
    note = "pixel %d %d %s: %.9g, not %.9g" % (pixel % size, pixel // size, "rgba"[component], *values)
    return ("differs" if found[0] > AT_8_BITS else "near"), note


if __name__ == "__main__":
    sys.exit(main())
