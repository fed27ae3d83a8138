# SPDX-License-Identifier: GPL-3.0-or-later
"""The inside of a solid that tears, as an object of its own that Blender's Mesh Cache moves.

It has a triangle for each side between two tets, with corners of its own. A triangle is a point until one of its tets
tears.
"""
import bpy
import numpy as np

from . import cache

_SIDES = np.array(((1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1)))  # of a tet, each seen from outside


class Inside:
    """The sides between the tets of a solid."""

    def __init__(self, soft, path, first):
        tets = np.array(soft.mesh.tets)
        sides = tets[:, _SIDES].reshape(-1, 3)
        _, kinds, uses = np.unique(np.sort(sides, 1), axis=0, return_inverse=True, return_counts=True)
        order = np.argsort(kinds.reshape(-1), kind="stable")
        pairs = order[np.repeat(uses, uses) == 2].reshape(-1, 2)  # the two sides of each triangle
        self.corners, self.tets, self.torn = sides[pairs], pairs // 4, np.zeros(len(tets), bool)
        self.cache = cache.Cache(path, 3 * len(pairs), first)

    def write(self, soft, torn_tets):
        """Adds the frame to the cache, in the world."""
        self.torn[torn_tets] = True
        torn = self.torn[self.tets]
        corners = np.where(torn[:, :1], self.corners[:, 1], self.corners[:, 0])  # seen from the tet that has not torn
        is_hidden = torn[:, 0] == torn[:, 1]
        corners[is_hidden] = corners[is_hidden, :1]
        self.cache.append(np.array(soft.body.positions)[corners.reshape(-1)] / soft.scale)


def owned_by(ob):
    """Returns the object that shows the inside of another; None without one, or while a copy of the other shares it."""
    shown = ob.gel.inside
    is_shared = any(other.gel.inside == shown for other in bpy.data.objects if other != ob)
    return None if is_shared else shown


def show(ob, inside):
    """Returns the object that shows the inside of another. It has the materials of that, until it is given others."""
    count, shown = inside.cache.points, owned_by(ob)
    if shown is None:
        mesh = bpy.data.meshes.new(f"{ob.name} inside")
        for material in ob.data.materials:
            mesh.materials.append(material)
        shown = ob.gel.inside = bpy.data.objects.new(mesh.name, mesh)
    if not shown.users_collection:
        for collection in ob.users_collection:
            collection.objects.link(shown)
    if len(shown.data.vertices) != count:
        shown.data.clear_geometry()
        shown.data.from_pydata(np.zeros((count, 3)).tolist(), [], np.arange(count).reshape(-1, 3).tolist())
    return shown


def remove(ob):
    """Deletes the object that shows the inside of another, unless a copy of the other shares it."""
    shown = owned_by(ob)
    ob.gel.inside = None
    if shown is not None:
        mesh = shown.data
        bpy.data.objects.remove(shown)
        if mesh.users == 0:
            bpy.data.meshes.remove(mesh)
