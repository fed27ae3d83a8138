"""Animates targets in Blender, and compares what Gel has made of them with the originals there.

blender -b --factory-startup --python blender_goals.py -- make FOLDER
    writes targets.blend, and curtain.obj with curtain.pc2 and wave0001.obj to wave0024.obj, Y up; jelly.obj with
    jelly.mdd, Z up as in Blender.
blender -b --factory-startup --python blender_goals.py -- read FOLDER
    reads curtain_out.pc2 and .mdd and wave_out.pc2 onto curtain.obj, and jelly_out.pc2 and .mdd onto
    jelly_out_rest.obj, by the modifier Mesh Cache and by the import of .mdd files. Prints the largest difference in each
    frame.

Exit codes: 0 all within 1e-6 m, 1 not.
"""
import math
import os
import sys
import traceback

import addon_utils
import bpy
import numpy

FRAMES, ALLOWED = 24, 1e-6  # Blender's first frame is 1


def key(item, path, values):
    for frame, value in values:
        setattr(item, path, value)
        item.keyframe_insert(path, frame=frame)


def add_curtain():
    """A grid with a wave that travels over it, on an object that moves and turns."""
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=16, y_subdivisions=12, size=1.5, location=(0.3, -0.2, 1.1))
    item = bpy.context.object
    item.name = "curtain"
    wave = item.modifiers.new("Wave", "WAVE")
    wave.height, wave.width, wave.narrowness, wave.speed, wave.time_offset = 0.2, 0.6, 3.0, 0.05, -40.0
    key(item, "location", [(1, (0.3, -0.2, 1.1)), (FRAMES, (0.7, 0.4, 1.3))])
    key(item, "rotation_euler", [(1, (0.2, 0.1, 0.0)), (FRAMES, (0.5, -0.3, 1.0))])


def add_jelly():
    """A cube in 6 x 64 faces that a shape key swells and a bone of an armature bends."""
    bpy.ops.mesh.primitive_cube_add(size=0.8, location=(0.0, 0.0, 0.0))
    item = bpy.context.object
    item.name = "jelly"
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.subdivide(number_cuts=7)
    bpy.ops.object.mode_set(mode="OBJECT")
    item.shape_key_add(name="Basis")
    swollen = item.shape_key_add(name="Swollen")
    for vertex in swollen.data:
        vertex.co = vertex.co * (1.0 + 0.5 * math.exp(-8.0 * vertex.co.z ** 2))
    key(swollen, "value", [(1, 0.0), (FRAMES // 2, 1.0), (FRAMES, 0.2)])
    upper = item.vertex_groups.new(name="Upper")
    for vertex in item.data.vertices:
        upper.add([vertex.index], min(max(vertex.co.z + 0.5, 0.0), 1.0), "REPLACE")
    bpy.ops.object.armature_add(location=(0.0, 0.0, -0.4))
    armature = bpy.context.object
    armature.data.bones[0].name = "Upper"
    bone = armature.pose.bones["Upper"]
    bone.rotation_mode = "XYZ"
    key(bone, "rotation_euler", [(1, (0.0, 0.0, 0.0)), (FRAMES, (0.4, 0.3, 0.6))])
    bend = item.modifiers.new("Bend", "ARMATURE")
    bend.object = armature


def choose(item):
    bpy.context.scene.frame_set(1)  # exporters of caches leave it at another
    bpy.ops.object.select_all(action="DESELECT")
    item.select_set(True)
    bpy.context.view_layer.objects.active = item


def make(folder):
    scene = bpy.context.scene
    scene.render.fps = 24
    scene.frame_start, scene.frame_end = 1, FRAMES
    add_curtain()
    add_jelly()
    for name in ("io_export_pc2", "io_shape_mdd"):
        addon_utils.enable(name)
    choose(bpy.data.objects["curtain"])
    bpy.ops.wm.obj_export(filepath=os.path.join(folder, "curtain.obj"), export_selected_objects=True)
    bpy.ops.export_shape.pc2(filepath=os.path.join(folder, "curtain.pc2"), world_space=True, range_end=FRAMES)
    choose(bpy.data.objects["curtain"])
    bpy.ops.wm.obj_export(filepath=os.path.join(folder, "wave.obj"), export_selected_objects=True,
                          export_animation=True, start_frame=1, end_frame=FRAMES)
    choose(bpy.data.objects["jelly"])
    bpy.ops.wm.obj_export(filepath=os.path.join(folder, "jelly.obj"), export_selected_objects=True,
                          forward_axis="Y", up_axis="Z")
    bpy.ops.export_shape.mdd(filepath=os.path.join(folder, "jelly.mdd"), frame_end=FRAMES, fps=24.0)
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(folder, "targets.blend"))
    return True


def places_at(item, frame):
    """In the world, [vertices][3]."""
    bpy.context.scene.frame_set(frame)
    evaluated = item.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    local = numpy.array([tuple(vertex.co) for vertex in mesh.vertices])
    evaluated.to_mesh_clear()
    matrix = numpy.array(evaluated.matrix_world)
    return local @ matrix[:3, :3].T + matrix[:3, 3]


def open_result(folder, mesh, cache, by_import):
    bpy.ops.wm.obj_import(filepath=os.path.join(folder, mesh))
    item = bpy.context.selected_objects[0]
    if by_import:
        choose(item)
        bpy.ops.import_shape.mdd(filepath=os.path.join(folder, cache), frame_start=1)
        return item
    modifier = item.modifiers.new("Bake", "MESH_CACHE")
    modifier.cache_format = cache[-3:].upper()
    modifier.filepath = os.path.join(folder, cache)
    modifier.frame_start = 1
    return item


def compare(folder, target, mesh, cache, by_import=False):
    bpy.ops.wm.open_mainfile(filepath=os.path.join(folder, "targets.blend"))
    addon_utils.enable("io_shape_mdd")
    item = open_result(folder, mesh, cache, by_import)
    worst, moved, first = [], 0.0, None
    for frame in range(1, FRAMES + 1):
        expected, found = places_at(bpy.data.objects[target], frame), places_at(item, frame)
        if found.shape != expected.shape:
            raise ValueError(f"{cache}: {len(found)} points, not {len(expected)}")
        first = expected if first is None else first
        worst.append(float(abs(found - expected).max()))
        moved = max(moved, float(abs(expected - first).max()))
    print(f"READ {cache} {'imported' if by_import else 'in Mesh Cache'}: {len(first)} vertices, {FRAMES} frames, "
          f"moved by {moved:.3g} m, off by {max(worst):.3g} m; in each frame " + " ".join(f"{w:.1e}" for w in worst))
    return max(worst) <= ALLOWED and moved > 0.2


def read(folder):
    return all([compare(folder, "curtain", "curtain.obj", "curtain_out.pc2"),
                compare(folder, "curtain", "curtain.obj", "curtain_out.mdd"),
                compare(folder, "curtain", "curtain.obj", "wave_out.pc2"),
                compare(folder, "jelly", "jelly_out_rest.obj", "jelly_out.pc2"),
                compare(folder, "jelly", "jelly_out_rest.obj", "jelly_out.mdd"),
                compare(folder, "jelly", "jelly_out_rest.obj", "jelly_out.mdd", by_import=True)])


try:
    step, place = sys.argv[sys.argv.index("--") + 1:]
    ok = {"make": make, "read": read}[step](place)
except Exception:  # Blender would go on and end with 0
    traceback.print_exc()
    ok = False
sys.exit(0 if ok else 1)
