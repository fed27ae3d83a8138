#!/usr/bin/env python3
"""Makes the pictures of docs/blender_tutorials.md: does in Blender what the page says, and renders three frames of each.

usage: blender -b --factory-startup --python-exit-code 1 -P scripts/blender_pictures.py -- PACKAGE_FOLDER FOLDER [NAME...]
"""
import math
import pathlib
import sys

import bpy
import numpy as np
from mathutils import Vector

ROOT = pathlib.Path(__file__).resolve().parents[1]
package, target, *names = sys.argv[sys.argv.index("--") + 1:]
sys.path[:0] = [package, str(ROOT / "blender")]
import gel_soft_body  # noqa: E402

BLUE, RED, ORANGE, GREY = (0.2, 0.3, 0.6), (0.55, 0.06, 0.08), (0.6, 0.2, 0.06), (0.18, 0.2, 0.22)


def paint(colour, smooth=True):
    """Colours the active object."""
    ob, material = bpy.context.object, bpy.data.materials.new("colour")
    material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*colour, 1)
    ob.data.materials.clear()
    ob.data.materials.append(material)
    if smooth:
        bpy.ops.object.shade_smooth()


def collide(colour):
    bpy.ops.object.modifier_add(type="COLLISION")
    paint(colour)


def move(ob, keys):
    for frame, x in keys:
        ob.location.x = x
        ob.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_set(1)


def character():
    bpy.ops.mesh.primitive_monkey_add(location=(0, 0, 1.2))
    monkey = bpy.context.object
    paint(ORANGE)
    bpy.ops.object.armature_add()
    armature = bpy.context.object
    monkey.select_set(True)
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")
    bone = armature.pose.bones[0]
    bone.rotation_mode = "XYZ"
    for frame, degrees in ((1, 0), (10, 40), (20, -40), (30, 0)):
        bone.rotation_euler.y = math.radians(degrees)
        bone.keyframe_insert("rotation_euler", frame=frame)
    bpy.context.scene.frame_set(1)
    held = [vertex.index for vertex in monkey.data.vertices if vertex.co.y > -0.1 and abs(vertex.co.x) < 0.7]
    monkey.vertex_groups.new(name="Held").add(held, 1.0, "REPLACE")
    bpy.context.view_layer.objects.active = monkey
    bpy.ops.gel.make_soft()
    monkey.gel.goal_group = "Held"
    return (1, 14, 22), (1.0, -4.6, 1.9), (0, 0, 1.15)


def cloth():
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.5, location=(0, 0, 0.5))
    collide(BLUE)
    move(bpy.context.object, ((20, 0), (60, 1.5)))
    bpy.ops.mesh.primitive_plane_add(size=20)
    collide(GREY)
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=40, y_subdivisions=40, size=2, location=(0, 0, 1.3))
    paint(RED)
    bpy.ops.gel.make_soft()
    bpy.context.object.gel.self_contact = True
    bpy.context.object.gel.thickness = 0.005
    return (1, 20, 50), (2.5, -4.5, 2.4), (0.4, 0, 0.45)


def stack():
    bpy.ops.mesh.primitive_plane_add(size=20)
    collide(GREY)
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.3, location=(-3, 0, 0.9))
    collide(BLUE)
    move(bpy.context.object, ((12, -3), (36, 3)))
    bpy.ops.mesh.primitive_cube_add(size=0.5, location=(0, 0, 0.26))
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.subdivide(number_cuts=3)
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.gel.make_soft()
    bpy.context.object.gel.tet_count = 300
    for number in range(5):
        if number > 0:
            bpy.ops.object.duplicate()
            bpy.context.object.location.z += 0.51
        paint((0.8, 0.6 - 0.1 * number, 0.15), smooth=False)
    return (1, 26, 40), (1, -6, 2.0), (0, 0, 1.1)


def light(eye, at):
    scene = bpy.context.scene
    camera = scene.camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location, camera.rotation_euler = eye, (Vector(at) - Vector(eye)).to_track_quat("-Z", "Y").to_euler()
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.rotation_euler, sun.data.energy, sun.data.angle = (0.7, 0.3, 0.4), 2.2, 0.2
    for ob in (camera, sun):
        scene.collection.objects.link(ob)
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    sky = scene.world.node_tree.nodes["Background"].inputs
    sky[0].default_value, sky[1].default_value = (0.75, 0.8, 0.85, 1), 0.5
    scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.max_bounces = "CYCLES", 128, False, 3
    scene.render.resolution_x, scene.render.resolution_y, scene.view_settings.view_transform = 320, 260, "Standard"


def render(name, folder, frames):
    """Renders the frames side by side."""
    scene, parts = bpy.context.scene, []
    for frame in frames:
        scene.frame_set(frame)
        scene.render.filepath = str(folder / "part.png")
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(scene.render.filepath)
        parts.append(np.array(image.pixels[:]).reshape(image.size[1], image.size[0], 4))
        bpy.data.images.remove(image)
    whole = np.concatenate(parts, 1)
    image = bpy.data.images.new(name, whole.shape[1], whole.shape[0])
    image.pixels[:] = whole.ravel()
    scene.render.image_settings.file_format, scene.render.image_settings.quality = "WEBP", 80
    image.save_render(str(folder / f"{name}.webp"), scene=scene)


for tutorial in (character, cloth, stack):
    if names and tutorial.__name__ not in names:
        continue
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    gel_soft_body.register()
    bpy.context.scene.frame_end = 60
    shown, eye, at = tutorial()
    for frame in range(1, 61):
        bpy.context.scene.frame_set(frame)
    messages = [ob.gel.message for ob in bpy.data.objects if ob.gel.message]
    if messages:
        sys.exit(f"{tutorial.__name__}: {messages[0]}")
    light(eye, at)
    render(tutorial.__name__, pathlib.Path(target), shown)
    gel_soft_body.unregister()
