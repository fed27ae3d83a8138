#!/usr/bin/env python3
"""pictures.py GEL BUILD SCENE...: draws scenes in Chromium and in the window, and compares the pictures pixel by pixel.
Smoothed edges may differ. Elsewhere colours differ by rounding, but for a few pixels at the rim of a soft shadow, which rounding
moves."""
import base64
import os
import subprocess
import sys

from browser import Checks, browser

gel, build, *scenes = sys.argv[1:]
WIDTH, HEIGHT, FRAMES = 320, 240, 30
ROUNDING = 2       # of 255
MOST_RIMS = 0.1    # % of the pixels that are not at an edge and differ by more than that
LARGEST_RIM = 8    # of 255: by no more than that
MOST_EDGES = 2.5   # % of the pixels

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
    let inside = 0, edges = 0, most = 0;
    for (let y = 1; y < own.height - 1; y++)
        for (let x = 1; x < own.width - 1; x++) {
            const i = y * own.width + x, difference = apart(own, i, native, i);
            if (difference <= values[1]) continue;
            const isEdge = [-1, 1, -own.width, own.width, -own.width - 1, -own.width + 1, own.width - 1, own.width + 1]
                .some(step => apart(native, i, native, i + step) > 8 || apart(own, i, own, i + step) > 8);
            if (isEdge) edges++; else inside++;
            if (!isEdge) most = Math.max(most, difference);
        }
    const share = count => 100 * count / (own.width * own.height);
    return {rims: share(inside), most, edges: share(edges)};"""


def draw_natively(name):
    path = os.path.join(build, f"{name}.png")
    command = [gel, "view", name, "--headless", "--frames", str(FRAMES), "--width", str(WIDTH), "--height", str(HEIGHT), "--shot", path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"skipped: gel view: {done.stderr.strip()}")
        sys.exit(77)
    with open(path, "rb") as file:
        return base64.b64encode(file.read()).decode()


def main():
    check = Checks()
    os.makedirs(build, exist_ok=True)
    page_path = os.path.join(build, "pictures.html")
    made = subprocess.run([gel, "web", *scenes, "--out", page_path], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        print(f"skipped: gel web: {made.stderr.strip()}")
        return 77
    with browser() as page:
        for name in scenes:
            page.open(page_path, f"?scene={name}")
            page.ask("""await player.ask('size', {size: values[0]});
                await player.ask('cover', {cover: [0, 0, 0]});
                await player.reset();
                await player.ask('camera', {showAll: true});
                await player.step(values[1])""", [WIDTH, HEIGHT], FRAMES)
            found = page.ask(COMPARE, draw_natively(name), ROUNDING)
            print(f"       {name}: {found['rims']:.3f} % differ by up to {found['most']} of 255, and {found['edges']:.2f} % at edges")
            check(f"{name} is drawn as by the window",
                  found["rims"] <= MOST_RIMS and found["most"] <= LARGEST_RIM and found["edges"] <= MOST_EDGES)
    return check.end()


sys.exit(main())
