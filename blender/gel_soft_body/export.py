# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what is simulated as a scene of Gel, which steps to the same hash."""
import json
import os

import bpy
import gelsim
import numpy as np

from . import cache, fields, hand, settings, simulation


def write(context, path):
    """Writes the scene and, beside it, meshes, painted values and motions. Blender's axes are kept."""
    scene = context.scene
    session = simulation.Session(scene, context.evaluated_depsgraph_get())
    motions, events = _record(context, session)
    folder, count = os.path.dirname(path), len(session.softs)
    parts = [_Part(folder, each.name, i, motions.get(each.name)) for i, each in enumerate((*session.softs, *session.colliders))]
    softs, colliders = parts[:count], parts[count:]
    shapes = [_Part(folder, f"{soft.name}_shape", i, motions.get((soft.name, "shape"))) for i, soft in enumerate(session.softs)]
    text = {"timeStep": simulation.time_step(scene), "substeps": scene.gel.substeps,
            "gravity": simulation.gravity_of(scene),
            "fields": [{"name": ob.name, **_field(field)}
                       for ob, field in zip(fields.objects_of(scene), session.fields)],
            "bodies": [{**_body(part, scene, soft), **_rest(shape, scene, soft)}
                       for part, shape, soft in zip(softs, shapes, session.softs)],
            "obstacles": [_obstacle(part, scene, collider) for part, collider in zip(colliders, session.colliders)],
            "input": events}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(text, file, indent=2)


def _record(context, session):
    """[frames, vertices, 3] of each moving collider and the moving goals of each body, by name; and other events."""
    scene, frames, events = context.scene, {}, _Events(session)
    for frame in range(scene.frame_start, scene.frame_end + 1):
        scene.frame_set(frame)
        graph = context.evaluated_depsgraph_get()
        if frame > scene.frame_start:
            events.add(frame - scene.frame_start - 1, fields.read(scene, graph), session.pulls_of(scene))
        for collider in session.colliders:
            collider.find(scene.objects[collider.name], graph)
            frames.setdefault(collider.name, []).append(collider.vertices())
        for soft in session.softs:
            ob = scene.objects[soft.name]
            if soft.has_goals:
                frames.setdefault(soft.name, []).append(soft.goals(ob))
            if soft.is_dynamic:
                frames.setdefault((soft.name, "shape"), []).append(soft.rest_shape(ob))
    scene.frame_set(scene.frame_start)
    moved = {name: each for name, each in frames.items() if any(not np.array_equal(one, each[0]) for one in each)}
    return moved, events.events


class _Events:
    """What changes during the animation: force fields, and the vertices that the hand holds."""

    def __init__(self, session):
        self.numbers = {soft.name: i for i, soft in enumerate(session.softs)}
        self.fields, self.held, self.events = session.fields, {}, []

    def add(self, frame, found, pulls):
        """Adds what is other than before in the step after so many frames."""
        for i, (before, now) in enumerate(zip(self.fields, found)):
            if now != before:
                self.events.append({"frame": frame, "replace": {"field": i, "with": _field(now)}})
        held = {(self.numbers[name], vertex): place for name, vertex, place in pulls}
        for hold, place in self.held.items():
            if hold not in held:
                self._hold(frame, hold, place, 0.0)
        for hold, place in held.items():
            if self.held.get(hold) != place:
                self._hold(frame, hold, place, hand.STIFFNESS)
        self.fields, self.held = found, held

    def _hold(self, frame, hold, place, stiffness):
        held = {"body": hold[0], "vertex": hold[1], "position": place, "stiffness": stiffness}
        self.events.append({"frame": frame, "hold": held})


class _Part:
    """The files of an object. Names of objects may differ in characters that names of files cannot have, so each has a number."""

    def __init__(self, folder, name, number, motion):
        self.folder, self.name, self.motion = folder, f"{bpy.path.clean_name(name)}_{number}", motion

    def path(self, end):
        return os.path.join(self.folder, self.name + end)

    def mesh(self, places, elements, step):
        """The mesh that shows the object. It says how long the frames of a motion of the same name are."""
        with open(self.path("_rest.obj"), "w", encoding="utf-8") as file:
            file.write(f"# Gel {gelsim.__version__}, frame 0 of {float(np.float32(step))!r} s\n")
            file.writelines("v %.9g %.9g %.9g\n" % tuple(place) for place in places)
            letter = "l" if elements.shape[1] == 2 else "f"
            file.writelines(f"{letter} {' '.join(str(vertex + 1) for vertex in element)}\n" for element in elements)
        return self.name + "_rest.obj"

    def values(self, kind, values):
        with open(self.path(f".{kind}.values"), "w", encoding="utf-8") as file:
            json.dump([float(value) for value in values], file)
        return {"file": f"{self.name}.{kind}.values"}

    def moved(self):
        """The key of the motion, if there is one."""
        if self.motion is None:
            return {}
        file = cache.Cache(self.path(".pc2"), len(self.motion[0]), 0)
        for places in self.motion:
            file.append(places)
        return {"cache": {"file": self.name + ".pc2"}}


def _body(part, scene, soft):
    ob, step = scene.objects[soft.name], simulation.time_step(scene)
    if soft.skin:
        soft.mesh.save(part.path(".vtu"))
        body = {"mesh": part.name + ".vtu", "skin": part.mesh(soft.skin[0].positions, soft.skin[0].triangles, step)}
    elif soft.surface is None:
        body = {"mesh": part.mesh(soft.mesh.positions, soft.mesh.lines, step), "as": "rope"}
    else:
        body = {"mesh": part.mesh(soft.mesh.positions, soft.mesh.triangles, step), "as": "cloth"}
    body.update(_keys(settings.BODY, ob), material=_keys(settings.MATERIAL, ob))
    factors = soft.factors(ob)
    if factors:
        body["values"] = {name: part.values(name, values) for name, values in factors.items()}
    if soft.has_goals:
        body["goals"] = {"sets": [part.values("goals", soft.body.get_values("goals"))], "spring": ob.gel.goal_spring,
                         "damping": ob.gel.goal_damping, **part.moved()}
    names = ["gravity", *(each.name for each in fields.objects_of(scene))]
    weights = dict(zip(names, (ob.gel.weight_gravity, *fields.weights_of(scene, ob))))
    return {**body, "weights": {name: weight for name, weight in weights.items() if weight != 1.0}}


def _rest(part, scene, soft):
    if part.motion is None:
        return {}
    part.mesh(soft.rest, np.empty((0, 3), int), simulation.time_step(scene))
    return {"rest": part.moved()}


def _obstacle(part, scene, collider):
    mesh = part.mesh(collider.surface.positions, collider.surface.triangles, simulation.time_step(scene))
    return {"mesh": mesh, **settings.of_collider(scene.objects[collider.name]), **part.moved()}


def _field(given):
    rows = gelsim.settings("field")
    return {"type": given["kind"], **{rows[key].key: value for key, value in given.items() if key != "kind"}}


def _keys(rows, ob):
    """The settings that are not as usual, by the keys of scene files."""
    given = {name: getattr(ob.gel, name) for name in rows}
    return {rows[name].key: value for name, value in given.items() if value != rows[name].default}
