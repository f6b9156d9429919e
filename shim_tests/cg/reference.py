"""Binds NVIDIA's Cg 3.1 compiler and tells what it says of a text, so that a crash or a hang there costs one answer.

`Reference(path)` takes the path of cgc_ref.py, the module that binds the compiler's library. `compile` gives an `Answer`:
whether the text was accepted, its diagnostics as (file, line, kind, number, message), and on request the parameters
and the compiled text. Messages and compiled text are for the scripts alone and are never written to a table.
"""
import ctypes as C
import hashlib
import importlib.util
import mmap
import os
import pickle
import re
import signal
import sys
import tempfile
from dataclasses import dataclass, field

DIAGNOSTIC = re.compile(r"^(.*?)\((\d+)\) : (fatal error|error|warning) C(\d+): (.*)$")
TIMEOUT_SECONDS = 20  # of processor time


@dataclass
class Answer:
    """What the reference said of one text."""

    accepted: bool
    diagnostics: list = field(default_factory=list)
    parameters: list = field(default_factory=list)
    text: str = ""
    broken: str = ""
    listing: str = ""

    @property
    def errors(self):
        """The (number, line) of each error, in the order of the listing."""
        return [(n, line) for _, line, kind, n, _ in self.diagnostics if kind != "warning"]

    @property
    def warnings(self):
        """The (number, line) of each warning, in the order of the listing."""
        return [(n, line) for _, line, kind, n, _ in self.diagnostics if kind == "warning"]

    def verdict(self):
        """`ok`, or the number of the first error as `E1234`, or `crash` or `timeout`."""
        if self.broken:
            return self.broken
        if self.accepted:
            return "ok"
        return "E%04d" % self.errors[0][0] if self.errors else "E"


class Reference:
    """The compiler, bound into this process.

    A crash or a hang inside of the library kills the process. `supervise` starts it again then and names the request,
    whose answer is `crash` or `timeout` from there on.
    """

    def __init__(self, path, journal=None, broken=None, log=None):
        spec = importlib.util.spec_from_file_location("cgc_ref", os.path.abspath(path))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self.cg = module.Cg()
        self.journal = journal
        self.broken = broken or {}
        self.log = log
        self.known = load(log)
        self.profiles = {}
        self.count = 0

    def compile(self, profile, source, entry="main", arguments=(), parameters=False, text=False):
        """Compiles `source` for `profile` from the function `entry`."""
        self.count += 1
        if self.journal is None:
            return self.run(profile, source, entry, arguments, parameters, text)
        key = hashlib.sha1(repr((profile, source, entry, arguments, parameters, text)).encode()).digest()
        if key in self.broken:
            return Answer(False, broken=self.broken[key])
        if key in self.known:
            return self.known[key]
        self.journal[:20] = key
        signal.setitimer(signal.ITIMER_VIRTUAL, TIMEOUT_SECONDS)
        answer = self.run(profile, source, entry, arguments, parameters, text)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        answer.listing = ""
        os.write(self.log, pickle.dumps((key, answer)))
        return answer

    def run(self, profile, source, entry, arguments, parameters, text):
        cg, l = self.cg, self.cg.l
        context = l.cgCreateContext()
        if profile not in self.profiles:
            self.profiles[profile] = l.cgGetProfile(profile.encode())
        av = (C.c_char_p * (len(arguments) + 1))(*[a.encode() for a in arguments], None)
        l.cgGetError()
        program = l.cgCreateProgram(context, cg.E["CG_SOURCE"], source.encode("latin1", "replace"), self.profiles[profile],
                                    entry.encode() if entry else None, av)
        listing = string(l.cgGetLastListing(context))
        compiled = string(l.cgGetProgramString(program, cg.E["CG_COMPILED_PROGRAM"])) if program and text else ""
        # The generic profile makes a program without text: a handle is the sign of success.
        found = list(self.leaves(program)) if program and parameters else []
        l.cgDestroyContext(context)
        matched = [DIAGNOSTIC.match(x) for x in listing.splitlines()]
        matched = [(m[1], int(m[2]), m[3], int(m[4]), m[5]) for m in matched if m]
        return Answer(bool(program), matched, found, compiled, "", listing)

    def leaves(self, program):
        """Each leaf parameter: name, type, semantic, resource, index, direction, variability, ref or unref."""
        cg, l = self.cg, self.cg.l
        for space in ("CG_PROGRAM", "CG_GLOBAL"):
            q = l.cgGetFirstLeafParameter(program, cg.E[space])
            while q:
                yield [string(x) for x in (
                    l.cgGetParameterName(q), l.cgGetTypeString(l.cgGetParameterType(q)), l.cgGetParameterSemantic(q),
                    l.cgGetResourceString(l.cgGetParameterResource(q)), str(l.cgGetParameterResourceIndex(q)).encode(),
                    l.cgGetEnumString(l.cgGetParameterDirection(q)), l.cgGetEnumString(l.cgGetParameterVariability(q)),
                    b"ref" if l.cgIsParameterReferenced(q) else b"unref")]
                q = l.cgGetNextLeafParameter(q)


def load(log):
    """The answers that an earlier child wrote before it died."""
    known = {}
    if log is not None:
        with os.fdopen(os.dup(log), "rb") as f:
            f.seek(0)
            while True:
                try:
                    key, answer = pickle.load(f)
                except EOFError:
                    break
                known[key] = answer
    return known


def string(b):
    return b.decode("latin1") if b else ""


def supervise(path, work):
    """Runs `work(reference)` in a child process, again after each crash, until it ends by itself; gives its exit status."""
    journal = mmap.mmap(-1, 4096)
    broken = {}
    log = os.open(os.path.join(tempfile.mkdtemp(), "answers"), os.O_RDWR | os.O_CREAT | os.O_APPEND)
    while True:
        pid = os.fork()
        if pid == 0:
            # The library complains to stdout about some profiles.
            sys.stdout = os.fdopen(os.dup(1), "w")
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            work(Reference(path, journal, broken, log))
            sys.stdout.flush()
            os._exit(0)
        status = os.waitpid(pid, 0)[1]
        if not os.WIFSIGNALED(status) or os.WTERMSIG(status) in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            return status
        broken[bytes(journal[:20])] = "timeout" if os.WTERMSIG(status) == signal.SIGVTALRM else "crash"
        print("the compiler died by signal %d; starting again" % os.WTERMSIG(status), file=sys.stderr, flush=True)
