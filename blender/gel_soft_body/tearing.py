# SPDX-License-Identifier: GPL-3.0-or-later
"""Tears that are seen: each face has corners of its own, and those of a torn one are drawn together.

So the number of vertices stays, as a cache needs it. Blender's Edge Split in front of Gel's modifier parts the faces, and
Weld behind it joins those that have not torn. The edges of a rope are parted by geometry nodes.
"""
import ctypes

import bpy
import gelsim
import numpy as np

from . import inside, meshes

SPLIT = "Gel Split"


def can_tear(ob):
    return ob.gel.tear_strain > 0 or ob.gel.tear_force > 0


def shows_tears(ob):
    return can_tear(ob) and SPLIT in ob.modifiers


class Tears:
    """The torn faces of a soft body, or the torn edges of a rope: `elements`, and the vertex to which each is drawn."""

    def __init__(self, ob, elements, firsts):
        self.elements, self.firsts, self.can_tear = elements, firsts, can_tear(ob)
        if self.can_tear and SPLIT not in ob.modifiers:
            raise gelsim.InvalidArgument(f"{ob.name}: its faces or edges have common vertices, so it cannot show "
                                         "tears: press Let It Tear")

    def close(self, soft, places):
        """Draws the corners of torn elements together."""
        if not self.can_tear:
            return
        torn = self._torn_skin(soft) if soft.skin else self._torn_springs(soft)
        whole = np.zeros(len(places), bool)
        whole[self.elements[~torn]] = True
        for element, first in zip(self.elements[torn], self.firsts[torn]):
            kept = element[whole[element]]
            places[element[~whole[element]]] = places[kept[0] if len(kept) else first]

    def _torn_skin(self, soft):
        is_torn = np.isin(soft.skin[1].tets, torn_tets(soft))  # of each vertex of the skin
        return is_torn[soft.originals[self.elements]].any(1)

    def _torn_springs(self, soft):
        springs = np.sort(_list_torn(gelsim._c.gelBody_GetTornSprings, soft.body, 2), 1).astype(np.int64)
        corners, count = soft.originals[self.elements].astype(np.int64), len(soft.body)
        sides = np.sort(np.stack((corners, np.roll(corners, -1, 1)), 2), 2)
        return np.isin(sides[..., 0] * count + sides[..., 1], springs[:, 0] * count + springs[:, 1]).any(1)


def torn_tets(soft):
    """The numbers of the torn tets of a solid."""
    return _list_torn(gelsim._c.gelBody_GetTornTets, soft.body, 1)[:, 0]


def _list_torn(function, body, columns):
    count = ctypes.c_int()
    function(body.world.c, body.id, None, 0, ctypes.byref(count))
    found = (ctypes.c_int * (columns * max(count.value, 1)))()
    function(body.world.c, body.id, found, count.value, ctypes.byref(count))
    return np.array(found[:columns * count.value], np.int32).reshape(-1, columns)


def let_tear(ob):
    """Puts the modifiers round Gel's."""
    if SPLIT not in ob.modifiers:
        if len(ob.data.polygons) > 0:
            ob.modifiers.new(SPLIT, "EDGE_SPLIT").split_angle = 0.0
        else:
            ob.modifiers.new(SPLIT, "NODES").node_group = bpy.data.node_groups.get(SPLIT) or _edges_apart()
        ob.modifiers.new(meshes.WELD, "WELD").merge_threshold = 1e-5
        own = ob.modifiers.find(meshes.MODIFIER)
        meshes.move_modifier(ob, SPLIT, own)
        meshes.move_modifier(ob, meshes.WELD, own + 2)
    if not can_tear(ob):
        ob.gel.tear_strain = 0.5


def _edges_apart():
    """A node group that gives each edge vertices of its own."""
    tree = bpy.data.node_groups.new(SPLIT, "GeometryNodeTree")
    if hasattr(tree, "interface"):  # Blender 4
        for direction in ("INPUT", "OUTPUT"):
            tree.interface.new_socket("Geometry", in_out=direction, socket_type="NodeSocketGeometry")
    else:
        for sockets in (tree.inputs, tree.outputs):
            sockets.new("NodeSocketGeometry", "Geometry")
    given, apart, made = (tree.nodes.new(kind) for kind in
                          ("NodeGroupInput", "GeometryNodeDuplicateElements", "NodeGroupOutput"))
    apart.domain = "EDGE"
    tree.links.new(given.outputs[0], apart.inputs["Geometry"])
    tree.links.new(apart.outputs["Geometry"], made.inputs[0])
    return tree


def forbid(ob):
    inside.remove(ob)
    ob.gel.tear_strain = ob.gel.tear_force = 0.0
    for name in (SPLIT, meshes.WELD):
        if name in ob.modifiers:
            ob.modifiers.remove(ob.modifiers[name])
