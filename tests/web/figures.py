#!/usr/bin/env python3
"""figures.py GEL ASSETS FOLDER [TEN_MINUTE_PHYSICS]: times in Chromium, beside the native program, in turns.
TEN_MINUTE_PHYSICS: 10-softBodies.html of github.com/matthias-research/pages, whose SoftBody steps the same bear."""
import itertools
import json
import os
import re
import statistics
import subprocess
import sys
import time

from browser import browser

gel, assets, build, *other = sys.argv[1:]
TURNS, FRAMES, SUBSTEPS = 5, 120, 20

# ms of each frame from the first, stepped without pause.
STEP = """const times = [];
    player.client.on('frame', message => { if (message.ms > 0) times.push(message.ms); });
    await player.pause(); await player.reset();
    times.length = 0;
    await player.step(values[0]);
    return times"""

OTHER = """const all = { get: () => nothing, set: () => true, apply: () => nothing, construct: () => nothing };
    const nothing = new Proxy(function () {}, all); // in place of THREE, which only draws
    const SoftBody = new Function('THREE', values[0] + '; return SoftBody')(nothing);
    SoftBody.prototype.updateMeshes = () => {};
    const [, mesh, frames, substeps] = values, body = new SoftBody(mesh, { add() {} }, 100, 0);
    body.translate(0, 0.5, 0);
    const step = 1 / 60 / substeps, times = [];
    for (let frame = 0; frame < frames; frame++) {
        const start = performance.now();
        for (let i = 0; i < substeps; i++) {
            body.preSolve(step, [0, -10, 0]);
            body.solve(step);
            body.postSolve(step);
        }
        times.push(performance.now() - start);
    }
    if (!body.pos.every(Number.isFinite)) throw new Error('it has diverged');
    return times"""


def native(name):
    made = subprocess.run([gel, "run", name, "--frames", str(FRAMES), "--backend", "native", "--json", "--quiet"],
                          capture_output=True, text=True, check=True)
    report = json.loads(made.stdout)
    return 1000 * report["seconds"] / report["timed_frames"]


def rows(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.split("#")[0].split() for line in file]
    return [line for line in lines if line][1:]


def read_mesh():
    """The bear, as Ten Minute Physics has meshes."""
    nodes, tets = (rows(os.path.join(assets, "meshes", f"bear.{ending}")) for ending in ("node", "ele"))
    first = int(nodes[0][0])
    corners = [[int(number) - first for number in tet[1:5]] for tet in tets]
    edges = sorted({tuple(sorted(pair)) for tet in corners for pair in itertools.combinations(tet, 2)})
    return {"verts": [float(x) for node in nodes for x in node[1:4]], "tetIds": [i for tet in corners for i in tet],
            "tetEdgeIds": [i for edge in edges for i in edge], "tetSurfaceTriIds": []}


def source_of(path):
    """The class and the functions of vectors that it uses."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    vectors = text[text.index("function vecSetZero"):text.index("var gThreeScene")]
    return vectors + text[text.index("class SoftBody"):re.search(r"// -+\s+function initPhysics", text).start()]


def show(what, values):
    print(f"{what:58} least {min(values):8.2f}   median {statistics.median(values):8.2f}", flush=True)


def measure_start(path):
    """From the address to the first picture, and to a body in the hand."""
    first, held = [], []
    for _ in range(TURNS):
        with browser(760, 600) as page:
            start = time.time()
            page.driver.get(f"file://{path}")
            page.wait("return Boolean(window.gelPage && gelPage.player.scene)", "the scene")
            while not page.ask("return (await player.ask('drawn')).pictures ?? 0"):
                pass
            first.append(1000 * (time.time() - start))
            while not page.ask("return (await player.ask('hand', {kind: 'grab', x: 0, y: 0})).held"):
                pass
            held.append(1000 * (time.time() - start))
    show("ms to the first picture", first)
    show("ms to a body in the hand", held)


def measure_steps(paths):
    found = {}
    for _ in range(TURNS):
        for scene, path in paths.items():
            with browser() as page:
                page.open(path)
                page.ask(STEP, FRAMES) # compiled, and warm
                found.setdefault(f"{scene}, ms a frame, in the page", []).extend(page.ask(STEP, FRAMES))
                if other and scene == "bear_drop":
                    found.setdefault("the same bear, ms a frame, class of Ten Minute Physics", []).extend(
                        page.ask(OTHER, source_of(other[0]), read_mesh(), FRAMES, SUBSTEPS))
            means = found.setdefault(f"{scene}, ms a frame, gel run --backend native", [])
            means.append(native(scene))
    for what, values in found.items():
        show(what, values)


def measure_pictures(path):
    """Without a GPU: frames and pictures a second while the scene runs."""
    frames, pictures = [], []
    with browser(760, 600) as page:
        page.open(path)
        for _ in range(TURNS):
            page.ask("await player.reset(); await player.run(); await new Promise(next => setTimeout(next, 500))")
            counts = "return [player.frame, (await player.ask('drawn')).pictures, performance.now()]"
            before = page.ask(counts)
            time.sleep(2)
            after = page.ask(counts)
            seconds = (after[2] - before[2]) / 1000
            frames.append((after[0] - before[0]) / seconds)
            pictures.append((after[1] - before[1]) / seconds)
        drawn = page.ask("return player.ask('drawn')")
    show("frames a second, drawn by the processor", frames)
    show(f"pictures a second, of {drawn['width']} x {drawn['height']}", pictures)


def main():
    os.makedirs(build, exist_ok=True)
    paths = {}
    for scene in ("bear_drop", "bear_pile"):
        paths[scene] = os.path.abspath(os.path.join(build, f"{scene}.html"))
        subprocess.run([gel, "web", scene, "--out", paths[scene]], check=True, capture_output=True)
    measure_start(paths["bear_drop"])
    measure_steps(paths)
    measure_pictures(paths["bear_drop"])


main()
