# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a bake is of what is there now: a digest of all that a simulation depends on."""
import hashlib
import os

import bpy
import numpy as np

from . import fields, meshes, settings, simulation

_WEIGHTS = {}  # by name of the mesh and the group: vertex groups are slow to read, and panels are drawn often


def forget_weights():
    _WEIGHTS.clear()


def digest(scene, ob):
    """A text that changes when a setting, a painted weight, a mesh, a collider or an animation does."""
    found = hashlib.sha1(repr(settings.values(scene, ob)).encode())
    for name in settings.groups(ob):
        found.update(_weights(ob, name))
    _add_shape(found, ob, meshes.modifiers_before(ob))
    for collider in simulation.colliders_of(scene):
        if not collider.gel.enabled:
            is_enabled = meshes.is_enabled(collider, bpy.context.view_layer.depsgraph)
            found.update(repr((is_enabled, settings.of_collider(collider))).encode())
            _add_shape(found, collider, collider.modifiers)
    for field in fields.objects_of(scene):
        _add_animation(found, field, fields.settings_of(field))
        _add_movers(found, field, ())
    return found.hexdigest()


def _weights(ob, name):
    key = ob.name, ob.data.name, name
    if key not in _WEIGHTS:
        weights = meshes.weights_of(ob, ob.data, name)
        _WEIGHTS[key] = b"" if weights is None else weights.tobytes()
    return _WEIGHTS[key]


def _add_shape(found, ob, modifiers):
    """The mesh of an object, and what moves and deforms it."""
    found.update(meshes.modelled_places(ob.data).tobytes())
    shapes = ob.data.shape_keys
    if shapes is not None:
        for block in shapes.key_blocks:
            places = np.empty(3 * len(block.data), np.float32)
            block.data.foreach_get("co", places)
            found.update(places.tobytes())
        _add_animation(found, shapes, [block.value for block in shapes.key_blocks])
    _add_animation(found, ob, [(modifier.type, _numbers(modifier), _inputs(modifier)) for modifier in modifiers])
    _add_movers(found, ob, modifiers)


def _add_movers(found, ob, modifiers):
    for mover in _movers(ob, modifiers):
        bones = mover.pose.bones if mover.pose is not None else ()
        _add_animation(found, mover, [tuple(map(tuple, each.matrix_basis)) for each in (mover, *bones)])


def _movers(ob, modifiers):
    """The object and those that move it: parents, targets of constraints, and objects of modifiers."""
    movers, waiting = [], [ob, *(getattr(modifier, "object", None) for modifier in modifiers)]
    while waiting:
        each = waiting.pop()
        if each is None or each in movers:
            continue
        movers.append(each)
        bones = each.pose.bones if each.pose is not None else ()
        waiting.append(each.parent)
        waiting.extend(getattr(constraint, "target", None) for holder in (each, *bones) for constraint in holder.constraints)
    return movers


def _numbers(holder):
    """The settings of a modifier that are not of other objects."""
    kinds = {"BOOLEAN", "INT", "FLOAT", "ENUM", "STRING"}
    ignored = ("show_", "open_", "is_", "select", "active", "execution_time")
    found = [(each, getattr(holder, each.identifier)) for each in holder.bl_rna.properties
             if each.type in kinds and not getattr(each, "is_array", False) and not each.identifier.startswith(ignored)]
    return [(each.identifier, _file(value) if each.subtype == "FILE_PATH" else value) for each, value in found]


def _file(path):
    """The name of a file and of its folder. Save As changes where they lie as seen from the .blend file."""
    return os.path.normpath(bpy.path.abspath(path).replace("\\", "/")).split(os.sep)[-2:]


def _inputs(modifier):
    """The name of the node group of a modifier of geometry nodes, and its inputs."""
    if modifier.type != "NODES" or modifier.node_group is None:
        return None
    inputs = modifier.properties.inputs if hasattr(modifier, "properties") else modifier  # Blender 5.3, older ones
    return modifier.node_group.name, [(name, _plain(value)) for name, value in inputs.items()]


def _plain(value):
    """A custom property as Python's own lists and numbers: the texts of others say where they lie in memory."""
    for convert in ("to_dict", "to_list"):
        if hasattr(value, convert):
            return getattr(value, convert)()
    return value


def _add_animation(found, holder, still):
    """Keys and drivers of something of Blender, or where it is if nothing animates it."""
    data = holder.animation_data
    if data is None or not (data.action or data.drivers or data.nla_tracks):
        found.update(repr(still).encode())
        return
    actions = [data.action, *(strip.action for track in data.nla_tracks for strip in track.strips)]
    for track in data.nla_tracks:
        found.update(repr([_numbers(strip) for strip in track.strips]).encode())
    for curve in (*(curve for action in actions if action for curve in curves_of(action)), *data.drivers):
        keys = np.empty(2 * len(curve.keyframe_points), np.float32)
        found.update(f"{curve.data_path} {curve.array_index} {[_numbers(modifier) for modifier in curve.modifiers]}".encode())
        for member in ("co", "handle_left", "handle_right"):
            curve.keyframe_points.foreach_get(member, keys)
            found.update(keys.tobytes())
        found.update(repr([key.interpolation for key in curve.keyframe_points]).encode())
        if curve.driver is not None:
            found.update(curve.driver.expression.encode())


def curves_of(action):
    """The curves of an action; in Blender 4.4 and later they lie in layers."""
    if hasattr(action, "fcurves"):
        return list(action.fcurves)
    return [curve for layer in action.layers for strip in layer.strips for bag in strip.channelbags for curve in bag.fcurves]
