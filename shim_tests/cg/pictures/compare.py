"""Differences of pictures, and what is said of them."""
import struct

AT_8_BITS = 2.0  # steps of 255
IN_FLOATS = 1e-4  # relative above 1


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


def report(drawing, names, explained):
    """A line for each pair, then the sums. 1 if a pair differs without an explanation, or one with an explanation does not."""
    counts, is_wrong = {}, False
    for name in names:
        theirs, text, ours = drawing.draw(name)
        found = differences(theirs, ours)
        if found is None:
            verdict = "missing"
        elif found[0] > AT_8_BITS:
            verdict = "differs"
        else:
            verdict = "same" if found[1] <= IN_FLOATS else "near"
        counts[verdict] = counts.get(verdict, 0) + 1
        is_known = name in explained
        is_wrong |= is_known == (verdict == "same")
        note = ""
        if found is None:
            note = next(p for p in (theirs, ours) if isinstance(p, str))
        elif verdict != "same":
            pixel, component = divmod(found[2], 4)
            side = 64
            note = "pixel %d %d %s: %.9g, not %.9g" % (pixel % side, pixel // side, "rgba"[component], numbers(ours)[found[2]], numbers(theirs)[found[2]])
        words = [verdict, shown(found), shown(differences(text, ours)), name, "explained" if is_known else "", note]
        print("\t".join(words), flush=True)
    print("%d pairs: %s" % (len(names), ", ".join("%d %s" % (n, verdict) for verdict, n in sorted(counts.items()))))
    return int(is_wrong)
