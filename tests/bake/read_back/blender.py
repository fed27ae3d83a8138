"""Opens baked files in Blender and holds every vertex of every frame against what Gel says.

blender -b --factory-startup --python blender.py -- FOLDER CASE...

A case is cache:MESH:CACHE:TRUTH:FRAMES, glb:FILE:TRUTH:FRAMES:TIMESTEP or parts:FILE:TRUTH, with names in the folder.
TRUTH holds 32-bit floats, all points of each frame; of a .glb all corners of all triangles; for parts of each corner at
frame 0 position, normal, UV and the number of its material. Prints a line for each case. Exit codes: 0 all as Gel says,
1 not.
"""
import os
import sys
import traceback

import bpy
import numpy

numpy.bool = bool  # Blender 3.4's reader of glTF asks for it, and NumPy has dropped it in 1.24


def truth_of(path, frames):
    values = numpy.fromfile(path, dtype="<f4").astype(float)
    return values.reshape(frames, -1, 3)


def vertices_at(item, frame, by_corner=False):
    bpy.context.scene.frame_set(frame)
    evaluated = item.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    points = numpy.array([tuple(v.co) for v in mesh.vertices])
    if by_corner:
        points = points[[v for polygon in mesh.polygons for v in polygon.vertices]]
    evaluated.to_mesh_clear()
    return points


def worst_of(item, truth, first_frame, place=lambda points: points, by_corner=False):
    worst = 0.0
    for frame, expected in enumerate(truth):
        found = place(vertices_at(item, first_frame + frame, by_corner))
        if found.shape != expected.shape:
            raise ValueError(f"{len(found)} points, not {len(expected)}")
        worst = max(worst, float(abs(found - expected).max()))
    return worst


def check_cache(folder, mesh, cache, truth, frames):
    bpy.ops.wm.obj_import(filepath=os.path.join(folder, mesh), forward_axis="Y", up_axis="Z")  # keep the file's axes
    item = bpy.context.selected_objects[0]
    modifier = item.modifiers.new("Bake", "MESH_CACHE")
    modifier.cache_format = cache[-3:].upper()
    modifier.filepath = os.path.join(folder, cache)
    modifier.frame_start = 1
    modifier.interpolation = "NONE"
    modifier.forward_axis = "POS_Y"
    modifier.up_axis = "POS_Z"
    modifier.flip_axis = set()
    modifier.time_mode = "FRAME"
    modifier.play_mode = "SCENE"
    modifier.deform_mode = "OVERWRITE"
    return worst_of(item, truth_of(os.path.join(folder, truth), int(frames)), 1), 0.0


def y_up(points):  # Blender has turned them to Z up
    return points[:, [0, 2, 1]] * numpy.array([1, 1, -1])


def open_glb(folder, file):
    bpy.ops.import_scene.gltf(filepath=os.path.join(folder, file))
    return [found for found in bpy.context.selected_objects if found.type == "MESH"][0]


def check_glb(folder, file, truth, frames, time_step):
    bpy.context.scene.render.fps = round(1 / float(time_step))
    item = open_glb(folder, file)
    # A difference and a sum of coordinates below 2 m, rounded.
    return worst_of(item, truth_of(os.path.join(folder, truth), int(frames)), 0, y_up, by_corner=True), 2.4e-7


def check_parts(folder, file, truth):
    mesh = open_glb(folder, file).data
    if [material.name for material in mesh.materials] != ["can", "l\"ää"]:
        raise ValueError(f"materials {[material.name for material in mesh.materials]}")
    mesh.calc_normals_split()
    found = numpy.hstack([y_up(numpy.array([tuple(mesh.vertices[loop.vertex_index].co) for loop in mesh.loops])),
                          y_up(numpy.array([tuple(loop.normal) for loop in mesh.loops])),
                          numpy.array([tuple(uv.uv) for uv in mesh.uv_layers[0].data]),
                          numpy.array([[polygon.material_index] for polygon in mesh.polygons for _ in range(3)])])
    expected = numpy.fromfile(os.path.join(folder, truth), dtype="<f4").astype(float).reshape(-1, 9)
    if found.shape != expected.shape:
        raise ValueError(f"{len(found)} corners, not {len(expected)}")
    return float(abs(found - expected).max()), 2e-4  # Blender keeps normals in 16 bits


def main(folder, cases):
    good = True
    for case in cases:
        kind, *arguments = case.split(":")
        bpy.ops.wm.read_factory_settings(use_empty=True)
        checks = {"cache": check_cache, "glb": check_glb, "parts": check_parts}
        worst, allowed = checks[kind](folder, *arguments)
        good = good and worst <= allowed
        print(f"READ {case}: off by {worst:.3g}, allowed {allowed:.3g}")
    return good


try:
    arguments = sys.argv[sys.argv.index("--") + 1:]
    ok = main(arguments[0], arguments[1:])
except Exception:  # Blender would go on and end with 0
    traceback.print_exc()
    ok = False
sys.exit(0 if ok else 1)
