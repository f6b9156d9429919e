"""Jobs for Wine and for our harness, and their pictures."""
import os
import subprocess
import tempfile

from pictures.compare import compiled_harness

SIZE = 32


class Drawing:
    """The reference, our harness, and a folder for what they write."""

    def __init__(self, reference, library, keep=None, compiler=None):
        self.reference = os.path.join(reference, "d3d9_ref.sh")
        self.compiler = compiler
        self.library = library
        self.folder = keep or tempfile.mkdtemp()
        os.makedirs(self.folder, exist_ok=True)
        self.harness = None if compiler else compiled_harness(self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as f:
            f.write(text)
        return path

    def draw(self, number, vertex, pixel):
        """Wine's picture and ours, both with the lowest row first, and the number. In place of one that is missing stands why."""
        theirs, ours = ["size %d %d" % (SIZE, SIZE)], ["size %d %d" % (SIZE, SIZE), "strip", "tex 0 2d 16 16 noise linear clamp"]
        for stage, (profile, text) in (("v", vertex), ("f", pixel)):
            file = self.write("%03d.%s" % (number, stage), text)
            word = "vs" if stage == "v" else "ps"
            if profile == "asm":
                theirs.append("%sasm %s" % (word, file))
                ours.append("d3dasm %s %s" % (stage, file))
            else:
                theirs.append("%s %s %s main" % (word, file, profile))
                ours.append("hlsl %s %s main %s" % (stage, profile, file))
        theirs.append("tex 0 16 16 noise linear clamp")
        reference = self.run_wine(number, "wine", theirs)
        picture = self.run(number, "ours", [self.harness], ours, {"LD_LIBRARY_PATH": self.library})
        return upright(reference), picture, "%03d" % number

    def draw_streams(self, number, vertex, pixel, reference_pixel=None):
        """Wine's picture of what Microsoft's compiler makes of shaders, and its picture of what ours does."""
        pictures = []
        for kind, compiler in (("theirs", None), ("ours", self.compiler)):
            lines = ["size %d %d" % (SIZE, SIZE)]
            for stage, (profile, text) in (("vs", vertex), ("ps", reference_pixel if reference_pixel and not compiler else pixel)):
                file = self.write("%03d.%s.%s" % (number, kind, stage), text)
                if profile == "asm":
                    lines.append("%sasm %s" % (stage, file))
                elif not compiler:
                    lines.append("%s %s %s main" % (stage, file, profile))
                else:
                    p = subprocess.run([compiler, "fxc", "/nologo", "/LD", "/T", profile, file], capture_output=True, text=True)
                    if p.returncode:
                        return upright(pictures[0]), " ".join(p.stderr.split())[:300], "%03d" % number
                    lines.append("%sasm %s" % (stage, self.write("%03d.%s.%s.asm" % (number, kind, stage), p.stdout)))
            lines.append("tex 0 16 16 noise linear clamp")
            pictures.append(self.run_wine(number, kind, lines))
        return upright(pictures[0]), upright(pictures[1]), "%03d" % number

    def run_wine(self, number, kind, lines):
        """Wine's picture of a job. Its process sometimes ends badly after the picture: a second try tells that from a program that is refused."""
        picture = self.run(number, kind, ["sh", self.reference], lines, {})
        if isinstance(picture, str):
            picture = self.run(number, kind, ["sh", self.reference], lines, {})
        return picture

    def run(self, number, kind, command, lines, environment):
        job = self.write("%03d.%s.job" % (number, kind), "\n".join(lines) + "\n")
        out = os.path.join(self.folder, "%03d.%s.f32" % (number, kind))
        p = subprocess.run(command + [job, out], capture_output=True, text=True, errors="replace", timeout=600, env={**os.environ, **environment})
        if p.returncode:
            return " ".join((p.stdout + p.stderr).split())[:300] or "exit status %d" % p.returncode
        with open(out, "rb") as f:
            return f.read()


def upright(picture):
    """The picture with its rows the other way round."""
    if isinstance(picture, str):
        return picture
    row = 16 * SIZE
    return b"".join(picture[y * row:(y + 1) * row] for y in reversed(range(SIZE)))
