# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what is simulated as a scene of Gel, which steps to the same hash."""
import json
import os

import bpy
import gelsim

from . import meshes, settings, simulation


def write(scene, graph, path):
    """Writes the scene and, beside it, a mesh for each object. Blender's axes are kept."""
    scale, softs = meshes.scale_of(scene), simulation.softs_of(scene)
    for ob in softs:
        if ob.vertex_groups.get(ob.gel.goal_group) is not None:
            raise gelsim.Unsupported(f"{ob.name}: goals are not exported: clear Goal, or export another object")
    folder = os.path.dirname(path)
    text = {"timeStep": simulation.time_step(scene), "substeps": scene.gel.substeps,
            "gravity": simulation.gravity_of(scene),
            "bodies": [_body(ob, simulation.Soft(ob, scale), folder) for ob in softs],
            "obstacles": [_obstacle(ob, graph, scale, folder) for ob in simulation.colliders_of(scene)]}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(text, file, indent=2)


def _body(ob, soft, folder):
    lines = soft.surface is None
    body = {"mesh": _mesh(folder, ob, soft.start, meshes.edges_of(ob.data) if lines else meshes.triangles_of(ob.data)),
            **_keys("body", settings.BODY, ob), "material": _keys("material", settings.MATERIAL, ob)}
    if soft.skin:
        body["meshing"] = {"tets": ob.gel.tet_count}
    else:
        body["as"] = "rope" if lines else "cloth"
    return body


def _obstacle(ob, graph, scale, folder):
    shape = ob.evaluated_get(graph)
    places = meshes.places_of(shape.data, shape.matrix_world, scale)
    return {"mesh": _mesh(folder, ob, places, meshes.triangles_of(shape.data)), "friction": simulation.friction_of(ob)}


def _keys(group, rows, ob):
    """The settings that are not as usual, by the keys of scene files."""
    given = {name: getattr(ob.gel, name) for name in rows}
    return {gelsim.settings(group)[name].key: value for name, value in given.items() if value != rows[name].default}


def _mesh(folder, ob, places, elements):
    name = f"{bpy.path.clean_name(ob.name)}.obj"
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.writelines("v %.9g %.9g %.9g\n" % tuple(place) for place in places)
        letter = "l" if elements.shape[1] == 2 else "f"
        file.writelines(f"{letter} {' '.join(str(vertex + 1) for vertex in element)}\n" for element in elements)
    return name
