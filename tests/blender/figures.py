"""Times, volumes and a film of the add-on and of Blender's own soft body. Not a test: run it on an idle machine.

usage: blender -b --factory-startup -P tests/blender/figures.py -- PACKAGE_FOLDER FOLDER [NAME=VALUE...] PART...

A mesh falls on a plane, for frames=48. A run ends after seconds=60 of the clock. Each is repeated for turns=3. `best`
needs ten minutes, `large seconds=600` as long, `times` ten, `film` five.

times   least and median of each frame from the second on, and the volume of the last frame; of meshes to 8,000 vertices
large   the same of 31,658 and 49,954 vertices
best    looks for the settings of Blender's soft body that keep most of the volume
volume  FOLDER/volume.csv: the share of the volume in each frame
film    FOLDER/film_0001.png ... of both side by side, by Cycles; and FOLDER/film.webp if there is ffmpeg
"""
import csv
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import time

import bpy
import numpy as np

package, folder, *given = sys.argv[sys.argv.index("--") + 1:]
NUMBERS = {"frames": 48, "turns": 3, "seconds": 60}
FOLDER = pathlib.Path(folder).resolve()
FOLDER.mkdir(parents=True, exist_ok=True)
sys.path[:0] = [package, str(pathlib.Path(__file__).resolve().parents[2] / "blender")]
import gel_soft_body  # noqa: E402

# Name: how often Suzanne is subdivided, or (segments, rings) of a sphere.
SMALL = {"Suzanne": 0, "Suzanne, subdivided twice": 2, "sphere": (71, 71)}
LARGE = {"Suzanne, subdivided three times": 3, "large sphere": (223, 225)}
# Blender's defaults with edges, and what `best` has found in Blender 3.4.
SETTINGS = {"Blender, defaults": {}, "Blender, best": {"pull": 0.99, "push": 0.9, "bend": 1.0, "shear": 0.1}}
# The settings of Blender that `best` tries.
TRIED = {"pull": (0.9, 0.99), "push": (0.9, 0.99), "bend": (1.0, 10.0), "shear": (0.1, 1.0)}


def add(mesh, x=0.0):
    shape = {**SMALL, **LARGE}[mesh]
    if isinstance(shape, tuple):
        bpy.ops.mesh.primitive_uv_sphere_add(segments=shape[0], ring_count=shape[1], location=(x, 0, 1.5))
    else:
        bpy.ops.mesh.primitive_monkey_add(location=(x, 0, 1.5))
        if shape > 0:
            bpy.context.object.modifiers.new("Subdivision", "SUBSURF").levels = shape
            bpy.ops.object.modifier_apply(modifier="Subdivision")
    return bpy.context.object


def soften(ob, settings):
    """Makes it soft by Blender's soft body with some settings, or by Gel if they are None."""
    if settings is None:
        bpy.ops.gel.make_soft()
        return
    body = ob.modifiers.new("Soft Body", "SOFT_BODY").settings
    body.use_goal, body.use_edges, body.use_stiff_quads = False, True, True
    for name, value in settings.items():
        setattr(body, name, value)


def stage():
    """An empty scene with a floor."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    gel_soft_body.register()
    bpy.context.scene.frame_end = NUMBERS["frames"]
    bpy.ops.mesh.primitive_plane_add(size=20)
    bpy.ops.object.modifier_add(type="COLLISION")
    return bpy.context.scene


def measure(ob):
    """(volume within the mesh as Blender shows it, longest side of its box)"""
    mesh = ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    mesh.calc_loop_triangles()
    places, corners = np.empty(3 * len(mesh.vertices), np.float32), np.empty(3 * len(mesh.loop_triangles), np.int32)
    mesh.vertices.foreach_get("co", places)
    mesh.loop_triangles.foreach_get("vertices", corners)
    places = places.reshape(-1, 3).astype(float)
    a, b, c = (places - places.mean(0))[corners.reshape(-1, 3)].transpose(1, 0, 2)
    return np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6, float(np.ptp(places, axis=0).max())


def run(mesh, settings, is_measured=False):
    """(vertices, ms of each frame, ms of the processor, share of the volume, growth of the box)

    The share is that of the last frame, or of each one if it is measured.
    """
    scene = stage()
    ob = add(mesh)
    soften(ob, settings)
    scene.frame_set(1)
    before, begin, clock, processor, shares = measure(ob), time.perf_counter(), [], [], []
    for frame in range(2, NUMBERS["frames"] + 1):
        start, used = time.perf_counter(), time.process_time()
        scene.frame_set(frame)
        clock.append(1e3 * (time.perf_counter() - start))
        processor.append(1e3 * (time.process_time() - used))
        if is_measured:
            shares.append(measure(ob)[0] / before[0])
        if time.perf_counter() - begin > NUMBERS["seconds"]:
            break
    after = measure(ob)
    gel_soft_body.unregister()
    return len(ob.data.vertices), clock, processor, shares or [after[0] / before[0]], after[1] / before[1]


def times(meshes):
    engines = {"Gel": None, **SETTINGS}
    # Blender's best settings need over 15 s a frame on larger meshes: Suzanne alone has them.
    runs = {(mesh, engine): [] for mesh in meshes for engine in engines
            if mesh == "Suzanne" or engine in ("Gel", "Blender, defaults")}
    for _ in range(NUMBERS["turns"]):
        for (mesh, engine), found in runs.items():
            found.append(run(mesh, engines[engine]))
    print(f"Blender {bpy.app.version_string}")
    print("| mesh | vertices | engine | frames | ms a frame, least | median | processor, least | median | volume |")
    print("|---|--:|---|--:|--:|--:|--:|--:|--:|")
    for (mesh, engine), found in runs.items():
        clock, processor = (np.concatenate([each[i][1:] or each[i] for each in found]) for i in (1, 2))
        print(f"| {mesh} | {found[0][0]:,} | {engine} | {len(found[0][1])} | "
              f"{clock.min():.1f} | {np.median(clock):.1f} | "
              f"{processor.min():.1f} | {np.median(processor):.1f} | {100 * found[-1][3][-1]:.0f} % |", flush=True)


def best():
    """Of what keeps its form, what keeps most of the volume; of equals, the fastest."""
    rows = []
    for values in itertools.product(*TRIED.values()):
        settings = dict(zip(TRIED, values))
        _, clock, _, shares, growth = run("Suzanne", settings)
        is_whole = len(clock) == NUMBERS["frames"] - 1 and np.isfinite(shares[-1]) and growth < 1.5
        rows.append((is_whole, round(min(shares[-1], 2 - shares[-1]), 2), -float(np.median(clock)), settings))
        print(f"{settings}: volume {100 * shares[-1]:.0f} %, box {growth:.2f}, {np.median(clock):.0f} ms a frame",
              flush=True)
    found = max(rows, key=lambda row: row[:3])[3]
    print(f"best: {found}")


def volume():
    columns = {"Gel": run("Suzanne", None, True)[3]}
    columns.update((engine, run("Suzanne", settings, True)[3]) for engine, settings in SETTINGS.items())
    with open(FOLDER / "volume.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["frame", *columns])
        writer.writerows([frame + 2, *row] for frame, row in enumerate(itertools.zip_longest(*columns.values())))
    last = (f"{engine} {100 * shares[-1]:.0f} %" for engine, shares in columns.items())
    print(f"{FOLDER / 'volume.csv'}: {', '.join(last)}")


def _colour(ob, colour):
    material = bpy.data.materials.new(ob.name)
    material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*colour, 1)
    ob.data.materials.append(material)
    ob.data.polygons.foreach_set("use_smooth", [True] * len(ob.data.polygons))


def film():
    scene = stage()
    for x, settings, colour in ((-1.6, None, (0.8, 0.1, 0.05)), (1.6, SETTINGS["Blender, best"], (0.1, 0.3, 0.8))):
        ob = add("Suzanne", x)
        _colour(ob, colour)
        soften(ob, settings)
    bpy.ops.object.light_add(type="SUN", rotation=(0.6, 0.3, 0))
    bpy.context.object.data.energy = 3
    bpy.ops.object.camera_add(location=(0, -9, 2.5), rotation=(1.37, 0, 0))
    scene.camera = bpy.context.object
    scene.world = bpy.data.worlds.new("World")
    scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = "CYCLES", 16, False
    scene.render.resolution_x, scene.render.resolution_y, scene.render.filepath = 960, 540, str(FOLDER / "film_")
    for frame in range(1, NUMBERS["frames"] + 1):
        scene.frame_set(frame)
    bpy.ops.render.render(animation=True)
    if shutil.which("ffmpeg"):
        subprocess.run(["ffmpeg", "-y", "-loglevel", "error", "-framerate", "24", "-i", FOLDER / "film_%04d.png",
                        "-vf", "hqdn3d,crop=960:440:0:60,scale=480:-1", "-loop", "0", "-quality", "50",
                        FOLDER / "film.webp"], check=True)
    gel_soft_body.unregister()


PARTS = {"times": lambda: times(SMALL), "large": lambda: times(LARGE), "best": best, "volume": volume, "film": film}
parts = [word for word in given if word in PARTS]
numbers = [word for word in given if re.fullmatch(f"({'|'.join(NUMBERS)})=[1-9][0-9]*", word)]
wrong = [word for word in given if word not in parts + numbers]
if wrong or not parts:
    found = " ".join(wrong) or "no PART"
    sys.exit(f"{__doc__}\nexpected PARTs and whole numbers of {', '.join(NUMBERS)}, found {found}")
NUMBERS.update((name, int(value)) for name, value in (word.split("=") for word in numbers))
for part in parts:
    started = time.perf_counter()
    PARTS[part]()
    print(f"{part}: {time.perf_counter() - started:.0f} s", flush=True)
