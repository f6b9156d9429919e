"""Jobs for the harness: the reference's, and the same for our Cg."""
import importlib
import os
import re
import subprocess
import sys
import tempfile

from pictures.compare import compiled_harness

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
DEFAULT = re.compile(r'#pragma parameter\s+(\w+)\s+"[^"]*"\s+([-\d.]+)')
STAGES = {"v": ("arbvp1", "main_vertex"), "f": ("arbfp1", "main_fragment")}
DEFINE = "PARAMETER_UNIFORM"  # the macro with which the reference's table was made
SIZE = 64


class Drawing:
    """The reference, our harness, and a folder for what they write."""

    def __init__(self, reference, library, keep=None):
        sys.path.insert(0, reference)
        self.theirs = importlib.import_module("exec_cg")
        self.compiler = self.theirs.cgc_ref.Cg()
        self.reference = reference
        self.corpus = os.path.join(reference, "corpus")
        self.library = library
        self.folder = keep or tempfile.mkdtemp()
        os.makedirs(self.folder, exist_ok=True)
        self.harness = compiled_harness(self.folder)

    def pairs(self):
        """The files that the reference accepts for both stages, in the table's order."""
        accepted = {"arbvp1": [], "arbfp1": []}
        for line in open(os.path.join(self.reference, "expected.tsv")):
            profile, _, name, status = (line.split("\t") + [""] * 4)[:4]
            if profile in accepted and status == "ok":
                accepted[profile].append(name)
        return [name for name in accepted["arbvp1"] if name in set(accepted["arbfp1"])]

    def draw(self, name):
        """Pictures of a file: the reference's on Mesa, the reference's on our driver, ours. In place of one that is missing stands why."""
        path = os.path.join(self.corpus, name)
        prefix = os.path.join(self.folder, name.replace("/", "_"))
        arguments = ["-D" + DEFINE, "-I", os.path.dirname(path)]
        theirs = self.theirs.one(self.compiler, path, STAGES["v"][1], STAGES["f"][1], "arb", SIZE, prefix, arguments)["arb"]
        if isinstance(theirs, str):
            return theirs, theirs, theirs
        job = prefix + ".ours.job"
        with open(job, "w") as f:
            f.write("\n".join(self.job(path, prefix, arguments)) + "\n")
        return theirs, self.run(prefix + ".arb.job", prefix + ".text.f32"), self.run(job, prefix + ".ours.f32")

    def run(self, job, out):
        """Runs the harness on our driver: a picture, or why there is none."""
        p = subprocess.run([self.harness, job, out], capture_output=True, text=True, errors="replace", timeout=600,
                           env={**os.environ, "LD_LIBRARY_PATH": self.library})
        if p.returncode:
            return " ".join((p.stdout + p.stderr).split())[:300] or "exit status %d" % p.returncode
        return open(out, "rb").read()

    def job(self, path, prefix, arguments):
        """The lines of our job: those of the reference's, with Cg in place of its texts and names in place of registers."""
        source = open(path, errors="replace").read()
        defaults = {name: float(value) for name, value in DEFAULT.findall(source)}
        kept = [line for line in open(prefix + ".arb.job").read().splitlines() if line.split()[0] in ("size", "tex")]
        loads, values = [], []
        for stage, (profile, entry) in STAGES.items():
            loads += ["define %s %s" % (stage, DEFINE)]
            loads += ["include %s %s %s" % (stage, name, file) for name, file in sorted(includes(path).items())]
            loads += ["cg %s %s %s %s" % (stage, profile, entry, path)]
            answer = self.compiler.compile(profile, entry, path, arguments, True)
            for parameter in answer["params"]:
                values += self.uniform(stage, parameter, defaults)
        return kept + loads + values

    def uniform(self, stage, parameter, defaults):
        """The line that sets a parameter which the reference's text reads."""
        name, type_name, _, resource, index, _, variability, referenced = parameter
        if variability != "CG_UNIFORM" or referenced != "ref":
            return []
        if "sampler" in type_name:
            return ["sampler %s %s %d" % (stage, name, int(index) if "unit" in resource else 0)]
        value = self.theirs.value(name, type_name, defaults)
        if value is None:
            return []
        is_matrix = isinstance(value[0], list)
        flat = [x for row in value for x in row] if is_matrix else value
        return ["%s %s %s %d %s" % ("matrix" if is_matrix else "uniform", stage, name, len(flat), " ".join("%.9g" % x for x in flat))]


def includes(path):
    """What a text includes, and what that includes: names relative to the text's folder, and files."""
    folder, found, waiting = os.path.dirname(path), {}, [path]
    while waiting:
        file = waiting.pop()
        for name in INCLUDE.findall(open(file, errors="replace").read()):
            # As the reference searches: beside the file that includes, then beside the text.
            for base in (os.path.dirname(file), folder):
                other = os.path.normpath(os.path.join(base, name))
                if os.path.exists(other):
                    relative = os.path.relpath(other, folder)
                    if relative not in found:
                        found[relative] = other
                        waiting.append(other)
                    break
    return found
