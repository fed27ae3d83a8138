# SPDX-License-Identifier: GPL-3.0-or-later
"""Vertex caches that grow frame by frame, and where they lie."""
import json
import os
import re
import shutil
import struct

import bpy
import numpy as np

HEAD = struct.Struct("<12siiffi")  # name, version, points, first frame, frames per sample, samples


class Cache:
    """A .pc2 file. It has no frame before the first `append`; `count` frames of one that is there are kept."""

    def __init__(self, path, points, first, count=0):
        self.path, self.points, self.first, self.count = path, points, first, count
        os.makedirs(os.path.dirname(path), exist_ok=True)

    def append(self, places):
        """Adds a frame [points, 3]. The head counts it only once it is whole, as the modifier reads at any time."""
        with open(self.path, "r+b" if self.count > 0 else "wb") as file:
            if self.count == 0:
                file.write(self._head())
            file.seek(HEAD.size + 12 * self.points * self.count)
            file.write(np.ascontiguousarray(places, "<f4").data)
            self.count += 1
            file.seek(0)
            file.write(self._head())

    def cut(self, count):
        """Drops the frames after so many."""
        self.count = count
        with open(self.path, "r+b") as file:
            file.write(self._head())
            file.truncate(HEAD.size + 12 * self.points * count)

    def _head(self):
        return HEAD.pack(b"POINTCACHE2\0", 1, self.points, float(self.first), 1.0, self.count)


def read_head(path):
    """(points, frames) of a file; (0, 0) without one."""
    try:
        with open(path, "rb") as file:
            head = HEAD.unpack(file.read(HEAD.size))
    except (OSError, struct.error):
        return 0, 0
    return head[2], head[5]


def count_frames(path, points):
    """How many frames of so many points a file has; 0 without such a file."""
    found, frames = read_head(path)
    return frames if found == points else 0


def folder():
    """Where the caches of this .blend lie: beside it, or in Blender's temporary folder before it is saved."""
    if bpy.data.filepath:
        return os.path.splitext(bpy.data.filepath)[0] + "_gel"
    return os.path.join(bpy.app.tempdir, "gel")


def _files_of_others(ob):
    return {other.gel.cache for other in bpy.data.objects if other != ob and other.gel.enabled}


def path_of(ob):
    """The file of an object. It keeps its name when the object is renamed; a copy of the object gets another."""
    others = _files_of_others(ob)
    if not ob.gel.cache or ob.gel.cache in others:
        name, number = bpy.path.clean_name(ob.name), 1
        while f"{name}.pc2" in others:
            number += 1
            name = f"{bpy.path.clean_name(ob.name)}_{number}"
        ob.gel.cache = f"{name}.pc2"
    return os.path.join(folder(), ob.gel.cache)


def state_path(scene):
    """The file of the state in which a bake was interrupted."""
    return os.path.join(folder(), bpy.path.clean_name(scene.name) + ".state")


def remove_states():
    """Ends the interrupted bakes of a file that was overwritten, also those of scenes that this one lacks."""
    for name in os.listdir(folder()) if os.path.isdir(folder()) else ():
        if name.endswith(".state"):
            remove(os.path.join(folder(), name))


def write_state(path, head, state):
    """Writes a state, with a head that says what it is of."""
    with open(path + ".part", "wb") as file:
        file.write(json.dumps(head).encode() + b"\n" + state)
    os.replace(path + ".part", path)


def read_state(path):
    """(head, state) as write_state was given them."""
    with open(path, "rb") as file:
        head, _, state = file.read().partition(b"\n")
    return json.loads(head), state


def cut_path(path, first, last):
    """The file of some frames of a bake."""
    return f"{os.path.splitext(path)[0]}_{first}_{last}.pc2"


def inside_path(path):
    """The file of the inside of a solid that tears. Files of objects have no second dot in their names."""
    return f"{os.path.splitext(path)[0]}.inside.pc2"


def remove_files(ob):
    """Removes the caches of an object, and what was cut from them."""
    path, others = path_of(ob), _files_of_others(ob)
    cuts = re.compile(re.escape(os.path.splitext(ob.gel.cache)[0]) + r"(\.inside)?(_\d+_\d+)*\.pc2")
    for name in os.listdir(folder()) if os.path.isdir(folder()) else ():
        if cuts.fullmatch(name) and name not in others:
            remove(os.path.join(os.path.dirname(path), name))


def is_same(folder, other):
    """Whether two paths, perhaps through links, lead to one folder."""
    return os.path.normcase(os.path.realpath(folder)) == os.path.normcase(os.path.realpath(other))


def bring(paths, former):
    """Copies files of these names from `former`, in order; missing ones are left out."""
    os.makedirs(folder(), exist_ok=True)
    for path in paths:
        source = os.path.join(former, os.path.basename(path))
        if os.path.exists(source):
            shutil.copyfile(source, path)


def remove(path):
    try:
        os.remove(path)
    except FileNotFoundError:
        pass
