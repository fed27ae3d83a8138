# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes of Blender as arrays: places are in the world, in m."""
import bpy
import numpy as np

MODIFIER = "Gel"


def scale_of(scene):
    """Metres per unit of Blender."""
    units = scene.unit_settings
    return 1.0 if units.system == "NONE" else units.scale_length


def transform(places, matrix):
    """Points [n, 3] turned and moved by a matrix of Blender."""
    matrix = np.array(matrix, np.float64)
    return places @ matrix[:3, :3].T + matrix[:3, 3]


def modelled_places(mesh):
    """[vertices, 3] float32, in the frame of the object and in units of Blender."""
    places = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", places)
    return places.reshape(-1, 3)


def places_of(mesh, matrix, scale):
    """[vertices, 3] float32."""
    return np.float32(scale * transform(modelled_places(mesh), matrix))


def triangles_of(mesh):
    """[n, 3], numbers of vertices."""
    mesh.calc_loop_triangles()
    triangles = np.empty(3 * len(mesh.loop_triangles), np.int32)
    mesh.loop_triangles.foreach_get("vertices", triangles)
    return triangles.reshape(-1, 3)


def edges_of(mesh):
    """[n, 2], numbers of vertices."""
    edges = np.empty(2 * len(mesh.edges), np.int32)
    mesh.edges.foreach_get("vertices", edges)
    return edges.reshape(-1, 2)


def weights_of(ob, name):
    """The weights [vertices] of a vertex group, 0 where a vertex is not in it; None without such a group."""
    group = ob.vertex_groups.get(name)
    if group is None:
        return None
    weights = np.zeros(len(ob.data.vertices), np.float32)
    for vertex in ob.data.vertices:
        for entry in vertex.groups:
            if entry.group == group.index:
                weights[vertex.index] = entry.weight
    return weights


def places_before(ob, scale):
    """Places as shape keys, bones and the modifiers in front of Gel's leave them."""
    names = [modifier.name for modifier in ob.modifiers]
    first = names.index(MODIFIER) if MODIFIER in names else len(names)
    hidden = [modifier for modifier in list(ob.modifiers)[first:] if modifier.show_viewport]
    if first == 0 and ob.data.shape_keys is None:
        return places_of(ob.data, ob.matrix_world, scale)
    for modifier in hidden:
        modifier.show_viewport = False
    try:
        evaluated = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
        return places_of(evaluated.data, evaluated.matrix_world, scale)
    finally:
        for modifier in hidden:
            modifier.show_viewport = True


def encloses(surface):
    """Whether a surface is rather a solid than cloth. Suzanne is one, whose eyes leave holes; a skirt is not."""
    report = surface.report()
    if report.closed:
        return True
    triangles, places = surface.triangles, surface.positions
    edges = np.sort(np.concatenate((triangles[:, :2], triangles[:, 1:], triangles[:, ::2])), 1)
    edges, uses = np.unique(edges, axis=0, return_counts=True)
    rim = edges[uses == 1]
    length = np.linalg.norm(places[rim[:, 0]] - places[rim[:, 1]], axis=1).sum()
    return length < 2 * report.area ** 0.5 and abs(report.volume) > 0.01 * report.area ** 1.5
