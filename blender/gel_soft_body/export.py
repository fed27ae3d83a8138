# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what is simulated as a scene of Gel, which steps to the same hash."""
import json
import os

import bpy
import gelsim
import numpy as np

from . import meshes, settings, simulation


def write(context, path):
    """Writes the scene and, beside it, a mesh for each object. Blender's axes are kept."""
    scene, folder = context.scene, os.path.dirname(path)
    scale, softs, colliders = meshes.scale_of(scene), simulation.softs_of(scene), simulation.colliders_of(scene)
    for ob in softs:
        if ob.vertex_groups.get(ob.gel.goal_group) is not None:
            raise gelsim.Unsupported(f"{ob.name}: goals are not exported: clear Goal, or export another object")
    _check_still(context, colliders, scale)
    graph = context.evaluated_depsgraph_get()
    text = {"timeStep": simulation.time_step(scene), "substeps": scene.gel.substeps,
            "gravity": simulation.gravity_of(scene),
            "bodies": [_body(i, ob, simulation.Soft(ob, scale), folder) for i, ob in enumerate(softs)],
            "obstacles": [_obstacle(i, ob, graph, scale, np.array(simulation.gravity_of(scene)), folder) for i, ob in enumerate(colliders, len(softs))]}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(text, file, indent=2)


def _check_still(context, colliders, scale):
    """Colliders that move would need keys or a cache."""
    scene, first = context.scene, {}
    for frame in range(scene.frame_start, scene.frame_end + 1) if colliders else ():
        scene.frame_set(frame)
        for ob in colliders:
            places = simulation.places_shown(ob, context.evaluated_depsgraph_get(), scale)
            if not np.array_equal(places, first.setdefault(ob.name, places)):
                raise gelsim.Unsupported(f"{ob.name}: it moves by frame {frame}, and the motion of colliders is not exported: "
                                         "hold it still, or remove its collision")
    scene.frame_set(scene.frame_start)


def _body(number, ob, soft, folder):
    lines = soft.surface is None
    if soft.skin:
        places, elements = soft.skin[0].positions, soft.skin[0].triangles
    else:
        places, elements = soft.start, meshes.edges_of(ob.data) if lines else meshes.triangles_of(ob.data)
    body = {"mesh": _mesh(folder, number, ob, places, elements),
            **_keys(settings.BODY, ob), "material": _keys(settings.MATERIAL, ob)}
    if soft.skin:
        body["meshing"] = {"tets": ob.gel.tet_count}
    else:
        body["as"] = "rope" if lines else "cloth"
    return body


def _obstacle(number, ob, graph, scale, gravity, folder):
    surface = simulation.Collider(ob, graph, scale, gravity).surface
    return {"mesh": _mesh(folder, number, ob, surface.positions, surface.triangles), **settings.of_collider(ob)}


def _keys(rows, ob):
    """The settings that are not as usual, by the keys of scene files."""
    given = {name: getattr(ob.gel, name) for name in rows}
    return {rows[name].key: value for name, value in given.items() if value != rows[name].default}


def _mesh(folder, number, ob, places, elements):
    """Names of objects may differ in characters that names of files cannot have, so each file has a number."""
    name = f"{bpy.path.clean_name(ob.name)}_{number}.obj"
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.writelines("v %.9g %.9g %.9g\n" % tuple(place) for place in places)
        letter = "l" if elements.shape[1] == 2 else "f"
        file.writelines(f"{letter} {' '.join(str(vertex + 1) for vertex in element)}\n" for element in elements)
    return name
