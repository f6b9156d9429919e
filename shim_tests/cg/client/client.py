#!/usr/bin/env python3
"""A real client of the Cg runtime: panda3d, whose wheel has NVIDIA's libraries, draws programs in Cg three times.

  client.py LIBRARIES [--basic] [--frames N] [--pictures FOLDER] [PROGRAM...]

The libraries of the runtime and of GL are NVIDIA's above the system's GL, ours above the system's GL, and ours above ours. LIBRARIES
is the folder that scripts/build prints. Of the pictures' numbers at most 1 in 200 may differ by more than 2 of 255: filters of
textures are rounded in their own ways. Prints frames a second, and the milliseconds of the
first frame, in which programs are compiled.

It needs panda3d (pip install panda3d), an X server (xvfb-run) and a software GL. A PROGRAM is a .sha file beside this one, or
`generator` for panda3d's own shader generator. Exit status: 0 if all pictures agree.
"""
import argparse, json, os, pathlib, subprocess, sys, tempfile

here = pathlib.Path(__file__).resolve().parent
WIDTH, HEIGHT, LIMIT, PART = 320, 240, 2, 1 / 200


def scene(base, program):
    """A teapot and a card that has coordinates of textures, with what the programs sample."""
    from panda3d.core import CardMaker, DirectionalLight, Shader, Texture, TextureStage, Vec3, Vec4
    things = base.render.attachNewNode("things")
    pot = base.loader.loadModel("models/teapot")
    pot.reparentTo(things)
    pot.setPos(-1, 12, -1)
    maker = CardMaker("card")
    maker.setFrame(-1, 1, -1, 1)
    maker.setHasNormals(True)
    card = things.attachNewNode(maker.generate())
    card.setPos(1.6, 7, 0.4)
    card.setHpr(20, 10, 5)
    noise = bytes((x * 37 ^ y * 91) & 255 if c < 3 else 255 for y in range(32) for x in range(32) for c in range(4))
    texture = Texture("noise")
    texture.setup2dTexture(32, 32, Texture.TUnsignedByte, Texture.FRgba)
    texture.setRamImage(noise)
    things.setTexture(texture)
    if program == "generator":
        light = DirectionalLight("light")
        light.setColor(Vec4(1, 0.9, 0.8, 1))
        light.setSpecularColor(Vec4(1, 1, 1, 1))
        node = base.render.attachNewNode(light)
        node.setHpr(30, -40, 0)
        base.render.setLight(node)
        bumps = TextureStage("bumps")
        bumps.setMode(TextureStage.MNormal)
        things.setTexture(bumps, texture)
        base.render.setShaderAuto()
        return
    things.setShader(Shader.load(str(here / f"{program}.sha"), Shader.SL_Cg))
    things.setShaderInput("tint", Vec4(1, 0.95, 0.85, 1))
    things.setShaderInput("eye", Vec3(0, 0, 0))


def draw(program, picture, frames, basic):
    """Draws the frames, writes the last one, and prints what it took."""
    import time
    from panda3d.core import Filename, loadPrcFileData
    settings = ("load-display pandagl", f"win-size {WIDTH} {HEIGHT}", "audio-library-name null", "sync-video 0",
                "framebuffer-multisample 0", "notify-level error",
                "textures-power-2 none", f"basic-shaders-only {int(basic)}")
    loadPrcFileData("", "\n".join(settings))
    from direct.showbase.ShowBase import ShowBase
    base = ShowBase()
    base.disableMouse()
    base.setBackgroundColor(0.2, 0.3, 0.45)
    scene(base, program)
    start = time.time()
    base.graphicsEngine.renderFrame()
    base.graphicsEngine.renderFrame()
    first = time.time()
    for _ in range(frames):
        base.graphicsEngine.renderFrame()
    last = time.time()
    base.win.saveScreenshot(Filename(picture))
    renderer = base.win.getGsg().getDriverRenderer()
    print(json.dumps({"gl": renderer, "first": 1e3 * (first - start), "rate": frames / (last - first)}), flush=True)
    os._exit(0)


def difference(a, b):
    """The greatest difference of two pictures, and the part of the numbers that differ by more than LIMIT."""
    from panda3d.core import Filename, PNMImage
    a, b = PNMImage(Filename(a)), PNMImage(Filename(b))
    if (a.getXSize(), a.getYSize()) != (b.getXSize(), b.getYSize()):
        return 255, 1
    places = ((x, y) for y in range(a.getYSize()) for x in range(a.getXSize()))
    parts = (a.getRedVal, b.getRedVal), (a.getGreenVal, b.getGreenVal), (a.getBlueVal, b.getBlueVal)
    apart = [abs(f(*p) - g(*p)) for p in places for f, g in parts]
    return max(apart), sum(d > LIMIT for d in apart) / len(apart)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries")
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--frames", type=int, default=100)
    parser.add_argument("--pictures", default=None)
    parser.add_argument("--basic", action="store_true", help="profiles of ARB programs, not those of GLSL")
    parser.add_argument("--draw", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.draw:
        return draw(a.programs[0], a.draw, a.frames, a.basic)
    folder = os.path.abspath(a.libraries)
    runtime = {"LD_PRELOAD": f"{folder}/cg/libCg.so {folder}/cg/libCgGL.so"}
    ways = {"nvidia": {}, "ours": runtime, "trilobite": {**runtime, "LD_LIBRARY_PATH": folder}}
    pictures = a.pictures or tempfile.mkdtemp()
    os.makedirs(pictures, exist_ok=True)
    failed = False
    for program in a.programs or sorted(p.stem for p in here.glob("*.sha")) + ["generator"]:
        for way, variables in ways.items():
            picture = f"{pictures}/{program}-{way}.png"
            command = [sys.executable, __file__, folder, program, "--frames", str(a.frames), "--draw", picture] + ["--basic"] * a.basic
            env = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1", **variables}
            run = subprocess.run(command, capture_output=True, text=True, env=env, timeout=600)
            told = [line for line in run.stdout.splitlines() if line.startswith("{")]
            if not told or not os.path.exists(picture):
                print(f"{program} {way}: no picture\n{run.stdout}{run.stderr}")
                failed = True
                continue
            told = json.loads(told[0])
            most, part = difference(f"{pictures}/{program}-nvidia.png", picture)
            failed |= part > PART
            print(f"{program:10} {way:10} {told['gl'][:24]:24} first {told['first']:7.1f} ms  {told['rate']:7.1f} frames/s  difference {most}, more than {LIMIT}: {100 * part:.2f} %", flush=True)
    return int(failed)


sys.exit(main())
