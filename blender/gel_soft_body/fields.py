# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's force fields as those of Gel."""
import gelsim
import numpy as np

from . import meshes

# The fields that Gel has, and the weights that Blender has for them.
WEIGHTS = {"FORCE": "force", "VORTEX": "vortex", "WIND": "wind", "TURBULENCE": "turbulence", "DRAG": "drag"}
# A vortex of shape Plane, which is Blender's default, differs from one of shape Point in its falloff alone.
_CENTRES = {("FORCE", "POINT"): "point", ("FORCE", "LINE"): "line", ("VORTEX", "POINT"): "vortex", ("VORTEX", "PLANE"): "vortex"}


def objects_of(scene):
    """The objects whose fields act."""
    chosen = scene.objects if scene.gel.field_collection is None else scene.gel.field_collection.all_objects
    return [ob for ob in chosen if ob.name in scene.objects and ob.field is not None and ob.field.type != "NONE"]


def read(scene, graph):
    """The fields at the frame of `graph`, for World.set_fields."""
    return [_read(ob.evaluated_get(graph), meshes.scale_of(scene)) for ob in objects_of(scene)]


def give_weights(scene, ob, body):
    """Gives a body the weights of its object."""
    body.set_gravity_weight(ob.gel.weight_gravity)
    for i, weight in enumerate(weights_of(scene, ob)):
        body.set_field_weight(i, weight)


def weights_of(scene, ob):
    return [ob.gel.weight_all * getattr(ob.gel, f"weight_{WEIGHTS[each.field.type]}") for each in objects_of(scene)]


def settings_of(ob):
    """All that is set for a field, to be compared."""
    return [(each.identifier, getattr(ob.field, each.identifier)) for each in ob.field.bl_rna.properties if each.type != "POINTER"]


def _read(ob, scale):
    field, matrix = ob.field, np.array(ob.matrix_world, np.float64)
    if field.type not in WEIGHTS:
        _refuse(ob, f"expected Force, Vortex, Wind, Turbulence or Drag, found {field.type.capitalize()}")
    if field.falloff_type != "SPHERE":
        _refuse(ob, f"Falloff: expected Sphere, found {field.falloff_type.capitalize()}")
    place, axis = tuple(scale * matrix[:3, 3]), matrix[:3, 2] / np.linalg.norm(matrix[:3, 2])
    if field.type in ("FORCE", "VORTEX"):
        return {**_centred(ob, field, scale), "position": place, "direction": tuple(axis)}
    found = {"seed": field.seed, **_everywhere(ob, field, scale, place)}
    if field.type == "WIND":
        return {"kind": "wind", "velocity": tuple(field.strength * axis), "gust": min(field.noise, 1.0), **found}
    if field.type == "TURBULENCE":
        return {"kind": "turbulence", "strength": field.strength, "size": scale * field.size or 1.0, **found}
    return {"kind": "drag", "linear_drag": field.linear_drag, "quadratic_drag": field.quadratic_drag, **found}


def _centred(ob, field, scale):
    """A field that weakens with the distance from a point or an axis."""
    kind = _CENTRES.get((field.type, field.shape))
    weakens = field.falloff_power != 0 or field.use_max_distance
    if kind is None or field.shape == "PLANE" and weakens:
        _refuse(ob, f"Shape: expected Point{' or Line' if field.type == 'FORCE' else ''}, found {field.shape.capitalize()}")
    if field.falloff_power != round(field.falloff_power) or field.falloff_power > 8:
        _refuse(ob, f"Power: expected a whole number from 0 to 8, found {field.falloff_power:g}")
    least = 1.0 if field.falloff_power > 0 else 1e-3
    if field.use_min_distance and field.distance_min > 0:
        least = scale * field.distance_min
    return {"kind": kind, "strength": field.strength, "falloff": round(field.falloff_power), "inner_radius": least,
            "outer_radius": scale * field.distance_max if field.use_max_distance else 0.0, "seed": field.seed,
            "gust": min(field.noise, 1.0)}


def _everywhere(ob, field, scale, place):
    """The region of a field that has one strength wherever it acts."""
    if field.falloff_power != 0:
        _refuse(ob, f"Power: expected 0 for {field.type.capitalize()}, found {field.falloff_power:g}")
    if field.use_min_distance and field.distance_min > 0:
        _refuse(ob, f"Min Distance: expected none for {field.type.capitalize()}, found {field.distance_min:g}")
    if not field.use_max_distance:
        return {}
    return {"bound": "ball", "bound_centre": place, "bound_radius": scale * field.distance_max}


def _refuse(ob, message):
    raise gelsim.Unsupported(f"{ob.name}: {message}: change the field, or choose the fields by Field Collection")
