"""Times and volumes of the add-on beside Blender's own soft body, in turns. Not a test: run it by hand on an idle machine.

usage: blender -b --factory-startup -P tests/blender/figures.py -- PACKAGE_FOLDER [FRAMES TURNS SECONDS]

A mesh falls on a plane. A run ends after FRAMES (48), or SECONDS (60) of the clock. Least and median are over the frames of all
TURNS (3), from the second on; the volume is that of the last frame.
"""
import pathlib
import sys
import time

import bpy
import numpy as np

package, *given = sys.argv[sys.argv.index("--") + 1:]
FRAMES, TURNS, SECONDS = [*map(int, given), *(48, 3, 60)[len(given):]]
sys.path[:0] = [package, str(pathlib.Path(__file__).resolve().parents[2] / "blender")]
import gel_soft_body  # noqa: E402

MESHES = {"Suzanne": 0, "Suzanne, subdivided twice": 2, "sphere": None}
# Blender's defaults with edges, and what keeps most of the volume without falling apart.
SETTINGS = {"Blender, defaults": {}, "Blender, stiff": {"pull": 0.9, "push": 0.9, "bend": 1.0, "shear": 1.0}}


def add(mesh):
    level = MESHES[mesh]
    if level is None:
        bpy.ops.mesh.primitive_uv_sphere_add(segments=71, ring_count=71, location=(0, 0, 1.5))
    else:
        bpy.ops.mesh.primitive_monkey_add(location=(0, 0, 1.5))
        if level > 0:
            bpy.context.object.modifiers.new("Subdivision", "SUBSURF").levels = level
            bpy.ops.object.modifier_apply(modifier="Subdivision")
    return bpy.context.object


def soften(ob, engine):
    if engine == "Gel":
        bpy.ops.gel.make_soft()
        return
    settings = ob.modifiers.new("Soft Body", "SOFT_BODY").settings
    settings.use_goal, settings.use_edges, settings.use_stiff_quads = False, True, True
    for name, value in SETTINGS[engine].items():
        setattr(settings, name, value)


def volume(ob):
    """That within the mesh as Blender shows it, seen from its middle."""
    shape = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = shape.data
    mesh.calc_loop_triangles()
    places, corners = np.empty(3 * len(mesh.vertices), np.float32), np.empty(3 * len(mesh.loop_triangles), np.int32)
    mesh.vertices.foreach_get("co", places)
    mesh.loop_triangles.foreach_get("vertices", corners)
    places = places.reshape(-1, 3).astype(float)
    a, b, c = (places - places.mean(0))[corners.reshape(-1, 3)].transpose(1, 0, 2)
    return np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6


def run(mesh, engine):
    """(vertices, ms of each frame, ms of the processor, share of the volume)"""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    gel_soft_body.register()
    scene = bpy.context.scene
    scene.frame_end = FRAMES
    bpy.ops.mesh.primitive_plane_add(size=20)
    bpy.ops.object.modifier_add(type="COLLISION")
    ob = add(mesh)
    soften(ob, engine)
    scene.frame_set(1)
    before, begin, clock, processor = volume(ob), time.perf_counter(), [], []
    for frame in range(2, FRAMES + 1):
        start, used = time.perf_counter(), time.process_time()
        scene.frame_set(frame)
        clock.append(1e3 * (time.perf_counter() - start))
        processor.append(1e3 * (time.process_time() - used))
        if time.perf_counter() - begin > SECONDS:
            break
    share = volume(ob) / before
    gel_soft_body.unregister()
    return len(ob.data.vertices), clock, processor, share


# The stiff one needs over 15 s a frame of a large mesh.
runs = {(mesh, engine): [] for mesh in MESHES for engine in ("Gel", *SETTINGS) if engine != "Blender, stiff" or mesh == "Suzanne"}
for turn in range(TURNS):
    for key, found in runs.items():
        found.append(run(*key))
print(f"Blender {bpy.app.version_string}")
print("| mesh | vertices | engine | frames | ms a frame, least | median | of the processor, least | median | volume |")
print("|---|--:|---|--:|--:|--:|--:|--:|--:|")
for (mesh, engine), found in runs.items():
    clock, processor = (np.concatenate([each[i][1:] for each in found]) for i in (1, 2))
    print(f"| {mesh} | {found[0][0]:,} | {engine} | {len(found[0][1])} | {clock.min():.1f} | {np.median(clock):.1f} | "
          f"{processor.min():.1f} | {np.median(processor):.1f} | {100 * found[-1][3]:.0f} % |", flush=True)
