"""expected.tsv: what the reference says of each program of accept/ and reject/."""
from .common import *

CORPUS = HERE
# A topic's folder is compiled for these, entry `vertex` for the first list and entry `fragment` for the second.
FEW = ("arbvp1 vp40 gp4vp glslv".split(), "arbfp1 fp30 gp4fp glslf".split())
MANY = ("arbvp1 vp20 vp30 vp40 gp4vp glslv hlslv vs_2_0 vs_3_0".split(), "arbfp1 fp20 fp30 fp40 gp4fp glslf hlslf ps_1_1 ps_2_0 ps_3_0".split())
MOST = ("arbvp1 vp30 vp40 gp4vp glslv vs_2_0".split(), "arbfp1 fp30 fp40 gp4fp glslf ps_2_0".split())
COMBINERS = ([], "fp20 ps_1_1 ps_1_2 ps_1_3 arbfp1".split())
PROFILES_OF = {"combiners": COMBINERS, "lines": MOST, "semantic": MANY, "flow": MOST, "texture": MOST, "calls": MOST, "types": MOST, "whole": MOST}


def plan(topic, text):
    """Each (profile, entry) that a program is compiled for."""
    lists = PROFILES_OF.get(topic, FEW)
    for entry, profiles in zip(("vertex", "fragment"), lists):
        if re.search(r"\b%s\b" % entry, text):
            for profile in profiles:
                yield profile, entry


def row(reference, text, profile, entry):
    """verdict, number of the first error, its line, all (number, line) of errors, all of warnings."""
    a = reference.compile(profile, text, entry)
    if a.broken:
        return [a.broken, "-", "-", "-", "-"]
    pairs = lambda found: " ".join("%04d@%d" % x for x in dict.fromkeys(found)) or "-"  # noqa: E731
    first = a.errors[0] if not a.accepted and a.errors else None
    return ["ok" if a.accepted else "error", "%04d" % first[0] if first else "-", first[1] if first else "-",
            pairs(a.errors), pairs(a.warnings)]


def programs():
    """(path below the corpus, topic, text) in the order of the paths."""
    for side in ("accept", "reject"):
        for folder, _, files in sorted(os.walk(os.path.join(CORPUS, side))):
            for name in sorted(files):
                path = os.path.join(folder, name)
                yield os.path.relpath(path, CORPUS), os.path.basename(folder), open(path).read()


COLUMNS = ["file", "profile", "entry", "verdict", "number", "line", "errors", "warnings"]


def expected(reference):
    with open(os.path.join(CORPUS, "expected.tsv"), "w") as f:
        f.write("# Verdict, number and line of the first error as listed, then every distinct error and warning as number@line in listed order.\n")
        f.write("\t".join(COLUMNS) + "\n")
        for path, topic, text in programs():
            for profile, entry in plan(topic, text):
                f.write("\t".join(str(x) for x in [path, profile, entry] + row(reference, text, profile, entry)) + "\n")
