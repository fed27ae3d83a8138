# SPDX-License-Identifier: GPL-3.0-or-later
"""Results of `gel run --out` as objects that a Mesh Cache modifier moves."""
import os
import re

import bpy
import gelsim
import numpy as np

from . import cache, meshes, simulation


class _Body:
    """A group of the mesh that `gel run` writes beside a cache; its vertices follow those of the body before it."""

    def __init__(self, name):
        self.name, self.faces, self.lines = name, [], []

    def find_first(self):
        self.first = min(min(element) for element in self.faces or self.lines)


def read_rest(path):
    """(seconds per frame, places [vertices, 3], bodies) of a file NAME_rest.obj."""
    step, places, bodies = None, [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if words[:1] == ["#"]:
                found = re.search(r"frame 0 of (\S+) s", line)
                step = float(found[1]) if found else step
            elif words[:1] == ["v"]:
                places.append([float(word) for word in words[1:4]])
            elif words[:1] == ["g"]:
                bodies.append(_Body(words[1]))
            elif words[:1] in (["f"], ["l"]):
                element = [int(word.split("/")[0]) - 1 for word in words[1:]]
                (bodies[-1].faces if words[0] == "f" else bodies[-1].lines).append(element)
    bodies = [body for body in bodies if body.faces or body.lines]
    if step is None or not bodies:
        raise gelsim.FormatError(f"{path}: expected the mesh that gel run writes beside a cache")
    for body in bodies:
        body.find_first()
    for body, end in zip(bodies, [*(after.first for after in bodies[1:]), len(places)]):
        body.end = end
    return step, np.array(places, np.float32), bodies


def read_frames(path, points, step):
    """(frames [n, points, 3], time of the first, seconds between them) of a .pc2 or .mdd file."""
    size = os.path.getsize(path)
    if path.endswith(".mdd"):
        count, found = np.fromfile(path, ">i4", 2)
        times = np.fromfile(path, ">f4", count, offset=8)
        start, between, at, kind = times[0], times[-1] - times[0], 8 + 4 * count, ">f4"
        between = between / (count - 1) if count > 1 else step
    else:
        with open(path, "rb") as file:
            _, _, found, start, between, count = cache.HEAD.unpack(file.read(cache.HEAD.size))
        start, between, at, kind = start * step, between * step, cache.HEAD.size, "<f4"
    if found != points:
        raise gelsim.FormatError(f"{path}: expected {points} vertices, as {os.path.basename(rest_of(path))} has, found {found}")
    if count < 1 or size < at + 12 * points * count:
        raise gelsim.FormatError(f"{path}: expected {at + 12 * points * max(count, 1)} bytes, found {size}: write it again")
    frames = np.memmap(path, kind, "r", at, (count, points, 3))
    return frames, float(start), float(between)


def rest_of(path):
    return os.path.splitext(path)[0] + "_rest.obj"


def add(context, path, up):
    """Makes an object of each body. Returns how many."""
    scene, scale = context.scene, meshes.scale_of(context.scene)
    step, places, bodies = read_rest(rest_of(path))
    frames, start, between = read_frames(path, len(places), step)
    for body in bodies:
        own = path if len(bodies) == 1 else f"{os.path.splitext(path)[0]}_{bpy.path.clean_name(body.name)}.pc2"
        if own != path:
            copy = cache.Cache(own, body.end - body.first, 0)
            for frame in frames:
                copy.append(frame[body.first:body.end])
        ob = _object(body, places)
        ob.rotation_euler.x = np.pi / 2 if up == "Y" else 0.0
        ob.scale = [1 / scale] * 3
        context.collection.objects.link(ob)
        simulation.play(scene, ob, own)
        modifier, samples = ob.modifiers[meshes.MODIFIER], simulation.time_step(scene) / between
        modifier.cache_format = "MDD" if own.endswith(".mdd") else "PC2"
        # Blender shows the sample Frame Scale * frame - Start.
        modifier.frame_scale, modifier.frame_start = samples, samples * scene.frame_start + start / between
    return len(bodies)


def _object(body, places):
    mesh = bpy.data.meshes.new(body.name)
    elements = [[vertex - body.first for vertex in element] for element in body.faces or body.lines]
    own = places[body.first:body.end].tolist()
    mesh.from_pydata(own, [], elements) if body.faces else mesh.from_pydata(own, elements, [])
    mesh.materials.append(bpy.data.materials.new(body.name))
    return bpy.data.objects.new(body.name, mesh)
