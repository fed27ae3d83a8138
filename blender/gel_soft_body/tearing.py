# SPDX-License-Identifier: GPL-3.0-or-later
"""Tears that are seen: each face has corners of its own, and those of a torn one are drawn together.

So the number of vertices stays, as a cache needs it. Blender's Edge Split in front of Gel's modifier parts the faces, and
Weld behind it joins those that have not torn.
"""
import ctypes

import bpy
import gelsim
import numpy as np

from . import meshes

SPLIT, WELD = "Gel Split", "Gel Weld"


def can_tear(ob):
    return ob.gel.tear_strain > 0 or ob.gel.tear_force > 0


def shows_tears(ob):
    return can_tear(ob) and SPLIT in ob.modifiers


class Tears:
    """The torn faces of a soft body."""

    def __init__(self, ob, triangles, firsts):
        self.triangles, self.firsts, self.can_tear = triangles, firsts, can_tear(ob)
        if self.can_tear and len(triangles) > 0 and SPLIT not in ob.modifiers:
            raise gelsim.InvalidArgument(f"{ob.name}: its faces have common corners, so it cannot show tears: press Let It Tear")

    def close(self, soft, places):
        """Draws the corners of torn triangles together."""
        if not self.can_tear or len(self.triangles) == 0:
            return
        torn = self._torn_tets(soft) if soft.skin else self._torn_springs(soft)
        whole = np.zeros(len(places), bool)
        whole[self.triangles[~torn]] = True
        for triangle, first in zip(self.triangles[torn], self.firsts[torn]):
            kept = triangle[whole[triangle]]
            places[triangle[~whole[triangle]]] = places[kept[0] if len(kept) else first]

    def _torn_tets(self, soft):
        tets = _list_torn(gelsim._c.gelBody_GetTornTets, soft.body, 1)[:, 0]
        is_torn = np.isin(soft.skin[1].tets, tets)  # of each vertex of the skin
        return is_torn[soft.originals[self.triangles]].any(1)

    def _torn_springs(self, soft):
        springs = np.sort(_list_torn(gelsim._c.gelBody_GetTornSprings, soft.body, 2), 1).astype(np.int64)
        corners, count = soft.originals[self.triangles].astype(np.int64), len(soft.body)
        sides = np.sort(np.stack((corners, np.roll(corners, -1, 1)), 2), 2)
        return np.isin(sides[..., 0] * count + sides[..., 1], springs[:, 0] * count + springs[:, 1]).any(1)


def _list_torn(function, body, columns):
    count = ctypes.c_int()
    function(body.world.c, body.id, None, 0, ctypes.byref(count))
    found = (ctypes.c_int * (columns * max(count.value, 1)))()
    function(body.world.c, body.id, found, count.value, ctypes.byref(count))
    return np.array(found[:columns * count.value], np.int32).reshape(-1, columns)


def let_tear(context, ob):
    """Puts the modifiers round Gel's."""
    if SPLIT not in ob.modifiers:
        ob.modifiers.new(SPLIT, "EDGE_SPLIT").split_angle = 0.0
        ob.modifiers.new(WELD, "WELD").merge_threshold = 1e-5
        own = ob.modifiers.find(meshes.MODIFIER)
        with context.temp_override(object=ob):
            for name, place in ((SPLIT, own), (WELD, own + 2)):
                bpy.ops.object.modifier_move_to_index(modifier=name, index=place)
    if not can_tear(ob):
        ob.gel.tear_strain = 0.5


def forbid(ob):
    ob.gel.tear_strain = ob.gel.tear_force = 0.0
    for name in (SPLIT, WELD):
        if name in ob.modifiers:
            ob.modifiers.remove(ob.modifiers[name])
