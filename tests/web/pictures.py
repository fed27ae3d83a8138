#!/usr/bin/env python3
"""pictures.py GEL BUILD SCENE...: draws scenes in Chromium and in the window, and compares the pictures pixel by pixel.
Smoothed edges may differ. Elsewhere colours differ by rounding, but for a few pixels at the rim of a soft shadow, which rounding
moves."""
import base64
import os
import shutil
import subprocess
import sys

from browser import Checks, browser, need

gel, build, *scenes = sys.argv[1:]
WIDTH, HEIGHT, FRAMES = 320, 240, 30
FLOATS = "gl.getExtension('EXT_color_buffer_float') !== null"
NO_DISPLAY = 7     # the exit code of gel view
ROUNDING = 2       # of 255
MOST_RIMS = 0.1    # % of the pixels that are not at an edge and differ by more than that
LARGEST_RIM = 8    # of 255: by no more than that
MOST_EDGES = 2.5   # % of the pixels
FAR = 24           # of 255: an edge pixel is this far outside what those around it are in the other picture
MOST_FAR = 0.03    # % of the pixels: thin lines, of which the other picture has none there
LARGEST_FAR = 128  # of 255

# A pixel is at an edge if one of the eight around it differs much from it.
COMPARE = """
    const decode = async bytes => {
        const image = await createImageBitmap(new Blob([bytes])), canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
    };
    const native = await decode(Uint8Array.from(atob(values[0]), c => c.charCodeAt(0)));
    const {bytes} = await player.ask('photo'), own = await decode(bytes);
    if (own.width !== native.width || own.height !== native.height) return [own.width, own.height];
    const apart = (a, i, b, k) => Math.max(...[0, 1, 2].map(c => Math.abs(a.data[4 * i + c] - b.data[4 * k + c])));
    // By how much a pixel is outside what it and those around it are in the other picture.
    const outside = (a, b, i, around) => Math.max(...[0, 1, 2].map(c => {
        const values = [i, ...around.map(step => i + step)].map(k => b.data[4 * k + c]), value = a.data[4 * i + c];
        return Math.max(Math.min(...values) - value, value - Math.max(...values)); }));
    let inside = 0, edges = 0, most = 0, beyond = 0, strange = 0;
    for (let y = 1; y < own.height - 1; y++)
        for (let x = 1; x < own.width - 1; x++) {
            const i = y * own.width + x, difference = apart(own, i, native, i);
            if (difference <= values[1]) continue;
            const around = [-1, 1, -own.width, own.width, -own.width - 1, -own.width + 1, own.width - 1, own.width + 1];
            const isEdge = around.some(step => apart(native, i, native, i + step) > 8 || apart(own, i, own, i + step) > 8);
            if (isEdge) edges++; else inside++;
            if (!isEdge) {
                most = Math.max(most, difference);
                continue;
            }
            const far = outside(own, native, i, around);
            beyond = Math.max(beyond, far);
            if (far > values[2]) strange++;
        }
    const share = count => 100 * count / (own.width * own.height);
    return {rims: share(inside), most, edges: share(edges), beyond, strange: share(strange)};"""


def draw_natively(name):
    path = os.path.join(build, f"{name}.png")
    command = [gel, "view", name, "--headless", "--frames", str(FRAMES), "--width", str(WIDTH), "--height", str(HEIGHT), "--shot", path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        need(done.returncode != NO_DISPLAY, "a viewer and OpenGL for it")
        sys.exit(f"gel view failed: {done.stderr.strip()}")
    with open(path, "rb") as file:
        return base64.b64encode(file.read()).decode()


def make(name, **environment):
    path = os.path.join(build, name)
    made = subprocess.run([gel, "web", *scenes, "--out", path], capture_output=True, text=True, check=False, env=os.environ | environment)
    if made.returncode != 0:
        sys.exit(f"gel web failed: {made.stderr.strip()}")
    return path


def web_without_floats():
    """A copy of the folder web whose browsers cannot draw to textures of floats, as some phones."""
    folder = os.path.join(build, "web")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(os.path.join(os.path.dirname(__file__), "../../web"), folder)
    path = os.path.join(folder, "gl.mjs")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert FLOATS in text, f"gl.mjs asks for textures of floats in another way than {FLOATS}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(FLOATS, "false"))
    return folder


def compare(check, page, path, name, what="by the window"):
    page.open(path, f"?scene={name}")
    page.ask("""await player.ask('size', {size: values[0]});
        await player.ask('cover', {cover: [0, 0, 0]});
        await player.reset();
        await player.ask('camera', {showAll: true});
        await player.step(values[1])""", [WIDTH, HEIGHT], FRAMES)
    found = page.ask(COMPARE, draw_natively(name), ROUNDING, FAR)
    print(f"       {name}: {found['rims']:.3f} % differ by up to {found['most']} of 255, and {found['edges']:.2f} % at edges, "
          f"{found['strange']:.3f} % far beyond the pixels around, by up to {found['beyond']}")
    check(f"{name} is drawn as {what}",
          found["rims"] <= MOST_RIMS and found["most"] <= LARGEST_RIM and found["edges"] <= MOST_EDGES
          and found["strange"] <= MOST_FAR and found["beyond"] <= LARGEST_FAR)


def main():
    check = Checks()
    os.makedirs(build, exist_ok=True)
    path, plain = make("pictures.html"), make("plain.html", GEL_WEB_DIR=web_without_floats())
    with browser() as page:
        for name in scenes:
            compare(check, page, path, name)
        compare(check, page, plain, scenes[0], "by the window, without textures of floats")
    return check.end()


sys.exit(main())
