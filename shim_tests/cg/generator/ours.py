"""The driver's side: the command `cg_answers` of shim_tests, which is asked over pipes."""
import subprocess


class Ours:
    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def ask(self, words, text, rows=()):
        """The first line of the answer."""
        text = text.encode("latin1")
        question = " ".join([*words, str(len(text))] + ([str(len(rows))] if rows else [])) + "\n"
        lines = "".join(" ".join("%08x" % word for word in row) + "\n" for row in rows)
        self.process.stdin.write(question.encode() + text + lines.encode())
        self.process.stdin.flush()
        return self.line()

    def line(self):
        return self.process.stdout.readline().decode("latin1").rstrip("\n")

    def check(self, profile, text):
        """`ok`, or (number, line) of the first error."""
        answer = self.ask(["check", profile, "main"], text).split()
        return answer[0] if answer[0] != "error" else (answer[1], int(answer[2]) if len(answer) > 2 else 0)

    def values(self, profile, text, rows):
        """The verdict, and the rows of words where it is `ok`."""
        answer = self.ask(["run", profile, "feature"], text, rows)
        if answer.split()[0] not in ("ok", "differ"):
            return answer, []
        found = [[int(word, 16) for word in self.line().split()] for _ in rows]
        if answer == "differ":
            for _ in rows:
                self.line()
        return answer, found
