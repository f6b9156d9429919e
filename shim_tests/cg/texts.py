#!/usr/bin/env python3
"""Compares the assembly texts of `trilobite cgc` with those of NVIDIA's compiler, over real shaders.

    texts.py --reference FOLDER --trilobite FILE [--profile NAME,...] [--pictures] [--keep FOLDER] [--show] [FILE ...]

FOLDER of --reference has cgc_ref.py, exec_cg.py, corpus/ and expected.tsv. Takes the rows of the profile (arbvp1, arbfp1, vp20, vp30, vp40, fp30, fp40, glslv,
glslf) that the reference accepts, or those of the named files. Says of each row whether there is a text, whether the driver's own front end takes it, which lines of the
head differ, and how many instructions there are beside the reference's; the medians stand at the end. --pictures draws each pair of texts on
Mesa, ours and the reference's; ours in GLSL beside the reference's ARB texts. Exits with 1 if a text is missing or refused, or a picture differs.
"""
import importlib
import os
import re
import statistics
import subprocess
import sys
import tempfile

DEFINE = "-DPARAMETER_UNIFORM"
LANGUAGES = {
    "arbvp1": "arbvp", "arbfp1": "arbfp", "vp20": "arbvp", "vp30": "arbvp", "fp30": "arbfp", "vp40": "arbvp", "fp40": "arbfp",
    "glslv": "glsl-vertex", "glslf": "glsl-fragment",
}
# The pairs of profiles that are drawn. The reference always draws by its ARB texts, since its GLSL drops varyings without semantics.
DRAWN = {"arbvp1": ("arbfp1", "arb"), "glslv": ("glslf", "glsl")}
# expected.tsv has no rows of these profiles: they take those of others, and the reference says which it accepts.
ROWS_OF = {"vp20": "arbvp1", "vp30": "arbvp1", "fp30": "arbfp1"}
COUNT = re.compile(r"^# (\d+) instructions, (\d+) R-regs", re.M)
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d*)?(?:e[-+]?\d+)?(?!\w)")
DEFAULT = re.compile(r'#pragma parameter\s+(\w+)\s+"[^"]*"\s+([-\d.]+)')


def options(arguments):
    found, names = {}, []
    while arguments:
        word = arguments.pop(0)
        if word in ("--pictures", "--show"):
            found[word[2:]] = True
        elif word.startswith("--"):
            found[word[2:]] = arguments.pop(0)
        else:
            names.append(word)
    return found, names


def head(text):
    """The lines of the head that applications read; numbers are those of floats."""
    def rounded(match):
        return "%.6g" % float(match.group()) if "." in match.group() or "e" in match.group() else match.group()
    lines = [line for line in text.splitlines() if line.startswith(("#semantic", "#var", "#default", "//semantic", "//var", "//default"))]
    return [NUMBER.sub(rounded, line) if line.startswith(("#default", "//default")) else line for line in lines]


def count(text):
    """The instructions of a text by its last line; of GLSL the statements of its functions."""
    said = COUNT.search(text)
    return int(said.group(1)) if said else sum(line.startswith("    ") and " = " in line for line in text.splitlines())


def parameters(text):
    """What exec_cg.py asks of a text's parameters, from the lines of its head."""
    found = []
    for line in text.splitlines():
        match = re.match(r"#var (\S+) (\S+) : (.*?) : (.*?) : (-?\d+) : ([01])", line)
        if not match or match.group(3).startswith("$"):
            continue
        kind, name, semantic, resource, _, used = match.groups()
        number = re.search(r"\d+", resource)
        found.append((name, kind, semantic, resource, number.group() if number else "0", "CG_IN", "CG_UNIFORM", "ref" if used == "1" else "unref"))
    return found


class Rows:
    def __init__(self, found):
        sys.path.insert(0, found["reference"])
        self.drawing = importlib.import_module("exec_cg")
        self.compiler = self.drawing.cgc_ref.Cg()
        self.corpus = os.path.join(found["reference"], "corpus")
        self.folder = found.get("keep") or tempfile.mkdtemp()
        os.makedirs(self.folder, exist_ok=True)
        self.trilobite = found["trilobite"]
        self.found = found

    def ours(self, profile, entry, path):
        """Our text, or why there is none."""
        command = [self.trilobite, "cgc", "-quiet", "-profile", profile, "-entry", entry, DEFINE, "-I", os.path.dirname(path), path]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=300)
        return (done.stdout, "") if done.returncode == 0 else ("", " ".join(done.stderr.split())[:300])

    def loads(self, text, profile):
        """Why the driver's front end refuses a text; nothing if it takes it."""
        if profile.startswith("glsl"):
            return ""
        command = [self.trilobite, "compile", "-", "--lang", LANGUAGES[profile]]
        done = subprocess.run(command, input=text, capture_output=True, text=True, errors="replace", timeout=300)
        return "" if done.returncode == 0 else " ".join((done.stdout + done.stderr).split())[:300]

    def theirs(self, profile, entry, path):
        return self.compiler.compile(profile, entry, path, [DEFINE, "-I", os.path.dirname(path)], True)

    def picture(self, name, answers, tag, language="arb"):
        """The picture of a pair of texts on Mesa, or why there is none."""
        source = open(os.path.join(self.corpus, name), errors="replace").read()
        defaults = {key: float(value) for key, value in DEFAULT.findall(source)}
        prefix = os.path.join(self.folder, name.replace("/", "_") + tag)
        if language == "glsl":
            job = self.glsl_job(prefix, [answer["text"] for answer in answers], defaults)
        else:
            job = self.drawing.job(prefix, *answers, "arb", 64, defaults)
        status, message = self.drawing.run(job, prefix)
        return message if status else open(prefix + ".f32", "rb").read()

    def glsl_job(self, prefix, texts, defaults):
        """The job of our pair in GLSL. Its uniforms have the names that the heads give, and are linked by them."""
        lines, units = ["size 64 64"], {}
        for text, word in zip(texts, ("glvs", "glfs")):
            with open(prefix + "." + word, "w") as file:
                file.write(text)
            lines.append("%s %s.%s" % (word, prefix, word))
        for text in texts:
            for match in re.finditer(r"^//var (\S+) (\S+) : (.*?) : (.*?) : -?\d+ : 1", text, re.M):
                kind, name, semantic, resource = match.groups()
                if semantic.startswith("$"):
                    continue
                place = re.split("[ ,]", resource)[0]
                if kind.startswith("sampler"):
                    shape = "rect" if "RECT" in kind else "cube" if "CUBE" in kind else "3d" if "3D" in kind else "1d" if "1D" in kind else "2d"
                    said = re.search(r" (\d+)$", resource)
                    unit, _ = units.setdefault(place, (said.group(1) if said else str(15 - len(units)), shape))
                    lines.append("sampler %s %s" % (place, unit))
                    continue
                value = self.drawing.value(name, kind, defaults)
                array, number = re.match(r"(.*?)(?:\[(\d+)\])?$", place).groups()
                for i, row in enumerate(value if isinstance(value[0], list) else [value]):
                    own = "%s[%d]" % (array, int(number) + i) if isinstance(value[0], list) else place
                    lines.append("uniform %s %s" % (own, " ".join("%.9g" % x for x in row)))
        lines += ["tex %s %s 64 64 noise linear clamp" % pair for pair in sorted(set(units.values()))]
        with open(prefix + ".job", "w") as file:
            file.write("\n".join(lines) + "\n")
        return prefix + ".job"


def compare(rows, profile, entry, name):
    path = os.path.join(rows.corpus, name)
    theirs = rows.theirs(profile, entry, path)
    if not theirs["ok"]:
        return "none", "the reference refuses it"
    text, why = rows.ours(profile, entry, path)
    why = why or rows.loads(text, profile)
    if why:
        return None, "refused: " + why
    counts = [count(t) for t in (text, theirs["text"])]
    wrong = sorted(set(head(text)) ^ set(head(theirs["text"])))
    order = "" if wrong or head(text) == head(theirs["text"]) else " order"
    lines = "".join("\n      " + ("ours   " if line in head(text) else "theirs ") + line for line in wrong) if rows.found.get("show") else ""
    return (counts, len(wrong), text, theirs), "%d of %d, %d lines differ%s%s" % (counts[0], counts[1], len(wrong), order, lines)


def listed(found):
    """The programs of each profile: its own, or those of the profile that it is like."""
    known = []
    for line in open(os.path.join(found["reference"], "expected.tsv")):
        profile, entry, name, status = (line.rstrip("\n").split("\t") + [""] * 4)[:4]
        if profile in LANGUAGES and status == "ok":
            known.append((profile, entry, name))
    like = [(other, entry, name) for other, own in ROWS_OF.items() for profile, entry, name in known if profile == own]
    return known + like


def main():
    found, names = options(sys.argv[1:])
    if "reference" not in found or "trilobite" not in found:
        print(__doc__, file=sys.stderr)
        return 1
    rows, results, failed = Rows(found), {}, 0
    for profile, entry, name in listed(found):
        if profile in found.get("profile", profile).split(",") and (not names or name in names):
            result, said = compare(rows, profile, entry, name)
            print(profile, name, said, sep="\t", flush=True)
            if result != "none":
                results[profile, name] = result
                failed += result is None
    for profile in LANGUAGES:
        done = [r for (p, _), r in results.items() if p == profile and r]
        if done:
            ratios = [ours / max(theirs, 1) for (ours, theirs), *_ in done]
            print("%s: %d texts of %d, median of instructions %.3f, greatest %.2f, %d heads are the same" % (
                profile, len(done), sum(p == profile for p, _ in results), statistics.median(ratios), max(ratios), sum(r[1] == 0 for r in done)))
    if found.get("pictures"):
        failed += pictures(rows, results)
    return int(failed > 0)


def pictures(rows, results):
    """Draws the pairs. Returns how many pictures differ."""
    verdicts = {"same": 0, "near": 0, "differs": 0, "none": 0}
    for (profile, name), result in results.items():
        other, language = DRAWN.get(profile, (None, None))
        pair = results.get((other, name))
        if not result or not pair:
            continue
        answers = [r[3] for r in (result, pair)]
        if language == "glsl":
            path = os.path.join(rows.corpus, name)
            answers = [rows.theirs(p, e, path) for p, e in (("arbvp1", "main_vertex"), ("arbfp1", "main_fragment"))]
            if not all(answer["ok"] for answer in answers):
                continue
        own = [{"text": r[2], "params": parameters(r[2])} for r in (result, pair)]
        theirs, ours = rows.picture(name, answers, ".theirs"), rows.picture(name, own, ".ours", language)
        if isinstance(theirs, str) or isinstance(ours, str):
            verdict, why = "none", "%s | %s" % tuple(p if isinstance(p, str) else "drawn" for p in (theirs, ours))
        else:
            greatest, mean, share = rows.drawing.diff(theirs, ours)
            verdict = "same" if greatest < 1e-4 else "near" if greatest < 2 / 255 else "differs"
            why = "%.3g %.3g %.4f" % (greatest, mean, share)
        verdicts[verdict] += 1
        print("picture", name, verdict, why, sep="\t", flush=True)
    print(verdicts)
    return verdicts["differs"] + verdicts["none"]


if __name__ == "__main__":
    sys.exit(main())
