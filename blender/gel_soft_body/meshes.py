# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes of Blender as arrays: places are in the world, in m."""
import contextlib
import itertools

import bmesh
import bpy
import gelsim
import numpy as np

MODIFIER, WELD = "Gel", "Gel Weld"  # the latter is behind the former, and joins what has not torn


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


def weld_edges(places, edges):
    """(places, edges, originals) with one vertex, the first, for all at the same place."""
    _, first, numbers = np.unique(places, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(order))
    originals = ranks[numbers.reshape(-1)]
    return places[first[order]], np.unique(np.sort(originals[edges], 1), axis=0), originals


def first_of_faces(mesh):
    """[triangles], the first vertex of the face that each triangle is a part of."""
    corners = np.empty(len(mesh.loops), np.int32)
    starts, faces = np.empty(len(mesh.polygons), np.int32), np.empty(len(mesh.loop_triangles), np.int32)
    mesh.loops.foreach_get("vertex_index", corners)
    mesh.polygons.foreach_get("loop_start", starts)
    mesh.loop_triangles.foreach_get("polygon_index", faces)
    return corners[starts[faces]]


def weights_of(ob, mesh, name):
    """The weights [vertices] of a vertex group, 0 where a vertex is not in it; None without such a group.

    Geometry nodes may make an attribute of a group, or one that no group has.
    """
    weights, attribute = np.zeros(len(mesh.vertices), np.float32), mesh.attributes.get(name)
    if attribute is not None and (attribute.domain, attribute.data_type) == ("POINT", "FLOAT"):
        attribute.data.foreach_get("value", weights)
        return weights
    group = ob.vertex_groups.get(name)
    if group is None:
        return None
    for vertex in mesh.vertices:
        for entry in vertex.groups:
            if entry.group == group.index:
                weights[vertex.index] = entry.weight
    return weights


def modifiers_before(ob):
    """The modifiers in front of Gel's, or of where it will be."""
    return list(itertools.takewhile(lambda modifier: modifier.name not in (MODIFIER, WELD), ob.modifiers))


def move_modifier(ob, name, index):
    with bpy.context.temp_override(object=ob):
        bpy.ops.object.modifier_move_to_index(modifier=name, index=index)


@contextlib.contextmanager
def shape_before(ob):
    """(mesh, matrix) of an object as shape keys, bones and the modifiers in front of Gel's leave it."""
    first = len(modifiers_before(ob))
    hidden = [modifier for modifier in list(ob.modifiers)[first:] if modifier.show_viewport]
    if first == 0 and ob.data.shape_keys is None:
        yield ob.data, ob.matrix_world
        return
    for modifier in hidden:
        modifier.show_viewport = False
    try:
        evaluated = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
        yield evaluated.data, evaluated.matrix_world
    finally:
        for modifier in hidden:
            modifier.show_viewport = True


def is_enabled(ob, graph):
    """Whether Blender moves the object: not if it is disabled in viewports or excluded from the view layer."""
    return ob.evaluated_get(graph).is_evaluated


def check_enabled(ob, graph):
    if not is_enabled(ob, graph):
        raise gelsim.InvalidArgument(f"{ob.name} is disabled in viewports or excluded from the view layer, so Blender "
                                     "does not move it: enable it, and hide it by its eye in the outliner instead")


def check_scale(ob):
    """The cache is in the frame of the object, which a scale of 0 does not have."""
    if abs(np.linalg.det(np.array(ob.matrix_world.to_3x3(), np.float64))) < 1e-30:
        raise gelsim.InvalidArgument(f"{ob.name}: its scale, or that of a parent, is 0: apply the scale (Ctrl A)")


def spread_of(mesh):
    """A function that takes what changes along the boundary of tets, [vertices, 3], inwards, so that it changes evenly there."""
    faces = np.sort(np.concatenate([mesh.tets[:, corners] for corners in ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))]), 1)
    faces, uses = np.unique(faces, axis=0, return_counts=True)
    is_inside = np.ones(len(mesh.positions), bool)
    is_inside[faces[uses == 1]] = False
    pairs = np.unique(np.sort(np.concatenate([mesh.tets[:, [i, j]] for i in range(4) for j in range(i)]), 1), axis=0)
    ends = np.concatenate((pairs, pairs[:, ::-1]))
    ends = ends[is_inside[ends[:, 0]]]
    counts = np.bincount(ends[:, 0], minlength=len(is_inside))

    def spread(values):
        values = np.array(values, np.float64)
        for _ in range(20):  # sums in a fixed order: each run has the same bits
            for column in values.T:
                sums = np.bincount(ends[:, 0], column[ends[:, 1]], len(is_inside))
                column[is_inside] = sums[is_inside] / counts[is_inside]
        return values
    return spread


def encloses(surface):
    """Whether a surface is rather a solid than cloth. Suzanne is one, whose eyes leave holes; a skirt is not."""
    report = surface.report()
    if report.closed:
        return True
    length = _lengths(surface.positions, _rim(surface.triangles)).sum()
    return length < 2 * report.area ** 0.5 and abs(report.volume) > 0.01 * report.area ** 1.5


def _sides(triangles):
    """The three sides of each triangle, in its direction."""
    return np.concatenate((triangles[:, :2], triangles[:, 1:], triangles[:, [2, 0]]))


def _rim(triangles):
    """The sides that one triangle has alone."""
    sides = _sides(triangles)
    _, first, uses = np.unique(np.sort(sides, 1), axis=0, return_index=True, return_counts=True)
    return sides[first[uses == 1]]


def _lengths(places, sides):
    return np.linalg.norm(places[sides[:, 0]] - places[sides[:, 1]], axis=1)


def outside_of(surface, tet_count):
    """(places, triangles) of the outside of a solid: holes are closed, and sides longer than two tets are split.

    Gel lets the skin itself touch other surfaces only if it is so; else the boundary of the tets touches them, and parts
    of the skin lie below the floor. The vertices of the surface come first.
    """
    places, triangles = surface.positions, surface.triangles
    if abs(surface.report().volume) < 1e-6 * surface.report().area ** 1.5:
        raise gelsim.InvalidArgument("the mesh is flat, so no tetrahedra fit into it: give it thickness, or choose Kind: Cloth")
    longest = 2 * (8.5 * abs(surface.report().volume) / tet_count) ** (1 / 3)  # a tet of side s has s^3 / 8.5
    if surface.report().closed and _lengths(places, _sides(triangles)).max() <= longest:
        return places, triangles
    shape = bmesh.new()
    vertices = [shape.verts.new(place) for place in places]
    _, first = np.unique(np.sort(triangles, 1), axis=0, return_index=True)
    for triangle in triangles[np.sort(first)]:
        shape.faces.new([vertices[vertex] for vertex in triangle])
    bmesh.ops.holes_fill(shape, edges=[edge for edge in shape.edges if edge.is_boundary])
    _split(shape, longest)
    shape.verts.index_update()
    places = np.array([vertex.co for vertex in shape.verts], np.float32)
    triangles = np.array([[vertex.index for vertex in face.verts] for face in shape.faces], np.int32)
    shape.free()
    return places, triangles


def _split(shape, longest):
    while True:
        bmesh.ops.triangulate(shape, faces=[face for face in shape.faces if len(face.verts) > 3])
        long = [edge for edge in shape.edges if edge.calc_length() > longest]
        if not long:
            return
        bmesh.ops.subdivide_edges(shape, edges=long, cuts=1)


def _normals(places, triangles):
    """The normals of triangles, twice as long as these are large."""
    first = places[triangles[:, 0]]
    return np.cross(places[triangles[:, 1]] - first, places[triangles[:, 2]] - first)


def lies_flat(surface, up):
    """Whether an open surface is one that bodies lie on: a floor or a terrain. Their triangles face up or down, not both."""
    normals = _normals(surface.positions, surface.triangles)
    return abs(normals.sum(0) @ up) > 0.8 * np.linalg.norm(normals, axis=1).sum()


def slab_of(triangles, count, up, places):
    """Triangles of a flat surface of `count` vertices and of its copy below, and the walls between them."""
    if _normals(places, triangles).sum(0) @ up < 0:
        triangles = triangles[:, ::-1]
    a, b = _rim(triangles).T
    return np.concatenate((triangles, triangles[:, ::-1] + count, np.stack((b, a, a + count), 1),
                           np.stack((b, a + count, b + count), 1)))
