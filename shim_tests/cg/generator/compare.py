"""Compares the reference with the driver on random programs, and shrinks what differs."""
import os
import struct
import sys
import tempfile
from collections import Counter
from random import Random

from maker.values import PROGRAM, draw

from .mistakes import mistaken
from .programs import program
from .tree import Node, shrink

PROFILES = ["arbfp1", "arbfp1", "arbvp1", "fp40", "gp4fp", "gp4vp", "glslf", "glslv", "vp40", "ps_3_0", "vs_3_0", "fp30", "hlslf"]
VERTEX = ("arbvp1", "gp4vp", "glslv", "vp40", "vs_3_0")
TOLERANCE = 1e-4  # relative, and absolute below 1
NEAR = 1 + 1e-5  # factor of the inputs that show whether a result is steady
SHRUNK = 2  # examples of each class that are shrunk and printed


def theirs(reference, profile, text):
    """`ok`, (number, line), or None where the compiler died or refused for its code generator's limits."""
    answer = reference.compile(profile, text)
    if answer.broken or (not answer.accepted and not answer.errors):
        return None
    if answer.accepted:
        return "ok"
    number, line = answer.errors[0]
    return None if 6000 <= number < 7000 else ("%04d" % number, line)


def agreed(a, b):
    """Numbers agree as numbers."""
    return a == b or (isinstance(a, tuple) and isinstance(b, tuple) and b[0] != "?" and int(a[0]) == int(b[0]) and a[1] == b[1])


def difference(reference, ours, profile, text):
    """The class of the difference between the two, as `theirs -> ours`, and whole; None where they agree."""
    a = theirs(reference, profile, text)
    if a is None:
        return None
    b = ours.check(profile, text)
    if agreed(a, b):
        return None
    names = [x if isinstance(x, str) else x[0].rjust(4, "0") for x in (a, b)]
    if names[0] == names[1]:
        names[1] += " on another line"
    return " -> ".join(names), "%s -> %s" % (a, b)


def verdicts(reference, ours, seeds):
    """Programs as they were made, and the same with a mistake."""
    classes, examples, count = Counter(), [], 0
    for seed in seeds:
        random = Random(-seed - 1)
        profile = random.choice(PROFILES)
        tree = program(seed, profile in VERTEX)
        for is_wrong in (False, True, True):
            if is_wrong:
                tree = lines_of(mistaken(program(seed, profile in VERTEX).text(), random))
            count += 1
            found = difference(reference, ours, profile, tree.text())
            if found is None:
                continue
            kind = found[0]
            classes[kind] += 1
            if classes[kind] <= SHRUNK:
                shrink(tree, lambda text: (difference(reference, ours, profile, text) or [None])[0] == kind)
                found = difference(reference, ours, profile, tree.text()) or found
                examples.append("--- seed %d %s: %s\n%s" % (seed, profile, found[1], tidy(tree.text())))
    report("%d programs" % count, classes, examples)


def lines_of(text):
    """A program whose lines can be left out, for texts that have no tree."""
    return Node(None, *[Node(None, line + "\n") for line in text.splitlines()])


def tidy(text):
    return "\n".join(line for line in text.splitlines() if line.strip())


def inputs_of(random):
    """Eight rows of a, b, d, then the same a little changed."""
    rows = [[[round(random.uniform(-2, 2), 3) for _ in range(4)] for _ in range(8)] for _ in range(3)]
    return [r + [[x * NEAR + 1e-6 for x in v] for v in r] for r in rows]


def value_difference(reference, ours, text, inputs, folder):
    """What differs in the values of `feature`: a class and a row; None where nothing does."""
    entry = PROGRAM.split("\n", 1)[1]
    answer = reference.compile("arbfp1", text + entry, text=True)
    if not answer.accepted:
        return None
    rows = [[word for v in r for word in struct.unpack("<4I", struct.pack("<4f", *v))] for r in zip(*inputs)]
    verdict, found = ours.values("arbfp1", text, rows)
    if verdict == "panic" or verdict.startswith("error"):
        return verdict.split(":")[0], verdict
    if verdict == "differ":
        return "engines differ", ""
    exec_ref = os.environ.get("EXEC_REF") or os.path.expanduser("~/.cache/trilobite-ref/exec_ref")
    pixels = draw(answer.text, folder, exec_ref, inputs)
    for i in range(8 if pixels else 0):
        own = struct.unpack("<4f", struct.pack("<4I", *found[i][-4:]))
        for x, near, y in zip(pixels[i], pixels[i + 8], own):
            bound = TOLERANCE * max(1, abs(x))
            # A result that is no number, or that jumps there, says nothing.
            if abs(x) < 1e30 and abs(x - near) <= bound and not abs(x - y) <= bound:
                return "values", "a %s b %s d %s: %s -> %s" % (*[r[i] for r in inputs], pixels[i], own)
    return None


def values(reference, ours, seeds):
    classes, examples, count = Counter(), [], 0
    folder = tempfile.mkdtemp()
    inputs = inputs_of(Random(0))
    for seed in seeds:
        tree = program(seed, is_exact=True)
        count += 1
        found = value_difference(reference, ours, tree.text(), inputs, folder)
        if found is None:
            continue
        classes[found[0]] += 1
        if classes[found[0]] <= SHRUNK:
            kind = found[0]
            shrink(tree, lambda text: (value_difference(reference, ours, text, inputs, folder) or [None])[0] == kind)
            found = value_difference(reference, ours, tree.text(), inputs, folder) or found
            examples.append("--- seed %d: %s\n%s" % (seed, found[1], tidy(tree.text())))
    report("%d programs" % count, classes, examples)


def report(head, classes, examples):
    for example in examples:
        print(example)
    print("%s, %d differ" % (head, sum(classes.values())))
    for kind, count in classes.most_common():
        print("%6d %s" % (count, kind))
    sys.stdout.flush()
